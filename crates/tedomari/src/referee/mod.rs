//! Games between GTP engines: the engines' processes, one game, and what many games say.
//!
//! | question | where |
//! |---|---|
//! | how is an engine started and asked? | [`engine`] |
//! | how is one game played, and who won? | [`game`] |
//! | how sure is the result of many? | [`standing`] |

pub(crate) mod engine;
pub(crate) mod game;
pub(crate) mod standing;
