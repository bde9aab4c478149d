//! `tedomari bench signature`: one number for the behaviour of the whole program.
//!
//! A fixed list of positions is solved, read and predicted, and every answer and the
//! number of positions visited on the way to it go into a sum. A change that is meant
//! to make things faster or tidier leaves the number as it is.

use std::sync::Arc;

use anyhow::Context;
use board::{Color, Move, PointSet, Position, Rules, Size};
use budget::Budget;
use endgame::{Solver, compose};
use predict::{Model, Predictor};
use serde::Serialize;
use tactics::capture::{Effort, blocks};
use tactics::life::{Arena, Outside, Wanted, enclosed, read};
use workbench::solve::solve;

use super::tactics_bench::scattered;
use crate::{Outcome, output};

/// Options of `tedomari bench signature`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari bench signature          the number, and its three parts
  tedomari bench signature --json   for programs

The same on every machine. `./test` holds it against docs/figures.md.")]
pub(super) struct Args {
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `bench signature`.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    /// Composed boards, solved under two rule sets.
    solver: String,
    /// Enclosed groups read with each side first, and every block of a board.
    tactics: String,
    /// Games that the predictor plays against itself.
    predictor: String,
    /// All of it.
    signature: String,
}

impl Args {
    /// Does the work and prints the number.
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let parts = [solver()?, tactics(), predictor()?];
        let mut whole = Digest::new();
        parts.iter().for_each(|part| whole.add(&part.hex()));
        let [solver, tactics, predictor] = parts.map(|part| part.hex());
        let schema = "tedomari.bench_signature/1";
        let report = Report { schema, solver, tactics, predictor, signature: whole.hex() };
        if self.json {
            output::print_json(&report)?;
        } else {
            let Report { solver, tactics, predictor, signature, .. } = report;
            output::print(&format!(
                "solver {solver}\ntactics {tactics}\npredictor {predictor}\nsignature {signature}\n"
            ))?;
        }
        Ok(Outcome::Done)
    }
}

/// Boards of the solver's part.
const BOARDS: u64 = 8;

fn solver() -> anyhow::Result<Digest> {
    let mut digest = Digest::new();
    let mut maker = Solver::new();
    for seed in 0..BOARDS {
        let setup = compose(11, seed, &mut maker, &mut Budget::unlimited())?
            .context("boards of eleven lines cannot be composed")?;
        for rules in [Rules::japanese(), Rules::chinese()] {
            let mut position = Position::from_setup(&setup, rules)?;
            position.set_to_play(Color::BOTH[(seed % 2) as usize]);
            let solved = solve(&position, &PointSet::EMPTY, &mut Budget::unlimited());
            digest.add(&(solved.status, &solved.score, solved.stats.nodes));
            digest.add(&solved.line.iter().map(|step| &step.mv).collect::<Vec<_>>());
        }
    }
    Ok(digest)
}

/// Groups of the tactical part, and their empty points.
const GROUPS: u64 = 24;
const POINTS: std::ops::RangeInclusive<usize> = 7..=9;

fn tactics() -> Digest {
    let mut digest = Digest::new();
    for number in 0..GROUPS {
        let group = enclosed(number, POINTS);
        let arena = Arena::new(&group.position, &group.target, &group.free, Outside::Closed);
        let Ok(arena) = arena else { continue };
        for first in Color::BOTH {
            digest.add(&read(&arena, first, Wanted::All, &mut Budget::unlimited()));
        }
    }
    digest.add(&blocks(&scattered(), &Effort::quick(), &mut Budget::unlimited()));
    digest
}

/// The games of the predictor's part: the side of the board and the moves.
const GAMES: [(usize, usize); 2] = [(9, 40), (19, 120)];

fn predictor() -> anyhow::Result<Digest> {
    let mut digest = Digest::new();
    let mut predictor = Predictor::new(Arc::new(Model::standard()?));
    for (side, moves) in GAMES {
        let mut position = Position::new(Size::square(side)?, Rules::japanese());
        for _ in 0..moves {
            let color = position.to_play();
            let best = predictor.ranked(&position, color).first().map(|likely| likely.point);
            let mv = best.map_or(Move::Pass, Move::Play);
            position.play(color, mv)?;
            digest.add(&mv);
        }
    }
    Ok(digest)
}

/// A running sum of everything that was added, by the FNV-1a function over the form in
/// which values are printed for programmers.
struct Digest(u64);

impl Digest {
    fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, value: &impl std::fmt::Debug) {
        for byte in format!("{value:?};").bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn hex(&self) -> String {
        format!("{:08x}", (self.0 ^ (self.0 >> 32)) as u32)
    }
}
