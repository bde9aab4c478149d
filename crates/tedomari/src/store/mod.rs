//! The file of solved areas: where it lies, and who opens it.

mod file;

use std::ffi::OsString;
use std::path::PathBuf;

use endgame::Solver;

pub use file::{FileStore, MOST_BYTES, Stored};

/// Which store a command uses.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct StoreArgs {
    /// The file of solved areas [default: $TEDOMARI_STORE, else in the user's data folder]
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// Solve everything anew and keep nothing
    #[arg(long, conflicts_with = "store")]
    no_store: bool,
}

impl StoreArgs {
    /// The store, unless there is to be none.
    pub fn open(&self) -> Option<FileStore> {
        if self.no_store {
            return None;
        }
        self.store.clone().or_else(default_path).map(FileStore::new)
    }

    /// A solver that uses the store.
    pub fn solver(&self) -> Solver {
        solver_with(self.open())
    }
}

/// A solver that uses the store, if there is one.
pub(crate) fn solver_with(store: Option<FileStore>) -> Solver {
    let mut solver = Solver::new();
    if let Some(store) = store {
        solver.set_store(Box::new(store));
    }
    solver
}

/// Where the store lies if nobody says: `$TEDOMARI_STORE`, else `tedomari/areas.redb` in
/// the folder for programs' data (XDG, or what the system has in its place).
pub(crate) fn default_path() -> Option<PathBuf> {
    data_file("TEDOMARI_STORE", "areas.redb")
}

/// A file of the program's: where the variable says, else of this name in the program's
/// folder for data.
pub(crate) fn data_file(variable: &str, name: &str) -> Option<PathBuf> {
    let value = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    path_from(value, variable, name)
}

fn path_from(
    variable: impl Fn(&str) -> Option<OsString>,
    own: &str,
    name: &str,
) -> Option<PathBuf> {
    if let Some(path) = variable(own) {
        return Some(path.into());
    }
    let home = || variable("HOME").map(PathBuf::from);
    // XDG says that a relative path is to be ignored.
    let xdg = variable("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = if let Some(folder) = xdg {
        folder
    } else if cfg!(windows) {
        variable("LOCALAPPDATA")?.into()
    } else if cfg!(target_os = "macos") {
        home()?.join("Library/Application Support")
    } else {
        home()?.join(".local/share")
    };
    Some(folder.join("tedomari").join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(variables: &[(&str, &str)]) -> Option<String> {
        let find = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| value.into())
        };
        path_from(find, "TEDOMARI_STORE", "areas.redb").map(|path| path.display().to_string())
    }

    #[test]
    fn the_place_follows_the_conventions() {
        assert_eq!(path(&[]), None);
        assert_eq!(
            path(&[("TEDOMARI_STORE", "a.redb"), ("HOME", "/h")]).as_deref(),
            Some("a.redb")
        );
        let xdg = path(&[("XDG_DATA_HOME", "/d"), ("HOME", "/h")]);
        assert_eq!(xdg.as_deref(), Some("/d/tedomari/areas.redb"));
        if cfg!(target_os = "linux") {
            let home = path(&[("XDG_DATA_HOME", "relative"), ("HOME", "/h")]);
            assert_eq!(home.as_deref(), Some("/h/.local/share/tedomari/areas.redb"));
        }
    }
}
