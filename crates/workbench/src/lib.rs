//! Questions in, plain-data reports out.
