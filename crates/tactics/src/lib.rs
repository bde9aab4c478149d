//! Reading: what can be proved about blocks and regions by looking ahead.
//!
//! | question | where |
//! |---|---|
//! | is a block caught in a ladder? | [`ladder`] |
//! | which stones and territories are safe, and why? | [`safety`] |

pub mod ladder;
pub mod safety;
