//! Reading: what can be proved about blocks and regions by looking ahead.
