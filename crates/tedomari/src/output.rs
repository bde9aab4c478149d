//! Standard output for people and for programs.

use std::io::{self, Write};

/// Writes text to standard output; a closed pipe is an error to pass on, never a panic.
pub(crate) fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}
