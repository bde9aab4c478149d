//! The rules of Go: points, sets, positions, scoring and fast playouts.
