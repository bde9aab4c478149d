//! `tedomari train`: learns a move predictor from games.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, bail};
use board::{MAX_SIZE, Size};
use budget::StopFlag;
use clap::ValueEnum;
use predict::bayes::Bayes;
use predict::bradley_terry::{Competitions, Fit};
use predict::deep::Sense;
use predict::paper::{Extractor, FEATURES, VALUES, Vector};
use predict::{Dictionary, Extras, Learned, Model, Part, Record, Theme};

use super::harvest::read_harvest;
use super::train_deep;
use super::train_network::{self, Course};
use crate::corpus::{self, Choice, cores, in_parallel};
use crate::input::{display_name, read_bytes};
use crate::limits::{Interrupted, parse_threads, watch_ctrl_c, whole};
use crate::{Outcome, output, progress};

/// Options of `tedomari train`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari train bayes games.sgf --games 500 --patterns squares.tdh -o bayes.tdm
  tedomari train bradley-terry games.sgf --games 500 --patterns squares.tdh -o bt.tdm
  tedomari train network games/ --patterns contexts.tdh --positions 3000000 -o net.tdm
  tedomari train deep games/ --positions 1500000 -o deep.tdd
  tedomari train join 19.tdm 9.tdm -o standard.tdm     one model for several board sizes

The network's course is fixed by its seed, whatever the number of threads. Both
networks keep their state beside the output (.course), also at Ctrl-C; the same command
goes on from there. Of the other models nothing is kept before they are done.")]
pub struct Args {
    /// What to learn
    #[arg(value_enum)]
    kind: Kind,
    /// SGF files or folders with such; with join, models
    #[arg(required = true, value_name = "FILES")]
    files: Vec<PathBuf>,
    /// Where to write the model
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The patterns to know, from tedomari harvest
    #[arg(long, value_name = "FILE")]
    patterns: Option<PathBuf>,
    /// Know at most so many patterns, those played most
    #[arg(long, value_name = "N", default_value_t = 150_000, value_parser = whole(0..=usize::MAX))]
    most_patterns: usize,
    /// Keep only squares that are played more often than this: side 3, sides 5 to 9
    #[arg(long, value_name = "N,N", value_delimiter = ',', value_parser = whole(0..=u32::MAX))]
    above: Vec<u32>,
    /// Learn from at most so many games
    #[arg(long, value_name = "N", value_parser = whole(0..=usize::MAX))]
    games: Option<usize>,
    /// Learn from games on boards of this size
    #[arg(long, value_name = "N", default_value_t = 19, value_parser = whole(1..=MAX_SIZE))]
    size: usize,
    /// bradley-terry: write a naive Bayes model of the same features here
    #[arg(long, value_name = "FILE")]
    bayes: Option<PathBuf>,
    /// network, deep: learn from so many positions
    #[arg(long, value_name = "N", default_value_t = 3_000_000, value_parser = whole(1..=u64::MAX))]
    positions: u64,
    /// network, deep: learn without these families, to see what they are worth. network:
    /// patterns, place, latest, tactics, liberties, influence, shape, context; deep:
    /// liberties, ladders, latest, features, place, pools
    #[arg(long, value_name = "FAMILY,…", value_delimiter = ',')]
    without: Vec<String>,
    /// network: learn with these families, too: connection, race, owner (by random games: slow)
    #[arg(long, value_name = "FAMILY,…", value_delimiter = ',')]
    with: Vec<String>,
    /// deep: how many residual blocks
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = whole(1..=40u8))]
    blocks: u8,
    /// deep: the model to stand on [default: the one that ships with the program]
    #[arg(long, value_name = "FILE")]
    on: Option<PathBuf>,
    /// network, deep: where random choices begin
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole(0..=u64::MAX))]
    seed: u64,
    /// Threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = parse_threads)]
    threads: Option<usize>,
}

/// What can be learned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Naive Bayes on the features of Harrison 2010
    Bayes,
    /// Generalised Bradley–Terry on the same features
    BradleyTerry,
    /// The network of the default model
    Network,
    /// A deep network on top of it, which also says whose the points will be and who wins
    Deep,
    /// Nothing: put models for several board sizes into one
    Join,
}

impl Args {
    /// Learns and writes the model.
    pub fn run(self) -> anyhow::Result<Outcome> {
        output::check_folder(&self.output)?;
        let stop = watch_ctrl_c();
        let model = match self.kind {
            Kind::Deep => return self.deep(stop),
            Kind::Join => self.join()?,
            Kind::Network => self.network(stop)?,
            Kind::Bayes | Kind::BradleyTerry => self.on_paper_features(&stop)?,
        };
        let bytes = model.to_bytes();
        output::replace_file(&self.output, &bytes)?;
        let patterns: usize = model.parts().iter().map(|part| part.dictionary.len()).sum();
        output::print(&format!(
            "{}: {}, {} bytes\n",
            display_name(&self.output),
            output::count(patterns, "pattern"),
            bytes.len()
        ))?;
        Ok(Outcome::Done)
    }

    fn state(&self) -> PathBuf {
        let mut state = self.output.clone().into_os_string();
        state.push(".course");
        state.into()
    }

    fn deep(&self, stop: StopFlag) -> anyhow::Result<Outcome> {
        let model = match &self.on {
            Some(file) => read_model(file)?,
            None => Model::standard().context("the model that ships with the program")?,
        };
        let plan = train_deep::Plan {
            files: self.files.clone(),
            model: Arc::new(model),
            blocks: usize::from(self.blocks),
            positions: self.positions,
            seed: self.seed,
            threads: self.threads(),
            state: self.state(),
            stop,
            without: chosen(&self.without, &Sense::ALL, |sense| sense.name)?,
        };
        let deep = train_deep::run(&plan)?;
        let bytes = deep.to_bytes();
        output::replace_file(&self.output, &bytes)?;
        // What is left of the state is of no use to anybody.
        let _ = std::fs::remove_file(&plan.state);
        let name = display_name(&self.output);
        output::print(&format!("{name}: {}, {} bytes\n", deep.title, bytes.len()))?;
        Ok(Outcome::Done)
    }

    fn join(&self) -> anyhow::Result<Model> {
        let mut parts = Vec::new();
        let mut titles = Vec::new();
        for file in &self.files {
            let model = read_model(file)?;
            titles.push(model.title.clone());
            parts.extend(model.into_parts());
        }
        parts.sort_by_key(|part| part.largest);
        if let Some(pair) = parts.windows(2).find(|pair| pair[0].largest == pair[1].largest) {
            bail!("two of the models are for boards of size {}", pair[0].largest);
        }
        Ok(Model::new(titles.join("; "), parts))
    }

    fn dictionary(&self) -> anyhow::Result<Dictionary> {
        let path = self.patterns.as_ref();
        let path = path.context("--patterns is needed: make one with tedomari harvest")?;
        let harvest = read_harvest(path)?;
        let paper = self.kind != Kind::Network;
        if paper != (harvest.recipe() == pattern::Recipe::Squares) {
            let wanted = if paper { "squares" } else { "contexts" };
            bail!("{}: this model wants --shapes {wanted}", display_name(path));
        }
        let mut frequent = harvest.frequent();
        if let &[small, large] = self.above.as_slice() {
            frequent.retain(|p| p.count > if p.level == 0 { small } else { large });
        } else if !self.above.is_empty() {
            bail!("--above takes two numbers, such as 1000,500");
        }
        Ok(Dictionary::of(&frequent, self.most_patterns))
    }

    fn threads(&self) -> usize {
        self.threads.unwrap_or_else(cores)
    }

    fn records(&self, stop: &StopFlag) -> anyhow::Result<Vec<Record>> {
        let choice = Choice { side: Some(self.size), shard: None, most: self.games };
        let games = corpus::all_games(&self.files, &choice, stop)?;
        go_on(stop, &self.state())?;
        Ok(games)
    }

    fn network(&self, stop: StopFlag) -> anyhow::Result<Model> {
        let dictionary = self.dictionary()?;
        let games = self.records(&stop)?;
        let (extra, always): (Vec<Theme>, Vec<Theme>) =
            Theme::ALL.into_iter().partition(Theme::is_extra);
        let asked = chosen(&self.with, &extra, |theme| theme.name)?;
        let course = Course {
            games,
            size: Size::square(self.size)?,
            dictionary,
            positions: self.positions,
            seed: self.seed,
            state: self.state(),
            stop,
            without: chosen(&self.without, &always, |theme| theme.name)?,
            extras: asked.iter().fold(Extras::default(), Extras::with),
            pipelined: self.threads() > 1,
        };
        train_network::run(course)
    }

    /// Extracts the features of all games, then counts or fits.
    fn on_paper_features(&self, stop: &StopFlag) -> anyhow::Result<Model> {
        let dictionary = self.dictionary()?;
        if dictionary.len() > usize::from(u16::MAX) - 1 {
            bail!("{} patterns are too many here: at most 65534", dictionary.len());
        }
        let games = self.records(stop)?;
        let size = Size::square(self.size)?;
        let begin = Instant::now();
        let bar = progress::bar(games.len() as u64, "games");
        let parts = in_parallel(
            &games,
            self.threads(),
            || (Extractor::new(size), Vec::new()),
            |(extractor, seen), game| {
                let mut positions: Vec<(Vec<Vector>, usize)> = Vec::new();
                game.replay(|position, color, point| {
                    let moves = extractor.extract(position, color, &dictionary);
                    let played = moves.points.iter().position(|&p| p == point);
                    positions.extend(played.map(|played| (moves.vectors, played)));
                    !stop.is_raised()
                });
                bar.inc(1);
                seen.push(positions);
            },
        );
        bar.finish_and_clear();
        go_on(stop, &self.state())?;
        let positions = || parts.iter().flat_map(|(_, seen)| seen).flatten();
        eprintln!(
            "features of {} moves in {:.1} s",
            positions().count(),
            begin.elapsed().as_secs_f64()
        );
        let part =
            |learned| Part { largest: self.size as u8, dictionary: dictionary.clone(), learned };
        if self.kind == Kind::Bayes || self.bayes.is_some() {
            let begin = Instant::now();
            let mut bayes = Bayes::new(dictionary.len());
            for (moves, played) in positions() {
                bayes.learn(moves, *played);
            }
            eprintln!("naive Bayes learned in {:.1} s", begin.elapsed().as_secs_f64());
            let model = Model::new("naive Bayes", vec![part(Learned::Bayes(bayes))]);
            match &self.bayes {
                Some(path) if self.kind != Kind::Bayes => {
                    output::replace_file(path, &model.to_bytes())?;
                }
                _ => return Ok(model),
            }
        }
        let begin = Instant::now();
        let learned = {
            let mut competitions = Competitions::new(FEATURES);
            for (moves, played) in positions() {
                competitions.add(moves, *played);
            }
            let sizes: Vec<usize> = VALUES.into_iter().chain([dictionary.len() + 1]).collect();
            let mut fit = Fit::with_threads(&competitions, &sizes, self.threads());
            let mut steps = 0;
            // The paper stops when no feature's update gains a thousandth, and does not
            // say of what; a millionth a move is less than any table shows.
            let enough = 1e-6 * competitions.len() as f64;
            while fit.largest_gain() >= enough && steps < 5_000 {
                go_on(stop, &self.state())?;
                fit.step();
                steps += 1;
            }
            eprintln!("{steps} updates, log-likelihood {:.3}", fit.likelihood());
            Learned::BradleyTerry(fit.finish())
        };
        eprintln!("Bradley-Terry learned in {:.1} s", begin.elapsed().as_secs_f64());
        Ok(Model::new("Bradley-Terry", vec![part(learned)]))
    }
}

/// An error once the flag is raised, which says what is there to go on from.
pub(super) fn go_on(stop: &StopFlag, state: &Path) -> anyhow::Result<()> {
    if stop.is_raised() {
        let state = state.exists().then(|| display_name(state));
        bail!(Interrupted(match state {
            Some(name) => format!("{name} is kept, and the same command goes on from there"),
            None => "nothing was kept, and the same command begins anew".to_string(),
        }));
    }
    Ok(())
}

/// The families of these names.
fn chosen<T: Copy>(
    names: &[String],
    all: &[T],
    name_of: impl Fn(&T) -> &'static str,
) -> anyhow::Result<Vec<T>> {
    let find = |name: &String| {
        let found = all.iter().copied().find(|family| name_of(family) == name);
        found.with_context(|| {
            let known: Vec<&str> = all.iter().map(&name_of).collect();
            format!("there is no family {name}; choose from {}", known.join(", "))
        })
    };
    names.iter().map(find).collect()
}

/// Reads a model from a file.
pub(crate) fn read_model(path: &Path) -> anyhow::Result<Model> {
    let name = display_name(path);
    let bytes = read_bytes(path).with_context(|| name.clone())?;
    Model::from_bytes(&bytes).with_context(|| format!("{name}: no model can be read"))
}
