//! Groups around an eye space: shapes of so many points in the middle, at the edge and in the
//! corner, and what becomes of the group.

use board::{Color, Point, PointSet, Setup, Size};
use budget::Budget;
use cgt::Random;
use workbench::life::{Report, life};

use crate::draft::Draft;
use crate::exhaust::{Aim, Found, exhaust};
use crate::frame::{contested, fill, position, side, spoken, thin};

/// Cells of a shape, the least column and row 0.
pub(crate) type Shape = Vec<(usize, usize)>;

/// Where on the board a shape lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Middle,
    Edge,
    Corner,
}

impl Place {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Place::Middle => "in the middle",
            Place::Edge => "at the edge",
            Place::Corner => "in the corner",
        }
    }
}

/// All connected shapes of so many cells, one of each up to turning and mirroring.
pub(crate) fn shapes(cells: usize) -> Vec<Shape> {
    let mut found: Vec<Shape> = vec![vec![(0, 0)]];
    for _ in 1..cells {
        let mut next: Vec<Shape> = Vec::new();
        for shape in &found {
            for &(x, y) in shape {
                for (dx, dy) in [(1, 0), (2, 1), (1, 2), (0, 1)] {
                    // Shifted by one, so that nothing is below zero.
                    let new = (x + dx, y + dy);
                    let mut grown: Shape = shape.iter().map(|&(x, y)| (x + 1, y + 1)).collect();
                    if !grown.contains(&new) {
                        grown.push(new);
                        let form = turns(&grown).into_iter().min().expect("eight turns");
                        if !next.contains(&form) {
                            next.push(form);
                        }
                    }
                }
            }
        }
        next.sort();
        found = next;
    }
    found
}

/// The shape in all its turns and mirrors, each at the origin with sorted cells.
pub(crate) fn turns(shape: &Shape) -> Vec<Shape> {
    let high = shape.iter().map(|&(x, y)| x.max(y)).max().unwrap_or(0);
    let mut all = Vec::new();
    for turn in 0..8 {
        let turned = shape.iter().map(|&(x, y)| {
            let (x, y) = if turn & 1 == 0 { (x, y) } else { (high - x, y) };
            let (x, y) = if turn & 2 == 0 { (x, y) } else { (x, high - y) };
            if turn & 4 == 0 { (x, y) } else { (y, x) }
        });
        let mut cells: Shape = turned.collect();
        let (left, low) = (
            cells.iter().map(|c| c.0).min().unwrap_or(0),
            cells.iter().map(|c| c.1).min().unwrap_or(0),
        );
        cells.iter_mut().for_each(|cell| *cell = (cell.0 - left, cell.1 - low));
        cells.sort_unstable();
        if !all.contains(&cells) {
            all.push(cells);
        }
    }
    all
}

/// A group around an eye space.
#[derive(Clone, Debug)]
pub(crate) struct Pocket {
    pub(crate) shape: Shape,
    pub(crate) place: Place,
    pub(crate) defender: Color,
    /// Cells of the shape with a stone of the attacker on them.
    pub(crate) stones: Vec<usize>,
    /// Stones of the ring that are missing, counted along the ring.
    pub(crate) gaps: Vec<usize>,
    /// How many liberties the group has outside.
    pub(crate) liberties: usize,
}

impl Pocket {
    pub(crate) fn plain(shape: &Shape, place: Place, defender: Color) -> Pocket {
        Pocket {
            shape: shape.clone(),
            place,
            defender,
            stones: Vec::new(),
            gaps: Vec::new(),
            liberties: 0,
        }
    }

    /// A shape of `least` to `most` cells, turned by chance, at one of these places.
    pub(crate) fn random(
        random: &mut Random,
        [least, most]: [i64; 2],
        places: &[Place],
        defender: Color,
    ) -> Pocket {
        let all = shapes(random.between(least, most) as usize);
        let turned = turns(pick(random, &all));
        let shape = pick(random, &turned);
        Pocket::plain(shape, *pick(random, places), defender)
    }

    /// One to `most` stones of the attacker inside, wherever chance puts them.
    pub(crate) fn put_stones(&mut self, random: &mut Random, most: i64) {
        for _ in 0..random.between(1, most) {
            let cell = random.between(0, self.shape.len() as i64 - 1) as usize;
            if !self.stones.contains(&cell) {
                self.stones.push(cell);
            }
        }
    }

    /// The board, and the points of the eye space in the order of the shape.
    pub(crate) fn setup(&self) -> Option<(Setup, Vec<Point>)> {
        let wide = self.shape.iter().map(|c| c.0).max()? + 1;
        let high = self.shape.iter().map(|c| c.1).max()? + 1;
        let (left, low) = match self.place {
            Place::Middle => (3, 3),
            Place::Edge => (3, 0),
            Place::Corner => (0, 0),
        };
        let (width, height) = (left + wide + 4, low + high + 4);
        let side = width.max(height).max(7);
        let size = Size::square(side).ok()?;
        let cells: Vec<Point> = self
            .shape
            .iter()
            .map(|&(x, y)| size.point(x + left, y + low))
            .collect::<Option<_>>()?;
        let space: PointSet = cells.iter().copied().collect();
        let board = PointSet::board(size);
        // The ring goes over the diagonals, so that it is one block.
        let around = |set: &PointSet| {
            let rows = set.shifted(0, 1) | set.shifted(0, -1) | *set;
            (rows | rows.shifted(1, 0) | rows.shifted(-1, 0)) & board
        };
        let ring = around(&space) - space;
        let mut setup = Setup::empty(size);
        let mut missing = PointSet::EMPTY;
        for &gap in &self.gaps {
            missing.insert(ring.iter().nth(gap % ring.len())?);
        }
        for point in (ring - missing).iter() {
            setup.set(point, Some(self.defender));
        }
        for &stone in &self.stones {
            setup.set(*cells.get(stone)?, Some(self.defender.opponent()));
        }
        let outside = board - space - ring;
        let beside: Vec<Point> = (ring.border(size) & outside).iter().collect();
        let mut open = PointSet::EMPTY;
        for i in 0..self.liberties {
            open.insert(*beside.get((i * 3 + 1) % beside.len().max(1))?);
        }
        fill(&mut setup, &(outside - open), self.defender.opponent()).then_some((setup, cells))
    }
}

/// One of these, by chance.
fn pick<'a, T>(random: &mut Random, list: &'a [T]) -> &'a T {
    &list[random.between(0, list.len() as i64 - 1) as usize]
}

/// What was found of a group, in two ways.
pub(crate) struct Judged {
    pub(crate) report: Report,
    pub(crate) target: Point,
    pub(crate) defender: Color,
}

/// Reads the group of the largest block of a color. Nothing unless the reading is proved, its
/// proof checked, and a search of all positions, where that is possible, says the same.
pub(crate) fn judge(setup: &Setup, defender: Color) -> Option<Judged> {
    read(setup, defender).filter(|judged| judged.is_confirmed(setup))
}

/// As [`judge`], but the long search of all positions is left to whoever wants to keep the
/// problem.
pub(crate) fn read(setup: &Setup, defender: Color) -> Option<Judged> {
    let position = position(setup)?;
    let target = position.blocks(defender).filter(|&anchor| {
        !board::benson::unconditional(&position, defender).blocks.contains(anchor)
    });
    let target = target.max_by_key(|&anchor| position.block_size(anchor))?;
    let group = position.block(target);
    let report = life(&position, &group, None, &mut Budget::nodes(200_000)).ok()?;
    if report.warrant != "proved" || !report.checked {
        return None;
    }
    Some(Judged { report, target, defender })
}

impl Judged {
    /// Whether a search of all positions, where that is possible, says the same.
    pub(crate) fn is_confirmed(&self, setup: &Setup) -> bool {
        let Judged { report, target, defender } = self;
        let Some(position) = position(setup) else { return false };
        let region = contested(&position);
        let attacker = defender.opponent();
        let fates = [report.attacker_first.fate, report.defender_first.fate];
        [attacker, *defender].into_iter().zip(fates).all(|(first, fate)| {
            let wanted = match fate {
                "dead" => Found::Yes,
                "alive" | "seki" => Found::No,
                _ => Found::Ko,
            };
            let found = exhaust(setup, &region, attacker, Aim::Capture(*target, None), first);
            let same = found.is_none_or(|found| found == wanted);
            if !same {
                println!("two answers for {first} first: {fate} and {found:?}\n{setup}");
            }
            same
        })
    }

    /// The assertions and the answer in words.
    pub(crate) fn draft(&self, name: &str, mut setup: Setup, intro: &str) -> Draft {
        let Judged { report, target, defender } = self;
        let (own, other) = (side(*defender), side(defender.opponent()));
        let (live, kill) = (&report.defender_first, &report.attacker_first);
        let listed = |moves: &[String]| moves.join(" ");
        let mut asserted = Vec::new();
        let answer = match report.status {
            "safe" => {
                asserted.push(format!("IsAlive({target})"));
                format!("{own} is alive: even if {other} moves first, {own} makes two eyes.")
            }
            "dead" => {
                asserted.push(format!("IsDead({target})"));
                format!("{own} is dead: even moving first, {own} cannot live.")
            }
            "seki" => {
                asserted.push(format!("IsSeki({target})"));
                format!("Seki: {own} has no two eyes, but {other} cannot approach either.")
            }
            "critical" => {
                asserted.push(format!("IsCritical({target})"));
                asserted.push(format!("CanLive({target}, only {})", listed(&live.moves)));
                asserted.push(format!("CanKill({target}, only {})", listed(&kill.moves)));
                if live.fate == "seki" {
                    asserted.push(format!("CanLive({target}) = seki"));
                }
                let seki = if live.fate == "seki" { " in seki" } else { "" };
                match live.moves == kill.moves {
                    true => format!(
                        "Whoever comes first decides, at {}: {own} lives there{seki}, {other} kills.",
                        spoken(&live.moves, "or")
                    ),
                    false => format!(
                        "{own} lives{seki} at {}; {other} kills at {}.",
                        spoken(&live.moves, "or"),
                        spoken(&kill.moves, "or")
                    ),
                }
            }
            _ => {
                asserted.push(format!("IsKo({target})"));
                let mut words = Vec::new();
                for (who, first, question) in [(own, live, "CanLive"), (other, kill, "CanKill")] {
                    let killing = question == "CanKill";
                    let goal = if killing { "kills" } else { "lives" };
                    match first.fate {
                        "ko" => {
                            asserted.push(format!("{question}({target}) = ko"));
                            words.push(format!("{who} first: a ko"));
                        }
                        "dead" if killing => {
                            asserted.push(format!("{question}({target})"));
                            words.push(format!("{who} first {goal} without ko"));
                        }
                        "alive" | "seki" if !killing => {
                            asserted.push(format!("{question}({target})"));
                            words.push(format!("{who} first {goal} without ko"));
                        }
                        _ => {}
                    }
                    if !first.moves.is_empty() && first.moves.len() <= 3 {
                        let answer = if first.fate == "ko" { " = ko" } else { "" };
                        asserted.push(format!(
                            "{question}({target}, {}){answer}",
                            listed(&first.moves)
                        ));
                        if let Some(last) = words.last_mut() {
                            last.push_str(&format!(", at {}", spoken(&first.moves, "or")));
                        }
                    }
                }
                format!("{}.", words.join("; "))
            }
        };
        setup = thin(&setup, defender.opponent());
        setup.to_play = *defender;
        Draft::new(name, setup).words(format!("{intro}{answer}")).asserting(asserted)
    }
}
