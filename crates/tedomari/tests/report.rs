//! `tedomari report`: the page stands alone, the record carries the verdicts, and nothing is
//! claimed that was not found.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .arg("report")
        .args(arguments)
        .args(["--no-store"])
        .output()
        .expect("the program starts")
}

fn text(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// The board of `examples/endgame.sgf`. Black plays E2, where E4 was the move.
const GAME: &str = "(;SZ[9]RU[Japanese]KM[6.5]PB[A & <b>]PW[Bo]RE[W+6.5]\
    AB[ba][ca][da][ea][ab][cb][ac][bc][cc][dc][bd][ed][ae][be][ce][de][ee][af][ag][bg][cg][dg]\
    [ah][ch][dh][bi][ci][di]\
    AW[fa][ga][ha][gb][ib][ec][fc][gc][hc][ic][fd][id][fe][ge][he][ie][if][eg][fg][gg][hg][ig]\
    [hh][ei][fi][gi][hi][ii]PL[B];B[eh]C[Hm.];W[ef](;B[eb])(;B[df]))";

fn game(name: &str, sgf: &str) -> String {
    let path = folder("report").join(name);
    std::fs::write(&path, sgf).expect("a file");
    path.to_string_lossy().into_owned()
}

#[test]
fn a_page_shows_the_mistake_and_asks_for_nothing_outside() {
    let page = text(&run(&[&game("page.sgf", GAME)]));
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("Move 1: Black E2 costs 2 points"));
    assert!(
        page.contains("E4 loses nothing. With best play the score goes from Black +2 to even.")
    );
    assert!(page.contains("Thermograph of area A"));
    assert!(page.contains("A &amp; &lt;b&gt;") && !page.contains("<b>"));
    // Nothing is fetched: the only address is the name of the SVG language.
    let bare = page.replace("http://www.w3.org/2000/svg", "");
    for outside in ["http:", "https:", "src=", "url(", "@import", "<script", "<link"] {
        assert!(!bare.contains(outside), "{outside}");
    }
    // Tables have headers with a scope, pictures a title.
    assert!(!page.contains("<th>"));
    assert_eq!(page.matches("<svg ").count(), page.matches("<title>").count() - 1);
    assert_eq!(page.matches("<svg ").count(), page.matches("role=\"img\"").count());
}

#[test]
fn the_record_has_values_marks_and_the_better_line() {
    let folder = folder("report");
    let (html, sgf) = (folder.join("record.html"), folder.join("annotated.sgf"));
    let source = game("record.sgf", GAME);
    let arguments = [&source, "-o", html.to_str().unwrap(), "--sgf", sgf.to_str().unwrap()];
    let summary = text(&run(&arguments));
    assert!(summary.contains("Black made one certain mistake, which cost 2 points."), "{summary}");
    let record = sgf::parse(std::fs::read(&sgf).expect("a record"));
    assert!(record.diagnostics().is_empty());
    let root = record.game(0).unwrap().root();
    assert_eq!(root.value("V").unwrap().raw(), "-4.5");
    assert!(root.has("HO") && root.has("LB"));
    let [played, better] = root.children().collect::<Vec<_>>()[..] else { panic!("two lines") };
    assert_eq!(played.value("BM").unwrap().raw(), "1");
    let comment = played.text("C").unwrap();
    assert!(comment.starts_with("Black's E2 (move 1) costs 2 points: E4 loses nothing."));
    assert!(comment.ends_with("Hm."), "the old comment stays: {comment}");
    assert_eq!(better.value("B").unwrap().raw(), "ef");
    assert!(better.has("TE"));
    // The other line of the record is still there, after the main line.
    let second = played.first_child().unwrap();
    let lines: Vec<_> = second.children().map(|node| node.value("B").unwrap().raw()).collect();
    assert_eq!(lines, ["eb", "df"]);
    let last = second.first_child().unwrap();
    assert!(last.has("TB") && last.has("TW"));
    assert!(html.exists());
}

#[test]
fn json_has_everything() {
    let json = text(&run(&[&game("json.sgf", GAME), "--json"]));
    let report: Value = serde_json::from_str(&json).expect("one object");
    assert_eq!(report["schema"], "tedomari.report/1");
    assert_eq!(report["judged"][0]["verdict"], "mistake");
    assert_eq!(report["judged"][0]["warrant"], "proved");
    assert_eq!(report["judged"][0]["cost"], serde_json::json!([2, 2]));
    assert_eq!(report["lost"], serde_json::json!({"black": 2, "white": 0}));
    assert_eq!(report["positions"][0]["temperature"], "7/4");
    assert_eq!(report["end"]["agrees"], true);
}

#[test]
fn a_game_that_cannot_be_solved_says_why() {
    let open = game("open.sgf", "(;SZ[19];B[pd];W[dd];B[dp];W[pp])");
    let page = text(&run(&[&open, "--time", "5"]));
    assert!(page.contains("No position at the end of this game could be solved"));
    assert!(page.contains("None was found in the moves that could be judged."));
    let empty = text(&run(&[&game("empty.sgf", "(;SZ[9])"), "--time", "5"]));
    assert!(empty.contains("<h1>"));
}

#[test]
fn no_time_is_a_report_all_the_same() {
    let report = text(&run(&[&game("time.sgf", GAME), "--time", "0", "--json"]));
    let report: Value = serde_json::from_str(&report).expect("one object");
    assert!(report["ended"].as_str().unwrap().contains("used up"));
    assert_eq!(report["judged"], serde_json::json!([]));
}

#[test]
fn a_move_beyond_the_end_is_wrong_usage() {
    let output = run(&[&game("beyond.sgf", GAME), "--from", "99"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("only 3 moves are played"));
}
