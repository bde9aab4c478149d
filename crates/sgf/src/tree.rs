//! Game trees that are built or changed in memory.

use crate::arena::{Key, NONE, significant};
use crate::edit::NodeMut;
use crate::node::{Game, Node};
use crate::text::enclosable;

/// A game tree of one's own: build it, or take it from a game and change it.
///
/// ```
/// use sgf::{Colour, Emphasis, Point, Tree};
/// let at = |letters| Point::from_letters(letters).expect("two letters");
///
/// let mut tree = Tree::new_game(9, 9);
/// let root = tree.root();
/// tree.at(root).points("AB", [at("ba"), at("bb")]).colour("PL", Colour::White);
/// let right = tree.add(root).play(Colour::White, at("aa")).good_move(Emphasis::Normal).id();
/// tree.add(right).play(Colour::Black, at("ab")).comment("Too late [by one move].");
/// tree.add(root).play(Colour::White, at("ab")).bad_move(Emphasis::Strong);
/// assert_eq!(
///     tree.to_string(),
///     "(;FF[4]GM[1]CA[UTF-8]SZ[9]AB[ba][bb]PL[W]\n\
///      (;W[aa]TE[1];B[ab]C[Too late [by one move\\].])\n\
///      (;W[ab]BM[2]))\n"
/// );
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<TreeNode>,
}

/// A node of a [`Tree`]. It stays good for the life of the tree; after its node was
/// removed it names an empty node outside the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

#[derive(Debug, Clone)]
struct TreeNode {
    parent: u32,
    children: Vec<u32>,
    properties: Vec<TreeProperty>,
}

/// A property of a built node: the name as FF[4] has it; values raw, and safe between
/// brackets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TreeProperty {
    pub(crate) name: String,
    pub(crate) key: Key,
    pub(crate) values: Vec<String>,
}

impl TreeProperty {
    /// A property, or `None` where no letter of the name or no value is left.
    pub(crate) fn new<S: AsRef<str>>(
        name: &str,
        values: impl IntoIterator<Item = S>,
    ) -> Option<TreeProperty> {
        let usable: Vec<u8> =
            name.bytes().filter(u8::is_ascii_alphanumeric).skip_while(u8::is_ascii_digit).collect();
        let name: String =
            significant(&usable).skip_while(u8::is_ascii_digit).map(char::from).collect();
        let values: Vec<String> =
            values.into_iter().map(|raw| enclosable(raw.as_ref()).into_owned()).collect();
        (!name.is_empty() && !values.is_empty()).then(|| TreeProperty {
            key: Key::of(name.as_bytes()),
            name,
            values,
        })
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree of one empty node.
    pub fn new() -> Tree {
        Tree { nodes: vec![TreeNode::under(NONE)] }
    }

    /// A tree whose root says that it is a game of Go on a board of this size.
    pub fn new_game(columns: u8, rows: u8) -> Tree {
        let mut tree = Tree::new();
        let root = tree.root();
        tree.at(root).raw("FF", ["4"]).raw("GM", ["1"]).raw("CA", ["UTF-8"]).size(columns, rows);
        tree
    }

    /// The root.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// How many nodes the tree has.
    pub fn len(&self) -> usize {
        self.game().nodes().count()
    }

    /// Whether the tree is one node without properties.
    pub fn is_empty(&self) -> bool {
        self.nodes[0].children.is_empty() && self.nodes[0].properties.is_empty()
    }

    /// The tree to look at, with all the readings a parsed game has.
    pub fn game(&self) -> Game<'_> {
        Game::of_tree(self)
    }

    /// A node to look at.
    ///
    /// # Panics
    /// If `id` comes from another, larger tree.
    pub fn node(&self, id: NodeId) -> Node<'_> {
        assert!((id.0 as usize) < self.nodes.len(), "a node of another tree");
        Node::in_tree(self, id.0)
    }

    /// A node to change.
    ///
    /// # Panics
    /// If `id` comes from another, larger tree.
    pub fn at(&mut self, id: NodeId) -> NodeMut<'_> {
        assert!((id.0 as usize) < self.nodes.len(), "a node of another tree");
        NodeMut::new(self, id)
    }

    /// Adds a node as the last child of `parent`, to be filled.
    ///
    /// # Panics
    /// If `parent` comes from another, larger tree.
    pub fn add(&mut self, parent: NodeId) -> NodeMut<'_> {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer nodes than 2^32 fit"));
        self.nodes[parent.0 as usize].children.push(id.0);
        self.nodes.push(TreeNode::under(parent.0));
        NodeMut::new(self, id)
    }

    /// Removes a node and all below it. The root itself stays, emptied.
    pub fn remove(&mut self, id: NodeId) {
        let doomed: Vec<u32> = self.node(id).subtree().map(Node::id).collect();
        let parent = self.nodes[id.0 as usize].parent;
        if parent != NONE {
            let siblings = &mut self.nodes[parent as usize].children;
            siblings.retain(|&child| child != id.0);
        }
        for node in doomed {
            self.nodes[node as usize] = TreeNode::under(NONE);
        }
    }

    /// Copies a node of any game, with all below it, as the last child of `parent`.
    pub fn graft(&mut self, parent: NodeId, branch: Node<'_>) -> NodeId {
        let top = self.add(parent).id();
        self.copy_into(top, branch);
        top
    }

    fn copy_into(&mut self, top: NodeId, branch: Node<'_>) {
        // In preorder the parent's copy always exists; a stack of the path holds it.
        let mut path: Vec<(u32, NodeId)> = Vec::new();
        for node in branch.subtree() {
            let copy = match node.parent().filter(|_| node != branch) {
                None => top,
                Some(parent) => {
                    while path.last().is_some_and(|(id, _)| *id != parent.id()) {
                        path.pop();
                    }
                    let above = path.last().map_or(top, |(_, copy)| *copy);
                    self.add(above).id()
                }
            };
            self.nodes[copy.0 as usize].properties = node
                .properties()
                .filter_map(|p| TreeProperty::new(&p.name(), p.values().map(|v| v.raw())))
                .collect();
            path.push((node.id(), copy));
        }
    }

    pub(crate) fn parent_of(&self, id: u32) -> u32 {
        self.nodes[id as usize].parent
    }

    pub(crate) fn children_of(&self, id: u32) -> &[u32] {
        &self.nodes[id as usize].children
    }

    pub(crate) fn next_sibling_of(&self, id: u32) -> Option<u32> {
        let parent = self.nodes.get(self.parent_of(id) as usize)?;
        let place = parent.children.iter().position(|&child| child == id)?;
        parent.children.get(place + 1).copied()
    }

    pub(crate) fn properties_of(&self, id: u32) -> &[TreeProperty] {
        &self.nodes[id as usize].properties
    }

    pub(crate) fn properties_mut(&mut self, id: NodeId) -> &mut Vec<TreeProperty> {
        &mut self.nodes[id.0 as usize].properties
    }
}

impl TreeNode {
    fn under(parent: u32) -> TreeNode {
        TreeNode { parent, children: Vec::new(), properties: Vec::new() }
    }
}

impl From<Game<'_>> for Tree {
    /// A copy to change. Names lose their small letters; raw values stay as they are.
    fn from(game: Game<'_>) -> Tree {
        let mut tree = Tree::new();
        tree.copy_into(tree.root(), game.root());
        tree
    }
}

impl PartialEq for Tree {
    /// Whether both say the same: the same shape, properties, order and raw values.
    fn eq(&self, other: &Tree) -> bool {
        let mut pairs = vec![(0u32, 0u32)];
        while let Some((one, two)) = pairs.pop() {
            let (children, others) = (self.children_of(one), other.children_of(two));
            if children.len() != others.len() || self.properties_of(one) != other.properties_of(two)
            {
                return false;
            }
            pairs.extend(children.iter().copied().zip(others.iter().copied()));
        }
        true
    }
}

impl Eq for Tree {}
