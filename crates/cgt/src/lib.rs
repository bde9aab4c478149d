//! Combinatorial game theory: exact values, thermographs, kos and sums. No Go inside.
//!
//! | question | where |
//! |---|---|
//! | exact numbers | [`Dyadic`] |
//! | canonical forms, sums, comparison | [`Games`], [`Game`] |
//! | who gets what when both alternate | [`Stop`], [`Outcome`] |
//! | games as text, a calculator | [`text`] |
//! | mean, temperature, walls | [`Thermographs`], [`Thermograph`], [`Wall`], [`Rational`] |
//! | kos, ko masters, threats | [`KoGraph`], [`KoFight`], [`KoValue`] |
//! | gote, sente, double sente | [`Kind`], [`MoveKind`] |
//! | exact play of large sums | [`SumSolver`] |
//! | the order of play in chilled corridors | [`play_order`] |
//! | approximate play, and what it loses | [`Strategy`], [`strategy_losses`] |
//! | thermographs the slow way | [`coupon_walls`] |
//! | what the benches measure | [`workload`] |

mod arena;
mod arithmetic;
mod atomic;
mod canonical;
mod closed;
mod days;
mod error;
mod game;
mod heat;
mod incentive;
mod memo;
mod named;
mod number;
mod order;
mod picture;
mod reduced;
mod stop;
pub mod text;
mod thermography;

pub use arena::{Games, Options};
pub use error::Error;
pub use game::{Game, NumberUpStar, Side};
pub use number::{Bound, Dyadic};
pub use order::Outcome;
pub use stop::Stop;

mod coupon;
mod kind;
mod ko;
mod ko_bounds;
mod ko_graph;
mod ko_reckoning;
mod play_order;
mod random;
mod rational;
mod strategy;
mod strategy_loss;
mod sum;
mod sum_exchange;
mod sum_level;
mod sum_search;
mod sum_state;
mod sum_table;
mod thermograph;
mod thermographs;
mod wall;
pub mod workload;

pub use coupon::{CouponStack, coupon_walls};
pub use kind::{Kind, MoveKind, OptionKind};
pub use ko::{KoError, KoFight, KoKind, MOST_THREATS};
pub use ko_bounds::KoValue;
pub use ko_graph::{Component, KoGraph, NodeId};
pub use play_order::play_order;
pub use random::Random;
pub use rational::{Overflow, Rational};
pub use strategy::{Strategy, StrategyPlayer, TermWalls};
pub use strategy_loss::{RandomSums, StrategyLoss, strategy_losses};
pub use sum::{SumMove, SumScore, SumSolver, Tempo, sum_key};
pub use thermograph::Thermograph;
pub use thermographs::Thermographs;
pub use wall::{COLDEST, Vertex, Wall};

/// The examples of the theory page are tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/theory.md")]
mod theory {}
