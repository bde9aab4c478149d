//! Which move would a strong player make?
//!
//! | question | where |
//! |---|---|
//! | how likely is each legal move? | [`Predictor`] with a [`Model`]; [`Adviser`] where a deep network may help |
//! | what is a move made of? | [`paper`] (the eleven features of Harrison 2010), [`scene`] (those of the network) |
//! | which patterns does a model know? | [`Dictionary`] |
//! | how is it learned? | [`bayes`], [`bradley_terry`], [`learner`] |
//! | what does the network compute? | [`network`] |
//! | what does a network see that looks at the whole board? | [`deep`] |
//! | how good is it? | [`accuracy`] |
//! | is a block caught? | [`reading`] |
//!
//! Predictions are estimates: they say what was played in games like this one,
//! not what is best.

pub mod accuracy;
mod adviser;
pub mod bayes;
mod blocks;
pub mod bradley_terry;
mod cells;
pub mod deep;
mod dictionary;
pub mod learner;
mod links;
mod model;
pub mod network;
mod numbers;
mod owned;
pub mod paper;
mod predictor;
mod races;
pub mod reading;
mod record;
#[cfg(test)]
mod samples;
pub mod scene;

pub use adviser::Adviser;
pub use dictionary::{Dictionary, NAME_BITS};
pub use model::{Learned, Model, Part};
pub use numbers::{Extras, Theme};
pub use predictor::{Likely, Predictor};
pub use record::Record;
