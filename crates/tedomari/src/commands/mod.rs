//! The commands, one file each.
//!
//! To add one: a file with `#[derive(clap::Args)] pub struct Args`, a variant below with
//! its one-line description, and an example in `after_help`. A question has a
//! `pub fn answer(&self, caller: &Caller) -> anyhow::Result<Answer>` on its options, so that
//! it can be asked at the terminal and over the network; what may be asked there is listed in
//! `server/questions.rs`. Everything else has a `pub fn run(self) -> anyhow::Result<Outcome>`.

use clap::Subcommand;

use crate::Outcome;
use crate::answer::Answer;
use crate::caller::Caller;
use crate::progress;

pub mod accuracy;
pub mod bench;
mod bench_clock;
mod bench_composed;
mod bench_reach;
mod bench_real;
mod bench_signature;
pub mod capture;
pub mod catalogue;
pub mod cgt;
mod cgt_bench;
mod cgt_limits;
mod cgt_prompt;
pub mod check;
mod check_suite;
pub mod completions;
pub mod compose;
pub mod connect;
mod counted;
pub mod diagram;
pub mod explain;
mod explain_report;
pub mod games;
pub mod genmove;
pub mod gtp;
pub mod harvest;
mod kept;
pub mod life;
mod life_bench;
pub mod man;
pub mod match_games;
mod pattern_bench;
pub mod patterns;
pub(crate) mod predict;
mod predict_bench;
pub mod problem;
pub mod report;
pub mod safety;
pub mod score;
pub mod semeai;
pub mod serve;
pub mod show;
pub mod solve;
pub mod store;
mod tactics_bench;
pub mod train;
mod train_deep;
mod train_network;

/// What the program can do.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// The exact endgame: areas, values, best moves and the score
    Solve(solve::Args),
    /// Safe stones, territory and dame, and by which proof
    Safety(safety::Args),
    /// Can a block be captured, can it be saved?
    Capture(capture::Args),
    /// Can two blocks be cut, can they be joined?
    Connect(connect::Args),
    /// Who wins the race between two blocks, each side first
    Semeai(semeai::Args),
    /// Life and death of a group, each side first
    Life(life::Args),
    /// A problem without a question: finds the goal and solves it
    Problem(problem::Args),
    /// The position in a teacher's words: groups, threats, territory, moves
    Explain(explain::Args),
    /// Which patterns of a library lie on the board, and what they advise
    Patterns(patterns::Args),
    /// A full-board endgame made of local areas, by seed
    Compose(compose::Args),
    /// Corridors, rooms and sockets with their values, as a page with pictures
    Catalogue(catalogue::Args),
    /// The position as text
    Show(show::Args),
    /// Positions and figures as pictures: SVG, PNG, PDF or text
    Diagram(diagram::Args),
    /// A game's endgame move by move, with every certain mistake, as a page
    Report(report::Args),
    /// Dead stones, territory and the score under the rules
    Score(score::Args),
    /// Read and replay collections of games; counts, errors, speed
    Games(games::Args),
    /// Do the assertions of problem files hold? Totals by theme; also suites of GTP questions
    Check(check::Args),
    /// The move the engine would play
    Genmove(genmove::Args),
    /// An engine for Go programs (GTP 2)
    Gtp(gtp::Args),
    /// Games between GTP engines: who is stronger, and how sure is that?
    Match(match_games::Args),
    /// The likeliest next moves of a strong player
    Predict(predict::Args),
    /// How often the played move is among the likeliest
    Accuracy(accuracy::Args),
    /// Collect the patterns that are played often
    Harvest(harvest::Args),
    /// Learn a move predictor from games
    Train(train::Args),
    /// The workbench in a browser: page and API, for this machine alone
    Serve(serve::Args),
    /// Combinatorial-game calculator; without EXPR, an interactive prompt
    Cgt(cgt::Args),
    /// The database of solved areas: its size, its checks, its end
    Store(store::Args),
    /// Speed figures, one a line: name, value, unit
    Bench(bench::Args),
    /// Shell completions
    Completions(completions::Args),
    /// Manual pages of all commands
    Man(man::Args),
}

impl Command {
    /// Does it.
    pub fn run(self) -> anyhow::Result<Outcome> {
        match self {
            Command::Catalogue(args) => args.run(),
            Command::Games(args) => args.run(),
            // At a terminal it compares runs, and complains of what it does not understand.
            Command::Check(args) => args.run(),
            Command::Gtp(args) => args.run(),
            Command::Match(args) => args.run(),
            Command::Accuracy(args) => args.run(),
            Command::Harvest(args) => args.run(),
            Command::Train(args) => args.run(),
            // At a terminal it prints line by line, and there is a prompt.
            Command::Cgt(args) => args.run(),
            Command::Serve(args) => args.run(),
            Command::Store(args) => args.run(),
            Command::Bench(args) => args.run(),
            Command::Completions(args) => args.run(),
            Command::Man(args) => args.run(),
            question => {
                let shown = progress::nodes();
                let answer = question.answer(&Caller::Terminal);
                drop(shown);
                answer?.print()
            }
        }
    }

    /// Answers, if the command is a question.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        match self {
            Command::Solve(args) => args.answer(caller),
            Command::Safety(args) => args.answer(caller),
            Command::Capture(args) => args.answer(caller),
            Command::Connect(args) => args.answer(caller),
            Command::Semeai(args) => args.answer(caller),
            Command::Life(args) => args.answer(caller),
            Command::Problem(args) => args.answer(caller),
            Command::Explain(args) => args.answer(caller),
            Command::Patterns(args) => args.answer(caller),
            Command::Compose(args) => args.answer(caller),
            Command::Show(args) => args.answer(caller),
            Command::Diagram(args) => args.answer(caller),
            Command::Report(args) => args.answer(caller),
            Command::Score(args) => args.answer(caller),
            Command::Genmove(args) => args.answer(caller),
            Command::Predict(args) => args.answer(caller),
            Command::Check(args) => args.answer(caller),
            Command::Cgt(args) => args.answer(caller),
            _ => anyhow::bail!("this command is no question"),
        }
    }
}
