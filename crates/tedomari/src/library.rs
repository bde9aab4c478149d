//! The user's own library of patterns: a text file in the folder for programs' data.

use std::fs;
use std::io;
use std::path::PathBuf;

use anyhow::Context;
use pattern::{Pattern, parse_library};

use crate::output;
use crate::store::data_file;

/// The text of the library; empty if there is none yet.
pub(crate) fn text() -> anyhow::Result<String> {
    let path = path()?;
    match fs::read_to_string(&path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(String::new()),
        read => read.with_context(|| path.display().to_string()),
    }
}

/// Replaces the library, if the text is one; its patterns, and remarks about them.
pub(crate) fn replace(text: &str) -> anyhow::Result<(Vec<Pattern>, Vec<String>)> {
    let read = read("the library", text)?;
    let path = path()?;
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    output::replace_file(&path, text.as_bytes())?;
    Ok(read)
}

/// The patterns of a library. What is called exact and is not proved becomes a rule of
/// thumb, and a remark says so.
pub(crate) fn read(name: &str, text: &str) -> anyhow::Result<(Vec<Pattern>, Vec<String>)> {
    let mut library = parse_library(text).with_context(|| name.to_string())?;
    let mut remarks = Vec::new();
    for pattern in library.iter_mut().filter(|pattern| pattern.exact) {
        if !pattern.is_proved() {
            let called = &pattern.name;
            remarks.push(format!(
                "{name}: '{called}' is called exact, but was not proved: a rule of thumb"
            ));
            pattern.exact = false;
        }
    }
    Ok((library, remarks))
}

fn path() -> anyhow::Result<PathBuf> {
    data_file("TEDOMARI_PATTERNS", "patterns.txt")
        .context("there is no folder for data: set TEDOMARI_PATTERNS to a file")
}
