//! Reading: what can be proved about blocks and regions by looking ahead.
//!
//! | question | where |
//! |---|---|
//! | does a group have two eyes as it stands? | [`eyes`] |
//! | how many eyes is a space worth? | [`eyespace`] |
//! | is a block caught in a ladder? | [`ladder`] |
//! | can a block be captured, or saved? | [`capture`] |
//! | can two blocks be joined, or cut? | [`connect`] |
//! | can one side reach a local goal? | [`goal`] |
//! | does a group live, and by which ko? | [`life`] |
//! | what does a problem without a question ask? | [`problem`] |
//! | who wins a race between two blocks? | [`semeai`] |
//! | which stones and territories are safe, and why? | [`safety`] |
//! | who wins a race to a goal, by proof numbers? | [`search`] |
//! | which stones are dead at the end of a game? | [`verdict`] |

pub mod capture;
pub mod connect;
pub mod eyes;
pub mod eyespace;
pub mod goal;
pub mod ladder;
pub mod life;
pub mod problem;
pub mod safety;
pub mod search;
pub mod semeai;
pub mod verdict;
