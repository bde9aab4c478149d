//! `tedomari completions`: lets the shell complete commands and options.

use clap::CommandFactory;
use clap_complete::Shell;

use crate::{Cli, Outcome, output};

/// Options of `tedomari completions`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari completions bash > ~/.local/share/bash-completion/completions/tedomari
  tedomari completions zsh > ~/.zfunc/_tedomari")]
pub struct Args {
    /// The shell to write completions for
    shell: Shell,
}

impl Args {
    /// Prints the completion script.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "tedomari", &mut script);
        output::print(&String::from_utf8(script)?)?;
        Ok(Outcome::Done)
    }
}
