//! Exact endgames: partition into independent areas, their values, and their sum.
