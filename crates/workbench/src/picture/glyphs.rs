//! Letters, digits and signs as strokes of a pen, for pictures that cannot count on fonts.
//!
//! A glyph stands on a grid: the baseline is row 2, capitals reach up to row 9, small
//! letters to row 7. Each stroke is a row of two-digit places, column and row; `~` makes it a
//! smooth curve through them, `@` a smooth closed one.

/// A glyph: how wide it is on the grid, and its strokes.
pub(super) struct Glyph {
    pub(super) width: f32,
    pub(super) strokes: Vec<Stroke>,
}

/// A stroke of the pen.
pub(super) struct Stroke {
    pub(super) places: Vec<(f32, f32)>,
    pub(super) curve: Curve,
}

/// How a stroke goes from place to place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Curve {
    Straight,
    Smooth,
    Closed,
}

/// Rows between the baseline and the top of capitals, and the row of the baseline.
pub(super) const CAPITAL: f32 = 7.0;
pub(super) const BASELINE: f32 = 2.0;
/// Room between glyphs, and the width of a space.
pub(super) const GAP: f32 = 2.0;
const SPACE: f32 = 2.0;

/// The glyph of a character; an empty box for one that has none.
pub(super) fn glyph(c: char) -> Glyph {
    if c.is_whitespace() {
        return Glyph { width: SPACE, strokes: Vec::new() };
    }
    let c = plain(c);
    let text = GLYPHS.iter().find(|(of, _)| of.contains(c)).map_or(BOX, |(_, text)| text);
    let strokes: Vec<Stroke> = text.split(' ').map(stroke).collect();
    let columns = strokes.iter().flat_map(|stroke| stroke.places.iter().map(|place| place.0));
    Glyph { width: columns.fold(0.0, f32::max), strokes }
}

fn stroke(text: &str) -> Stroke {
    let (curve, digits) = match text.as_bytes() {
        [b'~', rest @ ..] => (Curve::Smooth, rest),
        [b'@', rest @ ..] => (Curve::Closed, rest),
        rest => (Curve::Straight, rest),
    };
    let digit = |byte: u8| f32::from(byte.saturating_sub(b'0'));
    let places = digits.chunks_exact(2).map(|pair| (digit(pair[0]), digit(pair[1]))).collect();
    Stroke { places, curve }
}

/// Western letters without their accents: a name is better read so than not at all.
fn plain(c: char) -> char {
    match c {
        'À'..='Å' => 'A',
        'Ç' => 'C',
        'È'..='Ë' => 'E',
        'Ì'..='Ï' => 'I',
        'Ñ' => 'N',
        'Ò'..='Ö' | 'Ø' | 'Ō' => 'O',
        'Ù'..='Ü' | 'Ū' => 'U',
        'à'..='å' => 'a',
        'ç' => 'c',
        'è'..='ë' => 'e',
        'ì'..='ï' => 'i',
        'ñ' => 'n',
        'ò'..='ö' | 'ø' | 'ō' => 'o',
        'ù'..='ü' | 'ū' => 'u',
        c => c,
    }
}

const BOX: &str = "0209494202";

const GLYPHS: [(&str, &str); 88] = [
    ("0", "@294744220407"),
    ("1", "072922"),
    ("2", "~071939473502 0242"),
    ("3", "~081939473616 ~163644321203"),
    ("4", "32390444"),
    ("5", "490906 ~0626442203"),
    ("6", "~491704 @26442204"),
    ("7", "094912"),
    ("8", "@29472607 @26442204"),
    ("9", "~023447 @25072947"),
    ("A", "022942 1535"),
    ("B", "0209 ~092938372606 ~062645432202"),
    ("C", "~482907042243"),
    ("D", "0209 ~092947442202"),
    ("E", "49090242 0636"),
    ("F", "490902 0636"),
    ("G", "~482907042243 434525"),
    ("H", "0209 4942 0646"),
    ("I", "0902"),
    ("J", "3934 ~34221203"),
    ("K", "0209 4905 1642"),
    ("L", "090242"),
    ("M", "0209244942"),
    ("N", "02094249"),
    ("O", "@294744220407"),
    ("P", "0209 ~0929472505"),
    ("Q", "@294744220407 2442"),
    ("R", "0209 ~0929472505 2542"),
    ("S", "~48290726442203"),
    ("T", "0949 2922"),
    ("U", "0904 ~042244 4449"),
    ("V", "092249"),
    ("W", "0912263249"),
    ("X", "0942 4902"),
    ("Y", "0926 4926 2622"),
    ("Z", "09490242"),
    ("a", "@1727353422120405 3732"),
    ("b", "0902 @1727353422120405"),
    ("c", "~3627170504122233"),
    ("d", "@1727353422120405 3932"),
    ("e", "0434 ~343527170504122233"),
    ("f", "~392917 1712 0727"),
    ("g", "@1727353422120405 3731 ~31201001"),
    ("h", "0902 ~05172735 3532"),
    ("i", "0702 0908"),
    ("j", "~171100 1918"),
    ("k", "0902 3704 1532"),
    ("l", "0902"),
    ("m", "0702 ~051725 2522 ~253745 4542"),
    ("n", "0702 ~05172735 3532"),
    ("o", "@1727353422120405"),
    ("p", "0700 @1727353422120405"),
    ("q", "@1727353422120405 3730"),
    ("r", "0702 ~051727"),
    ("s", "~36271706152433221203"),
    ("t", "1913 ~132232 0727"),
    ("u", "0704 ~04122234 3732"),
    ("v", "072247"),
    ("w", "0712263247"),
    ("x", "0732 3702"),
    ("y", "0722 4710"),
    ("z", "07370232"),
    (".·", "0203"),
    (",", "1301"),
    (":", "0203 0607"),
    (";", "1301 1617"),
    ("-–—−", "0535"),
    ("+", "0545 2723"),
    ("(", "~29070421"),
    (")", "~09272401"),
    ("[", "29090121"),
    ("]", "09292101"),
    ("/", "0249"),
    ("\\", "0942"),
    ("|", "0901"),
    ("=", "0646 0444"),
    ("<", "380634"),
    (">", "083604"),
    ("?", "~0819394726 2625 2322"),
    ("!", "0904 0302"),
    ("'’‘", "0907"),
    ("\"“”", "0907 2927"),
    ("*×", "1434 1337 1733"),
    ("%", "0249 @09190807 @34443332"),
    ("#", "1219 3239 0747 0444"),
    ("&", "~424818071202 1334"),
    ("_", "0141"),
    ("…", "0203 2223 4243"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_that_captions_need_has_a_glyph() {
        let needed = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz.,:;-+()/='";
        for c in needed.chars() {
            assert_eq!(GLYPHS.iter().filter(|(of, _)| of.contains(c)).count(), 1, "{c}");
        }
    }

    #[test]
    fn every_stroke_has_two_places() {
        for (of, text) in GLYPHS {
            for part in text.split(' ') {
                let digits = part.trim_start_matches(['~', '@']);
                assert!(digits.len() >= 4 && digits.len() % 2 == 0, "{of}: {part}");
                assert!(digits.bytes().all(|b| b.is_ascii_digit()), "{of}: {part}");
            }
        }
    }

    #[test]
    fn accents_are_left_out_and_the_unknown_is_a_box() {
        assert_eq!(glyph('é').strokes.len(), glyph('e').strokes.len());
        assert_eq!(glyph('碁').strokes.len(), 1);
    }
}
