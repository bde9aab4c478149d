//! Patterns of stones: shapes and hashes that follow the game, counting over many games, and
//! libraries of maps found on a board.
//!
//! | question | where |
//! |---|---|
//! | which points belong to a pattern? | [`Family`] |
//! | which pattern is around a point, in all sixteen orientations? | [`Nested`] |
//! | what else may a pattern know? | [`context`] |
//! | how often is each pattern played? | [`Harvest`], counting in a [`Sketch`] |
//! | what is a pattern of any shape? | [`Map`], of a [`Kind`] |
//! | what is known when it matches, and how is it written? | [`Pattern`], read by [`parse_library`] |
//! | is a connection proved by its pattern alone? | [`Pattern::is_proved`] |
//! | which patterns come with the program? | [`starter`] |
//! | where on the board do the patterns of a library lie? | [`Matcher`]; by the slow obvious way, [`naive_matches`] |
//! | is a file whole? | [`bytes`] |
//!
//! The same shape has the same name wherever it stands and whoever plays:
//!
//! ```
//! use board::{Color, Position, Rules, Setup};
//! use pattern::{Family, Nested};
//!
//! let setup: Setup = "
//!     . . . . . . .
//!     . . X . . . .
//!     . . O . . . .
//!     . . . . . . .
//!     . . . . . O X
//!     . . . . . . .".parse()?;
//! let position = Position::from_setup(&setup, Rules::japanese())?;
//! let mut nested = Nested::new(setup.size, Family::Squares);
//! nested.update(&position);
//! let here = nested.names(Color::Black, "D5".parse()?, &[0; 8]);
//! let there = nested.names(Color::White, "F3".parse()?, &[0; 8]);
//! assert_eq!(here.as_slice()[0], there.as_slice()[0]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod bytes;
pub mod context;
mod exact;
mod harvest;
mod library;
mod map;
mod matcher;
mod nested;
mod shape;
mod sketch;
mod starter;
mod sweep;
mod tree;
mod view;

pub use context::Recipe;
pub use harvest::{Frequent, Harvest, Mismatch};
pub use library::{Advice, LibraryError, Link, Pattern, parse_library};
pub use map::{Kind, Map, MapError, State};
pub use matcher::{Match, Matcher, Tuning, naive_matches};
pub use nested::{Content, Names, Nested, Turned, keys, toggle};
pub use shape::{Family, MOST_LEVELS, REACH, distance};
pub use sketch::Sketch;
pub use starter::starter;
