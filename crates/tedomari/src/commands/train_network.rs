//! The network's course through the games.
//!
//! Games are shuffled once; each pass takes every third position of each game,
//! so that neighbouring positions, which are alike, are not learned in a row. One game in a
//! hundred is held out and tells how well the network does on unseen games.

use std::path::PathBuf;
use std::sync::mpsc::sync_channel;
use std::time::Instant;

use anyhow::Context;
use board::Size;
use board::playout::Random;
use budget::StopFlag;
use predict::accuracy::Tally;
use predict::learner::{Learner, Rates};
use predict::scene::{Candidates, SMALL, Scene};
use predict::{Dictionary, Extras, Learned, Likely, Model, Part, Record, Theme};

use super::train::go_on;
use crate::{output, progress};

/// What a course is made of.
pub(super) struct Course {
    pub(super) games: Vec<Record>,
    pub(super) size: Size,
    pub(super) dictionary: Dictionary,
    /// How many positions to learn from.
    pub(super) positions: u64,
    pub(super) seed: u64,
    /// Where the state is kept, to go on from after an interruption.
    pub(super) state: PathBuf,
    /// Raised to interrupt it.
    pub(super) stop: StopFlag,
    /// What not to learn from.
    pub(super) without: Vec<Theme>,
    /// What to learn from beyond what every network knows.
    pub(super) extras: Extras,
    /// Whether features are extracted in a thread of their own.
    pub(super) pipelined: bool,
}

/// Every pass takes one position in so many.
const STRIDE: usize = 3;
/// One game in so many is held out, but not more than [`MOST_HELD_OUT`].
const HELD_OUT: usize = 100;
const MOST_HELD_OUT: usize = 200;
/// Positions between two measurements on the games held out, and two saved states.
const REPORT: u64 = 200_000;

/// A game's positions with the index of the played move.
type Lesson = Vec<(Candidates, usize)>;

pub(super) fn run(mut course: Course) -> anyhow::Result<Model> {
    let mut random = Random::new(course.seed);
    for i in (1..course.games.len()).rev() {
        course.games.swap(i, random.below(i + 1));
    }
    let held_out = (course.games.len() / HELD_OUT).min(MOST_HELD_OUT);
    let held_out = course.games.split_off(course.games.len() - held_out);
    let features = SMALL as usize + course.dictionary.len();
    let (mut learner, mut place) = match std::fs::read(&course.state) {
        Ok(bytes) => {
            let name = course.state.display();
            let saved = Learner::from_bytes(&bytes, features, course.extras)
                .with_context(|| format!("{name}: not the state of this course; remove it"))?;
            eprintln!("going on from {} positions", saved.0.learned());
            saved
        }
        Err(_) => (Learner::new(features, course.extras, course.seed), 0),
    };
    for theme in &course.without {
        learner.leave_out(theme);
    }
    let first = place;
    let begin = Instant::now();
    let bar = progress::bar(course.positions, "positions");
    bar.set_position(learner.learned());
    let mut since = Since::new(learner.learned());
    let mut learn = |lesson: Lesson| -> anyhow::Result<bool> {
        place += 1;
        for (candidates, played) in &lesson {
            if learner.learned() >= course.positions {
                return Ok(false);
            }
            let done = learner.learned() as f32 / course.positions as f32;
            let rates = Rates::default().scaled((1.0 - done).max(0.02));
            since.sum += f64::from(learner.learn(candidates, *played, &rates));
        }
        bar.set_position(learner.learned());
        if course.stop.is_raised() {
            bar.finish_and_clear();
            output::replace_file(&course.state, &learner.to_bytes(place))?;
            go_on(&course.stop, &course.state)?;
        }
        if learner.learned() >= since.start + REPORT {
            let mean = since.sum / (learner.learned() - since.start) as f64;
            let tally = measure(&learner, &course, &held_out);
            bar.suspend(|| {
                eprintln!(
                    "{} positions, {:.0} s: learning {mean:.4}; {}",
                    learner.learned(),
                    begin.elapsed().as_secs_f64(),
                    words(&tally)
                );
            });
            output::replace_file(&course.state, &learner.to_bytes(place))?;
            since = Since::new(learner.learned());
        }
        Ok(true)
    };
    if course.pipelined {
        let (send, receive) = sync_channel::<Lesson>(4);
        std::thread::scope(|scope| {
            let course = &course;
            scope.spawn(move || {
                let mut scene = Scene::new(course.size, course.extras);
                let mut place = first;
                // Ends when nobody listens any more.
                while send.send(lesson(course, &mut scene, place)).is_ok() {
                    place += 1;
                }
            });
            for lesson in receive {
                if !learn(lesson)? {
                    break;
                }
            }
            anyhow::Ok(())
        })?;
    } else {
        let mut scene = Scene::new(course.size, course.extras);
        let mut place = first;
        while learn(lesson(&course, &mut scene, place))? {
            place += 1;
        }
    }
    bar.finish_and_clear();
    let tally = measure(&learner, &course, &held_out);
    eprintln!("{}", words(&tally));
    let title = format!(
        "network for {}, {} positions of {} games, seed {}",
        course.size,
        course.positions,
        course.games.len(),
        course.seed
    );
    // What is left of the state is of no use to anybody.
    let _ = std::fs::remove_file(&course.state);
    let learned = Learned::Network(Box::new(learner.into_network()));
    let largest = course.size.width() as u8;
    Ok(Model::new(title, vec![Part { largest, dictionary: course.dictionary, learned }]))
}

/// How well the network does on the games held out.
fn words(tally: &Tally) -> String {
    let (likelihood, top) = (tally.log_likelihood(), tally.top(1));
    match tally.moves {
        0 => "nothing was held out: too few games".to_string(),
        n => format!("held out: {n} moves, log-likelihood {likelihood:.4}, top-1 {top:.4}"),
    }
}

/// What has been learned since the last report.
struct Since {
    start: u64,
    sum: f64,
}

impl Since {
    fn new(start: u64) -> Since {
        Since { start, sum: 0.0 }
    }
}

/// The `place`-th game of the course, counted through all passes.
fn lesson(course: &Course, scene: &mut Scene, place: u64) -> Lesson {
    let games = course.games.len().max(1) as u64;
    let (pass, index) = ((place / games) as usize, (place % games) as usize);
    let mut random = Random::new(course.seed ^ place.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut lesson = Vec::new();
    let mut number = index + pass;
    let Some(game) = course.games.get(index) else { return lesson };
    game.replay(|position, color, point| {
        number += 1;
        if number % STRIDE == 0 {
            let seen = scene.sample(position, color, &course.dictionary, point, &mut random);
            let played = seen.points.iter().position(|&p| p == point);
            lesson.extend(played.map(|played| (seen.clone(), played)));
        }
        true
    });
    lesson
}

/// How well the network does on every seventh move of the games held out.
fn measure(learner: &Learner, course: &Course, games: &[Record]) -> Tally {
    let mut scene = Scene::new(course.size, course.extras);
    let mut forward = Default::default();
    let mut tally = Tally::default();
    for (i, game) in games.iter().enumerate() {
        let mut number = i;
        game.replay(|position, color, point| {
            number += 1;
            if number % 7 == 0 {
                let seen = scene.look(position, color, &course.dictionary);
                learner.network().run(seen, &mut forward);
                let moves = seen.points.iter().zip(&forward.probabilities);
                let moves: Vec<Likely> =
                    moves.map(|(&point, &p)| Likely { point, p: f64::from(p) }).collect();
                tally.add(number, &moves, point);
            }
            true
        });
    }
    tally
}
