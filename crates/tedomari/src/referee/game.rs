//! One game between two engines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use board::playout::Random;
use board::score::{PLAYOUTS, score};
use board::{Color, Move, Position, Rules, Size};
use predict::{Model, Predictor};
use sgf::Tree;
use tactics::verdict::judge;
use workbench::notation::{colour, move_to_sgf};

use super::engine::{Engine, Failure};

/// Under which terms games are played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms {
    pub(crate) size: Size,
    pub(crate) rules: Rules,
    pub(crate) clock: Clock,
    /// Moves played for both, by chance, before the engines begin.
    pub(crate) opening: usize,
    /// A game as long as this is counted as it stands.
    pub(crate) most_moves: usize,
}

/// How much time engines have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Clock {
    /// As much as they want, within [`PATIENCE`].
    None,
    /// So much for each move. Told to the engines; not enforced, but reported.
    Move(Duration),
    /// Main time, then so many moves in each period; a game is lost on time.
    Canadian { main: Duration, period: Duration, moves: u32 },
}

/// An engine that is silent for so long is given up.
const PATIENCE: Duration = Duration::from_secs(600);
/// Commands other than moves are answered at once, or after loading.
const SETUP: Duration = Duration::from_secs(60);
/// What talking between processes may cost.
const GRACE: Duration = Duration::from_millis(200);

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Ending {
    /// Both passed.
    Counted,
    Resigned,
    /// The loser played a move that is against the rules.
    Illegal,
    /// The loser overstepped its time.
    Time,
    /// The loser did not answer, refused a legal move, or died.
    Failed,
    /// The game was too long and is counted as it stands.
    Long,
}

/// A game that is over.
pub(crate) struct Played {
    pub(crate) position: Position,
    pub(crate) winner: Option<Color>,
    /// As records write it: `B+3.5`, `W+R`, `0`.
    pub(crate) result: String,
    pub(crate) ending: Ending,
    /// What exactly happened, if something went wrong.
    pub(crate) remark: Option<String>,
    /// All thinking time and the longest, Black's and White's.
    pub(crate) seconds: [f64; 2],
    pub(crate) slowest: [f64; 2],
}

/// Plays a game; the engines are Black and White.
pub(crate) fn play(engines: &mut [&mut Engine; 2], terms: &Terms, seed: u64) -> Played {
    let mut table = Table {
        engines,
        terms,
        position: Position::new(terms.size, terms.rules),
        watches: [Watch::new(terms.clock); 2],
        seconds: [0.0; 2],
        slowest: [0.0; 2],
    };
    let (winner, result, ending, remark) = match table.play(seed) {
        Ok(ending) => table.count(ending),
        Err((loser, ending, remark)) => {
            let winner = loser.opponent();
            let letter = if winner == Color::Black { 'B' } else { 'W' };
            let how = match ending {
                Ending::Resigned => 'R',
                Ending::Time => 'T',
                _ => 'F',
            };
            let remark = Some(remark).filter(|remark| !remark.is_empty());
            (Some(winner), format!("{letter}+{how}"), ending, remark)
        }
    };
    let (seconds, slowest) = (table.seconds, table.slowest);
    Played { position: table.position, winner, result, ending, remark, seconds, slowest }
}

/// Who lost, why, and what happened.
type Lost = (Color, Ending, String);

struct Table<'t, 'e> {
    engines: &'t mut [&'e mut Engine; 2],
    terms: &'t Terms,
    position: Position,
    watches: [Watch; 2],
    seconds: [f64; 2],
    slowest: [f64; 2],
}

impl Table<'_, '_> {
    fn play(&mut self, seed: u64) -> Result<Ending, Lost> {
        for color in Color::BOTH {
            self.prepare(color)?;
        }
        for (color, mv) in opening(self.terms, seed) {
            self.tell(color, color, mv)?;
            self.tell(color.opponent(), color, mv)?;
            // The opening is made of legal moves.
            let _ = self.position.play(color, mv);
        }
        let mut passes = 0;
        while passes < 2 {
            if self.position.moves().len() >= self.terms.most_moves {
                return Ok(Ending::Long);
            }
            let color = self.position.to_play();
            let mv = self.think(color)?;
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
            self.tell(color.opponent(), color, mv)?;
        }
        Ok(Ending::Counted)
    }

    fn prepare(&mut self, color: Color) -> Result<(), Lost> {
        let Terms { size, rules, clock, .. } = self.terms;
        self.must(color, &format!("boardsize {}", size.width()))?;
        self.must(color, "clear_board")?;
        self.must(color, &format!("komi {}", rules.komi))?;
        // Few engines know this; the others are started with the right rules.
        if let Some(name) = rules.name() {
            let _ = self.ask(color, &format!("kata-set-rules {name}"));
        }
        let settings = match clock {
            Clock::None => return Ok(()),
            Clock::Move(time) => format!("time_settings 0 {} 1", whole(*time)),
            Clock::Canadian { main, period, moves } => {
                format!("time_settings {} {} {moves}", whole(*main), whole(*period))
            }
        };
        // An engine without a clock thinks as long as its own settings say.
        let _ = self.ask(color, &settings);
        Ok(())
    }

    /// Asks for a move and plays it.
    fn think(&mut self, color: Color) -> Result<Move, Lost> {
        let lost = |ending, remark: String| (color, ending, remark);
        if let Some(left) = self.watches[color.index()].left() {
            let letter = if color == Color::Black { 'B' } else { 'W' };
            let _ = self.ask(color, &format!("time_left {letter} {left}"));
        }
        let begin = Instant::now();
        let reply = self.engines[color.index()].ask(&format!("genmove {color}"), PATIENCE);
        let time = begin.elapsed();
        self.seconds[color.index()] += time.as_secs_f64();
        let slowest = &mut self.slowest[color.index()];
        *slowest = slowest.max(time.as_secs_f64());
        let text = reply.map_err(|failure| lost(Ending::Failed, told("genmove", failure)))?;
        if !self.watches[color.index()].spend(time) {
            return Err(lost(Ending::Time, format!("{:.1} s for a move", time.as_secs_f64())));
        }
        let mv = match text.trim().to_ascii_lowercase().as_str() {
            "resign" => return Err(lost(Ending::Resigned, String::new())),
            "pass" => Move::Pass,
            vertex => match self.terms.size.parse_point(vertex) {
                Ok(point) => Move::Play(point),
                Err(_) => return Err(lost(Ending::Illegal, format!("'{vertex}' is no move"))),
            },
        };
        match self.position.play(color, mv) {
            Ok(()) => Ok(mv),
            Err(reason) => Err(lost(Ending::Illegal, format!("{text}: {reason}"))),
        }
    }

    fn tell(&mut self, engine: Color, color: Color, mv: Move) -> Result<(), Lost> {
        self.must(engine, &format!("play {color} {mv}"))
    }

    fn ask(&mut self, color: Color, command: &str) -> Result<String, Failure> {
        self.engines[color.index()].ask(command, SETUP)
    }

    /// Whoever does not obey has lost.
    fn must(&mut self, color: Color, command: &str) -> Result<(), Lost> {
        let reply = self.ask(color, command);
        reply.map(drop).map_err(|failure| (color, Ending::Failed, told(command, failure)))
    }

    fn count(&self, ending: Ending) -> (Option<Color>, String, Ending, Option<String>) {
        let judgement = judge(&self.position, PLAYOUTS, 1);
        let score = score(&self.position, &judgement.status, 0);
        (score.winner(), score.to_string(), ending, None)
    }
}

fn told(command: &str, failure: Failure) -> String {
    match failure {
        Failure::Refused(words) => format!("{command}: {words}"),
        Failure::Silent => format!("{command}: no answer"),
        Failure::Gone => format!("{command}: the engine has ended"),
        Failure::Stopped => format!("{command}: interrupted"),
    }
}

/// Seconds for GTP, which knows whole ones only; better too few than too many, but not none.
fn whole(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds.fract() == 0.0 || seconds < 1.0 {
        seconds.to_string()
    } else {
        seconds.floor().to_string()
    }
}

/// The moves that are played for both: such as strong players play, by chance.
fn opening(terms: &Terms, seed: u64) -> Vec<(Color, Move)> {
    let mut moves = Vec::new();
    let Ok(model) = Model::standard() else { return moves };
    let mut predictor = Predictor::new(Arc::new(model));
    let mut random = Random::new(seed);
    let mut position = Position::new(terms.size, terms.rules);
    while moves.len() < terms.opening {
        let color = position.to_play();
        let likely = predictor.moves(&position, color);
        let mut share = random.below(1 << 30) as f64 / f64::from(1 << 30);
        let drawn = likely.iter().find(|likely| {
            share -= likely.p;
            share < 0.0
        });
        let Some(drawn) = drawn else { break };
        let mv = Move::Play(drawn.point);
        if position.play(color, mv).is_err() {
            break;
        }
        moves.push((color, mv));
    }
    moves
}

/// A player's time.
#[derive(Clone, Copy, Debug)]
struct Watch {
    clock: Clock,
    main: Duration,
    period: Duration,
    moves: u32,
}

impl Watch {
    fn new(clock: Clock) -> Watch {
        let (main, period, moves) = match clock {
            Clock::Canadian { main, period, moves } => (main, period, moves),
            _ => (Duration::ZERO, Duration::ZERO, 0),
        };
        Watch { clock, main, period, moves }
    }

    /// What GTP's `time_left` says after the color.
    fn left(&self) -> Option<String> {
        match self.clock {
            Clock::None => None,
            Clock::Move(time) => Some(format!("{} 1", whole(time))),
            Clock::Canadian { .. } if !self.main.is_zero() => {
                Some(format!("{} 0", whole(self.main)))
            }
            Clock::Canadian { .. } => Some(format!("{} {}", whole(self.period), self.moves)),
        }
    }

    /// Takes a move's time off; false if there was not enough.
    fn spend(&mut self, time: Duration) -> bool {
        let Clock::Canadian { period, moves, .. } = self.clock else { return true };
        let mut time = time.saturating_sub(GRACE);
        let from_main = time.min(self.main);
        self.main -= from_main;
        time -= from_main;
        if !self.main.is_zero() {
            return true;
        }
        if moves == 0 || time > self.period {
            return time.is_zero();
        }
        self.period -= time;
        self.moves = self.moves.saturating_sub(1);
        if self.moves == 0 {
            (self.period, self.moves) = (period, moves);
        }
        true
    }
}

/// The game as a record; the names are Black's and White's.
pub(crate) fn record(played: &Played, names: [&str; 2]) -> Tree {
    let (size, rules) = (played.position.size(), played.position.rules());
    let mut tree = Tree::new_game(size.width() as u8, size.height() as u8);
    let mut root = tree.at(tree.root());
    root = root.text("KM", &rules.komi.to_string());
    root = root.text("RU", rules.name().unwrap_or("unnamed"));
    root = root.text("PB", names[0]).text("PW", names[1]).text("RE", &played.result);
    if let Some(remark) = &played.remark {
        root = root.text("C", remark);
    }
    let mut node = root.id();
    for (color, mv) in played.position.moves() {
        node = tree.add(node).play(colour(color), move_to_sgf(mv, size)).id();
    }
    tree
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_through_main_time_and_periods() {
        let seconds = Duration::from_secs;
        let clock = Clock::Canadian { main: seconds(10), period: seconds(5), moves: 2 };
        let mut watch = Watch::new(clock);
        assert_eq!(watch.left().unwrap(), "10 0");
        assert!(watch.spend(seconds(8) + GRACE));
        assert_eq!(watch.left().unwrap(), "2 0");
        // Two seconds of main time and one of the period.
        assert!(watch.spend(seconds(3) + GRACE));
        assert_eq!(watch.left().unwrap(), "4 1");
        assert!(watch.spend(seconds(4) + GRACE));
        assert_eq!(watch.left().unwrap(), "5 2");
        assert!(!watch.spend(seconds(6) + GRACE));
        let absolute = Clock::Canadian { main: seconds(3), period: seconds(0), moves: 0 };
        let mut watch = Watch::new(absolute);
        assert!(watch.spend(seconds(3)));
        assert!(!watch.spend(seconds(1)));
    }

    #[test]
    fn openings_follow_their_seed() {
        let terms = Terms {
            size: Size::square(9).unwrap(),
            rules: Rules::chinese(),
            clock: Clock::None,
            opening: 6,
            most_moves: 200,
        };
        assert_eq!(opening(&terms, 4), opening(&terms, 4));
        assert_ne!(opening(&terms, 4), opening(&terms, 5));
        assert_eq!(opening(&terms, 4).len(), 6);
    }
}
