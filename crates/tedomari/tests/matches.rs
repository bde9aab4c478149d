//! `tedomari match`: games between engines, kept, counted and resumed.

use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::Value;

const QUICK: &str = "tedomari gtp --strategy predictor";

fn tedomari(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tedomari")).args(arguments).output().unwrap()
}

fn json(arguments: &[&str]) -> Value {
    let output = tedomari(arguments);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

#[test]
fn games_are_kept_and_a_match_goes_on() {
    let folder = folder("match");
    let kept = folder.to_str().unwrap();
    let common = ["match", QUICK, QUICK, "--size", "7", "--json", "--output", kept, "--games"];
    let two = json(&[&common[..], &["2"]].concat());
    assert_eq!(two["schema"], "tedomari.match/1");
    assert_eq!(two["games"], 2);
    let list = folder.join("games.jsonl");
    let first = std::fs::read_to_string(&list).unwrap();
    assert_eq!(first.lines().count(), 2);
    // A line that was cut off is a game that is played again.
    let cut = first.trim_end().rsplit_once('\n').unwrap().0.to_string() + "\n{\"game\":1,";
    std::fs::write(&list, cut + "\n").unwrap();
    let four = json(&[&common[..], &["4", "--threads", "2"]].concat());
    assert_eq!(four["games"], 4);
    let won = |key: &str| four[key].as_u64().unwrap();
    assert_eq!(won("a_wins") + won("b_wins") + won("draws"), 4);
    assert_eq!(four["a_games_as_black"], 2);
    let record = std::fs::read_to_string(folder.join("game-00003.sgf")).unwrap();
    assert!(record.contains("RE["), "{record}");
    // Engines that play alike with exchanged colors play the same game.
    let moves = |text: &str| text.split_once(";B[").unwrap().1.to_string();
    let other = std::fs::read_to_string(folder.join("game-00002.sgf")).unwrap();
    assert_eq!(moves(&record), moves(&other));
    // Another match does not go on here.
    let other = tedomari(&["match", QUICK, "sh", "--output", kept]);
    assert_eq!(other.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&other.stderr).contains("another match"));
}

#[test]
fn engines_that_fail_lose() {
    let dying = "sh -c 'read name; echo \"= dying\"; echo'";
    let report = json(&["match", QUICK, dying, "--size", "5", "--games", "2", "--json"]);
    assert_eq!(report["a_wins"], 2);
    assert_eq!(report["irregular"][0]["ending"], "failed");
    // One that always plays on the same point plays an illegal move soon.
    let stubborn = "sh -c 'while read line; do echo \"= A1\"; echo; done'";
    let report = json(&["match", stubborn, QUICK, "--size", "5", "--games", "2", "--json"]);
    assert_eq!(report["b_wins"], 2);
    assert_eq!(report["irregular"][0]["ending"], "illegal");
}

#[test]
fn what_cannot_be_is_said() {
    let complaint = |arguments: &[&str]| {
        let output = tedomari(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let missing = complaint(&["match", "no-such-engine", QUICK]);
    assert!(missing.contains("no-such-engine: cannot be started"), "{missing}");
    assert!(complaint(&["match", QUICK, "sh -c 'exit 0'"]).contains("no GTP engine"));
    assert!(complaint(&["match", "'open", QUICK]).contains("not closed"));
    assert!(complaint(&["match", "", QUICK]).contains("command line"));
    assert!(complaint(&["match", QUICK, QUICK, "--size", "40"]).contains("size"));
    assert!(complaint(&["match", QUICK, QUICK, "--sprt", "30,0"]).contains("smaller first"));
    assert!(complaint(&["match", QUICK, QUICK, "--clock", "5"]).contains("MAIN,PERIOD,MOVES"));
    assert!(complaint(&["match", QUICK, QUICK, "--rules", "pente"]).contains("known are"));
}
