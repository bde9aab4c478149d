//! Local games: the value of an area and the moves in it.

use board::{Color, Point, Scoring};
use budget::Budget;
use cgt::{Game, Games};

use crate::area::Area;
use crate::graph::{Graph, Pruning, Rest};
use crate::kos::{self, KoReport};
use crate::store::Shelf;
use crate::values::{Bounds, Failure, Values};

/// Finds the values of areas and remembers every position it has met, under
/// both ways of scoring.
///
/// ```
/// use board::Scoring;
/// use budget::Budget;
/// use endgame::{Area, Solver};
///
/// let corridor: Area = "
///     X X X X
///     X . . O
///     X X X X".parse()?;
/// let mut solver = Solver::new();
/// let local = solver.solve(&corridor, Scoring::Territory, &mut Budget::nodes(1000))?;
/// let games = solver.games();
/// // Black takes two points, White reduces to a point and a neutral point … {2|*}.
/// assert_eq!(games.left_stop(local.lower).value, 1.into());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Solver {
    pub(crate) games: Games,
    pub(crate) graph: Graph,
    pub(crate) values: [Values; 2],
    /// Narrower bounds under territory scoring, for what depends on a ko.
    narrow: Values,
    pub(crate) shelf: Shelf,
}

/// A local game solved, or bounded.
#[derive(Clone, Debug)]
pub struct LocalGame {
    /// The value if Black loses every ko; the value itself where it equals
    /// [`LocalGame::upper`].
    pub lower: Game,
    /// The value if White loses every ko.
    pub upper: Game,
    /// At least this, as near to the score as can be said: like [`LocalGame::lower`],
    /// but a side that may not take waits until the ko has to be ended. Of use for
    /// scores without ko threats alone; less than a score is neglected.
    pub least: Game,
    /// At most this.
    pub most: Game,
    /// How many positions were looked at for this area.
    pub nodes: u64,
}

/// A move of a local game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalMove {
    /// Where.
    pub point: Point,
    /// What it leads to, at least.
    pub lower: Game,
    /// What it leads to, at most.
    pub upper: Game,
    /// The same for scores, as [`LocalGame::least`].
    pub least: Game,
    /// The same for scores, as [`LocalGame::most`].
    pub most: Game,
}

/// What makes a solver large: a hundred megabytes or two.
const LARGE_POSITIONS: usize = 300_000;
const LARGE_BYTES: usize = 64 << 20;

impl LocalGame {
    /// The value, if no ko matters.
    pub fn value(&self) -> Option<Game> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

impl Solver {
    /// A solver that knows nothing yet.
    pub fn new() -> Solver {
        Solver::with(Pruning { settle: true, take_all: true })
    }

    fn with(pruning: Pruning) -> Solver {
        Solver {
            games: Games::new(),
            graph: Graph::new(pruning),
            values: [Values::new(Scoring::Territory), Values::new(Scoring::Area)],
            narrow: Values::narrow(),
            shelf: Shelf::default(),
        }
    }

    /// The arena that the values live in.
    pub fn games(&self) -> &Games {
        &self.games
    }

    /// The arena that the values live in.
    pub fn games_mut(&mut self) -> &mut Games {
        &mut self.games
    }

    /// Forgets all positions; values already given stay valid. A solver does
    /// this by itself when it remembers more than a million.
    pub fn forget(&mut self) {
        self.graph = Graph::new(self.graph.pruning);
        self.values = [Values::new(Scoring::Territory), Values::new(Scoring::Area)];
        self.narrow = Values::narrow();
        self.shelf.forget();
    }

    /// Whether so much is remembered, values included, that a new solver should take over as
    /// soon as nobody needs the values of this one any more.
    pub fn is_large(&self) -> bool {
        self.positions() > LARGE_POSITIONS || self.games.bytes() > LARGE_BYTES
    }

    /// How many positions are remembered.
    pub fn positions(&self) -> usize {
        self.graph.nodes.len()
    }

    /// Finds the value of an area.
    pub fn solve(
        &mut self,
        area: &Area,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<LocalGame, Failure> {
        if self.graph.is_crowded() {
            self.forget();
        }
        if let Some(known) = self.shelf.value(area, scoring)
            && (known.value().is_some() || scoring == Scoring::Area)
        {
            return Ok(known);
        }
        let before = budget.spent();
        self.games.set_budget(Budget::unlimited().with_stop(budget.stop_flag().clone()));
        let rest = self.graph.rest_of(area, budget)?;
        let (Bounds { lower, upper }, narrow) = self.bounds(&rest, scoring, budget)?;
        let nodes = budget.spent() - before;
        Ok(LocalGame { lower, upper, least: narrow.lower, most: narrow.upper, nodes })
    }

    /// The bounds of a rest, and those that are as narrow as scores allow.
    fn bounds(
        &mut self,
        rest: &Rest,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<(Bounds, Bounds), Failure> {
        let (graph, games) = (&mut self.graph, &mut self.games);
        let values = &mut self.values[usize::from(scoring == Scoring::Area)];
        let wide = values.value(graph, games, rest, budget)?;
        if wide.is_exact() || scoring == Scoring::Area {
            return Ok((wide, wide));
        }
        self.narrow.learn_exact(values);
        let narrow = self.narrow.value(graph, games, rest, budget);
        // They may cross, but never by a score.
        let with_gap =
            narrow.and_then(|narrow| Ok((narrow, games.sub(narrow.upper, narrow.lower)?)));
        Ok(match with_gap {
            Ok((narrow, gap)) if games.right_stop(gap).value.signum() >= 0 => (wide, narrow),
            Ok(_) | Err(Failure::Value(_)) => (wide, wide),
            Err(why) => return Err(why),
        })
    }

    /// Looks at the ko on which the value of an area depends; `None` if it
    /// depends on none.
    pub fn ko(
        &mut self,
        area: &Area,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<Option<KoReport>, Failure> {
        let values = &mut self.values[usize::from(scoring == Scoring::Area)];
        let rest = self.graph.rest_of(area, budget)?;
        let bounds = values.value(&mut self.graph, &mut self.games, &rest, budget)?;
        if bounds.is_exact() {
            return Ok(None);
        }
        self.unfold(&rest, scoring, budget)?;
        let values = &self.values[usize::from(scoring == Scoring::Area)];
        kos::report(values, &self.graph, &mut self.games, &rest, budget).map(Some)
    }

    /// What one neutral point is worth.
    pub fn dame(&mut self, scoring: Scoring) -> Result<Game, Failure> {
        self.values[usize::from(scoring == Scoring::Area)].dame(&mut self.games)
    }

    /// Finds the moves of a colour in an area that no other move dominates,
    /// those that are equally good included. Where an area is settled for
    /// certain no moves are given.
    pub fn good_moves(
        &mut self,
        area: &Area,
        color: Color,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<Vec<LocalMove>, Failure> {
        let all = self.moves(area, color, scoring, budget)?;
        let games = &mut self.games;
        let mut good = Vec::new();
        'next: for one in &all {
            for other in &all {
                let worse = match color {
                    Color::Black => games.le(one.upper, other.lower)?,
                    Color::White => games.le(other.upper, one.lower)?,
                };
                if worse && (one.lower, one.upper) != (other.lower, other.upper) {
                    continue 'next;
                }
            }
            good.push(one.clone());
        }
        Ok(good)
    }

    /// Finds what every legal move of a colour in an area leads to.
    pub fn moves(
        &mut self,
        area: &Area,
        color: Color,
        scoring: Scoring,
        budget: &mut Budget,
    ) -> Result<Vec<LocalMove>, Failure> {
        if let Some(known) = self.shelf.moves(area, color, scoring)
            && (scoring == Scoring::Area || known.iter().all(|mv| mv.lower == mv.upper))
        {
            return Ok(known);
        }
        let mut moves = Vec::new();
        for (i, &point) in area.points().iter().enumerate() {
            let after = self.graph.rest_after(area, color.index(), i, budget)?;
            let Some(rest) = after else { continue };
            let (Bounds { lower, upper }, narrow) = self.bounds(&rest, scoring, budget)?;
            let (least, most) = (narrow.lower, narrow.upper);
            moves.push(LocalMove { point, lower, upper, least, most });
        }
        Ok(moves)
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}
