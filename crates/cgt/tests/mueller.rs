//! Values and examples of Müller, *Computer Go as a Sum of Local Games*
//! (1995), chapters 3 and 6.

use cgt::text::{Calculator, Value};
use cgt::{Game, Outcome};

#[track_caller]
fn equal(c: &mut Calculator, a: &str, b: &str) {
    let x = c.game(a).unwrap_or_else(|e| panic!("{a}: {e}"));
    let y = c.game(b).unwrap_or_else(|e| panic!("{b}: {e}"));
    let shown = c.games.text(x).unwrap();
    assert_eq!(x, y, "{a} is {shown}, not {b}");
}

#[test]
fn section_3_1_definitions_and_notation() {
    let mut c = Calculator::new();
    equal(&mut c, "{|}", "0");
    equal(&mut c, "{0|}", "1");
    equal(&mut c, "-{1|}", "{|-1}");
    equal(&mut c, "{|{|0}}", "-2");
    equal(&mut c, "{0|1}", "1/2");
    equal(&mut c, "{0|1/2}", "1/4");
    equal(&mut c, "{3|{2|1}}", "3||2|1");
    equal(&mut c, "3|{2|1}", "3||2|1");
    equal(&mut c, "{2|-1} + {3|0}", "{2+{3|0}, {2|-1}+3 | -1+{3|0}, {2|-1}+0}");
}

#[test]
fn section_3_1_dominated_incentives_leave_one_move() {
    // In 1|0 + 2|0 + 3|0 + 4|0 + 5|0 the move in 5|0 is optimal for both.
    let mut c = Calculator::new();
    let mut incentives = Vec::new();
    let mut sum = Game::ZERO;
    for n in 1..=5 {
        let switch = c.game(&format!("{n}|0")).unwrap();
        incentives.extend(c.games.incentives(switch).unwrap());
        sum = c.games.add(sum, switch).unwrap();
    }
    let best = c.games.undominated(incentives).unwrap();
    assert_eq!(best, [c.game("5|0").unwrap()]);
    let rest = c.game("{1|0}+{2|0}+{3|0}+{4|0}").unwrap();
    let five = c.game("{1|0}+{2|0}+{3|0}+{4|0}+5").unwrap();
    assert_eq!(c.games.left(sum).collect::<Vec<_>>(), [five]);
    assert_eq!(c.games.right(sum).collect::<Vec<_>>(), [rest]);
}

#[test]
fn section_3_1_switches() {
    // a|b has mean (a+b)/2 and temperature (a-b)/2.
    let mut c = Calculator::new();
    for a in -3..6 {
        for b in -6..a {
            equal(&mut c, &format!("2.mean({a}|{b})"), &format!("{a}+{b}"));
            equal(&mut c, &format!("2.temp({a}|{b})"), &format!("{a}-{b}"));
        }
    }
    equal(&mut c, "mean(*)", "0");
    equal(&mut c, "temp(*)", "0");
}

#[test]
fn section_3_1_cooling_turns_endgames_into_infinitesimals() {
    let mut c = Calculator::new();
    equal(&mut c, "chill(2||1|-1)", "1^");
    equal(&mut c, "chill({3||2|-2}-1)", "1++_2");
    // Cooling by more than the temperature gives the mean.
    equal(&mut c, "cool(27|{33||1|-3|||-16}||-1,2)", "0");
    equal(&mut c, "mean(27|{33||1|-3|||-16}||-1)", "0");
    equal(&mut c, "temp(27|{33||1|-3|||-16}||-1)", "1");
}

#[test]
fn section_3_1_four_types_of_games() {
    let mut c = Calculator::new();
    for (text, outcome) in [
        ("1/8", Outcome::Left),
        ("^", Outcome::Left),
        ("-5", Outcome::Right),
        ("miny(3)", Outcome::Right),
        ("{4|-1}+{1|-4}", Outcome::Second),
        ("{4|-1}+{1|-3}", Outcome::Left),
        ("{4|-1}+{2|-5}", Outcome::First),
        ("{4|-1}+{1|-4}-{4|-1}-{1|-4}", Outcome::Second),
        ("*", Outcome::First),
    ] {
        let g = c.game(text).unwrap();
        assert_eq!(c.games.outcome(g), outcome, "{text}");
    }
}

#[test]
fn section_3_1_leftscore_and_rightscore_are_minimax_values() {
    let mut c = Calculator::new();
    // Left begins in 6|4||0; Right takes the other game, and Left her threat.
    equal(&mut c, "left({5|0}+{6|4||0})", "6");
    // Right begins in 5|0, then Left's move there is answered.
    equal(&mut c, "right({5|0}+{6|4||0})", "4");
}

#[test]
fn section_6_1_positions_with_no_profitable_moves() {
    let mut c = Calculator::new();
    for n in 1..8 {
        equal(&mut c, &format!("{{{}|{}}}", n - 1, n + 1), &n.to_string());
        equal(&mut c, &format!("{{{}|}}", n - 1), &n.to_string());
    }
    // A seki and a snapback.
    equal(&mut c, "22|-8||24|-6", "0");
    equal(&mut c, "4||6|0", "5");
}

#[test]
fn section_6_3_partial_search() {
    let mut c = Calculator::new();
    // The incentives are incomparable.
    let incentives = ["5-{5|0}", "{6|4}-{6|4||0}"];
    assert_eq!(c.line(&incentives.join(" <> ")), Ok(Value::Truth(true)));
    // Leftscore = max of the Rightscores after each move.
    equal(&mut c, "right(5+{6|4||0})", "5");
    equal(&mut c, "right({5|0}+{6|4})", "6");
    equal(&mut c, "left({5|0}+{6|4||0})", "6");
    // Beside 2|0 the move to 5 assures 7, the others 6.
    equal(&mut c, "right({2|0}+5+{6|4||0})", "7");
    equal(&mut c, "right({2|0}+{5|0}+{6|4})", "6");
    equal(&mut c, "right(2+{5|0}+{6|4||0})", "6");
    equal(&mut c, "left({2|0}+{5|0}+{6|4||0})", "7");
}
