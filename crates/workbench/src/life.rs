//! Life and death as a report: what becomes of a group with each side first, or
//! what a problem asks, and its proof as a tree of variations.

use std::collections::HashSet;

use board::{Color, Move, PointSet, Position, Rules, Setup};
use budget::Budget;
use serde::Serialize;
use sgf::{Emphasis, NodeId, Tree};
use tactics::life::{
    Arena, ArenaError, Fate, Outside, Proof, Status, Terms, Warrant, check, prove, status,
};
use tactics::problem::{Solution, Task};
use tactics::search::Ko;

use crate::notation::{colour, move_to_sgf, to_sgf};
use crate::solve::{Stats, Step, names};

/// The JSON of `life`.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// `tedomari.tactics/1`.
    pub schema: &'static str,
    /// `life`.
    pub goal: &'static str,
    /// The stones of the group.
    pub target: Vec<String>,
    /// `safe`, `critical`, `dead`, `ko`, `seki` or `unknown`.
    pub status: &'static str,
    /// When the attacker moves first.
    pub attacker_first: First,
    /// When the defender moves first.
    pub defender_first: First,
    /// `proved`, `assuming` (that the stones around the group live and let
    /// nothing out) or `unknown`.
    pub warrant: &'static str,
    /// Where both could play.
    pub area: Vec<String>,
    /// The attacker's stones around it that were taken as alive.
    pub assumed_alive: Vec<String>,
    /// Whether the checker of proofs has accepted both answers.
    pub checked: bool,
    /// Work done.
    pub stats: Stats,
}

/// What reading found with one player first.
#[derive(Clone, Debug, Serialize)]
pub struct First {
    /// `success`, `failure`, `ko` or `unknown`, for the player who moves first.
    pub result: &'static str,
    /// What becomes of the group: `alive`, `seki`, `ko`, `dead` or `unknown`.
    pub fate: &'static str,
    /// The first move; `pass` if none is needed.
    #[serde(rename = "move")]
    pub mv: Option<String>,
    /// Every first move found that leads there.
    pub moves: Vec<String>,
    /// In a ko: threats the first player needs, and threats of the opponent's he can ignore.
    pub threats: Option<[u8; 2]>,
    /// A line of best play.
    pub line: Vec<Step>,
    /// Its length.
    pub depth: usize,
    /// Positions looked at.
    pub nodes: u64,
}

/// The JSON of `problem`.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemReport {
    /// `tedomari.problem/1`.
    pub schema: &'static str,
    /// Who moves.
    pub to_play: String,
    /// `kill`, `live`, `capture`, `save` or `unknown`.
    pub goal: &'static str,
    /// The stones it is about.
    pub target: Vec<String>,
    /// `success`, `ko` or `unknown`.
    pub result: &'static str,
    /// The correct first moves found.
    pub moves: Vec<String>,
    /// Where nothing was found: what a strong player would most likely try, a prediction.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub likely: Vec<String>,
    /// A line of best play.
    pub line: Vec<Step>,
    /// `proved`, `assuming` (as in [`Report`]), `estimate` (read with guessed
    /// surroundings, or proved for some of several blocks) or `unknown`.
    pub warrant: &'static str,
    /// Work done.
    pub stats: Stats,
}

/// Positions a proof may have to be checked.
const MOST_POSITIONS: usize = 100_000;

/// Reads the life and death of the group of `target` with each side first.
pub fn life(
    position: &Position,
    target: &PointSet,
    area: Option<PointSet>,
    budget: &mut Budget,
) -> Result<Report, ArenaError> {
    let defender = target.first().and_then(|point| position.stone(point));
    let defender = defender.ok_or(ArenaError::NoTarget)?;
    let terms = Terms { area, all_moves: true, enclosed: false, estimate: false };
    let attack = status(position, target, defender.opponent(), terms, budget)?;
    let defence = status(position, target, defender, terms, budget)?;
    let (kill, save) = (attack.reading.fate, defence.reading.fate);
    let warrants = [attack.warrant, defence.warrant];
    let warrant = if warrants.contains(&Warrant::Unknown) {
        "unknown"
    } else if warrants != [Warrant::Proved; 2] {
        "assuming"
    } else {
        "proved"
    };
    let checked = warrant != "unknown"
        && is_checked(position, target, defender.opponent(), &attack, budget)
        && is_checked(position, target, defender, &defence, budget);
    let nodes = attack.reading.nodes + defence.reading.nodes;
    Ok(Report {
        schema: "tedomari.tactics/1",
        goal: "life",
        target: names(&position.stones(defender).flood(*target)),
        status: word(kill, save),
        attacker_first: first(&attack, true),
        defender_first: first(&defence, false),
        warrant,
        area: names(&(attack.area | defence.area)),
        assumed_alive: names(&(attack.walls | defence.walls)),
        checked,
        stats: Stats { nodes, seconds: 0.0 },
    })
}

fn word(kill: Option<Fate>, save: Option<Fate>) -> &'static str {
    match (kill, save) {
        (Some(Fate::Alive), _) => "safe",
        (Some(Fate::Seki), _) => "seki",
        (_, Some(Fate::Dead)) => "dead",
        (None, _) | (_, None) => "unknown",
        (Some(Fate::Dead), Some(Fate::Alive | Fate::Seki)) => "critical",
        _ => "ko",
    }
}

fn first(status: &Status, attacking: bool) -> First {
    let reading = &status.reading;
    let (result, fate) = match reading.fate {
        None => ("unknown", "unknown"),
        Some(Fate::Dead) => (if attacking { "success" } else { "failure" }, "dead"),
        Some(Fate::Alive) => (if attacking { "failure" } else { "success" }, "alive"),
        Some(Fate::Seki) => (if attacking { "failure" } else { "success" }, "seki"),
        Some(Fate::KoForAttacker | Fate::KoForDefender) => ("ko", "ko"),
    };
    let mv = match result {
        "failure" | "unknown" => None,
        _ if reading.tenuki => Some("pass".to_string()),
        _ => reading.line.first().map(|(_, mv)| mv.to_string()),
    };
    First {
        result,
        fate,
        mv,
        moves: names(&reading.moves),
        threats: (result == "ko").then_some(reading.threats),
        line: steps(&reading.line),
        depth: reading.line.len(),
        nodes: reading.nodes,
    }
}

fn steps(line: &[(Color, Move)]) -> Vec<Step> {
    line.iter().map(|(color, mv)| Step { color: color.to_string(), mv: mv.to_string() }).collect()
}

/// The kos under which an answer was found.
fn kos(defender: Color, fate: Fate) -> Vec<Ko> {
    let attacker = defender.opponent();
    match fate {
        Fate::Dead => vec![Ko::master(defender)],
        Fate::Alive | Fate::Seki => vec![Ko::master(attacker)],
        _ => vec![Ko::master(defender), Ko::master(attacker), Ko::LOCAL],
    }
}

/// Proves an answer once more and lets the checker replay it.
fn is_checked(
    position: &Position,
    target: &PointSet,
    first: Color,
    status: &Status,
    budget: &mut Budget,
) -> bool {
    let Some(fate) = status.reading.fate else { return false };
    let proofs = proofs(position, target, first, status, &kos_of(position, target, fate), budget);
    !proofs.is_empty() && proofs.iter().all(|proof| matches!(proof, Some(p) if check(p).is_ok()))
}

fn kos_of(position: &Position, target: &PointSet, fate: Fate) -> Vec<Ko> {
    let owner = target.first().and_then(|point| position.stone(point));
    owner.map_or(Vec::new(), |defender| kos(defender, fate))
}

fn proofs(
    position: &Position,
    target: &PointSet,
    first: Color,
    status: &Status,
    kos: &[Ko],
    budget: &mut Budget,
) -> Vec<Option<Proof>> {
    let closed = status.warrant == Warrant::Enclosed
        || matches!(status.reading.fate, Some(Fate::Alive | Fate::Seki));
    let outside = if closed { Outside::Closed } else { Outside::Open };
    let Ok(arena) = Arena::new(position, target, &status.area, outside) else { return Vec::new() };
    kos.iter().map(|&ko| prove(&arena, first, ko, MOST_POSITIONS, budget).ok().flatten()).collect()
}

/// What was found of a problem that a position poses, after so many nodes.
pub fn problem(position: &Position, found: Option<&Solution>, nodes: u64) -> ProblemReport {
    let mut report = ProblemReport {
        schema: "tedomari.problem/1",
        to_play: position.to_play().to_string(),
        goal: "unknown",
        target: Vec::new(),
        result: "unknown",
        moves: Vec::new(),
        likely: Vec::new(),
        line: Vec::new(),
        warrant: "unknown",
        stats: Stats { nodes, seconds: 0.0 },
    };
    if let Some(found) = found {
        report.goal = match found.task {
            Task::Kill => "kill",
            Task::Live => "live",
            Task::Capture => "capture",
            Task::Save => "save",
        };
        report.target = names(&found.target);
        report.result = if found.by_ko { "ko" } else { "success" };
        report.moves = names(&found.moves);
        report.line = steps(&found.line);
        // Of several blocks that are to live it is enough that one does.
        let whole = found.target.is_connected() || found.task == Task::Kill;
        report.warrant = match found.warrant {
            Warrant::Proved if !whole => "estimate",
            Warrant::Proved => "proved",
            Warrant::Enclosed | Warrant::Walled => "assuming",
            Warrant::Estimate => "estimate",
            Warrant::Unknown => "unknown",
        };
    }
    report
}

/// Nodes of a tree of variations.
const MOST_VARIATIONS: usize = 5_000;

/// The proof of what happens when `first` moves first as an SGF tree: the right
/// first move is marked good, other first moves bad with their refutation.
pub fn proof_tree(
    position: &Position,
    target: &PointSet,
    area: Option<PointSet>,
    first: Color,
    budget: &mut Budget,
) -> Result<Option<String>, ArenaError> {
    let terms = Terms { area, all_moves: true, enclosed: false, estimate: false };
    let found = status(position, target, first, terms, budget)?;
    let Some(fate) = found.reading.fate else { return Ok(None) };
    let mut kos = kos_of(position, target, fate);
    let ko = kos.pop().into_iter().collect::<Vec<_>>();
    let proof = proofs(position, target, first, &found, &ko, budget).pop().flatten();
    let Some(proof) = proof else { return Ok(None) };
    let size = position.size();
    let mut tree = Tree::new_game(size.width() as u8, size.height() as u8);
    let root = tree.root();
    let points = |stones: &PointSet| -> Vec<sgf::Point> {
        stones.iter().map(|point| to_sgf(point, size)).collect()
    };
    let words = match fate {
        Fate::Dead => "dead",
        Fate::Alive => "alive",
        Fate::Seki => "alive in seki",
        Fate::KoForAttacker | Fate::KoForDefender => "ko",
    };
    let comment = format!("{first} first: {words}. {} nodes.", found.reading.nodes);
    tree.at(root)
        .points("AB", points(position.stones(Color::Black)))
        .points("AW", points(position.stones(Color::White)))
        .colour("PL", colour(first))
        .comment(&comment);
    let mut start = position.setup();
    start.to_play = first;
    start.ko = None;
    let mut writer =
        Writer { tree, proof: &proof, left: MOST_VARIATIONS, good: found.reading.moves };
    writer.write(root, &start, proof.start, &mut HashSet::new(), 0);
    Ok(Some(writer.tree.to_string()))
}

struct Writer<'a> {
    tree: Tree,
    proof: &'a Proof,
    left: usize,
    good: PointSet,
}

impl Writer<'_> {
    /// Writes what follows `setup`, which stands for the proof's `spot`.
    fn write(
        &mut self,
        node: NodeId,
        setup: &Setup,
        spot: tactics::life::Spot,
        seen: &mut HashSet<tactics::life::Spot>,
        depth: usize,
    ) {
        if depth > 40 || !seen.insert(spot) {
            return;
        }
        for (mv, next) in tactics::life::continuations(self.proof, &spot) {
            if self.left == 0 {
                return;
            }
            let Some(after) = played(setup, mv) else { continue };
            self.left -= 1;
            let step = move_to_sgf(mv, setup.size);
            let mut written = self.tree.add(node).play(colour(spot.to_play), step);
            if depth == 0 {
                let good = mv.point().is_some_and(|point| self.good.contains(point));
                written = match good {
                    true => written.good_move(Emphasis::Normal),
                    false => written.bad_move(Emphasis::Normal),
                };
            }
            let id = written.id();
            self.write(id, &after, next, seen, depth + 1);
        }
    }
}

/// The board after a move; kos are the proof's business.
fn played(setup: &Setup, mv: Move) -> Option<Setup> {
    let mut position = Position::from_setup(setup, Rules::japanese()).ok()?;
    position.play(setup.to_play, mv).ok()?;
    let mut after = position.setup();
    after.ko = None;
    Some(after)
}
