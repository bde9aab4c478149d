//! `tedomari check`: our own problems hold, and the command does what it says.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use board::{Color, PointSet, Position, Setup, Symmetry};
use serde_json::Value;
use workbench::load::{Wanted, load};

fn problems() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems")
}

fn tedomari(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tedomari"));
    command.args(arguments).output().expect("the program starts")
}

/// A file that goes away with the test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("the temporary folder can be written to");
        Scratch(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("the name is ours")
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn every_problem_holds() {
    let folder = problems();
    let output = tedomari(&["check", folder.to_str().expect("the name is ours"), "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["schema"], "tedomari.check/1");
    assert_eq!(report["totals"]["passed"], report["totals"]["assertions"]);
    let themes = report["themes"].as_array().expect("a list");
    assert!(themes.len() >= 11, "{themes:?}");
    // What is claimed without proof is held against a search of all positions when the
    // collection is made: cuts and races alone.
    for item in report["items"].as_array().expect("a list") {
        let theme = item["theme"].as_str().unwrap_or_default();
        if !["connection", "semeai"].contains(&theme) {
            assert_eq!(item["warrant"], "proved", "{item}");
        }
    }
}

/// The least picture of a position by symmetry and exchange of colors.
fn normal_form(setup: &Setup) -> String {
    let forms = Symmetry::ALL.into_iter().flat_map(|symmetry| {
        let turned = symmetry.setup(setup);
        [turned.swap_colors(), turned].map(|setup| setup.to_string())
    });
    forms.min().expect("there are eight symmetries")
}

#[test]
fn the_collection_is_large_and_its_positions_differ() {
    let mut seen: BTreeMap<String, String> = BTreeMap::new();
    let mut names = BTreeSet::new();
    let mut count = 0;
    for entry in std::fs::read_dir(problems()).expect("the folder is there") {
        let path = entry.expect("an entry").path();
        if path.extension().is_none_or(|ending| ending != "sgf") {
            continue;
        }
        let collection = sgf::parse(std::fs::read(&path).expect("a file"));
        assert!(collection.diagnostics().is_empty(), "{}", path.display());
        assert_eq!(collection.check(), []);
        for game in collection.games() {
            count += 1;
            let root = game.root();
            assert_eq!(root.number("FF"), Some(4));
            let name = root.simple_text("GN").expect("a name").into_owned();
            assert!(names.insert(name.clone()), "{name} is there twice");
            assert!(root.has("XTHEME"), "{name}");
            let said = game.nodes().any(|node| node.text("C").is_some_and(|text| text.len() > 20));
            assert!(said, "{name} has no words");
            assert!(game.nodes().any(|node| node.has("XCHECK")), "{name}");
            let start = Wanted { moves: Some(0), ..Wanted::default() };
            let position: Position = load(game, &start).expect("a position").position;
            // The rules are about what may be played after the same start, too.
            let rules = position.rules().name().unwrap_or_default();
            let moves = load(game, &Wanted::default()).expect("a game").position;
            let moves: Vec<_> = moves.moves().collect();
            let form = format!("{}{rules}{moves:?}", normal_form(&position.setup()));
            if let Some(other) = seen.insert(form, name.clone()) {
                panic!("{name} is the same as {other}");
            }
            let stones = |color: Color| -> PointSet { *position.stones(color) };
            assert!(!(stones(Color::Black) | stones(Color::White)).is_empty(), "{name}");
        }
    }
    assert!(count >= 300, "{count} positions");
}

const BOARD: &str = "(;FF[4]GM[1]SZ[5]GN[stones]AB[cc]AW[cb]";

#[test]
fn exit_status_and_messages() {
    let good = Scratch::new("good.sgf", &format!("{BOARD}XTHEME[one]XCHECK[Liberties(C3) = 3])"));
    let output = tedomari(&["check", good.path()]);
    assert_eq!(output.status.code(), Some(0));
    assert!(text(&output.stdout).contains("one "), "{}", text(&output.stdout));

    let bad = Scratch::new("bad.sgf", &format!("{BOARD}XCHECK[Liberties(C3) = 4])"));
    let output = tedomari(&["check", bad.path()]);
    assert_eq!(output.status.code(), Some(1));
    let shown = text(&output.stdout);
    assert!(shown.contains("Liberties(C3) = 4: expected 4, found 3"), "{shown}");
    assert!(shown.contains(" 3 . . X . . 3"), "{shown}");
    assert!(shown.contains("(stones), line 1, column "), "{shown}");

    let slip = Scratch::new("slip.sgf", &format!("{BOARD}C[check: Libertys(C3) = 3])"));
    let output = tedomari(&["check", slip.path()]);
    assert_eq!(output.status.code(), Some(2));
    let shown = text(&output.stdout);
    assert!(shown.contains("did you mean Liberties?"), "{shown}");

    let unknown = Scratch::new("unknown.sgf", &format!("{BOARD}XCHECK[Score(black) = 3])"));
    assert_eq!(tedomari(&["check", unknown.path()]).status.code(), Some(1));
    let nothing = Scratch::new("nothing.sgf", &format!("{BOARD})"));
    assert_eq!(tedomari(&["check", nothing.path()]).status.code(), Some(2));
    assert_eq!(tedomari(&["check", "no-such-file.sgf"]).status.code(), Some(2));
    assert_eq!(tedomari(&["check", good.path(), "--theme", "two"]).status.code(), Some(2));
    assert_eq!(tedomari(&["check", "--list"]).status.code(), Some(0));
}

#[test]
fn two_runs_are_compared() {
    let claims =
        |liberties: usize| format!("{BOARD}XCHECK[Liberties(C3) = 3][Stones(C3) = {liberties}])");
    let file = Scratch::new("runs.sgf", &claims(2));
    let first = tedomari(&["check", file.path(), "--json"]);
    assert_eq!(first.status.code(), Some(1));
    let old = Scratch::new("old.json", &text(&first.stdout));
    let again = tedomari(&["check", file.path(), "--compare", old.path()]);
    assert!(text(&again.stdout).contains("0 mended, 0 broken"), "{}", text(&again.stdout));
    std::fs::write(&file.0, claims(2).replace("AB[cc]", "AB[cc][dc]")).expect("the file is ours");
    let mended = tedomari(&["check", file.path(), "--compare", old.path(), "--json"]);
    let report: Value = serde_json::from_slice(&mended.stdout).expect("JSON");
    assert_eq!(report["changes"]["mended"][0]["assertion"], "Stones(C3) = 2");
    assert_eq!(report["changes"]["broken"][0]["assertion"], "Liberties(C3) = 3");
    let none = tedomari(&["check", file.path(), "--compare", file.path()]);
    assert_eq!(none.status.code(), Some(2));
}

#[test]
fn suites_are_asked_of_this_and_of_other_engines() {
    let suite = Scratch::new(
        "suite.tst",
        "boardsize 5\nplay black C3\n# a remark\n1 countlib C3\n#? [4]\n2 countlib C3\n#? [3]*\n\
         3 color C3\n#? [black|white]\n4 color C3\n#? [!empty]*\n5 no_such_command\n#? [1]&\n",
    );
    for engine in [None, Some("tedomari gtp")] {
        let mut arguments = vec!["check", suite.path(), "--json"];
        arguments.extend(engine.iter().flat_map(|engine| ["--engine", engine]));
        let output = tedomari(&arguments);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let totals = &report["totals"];
        assert_eq!(totals["passed"], 3, "{totals}");
        assert_eq!((&totals["failed"], &totals["known_failures"]), (&1.into(), &1.into()));
        assert_eq!((&totals["unexpected_passes"], &totals["ignored"]), (&1.into(), &1.into()));
    }
    let broken = Scratch::new("broken.tst", "1 name\n#? [(]\n");
    let output = tedomari(&["check", broken.path()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("line 2: the answer [(] is no pattern"));
    let gone = tedomari(&["check", suite.path(), "--engine", "no-such-engine"]);
    assert_eq!(gone.status.code(), Some(2));
}
