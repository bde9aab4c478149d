//! The marks that a record puts on a position: letters, shapes, territory, and which part
//! of the board it wants to be seen.

use std::collections::BTreeMap;

use board::{Color, Point, PointSet, Size};
use sgf::{Game, Node};

use crate::diagram::Mark;
use crate::notation::on_board;

/// The marks of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Markup {
    /// LB: short texts.
    pub labels: BTreeMap<Point, String>,
    /// TR, SQ, CR, MA, TB and TW.
    pub marks: BTreeMap<Point, Mark>,
    /// VW: what is to be seen; empty for the whole board.
    pub view: PointSet,
}

/// The marks at the end of a game's main line, or after so many moves of it.
pub fn markup(game: Game<'_>, size: Size, moves: Option<usize>) -> Markup {
    let mut found = Markup::default();
    let mut played = 0;
    for node in game.main_line() {
        let plays = ["B", "W"].iter().filter(|name| node.has(name)).count();
        if plays > 0 && moves.is_some_and(|most| played >= most) {
            break;
        }
        played += plays;
        // VW holds until it is set anew; all others belong to their node alone.
        let view = if node.has("VW") { points(node, "VW", size) } else { found.view };
        found = Markup { view, ..read(node, size) };
    }
    found
}

fn read(node: Node<'_>, size: Size) -> Markup {
    let mut found = Markup::default();
    let names = [
        ("TR", Mark::Triangle),
        ("SQ", Mark::Square),
        ("CR", Mark::Circle),
        ("MA", Mark::Cross),
        ("TB", Mark::Territory(Color::Black)),
        ("TW", Mark::Territory(Color::White)),
    ];
    for (name, mark) in names {
        for point in points(node, name, size) {
            found.marks.entry(point).or_insert(mark);
        }
    }
    for value in node.values("LB") {
        let text = value.simple_text();
        let Some((place, label)) = text.split_once(':') else { continue };
        let place = sgf::Point::from_letters(place.trim()).and_then(|at| on_board(at, size));
        if let Some(point) = place {
            found.labels.insert(point, label.trim().to_string());
        }
    }
    found
}

fn points(node: Node<'_>, name: &str, size: Size) -> PointSet {
    node.points(name).flatten().filter_map(|point| on_board(point, size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sgf: &str, moves: Option<usize>) -> Markup {
        let collection = sgf::parse(sgf);
        markup(collection.game(0).unwrap(), Size::square(9).unwrap(), moves)
    }

    #[test]
    fn a_view_holds_on_and_marks_do_not() {
        let sgf = "(;SZ[9]VW[aa:cc]TR[aa];B[ee]LB[ee:x][bb:12]TW[ii][zz];W[aa]VW[])";
        let first = read(sgf, Some(1));
        assert_eq!(first.view.len(), 9);
        assert_eq!(first.labels.len(), 2);
        assert_eq!(first.labels[&"B8".parse().unwrap()], "12");
        let white = Mark::Territory(Color::White);
        assert_eq!(first.marks, BTreeMap::from([("J1".parse().unwrap(), white)]));
        assert_eq!(read(sgf, None), Markup::default());
        assert_eq!(read(sgf, Some(0)).marks.len(), 1);
    }
}
