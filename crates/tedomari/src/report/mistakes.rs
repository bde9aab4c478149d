//! A mistake on the page: the board, what was better and why that is certain.

use std::fmt::Write;

use board::{Move, Point, PointSet, Position};
use workbench::diagram::{Diagram, Mark};
use workbench::figure;
use workbench::load::Loaded;
use workbench::picture::{escape, svg};
use workbench::report::{Judged, Moment};
use workbench::solve::{AreaReport, Step};

use super::{areas, letter, position_at, words};

/// The most moves of a line that are drawn.
const MOST_MOVES: usize = 30;

/// The most thermographs beside a mistake.
const MOST_THERMOGRAPHS: usize = 6;

/// The part of the page about one move; `before` is the position it was played in.
pub(super) fn section(loaded: &Loaded, judged: &Judged, before: &Moment) -> String {
    let mut html = format!(
        "<section class=\"mistake\" id=\"move-{}\"><h3>Move {}: {} {} costs {}</h3>\n<p>{} {}</p>\n",
        judged.number,
        judged.number,
        words::player(&judged.color),
        judged.mv,
        words::cost(judged),
        escape(&words::sentence(judged)),
        words::warrant(judged.warrant)
    );
    let position = position_at(loaded, before.moves);
    html.push_str("<div class=\"row\">");
    let board = board(&position, judged, before);
    let caption = format!(
        "Before move {}. Cross: the move played. Triangle: moves that lose nothing. Shaded: areas, \
         with their letters.",
        judged.number
    );
    let _ = writeln!(
        html,
        "<figure>{}<figcaption>{}</figcaption></figure>",
        svg(&board.scene()),
        escape(&caption)
    );
    if let Some(line) = line(&position, &judged.line) {
        let notes = line.caption.clone();
        let mut line = line;
        line.caption = format!("Best play instead of move {}", judged.number);
        let _ = writeln!(
            html,
            "<figure>{}<figcaption>Best play of both sides from here. {}</figcaption></figure>",
            svg(&line.scene()),
            escape(&notes)
        );
    }
    html.push_str("</div>\n");
    let answer = &before.answer;
    let matters = |area: &AreaReport| area.kind.as_deref() != Some("number");
    let live: Vec<&AreaReport> = answer.areas.iter().filter(|area| matters(area)).collect();
    let concerned = |area: &AreaReport| {
        judged.area == Some(area.id)
            || judged.better.iter().any(|mv| area.points.contains(mv))
            || area.id <= MOST_THERMOGRAPHS
    };
    if !live.is_empty() {
        html.push_str(&areas::table(&live, "The areas before the move", &concerned));
    }
    let assumptions = words::assumptions(answer);
    if !assumptions.is_empty() {
        html.push_str("<details><summary>What is assumed</summary><ul>\n");
        for one in assumptions {
            let _ = writeln!(html, "<li>{}</li>", escape(&one));
        }
        html.push_str("</ul></details>\n");
    }
    html.push_str("</section>\n");
    html
}

/// The board before the move with its areas.
fn board(position: &Position, judged: &Judged, before: &Moment) -> Diagram {
    let mut diagram = Diagram::new(position.setup());
    diagram.caption = format!("Before move {}", judged.number);
    let point = |name: &String| name.parse::<Point>().ok();
    for mv in judged.better.iter().filter_map(point) {
        diagram.marks.insert(mv, Mark::Triangle);
    }
    if let Some(mv) = point(&judged.mv) {
        diagram.marks.insert(mv, Mark::Cross);
    }
    for area in &before.answer.areas {
        if area.kind.as_deref() == Some("number") {
            continue;
        }
        let points: PointSet = area.points.iter().filter_map(point).collect();
        diagram.shaded |= points;
        let free = |at: &Point| position.is_empty(*at) && !diagram.marks.contains_key(at);
        if let Some(at) = points.iter().find(free) {
            diagram.labels.insert(at, letter(area.id));
        }
    }
    diagram
}

/// A line as a figure numbered from 1.
fn line(position: &Position, steps: &[Step]) -> Option<Diagram> {
    let mut board = position.clone();
    let start = board.moves().len();
    for step in steps.iter().take(MOST_MOVES) {
        let color = step.color.parse().ok()?;
        let mv = match step.mv.as_str() {
            "pass" => Move::Pass,
            name => Move::Play(name.parse().ok()?),
        };
        if board.play(color, mv).is_err() {
            break;
        }
    }
    let played = board.moves().len() - start;
    if played == 0 {
        return None;
    }
    // Numbers count from the first move of the line.
    let mut bare = Position::from_setup(&position.setup(), *position.rules()).ok()?;
    let moves: Vec<_> = board.moves().skip(start).collect();
    for (color, mv) in moves {
        bare.play(color, mv).ok()?;
    }
    Some(figure::figure(&bare, 0, 1))
}
