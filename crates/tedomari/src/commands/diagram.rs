//! `tedomari diagram`: the position as a picture.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::bail;
use board::{Move, Point, PointSet};
use clap::ValueEnum;
use workbench::diagram::Diagram;

use crate::answer::{Answer, Kind};
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::output;

/// Options of `tedomari diagram`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari diagram game.sgf -o final.svg
  tedomari diagram game.sgf --move 50 --numbers 41 > moves-41-50.svg
  tedomari diagram problem.sgf --view A1,J9 --no-coordinates
  tedomari diagram game.sgf --format text")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How to draw it [default: by the name of the output file, else svg]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Where to write it [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Number the moves from move N on
    #[arg(long, value_name = "N")]
    numbers: Option<usize>,
    /// Draw only the rectangle that these points span
    #[arg(long, value_name = "P,P,…", value_delimiter = ',')]
    view: Vec<String>,
    /// Leave column letters and row numbers out
    #[arg(long)]
    no_coordinates: bool,
    /// One line under the picture
    #[arg(long, default_value = "")]
    caption: String,
}

/// A picture format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Scalable vector graphics
    Svg,
    /// A text board
    Text,
}

impl Args {
    /// Draws the position; the picture is the answer, or is written to the file.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let loaded = self.position.load(caller)?;
        let position = &loaded.position;
        let format = self.format()?;
        let picture = match format {
            Format::Text => position.setup().to_string(),
            Format::Svg => {
                let mut diagram = Diagram::new(position.setup());
                diagram.coordinates = !self.no_coordinates;
                diagram.caption = self.caption.clone();
                diagram.last_move = position.moves().next_back().and_then(|(_, mv)| mv.point());
                diagram.view = self
                    .view
                    .iter()
                    .map(|name| position.size().parse_point(name.trim()))
                    .collect::<Result<PointSet, _>>()?;
                if let Some(first) = self.numbers {
                    // Moves before the last setup are not in the history.
                    let offset = loaded.moves - position.moves().len();
                    let moves = position.moves().map(|(_, mv)| mv);
                    diagram.labels = numbers(moves, offset, first, &mut diagram.caption);
                }
                diagram.svg()
            }
        };
        let kind = if format == Format::Svg { Kind::Svg } else { Kind::Text };
        Ok(match &self.output {
            Some(path) => {
                output::replace_file(path, picture.as_bytes())?;
                Answer::text(Kind::Text, String::new())
            }
            None => Answer::text(kind, picture),
        })
    }

    fn format(&self) -> anyhow::Result<Format> {
        if let Some(format) = self.format {
            return Ok(format);
        }
        let Some(extension) = self.output.as_ref().and_then(|path| path.extension()) else {
            return Ok(Format::Svg);
        };
        match extension.to_string_lossy().to_ascii_lowercase().as_str() {
            "svg" => Ok(Format::Svg),
            "txt" | "text" => Ok(Format::Text),
            other => bail!("no picture format is known by .{other}: use .svg or .txt, or --format"),
        }
    }
}

/// Move numbers by point. A point played twice keeps its first number, and the
/// caption says what came later, as printed diagrams do: "12 at 3".
fn numbers(
    moves: impl Iterator<Item = Move>,
    offset: usize,
    first: usize,
    caption: &mut String,
) -> BTreeMap<Point, String> {
    let mut labels: BTreeMap<Point, String> = BTreeMap::new();
    for (index, mv) in moves.enumerate() {
        let number = offset + index + 1;
        if number < first {
            continue;
        }
        let note = match mv {
            Move::Pass => format!("{number} passes"),
            Move::Play(point) => match labels.get(&point) {
                Some(earlier) => format!("{number} at {earlier}"),
                None => {
                    labels.insert(point, number.to_string());
                    continue;
                }
            },
        };
        if !caption.is_empty() {
            caption.push_str(", ");
        }
        caption.push_str(&note);
    }
    labels
}
