//! Smart Game Format: text to tree and back, encodings, diagnostics. No rules inside.
//!
//! Reading never fails and never panics. [`parse`] takes any bytes and gives a
//! [`Collection`]: what could be read, and [`Diagnostic`]s with line and column for
//! what was wrong.
//!
//! ```
//! let collection = sgf::parse("(;SZ[9]PB[Ai]C[a [b\\] c];B[ee];W[cc](;B[gc])(;B[cg]))");
//! let game = collection.game(0).expect("one game");
//! assert_eq!(game.root().text("C").as_deref(), Some("a [b] c"));
//! assert_eq!(game.root().number("SZ"), Some(9));
//!
//! // The main line, move by move.
//! let moves: Vec<String> = game
//!     .main_line()
//!     .filter_map(|node| node.value("B").or(node.value("W")))
//!     .map(|value| value.raw().to_owned())
//!     .collect();
//! assert_eq!(moves, ["ee", "cc", "gc"]);
//! ```
//!
//! A broken file gives what there is, and says what was done:
//!
//! ```
//! let collection = sgf::parse("From: me\n(;B[ee];W[cc");
//! let remarks: Vec<String> = collection
//!     .diagnostics()
//!     .iter()
//!     .map(ToString::to_string)
//!     .collect();
//! assert_eq!(remarks, [
//!     "line 1, column 1: warning: text before the first game is passed over: \"From: me\"",
//!     "line 2, column 10: error: the file ends inside this value: its closing \"]\" is supplied",
//!     "line 2, column 13: error: the file ends inside game 1: its closing \")\" is supplied",
//! ]);
//! ```
//!
//! Contents, in the order in which things happen:
//!
//! | | |
//! |---|---|
//! | [`Charset`], [`Chosen`] | which encoding the bytes are in, and why |
//! | [`parse`], [`parse_within`], [`Limits`] | bytes to a collection |
//! | [`Collection`], [`Game`], [`Node`], [`Property`], [`Value`] | looking at it |
//! | [`Point`], [`Move`], [`Rectangle`], [`Colour`], [`Emphasis`], [`Decimal`] | what values say |
//! | [`Kind`], [`Collection::check`] | which type a property has, and whether values fit |
//! | [`text()`], [`simple_text`], [`escape`], [`escape_part`], [`split_composed`] | raw values by hand |
//! | [`Tree`], [`NodeMut`], [`NodeId`] | building and changing |
//! | [`Collection::to_bytes`] | writing back: untouched games byte for byte |
//!
//! The format is that of <https://www.red-bean.com/sgf/>, FF\[1\] to FF\[4\]. Points are
//! only letters here: whether they lie on the board, and what a move does, is for the
//! reader with a board to say.

mod arena;
mod charset;
mod collection;
mod diagnostic;
mod edit;
mod guess;
mod kind;
mod labels;
mod limits;
mod node;
mod point;
mod reader;
mod text;
mod tree;
mod value;
mod write;

pub use charset::{Charset, Chosen};
pub use collection::{Collection, parse, parse_within};
pub use diagnostic::{Diagnostic, Location, Severity};
pub use edit::NodeMut;
pub use kind::Kind;
pub use limits::{LimitError, Limits};
pub use node::{Game, Node, Property};
pub use point::{Colour, Emphasis, Move, Point, Rectangle};
pub use text::{escape, escape_part, simple_text, split_composed, text};
pub use tree::{NodeId, Tree};
pub use value::{Decimal, Unreadable, Value};
