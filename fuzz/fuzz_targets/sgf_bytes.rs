//! Any bytes: reading does not panic, everything read can be looked at, untouched
//! collections are written back as they were, and the canonical form of every game
//! reads back as the same tree.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sgf::{Collection, Node, Property, Tree};

fuzz_target!(|bytes: &[u8]| {
    let collection = sgf::parse(bytes);
    assert_eq!(collection.to_bytes(), bytes, "untouched is byte for byte");
    assert!(!collection.is_empty() || collection.has_errors());
    look_at_everything(&collection);
    for index in 0..collection.len() {
        rewrite(&collection, index);
    }
    touch_one(bytes);
});

fn look_at_everything(collection: &Collection) {
    let _ = collection.check();
    for diagnostic in collection.diagnostics() {
        assert!(diagnostic.location.line > 0 && diagnostic.location.column > 0);
        assert!(!diagnostic.message.is_empty());
    }
    for game in collection.games() {
        assert!(game.charset().is_some());
        let root = game.root();
        assert!(root.parent().is_none() && root.next_sibling().is_none());
        for node in game.nodes() {
            look_at(node);
        }
    }
}

fn look_at(node: Node<'_>) {
    for child in node.children() {
        assert!(child.parent() == Some(node));
    }
    assert!(node.children().next() == node.first_child());
    let _ = (node.play(), node.points("AB").count());
    for property in node.properties() {
        look_at_values(property);
        assert!(node.property(&property.name()).is_some());
    }
}

fn look_at_values(property: Property<'_>) {
    assert!(property.first().is_some(), "a property has a value");
    for value in property.values() {
        let _ = (value.text(), value.simple_text(), value.number(), value.decimal());
        let _ = (value.real(), value.double(), value.colour(), value.point());
        let _ = (value.play(), value.points(), value.label(), value.line(), value.size());
        let text = value.text();
        assert_eq!(sgf::text(&sgf::escape(&text)), text, "escaping loses nothing");
    }
}

fn rewrite(collection: &Collection, index: usize) {
    let mut tree = collection.tree(index).expect("the game is there");
    let root = tree.root();
    let written = tree.to_string();
    let again = sgf::parse(written.as_str());
    assert!(!again.has_errors(), "canonical text is clean: {written}");
    assert_eq!(again.len(), 1);
    // The writer declares the encoding itself; put it where it put it.
    let read = again.tree(0).expect("one game");
    tree.at(root).without("CA");
    let mut bare = read.clone();
    bare.at(root).without("CA");
    assert!(tree == bare, "the same tree: {written}");
    assert_eq!(Tree::to_string(&read), written, "canonical is final");
}

/// Changing one game leaves the bytes of the others alone.
fn touch_one(bytes: &[u8]) {
    let mut collection = sgf::parse(bytes);
    let games = collection.len();
    let Some(tree) = collection.tree(0) else {
        return;
    };
    assert!(collection.replace(0, tree).is_ok());
    collection.push(Tree::new_game(9, 9));
    let again = sgf::parse(collection.to_bytes());
    // Bytes whose encoding had to be guessed may be guessed otherwise beside a game in
    // UTF-8; but where all is UTF-8, no game vanishes.
    if collection.charsets().all(|charset| charset.encoding == "UTF-8") {
        assert!(again.len() > games);
    }
    assert!(collection.remove(0));
    let _ = collection.to_bytes();
}
