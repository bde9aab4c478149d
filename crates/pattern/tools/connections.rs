//! Looks for connections that can be proved, and prints them as patterns:
//! `cargo run -p tedomari-pattern --example connections`. The part of the starter
//! library that is proved was written by this.

use std::collections::BTreeSet;

use board::Color;
use pattern::{Advice, Kind, Link, Map, Pattern, State};

/// How far apart the two stones may be.
const FAR: u8 = 3;

/// Blocks need no more liberties than this.
const BREATH: u8 = 6;

fn main() {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let mut count = 0;
    for kind in Kind::ALL {
        for (a, b, window) in pairs(kind) {
            for (intruders, more) in intrusions(&window, a, b) {
                let stones = Stones { a, b, more, intruders: &intruders };
                let made = draft(kind, &window, &stones, None);
                let mut found = Vec::new();
                if made.as_ref().is_some_and(|p| p.connects_in('a', 'b').is_some()) {
                    found.extend(made);
                } else {
                    let moves = window.iter().filter(|&&c| stones.state(c) == State::Empty);
                    found.extend(moves.filter_map(|&c| draft(kind, &window, &stones, Some(c))));
                }
                for pattern in found {
                    for backwards in [false, true] {
                        let Some(pattern) = smallest(&pattern, backwards) else { continue };
                        if intruders
                            .iter()
                            .any(|_| !pattern.map.cells().iter().any(|c| c.2 == State::White))
                        {
                            continue;
                        }
                        if !needs_its_edges(&pattern) {
                            continue;
                        }
                        if seen.insert(canonical(&pattern)) {
                            count += 1;
                            println!("{}", named(pattern, count));
                        }
                    }
                }
            }
        }
    }
}

type Place = (u8, u8);

/// Two stones and the points around them.
fn pairs(kind: Kind) -> Vec<(Place, Place, Vec<Place>)> {
    let mut all = Vec::new();
    let (columns, rows) = match kind {
        Kind::Center => (1..=1, 1..=1),
        Kind::Edge => (1..=1, 0..=2),
        Kind::Corner => (0..=2, 0..=2),
    };
    for x in columns {
        for y in rows.clone() {
            for dx in 0..=FAR {
                for dy in 0..=FAR {
                    for down in [false, true] {
                        if dx + dy < 2 || (down && (dy == 0 || kind == Kind::Center || dy > y)) {
                            continue;
                        }
                        let a = (x, y);
                        let b = (x + dx, if down { y - dy } else { y + dy });
                        let low = (a.1.min(b.1)).saturating_sub(1);
                        let window: Vec<Place> = (x.saturating_sub(1)..=b.0 + 1)
                            .flat_map(|x| (low..=a.1.max(b.1) + 1).map(move |y| (x, y)))
                            .collect();
                        // A pattern of the edge reaches the edge.
                        if window.len() <= 20 && (kind == Kind::Center || low == 0) {
                            all.push((a, b, window));
                        }
                    }
                }
            }
        }
    }
    all
}

/// What stands in a window.
struct Stones<'a> {
    a: Place,
    b: Place,
    /// One more stone beside `a` or `b`.
    more: Option<Place>,
    intruders: &'a [Place],
}

impl Stones<'_> {
    fn state(&self, place: Place) -> State {
        if place == self.a || place == self.b || self.more == Some(place) {
            State::Black
        } else if self.intruders.contains(&place) {
            State::White
        } else {
            State::Empty
        }
    }
}

/// No other stones, one of the opponent's on any point, or one more of one's own.
fn intrusions(window: &[Place], a: Place, b: Place) -> Vec<(Vec<Place>, Option<Place>)> {
    let free = || window.iter().copied().filter(move |&c| c != a && c != b);
    let steps = |c: Place, d: Place| c.0.abs_diff(d.0) + c.1.abs_diff(d.1);
    let one = free().map(|c| (vec![c], None));
    let more = free().filter(|&c| steps(a, c) == 1 || steps(b, c) == 1);
    std::iter::once((Vec::new(), None))
        .chain(one)
        .chain(more.map(|c| (Vec::new(), Some(c))))
        .collect()
}

fn draft(
    kind: Kind,
    window: &[Place],
    stones: &Stones<'_>,
    first: Option<Place>,
) -> Option<Pattern> {
    let cells = window.iter().map(|&c| (c.0, c.1, stones.state(c)));
    let labels = [('a', stones.a), ('b', stones.b)].into_iter().chain(first.map(|c| ('c', c)));
    pattern(kind, cells.collect(), labels.map(|(name, (x, y))| (name, x, y)).collect())
}

fn pattern(
    kind: Kind,
    cells: Vec<(u8, u8, State)>,
    labels: Vec<(char, u8, u8)>,
) -> Option<Pattern> {
    let left = if kind == Kind::Corner { 0 } else { cells.iter().map(|c| c.0).min()? };
    let low = if kind == Kind::Center { cells.iter().map(|c| c.1).min()? } else { 0 };
    let labels: Vec<_> = labels.into_iter().map(|(name, x, y)| (name, x - left, y - low)).collect();
    let moves = labels.iter().filter(|l| l.0 == 'c').map(|_| Advice {
        label: 'c',
        color: Color::Black,
        motives: vec!["connect".into()],
    });
    Some(Pattern {
        name: String::new(),
        map: Map::new(kind, cells).ok()?,
        moves: moves.collect(),
        labels,
        liberties: Vec::new(),
        links: vec![(Link::Connects, 'a', 'b')],
        exact: true,
    })
}

/// The pattern without the points it does not need.
fn smallest(full: &Pattern, backwards: bool) -> Option<Pattern> {
    let needed = full.connects_in('a', 'b').filter(|needed| (1..=BREATH).contains(needed))?;
    let mut best = full.clone();
    let mut points: Vec<Place> = full.map.cells().iter().map(|c| (c.0, c.1)).collect();
    if backwards {
        points.reverse();
    }
    loop {
        let mut smaller = None;
        let (left, low) = (0, 0);
        let mut there: Vec<Place> = best.map.cells().iter().map(|c| (c.0, c.1)).collect();
        if backwards {
            there.reverse();
        }
        for place in there {
            if best.labels.iter().any(|l| (l.1, l.2) == place) {
                continue;
            }
            let cells: Vec<_> =
                best.map.cells().iter().copied().filter(|c| (c.0, c.1) != place).collect();
            let labels = best.labels.iter().map(|&(n, x, y)| (n, x + left, y + low)).collect();
            let Some(trial) = pattern(best.map.kind(), cells, labels) else { continue };
            if trial.connects_in('a', 'b').is_some_and(|n| n <= needed) {
                smaller = Some(trial);
                break;
            }
        }
        match smaller {
            Some(trial) => best = trial,
            None => break,
        }
    }
    let breath = best.connects_in('a', 'b')?;
    best.liberties = vec![('a', breath, u8::MAX), ('b', breath, u8::MAX)];
    Some(best)
}

/// Whether the pattern does not hold as well farther from the edge.
fn needs_its_edges(found: &Pattern) -> bool {
    let kinds: &[Kind] = match found.map.kind() {
        Kind::Center => &[],
        Kind::Edge => &[Kind::Center],
        Kind::Corner => &[Kind::Center, Kind::Edge],
    };
    let breath = found.connects_in('a', 'b');
    [false, true].into_iter().all(|swap| {
        let turned = |x: u8, y: u8| if swap { (y, x) } else { (x, y) };
        let cells = found.map.cells().iter().map(|&(x, y, state)| {
            let (x, y) = turned(x, y);
            (x, y, state)
        });
        let cells: Vec<_> = cells.collect();
        let labels = found.labels.iter().map(|&(name, x, y)| {
            let (x, y) = turned(x, y);
            (name, x, y)
        });
        let labels: Vec<_> = labels.collect();
        kinds.iter().all(|&kind| {
            pattern(kind, cells.clone(), labels.clone())
                .is_none_or(|trial| trial.connects_in('a', 'b').is_none_or(|n| Some(n) > breath))
        })
    })
}

/// The least text of the pattern under the symmetries of its kind.
fn canonical(pattern: &Pattern) -> String {
    let turns: &[(bool, bool, bool)] = match pattern.map.kind() {
        Kind::Center => &[
            (false, false, false),
            (false, false, true),
            (false, true, false),
            (false, true, true),
            (true, false, false),
            (true, false, true),
            (true, true, false),
            (true, true, true),
        ],
        Kind::Edge => &[(false, false, false), (false, true, false)],
        Kind::Corner => &[(false, false, false), (true, false, false)],
    };
    turns
        .iter()
        .map(|&(swap, across, down)| {
            let mut cells: Vec<(i32, i32, u8)> = pattern
                .map
                .cells()
                .iter()
                .map(|&(x, y, state)| {
                    let (x, y) = if swap { (y, x) } else { (x, y) };
                    let name = pattern
                        .labels
                        .iter()
                        .find(|l| if swap { (l.2, l.1) == (x, y) } else { (l.1, l.2) == (x, y) });
                    let sign = match name {
                        Some(l) if l.0 == 'c' => 9,
                        _ => state as u8,
                    };
                    (
                        if across { -i32::from(x) } else { i32::from(x) },
                        if down { -i32::from(y) } else { i32::from(y) },
                        sign,
                    )
                })
                .collect();
            let left = if pattern.map.kind() == Kind::Corner {
                0
            } else {
                cells.iter().map(|c| c.0).min().unwrap_or(0)
            };
            let low = if pattern.map.kind() == Kind::Center {
                cells.iter().map(|c| c.1).min().unwrap_or(0)
            } else {
                0
            };
            for cell in &mut cells {
                cell.0 -= left;
                cell.1 -= low;
            }
            cells.sort_unstable();
            format!("{:?} {cells:?}", pattern.map.kind())
        })
        .min()
        .unwrap_or_default()
}

fn named(pattern: Pattern, count: u32) -> Pattern {
    let (a, b) = (pattern.place('a').unwrap_or_default(), pattern.place('b').unwrap_or_default());
    let (dx, dy) = (a.0.abs_diff(b.0), a.1.abs_diff(b.1));
    let shape = match (dx.min(dy), dx.max(dy)) {
        (1, 1) => "diagonal",
        (0, 2) => "one-point jump",
        (1, 2) => "knight's move",
        (2, 2) => "elephant's move",
        (0, 3) => "two-point jump",
        (1, 3) => "large knight's move",
        _ => "wide link",
    };
    let place = match pattern.map.kind() {
        Kind::Center => "",
        Kind::Edge => " on the edge",
        Kind::Corner => " in the corner",
    };
    let first = if pattern.moves.is_empty() { "" } else { ", by a move" };
    Pattern { name: format!("{shape}{place}{first} {count}"), ..pattern }
}
