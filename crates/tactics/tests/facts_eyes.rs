//! Facts about two eyes that others have established, read from a folder outside
//! the project: `TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_`.

use std::fs;
use std::path::PathBuf;

use board::{Point, Position, Rules, Setup};
use tactics::eyes::two_eyes;

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_two_eyes() {
    let folder = std::env::var_os("TEDOMARI_PROBLEMS").expect("TEDOMARI_PROBLEMS names the folder");
    let path = PathBuf::from(folder).join("rules/pachi-two_eyes.txt");
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let (mut asked, mut wrong) = (0, Vec::new());
    for case in text.split("\n%") {
        // The last move is marked by a bracket.
        let is_row = |line: &&str| line.len() > 3 && line.chars().all(|c| " .XO)".contains(c));
        let rows: Vec<String> =
            case.lines().filter(is_row).map(|line| line.replace(')', " ")).collect();
        let setup: Setup = rows.join("\n").parse().expect("a board");
        let position = Position::from_setup(&setup, Rules::japanese()).expect("a position");
        for line in case.lines().filter_map(|line| line.strip_prefix("two_eyes ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let point: Point = words[0].parse().expect("a point");
            let found = two_eyes(&position, point);
            asked += 1;
            if found.is_some() != (words[1] == "1") {
                wrong.push(format!("{}: {line}, found {found:?}", &rows.join("\n")));
            }
        }
    }
    println!("{asked} blocks asked, {} otherwise", wrong.len());
    assert!(asked > 0 && wrong.is_empty(), "{}", wrong.join("\n"));
}
