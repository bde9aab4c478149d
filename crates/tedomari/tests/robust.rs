//! Fast games of all sizes, rules and clocks: no illegal move, no crash, an end.

use std::time::{Duration, Instant};

use board::playout::Random;
use board::{Color, Move, Position, Rules, Size};
use tedomari::gtp::line::Request;
use tedomari::gtp::{Options, Strategy, engine};

/// How time is counted in a game: what the engine is told, and the rest for the arbiter.
#[derive(Clone, Copy, Debug)]
struct Clock {
    system: System,
    main: Duration,
}

#[derive(Clone, Copy, Debug)]
enum System {
    None,
    Absolute,
    ByoYomi { period: Duration, periods: u32 },
    Canadian { period: Duration, stones: u32 },
    Fischer { increment: Duration },
}

const fn ms(milliseconds: u64) -> Duration {
    Duration::from_millis(milliseconds)
}

/// The clocks of the games in turn; main times grow with the board.
fn clock(number: usize, area: usize) -> Clock {
    let main = ms(30 * area as u64);
    let period = ms(400);
    match number % 6 {
        0 => Clock { system: System::None, main },
        1 => Clock { system: System::Absolute, main: 4 * main },
        2 => Clock { system: System::ByoYomi { period, periods: 3 }, main },
        3 => Clock { system: System::Canadian { period: 5 * period, stones: 5 }, main },
        4 => Clock { system: System::Fischer { increment: ms(300) }, main },
        _ => Clock { system: System::ByoYomi { period, periods: 1 }, main: Duration::ZERO },
    }
}

impl Clock {
    fn command(&self) -> String {
        let main = self.main.as_secs_f64();
        match self.system {
            System::None => "kata-time_settings none".to_string(),
            System::Absolute => format!("kata-time_settings absolute {main}"),
            System::ByoYomi { period, periods } => {
                format!("kata-time_settings byoyomi {main} {} {periods}", period.as_secs_f64())
            }
            System::Canadian { period, stones } => {
                format!("kata-time_settings canadian {main} {} {stones}", period.as_secs_f64())
            }
            System::Fischer { increment } => {
                format!("kata-time_settings fischer {main} {}", increment.as_secs_f64())
            }
        }
    }
}

/// What one player has left.
struct Flag {
    clock: Clock,
    main: Duration,
    /// Time and stones left of a Canadian period.
    canadian: (Duration, u32),
    periods: u32,
}

impl Flag {
    fn new(clock: Clock) -> Flag {
        let (canadian, periods) = match clock.system {
            System::Canadian { period, stones } => ((period, stones), 0),
            System::ByoYomi { periods, .. } => ((Duration::ZERO, 0), periods),
            _ => ((Duration::ZERO, 0), 0),
        };
        Flag { clock, main: clock.main, canadian, periods }
    }

    /// Whether the flag still stands after a move.
    fn spend(&mut self, taken: Duration) -> bool {
        let over = taken.saturating_sub(self.main);
        self.main = self.main.saturating_sub(taken);
        match self.clock.system {
            System::None => true,
            System::Absolute => over.is_zero(),
            System::Fischer { increment } => {
                self.main += increment;
                over.is_zero()
            }
            System::ByoYomi { period, .. } => {
                let used = (over.as_secs_f64() / period.as_secs_f64()) as u32;
                self.periods = self.periods.saturating_sub(used);
                self.periods > 0
            }
            System::Canadian { period, stones } => {
                if self.main.is_zero() {
                    let (left, to_play) = self.canadian;
                    let Some(left) = left.checked_sub(over) else { return false };
                    self.canadian =
                        if to_play == 1 { (period, stones) } else { (left, to_play - 1) };
                }
                true
            }
        }
    }

    fn left(&self) -> String {
        match self.clock.system {
            System::ByoYomi { period, .. } if self.main.is_zero() => {
                format!("{} {}", period.as_secs_f64(), self.periods)
            }
            System::Canadian { .. } if self.main.is_zero() => {
                format!("{} {}", self.canadian.0.as_secs_f64(), self.canadian.1)
            }
            _ => format!("{} 0", self.main.as_secs_f64()),
        }
    }
}

/// Who plays against the engine.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Opponent {
    Itself,
    /// Any legal move; a pass when there is none, and sometimes otherwise.
    Random,
}

/// Plays game `number`; the result is what went wrong, if anything did. With `timed` the
/// clock counts.
fn play(number: usize, size: Size, timed: bool) -> Result<(), String> {
    let name = Rules::PRESETS[number % Rules::PRESETS.len()];
    let rules = Rules::preset(name).ok_or("a preset")?;
    let opponent = [Opponent::Random, Opponent::Itself][number / 2 % 2];
    // Mostly the default; the others now and then.
    let strategy = match number % 16 {
        1 => Strategy::Sum,
        3 => Strategy::Static,
        5 => Strategy::Thermostrat,
        7 => Strategy::Temperature,
        9 => Strategy::Unguided,
        11 => Strategy::Predictor,
        12 => Strategy::DeepPredictor,
        13 => Strategy::Flat,
        15 => Strategy::Try,
        0 | 8 => Strategy::Tree,
        _ => Strategy::Deep,
    };
    let area = size.area();
    let options = Options {
        rules,
        // Now and then the clock alone decides.
        playouts: if timed && number.is_multiple_of(5) {
            None
        } else {
            Some(if area < 100 { 60 } else { 10 })
        },
        time: Some(ms(if timed { 60 } else { 60_000 })),
        strategy,
        seed: number as u64,
        files: false,
        ..Options::default()
    };
    let mut engine = engine(options);
    let mut ask = |command: &str| {
        let reply = engine.answer(&Request::parse(command)).text;
        match reply.strip_prefix('=') {
            Some(text) => Ok(text.trim().to_string()),
            None => Err(format!("{command}: {reply}")),
        }
    };
    ask(&format!("boardsize {} {}", size.width(), size.height()))?;
    let clock = clock(number, area);
    if timed {
        ask(&clock.command())?;
    }
    let mut flags = [Flag::new(clock), Flag::new(clock)];
    let mut position = Position::new(size, rules);
    let mut random = Random::new(number as u64);
    let engine_color = if number.is_multiple_of(2) { Color::Black } else { Color::White };
    let most = 4 * area + 40;
    while !position.is_over() && position.moves().len() < most {
        let color = position.to_play();
        if opponent == Opponent::Random && color != engine_color {
            let legal: Vec<_> = position.legal_points(color).iter().collect();
            let passes = legal.is_empty() || random.below(legal.len() + 1) == 0;
            let mv = if passes { Move::Pass } else { Move::Play(legal[random.below(legal.len())]) };
            ask(&format!("play {color} {mv}"))?;
            position.play(color, mv).map_err(|error| error.to_string())?;
            continue;
        }
        if timed {
            ask(&format!("time_left {color} {}", flags[color.index()].left()))?;
        }
        let begin = Instant::now();
        let reply = ask(&format!("genmove {color}"))?;
        let stands = flags[color.index()].spend(begin.elapsed());
        let place = || format!("move {} on {size}, {name}, {strategy:?}", position.moves().len());
        if timed && !stands {
            let taken = begin.elapsed();
            return Err(format!("{}: time is up under {clock:?}, {taken:?}", place()));
        }
        if reply == "resign" {
            return Ok(());
        }
        let mv: Move = reply.parse().map_err(|_| format!("{}: '{reply}'", place()))?;
        position.check(color, mv).map_err(|error| format!("{}: {mv}, {error}", place()))?;
        position.play(color, mv).map_err(|error| error.to_string())?;
    }
    // Against somebody who plays anywhere for ever a game may be long, but not against itself.
    if opponent == Opponent::Itself
        && !position.is_over()
        && position.rules().ko != board::KoRule::Simple
    {
        return Err(format!("no end on {size}, {name}, {strategy:?}:\n{position:?}"));
    }
    Ok(())
}

#[test]
fn small_games_under_all_rules_are_legal_and_end() {
    for number in 0..32 {
        let size = Size::new(2 + number % 5, 2 + number / 3 % 5).expect("a legal size");
        play(number, size, false).unwrap_or_else(|error| panic!("game {number}: {error}"));
    }
}

#[test]
fn a_large_board_is_no_trouble() {
    let size = Size::square(25).expect("a legal size");
    let mut engine = engine(Options { playouts: Some(2), ..Options::default() });
    engine.answer(&Request::parse("boardsize 25"));
    let mut position = Position::new(size, Rules::japanese());
    for color in Color::BOTH.into_iter().cycle().take(10) {
        let reply = engine.answer(&Request::parse(&format!("genmove {color}"))).text;
        let mv = reply.trim_start_matches("= ").trim().parse().expect("a move");
        position.play(color, mv).expect("a legal move");
    }
}

/// `TEDOMARI_GAMES=from..to` plays a part.
#[test]
#[ignore = "a thousand games with clocks take ten minutes"]
fn a_thousand_games_of_all_sizes_rules_and_clocks() {
    let range = std::env::var("TEDOMARI_GAMES").unwrap_or_else(|_| "0..1000".to_string());
    let (from, to) = range.split_once("..").expect("from..to");
    let (from, to): (usize, usize) = (from.parse().expect("a number"), to.parse().expect("one"));
    let mut wrong = Vec::new();
    for number in from..to {
        let mut random = Random::new(7 * number as u64 + 1);
        // Small boards more often: their games are short and their rules are met sooner.
        let widest = [7, 9, 13, 19, 25][random.below(16).saturating_sub(11).min(4)];
        let side = 2 + random.below(widest - 1);
        let other = if number % 4 == 0 { 2 + random.below(widest - 1) } else { side };
        let size = Size::new(side, other).expect("a legal size");
        if let Err(error) = play(number, size, true) {
            println!("game {number}: {error}");
            wrong.push(number);
        }
    }
    println!("games {from}..{to}: {} wrong", wrong.len());
    assert!(wrong.is_empty(), "{wrong:?}");
}
