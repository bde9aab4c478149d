//! The `CA` property in its many spellings, found in bytes that are not decoded yet.

use std::ops::Range;

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, SHIFT_JIS, UTF_8, WINDOWS_1251, WINDOWS_1252,
};

use crate::arena::value_at;

/// A part of the input whose games share one declared encoding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Part {
    pub(crate) range: Range<usize>,
    pub(crate) label: Option<String>,
}

/// The encoding a `CA` value means.
pub(crate) fn encoding_for_label(label: &str) -> Option<&'static Encoding> {
    let bare: String =
        label.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    let known = match bare.as_str() {
        "utf8" | "unicode" | "utf" | "cp65001" | "65001" => UTF_8,
        // A file whose bytes are plainly not UTF-16 but says so was saved anew.
        "utf16" | "utf16le" | "utf16be" | "ucs2" => UTF_8,
        "shiftjis" | "sjis" | "xsjis" | "mskanji" | "cp932" | "ms932" | "windows31j"
        | "shiftjisx0213" | "932" | "japanese" => SHIFT_JIS,
        "gb2312" | "gbk" | "gb18030" | "gb" | "cp936" | "ms936" | "936" | "euccn" | "xgbk"
        | "gb231280" | "hzgb2312" | "chinese" => GB18030,
        "big5" | "cp950" | "ms950" | "950" | "big5hkscs" | "big5eten" | "xxbig5" | "euctw" => BIG5,
        "euckr" | "ksc5601" | "ksc56011987" | "ksc56011989" | "cp949" | "ms949" | "949" | "uhc"
        | "windows949" | "korean" => EUC_KR,
        "eucjp" | "ujis" | "xeucjp" => EUC_JP,
        "windows1251" | "win1251" | "cp1251" | "1251" => WINDOWS_1251,
        "latin1" | "iso88591" | "iso885915" | "88591" | "ascii" | "usascii" | "ansi"
        | "windows1252" | "win1252" | "cp1252" | "1252" | "us" => WINDOWS_1252,
        _ => return Encoding::for_label_no_replacement(label.trim().as_bytes()),
    };
    Some(known)
}

/// Cuts the input before each game that declares another encoding than the game
/// before it, and before each that declares UTF-8 where not all is; also after the
/// UTF-8 games at the head of a part whose rest is none. Else there is one part.
pub(crate) fn declared_parts(bytes: &[u8]) -> Vec<Part> {
    let mut parts = vec![Part { range: 0..bytes.len(), label: None }];
    let is_utf8 = |label: &str| encoding_for_label(label) == Some(UTF_8);
    if std::str::from_utf8(bytes).is_ok()
        && let Some(label) = first_property(bytes)
        && is_utf8(&label)
    {
        // Nothing to cut: what looks like another declaration is part of some comment.
        parts[0].label = Some(label);
        return parts;
    }
    let mut after_last_tag = first_game(bytes);
    while let Some((tag, label, after)) = next_tag(bytes, after_last_tag) {
        let current = parts.last_mut().expect("never empty");
        let cut = game_before(bytes, tag, after_last_tag.max(current.range.start));
        after_last_tag = after;
        match (cut, &current.label) {
            (Some(cut), known) if is_utf8(&label) || !same_encoding(known.as_deref(), &label) => {
                let end = std::mem::replace(&mut current.range.end, cut);
                parts.push(Part { range: cut..end, label: Some(label) });
            }
            (None, None) => current.label = Some(label),
            _ => {}
        }
    }
    parts
        .into_iter()
        .flat_map(|part| {
            let declares_utf8 = part.label.as_deref().is_some_and(is_utf8);
            let cut =
                if declares_utf8 { undeclared_tail(&bytes[part.range.clone()]) } else { None };
            match cut.map(|cut| part.range.start + cut) {
                None => vec![part],
                Some(cut) => vec![
                    Part { range: part.range.start..cut, label: part.label },
                    Part { range: cut..part.range.end, label: None },
                ],
            }
        })
        .collect()
}

/// Where the first game begins; what stands before it declares nothing. The beginning if
/// there is no game.
pub(crate) fn first_game(bytes: &[u8]) -> usize {
    let starts_game =
        |&at: &usize| bytes[at] == b'(' && bytes.get(skip_space(bytes, at + 1)) == Some(&b';');
    (0..bytes.len()).find(starts_game).unwrap_or(0)
}

/// What the first `CA` says that is a property rather than part of a value. In valid
/// UTF-8 no byte of another character looks like a bracket, so values can be skipped.
fn first_property(bytes: &[u8]) -> Option<String> {
    let (mut at, mut from) = (first_game(bytes), 0);
    while let Some((tag, label, after)) = next_tag(bytes, at.max(from)) {
        while at < tag {
            at = match bytes[at] {
                b'[' => value_at(bytes, at).map_or(at + 1, |value| value.after),
                _ => at + 1,
            };
        }
        if at == tag {
            return Some(label);
        }
        from = after;
    }
    None
}

/// Where whole games in valid UTF-8 end and others, which declare nothing, begin with
/// some that are not. An editor that changes one game of an old file leaves this.
fn undeclared_tail(bytes: &[u8]) -> Option<usize> {
    let valid = match std::str::from_utf8(bytes) {
        Ok(_) => return None,
        Err(error) => &bytes[..error.valid_up_to()],
    };
    let (mut depth, mut end, mut at) = (0usize, None, 0);
    while let Some(&byte) = valid.get(at) {
        at += 1;
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => (depth, end) = (0, Some(at)),
            b')' => depth = depth.saturating_sub(1),
            b'[' if depth > 0 => at = value_at(valid, at - 1).map_or(at, |value| value.after),
            _ => {}
        }
    }
    end
}

fn same_encoding(known: Option<&str>, label: &str) -> bool {
    known.is_some_and(|known| {
        known == label || encoding_for_label(known) == encoding_for_label(label)
    })
}

/// The next `CA[label]` at or after `from`: where it begins, what it says, where it ends.
fn next_tag(bytes: &[u8], from: usize) -> Option<(usize, String, usize)> {
    let mut at = from;
    loop {
        at += bytes[at..].windows(2).position(|pair| pair == b"CA")?;
        let before = if at == 0 { b' ' } else { bytes[at - 1] };
        let stands_alone = matches!(before, b';' | b']' | b'(') || before.is_ascii_whitespace();
        let open = skip_space(bytes, at + 2);
        if stands_alone && bytes.get(open) == Some(&b'[') {
            let rest = &bytes[open + 1..bytes.len().min(open + 65)];
            if let Some(length) = rest.iter().position(|&byte| byte == b']') {
                let label = String::from_utf8_lossy(&rest[..length]).trim().to_owned();
                if !label.is_empty() {
                    return Some((at, label, open + 1 + length));
                }
            }
        }
        at += 2;
    }
}

/// The last `(;` between `from` and `tag`, where it follows the end of another game or
/// begins a line.
fn game_before(bytes: &[u8], tag: usize, from: usize) -> Option<usize> {
    let open = from + bytes[from..tag].iter().rposition(|&byte| byte == b'(')?;
    let starts_game = bytes.get(skip_space(bytes, open + 1)) == Some(&b';');
    let follows_game =
        bytes[from..open].iter().rfind(|byte| !byte.is_ascii_whitespace()) == Some(&b')');
    let starts_line = open > from && matches!(bytes[open - 1], b'\n' | b'\r');
    (starts_game && (follows_game || starts_line)).then_some(open)
}

fn skip_space(bytes: &[u8], mut at: usize) -> usize {
    while bytes.get(at).is_some_and(u8::is_ascii_whitespace) {
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_met_in_the_wild() {
        for (label, name) in [
            ("utf8", "UTF-8"),
            ("UTF-8", "UTF-8"),
            ("UTF_8", "UTF-8"),
            ("Shift_JIS", "Shift_JIS"),
            ("shift-jis", "Shift_JIS"),
            ("MS_KANJI", "Shift_JIS"),
            ("SJIS", "Shift_JIS"),
            ("gb2312", "gb18030"),
            ("GBK", "gb18030"),
            ("Big5", "Big5"),
            ("ks_c_5601-1987", "EUC-KR"),
            ("EUC-KR", "EUC-KR"),
            ("EUC-JP", "EUC-JP"),
            ("windows-1251", "windows-1251"),
            ("ISO-8859-1", "windows-1252"),
            ("iso8859-1", "windows-1252"),
            ("KOI8-R", "KOI8-R"),
        ] {
            let found = encoding_for_label(label).map(Encoding::name);
            assert_eq!(found, Some(name), "{label}");
        }
        assert_eq!(encoding_for_label("klingon"), None);
    }

    #[test]
    fn parts_are_cut_where_another_encoding_is_declared() {
        let label = |part: &Part| part.label.clone().unwrap_or_default();
        let both = b"(;CA[GBK];B[aa](;W[bb])(;W[cc]))\n(;FF[4]CA[UTF-8];B[aa])(;CA[utf8])";
        let parts = declared_parts(both);
        assert_eq!(parts.len(), 3);
        assert_eq!(label(&parts[0]), "GBK");
        assert_eq!(label(&parts[1]), "UTF-8");
        assert!(both[parts[1].range.clone()].starts_with(b"(;FF[4]CA[UTF-8]"));

        let late = declared_parts(b"(;B[aa])(;CA[Big5])");
        assert_eq!(late.len(), 2);
        assert_eq!((label(&late[0]), label(&late[1])), ("".into(), "Big5".into()));

        let same = declared_parts(b"(;CA[GBK];B[aa])(;CA[gb2312];B[bb])");
        assert_eq!(same.len(), 1);
        // The first game was changed and is UTF-8 now; the old one declares nothing.
        let mixed = declared_parts(b"(;CA[UTF-8]C[\xC3\xA9)\\]])\n(;C[\xE9])");
        assert_eq!(mixed.len(), 2);
        assert_eq!((mixed[0].range.end, &mixed[1].label), (20, &None));
        assert_eq!(declared_parts(b"(;PCA[x]C[CA])").len(), 1);
        // A mail or a page may stand before the game.
        let after_noise = declared_parts(b"see CA[ISO-2022-JP] [(;FF[4]CA[UTF-8])");
        assert_eq!(after_noise.len(), 1);
        assert_eq!(label(&after_noise[0]), "UTF-8");
        assert_eq!(declared_parts(b"")[0].range, 0..0);
    }
}
