//! Ctrl-C: long work prints what it has, and what is learned is kept.
#![cfg(unix)]

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

const GAME: &str = "(;SZ[9]RE[B+5];B[ee];W[cc];B[gc];W[cg];B[gg];W[ce];B[ec];W[eg])";

/// A path of our own in the folder that Cargo gives to integration tests.
fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("a plain path").to_string()
}

/// So many games in one file.
fn games(name: &str, number: usize) -> String {
    fs::write(path(name), GAME.repeat(number)).expect("the test folder can be written");
    path(name)
}

/// Runs the program and presses Ctrl-C after a while: its status, what it printed, and what
/// it said beside.
fn interrupt(arguments: &[&str]) -> (Option<i32>, String, String) {
    for seconds in [1, 5, 20] {
        let child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .args(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        sleep(Duration::from_secs(seconds));
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(told.expect("there is kill").success(), "{arguments:?} was done too soon");
        let Output { status, stdout, stderr } = child.wait_with_output().expect("it ends");
        // On a busy machine it may not have begun to listen.
        if status.code().is_some() {
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            return (status.code(), text(&stdout), text(&stderr));
        }
    }
    panic!("{arguments:?} does not listen to Ctrl-C");
}

#[test]
fn counts_and_tables_are_those_so_far() {
    let games = games("interrupted.sgf", 5_000);
    let (code, counts, said) = interrupt(&["games", "--counted", &games]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("interrupted: these are the games read so far"), "{said}");
    let read: usize = counts.split_whitespace().next().unwrap().parse().unwrap();
    assert!(0 < read && read < 5_000 && counts.contains("japanese, no passes"), "{counts}");
    let (code, tables, said) = interrupt(&["accuracy", &games, "--json"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("interrupted: these are the moves measured so far"), "{said}");
    assert!(tables.contains("\"stopped\": true"), "{tables}");
}

#[test]
fn a_score_is_that_of_the_playouts_so_far() {
    let game = games("interrupted-score.sgf", 1);
    let (code, score, said) = interrupt(&["score", &game, "--playouts", "4000000000"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("interrupted: judged by the "), "{said}");
    assert!(score.contains("under japanese rules, an estimate"), "{score}");
}

#[test]
fn a_course_goes_on_where_it_was_interrupted() {
    let games = games("interrupted-course.sgf", 6);
    let (patterns, model) = (path("interrupted.tdh"), path("interrupted.tdm"));
    let state = format!("{model}.course");
    for file in [&patterns, &model, &state] {
        let _ = fs::remove_file(file);
    }
    let small = ["--size", "9", "--threshold", "3", "--bits", "12", "-o", &patterns];
    let harvest = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args([&["harvest", &games], &small[..]].concat())
        .status();
    assert!(harvest.expect("the program starts").success());
    let long = ["--size", "9", "--positions", "1000000000000", "--patterns", &patterns];
    let course = [&["train", "network", &games, "-o", &model], &long[..]].concat();
    let (code, _, said) = interrupt(&course);
    assert_eq!(code, Some(130), "{said}");
    assert!(said.contains(&format!("interrupted: {state} is kept")), "{said}");
    assert!(fs::exists(&state).unwrap() && !fs::exists(&model).unwrap());
    let (_, _, said) = interrupt(&course);
    assert!(said.contains("going on from "), "{said}");
}
