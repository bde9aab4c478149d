//! Guessing the encoding of bytes that declare none and are no UTF-8.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, WINDOWS_1251, WINDOWS_1252,
};

/// The likeliest encoding: the detector's answer if it is one that Go records come in,
/// else the double-byte encoding with the most ordinary characters, else Latin-1.
pub(crate) fn guess(bytes: &[u8]) -> &'static Encoding {
    guess_sample(&telling_sample([bytes]))
}

/// The likeliest encoding of several pieces; `None` if there are none.
pub(crate) fn guess_together<'a>(
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Option<&'static Encoding> {
    let sample = telling_sample(pieces);
    (!sample.is_empty()).then(|| guess_sample(&sample))
}

fn guess_sample(sample: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(sample, true);
    let detected = match detector.guess(None, Utf8Detection::Deny) {
        encoding if encoding == GBK => GB18030,
        encoding => encoding,
    };
    let usual = [SHIFT_JIS, GB18030, BIG5, EUC_KR, EUC_JP, WINDOWS_1251];
    if usual.contains(&detected) && is_clean(detected, sample) {
        return detected;
    }
    most_ordinary(sample).unwrap_or(WINDOWS_1252)
}

/// Whether invalid UTF-8 is still UTF-8 with a few damaged bytes: text in another
/// encoding has far more sequences that are wrong than right.
pub(crate) fn is_mostly_utf8(bytes: &[u8]) -> bool {
    let (mut good, mut bad) = (0usize, 0usize);
    for chunk in bytes.utf8_chunks() {
        good += chunk.valid().chars().filter(|c| !c.is_ascii()).count();
        bad += usize::from(!chunk.invalid().is_empty());
    }
    good > 0 && good >= 3 * bad
}

/// The most bytes given to the detector.
const SAMPLE: usize = 1 << 20;

/// Pieces of the input that are not pure ASCII, up to [`SAMPLE`] bytes. Pieces end at
/// bytes below 0x30, which are never the second half of a character.
fn telling_sample<'a>(inputs: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut sample = Vec::new();
    let ends_piece = |byte: &u8| matches!(byte, b'\n' | b'\r' | b';' | b'(' | b')');
    let pieces = inputs.into_iter().flat_map(|bytes| bytes.split_inclusive(ends_piece));
    for piece in pieces {
        if sample.len() >= SAMPLE {
            break;
        }
        if !piece.is_ascii() {
            let room = piece.len().min(SAMPLE);
            sample.extend_from_slice(&piece[..room]);
        }
    }
    sample
}

/// Whether the sample decodes without error, but for a character cut at its very end.
fn is_clean(encoding: &'static Encoding, sample: &[u8]) -> bool {
    (0..4.min(sample.len())).any(|cut| {
        encoding
            .decode_without_bom_handling_and_without_replacement(&sample[..sample.len() - cut])
            .is_some()
    })
}

/// The double-byte encoding in which the sample is clean and reads most ordinarily.
fn most_ordinary(sample: &[u8]) -> Option<&'static Encoding> {
    let head = &sample[..sample.len().min(1 << 14)];
    [SHIFT_JIS, GB18030, BIG5, EUC_KR, EUC_JP]
        .into_iter()
        .filter(|encoding| is_clean(encoding, head))
        .map(|encoding| (score(encoding, head), encoding))
        .filter(|(score, _)| *score > 0)
        .max_by_key(|(score, _)| *score)
        .map(|(_, encoding)| encoding)
}

/// Ordinary characters count for an encoding, rare and private ones against it. A
/// Latin-1 letter between ASCII letters makes one odd character of two, hence the
/// penalty for a foreign character that stands alone between them.
fn score(encoding: &'static Encoding, sample: &[u8]) -> i64 {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let mut score = 0;
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        if !c.is_ascii() {
            let alone = before.is_ascii_alphabetic() || after.is_ascii_alphabetic();
            score += match c {
                _ if alone => -2,
                '\u{3040}'..='\u{30FF}' => 3,
                '\u{AC00}'..='\u{D7A3}' => 2,
                '\u{4E00}'..='\u{9FFF}' => 1,
                '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF60}' => 1,
                '\u{FF61}'..='\u{FF9F}' => -1,
                '\u{E000}'..='\u{F8FF}' | '\u{FFFD}' => -4,
                _ => -1,
            };
        }
        before = c;
    }
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn telling_texts_are_recognised() {
        for (encoding, text) in [
            (SHIFT_JIS, "黒番の手は難しいです。ここで切ると面白い。"),
            (GB18030, "黑先，怎样攻击白棋？白棋只能长出，黑三立是先手。"),
            (BIG5, "黑先，怎樣攻擊白棋？這是從後面的變化而來的。"),
            (EUC_KR, "흑이 먼저 둡니다. 백을 잡을 수 있습니까?"),
            (EUC_JP, "黒番の手は難しいです。ここで切ると面白い。"),
            (WINDOWS_1251, "Чёрные начинают и выигрывают эту борьбу."),
            (WINDOWS_1252, "Les noirs jouent à côté, très près du bord."),
        ] {
            let (bytes, _, _) = encoding.encode(text);
            let wrapped = [b"(;FF[4]SZ[19]C[".as_slice(), &bytes, b"];B[pd];W[dp])"].concat();
            assert_eq!(guess(&wrapped).name(), encoding.name(), "{text}");
            assert!(!is_mostly_utf8(&wrapped));
        }
    }

    #[test]
    fn damaged_utf8_stays_utf8() {
        let mut bytes = "黑先，怎样攻击白棋？".as_bytes().to_vec();
        bytes.truncate(bytes.len() - 1);
        assert!(is_mostly_utf8(&bytes));
        assert!(!is_mostly_utf8(b"plain \xFF"));
    }
}
