//! The page in Chromium: opening, walking, editing, saving, reloading, and what
//! it owes to keyboards, screen readers and people without a network.
//!
//! Measurements are printed, never judged: `cargo test --test page -- --nocapture`.

#[path = "support/browser.rs"]
mod browser;
#[path = "support/made_games.rs"]
mod made_games;

use browser::Page;
use made_games::{long_game, random_game};
use serde_json::{Value, json};

/// Two variations at move 3, a comment, marks, and properties nobody knows.
const GAME: &str = r"(;GM[1]FF[4]CA[UTF-8]SZ[9]PB[Ada]PW[Bo]KM[6.5]RU[Chinese]XYZ[kept \] as it is][second]
;B[ee]C[The middle.];W[ce](;B[cd]TR[ee]LB[cc:A];W[dd]KTV[1.5];B[de])(;B[cf]N[The other side];W[df]BM[1];B[be]))";

#[test]
fn a_newcomer_finds_an_endgame_to_solve() {
    let Some(page) = Page::open() else { return };
    assert_eq!(page.text("#welcome h2"), "Welcome to Tedomari");
    assert_eq!(page.js("return tedomari.position.stones.size", []), json!(56));
    assert_eq!(page.text("#welcome .primary"), "Solve this endgame");
    page.size(1280, 800);
    page.picture("welcome");
    let example = std::fs::read_to_string(browser::repository().join("examples/endgame.sgf"))
        .expect("the example");
    let shown = std::fs::read_to_string(browser::repository().join("web/examples/endgame.sgf"))
        .expect("its copy");
    assert_eq!(example, shown, "the page's example is the one of examples/");
}

#[test]
fn keys_walk_through_a_game() {
    let Some(page) = Page::open() else { return };
    page.load("walk.sgf", GAME);
    let at = |words: &str| {
        page.until(
            words,
            &format!("return document.getElementById('where').textContent === {}", json!(words)),
        )
    };
    at("Start");
    page.key("ArrowRight");
    at("Move 1: Black E5");
    assert_eq!(
        page.js("return document.getElementById('comment').value", []),
        json!("The middle.")
    );
    page.keys(&["ArrowRight", "ArrowRight"]);
    at("Move 3: Black C6");
    page.key("ArrowDown");
    at("Move 3: Black C4");
    page.key("End");
    at("Move 5: Black B5");
    page.key("ArrowDown");
    at("Move 5: Black D5");
    page.key("B");
    at("Move 2: White C5");
    page.key("Home");
    at("Start");
    page.key("PageDown");
    at("Move 5: Black D5");
    page.key("Shift+ArrowLeft");
    at("Start");
    page.key("Ctrl+Shift+ArrowDown");
    at("Move 1: Black E5");
    page.keys(&["ArrowRight", "ArrowRight", "ArrowDown"]);
    page.key("N");
    at("Move 4: White D4");
    assert!(page.text("#live").starts_with("Move 4: White D4"));
    // The wheel over the board goes back.
    page.js(
        "document.getElementById('board').dispatchEvent(new WheelEvent('wheel', { deltaY: -100, bubbles: true, cancelable: true }))",
        [],
    );
    at("Move 3: Black C4");
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn edits_are_saved_with_everything_that_was_there() {
    let Some(page) = Page::open() else { return };
    page.load("edit.sgf", GAME);
    page.keys(&["ArrowRight", "ArrowRight"]);
    page.click_point("G3");
    page.until("a third variation", "return tedomari.node.parent.children.length === 3");
    page.type_into("#comment", "A new idea, with ] and \\ in it.");
    page.key("Escape");
    // Tools: a triangle, a letter, an arrow, a stone for White in a node of its own.
    page.key("4");
    page.click_point("E5");
    page.key("8");
    page.click_point("A9");
    page.key("0");
    page.click_point("A1");
    page.click_point("B2");
    assert_eq!(
        page.js("return Object.fromEntries(tedomari.node.props)", []),
        json!({"B": ["gg"], "C": ["A new idea, with ] and \\ in it."], "TR": ["ee"], "LB": ["aa:A"], "AR": ["ai:bh"]})
    );
    page.key("3");
    page.click_point("J9");
    page.until("a node for setup", "return tedomari.node.props.has('AW') && !tedomari.node.color");
    page.key("Escape");
    // Marked as good, undone and done again.
    page.key("ArrowLeft");
    page.key("]");
    page.until("marked as good", "return tedomari.node.has('TE')");
    page.key("Ctrl+Z");
    page.until("undone", "return !tedomari.node.has('TE')");
    page.key("Ctrl+Y");
    page.until("done again", "return tedomari.node.has('TE')");
    // Deleted and brought back.
    page.key("Delete");
    page.until("deleted", "return tedomari.node.children.length === 2");
    page.key("Ctrl+Z");
    page.until("back again", "return tedomari.node.parent.children.length === 3");
    page.key("Ctrl+S");
    let text = page.downloaded("edit.sgf");
    for part in [
        r"XYZ[kept \] as it is][second]",
        "KTV[1.5]",
        "N[The other side]",
        "BM[1]",
        r"C[A new idea, with \] and \\ in it.]",
        "TE[1]",
        "AW[ia]",
        "CA[UTF-8]",
    ] {
        assert!(text.contains(part), "{part} is missing in\n{text}");
    }
    // What was saved opens as the same tree.
    let tree = "const game = tedomari.game; return [...game.root.props].length + ' ' + JSON.stringify(\
        (function walk(node) { return [[...node.props].sort(), node.children.map(walk)]; })(game.root))";
    let before = page.js(tree, []);
    page.load("again.sgf", &text);
    assert_eq!(page.js(tree, []), before);
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn a_reload_loses_nothing() {
    let Some(page) = Page::open() else { return };
    page.load("first.sgf", GAME);
    page.load("second.sgf", "(;SZ[13:9]PB[Cy]PW[Di];B[cc];W[kg])");
    assert_eq!(
        page.js("return tedomari.games.map((game) => game.title)", []),
        json!(["Corridors between living walls", "Ada – Bo", "Cy – Di"])
    );
    page.key("End");
    page.click_point("F5");
    // Reloaded at once, before anything was written in peace.
    page.type_into("#comment", "Written just before the end.");
    page.reload();
    let state = "return [tedomari.games.length, tedomari.game.title, tedomari.node.move, tedomari.node.first('C'), tedomari.position.width, tedomari.position.height]";
    assert_eq!(
        page.js(state, []),
        json!([3, "Cy – Di", "fe", "Written just before the end.", 13, 9])
    );
    // The same after it was.
    page.kept();
    page.reload();
    assert_eq!(
        page.js(state, []),
        json!([3, "Cy – Di", "fe", "Written just before the end.", 13, 9])
    );
    // Another game is chosen, one is closed.
    page.js("tedomari.open(tedomari.games[1])", []);
    page.key("ArrowRight");
    page.key("Alt+w");
    page.until("closed", "return tedomari.games.length === 2");
    page.reload();
    assert_eq!(
        page.js("return tedomari.games.map((game) => game.title)", []),
        json!(["Corridors between living walls", "Cy – Di"])
    );
    assert_eq!(page.errors(), Vec::<String>::new());
}

/// What another window of the browser writes is taken over, unless there is something newer here.
#[test]
fn windows_keep_in_step() {
    let Some(page) = Page::open() else { return };
    page.load("shared.sgf", GAME);
    page.keys(&["ArrowRight", "ArrowRight"]);
    page.kept();
    page.js(
        "const { id } = tedomari.game;
         new BroadcastChannel('tedomari').postMessage([{ id, changed: true, sgf: '(;SZ[9]GN[Edited elsewhere];B[ee];W[ce];B[aa])' }])",
        [],
    );
    page.until("taken over", "return tedomari.game.title === 'Edited elsewhere'");
    assert_eq!(
        page.js("return [tedomari.node.move, tedomari.node.children[0].move]", []),
        json!(["ce", "aa"])
    );
}

#[test]
fn a_part_of_the_board_can_be_shown() {
    let Some(page) = Page::open() else { return };
    page.load("part.sgf", "(;SZ[19]VW[ma:sg]AB[pd]DD[ss];B[qc]VW[])");
    let seen = "return [...document.querySelectorAll('.board .point')].filter((cell) => cell.style.display !== 'none').length";
    assert_eq!(page.js(seen, []), json!(49));
    page.key("ArrowRight");
    page.until("all of it", "return [...document.querySelectorAll('.board .point')].every((cell) => cell.style.display !== 'none')");
    // A board that is wider than high, and the smallest one.
    page.load("wide.sgf", "(;SZ[25:3]AB[ya])");
    assert_eq!(page.js("return tedomari.position.at('Z3')", []), json!("B"));
    page.load("one.sgf", "(;SZ[1])");
    assert_eq!(page.js("return document.querySelectorAll('.board .point').length", []), json!(1));
    page.click_point("A1");
    page.until(
        "suicide is refused",
        "return document.getElementById('message').textContent === 'A1 would be suicide.'",
    );
}

#[test]
fn files_come_in_any_character_set_pasted_or_dropped() {
    let Some(page) = Page::open() else { return };
    // "本因坊" in Shift-JIS.
    let mut bytes = b"(;GM[1]SZ[19]CA[Shift_JIS]PB[".to_vec();
    bytes.extend([0x96, 0x7b, 0x88, 0xf6, 0x96, 0x56]);
    bytes.extend(b"];B[pd];W[dp])(;SZ[9]GN[Second of the file];B[aa])");
    page.load_bytes("japan.sgf", &bytes);
    page.until("two games", "return tedomari.games.length === 3");
    assert_eq!(page.text("#black-name"), "本因坊");
    page.js(
        "const data = new DataTransfer(); data.setData('text/plain', arguments[0]);
         document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))",
        [json!("some words before (;SZ[9]GN[Pasted];B[cc])")],
    );
    page.until("pasted", "return tedomari.game.title === 'Pasted'");
    page.js(
        "const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'drop.sgf'));
         document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))",
        [json!("(;SZ[9]GN[Dropped];B[dd])")],
    );
    page.until("dropped", "return tedomari.game.title === 'Dropped'");
    assert_eq!(page.errors(), Vec::<String>::new());
}

/// The page's own reader against the server's, on text with every trick of the format.
#[test]
fn the_page_reads_sgf_as_the_server_does() {
    let Some(page) = Page::open() else { return };
    let texts = [
        GAME,
        "(;C[a\\\nb\\]c\\\\d\\:e]LB[aa:x\\]y];B[]W[tt])",
        "junk (;SZ[5]\n;B [aa] ;W\t[bb]\n(;B[cc];W[dd])(;B[ee](;W[ea])(;W[eb]C[ (;not a game) ])))",
        "(;AB[aa:cc][ee]KM[6,5]FooBar[x])(;SZ[3])",
    ];
    for text in texts {
        let difference = page.js(
            "const text = arguments[0];
             const plain = (node) => [[...node.props], node.children.map(plain)];
             return Promise.all([import('/sgf.js'), import('/api.js')]).then(async ([sgf, api]) => {
               const here = JSON.stringify(sgf.parse(text).map(plain));
               const there = JSON.stringify(sgf.fromJson(await api.readTree(text)).map(plain));
               const again = JSON.stringify(sgf.parse(sgf.write(sgf.parse(text)[0])).map(plain)[0][1]);
               const before = JSON.stringify(plain(sgf.parse(text)[0])[1]);
               return here === there && again === before ? null : [here, there, again, before];
             })",
            [json!(text)],
        );
        assert_eq!(difference, Value::Null, "{text}");
    }
}

/// The page's own captures against the program's, in a game full of them.
#[test]
fn the_page_takes_stones_as_the_program_does() {
    let Some(page) = Page::open() else { return };
    for seed in 0..6_u64 {
        let sgf = random_game(seed, 7, 5, 150);
        page.load(&format!("random-{seed}.sgf"), &sgf);
        page.key("End");
        let here = page.js(
            "const { position } = tedomari; const of = (color) => [...position.stones].filter((pair) => pair[1] === color).map((pair) => pair[0]).sort();
             return { black: of('B'), white: of('W'), ko: position.ko, prisoners: { black: position.prisoners.B, white: position.prisoners.W } }",
            [],
        );
        let mut there = page.js(
            "return import('/api.js').then(({ ask }) => ask('show', { sgf: tedomari.sgfHere() }))",
            [],
        );
        for color in ["black", "white"] {
            let stones = there[color].as_array_mut().expect("a list of stones");
            stones.sort_by_key(|name| name.to_string());
        }
        for part in ["black", "white", "ko", "prisoners"] {
            assert_eq!(here[part], there[part], "{part}, seed {seed}: {sgf}");
        }
    }
}

#[test]
fn every_point_speaks_and_the_keyboard_plays() {
    let Some(page) = Page::open() else { return };
    page.load("speak.sgf", GAME);
    page.key("ArrowRight");
    let label = |point: &str| {
        page.js("return document.querySelector(`.board .point[aria-label^='${arguments[0]},']`).getAttribute('aria-label')", [json!(point)])
    };
    page.find(".board .point[aria-label='E5, black stone, single stone, 4 liberties, last move']");
    assert_eq!(label("A1"), json!("A1, empty"));
    assert_eq!(
        page.js("return document.querySelectorAll('.board .point[aria-label]').length", []),
        json!(81)
    );
    page.key("x");
    page.until("the keyboard is on the board", "return tedomari.board.focused");
    page.keys(&["ArrowRight", "l", "w", "k"]);
    assert_eq!(page.js("return tedomari.board.cursorName", []), json!("G7"));
    page.key("Enter");
    page.until("White has played", "return tedomari.position.lastMove === 'G7'");
    page.find(".board .point[aria-label='G7, white stone, single stone, 4 liberties, last move']");
    page.key("Escape");
    page.until("the keyboard has left", "return !tedomari.board.focused");
    page.key("/");
    page.type_into("dialog input", "c3");
    page.key("Enter");
    page.until("Black has played", "return tedomari.position.lastMove === 'C3'");
    // A mouse on the board leaves the arrows to the game.
    page.click_point("C7");
    page.key("ArrowLeft");
    page.until("back", "return tedomari.position.lastMove === 'C3'");
    page.key("?");
    page.find("dialog[open] .help kbd");
    page.key("Escape");
    page.until("the help is gone", "return document.querySelector('dialog') === null");
}

#[test]
fn attached_lines_join_the_record() {
    let Some(page) = Page::open() else { return };
    page.load("join.sgf", GAME);
    page.keys(&["ArrowRight", "ArrowRight"]);
    // The first variation is there for two moves, then goes another way.
    let first = page.js(
        "return tedomari.attach(arguments[0], 'Proof').move",
        [json!("(;SZ[9]AB[ee]AW[ce]PL[B]C[Said at the root];B[cd];W[dd](;B[ff])(;B[gg];W[hh]))")],
    );
    assert_eq!(first, json!("cd"));
    let shape = "return (function walk(node) { return [node.move, node.children.map(walk)]; })(tedomari.node)";
    assert_eq!(
        page.js(shape, []),
        json!([
            "ce",
            [
                ["cd", [["dd", [["de", []], ["ff", []], ["gg", [["hh", []]]]]]]],
                ["cf", [["df", [["be", []]]]]]
            ]
        ])
    );
    page.key("Ctrl+z");
    page.until("taken back", "return tedomari.node.children[0].children[0].children.length === 1");
}

#[test]
fn no_request_leaves_the_machine() {
    let Some(page) = Page::open() else { return };
    page.load("here.sgf", GAME);
    page.keys(&["ArrowRight", "End", "Home"]);
    page.click("[data-command=help]");
    page.key("Escape");
    page.reload();
    let asked = page.requests();
    assert!(
        asked.iter().any(|url| url.ends_with("/app.js")),
        "the log has the page's own files: {asked:?}"
    );
    let foreign: Vec<&String> = asked
        .iter()
        .filter(|url| {
            !url.starts_with(page.url()) && !url.starts_with("data:") && !url.starts_with("blob:")
        })
        .filter(|url| !url.starts_with("chrome:") && !url.starts_with("about:"))
        .collect();
    assert!(foreign.is_empty(), "asked elsewhere: {foreign:?}");
    let policy = page.js(
        "return fetch('/').then((answer) => answer.headers.get('content-security-policy'))",
        [],
    );
    let policy = policy.as_str().expect("the server sends a policy");
    assert!(
        policy.contains("default-src 'self'") || policy.contains("default-src 'none'"),
        "{policy}"
    );
    for rule in policy.split(';') {
        assert!(!rule.contains("unsafe-eval") && !rule.contains("http"), "{rule}");
        assert!(!rule.contains("unsafe-inline") || rule.trim().starts_with("style-src"), "{rule}");
    }
}

#[test]
fn a_finger_aims_on_a_board_of_small_points() {
    let Some(page) = Page::open_sized(375, 667) else { return };
    page.cdp("Emulation.setTouchEmulationEnabled", json!({ "enabled": true }));
    page.load("large.sgf", "(;SZ[19];B[pd])");
    page.key("End");
    let moves = |count: usize| format!("return tedomari.position.stones.size === {count}");
    let aimed = |words: &str| {
        page.until(
            words,
            &format!(
                "return document.querySelector('#aim:not([hidden]) .primary')?.textContent === {}",
                json!(words)
            ),
        );
    };
    page.until("one stone", &moves(1));
    page.find(".board .point[aria-label='D4, empty']");
    // The first tap shows, another one elsewhere shows there, and nothing is played.
    page.tap_point("D4");
    aimed("Play D4");
    page.find(".board .aim-ring");
    page.tap_point("E4");
    aimed("Play E4");
    assert_eq!(page.js("return tedomari.position.stones.size", []), json!(1));
    page.picture("aim");
    // The second tap on the same point plays.
    page.tap_point("E4");
    page.until("two stones", &moves(2));
    page.until("no more aiming", "return document.querySelector('#aim').hidden");
    assert_eq!(page.js("return tedomari.position.at('E4')", []), json!("W"));
    // Arrows move the aim, the button plays, the cross and Esc give up.
    page.tap_point("Q4");
    aimed("Play Q4");
    page.click("#aim [aria-label='Aim right']");
    page.click("#aim [aria-label='Aim up']");
    aimed("Play R5");
    page.click("#aim .primary");
    page.until("three stones", &moves(3));
    assert_eq!(page.js("return tedomari.position.at('R5')", []), json!("B"));
    page.tap_point("C3");
    aimed("Play C3");
    page.click("#aim [aria-label='Do not play']");
    page.until(
        "no more aiming",
        "return document.querySelector('#aim').hidden && !document.querySelector('.aim-ring')",
    );
    // A point that a panel asks for is aimed at, too.
    page.js("tedomari.askPoint('Which?').then((point) => { window.chosen = point; })", []);
    page.tap_point("Q16");
    aimed("Choose Q16");
    page.tap_point("Q16");
    page.until("chosen", "return window.chosen === 'Q16'");
    // On a small board points are large: one tap is enough.
    page.load("small.sgf", "(;SZ[9])");
    page.find(".board .point[aria-label='C3, empty']");
    page.until("small", "return tedomari.position.width === 9");
    page.tap_point("C3");
    page.until("one stone", &moves(1));
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn a_picture_is_saved_by_keyboard_alone() {
    let Some(page) = Page::open() else { return };
    page.load("picture.sgf", GAME);
    page.key("End");
    for (format, begins) in [("svg", &b"<svg"[..]), ("png", b"\x89PNG"), ("pdf", b"%PDF")] {
        page.key("Ctrl+Shift+s");
        page.find("dialog[open] select[name='format']");
        // The format has the keyboard: its first letters choose.
        page.until("the format", "return document.activeElement.name === 'format'");
        page.js("document.activeElement.value = arguments[0]", [json!(format)]);
        page.key("Tab");
        page.key("2");
        page.key("Enter");
        let name = format!("picture.{format}");
        assert!(page.downloaded_bytes(&name).starts_with(begins), "{name}");
        page.until("closed", "return document.querySelector('dialog[open]') === null");
    }
    // Moves from the second on are numbered, in figures that are text in the picture.
    assert!(page.downloaded("picture.svg").contains(">2<"));
    assert_eq!(page.errors(), Vec::<String>::new());
}

#[test]
fn no_serious_finding_of_axe() {
    let Some(page) = Page::open() else { return };
    if !page.bring_axe() {
        return;
    }
    page.load("audit.sgf", GAME);
    page.keys(&["ArrowRight", "ArrowRight", "ArrowRight"]);
    let audit = |what: &str| page.audit(what);
    audit("light");
    page.dark(true);
    audit("dark");
    page.dark(false);
    page.key("e");
    page.find("#tools:not([hidden])");
    page.js("document.getElementById('annotations').open = true", []);
    audit("editing");
    page.key("?");
    page.find("dialog[open]");
    audit("help");
    page.key("Escape");
    page.key("Ctrl+i");
    page.find("dialog[open] .info");
    audit("game information");
    page.key("Escape");
    page.key("Ctrl+Shift+s");
    page.find("dialog[open] select[name='format']");
    audit("saving a picture");
    page.key("Escape");
    // The switch instead of the system.
    for theme in ["dark", "light", "auto"] {
        page.js("tedomari.settings.theme = arguments[0]", [json!(theme)]);
        audit(&format!("switched to {theme}"));
    }
    page.js("tedomari.board.emit('aim', 'C3')", []);
    page.find("#aim:not([hidden])");
    audit("aiming");
    page.js("tedomari.emit('stop')", []);
    page.size(390, 844);
    audit("phone");
    page.js("tedomari.open(tedomari.games[0])", []);
    audit("welcome");
    // Each panel as it stands when opened.
    let panels = page.js("return tedomari.panels.list.map((entry) => entry.panel.id)", []);
    page.size(1440, 900);
    for id in panels.as_array().expect("a list of panels") {
        page.js("tedomari.showPanel(arguments[0])", [id.clone()]);
        audit(&format!("panel {id}"));
    }
}

#[test]
fn no_finding_of_axe_in_a_written_report() {
    let Some(page) = Page::open() else { return };
    let written = |sgf: &str| {
        let path = page.folder().join("game.sgf");
        std::fs::write(&path, sgf).expect("writing a test's own file");
        let program = std::process::Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .args(["report", "--no-store"])
            .arg(path)
            .output()
            .expect("the program starts");
        String::from_utf8(program.stdout).expect("text")
    };
    let mistake = std::fs::read_to_string(browser::repository().join("examples/mistake.sgf"));
    // A game with a mistake, and one of which next to nothing can be said.
    for (name, sgf) in [("mistake", mistake.expect("an example").as_str()), ("open", GAME)] {
        page.open_file(&format!("{name}.html"), &written(sgf));
        if !page.bring_axe() {
            return;
        }
        page.js(
            "document.querySelectorAll('details').forEach((each) => { each.open = true; })",
            [],
        );
        for (dark, width) in [(false, 1440), (true, 1440), (false, 390), (true, 390)] {
            page.dark(dark);
            page.size(width, 844);
            let found = page.js(
                "return axe.run(document).then((result) => result.violations.map((each) => [each.id,
                   each.help, each.nodes.slice(0, 3).map((node) => node.html.slice(0, 200) + ' ' + node.failureSummary)]))",
                [],
            );
            assert_eq!(found, json!([]), "{name}, dark {dark}, {width}: {found:#}");
        }
    }
}

#[test]
fn a_key_is_answered_while_one_blinks() {
    let Some(page) = Page::open() else { return };
    page.load("long.sgf", &long_game());
    let measured = page.js(
        "const count = (node) => { let n = 0; const stack = [node]; while (stack.length) { const at = stack.pop(); n++; stack.push(...at.children); } return n; };
         const frame = () => new Promise((done) => requestAnimationFrame(() => { const channel = new MessageChannel(); channel.port1.onmessage = done; channel.port2.postMessage(0); }));
         return (async () => {
           const idle = [];
           for (let i = 0; i < 60; i++) { const start = performance.now(); await frame(); idle.push(performance.now() - start); }
           const times = [];
           for (const key of [...Array(100).fill('ArrowRight'), ...Array(20).fill('ArrowDown'), ...Array(30).fill('ArrowRight'), 'Home', 'End', 'Home', 'PageDown', 'm', 'm', 'c', 'c']) {
             await frame();
             const start = performance.now();
             document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
             const worked = performance.now() - start;
             await frame();
             times.push([performance.now() - start, worked]);
           }
           const order = (i) => times.map((pair) => pair[i]).sort((a, b) => a - b);
           const [drawn, worked] = [order(0), order(1)];
           const at = (list, part) => list[Math.min(list.length - 1, Math.floor(list.length * part))].toFixed(1);
           return { nodes: count(tedomari.game.root), keys: times.length, idle: at(idle.sort((a, b) => a - b), 0.5),
             work: `median ${at(worked, 0.5)} ms, 95 % ${at(worked, 0.95)} ms, most ${at(worked, 1)} ms`,
             drawn: `median ${at(drawn, 0.5)} ms, 95 % ${at(drawn, 0.95)} ms, most ${at(drawn, 1)} ms` };
         })()",
        [],
    );
    println!(
        "a game of 300 moves and {} nodes, {} keys: from key to work done {}; from key to picture drawn {} (a frame with nothing to do: {} ms)",
        measured["nodes"], measured["keys"], measured["work"], measured["drawn"], measured["idle"]
    );
    assert!(measured["nodes"].as_u64().is_some_and(|nodes| nodes > 1000), "{measured}");
}

#[test]
fn pictures_for_the_guide() {
    if std::env::var_os("TEDOMARI_SCREENSHOTS").is_none() {
        return;
    }
    let Some(page) = Page::open() else { return };
    page.size(1280, 800);
    page.load("guide.sgf", GAME);
    page.key("m");
    page.keys(&["End", "e", "4"]);
    page.click_point("E5");
    page.key("8");
    page.click_point("F6");
    page.click_point("G6");
    page.key("0");
    page.click_point("G3");
    page.click_point("F5");
    page.picture("edit");
    page.key("Escape");
    page.key("m");
    page.dark(true);
    page.picture("dark");
    page.dark(false);
    page.key("?");
    page.find("dialog[open]");
    page.picture("keys");
    page.key("Escape");
    page.size(390, 844);
    page.picture("phone");
}
