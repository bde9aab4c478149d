//! Games as bytes: every kept game once, its options before it.

use std::collections::HashMap;

use cgt::{Dyadic, Game, Games, NumberUpStar, Side};

use super::bytes::{Reader, Writer};

/// Collects games for an entry.
pub(super) struct Table<'a> {
    games: &'a Games,
    index: HashMap<Game, u64>,
    writer: Writer,
}

impl<'a> Table<'a> {
    pub(super) fn new(games: &'a Games) -> Table<'a> {
        Table { games, index: HashMap::new(), writer: Writer::default() }
    }

    /// Writes what stands for `game`, after putting its core into the table.
    pub(super) fn put(&mut self, game: Game, to: &mut Writer) {
        self.collect(game);
        self.refer(game, to);
    }

    /// The table itself: how many games, and each by its options.
    pub(super) fn finish(self) -> Vec<u8> {
        let mut all = Writer::default();
        all.number(self.index.len() as u64);
        all.bytes.extend(self.writer.bytes);
        all.bytes
    }

    /// Puts the core of a game into the table, options first, without recursion.
    fn collect(&mut self, game: Game) {
        let mut path = vec![game.core()];
        while let Some(&core) = path.last() {
            if core.as_number_up_star().is_some() || self.index.contains_key(&core) {
                path.pop();
                continue;
            }
            let before = path.len();
            for side in [Side::Left, Side::Right] {
                for option in self.games.options(core, side) {
                    let option = option.core();
                    if option.as_number_up_star().is_none() && !self.index.contains_key(&option) {
                        path.push(option);
                    }
                }
            }
            if path.len() > before {
                continue;
            }
            path.pop();
            let mut writer = std::mem::take(&mut self.writer);
            for side in [Side::Left, Side::Right] {
                let options = self.games.options(core, side);
                writer.number(options.len() as u64);
                options.for_each(|option| self.refer(option, &mut writer));
            }
            self.writer = writer;
            self.index.insert(core, self.index.len() as u64);
        }
    }

    /// A number with ups and a nimber, or a place in the table and a number.
    fn refer(&self, game: Game, to: &mut Writer) {
        match game.as_number_up_star() {
            Some(NumberUpStar { number, ups, nimber }) => {
                to.number(0);
                dyadic(number, to);
                to.signed(ups.into());
                to.number(nimber.into());
            }
            None => {
                to.number(self.index[&game.core()] + 1);
                dyadic(game.offset(), to);
            }
        }
    }
}

fn dyadic(number: Dyadic, to: &mut Writer) {
    to.signed(number.numerator());
    to.number(number.exponent().into());
}

/// Reads a table of games; every game is made anew, so whatever the bytes say, the
/// games are canonical.
pub(super) fn read_table(reader: &mut Reader<'_>, games: &mut Games) -> Option<Vec<Game>> {
    let count = reader.count()?;
    let mut table = Vec::with_capacity(count);
    for _ in 0..count {
        let mut options = [Vec::new(), Vec::new()];
        for side in &mut options {
            for _ in 0..reader.count()? {
                side.push(read_game(reader, games, &table)?);
            }
        }
        table.push(games.game(&options[0], &options[1]).ok()?);
    }
    Some(table)
}

/// Reads what stands for a game.
pub(super) fn read_game(reader: &mut Reader<'_>, games: &Games, table: &[Game]) -> Option<Game> {
    let place = reader.number()?;
    let number = Dyadic::new(reader.signed()?, u32::try_from(reader.number()?).ok()?).ok()?;
    if place == 0 {
        let ups = i32::try_from(reader.signed()?).ok()?;
        let nimber = u16::try_from(reader.number()?).ok()?;
        return Some(Game::number_up_star(NumberUpStar { number, ups, nimber }));
    }
    let core = *table.get(usize::try_from(place - 1).ok()?)?;
    games.translate(core, number).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cgt::text::Calculator;

    #[test]
    fn games_are_read_back() {
        let mut calculator = Calculator::new();
        let texts = ["3/4", "*", "^^*2", "2||1|0", "5|3||1|-2", "+_2", "{7|{5|*}}-1/8", "0"];
        let written: Vec<Game> =
            texts.iter().map(|text| calculator.game(text).expect("a game")).collect();
        let mut references = Writer::default();
        let mut table = Table::new(&calculator.games);
        written.iter().for_each(|&game| table.put(game, &mut references));
        let bytes = [table.finish(), references.bytes].concat();
        // Another arena, with another history.
        let mut other = Calculator::new();
        let expected: Vec<Game> =
            texts.iter().rev().map(|text| other.game(text).expect("a game")).collect();
        let mut reader = Reader { bytes: &bytes };
        let table = read_table(&mut reader, &mut other.games).expect("a table");
        for game in expected.iter().rev() {
            assert_eq!(read_game(&mut reader, &other.games, &table), Some(*game));
        }
        assert!(reader.bytes.is_empty());
    }
}
