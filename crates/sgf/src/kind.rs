//! The types FF[4] gives its properties, and a check of values against them.

use crate::collection::Collection;
use crate::diagnostic::{Diagnostic, Remarks, Severity};
use crate::node::{Node, Property};
use crate::value::{Unreadable, Value};

/// What the values of a property are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One empty value: `KO`, `DO`, `IT`.
    Nothing,
    /// A whole number.
    Number,
    /// A number with an optional fraction.
    Real,
    /// 1 or 2.
    Double,
    /// B or W.
    Colour,
    /// One line of text.
    SimpleText,
    /// Text with line breaks.
    Text,
    /// A point, or a pass.
    Move,
    /// Points and rectangles, at least one.
    Points,
    /// Points and rectangles, or one empty value.
    PointsOrNone,
    /// Pairs of points: `AR`, `LN`.
    Lines,
    /// Points with texts: `LB`.
    Labels,
    /// Two texts: `AP`.
    TwoTexts,
    /// One or two numbers: `SZ`.
    Size,
    /// Nothing, or a number and a text: `FG`.
    Figure,
}

impl Kind {
    /// The kind of the property of this name; `None` for private and unknown ones.
    ///
    /// ```
    /// use sgf::Kind;
    /// assert_eq!(Kind::of("KM"), Some(Kind::Real));
    /// assert_eq!(Kind::of("KTV"), None);
    /// ```
    pub fn of(name: &str) -> Option<Kind> {
        Some(match name {
            "KO" | "DO" | "IT" => Kind::Nothing,
            "B" | "W" => Kind::Move,
            "MN" | "FF" | "GM" | "ST" | "HA" | "OB" | "OW" | "PM" => Kind::Number,
            "V" | "TM" | "KM" | "BL" | "WL" => Kind::Real,
            "DM" | "GB" | "GW" | "HO" | "UC" | "BM" | "TE" => Kind::Double,
            "PL" => Kind::Colour,
            "C" | "GC" => Kind::Text,
            "N" | "CA" | "AN" | "BR" | "BT" | "CP" | "DT" | "EV" | "GN" | "ON" | "OT" | "PB"
            | "PC" | "PW" | "RE" | "RO" | "RU" | "SO" | "US" | "WR" | "WT" => Kind::SimpleText,
            // L, M and SE are marks of FF[3] and before.
            "AB" | "AW" | "AE" | "CR" | "MA" | "SL" | "SQ" | "TR" | "L" | "M" | "SE" => {
                Kind::Points
            }
            "DD" | "VW" | "TB" | "TW" => Kind::PointsOrNone,
            "AR" | "LN" => Kind::Lines,
            "LB" => Kind::Labels,
            "AP" => Kind::TwoTexts,
            "SZ" => Kind::Size,
            "FG" => Kind::Figure,
            _ => return None,
        })
    }

    /// Whether more than one value may follow the name.
    pub fn is_list(self) -> bool {
        matches!(self, Kind::Points | Kind::PointsOrNone | Kind::Lines | Kind::Labels)
    }

    /// Whether the value can be read as this kind.
    pub fn check(self, value: Value<'_>) -> Result<(), Unreadable> {
        let is_empty = value.raw().trim().is_empty();
        match self {
            Kind::Nothing if is_empty => Ok(()),
            Kind::Nothing => Err(value.unreadable("empty, as it should be")),
            Kind::Number => value.number().map(drop),
            Kind::Real => value.decimal().map(drop),
            Kind::Double => value.double().map(drop),
            Kind::Colour => value.colour().map(drop),
            Kind::SimpleText | Kind::Text => Ok(()),
            Kind::Move => value.play().map(drop),
            Kind::PointsOrNone | Kind::Figure if is_empty => Ok(()),
            Kind::Points | Kind::PointsOrNone => value.points().map(drop),
            Kind::Lines => value.line().map(drop),
            Kind::Labels => value.label().map(drop),
            Kind::TwoTexts => match value.halves() {
                (_, Some(_)) => Ok(()),
                _ => Err(value.unreadable("a name and a version")),
            },
            Kind::Size => value.size().map(drop),
            Kind::Figure => match value.halves() {
                (flags, Some(_)) => flags.number().map(drop),
                _ => Err(value.unreadable("a number and a name")),
            },
        }
    }
}

impl Property<'_> {
    /// The kind of its values; `None` for private and unknown properties.
    pub fn kind(self) -> Option<Kind> {
        Kind::of(&self.name())
    }
}

impl Collection {
    /// Holds every value against its type and every node against the rule that stones
    /// are not set up and played in the same node. All of it was read and is kept;
    /// these are warnings for those who want a clean file. Games that were built are
    /// not looked at.
    ///
    /// ```
    /// let collection = sgf::parse("(;SZ[19]KM[6,5]\n;B[q16])");
    /// let warnings: Vec<String> =
    ///     collection.check().iter().map(ToString::to_string).collect();
    /// assert_eq!(warnings, [
    ///     "line 1, column 12: warning: the value of KM: \"6,5\" is not a number",
    ///     "line 2, column 4: warning: the value of B: \"q16\" is not a move",
    /// ]);
    /// ```
    pub fn check(&self) -> Vec<Diagnostic> {
        let mut remarks = Remarks::default();
        for node in self.games().flat_map(|game| game.nodes()) {
            check_node(node, &mut remarks);
        }
        self.locate(remarks)
    }
}

fn check_node(node: Node<'_>, remarks: &mut Remarks) {
    let mut warn = |offset: Option<usize>, message: &dyn Fn() -> String| {
        if let Some(offset) = offset {
            remarks.note(Severity::Warning, offset, message);
        }
    };
    let (mut plays, mut setup) = (false, None);
    for property in node.properties() {
        plays |= property.is("B") || property.is("W");
        if ["AB", "AW", "AE"].iter().any(|name| property.is(name)) {
            setup = setup.or(property.text_offset());
        }
        let Some(kind) = property.kind() else {
            continue;
        };
        for (index, value) in property.values().enumerate() {
            if let Err(wrong) = kind.check(value) {
                let name = property.name();
                warn(value.text_offset(), &|| format!("the value of {name}: {wrong}"));
            }
            if index == 1 && !kind.is_list() {
                let name = property.name();
                warn(value.text_offset(), &|| {
                    format!("the property {name} takes one value, and here is one more")
                });
            }
        }
    }
    if plays && setup.is_some() {
        warn(setup, &|| "stones are set up and played in the same node".to_owned());
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_clean_game_earns_no_warning_and_an_odd_one_says_where() {
        let clean = "(;FF[4]GM[1]AP[a:1]SZ[9:7]KM[5.5]DD[]AB[aa:bb][cc]LB[aa:x]AR[aa:bb]\
                     ;B[]TE[1]KO[];FG[]W[tt]FG[257:x]C[]XX[anything][at all])";
        assert_eq!(crate::parse(clean).check(), []);
        let odd = "(;AB[aa]B[bb]TE[3]MN[1][2]SZ[19:]AP[x]KO[1]FG[x]PL[?])";
        let warnings = crate::parse(odd).check();
        let columns: Vec<u32> = warnings.iter().map(|w| w.location.column).collect();
        assert_eq!(columns, [3, 17, 25, 30, 37, 42, 47, 52]);
    }
}
