//! The panels of the page in Chromium: solving, reading, playing, checking, calculating.

#[path = "support/browser.rs"]
mod browser;

use browser::Page;
use serde_json::{Value, json};

/// White's stone can be taken in a ladder to the lower right.
const LADDER: &str = "(;GM[1]FF[4]CA[UTF-8]SZ[9]RU[Japanese]GN[A ladder]AB[dc][cd][ce]AW[dd]PL[B])";

/// Kos between walls that live only if somebody says so.
const KOS: &str = "(;GM[1]FF[4]SZ[6]RU[Japanese]GN[Kos]PL[B]
AB[da][ea][db][eb][fb][cc][ec][fc][cd][ed][fd][ae][be][bf][cf]
AW[ba][ca][ab][bb][ac][bc][ad][bd][dd][ce][ee][fe][df][ef])";

/// Two assertions that hold and one that does not, in two nodes.
const ASSERTIONS: &str = "(;GM[1]FF[4]SZ[5]GN[Assertions]
AB[ab][bb][cb][db][eb]AW[ac][bc][cc][dc][ec][ae][ce][ee][ad][bd][cd][dd][ed]
XCHECK[IsUnconditional(A3)][IsLegal(B1, black)]
;B[aa]C[A corner.\ncheck: Stones(A4) = 6])";

#[test]
fn an_endgame_is_solved_with_areas_and_thermographs() {
    let Some(page) = Page::open() else { return };
    page.key("s");
    page.until("three areas", "return document.querySelectorAll('tr[data-area]').length === 3");
    assert!(page.text(".solution-status").starts_with("The whole board is solved."));
    assert!(page.text(".solution-status").contains("proved"));
    assert!(page.text(".solution-score").contains("B+2"));
    assert_eq!(page.js("return document.querySelectorAll('.board path.outline').length", []), 3);
    page.picture("endgame");
    // Sorted by count, the smallest comes last.
    page.js("document.querySelectorAll('.areas .sort')[1].click()", []);
    let last = "const rows = document.querySelectorAll('tr[data-area]'); return rows[2].dataset.area === 'C'";
    page.until("sorted", last);
    // The keyboard reads the thermograph in exact numbers.
    page.js("document.querySelector('.area-detail .thermograph-picture').focus()", []);
    page.key("End");
    page.until("the mast", &said(".thermograph-reading", "both get 0"));
    page.key("Home");
    page.until("the foot", &said(".thermograph-reading", "Black first 1, White first −1"));
    assert!(page.text(".area-detail table").contains("7/4"));
    page.picture("thermograph");
    // What every move loses, on the board and in the words of its points.
    page.click(".show-losses");
    page.until("the best move", &point_says("E4", "loses nothing (proved)"));
    page.until("a bad move", &point_says("E8", "loses 2 points (proved)"));
    page.click(".show-losses");
    page.click(".sum");
    page.until("the sum", &said(".area-detail figcaption", "sum of all areas"));
    page.until("the rest", &said(".area-detail", "settled and gives 2"));
    // Other rules beside these, and then instead of them.
    page.click(".compare-rules");
    page.until("what changes", &said(".changes", "B+2 under japanese rules, B+3 under chinese"));
    page.js("tedomari.setRules('chinese')", []);
    page.until("solved again", &said(".solution", "under chinese rules:"));
    // A point of the board lights up the row of its area.
    // The pointer looks again as long as the table is being drawn.
    let lit = "tedomari.board.emit('hover', 'E8'); \
        return document.querySelector('tr.looked-at')?.dataset.area === 'B'";
    page.until("the row of the area", lit);
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn the_best_line_becomes_a_variation() {
    let Some(page) = Page::open() else { return };
    page.key("s");
    page.click(".line-forward");
    page.click(".line-forward");
    page.until("two moves ahead", &said(".line-said", "Move 2 of 9: White E8"));
    page.until("a ghost", &point_says("E8", "Move 2: White E8"));
    page.click(".line-attach");
    page.until("its first move", "return tedomari.position.lastMove === 'E4'");
    page.js("document.activeElement.blur()", []);
    page.keys(&["ArrowRight", "ArrowRight"]);
    page.until("its third move", "return tedomari.position.lastMove === 'E2'");
    assert_eq!(page.js("return document.querySelectorAll('tr[data-area]').length", []), 3);
    page.key("Home");
    // Going elsewhere takes the answer away, coming back shows it again without asking.
    page.click_point("E2");
    page.until("gone", "return document.querySelectorAll('tr[data-area]').length === 0");
    page.key("ArrowLeft");
    page.until("back", "return document.querySelectorAll('tr[data-area]').length === 3");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn blocks_are_declared_alive_by_clicking() {
    let Some(page) = Page::open() else { return };
    page.load("ko.sgf", KOS);
    page.click(".declare-alive");
    for (number, point) in (1..).zip(["B5", "E5", "F2", "A2"]) {
        page.click_point(point);
        let chips = format!("return document.querySelectorAll('.chips li').length === {number}");
        page.until(point, &chips);
    }
    page.key("Escape");
    page.until("the ko", &said(".solution", "several kos"));
    assert!(page.text(".solution-status").contains("bounds"));
    assert!(page.text(".solution").contains("Taken for granted: alive: B1"));
    // Both ko masters have their walls in one picture.
    let walls = "return document.querySelectorAll('.area-detail polyline').length === 4";
    page.until("two thermographs", walls);
    page.until("both masters", &said(".thermograph-reading", "White as ko master"));
    page.picture("ko");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn a_capture_is_read_and_its_variations_are_walked() {
    let Some(page) = Page::open() else { return };
    page.load("ladder.sgf", LADDER);
    page.click("#tab-tactics");
    page.click(".pick");
    // An empty point is no block: the question stays open.
    page.click_point("A1");
    page.until("told", &said("#panel-tactics", "There is no stone on A1"));
    page.click_point("D6");
    page.until("the answer", &said(".headline", "is captured or saved by who moves first"));
    assert!(page.text(".verdict").contains("Captured with E6. ✓ proved"));
    page.picture("capture");
    page.click(".attach-proof");
    page.until("the first move", "return tedomari.position.lastMove === 'E6'");
    page.js("document.activeElement.blur()", []);
    page.key("ArrowRight");
    page.until("White's answer", "return tedomari.position.moveNumber === 2");
    let tries = page.js("return tedomari.node.parent.children.length", []);
    assert!(tries.as_u64() > Some(1), "several defences, not {tries}");
    page.key("ArrowDown");
    page.until("another answer", "return tedomari.node === tedomari.node.parent.children[1]");
    page.keys(&["ArrowUp", "End"]);
    page.until("taken at the end", "return tedomari.position.prisoners.B > 0");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn life_connection_and_problems_are_answered() {
    let Some(page) = Page::open() else { return };
    page.load("life.sgf", &example("life.sgf"));
    page.click("#tab-tactics");
    choose(&page, ".goal", "life");
    page.click(".pick");
    page.click_point("B4");
    page.until("life", &said(".headline", "The group at B4 lives or dies by who moves first"));
    assert!(page.text(".verdict").contains("Killed with D5"));
    choose(&page, ".goal", "problem");
    page.click(".pick");
    page.until("the problem", &said(".headline", "White kills the group at B4 with D5"));
    choose(&page, ".goal", "connect");
    page.click(".pick");
    page.click_point("B8");
    page.click_point("B4");
    page.until("two colors", &said("#panel-tactics", "different colors"));
    // Refused with a sentence, which the browser counts as an error of the network.
    assert!(page.errors().iter().all(|line| line.contains("/api/connect")));
}

#[test]
fn ten_moves_are_played_against_the_program() {
    let Some(page) = Page::open() else { return };
    page.click("#tab-play");
    choose(&page, ".level", "0.2");
    page.click(".new-game");
    page.until("an empty board", "return tedomari.position.stones.size === 0");
    for round in 1..=5 {
        let free = "return ['E5', 'C3', 'G7', 'C7', 'G3', 'E3', 'E7', 'C5', 'G5', 'D6'].find((p) => !tedomari.position.at(p))";
        let point = page.js(free, []);
        page.click_point(point.as_str().expect("a free point"));
        let answered = format!("return tedomari.position.moveNumber === {}", 2 * round);
        page.until("the answer", &answered);
    }
    page.picture("play");
    page.click(".take-back");
    page.until("taken back", "return tedomari.position.moveNumber === 8");
    page.click(".give-hint");
    page.until("a hint", &said(".hint-text", "Black"));
    page.click("#panel-play .score");
    page.until(
        "a score",
        "return /^[BW]\\+|^0/.test(document.querySelector('.score-text')?.textContent ?? '')",
    );
    page.click(".resign");
    page.until("resigned", "return tedomari.game.root.first('RE') === 'W+R'");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn the_trainer_tells_every_loss_in_points() {
    let Some(page) = Page::open() else { return };
    page.click("#tab-play");
    choose(&page, ".trainer-size", "7");
    page.click(".compose");
    page.until("solved", &said(".trainer .question-line", "Best play of both sides gives W+1"));
    page.click_point("E4");
    page.until("the loss", &said(".trainer-moves", "Black E4 loses 2 points (proved)"));
    page.until("the answer", "return tedomari.position.moveNumber === 2");
    // Good moves to the end lose nothing more.
    for _ in 0..12 {
        let over =
            "return /over/.test(document.querySelector('.trainer .question-line').textContent)";
        if page.js(over, []) == json!(true) {
            break;
        }
        let best = "const { ask } = await import('/api.js');
            const answer = await ask('solve', { sgf: tedomari.sgfHere() });
            return answer.line[0]?.move ?? 'pass'";
        let best = page.js(&format!("return (async () => {{ {best} }})()"), []);
        let before = page.js("return tedomari.position.moveNumber", []);
        page.js("tedomari.play(arguments[0])", [best]);
        let next = format!(
            "return tedomari.position.moveNumber >= {before} + 2 || /over/.test(document.querySelector('.trainer .question-line').textContent)"
        );
        page.until("the next move", &next);
    }
    page.until("the end", &said(".trainer-total", "You lost 2 points in all"));
    page.picture("trainer");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn the_assertions_of_a_game_are_checked() {
    let Some(page) = Page::open() else { return };
    page.load("assertions.sgf", ASSERTIONS);
    page.click("#tab-check");
    page.click(".run-check");
    page.until("the totals", &said(".check-totals", "of 3 assertions passed"));
    let outcomes = "return [...document.querySelectorAll('.check-list li')].map((line) => line.dataset.outcome)";
    let Value::Array(outcomes) = page.js(outcomes, []) else { panic!("a list") };
    assert_eq!(outcomes.len(), 3);
    assert!(outcomes.contains(&json!("failed")), "{outcomes:?}");
    page.picture("check");
    page.js("[...document.querySelectorAll('.check-list .jump')].at(-1).click()", []);
    page.until("its node", "return tedomari.position.moveNumber === 1");
    page.type_into(".assertion", "IsMove(1)");
    page.click(".add-assertion");
    page.until("written", "return tedomari.node.first('XCHECK') === 'IsMove(1)'");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn the_calculator_remembers_and_draws() {
    let Some(page) = Page::open() else { return };
    page.click("#tab-calculator");
    for (line, answer) in [
        ("{3|1} + {2||1|0}", "mean 3¼, temperature 1"),
        ("a = 3||2|1", "mean 2¼, temperature ¾"),
        ("4.a", "mean 9"),
        ("^ <= +_2", "false"),
    ] {
        page.type_into("#calculator-input", line);
        page.key("Enter");
        page.until(line, &said(".calculations li", answer));
    }
    let graphs =
        page.js("return document.querySelectorAll('.calculations .thermograph').length", []);
    assert_eq!(graphs, 3);
    page.js("document.querySelector('#panel-calculator details').open = false", []);
    page.picture("calculator");
    page.key("ArrowUp");
    page.until(
        "the last line",
        "return document.querySelector('#calculator-input').value === '^ <= +_2'",
    );
    page.type_into("#calculator-input", "{3|");
    page.key("Enter");
    page.until("what is wrong", "return document.querySelector('#panel-calculator .bad') !== null");
    assert!(page.errors().iter().all(|line| line.contains("/api/cgt")));
}

#[test]
fn every_overlay_shows_and_tells_something() {
    let Some(page) = Page::open() else { return };
    page.load("game.sgf", &example("finished.sgf"));
    page.js("tedomari.forward(22)", []);
    page.click("#tab-overlays");
    let kinds = page.js(
        "return [...document.querySelectorAll('[data-overlay]')].map((box) => box.dataset.overlay)",
        [],
    );
    let Value::Array(kinds) = kinds else { panic!("a list") };
    assert_eq!(kinds.len(), 13);
    for kind in &kinds {
        let kind = kind.as_str().expect("a name");
        page.click(&format!("[data-overlay={kind}]"));
        let drawn = format!("return tedomari.board.overlays.has('overlay-{kind}')");
        page.until(kind, &drawn);
        page.until("all is told", "return !document.querySelector('#panel-overlays .question-line').textContent.includes('…')");
        let bad = page.js("return document.querySelector('#panel-overlays .bad') !== null", []);
        assert_eq!(bad, json!(false), "{kind}");
        if ["groups", "predicted"].contains(&kind) {
            page.picture(&format!("overlay-{kind}"));
        }
        page.click(&format!("[data-overlay={kind}]"));
    }
    page.click("[data-overlay=groups]");
    page.until("a group", &point_says("D4", "Group A: Black’s 10 stones"));
    // Marks of another position go at once and come anew.
    page.js("tedomari.back(10)", []);
    page.until("other groups", "return [...document.querySelectorAll('.point')].some((cell) => /Group A: Black’s [1-9] stone/.test(cell.getAttribute('aria-label')))");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn the_position_is_told_in_words_and_searches_stop() {
    let Some(page) = Page::open() else { return };
    page.load("game.sgf", &example("finished.sgf"));
    page.js("tedomari.forward(20)", []);
    page.click("#tab-explain");
    choose(&page, "#panel-explain select", "30");
    page.click(".explain");
    page.until("it searches", &said("#panel-explain .question-line", " s"));
    // The page goes on while the program searches; the answer of the old position is dropped.
    page.js("tedomari.forward()", []);
    page.until("stopped", &said("#panel-explain .question-line", "the position has changed"));
    page.click(".explain");
    page.until("it searches again", &said("#panel-explain .question-line", " s"));
    page.click("#panel-explain .question button");
    page.until("stopped again", &said("#panel-explain .question-line", "Stopped."));
    choose(&page, "#panel-explain select", "1");
    page.click(".explain");
    page.until("the words", &said(".explanation", "Moves the search tried"));
    assert!(page.text(".explanation").contains("estimate"));
    page.picture("explain");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn patterns_are_found_drawn_and_kept() {
    let Some(page) = Page::open() else { return };
    page.load("game.sgf", &example("finished.sgf"));
    page.js("tedomari.forward(14)", []);
    page.click("#tab-patterns");
    page.click(".find");
    page.until(
        "matches",
        "return document.querySelectorAll('.match-list .pattern-picture').length > 3",
    );
    page.picture("patterns");
    page.click(".new-pattern");
    page.until("an editor", "return document.querySelector('.pattern-text') !== null");
    // A click on a point of the picture changes the text.
    page.js(
        "document.querySelectorAll('.pattern-cell')[0].dispatchEvent(new MouseEvent('click'))",
        [],
    );
    page.until("changed", "return document.querySelector('.pattern-text').value.includes('X a .')");
    page.click(".save-pattern");
    page.until("saved", &said("#panel-patterns", "my pattern is saved"));
    page.reload();
    page.until("kept", &said("#panel-patterns .pattern-shelf", "my pattern"));
    // What is no pattern is refused with its line.
    page.click(".new-pattern");
    page.js("document.querySelector('.pattern-text').value = 'pattern bad\\n  X Z\\n'", []);
    page.click(".save-pattern");
    page.until("refused", &said("#panel-patterns", "line"));
    assert!(page.errors().iter().all(|line| line.contains("/api/patterns/library")));
}

/// A script: whether an element's text contains some words.
fn said(selector: &str, words: &str) -> String {
    format!(
        "return (document.querySelector({})?.textContent ?? '').includes({})",
        json!(selector),
        json!(words)
    )
}

/// A script: whether a point of the board tells some words.
fn point_says(point: &str, words: &str) -> String {
    format!(
        "return document.querySelector(`.point[aria-label^='{point},']`).getAttribute('aria-label').includes({})",
        json!(words)
    )
}

fn choose(page: &Page, selector: &str, value: &str) {
    page.js(
        "const select = document.querySelector(arguments[0]); select.value = arguments[1]; select.dispatchEvent(new Event('change'))",
        [json!(selector), json!(value)],
    );
}

fn example(name: &str) -> String {
    let path = browser::repository().join("examples").join(name);
    std::fs::read_to_string(path).expect("an example")
}
