//! `tedomari problem` on files as people have them.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// A row of three points in the corner, then its solution and a failure.
const RECORD: &str = "(;SZ[9]AB[ab][bb][cb][db][da]AW[ac][bc][cc][dc][ec][eb][ea]PL[W]\
    (;W[ba];B[ca];W[aa])(;W[aa];B[ba]))";

fn first_move(name: &str, record: &str, more: &[&str]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, record).expect("the test folder can be written");
    let output = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .arg("problem")
        .arg(&path)
        .args(["--json", "--nodes", "100000"])
        .args(more)
        .output()
        .expect("the program starts");
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    format!("{} {}", report["to_play"].as_str().unwrap_or(""), report["moves"][0])
}

#[test]
fn a_problem_is_what_the_file_sets_up_and_not_the_end_of_its_solution() {
    assert_eq!(first_move("solution.sgf", RECORD, &[]), "white \"B9\"");
    assert_eq!(first_move("solution_0.sgf", RECORD, &["--move", "0"]), "white \"B9\"");
    // After the first move nothing is left to be done.
    assert_eq!(first_move("solution_1.sgf", RECORD, &["--move", "1"]), "black null");
}

/// Stones of both colors that nobody can catch: no problem is found here.
const OPEN: &str = "(;SZ[19]AB[dd][dp][cn]AW[pd][pp][cq]PL[B])";

#[test]
fn where_nothing_is_found_likely_moves_are_named_and_not_called_an_answer() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("open.sgf");
    fs::write(&path, OPEN).expect("the test folder can be written");
    let run = |more: &[&str]| {
        let output = Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .arg("problem")
            .arg(&path)
            .args(["--nodes", "10000"])
            .args(more)
            .output()
            .expect("the program starts");
        String::from_utf8(output.stdout).expect("text")
    };
    let report: serde_json::Value = serde_json::from_str(&run(&["--json"])).expect("one object");
    let named = |key: &str| report[key].as_array().map_or(0, Vec::len);
    assert_eq!(
        (report["result"].as_str(), named("moves"), named("likely")),
        (Some("unknown"), 0, 3)
    );
    // Where the colors meet, which is the corner of C3.
    let column = |name: &serde_json::Value| name.as_str().and_then(|name| name.chars().next());
    let corner = |name: &serde_json::Value| column(name).is_some_and(|column| column <= 'G');
    assert!(report["likely"].as_array().is_some_and(|moves| moves.iter().all(corner)));
    assert!(run(&[]).contains("a prediction, not read"));
}
