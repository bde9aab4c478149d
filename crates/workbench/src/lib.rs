//! Questions in, plain-data reports out.
//!
//! | question | where |
//! |---|---|
//! | what does the position look like? | [`diagram`] |

pub mod diagram;
