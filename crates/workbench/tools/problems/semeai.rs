//! Races for liberties: two blocks between living walls, with liberties outside and between
//! them, and eyes.

use board::{Color, Point, Setup};
use budget::Budget;
use tactics::semeai::{Verdict, race};

use crate::draft::{Collector, Draft};
use crate::exhaust::{Aim, Found, exhaust};
use crate::frame::{contested, drawing, position, side, thin};

/// Liberties outside of Black's and White's block, liberties between them, and points of an
/// eye of each.
struct Race {
    outside: [usize; 2],
    between: usize,
    eyes: [usize; 2],
    words: &'static str,
}

const fn r(outside: [usize; 2], between: usize, eyes: [usize; 2], words: &'static str) -> Race {
    Race { outside, between, eyes, words }
}

const RACES: &[Race] = &[
    r([1, 1], 0, [0, 0], "One liberty each: who moves first takes the other."),
    r([2, 2], 0, [0, 0], "The same number of liberties: who moves first is a move ahead."),
    r([3, 2], 0, [0, 0], "Three liberties against two: the longer block wins even moving second."),
    r([2, 3], 0, [0, 0], "Two liberties against three: one short is lost, even moving first."),
    r([2, 4], 0, [0, 0], "Two liberties against four are too few, whoever moves first."),
    r([3, 3], 0, [0, 0], "Three liberties each: count, then move first."),
    r([2, 2], 1, [0, 0], "One common liberty counts for both: fill the outside first."),
    r(
        [1, 2],
        1,
        [0, 0],
        "One common liberty changes nothing in the count: one against two outside.",
    ),
    r([3, 1], 1, [0, 0], "Far ahead outside, with one common liberty."),
    r(
        [1, 1],
        2,
        [0, 0],
        "Two common liberties without eyes: nobody can fill them last, so it is seki unless somebody is far ahead.",
    ),
    r(
        [2, 1],
        2,
        [0, 0],
        "Two common liberties: one liberty ahead outside decides only with the move.",
    ),
    r([3, 1], 2, [0, 0], "Two common liberties: two ahead outside wins even moving second."),
    r([2, 2], 2, [0, 0], "Even outside, two common liberties: seki."),
    r([0, 0], 2, [0, 0], "Nothing but two common liberties: seki as it stands."),
    r([1, 1], 3, [0, 0], "Three common liberties: nobody is far enough ahead, so it is seki."),
    r(
        [3, 0],
        3,
        [0, 0],
        "Three common liberties: three ahead outside are enough, even moving second.",
    ),
    r([1, 1], 0, [1, 1], "An eye each and no common liberty: the count alone decides."),
    r([0, 1], 1, [1, 0], "An eye against none: the common liberty is the eye owner's."),
    r([0, 2], 1, [1, 0], "An eye against none: common liberties count for the side with the eye."),
    r([0, 3], 1, [1, 0], "An eye wins no race by itself: three outside liberties are too many."),
    r([1, 2], 2, [0, 1], "White has the eye: both common liberties are White's."),
    r([0, 0], 1, [1, 1], "An eye each and a common liberty: neither can approach. Seki."),
    r(
        [1, 1],
        1,
        [1, 1],
        "An eye each and a common liberty: outside liberties may be filled, the common one by neither. Seki.",
    ),
    r(
        [2, 0],
        1,
        [1, 1],
        "An eye each and a common liberty would be seki, but Black is so far ahead outside that he can fill it.",
    ),
    r([0, 0], 2, [1, 1], "An eye each and two common liberties: seki."),
    r(
        [0, 3],
        0,
        [3, 0],
        "An eye of three points against three liberties: the middle of the eye decides, for two eyes win every race.",
    ),
    r([0, 2], 1, [3, 0], "A big eye against none: the common liberty counts for the eye."),
    r(
        [0, 4],
        0,
        [3, 0],
        "An eye of three points against four liberties: White must begin in the middle of the eye, or Black makes two eyes there.",
    ),
    r(
        [0, 1],
        1,
        [3, 1],
        "A big eye against a small one: Black's middle makes two eyes; if White plays there first, it is seki.",
    ),
    r(
        [1, 0],
        1,
        [1, 3],
        "A small eye against a big one: White's middle makes two eyes; if Black plays there first, it is seki.",
    ),
    r(
        [3, 0],
        0,
        [0, 3],
        "Three liberties outside against an eye of three points: both want the middle of the eye.",
    ),
    r(
        [1, 3],
        1,
        [0, 0],
        "Too far behind: one liberty and a common one against three and the same.",
    ),
    r([4, 4], 0, [0, 0], "Four liberties each: nothing else to do but count."),
    r([4, 2], 2, [0, 0], "Two common liberties: the two ahead outside just suffice."),
];

pub(crate) fn make(collector: &mut Collector) {
    for (index, race) in RACES.iter().enumerate() {
        let first = Color::BOTH[index % 2];
        if let Some(draft) = draft(race, first) {
            collector.take(draft);
        } else {
            collector.dropped.push(format!("race {index} is not decided in two ways"));
        }
    }
}

/// The board: from the top White's wall, Black's outside liberties, Black's block, the common
/// liberties, White's block, White's outside liberties, Black's wall.
fn setup(race: &Race) -> Option<(Setup, Point, Point)> {
    let longest = race.outside[0].max(race.outside[1]).max(race.between).max(race.eyes[0] + 2);
    let width = longest.max(race.eyes[1] + 2).max(5) + 1;
    let row = |open: usize, fill: char| -> String {
        (0..width).map(|x| if x < open { '.' } else { fill }).collect::<String>() + "\n"
    };
    let full = |c: char| c.to_string().repeat(width) + "\n";
    let eye = |points: usize, c: char| -> String {
        (0..width).map(|x| if x > 0 && x <= points { '.' } else { c }).collect::<String>() + "\n"
    };
    let mut text = String::new();
    text.push_str(&(full('P') + &full('P') + &full('P')));
    text.push_str(&row(race.outside[0], 'P'));
    text.push_str(&full('X'));
    if race.eyes[0] > 0 {
        text.push_str(&(eye(race.eyes[0], 'X') + &full('X')));
    }
    // Common liberties end at a stone of either side, which changes nothing.
    text.push_str(&row(race.between, if race.between.is_multiple_of(2) { 'X' } else { 'O' }));
    text.push_str(&full('O'));
    if race.eyes[1] > 0 {
        text.push_str(&(eye(race.eyes[1], 'O') + &full('O')));
    }
    text.push_str(&row(race.outside[1], 'Q'));
    text.push_str(&(full('Q') + &full('Q') + &full('Q')));
    let walls = |mine: char| text.replace(mine, "_");
    // Both walls are filled, one after the other.
    let white = drawing(&walls('P').replace('Q', "."), Color::White)?;
    let black = drawing(&walls('Q').replace('P', "."), Color::Black)?;
    let mut setup = white.clone();
    setup.black |= black.black;
    let height = setup.size.height();
    let own = setup.size.point(width - 1, height - 5)?;
    let below = if race.eyes[1] > 0 { 6 } else { 4 };
    let other = setup.size.point(width - 1, below)?;
    Some((setup, own, other))
}

fn draft(spec: &Race, first: Color) -> Option<Draft> {
    let (setup, black, white) = setup(spec)?;
    let mut setup = thin(&thin(&setup, Color::White), Color::Black);
    setup.to_play = first;
    let position = position(&setup)?;
    let (own, other) = if first == Color::Black { (black, white) } else { (white, black) };
    let mut asserted = Vec::new();
    let mut answers = Vec::new();
    for (own, other) in [(own, other), (other, own)] {
        let mover = position.stone(own)?;
        let verdict = race(&position, own, other, 200_000, &mut Budget::unlimited()).ok()??;
        if verdict.exhausted {
            return None;
        }
        // The slow way: who captures whom, if everything else may be played, too.
        let region = contested(&position);
        let attack = exhaust(&setup, &region, mover, Aim::Capture(other, Some(own)), mover)?;
        let loss =
            exhaust(&setup, &region, mover.opponent(), Aim::Capture(own, Some(other)), mover)?;
        let slow = match (attack, loss) {
            (Found::Yes, _) => Verdict::Win,
            (_, Found::Yes) => Verdict::Loss,
            (Found::No, Found::No) => Verdict::Seki,
            _ => Verdict::Ko,
        };
        if slow != verdict.verdict() {
            println!("two answers: {slow:?} and {:?}\n{setup}", verdict.verdict());
            return None;
        }
        let (word, spoken) = match slow {
            Verdict::Win => ("win", "wins"),
            Verdict::Loss => ("loss", "loses"),
            Verdict::Seki => ("seki", "gets a seki"),
            Verdict::Ko => ("ko", "gets a ko"),
        };
        asserted.push(format!("Race({own}, {other}) = {word}"));
        answers.push(format!("{} first {spoken}", side(mover)));
    }
    let count = |color: Color| {
        let at = if color == Color::Black { black } else { white };
        format!("{} {}", side(color), position.liberties(at))
    };
    for stone in [black, white] {
        asserted.push(format!("Liberties({stone}) = {}", position.liberties(stone)));
    }
    let name = format!("{} liberties, {}", count(Color::Black), count(Color::White));
    let words = format!("{} {}.", spec.words, answers.join("; "));
    Some(Draft::new(name, setup).words(words).asserting(asserted).warrant("estimate"))
}
