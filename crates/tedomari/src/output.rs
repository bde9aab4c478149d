//! Standard output for people and for programs, and files that are replaced whole.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::Serialize;

/// Writes text to standard output; a closed pipe is an error to pass on, never a panic.
pub(crate) fn print(text: &str) -> io::Result<()> {
    print_bytes(text.as_bytes())
}

/// A number of things in words: `1 game`, `2 games`.
pub(crate) fn count<N: Display + From<u8> + PartialEq>(number: N, one: &str) -> String {
    let plural = if number == N::from(1) { "" } else { "s" };
    format!("{number} {one}{plural}")
}

/// Writes bytes to standard output, such as a picture.
pub(crate) fn print_bytes(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

/// Writes one JSON object to standard output.
pub(crate) fn print_json(value: &impl Serialize) -> anyhow::Result<()> {
    print(&(serde_json::to_string_pretty(value)? + "\n"))?;
    Ok(())
}

/// Says, best before long work, if a file has no folder to stand in.
pub(crate) fn check_folder(path: &Path) -> anyhow::Result<()> {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() && !folder.is_dir() => {
            let (path, folder) = (path.display(), folder.display());
            bail!("{path}: cannot be written: there is no folder {folder}")
        }
        _ => Ok(()),
    }
}

/// Writes a file so that at every moment either the old or the new one is there.
pub(crate) fn replace_file(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    check_folder(path)?;
    let mut name = path.file_name().context("the output has no file name")?.to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = fs::File::create(&part)
        .and_then(|mut file| file.write_all(bytes).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        // What failed is told below; a leftover part is only untidy.
        let _ = fs::remove_file(&part);
    }
    written.with_context(|| format!("{}: cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn one_thing_is_no_plural() {
        let words = [0usize, 1, 2].map(|number| count(number, "game"));
        assert_eq!(words, ["0 games", "1 game", "2 games"]);
    }
}
