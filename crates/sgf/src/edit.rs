//! Changing the properties of a node: raw, or by their types.

use crate::point::{Colour, Emphasis, Move, Point};
use crate::text::{escape, escape_part};
use crate::tree::{NodeId, Tree, TreeProperty};

/// A node of a [`Tree`] being filled or changed; the calls chain.
///
/// Setting a property replaces the values it had, in its place; a new one goes last.
#[derive(Debug)]
pub struct NodeMut<'t> {
    tree: &'t mut Tree,
    id: NodeId,
}

impl<'t> NodeMut<'t> {
    pub(crate) fn new(tree: &'t mut Tree, id: NodeId) -> NodeMut<'t> {
        NodeMut { tree, id }
    }

    /// The node, to come back to it later.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Adds a child and goes on with it.
    pub fn child(self) -> NodeMut<'t> {
        self.tree.add(self.id)
    }

    /// Sets raw values, escapes included; without any the property is removed. What
    /// would break the brackets is escaped, what is no letter or digit is taken out of
    /// the name, and a name of which nothing is left sets nothing.
    pub fn raw<S: AsRef<str>>(
        self,
        name: &str,
        values: impl IntoIterator<Item = S>,
    ) -> NodeMut<'t> {
        let properties = self.tree.properties_mut(self.id);
        match TreeProperty::new(name, values) {
            None => return self.without(name),
            Some(new) => match properties.iter().position(|p| p.name == new.name) {
                None => properties.push(new),
                Some(place) => {
                    let name = new.name.clone();
                    properties[place] = new;
                    let mut index = 0;
                    properties.retain(|p| {
                        index += 1;
                        index <= place + 1 || p.name != name
                    });
                }
            },
        }
        self
    }

    /// Adds raw values to those the property has.
    pub fn raw_more<S: AsRef<str>>(
        self,
        name: &str,
        values: impl IntoIterator<Item = S>,
    ) -> NodeMut<'t> {
        let properties = self.tree.properties_mut(self.id);
        if let Some(new) = TreeProperty::new(name, values) {
            match properties.iter_mut().find(|p| p.name == new.name) {
                Some(old) => old.values.extend(new.values),
                None => properties.push(new),
            }
        }
        self
    }

    /// Removes a property.
    pub fn without(self, name: &str) -> NodeMut<'t> {
        self.tree.properties_mut(self.id).retain(|property| property.name != name);
        self
    }

    /// Sets a *Text* or *SimpleText*.
    pub fn text(self, name: &str, text: &str) -> NodeMut<'t> {
        self.raw(name, [escape(text)])
    }

    /// Sets a *Number*.
    pub fn number(self, name: &str, number: i64) -> NodeMut<'t> {
        self.raw(name, [number.to_string()])
    }

    /// Sets a *Double*.
    pub fn double(self, name: &str, emphasis: Emphasis) -> NodeMut<'t> {
        self.raw(name, [emphasis.digit()])
    }

    /// Sets a *Color*.
    pub fn colour(self, name: &str, colour: Colour) -> NodeMut<'t> {
        self.raw(name, [colour.letter()])
    }

    /// Sets a property without content, such as `KO`, `DO` or `IT`.
    pub fn flag(self, name: &str) -> NodeMut<'t> {
        self.raw(name, [""])
    }

    /// Sets a list of points or stones; an empty list removes the property.
    pub fn points(self, name: &str, points: impl IntoIterator<Item = Point>) -> NodeMut<'t> {
        let letters: Vec<String> = points.into_iter().map(|p| p.to_string()).collect();
        self.raw(name, letters)
    }

    /// Sets the board size, `SZ`.
    pub fn size(self, columns: u8, rows: u8) -> NodeMut<'t> {
        if columns == rows {
            self.raw("SZ", [columns.to_string()])
        } else {
            self.raw("SZ", [format!("{columns}:{rows}")])
        }
    }

    /// Sets the move, `B` or `W`; a pass is written `[]`.
    pub fn play(self, colour: Colour, play: impl Into<Move>) -> NodeMut<'t> {
        let letters = match play.into() {
            Move::Pass => String::new(),
            Move::Tt => "tt".to_owned(),
            Move::At(point) => point.to_string(),
        };
        self.raw(colour.letter(), [letters])
    }

    /// Sets the comment, `C`.
    pub fn comment(self, text: &str) -> NodeMut<'t> {
        self.text("C", text)
    }

    /// Sets the name of the node, `N`.
    pub fn named(self, name: &str) -> NodeMut<'t> {
        self.text("N", name)
    }

    /// Marks the move as good, `TE`.
    pub fn good_move(self, emphasis: Emphasis) -> NodeMut<'t> {
        self.double("TE", emphasis)
    }

    /// Marks the move as bad, `BM`.
    pub fn bad_move(self, emphasis: Emphasis) -> NodeMut<'t> {
        self.double("BM", emphasis)
    }

    /// Marks the node as hot, `HO`.
    pub fn hot(self, emphasis: Emphasis) -> NodeMut<'t> {
        self.double("HO", emphasis)
    }

    /// Sets the value of the node for Black, `V`, given in halves of a point.
    pub fn value_in_halves(self, halves: i64) -> NodeMut<'t> {
        let sign = if halves < 0 { "-" } else { "" };
        let size = halves.unsigned_abs();
        let fraction = if size % 2 == 1 { ".5" } else { "" };
        self.raw("V", [format!("{sign}{}{fraction}", size / 2)])
    }

    /// Adds a label to a point, `LB`.
    pub fn label(self, point: Point, label: &str) -> NodeMut<'t> {
        let value = format!("{point}:{}", escape_part(label));
        self.raw_more("LB", [value])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn setting_replaces_in_place_and_removing_removes_all() {
        let mut tree = Tree::new();
        let root = tree.root();
        tree.at(root)
            .comment("one")
            .raw("AB", ["aa"])
            .comment("two")
            .raw_more("AB", ["bb"])
            .raw("XX", ["a]b\\"]);
        assert_eq!(tree.to_string(), "(;CA[UTF-8]C[two]AB[aa][bb]XX[a\\]b])\n");
        tree.at(root).without("AB").raw::<&str>("C", []).raw("9_", ["x"]);
        assert_eq!(tree.to_string(), "(;CA[UTF-8]XX[a\\]b])\n");
    }

    #[test]
    fn values_in_halves() {
        let mut tree = Tree::new();
        let root = tree.root();
        for (halves, written) in [(0, "0"), (7, "3.5"), (-1, "-0.5"), (-8, "-4")] {
            tree.at(root).value_in_halves(halves);
            assert_eq!(tree.node(root).value("V").map(|v| v.raw()), Some(written));
        }
    }
}
