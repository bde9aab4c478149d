//! Questions in, plain-data reports out.
//!
//! | question | where |
//! |---|---|
//! | which position does this record give? | [`load`](mod@load), [`header`] |
//! | who won, by the record? | [`result`] |
//! | what is the endgame worth? | [`solve`](mod@solve) |
//! | and if what clearly lives does live? | [`assume`] |
//! | what can be captured, cut or joined? | [`tactics`](mod@tactics) |
//! | what does the position look like? | [`diagram`] |

pub mod assume;
pub mod diagram;
pub mod header;
pub mod load;
pub mod result;
pub mod solve;
pub mod tactics;
