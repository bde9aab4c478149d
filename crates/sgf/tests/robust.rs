//! Whatever comes in: no panic, nothing lost, byte for byte back out.

use proptest::prelude::*;
use sgf::{Collection, Node, NodeId, Severity, Tree};

/// Looks at everything there is to see, so that a panic anywhere would show.
fn look_at_everything(collection: &Collection) {
    let _ = collection.check();
    for game in collection.games() {
        assert!(game.charset().is_some() && game.location().is_some());
        for node in game.nodes() {
            assert!(node.children().all(|child| child.parent() == Some(node)));
            let _ = (node.play(), node.points("AB").count(), node.location());
            for property in node.properties() {
                assert!(property.values().next().is_some());
                assert!(node.has(&property.name()));
                for value in property.values() {
                    let _ = (value.text(), value.simple_text(), value.number());
                    let _ = (value.real(), value.decimal(), value.double(), value.colour());
                    let _ = (value.play(), value.points(), value.label(), value.line());
                    let _ = (value.size(), value.location());
                }
            }
        }
    }
}

fn check_laws(bytes: &[u8]) {
    let collection = sgf::parse(bytes);
    assert_eq!(collection.to_bytes(), bytes, "byte for byte");
    assert!(!collection.is_empty() || collection.has_errors());
    look_at_everything(&collection);
    for index in 0..collection.len() {
        let tree = collection.tree(index).expect("the game is there");
        check_rewriting(tree);
    }
}

/// The canonical text of a tree reads back as the tree, but for the declared encoding.
fn check_rewriting(mut tree: Tree) {
    let written = tree.to_string();
    let again = sgf::parse(written.as_str());
    assert!(!again.has_errors(), "{written}");
    assert_eq!(again.len(), 1, "{written}");
    let mut read = again.tree(0).expect("one game");
    assert_eq!(read.to_string(), written);
    assert_eq!(read.node(read.root()).value("CA").map(|v| v.raw()), Some("UTF-8"));
    let root = tree.root();
    tree.at(root).without("CA");
    read.at(root).without("CA");
    assert_eq!(tree, read, "{written}");
}

/// Text that is almost SGF: the format's own pieces in any order.
fn almost_sgf() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => Just("("), 4 => Just(")"), 6 => Just(";"), 2 => Just("(;"), 2 => Just("["),
        3 => Just("]"), 1 => Just("\\"), 3 => Just("B[aa]"), 2 => Just("AW[bb:cd][ee]"),
        2 => Just("C[x\\]y]"), 1 => Just("CoPyright[z]"), 1 => Just("word"), 1 => Just("ß囲"),
        1 => Just(" "), 1 => Just("\r\n"), 1 => Just("LB[aa:1]"), 1 => Just("CA[UTF-8]"),
        1 => Just("CA[GBK]"), 1 => Just("tt"), 1 => Just(":"), 1 => Just("SZ[9]"),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

/// A tree from a list of choices: whom each node follows, and its properties.
fn any_tree() -> impl Strategy<Value = Tree> {
    let property = ("[A-Z]{1,6}", proptest::collection::vec(".{0,12}", 1..4));
    let node = (any::<prop::sample::Index>(), proptest::collection::vec(property, 0..4));
    proptest::collection::vec(node, 1..30).prop_map(|nodes| {
        let mut tree = Tree::new();
        let mut known: Vec<NodeId> = vec![tree.root()];
        for (parent, properties) in nodes {
            let parent = *parent.get(&known);
            let id = tree.add(parent).id();
            for (name, values) in properties {
                tree.at(id).raw(&name, values);
            }
            known.push(id);
        }
        tree
    })
}

proptest! {
    #[test]
    fn any_bytes_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        check_laws(&bytes);
    }

    #[test]
    fn bytes_in_a_comment_are_read(bytes in proptest::collection::vec(any::<u8>(), 0..60)) {
        check_laws(&[b"(;SZ[9]C[", bytes.as_slice(), b"];B[aa])\n(;CA[GBK]PB[", &bytes, b"])"].concat());
    }

    #[test]
    fn almost_sgf_is_read(text in almost_sgf()) {
        check_laws(text.as_bytes());
    }

    #[test]
    fn any_tree_reads_back(tree in any_tree()) {
        check_rewriting(tree);
    }

    #[test]
    fn changing_one_game_leaves_the_bytes_of_the_others(
        before in almost_sgf(), trees in proptest::collection::vec(any_tree(), 1..4)
    ) {
        let mut file = before;
        for tree in &trees {
            file.push_str("\n ");
            file.push_str(&tree.to_string());
        }
        let mut collection = sgf::parse(file.as_str());
        let originals: Vec<Tree> = collection.games().map(Tree::from).collect();
        let last = collection.len() - 1;
        let mut changed = originals[last].clone();
        let root = changed.root();
        changed.at(root).comment("changed");
        collection.replace(last, changed.clone()).expect("it is there");
        let written = String::from_utf8(collection.to_bytes()).expect("all of it is UTF-8");
        let start = written.rfind(changed.to_string().trim_end()).expect("the changed game");
        prop_assert!(file.starts_with(&written[..start]));
        let again = sgf::parse(written);
        prop_assert_eq!(again.len(), originals.len());
        for (index, original) in originals[..last].iter().enumerate() {
            prop_assert_eq!(&again.tree(index).expect("it is there"), original);
        }
    }
}

const SAMPLE: &str = "mail\n(;FF[4]GM[1]SZ[9:7]CA[UTF-8]C[a\\]b\\\nc:ü囲]AB[aa:bb][cc]\
    ;B[ee](;W[tt]LB[aa:x\\:y])(W[gg];;B[]KO[]))\r\n()(;CoPyright[me] rubbish ;b[aa] W)";

#[test]
fn every_prefix_and_every_suffix_is_read() {
    for cut in 0..=SAMPLE.len() {
        check_laws(&SAMPLE.as_bytes()[..cut]);
        check_laws(&SAMPLE.as_bytes()[cut..]);
    }
}

#[test]
fn every_byte_may_be_any_other() {
    let mut bytes = SAMPLE.as_bytes().to_vec();
    for place in 0..bytes.len() {
        let kept = bytes[place];
        for other in [0, b'(', b')', b';', b'[', b']', b'\\', b'A', 0x80, 0xFF] {
            bytes[place] = other;
            check_laws(&bytes);
        }
        bytes[place] = kept;
    }
}

#[test]
fn a_hundred_thousand_levels_are_read_and_written() {
    let deep = format!("{}{}", "(;B[aa]".repeat(100_000), ")".repeat(100_000));
    let collection = sgf::parse(deep.as_str());
    assert_eq!(collection.diagnostics(), []);
    assert_eq!(collection.game(0).map(|game| game.main_line().count()), Some(100_000));
    check_rewriting(collection.tree(0).expect("one game"));

    // Forks at each level, so that the writer cannot straighten them out.
    let forks = format!("(;{}{}", "(;B[aa])(;W[bb]".repeat(100_000), ")".repeat(100_001));
    let collection = sgf::parse(forks.as_str());
    assert!(!collection.has_errors());
    assert_eq!(collection.game(0).map(|game| game.nodes().count()), Some(200_001));
    check_rewriting(collection.tree(0).expect("one game"));

    let unclosed = "(;".repeat(100_000);
    assert!(sgf::parse(unclosed.as_str()).has_errors());
    let open = sgf::parse("(".repeat(100_000));
    assert!(open.is_empty() && open.has_errors());
}

#[test]
fn long_and_wide_games_are_read_and_written() {
    let long = format!("(;SZ[19]{})", ";B[aa];W[bb]".repeat(25_000));
    let collection = sgf::parse(long.as_str());
    assert_eq!(collection.game(0).map(|game| game.main_line().count()), Some(50_001));
    check_rewriting(collection.tree(0).expect("one game"));

    let wide = format!("(;SZ[19]{})", "(;B[aa])".repeat(50_000));
    let collection = sgf::parse(wide.as_str());
    let children = |node: Node| node.children().count();
    assert_eq!(collection.game(0).map(|game| children(game.root())), Some(50_000));
    check_rewriting(collection.tree(0).expect("one game"));

    let list = format!("(;AB{}{})", "[aa]".repeat(50_000), "AW[bb]".repeat(50_000));
    let collection = sgf::parse(list.as_str());
    let root = collection.game(0).expect("one game").root();
    assert_eq!(root.points("AB").chain(root.points("AW")).count(), 100_000);
    // The repeated property earns remarks, but not one for each.
    assert!(collection.diagnostics().len() <= 1001);
}

#[test]
fn limits_are_errors_and_not_exhaustion() {
    use sgf::{LimitError, Limits, parse_within};
    let small = Limits { bytes: 10, nodes: 2 };
    let too_long = parse_within("(;C[1234567890])", &small).expect_err("17 bytes");
    assert!(matches!(too_long, LimitError::TooManyBytes { most: 10, .. }));
    let too_many = parse_within("(;;;)", &small).expect_err("three nodes");
    assert_eq!(too_many.to_string(), "the file has too many nodes: at most 2 can be read");
    assert!(parse_within("(;;)", &small).is_ok());
}

#[test]
fn what_is_no_sgf_says_so() {
    for (input, sentence) in [
        ("", "the file is empty: there is no game in it"),
        (" \r\n", "the file is empty: there is no game in it"),
        ("hello", "this is no SGF: no game, which would begin with \"(;\", was found"),
        ("%PDF-1.4 (x)", "this is no SGF: no game, which would begin with \"(;\", was found"),
    ] {
        let collection = sgf::parse(input);
        assert!(collection.is_empty());
        let [only] = collection.diagnostics() else {
            panic!("one diagnostic for {input:?}");
        };
        assert_eq!((only.severity, only.message.as_str()), (Severity::Error, sentence));
    }
}
