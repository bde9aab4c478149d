//! Connection and cut: shapes that hold, and gaps between living walls where one move decides.

use board::{Color, Point, PointSet, Setup, Size};
use budget::Budget;
use cgt::Random;
use workbench::tactics::connection;

use crate::draft::{Collector, Draft};
use crate::exhaust::{Aim, Found, exhaust};
use crate::frame::{after, contested, fill, position, side, spoken, thin};

pub(crate) fn make(collector: &mut Collector) {
    drawn(collector);
    between_walls(collector);
}

fn drawn(collector: &mut Collector) {
    let list: &[(&str, &str, &str, &[&str])] = &[
        (
            "bamboo joint",
            "Two pairs of stones, a point apart: White takes one gap, Black the other.",
            "
            . . . . . . .
            . . . . . . .
            . . X . X . .
            . O X . X O .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
            &["AreConnected(C4, E4)", "AreSame(chain, C4, E5)"],
        ),
        (
            "diagonal",
            "Two ways to join: White can take only one.",
            "
            . . . . . . .
            . . . . . . .
            . . O X . . .
            . . . . X . .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
            &["AreConnected(D5, E4)", "AreSame(chain, D5, E4)"],
        ),
        (
            "diagonal, peeped",
            "One of the two ways is gone: now Black must join at D4.",
            "
            . . . . . . .
            . . . . . . .
            . . O X O . .
            . . O . X O .
            . . . . . . .
            . . . . . . .
            . . . . . . .",
            &["CanConnect(D5, E4, D4)"],
        ),
        (
            "hanging connection",
            "A white stone at C4 would be in atari: the tiger's mouth holds.",
            "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . X . X . . .
            . . O . . . .
            . . . . . . .
            . . . . . . .",
            &["AreConnected(B4, C5)", "AreConnected(C5, D4)", "AreConnected(B4, D4)"],
        ),
        (
            "table of four",
            "Both sides of the long knight's leg are Black's: the stones hang together.",
            "
            . . . . . . .
            . . . . . . .
            . . X . . . .
            . . . . . . .
            . . X X . . .
            . . . . . . .
            . . . . . . .",
            &["AreConnected(C5, C3)"],
        ),
        (
            "on the first line",
            "A stone on the first line, a point from the wall: Black joins underneath.",
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . X . . . X .
            . X O O O X .
            . X O . O X .
            . . X . X . .",
            &["CanConnect(C1, E1, D1)"],
        ),
        (
            "two stones at the edge",
            "A descent reaches under the enemy stone.",
            "
            . . . . . . .
            . . . . . . .
            . . . . . . .
            . . . O . . .
            . X X O X X .
            . . X . X . .
            . . . . . . .",
            &["CanConnect(C2, E2, D2)", "AreSame(block, C2, B3)"],
        ),
        (
            "take to connect",
            "The cutting stone is in atari: taking it joins everything.",
            "
            . . . . . . .
            . . . . . . .
            . X . X X . .
            . X O . X . .
            . . X X . . .
            . . . . . . .
            . . . . . . .",
            &["CanConnect(B4, C3, D4)"],
        ),
        (
            "the wedge",
            "Between two pairs of stones a wedge cuts nothing: Black takes it.",
            "
            . . . . . . .
            . . . X . . .
            . . X . X . .
            . . X . X . .
            . . . O . . .
            . . . . . . .
            . . . . . . .",
            &["AreConnected(C5, E5)", "AreConnected(C5, D6)"],
        ),
    ];
    for &(name, words, text, asserted) in list {
        for color in Color::BOTH {
            let Ok(setup) = text.parse::<Setup>() else { continue };
            // The second coloring would be the same problem.
            let setup = if color == Color::Black { setup } else { continue };
            collector
                .take(Draft::new(name, setup).words(words).asserting(asserted.iter().copied()));
        }
    }
}

/// What the slow search says, and the first moves that reach the aim.
struct Joined {
    /// With the owner and with the opponent first.
    first: [Found; 2],
    joins: PointSet,
    cuts: PointSet,
}

fn slow(setup: &Setup, owner: Color, from: Point, to: Point) -> Option<Joined> {
    let board = position(setup)?;
    let region = contested(&board);
    let aim = Aim::Join(from, to);
    let other = owner.opponent();
    let first =
        [exhaust(setup, &region, owner, aim, owner)?, exhaust(setup, &region, owner, aim, other)?];
    let mut found = Joined { first, joins: PointSet::EMPTY, cuts: PointSet::EMPTY };
    if found.first == [Found::Yes, Found::No] {
        for point in region.iter() {
            if let Some(next) = after(&board, owner, point)
                && exhaust(&next.setup(), &region, owner, aim, other)? == Found::Yes
            {
                found.joins.insert(point);
            }
            if let Some(next) = after(&board, other, point)
                && exhaust(&next.setup(), &region, owner, aim, owner)? == Found::No
            {
                found.cuts.insert(point);
            }
        }
    }
    Some(found)
}

/// A field of at most eight empty points; above and below it one color lives, to its left and
/// right the other.
fn field(random: &mut Random, owner: Color) -> Option<(Setup, Point, Point)> {
    let (wide, high) = (random.between(3, 4) as usize, random.between(2, 4) as usize);
    let size = Size::new(wide + 8, high + 6).ok()?;
    let mut setup = Setup::empty(size);
    let (mut own, mut other) = (PointSet::EMPTY, PointSet::EMPTY);
    let mut free = 0;
    for point in size.points() {
        let (x, y) = (point.column(), point.row());
        if y < 3 || y >= high + 3 {
            own.insert(point);
        } else if x < 4 || x >= wide + 4 {
            other.insert(point);
        } else {
            match random.between(0, 9) {
                0..=2 => setup.set(point, Some(owner)),
                3..=5 => setup.set(point, Some(owner.opponent())),
                _ => free += 1,
            }
        }
    }
    if !(3..=8).contains(&free) {
        return None;
    }
    let filled = fill(&mut setup, &own, owner) && fill(&mut setup, &other, owner.opponent());
    let middle = size.width() / 2;
    let lived = filled && position(&setup).is_some();
    lived.then_some((setup, size.point(middle, size.height() - 3)?, size.point(middle, 2)?))
}

fn between_walls(collector: &mut Collector) {
    let mut random = Random::new(31);
    let mut counts = [0; 4];
    let wanted = [12, 5, 4, 3];
    for round in 0..4000 {
        if counts == wanted {
            break;
        }
        let owner = Color::BOTH[round % 2];
        let Some((setup, from, to)) = field(&mut random, owner) else { continue };
        let Some(board) = position(&setup) else { continue };
        if board.anchor(from) == board.anchor(to) {
            continue;
        }
        let Some(found) = slow(&setup, owner, from, to) else { continue };
        let kind = match found.first {
            [Found::Yes, Found::No] if found.joins.len() == 1 && found.cuts.len() == 1 => 0,
            [Found::Yes, Found::Yes] => 1,
            [Found::No, Found::No] => 2,
            [Found::Ko, _] | [_, Found::Ko] => 3,
            _ => continue,
        };
        if counts[kind] == wanted[kind] {
            continue;
        }
        let fast = connection(&board, from, to, 50_000, &mut Budget::nodes(300_000));
        let word = |found: Found, joins: bool| match found {
            Found::Ko => "ko",
            Found::Yes if joins => "success",
            Found::No if !joins => "success",
            _ => "failure",
        };
        let agrees = fast.defender_first.result == word(found.first[0], true)
            && fast.attacker_first.result == word(found.first[1], false);
        if !agrees {
            // The fast reading is allowed not to see everything; then we do not ask it.
            continue;
        }
        let (own, other) = (side(owner), side(owner.opponent()));
        let list = |set: &PointSet| set.iter().map(|p| p.to_string()).collect::<Vec<_>>();
        let (name, words, asserted) = match kind {
            0 => (
                "one move decides",
                format!(
                    "{own} joins the two sides at {}; {other} cuts at {}.",
                    spoken(&list(&found.joins), "or"),
                    spoken(&list(&found.cuts), "or")
                ),
                vec![
                    format!("CanConnect({from}, {to}, {})", list(&found.joins).join(" ")),
                    format!("CanCut({from}, {to}, {})", list(&found.cuts).join(" ")),
                ],
            ),
            1 => (
                "joined as it stands",
                format!("{own} need not move: whatever {other} tries, the two sides join."),
                vec![format!("AreConnected({from}, {to})"), format!("CanCut({from}, {to}) = no")],
            ),
            2 => (
                "cut as it stands",
                format!(
                    "{other} need not move: even moving first, {own} cannot join the two sides."
                ),
                vec![format!("CanConnect({from}, {to}) = no")],
            ),
            _ => {
                let phrase = |found: Found, own_first: bool| match (found, own_first) {
                    (Found::Ko, _) => "a ko decides",
                    (Found::Yes, _) => "the two sides join",
                    (Found::No, _) => "they stay apart",
                };
                (
                    "a ko for the connection",
                    format!(
                        "{own} first: {}. {other} first: {}.",
                        phrase(found.first[0], true),
                        phrase(found.first[1], false)
                    ),
                    [("CanConnect", 0), ("CanCut", 1)]
                        .iter()
                        .map(|&(question, i)| {
                            let answer = match word(found.first[i], i == 0) {
                                "success" => "yes",
                                "failure" => "no",
                                _ => "ko",
                            };
                            format!("{question}({from}, {to}) = {answer}")
                        })
                        .collect(),
                )
            }
        };
        let thinned = thin(&thin(&setup, owner), owner.opponent());
        // The stones named must still be there.
        if thinned.stone(from).is_none() || thinned.stone(to).is_none() {
            continue;
        }
        let mut draft =
            Draft::new(name, thinned).words(words).asserting(asserted).warrant("estimate");
        draft.setup.to_play = owner;
        if !collector.knows(&draft, 4) && collector.take(draft) {
            counts[kind] += 1;
        }
    }
}
