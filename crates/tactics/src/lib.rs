//! Reading: what can be proved about blocks and regions by looking ahead.
//!
//! | question | where |
//! |---|---|
//! | which stones and territories are safe, and why? | [`safety`] |

pub mod safety;
