//! `tedomari bench reach`: how large the random endgame areas are that can be solved in
//! one, ten and sixty seconds of processor time each.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::bail;
use board::Scoring;
use budget::{Budget, StopFlag};
use cgt::Random;
use endgame::{Area, Solver};
use serde::{Deserialize, Serialize};

use super::kept;

/// Areas of each size.
const AREAS: usize = 200;

/// The limits that are reported, in seconds.
const LIMITS: [u64; 3] = [1, 10, 60];

/// The fewest empty points that are worth a look.
const FEWEST: usize = 6;

/// The most: areas are drawn on a grid of this width.
const WIDTH: usize = 9;

/// One area as it came out.
#[derive(Serialize, Deserialize)]
struct Tried {
    schema: String,
    seconds_an_area: f64,
    empty: usize,
    /// From 1.
    area: usize,
    /// Nothing if it was not solved in time.
    seconds: Option<f64>,
}

const SCHEMA: &str = "tedomari.bench-reach-area/1";

/// The areas of a file of records; those with another time are refused.
fn earlier(path: &Path, time: Duration) -> anyhow::Result<Vec<Tried>> {
    let mut all = Vec::new();
    for (line, tried) in kept::read::<Tried>(path, SCHEMA)? {
        if tried.seconds_an_area != time.as_secs_f64() {
            let seconds = tried.seconds_an_area;
            let path = path.display();
            bail!("{path}: line {line}: measured with --time {seconds}; choose another file");
        }
        all.push(tried);
    }
    Ok(all)
}

/// Solves areas of more and more empty points, each within `time`, until fewer than half
/// are solved, and tells the figures as they come. Those that the file of records has are
/// not solved again.
pub(super) fn measure(
    time: Duration,
    records: Option<&Path>,
    mut tell: impl FnMut(String, f64, &'static str) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let limits: Vec<u64> = LIMITS.into_iter().filter(|&s| Duration::from_secs(s) <= time).collect();
    let limits = if limits.is_empty() { vec![time.as_secs().max(1)] } else { limits };
    let mut reached = vec![[0; 2]; limits.len()];
    let earlier = records.map_or(Ok(Vec::new()), |path| earlier(path, time))?;
    for empty in FEWEST..(WIDTH - 2) * (WIDTH - 2) {
        let mut random = Random::new(empty as u64);
        let (mut within, mut tried) = (vec![0; limits.len()], 0);
        for number in 1..=AREAS {
            let area = random_area(&mut random, empty);
            tried += 1;
            let known = earlier.iter().find(|one| one.empty == empty && one.area == number);
            let taken = match known {
                Some(one) => one.seconds.map(Duration::from_secs_f64),
                None => solve(&area, time),
            };
            if let (None, Some(path)) = (known, records) {
                let seconds = taken.map(|taken| taken.as_secs_f64());
                let (schema, seconds_an_area) = (SCHEMA.to_string(), time.as_secs_f64());
                kept::append(
                    path,
                    &Tried { schema, seconds_an_area, empty, area: number, seconds },
                )?;
            }
            if let Some(taken) = taken {
                for (count, &limit) in within.iter_mut().zip(&limits) {
                    *count += usize::from(taken <= Duration::from_secs(limit));
                }
            }
            // More than half failed: the verdict stands.
            let solved = within.last().copied().unwrap_or(0);
            if tried - solved > AREAS / 2 {
                break;
            }
        }
        for (i, &limit) in limits.iter().enumerate() {
            let share = 100.0 * within[i] as f64 / tried as f64;
            tell(format!("reach_{empty}_within_{limit}s"), share.round(), "%")?;
            let [all, half] = &mut reached[i];
            if within[i] == AREAS && (empty == FEWEST || *all + 1 == empty) {
                *all = empty;
            }
            if tried == AREAS && 2 * within[i] >= AREAS {
                *half = empty;
            }
        }
        if 2 * within[limits.len() - 1] < tried || tried < AREAS {
            break;
        }
    }
    for (&limit, [all, half]) in limits.iter().zip(reached) {
        tell(format!("reach_all_{limit}s"), all as f64, "points")?;
        tell(format!("reach_half_{limit}s"), half as f64, "points")?;
    }
    Ok(())
}

/// How long an area takes a fresh solver; `None` if it is longer than `most`.
fn solve(area: &Area, most: Duration) -> Option<Duration> {
    let clock = Clock::start();
    let stop = StopFlag::new();
    let (done, waiting) = std::sync::mpsc::channel::<()>();
    let watch = {
        let (stop, clock) = (stop.clone(), clock.clone());
        std::thread::spawn(move || {
            while waiting.recv_timeout(Duration::from_millis(10)).is_err() {
                if clock.taken() > most {
                    stop.stop();
                    return;
                }
            }
        })
    };
    let mut budget = Budget::unlimited().with_stop(stop);
    let solved = Solver::new().solve(area, Scoring::Territory, &mut budget).is_ok();
    let taken = clock.taken();
    // The clock may have rung already.
    let _ = done.send(());
    let _ = watch.join();
    (solved && taken <= most).then_some(taken)
}

/// The time that the thread which starts it has had on a processor, so that other work
/// on the machine does not count; where the system does not tell, the time on the wall.
#[derive(Clone)]
struct Clock {
    start: Instant,
    schedule: Option<(PathBuf, Duration)>,
}

impl Clock {
    fn start() -> Clock {
        let link = std::fs::read_link("/proc/thread-self").ok();
        let file = link.map(|thread| Path::new("/proc").join(thread).join("schedstat"));
        let schedule = file.and_then(|file| on_processor(&file).map(|time| (file, time)));
        Clock { start: Instant::now(), schedule }
    }

    fn taken(&self) -> Duration {
        let run = self
            .schedule
            .as_ref()
            .and_then(|(file, begin)| on_processor(file).map(|now| now.saturating_sub(*begin)));
        run.unwrap_or_else(|| self.start.elapsed())
    }
}

/// What a Linux file of scheduling figures begins with: nanoseconds on a processor.
fn on_processor(file: &Path) -> Option<Duration> {
    let text = std::fs::read_to_string(file).ok()?;
    text.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// A random area of so many empty points and a quarter as many stones, between walls of
/// both colors.
fn random_area(random: &mut Random, empty: usize) -> Area {
    let side = WIDTH as i64;
    loop {
        let mut cells = [b'#'; WIDTH * WIDTH];
        let inside = |x: i64, y: i64| x > 0 && y > 0 && x + 1 < side && y + 1 < side;
        let mut points = vec![(random.between(1, side - 2), random.between(1, side - 2))];
        let size = (empty + empty / 4).min(((side - 2) * (side - 2)) as usize);
        while points.len() < size {
            let (x, y) = points[random.between(0, points.len() as i64 - 1) as usize];
            let (dx, dy) = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.between(0, 3) as usize];
            let next = (x + dx, y + dy);
            if inside(next.0, next.1) && !points.contains(&next) {
                points.push(next);
            }
        }
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            cells[(y * side + x) as usize] = if random.one_in(2) { b'X' } else { b'O' };
        }
        for (i, &(x, y)) in points.iter().enumerate() {
            cells[(y * side + x) as usize] = match i {
                i if i < size - empty && random.one_in(2) => b'x',
                i if i < size - empty => b'o',
                _ => b'.',
            };
        }
        let text: Vec<&str> = cells
            .chunks(WIDTH)
            .map(|row| std::str::from_utf8(row).expect("letters are text"))
            .collect();
        // A stone without liberties makes no area; another one is drawn.
        if let Ok(area) = text.join("\n").parse() {
            return area;
        }
    }
}
