//! `tedomari patterns`: what is found, and what is wrong with a library.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

fn file(name: &str, content: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the test folder can be written");
    path.to_str().expect("a plain path").to_string()
}

fn patterns(arguments: &[&str]) -> Output {
    let program = env!("CARGO_BIN_EXE_tedomari");
    Command::new(program).arg("patterns").args(arguments).output().expect("the program starts")
}

const BOARD: &str = "(;SZ[9]AB[dd][ee]AW[gc]PL[B])";

#[test]
fn a_diagonal_is_connected_for_sure() {
    let output = patterns(&[&file("diagonal.sgf", BOARD), "--json"]);
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    let connected = |found: &&serde_json::Value| found["connects"][0][0] == "E5";
    let found = report["matches"].as_array().expect("a list").iter().find(connected);
    let found = found.expect("a connection of E5");
    assert_eq!((&found["connects"][0][1], &found["warrant"]), (&"D6".into(), &"proved".into()));
    let points = found["points"].as_array().expect("where the map lies");
    assert!(points.contains(&"E5".into()) && points.contains(&"D6".into()));
}

#[test]
fn a_library_that_promises_too_much_is_not_believed() {
    let board = file("promise.sgf", BOARD);
    let text = "pattern far\n a . .\n . . b\na = X\nb = O\nconnects a b\nexact\n";
    let output = patterns(&[&board, "--library", &file("promise.txt", text)]);
    assert!(String::from_utf8_lossy(&output.stderr).contains("was not proved"));
    assert!(!String::from_utf8_lossy(&output.stdout).contains(", proved"));
    let output = patterns(&[&board, "--library", &file("broken.txt", "pattern p\n X Z\n")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("line 2"), "the place is told");
    assert_eq!(patterns(&[&board, "--library", "no/such/library"]).status.code(), Some(2));
}
