//! What the root of a game says: board size, rules, komi, handicap.

use board::{HandicapBonus, KoRule, Komi, Rules, Scoring, Size, SizeError, Tax};
use sgf::{Decimal, Diagnostic, Location, Node, Value};

use crate::load::{at, remark};

/// The root's facts, with the caller's defaults where the file is silent.
#[derive(Clone, Debug)]
pub struct Header {
    /// The board (SZ; 19×19 if the file does not say).
    pub size: Size,
    /// The rules (RU; Japanese if the file does not say), with komi.
    pub rules: Rules,
    /// Whether the file gives komi; if not, it is the rules' usual one, or half a
    /// point with handicap stones.
    pub komi_given: bool,
    /// Whether the file names rules that we know.
    pub rules_given: bool,
    /// Handicap stones (HA).
    pub handicap: usize,
}

/// Why a root is unusable.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HeaderError {
    /// The record is of another game.
    #[error("{}GM[{game}]{} is another game; only Go, GM[1], can be read", at(.location), named(.game))]
    OtherGame {
        /// Where GM stands.
        location: Option<Location>,
        /// Its value.
        game: String,
    },
    /// SZ is no size.
    #[error("{}SZ[{text}] is no board size", at(.location))]
    NoSize {
        /// Where SZ stands.
        location: Option<Location>,
        /// Its value.
        text: String,
    },
    /// A size that we do not play on.
    #[error("{}{error}", at(.location))]
    Size {
        /// Where SZ stands.
        location: Option<Location>,
        /// What is wrong.
        error: SizeError,
    },
}

/// The names of the first few games in the SGF register.
fn named(game: &str) -> String {
    let name = match game.trim() {
        "2" => "Othello",
        "3" => "chess",
        "4" => "Gomoku and Renju",
        "5" => "Nine Men's Morris",
        "6" => "Backgammon",
        "7" => "Chinese chess",
        "8" => "Shogi",
        "11" => "Hex",
        _ => return String::new(),
    };
    format!(" ({name})")
}

impl Header {
    pub(crate) fn read(
        root: Node<'_>,
        remarks: &mut Vec<Diagnostic>,
    ) -> Result<Header, HeaderError> {
        if let Some(property) = root.property("GM")
            && let Some(value) = property.first()
            && !matches!(value.raw().trim(), "" | "1" | "go" | "Go")
        {
            let game = value.raw().chars().take(20).collect();
            return Err(HeaderError::OtherGame { location: property.location(), game });
        }
        let size = read_size(root)?;
        let handicap = read_handicap(root, remarks);
        let (mut rules, rules_given) = read_rules(root, remarks);
        let komi = read_komi(root, remarks);
        match komi {
            Some(komi) => rules.komi = komi,
            None if handicap >= 2 => rules.komi = Komi::halves(1),
            None => {}
        }
        Ok(Header { size, rules, komi_given: komi.is_some(), rules_given, handicap })
    }
}

fn read_size(root: Node<'_>) -> Result<Size, HeaderError> {
    let Some(property) = root.property("SZ") else {
        return Ok(Size::square(19).expect("19 is a size"));
    };
    let value = property.first();
    let no_size = || {
        let text = value.map(|value| value.raw().trim().chars().take(20).collect());
        HeaderError::NoSize { location: property.location(), text: text.unwrap_or_default() }
    };
    let (width, height) = value.and_then(|value| value.size().ok()).ok_or_else(no_size)?;
    match (usize::try_from(width), usize::try_from(height)) {
        (Ok(width), Ok(height)) => Size::new(width, height)
            .map_err(|error| HeaderError::Size { location: property.location(), error }),
        _ => Err(no_size()),
    }
}

fn read_handicap(root: Node<'_>, remarks: &mut Vec<Diagnostic>) -> usize {
    let Some(property) = root.property("HA") else { return 0 };
    let text: String = property
        .first()
        .map(|value| value.raw().trim().chars().take(20).collect())
        .unwrap_or_default();
    match text.parse::<usize>() {
        Ok(stones) if stones <= 625 => stones,
        _ if text.is_empty() => 0,
        _ => {
            remark(remarks, property.location(), format!("HA[{text}] is no number of stones"));
            0
        }
    }
}

/// The rules, and whether the file named some we know.
fn read_rules(root: Node<'_>, remarks: &mut Vec<Diagnostic>) -> (Rules, bool) {
    let Some(property) = root.property("RU") else { return (Rules::default(), false) };
    let text = property.first().map(|value| value.simple_text().trim().to_string());
    let text = text.unwrap_or_default();
    if text.is_empty() {
        return (Rules::default(), false);
    }
    if let Some(rules) = rules_from_text(&text) {
        return (rules, true);
    }
    let text: String = text.chars().take(40).collect();
    let message = format!("the rules \"{text}\" are unknown; Japanese rules are used");
    remark(remarks, property.location(), message);
    (Rules::default(), false)
}

/// Rules in the spellings met in files: preset names, presets with remarks such as
/// `Chinese, Pair Go`, and KataGo's `koPOSITIONALscoreAREAtaxNONEsui0`.
pub fn rules_from_text(text: &str) -> Option<Rules> {
    if let Some(rules) = Rules::preset(text) {
        return Some(rules);
    }
    if text.starts_with("ko") && text.contains("score") {
        return rules_from_switches(text);
    }
    let lower = text.to_lowercase();
    let words = [
        ("new zealand", "nz"),
        ("tromp", "tt"),
        ("japan", "japanese"),
        ("korea", "korean"),
        ("chin", "chinese"),
        ("aga", "aga"),
        ("ing", "ing"),
        ("日本", "japanese"),
        ("中国", "chinese"),
        ("中國", "chinese"),
        ("韩国", "korean"),
        ("한국", "korean"),
    ];
    let word = |known: &str| {
        if known.is_ascii() && known.len() <= 3 {
            lower.split(|c: char| !c.is_alphanumeric()).any(|word| word == known)
        } else {
            lower.contains(known)
        }
    };
    words.iter().find(|(known, _)| word(known)).and_then(|(_, preset)| Rules::preset(preset))
}

/// KataGo writes its switches one after the other without separators.
fn rules_from_switches(text: &str) -> Option<Rules> {
    let has = |switch: &str| text.contains(switch);
    let mut rules = Rules::tromp_taylor();
    rules.ko = match () {
        _ if has("koSIMPLE") => KoRule::Simple,
        _ if has("koPOSITIONAL") => KoRule::Positional,
        _ if has("koSITUATIONAL") => KoRule::Situational,
        _ => return None,
    };
    rules.scoring = match () {
        _ if has("scoreAREA") => Scoring::Area,
        _ if has("scoreTERRITORY") => Scoring::Territory,
        _ => return None,
    };
    rules.tax = match () {
        _ if has("taxSEKI") => Tax::Seki,
        _ if has("taxALL") => Tax::All,
        _ => Tax::None,
    };
    rules.suicide = has("sui1");
    rules.button = has("button1");
    rules.handicap_bonus = match () {
        _ if has("whbN-1") => HandicapBonus::OneLess,
        _ if has("whbN") => HandicapBonus::Full,
        _ => HandicapBonus::Zero,
    };
    // Only Tromp and Taylor leave dead stones on the board, unless the switch says so.
    rules.agreement = has("fpok1") || !has("fpok0") && rules != Rules::tromp_taylor();
    Some(rules)
}

fn read_komi(root: Node<'_>, remarks: &mut Vec<Diagnostic>) -> Option<Komi> {
    let property = root.property("KM")?;
    let value = property.first()?;
    let text: String = value.raw().trim().chars().take(20).collect();
    if text.is_empty() {
        return None;
    }
    let decimal = Value::from_raw(&text.replace(',', ".")).decimal().ok();
    let (komi, odd) = match decimal.and_then(komi_from_decimal) {
        Some(found) => found,
        None => {
            remark(remarks, property.location(), format!("KM[{text}] is no komi; it is ignored"));
            return None;
        }
    };
    if odd {
        remark(remarks, property.location(), format!("KM[{text}] is read as a komi of {komi}"));
    }
    Some(komi)
}

/// Komi in half points, and whether the spelling was odd. Servers write hundredths
/// (650), and Chinese records count in stones of two points each (3.75, or 375).
fn komi_from_decimal(decimal: Decimal) -> Option<(Komi, bool)> {
    let scale = 10i64.checked_pow(decimal.places)?;
    // In quarters of a point, rounded to the nearest.
    let quarters = |digits: i64, scale: i64| -> Option<(i64, bool)> {
        let four = digits.checked_mul(4)?;
        let rounded = four.checked_add(four.signum() * scale / 2)? / scale;
        Some((rounded, four % scale == 0))
    };
    let large = decimal.digits.unsigned_abs() >= 100u64.checked_mul(scale as u64)?;
    let (mut quarter, mut plain) =
        quarters(decimal.digits, if large { scale.checked_mul(100)? } else { scale })?;
    plain &= !large;
    if quarter % 2 != 0 {
        // 3.75 stones are 7.5 points.
        quarter *= 2;
        plain = false;
    }
    Some((Komi::within_limit(quarter / 2)?, !plain))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(root: &str) -> (Header, Vec<Diagnostic>) {
        let collection = sgf::parse(format!("(;{root})"));
        let mut remarks = Vec::new();
        let game = collection.game(0).expect("one game");
        let header = Header::read(game.root(), &mut remarks).expect("a usable root");
        (header, remarks)
    }

    fn error(root: &str) -> String {
        let collection = sgf::parse(format!("(;{root})"));
        let game = collection.game(0).expect("one game");
        Header::read(game.root(), &mut Vec::new()).unwrap_err().to_string()
    }

    #[test]
    fn komi_in_its_many_spellings() {
        for (text, komi, remarks) in [
            ("6.5", "6.5", 0),
            ("6.50", "6.5", 0),
            ("5,5", "5.5", 0),
            ("0", "0", 0),
            ("-5.5", "-5.5", 0),
            ("375", "7.5", 1),
            ("3.75", "7.5", 1),
            ("2.75", "5.5", 1),
            ("650", "6.5", 1),
            ("750", "7.5", 1),
        ] {
            let (header, found) = header(&format!("KM[{text}]"));
            assert_eq!(header.rules.komi.to_string(), komi, "{text}");
            assert_eq!(found.len(), remarks, "{text} {found:?}");
            assert!(header.komi_given);
        }
        let (missing, _) = header("HA[4]");
        assert_eq!(missing.rules.komi.to_string(), "0.5");
        assert!(!header("KM[]").0.komi_given);
        assert_eq!(header("KM[six]").1.len(), 1);
        for beyond in ["-107374182400", "1000050", "99999999999999999"] {
            assert!(!header(&format!("KM[{beyond}]")).0.komi_given, "{beyond}");
        }
    }

    #[test]
    fn rules_in_their_many_spellings() {
        for (text, name) in [
            ("Japanese", "japanese"),
            ("japanese rules", "japanese"),
            ("日本規則", "japanese"),
            ("Chinese, Pair Go", "chinese"),
            ("NZ", "new-zealand"),
            ("New Zealand", "new-zealand"),
            ("AGA 2011", "aga"),
            ("Korean", "japanese"),
            ("koPOSITIONALscoreAREAtaxNONEsui1", "tromp-taylor"),
            ("koSIMPLEscoreTERRITORYtaxSEKIsui0", "japanese"),
        ] {
            let rules = rules_from_text(text).unwrap_or_else(|| panic!("{text}"));
            assert_eq!(rules.name(), Some(name), "{text}");
        }
        assert_eq!(rules_from_text("GOE"), Some(Rules::ing()));
        assert_eq!(rules_from_text("Blitz"), None);
        assert_eq!(header("RU[Blitz]").1.len(), 1);
    }

    #[test]
    fn sizes_and_other_games() {
        assert_eq!(header("").0.size.area(), 361);
        assert_eq!(header("SZ[9:13]").0.size, Size::new(9, 13).unwrap());
        assert!(error("SZ[0]").contains("out of range"));
        assert!(error("SZ[26]").contains("26×26"));
        assert!(error("SZ[x]").contains("SZ[x] is no board size"));
        assert!(error("GM[3]").contains("GM[3] (chess) is another game"));
    }
}
