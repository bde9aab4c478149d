//! Whether what a pattern says of connections is proved by the pattern alone:
//! that two stones become one block, whatever becomes of that.
//!
//! The points of the map are searched to the end. Whatever is beyond them is taken
//! for the opponent's and immortal, he plays first and may retake every ko, which
//! the owner never takes. The stones to be connected are not captured on the way:
//! a move takes one liberty at most, so a block with as many liberties as the line
//! has moves outlives it. A move elsewhere gives the owner one more move here, which
//! never hurts him.

use board::Color;
use rustc_hash::FxHashMap;

use crate::library::{Link, Pattern};
use crate::map::{Kind, State};

/// Longer lines are not searched.
const LONGEST: u8 = 7;

/// More points than this are not searched.
const MOST_POINTS: usize = 32;

impl Pattern {
    /// Whether every connection that the pattern speaks of holds against any play,
    /// after the pattern's own first move if it has one. A pattern that speaks of
    /// no connection proves nothing.
    pub fn is_proved(&self) -> bool {
        let links: Vec<_> = self.links.iter().filter(|link| link.0 == Link::Connects).collect();
        !links.is_empty()
            && links.iter().all(|&&(_, a, b)| {
                let breath = |name| {
                    let conditions = self.liberties.iter().filter(move |entry| entry.0 == name);
                    conditions.map(|entry| entry.1).max().unwrap_or(1)
                };
                let moves = breath(a).min(breath(b)).min(LONGEST);
                self.connects_in(a, b).is_some_and(|needed| needed <= moves)
            })
    }

    /// In how many moves of both players the stones named `a` and `b` are connected
    /// at the latest, if they are. That is how many liberties they must have.
    pub fn connects_in(&self, a: char, b: char) -> Option<u8> {
        let mut window = Window::new(self, a, b)?;
        let first = self.moves.iter().find(|advice| advice.color == Color::Black);
        let (start, made) = match first {
            None => (window.start, 0),
            Some(advice) => {
                let cell = self.place(advice.label).and_then(|place| window.cell(place))?;
                (window.play(window.start, false, cell)?, 1)
            }
        };
        (made..=LONGEST).find(|&moves| window.holds(start, true, moves - made))
    }
}

/// Stones of the owner and of the opponent, a bit a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stones {
    own: u32,
    other: u32,
}

/// The points of a map.
struct Window {
    places: Vec<(u8, u8)>,
    beside: Vec<u32>,
    /// Points beside something that the map does not show.
    exposed: u32,
    start: Stones,
    ends: [u32; 2],
    /// For stones and turn: in how many moves they are not connected, and in how many they are.
    known: FxHashMap<(Stones, bool), (Option<u8>, Option<u8>)>,
}

impl Window {
    fn new(pattern: &Pattern, a: char, b: char) -> Option<Window> {
        let cells = pattern.map.cells();
        if cells.len() > MOST_POINTS {
            return None;
        }
        let places: Vec<(u8, u8)> = cells.iter().map(|&(x, y, _)| (x, y)).collect();
        let at = |x: i32, y: i32| {
            places.iter().position(|&(column, row)| (i32::from(column), i32::from(row)) == (x, y))
        };
        let kind = pattern.map.kind();
        let mut beside = Vec::new();
        let mut exposed = 0;
        for (i, &(x, y)) in places.iter().enumerate() {
            let mut near = 0;
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let (x, y) = (i32::from(x) + dx, i32::from(y) + dy);
                let off = (y < 0 && kind != Kind::Center) || (x < 0 && kind == Kind::Corner);
                match at(x, y) {
                    Some(other) => near |= 1 << other,
                    None if off => {}
                    None => exposed |= 1 << i,
                }
            }
            beside.push(near);
        }
        let stones = |wanted: State| {
            cells
                .iter()
                .enumerate()
                .filter(|(_, cell)| cell.2 == wanted)
                .fold(0, |set, (i, _)| set | 1 << i)
        };
        let start = Stones { own: stones(State::Black), other: stones(State::White) };
        let end = |name| {
            let (x, y) = pattern.place(name)?;
            let bit = 1 << at(x.into(), y.into())?;
            (start.own & bit != 0).then_some(bit)
        };
        let ends = [end(a)?, end(b)?];
        let window = Window { places, beside, exposed, start, ends, known: FxHashMap::default() };
        // Other stones might be captured from where the map does not look.
        let held = window.flood(start.own, ends[0] | ends[1]);
        (held == start.own).then_some(window)
    }

    fn cell(&self, place: (u8, u8)) -> Option<usize> {
        self.places.iter().position(|&known| known == place)
    }

    fn near(&self, set: u32) -> u32 {
        let bits = (0..self.beside.len()).filter(|i| set >> i & 1 != 0);
        bits.fold(0, |near, i| near | self.beside[i])
    }

    fn flood(&self, within: u32, seed: u32) -> u32 {
        let mut set = seed & within;
        loop {
            let next = (set | self.near(set)) & within;
            if next == set {
                return set;
            }
            set = next;
        }
    }

    fn is_connected(&self, stones: Stones) -> bool {
        self.flood(stones.own, self.ends[0]) & self.ends[1] != 0
    }

    /// Whether the owner connects within so many moves.
    fn holds(&mut self, stones: Stones, opponents_turn: bool, moves: u8) -> bool {
        if self.is_connected(stones) {
            return true;
        }
        if moves == 0 {
            return false;
        }
        let key = (stones, opponents_turn);
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.1.is_some_and(|enough| enough <= moves) {
            return true;
        }
        if known.0.is_some_and(|short| short >= moves) {
            return false;
        }
        let (mut any, mut all) = (false, true);
        for cell in 0..self.places.len() {
            let Some(after) = self.play(stones, opponents_turn, cell) else { continue };
            let held = self.holds(after, !opponents_turn, moves - 1);
            (any, all) = (any || held, all && held);
            if held != opponents_turn {
                break;
            }
        }
        // An opponent without a move has not let them connect.
        let holds = if opponents_turn { any && all } else { any };
        let entry = self.known.entry(key).or_default();
        if holds {
            entry.1 = Some(moves);
        } else {
            entry.0 = Some(moves);
        }
        holds
    }

    /// The stones after a move, if it is one that counts.
    fn play(&self, stones: Stones, opponents: bool, cell: usize) -> Option<Stones> {
        let stone = 1 << cell;
        if (stones.own | stones.other) & stone != 0 {
            return None;
        }
        let (mut own, mut other) = (stones.own, stones.other);
        if opponents {
            other |= stone;
        } else {
            own |= stone;
        }
        let all = if self.places.len() == 32 { u32::MAX } else { (1 << self.places.len()) - 1 };
        let empty = all & !(own | other);
        let ends = self.ends[0] | self.ends[1];
        let dies = |block: u32, opponents: bool| {
            let safe = if opponents { self.exposed } else { ends };
            block & safe == 0 && self.near(block) & empty == 0
        };
        let theirs = if opponents { own } else { other };
        let mut taken = 0;
        let mut left = self.beside[cell] & theirs;
        while left != 0 {
            let block = self.flood(theirs, left & left.wrapping_neg());
            left &= !block;
            if dies(block, !opponents) {
                taken |= block;
            }
        }
        let mine = self.flood(if opponents { other } else { own }, stone);
        if taken == 0 && dies(mine, opponents) {
            return None;
        }
        let is_ko = taken.count_ones() == 1 && mine == stone && self.near(stone) & empty == 0;
        if is_ko && !opponents && mine & ends == 0 {
            return None;
        }
        if opponents {
            own &= !taken;
        } else {
            other &= !taken;
        }
        Some(Stones { own, other })
    }
}

#[cfg(test)]
mod tests {
    use crate::parse_library;

    fn proved(text: &str) -> bool {
        parse_library(text).unwrap()[0].is_proved()
    }

    #[test]
    fn two_ways_to_connect_are_one_too_many() {
        let diagonal = "pattern p\n a .\n . b\na = X, liberties >= 2\nb = X, liberties >= 2\n";
        assert!(proved(&format!("{diagonal}connects a b\n")));
        assert!(!proved(diagonal), "nothing is said");
        let short = diagonal.replace("a = X, liberties >= 2", "a = X");
        assert!(!proved(&format!("{short}connects a b\n")), "it may be captured before");
        let one = "pattern p\n a .\n O b\na = X, liberties >= 2\nb = X, liberties >= 2\n";
        assert!(!proved(&format!("{one}connects a b\n")));
    }

    #[test]
    fn a_cutting_stone_on_the_edge_is_captured() {
        let jump = "pattern p\n a . b\n . . .\n -----\n\
            a = X, liberties >= 4\nb = X, liberties >= 4\nconnects a b\n";
        assert!(!proved(jump), "from above the stones are cut");
        let first = "pattern p\n a . .\n X . b\n -----\n\
            a = X, liberties >= 4\nb = X, liberties >= 4\nconnects a b\n";
        assert!(proved(first));
    }

    #[test]
    fn a_move_may_be_needed() {
        let text = "pattern p\n a c b\na = X, liberties >= 2\nb = X, liberties >= 2\nc = .\n\
            move c X: connect\nconnects a b\n";
        assert!(proved(text));
        assert!(!proved(&text.replace("move c X: connect\n", "")));
    }
}
