//! The slow and obvious way: every legal move of both sides on a grid of
//! letters, nothing pruned, nothing split.

#![allow(dead_code, reason = "each test uses a part of it")]

pub(crate) mod coupons;
pub(crate) mod grid;
pub(crate) mod minimax;
pub(crate) mod naive;
pub(crate) mod oracle;
pub(crate) mod random;
