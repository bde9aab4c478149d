//! `tedomari bench composed`: full boards solved and played, alone and against others.

use anyhow::{Context, anyhow, bail};
use board::{Color, MAX_SIZE, Move, PointSet, Position, Rules};
use budget::{Budget, StopFlag};
use endgame::{Solver, compose};
use player::exact::Player;
use player::spar::{Contest, Opponent, Unfinished, contest};
use serde::Serialize;
use workbench::solve::solve;

use super::bench_clock::Clock;
use super::compose::no_such_size;
use crate::input::parse_rules;
use crate::limits::{watch_ctrl_c, whole};
use crate::{Outcome, output, progress};

/// Options of `tedomari bench composed`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari bench composed                      100 boards, solved and played by both sides
  tedomari bench composed --opponents 20       and each against 20 opponents that err
  tedomari bench composed --boards 5 --size 11 --json

Boards are those of `tedomari compose --seed 0`, 1, 2 …; nothing is read from the store.
Standard error says how far it is, board by board; Ctrl-C prints what was measured.
Status 1: a board was not solved exactly, or a proved score was not kept.")]
pub(super) struct Args {
    /// How many boards
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole(0..=u64::MAX))]
    boards: u64,
    /// The seed of the first board
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX))]
    first: u64,
    /// The size of the boards: 7, 11, 15 or 19
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = whole(1..=MAX_SIZE))]
    size: usize,
    /// Under which rules
    #[arg(long, value_name = "RULES,…", value_delimiter = ',', default_values = ["japanese", "chinese"])]
    rules: Vec<String>,
    /// Against how many opponents each board is played
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole(0..=u64::MAX))]
    opponents: u64,
    /// One JSON object instead of text
    #[arg(long)]
    json: bool,
}

/// The JSON of `bench composed`, one part for each rule set.
#[derive(Serialize)]
struct Report {
    schema: &'static str,
    size: usize,
    rules: Vec<Figures>,
}

#[derive(Serialize, Default)]
struct Figures {
    rules: String,
    boards: u64,
    exact: u64,
    /// Fewest and most.
    areas: [usize; 2],
    moves: [usize; 2],
    median_seconds: f64,
    worst_seconds: f64,
    median_nodes: u64,
    worst_nodes: u64,
    /// Games of both sides that ended with the proved score, and whose score the judge of
    /// dead stones found too.
    both_sides_kept: u64,
    both_sides_judged: u64,
    /// Games against opponents: all, those that ended no worse than proved, those that
    /// ended better, and moves played.
    games: u64,
    kept: u64,
    better: u64,
    game_moves: u64,
    /// Games that were lost, or in which the player was at a loss, by opponent.
    failures: Vec<String>,
}

impl Args {
    /// Composes, solves, plays and prints.
    pub(super) fn run(self) -> anyhow::Result<Outcome> {
        let mut report =
            Report { schema: "tedomari.bench_composed/1", size: self.size, rules: Vec::new() };
        if self.boards == 0 {
            bail!("--boards 0: there is nothing to measure");
        }
        let stop = watch_ctrl_c();
        for name in &self.rules {
            if stop.is_raised() {
                break;
            }
            let rules = parse_rules(name).map_err(|error| anyhow!("--rules {name}: {error}"))?;
            let figures = self.measure(name, rules, &stop)?;
            if !self.json {
                output::print(&text(&figures))?;
            }
            report.rules.push(figures);
        }
        if self.json {
            output::print_json(&report)?;
        }
        let kept =
            |f: &Figures| f.exact == f.boards && f.both_sides_kept == f.boards && f.kept == f.games;
        Ok(if report.rules.iter().all(kept) { Outcome::Done } else { Outcome::Negative })
    }

    fn measure(&self, name: &str, rules: Rules, stop: &StopFlag) -> anyhow::Result<Figures> {
        let mut figures = Figures { rules: name.to_string(), ..Figures::default() };
        let mut maker = Solver::new();
        let (mut times, mut nodes) = (Vec::new(), Vec::new());
        let (mut areas, mut moves) = (Vec::new(), Vec::new());
        let bar = progress::bar(self.boards, "boards");
        let budget = || Budget::unlimited().with_stop(stop.clone());
        for seed in self.first..self.first.saturating_add(self.boards) {
            if stop.is_raised() {
                break;
            }
            let setup = compose(self.size, seed, &mut maker, &mut Budget::unlimited())?
                .with_context(|| no_such_size(self.size))?;
            let mut position = Position::from_setup(&setup, rules)?;
            let color = Color::BOTH[(seed / 2 % 2) as usize];
            position.set_to_play(color);
            let clock = Clock::start();
            let solved = solve(&position, &PointSet::EMPTY, &mut budget());
            let time = clock.seconds();
            if stop.is_raised() {
                break;
            }
            times.push(time);
            figures.boards += 1;
            figures.exact += u64::from(solved.status == "exact");
            nodes.push(solved.stats.nodes);
            areas.push(solved.areas.len());
            moves.push(solved.line.iter().filter(|step| step.mv != Move::Pass.to_string()).count());
            let before = figures.failures.len();
            self.play(&position, color, seed, &mut figures, stop);
            bar.suspend(|| {
                eprintln!(
                    "{name}, board {seed}: {}, {:.3} s; so far {} of {} games kept",
                    solved.status,
                    time,
                    figures.kept + figures.both_sides_kept,
                    figures.games + figures.boards,
                );
                for failure in &figures.failures[before..] {
                    eprintln!("  not kept against {failure}");
                }
            });
            bar.inc(1);
        }
        bar.finish_and_clear();
        times.sort_by(f64::total_cmp);
        nodes.sort_unstable();
        let range = |list: &[usize]| {
            [list.iter().copied().min().unwrap_or(0), list.iter().copied().max().unwrap_or(0)]
        };
        figures.areas = range(&areas);
        figures.moves = range(&moves);
        figures.median_seconds = times.get(times.len() / 2).copied().unwrap_or_default();
        figures.worst_seconds = times.last().copied().unwrap_or_default();
        figures.median_nodes = nodes.get(nodes.len() / 2).copied().unwrap_or(0);
        figures.worst_nodes = nodes.last().copied().unwrap_or(0);
        Ok(figures)
    }

    /// Plays a board with both sides exact, and then against the opponents.
    fn play(
        &self,
        position: &Position,
        color: Color,
        seed: u64,
        figures: &mut Figures,
        stop: &StopFlag,
    ) {
        let mut players = [(); 2].map(|()| Player::new(Solver::new()));
        match contest(position, color, color, None, &mut players, seed, stop) {
            Ok(Contest { predicted, reached, judged, .. }) => {
                figures.both_sides_kept += u64::from(predicted == reached);
                figures.both_sides_judged += u64::from(predicted == judged);
            }
            // A board that was not played does not count.
            Err(Unfinished::Stopped) => {
                figures.boards -= 1;
                return;
            }
            Err(Unfinished::AtALoss(_)) => {}
        }
        // All kinds get their turn, however few there are to a board.
        for number in (seed * self.opponents..).take(self.opponents as usize) {
            let opponent = Opponent::ALL[number as usize % Opponent::ALL.len()];
            // Either color, either side first.
            let own = Color::BOTH[(number / 7 % 2) as usize];
            let first = Color::BOTH[(number / 14 % 2) as usize];
            let game = contest(position, first, own, Some(opponent), &mut players, number, stop);
            let game = match game {
                Ok(game) => Some(game),
                Err(Unfinished::AtALoss(_)) => None,
                Err(Unfinished::Stopped) => return,
            };
            figures.games += 1;
            let Some(Contest { predicted, reached, moves, .. }) = game else {
                figures
                    .failures
                    .push(format!("{opponent}, board {seed}, game {number}: at a loss"));
                continue;
            };
            figures.game_moves += moves as u64;
            let gain = match own {
                Color::Black => reached.cmp(&predicted),
                Color::White => predicted.cmp(&reached),
            };
            figures.kept += u64::from(gain.is_ge());
            figures.better += u64::from(gain.is_gt());
            if gain.is_lt() {
                let what = format!("{predicted} became {reached} for {own}");
                figures.failures.push(format!("{opponent}, board {seed}, game {number}: {what}"));
            }
        }
    }
}

fn text(figures: &Figures) -> String {
    let Figures { rules, boards, exact, areas, moves, .. } = figures;
    let mut text = format!(
        "{rules}: {boards} boards, {exact} solved exactly; {} to {} areas, {} to {} moves\n\
         \x20 median {:.3} s and {} nodes, worst {:.3} s and {} nodes\n\
         \x20 both sides exact: {} reached the proved score, the judge agrees on {}\n",
        areas[0],
        areas[1],
        moves[0],
        moves[1],
        figures.median_seconds,
        figures.median_nodes,
        figures.worst_seconds,
        figures.worst_nodes,
        figures.both_sides_kept,
        figures.both_sides_judged,
    );
    if figures.games > 0 {
        text += &format!(
            "  against opponents: {} games of {} moves on average, {} no worse than proved, {} better\n",
            figures.games,
            figures.game_moves / figures.games,
            figures.kept,
            figures.better,
        );
    }
    for failure in &figures.failures {
        text += &format!("  not kept against {failure}\n");
    }
    text
}
