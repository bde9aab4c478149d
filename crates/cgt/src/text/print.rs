//! From games to text. What is printed reads back in as the same game.

use rustc_hash::FxHashMap;

use crate::{Dyadic, Error, Game, Games, NumberUpStar, Side};

/// How long the text of a game may become, in bytes.
pub const MAX_LENGTH: usize = 1_000_000;

/// Which signs to print.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Style {
    /// `1/2+^^*`, `+_2`
    #[default]
    Ascii,
    /// `½⇑∗`, `⧾₂`
    Book,
}

impl Games {
    /// The canonical form as text, with names for named values. Options are
    /// listed in an order that depends on the game alone.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let two = games.number(Dyadic::from(2));
    /// let tiny = games.tiny(two)?;
    /// assert_eq!(games.text(tiny)?, "+_2");
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn text(&self, g: Game) -> Result<String, Error> {
        self.text_in(g, Style::Ascii)
    }

    /// The canonical form as text in the given style.
    pub fn text_in(&self, g: Game, style: Style) -> Result<String, Error> {
        // Count first: the tree of a game can be far greater than its graph.
        if leaves(self, g, &mut FxHashMap::default()) > MAX_LENGTH {
            return Err(Error::Length { limit: MAX_LENGTH });
        }
        Ok(Printer { games: self, style }.game(g, false)?.text)
    }
}

struct Printer<'a> {
    games: &'a Games,
    style: Style,
}

/// A text and the length of its outermost bars: 0 if it needs no braces.
struct Piece {
    text: String,
    bars: usize,
}

/// Longer bars than this are hard to count; braces follow.
const MOST_BARS: usize = 5;

impl Printer<'_> {
    /// The text of `g`, or of its negative.
    fn game(&self, g: Game, negate: bool) -> Result<Piece, Error> {
        if let Some(value) = g.as_number_up_star() {
            let value = if negate { value.negative()? } else { value };
            return Ok(Piece { text: self.closed(value), bars: 0 });
        }
        match self.named(g, negate)? {
            Some(text) => Ok(Piece { text, bars: 0 }),
            None => self.form(g, negate),
        }
    }

    fn form(&self, g: Game, negate: bool) -> Result<Piece, Error> {
        let (left, right) =
            if negate { (Side::Right, Side::Left) } else { (Side::Left, Side::Right) };
        let left = self.options(g, left, negate)?;
        let right = self.options(g, right, negate)?;
        let bars = 1 + left.bars.max(right.bars);
        let text = format!("{}{}{}", left.text, "|".repeat(bars), right.text);
        if text.len() > MAX_LENGTH {
            Err(Error::Length { limit: MAX_LENGTH })
        } else {
            Ok(Piece { text, bars })
        }
    }

    fn options(&self, g: Game, side: Side, negate: bool) -> Result<Piece, Error> {
        let mut options = Vec::new();
        for option in self.games.options(g, side) {
            let (mut high, mut low) =
                (self.games.left_stop(option).value, self.games.right_stop(option).value);
            if negate {
                (high, low) = (-low, -high);
            }
            let piece = self.game(option, negate)?;
            options.push((!option.is_number(), -high, -low, piece.text.len(), piece));
        }
        // Numbers first, then by stops from the best for Left on, then by text.
        options
            .sort_by(|a, b| (a.0, a.1, a.2, a.3, &a.4.text).cmp(&(b.0, b.1, b.2, b.3, &b.4.text)));
        if let [(.., only)] = &options[..] {
            return Ok(if only.bars < MOST_BARS {
                Piece { text: only.text.clone(), bars: only.bars }
            } else {
                Piece { text: braced(only), bars: 0 }
            });
        }
        let texts: Vec<String> = options.iter().map(|(.., piece)| braced(piece)).collect();
        Ok(Piece { text: texts.join(","), bars: 0 })
    }

    /// The text of a game whose core has a name.
    fn named(&self, g: Game, negate: bool) -> Result<Option<String>, Error> {
        let core = g.core();
        let name = if let Some(name) = self.tiny(core, negate, g.offset().is_zero())? {
            name
        } else if let Some(name) = self.power(core, negate) {
            name
        } else {
            return Ok(None);
        };
        let offset = if negate { -g.offset() } else { g.offset() };
        Ok(Some(if offset.is_zero() {
            name
        } else if name.starts_with('-') {
            format!("{}{name}", self.number(offset))
        } else {
            format!("{}+{name}", self.number(offset))
        }))
    }

    fn tiny(&self, core: Game, negate: bool, alone: bool) -> Result<Option<String>, Error> {
        let (threat, mut is_tiny) = match self.games.threat(core, Side::Right) {
            Some(threat) => (threat, true),
            None => match self.games.threat(core, Side::Left) {
                Some(threat) => (threat, false),
                None => return Ok(None),
            },
        };
        // Tiny G threatens -G.
        let subscript = self.game(threat, is_tiny)?;
        let negated_number = threat.as_number().map(|x| if is_tiny { -x } else { x });
        is_tiny ^= negate;
        if self.style == Style::Ascii && !alone {
            let name = if is_tiny { "tiny" } else { "miny" };
            return Ok(Some(format!("{name}({})", braced(&subscript))));
        }
        let sign = match (self.style, is_tiny) {
            (Style::Ascii, true) => "+_",
            (Style::Ascii, false) => "-_",
            (Style::Book, true) => "⧾",
            (Style::Book, false) => "⧿",
        };
        let bare = match (self.style, negated_number.and_then(Dyadic::as_integer)) {
            (Style::Book, Some(n)) => scripted(&n.to_string(), "₀₁₂₃₄₅₆₇₈₉"),
            (Style::Book, None) if negated_number.is_some() => format!("_{}", subscript.text),
            (_, _) if negated_number.is_some() => subscript.text,
            _ if subscript.bars > 0 => format!("{{{}}}", subscript.text),
            _ => format!("({})", subscript.text),
        };
        Ok(Some(format!("{sign}{bare}")))
    }

    /// Powers of up and their sums, perhaps with a star.
    fn power(&self, core: Game, negate: bool) -> Option<String> {
        for side in [Side::Left, Side::Right] {
            let positive = (side == Side::Left) != negate;
            let sign = match (self.style, positive) {
                (Style::Ascii, true) => "^",
                (Style::Ascii, false) => "v",
                (Style::Book, true) => "↑",
                (Style::Book, false) => "↓",
            };
            let star = if self.style == Style::Ascii { "+*" } else { "∗" };
            if let Some((n, with_star)) = self.up_powers(core, side) {
                return Some(format!("{sign}[{n}]{}", if with_star { star } else { "" }));
            }
            if let Some((n, with_star)) = self.up_power(core, side) {
                let n = match self.style {
                    Style::Ascii => format!("<{n}>"),
                    Style::Book => scripted(&n.to_string(), "⁰¹²³⁴⁵⁶⁷⁸⁹"),
                };
                return Some(format!("{sign}{n}{}", if with_star { star } else { "" }));
            }
        }
        None
    }

    /// `n` and whether there is a star, if `g` is `↑ + … + ↑ⁿ` or that plus
    /// `*`; seen from the other side for `Side::Right`. The canonical forms are
    /// `{↑ + … + ↑ⁿ⁻¹|*}` and `{0, ↑ + … + ↑ⁿ⁻¹ + *|0}`.
    fn up_powers(&self, mut g: Game, side: Side) -> Option<(u32, bool)> {
        let up = if side == Side::Left { 1 } else { -1 };
        let closed =
            |ups, nimber| Game::number_up_star(NumberUpStar { number: Dyadic::ZERO, ups, nimber });
        let mut n = 1;
        let star = self.games.options(g, side).len() == 2;
        loop {
            if g == closed(up, u16::from(star)) {
                return Some((n, star)).filter(|_| n > 1);
            }
            if g.place().is_none() || !g.offset().is_zero() {
                return None;
            }
            let mut mine: Vec<Game> = self.games.options(g, side).collect();
            let theirs: Vec<Game> = self.games.options(g, side.other()).collect();
            if theirs != [Game::nimber(u16::from(!star))] {
                return None;
            }
            if star {
                mine.retain(|&option| option != Game::ZERO);
            }
            let [only] = mine[..] else { return None };
            g = only;
            n += 1;
        }
    }

    /// `n` and whether there is a star, if `g` is `↑ⁿ = {0|-(↑ + … + ↑ⁿ⁻¹) + *}`
    /// or `↑ⁿ + * = {0, *|-(↑ + … + ↑ⁿ⁻¹)}`.
    fn up_power(&self, g: Game, side: Side) -> Option<(u32, bool)> {
        let mine: Vec<Game> = self.games.options(g, side).collect();
        let star = match mine[..] {
            [only] if only == Game::ZERO => false,
            [a, b] if [a, b].contains(&Game::ZERO) && [a, b].contains(&Game::nimber(1)) => true,
            _ => return None,
        };
        let mut theirs = self.games.options(g, side.other());
        let answer = theirs.next().filter(|_| theirs.len() == 0)?;
        let down = if side == Side::Left { -1 } else { 1 };
        let simple = answer.as_number_up_star();
        if let Some(NumberUpStar { number, ups, nimber }) = simple {
            let fits = number.is_zero() && ups == down && nimber == u16::from(!star);
            return fits.then_some((2, star));
        }
        let (n, with_star) = self.up_powers(answer, side.other())?;
        (with_star != star).then_some((n + 1, star))
    }

    fn closed(&self, value: NumberUpStar) -> String {
        let NumberUpStar { number, ups, nimber } = value;
        let mut text = String::new();
        if !number.is_zero() || ups == 0 && nimber == 0 {
            text = self.number(number);
        }
        // In the books 1↑ is 1 + ↑, but -1↑ reads as -(1 + ↑).
        let together = self.style == Style::Book && number.signum() >= 0;
        if !text.is_empty() && (ups != 0 || nimber != 0) && !together {
            text.push('+');
        }
        text.push_str(&self.ups(ups));
        let star = if self.style == Style::Ascii { "*" } else { "∗" };
        match nimber {
            0 => {}
            1 => text.push_str(star),
            m => text.push_str(&format!("{star}{m}")),
        }
        text
    }

    fn ups(&self, ups: i32) -> String {
        let signs = match (self.style, ups > 0) {
            (Style::Ascii, true) => ["^", "^^", "^3"],
            (Style::Ascii, false) => ["v", "vv", "v3"],
            (Style::Book, true) => ["↑", "⇑", "⤊"],
            (Style::Book, false) => ["↓", "⇓", "⤋"],
        };
        match ups.unsigned_abs() {
            0 => String::new(),
            k @ 1..=3 => signs[k as usize - 1].to_string(),
            k => format!("{}{k}", signs[0]),
        }
    }

    fn number(&self, x: Dyadic) -> String {
        let fraction = match (self.style, x.denominator(), x.abs().numerator() % x.denominator()) {
            (Style::Book, 2, _) => '½',
            (Style::Book, 4, 1) => '¼',
            (Style::Book, 4, 3) => '¾',
            (Style::Book, 8, 1) => '⅛',
            (Style::Book, 8, 3) => '⅜',
            (Style::Book, 8, 5) => '⅝',
            (Style::Book, 8, 7) => '⅞',
            _ => return x.to_string(),
        };
        let sign = if x.signum() < 0 { "-" } else { "" };
        match x.abs().floor() {
            0 => format!("{sign}{fraction}"),
            whole => format!("{sign}{whole}{fraction}"),
        }
    }
}

/// How many values without a form the tree of `g` ends in; each takes at least
/// a character.
fn leaves(games: &Games, g: Game, known: &mut FxHashMap<Game, usize>) -> usize {
    let core = g.core();
    if core.place().is_none() {
        return 1;
    }
    if let Some(&count) = known.get(&core) {
        return count;
    }
    let options = games.left(core).chain(games.right(core));
    let count = options.fold(0, |sum: usize, o| sum.saturating_add(leaves(games, o, known)));
    known.insert(core, count);
    count
}

/// Digits written with other ones.
fn scripted(number: &str, digits: &str) -> String {
    let value = |c: char| c.to_digit(10).and_then(|d| digits.chars().nth(d as usize));
    number.chars().filter_map(value).collect()
}

fn braced(piece: &Piece) -> String {
    if piece.bars == 0 { piece.text.clone() } else { format!("{{{}}}", piece.text) }
}
