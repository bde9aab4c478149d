//! Broken files: what is read from them, and what is said.

use sgf::{Collection, Move, Node};

/// The tree as text, each property with its raw values, forks in parentheses.
fn sketch(collection: &Collection) -> String {
    let games: Vec<String> = collection.games().map(|game| sketch_node(game.root())).collect();
    games.join(" / ")
}

fn sketch_node(node: Node<'_>) -> String {
    let mut text = String::from(";");
    for property in node.properties() {
        text.push_str(&property.name());
        for value in property.values() {
            text.push_str(&format!("[{}]", value.raw()));
        }
    }
    let children: Vec<String> = node.children().map(sketch_node).collect();
    match children.as_slice() {
        [] => text,
        [only] => text + only,
        many => format!("{text}({})", many.join("|")),
    }
}

fn check(input: &str, tree: &str, remarks: &[&str]) {
    let collection = sgf::parse(input);
    assert_eq!(sketch(&collection), tree, "{input}");
    let found: Vec<String> = collection.diagnostics().iter().map(|d| d.to_string()).collect();
    assert_eq!(found, remarks, "{input}");
    assert_eq!(collection.to_bytes(), input.as_bytes());
}

#[test]
fn clean_games_earn_no_remark() {
    check("(;B[aa](;W[bb])(;W[cc];B[dd]))", ";B[aa](;W[bb]|;W[cc];B[dd])", &[]);
    check("( ; B [aa]\n\t[bb] ; ) \n(;)", ";B[aa][bb]; / ;", &[]);
    check("(;AddBlack[ag]CoPyright[me])", ";AB[ag]CP[me]", &[]);
    check("(;b[aa];w[bb])", ";B[aa];W[bb]", &[]);
    check("(;A[](;B[](;C[])))", ";A[];B[];C[]", &[]);
}

#[test]
fn rubbish_around_games_is_passed_over() {
    check(
        "Subject: a game\n\n(;B[aa]) and\n(;W[bb]) --\nbye",
        ";B[aa] / ;W[bb]",
        &[
            "line 1, column 1: warning: text before the first game is passed over: \"Subject: a game\"",
            "line 3, column 10: warning: text between two games is passed over: \"and\"",
            "line 4, column 10: warning: text after the last game is passed over: \"--\u{20}bye\"",
        ],
    );
    check(
        "(see below) (;B[aa]))",
        ";B[aa]",
        &[
            "line 1, column 1: warning: text before the first game is passed over: \"(see below)\"",
            "line 1, column 21: warning: text after the last game is passed over: \")\"",
        ],
    );
}

#[test]
fn what_is_missing_is_supplied() {
    check(
        "(B[aa];W[bb])",
        ";B[aa];W[bb]",
        &["line 1, column 2: error: a property outside a node: the missing \";\" is supplied"],
    );
    check(
        "(;B[aa](W[bb])(;W[cc]",
        ";B[aa](;W[bb]|;W[cc])",
        &[
            "line 1, column 9: error: a property outside a node: the missing \";\" is supplied",
            "line 1, column 22: error: the file ends inside game 1: 2 closing \")\" are supplied",
        ],
    );
    check(
        "(;C[囲碁 \\",
        ";C[囲碁 \\]",
        &[
            "line 1, column 4: error: the file ends inside this value: its closing \"]\" is supplied",
            "line 1, column 9: error: the file ends inside game 1: its closing \")\" is supplied",
        ],
    );
}

#[test]
fn what_belongs_nowhere_is_left_out_of_the_tree_but_not_of_the_file() {
    check(
        "(;B[aa] oh no!\nW;[xx]C[y] Q\n)",
        ";B[aa];C[y]",
        &[
            "line 1, column 9: error: text that belongs to no property is left out: \"oh no! W\"",
            "line 2, column 3: error: a value without a property is left out: \"[xx]\"",
            "line 2, column 12: error: the property Q has no value and is left out",
        ],
    );
    check(
        "(;B[aa]()((;W[bb])))",
        ";B[aa];W[bb]",
        &[
            "line 1, column 9: error: an empty variation \"()\" is left out",
            "line 1, column 11: error: a variation begins with \"(\" instead of a node",
        ],
    );
    check(
        "(;B[aa](;W[bb]);W[cc];B[dd])",
        ";B[aa](;W[bb]|;W[cc];B[dd])",
        &["line 1, column 16: error: a node after a variation is read as one more variation"],
    );
    check("(;B[aa])()", ";B[aa]", &["line 1, column 9: warning: an empty game \"()\" is left out"]);
}

#[test]
fn a_repeated_property_keeps_all_values() {
    let input = "(;AB[aa]C[x]AB[bb])";
    check(
        input,
        ";AB[aa]C[x]AB[bb]",
        &["line 1, column 13: warning: the property AB stands more than once in this node"],
    );
    let collection = sgf::parse(input);
    let root = collection.game(0).expect("one game").root();
    assert_eq!(root.points("AB").count(), 2);
}

#[test]
fn values_know_their_place() {
    let collection = sgf::parse("(;SZ[9]\n;B[zz]LB[aa:x])");
    let node = collection.game(0).and_then(|g| g.root().first_child()).expect("a node");
    let place = |name: &str| node.value(name).and_then(|v| v.location()).expect("was read");
    assert_eq!((place("B").line, place("B").column, place("B").byte), (2, 4, 11));
    let label = node.value("LB").and_then(|v| v.halves().1).expect("a composed value");
    assert_eq!(label.location().map(|l| l.column), Some(13));
    assert_eq!(node.location().map(|l| l.column), Some(2));
}

#[test]
fn both_kinds_of_pass_are_told_apart() {
    let collection = sgf::parse("(;B[];W[tt];B[ss])");
    let plays: Vec<Move> = collection
        .game(0)
        .expect("one game")
        .main_line()
        .filter_map(|node| node.play()?.1.ok())
        .collect();
    assert_eq!(plays[..2], [Move::Pass, Move::Tt]);
    assert_eq!(plays[2].on(19, 19).map(|p| (p.column(), p.row())), Some((18, 18)));
}

#[test]
fn games_are_added_and_removed() {
    let mut collection = sgf::parse("x(;B[aa]) (;B[bb])\n(;B[cc]");
    assert!(collection.remove(1));
    assert!(!collection.remove(7));
    collection.push(sgf::Tree::new_game(9, 9));
    // The unclosed game would swallow the new one, so it is written anew.
    assert_eq!(
        String::from_utf8_lossy(&collection.to_bytes()),
        "x(;B[aa]) \n(;CA[UTF-8]B[cc])\n(;FF[4]GM[1]CA[UTF-8]SZ[9])\n"
    );
    assert!(collection.remove(0) && collection.remove(0) && collection.remove(0));
    assert!(collection.is_empty());
}
