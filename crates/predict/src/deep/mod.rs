//! The deep network: convolutions that see the whole board.
//!
//! Where the feature network ([`crate::network`]) weighs each move by what is
//! around it, this one looks at all of the board at once and says besides whose
//! each point will be and who will win. It stands on the feature network, whose
//! prediction is one of the things it sees. It takes a few times as long.
//!
//! | question | where |
//! |---|---|
//! | what does it see? | `planes` |
//! | what is it made of, what does it compute? | `net`, with `winograd` and `lanes` |
//! | how does it learn? | [`Course`], `learn` |
//! | what does it say of a position? | [`Viewer`] |

mod course;
mod file;
mod lanes;
mod learn;
mod net;
mod planes;
mod viewer;
mod winograd;

pub use course::{Course, Lesson, Report};
pub use file::Deep;
pub use planes::Sense;
pub use viewer::{View, Viewer};
