//! How wide text is: the widths of Helvetica, which sans-serif fonts are close to.

/// Widths of the characters from the space to the tilde, in thousandths of the size
/// (Adobe Font Metrics of Helvetica).
const WIDTHS: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// How wide a text of this size is.
pub fn text_width(text: &str, size: f32) -> f32 {
    let width = |c: char| match c {
        ' '..='~' => u32::from(WIDTHS[c as usize - ' ' as usize]),
        // Most other letters are about as wide as digits; those of East Asia are square.
        c if (c as u32) < 0x2e80 => 556,
        _ => 1000,
    };
    text.chars().map(width).sum::<u32>() as f32 * size / 1000.0
}

/// A text in lines that are no wider than `most`, broken at spaces. A word that is wider
/// has a line of its own.
pub fn wrapped(text: &str, size: f32, most: f32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if text_width(line, size) + text_width(word, size) + 0.28 * size <= most => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_equally_wide() {
        assert_eq!(text_width("111", 10.0), text_width("888", 10.0));
        assert!(text_width("iii", 10.0) < text_width("mmm", 10.0));
    }

    #[test]
    fn lines_break_at_spaces() {
        let lines = wrapped("12 at 3, 15 (ko at 9), 18 at 3", 10.0, 60.0);
        assert!(lines.len() > 1);
        assert_eq!(lines.join(" "), "12 at 3, 15 (ko at 9), 18 at 3");
        assert!(lines.iter().all(|line| text_width(line, 10.0) <= 60.0));
        assert_eq!(wrapped("unbreakable", 10.0, 1.0), ["unbreakable"]);
    }
}
