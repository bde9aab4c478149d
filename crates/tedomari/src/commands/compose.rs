//! `tedomari compose`: full-board endgames made of local areas.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use board::{MAX_SIZE, Setup};
use endgame::{COMPOSED_SIZES, Solver, compose};
use sgf::Tree;
use workbench::notation::to_sgf;

use crate::answer::{Answer, Kind};
use crate::caller::Caller;
use crate::limits::{self, LimitArgs, whole};
use crate::output;

/// Seconds of work where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Options of `tedomari compose`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari compose --seed 1 > endgame.sgf && tedomari solve endgame.sgf
  tedomari compose --seed 7 --size 11 --output practice.sgf")]
pub struct Args {
    /// The board is made from this number: the same number, the same board
    #[arg(long, value_name = "N", value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// The size of the board: 7, 11, 15 or 19
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = whole(1..=MAX_SIZE))]
    size: usize,
    /// Where to write it [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Args {
    /// Composes a board; its record is the answer, or is written to the file.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let setup = compose(self.size, self.seed, &mut Solver::new(), &mut budget)?
            .with_context(|| no_such_size(self.size))?;
        let record = record(&setup, self.seed);
        Ok(match &self.output {
            Some(path) => {
                output::replace_file(path, record.as_bytes())?;
                Answer::text(Kind::Text, String::new())
            }
            None => Answer::text(Kind::Sgf, record),
        })
    }
}

/// What is said where no board of a size can be composed.
pub(super) fn no_such_size(size: usize) -> String {
    let sizes = COMPOSED_SIZES.map(|size| size.to_string()).join(", ");
    format!("--size {size}: boards are composed for the sizes {sizes}")
}

fn record(setup: &Setup, seed: u64) -> String {
    let size = setup.size;
    let mut tree = Tree::new_game(size.width() as u8, size.height() as u8);
    let root = tree.root();
    let points = |stones: &board::PointSet| -> Vec<sgf::Point> {
        stones.iter().map(|point| to_sgf(point, size)).collect()
    };
    tree.at(root)
        .text("RU", "Japanese")
        .text("KM", "0")
        .text("GN", &format!("Composed endgame {seed}"))
        .points("AB", points(&setup.black))
        .points("AW", points(&setup.white))
        .colour("PL", sgf::Colour::Black);
    tree.to_string()
}
