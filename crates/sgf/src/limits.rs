//! Bounds on the input, so that a hostile file is refused instead of eating all memory.

/// The most that [`crate::parse_within`] accepts.
///
/// Reading takes the input itself (with its decoded copy where it is not UTF-8), 16
/// bytes a node, 8 bytes a property and 24 bytes a game: four to five times the input
/// for ordinary games. Only a file of next to nothing but semicolons or `(;)` takes
/// more, and the bound on nodes is there for it; set it lower where memory is short.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of input; at most [`Limits::MOST_BYTES`] is honoured.
    pub bytes: usize,
    /// Nodes of all games together; at most [`Limits::MOST_NODES`] is honoured.
    pub nodes: u32,
}

impl Limits {
    /// The most bytes that can be read at all: 1 GiB.
    pub const MOST_BYTES: usize = 1 << 30;
    /// The most nodes that can be read at all.
    pub const MOST_NODES: u32 = 1 << 28;
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { bytes: Self::MOST_BYTES, nodes: Self::MOST_NODES }
    }
}

/// The input is larger than the [`Limits`] allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// More bytes than allowed.
    #[error("the file is too large: {bytes} bytes, and at most {most} can be read")]
    TooManyBytes {
        /// Bytes given.
        bytes: usize,
        /// Bytes allowed.
        most: usize,
    },
    /// More nodes than allowed.
    #[error("the file has too many nodes: at most {most} can be read")]
    TooManyNodes {
        /// Nodes allowed.
        most: u32,
    },
}
