//! `tedomari man`: manual pages for `man`, made of the same table as `--help`.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::CommandFactory;
use clap_mangen::Man;

use crate::{Cli, Outcome, output};

/// Options of `tedomari man`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari man ~/.local/share/man/man1      then: man tedomari, man tedomari-solve
  tedomari man --of solve                   one page to standard output")]
pub struct Args {
    /// The folder to write all pages to, tedomari.1, tedomari-solve.1 and so on
    #[arg(required_unless_present = "of")]
    folder: Option<PathBuf>,
    /// Only the page of this command, to standard output; tedomari itself has the first page
    #[arg(long, value_name = "COMMAND", conflicts_with = "folder")]
    of: Option<String>,
}

impl Args {
    /// Writes the pages.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let pages = pages()?;
        match (self.of, self.folder) {
            (Some(name), _) => {
                let wanted = match name.as_str() {
                    "tedomari" => "tedomari.1".to_string(),
                    name => format!("tedomari-{name}.1"),
                };
                let Some((_, page)) = pages.iter().find(|(file, _)| *file == wanted) else {
                    bail!("there is no command {name}");
                };
                output::print(page)?;
            }
            (None, Some(folder)) => {
                std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
                for (name, page) in &pages {
                    output::replace_file(&folder.join(name), page.as_bytes())?;
                }
                output::print(&format!("{}: {} pages\n", folder.display(), pages.len()))?;
            }
            (None, None) => bail!("give a folder, or --of with a command"),
        }
        Ok(Outcome::Done)
    }
}

/// All pages with the names of their files.
fn pages() -> anyhow::Result<Vec<(String, String)>> {
    let mut cli = Cli::command().disable_help_subcommand(true);
    cli.build();
    let mut commands = vec![cli.clone()];
    let mut pages = Vec::new();
    while let Some(command) = commands.pop() {
        let below = command.get_subcommands().filter(|below| !below.is_hide_set());
        commands.extend(below.cloned());
        // "tedomari-solve", as clap calls it once it is built.
        let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        pages.push((format!("{name}.1"), String::from_utf8(page)?));
    }
    pages.sort();
    Ok(pages)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_a_page_with_its_examples() {
        let pages = pages().unwrap();
        let named = |name: &str| pages.iter().find(|(file, _)| file == name);
        let (_, first) = named("tedomari.1").expect("the first page");
        assert!(first.contains("tedomari\\-solve(1)"), "{first}");
        for command in Cli::command().get_subcommands() {
            let file = format!("tedomari-{}.1", command.get_name());
            let (_, page) = named(&file).unwrap_or_else(|| panic!("{file} is missing"));
            assert!(page.contains("Examples:"), "{file}");
        }
    }
}
