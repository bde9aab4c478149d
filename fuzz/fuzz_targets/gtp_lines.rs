//! Any bytes as commands to the engine: no panic, and exactly one well-formed reply
//! to each command, up to `quit`.
#![no_main]

use std::time::Duration;

use board::Size;
use libfuzzer_sys::fuzz_target;
use tedomari::gtp::line::{Line, Request, read_line};
use tedomari::gtp::{Options, engine};

/// Commands that judge or search the board. Each costs playouts, so that a few
/// lines could take seconds and the fuzzer would see ten inputs a second.
const THINKING: [&str; 7] = [
    "final_score",
    "final_status",
    "final_status_list",
    "genmove",
    "kgs-genmove_cleanup",
    "reg_genmove",
    "reg_genmove_toplay",
];

/// Commands that read a fight to its end, or look at it with the network: as much work as
/// four of the others.
const READING: [&str; 6] = [
    "analyze_semeai",
    "dragon_status",
    "owl_attack",
    "owl_defend",
    "owl_does_attack",
    "owl_does_defend",
];

/// The points of all boards that one input may think about: four small boards.
const PATIENCE: usize = 100;

fuzz_target!(|bytes: &[u8]| {
    // Files stay shut, the board is small, and a move is a matter of a few playouts.
    let options = Options {
        size: Size::square(5).expect("5 is a legal size"),
        files: false,
        playouts: Some(4),
        time: Some(Duration::from_secs(60)),
        ..Options::default()
    };
    let mut engine = engine(options);
    let mut input = bytes;
    let mut patience = PATIENCE;
    while let Some(line) = read_line(&mut input).expect("memory can be read") {
        let Line::Command(request) = line else {
            continue;
        };
        let name = request.name.as_str();
        let reading = READING.contains(&name);
        if reading || THINKING.contains(&name) {
            let size = engine.answer(&Request::parse("query_boardsize")).text;
            let cost = if reading { 4 * area(&size) } else { area(&size) };
            let Some(left) = patience.checked_sub(cost) else { continue };
            patience = left;
        }
        let answer = engine.answer(&request);
        let body = answer.text.strip_suffix("\n\n").expect("a reply ends with an empty line");
        assert!(body.starts_with(['=', '?']), "{body}");
        assert!(!body.contains("\n\n"), "an empty line inside: {body}");
        let id = request.id.as_deref().unwrap_or_default();
        let text = body[1..].strip_prefix(id).expect("the id comes back");
        assert!(!text.starts_with(" internal error"), "{body}");
        if answer.quit {
            break;
        }
    }
});

/// The points of a board, from the answer `= 9` or `= 9 7`.
fn area(answer: &str) -> usize {
    let sides: Vec<usize> = answer.split(' ').filter_map(|word| word.trim().parse().ok()).collect();
    sides[0] * sides.last().expect("a side")
}
