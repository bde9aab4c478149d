//! Life-and-death problems of others, read from a folder outside the project:
//! `TEDOMARI_PROBLEMS=… cargo test --release -p tedomari --test facts_life -- --ignored --nocapture`.
//!
//! `TEDOMARI_STRIDE=N` takes every N-th problem, `TEDOMARI_NODES=N` bounds each.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::Instant;

use budget::Budget;
use serde_json::Value;
use tactics::problem;
use workbench::load::{Wanted, load};

fn folder() -> PathBuf {
    std::env::var_os("TEDOMARI_PROBLEMS").expect("TEDOMARI_PROBLEMS names the folder").into()
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[derive(Default)]
struct Row {
    problems: u32,
    right: u32,
    wrong: u32,
    seconds: f64,
}

/// First moves by category and rank; a row says how many were right, wrong, unknown.
fn table(list: &str) {
    let text = fs::read_to_string(folder().join("life").join(list)).expect("the list of problems");
    let stride = number("TEDOMARI_STRIDE", 20) as usize;
    let nodes = number("TEDOMARI_NODES", 3_000_000);
    let mut rows: BTreeMap<(String, i64), Row> = BTreeMap::new();
    for line in text.lines().step_by(stride) {
        let fact: Value = serde_json::from_str(line).expect("a line is JSON");
        let file = fact["file"].as_str().expect("a file");
        let collection = sgf::parse(fs::read(folder().join("life").join(file)).expect("a problem"));
        let game = collection.game(0).expect("a game");
        let to_play = fact["to_play"].as_str().and_then(|color| color.parse().ok());
        let wanted = Wanted { moves: Some(0), to_play, ..Wanted::default() };
        let loaded = load(game, &wanted).expect("a position");
        let correct: Vec<&str> =
            fact["correct"].as_array().expect("moves").iter().filter_map(Value::as_str).collect();
        let start = Instant::now();
        let found = problem::solve(&loaded.position, &mut Budget::nodes(nodes));
        let seconds = start.elapsed().as_secs_f64();
        let category = fact["category"].as_str().unwrap_or("").to_string();
        let row = rows.entry((category, fact["rank"].as_i64().unwrap_or(0) / 3 * 3)).or_default();
        row.problems += 1;
        row.seconds += seconds;
        let answer =
            found.as_ref().and_then(|found| found.line.first().map(|(_, mv)| mv.to_string()));
        let verdict = match &answer {
            Some(answer) if correct.contains(&answer.as_str()) => {
                row.right += 1;
                "right"
            }
            Some(_) => {
                row.wrong += 1;
                "WRONG"
            }
            None => "unknown",
        };
        if std::env::var_os("TEDOMARI_VERBOSE").is_some() {
            let what = found.map(|f| (f.task, f.target.first(), f.target.len(), f.warrant));
            println!("{verdict} {file} {answer:?} of {correct:?} {seconds:.1} s {what:?}");
        }
    }
    println!(
        "{:26} {:>5} {:>8} {:>6} {:>6} {:>8} {:>7}",
        "category", "rank", "problems", "right", "wrong", "unknown", "s each"
    );
    let mut all = Row::default();
    for ((category, rank), row) in &rows {
        let unknown = row.problems - row.right - row.wrong;
        println!(
            "{category:26} {rank:>5} {:>8} {:>6} {:>6} {unknown:>8} {:>7.2}",
            row.problems,
            row.right,
            row.wrong,
            row.seconds / f64::from(row.problems)
        );
        all.problems += row.problems;
        all.right += row.right;
        all.wrong += row.wrong;
    }
    let percent = |n: u32| 100.0 * f64::from(n) / f64::from(all.problems.max(1));
    println!(
        "{} problems: {:.1} % right, {:.1} % wrong",
        all.problems,
        percent(all.right),
        percent(all.wrong)
    );
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_weiqihub() {
    table("weiqihub.jsonl");
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_go_game_guru() {
    table("gogameguru.jsonl");
}
