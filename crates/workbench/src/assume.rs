//! What a player would take for granted on a real board, and the endgame that is
//! left then.
//!
//! Few boards of real games can be proved safe as a whole. Players agree on what
//! lives, what is dead and whose the inner points are, and count the rest. The
//! guess here does the same, as sparingly as it can: round by round more is taken
//! for granted where the areas left over could not be solved. Everything
//! that was is listed in the report, and nothing of it is ever called proved.

mod agreed;
mod needy;
mod protect;

use board::playout::fates;
use board::score::{Judgement, Known, PLAYOUTS, Trial};
use board::{CELLS, Color, Point, PointSet, Position};
use budget::Budget;
use endgame::{Granted, Partition, Solver};
use tactics::safety::{Effort, Safety, analyze_assuming};

use crate::solve::{Report, report};
pub(crate) use agreed::Agreed;
pub(crate) use needy::needed;
use needy::{Needy, savable};
use protect::protections;

/// Solves the endgame of a position. Blocks of `declared` are taken as alive, and
/// whatever else clearly lives, is dead or is somebody's territory.
pub fn solve_assuming(
    solver: &mut Solver,
    position: &Position,
    declared: &PointSet,
    budget: &mut Budget,
) -> Report {
    let partition = split(solver, position, declared, &mut Agreed::default(), budget);
    let solution = solver.solve_board(position, &partition, position.to_play(), budget);
    report(position, &partition, &solution, solver)
}

/// The same without weighing moves: areas and scores alone.
pub fn score_assuming(
    solver: &mut Solver,
    position: &Position,
    declared: &PointSet,
    budget: &mut Budget,
) -> Report {
    let partition = split(solver, position, declared, &mut Agreed::default(), budget);
    let solution = solver.score_board(position, &partition, budget);
    report(position, &partition, &solution, solver)
}

/// The board in parts, as little as possible taken for granted. What is too hard falls to
/// whom the players of the game gave it.
pub(crate) fn split(
    solver: &mut Solver,
    position: &Position,
    declared: &PointSet,
    agreed: &mut Agreed,
    budget: &mut Budget,
) -> Partition {
    let mut part = budget.part(PROOF_NODES);
    let proved = analyze_assuming(position, declared, PROOF, &mut part);
    let partition = Partition::new(position, &proved);
    let mut failed = trial(solver, position, &partition, agreed, 0, budget);
    let mut best = partition;
    if !failed.is_empty() {
        let guess = Guess::new(position, &proved, budget);
        let mut tight = Tightness::default();
        let mut taken = Taken { territory: agreed.known(), ..Taken::default() };
        for round in 0..ROUNDS {
            let partition = guess.partition(&proved, declared, &tight, &mut taken, budget);
            failed = trial(solver, position, &partition, agreed, round, budget);
            best = partition;
            if failed.is_empty() || budget.stop_flag().is_raised() {
                break;
            }
            let given = agreed.settle(&failed, position);
            for color in [0, 1] {
                taken.territory[color] |= given[color];
                failed -= given[color];
            }
            tight.raise(&failed);
        }
        best.filled = guess.protections(&proved, &best, budget);
    }
    // Players settle kos, too, with what is on the board.
    best.quiet = true;
    best
}

/// The territory of a color that is proved, nothing assumed.
pub(crate) fn proved_territory(position: &Position, color: Color, budget: &mut Budget) -> PointSet {
    let mut part = budget.part(PROOF_NODES);
    let proved = analyze_assuming(position, &PointSet::EMPTY, PROOF, &mut part);
    let _ = budget.charge(part.spent());
    proved.territory[color.index()]
}

/// The search for proofs before anything is assumed.
const PROOF: Effort = Effort { region_nodes: 4_000, region_points: 30 };
const PROOF_NODES: u64 = 160_000;

/// The search for territory between assumed walls, where proofs are short.
const INNER: Effort = Effort { region_nodes: 300, region_points: 30 };
const INNER_NODES: u64 = 10_000;

/// Who takes so many stones at once lives with what he took: no eye of so many points
/// is killed from inside.
const SPOILS: u8 = 7;

/// How often the areas that were too hard are made smaller.
const ROUNDS: usize = 6;

/// The most nodes for one area, by round: the next round could make it smaller.
const AREA_NODES: [u64; ROUNDS] = [20_000, 20_000, 30_000, 30_000, 40_000, 60_000];

/// The same for an area that need not be solved, as the players have settled it.
const AGREED_NODES: u64 = 3_000;

/// The most empty points and the most points, those of heavy blocks aside, of an area that
/// is tried. Larger ones are hardly ever solved.
const MOST_EMPTY: [usize; ROUNDS] = [14, 14, 16, 16, 18, 26];
const MOST_POINTS: [usize; ROUNDS] = [18, 20, 24, 26, 28, 60];

/// Solves the areas one by one and gives the points of those that are too hard.
fn trial(
    solver: &mut Solver,
    position: &Position,
    partition: &Partition,
    agreed: &Agreed,
    round: usize,
    budget: &mut Budget,
) -> PointSet {
    let mut failed = PointSet::EMPTY;
    for part in &partition.unsplit {
        failed |= part.points;
    }
    let scoring = position.rules().scoring;
    for area in &partition.areas {
        let points: PointSet = area.points().iter().copied().collect();
        let loose = (points - heavy(position)).len();
        let small = area.empty_count() <= MOST_EMPTY[round] && loose <= MOST_POINTS[round];
        let nodes = match agreed.covers(&points, position) {
            true => AGREED_NODES,
            false => AREA_NODES[round],
        };
        let mut part = budget.part(nodes);
        if !small || solver.solve(area, scoring, &mut part).is_err() {
            failed |= points;
        }
        let _ = budget.charge(part.spent());
    }
    failed
}

/// The stones of blocks that decide their place once they are taken, so that they add
/// little to a search.
fn heavy(position: &Position) -> PointSet {
    let mut heavy = PointSet::EMPTY;
    for color in Color::BOTH {
        for block in position.stones(color).components() {
            if block.len() >= SPOILS.into() {
                heavy |= block;
            }
        }
    }
    heavy
}

/// How often each point was part of something too hard.
#[derive(Default)]
struct Tightness {
    levels: Vec<PointSet>,
}

impl Tightness {
    /// The highest level of any of these points.
    fn of(&self, points: &PointSet) -> usize {
        self.levels.iter().take_while(|level| level.intersects(points)).count()
    }

    fn raise(&mut self, points: &PointSet) {
        let mut rising = *points;
        for level in &mut self.levels {
            let here = *level & rising;
            *level |= rising;
            rising = here;
        }
        self.levels.push(rising);
    }
}

/// What was taken for granted in earlier rounds and stays so: a bolder guess in one place
/// must not undo what made another one small.
#[derive(Default)]
struct Taken {
    alive: PointSet,
    territory: [PointSet; 2],
}

/// What random games say about a position.
struct Guess<'a> {
    position: &'a Position,
    /// In how many of a thousand games the stone on a point lived.
    lived: Vec<u32>,
    /// Stones judged dead.
    dead: PointSet,
    /// Stones that owe their life to a seki.
    seki: PointSet,
    /// Stones that are lost if the opponent moves first.
    needy: Needy,
    /// Of a thousand games, how often a point was Black's and White's.
    owned: [Vec<u32>; 2],
}

/// Games that decide whose points are.
const GAMES: u32 = 200;

/// What is asked of a guess, by level: the higher the bolder.
struct Boldness {
    /// In how many of a thousand games a block must live.
    lived: u32,
    /// What is asked of its liberties besides.
    footing: Footing,
    /// How many empty points may be left to be solved inside one color's walls.
    inside: usize,
    /// How many between both colors.
    between: usize,
    /// How far from the opponent's living stones a point falls to its owner.
    depth: u32,
}

const BOLDNESS: [Boldness; ROUNDS] = [
    Boldness { lived: 910, footing: Footing::Solid, inside: 10, between: 16, depth: 6 },
    Boldness { lived: 850, footing: Footing::Solid, inside: 7, between: 12, depth: 5 },
    Boldness { lived: 750, footing: Footing::Solid, inside: 5, between: 9, depth: 4 },
    Boldness { lived: 600, footing: Footing::Solid, inside: 3, between: 6, depth: 4 },
    Boldness { lived: 600, footing: Footing::Enough, inside: 3, between: 6, depth: 4 },
    Boldness { lived: 600, footing: Footing::Any, inside: 0, between: 4, depth: 3 },
];

/// What is asked of the liberties of a block that is taken as alive.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Footing {
    /// Nothing.
    Any,
    /// The opponent cannot take it once he has all the liberties that both reach.
    Enough,
    /// It has two liberties of its own besides.
    Solid,
}

impl<'a> Guess<'a> {
    fn new(position: &'a Position, proved: &Safety, budget: &mut Budget) -> Guess<'a> {
        // How often blocks live is wanted here, not a verdict on those in doubt.
        let trial = Trial::new(position, PLAYOUTS, 1);
        let Judgement { status, blocks, .. } = trial.judge(&Known::default());
        let mut lived = vec![1000; CELLS];
        for point in &status.dead {
            lived[point.index()] = 0;
        }
        for block in &blocks {
            for stone in position.block(block.anchor).iter() {
                lived[stone.index()] = block.lived;
            }
        }
        let games = [Color::Black, Color::White]
            .map(|first| fates(position, first, GAMES / 2, 1 + first.index() as u64).owners);
        let share = |color: Color| {
            let mut share = vec![0; CELLS];
            for point in position.size().points() {
                let sum: u32 = games.iter().map(|games| games.of(color, point)).sum();
                share[point.index()] = sum * 1000 / GAMES;
            }
            share
        };
        let owned = [share(Color::Black), share(Color::White)];
        let sure = proved.safe[0] | proved.safe[1];
        let dead = status.dead - savable(position, &status.dead, budget);
        let needy = Needy::new(position, &sure, &dead, budget);
        Guess { position, lived, dead, seki: status.seki, needy, owned }
    }

    /// The board split along everything that is proved, declared or guessed.
    fn partition(
        &self,
        proved: &Safety,
        declared: &PointSet,
        tight: &Tightness,
        taken: &mut Taken,
        budget: &mut Budget,
    ) -> Partition {
        let position = self.position;
        let known = proved.safe[0] | proved.safe[1];
        taken.alive |= self.alive(tight);
        let alive = *declared | known | taken.alive;
        let mut part = budget.part(INNER_NODES);
        let safety = analyze_assuming(position, &alive, INNER, &mut part);
        let _ = budget.charge(part.spent());
        let mut territory = self.territory(&safety, tight);
        for color in [0, 1] {
            taken.territory[color] |= territory[color];
            territory[color] = taken.territory[color] | proved.territory[color];
        }
        let granted = Granted { territory, independence: true, quiet: true, spoils: SPOILS };
        let mut parts = Partition::assuming(position, &safety, &granted);
        // What the search has proved needs no assumption, unless an area is left
        // where a block might have to answer for its life.
        let mut open = PointSet::EMPTY;
        for area in &parts.areas {
            open |= area.points().iter().copied().collect();
        }
        let needed = (proved.eyes[0] | proved.eyes[1]) & open;
        let needy = known.flood(needed.grown(&known));
        let sure = (known - needy - proved.assuming)
            | ((proved.territory[0] | proved.territory[1]) - proved.assuming);
        parts.assumed -= sure;
        for color in [0, 1] {
            parts.granted[color] -= sure;
        }
        parts
    }

    /// What must be filled to protect the blocks that were taken as alive although they are
    /// short of liberties.
    fn protections(
        &self,
        proved: &Safety,
        parts: &Partition,
        budget: &mut Budget,
    ) -> [PointSet; 2] {
        let safe = (parts.safe[0] | parts.safe[1]) - proved.safe[0] - proved.safe[1];
        let blocks = safe & self.needy.short;
        protections(self.position, &blocks, &self.dead, &parts.territory, budget)
    }

    /// The blocks that clearly live.
    fn alive(&self, tight: &Tightness) -> PointSet {
        let position = self.position;
        let mut alive = PointSet::EMPTY;
        for color in Color::BOTH {
            let mut blocks: Vec<(PointSet, Footing)> = Vec::new();
            for anchor in position.blocks(color) {
                let block = position.block(anchor);
                let around = block | block.border(position.size());
                let bold = &BOLDNESS[tight.of(&around).min(ROUNDS - 1)];
                let lives = self.lived[anchor.index()] >= bold.lived
                    && !(self.dead | self.seki | self.needy.killed).contains(anchor);
                if lives {
                    blocks.push((block, bold.footing));
                }
            }
            // Whose liberties count depends on which blocks stay, as with Benson 1976.
            loop {
                let before = blocks.len();
                let stones = blocks.iter().fold(PointSet::EMPTY, |all, (block, _)| all | *block);
                blocks.retain(|(block, asked)| self.footing(color, block, &stones) >= *asked);
                if blocks.len() == before {
                    alive |= stones;
                    break;
                }
            }
        }
        alive
    }

    /// How well a block stands among those of its color that live. Liberties that neither
    /// a living stone of the opponent nor a doubtful one of its own color is beside are its
    /// own: filling the neutral points around it does not take them.
    fn footing(&self, color: Color, block: &PointSet, alive: &PointSet) -> Footing {
        if self.needy.short.intersects(block) {
            return Footing::Any;
        }
        let (size, stones) = (self.position.size(), self.position.stones(color));
        let hostile = *self.position.stones(color.opponent()) - self.dead;
        let air = PointSet::board(size) - *stones - hostile;
        let contested = (hostile | (*stones - *alive)).border(size);
        let own = block.border(size) & (air - contested);
        if own.len() >= 2 { Footing::Solid } else { Footing::Enough }
    }

    /// The points that fall to each color without play.
    fn territory(&self, safety: &Safety, tight: &Tightness) -> [PointSet; 2] {
        let position = self.position;
        let settled = safety.area(Color::Black) | safety.area(Color::White) | safety.dame;
        let mut territory = [PointSet::EMPTY; 2];
        for points in (PointSet::board(position.size()) - settled).components() {
            let bold = &BOLDNESS[tight.of(&points).min(ROUNDS - 1)];
            let empty = (points & position.empty_points()).len();
            for color in Color::BOTH {
                let (me, other) = (color.index(), color.opponent().index());
                let own = *position.stones(color);
                let enemies = *position.stones(color.opponent()) - self.dead;
                let hostile =
                    (points & enemies) | (points.border(position.size()) & safety.safe[other]);
                // Where a block can be taken the opponent gets in, too.
                let short = points & own & self.needy.short;
                if hostile.is_empty() && short.is_empty() {
                    let mine = (points & position.empty_points()).iter().all(|point| {
                        self.owned[me][point.index()] > self.owned[other][point.index()]
                    });
                    let doubtful = (own & points).intersects(&(self.dead | self.needy.killed));
                    if empty > bold.inside && mine && !doubtful {
                        territory[me] |= points;
                    }
                } else if empty > bold.between {
                    territory[me] |= self.deep(color, &points, [hostile, short], bold.depth);
                }
            }
        }
        territory
    }

    /// The points of a region that are so far from where the opponent gets in that they are
    /// their owner's: from the `hostile` stones, and a step behind them from those that are
    /// `short` of liberties. Going through another stone of the owner counts as two steps: it
    /// may be captured, but not for nothing.
    fn deep(
        &self,
        color: Color,
        points: &PointSet,
        [hostile, short]: [PointSet; 2],
        depth: u32,
    ) -> PointSet {
        let position = self.position;
        let (me, other) = (color.index(), color.opponent().index());
        let own = *position.stones(color) & *points;
        let mut reached = hostile;
        let mut waiting = short;
        for _ in 1..depth {
            let next = reached.grown(points) - reached;
            let through = next & own;
            reached |= (next - through) | waiting;
            waiting = through - reached;
        }
        let mine = |point: &Point| {
            let i = point.index();
            match position.stone(*point) {
                Some(stone) if stone == color => {
                    self.lived[i] >= 600 && !self.needy.killed.contains(*point)
                }
                Some(_) => self.dead.contains(*point),
                None => self.owned[me][i] > 2 * self.owned[other][i],
            }
        };
        let mut deep: PointSet = (*points - reached).iter().filter(mine).collect();
        // Blocks are taken as a whole or not at all, and what is beside the opponent's goes
        // with them.
        for block in own.components() {
            if !block.is_subset(&deep) {
                deep -= block;
            }
        }
        for block in position.stones(color.opponent()).components() {
            if block.intersects(&deep) && !block.is_subset(&deep) {
                deep -= block | block.border(position.size());
            }
        }
        deep
    }
}
