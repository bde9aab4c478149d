//! Motives: reasons for moves, each with a value in points.
//!
//! Generators look at one object — a block, two chains, a group — or at the whole board,
//! and propose moves. Of motives of one kind the greatest counts, kinds are added up, and
//! moves that no reason can excuse are dropped (Müller 1995, section 2.7).

use board::{CELLS, Color, Move, Point, PointSet, Position};
use budget::Budget;
use predict::Predictor;
use tactics::capture::{self, Success, attack};

use crate::knowledge::{Block, Group, Health, Knowledge, Stage, Status, Warrant};

/// What a move is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// Captures a block, or makes sure of it.
    Capture,
    /// Saves a block.
    Save,
    /// Keeps own stones together.
    Connect,
    /// Separates enemy stones.
    Cut,
    /// Helps a group that may die.
    Settle,
    /// Presses an enemy group that may die.
    Press,
    /// Claims open points.
    Expand,
    /// Looks like a strong player's move.
    Shape,
}

/// A reason for a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Motive {
    /// What it is for.
    pub kind: Kind,
    /// A stone of what it is about, if it is about something.
    pub object: Option<Point>,
    /// What it is worth, in points: an estimate.
    pub value: f64,
    /// How sure it is that the move does what it is for.
    pub warrant: Warrant,
}

/// A move with its reasons.
#[derive(Clone, Debug, PartialEq)]
pub struct Proposal {
    /// Where.
    pub point: Point,
    /// Why, the greatest value first.
    pub motives: Vec<Motive>,
    /// The greatest value of each kind, added up.
    pub value: f64,
}

/// All moves of `color` for which there is a reason, the most valuable first. The
/// predictor, if there is one, adds what strong players would do.
pub fn proposals(
    position: &Position,
    color: Color,
    known: &Knowledge,
    predictor: Option<&mut Predictor>,
) -> Vec<Proposal> {
    proposals_within(position, color, known, predictor, &position.empty_points())
}

/// The same, of moves within a set of points: the generator of a local search.
pub fn proposals_within(
    position: &Position,
    color: Color,
    known: &Knowledge,
    predictor: Option<&mut Predictor>,
    within: &PointSet,
) -> Vec<Proposal> {
    let within = *within & position.empty_points();
    let mut board = Collector { motives: vec![Vec::new(); CELLS] };
    captures(&mut board, position, color, known);
    links(&mut board, position, color, known);
    groups(&mut board, position, color, known);
    expansion(&mut board, position, known, &within);
    if let Some(predictor) = predictor {
        for likely in predictor.moves(position, color) {
            let value = SHAPE * likely.p;
            board.add(likely.point, Kind::Shape, None, value, Warrant::Estimate);
        }
    }
    let mut proposals: Vec<Proposal> = within
        .iter()
        .filter(|&point| is_possible(position, color, known, point))
        .filter_map(|point| board.proposal(point))
        .collect();
    proposals.sort_by(|a, b| b.value.total_cmp(&a.value));
    proposals
}

/// What the surest move of a strong player is worth beside other reasons.
const SHAPE: f64 = 16.0;

struct Collector {
    motives: Vec<Vec<Motive>>,
}

impl Collector {
    fn add(
        &mut self,
        point: Point,
        kind: Kind,
        object: Option<Point>,
        value: f64,
        warrant: Warrant,
    ) {
        self.motives[point.index()].push(Motive { kind, object, value, warrant });
    }

    fn proposal(&mut self, point: Point) -> Option<Proposal> {
        let mut motives = std::mem::take(&mut self.motives[point.index()]);
        motives.sort_by(|a, b| b.value.total_cmp(&a.value));
        let mut kinds = Vec::new();
        motives.retain(|motive| {
            let new = !kinds.contains(&motive.kind) && motive.value > 0.0;
            kinds.push(motive.kind);
            new
        });
        let value = motives.iter().map(|motive| motive.value).sum();
        (!motives.is_empty()).then_some(Proposal { point, motives, value })
    }
}

/// Capturing and saving blocks.
fn captures(board: &mut Collector, position: &Position, color: Color, known: &Knowledge) {
    for block in &known.blocks {
        // The stones, the points they stand on, and what they kept apart.
        let swing = 2.0 * block.stones.len() as f64 + 2.0;
        let object = Some(block.anchor);
        match block.status {
            Status::Critical { attack, defence } => {
                if block.color == color {
                    board.add(defence, Kind::Save, object, swing, block.warrant);
                } else {
                    board.add(attack, Kind::Capture, object, swing, block.warrant);
                }
            }
            Status::Ko { attack } if block.color != color => {
                board.add(attack, Kind::Capture, object, swing / 2.0, Warrant::Estimate);
            }
            // Taking the ko is the way to go on.
            Status::Ko { .. } if block.color == color => {
                for point in ko_captures(position, block) {
                    board.add(point, Kind::Save, object, swing / 2.0, Warrant::Estimate);
                }
            }
            _ => {}
        }
    }
}

/// Where a single enemy stone beside a block, or beside its liberties, can be taken.
fn ko_captures(position: &Position, block: &Block) -> PointSet {
    let size = position.size();
    let near = block.stones.border(size) | position.liberty_points(block.anchor).border(size);
    let alone = |stone: &Point| {
        position.stone(*stone) == Some(block.color.opponent())
            && position.block_size(*stone) == 1
            && position.liberties(*stone) == 1
    };
    let takes = |stone: Point| position.liberty_points(stone).first();
    near.iter().filter(alone).filter_map(takes).collect()
}

/// Connecting own chains and cutting the enemy's, where one point decides.
fn links(board: &mut Collector, position: &Position, color: Color, known: &Knowledge) {
    let size = position.size();
    let weakness = |point: Point| known.group(point).map_or(0.5, |group| 1.0 - group.safety);
    for (i, one) in known.chains.iter().enumerate() {
        for other in known.chains[..i].iter().filter(|other| other.color == one.color) {
            let shared =
                one.stones.border(size) & other.stones.border(size) & position.empty_points();
            let Some(point) = shared.first().filter(|_| shared.len() == 1) else { continue };
            let smaller = if one.stones.len() < other.stones.len() { one } else { other };
            let anchor = smaller.blocks[0];
            let at_stake = smaller.stones.len() as f64 * (0.3 + 1.5 * weakness(anchor));
            let kind = if one.color == color { Kind::Connect } else { Kind::Cut };
            board.add(point, kind, Some(anchor), at_stake.min(20.0), Warrant::Estimate);
        }
    }
}

/// Helping own weak groups and pressing the enemy's, at their ways out.
fn groups(board: &mut Collector, position: &Position, color: Color, known: &Knowledge) {
    for group in &known.groups {
        if matches!(group.health(), Health::Safe | Health::Healthy) {
            continue;
        }
        let kind = if group.color == color { Kind::Settle } else { Kind::Press };
        let at_stake = 1.2 * (group.stones.len() + group.spaces.len() / 2) as f64;
        for (point, share) in exits(position, group) {
            let value = (at_stake * (1.0 - group.safety) * share).min(30.0);
            board.add(point, kind, Some(group.anchor), value, Warrant::Estimate);
        }
    }
}

/// The points where a group can get out or be shut in, and how much of its fate each is.
fn exits(position: &Position, group: &Group) -> Vec<(Point, f64)> {
    let size = position.size();
    let empty = position.empty_points();
    let near = group.ways_out;
    let far = near.border(size) & empty;
    let open = |point: Point| size.neighbors(point).filter(|&n| empty.contains(n)).count() as f64;
    let share = |point: Point, factor: f64| (point, factor * open(point) / 4.0);
    let near = near.iter().map(|point| share(point, 0.8));
    near.chain(far.iter().map(|point| share(point, 0.6))).collect()
}

/// Open points nearby that a stone would claim.
fn expansion(board: &mut Collector, position: &Position, known: &Knowledge, within: &PointSet) {
    let size = position.size();
    let mut open = vec![0.0; CELLS];
    for point in position.size().points() {
        open[point.index()] = 1.0 - known.owner(position, point).abs();
    }
    let scale = if known.stage == Stage::Opening { 1.0 } else { 0.7 };
    for point in within {
        let mut seen = PointSet::EMPTY;
        seen.insert(point);
        let mut ring = seen;
        let mut value = 0.5 * open[point.index()];
        for distance in 1..=3 {
            ring = (ring.border(size) & position.empty_points()) - seen;
            seen |= ring;
            let sum: f64 = ring.iter().map(|near| open[near.index()]).sum();
            value += sum * 0.5f64.powi(distance);
        }
        let (x, y) = (point.column(), point.row());
        let line = x.min(y).min(size.width() - 1 - x).min(size.height() - 1 - y);
        let worth = match line {
            0 => 0.3,
            1 => 0.6,
            2 | 3 => 1.2,
            _ => 1.0,
        };
        board.add(point, Kind::Expand, None, scale * worth * value, Warrant::Estimate);
    }
}

/// Whether a move is legal and not senseless at sight: it fills no eye of the player's
/// own, plays into nobody's proved territory, and puts no stone in atari for nothing.
fn is_possible(position: &Position, color: Color, known: &Knowledge, point: Point) -> bool {
    let size = position.size();
    let eye = size.neighbors(point).all(|near| position.stone(near) == Some(color));
    let rescue = position.blocks_beside(point, color).any(|block| position.liberties(block) == 1);
    let settled = known.territory.iter().any(|territory| territory.contains(point));
    if (eye || settled) && !rescue || !position.is_legal(color, point) {
        return false;
    }
    let mut after = position.clone();
    if after.play(color, Move::Play(point)).is_err() || after.stone(point).is_none() {
        return false;
    }
    after.last_removed() > 0 || after.liberties(point) > 1
}

/// The most valuable move that survives the move checker; `None` if none does.
pub fn best<'a>(
    position: &Position,
    color: Color,
    proposals: &'a [Proposal],
) -> Option<&'a Proposal> {
    proposals.iter().take(CHECKED).find(|proposal| !is_blunder(position, color, proposal))
}

/// So many moves are checked.
const CHECKED: usize = 30;

/// Whether the stone played can be captured at once, and takes less than it gives.
pub fn is_blunder(position: &Position, color: Color, proposal: &Proposal) -> bool {
    let mut after = position.clone();
    if after.play(color, Move::Play(proposal.point)).is_err() {
        return true;
    }
    let taken = after.last_removed();
    let stones = after.block_size(proposal.point);
    let mut budget = Budget::nodes(1000);
    let read = attack(&after, proposal.point, &capture::Effort::quick(), &mut budget);
    let lost = matches!(&read, Ok(reading) if reading.success == Success::Yes);
    // Captures rest on reading of their own; what they take outweighs a stone.
    let certain = |motive: &Motive| matches!(motive.kind, Kind::Capture | Kind::Save);
    lost && taken < stones && !proposal.motives.iter().any(certain)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::knowledge::Effort;
    use board::{Rules, Setup};

    #[test]
    fn a_capture_comes_first_and_says_what_it_takes() {
        let setup: Setup = "
            . . . . . . .
            . X X X . . .
            X O O O . . .
            . X X X . O .
            . . . . . O .
            . . . O O . .
            . . . . . . ."
            .parse()
            .unwrap();
        let position = Position::from_setup(&setup, Rules::chinese()).unwrap();
        let known = Knowledge::new(&position, Effort::QUICK);
        for color in Color::BOTH {
            let proposals = proposals(&position, color, &known, None);
            let best = best(&position, color, &proposals).unwrap();
            assert_eq!(best.point, "E5".parse().unwrap(), "{color}");
            let kind = if color == Color::Black { Kind::Capture } else { Kind::Save };
            assert_eq!(best.motives[0].kind, kind);
            assert_eq!(best.motives[0].object, position.anchor("C5".parse().unwrap()));
        }
    }

    #[test]
    fn kinds_are_added_and_motives_of_a_kind_are_not() {
        let mut board = Collector { motives: vec![Vec::new(); CELLS] };
        let point: Point = "C3".parse().unwrap();
        for (kind, value) in
            [(Kind::Expand, 3.0), (Kind::Cut, 2.0), (Kind::Expand, 5.0), (Kind::Save, 0.0)]
        {
            board.add(point, kind, None, value, Warrant::Estimate);
        }
        let proposal = board.proposal(point).unwrap();
        assert_eq!(proposal.value, 7.0);
        assert_eq!(proposal.motives.len(), 2);
    }
}
