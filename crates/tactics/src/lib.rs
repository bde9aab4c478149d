//! Reading: what can be proved about blocks and regions by looking ahead.
//!
//! | question | where |
//! |---|---|
//! | is a block caught in a ladder? | [`ladder`] |
//! | can a block be captured, or saved? | [`capture`] |
//! | can one side reach a local goal? | [`goal`] |
//! | which stones and territories are safe, and why? | [`safety`] |

pub mod capture;
pub mod goal;
pub mod ladder;
pub mod safety;
