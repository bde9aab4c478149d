//! Any text to the calculator of games: no panic, no endless work, and what it prints
//! reads back as the same game.
#![no_main]

use cgt::text::Calculator;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut calculator = Calculator::new();
    let _ = calculator.line(text);
    if let Ok(game) = calculator.game(text)
        && calculator.games.height(game) < 50
        && let Ok(printed) = calculator.games.text(game)
    {
        assert_eq!(calculator.game(&printed), Ok(game), "{text} printed {printed}");
    }
});
