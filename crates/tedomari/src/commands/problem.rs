//! `tedomari problem`: a position without a question.

use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board::{Color, Point, PointSet, Position};
use budget::Budget;
use player::problem::likely as searched;
use predict::Adviser;
use predict::deep::Deep;
use workbench::life::{ProblemReport, problem};
use workbench::load::{Loaded, Wanted, load};

use super::life::line;
use super::predict::model;
use crate::answer::Answer;
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::{self, LimitArgs};
use crate::output;

/// Seconds of search where the user gives no limit.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Options of `tedomari problem`.
#[derive(clap::Args, Debug)]
#[command(mut_arg("time", |arg| limits::with_default_time(arg, DEFAULT_TIME)))]
#[command(mut_arg("nodes", |arg| limits::with_default(arg, "no limit")))]
#[command(after_help = "Examples:
  tedomari problem problem.sgf              what is to be done, and how
  tedomari problem game.sgf --move 81       the position after a move of a game
  tedomari problem problem.sgf --time 60 --json

A file that sets up stones of both colors and then goes on is taken for a problem with its
solution: what is asked for is the position that it sets up. Otherwise it is the position at
the end of the main line. The goals it finds are to kill, to live, to capture
and to save stones. Where it finds none, it names the moves near the stones that a strong
player would most likely try: a prediction, by a search if there is time left for it.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    limits: LimitArgs,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

impl Args {
    /// Solves.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.load(caller)?;
        let start = Instant::now();
        let mut budget = self.limits.budget(caller, DEFAULT_TIME);
        let position = &loaded.position;
        let found = tactics::problem::solve(position, &mut budget);
        let cut_short = budget.left() == 0 || budget.stop_flag().is_raised();
        let mut report = problem(position, found.as_ref(), budget.spent());
        if report.result == "unknown" {
            report.likely = likely(position, self.limits.threads, &mut budget)?;
        }
        report.stats.seconds = start.elapsed().as_secs_f64();
        Answer::new(self.json, &report, || text(&report, cut_short))
    }
}

/// As many moves are named where nothing was found.
const GUESSES: usize = 3;

/// The moves that a strong player would most likely try. With time left after reading a search
/// says which; without, it is those that look likely where the colors meet: two steps from
/// both. On the rest of the board, which is mostly empty, he would rather open a game.
fn likely(position: &Position, threads: usize, budget: &mut Budget) -> anyhow::Result<Vec<String>> {
    let model = Arc::new(model(None)?);
    let deep = Deep::fits(position.size()).then(Deep::standard).transpose()?.map(Arc::new);
    let mut moves = match &deep {
        Some(deep) => searched(position, deep, &model, threads, budget),
        None => Vec::new(),
    };
    if moves.is_empty() {
        let board = PointSet::board(position.size());
        let near = Color::BOTH.map(|color| {
            let stones = *position.stones(color);
            (0..2).fold(stones, |near, _| near | near.grown(&board))
        });
        let ranked = Adviser::new(model, deep).ranked(position, position.to_play());
        let points = ranked.iter().map(|likely| likely.point);
        moves = points.filter(|&point| near.iter().all(|near| near.contains(point))).collect();
    }
    Ok(moves.iter().take(GUESSES).map(Point::to_string).collect())
}

impl Args {
    /// The position wanted, or the one that a problem file sets up before its solution.
    fn load(&self, caller: &Caller<'_>) -> anyhow::Result<Loaded> {
        let collection = caller.collection(&self.position.file)?;
        let mut wanted = self.position.clone();
        let game = collection.game(wanted.game.saturating_sub(1));
        let start = Wanted { moves: Some(0), ..Wanted::default() };
        if let (None, Some(Ok(start))) = (wanted.moves, game.map(|game| load(game, &start))) {
            let set_up = Color::BOTH.iter().all(|&color| !start.position.stones(color).is_empty());
            wanted.moves = set_up.then_some(0);
        }
        wanted.load_from(caller, &collection)
    }
}

/// `cut_short`: whether more time or nodes might have found something.
fn text(report: &ProblemReport, cut_short: bool) -> String {
    let mut text = String::new();
    let first = report.target.first().map_or("", String::as_str);
    let _ = match report.goal {
        "kill" => writeln!(text, "{} to kill the group at {first}", report.to_play),
        "live" => writeln!(text, "{} to live with the group at {first}", report.to_play),
        "capture" => writeln!(text, "{} to capture the stones at {first}", report.to_play),
        "save" => writeln!(text, "{} to save the stones at {first}", report.to_play),
        _ if cut_short => {
            writeln!(text, "{} to play: no goal was found within the limits", report.to_play)
        }
        _ => writeln!(text, "{} to play: nothing was found that hangs on the move", report.to_play),
    };
    if report.result != "unknown" {
        let how = if report.result == "ko" { " (ko)" } else { "" };
        let warrant = match report.warrant {
            "proved" => "proved",
            "assuming" => "proved if the stones around it live and let nothing out",
            "estimate" => "read as if the surroundings were as they look, not proved",
            _ => "not proved",
        };
        let _ = writeln!(text, "By {}{how}: {warrant}", report.moves.join(" "));
        let _ = writeln!(text, "{}", line(&report.line));
    } else if !report.likely.is_empty() {
        let moves = report.likely.join(" ");
        let _ = writeln!(
            text,
            "A strong player would most likely try {moves}: a prediction, not read to the end"
        );
    }
    let _ = writeln!(
        text,
        "{} in {:.2} s",
        output::count(report.stats.nodes, "position"),
        report.stats.seconds
    );
    text
}
