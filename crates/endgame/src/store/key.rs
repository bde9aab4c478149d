//! Keys: an area in its normal form under moving, turning, mirroring and exchanging the
//! colours, with the way of scoring and the version.

use board::Scoring;

use super::VERSION;
use super::bytes::{Reader, Writer};
use crate::area::Area;
use crate::local::Local;
use crate::shape::{Cell, MOST_POINTS, normal_form};

/// How an area lies in its normal form.
pub(super) struct Place {
    /// The key.
    pub(super) key: Vec<u8>,
    /// Point `i` of the normal form is point `order[i]` of the area.
    pub(super) order: Box<[u8]>,
    /// Whether the colours are exchanged.
    pub(super) swapped: bool,
}

impl Place {
    pub(super) fn of(area: &Area, scoring: Scoring) -> Place {
        let (cells, orders) = normal_form(area.cells());
        let forms = orders.into_iter().flat_map(|order| {
            let local = area.local().arranged(&order);
            [(local, false, order.clone()), (local.swapped(), true, order)]
        });
        let (local, swapped, order) = forms.min().expect("a shape has a normal form");
        Place { key: write(&cells, &local, scoring), order, swapped }
    }
}

fn write(cells: &[Cell], local: &Local, scoring: Scoring) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bytes.extend(VERSION.to_be_bytes());
    writer.bytes.push(u8::from(scoring == Scoring::Area));
    write_local(cells, local, &mut writer);
    writer.bytes
}

/// The area and the way of scoring of a key; `None` if it is no key of this version.
pub(super) fn read(key: &[u8]) -> Option<(Area, Scoring)> {
    let mut reader = Reader { bytes: key };
    let version = u16::from_be_bytes([reader.byte()?, reader.byte()?]);
    let scoring = match reader.byte()? {
        0 => Scoring::Territory,
        1 => Scoring::Area,
        _ => return None,
    };
    let (cells, local) = read_local(&mut reader)?;
    let whole = version == VERSION && reader.bytes.is_empty();
    let area = Area::from_cells(&cells, local)?;
    // Only the normal form of an area is a key.
    (whole && Place::of(&area, scoring).key == key).then_some((area, scoring))
}

/// Points with their stones and walls.
pub(super) fn read_local(reader: &mut Reader<'_>) -> Option<(Vec<Cell>, Local)> {
    let count = reader.count()?;
    if count == 0 || count > MOST_POINTS {
        return None;
    }
    let mut cells = Vec::with_capacity(count);
    for _ in 0..count {
        cells.push((reader.byte()?, reader.byte()?));
    }
    let mut local = Local::default();
    for mask in local.stones.iter_mut().chain(&mut local.near) {
        *mask = reader.number()?;
    }
    local.suicide = match reader.byte()? {
        0 => false,
        1 => true,
        _ => return None,
    };
    Some((cells, local))
}

/// Writes what [`read_local`] reads.
pub(super) fn write_local(cells: &[Cell], local: &Local, writer: &mut Writer) {
    writer.number(cells.len() as u64);
    cells.iter().for_each(|&(x, y)| writer.bytes.extend([x, y]));
    local.stones.iter().chain(&local.near).for_each(|&mask| writer.number(mask));
    writer.bytes.push(u8::from(local.suicide));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(text: &str) -> Place {
        Place::of(&text.parse().expect("an area"), Scoring::Territory)
    }

    #[test]
    fn turned_and_exchanged_areas_share_a_key() {
        let corridor = place("X X X X O\nX . o . O\nX X X X O");
        let turned = place("O O O\nO . O\nO x O\nO . O\nX X X");
        assert_eq!(corridor.key, turned.key);
        assert_ne!(corridor.swapped, turned.swapped);
        let other = place("X X X X O\nX o . . O\nX X X X O");
        assert_ne!(corridor.key, other.key);
    }

    #[test]
    fn a_key_gives_its_area_back() {
        let area: Area = "X X X X O\nX . o . O\nX . X X O".parse().expect("an area");
        for scoring in [Scoring::Territory, Scoring::Area] {
            let key = Place::of(&area, scoring).key;
            let (again, same) = read(&key).expect("a key");
            assert_eq!((Place::of(&again, scoring).key, same), (key.clone(), scoring));
            assert!(read(&key[1..]).is_none());
        }
    }
}
