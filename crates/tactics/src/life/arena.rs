//! What a question of life and death stands on: where may be played, what may be
//! captured, and what is taken as fixed around it.

use std::fmt;

use board::{Color, PointSet, Position, Size, benson};

use crate::search::{Field, FieldError, Ko, Stance, Word};

/// How the world outside the area is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outside {
    /// Against the defender: liberties and friends outside are worth nothing.
    /// What lives here lives.
    Closed,
    /// For the defender: a liberty or a friend outside saves him. What dies here
    /// is dead.
    Open,
}

/// A part of a board with its surroundings.
#[derive(Clone, Debug)]
pub struct Arena {
    /// The board.
    pub size: Size,
    /// Where stones may stand or be played, stones that can be captured included.
    pub area: PointSet,
    /// Where stones of Black, or White, are immortal.
    pub shore: [PointSet; 2],
    /// The stones in the area.
    pub stones: [PointSet; 2],
    /// The stones asked about.
    pub target: PointSet,
    /// Their owner.
    pub defender: Color,
    /// The attacker's stones that are taken as immortal.
    pub walls: PointSet,
}

/// Why there is nothing to ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ArenaError {
    /// No stone was named.
    NoTarget,
    /// The stones named are of both colors.
    BothColors,
    /// The area cannot be searched.
    Field(FieldError),
}

impl fmt::Display for ArenaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ArenaError::NoTarget => f.write_str("no stone is named"),
            ArenaError::BothColors => f.write_str("the stones named are of both colors"),
            ArenaError::Field(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ArenaError {}

impl Arena {
    /// The arena of the blocks in `target` when both may play on `free` points.
    pub fn new(
        position: &Position,
        target: &PointSet,
        free: &PointSet,
        outside: Outside,
    ) -> Result<Arena, ArenaError> {
        let first = target.first().ok_or(ArenaError::NoTarget)?;
        let defender = position.stone(first).ok_or(ArenaError::NoTarget)?;
        if !target.is_subset(position.stones(defender)) {
            return Err(ArenaError::BothColors);
        }
        let size = position.size();
        let attacker = defender.opponent();
        let empty = position.empty_points();
        let free = *free & empty;
        let target = position.stones(defender).flood(*target);
        let immortal = Color::BOTH.map(|color| benson::unconditional(position, color).blocks);
        let mut area = free | target;
        for color in Color::BOTH {
            for anchor in position.blocks(color) {
                let block = position.block(anchor);
                if block.intersects(&immortal[color.index()]) && !block.intersects(&target) {
                    continue;
                }
                let liberties = position.liberty_points(anchor);
                let mortal = match (color == defender, outside) {
                    (true, Outside::Closed) => liberties.intersects(&free),
                    _ => liberties.is_subset(&free),
                };
                if mortal {
                    area |= block;
                }
            }
        }
        let beyond = PointSet::board(size) - area;
        let friends = match outside {
            Outside::Open => *position.stones(defender) | empty,
            Outside::Closed => immortal[defender.index()],
        };
        let walls = *position.stones(attacker) - area;
        let foes = (beyond - friends) | empty;
        let mut shore = [PointSet::EMPTY; 2];
        shore[attacker.index()] = (beyond & foes).grown(&(area | beyond)) & area;
        shore[defender.index()] = (beyond & friends).grown(&(area | beyond)) & area;
        let stones = Color::BOTH.map(|color| *position.stones(color) & area);
        let near = area.border(size) & walls;
        let walls = position.stones(attacker).flood(near) - area;
        Ok(Arena { size, area, shore, stones, target, defender, walls })
    }

    /// The field of this arena.
    pub fn field<W: Word>(&self) -> Result<Field<W>, FieldError> {
        Field::new(&self.area, [&self.shore[0], &self.shore[1]])
    }

    /// The stones on that field.
    pub fn stance<W: Word>(&self, field: &Field<W>, to_play: Color, ko: Ko) -> Stance<W> {
        field.stance([&self.stones[0], &self.stones[1]], &self.target, to_play, ko)
    }
}
