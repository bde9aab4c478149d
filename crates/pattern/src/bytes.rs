//! Small binary files that know whether they are whole: a kind, a version, the
//! content, and a checksum at the end.

/// Why a file is not what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damaged {
    /// The file begins differently.
    #[error("this is not a file of the wanted kind")]
    Kind,
    /// The file is of another version of the format.
    #[error("the file has format version {found}; this program reads version {known}")]
    Version {
        /// The version of the file.
        found: u16,
        /// The version this program reads.
        known: u16,
    },
    /// The bytes are not those that were written.
    #[error("the file is damaged or cut short: its checksum is wrong")]
    Checksum,
    /// The checksum holds but the content makes no sense.
    #[error("the content of the file makes no sense")]
    Content,
}

/// Puts a file together.
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// A file of this kind and version.
    pub fn new(magic: &[u8; 4], version: u16) -> Writer {
        let mut bytes = magic.to_vec();
        bytes.extend(version.to_le_bytes());
        Writer { bytes }
    }

    /// A 32-bit number.
    pub fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_le_bytes());
    }

    /// A 64-bit number.
    pub fn u64(&mut self, value: u64) {
        self.bytes.extend(value.to_le_bytes());
    }

    /// A number with a fraction.
    pub fn f32(&mut self, value: f32) {
        self.bytes.extend(value.to_le_bytes());
    }

    /// Plain bytes; their number must be known to the reader.
    pub fn raw(&mut self, bytes: &[u8]) {
        self.bytes.extend(bytes);
    }

    /// The whole file.
    pub fn finish(mut self) -> Vec<u8> {
        let sum = checksum(&self.bytes);
        self.bytes.extend(sum.to_le_bytes());
        self.bytes
    }
}

/// Takes a file apart.
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Checks kind, version and checksum.
    pub fn new(bytes: &'a [u8], magic: &[u8; 4], version: u16) -> Result<Reader<'a>, Damaged> {
        let content = bytes.strip_prefix(magic).ok_or(Damaged::Kind)?;
        let (found, _) = content.split_first_chunk::<2>().ok_or(Damaged::Checksum)?;
        let found = u16::from_le_bytes(*found);
        if found != version {
            return Err(Damaged::Version { found, known: version });
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(Damaged::Checksum)?;
        if body.len() < 6 || checksum(body) != u64::from_le_bytes(*sum) {
            return Err(Damaged::Checksum);
        }
        Ok(Reader { rest: &body[6..] })
    }

    /// Plain bytes.
    pub fn raw(&mut self, length: usize) -> Result<&'a [u8], Damaged> {
        let (bytes, rest) = self.rest.split_at_checked(length).ok_or(Damaged::Content)?;
        self.rest = rest;
        Ok(bytes)
    }

    /// A 32-bit number.
    pub fn u32(&mut self) -> Result<u32, Damaged> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Damaged::Content)?;
        self.rest = rest;
        Ok(u32::from_le_bytes(*bytes))
    }

    /// A 64-bit number.
    pub fn u64(&mut self) -> Result<u64, Damaged> {
        let (bytes, rest) = self.rest.split_first_chunk().ok_or(Damaged::Content)?;
        self.rest = rest;
        Ok(u64::from_le_bytes(*bytes))
    }

    /// A number with a fraction, and never one that is none.
    pub fn f32(&mut self) -> Result<f32, Damaged> {
        let value = f32::from_bits(self.u32()?);
        if value.is_finite() { Ok(value) } else { Err(Damaged::Content) }
    }

    /// Number of bytes not read yet.
    pub fn left(&self) -> usize {
        self.rest.len()
    }
}

/// A 64-bit checksum, eight bytes a step; every single changed byte changes it.
fn checksum(bytes: &[u8]) -> u64 {
    let (chunks, rest) = bytes.as_chunks::<8>();
    let mut sum = 0xcbf2_9ce4_8422_2325u64 ^ bytes.len() as u64;
    let mut step = |word: u64| {
        sum = (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    };
    for chunk in chunks {
        step(u64::from_le_bytes(*chunk));
    }
    for &byte in rest {
        step(u64::from(byte));
    }
    sum
}
