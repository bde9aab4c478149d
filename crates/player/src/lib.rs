//! Move decision: strategies that choose a move.
