//! Plain minimax.
