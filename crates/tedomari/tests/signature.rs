//! The number that stands for the behaviour of the program is the one in the documents.

use std::process::Command;

#[test]
fn the_signature_is_the_one_in_the_documents() {
    let run = Command::new(env!("CARGO_BIN_EXE_tedomari")).args(["bench", "signature"]).output();
    let run = run.expect("the program starts");
    let text = String::from_utf8(run.stdout).expect("text");
    let printed = text.lines().find_map(|line| line.strip_prefix("signature "));
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/figures.md");
    let page = std::fs::read_to_string(page).expect("docs/figures.md");
    let written = page.lines().find_map(|line| line.strip_prefix("signature: "));
    assert_eq!(
        printed, written,
        "answers or work have changed: if that is meant, write the new number to docs/figures.md\n{text}"
    );
}
