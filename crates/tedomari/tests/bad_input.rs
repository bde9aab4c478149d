//! Bad input ends with one clear sentence, exit status 2 and no panic; odd questions are
//! answered.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

fn tedomari(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// A file of our own in the folder that Cargo gives to integration tests.
fn file(name: &str, content: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).expect("the test folder can be written");
    path.to_str().expect("a plain path").to_string()
}

/// Runs the command on the file and expects a refusal that says each of `words`.
fn refuses(command: &str, path: &str, more: &[&str], words: &[&str]) {
    let output = tedomari(&[&[command, path], more].concat());
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{command} {path}: {message}");
    assert!(output.stdout.is_empty(), "{command} {path}");
    assert!(!message.contains("panicked"), "{message}");
    for word in words.iter().chain(&[path]) {
        assert!(message.contains(word), "{command} {path}: no \"{word}\" in: {message}");
    }
}

/// Runs the program and expects a refusal that says `words`.
fn refuses_with(arguments: &[&str], words: &str) {
    let output = tedomari(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains(words), "no \"{words}\" in: {message}");
}

#[test]
fn files_that_are_no_game_records() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let text = file("text.sgf", b"Dear diary, today I lost by half a point.");
    let empty = file("empty.sgf", b"");
    let blank = file("blank.sgf", b" \n\n");
    let binary = file("binary.sgf", &[0xff, 0xfe, 0x00, 0xd8, 0x01, 0x02, 0xff, 0xff, 0x00]);
    for command in ["show", "diagram", "score"] {
        refuses(command, &text, &[], &["line 1"]);
        refuses(command, &empty, &[], &["empty"]);
        refuses(command, &blank, &[], &["empty"]);
        refuses(command, &binary, &[], &[]);
        refuses(command, folder, &[], &["directory"]);
        refuses(command, "no/such/file.sgf", &[], &["o such file"]);
    }
}

#[test]
fn records_that_are_no_go_positions() {
    let chess = file("chess.sgf", b"(;GM[3];B[aa])");
    refuses("show", &chess, &[], &["line 1, column 3", "GM[3] (chess)"]);
    for size in ["0", "26", "9:26", "-5", "big"] {
        let path = file("size.sgf", format!("(;GM[1]SZ[{size}])").as_bytes());
        refuses("show", &path, &[], &["line 1, column 8"]);
    }
    let off = file("off.sgf", b"(;SZ[9]\n;B[ee]\n;W[kk])");
    refuses("show", &off, &[], &["line 3", "[kk]", "9\u{d7}9"]);
    let breathless = file("breathless.sgf", b"(;SZ[3]AB[ab][ba]AW[aa])");
    refuses("show", &breathless, &[], &["without a liberty on A3"]);
}

#[test]
fn questions_beyond_the_record() {
    let game = file("short.sgf", b"(;SZ[9];B[ee];W[cc])");
    refuses("show", &game, &["--move", "3"], &["only 2 moves"]);
    refuses("show", &game, &["--game", "2"], &["no game 2"]);
    refuses_with(&["show", &game, "--rules", "chess"], "known are japanese, chinese");
    refuses_with(&["score", &game, "--dead", "A1"], "there is no stone on A1");
    refuses_with(&["score", &game, "--dead", "K1"], "not on the 9");
    refuses_with(&["diagram", &game, "--view", "I5"], "columns skip the letter I");
}

#[test]
fn odd_records_are_read_and_reported() {
    let odd = file("odd.sgf", b"(;SZ[5]KM[375];B[aa];W[aa];B[bb]");
    let output = tedomari(&["show", &odd, "--json"]);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{message}");
    assert!(message.contains("move 2 is illegal"), "{message}");
    assert!(message.contains("komi of 7.5"), "{message}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(json["schema"], "tedomari.show/1");
    assert_eq!(json["illegal"], 1);
    assert_eq!(json["komi"], "7.5");
}

#[test]
fn a_pipe_that_closes_early_is_no_trouble() {
    let game = file("pipe.sgf", b"(;SZ[25])");
    let mut child = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(["diagram", &game])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

#[test]
fn groups_that_are_none() {
    let stones = file("group.sgf", b"(;GM[1]FF[4]SZ[9]AB[aa][ba]AW[bb])");
    refuses_with(&["life", &stones, "E5"], "there is no stone on E5");
    refuses_with(&["life", &stones, "T19"], "'T19' is not on the 9\u{d7}9 board");
    refuses_with(&["life", &stones, "A9,B8"], "not one group");
    refuses_with(&["life", &stones, "A9", "--area", "A9,B9"], "none of these points is empty");
    refuses_with(&["life", &stones, "A9", "--area", "Z99"], "--area");
    refuses_with(&["life", &stones, "A9", "--area", "J1"], "beside the group");
}

#[test]
fn numbers_that_are_none() {
    let game = file("numbers.sgf", b"(;SZ[9];B[ee])");
    refuses_with(&["solve", &game, "--time", "-1"], "write seconds such as 10 or 0.5");
    refuses_with(&["solve", &game, "--threads", "0"], "a number of threads from 1 to 256");
    refuses_with(&["show", &game, "--move", "-1"], "invalid value '-1' for '--move <N>'");
    refuses_with(&["gtp", "--rules", "chess"], "known are japanese, chinese");
    refuses_with(&["gtp", "--threads", "many"], "a number of threads from 1 to 256");
}

fn answer(arguments: &[&str]) -> String {
    let output = tedomari(arguments);
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn long_work_takes_every_limit() {
    let game = file("limits.sgf", b"(;SZ[5]AB[bb][bc][cb]AW[cc][cd][dc]PL[B])");
    let limits = ["--time", "9", "--nodes", "1000", "--threads", "1"];
    let questions: [&[&str]; 8] = [
        &["solve", &game, "--no-store"],
        &["safety", &game],
        &["capture", &game, "B4"],
        &["connect", &game, "B3", "C4"],
        &["semeai", &game, "B4", "C3"],
        &["life", &game, "B4"],
        &["problem", &game],
        &["explain", &game],
    ];
    for question in questions {
        answer(&[question, &limits[..]].concat());
    }
}

#[test]
fn a_block_needs_no_connection() {
    let game = file("one.sgf", b"(;SZ[9]AB[ee][ef])");
    let text = answer(&["connect", &game, "E5", "E4"]);
    assert_eq!(text, "E5 and E4 are one block already: nothing can cut them\n");
    refuses_with(&["connect", &game, "E5", "E4", "--sgf", "-"], "one block already");
    let report = answer(&["connect", &game, "E5", "E4", "--json"]);
    assert!(report.contains(r#""status": "safe""#), "{report}");
}

#[test]
fn a_race_that_is_not_decided_in_time_says_so() {
    let race = b"(;SZ[7]AB[ba][bb][cb][db][da]AW[ab][ac][bc][cc][dc][eb][ea][ec]PL[B])";
    let race = file("race.sgf", race);
    let text = answer(&["semeai", &race, "B7", "A6", "--nodes", "0"]);
    assert!(text.contains("The block at B7 is not decided\n"), "{text}");
    assert!(text.contains("Attacker first: not decided within the limits\n"), "{text}");
}

#[test]
fn games_are_read_from_folders() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("folder");
    fs::create_dir_all(&folder).expect("the test folder can be written");
    file("folder/a.sgf", b"(;SZ[9];B[ee])");
    file("folder/b.SGF", b"(;SZ[9];B[ee];W[cc])");
    let text = answer(&["games", folder.to_str().expect("a plain path")]);
    assert!(text.starts_with("2 games, 3 moves"), "{text}");
}

#[test]
fn files_that_cannot_be_are_told_before_the_work() {
    let game = file("long.sgf", b"(;SZ[19];B[pd];W[dp])");
    let no_folder = "cannot be written: there is no folder /no/such";
    refuses_with(&["report", &game, "--time", "600", "-o", "/no/such/page.html"], no_folder);
    refuses_with(&["report", &game, "--time", "600", "--sgf", "/no/such/game.sgf"], no_folder);
    refuses_with(&["diagram", &game, "-o", "/no/such/board.svg"], no_folder);
    for question in [&["capture", &game, "Q16"][..], &["life", &game, "Q16"]] {
        refuses_with(&[question, &["--sgf", "/no/such/tree.sgf"]].concat(), no_folder);
    }
    let connect = ["connect", &game, "Q16", "Q16", "--sgf", "/no/such/tree.sgf"];
    refuses_with(&connect, no_folder);
    refuses_with(&["check", "no/such/suite.tst"], "there is no such file");
    refuses_with(&["check", &game, "--compare", "no/such.json"], "there is no such file");
    refuses_with(&["predict", &game, "--model", "no/such.model"], "there is no such file");
}
