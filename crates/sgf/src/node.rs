//! Looking at games: trees of nodes, and the properties of a node.

use std::borrow::Cow;

use crate::arena::{Arena, Key, NONE, PropertyRecord, name_end, significant, value_at};
use crate::charset::Charset;
use crate::diagnostic::Location;
use crate::point::{Colour, Emphasis, Move, Point};
use crate::reader::GameSpan;
use crate::tree::{Tree, TreeProperty};
use crate::value::{Decimal, Unreadable, Value};

/// One game: a tree of nodes.
#[derive(Debug, Clone, Copy)]
pub struct Game<'a> {
    store: Store<'a>,
    root: u32,
    span: Option<&'a GameSpan>,
}

/// Where the nodes live: in a parsed input, or in a tree that was built.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Store<'a> {
    Read(&'a Arena),
    Built(&'a Tree),
}

impl<'a> Game<'a> {
    pub(crate) fn new(store: Store<'a>, root: u32, span: Option<&'a GameSpan>) -> Game<'a> {
        Game { store, root, span }
    }

    pub(crate) fn of_tree(tree: &'a Tree) -> Game<'a> {
        Game::new(Store::Built(tree), 0, None)
    }

    /// The first node.
    pub fn root(self) -> Node<'a> {
        Node { store: self.store, id: self.root }
    }

    /// The main line: the root, its first child, that one's first child, …
    #[inline]
    pub fn main_line(self) -> impl Iterator<Item = Node<'a>> + Clone {
        std::iter::successors(Some(self.root()), |node| node.first_child())
    }

    /// All nodes in file order, each before its children.
    pub fn nodes(self) -> impl Iterator<Item = Node<'a>> + Clone {
        self.root().subtree()
    }

    /// The encoding the game was read in; `None` for a game that was built.
    pub fn charset(self) -> Option<&'a Charset> {
        let (Store::Read(arena), Some(span)) = (self.store, self.span) else {
            return None;
        };
        let index = arena.segments.partition_point(|segment| segment.text.end <= span.text().start);
        arena.segments.get(index).map(|segment| &segment.charset)
    }

    /// Where the game begins in the input; `None` for a game that was built.
    pub fn location(self) -> Option<Location> {
        match (self.store, self.span) {
            (Store::Read(arena), Some(span)) => Some(arena.location(span.text().start)),
            _ => None,
        }
    }
}

/// One node of a game.
#[derive(Debug, Clone, Copy)]
pub struct Node<'a> {
    store: Store<'a>,
    id: u32,
}

impl PartialEq for Node<'_> {
    /// Whether they are the same node, not whether they say the same.
    fn eq(&self, other: &Self) -> bool {
        let same_store = match (self.store, other.store) {
            (Store::Read(one), Store::Read(other)) => std::ptr::eq(one, other),
            (Store::Built(one), Store::Built(other)) => std::ptr::eq(one, other),
            _ => false,
        };
        same_store && self.id == other.id
    }
}

impl Eq for Node<'_> {}

impl<'a> Node<'a> {
    pub(crate) fn in_tree(tree: &'a Tree, id: u32) -> Node<'a> {
        Node { store: Store::Built(tree), id }
    }

    pub(crate) fn id(self) -> u32 {
        self.id
    }

    fn at(self, id: u32) -> Node<'a> {
        Node { store: self.store, id }
    }

    /// The node before this one; `None` at the root.
    pub fn parent(self) -> Option<Node<'a>> {
        let parent = match self.store {
            Store::Read(arena) => arena.nodes[self.id as usize].parent,
            Store::Built(tree) => tree.parent_of(self.id),
        };
        (parent != NONE).then(|| self.at(parent))
    }

    /// The first child: the main continuation.
    #[inline]
    pub fn first_child(self) -> Option<Node<'a>> {
        match self.store {
            Store::Read(arena) => arena.first_child(self.id),
            Store::Built(tree) => tree.children_of(self.id).first().copied(),
        }
        .map(|id| self.at(id))
    }

    /// The next child of the same parent.
    pub fn next_sibling(self) -> Option<Node<'a>> {
        match self.store {
            Store::Read(arena) => arena.next_sibling(self.id),
            Store::Built(tree) => tree.next_sibling_of(self.id),
        }
        .map(|id| self.at(id))
    }

    /// The children in their order: the main continuation, then the variations.
    pub fn children(self) -> impl Iterator<Item = Node<'a>> + Clone {
        let (mut read, mut built) = (None, [].as_slice());
        match self.store {
            Store::Read(_) => read = self.first_child(),
            Store::Built(tree) => built = tree.children_of(self.id),
        }
        std::iter::successors(read, |child| child.next_sibling())
            .chain(built.iter().map(move |&id| self.at(id)))
    }

    /// This node and all below it, each before its children.
    pub fn subtree(self) -> impl Iterator<Item = Node<'a>> + Clone {
        let top = self.id;
        // What is still to come: for a read node its next sibling, for a built one all
        // its children, last first.
        let mut waiting = vec![self];
        std::iter::from_fn(move || {
            let node = waiting.pop()?;
            match node.store {
                Store::Read(arena) => {
                    if node.id != top {
                        waiting.extend(arena.next_sibling(node.id).map(|id| node.at(id)));
                    }
                    waiting.extend(node.first_child());
                }
                Store::Built(tree) => {
                    let children = tree.children_of(node.id).iter().rev();
                    waiting.extend(children.map(|&id| node.at(id)));
                }
            }
            Some(node)
        })
    }

    /// Where the node's first property begins in the input; `None` if it has none or
    /// was built.
    pub fn location(self) -> Option<Location> {
        self.properties().next().and_then(Property::location)
    }

    /// The properties in their order.
    #[inline]
    pub fn properties(self) -> impl Iterator<Item = Property<'a>> + Clone {
        let (mut read, mut built) = ([].as_slice(), [].as_slice());
        match self.store {
            Store::Read(arena) => read = arena.properties_of(self.id),
            Store::Built(tree) => built = tree.properties_of(self.id),
        }
        let store = self.store;
        let of_arena = move |&record: &PropertyRecord| match store {
            Store::Read(arena) => Some(Property(Kept::Read(arena, record))),
            Store::Built(_) => None,
        };
        read.iter()
            .filter_map(of_arena)
            .chain(built.iter().map(|property| Property(Kept::Built(property))))
    }

    /// The first property of this name; small letters in the file's name do not count.
    #[inline]
    pub fn property(self, name: &str) -> Option<Property<'a>> {
        self.properties().find(|property| property.is(name))
    }

    /// Whether there is a property of this name.
    pub fn has(self, name: &str) -> bool {
        self.property(name).is_some()
    }

    /// All values of this name, also where the property stands twice in the node.
    pub fn values(self, name: &str) -> impl Iterator<Item = Value<'a>> {
        self.properties().filter(move |property| property.is(name)).flat_map(Property::values)
    }

    /// The first value of this name.
    pub fn value(self, name: &str) -> Option<Value<'a>> {
        self.property(name)?.first()
    }

    /// The value of this name read as *Text*.
    pub fn text(self, name: &str) -> Option<Cow<'a, str>> {
        self.value(name).map(Value::text)
    }

    /// The value of this name read as *SimpleText*.
    pub fn simple_text(self, name: &str) -> Option<Cow<'a, str>> {
        self.value(name).map(Value::simple_text)
    }

    /// The value of this name as a whole number; `None` also where it is none.
    pub fn number(self, name: &str) -> Option<i64> {
        self.value(name)?.number().ok()
    }

    /// The value of this name as an exact decimal; `None` also where it is none.
    pub fn decimal(self, name: &str) -> Option<Decimal> {
        self.value(name)?.decimal().ok()
    }

    /// The value of this name as 1 or 2; `None` also where it is neither.
    pub fn double(self, name: &str) -> Option<Emphasis> {
        self.value(name)?.double().ok()
    }

    /// The value of this name as a colour; `None` also where it is none.
    pub fn colour(self, name: &str) -> Option<Colour> {
        self.value(name)?.colour().ok()
    }

    /// The points of a list such as `AB`, `TR` or `TB`, rectangles spread out, and
    /// for each value that is no point what it is.
    pub fn points(self, name: &str) -> impl Iterator<Item = Result<Point, Unreadable>> {
        self.values(name).flat_map(|value| {
            let (points, wrong) = match value.points() {
                Ok(rectangle) => (Some(rectangle), None),
                Err(wrong) => (None, Some(Err(wrong))),
            };
            points.into_iter().flatten().map(Ok).chain(wrong)
        })
    }

    /// The move of this node, the first of `B` and `W` that it has.
    ///
    /// ```
    /// use sgf::{Colour, Move};
    /// let collection = sgf::parse("(;W[])");
    /// let root = collection.game(0).expect("one game").root();
    /// assert_eq!(root.play(), Some((Colour::White, Ok(Move::Pass))));
    /// ```
    #[inline]
    pub fn play(self) -> Option<(Colour, Result<Move, Unreadable>)> {
        self.properties().find_map(|property| {
            let colour = if property.is("B") {
                Colour::Black
            } else if property.is("W") {
                Colour::White
            } else {
                return None;
            };
            Some((colour, property.first()?.play()))
        })
    }
}

/// One property of a node: a name and its values.
#[derive(Debug, Clone, Copy)]
pub struct Property<'a>(Kept<'a>);

#[derive(Debug, Clone, Copy)]
enum Kept<'a> {
    Read(&'a Arena, PropertyRecord),
    Built(&'a TreeProperty),
}

impl<'a> Property<'a> {
    /// The name as it stands in the file, such as `CoPyright`.
    pub fn raw_name(self) -> &'a str {
        match self.0 {
            Kept::Read(arena, record) => arena.name(record),
            Kept::Built(property) => &property.name,
        }
    }

    /// The name as `FF[4]` has it: `CP` for `CoPyright`, `B` for `b`.
    pub fn name(self) -> Cow<'a, str> {
        let raw = self.raw_name();
        if raw.bytes().any(|byte| byte.is_ascii_lowercase()) {
            Cow::Owned(significant(raw.as_bytes()).map(char::from).collect())
        } else {
            Cow::Borrowed(raw)
        }
    }

    /// Whether it has this name, compared as [`Property::name`] gives it.
    #[inline]
    pub fn is(self, name: &str) -> bool {
        let key = match self.0 {
            Kept::Read(_, record) => record.key,
            Kept::Built(property) => property.key,
        };
        let wanted = Key::of(name.as_bytes());
        key == wanted
            && (!key.is_hash()
                || significant(name.as_bytes()).eq(significant(self.raw_name().as_bytes())))
    }

    /// The values in their order; there is always at least one.
    #[inline]
    pub fn values(self) -> impl Iterator<Item = Value<'a>> + Clone {
        let mut built = [].as_slice();
        let mut at = usize::MAX;
        match self.0 {
            Kept::Read(arena, record) => {
                at = name_end(arena.text.as_bytes(), record.start as usize)
            }
            Kept::Built(property) => built = property.values.as_slice(),
        }
        let read = std::iter::from_fn(move || match self.0 {
            Kept::Read(arena, _) => {
                let span = value_at(arena.text.as_bytes(), at)?;
                at = span.after;
                let raw = &arena.text[span.start..span.end];
                Some(Value::read_at(raw, arena, span.start as u32))
            }
            Kept::Built(_) => None,
        });
        read.chain(built.iter().map(|raw| Value::from_raw(raw)))
    }

    /// The first value.
    #[inline]
    pub fn first(self) -> Option<Value<'a>> {
        self.values().next()
    }

    /// Where the property begins in the input; `None` for one that was built.
    pub fn location(self) -> Option<Location> {
        match self.0 {
            Kept::Read(arena, record) => Some(arena.location(record.start as usize)),
            Kept::Built(_) => None,
        }
    }

    pub(crate) fn text_offset(self) -> Option<usize> {
        match self.0 {
            Kept::Read(_, record) => Some(record.start as usize),
            Kept::Built(_) => None,
        }
    }
}
