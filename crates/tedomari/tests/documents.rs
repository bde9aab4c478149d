//! What the documents say can be typed: every command line in them is understood, and every
//! file they point to is there.

use std::path::{Path, PathBuf};

use clap::Parser;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// README and all documents.
fn documents() -> Vec<(PathBuf, String)> {
    let docs = std::fs::read_dir(root().join("docs")).expect("docs");
    let mut paths: Vec<PathBuf> = docs.map(|entry| entry.expect("an entry").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.extend(["README.md", "ARCHITECTURE.md", "CHANGELOG.md"].map(|name| root().join(name)));
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        (path, text)
    };
    paths.into_iter().map(read).collect()
}

/// The command lines in a document: lines of code blocks and code between backticks that
/// begin with `tedomari`, or with `cargo run … --`.
fn command_lines(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Option<bool> = None;
    for line in text.lines() {
        if let Some(language) = line.trim_start().strip_prefix("```") {
            block = match block {
                None => Some(matches!(language.trim(), "sh" | "bash" | "console")),
                Some(_) => None,
            };
            continue;
        }
        match block {
            Some(true) => found.extend(command(line)),
            Some(false) => {}
            // A bar in a table is escaped.
            None => found
                .extend(line.replace("\\|", "|").split('`').skip(1).step_by(2).filter_map(command)),
        }
    }
    found
}

/// The words of a command line, if this is one that is meant to be typed as it stands.
fn command(code: &str) -> Option<String> {
    let code = code.trim().trim_start_matches("$ ");
    let code = match code.strip_prefix("cargo run --release -- ") {
        Some(rest) => format!("tedomari {rest}"),
        None => code.to_string(),
    };
    // A comment, or what happens with the output.
    let code = code.split(" # ").next().unwrap_or_default();
    let code = code.split(" > ").next().unwrap_or_default();
    let code = code.split(" | ").next().unwrap_or_default();
    let code = code.split(" && ").next().unwrap_or_default().trim_end_matches(" &");
    let words = code.strip_prefix("tedomari ")?;
    // With an ellipsis, a bracket or a word in capitals it is a pattern, not a line to type.
    let capitals = |word: &str| word.len() > 1 && word.chars().all(|c| c.is_ascii_uppercase());
    let is_pattern = words.contains(['…', '[']) || words.split_whitespace().any(capitals);
    (!is_pattern).then(|| code.trim().to_string())
}

/// Words as a shell would split them, as far as documents need it.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let mut quote = None;
    let mut begun = false;
    for c in line.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.push(c),
            None if c == '\'' || c == '"' => (quote, begun) = (Some(c), true),
            None if c.is_whitespace() => {
                if begun {
                    words.push(std::mem::take(&mut word));
                }
                begun = false;
            }
            None => {
                word.push(c);
                begun = true;
            }
        }
    }
    if begun {
        words.push(word);
    }
    words
}

#[test]
fn every_command_line_is_understood() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (path, text) in documents() {
        for line in command_lines(&text) {
            count += 1;
            if let Err(error) = tedomari::Cli::try_parse_from(words(&line)) {
                use clap::error::ErrorKind;
                let fine =
                    matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
                // A command or an option named in passing has no arguments.
                let bare = words(&line).last().is_some_and(|word| word.starts_with("--"));
                let named = error.kind() == ErrorKind::MissingRequiredArgument
                    || (bare && error.kind() == ErrorKind::InvalidValue);
                if !fine && !named {
                    let first = error.to_string().lines().next().unwrap_or_default().to_string();
                    wrong.push(format!("{}: {line}: {first}", path.display()));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(count > 50, "only {count} command lines were found");
}

#[test]
fn every_link_leads_somewhere() {
    let mut wrong = Vec::new();
    for (path, text) in documents() {
        for part in text.split("](").skip(1) {
            let Some((target, _)) = part.split_once(')') else { continue };
            let file = target.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") || file.starts_with("mailto:") {
                continue;
            }
            let folder = path.parent().expect("a folder");
            if !folder.join(file).exists() {
                wrong.push(format!("{}: {target}", path.display()));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The pictures of the guide are those that its commands make.
#[test]
fn the_pictures_of_the_guide_are_made_by_its_commands() {
    let guide = std::fs::read_to_string(root().join("docs/guide.md")).expect("the guide");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("guide");
    std::fs::create_dir_all(&folder).expect("a folder");
    let mut made = 0;
    for line in command_lines(&guide) {
        let mut arguments = words(&line);
        let Some(file) = arguments.iter_mut().find(|word| word.starts_with("docs/guide/")) else {
            continue;
        };
        let committed = root().join(&*file);
        let again = folder.join(committed.file_name().expect("a file"));
        *file = again.to_string_lossy().into_owned();
        let status = std::process::Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .args(&arguments[1..])
            .current_dir(root())
            .stdout(std::process::Stdio::null())
            .status();
        assert!(status.expect("the program starts").success(), "{line}");
        let [old, new] = [committed, again].map(|path| std::fs::read(path).expect("a picture"));
        assert!(old == new, "another picture comes of this now: {line}");
        made += 1;
    }
    assert!(made >= 3, "only {made} pictures");
}
