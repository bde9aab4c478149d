//! Prediction from the command line: what it answers, and what it refuses.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn tedomari(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

/// A path of our own in the folder that Cargo gives to integration tests.
fn path(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    path.to_str().expect("a plain path").to_string()
}

fn file(name: &str, content: &[u8]) -> String {
    fs::write(path(name), content).expect("the test folder can be written");
    path(name)
}

/// Runs the program and expects a refusal that says each of `words`.
fn refuses(arguments: &[&str], words: &[&str]) {
    let output = tedomari(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
    assert!(!message.contains("panicked"), "{message}");
    for word in words {
        assert!(message.contains(word), "{arguments:?}: no \"{word}\" in: {message}");
    }
}

/// Runs the program and expects it to do what it should.
fn does(arguments: &[&str]) -> String {
    let output = tedomari(arguments);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(0), "{arguments:?}: {message}");
    String::from_utf8(output.stdout).expect("the output is text")
}

const GAME: &str = "(;SZ[9];B[ee];W[cc];B[gc];W[cg];B[gg];W[ce];B[ec];W[eg])";

/// A small model of small games.
fn model(name: &str) -> String {
    let games = file(&format!("{name}.sgf"), GAME.repeat(6).as_bytes());
    let (patterns, model) = (path(&format!("{name}.tdh")), path(&format!("{name}.tdm")));
    let _ = fs::remove_file(&patterns);
    does(&["harvest", &games, "-o", &patterns, "--size", "9", "--threshold", "3", "--bits", "12"]);
    does(&[
        "train",
        "network",
        &games,
        "-o",
        &model,
        "--patterns",
        &patterns,
        "--size",
        "9",
        "--positions",
        "100",
        "--threads",
        "2",
    ]);
    model
}

#[test]
fn predictions_are_all_legal_moves_and_add_up_to_one() {
    let game = file("predicted.sgf", GAME.as_bytes());
    let answer: Value = serde_json::from_str(&does(&["predict", &game, "--json"])).unwrap();
    assert_eq!(answer["schema"], "tedomari.predict/1");
    assert_eq!(answer["to_play"], "black");
    let moves = answer["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 73);
    let p: Vec<f64> = moves.iter().map(|entry| entry["p"].as_f64().unwrap()).collect();
    assert!((p.iter().sum::<f64>() - 1.0).abs() < 1e-4);
    assert!(p.is_sorted_by(|a, b| a >= b));
    assert_eq!(does(&["predict", &game, "--top", "3"]).lines().count(), 4);
    let picture = path("heat.svg");
    does(&["predict", &game, "--heat", "--svg", &picture]);
    assert!(fs::read_to_string(picture).unwrap().contains("</svg>"));
}

#[test]
fn a_model_is_learned_measured_and_used() {
    let model = model("learned");
    let game = file("measured.sgf", format!("{GAME}(;SZ[9];B[zz])").as_bytes());
    let answer = does(&["accuracy", "--model", &model, &game, "--json"]);
    let answer: Value = serde_json::from_str(&answer).unwrap();
    assert_eq!(answer["schema"], "tedomari.accuracy/1");
    assert_eq!((answer["moves"].as_u64(), answer["skipped"].as_u64()), (Some(8), Some(1)));
    // A hundred positions of one and the same game: it is known by heart.
    assert!(answer["top"]["5"].as_f64().unwrap() > 0.5, "{answer}");
    does(&["predict", "--model", &model, &game]);
}

#[test]
fn the_same_seed_gives_the_same_model() {
    let once = fs::read(model("once")).unwrap();
    assert!(once == fs::read(model("twice")).unwrap());
}

#[test]
fn what_cannot_be_learned_from_is_refused() {
    let empty = path("no games here");
    fs::create_dir_all(&empty).unwrap();
    refuses(&["accuracy", &empty], &["no games here", "no .sgf files"]);
    refuses(&["harvest", &empty, "-o", &path("never.tdh")], &["no .sgf files"]);
    let small = file("small.sgf", GAME.as_bytes());
    refuses(&["harvest", &small, "-o", &path("never.tdh")], &["no game on a 19×19 board"]);
    refuses(&["accuracy", &small, "--size", "13"], &["no game on a 13×13 board"]);
    refuses(&["train", "network", &small, "-o", &path("never.tdm")], &["--patterns"]);
    refuses(
        &["train", "bayes", &small, "-o", &path("never.tdm"), "--patterns", &small],
        &["small.sgf"],
    );
    refuses(&["harvest", &small, "-o", &path("never.tdh"), "--shard", "3/2"], &["2/8"]);
    assert!(!PathBuf::from(path("never.tdh")).exists());
}

#[test]
fn damaged_models_are_refused() {
    let game = file("damaged.sgf", GAME.as_bytes());
    let bytes = fs::read(model("whole")).unwrap();
    let short = file("short.tdm", &bytes[..bytes.len() - 100]);
    refuses(&["predict", &game, "--model", &short], &["short.tdm", "checksum"]);
    let mut other = bytes.clone();
    other[4] = 200;
    let other = file("other.tdm", &other);
    refuses(&["accuracy", &game, "--model", &other], &["other.tdm", "version 200"]);
    refuses(
        &["predict", &game, "--model", &game],
        &["damaged.sgf", "not a file of the wanted kind"],
    );
    refuses(&["predict", &game, "--model", "no/such.tdm"], &["no/such.tdm", "o such file"]);
}
