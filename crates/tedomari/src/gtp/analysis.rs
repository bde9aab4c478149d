//! Analysis for GUIs: what the search thinks, line by line, while it thinks.
//!
//! The commands and fields are those of Leela Zero and KataGo. Everything is said from
//! the view of the side to move. Where the endgame is solved, the move that keeps the
//! score comes first and says `warrant proved`; all else is an estimate.

use std::fmt::Write;
use std::time::{Duration, Instant};

use board::{Color, Move, PointSet};
use budget::Budget;
use player::exact::ExactChoice;
use player::explain::explain;
use player::knowledge::Warrant;
use player::search::{Search, Settings};
use player::tree::Candidate;

use super::genmove::{self, exact_move, most_playouts};
use super::predict;
use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::search::{standing, with_bonus};
use super::session::{Options, Session};
use super::think::{until_input, within};

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "lz-analyze",
        arguments: "[C] [CENTISECONDS] [KEY VALUE]…",
        about: "what the search thinks, a line each interval, until the next line of input",
        run: |session, call| analyze(session, call, Dialect::Leela),
    },
    Command {
        name: "kata-analyze",
        arguments: "[C] [CENTISECONDS] [KEY VALUE]…",
        about: "the same with fractions, scores and, with ownership true, who owns what",
        run: |session, call| analyze(session, call, Dialect::Kata),
    },
    Command {
        name: "lz-genmove_analyze",
        arguments: "[C] [CENTISECONDS] [KEY VALUE]…",
        about: "as genmove, saying what the search thinks; the last line is play and the move",
        run: |session, call| genmove_analyze(session, call, Dialect::Leela),
    },
    Command {
        name: "kata-genmove_analyze",
        arguments: "[C] [CENTISECONDS] [KEY VALUE]…",
        about: "the same with kata-analyze's fields",
        run: |session, call| genmove_analyze(session, call, Dialect::Kata),
    },
    Command {
        name: "tedomari-explain",
        arguments: "[C]",
        about: "the position in a teacher's words, a sentence a line, each proved or an estimate",
        run: teach,
    },
    Command {
        name: "stop",
        arguments: "",
        about: "nothing; like any input it ends a running analysis",
        run: |_, _| Ok(String::new()),
    },
];

/// Whose fields are written.
#[derive(Clone, Copy, PartialEq)]
enum Dialect {
    /// Ten-thousandths.
    Leela,
    /// Fractions.
    Kata,
}

/// What is asked for.
struct Wish {
    dialect: Dialect,
    color: Color,
    interval: Duration,
    most_moves: usize,
    least_moves: usize,
    root: bool,
    ownership: bool,
    avoid: PointSet,
    allow: Option<PointSet>,
}

/// The interval if none is given: never, in the protocol; a GUI that gives none wants to
/// see something all the same.
const INTERVAL: Duration = Duration::from_millis(500);

impl Wish {
    fn read(session: &Session, call: &Call<'_>, dialect: Dialect) -> Result<Wish, String> {
        let bad = || SYNTAX_ERROR.to_string();
        let mut wish = Wish {
            dialect,
            color: session.position().to_play(),
            interval: INTERVAL,
            most_moves: usize::MAX,
            least_moves: 0,
            root: false,
            ownership: false,
            avoid: PointSet::EMPTY,
            allow: None,
        };
        let mut words = call.words().iter().copied().peekable();
        if let Some(color) = words.peek().and_then(|word| word.parse::<Color>().ok()) {
            wish.color = color;
            words.next();
        }
        if let Some(interval) = words.peek().and_then(|word| centiseconds(word)) {
            wish.interval = interval;
            words.next();
        }
        while let Some(key) = words.next() {
            let value = words.next().ok_or_else(bad)?;
            let truth = || match value {
                "true" => Ok(true),
                "false" => Ok(false),
                _ => Err(bad()),
            };
            match key {
                "interval" => wish.interval = centiseconds(value).ok_or_else(bad)?,
                "maxmoves" => wish.most_moves = value.parse().map_err(|_| bad())?,
                "minmoves" => wish.least_moves = value.parse().map_err(|_| bad())?,
                "rootInfo" => wish.root = truth()?,
                "ownership" => wish.ownership = truth()?,
                // What this search does not know is not told.
                "ownershipStdev"
                | "movesOwnership"
                | "movesOwnershipStdev"
                | "pvVisits"
                | "pvEdgeVisits"
                | "noResultValue" => drop(truth()?),
                "avoid" | "allow" => {
                    let color: Color = value.parse().map_err(|_| bad())?;
                    let vertices = words.next().ok_or_else(bad)?;
                    // Until which depth; only the first move is restricted here.
                    words.next().and_then(|word| word.parse::<u32>().ok()).ok_or_else(bad)?;
                    let mut points = PointSet::EMPTY;
                    for vertex in vertices.split(',') {
                        if let Move::Play(point) = session.vertex(vertex)? {
                            points.insert(point);
                        }
                    }
                    match key {
                        _ if color != wish.color => {}
                        "avoid" => wish.avoid |= points,
                        _ => wish.allow = Some(points),
                    }
                }
                _ => return Err(bad()),
            }
        }
        Ok(wish)
    }

    fn allows(&self, mv: Move) -> bool {
        match mv {
            Move::Pass => self.allow.is_none(),
            Move::Play(point) => {
                !self.avoid.contains(point) && self.allow.is_none_or(|allow| allow.contains(point))
            }
        }
    }

    fn is_restricted(&self) -> bool {
        !self.avoid.is_empty() || self.allow.is_some()
    }
}

/// A number of hundredths of a second, at most an hour; not less than one.
fn centiseconds(word: &str) -> Option<Duration> {
    let number: f64 = word.parse().ok()?;
    (0.0..=360_000.0).contains(&number).then(|| Duration::from_secs_f64(number.max(1.0) / 100.0))
}

/// Every analysis begins with so many playouts, so that its first line says something.
const FIRST: u64 = 64;

fn analyze(session: &mut Session, call: &Call<'_>, dialect: Dialect) -> Reply {
    let wish = Wish::read(session, call, dialect)?;
    call.say("")?;
    let proved = exact_move(session, wish.color, wish.interval.min(INTERVAL), call);
    let mut tree = standing(session, wish.color);
    if wish.is_restricted() {
        tree.restrict(|mv| wish.allows(mv));
    }
    let mut seed = session.options.seed;
    tree.grow(&mut Budget::nodes(FIRST), seed);
    let said = loop {
        let begin = Instant::now();
        // In parts, so that the tree can make room between them.
        while begin.elapsed() < wish.interval && !call.input_waiting() {
            seed = seed.wrapping_add(1 << 32);
            let left = wish.interval.saturating_sub(begin.elapsed());
            until_input(left.min(INTERVAL), call, |stop| {
                tree.grow(&mut Budget::unlimited().with_stop(stop), seed);
            });
        }
        let said = call.say(&line(session, &tree, &wish, proved));
        if said.is_err() || call.input_waiting() {
            break said;
        }
    };
    // A restricted tree has forgotten moves.
    session.tree = (!wish.is_restricted()).then_some(tree);
    said.map(|()| String::new())
}

fn genmove_analyze(session: &mut Session, call: &Call<'_>, dialect: Dialect) -> Reply {
    let wish = Wish::read(session, call, dialect)?;
    call.say("")?;
    let size = session.size();
    let mut watch = |tree: &Search| {
        // Nobody listening ends the game elsewhere.
        let _ = call.say(&line_of(size, tree, &wish, None));
    };
    let mv = genmove::analyzed(session, wish.color, wish.interval, &mut watch, call)?;
    Ok(format!("play {mv}"))
}

fn teach(session: &mut Session, call: &Call<'_>) -> Reply {
    let color = match call.words().is_empty() {
        true => session.position().to_play(),
        false => call.parse(0)?,
    };
    let time = session.options.time.unwrap_or(Options::UNHURRIED);
    let guide = Some(predict::model()?);
    let settings = Settings { threads: session.options.threads, guide, deep: predict::deep().ok() };
    let (position, seed) = (with_bonus(session), session.options.seed);
    let most = most_playouts(session);
    // The search has its time; all the rest ends when somebody asks for it.
    let lesson = within(Duration::MAX, call, |stop| {
        within(time, call, |late| {
            let mut budget = Budget::nodes(most).with_stop(late);
            explain(&position, color, &settings, &mut budget, &stop, seed)
        })
    });
    let notes = lesson.notes.iter().map(|note| {
        let warrant = match note.warrant {
            Warrant::Proved => "proved",
            Warrant::Estimate => "estimate",
        };
        format!("{} [{warrant}]", note.text)
    });
    Ok(notes.collect::<Vec<_>>().join("\n"))
}

fn line(session: &Session, tree: &Search, wish: &Wish, proved: Option<ExactChoice>) -> String {
    let komi = f64::from(session.rules().komi.in_halves()) / 2.0;
    let proved = proved.filter(|choice| wish.allows(choice.mv)).map(|choice| {
        let score = choice.score.numerator() as f64 / choice.score.denominator() as f64;
        (choice.mv, score - komi)
    });
    line_of(session.size(), tree, wish, proved)
}

/// One line of analysis. A proved move comes with its score for Black with komi.
fn line_of(size: board::Size, tree: &Search, wish: &Wish, proved: Option<(Move, f64)>) -> String {
    let mut candidates = tree.candidates();
    candidates.retain(|candidate| wish.allows(candidate.mv));
    let root = candidates.first().cloned();
    if let Some((mv, score)) = proved {
        candidates.retain(|candidate| candidate.mv != mv);
        candidates.insert(0, certain(mv, score, wish.color, root.as_ref()));
    }
    let tried = candidates.iter().filter(|candidate| candidate.visits > 0).count();
    candidates.truncate(tried.max(wish.least_moves).max(1).min(wish.most_moves));
    let mut text = String::new();
    for (order, candidate) in candidates.iter().enumerate() {
        let is_proved = order == 0 && proved.is_some();
        write_move(&mut text, wish, order, candidate, is_proved);
    }
    if wish.dialect == Dialect::Kata {
        if let (true, Some(root)) = (wish.root, &root) {
            let (rate, score) = (shown(root.win_rate), lead(root, wish.color));
            let _ = write!(
                text,
                " rootInfo visits {} winrate {rate:.6} scoreMean {score:.4} scoreLead {score:.4}",
                tree.visits()
            );
        }
        if wish.ownership {
            text.push_str(" ownership");
            // From the upper left corner, row by row.
            for row in (0..size.height()).rev() {
                for column in 0..size.width() {
                    let point = board::Point::new(column, row);
                    let _ = write!(text, " {:.4}", tree.ownership(wish.color, point));
                }
            }
        }
    }
    text.trim_start().to_string()
}

/// A solved move as if it had been searched most.
fn certain(mv: Move, score: f64, color: Color, best: Option<&Candidate>) -> Candidate {
    let own = score * f64::from(color.sign());
    let win_rate = if own > 0.0 {
        1.0
    } else if own < 0.0 {
        0.0
    } else {
        0.5
    };
    let visits = best.map_or(0, |best| best.visits).max(10);
    Candidate { mv, visits, win_rate, lower_bound: win_rate, score, prior: 0.0, line: vec![mv] }
}

/// Sabaki divides by the highest win rate, and an exact 1 has another meaning elsewhere.
fn shown(rate: f64) -> f64 {
    rate.clamp(0.0001, 0.9999)
}

fn lead(candidate: &Candidate, color: Color) -> f64 {
    candidate.score * f64::from(color.sign())
}

fn write_move(text: &mut String, wish: &Wish, order: usize, candidate: &Candidate, proved: bool) {
    let Candidate { mv, visits, prior, .. } = candidate;
    let (rate, bound) = (shown(candidate.win_rate), shown(candidate.lower_bound));
    let _ = match wish.dialect {
        Dialect::Leela => write!(
            text,
            " info move {mv} visits {visits} winrate {:.0} prior {:.0} lcb {:.0} order {order}",
            10_000.0 * rate,
            10_000.0 * prior,
            10_000.0 * bound
        ),
        Dialect::Kata => {
            let (score, warrant) = (lead(candidate, wish.color), ["estimate", "proved"]);
            write!(
                text,
                " info move {mv} visits {visits} utility {:.6} winrate {rate:.6} \
                 scoreMean {score:.4} scoreLead {score:.4} scoreSelfplay {score:.4} \
                 prior {prior:.6} lcb {bound:.6} warrant {} order {order}",
                2.0 * rate - 1.0,
                warrant[usize::from(proved)]
            )
        }
    };
    text.push_str(" pv");
    for mv in &candidate.line {
        let _ = write!(text, " {mv}");
    }
}
