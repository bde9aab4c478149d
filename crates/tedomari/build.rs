//! Says which build this is: in release builds the commit and its day, where git knows them.
//! Builds for tests do not ask, so that a commit compiles nothing anew.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    let var = |name| env::var(name).unwrap_or_default();
    let mut build = format!("{}, {}", var("PROFILE"), var("TARGET"));
    if var("PROFILE") == "release"
        && git(&["ls-files", "build.rs"]).is_some()
        && let Some(commit) = git(&["log", "-1", "--format=%h %cs"])
    {
        build = format!("{commit}, {}", var("TARGET"));
        // The commit changes with the branch that HEAD names, or with HEAD itself.
        let branch = git(&["symbolic-ref", "HEAD"]).unwrap_or_default();
        for name in ["HEAD", "packed-refs", &branch] {
            let path =
                git(&["rev-parse", "--git-path", name]).filter(|path| Path::new(path).exists());
            if let Some(path) = path {
                println!("cargo:rerun-if-changed={path}");
            }
        }
    }
    println!("cargo:rustc-env=TEDOMARI_BUILD={build}");
}

/// The first line that git answers, if it is there and content.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim().to_owned();
    (output.status.success() && !line.is_empty()).then_some(line)
}
