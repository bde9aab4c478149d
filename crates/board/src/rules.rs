//! Rules as independent switches, with the named rule sets as presets.
//!
//! The switches are those that real rule sets differ in; KataGo's protocol
//! names the same ones. What a preset leaves out of the rule book it stands
//! for is said beside it.

use std::fmt;
use std::str::FromStr;

/// What repetition is forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KoRule {
    /// Only the immediate recapture of one stone by one stone.
    Simple,
    /// No earlier board position may come again.
    Positional,
    /// No earlier board position may come again with the same player to move.
    Situational,
}

/// What counts at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Living stones and the empty points they surround.
    Area,
    /// Empty points surrounded, and prisoners.
    Territory,
}

/// Which eyes do not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Tax {
    /// All surrounded points count.
    None,
    /// Points surrounded by stones in seki do not count.
    Seki,
    /// As `Seki`, and every living group pays two points (stone scoring).
    All,
}

/// What White receives for Black's handicap stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HandicapBonus {
    /// Nothing.
    Zero,
    /// One point for each stone but the first.
    OneLess,
    /// One point for each stone.
    Full,
}

impl HandicapBonus {
    /// The points White receives for `stones` handicap stones.
    pub fn points(self, stones: usize) -> i32 {
        let stones = stones as i32;
        match self {
            _ if stones < 2 => 0,
            HandicapBonus::Zero => 0,
            HandicapBonus::OneLess => stones - 1,
            HandicapBonus::Full => stones,
        }
    }
}

/// Komi, kept exactly in half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Komi {
    halves: i32,
}

impl Komi {
    /// The largest komi accepted, in points either way.
    pub const LIMIT: i32 = 10_000;

    /// Komi of so many half points.
    pub const fn halves(halves: i32) -> Komi {
        Komi { halves }
    }

    /// Komi of so many half points, if it is not beyond the [limit](Komi::LIMIT).
    pub fn within_limit(halves: i64) -> Option<Komi> {
        let halves = i32::try_from(halves).ok()?;
        (halves.unsigned_abs() <= 2 * Komi::LIMIT.unsigned_abs()).then_some(Komi { halves })
    }

    /// Komi of whole points.
    pub const fn points(points: i32) -> Komi {
        Komi { halves: 2 * points }
    }

    /// The number of half points.
    pub const fn in_halves(self) -> i32 {
        self.halves
    }
}

impl fmt::Display for Komi {
    /// `6.5`, `0`, `-3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.halves < 0 { "-" } else { "" };
        let whole = self.halves.unsigned_abs() / 2;
        let half = if self.halves % 2 == 0 { "" } else { ".5" };
        write!(f, "{sign}{whole}{half}")
    }
}

/// The text is not a komi in half points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseKomiError(pub String);

impl fmt::Display for ParseKomiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is no komi: write whole or half points such as 6.5", self.0)
    }
}

impl std::error::Error for ParseKomiError {}

impl FromStr for Komi {
    type Err = ParseKomiError;

    /// Reads `6.5`, `7`, `-0.50`, with a decimal point or comma.
    fn from_str(text: &str) -> Result<Komi, ParseKomiError> {
        let bad = || ParseKomiError(text.to_string());
        let trimmed = text.trim();
        let (negative, digits) = match trimmed.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, trimmed.strip_prefix('+').unwrap_or(trimmed)),
        };
        let (whole, fraction) = digits.split_once(['.', ',']).unwrap_or((digits, ""));
        let all_digits = |part: &str| part.bytes().all(|b| b.is_ascii_digit());
        if whole.is_empty() && fraction.is_empty() || !all_digits(whole) || !all_digits(fraction) {
            return Err(bad());
        }
        let whole: i32 = if whole.is_empty() { 0 } else { whole.parse().map_err(|_| bad())? };
        let half = match fraction.trim_end_matches('0') {
            "" => 0,
            "5" => 1,
            _ => return Err(bad()),
        };
        let halves = 2 * i64::from(whole) + half;
        Komi::within_limit(if negative { -halves } else { halves }).ok_or_else(bad)
    }
}

/// A full set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Forbidden repetition.
    pub ko: KoRule,
    /// Whether several stones of one's own may be taken off by one's own move.
    /// A single stone can never be played to its own death: it would be a pass.
    pub suicide: bool,
    /// What counts.
    pub scoring: Scoring,
    /// Which eyes do not count.
    pub tax: Tax,
    /// Whether a pass hands over a prisoner and White passes last.
    pub pass_stones: bool,
    /// Whether the first pass earns half a point.
    pub button: bool,
    /// Whether dead stones are taken off before counting. If not, every stone
    /// that is left on the board counts as alive.
    pub agreement: bool,
    /// What White receives for handicap stones.
    pub handicap_bonus: HandicapBonus,
    /// Points for White.
    pub komi: Komi,
}

impl Rules {
    /// Japanese rules. Long cycles are not forbidden (the game would have no result).
    pub const fn japanese() -> Rules {
        Rules {
            ko: KoRule::Simple,
            suicide: false,
            scoring: Scoring::Territory,
            tax: Tax::Seki,
            pass_stones: false,
            button: false,
            agreement: true,
            handicap_bonus: HandicapBonus::Zero,
            komi: Komi::halves(13),
        }
    }

    /// Chinese rules, with positional superko as the rule text has it.
    pub const fn chinese() -> Rules {
        Rules {
            ko: KoRule::Positional,
            suicide: false,
            scoring: Scoring::Area,
            tax: Tax::None,
            pass_stones: false,
            button: false,
            agreement: true,
            handicap_bonus: HandicapBonus::Full,
            komi: Komi::halves(15),
        }
    }

    /// AGA rules: area and territory counting agree through pass stones.
    pub const fn aga() -> Rules {
        Rules {
            ko: KoRule::Situational,
            suicide: false,
            scoring: Scoring::Area,
            tax: Tax::None,
            pass_stones: true,
            button: false,
            agreement: true,
            handicap_bonus: HandicapBonus::OneLess,
            komi: Komi::halves(15),
        }
    }

    /// New Zealand rules.
    pub const fn new_zealand() -> Rules {
        Rules {
            ko: KoRule::Situational,
            suicide: true,
            scoring: Scoring::Area,
            tax: Tax::None,
            pass_stones: false,
            button: false,
            agreement: true,
            handicap_bonus: HandicapBonus::Zero,
            komi: Komi::points(7),
        }
    }

    /// Tromp–Taylor rules: every stone on the board at the end is alive.
    pub const fn tromp_taylor() -> Rules {
        Rules {
            ko: KoRule::Positional,
            suicide: true,
            scoring: Scoring::Area,
            tax: Tax::None,
            pass_stones: false,
            button: false,
            agreement: false,
            handicap_bonus: HandicapBonus::Zero,
            komi: Komi::halves(15),
        }
    }

    /// Ing rules. Ing's own ko rule (fighting and disturbing kos) is replaced by
    /// positional superko; komi is 8 with Black winning ties, written 7.5.
    pub const fn ing() -> Rules {
        Rules {
            ko: KoRule::Positional,
            suicide: true,
            scoring: Scoring::Area,
            tax: Tax::None,
            pass_stones: false,
            button: false,
            agreement: true,
            handicap_bonus: HandicapBonus::Zero,
            komi: Komi::halves(15),
        }
    }

    /// Stone scoring of old China: only stones count, so each living group pays
    /// for its two eyes.
    pub const fn stone_scoring() -> Rules {
        Rules {
            ko: KoRule::Simple,
            suicide: false,
            scoring: Scoring::Area,
            tax: Tax::All,
            pass_stones: false,
            button: false,
            agreement: true,
            handicap_bonus: HandicapBonus::Zero,
            komi: Komi::points(0),
        }
    }

    /// The canonical names of the presets.
    pub const PRESETS: [&'static str; 7] =
        ["japanese", "chinese", "aga", "new-zealand", "tromp-taylor", "ing", "stone-scoring"];

    /// The preset of this name: lower or upper case, `_`, `-` and spaces alike.
    /// Accepts the spellings met in SGF files and other programs.
    pub fn preset(name: &str) -> Option<Rules> {
        let plain: String =
            name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
        let rules = match plain.as_str() {
            "japanese" | "jp" | "japan" | "nihonkiin" | "日本" | "日本ルール" | "日本规则"
            | "日本規則" => Rules::japanese(),
            "korean" | "kr" | "korea" | "韩国规则" | "한국룰" => Rules::japanese(),
            "chinese" | "cn" | "china" | "中国" | "中国规则" | "中國規則" | "中国ルール" => {
                Rules::chinese()
            }
            "chinesekgs" | "chineseogs" => Rules::chinese(),
            "aga" | "bga" | "ffg" | "french" | "british" => Rules::aga(),
            "agabutton" => Rules { pass_stones: false, button: true, ..Rules::aga() },
            "nz" | "newzealand" => Rules::new_zealand(),
            "tromptaylor" | "tt" => Rules::tromp_taylor(),
            "ing" | "goe" | "inggoe" | "应氏规则" | "應氏規則" => Rules::ing(),
            "stonescoring" | "stone" | "ancient" | "ancientchinese" => Rules::stone_scoring(),
            _ => return None,
        };
        Some(rules)
    }

    /// The canonical preset name, komi aside, if these rules are a preset.
    pub fn name(&self) -> Option<&'static str> {
        Rules::PRESETS.into_iter().find(|name| {
            Rules::preset(name).is_some_and(|preset| Rules { komi: self.komi, ..preset } == *self)
        })
    }
}

impl Default for Rules {
    fn default() -> Rules {
        Rules::japanese()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn komi_reads_back() {
        for (text, halves) in [
            ("6.5", 13),
            ("7", 14),
            ("-0.5", -1),
            ("5,5", 11),
            ("0.50", 1),
            (" 7.0 ", 14),
            (".5", 1),
            ("+3", 6),
        ] {
            assert_eq!(text.parse::<Komi>().map(Komi::in_halves), Ok(halves), "{text}");
        }
        for text in ["", "x", "6.25", "--1", "1e3", "99999999999", "."] {
            assert!(text.parse::<Komi>().is_err(), "{text}");
        }
        for halves in -20..20 {
            let komi = Komi::halves(halves);
            assert_eq!(komi.to_string().parse(), Ok(komi));
        }
    }

    #[test]
    fn presets_know_their_names() {
        for name in Rules::PRESETS {
            assert!(Rules::preset(name).is_some(), "{name}");
        }
        assert_eq!(Rules::preset("Tromp Taylor").unwrap().name(), Some("tromp-taylor"));
        assert_eq!(Rules::preset("New_Zealand").unwrap().name(), Some("new-zealand"));
        assert_eq!(Rules::preset("checkers"), None);
        let seven = Rules { komi: Komi::points(7), ..Rules::japanese() };
        assert_eq!(seven.name(), Some("japanese"));
    }

    #[test]
    fn one_handicap_stone_is_none() {
        assert_eq!(HandicapBonus::Full.points(1), 0);
        assert_eq!(HandicapBonus::OneLess.points(4), 3);
        assert_eq!(HandicapBonus::Full.points(4), 4);
    }
}
