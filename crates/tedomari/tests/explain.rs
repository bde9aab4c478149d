//! `tedomari explain`: every sentence has its warrant, and the vital point is named.

use std::process::Command;

use serde_json::Value;

fn explained(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .arg("explain")
        .args(arguments)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

const LIFE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/life.sgf");
const ENDGAME: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/endgame.sgf");

#[test]
fn a_group_at_stake_is_told_with_the_moves_that_decide() {
    let text = explained(&[LIFE, "--nodes", "300"]);
    let wanted = "are at stake: Black lives with D5, White kills with D5. [estimate]";
    assert!(text.contains(wanted), "{text}");
    for note in text.lines().filter(|line| line.starts_with("- ")) {
        assert!(note.ends_with("[proved]") || note.ends_with("[estimate]"), "{note}");
    }
}

#[test]
fn a_solved_endgame_is_proved_and_the_same_every_time() {
    let read = || {
        let text = explained(&[ENDGAME, "--nodes", "200", "--json"]);
        let mut report: Value = serde_json::from_str(&text).expect("JSON");
        report["stats"]["seconds"] = Value::Null;
        report
    };
    let report = read();
    assert_eq!(report["schema"], "tedomari.explain/1");
    assert_eq!(report["best"]["warrant"], "proved");
    assert_eq!(report, read());
    let notes = report["notes"].as_array().expect("a list");
    let solved = notes.iter().find(|note| {
        note["text"].as_str().is_some_and(|text| text.starts_with("The endgame is solved"))
    });
    assert_eq!(solved.expect("it is said")["warrant"], "proved");
}
