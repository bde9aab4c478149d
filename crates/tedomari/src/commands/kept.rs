//! Files that long measurements keep, one JSON line for each thing measured, so that they
//! can be interrupted and spread over days.

use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, bail};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The lines of a file, each with its number; none if there is no such file. Every line
/// begins with its `schema`; a file of something else is refused.
pub(super) fn read<T: DeserializeOwned>(
    path: &Path,
    schema: &str,
) -> anyhow::Result<Vec<(usize, T)>> {
    match fs::read_to_string(path) {
        Ok(text) => parse(&text, schema).with_context(|| path.display().to_string()),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error).with_context(|| format!("{}: cannot be read", path.display())),
    }
}

fn parse<T: DeserializeOwned>(text: &str, schema: &str) -> anyhow::Result<Vec<(usize, T)>> {
    let opening = format!(r#"{{"schema":"{schema}","#);
    let mut kept = Vec::new();
    for (i, line) in text.lines().enumerate().filter(|(_, line)| !line.is_empty()) {
        match serde_json::from_str(line) {
            Ok(one) if line.starts_with(&opening) => kept.push((i + 1, one)),
            // Cut off by an interruption: that is measured again.
            Err(_) if line.starts_with(&opening) || opening.starts_with(line) => {}
            _ => bail!("line {} is not of {schema}", i + 1),
        }
    }
    Ok(kept)
}

/// Adds a line at the end of a file, in one piece.
pub(super) fn append(path: &Path, one: &impl Serialize) -> anyhow::Result<()> {
    let torn = fs::read(path).is_ok_and(|bytes| bytes.last().is_some_and(|&last| last != b'\n'));
    let line = serde_json::to_string(one)?;
    let text = format!("{}{line}\n", if torn { "\n" } else { "" });
    OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .with_context(|| format!("{}: cannot be written", path.display()))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Serialize, Deserialize)]
    struct One {
        schema: String,
        number: u32,
    }

    fn one(number: u32) -> One {
        One { schema: "test/1".to_string(), number }
    }

    fn numbers(path: &Path) -> Vec<u32> {
        read(path, "test/1").unwrap().into_iter().map(|(_, one): (_, One)| one.number).collect()
    }

    #[test]
    fn a_torn_line_is_left_out_and_the_next_stands_on_its_own() {
        let path = std::env::temp_dir().join(format!("tedomari-kept-{}", std::process::id()));
        let _ = fs::remove_file(&path);
        assert!(numbers(&path).is_empty());
        append(&path, &one(1)).unwrap();
        append(&path, &one(2)).unwrap();
        let line = serde_json::to_string(&one(3)).unwrap();
        for cut in [4, line.len() - 1] {
            fs::write(&path, fs::read_to_string(&path).unwrap() + &line[..cut]).unwrap();
            assert_eq!(numbers(&path)[..2], [1, 2]);
            append(&path, &one(3)).unwrap();
        }
        assert_eq!(numbers(&path), [1, 2, 3, 3]);
        fs::remove_file(&path).unwrap();
    }

    #[test]
    fn files_of_something_else_are_refused() {
        assert!(parse::<One>("(;SZ[19])", "test/1").is_err());
        let line = serde_json::to_string(&one(1)).unwrap();
        assert!(parse::<One>(&line, "test/1").is_ok());
        assert!(parse::<One>(&line, "test/2").is_err());
    }
}
