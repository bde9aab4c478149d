//! From an SGF node to a position: the one place where SZ, AB, AW, AE, PL, KM,
//! RU, HA and the moves get their meaning.
//!
//! A game record is evidence, not law: a recorded move that breaks the rules is
//! carried out as SGF demands ("no matter what was there before") and reported.
//! What makes the record unusable — another game, an impossible board size, a
//! point off the board, stones without liberties in a setup — is an error with
//! its place.

use board::{Color, Illegal, KoRule, Komi, Move, Position, Rules, Setup, Size, naive};
use sgf::{Diagnostic, Game, Location, Node, Property, Severity, Value};

use crate::header::{Header, HeaderError};
use crate::notation::{color, on_board};

/// What the caller wants instead of what the file says.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Stop after so many moves of the main line; all of them if `None`.
    pub moves: Option<usize>,
    /// Rules instead of the file's.
    pub rules: Option<Rules>,
    /// Komi instead of the file's.
    pub komi: Option<Komi>,
    /// The player to move instead of the file's.
    pub to_play: Option<Color>,
}

/// A position read from a game record.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The position, with the moves since the last setup as its history.
    pub position: Position,
    /// Size, rules, komi and handicap as the root gives them.
    pub header: Header,
    /// How many moves of the main line were played, passes included.
    pub moves: usize,
    /// How many of them broke the rules and were carried out all the same.
    pub illegal: usize,
    /// How it is known who moves next.
    pub turn: Turn,
    /// What was odd in the record.
    pub remarks: Vec<Diagnostic>,
}

/// How it is known who moves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The caller said so.
    Wanted,
    /// The file's PL says so.
    Declared,
    /// The next recorded move is this player's.
    NextMove,
    /// The other player moved last.
    AfterLastMove,
    /// Nothing tells: Black begins, or White against handicap stones.
    Custom,
}

/// Why a record gives no position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LoadError {
    /// The root is unusable.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// A point outside the board.
    #[error("{}the point [{text}] in {property} is not on the {size} board", at(.location))]
    OffBoard {
        /// Where it stands.
        location: Option<Location>,
        /// The value in the file.
        text: String,
        /// The property it stands in.
        property: String,
        /// The board.
        size: Size,
    },
    /// A value that is no point.
    #[error("{}{property}[{text}] is no point", at(.location))]
    NoPoint {
        /// Where it stands.
        location: Option<Location>,
        /// The value in the file.
        text: String,
        /// The property it stands in.
        property: String,
    },
    /// Stones that cannot stand on a board.
    #[error("{}{error}", at(.location))]
    Setup {
        /// Where the setup stands.
        location: Option<Location>,
        /// What is wrong with it.
        error: Box<board::SetupError>,
    },
    /// More moves than any game has, or more of them illegal.
    #[error("{}the main line has more than {most} {what}: this is no record of a game", at(.location))]
    TooMany {
        /// The first one too many.
        location: Option<Location>,
        /// How many may be.
        most: usize,
        /// Of what.
        what: &'static str,
    },
    /// The game has fewer moves than asked for.
    #[error("the main line has only {}, so there is no position after move {wanted}", moves_in_words(.moves))]
    TooFewMoves {
        /// Moves in the main line.
        moves: usize,
        /// Moves asked for.
        wanted: usize,
    },
}

/// `line 3, column 5: ` where the place is known.
pub(crate) fn at(location: &Option<Location>) -> String {
    location.map(|location| format!("{location}: ")).unwrap_or_default()
}

fn moves_in_words(moves: &usize) -> String {
    if *moves == 1 { "one move".to_string() } else { format!("{moves} moves") }
}

/// The most moves of a main line, and the most that may be illegal: bounds on time
/// and memory for files that only look like games.
const MOST_MOVES: usize = 1_000_000;
const MOST_ILLEGAL: usize = 10_000;

/// More remarks are not written down.
const MOST_REMARKS: usize = 1_000;

/// The position of a game after the wanted number of moves of its main line.
pub fn load(game: Game<'_>, wanted: &Wanted) -> Result<Loaded, LoadError> {
    let (header, mut replay) = begin(game.root(), wanted)?;
    let most = wanted.moves.unwrap_or(usize::MAX);
    let mut line = game.main_line();
    let mut next = None;
    for node in line.by_ref() {
        if replay.moves >= most && node.play().is_some() {
            next = node.play().map(|(colour, _)| color(colour));
            break;
        }
        replay.step(node)?;
    }
    if let Some(wanted) = wanted.moves
        && replay.moves < wanted
    {
        return Err(LoadError::TooFewMoves { moves: replay.moves, wanted });
    }
    if next.is_none() {
        next = line.find_map(|node| node.play()).map(|(colour, _)| color(colour));
    }
    Ok(replay.end(header, next, wanted))
}

/// The position at a node, in whichever variation it lies; `wanted.moves` says nothing here.
pub fn load_node(node: Node<'_>, wanted: &Wanted) -> Result<Loaded, LoadError> {
    let mut path: Vec<Node<'_>> = std::iter::successors(Some(node), |node| node.parent()).collect();
    path.reverse();
    let (header, mut replay) = begin(path[0], wanted)?;
    for node in path {
        replay.step(node)?;
    }
    let following = std::iter::successors(node.first_child(), |node| node.first_child());
    let next = following.filter_map(|node| node.play()).map(|(colour, _)| color(colour)).next();
    Ok(replay.end(header, next, wanted))
}

/// The header and the empty board with which a record begins.
fn begin(root: Node<'_>, wanted: &Wanted) -> Result<(Header, Replay), LoadError> {
    let mut remarks = Vec::new();
    let mut header = Header::read(root, &mut remarks)?;
    if let Some(rules) = wanted.rules {
        let komi = if header.komi_given { header.rules.komi } else { rules.komi };
        header.rules = Rules { komi, ..rules };
    }
    if let Some(komi) = wanted.komi {
        header.rules.komi = komi;
    }
    // Records were played under the ko rule of their day: only the simple ban is law here.
    let replayed = Rules { ko: KoRule::Simple, ..header.rules };
    let mut replay = Replay {
        position: Position::new(header.size, replayed),
        moves: 0,
        illegal: 0,
        turn: Turn::Custom,
        remarks,
    };
    if header.handicap >= 2 {
        replay.position.set_to_play(Color::White);
    }
    Ok((header, replay))
}

/// A position on its way along the main line.
struct Replay {
    position: Position,
    moves: usize,
    illegal: usize,
    turn: Turn,
    remarks: Vec<Diagnostic>,
}

impl Replay {
    /// What there is at the end of the way, where `next` is the next recorded move's color.
    fn end(mut self, header: Header, next: Option<Color>, wanted: &Wanted) -> Loaded {
        if let Some(next) = next
            && self.turn != Turn::Declared
        {
            self.position.set_to_play(next);
            self.turn = Turn::NextMove;
        }
        if let Some(to_play) = wanted.to_play {
            self.position.set_to_play(to_play);
            self.turn = Turn::Wanted;
        }
        self.position.set_rules(header.rules);
        let Replay { position, moves, illegal, turn, remarks } = self;
        Loaded { position, header, moves, illegal, turn, remarks }
    }

    fn step(&mut self, node: Node<'_>) -> Result<(), LoadError> {
        let mut setup: Option<Setup> = None;
        let mut declared = None;
        for property in node.properties() {
            // Names of one or two letters cover all that matters here.
            match property.raw_name() {
                "B" | "W" => {}
                _ if property.is("AB") => self.place(property, Some(Color::Black), &mut setup)?,
                _ if property.is("AW") => self.place(property, Some(Color::White), &mut setup)?,
                _ if property.is("AE") => self.place(property, None, &mut setup)?,
                _ if property.is("PL") => declared = self.declared(property),
                _ => {}
            }
        }
        if let Some(mut setup) = setup {
            setup.ko = None;
            let (rules, turn) = (*self.position.rules(), self.position.to_play());
            self.position = Position::from_setup(&setup, rules).map_err(|error| {
                LoadError::Setup { location: node.location(), error: Box::new(error) }
            })?;
            self.position.set_to_play(turn);
        }
        if let Some(color) = declared {
            self.position.set_to_play(color);
            self.turn = Turn::Declared;
        }
        for property in node.properties() {
            if property.is("B") {
                self.play(property, Color::Black)?;
            } else if property.is("W") {
                self.play(property, Color::White)?;
            }
        }
        Ok(())
    }

    fn declared(&mut self, property: Property<'_>) -> Option<Color> {
        let value = property.first()?;
        match value.colour() {
            Ok(colour) => Some(color(colour)),
            Err(_) => {
                let text: String = value.raw().trim().chars().take(20).collect();
                self.remark(property.location(), format!("PL[{text}] is no color"));
                None
            }
        }
    }

    /// Carries out AB, AW or AE on the setup, which begins as the present position.
    fn place(
        &mut self,
        property: Property<'_>,
        stone: Option<Color>,
        setup: &mut Option<Setup>,
    ) -> Result<(), LoadError> {
        let size = self.position.size();
        let setup = setup.get_or_insert_with(|| self.position.setup());
        for value in property.values() {
            if value.raw().trim().is_empty() {
                continue; // AE[] and the like: an empty list.
            }
            let points = value.points().map_err(|_| no_point(property, value))?;
            for point in points {
                let point =
                    on_board(point, size).ok_or_else(|| off_board(property, value, size))?;
                setup.set(point, stone);
            }
        }
        Ok(())
    }

    fn play(&mut self, property: Property<'_>, color: Color) -> Result<(), LoadError> {
        let size = self.position.size();
        let Some(value) = property.first() else { return Ok(()) };
        let recorded = value.play().map_err(|_| no_point(property, value))?;
        let mv = match recorded.on(size.width() as u8, size.height() as u8) {
            None => Move::Pass,
            Some(point) => {
                Move::Play(on_board(point, size).ok_or_else(|| off_board(property, value, size))?)
            }
        };
        let too_many =
            |most, what| LoadError::TooMany { location: property.location(), most, what };
        if self.moves == MOST_MOVES {
            return Err(too_many(MOST_MOVES, "moves"));
        }
        if let Err(reason) = self.position.play(color, mv) {
            if self.illegal == MOST_ILLEGAL {
                return Err(too_many(MOST_ILLEGAL, "illegal moves"));
            }
            self.force(property, color, mv, reason);
        }
        self.moves += 1;
        self.turn = Turn::AfterLastMove;
        Ok(())
    }

    /// Carries out a move that breaks the rules, as SGF demands, and reports it.
    fn force(&mut self, property: Property<'_>, color: Color, mv: Move, reason: Illegal) {
        let Move::Play(point) = mv else { return };
        let after = naive::put(&self.position.setup(), color, point);
        let rules = *self.position.rules();
        match Position::from_setup(&after, rules) {
            Ok(position) => self.position = position,
            // Cannot be: whatever lacks liberties has been taken off.
            Err(error) => self.remark(property.location(), error.to_string()),
        }
        self.illegal += 1;
        let number = self.moves + 1;
        self.remark(
            property.location(),
            format!(
                "move {number} is illegal, carried out all the same: {color} {point}: {reason}"
            ),
        );
    }

    fn remark(&mut self, location: Option<Location>, message: String) {
        match self.remarks.len() {
            ..MOST_REMARKS => remark(&mut self.remarks, location, message),
            MOST_REMARKS => remark(&mut self.remarks, location, "and more like these".to_string()),
            _ => {}
        }
    }
}

/// Adds a warning; a record without places (one that was built) says line 1.
pub(crate) fn remark(remarks: &mut Vec<Diagnostic>, location: Option<Location>, message: String) {
    let location = location.unwrap_or(Location { line: 1, column: 1, byte: 0 });
    remarks.push(Diagnostic { severity: Severity::Warning, location, message });
}

fn no_point(property: Property<'_>, value: Value<'_>) -> LoadError {
    LoadError::NoPoint {
        location: value.location(),
        text: value.raw().chars().take(20).collect(),
        property: property.name().into_owned(),
    }
}

fn off_board(property: Property<'_>, value: Value<'_>, size: Size) -> LoadError {
    LoadError::OffBoard {
        location: value.location(),
        text: value.raw().chars().take(20).collect(),
        property: property.name().into_owned(),
        size,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load_text(text: &str, wanted: &Wanted) -> Result<Loaded, LoadError> {
        let collection = sgf::parse(text);
        load(collection.game(0).expect("the text has a game"), wanted)
    }

    fn position(text: &str) -> Loaded {
        load_text(text, &Wanted::default()).unwrap()
    }

    fn error(text: &str) -> String {
        load_text(text, &Wanted::default()).unwrap_err().to_string()
    }

    #[test]
    fn remarks_are_short_and_not_endless() {
        let loaded =
            position(&format!("(;SZ[9]{})", format!(";PL[{}]", "x".repeat(99)).repeat(5_000)));
        assert_eq!(loaded.remarks.len(), MOST_REMARKS + 1);
        assert!(loaded.remarks.iter().all(|remark| remark.message.len() < 50));
    }

    #[test]
    fn setup_and_moves_make_a_position() {
        let loaded = position("(;SZ[5]AB[aa:bb]AW[cc][dd]AE[bb];W[ca];B[ee])");
        assert_eq!(
            loaded.position.setup().to_string(),
            "   A B C D E
 5 X X O . . 5
 4 X . . . . 4
 3 . . O . . 3
 2 . . . O . 2
 1 . . . . X 1
   A B C D E
"
        );
        assert_eq!((loaded.moves, loaded.illegal), (2, 0));
        assert_eq!(loaded.position.to_play(), Color::White);
        assert_eq!(loaded.turn, Turn::AfterLastMove);
    }

    #[test]
    fn a_move_number_stops_before_the_next_move() {
        let text = "(;SZ[9];B[aa];W[bb];B[cc](;W[dd])(;W[ee]))";
        for (moves, to_play) in [(0, Color::Black), (1, Color::White), (4, Color::Black)] {
            let wanted = Wanted { moves: Some(moves), ..Wanted::default() };
            let loaded = load_text(text, &wanted).unwrap();
            assert_eq!(loaded.moves, moves);
            assert_eq!(loaded.position.to_play(), to_play);
        }
        let wanted = Wanted { moves: Some(5), ..Wanted::default() };
        assert_eq!(
            load_text(text, &wanted).unwrap_err(),
            LoadError::TooFewMoves { moves: 4, wanted: 5 }
        );
    }

    #[test]
    fn the_turn_is_declared_or_follows() {
        assert_eq!(position("(;SZ[9]AB[aa]PL[W])").position.to_play(), Color::White);
        assert_eq!(position("(;SZ[9]AB[aa]PL[W])").turn, Turn::Declared);
        assert_eq!(position("(;SZ[9]HA[2]AB[cc][gg])").position.to_play(), Color::White);
        assert_eq!(position("(;SZ[9])").position.to_play(), Color::Black);
        let wanted = Wanted { moves: Some(0), ..Wanted::default() };
        let loaded = load_text("(;SZ[9];W[aa])", &wanted).unwrap();
        assert_eq!((loaded.position.to_play(), loaded.turn), (Color::White, Turn::NextMove));
    }

    #[test]
    fn passes_are_empty_or_tt_on_small_boards() {
        let loaded = position("(;SZ[19];B[tt];W[])");
        assert!(loaded.position.is_over());
        let loaded = position("(;SZ[21];B[tt])");
        assert_eq!(loaded.position.stones(Color::Black).len(), 1);
    }

    #[test]
    fn illegal_moves_are_carried_out_and_reported() {
        let loaded = position("(;SZ[5];B[aa];W[aa];B[bb])");
        assert_eq!((loaded.moves, loaded.illegal), (3, 1));
        assert_eq!(loaded.position.stone("A5".parse().unwrap()), Some(Color::White));
        assert!(loaded.remarks[0].message.contains("there is a stone on A5 already"));
    }

    #[test]
    fn unusable_records_say_where_and_why() {
        assert_eq!(
            error("(;SZ[9]\n;B[jj])"),
            "line 2, column 4: the point [jj] in B is not on the 9×9 board"
        );
        assert!(error("(;SZ[3]AB[ab:bb][ba]AW[aa])").contains("stones without a liberty on A3"));
        assert!(error("(;SZ[9]AB[a1])").contains("AB[a1] is no point"));
    }

    #[test]
    fn what_only_looks_like_a_game_is_refused() {
        let many = |node: &str, times: usize| format!("(;SZ[9]{})", node.repeat(times));
        assert!(error(&many(";B[aa]", 10_002)).contains("more than 10000 illegal moves"));
        assert!(error(&many(";B[]", 1_000_001)).contains("more than 1000000 moves"));
        assert_eq!(position(&many(";B[]", 5000)).moves, 5000);
    }
}
