//! Bytes out and in: numbers of any size, and a checksum.

/// Writes numbers.
#[derive(Default)]
pub(super) struct Writer {
    pub(super) bytes: Vec<u8>,
}

impl Writer {
    /// A number, seven bits a byte, the low ones first.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// A number with a sign, which moves to the lowest bit.
    pub(super) fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63) as u64);
    }
}

/// Reads what a [`Writer`] wrote; `None` where that cannot be.
pub(super) struct Reader<'a> {
    pub(super) bytes: &'a [u8],
}

impl Reader<'_> {
    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&first, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(first)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0u64;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if shift == 63 && bits > 1 {
                return None;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn signed(&mut self) -> Option<i64> {
        let number = self.number()?;
        Some((number >> 1) as i64 ^ -((number & 1) as i64))
    }

    /// A count of things that take at least a byte each, so that no broken entry
    /// asks for more room than it has itself.
    pub(super) fn count(&mut self) -> Option<usize> {
        let count = usize::try_from(self.number()?).ok()?;
        (count <= self.bytes.len()).then_some(count)
    }
}

/// FNV-1a over all parts. Each step is one-to-one in the sum so far and in the byte,
/// so no change of a single byte goes unnoticed.
pub(super) fn checksum(parts: &[&[u8]]) -> u64 {
    let mut sum = 0xcbf2_9ce4_8422_2325u64;
    for part in parts {
        // The length keeps a byte from moving over to the next part.
        for byte in (part.len() as u32).to_le_bytes().iter().chain(*part) {
            sum = (sum ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_back() {
        let mut writer = Writer::default();
        let signed = [0, 1, -1, 63, -64, 64, i64::MAX, i64::MIN];
        let plain = [0, 127, 128, 1 << 40, u64::MAX];
        signed.iter().for_each(|&n| writer.signed(n));
        plain.iter().for_each(|&n| writer.number(n));
        let mut reader = Reader { bytes: &writer.bytes };
        assert!(signed.iter().all(|&n| reader.signed() == Some(n)));
        assert!(plain.iter().all(|&n| reader.number() == Some(n)));
        assert_eq!(reader.byte(), None);
        assert_eq!(Reader { bytes: &[0xff; 12] }.number(), None);
    }
}
