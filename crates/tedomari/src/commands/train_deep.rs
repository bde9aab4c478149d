//! The deep network's course through the games.
//!
//! Every lesson is a position drawn from a game drawn by chance, turned and mirrored
//! by chance. What became of the points is asked of random games from the last
//! position; who won, of the record. One game in a hundred is held out. Now and then the
//! moves that led to a position are hidden, since problems come without them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::Context;
use board::playout::{Random, owners};
use board::{Color, Komi, Position};
use budget::StopFlag;
use predict::deep::{Course, Deep, Lesson, Report, Sense};
use predict::{Model, Predictor, Record};
use workbench::load::{Loaded, Wanted, load};
use workbench::result::{Recorded, recorded};

use super::train::go_on;
use crate::corpus;
use crate::input::{display_name, read_collection};
use crate::{output, progress};

/// What a course is made of.
pub(super) struct Plan {
    pub(super) files: Vec<PathBuf>,
    /// The feature network that it stands on.
    pub(super) model: Arc<Model>,
    pub(super) blocks: usize,
    /// How many positions to learn from.
    pub(super) positions: u64,
    pub(super) seed: u64,
    pub(super) threads: usize,
    /// Where the state is kept, to go on from after an interruption.
    pub(super) state: PathBuf,
    /// Raised to interrupt it.
    pub(super) stop: StopFlag,
    /// What to learn without.
    pub(super) without: Vec<Sense>,
}

/// A game with what became of it.
struct Game {
    record: Record,
    komi: Komi,
    winner: Option<Color>,
    /// How likely each point was Black's in the end, in 255ths.
    owners: Vec<u8>,
}

/// Positions to a step.
const BATCH: usize = 64;
/// The largest step.
const RATE: f32 = 3e-3;
/// Positions over which steps grow to that.
const WARM_UP: f32 = 5_000.0;
/// The share of the course after which means and variances of channels stay as they are.
const SETTLED: f32 = 0.7;
/// One lesson of so many knows the stones alone, not how they came there.
const BARE: usize = 8;
/// Positions between two reports, and two saved states.
const REPORT: u64 = 51_200;
/// Lessons of games held out to a report.
const EXAMINED: usize = 1_024;
/// Random games to find the owners of points.
const PLAYOUTS: u32 = 48;
/// A point that one player has so many times less often than always counts as his: random
/// games are less sure than players who agree.
const SHARPNESS: f32 = 2.5;

pub(super) fn run(plan: &Plan) -> anyhow::Result<Deep> {
    let mut games = read(plan)?;
    let mut random = Random::new(plan.seed);
    for i in (1..games.len()).rev() {
        games.swap(i, random.below(i + 1));
    }
    let held_out = games.split_off(games.len() - (games.len() / 100).clamp(1, 400));
    let mut course = match std::fs::read(&plan.state) {
        Ok(bytes) => {
            let name = plan.state.display();
            let course = Course::from_bytes(&bytes, plan.blocks, plan.threads)
                .with_context(|| format!("{name}: not the state of this course; remove it"))?;
            eprintln!("going on from {} positions", course.learned());
            course
        }
        Err(_) => Course::new(plan.blocks, plan.threads, plan.seed),
    };
    for sense in &plan.without {
        course.leave_out(sense);
    }
    let begin = Instant::now();
    let bar = progress::bar(plan.positions, "positions");
    let mut since = Sum::default();
    while course.learned() < plan.positions {
        let done = course.learned();
        let mut makers = makers(plan, &games, plan.seed.wrapping_add(done));
        let left = 1.0 - done as f32 / plan.positions as f32;
        let rate = RATE * (left + 0.02) * ((done as f32 + 500.0) / WARM_UP).min(1.0);
        if left < 1.0 - SETTLED {
            course.settle();
        }
        since.add(&course.learn(&mut makers, BATCH, rate));
        bar.set_position(course.learned());
        if plan.stop.is_raised() {
            bar.finish_and_clear();
            output::replace_file(&plan.state, &course.to_bytes())?;
            go_on(&plan.stop, &plan.state)?;
        }
        if since.positions >= REPORT as f64 || course.learned() >= plan.positions {
            let mut makers = self::makers(plan, &held_out, u64::MAX);
            let held = course.examine(&mut makers, EXAMINED);
            bar.suspend(|| {
                let mean = since.mean();
                eprintln!(
                    "{} positions, {:.0} s: learning {}; held out {}",
                    course.learned(),
                    begin.elapsed().as_secs_f64(),
                    words(&mean),
                    words(&held)
                );
            });
            output::replace_file(&plan.state, &course.to_bytes())?;
            since = Sum::default();
        }
    }
    bar.finish_and_clear();
    let title = format!("deep network, {} positions of {} games", course.learned(), games.len());
    Ok(course.deep(&title))
}

fn words(report: &Report) -> String {
    format!(
        "moves {:.4} (top-1 {:.4}), owners {:.4}, outcome {:.4}",
        report.moves, report.top, report.owners, report.outcome
    )
}

/// Reports added up.
#[derive(Default)]
struct Sum {
    positions: f64,
    moves: f64,
    top: f64,
    owners: f64,
    outcome: f64,
}

impl Sum {
    fn add(&mut self, report: &Report) {
        self.positions += report.positions;
        self.moves += report.moves * report.positions;
        self.top += report.top * report.positions;
        self.owners += report.owners * report.positions;
        self.outcome += report.outcome * report.positions;
    }

    fn mean(&self) -> Report {
        let n = self.positions.max(1.0);
        Report {
            positions: self.positions,
            moves: self.moves / n,
            top: self.top / n,
            owners: self.owners / n,
            outcome: self.outcome / n,
        }
    }
}

/// For each thread, what makes lessons by their number: the same whatever the thread.
fn makers<'a>(
    plan: &Plan,
    games: &'a [Game],
    seed: u64,
) -> Vec<impl FnMut(usize) -> Option<Lesson> + Send + use<'a>> {
    let maker = |_| {
        let mut predictor = Predictor::new(Arc::clone(&plan.model));
        move |number: usize| {
            let mut random =
                Random::new(seed.wrapping_mul(0x9E37_79B9).wrapping_add(number as u64));
            let game = &games[random.below(games.len())];
            let stones = game.record.stones();
            if stones == 0 {
                return None;
            }
            let wanted = random.below(stones);
            let symmetry = random.below(8);
            let bare = random.below(BARE) == 0;
            let owners: Vec<f32> = game.owners.iter().map(|&o| f32::from(o) / 255.0).collect();
            let (mut count, mut lesson) = (0, None);
            game.record.replay(|position, color, point| {
                if count == wanted {
                    let stones = Position::from_setup(&position.setup(), *position.rules());
                    let stones = stones.ok().filter(|_| bare);
                    lesson = Lesson::new(
                        stones.as_ref().unwrap_or(position),
                        color,
                        point,
                        &owners,
                        game.winner,
                        game.komi,
                        symmetry,
                        &mut predictor,
                    );
                }
                count += 1;
                count <= wanted
            });
            lesson
        }
    };
    (0..plan.threads).map(maker).collect()
}

fn read(plan: &Plan) -> anyhow::Result<Vec<Game>> {
    let files = corpus::files(&plan.files)?;
    let bar = progress::bar(files.len() as u64, "files");
    let next = std::sync::atomic::AtomicUsize::new(0);
    let work = || -> anyhow::Result<Vec<(usize, Vec<Game>)>> {
        let mut made = Vec::new();
        loop {
            let i = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let Some(file) = files.get(i) else { return Ok(made) };
            let collection = read_collection(file)?;
            let mut games = Vec::new();
            let mut skipped = 0;
            for game in collection.games() {
                if plan.stop.is_raised() {
                    break;
                }
                match load(game, &Wanted::default()) {
                    Ok(loaded) if loaded.illegal == 0 => games.push(read_game(game, &loaded)),
                    _ => skipped += 1,
                }
            }
            if skipped > 0 {
                eprintln!("{}: {skipped} games are left out", display_name(file));
            }
            made.push((i, games));
            bar.inc(1);
        }
    };
    let mut parts = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        let mut parts = Vec::new();
        for worker in workers {
            match worker.join() {
                Ok(made) => parts.extend(made?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        anyhow::Ok(parts)
    })?;
    bar.finish_and_clear();
    go_on(&plan.stop, &plan.state)?;
    // In the order of the files, whichever thread read them.
    parts.sort_by_key(|(i, _)| *i);
    let games: Vec<Game> = parts.into_iter().flat_map(|(_, games)| games).collect();
    anyhow::ensure!(games.len() >= 2, "a course needs at least two games");
    Ok(games)
}

fn read_game(game: sgf::Game<'_>, loaded: &Loaded) -> Game {
    let position = &loaded.position;
    let owned = owners(position, position.to_play(), PLAYOUTS, 1);
    let share = |point| {
        let [black, white] = Color::BOTH.map(|color| owned.of(color, point) as f32);
        let lead = SHARPNESS * (black - white) / PLAYOUTS as f32;
        (127.5 + 127.5 * lead.clamp(-1.0, 1.0)).round() as u8
    };
    Game {
        record: Record::of(position),
        komi: position.rules().komi,
        winner: winner(game, loaded),
        owners: position.size().points().map(share).collect(),
    }
}

/// Who won, if the record says so and its komi can be believed.
fn winner(game: sgf::Game<'_>, loaded: &Loaded) -> Option<Color> {
    let usual = (0..=20).contains(&loaded.position.rules().komi.in_halves());
    match recorded(game)? {
        _ if !usual || !loaded.header.komi_given => None,
        Recorded::Counted(0) => None,
        Recorded::Counted(halves) => Some(if halves > 0 { Color::Black } else { Color::White }),
        Recorded::Won(color) => Some(color),
    }
}
