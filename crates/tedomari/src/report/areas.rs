//! The areas of a position as a table with thermographs.

use std::fmt::Write;

use workbench::picture::{escape, svg};
use workbench::solve::{AreaReport, MoveReport};

use super::{letter, plots};

/// A table of areas. `shown` says which have a thermograph beside them.
pub(super) fn table(
    areas: &[&AreaReport],
    caption: &str,
    shown: &dyn Fn(&AreaReport) -> bool,
) -> String {
    let mut html = format!(
        "<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"{caption}\"><table>\
         <caption>{caption}</caption><thead><tr><th scope=\"col\">Area</th>\
         <th scope=\"col\">Count</th><th scope=\"col\">Move worth</th><th scope=\"col\">Kind</th>\
         <th scope=\"col\">Black plays</th><th scope=\"col\">White plays</th>\
         <th scope=\"col\">Value</th><th scope=\"col\">Points</th></tr></thead><tbody>\n",
        caption = escape(caption)
    );
    for area in areas {
        row(&mut html, area);
    }
    html.push_str("</tbody></table></div>\n");
    let mut pictures = String::new();
    for area in areas.iter().filter(|area| shown(area)) {
        for (title, walls) in thermographs(area) {
            if let Some(scene) = plots::thermograph(walls, &title) {
                let _ = writeln!(
                    pictures,
                    "<figure class=\"plot small\">{}<figcaption>{}</figcaption></figure>",
                    svg(&scene),
                    escape(&title)
                );
            }
        }
    }
    if !pictures.is_empty() {
        let _ = writeln!(html, "<div class=\"row\">{pictures}</div>");
    }
    html
}

fn row(html: &mut String, area: &AreaReport) {
    let dash = || "–".to_string();
    let (count, worth) = match (&area.mean, &area.temperature, &area.ko) {
        (Some(mean), Some(temperature), _) => (mean.clone(), temperature.clone()),
        (_, _, Some(ko)) => {
            let of = |pick: fn(&workbench::solve::Master) -> &String| {
                let list: Vec<String> = [("Black", &ko.black_master), ("White", &ko.white_master)]
                    .into_iter()
                    .filter_map(|(who, master)| {
                        Some(format!("{} if {who} wins kos", pick(master.as_ref()?)))
                    })
                    .collect();
                if list.is_empty() { dash() } else { list.join(", ") }
            };
            (of(|master| &master.mean), of(|master| &master.temperature))
        }
        _ => (dash(), dash()),
    };
    let kind = match &area.kind {
        Some(kind) => kind.replace('_', " "),
        None => "not solved".to_string(),
    };
    let value = match (&area.value, &area.lower, &area.upper) {
        (Some(value), ..) => format!("<code>{}</code>", escape(value)),
        (None, Some(lower), Some(upper)) => {
            format!("between <code>{}</code> and <code>{}</code>", escape(lower), escape(upper))
        }
        _ => "–".to_string(),
    };
    let moves = |moves: &[MoveReport]| match moves {
        [] => dash(),
        moves => moves.iter().map(|mv| mv.mv.as_str()).collect::<Vec<_>>().join(" "),
    };
    let _ = writeln!(
        html,
        "<tr><th scope=\"row\">{}</th><td>{count}</td><td>{worth}</td><td>{kind}</td><td>{}</td>\
         <td>{}</td><td class=\"value\">{value}</td><td class=\"value\">{}</td></tr>",
        letter(area.id),
        moves(&area.black_moves),
        moves(&area.white_moves),
        area.points.join(" ")
    );
}

fn thermographs(area: &AreaReport) -> Vec<(String, &workbench::solve::Walls)> {
    let name = letter(area.id);
    if let Some(walls) = &area.thermograph {
        return vec![(format!("Thermograph of area {name}"), walls)];
    }
    let Some(ko) = &area.ko else { return Vec::new() };
    [("Black", &ko.black_master), ("White", &ko.white_master)]
        .into_iter()
        .filter_map(|(who, master)| {
            let title = format!("Thermograph of area {name} if {who} wins the kos");
            Some((title, &master.as_ref()?.thermograph))
        })
        .collect()
}
