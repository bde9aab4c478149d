//! What the Go commands work on: one game, its clocks and the settings.

use std::time::Duration;

use board::{Color, Komi, Move, PointError, Position, Rules, Setup, SetupError, Size};
use player::exact::Player;
use player::search::Search;

use super::clock::{Clock, TimeSettings};
use super::protocol::SYNTAX_ERROR;
use crate::store::{FileStore, solver_with};

/// How a session begins and what it may do.
#[derive(Clone, Debug)]
pub struct Options {
    /// What the engine calls itself; some programs choose their commands by it.
    pub name: String,
    /// The board at the beginning.
    pub size: Size,
    /// Rules and komi at the beginning.
    pub rules: Rules,
    /// The longest time a move may take, whatever the clock says. Without a
    /// clock and without this, a move takes [`Options::UNHURRIED`].
    pub time: Option<Duration>,
    /// The most playouts a move may take.
    pub playouts: Option<u64>,
    /// How many threads may think at once.
    pub threads: usize,
    /// How moves are chosen where the board is not solved.
    pub strategy: Strategy,
    /// Where random choices begin.
    pub seed: u64,
    /// Whether to think while the opponent does.
    pub ponder: bool,
    /// Whether commands may read and write files.
    pub files: bool,
    /// Whether exact play may take as alive what clearly lives.
    pub assume_alive: bool,
    /// Where solved areas are kept.
    pub store: Option<FileStore>,
}

/// How moves are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Strategy {
    /// Tree search on the deep network, where that fits the board; else Tree.
    Deep,
    /// Monte-Carlo tree search, guided by the predictor.
    Tree,
    /// Monte-Carlo tree search without the predictor.
    Unguided,
    /// Flat Monte-Carlo: the move that wins most random games.
    Flat,
    /// The likeliest move of a strong player, without any search.
    Predictor,
    /// The same by the deep network.
    DeepPredictor,
    /// Static analysis: the move with the most valuable motives.
    Static,
    /// Try and evaluate: the move after which the count is best.
    Try,
    /// Global selective search: a few moves ahead, few moves wide.
    Selective,
    /// Temperature: the place where it matters most who moves first.
    Temperature,
    /// The same by Sentestrat: answers what is hotter than the board was.
    Sentestrat,
    /// The same by Thermostrat: at the temperature that promises most.
    Thermostrat,
    /// The heuristic sum game: local games, each searched by itself.
    Sum,
}

impl Strategy {
    /// Its name on the command line.
    pub fn name(self) -> String {
        let value = clap::ValueEnum::to_possible_value(&self);
        value.map(|value| value.get_name().to_string()).unwrap_or_default()
    }
}

impl Options {
    /// The time of a move when nobody set any.
    pub const UNHURRIED: Duration = Duration::from_secs(2);
}

impl Default for Options {
    fn default() -> Options {
        Options {
            name: "Tedomari".to_string(),
            size: Size::square(19).expect("19 is a legal size"),
            rules: Rules::japanese(),
            time: None,
            playouts: None,
            threads: 1,
            strategy: Strategy::Deep,
            seed: 1,
            ponder: false,
            files: true,
            assume_alive: false,
            store: None,
        }
    }
}

/// A game under way.
#[derive(Debug)]
pub struct Session {
    pub(super) options: Options,
    /// Plays what is solved.
    pub(super) exact: Player,
    /// What the latest search found, for the next one.
    pub(super) tree: Option<Search>,
    /// What the latest choice of a move thought of the board, for whoever was to move.
    pub(super) value: Option<f64>,
    /// The opponent, and how many moves had been played, when our latest move was made:
    /// until the next one we may think in his time.
    pub(super) pondering: Option<(Color, usize)>,
    /// Where the list of moves begins: empty, handicap stones, or a setup.
    start: Setup,
    position: Position,
    handicap: usize,
    /// The length of the move list before each `trymove` that still stands.
    trials: Vec<usize>,
    time_settings: TimeSettings,
    clocks: [Clock; 2],
    /// What moves lately took beyond their time.
    pub(super) overhead: Duration,
    /// The strength asked for by `level`, if any.
    pub(super) level: Option<u32>,
    /// Positions read by tactical questions.
    pub(super) nodes_read: u64,
    /// How many times `increase_depths` was asked more often than `decrease_depths`.
    pub(super) deeper: u32,
}

impl Session {
    /// An empty board.
    pub fn new(options: Options) -> Session {
        let solver = solver_with(options.store.clone());
        let start = Setup::empty(options.size);
        let position = Position::new(options.size, options.rules);
        let time_settings = TimeSettings::NONE;
        let clocks = [Clock::new(time_settings); 2];
        Session {
            options,
            exact: Player::new(solver),
            tree: None,
            value: None,
            pondering: None,
            start,
            position,
            handicap: 0,
            trials: Vec::new(),
            time_settings,
            clocks,
            overhead: Duration::from_millis(5),
            level: None,
            nodes_read: 0,
            deeper: 0,
        }
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    pub(super) fn size(&self) -> Size {
        self.position.size()
    }

    pub(super) fn rules(&self) -> &Rules {
        self.position.rules()
    }

    pub(super) fn set_rules(&mut self, rules: Rules) {
        self.position.set_rules(rules);
    }

    pub(super) fn set_komi(&mut self, komi: Komi) {
        self.set_rules(Rules { komi, ..*self.rules() });
    }

    pub(super) fn start(&self) -> &Setup {
        &self.start
    }

    pub(super) fn handicap(&self) -> usize {
        self.handicap
    }

    /// A new game on an empty board; rules, komi and time settings stay.
    pub(super) fn clear(&mut self, size: Size) {
        self.begin(Position::new(size, *self.rules()), 0);
        self.reset_clocks();
    }

    /// Makes a setup the beginning of the game.
    pub(super) fn set_up(&mut self, setup: &Setup, handicap: usize) -> Result<(), SetupError> {
        let position = Position::from_setup(setup, *self.rules())?;
        self.begin(position, handicap);
        Ok(())
    }

    /// Goes on from a position of another game: its moves can be taken back.
    pub(super) fn begin(&mut self, position: Position, handicap: usize) {
        let mut start = position.clone();
        while start.undo().is_some() {}
        self.start = start.setup();
        self.position = position;
        self.handicap = handicap;
        self.trials.clear();
        self.lighten();
    }

    /// Begins with a new solver where the present one has grown large: an engine may run for
    /// days.
    fn lighten(&mut self) {
        if self.exact.solver_mut().is_large() {
            self.exact.change_solver(solver_with(self.options.store.clone()));
        }
    }

    pub(super) fn play(&mut self, color: Color, mv: Move) -> Result<(), String> {
        self.position.play(color, mv).map_err(|_| "illegal move".to_string())?;
        self.lighten();
        Ok(())
    }

    /// Plays all these moves, or none.
    pub(super) fn play_all(&mut self, moves: &[(Color, Move)]) -> Result<(), String> {
        let before = self.position.moves().len();
        for &(color, mv) in moves {
            if let Err(message) = self.play(color, mv) {
                self.undo_to(before);
                return Err(message);
            }
        }
        Ok(())
    }

    /// Takes the latest moves back, or nothing if there are not so many.
    pub(super) fn undo(&mut self, moves: usize) -> Result<(), String> {
        let played = self.position.moves().len();
        let left = played.checked_sub(moves).ok_or("cannot undo")?;
        self.undo_to(left);
        Ok(())
    }

    fn undo_to(&mut self, moves: usize) {
        while self.position.moves().len() > moves {
            self.position.undo();
        }
        self.trials.retain(|&before| before < moves);
    }

    /// Plays a move that [`Session::end_trial`] takes back.
    pub(super) fn try_move(&mut self, color: Color, mv: Move) -> Result<(), String> {
        let before = self.position.moves().len();
        self.play(color, mv)?;
        self.trials.push(before);
        Ok(())
    }

    /// Takes back the latest trial, and whatever was played on top of it.
    pub(super) fn end_trial(&mut self) -> Result<(), String> {
        let before = self.trials.last().copied().ok_or("cannot undo")?;
        self.undo_to(before);
        Ok(())
    }

    pub(super) fn set_to_play(&mut self, color: Color) {
        self.position.set_to_play(color);
        if self.position.moves().len() == 0 {
            self.start.to_play = color;
        }
    }

    pub(super) fn set_time(&mut self, settings: TimeSettings) {
        self.time_settings = settings;
        self.reset_clocks();
    }

    fn reset_clocks(&mut self) {
        self.clocks = [Clock::new(self.time_settings); 2];
    }

    pub(super) fn clock(&mut self, color: Color) -> &mut Clock {
        &mut self.clocks[color.index()]
    }

    /// Reads a point of the board or `pass`.
    pub(super) fn vertex(&self, word: &str) -> Result<Move, String> {
        if word.eq_ignore_ascii_case("pass") {
            return Ok(Move::Pass);
        }
        match self.size().parse_point(word) {
            Ok(point) => Ok(Move::Play(point)),
            Err(error @ PointError::OffBoard(..)) => Err(error.to_string()),
            Err(_) => Err(SYNTAX_ERROR.to_string()),
        }
    }

    /// Reads a point of the board.
    pub(super) fn point(&self, word: &str) -> Result<board::Point, String> {
        self.vertex(word)?.point().ok_or_else(|| SYNTAX_ERROR.to_string())
    }

    /// Reads `C V C V …`, a color and a vertex in turn. A vertex off the board
    /// is an illegal move.
    pub(super) fn moves(&self, words: &[&str]) -> Result<Vec<(Color, Move)>, String> {
        let (pairs, rest) = words.as_chunks::<2>();
        if !rest.is_empty() {
            return Err(SYNTAX_ERROR.to_string());
        }
        let read = |&[color, vertex]: &[&str; 2]| {
            let color = color.parse::<Color>().map_err(|_| SYNTAX_ERROR.to_string())?;
            Ok((color, self.move_word(vertex)?))
        };
        pairs.iter().map(read).collect()
    }

    /// Reads a move to be played: off the board is illegal, not unreadable.
    pub(super) fn move_word(&self, word: &str) -> Result<Move, String> {
        self.vertex(word).map_err(|message| {
            let unreadable = message == SYNTAX_ERROR;
            if unreadable { message } else { "illegal move".to_string() }
        })
    }
}

/// Points as a list of words.
pub(super) fn list(points: impl IntoIterator<Item = board::Point>) -> String {
    let names: Vec<String> = points.into_iter().map(|point| point.to_string()).collect();
    names.join(" ")
}
