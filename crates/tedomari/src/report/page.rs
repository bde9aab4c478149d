//! The page: self-contained, light and dark, for screens, paper and screen readers.

use std::fmt::Write;

use board::{Color, Point};
use workbench::diagram::{Diagram, Mark};
use workbench::load::Loaded;
use workbench::picture::{Scene, escape, svg};
use workbench::report::{GameReport, Judged, Moment, Verdict};
use workbench::solve::Number;

use super::{mistakes, plots, position_at, words};

/// The whole page.
pub(crate) fn page(report: &GameReport, loaded: &Loaded) -> String {
    let title = words::title(report);
    let mut html = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Endgame report: {title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n\
         <h1>Endgame report: {title}</h1>\n<p>{}</p>\n",
        escape(&particulars(report)),
        title = escape(&title),
    );
    html.push_str("<section><h2>What was found</h2>\n");
    for sentence in words::overview(report) {
        let _ = writeln!(html, "<p>{}</p>", escape(&sentence));
    }
    html.push_str("</section>\n");
    plots(&mut html, report);
    mistaken(&mut html, report, loaded);
    moves(&mut html, report);
    end(&mut html, report, loaded);
    html.push_str(WARRANTS);
    let _ = write!(
        html,
        "</main>\n<footer><p>Made by tedomari report; {} positions looked at, {:.0} seconds.</p></footer>\n\
         </body>\n</html>\n",
        report.stats.nodes, report.stats.seconds
    );
    html
}

fn particulars(report: &GameReport) -> String {
    let mut parts = Vec::new();
    parts.extend(report.game.event.clone());
    parts.extend(report.game.date.clone());
    parts.push(format!("{} rules", report.rules));
    parts.push(format!("komi {}", report.komi));
    parts.push(format!("{} moves", report.moves));
    parts.extend(report.game.result.as_ref().map(|result| format!("result {result}")));
    parts.join(", ") + "."
}

fn plots(html: &mut String, report: &GameReport) {
    let drawn = [
        (
            plots::temperature(report),
            "Temperature: what the largest move on the board is worth. Rings: there may be larger moves, in a ko or in a part that is not solved.",
        ),
        (
            plots::score(report),
            "Score on the board with best play, Black minus White, without komi. Bars: only bounds are known. Triangles with a number: a certain mistake, drawn at the position after it. Between positions the line may also move because other things are assumed.",
        ),
    ];
    if drawn.iter().all(|(scene, _)| scene.is_none()) {
        return;
    }
    html.push_str("<section><h2>The game move by move</h2>\n");
    for (scene, caption) in drawn {
        if let Some(scene) = scene {
            figure(html, &scene, "plot", caption);
        }
    }
    html.push_str("</section>\n");
}

fn figure(html: &mut String, scene: &Scene, class: &str, caption: &str) {
    let _ = writeln!(
        html,
        "<figure class=\"{class}\">{}<figcaption>{}</figcaption></figure>",
        svg(scene),
        escape(caption)
    );
}

fn mistaken(html: &mut String, report: &GameReport, loaded: &Loaded) {
    html.push_str("<section><h2>Certain mistakes</h2>\n");
    if report.mistakes().next().is_none() {
        html.push_str("<p>None was found in the moves that could be judged.</p>\n");
    }
    for judged in report.mistakes() {
        if let Some(before) = report.moment(judged.number - 1) {
            html.push_str(&mistakes::section(loaded, judged, before));
        }
    }
    html.push_str("</section>\n");
    // Where a ko is open, what is lost if nobody makes threats is of interest, too.
    let open: Vec<&Judged> = words::lost_without_threats(report).collect();
    if !open.is_empty() {
        html.push_str("<section><h2>Moves on which a ko decides</h2>\n<ul>\n");
        for judged in open {
            let _ = writeln!(html, "<li>{}</li>", escape(&words::sentence(judged)));
        }
        html.push_str("</ul></section>\n");
    }
}

/// The table of moves.
fn moves(html: &mut String, report: &GameReport) {
    if report.judged.is_empty() {
        return;
    }
    html.push_str(
        "<section><h2>All moves looked at</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"group\" aria-label=\"All moves looked at\"><table>\
         <caption>Score and temperature are those of the board before the move, with best play of \
         both.</caption><thead><tr><th scope=\"col\">Move</th><th scope=\"col\">Player</th>\
         <th scope=\"col\">Point</th><th scope=\"col\">Score</th><th scope=\"col\">Temperature</th>\
         <th scope=\"col\">Cost</th><th scope=\"col\">Warrant</th><th scope=\"col\">Remark</th>\
         </tr></thead><tbody>\n",
    );
    for judged in &report.judged {
        row(html, judged, report.moment(judged.number - 1));
    }
    html.push_str("</tbody></table></div></section>\n");
}

fn row(html: &mut String, judged: &Judged, before: Option<&Moment>) {
    let score = before.map_or("–".to_string(), score_of);
    let temperature =
        match before.and_then(|moment| moment.temperature.as_ref().map(|t| (t, moment.hotter))) {
            Some((temperature, false)) => temperature.clone(),
            Some((temperature, true)) => format!("at least {temperature}"),
            None => "–".to_string(),
        };
    let cost = match judged.verdict {
        Verdict::Doubtful | Verdict::Unknown => "–".to_string(),
        Verdict::Good => "0".to_string(),
        Verdict::Mistake | Verdict::Open => words::cost(judged),
    };
    let mut remark = judged.why.clone().unwrap_or_default();
    if let Some(quiet) = &judged.cost_without_threats {
        remark = format!("{remark}; {} if nobody makes ko threats", words::points(quiet));
    }
    if judged.verdict == Verdict::Mistake {
        remark = match words::either(&judged.better).as_str() {
            "" => "certain mistake".to_string(),
            better => format!("certain mistake; {better} loses nothing"),
        };
    }
    let number = match judged.verdict {
        Verdict::Mistake => format!("<a href=\"#move-{n}\">{n}</a>", n = judged.number),
        _ => judged.number.to_string(),
    };
    let _ = writeln!(
        html,
        "<tr><th scope=\"row\">{number}</th><td>{}</td><td>{}</td><td>{score}</td><td>{temperature}</td>\
         <td>{cost}</td><td>{}</td><td class=\"value\">{}</td></tr>",
        words::player(&judged.color),
        judged.mv,
        words::short_warrant(judged.warrant),
        escape(&remark)
    );
}

fn score_of(moment: &Moment) -> String {
    match (&moment.score, &moment.bounds) {
        (Some(score), _) => words::score(score),
        (None, Some([low, high])) => format!("{} to {}", words::score(low), words::score(high)),
        (None, None) => "–".to_string(),
    }
}

/// The board at the end with whose the points are.
fn end(html: &mut String, report: &GameReport, loaded: &Loaded) {
    let Some(last) = report.positions.last() else { return };
    let mut diagram = Diagram::new(position_at(loaded, last.moves).setup());
    diagram.caption = format!("After move {}", last.moves);
    let sides = [
        (Color::Black, &last.answer.territory.black),
        (Color::White, &last.answer.territory.white),
    ];
    for (color, points) in sides {
        for point in points.iter().filter_map(|name| name.parse::<Point>().ok()) {
            diagram.marks.insert(point, Mark::Territory(color));
        }
    }
    let open = match &last.answer.unsolved[..] {
        [] => String::new(),
        parts => {
            let reasons: Vec<String> = parts.iter().map(|part| part.why.clone()).collect();
            format!(" Not solved: {}.", reasons.join("; "))
        }
    };
    let score = match &last.score {
        Some(Number::Whole(0)) => " On the board it is even.".to_string(),
        Some(score) => format!(" On the board: {}.", words::score(score)),
        None => String::new(),
    };
    html.push_str("<section><h2>The last position</h2>\n");
    let caption = format!(
        "Filled squares are Black's points, open squares White's; on a stone they mean that it is \
         dead.{score}{open}"
    );
    figure(html, &diagram.scene(), "board", &caption);
    let assumptions = words::assumptions(&last.answer);
    if !assumptions.is_empty() {
        html.push_str("<details><summary>What is assumed</summary><ul>\n");
        for one in assumptions {
            let _ = writeln!(html, "<li>{}</li>", escape(&one));
        }
        html.push_str("</ul></details>\n");
    }
    html.push_str("</section>\n");
}

const WARRANTS: &str = "<section><h2>How sure this is</h2>\n<dl>\
<dt>proved</dt><dd>Follows from the rules alone, for the board before and after the move.</dd>\
<dt>assuming</dt><dd>Exact for the board before and after the move if the same things, listed with \
the move, are taken for granted: that stones which clearly live do live, that inner points are \
their owner's, and that hard parts which nobody touched again are settled as they were counted.</dd>\
<dt>bounds</dt><dd>A ko matters. The cost lies between these numbers, whoever wins it, under the \
same assumptions.</dd>\
<dt>none</dt><dd>Nothing is claimed; the remark says why. Moves on ground that was taken as settled \
are never called mistakes, nor are those beside stones which may need them to live.</dd>\
</dl></section>\n";

const STYLE: &str = "\
:root{color-scheme:light dark;--paper:#fff;--ink:#1a1a1a;--line:#8a8a8a;--soft:#f3f3f0}
@media (prefers-color-scheme:dark){:root{--paper:#17181a;--ink:#ececec;--line:#8f8f8f;--soft:#242629}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
main,footer{max-width:70rem;margin:0 auto;padding:1rem}
h1{font-size:1.6rem}h2{margin-top:2rem;border-bottom:1px solid var(--line)}
a{color:inherit}
figure{margin:1rem 0}figcaption{font-size:.9rem;max-width:42rem}
svg{max-width:100%;height:auto}
.plot svg{color:var(--ink);fill:currentColor}
.plot [stroke=\"#000000\"]{stroke:currentColor}
.row{display:flex;flex-wrap:wrap;gap:1rem;align-items:flex-start}
.row figure{flex:0 1 26rem}.row .small{flex:0 1 15rem}
.wide{overflow-x:auto}
table{border-collapse:collapse;font-size:.95rem}
caption{text-align:left;padding:.3rem 0}
th,td{border:1px solid var(--line);padding:.25rem .5rem;text-align:left;vertical-align:top}
thead th{background:var(--soft)}
.value{max-width:22rem;overflow-wrap:anywhere}
summary{cursor:pointer}
dt{font-weight:bold}
@media print{:root{--paper:#fff;--ink:#000}main,footer{max-width:none;padding:0}
.mistake,figure,tr{break-inside:avoid}h2,h3{break-after:avoid}.wide{overflow:visible}}
";
