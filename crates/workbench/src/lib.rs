//! Questions in, plain-data reports out.
//!
//! | question | where |
//! |---|---|
//! | which position does this record give? | [`load`](mod@load), [`header`] |
//! | what is the endgame worth? | [`solve`](mod@solve) |
//! | what does the position look like? | [`diagram`] |

pub mod diagram;
pub mod header;
pub mod load;
pub mod solve;
