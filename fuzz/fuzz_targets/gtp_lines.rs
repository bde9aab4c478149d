//! Any bytes as commands to the engine: no panic, and exactly one well-formed reply
//! to each command, up to `quit`.
#![no_main]

use std::time::Duration;

use board::Size;
use libfuzzer_sys::fuzz_target;
use tedomari::gtp::line::{Line, read_line};
use tedomari::gtp::{Options, engine};

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
    while let Some(line) = read_line(&mut input).expect("memory can be read") {
        let Line::Command(request) = line else {
            continue;
        };
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
