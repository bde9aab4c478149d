//! `tedomari diagram`: positions and figures as pictures.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use base64::prelude::{BASE64_STANDARD, Engine as _};
use board::PointSet;
use clap::ValueEnum;
use workbench::diagram::Diagram;
use workbench::figure;
use workbench::load::Loaded;
use workbench::markup::markup;
use workbench::picture::{Scene, pdf, png, svg};

use crate::answer::{Answer, Kind};
use crate::caller::Caller;
use crate::input::PositionArgs;
use crate::limits::whole;
use crate::output;

/// Options of `tedomari diagram`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari diagram game.sgf -o final.svg
  tedomari diagram game.sgf --from 41 --to 50 -o moves-41-50.png
  tedomari diagram game.sgf --from 1 --every 50 -o game.pdf      figures of 50 moves, two a page
  tedomari diagram game.sgf --from 1 --every 50 -o game.png      game-1.png, game-2.png, …
  tedomari diagram problem.sgf --crop A1,J9 --no-coordinates
  tedomari diagram game.sgf --format text

A figure shows the board before its first move and the next moves as numbered stones. What
is played where a stone stands is told below it: 12 at 3; 15 (ko at 9). Letters, shapes and
territory marked in the record are shown, and of the board what its VW says, unless --crop
says otherwise.")]
pub struct Args {
    #[command(flatten)]
    position: PositionArgs,
    /// How to draw it [default: by the name of the output file, else svg]
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Where to write it; several pictures are numbered [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Number the moves from move N on
    #[arg(long, visible_alias = "numbers", value_name = "N", value_parser = whole(0..=usize::MAX))]
    from: Option<usize>,
    /// The last move shown; the same as --move
    #[arg(long, value_name = "N", conflicts_with = "moves", requires = "from", value_parser = whole(0..=usize::MAX))]
    to: Option<usize>,
    /// A new figure after every N moves
    #[arg(long, value_name = "N", requires = "from", value_parser = whole(1..=u16::MAX))]
    every: Option<u16>,
    /// Draw only the rectangle that these points span
    #[arg(long, visible_alias = "view", value_name = "P,P,…", value_delimiter = ',')]
    crop: Vec<String>,
    /// Leave column letters and row numbers out
    #[arg(long)]
    no_coordinates: bool,
    /// One line under the picture
    #[arg(long, default_value = "")]
    caption: String,
    /// How many pixels a PNG picture is wide [default: 40 a line of the board]
    #[arg(long, value_name = "PIXELS", value_parser = whole(0..=u32::MAX))]
    width: Option<u32>,
}

/// A picture format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// Scalable vector graphics
    Svg,
    /// Pixels
    Png,
    /// Pages for printing
    Pdf,
    /// A text board
    Text,
}

impl Args {
    /// Draws; the picture is the answer, or is written to the file.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let format = self.format()?;
        let files = self.files(format, &self.diagrams(caller)?)?;
        match (&self.output, files.as_slice()) {
            (Some(path), [file]) => output::replace_file(path, file)?,
            (Some(path), files) => {
                for (i, file) in files.iter().enumerate() {
                    output::replace_file(&numbered(path, i + 1), file)?;
                }
            }
            (None, files) if format == Format::Text => {
                return Ok(Answer::text(Kind::Text, String::from_utf8(files.join(&b'\n'))?));
            }
            (None, [file]) if format == Format::Svg => {
                return Ok(Answer::text(Kind::Svg, String::from_utf8(file.clone())?));
            }
            (None, [file]) => match caller {
                Caller::Terminal => output::print_bytes(file)?,
                Caller::Request(_) => {
                    let kind = if format == Format::Pdf { Kind::Pdf } else { Kind::Png };
                    return Ok(Answer::text(kind, BASE64_STANDARD.encode(file)));
                }
            },
            (None, _) => bail!("several pictures need a file to go to: give --output"),
        }
        Ok(Answer::text(Kind::Text, String::new()))
    }

    /// What is to be drawn.
    fn diagrams(&self, caller: &Caller<'_>) -> anyhow::Result<Vec<Diagram>> {
        let collection = caller.collection(&self.position.file)?;
        let mut place = self.position.clone();
        place.moves = self.to.or(place.moves);
        let loaded = place.load_from(caller, &collection)?;
        let size = loaded.position.size();
        let game = collection.game(self.position.game - 1).context("the game was read before")?;
        let marks = markup(game, size, place.moves);
        let mut diagrams = match self.from {
            None => vec![plain(&loaded)],
            Some(from) => self.figures(&loaded, from)?,
        };
        let crop = self
            .crop
            .iter()
            .map(|name| size.parse_point(name.trim()))
            .collect::<Result<PointSet, _>>()
            .context("--crop")?;
        if let Some(last) = diagrams.last_mut() {
            for (point, label) in marks.labels {
                last.labels.entry(point).or_insert(label);
            }
            last.marks =
                marks.marks.into_iter().filter(|(at, _)| !last.labels.contains_key(at)).collect();
        }
        for diagram in &mut diagrams {
            diagram.coordinates = !self.no_coordinates;
            diagram.view = if crop.is_empty() { marks.view } else { crop };
            diagram.caption = [self.caption.as_str(), &diagram.caption]
                .iter()
                .filter(|part| !part.is_empty())
                .copied()
                .collect::<Vec<_>>()
                .join(": ");
        }
        Ok(diagrams)
    }

    fn figures(&self, loaded: &Loaded, from: usize) -> anyhow::Result<Vec<Diagram>> {
        let (last, known) = (loaded.moves, loaded.position.moves().len());
        if from == 0 {
            bail!("--from 0: moves are numbered from 1");
        }
        if from > last {
            bail!("--from {from}: only {last} moves are played");
        }
        // Moves before the last setup are not in the history.
        let offset = last - known;
        if from <= offset {
            bail!(
                "--from {from}: stones were set up after move {offset}; figures begin after that"
            );
        }
        let every = self.every.map_or(last, usize::from);
        let mut board = loaded.position.clone();
        let mut figures = Vec::new();
        for (first, to) in figure::split(from, last, every).into_iter().rev() {
            while offset + board.moves().len() > to && board.undo().is_some() {}
            let mut figure = figure::figure(&board, offset, first);
            if self.every.is_some() {
                let moves = format!("Moves {first} to {to}");
                figure.caption = match figure.caption.as_str() {
                    "" => moves,
                    notes => format!("{moves}: {notes}"),
                };
            }
            figures.push(figure);
        }
        figures.reverse();
        Ok(figures)
    }

    fn files(&self, format: Format, diagrams: &[Diagram]) -> anyhow::Result<Vec<Vec<u8>>> {
        let scenes = || diagrams.iter().map(Diagram::scene);
        Ok(match format {
            Format::Svg => scenes().map(|scene| svg(&scene).into_bytes()).collect(),
            Format::Png => {
                let pixels = |scene: &Scene| match self.width {
                    Some(width) => width as f32 / scene.width,
                    None => 2.0,
                };
                scenes().map(|scene| png(&scene, pixels(&scene))).collect::<Result<_, _>>()?
            }
            Format::Pdf => {
                let scenes: Vec<Scene> = scenes().collect();
                let title = scenes.first().map_or("", |scene| &scene.title);
                vec![pdf(&scenes, title)]
            }
            Format::Text if self.from.is_some() => {
                diagrams.iter().map(|diagram| figure::text(diagram).into_bytes()).collect()
            }
            Format::Text => {
                diagrams.iter().map(|diagram| diagram.setup.to_string().into_bytes()).collect()
            }
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
            "png" => Ok(Format::Png),
            "pdf" => Ok(Format::Pdf),
            "txt" | "text" => Ok(Format::Text),
            other => bail!(
                "no picture format is known by .{other}: use .svg, .png, .pdf or .txt, or --format"
            ),
        }
    }
}

/// The position without numbers, the last move marked.
fn plain(loaded: &Loaded) -> Diagram {
    let mut diagram = Diagram::new(loaded.position.setup());
    diagram.last_move = loaded.position.moves().next_back().and_then(|(_, mv)| mv.point());
    diagram
}

/// `game.png` as `game-3.png`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    match path.extension() {
        Some(extension) => {
            path.with_file_name(format!("{stem}-{number}.{}", extension.to_string_lossy()))
        }
        None => path.with_file_name(format!("{stem}-{number}")),
    }
}
