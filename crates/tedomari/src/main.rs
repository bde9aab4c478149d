//! The program: command line, GTP and JSON.

fn main() {}
