//! A record as JSON: what the page shows as a tree.
//!
//! ```text
//! {"schema": "tedomari.tree/1", "games": [NODE…], "remarks": ["…"]}
//! NODE = {"props": [["B", ["pd"]], …], "line": [props, …], "children": [NODE…]}
//! ```
//!
//! `line` has the only-child successors of a node, so that a game of 300 moves without
//! variations is one flat list; `children` are those of the last of them. Nesting is as deep
//! as variations in variations. The writer keeps its own stack: no record is too deep for it.

use serde_json::to_string;
use sgf::{Collection, Node};

/// The JSON of a record.
pub(super) fn tree(bytes: Vec<u8>) -> String {
    let collection = sgf::parse(bytes);
    let mut json = String::from("{\"schema\":\"tedomari.tree/1\",\"games\":[");
    for index in 0..collection.len() {
        if index > 0 {
            json.push(',');
        }
        if let Some(game) = collection.game(index) {
            write_game(&mut json, game.root());
        }
    }
    json.push_str("],\"remarks\":[");
    json.push_str(&remarks(&collection).join(","));
    json.push_str("]}");
    json
}

/// The most remarks told.
const REMARKS: usize = 100;

fn remarks(collection: &Collection) -> Vec<String> {
    collection
        .diagnostics()
        .iter()
        .take(REMARKS)
        .map(|remark| quoted(&remark.to_string()))
        .collect()
}

fn write_game(json: &mut String, root: Node<'_>) {
    // What is still to be written: a node with all that follows, or the end of a list.
    enum Part<'a> {
        Node(Node<'a>),
        Text(&'static str),
    }
    let mut parts = vec![Part::Node(root)];
    while let Some(part) = parts.pop() {
        let mut node = match part {
            Part::Text(text) => {
                json.push_str(text);
                continue;
            }
            Part::Node(node) => node,
        };
        json.push_str("{\"props\":");
        write_properties(json, node);
        let mut opened = false;
        while let Some(only) = only_child(node) {
            json.push_str(if opened { "," } else { ",\"line\":[" });
            opened = true;
            write_properties(json, only);
            node = only;
        }
        if opened {
            json.push(']');
        }
        json.push_str(",\"children\":[");
        parts.push(Part::Text("]}"));
        let children: Vec<Node<'_>> = node.children().collect();
        for (index, &child) in children.iter().enumerate().rev() {
            parts.push(Part::Node(child));
            if index > 0 {
                parts.push(Part::Text(","));
            }
        }
    }
}

fn only_child(node: Node<'_>) -> Option<Node<'_>> {
    node.first_child().filter(|child| child.next_sibling().is_none())
}

/// `[["B",["pd"]],["C",["text"]]]`
fn write_properties(json: &mut String, node: Node<'_>) {
    json.push('[');
    for (index, property) in node.properties().enumerate() {
        if index > 0 {
            json.push(',');
        }
        let values: Vec<String> = property.values().map(|value| quoted(&value.text())).collect();
        json.push_str(&format!("[{},[{}]]", quoted(&property.name()), values.join(",")));
    }
    json.push(']');
}

fn quoted(text: &str) -> String {
    to_string(text).expect("a text can always be quoted")
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn a_line_is_flat_and_variations_are_children() {
        let text = "(;SZ[9]C[a \\] b];B[ee];W[cc](;B[gc];W[gg])(;B[cg]))";
        let json: Value = serde_json::from_str(&tree(text.into())).unwrap();
        let expected = json!({
            "schema": "tedomari.tree/1",
            "games": [{
                "props": [["SZ", ["9"]], ["C", ["a ] b"]]],
                "line": [[["B", ["ee"]]], [["W", ["cc"]]]],
                "children": [
                    { "props": [["B", ["gc"]]], "line": [[["W", ["gg"]]]], "children": [] },
                    { "props": [["B", ["cg"]]], "children": [] },
                ],
            }],
            "remarks": [],
        });
        assert_eq!(json, expected);
    }

    #[test]
    fn no_record_is_too_deep_or_too_broken() {
        let deep = "(;B[aa](;W[bb])".repeat(50_000);
        assert!(tree(deep.into_bytes()).starts_with("{\"schema\""));
        for broken in ["", "hello", "(", "(;B[", "(;B[aa]W", "\u{0}(;)"] {
            let json: Value = serde_json::from_str(&tree(broken.into())).unwrap();
            assert!(json["games"].is_array(), "{broken}");
        }
    }
}
