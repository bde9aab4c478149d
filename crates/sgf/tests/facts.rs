//! Holds the reader against facts others published. They are not part of the project;
//! with a folder that has them:
//!
//! `TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_`

use std::path::PathBuf;

use serde_json::Value as Json;
use sgf::{Chosen, Collection, Game, Move, Node};

fn folder() -> PathBuf {
    let folder = std::env::var_os("TEDOMARI_PROBLEMS")
        .expect("TEDOMARI_PROBLEMS names the folder with the problems");
    PathBuf::from(folder).join("sgf")
}

fn read(name: &str) -> Collection {
    let bytes = std::fs::read(folder().join(name)).expect(name);
    let collection = sgf::parse(bytes.clone());
    assert_eq!(collection.to_bytes(), bytes, "{name}: byte for byte");
    collection
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_sgfmill() {
    let json = std::fs::read_to_string(folder().join("sgfmill-facts.json")).expect("the facts");
    let facts: Vec<Json> = serde_json::from_str(&json).expect("a list of facts");
    assert_eq!(facts.len(), 80);
    let mut wrong = Vec::new();
    for fact in &facts {
        if !holds(fact) {
            wrong.push(fact.to_string());
        }
    }
    println!("{} of {} facts hold", facts.len() - wrong.len(), facts.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

fn holds(fact: &Json) -> bool {
    let string = |key: &str| fact[key].as_str().unwrap_or_default();
    let count = |key: &str| fact[key].as_u64().map(|n| n as usize);
    let raw = string("raw");
    let collection = sgf::parse(string("sgf"));
    let first = collection.game(0);
    match string("kind") {
        "shape" => {
            let nodes = count("first_sequence_nodes").expect("a count");
            let variations = count("variations").expect("a count");
            !collection.has_errors()
                && first.is_some_and(|game| has_sequence(game, nodes, Some(variations)))
        }
        "collection" => {
            let sequences = fact["first_sequence_nodes"].as_array().expect("counts");
            !collection.has_errors()
                && collection.len() == sequences.len()
                && collection.games().zip(sequences).all(|(game, nodes)| {
                    has_sequence(game, nodes.as_u64().expect("a count") as usize, None)
                })
        }
        "collection_malformed" => collection.has_errors() && collection.len() == 2,
        "malformed" => collection.has_errors(),
        "tree" => !collection.has_errors() && shape(first.expect("a game").root()) == fact["tree"],
        "properties" => {
            let nodes = fact["nodes"].as_array().expect("nodes");
            let found: Vec<Node> = first.expect("a game").main_line().collect();
            !collection.has_errors()
                && found.len() == nodes.len()
                && found.iter().zip(nodes).all(|(node, wanted)| same_properties(*node, wanted))
        }
        "raw_value" => {
            let value = first.and_then(|game| game.root().value(string("property")));
            value.is_some_and(|v| v.raw() == raw && v.text() == string("text"))
        }
        "compose" => sgf::split_composed(raw) == (string("first"), fact["second"].as_str()),
        "text" => sgf::text(raw) == string("value"),
        "simpletext" => sgf::simple_text(raw) == string("value"),
        "escape" => sgf::escape(string("text")) == raw,
        other => panic!("an unknown kind of fact: {other}"),
    }
}

/// Whether the first nodes follow each other without a fork, and how many variations
/// come then. A single variation is the same tree as a longer sequence.
fn has_sequence(game: Game<'_>, nodes: usize, variations: Option<usize>) -> bool {
    let line: Vec<Node> = game.main_line().take(nodes).collect();
    let straight = |node: &Node| node.children().count() == 1;
    line.len() == nodes
        && line[..nodes - 1].iter().all(straight)
        && variations.is_none_or(|wanted| line[nodes - 1].children().count() == wanted)
}

/// The tree as nested pairs: length of the sequence, variations.
fn shape(node: Node<'_>) -> Json {
    let (mut node, mut length) = (node, 1);
    while node.children().count() == 1 {
        node = node.first_child().expect("one child");
        length += 1;
    }
    let variations: Vec<Json> = node.children().map(shape).collect();
    serde_json::json!([length, variations])
}

fn same_properties(node: Node<'_>, wanted: &Json) -> bool {
    let wanted = wanted.as_object().expect("properties");
    let known = node.properties().all(|p| wanted.contains_key(p.name().as_ref()));
    known
        && wanted.iter().all(|(name, values)| {
            let found: Vec<&str> = node.values(name).map(|v| v.raw()).collect();
            Json::from(found) == *values
        })
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_ff4_example() {
    let collection = read("ff4_ex.sgf");
    assert_eq!(collection.diagnostics(), []);
    assert_eq!(collection.check(), [], "every value fits its type");
    assert_eq!(collection.len(), 2);
    for property in collection.games().flat_map(Game::nodes).flat_map(Node::properties) {
        assert!(property.kind().is_some(), "{} has a type", property.raw_name());
    }
    let roots: Vec<Node> = collection.games().map(Game::root).collect();
    assert_eq!(roots[0].children().count(), 5);
    let branches: Vec<Node> = roots[0].children().collect();

    let passes: Vec<Move> = branches[0]
        .subtree()
        .filter_map(|node| node.play()?.1.ok())
        .filter(|play| play.on(19, 19).is_none())
        .collect();
    assert_eq!(passes, [Move::Pass, Move::Tt]);

    // Four single stones and a rectangle of four by three.
    assert_eq!(branches[1].points("AB").filter(Result::is_ok).count(), 16);
    let markup = branches[2].first_child().expect("the markup");
    for name in ["TR", "MA", "CR", "SQ", "SL"] {
        assert_eq!(markup.points(name).filter(Result::is_ok).count(), 9, "{name}");
    }
    let labels = markup.first_child().expect("the labels");
    let longest = labels.values("LB").map(|v| v.label().expect("a label").1.len()).max();
    assert_eq!(longest, Some(8));
    let arrows = labels.first_child().expect("the arrows");
    assert_eq!(arrows.values("AR").filter(|v| v.line().is_ok()).count(), 8);
    assert_eq!(arrows.values("LN").filter(|v| v.line().is_ok()).count(), 4);

    // Soft line breaks are gone: what they would have split stands in one piece.
    let comment = branches[3].text("C").expect("a comment");
    assert_eq!(comment.matches(">ok<").count(), 6);
    let clocks: Vec<f64> = branches[4]
        .subtree()
        .filter_map(|node| node.value("BL").or(node.value("WL"))?.real().ok())
        .collect();
    assert_eq!(clocks, [120.0, 300.0, 105.6, 200.0, 87.0, 13.2]);
    let komi = collection.games().flat_map(Game::nodes).find_map(|node| node.decimal("KM"));
    assert_eq!(komi.and_then(sgf::Decimal::halves), Some(-119));
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_encodings() {
    for (file, encoding, declared, word) in [
        ("sabaki/japanese.sgf", "Shift_JIS", true, "囲碁"),
        ("sabaki/chinese.sgf", "gb18030", true, "围棋"),
        ("sabaki/korean.sgf", "EUC-KR", true, "바둑"),
        ("sabaki/no-ca.sgf", "gb18030", false, "严厉"),
        ("sabaki/encoding/nihon-kiin.sgf", "Shift_JIS", false, "九段"),
    ] {
        let collection = read(file);
        let charset = collection.charsets().next().expect("a charset");
        let chosen = if declared { Chosen::Declared } else { Chosen::Guessed };
        assert_eq!((charset.encoding, &charset.chosen), (encoding, &chosen), "{file}");
        let game = collection.game(0).expect(file);
        let texts: Vec<String> = game
            .nodes()
            .flat_map(Node::properties)
            .flat_map(sgf::Property::values)
            .map(|value| value.text().into_owned())
            .collect();
        assert!(texts.iter().any(|text| text.contains(word)), "{file}: {texts:?}");
        assert!(texts.iter().all(|text| !text.contains('\u{fffd}')), "{file}");
    }
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_odd_files() {
    // The same game in two encodings with byte order marks.
    let moves = |collection: &Collection| -> Vec<String> {
        let game = collection.game(0).expect("a game");
        let play = |node: Node| Some(format!("{:?}", node.play()?));
        game.main_line().filter_map(play).collect()
    };
    let wide = read("sabaki/utf16le.sgf");
    let marked = read("sabaki/utf8bom.sgf");
    for (collection, encoding) in [(&wide, "UTF-16LE"), (&marked, "UTF-8")] {
        let charset = collection.charsets().next().expect("a charset");
        assert_eq!((charset.encoding, &charset.chosen), (encoding, &Chosen::ByteOrderMark));
        assert_eq!(collection.diagnostics(), []);
    }
    assert_eq!(moves(&wide), moves(&marked));
    assert!(moves(&wide).len() > 60);

    // Declares Shift-JIS, but went through a converter that left UTF-8 behind.
    let damaged = read("sabaki/japanese_bad.sgf");
    let charset = damaged.charsets().next().expect("a charset");
    assert_eq!(charset.encoding, "UTF-8");
    assert_eq!(charset.chosen, Chosen::Repaired("MS_KANJI".to_owned()));
    assert_eq!(damaged.diagnostics().len(), 1);
    assert_eq!(moves(&damaged).len(), 2);

    let complex = read("sabaki/complex.sgf");
    assert!(!complex.has_errors());
    assert_eq!(complex.len(), 1);
    assert_eq!(complex.check(), []);

    // No semicolon before the first property: supplied, and said so.
    let missing = read("sabaki/encoding/nihon-kiin.sgf");
    let supplied = |d: &sgf::Diagnostic| d.message.contains("\";\" is supplied");
    assert_eq!(missing.diagnostics().iter().filter(|d| supplied(d)).count(), 1);
    assert_eq!(moves(&missing).len(), 8);
}
