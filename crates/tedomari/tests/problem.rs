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
