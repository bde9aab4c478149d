//! The record of the game with values, marks, sentences and best lines, for any SGF editor.

use board::{Color, Move, Size};
use sgf::{Colour, Emphasis, Node, NodeId, Tree};
use workbench::notation::{colour, move_to_sgf, to_sgf};
use workbench::report::{GameReport, Judged, Moment, Verdict};
use workbench::solve::{AreaReport, Number};

use super::{letter, words};

/// The most moves of a line that is added.
const MOST_MOVES: usize = 60;

/// The game with all that the report says written into it. Other lines of the record are kept.
pub(crate) fn record(game: sgf::Game<'_>, report: &GameReport, komi_in_halves: i32) -> Tree {
    let mut tree = Tree::new();
    let size = Size::new(report.width, report.height).ok();
    let line: Vec<Node<'_>> = game.main_line().collect();
    let mut here = tree.root();
    let mut played = 0;
    // The node before each move.
    let mut before: Vec<(usize, NodeId)> = Vec::new();
    for (i, &node) in line.iter().enumerate() {
        if i > 0 {
            let parent = here;
            here = tree.add(parent).id();
            before.push((played + 1, parent));
            for other in line[i - 1].children().filter(|child| *child != node) {
                tree.graft(parent, other);
            }
        }
        copy(&mut tree, here, node);
        let plays = ["B", "W"].iter().filter(|name| node.has(name)).count();
        played += plays;
        if plays > 0
            && let Some(judged) = report.judged.iter().find(|judged| judged.number == played)
        {
            judge(&mut tree, here, judged, report);
        }
        // The position after `played` moves ends with the last node before the next move.
        let ends = line.get(i + 1).is_none_or(|next| next.has("B") || next.has("W"));
        if let (true, Some(moment), Some(size)) = (ends, report.moment(played), size) {
            describe(&mut tree, here, moment, report, komi_in_halves, size);
        }
    }
    if let Some(size) = size {
        variations(&mut tree, &before, report, size);
    }
    tree
}

fn copy(tree: &mut Tree, to: NodeId, from: Node<'_>) {
    for property in from.properties() {
        let values: Vec<String> = property.values().map(|value| value.raw().to_string()).collect();
        tree.at(to).raw(&property.name(), values);
    }
}

/// Adds a text before the comment that is there.
fn comment(tree: &mut Tree, at: NodeId, text: &str) {
    let before = tree.node(at).text("C").map(|text| text.into_owned()).unwrap_or_default();
    let text = match before.as_str() {
        "" => text.to_string(),
        before => format!("{text}\n\n{before}"),
    };
    tree.at(at).comment(&text);
}

fn judge(tree: &mut Tree, at: NodeId, judged: &Judged, report: &GameReport) {
    match judged.verdict {
        Verdict::Mistake => {
            let large = matches!(judged.cost, Some([Number::Whole(points), _]) if points >= 3);
            let emphasis = if large { Emphasis::Strong } else { Emphasis::Normal };
            tree.at(at).without("TE").bad_move(emphasis);
            tree.at(at).named(&format!("Costs {}", words::cost(judged)));
            let text = format!("{} {}", words::sentence(judged), words::warrant(judged.warrant));
            comment(tree, at, &text);
        }
        Verdict::Good if is_only_move(judged, report) => {
            tree.at(at).good_move(Emphasis::Normal);
        }
        Verdict::Open => comment(tree, at, &words::sentence(judged)),
        _ => {}
    }
}

/// Whether every other move would have lost something.
fn is_only_move(judged: &Judged, report: &GameReport) -> bool {
    let before = report.moment(judged.number - 1);
    before.is_some_and(|moment| moment.answer.best_moves == [judged.mv.clone()])
}

/// Value, heat, letters and, at the end, territory.
fn describe(
    tree: &mut Tree,
    at: NodeId,
    moment: &Moment,
    report: &GameReport,
    komi_in_halves: i32,
    size: Size,
) {
    if let Some(Number::Whole(points)) = moment.score {
        tree.at(at).value_in_halves(2 * points - i64::from(komi_in_halves));
    }
    let hottest = report
        .positions
        .iter()
        .filter_map(|moment| {
            Some((moment.moves, super::plots::value(moment.temperature.as_ref()?)?))
        })
        .fold(None, |best: Option<(usize, f32)>, one| match best {
            Some(best) if best.1 >= one.1 => Some(best),
            _ => Some(one),
        });
    if hottest.is_some_and(|(moves, _)| moves == moment.moves) {
        tree.at(at).hot(Emphasis::Normal);
    }
    let taken: Vec<String> = tree
        .node(at)
        .values("LB")
        .filter_map(|value| value.raw().split_once(':').map(|(point, _)| point.to_string()))
        .collect();
    let place = |name: &String| Some(to_sgf(size.parse_point(name).ok()?, size));
    for area in moment.answer.areas.iter().filter(|area| area.kind.as_deref() != Some("number")) {
        if let Some(point) = key(area).and_then(|name| place(&name))
            && !taken.contains(&point.to_string())
        {
            tree.at(at).label(point, &letter(area.id));
        }
    }
    if moment.moves == report.moves {
        let territory = &moment.answer.territory;
        for (name, points) in [("TB", &territory.black), ("TW", &territory.white)] {
            let points: Vec<sgf::Point> = points.iter().filter_map(place).collect();
            if !points.is_empty() && !tree.node(at).has(name) {
                tree.at(at).points(name, points);
            }
        }
        if let Some(score) = &report.end.score {
            comment(tree, at, &format!("With best play the game ends {score}."));
        }
    }
}

/// The point that an area's letter stands on: where somebody wants to play.
fn key(area: &AreaReport) -> Option<String> {
    let moves = || area.black_moves.iter().chain(&area.white_moves).map(|mv| mv.mv.clone());
    moves().find(|name| area.points.contains(name)).or_else(|| area.points.first().cloned())
}

/// Adds what should have been played beside each mistake.
fn variations(tree: &mut Tree, before: &[(usize, NodeId)], report: &GameReport, size: Size) {
    for judged in report.mistakes() {
        // The last node before the move is the one that the move follows.
        let place = before.iter().rfind(|(number, _)| *number == judged.number);
        let Some(&(_, parent)) = place else { continue };
        let steps: Vec<(Colour, sgf::Move)> = judged
            .line
            .iter()
            .take(MOST_MOVES)
            .map_while(|step| {
                let color: Color = step.color.parse().ok()?;
                let mv: Move = step.mv.parse().ok()?;
                Some((colour(color), move_to_sgf(mv, size)))
            })
            .collect();
        let steps = match (steps.is_empty(), judged.better.first()) {
            (false, _) => steps,
            (true, Some(better)) => {
                let color: Option<Color> = judged.color.parse().ok();
                let mv: Option<Move> = better.parse().ok();
                let step = color.zip(mv).map(|(color, mv)| (colour(color), move_to_sgf(mv, size)));
                step.into_iter().collect()
            }
            (true, None) => continue,
        };
        let mut at = parent;
        for (i, (colour, mv)) in steps.into_iter().enumerate() {
            let node = tree.add(at).play(colour, mv);
            at = match i {
                0 => node
                    .good_move(Emphasis::Normal)
                    .comment(&format!("This loses nothing. {}", words::warrant(judged.warrant)))
                    .id(),
                _ => node.id(),
            };
        }
    }
}
