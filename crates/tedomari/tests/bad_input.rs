//! Bad input ends with one clear sentence, exit status 2 and no panic.

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
