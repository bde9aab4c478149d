//! A position in a teacher's words: groups, threats, territory, moves and their reasons.
//!
//! Every sentence says whether it is proved. Numbers of stones, liberties and games are
//! facts of the position or of the search that was made.

use std::fmt::Write;
use std::sync::Arc;

use board::playout::fates;
use board::{Color, Move, Point, PointSet, Position, Size};
use budget::{Budget, StopFlag};
use predict::Predictor;
use tactics::life::{self, Fate, Terms};

use crate::exact;
use crate::knowledge::{Block, Effort, Group, Health, Knowledge, Stage, Status, Warrant};
use crate::motive::{self, Kind, Motive, Proposal};
use crate::search::{Search, Settings};
use crate::tree::Candidate;

/// What there is to say about a position.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Who is to move.
    pub color: Color,
    /// What is on the board.
    pub known: Knowledge,
    /// Moves with their reasons, the most valuable first.
    pub proposals: Vec<Proposal>,
    /// The same for the opponent, if it were his turn.
    pub enemy_proposals: Vec<Proposal>,
    /// Moves as the search sees them, those tried most first.
    pub candidates: Vec<Candidate>,
    /// The move to play.
    pub best: Move,
    /// How sure that is.
    pub warrant: Warrant,
    /// Who will own what as the search sees it: from −1 (White) to 1 (Black), for
    /// each point of the board in its order.
    pub owners: Vec<f64>,
    /// The sentences.
    pub notes: Vec<Note>,
}

/// A sentence.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Under which heading it belongs.
    pub topic: Topic,
    /// What it says.
    pub text: String,
    /// How sure it is.
    pub warrant: Warrant,
}

/// The headings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// Where the game stands.
    Situation,
    /// Which groups live.
    Groups,
    /// What can be captured or cut.
    Threats,
    /// Who owns what.
    Territory,
    /// Moves and what they are for.
    Moves,
}

/// Random games that test the groups where nothing was searched.
const GAMES: u32 = 400;

/// Positions read about each group that is not settled.
const LIFE_NODES: u64 = 20_000;

/// Groups about which is read, and sentences under one heading.
const READ: usize = 3;
const MOST: usize = 12;

/// A move is told of if it was tried at least this part as often as the one tried most.
const SELDOM: u32 = 50;

/// Explains a position in which `color` is to move. A node of the budget is a playout of
/// the search or as much work, and its flag ends the search. What else is read is bounded by itself, and ends
/// when `stop` is raised: then somebody has enough, and hears what is known so far.
pub fn explain(
    position: &Position,
    color: Color,
    settings: &Settings,
    budget: &mut Budget,
    stop: &StopFlag,
    seed: u64,
) -> Lesson {
    let mut position = position.clone();
    position.set_to_play(color);
    let known = Knowledge::until(&position, Effort::THOROUGH, stop);
    let mut predictor = settings.guide.as_ref().map(|model| Predictor::new(Arc::clone(model)));
    let proposals = motive::proposals(&position, color, &known, predictor.as_mut());
    let enemy = color.opponent();
    let enemy_proposals = motive::proposals(&position, enemy, &known, predictor.as_mut());
    let mut search = Search::new(settings.clone());
    search.stand_on(&position, color);
    let solved = exact::choose(&position, color, &mut budget.part(EXACT));
    search.grow(budget, seed);
    let best = match &solved {
        Some(choice) => choice.mv,
        None => search.winning_pass(seed).unwrap_or_else(|| search.choice(seed)).mv,
    };
    let warrant = if solved.is_some() { Warrant::Proved } else { Warrant::Estimate };
    let owner = |point| search.ownership(Color::Black, point);
    let owners = position.size().points().map(owner).collect();
    let candidates = search.candidates();
    let notes = Vec::new();
    let mut lesson = Lesson {
        color,
        known,
        proposals,
        enemy_proposals,
        candidates,
        best,
        warrant,
        owners,
        notes,
    };
    let mut teacher = Teacher { position: &position, lesson: &lesson, notes: Vec::new() };
    teacher.situation();
    if let Some(choice) = &solved {
        let score = choice.score;
        let text = format!(
            "The endgame is solved: with best play the score is {score} for Black, without komi."
        );
        teacher.say(Topic::Situation, Warrant::Proved, text);
    }
    teacher.groups(seed, budget, stop);
    teacher.threats();
    teacher.links();
    teacher.territory();
    teacher.moves();
    lesson.notes = teacher.notes;
    lesson
}

/// Positions looked at for a proof of the whole board.
const EXACT: u64 = 200_000;

struct Teacher<'a> {
    position: &'a Position,
    lesson: &'a Lesson,
    notes: Vec<Note>,
}

impl Teacher<'_> {
    fn say(&mut self, topic: Topic, warrant: Warrant, text: String) {
        let said = self.notes.iter().filter(|note| note.topic == topic).count();
        if said < MOST {
            self.notes.push(Note { topic, text, warrant });
        }
    }

    fn situation(&mut self) {
        let color = name(self.lesson.color);
        let stage = match self.lesson.known.stage {
            Stage::Opening => "The opening: most of the board is open",
            Stage::Middle => "The middle game: much is still open",
            Stage::Endgame => "The endgame: borders are being closed",
            Stage::Final => "Nothing of value seems to be open",
        };
        self.say(Topic::Situation, Warrant::Estimate, format!("{stage}. {color} is to move."));
    }

    fn groups(&mut self, seed: u64, budget: &Budget, stop: &StopFlag) {
        let lesson = self.lesson;
        // Who has searched knows more than random games do.
        let fates = (!self.searched()).then(|| fates(self.position, lesson.color, GAMES, seed));
        let mut groups: Vec<&Group> = lesson.known.groups.iter().collect();
        groups.sort_by_key(|group| (group.health(), usize::MAX - group.stones.len()));
        let mut read = 0;
        for group in groups {
            let who = self.group_at(group);
            let (are, they) = if group.stones.len() == 1 { ("is", "it") } else { ("are", "they") };
            if group.health() == Health::Safe {
                let text = format!(
                    "{who} {are} safe: nothing can capture {them}.",
                    them = them(group.stones.len())
                );
                self.say(Topic::Groups, Warrant::Proved, text);
                continue;
            }
            let look = match group.health() {
                Health::Weak => "weak",
                Health::Unsettled => "unsettled",
                _ => "healthy",
            };
            let mut text = format!(
                "{who} {} {look}: {}",
                verb("looks", "look", group.stones.len()),
                eyes(group.half_eyes)
            );
            let _ = write!(
                text,
                ", {}",
                counted(group.spaces.len(), "point of influence", "points of influence")
            );
            let _ = write!(
                text,
                ", {}",
                counted(
                    group.ways_out.len(),
                    "liberty towards open ground",
                    "liberties towards open ground"
                )
            );
            if group.friends > 0 {
                let _ = write!(
                    text,
                    ", {} near by",
                    counted(group.friends, "healthy friend", "healthy friends")
                );
            }
            if group.weaker_enemies > 0 {
                let _ = write!(
                    text,
                    ", {} beside {they}",
                    counted(group.weaker_enemies, "weaker enemy group", "weaker enemy groups"),
                    they = them(group.stones.len())
                );
            }
            let weakest = if group.stones.len() == 1 { they } else { "the weakest of them" };
            match &fates {
                None => {
                    let hold = self.hold(group);
                    let _ = write!(text, ". The search gives {weakest} {hold:.0} % to live.");
                }
                Some(fates) => {
                    let survived = group.stones.iter().map(|stone| fates.survived(stone)).min();
                    let survived = survived.unwrap_or(0);
                    let _ = write!(
                        text,
                        ". In {GAMES} random games {weakest} survived {survived} times."
                    );
                }
            }
            self.say(Topic::Groups, Warrant::Estimate, text);
            // Of a group that can lose a block nothing is said as a whole.
            let whole = lesson.known.blocks.iter().all(|block| {
                block.status == Status::Stands || !block.stones.intersects(&group.stones)
            });
            let open = group.health() <= Health::Unsettled;
            if open && whole && group.stones.len() >= 3 && read < READ {
                read += 1;
                self.life(group, budget, stop);
            }
        }
    }

    /// How likely the weakest stone of a group lives as the search sees it, in percent.
    fn hold(&self, group: &Group) -> f64 {
        let sign = f64::from(group.color.sign());
        let points = self.position.size().points().zip(&self.lesson.owners);
        let stones = points.filter(|(point, _)| group.stones.contains(*point));
        stones.map(|(_, owner)| 50.0 + 50.0 * sign * owner).fold(100.0, f64::min)
    }

    /// Whether a search has looked at more than the position itself.
    fn searched(&self) -> bool {
        self.lesson.candidates.iter().map(|candidate| candidate.visits).sum::<u32>() > 0
    }

    /// Such as `Black's 9 stones in the upper left (B16)`.
    fn group_at(&self, group: &Group) -> String {
        let stones = stones_at(group.color, &group.stones);
        let place = place(self.position.size(), &group.stones);
        match (stones.split_once(" at "), place) {
            (Some((stones, at)), Some(place)) => format!("{stones} {place} ({at})"),
            _ => stones,
        }
    }

    /// What reading says of the life of a group.
    fn life(&mut self, group: &Group, budget: &Budget, stop: &StopFlag) {
        let who = self.group_at(group);
        let terms = Terms { estimate: true, ..Terms::default() };
        let mut fates = Vec::new();
        for first in [group.color, group.color.opponent()] {
            let nodes = if budget.left() == 0 { LIFE_NODES / 4 } else { LIFE_NODES };
            let mut part = Budget::nodes(nodes).with_stop(stop.clone());
            match life::status(self.position, &group.stones, first, terms, &mut part) {
                Ok(status) => fates.push(status.reading),
                Err(_) => return,
            }
        }
        let point = |moves: &PointSet| moves.first().map(|point| point.to_string());
        let (own, enemy) = (name(group.color), name(group.color.opponent()));
        let text = match (fates[0].fate, fates[1].fate) {
            (Some(Fate::Alive), Some(Fate::Dead)) => {
                match (point(&fates[0].moves), point(&fates[1].moves)) {
                    (Some(live), Some(kill)) => format!(
                        "{who} {} at stake: {own} lives with {live}, {enemy} kills with {kill}.",
                        verb("is", "are", group.stones.len())
                    ),
                    _ => return,
                }
            }
            (Some(Fate::Alive), Some(Fate::Alive)) => {
                format!(
                    "{who} {}, even if {enemy} moves first.",
                    verb("lives", "live", group.stones.len())
                )
            }
            (Some(Fate::Dead), Some(Fate::Dead)) => {
                format!("{who} cannot live, even if {own} moves first.")
            }
            (_, Some(Fate::KoForAttacker | Fate::KoForDefender)) => {
                format!("{who} can be brought into a ko for life.")
            }
            _ => return,
        };
        self.say(Topic::Groups, Warrant::Estimate, text);
    }

    fn threats(&mut self) {
        let mut blocks: Vec<&Block> = self.lesson.known.blocks.iter().collect();
        blocks.sort_by_key(|block| usize::MAX - block.stones.len());
        for block in blocks {
            let who = stones_at(block.color, &block.stones);
            let (own, enemy) = (name(block.color), name(block.color.opponent()));
            let many = block.stones.len();
            let text = match block.status {
                Status::Critical { attack, defence } => format!(
                    "{who} {} in danger: {enemy} captures {} with {attack}, {own} saves {} with {defence}.",
                    verb("is", "are", many),
                    them(many),
                    them(many)
                ),
                Status::Ko { attack } => {
                    format!(
                        "{who} {} on a ko that {enemy} begins with {attack}.",
                        verb("hangs", "hang", many)
                    )
                }
                Status::Caught { attack } => {
                    let how = attack.map_or(String::new(), |attack| {
                        format!("; {enemy} takes {} with {attack}", them(many))
                    });
                    format!("{who} {} caught and cannot be saved{how}.", verb("is", "are", many))
                }
                Status::Stands => continue,
            };
            self.say(Topic::Threats, block.warrant, text);
        }
    }

    /// Each pair for itself: that two cuts cannot be made at once is not said.
    fn links(&mut self) {
        let lesson = self.lesson;
        let joints = lesson
            .known
            .chains
            .iter()
            .flat_map(|chain| chain.joints.iter().map(|joint| (name(chain.color), joint)));
        for (color, joint) in joints {
            let text =
                format!("{color}'s blocks at {} and {} cannot be cut apart.", joint.from, joint.to);
            self.say(Topic::Threats, joint.warrant, text);
        }
    }

    fn territory(&mut self) {
        let lesson = self.lesson;
        let [black, white] = lesson.known.territory.map(|territory| territory.len());
        let text = format!("Territory that nobody can break: Black {black}, White {white} points.");
        self.say(Topic::Territory, Warrant::Proved, text);
        if !self.searched() {
            return;
        }
        let mut held = [0usize; 2];
        for (point, owner) in self.position.size().points().zip(&lesson.owners) {
            if self.position.stone(point).is_none() && owner.abs() > 0.6 {
                held[usize::from(*owner < 0.0)] += 1;
            }
        }
        let open = self.position.empty_points().len() - held[0] - held[1];
        let text = format!(
            "As the search sees it, {} of the empty points are mostly Black's, {} mostly White's and {open} are open.",
            held[0], held[1]
        );
        self.say(Topic::Territory, Warrant::Estimate, text);
        let Some(best) = lesson.candidates.first() else { return };
        let leader = if best.score >= 0.0 { "Black" } else { "White" };
        let rate = 100.0 * best.win_rate;
        let text = format!(
            "The search puts {leader} ahead by about {:.1} points, komi included, and gives {} {rate:.0} % to win.",
            best.score.abs(),
            name(lesson.color)
        );
        self.say(Topic::Territory, Warrant::Estimate, text);
    }

    fn moves(&mut self) {
        let lesson = self.lesson;
        let color = name(lesson.color);
        let text = match (lesson.best, lesson.warrant) {
            (best, Warrant::Proved) => format!("{color} keeps the score with {best}."),
            (Move::Pass, _) => format!("{color} may pass: nothing seems to be left to gain."),
            (Move::Play(point), _) => format!("{color} should play {point}{}", self.reasons(point)),
        };
        self.say(Topic::Moves, lesson.warrant, text);
        if lesson.best == Move::Pass {
            return;
        }
        let best = lesson.candidates.iter().find(|candidate| candidate.mv == lesson.best);
        let pass = lesson.candidates.iter().find(|candidate| candidate.mv == Move::Pass);
        if let (Some(best), Some(pass)) = (best, pass)
            && best.visits >= 50
            && pass.visits >= 10
            && best.mv != Move::Pass
        {
            let gain = f64::from(lesson.color.sign()) * (best.score - pass.score);
            if gain >= 1.0 && best.win_rate > pass.win_rate {
                let text = format!(
                    "To play elsewhere without gain would cost about {gain:.0} points: the search gives a pass {:.0} % to win, {} {:.0} %.",
                    100.0 * pass.win_rate,
                    best.mv,
                    100.0 * best.win_rate
                );
                self.say(Topic::Moves, Warrant::Estimate, text);
            }
        }
        if let Some(pass) = pass.filter(|pass| pass.visits >= 10)
            && let Some(Move::Play(point)) = pass.line.get(1).copied()
        {
            let enemy = name(lesson.color.opponent());
            let reasons = self.reasons_of(&lesson.enemy_proposals, point);
            let text = format!(
                "If {color} plays elsewhere, {enemy} would most likely take {point}{}",
                ended(reasons)
            );
            self.say(Topic::Moves, Warrant::Estimate, text);
        }
        if let Some(best) = best.filter(|best| best.line.len() > 1) {
            let line: Vec<String> = best.line.iter().take(8).map(Move::to_string).collect();
            let text = format!("The search expects {}.", line.join(" "));
            self.say(Topic::Moves, Warrant::Estimate, text);
        }
        let most = lesson.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        let others = lesson.candidates.iter().filter(|candidate| candidate.mv != lesson.best);
        // What was hardly tried says nothing.
        let tried = others.filter(|other| other.visits > 0 && other.visits >= most / SELDOM);
        for candidate in tried.take(4) {
            let Move::Play(point) = candidate.mv else { continue };
            let text = format!(
                "{point} was tried {}, with {:.0} % to win{}",
                counted(candidate.visits as usize, "time", "times"),
                100.0 * candidate.win_rate,
                self.reasons(point)
            );
            self.say(Topic::Moves, Warrant::Estimate, text);
        }
    }

    /// What a move is for: from a colon to the full stop.
    fn reasons(&self, point: Point) -> String {
        let mut reasons = self.reasons_of(&self.lesson.proposals, point);
        let prior = self.lesson.candidates.iter().find(|c| c.mv == Move::Play(point));
        if let Some(prior) = prior.map(|candidate| 100.0 * candidate.prior).filter(|p| *p >= 5.0) {
            reasons.push(format!("strong players would choose it {prior:.0} % of the time"));
        }
        ended(reasons)
    }

    fn reasons_of(&self, proposals: &[Proposal], point: Point) -> Vec<String> {
        let found = proposals.iter().find(|proposal| proposal.point == point);
        let motives = found.map_or(&[][..], |proposal| &proposal.motives);
        motives.iter().filter_map(|motive| self.reason(motive)).collect()
    }

    fn reason(&self, motive: &Motive) -> Option<String> {
        let known = &self.lesson.known;
        let sure = match motive.warrant {
            Warrant::Proved => " (proved)",
            Warrant::Estimate => "",
        };
        let block = motive.object.and_then(|object| known.block(object));
        let chain = motive.object.and_then(|object| known.chain(object));
        let group = motive.object.and_then(|object| known.group(object));
        let ko = block.filter(|block| matches!(block.status, Status::Ko { .. }));
        match motive.kind {
            Kind::Capture | Kind::Save if ko.is_some() => ko.map(|block| {
                format!("it fights a ko for {}", stones_at(block.color, &block.stones))
            }),
            Kind::Capture => block.map(|block| {
                format!("it captures {}{sure}", stones_at(block.color, &block.stones))
            }),
            Kind::Save => block
                .map(|block| format!("it saves {}{sure}", stones_at(block.color, &block.stones))),
            Kind::Connect => {
                chain.map(|chain| format!("it connects {}", stones_at(chain.color, &chain.stones)))
            }
            Kind::Cut => {
                chain.map(|chain| format!("it cuts off {}", stones_at(chain.color, &chain.stones)))
            }
            Kind::Settle => {
                group.map(|group| format!("it helps {}", stones_at(group.color, &group.stones)))
            }
            Kind::Press => {
                group.map(|group| format!("it presses {}", stones_at(group.color, &group.stones)))
            }
            Kind::Expand if motive.value >= 3.0 => Some("it claims open points".to_string()),
            Kind::Expand | Kind::Shape => None,
        }
    }
}

/// A colon and the reasons, if there are any, and the full stop.
fn ended(reasons: Vec<String>) -> String {
    match reasons.is_empty() {
        true => ".".to_string(),
        false => format!(": {}.", reasons.join("; ")),
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Such as `Black's 3 stones at C4`.
fn stones_at(color: Color, stones: &PointSet) -> String {
    let at = stones.first().map_or(String::new(), |point| point.to_string());
    match stones.len() {
        1 => format!("{}'s stone at {at}", name(color)),
        many => format!("{}'s {many} stones at {at}", name(color)),
    }
}

/// Where on a larger board stones are, if they are in one place.
fn place(size: Size, stones: &PointSet) -> Option<&'static str> {
    if size.width() < 9 || size.height() < 9 {
        return None;
    }
    // Thirds of the board from the left and from below.
    let column = |point: Point| 3 * point.column() / size.width();
    let row = |point: Point| 3 * point.row() / size.height();
    let one = |third: &dyn Fn(Point) -> usize| {
        let first = third(stones.first()?);
        stones.iter().all(|stone| third(stone) == first).then_some(first)
    };
    Some(match (one(&column), one(&row)) {
        (Some(0), Some(0)) => "in the lower left",
        (Some(2), Some(0)) => "in the lower right",
        (Some(0), Some(2)) => "in the upper left",
        (Some(2), Some(2)) => "in the upper right",
        (Some(1), Some(1)) => "in the centre",
        (_, Some(0)) => "on the lower side",
        (_, Some(2)) => "on the upper side",
        (Some(0), _) => "on the left side",
        (Some(2), _) => "on the right side",
        _ => return None,
    })
}

fn them(many: usize) -> &'static str {
    if many == 1 { "it" } else { "them" }
}

fn verb(one: &'static str, several: &'static str, many: usize) -> &'static str {
    if many == 1 { one } else { several }
}

fn counted(number: usize, one: &str, several: &str) -> String {
    match number {
        0 => format!("no {several}"),
        1 => format!("1 {one}"),
        _ => format!("{number} {several}"),
    }
}

fn eyes(halves: u32) -> &'static str {
    match halves {
        0 => "no eye at sight",
        1 => "half an eye at sight",
        2 => "one eye at sight",
        3 => "an eye and a half at sight",
        _ => "two eyes at sight",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use board::{Rules, Setup};

    fn lesson(text: &str) -> Lesson {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::chinese()).unwrap();
        let (settings, stop) = (Settings::default(), StopFlag::new());
        explain(&position, Color::Black, &settings, &mut Budget::nodes(1500), &stop, 1)
    }

    #[test]
    fn who_has_enough_hears_what_is_known() {
        let setup = ".......\n.XXX...\nXOOO...\n.XXX.O.\n.....O.\n...OO..\n.......";
        let position = Position::from_setup(&setup.parse().unwrap(), Rules::chinese()).unwrap();
        let stop = StopFlag::new();
        stop.stop();
        let mut budget = Budget::unlimited().with_stop(stop.clone());
        let lesson = explain(&position, Color::Black, &Settings::default(), &mut budget, &stop, 1);
        assert!(budget.spent() <= 1 && stop.nodes() < 1000);
        assert!(lesson.notes.iter().any(|note| note.topic == Topic::Situation));
        // Nothing was read, so nothing is said of captures.
        assert!(lesson.known.blocks.iter().all(|block| block.status == Status::Stands));
    }

    fn says(lesson: &Lesson, text: &str) -> Option<Warrant> {
        let found = lesson.notes.iter().find(|note| note.text.contains(text));
        found.map(|note| note.warrant)
    }

    #[test]
    fn a_capture_is_named_with_its_moves() {
        let lesson = lesson(
            "
            . . . . . . .
            . X X X . . .
            X O O O . . .
            . X X X . O .
            . . . . . O .
            . . . O O . .
            . . . . . . .",
        );
        let text = "White's 3 stones at B5 are in danger: Black captures them with E5, White saves them with E5.";
        assert!(says(&lesson, text).is_some(), "{:#?}", lesson.notes);
        let text = "it captures White's 3 stones at B5";
        assert!(says(&lesson, text).is_some(), "{:#?}", lesson.notes);
        // Where a search has looked nothing rests on random games.
        assert_eq!(says(&lesson, "% to live."), Some(Warrant::Estimate), "{:#?}", lesson.notes);
        assert!(says(&lesson, "random games").is_none());
    }

    #[test]
    fn a_solved_board_is_proved() {
        let lesson = lesson(
            "
            . X X X X O O O .
            X . X . . . O . O
            X X X X O O O O O
            . X . . X O . . O
            X X X X X O O O O",
        );
        assert_eq!(says(&lesson, "The endgame is solved"), Some(Warrant::Proved));
        assert_eq!(lesson.best, "E4".parse().unwrap());
        assert_eq!(says(&lesson, "Black keeps the score with E4."), Some(Warrant::Proved));
        assert_eq!(says(&lesson, "are safe"), Some(Warrant::Proved));
    }
}
