//! The endgame of a position as a report: plain data for text, JSON and pages.
//!
//! Nothing is decided here; see `tactics::safety` for what is safe,
//! `endgame::Partition` for what is independent and `endgame::Solver` for values.

use board::{Color, Move, PointSet, Position};
use budget::Budget;
use cgt::{Dyadic, Game, Games, Side, Thermograph};
use endgame::{Kind, KoReport, LocalMove, Partition, Solution, SolvedArea, Solver, Status};
use serde::Serialize;
use tactics::safety::{Effort, analyze_assuming};

/// The JSON of `solve`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `tedomari.solve/1`.
    pub schema: &'static str,
    /// The rules by name.
    pub rules: String,
    /// The longer side of the board.
    pub board_size: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Who moves.
    pub to_play: String,
    /// `exact`, `assuming`, `bounds` or `partial`.
    pub status: &'static str,
    /// Black minus White without komi, by who moves first.
    pub score: FirstMover<Option<Number>>,
    /// Below and above which the score lies where kos leave it open.
    pub score_bounds: FirstMover<Option<[Number; 2]>>,
    /// Between which the score lies if nobody makes ko threats beside the moves that are
    /// worth points; null where no ko matters, or where this was not found.
    pub without_threats: FirstMover<Option<[Number; 2]>>,
    /// Moves of the side to play that lose nothing.
    pub best_moves: Vec<String>,
    /// What other moves of the side to play lose, in points.
    pub losses: Vec<Loss>,
    /// Best play of both sides to the end.
    pub line: Vec<Step>,
    /// The local games.
    pub areas: Vec<AreaReport>,
    /// Safe stones.
    pub safe: Sides,
    /// Settled territory.
    pub territory: Sides,
    /// Neutral points.
    pub dame: Vec<String>,
    /// Blocks that are safe only by assumption.
    pub assumed_safe: Vec<String>,
    /// Points, stones among them, that fall to their owner only by assumption.
    pub assumed_territory: Sides,
    /// Stones in such territory of the opponent.
    pub assumed_dead: Vec<String>,
    /// Points of their own territory that the players are taken to fill in the end, to protect
    /// their stones.
    pub assumed_filled: Sides,
    /// Whether the score is the one without ko threats beside the moves that are worth
    /// points.
    pub assumed_no_threats: bool,
    /// How many stones, taken at once, are taken to decide the place for good; null where
    /// this is not assumed.
    pub assumed_spoils: Option<usize>,
    /// What is not solved, and why.
    pub unsolved: Vec<Unsolved>,
    /// What the answer leaves out, in words.
    pub notes: Vec<String>,
    /// Work done.
    pub stats: Stats,
}

/// Something for Black and for White moving first.
#[derive(Clone, Debug, Serialize)]
pub struct FirstMover<T> {
    /// With Black moving first.
    pub black_first: T,
    /// With White moving first.
    pub white_first: T,
}

/// A number: whole ones are JSON numbers, others strings such as `"5/4"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Number {
    /// A whole number.
    Whole(i64),
    /// A fraction.
    Fraction(String),
}

impl std::fmt::Display for Number {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Number::Whole(n) => n.fmt(f),
            Number::Fraction(text) => f.pad(text),
        }
    }
}

impl From<Dyadic> for Number {
    fn from(number: Dyadic) -> Number {
        match number.as_integer() {
            Some(whole) => Number::Whole(whole),
            None => Number::Fraction(number.to_string()),
        }
    }
}

/// A move that is not best.
#[derive(Clone, Debug, Serialize)]
pub struct Loss {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Points lost by it.
    pub loss: Number,
    /// Whether it may lose less, since a ko may follow; left out if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub at_most: bool,
}

/// One move of a line.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    /// Who plays.
    pub color: String,
    /// Where.
    #[serde(rename = "move")]
    pub mv: String,
}

/// Points of each color.
#[derive(Clone, Debug, Serialize)]
pub struct Sides {
    /// Black's.
    pub black: Vec<String>,
    /// White's.
    pub white: Vec<String>,
}

/// One local game.
#[derive(Clone, Debug, Serialize)]
pub struct AreaReport {
    /// From 1, the most valuable first.
    pub id: usize,
    /// Its points.
    pub points: Vec<String>,
    /// `exact`, `bounds` or `unsolved`.
    pub status: &'static str,
    /// The canonical form.
    pub value: Option<String>,
    /// The canonical form cooled by one.
    pub chilled: Option<String>,
    /// The count.
    pub mean: Option<String>,
    /// What a move is worth.
    pub temperature: Option<String>,
    /// `number`, `infinitesimal`, `gote`, `black_sente`, `white_sente` or `ko`.
    pub kind: Option<String>,
    /// The temperatures of the surroundings between which both sides' moves are sente.
    pub double_sente: Option<[String; 2]>,
    /// Black's good moves.
    pub black_moves: Vec<MoveReport>,
    /// White's good moves.
    pub white_moves: Vec<MoveReport>,
    /// The value if Black loses all kos, where it depends on them.
    pub lower: Option<String>,
    /// The value if White loses all kos, where it depends on them.
    pub upper: Option<String>,
    /// The ko.
    pub ko: Option<Ko>,
    /// Corners of the thermograph, from temperature −1 up.
    pub thermograph: Option<Walls>,
    /// Positions looked at.
    pub nodes: u64,
}

/// A good move of a local game.
#[derive(Clone, Debug, Serialize)]
pub struct MoveReport {
    /// Where.
    #[serde(rename = "move")]
    pub mv: String,
    /// The value it leads to.
    pub to: Option<String>,
    /// What it gains.
    pub incentive: Option<String>,
}

/// A ko.
#[derive(Clone, Debug, Serialize)]
pub struct Ko {
    /// What it is called.
    pub name: String,
    /// `placid` if the count does not depend on who can win the ko fights, else `hyperactive`.
    pub kind: Option<&'static str>,
    /// If Black can win all ko fights.
    pub black_master: Option<Master>,
    /// If White can.
    pub white_master: Option<Master>,
    /// Why the thermographs are but bounds, or missing.
    pub problem: Option<String>,
}

/// Count and temperature of a ko for one ko master.
#[derive(Clone, Debug, Serialize)]
pub struct Master {
    /// The count.
    pub mean: String,
    /// What a move is worth.
    pub temperature: String,
    /// Corners of the thermograph.
    pub thermograph: Walls,
}

/// The walls of a thermograph as corners `[value, temperature]`.
#[derive(Clone, Debug, Serialize)]
pub struct Walls {
    /// The left wall.
    pub left: Vec<[String; 2]>,
    /// The right wall.
    pub right: Vec<[String; 2]>,
}

/// Points that are not solved.
#[derive(Clone, Debug, Serialize)]
pub struct Unsolved {
    /// The points; none if the reason concerns the whole board.
    pub points: Vec<String>,
    /// Why, in words.
    pub why: String,
}

/// Work done.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Stats {
    /// Positions looked at.
    pub nodes: u64,
    /// Filled in by whoever has a clock.
    pub seconds: f64,
}

/// The most positions looked at to prove stones and territory safe.
const SAFETY_NODES: u64 = 1_000_000;

/// Solves the endgame of a position; blocks of `assumed` are taken as alive.
pub fn solve(position: &Position, assumed: &PointSet, budget: &mut Budget) -> Report {
    solve_with(&mut Solver::new(), position, assumed, budget)
}

/// As [`solve`], with a solver that may know something already or has a store.
pub fn solve_with(
    solver: &mut Solver,
    position: &Position,
    assumed: &PointSet,
    budget: &mut Budget,
) -> Report {
    let mut searched = budget.part(SAFETY_NODES);
    let safety = analyze_assuming(position, assumed, Effort::default(), &mut searched);
    // Where nothing is left after that, the solver is told when it asks.
    let _ = budget.charge(searched.spent());
    let partition = Partition::new(position, &safety);
    let solution = solver.solve_board(position, &partition, position.to_play(), budget);
    report(position, &partition, &solution, solver)
}

pub(crate) fn report(
    position: &Position,
    partition: &Partition,
    solution: &Solution,
    solver: &mut Solver,
) -> Report {
    let size = position.size();
    let mut areas: Vec<AreaReport> =
        solution.areas.iter().map(|area| area_report(area, solver)).collect();
    let hotter = |area: &SolvedArea| area.analysis.as_ref().map(|analysis| analysis.temperature);
    let mut order: Vec<usize> = (0..areas.len()).collect();
    // Hottest first; those without a temperature, kos and unsolved ones, before all.
    order.sort_by(|&a, &b| match (hotter(&solution.areas[a]), hotter(&solution.areas[b])) {
        (Some(a), Some(b)) => b.cmp(&a),
        (a, b) => a.is_some().cmp(&b.is_some()),
    });
    for (rank, &index) in order.iter().enumerate() {
        areas[index].id = rank + 1;
    }
    areas.sort_by_key(|area| area.id);
    let [black, white] = solution.score.map(|score| score.map(Number::from));
    let between = |bounds: [Option<(Dyadic, Dyadic)>; 2]| {
        let pair = |(low, high)| [Number::from(low), Number::from(high)];
        let [black, white] = bounds.map(|bounds| bounds.map(pair));
        FirstMover { black_first: black, white_first: white }
    };
    let granted = partition.granted[0] | partition.granted[1];
    let dead = (partition.granted[0] & *position.stones(Color::White))
        | (partition.granted[1] & *position.stones(Color::Black));
    let unsolved =
        |(points, why): &(PointSet, String)| Unsolved { points: names(points), why: why.clone() };
    Report {
        schema: "tedomari.solve/1",
        rules: position.rules().name().unwrap_or("custom").to_string(),
        board_size: size.width().max(size.height()),
        width: size.width(),
        height: size.height(),
        to_play: position.to_play().to_string(),
        status: match solution.status {
            Status::Exact => "exact",
            Status::Assuming => "assuming",
            Status::Bounds => "bounds",
            Status::Partial => "partial",
        },
        score: FirstMover { black_first: black, white_first: white },
        score_bounds: between(solution.score_bounds),
        without_threats: between(solution.without_threats),
        best_moves: solution.best_moves.iter().map(ToString::to_string).collect(),
        losses: solution
            .losses
            .iter()
            .map(|&(point, loss)| Loss {
                mv: point.to_string(),
                loss: loss.into(),
                at_most: solution.at_most.contains(point),
            })
            .collect(),
        line: solution.line.iter().map(|&(color, mv)| step(color, mv)).collect(),
        areas,
        safe: sides(&partition.safe),
        territory: sides(&partition.territory),
        dame: names(&partition.dame),
        assumed_safe: names(&(partition.assumed - granted)),
        assumed_territory: sides(&partition.granted),
        assumed_dead: names(&dead),
        assumed_filled: sides(&partition.filled),
        assumed_no_threats: solution.assumes_no_threats,
        assumed_spoils: solution.areas.iter().filter_map(|solved| solved.area.spoils()).min(),
        unsolved: solution.unsolved.iter().map(unsolved).collect(),
        notes: solution.notes.clone(),
        stats: Stats { nodes: solution.nodes, seconds: 0.0 },
    }
}

fn step(color: Color, mv: Move) -> Step {
    Step { color: color.to_string(), mv: mv.to_string() }
}

/// The names of the points of a set.
pub fn names(set: &PointSet) -> Vec<String> {
    set.iter().map(|point| point.to_string()).collect()
}

fn sides(sets: &[PointSet; 2]) -> Sides {
    Sides { black: names(&sets[0]), white: names(&sets[1]) }
}

fn area_report(solved: &SolvedArea, solver: &mut Solver) -> AreaReport {
    let games = solver.games_mut();
    // A value too long to print is left out rather than cut.
    let text = |games: &Games, game: Game| games.text(game).ok();
    let value = solved.local.as_ref().and_then(|local| local.value());
    let bounds = solved.local.as_ref().filter(|_| value.is_none());
    let moves = |games: &mut Games, side: Side, moves: &[LocalMove]| -> Vec<MoveReport> {
        moves.iter().map(|mv| move_report(games, value, side, mv)).collect()
    };
    let black_moves = moves(games, Side::Left, &solved.moves[0]);
    let white_moves = moves(games, Side::Right, &solved.moves[1]);
    let analysis = solved.analysis.as_ref();
    let kind = analysis.map(|analysis| analysis.kind).or(bounds.map(|_| Kind::Ko));
    AreaReport {
        id: 0,
        points: solved.area.points().iter().map(ToString::to_string).collect(),
        status: match (&solved.local, value) {
            (None, _) => "unsolved",
            (_, Some(_)) => "exact",
            (_, None) => "bounds",
        },
        value: value.and_then(|value| text(games, value)),
        chilled: solved.chilled.and_then(|value| text(games, value)),
        mean: analysis.map(|analysis| analysis.count.to_string()),
        temperature: analysis.map(|analysis| analysis.temperature.to_string()),
        kind: kind.map(|kind| kind.to_string()),
        double_sente: analysis
            .and_then(|analysis| analysis.double_sente)
            .map(|(from, to)| [from.to_string(), to.to_string()]),
        black_moves,
        white_moves,
        lower: bounds.and_then(|local| text(games, local.lower)),
        upper: bounds.and_then(|local| text(games, local.upper)),
        ko: solved.ko.as_ref().map(ko),
        thermograph: value.and_then(|value| games.thermograph(value).ok()).map(|t| walls(&t)),
        nodes: solved.local.as_ref().map_or(0, |local| local.nodes),
    }
}

fn move_report(games: &mut Games, value: Option<Game>, side: Side, mv: &LocalMove) -> MoveReport {
    let exact = Some(mv.lower).filter(|_| mv.lower == mv.upper);
    let incentive = match (value, exact) {
        (Some(value), Some(to)) => games.incentive(value, to, side).ok(),
        _ => None,
    };
    MoveReport {
        mv: mv.point.to_string(),
        to: exact.and_then(|to| games.text(to).ok()),
        incentive: incentive.and_then(|gain| games.text(gain).ok()),
    }
}

fn ko(report: &KoReport) -> Ko {
    let master = |thermograph: &Option<Thermograph>| {
        thermograph.as_ref().map(|thermograph| Master {
            mean: thermograph.mean().to_string(),
            temperature: thermograph.temperature().to_string(),
            thermograph: walls(thermograph),
        })
    };
    Ko {
        name: report.name.to_string(),
        kind: report.kind.map(|kind| match kind {
            cgt::KoKind::Placid => "placid",
            cgt::KoKind::Hyperactive => "hyperactive",
        }),
        black_master: master(&report.black_master),
        white_master: master(&report.white_master),
        problem: report.problem.clone(),
    }
}

fn walls(thermograph: &Thermograph) -> Walls {
    let corners = |wall: &cgt::Wall| {
        wall.vertices()
            .iter()
            .map(|vertex| [vertex.value.to_string(), vertex.temperature.to_string()])
            .collect()
    };
    Walls { left: corners(thermograph.left_wall()), right: corners(thermograph.right_wall()) }
}
