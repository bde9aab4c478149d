//! `tedomari diagram`: the same picture in every format.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .arg("diagram")
        .args(arguments)
        .output()
        .expect("the program starts")
}

fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn file(name: &str) -> String {
    folder().join(name).to_string_lossy().into_owned()
}

/// White's stone on A2 is taken by Black's second move and filled by the third: 5 at 2.
const GAME: &str = "(;SZ[4]AB[ab][bc]PL[B];B[dd];W[ac];B[ad];W[da];B[ac]VW[aa:cd]LB[cc:x]TR[ca])";

fn game(name: &str) -> String {
    let path = file(name);
    std::fs::write(&path, GAME).expect("a file");
    path
}

fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[1..4], b"PNG");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[test]
fn png_pictures_have_the_size_asked_for_and_repeat() {
    let game = game("png.sgf");
    let [one, two] = ["one.png", "two.png"].map(file);
    for path in [&one, &two] {
        assert!(run(&[&game, "--move", "1", "-o", path]).status.success());
    }
    let bytes = std::fs::read(&one).unwrap();
    // Three steps of twenty between two margins of 24, two pixels each.
    assert_eq!(size(&bytes), (216, 216));
    assert_eq!(bytes, std::fs::read(&two).unwrap());
    let output = run(&[&game, "--move", "1", "--format", "png", "--width", "500"]);
    assert_eq!(size(&output.stdout).0, 500);
}

#[test]
fn a_figure_tells_below_what_it_cannot_show() {
    let game = game("figure.sgf");
    let output = run(&[&game, "--from", "1", "--format", "text"]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.ends_with("5 at 2\n"), "{text}");
    let svg = String::from_utf8(run(&[&game, "--from", "1", "--crop", "A1,D4"]).stdout).unwrap();
    assert!(svg.contains(">5 at 2</text>"), "{svg}");
    for number in 1..=4 {
        assert!(svg.contains(&format!(">{number}</text>")), "{number}");
    }
}

#[test]
fn marks_and_view_of_the_record_are_shown() {
    let svg = String::from_utf8(run(&[&game("marks.sgf")]).stdout).unwrap();
    // The view leaves the last column out, and with it D1 and D4.
    assert!(svg.contains(">x</text>") && svg.contains("<polygon"), "{svg}");
    assert!(!svg.contains(">D</text>"));
    assert!(svg.contains(">C</text>"));
}

#[test]
fn several_figures_are_files_or_pages() {
    let game = game("several.sgf");
    let (png, pdf) = (file("many.png"), file("many.pdf"));
    assert!(run(&[&game, "--from", "1", "--every", "2", "-o", &png]).status.success());
    for number in 1..=3 {
        assert!(folder().join(format!("many-{number}.png")).exists(), "{number}");
    }
    assert!(run(&[&game, "--from", "1", "--every", "2", "-o", &pdf]).status.success());
    let pdf = String::from_utf8_lossy(&std::fs::read(&pdf).unwrap()).into_owned();
    assert!(pdf.contains("/Count 2") && pdf.contains("(Moves 1 to 2)"), "two pages");
    let refused = run(&[&game, "--from", "1", "--every", "2"]);
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("give --output"));
}

#[test]
fn what_cannot_be_drawn_is_refused() {
    let game = game("refused.sgf");
    for (arguments, why) in [
        (&["--from", "9"][..], "only 5 moves are played"),
        (&["--format", "png", "--width", "0"], "cannot be drawn"),
        (&["-o", "x.gif"], "use .svg, .png, .pdf or .txt"),
    ] {
        let output = run(&[&[game.as_str()], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(said.contains(why), "{said}");
    }
}
