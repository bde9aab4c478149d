//! `tedomari match`: games between GTP engines.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use board::{Color, Komi, MAX_SIZE, Size};
use budget::StopFlag;
use serde::{Deserialize, Serialize};

use crate::input::parse_rules;
use crate::limits::{parse_seconds, parse_threads, watch_ctrl_c, whole};
use crate::referee::engine::{Engine, Failure};
use crate::referee::game::{Clock, Ending, Played, Terms, play, record};
use crate::referee::standing::{Sprt, Standing, Verdict};
use crate::{Outcome, output, progress};

/// How long an engine may take to load and to say its name.
const NAME: Duration = Duration::from_secs(60);

/// Options of `tedomari match`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari match 'tedomari gtp --time 0.5' 'gnugo --mode gtp --level 10 --chinese-rules'
  tedomari match A B --games 200 --size 13 --threads 2 --output games/
  tedomari match NEW OLD --games 2000 --sprt 0,30         until one of the two is proved
  tedomari match A B --clock 300,30,10 --json

Engines are command lines that speak GTP; 'tedomari' is this program. Colors
alternate, and each opening is played twice, with colors exchanged. Moves are checked
and games counted by our rules. With --output every game is kept as SGF, and the
same command goes on where it was interrupted.

Status 1: the sequential test rejects the first engine.")]
pub struct Args {
    /// The first engine
    #[arg(value_name = "ENGINE A")]
    a: String,
    /// The second engine
    #[arg(value_name = "ENGINE B")]
    b: String,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole(1..=u64::MAX))]
    games: u64,
    /// The size of the board
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole(1..=MAX_SIZE))]
    size: usize,
    /// The rules
    #[arg(long, value_name = "RULES", default_value = "chinese")]
    rules: String,
    /// Komi [default: the rules']
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    komi: Option<Komi>,
    /// Seconds a move, told to the engines
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, conflicts_with = "clock")]
    time: Option<Duration>,
    /// Main time, then MOVES in each PERIOD; games are lost on time
    #[arg(long, value_name = "MAIN,PERIOD,MOVES", value_parser = parse_clock)]
    clock: Option<Clock>,
    /// Moves played for both by chance before the engines begin
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole(0..=usize::MAX))]
    opening: usize,
    /// Where random openings begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Games played side by side
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = parse_threads)]
    threads: usize,
    /// Stop when it is proved that A is not stronger by the first number of Elo points,
    /// or is so about by the second
    #[arg(long, value_name = "ELO,ELO", value_parser = parse_sprt, allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// Count a game as it stands after so many moves [default: three times the points]
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    most_moves: Option<usize>,
    /// Keep the games here
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// A game in the list that is kept beside the records.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Line {
    game: u64,
    /// Which engine was Black: `a` or `b`.
    black: char,
    /// Which engine won, if one did.
    winner: Option<char>,
    result: String,
    ending: Ending,
    remark: Option<String>,
    moves: usize,
    /// Of A and of B.
    seconds: [f64; 2],
    slowest: [f64; 2],
}

/// The JSON of `match`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    a: String,
    b: String,
    games: u64,
    a_wins: u64,
    b_wins: u64,
    draws: u64,
    a_rate: f64,
    ci95: [f64; 2],
    a_wins_as_black: u64,
    a_games_as_black: u64,
    moves: usize,
    /// Seconds a move, mean and most, of A and of B.
    seconds_a_move: [f64; 2],
    slowest_move: [f64; 2],
    /// Games that did not end by counting or resignation.
    irregular: Vec<Line>,
    sprt: Option<Tested>,
}

#[derive(Serialize)]
struct Tested {
    elo0: f64,
    elo1: f64,
    log_ratio: f64,
    verdict: &'static str,
}

/// What identifies a match: another one cannot go on in the same folder.
#[derive(Serialize, Deserialize, PartialEq)]
struct Identity {
    a: String,
    b: String,
    size: usize,
    rules: String,
    komi: String,
    opening: usize,
    seed: u64,
}

impl Args {
    /// Plays the games and prints the standing.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let terms = self.terms()?;
        let mut lines = self.earlier(&terms)?;
        let next = AtomicU64::new(0);
        let done: Vec<u64> = lines.iter().map(|line| line.game).collect();
        let stop = watch_ctrl_c();
        for command in [&self.a, &self.b] {
            speaks_gtp(command, &stop)?;
        }
        let bar = progress::bar(self.games, "games");
        bar.set_position(lines.len() as u64);
        let played = Mutex::new((std::mem::take(&mut lines), None));
        let worker = || {
            let mut engines: [Option<Engine>; 2] = [None, None];
            loop {
                let game = next.fetch_add(1, Ordering::Relaxed);
                if game >= self.games || stop.is_raised() {
                    return;
                }
                if done.contains(&game) {
                    continue;
                }
                let line = self.one(game, &terms, &mut engines, &stop);
                // Whoever panicked has left the list as it was.
                let mut played = played.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                match line {
                    Ok(Some(line)) => played.0.push(line),
                    Ok(None) => return,
                    Err(error) => {
                        played.1.get_or_insert(error);
                        stop.stop();
                    }
                }
                let standing = standing(&played.0);
                bar.set_position(standing.games());
                bar.set_message(format!("{} : {}", standing.wins, standing.losses));
                if let Some(test) = &self.sprt
                    && test.verdict(&standing) != Verdict::Open
                {
                    stop.stop();
                }
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.threads {
                scope.spawn(worker);
            }
            worker();
        });
        bar.finish_and_clear();
        let (mut lines, error) =
            played.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(error) = error {
            return Err(error);
        }
        lines.sort_by_key(|line| line.game);
        let report = self.report(&lines);
        if self.json {
            output::print_json(&report)?;
        } else {
            output::print(&text(&report))?;
        }
        let rejected = report.sprt.as_ref().is_some_and(|test| test.verdict == "rejected");
        Ok(if rejected { Outcome::Negative } else { Outcome::Done })
    }

    fn terms(&self) -> anyhow::Result<Terms> {
        let size = Size::square(self.size)?;
        let name = &self.rules;
        let mut rules = parse_rules(name).map_err(|error| anyhow!("--rules {name}: {error}"))?;
        rules.komi = self.komi.unwrap_or(rules.komi);
        let clock = self.clock.or(self.time.map(Clock::Move)).unwrap_or(Clock::None);
        let most_moves = self.most_moves.unwrap_or(3 * size.area()).max(1);
        Ok(Terms { size, rules, clock, opening: self.opening, most_moves })
    }

    /// The games that were played before in the same folder.
    fn earlier(&self, terms: &Terms) -> anyhow::Result<Vec<Line>> {
        let Some(folder) = &self.output else { return Ok(Vec::new()) };
        fs::create_dir_all(folder)
            .with_context(|| format!("{}: cannot be made", folder.display()))?;
        let identity = Identity {
            a: self.a.clone(),
            b: self.b.clone(),
            size: self.size,
            rules: self.rules.clone(),
            komi: terms.rules.komi.to_string(),
            opening: self.opening,
            seed: self.seed,
        };
        let path = folder.join("match.json");
        match fs::read(&path) {
            Ok(bytes) => {
                if serde_json::from_slice(&bytes).ok().as_ref() != Some(&identity) {
                    bail!("{}: holds another match; choose another folder", folder.display());
                }
            }
            Err(_) => output::replace_file(&path, &serde_json::to_vec_pretty(&identity)?)?,
        }
        let text = fs::read_to_string(list(folder)).unwrap_or_default();
        // The last line may have been cut off by an interruption: that game is played again.
        Ok(text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect())
    }

    /// Plays one game and keeps it; nothing if it was interrupted.
    fn one(
        &self,
        game: u64,
        terms: &Terms,
        engines: &mut [Option<Engine>; 2],
        stop: &StopFlag,
    ) -> anyhow::Result<Option<Line>> {
        for (engine, command) in engines.iter_mut().zip([&self.a, &self.b]) {
            if engine.is_none() {
                *engine = Some(Engine::start(command, stop)?);
            }
        }
        let [Some(a), Some(b)] = engines else { bail!("an engine is missing") };
        let swapped = game % 2 == 1;
        let mut players = if swapped { [b, a] } else { [a, b] };
        let played = play(&mut players, terms, self.seed.wrapping_mul(1_000_003) + game / 2);
        if played.ending == Ending::Failed {
            if stop.is_raised() {
                return Ok(None);
            }
            // Whatever state they are in: the next game begins with fresh ones.
            *engines = [None, None];
        }
        let who = |color: Color| if (color == Color::Black) != swapped { 'a' } else { 'b' };
        let of_a_and_b = |mut pair: [f64; 2]| {
            if swapped {
                pair.swap(0, 1);
            }
            pair
        };
        let line = Line {
            game,
            black: who(Color::Black),
            winner: played.winner.map(who),
            result: played.result.clone(),
            ending: played.ending,
            remark: played.remark.clone(),
            moves: played.position.moves().len(),
            seconds: of_a_and_b(played.seconds),
            slowest: of_a_and_b(played.slowest),
        };
        self.keep(&line, &played, swapped)?;
        Ok(Some(line))
    }

    fn keep(&self, line: &Line, played: &Played, swapped: bool) -> anyhow::Result<()> {
        let Some(folder) = &self.output else { return Ok(()) };
        let names = if swapped { [&self.b, &self.a] } else { [&self.a, &self.b] };
        let tree = record(played, names.map(String::as_str));
        let path = folder.join(format!("game-{:05}.sgf", line.game));
        output::replace_file(&path, tree.to_string().as_bytes())?;
        let path = list(folder);
        let mut file = OpenOptions::new().create(true).append(true).open(&path);
        let text = serde_json::to_string(line)? + "\n";
        let written = file.as_mut().map(|file| file.write_all(text.as_bytes()));
        if !matches!(written, Ok(Ok(()))) {
            bail!("{}: cannot be written", path.display());
        }
        Ok(())
    }

    fn report(&self, lines: &[Line]) -> Report {
        let standing = standing(lines);
        let (low, high) = standing.interval();
        let as_black = lines.iter().filter(|line| line.black == 'a');
        let moves: usize = lines.iter().map(|line| line.moves).sum();
        let sum = |i: usize| lines.iter().map(|line| line.seconds[i]).sum::<f64>();
        let most = |i: usize| lines.iter().map(|line| line.slowest[i]).fold(0.0, f64::max);
        // Each engine makes about half of the moves.
        let mean = |i: usize| 2.0 * sum(i) / moves.max(1) as f64;
        let regular = [Ending::Counted, Ending::Resigned];
        Report {
            schema: "tedomari.match/1",
            a: self.a.clone(),
            b: self.b.clone(),
            games: standing.games(),
            a_wins: standing.wins,
            b_wins: standing.losses,
            draws: standing.draws,
            a_rate: standing.rate(),
            ci95: [low, high],
            a_wins_as_black: as_black.clone().filter(|l| l.winner == Some('a')).count() as u64,
            a_games_as_black: as_black.count() as u64,
            moves,
            seconds_a_move: [mean(0), mean(1)],
            slowest_move: [most(0), most(1)],
            irregular: lines.iter().filter(|l| !regular.contains(&l.ending)).cloned().collect(),
            sprt: self.sprt.map(|test| Tested {
                elo0: test.elo0,
                elo1: test.elo1,
                log_ratio: test.log_ratio(&standing),
                verdict: match test.verdict(&standing) {
                    Verdict::Accepted => "accepted",
                    Verdict::Rejected => "rejected",
                    Verdict::Open => "open",
                },
            }),
        }
    }
}

/// An engine that does not even say its name is a slip of the fingers: better said before
/// the first game than by losing them all.
fn speaks_gtp(command: &str, stop: &StopFlag) -> anyhow::Result<()> {
    match Engine::start(command, stop)?.ask("name", NAME) {
        Err(Failure::Gone) => {
            bail!("{command}: ended at once and is no GTP engine ('tedomari gtp' is this program)")
        }
        Err(Failure::Silent) => {
            bail!("{command}: did not answer within {} s in GTP", NAME.as_secs())
        }
        Ok(_) | Err(Failure::Refused(_) | Failure::Stopped) => Ok(()),
    }
}

/// The list of games in a folder.
fn list(folder: &Path) -> PathBuf {
    folder.join("games.jsonl")
}

fn standing(lines: &[Line]) -> Standing {
    let count = |winner: Option<char>| lines.iter().filter(|l| l.winner == winner).count() as u64;
    Standing { wins: count(Some('a')), losses: count(Some('b')), draws: count(None) }
}

fn text(report: &Report) -> String {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut text = format!("A  {}\nB  {}\n\n", report.a, report.b);
    let games = if report.games == 1 { "game" } else { "games" };
    text += &format!(
        "{} {games}: A won {}, B won {}, {} drawn\n",
        report.games, report.a_wins, report.b_wins, report.draws
    );
    text += &format!(
        "A {} (95 %: {} to {}); as Black {} of {}\n",
        percent(report.a_rate),
        percent(report.ci95[0]),
        percent(report.ci95[1]),
        report.a_wins_as_black,
        report.a_games_as_black
    );
    for (i, name) in ["A", "B"].iter().enumerate() {
        text += &format!(
            "{name} {:.3} s a move, at most {:.2} s\n",
            report.seconds_a_move[i], report.slowest_move[i]
        );
    }
    for line in &report.irregular {
        let remark = line.remark.as_deref().unwrap_or("too long");
        text += &format!("game {}: {} ({remark})\n", line.game, line.result);
    }
    if let Some(test) = &report.sprt {
        text += &format!(
            "sequential test of {} against {} Elo: {}, log ratio {:.2}\n",
            test.elo0, test.elo1, test.verdict, test.log_ratio
        );
    }
    text
}

fn parse_clock(text: &str) -> Result<Clock, String> {
    let wrong = || "write MAIN,PERIOD,MOVES, such as 300,30,10 or 600,0,0".to_string();
    let [main, period, moves] = text.split(',').collect::<Vec<_>>()[..] else {
        return Err(wrong());
    };
    Ok(Clock::Canadian {
        main: parse_seconds(main).map_err(|_| wrong())?,
        period: parse_seconds(period).map_err(|_| wrong())?,
        moves: moves.parse().map_err(|_| wrong())?,
    })
}

fn parse_sprt(text: &str) -> Result<Sprt, String> {
    let wrong = || "write two numbers of Elo points, the smaller first, such as 0,30".to_string();
    let (elo0, elo1) = text.split_once(',').ok_or_else(wrong)?;
    let elo0: f64 = elo0.trim().parse().map_err(|_| wrong())?;
    let elo1: f64 = elo1.trim().parse().map_err(|_| wrong())?;
    if elo0 < elo1 { Ok(Sprt { elo0, elo1 }) } else { Err(wrong()) }
}
