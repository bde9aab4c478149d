//! Values, tables and examples of McMillen, *Combinatorial Analysis of Go
//! Endgame Positions*, chapters 2 and 3.

use cgt::text::{Calculator, Value};
use cgt::{Dyadic, Game, Games, Side, play_order};

/// Checks that both texts are the same game.
#[track_caller]
fn equal(c: &mut Calculator, a: &str, b: &str) {
    let x = c.game(a).unwrap_or_else(|e| panic!("{a}: {e}"));
    let y = c.game(b).unwrap_or_else(|e| panic!("{b}: {e}"));
    let shown = c.games.text(x).unwrap();
    assert_eq!(x, y, "{a} is {shown}, not {b}");
}

#[track_caller]
fn holds(c: &mut Calculator, text: &str) {
    assert_eq!(
        c.line(text).unwrap_or_else(|e| panic!("{text}: {e}")),
        Value::Truth(true),
        "{text}"
    );
}

#[track_caller]
fn is_list(c: &mut Calculator, text: &str, expected: &[&str]) {
    let Value::List(found) = c.line(text).unwrap() else { panic!("{text} is no list") };
    let expected: Vec<Game> = expected.iter().map(|e| c.game(e).unwrap()).collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn section_2_1_bars_abbreviate_braces() {
    equal(&mut Calculator::new(), "{7|{5|2}}", "7||5|2");
}

#[test]
fn section_2_2_and_2_3_sums_negatives_and_comparison() {
    let mut c = Calculator::new();
    // G + H has the moves in G and the moves in H.
    equal(&mut c, "{3|1} + {2|-2}", "{3+{2|-2}, {3|1}+2 | 1+{2|-2}, {3|1}-2}");
    equal(&mut c, "-{3|1||0}", "{0||-1|-3}");
    equal(&mut c, "{3|1} - {3|1}", "0");
    // The four outcomes of a difference.
    holds(&mut c, "{2|1} > {0|-1}");
    holds(&mut c, "{1|1} == 1*");
    holds(&mut c, "{0|-1} < {2|1}");
    holds(&mut c, "{2|-2} <> 1");
}

#[test]
fn section_2_4_dominated_and_reversible_options() {
    let mut c = Calculator::new();
    // B ≥ A: A may be deleted, on the left; Y ≤ X: X, on the right.
    equal(&mut c, "{1,3|0}", "{3|0}");
    equal(&mut c, "{3|0,1}", "{3|0}");
    // Left's move to {5|-3} is answered by -3 ≤ G, which has no left option.
    equal(&mut c, "{{5|-3},0|-1}", "{0|-1}");
}

#[test]
fn section_2_5_integers_and_fractions() {
    let mut c = Calculator::new();
    equal(&mut c, "{|}", "0");
    for n in 1..20 {
        equal(&mut c, &format!("{{{}|}}", n - 1), &n.to_string());
        equal(&mut c, &format!("{{|{}}}", 1 - n), &(-n).to_string());
    }
    equal(&mut c, "{-1|0} + {-1|0}", "-1");
    for exponent in 1..7 {
        let below = 1 << exponent;
        for m in (-2 * below + 1..2 * below).step_by(2) {
            equal(
                &mut c,
                &format!("{{{}/{below}|{}/{below}}}", m - 1, m + 1),
                &format!("{m}/{below}"),
            );
        }
    }
}

#[test]
fn table_2_1_common_infinitesimals() {
    let mut c = Calculator::new();
    equal(&mut c, "*", "{0|0}");
    equal(&mut c, "^", "{0|*}");
    equal(&mut c, "v", "-^");
    equal(&mut c, "^*", "{0,*|0}");
    equal(&mut c, "^ + *", "^*");
    equal(&mut c, "^^", "^ + ^");
    equal(&mut c, "^3", "^ + ^ + ^");
    for n in 2..12 {
        equal(&mut c, &format!("{n}.^"), &format!("{{0|{}.^ + *}}", n - 1));
        equal(&mut c, &format!("{n}.^ + *"), &format!("{{0|{}.^}}", n - 1));
    }
    equal(&mut c, "+_2", "{0||0|-2}");
    equal(&mut c, "-_2", "{2|0||0}");
    equal(&mut c, "+_{3|1}", "{0|||0||-1|-3}");
}

#[test]
fn section_2_5_order_of_infinitesimals() {
    let mut c = Calculator::new();
    let rationals = ["1/8", "1/2", "1", "3/2", "2", "7"];
    for other in ["0", "^", "v"] {
        holds(&mut c, &format!("* <> {other}"));
    }
    for r in rationals {
        holds(&mut c, &format!("* <> tiny({r})"));
        holds(&mut c, &format!("* <> miny({r})"));
    }
    for n in 2..8 {
        holds(&mut c, &format!("{n}.^ > *"));
    }
    // ↑ > tiny r2 > tiny r1 > 0 > miny r1 > miny r2 > ↓ for r1 > r2 > 0.
    for (i, r2) in rationals.iter().enumerate() {
        holds(&mut c, &format!("^ > tiny({r2})"));
        holds(&mut c, &format!("tiny({r2}) > 0"));
        holds(&mut c, &format!("0 > miny({r2})"));
        holds(&mut c, &format!("miny({r2}) > v"));
        for r1 in &rationals[i + 1..] {
            holds(&mut c, &format!("tiny({r2}) > tiny({r1})"));
            holds(&mut c, &format!("miny({r1}) > miny({r2})"));
            // Infinitesimal with respect to it (section 3.4).
            holds(&mut c, &format!("tiny({r2}) > 20.tiny({r1})"));
        }
        // Section 3.4: ↑ is tiny 0, and every other tiny is infinitesimal to it.
        holds(&mut c, &format!("^ > 20.tiny({r2})"));
    }
}

#[test]
fn section_2_5_zeros_before_a_game() {
    let mut c = Calculator::new();
    equal(&mut c, "zeros(0,{5|2})", "{5|2}");
    equal(&mut c, "zeros(3,{5|2})", "{0|||| 0 ||| 0 || 5|2}");
    for n in 1..12 {
        equal(&mut c, &format!("zeros({n},1)"), &format!("1/{}", 1 << n));
        let star = if n % 2 == 1 { "*" } else { "0" };
        equal(&mut c, &format!("zeros({n},0)"), &format!("{}.^ + {star}", n - 1));
    }
    for g in ["1", "1/2", "5", "{3|1}", "{5||3|1}"] {
        equal(&mut c, &format!("zeros(2,-({g}))"), &format!("tiny({g})"));
    }
    let mut games = Games::new();
    let two = games.number(Dyadic::from(2));
    let right = games.zeros_right(two, 3).unwrap();
    let minus_two = games.number(Dyadic::from(-2));
    let left = games.zeros(3, minus_two).unwrap();
    assert_eq!(games.neg(left).unwrap(), right);
}

#[test]
fn figure_2_3_birthday_of_three_quarters() {
    let mut c = Calculator::new();
    equal(&mut c, "birthday(3/4)", "3");
    equal(&mut c, "birthday({|})", "0");
    equal(&mut c, "birthday({{1/2|1}|*})", "4");
}

#[test]
fn section_2_7_simplest_number_and_number_avoidance() {
    let mut c = Calculator::new();
    for (game, number) in [
        ("{-2|5}", "0"),
        ("{2|5}", "3"),
        ("{2|9/4}", "17/8"),
        ("{-9/4|-2}", "-17/8"),
        ("{1/4|1}", "1/2"),
        ("{-7/2|-3/2}", "-2"),
    ] {
        equal(&mut c, game, number);
    }
    // Theorem 3: in G + x only moves in G matter.
    for x in ["5/8", "-3", "1/4"] {
        for (l, r) in [("4", "1"), ("0", "0"), ("{7|5}", "-2")] {
            equal(&mut c, &format!("{{{l}|{r}}} + {x}"), &format!("{{{l}+{x}|{r}+{x}}}"));
        }
    }
}

#[test]
fn section_2_8_incentives() {
    let mut c = Calculator::new();
    is_list(&mut c, "leftincentives(3|1)", &["2|0"]);
    is_list(&mut c, "rightincentives(3||2|1)", &["1,{2|1}|0"]);
    // The incentive to move on m/2^n is -1/2^n for both players.
    for (x, incentive) in [("3/8", "-1/8"), ("-7/2", "-1/2"), ("5/16", "-1/16")] {
        is_list(&mut c, &format!("leftincentives({x})"), &[incentive]);
        is_list(&mut c, &format!("rightincentives({x})"), &[incentive]);
    }
}

#[test]
fn section_2_9_stops() {
    let mut c = Calculator::new();
    for (game, left, right) in [
        ("5/4", "5/4", "5/4"),
        ("4|-1", "4", "-1"),
        ("3||2|1", "3", "2"),
        ("9|2||1|-5", "2", "1"),
        ("^", "0", "0"),
        ("1+*", "1", "1"),
    ] {
        equal(&mut c, &format!("left({game})"), left);
        equal(&mut c, &format!("right({game})"), right);
    }
    // Who arrives: Left makes both moves' worth in *, nobody in 0.
    let games = &mut c.games;
    assert_eq!(games.left_stop(Game::nimber(1)).next, Side::Right);
    assert_eq!(games.right_stop(Game::nimber(1)).next, Side::Left);
    assert_eq!(games.left_stop(Game::ZERO).next, Side::Left);
    // Right to ↑ = {0|*} moves to *, Left answers: Right is to move.
    assert_eq!(games.right_stop(games.ups(1)).next, Side::Right);
}

#[test]
fn section_2_10_cooling() {
    let mut c = Calculator::new();
    // Hot, tepid and cold.
    equal(&mut c, "cool(5|-1,2)", "3|1");
    equal(&mut c, "cool(5|-1,3)", "2+*");
    equal(&mut c, "cool(5|-1,4)", "2");
    equal(&mut c, "cool(^,1/8)", "0");
    equal(&mut c, "cool(3/4,5)", "3/4");
    equal(&mut c, "mean(5|-1)", "2");
    equal(&mut c, "temp(5|-1)", "3");
    // A double threat freezes at once although its scaffolds stay together.
    equal(&mut c, "cool(4|0||0|-4,1)", "0");
}

#[test]
fn section_2_11_warming() {
    let mut c = Calculator::new();
    for (game, warm) in [
        ("0", "0"),
        ("4", "4"),
        ("-2", "-2"),
        ("1", "1*"),
        ("-3", "-3*"),
        ("1/2", "1|*"),
        ("*", "1|-1"),
        ("^", "{1||0|-2}"),
    ] {
        equal(&mut c, &format!("warm({game})"), warm);
    }
    // f(G): n and n* chill to n.
    equal(&mut c, "chill(3)", "3");
    equal(&mut c, "chill(3*)", "3");
    equal(&mut c, "chill(1|-1)", "*");
}

/// A corridor of length n between immortal walls, unchilled: Left closes it
/// for n - 1 points or Right takes one step; at the end nothing is left.
fn blocked_corridor(games: &mut Games, n: i32) -> Game {
    if n == 1 {
        return Game::nimber(1);
    }
    let closed = games.number(Dyadic::from(n - 1));
    let invaded = blocked_corridor(games, n - 1);
    games.game(&[closed], &[invaded]).unwrap()
}

#[test]
fn theorem_5_and_table_3_2_blocked_corridors() {
    // Chilled, a corridor of length n with n - 2 marks is worth 2^(1-n).
    let mut games = Games::new();
    for n in 1..=12 {
        let corridor = blocked_corridor(&mut games, n);
        let chilled = games.chill(corridor).unwrap();
        let value = games.translate(chilled, Dyadic::from(2 - n)).unwrap();
        let expected = Dyadic::new(2, n as u32).unwrap();
        assert_eq!(value, games.number(expected), "length {n}");
        // Table 3.2: the incentive is minus the value.
        if n > 1 {
            assert_eq!(games.incentives(value).unwrap(), [games.number(-expected)]);
        }
    }
    // {0|2} is the corridor of length one.
    let mut c = Calculator::new();
    equal(&mut c, "{0|2}", "1");
}

#[test]
fn corollary_2_unblocked_corridors() {
    // Left closes one end, Right invades one: then the other end is closed.
    let mut games = Games::new();
    for n in 3..=12 {
        let blocked = blocked_corridor(&mut games, n - 2);
        let chilled = games.chill(blocked).unwrap();
        let value = games.translate(chilled, Dyadic::from(4 - n)).unwrap();
        assert_eq!(value, games.number(Dyadic::new(8, n as u32).unwrap()), "length {n}");
    }
}

#[test]
fn figure_3_2_sum_of_corridors() {
    let mut c = Calculator::new();
    equal(&mut c, "7 - 7 + 1/4 - 1/2 + 1/2 - 1/2 + 1 + 1/2 - 1/2", "3/4");
    // Rounded up if Black begins and down if White does: warming tells.
    equal(&mut c, "left(warm(3/4))", "1");
    equal(&mut c, "right(warm(3/4))", "0");
}

#[test]
fn section_3_3_rounding_with_infinitesimals() {
    let mut c = Calculator::new();
    holds(&mut c, "11/8 + * > 0");
    holds(&mut c, "^ <> *");
    holds(&mut c, "^ > 0");
    holds(&mut c, "^* <> 0");
    equal(&mut c, "* + *", "0");
    equal(&mut c, "{0|0}", "*");
    equal(&mut c, "{0|*}", "^");
    // Score with Black first and with White first.
    for (value, black, white) in
        [("11/8*", "2", "1"), ("1*", "2", "0"), ("1^", "2", "1"), ("1^*", "2", "0")]
    {
        equal(&mut c, &format!("left(warm({value}))"), black);
        equal(&mut c, &format!("right(warm({value}))"), white);
    }
}

#[test]
fn table_3_3_stars_and_ups() {
    let mut c = Calculator::new();
    for (n, value, black, white) in
        [(2, "*", "*", "*"), (3, "^", "v", "^*"), (4, "^^*", "vv*", "^*"), (5, "^3", "v3", "^*")]
    {
        // Chilled: Left saves all, Right steps in; the last step is even.
        equal(&mut c, &format!("zeros({},0)", n - 1), value);
        is_list(&mut c, &format!("leftincentives({value})"), &[black]);
        is_list(&mut c, &format!("rightincentives({value})"), &[white]);
    }
}

#[test]
fn theorem_6_tinies_from_corridors() {
    let mut c = Calculator::new();
    equal(&mut c, "{0||0|-2}", "+_2");
    // A corridor of length n with an x point gote at the end: 0^(n+1)|2-x.
    for x in 3..8 {
        equal(&mut c, &format!("zeros(2,2-{x})"), &format!("tiny({x}-2)"));
        for n in 2..6 {
            let longer = format!("zeros({},2-{x})", n + 1);
            equal(&mut c, &longer, &format!("{{0|zeros({n},2-{x})}}"));
            holds(&mut c, &format!("{longer} > 0"));
        }
    }
}

#[test]
fn tables_3_4_and_3_5_every_listed_value_is_of_its_kind() {
    let mut c = Calculator::new();
    for (x, y) in [("1", "2"), ("1/2", "3")] {
        // White's threats and Black's positive infinitesimals.
        for negative in ["v", "vv*", "v3"] {
            holds(&mut c, &format!("{negative} < 0"));
        }
        for value in [x, y] {
            holds(&mut c, &format!("miny({value}) < 0"));
            holds(&mut c, &format!("{{miny({value})|0}} < 0"));
            holds(&mut c, &format!("{{miny({value})|0||0}} < 0"));
            holds(&mut c, &format!("{{0|tiny({value})}} > 0"));
            holds(&mut c, &format!("zeros(2,tiny({value})) > 0"));
            holds(&mut c, &format!("{{{value}|0}} <> 0"));
        }
    }
}

#[test]
fn section_3_7_sums_of_corridors_without_and_with_a_socket() {
    let mut c = Calculator::new();
    // Rule 2: an unblocked corridor of value m halves, a blocked one of value b
    // becomes b·m/2; these are still dyadic numbers.
    equal(&mut c, "1/2 + 1/4", "3/4");
    // Rule 3: miny x before n zeros.
    equal(&mut c, "{{{2|0||0}|0}|0}", "-zeros(2,tiny(2))");
}

#[test]
fn section_3_8_example_endgame_1() {
    let mut c = Calculator::new();
    // Rule 2 of section 3.7 has halved H and made B 1/32; the others stay.
    // The terms as printed add up to -33/32; the total printed beside them,
    // -1/32, and its score stand for one marked black point more.
    let printed = "12 - 12 - 1/4 + 1/32 - 1/8 - 1/4 - 1/4 - 1/2 - 1/16 + 1/4 + 1/8";
    equal(&mut c, printed, "-33/32");
    equal(&mut c, &format!("1 + {printed}"), "-1/32");
    equal(&mut c, "left(warm(-1/32))", "0");
    equal(&mut c, "right(warm(-1/32))", "-1");
    // Blocking I, worth 1/8, keeps the tie: a chilled move brings one point.
    equal(&mut c, "1 + right(warm(-1/32 - 1/8))", "0");
}

#[test]
fn section_3_8_example_endgame_2() {
    let mut c = Calculator::new();
    // Areas A to Z and a.
    let areas = [
        "v", "v", "1/2", "*", "v", "v", "*", "^3", "-1/4", "-1/4", "^^*", "1/2", "-1/4", "*",
        "-1/4", "^", "1/4", "^^*", "*", "vv*", "*", "-1/4", "-1/2", "v", "*", "1/4", "1/4",
    ];
    equal(&mut c, &areas.join(" + "), "^*");
    let terms: Vec<Game> = areas.map(|area| c.game(area).unwrap()).to_vec();
    // Black wins by moving first, at T as the text has it, and with the first
    // move of the tables.
    let order = play_order(&mut c.games, &terms, Side::Left).unwrap().unwrap();
    let t = 19;
    let at_t = c.games.left(terms[t]).next().unwrap();
    for (term, to) in [(t, at_t), (order[0].term, order[0].to)] {
        let mut after = terms.clone();
        after[term] = to;
        let rest = c.games.total(&after).unwrap();
        assert!(c.games.le(Game::ZERO, rest).unwrap(), "{term}");
    }
}
