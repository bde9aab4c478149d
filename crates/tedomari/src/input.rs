//! Where positions come from: files or standard input, and the options that
//! every command which asks about a position shares.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use board::{Color, Komi, Rules};
use sgf::{Collection, Diagnostic};
use workbench::load::{Loaded, Wanted, load};

use crate::caller::Caller;
use crate::limits::whole;

/// The most bytes read from one file or from standard input.
const MOST_BYTES: u64 = 1 << 30;

/// A position in a game record.
#[derive(clap::Args, Clone, Debug)]
pub struct PositionArgs {
    /// The game record, an SGF file; - reads standard input
    #[arg(value_name = "FILE.sgf")]
    pub file: PathBuf,
    /// The position after move N of the main line [default: its end]
    #[arg(long = "move", value_name = "N", value_parser = whole(0..=usize::MAX))]
    pub moves: Option<usize>,
    /// The K-th game of a collection, from 1
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=usize::MAX))]
    pub game: usize,
    /// Rules: japanese, chinese, aga, new-zealand, tromp-taylor, ing or stone-scoring
    /// [default: the file's, else japanese]
    #[arg(long, value_parser = parse_rules)]
    pub rules: Option<Rules>,
    /// Who moves next: black or white [default: from the file]
    #[arg(long, value_name = "COLOR")]
    pub to_play: Option<Color>,
    /// Points for White, such as 6.5 [default: from the file]
    #[arg(long, allow_hyphen_values = true)]
    pub komi: Option<Komi>,
}

/// Reads the name of rules.
pub(crate) fn parse_rules(text: &str) -> Result<Rules, String> {
    Rules::preset(text)
        .ok_or_else(|| format!("unknown rules; known are {}", Rules::PRESETS.join(", ")))
}

impl PositionArgs {
    /// Reads the position. Remarks about the record go to standard error.
    pub fn load(&self, caller: &Caller<'_>) -> anyhow::Result<Loaded> {
        self.load_from(caller, &caller.collection(&self.file)?)
    }

    /// Takes the position from a file that was read.
    pub fn load_from(
        &self,
        caller: &Caller<'_>,
        collection: &Collection,
    ) -> anyhow::Result<Loaded> {
        let name = caller.name(&self.file);
        caller.remark(&name, collection.diagnostics());
        let game = self.game.checked_sub(1).and_then(|index| collection.game(index));
        let game = game.with_context(|| match collection.len() {
            1 => format!("{name}: there is no game {}: the file has one game", self.game),
            n => format!("{name}: there is no game {}: the file has {n} games", self.game),
        })?;
        let wanted =
            Wanted { moves: self.moves, rules: self.rules, komi: self.komi, to_play: self.to_play };
        let loaded = load(game, &wanted).with_context(|| name.clone())?;
        caller.remark(&name, &loaded.remarks);
        Ok(loaded)
    }
}

/// Reads a collection that has at least one game.
pub fn read_collection(path: &Path) -> anyhow::Result<Collection> {
    collection(&display_name(path), read_bytes(path))
}

/// The collection in these bytes, if there is at least one game.
pub(crate) fn collection(name: &str, bytes: anyhow::Result<Vec<u8>>) -> anyhow::Result<Collection> {
    let bytes = bytes.with_context(|| name.to_string())?;
    if bytes.iter().all(u8::is_ascii_whitespace) {
        bail!("{name}: the file is empty");
    }
    let collection = sgf::parse(bytes);
    if collection.is_empty() {
        match collection.diagnostics().first() {
            Some(first) => bail!("{name}: {}: {}", first.location, first.message),
            None => bail!("{name}: no game was found; is this an SGF file?"),
        }
    }
    Ok(collection)
}

/// The bytes of a file, or of standard input for `-`.
pub(crate) fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    if path.as_os_str() == "-" {
        io::stdin().lock().take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    } else {
        let metadata = std::fs::metadata(path).map_err(in_words)?;
        if metadata.is_dir() {
            bail!("this is a directory, not a file");
        }
        if metadata.len() > MOST_BYTES {
            bail!("the file is larger than {} MiB", MOST_BYTES >> 20);
        }
        bytes.reserve_exact(metadata.len() as usize);
        File::open(path).map_err(in_words)?.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    }
    if bytes.len() as u64 > MOST_BYTES {
        bail!("the input is larger than {} MiB", MOST_BYTES >> 20);
    }
    Ok(bytes)
}

/// The usual troubles with files as people would put them.
pub(crate) fn in_words(error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::NotFound => anyhow::anyhow!("there is no such file"),
        io::ErrorKind::PermissionDenied => anyhow::anyhow!("this file may not be read"),
        _ => error.into(),
    }
}

/// The name of an input as people know it.
pub fn display_name(path: &Path) -> String {
    if path.as_os_str() == "-" { "standard input".to_string() } else { path.display().to_string() }
}

/// Prints remarks about an input, a handful at most.
pub fn warn(name: &str, remarks: &[Diagnostic]) {
    const SHOWN: usize = 5;
    for remark in remarks.iter().take(SHOWN) {
        eprintln!("{name}: {remark}");
    }
    if remarks.len() > SHOWN {
        eprintln!("{name}: and {} more remarks", remarks.len() - SHOWN);
    }
}
