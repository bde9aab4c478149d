//! Reading and printing games: notation, names, errors with their column.

mod support;

use cgt::Games;
use cgt::text::{Calculator, Style, Value};
use support::Random;

/// Reads each text and prints it again.
#[track_caller]
fn prints(cases: &[(&str, &str)]) {
    let mut c = Calculator::new();
    for (text, expected) in cases {
        let g = c.game(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        let printed = c.games.text(g).unwrap();
        assert_eq!(&printed, expected, "{text}");
        assert_eq!(c.game(&printed).unwrap(), g, "{text} reads back");
        let book = c.games.text_in(g, Style::Book).unwrap();
        assert_eq!(c.game(&book).unwrap_or_else(|e| panic!("{book}: {e}")), g, "{book} reads back");
    }
}

#[test]
fn literals() {
    prints(&[
        ("0", "0"),
        ("6/8", "3/4"),
        ("-5", "-5"),
        ("2½", "5/2"),
        ("-¾", "-3/4"),
        ("*", "*"),
        ("*1", "*"),
        ("*0", "0"),
        ("∗3", "*3"),
        ("^", "^"),
        ("^^", "^^"),
        ("^^^", "^3"),
        ("↑", "^"),
        ("⇓", "vv"),
        ("v12*7", "v12*7"),
        ("1/2^*", "1/2+^*"),
        ("½⇑∗3", "1/2+^^*3"),
        ("1*", "1+*"),
        ("3.^", "^3"),
        ("100000.^", "^100000"),
        ("3.*", "*"),
        ("4.*3", "0"),
        ("-1823437481924", "-1823437481924"),
    ]);
}

#[test]
fn forms_and_bars() {
    prints(&[
        ("{|}", "0"),
        ("{0|}", "1"),
        ("|", "0"),
        ("1|", "2"),
        ("{1|0}", "1|0"),
        ("3||2|1", "3||2|1"),
        ("{3|{2|1}}", "3||2|1"),
        ("{1,2|}", "3"),
        ("5.{3||2|1}", "12|||11||10,{11|10}|9+tiny({2|1})"),
        ("{1,{3|-3}|-4}", "1,{3|-3}|-4"),
        ("±3", "3|-3"),
        ("±{2|1}", "2|1||-1|-2"),
        ("1|0||||0", "-_1"),
    ]);
}

#[test]
fn named_infinitesimals() {
    prints(&[
        ("{0||0|-2}", "+_2"),
        ("⧾₂", "+_2"),
        ("⧾12", "+_12"),
        ("⧿_½", "-_1/2"),
        ("+_{2|1}", "+_{2|1}"),
        ("tiny(2|1)", "+_{2|1}"),
        ("-_(1+*)", "-_(1+*)"),
        ("9+tiny(2)", "9+tiny(2)"),
        ("-9+miny(2)", "-9+miny(2)"),
        ("1 + +_2", "1+tiny(2)"),
        ("4.{3||2|1}", "9+tiny({3|2,{2|1}||1})"),
        ("0²|-2", "+_2"),
        ("0³|1", "1/8"),
        ("0³|0", "^^*"),
        ("{0|v*}", "^<2>"),
        ("-{0|v*}", "v<2>"),
        ("{^|*}", "^[2]"),
        ("{^|*}+*", "^[2]+*"),
        ("{0|v*}+*", "^<2>+*"),
        ("v<3>", "v<3>"),
        ("^<4>+*", "^<4>+*"),
        ("v[5]", "v[5]"),
        ("v[5]+*", "v[5]+*"),
        ("^+^<2>", "^[2]"),
        ("^+^<2>+^<3>", "^[3]"),
        ("3+^<2>", "3+^<2>"),
    ]);
}

/// Signs that the books use.
#[test]
fn book_signs() {
    prints(&[
        ("{3‖2|1}", "3||2|1"),
        ("{3∥2∣1}", "3||2|1"),
        ("{5‖|3‖2∣1}", "5|||3||2|1"),
        ("1±2", "3|-1"),
        ("½±½", "1|0"),
        ("-3±{2|1}", "-1|-2||-4|-5"),
        ("+₂", "+_2"),
        ("−₂", "-_2"),
        ("1+₂", "1+tiny(2)"),
        ("1+_2", "1+tiny(2)"),
        ("1-_2", "1+miny(2)"),
        ("3⧿₂", "3+miny(2)"),
        ("↑²", "^<2>"),
        ("↓³∗", "v<3>+*"),
        ("^²", "^<2>"),
        ("v¹²", "v<12>"),
        ("↑[3]", "^[3]"),
        ("↓[2]*", "v[2]+*"),
        ("^<2>*", "^<2>+*"),
        ("2+↑²", "2+^<2>"),
    ]);
    let mut c = Calculator::new();
    // Outside of braces ‖ compares.
    assert_eq!(c.line("{1|0} ‖ 1/2"), Ok(Value::Truth(true)));
    assert_eq!(c.line("({1‖0|-1}) ∥ 1/2"), Ok(Value::Truth(true)));
    for (ascii, book) in
        [("^<2>", "↑²"), ("v<12>+*", "↓¹²∗"), ("^[3]", "↑[3]"), ("7+v[2]+*", "7+↓[2]∗")]
    {
        let g = c.game(ascii).unwrap();
        assert_eq!(c.games.text_in(g, Style::Book).unwrap(), book);
        assert_eq!(c.game(book), Ok(g));
    }
}

#[test]
fn a_point_between_digits_draws_a_remark() {
    assert!(cgt::text::remark("1.5").is_some());
    assert!(cgt::text::remark("3.{1|0} + 2.^").is_none());
}

#[test]
fn comparisons_and_variables() {
    let mut c = Calculator::new();
    c.line("a = {1|0}").unwrap();
    c.line("b = a + ^").unwrap();
    for (text, truth) in [
        ("a <= b", "true"),
        ("a >= b", "false"),
        ("a < b", "true"),
        ("a != b", "true"),
        ("b - a == ^", "true"),
        ("* <> 0", "true"),
        ("^∥*", "true"),
        ("^ > 0", "true"),
        ("^<2", "true"),
        ("^<2>>0", "true"),
        ("v<2>≤0", "true"),
        ("2.^ >= *", "true"),
        ("3||2|1 > 1", "true"),
        ("(1|0) == a", "true"),
    ] {
        let value = c.line(text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(c.show(&value).unwrap(), truth, "{text}");
    }
    c.line("{1|0}").unwrap();
    let value = c.line("ans + ans").unwrap();
    assert_eq!(c.show(&value).unwrap(), "1");
    assert_eq!(c.variables().map(|(name, _)| name).collect::<Vec<_>>(), ["a", "ans", "b"]);
}

#[test]
fn errors_name_the_column() {
    let mut c = Calculator::new();
    for (text, column, word) in [
        ("", 1, "ends"),
        ("1 +", 4, "ends"),
        ("{1|0", 1, "never closed"),
        ("1|0}", 4, "closes nothing"),
        ("1|0|2", 4, "second bar"),
        ("{1||0||2}", 6, "second bar"),
        ("1 2", 3, "expected"),
        ("{1,2}", 2, "needs a bar"),
        ("1/3", 1, "power of two"),
        ("3/0", 1, "power of two"),
        ("99999999999999999999", 1, "range"),
        ("*99999", 2, "65535"),
        ("x + 1", 1, "no value"),
        ("1 + frob(2)", 5, "no function"),
        ("1 + cool(2)", 5, "cool(A,t)"),
        ("mean", 1, "mean(A)"),
        ("mean = 3", 1, "function"),
        ("cool(1|0,*)", 1, "number"),
        ("cool(1|0,-1)", 1, "negative"),
        ("1 # 2", 3, "no meaning"),
        ("a = b = 1", 7, "compare with =="),
        ("1 < 2 < 3", 7, "two games"),
        ("(1 < 2) + 1", 4, "expected a game"),
        ("atomic(1)", 1, "infinitesimals"),
        ("9223372036854775807+1", 21, "range"),
        ("mean(1", 5, "never closed"),
    ] {
        let error = c.line(text).expect_err(text);
        assert!(error.message.contains(word), "{text}: {error}");
        assert_eq!(error.column, column, "{text}: {error}");
    }
}

#[test]
fn deep_nesting_is_an_error_not_a_crash() {
    let mut c = Calculator::new();
    for deep in [
        "{".repeat(100_000),
        "(".repeat(100_000),
        format!("{}1", "3.".repeat(100_000)),
        format!("{}1", "mean(".repeat(100_000)),
        format!("1{}0", "|".repeat(100_000)),
        format!("{}1{}", "{1|".repeat(2000), "}".repeat(2000)),
        format!("{}1", "0²|".repeat(100_000)),
    ] {
        let error = c.line(&deep).unwrap_err();
        assert!(error.message.contains("deep") || error.message.contains("range"), "{error}");
    }
    // Many signs and many terms are no nesting.
    assert!(c.line(&format!("{}1", "-".repeat(100_000))).is_ok());
    assert!(c.line(&format!("1{}", "+1".repeat(100_000))).is_ok());
    // As deep as allowed.
    let depth = cgt::text::MAX_NESTING - 1;
    assert!(c.line(&format!("{}1{}", "(".repeat(depth), ")".repeat(depth))).is_ok());
    assert!(c.line(&format!("{}1{}", "{2+*|".repeat(depth), "}".repeat(depth))).is_ok());
}

#[test]
fn no_text_crashes_the_parser() {
    let mut random = Random(9);
    let alphabet: Vec<char> = "0123*^v|{},()+-./=<>_ab [±⧾½²₂↑ tiny".chars().collect();
    let mut c = Calculator::new();
    for _ in 0..20_000 {
        let length = random.below(14);
        let text: String =
            (0..length).map(|_| alphabet[random.below(alphabet.len() as u64) as usize]).collect();
        if let Ok(g) = c.game(&text)
            && c.games.height(g) < 50
            && let Ok(printed) = c.games.text(g)
        {
            assert_eq!(c.game(&printed), Ok(g), "{text} printed {printed}");
        }
    }
}

#[test]
fn random_games_read_back() {
    let mut games = Games::new();
    let mut random = Random(10);
    let mut texts = Vec::new();
    for i in 0..2000 {
        let g = match i % 2 {
            0 => random.tree(4).game(&mut games).unwrap(),
            _ => random.hot(&mut games, 5, 20, (i % 3) as u32),
        };
        texts.push((games.text(g).unwrap(), games.text_in(g, Style::Book).unwrap()));
    }
    // In another arena, so that the order of options cannot depend on history.
    let mut c = Calculator::new();
    for (text, book) in texts.into_iter().rev() {
        let g = c.game(&text).unwrap_or_else(|e| panic!("{text}: {e}"));
        assert_eq!(c.games.text(g).unwrap(), text);
        assert_eq!(c.game(&book).unwrap_or_else(|e| panic!("{book}: {e}")), g, "{book}");
    }
}

#[test]
fn too_long_texts_are_refused() {
    let mut c = Calculator::new();
    let mut sum = String::from("0");
    for k in 1..=30 {
        sum.push_str(&format!("+{{{k}|0}}"));
    }
    let g = c.game(&sum).unwrap();
    assert!(matches!(c.games.text(g), Err(cgt::Error::Length { .. })));
}

#[test]
fn many_ups_beside_other_games_do_not_use_up_the_stack() {
    let mut c = Calculator::new();
    for text in [
        "+_6 + v7777777",
        "^7777777 - +_6",
        "+_6 <= v7777777",
        "v7777777 || +_6",
        "{v7777777|0}",
        "{0|^7777777} + {1|0}",
        "{^7777777|v7777777}",
        "switch(^7777777)",
        "3.(v7777777 + +_6)",
    ] {
        // An answer or an error.
        let _ = c.line(text);
    }
    assert!(c.line("+_6 + v7777777").is_err());
}
