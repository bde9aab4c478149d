//! Any text to the calculator of games: no panic, no endless work, and what it prints
//! reads back as the same game.
#![no_main]

use budget::Budget;
use cgt::text::Calculator;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut calculator = Calculator::new();
    // Large nimbers beside tinies would take minutes; the program gives them up by the clock.
    calculator.games.set_budget(Budget::nodes(100_000));
    let _ = calculator.line(text);
    calculator.games.set_budget(Budget::nodes(100_000));
    if let Ok(game) = calculator.game(text)
        && calculator.games.height(game) < 50
        && let Ok(printed) = calculator.games.text(game)
    {
        calculator.games.set_budget(Budget::unlimited());
        assert_eq!(calculator.game(&printed), Ok(game), "{text} printed {printed}");
    }
});
