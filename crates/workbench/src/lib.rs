//! Questions in, plain-data reports out.
//!
//! | question | where |
//! |---|---|
//! | which position does this record give? | [`load`](mod@load), [`header`], [`notation`] |
//! | who won, by the record? | [`result`] |
//! | which moves of a game's endgame gave points away? | [`report`] |
//! | does a group live, what does a problem ask? | [`life`](mod@life) |
//! | what is the endgame worth? | [`solve`](mod@solve) |
//! | and if what clearly lives does live? | [`assume`] |
//! | what can be captured, cut or joined? | [`tactics`](mod@tactics) |
//! | and how, move by move? | [`variations`](mod@variations) |
//! | an area as a file | [`area_file`] |
//! | corridors, rooms and sockets | [`catalogue`](mod@catalogue) |
//! | do the assertions of a problem file hold? | [`check`](mod@check) |
//! | what does the position look like? | [`diagram`], [`figure`], [`markup`](mod@markup) |
//! | how is that drawn? | [`picture`] |

pub mod area_file;
pub mod assume;
pub mod catalogue;
pub mod check;
pub mod diagram;
pub mod figure;
pub mod header;
pub mod life;
pub mod load;
pub mod markup;
pub mod notation;
pub mod picture;
pub mod report;
pub mod result;
pub mod solve;
pub mod tactics;
pub mod variations;
