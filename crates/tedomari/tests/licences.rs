//! Every crate in the build is under a licence that asks for no more than its own text.

use std::process::Command;

/// Licences that can go into a program under MIT or Apache-2.0.
const FREE: [&str; 11] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "0BSD",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

#[test]
fn every_dependency_is_free_of_copyleft() {
    // A build fetches the crates of its own platform only. Those of the others are asked about,
    // too, where they can be fetched.
    let metadata =
        metadata(&[]).or_else(|_| metadata(&["--offline", "--filter-platform", &host()]));
    let metadata: serde_json::Value = serde_json::from_slice(&metadata.unwrap()).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    assert!(packages.len() > 10);
    for package in packages {
        let (name, licence) = (&package["name"], package["license"].as_str().unwrap_or("none"));
        assert!(is_free(licence), "{name} is under {licence}");
    }
}

/// What cargo says about the crates, or why it does not.
fn metadata(more: &[&str]) -> Result<Vec<u8>, String> {
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_string());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked"])
        .args(more)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
    }
}

/// The platform that the compiler runs on.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let text = String::from_utf8_lossy(&output.stdout);
    let host = text.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("rustc names its host").to_string()
}

/// Whether a licence expression leaves a free choice: `AND` asks for all, `OR` for one.
fn is_free(expression: &str) -> bool {
    let parts = |text: &str, word: &str| -> Vec<String> {
        // Brackets are never nested in practice: hide what is in them from the split.
        let mut depth = 0;
        let mut hidden = String::new();
        for c in text.chars() {
            depth += i32::from(c == '(') - i32::from(c == ')');
            hidden.push(if depth > 0 && c == ' ' { '\u{1}' } else { c });
        }
        hidden.split(word).map(|part| part.trim().replace('\u{1}', " ")).collect()
    };
    let inner = expression.strip_prefix('(').and_then(|rest| rest.strip_suffix(')'));
    if let Some(inner) = inner.filter(|inner| !inner.contains(['(', ')'])) {
        return is_free(inner);
    }
    let choices = parts(&expression.replace('/', " OR "), " OR ");
    if choices.len() > 1 {
        return choices.iter().any(|choice| is_free(choice));
    }
    let all = parts(expression, " AND ");
    if all.len() > 1 {
        return all.iter().all(|part| is_free(part));
    }
    FREE.contains(&expression.trim())
}

#[test]
fn licence_expressions_are_read() {
    for free in
        ["MIT", "MIT/Apache-2.0", "(MIT OR Apache-2.0) AND Unicode-3.0", "MIT OR LGPL-2.1-or-later"]
    {
        assert!(is_free(free), "{free}");
    }
    for bound in ["GPL-3.0-only", "MIT AND LGPL-2.1-or-later", "none", ""] {
        assert!(!is_free(bound), "{bound}");
    }
}
