//! The deep network as a file: each row of a convolution as signed bytes with a step of
//! its own, everything else in full.

use board::Size;
use pattern::bytes::{Damaged, Reader, Writer};

use super::lanes::{Row, WIDTH};
use super::net::{Filters, Net};
use super::planes::PLANES;
use super::winograd::TAPS;

/// A deep network that has learned.
#[derive(Clone, Debug)]
pub struct Deep {
    /// What it is, in a few words.
    pub title: String,
    pub(crate) net: Net,
    pub(crate) filters: Filters,
}

const MAGIC: &[u8; 4] = b"TdmD";
/// The version of the format and of what the network sees.
const VERSION: u16 = 1;
/// No network has so many blocks.
const MOST_BLOCKS: u32 = 40;

impl Deep {
    pub(crate) fn new(title: &str, net: Net) -> Deep {
        Deep { title: title.to_string(), filters: Filters::of(&net), net }
    }

    /// The network that ships with the program.
    pub fn standard() -> Result<Deep, Damaged> {
        Deep::from_bytes(include_bytes!("../../model/deep.tdd"))
    }

    /// Whether it is of use on boards of this size: it learns from games on 9×9 and 19×19.
    pub fn fits(size: Size) -> bool {
        size.width().min(size.height()) >= 9
    }

    /// The number of residual blocks.
    pub fn blocks(&self) -> usize {
        self.net.blocks
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(MAGIC, VERSION);
        writer.u32(self.title.len() as u32);
        writer.raw(self.title.as_bytes());
        writer.u32(PLANES as u32);
        writer.u32(self.net.blocks as u32);
        let taps = taps(&self.net);
        for (row, tap) in self.net.rows.iter().zip(taps) {
            if tap { write_bytes(&mut writer, row) } else { write_full(&mut writer, row) }
        }
        writer.finish()
    }

    /// Reads a file back.
    pub fn from_bytes(bytes: &[u8]) -> Result<Deep, Damaged> {
        let mut reader = Reader::new(bytes, MAGIC, VERSION)?;
        let length = reader.u32()? as usize;
        let title = String::from_utf8_lossy(reader.raw(length)?).into_owned();
        let (planes, blocks) = (reader.u32()?, reader.u32()?);
        if planes as usize != PLANES || blocks > MOST_BLOCKS {
            return Err(Damaged::Content);
        }
        let mut net = Net::zeros(blocks as usize);
        let taps = taps(&net);
        for (row, tap) in net.rows.iter_mut().zip(taps) {
            *row = if tap { read_bytes(&mut reader)? } else { read_full(&mut reader)? };
        }
        if reader.left() > 0 {
            return Err(Damaged::Content);
        }
        Ok(Deep::new(&title, net))
    }
}

/// Which rows are taps of convolutions.
fn taps(net: &Net) -> Vec<bool> {
    let mut taps = vec![false; net.rows.len()];
    for number in 0..net.convolutions() {
        let begin = net.convolution(number);
        taps[begin..begin + TAPS * WIDTH].fill(true);
    }
    taps
}

fn write_full(writer: &mut Writer, row: &Row) {
    for value in row {
        writer.f32(*value);
    }
}

fn read_full(reader: &mut Reader<'_>) -> Result<Row, Damaged> {
    let mut row = [0.0; WIDTH];
    for value in &mut row {
        *value = reader.f32()?;
    }
    Ok(row)
}

fn write_bytes(writer: &mut Writer, row: &Row) {
    let most = row.iter().fold(0.0f32, |most, value| most.max(value.abs()));
    let step = most / 127.0;
    writer.f32(step);
    for value in row {
        let steps = if step > 0.0 { (value / step).round() } else { 0.0 };
        writer.raw(&(steps.clamp(-127.0, 127.0) as i8).to_le_bytes());
    }
}

fn read_bytes(reader: &mut Reader<'_>) -> Result<Row, Damaged> {
    let step = reader.f32()?;
    let bytes = reader.raw(WIDTH)?;
    Ok(std::array::from_fn(|c| f32::from(bytes[c] as i8) * step))
}
