//! A lighter board still, for uniformly random games and nothing else.
//!
//! Late in a random game most empty points are eyes, on which nobody can play, and
//! a player who draws among all empty points draws mostly in vain. Here such a
//! point sleeps: it leaves the list from which moves are drawn, and comes back when
//! somebody may be able to play there. A point sleeps if
//!
//! - it is a simple eye of a color: the owner will not fill it; and
//! - every block around it has another liberty that is awake: the opponent would
//!   be a suicide there.
//!
//! Only two things can change that. An opponent's stone on a diagonal may make the
//! eye false; and a block around it may lose its last liberty that is awake, which
//! is seen where captures are seen. Stones around a sleeping point cannot be taken
//! before that.
//!
//! A *solid* eye has three own stones on its diagonals, or all of them at the edge.
//! The stones around it are then one block, and it stays an eye as long as the block
//! stands; a block with two solid eyes asleep stands for ever (Benson 1976), and
//! they sleep for ever.

use crate::color::Color;
use crate::playout::Light;
use crate::point::Size;
use crate::position::Position;

/// A board for random games, copied by value; `N` as for [`Light`].
#[derive(Clone, Copy)]
pub(super) struct Swift<const N: usize> {
    /// What is known of each point, in one word, so that a neighbour costs one load:
    /// from the lowest bits the number of black, white and empty neighbours, four
    /// bits each; its content as one of four bits; whether it sleeps; in the highest
    /// bits the anchor of its block. A border cell counts as a stone of both colors.
    cells: [u32; N],
    /// The pseudo-liberties of each block, at the anchor: those awake in the lower
    /// half, those asleep above. Other cells keep a number that is never zero.
    liberties: [u32; N],
    /// The next stone of the same block, in a circle.
    next: [u16; N],
    /// The empty points that are awake.
    empties: [u16; N],
    /// Their number.
    awake: usize,
    /// Where the player to move may not retake a ko; 0 if nowhere.
    ko: usize,
    size: Size,
}

/// In the counts around a point: one black neighbour; White's is four bits higher.
const STONE: u32 = 1;
/// In the counts around a point: one empty neighbour.
const VACANT: u32 = 1 << 8;
const VACANTS: u32 = 0xf00;
const AROUND: u32 = 0xfff;
/// What a cell holds: Black's bit, White's above it.
const BLACK: u32 = 1 << 12;
const EMPTY: u32 = 1 << 14;
const BORDER: u32 = 1 << 15;
/// An empty point that is not drawn.
const ASLEEP: u32 = 1 << 16;

/// One pseudo-liberty that sleeps.
const SLEEPING: u32 = 1 << 16;
/// Of a block: one solid eye of it sleeps.
const SOLID: u32 = 1 << 30;
/// Of a block: it has two.
const ALIVE: u32 = 1 << 31;
/// Added to what a block that stands for ever has awake, so that it is never zero.
const ALWAYS: u32 = 1 << 14;
/// What cells without a stone have for liberties. It means nothing.
const STONELESS: u32 = 1 << 12;

impl<const N: usize> Swift<N> {
    const STRIDE: usize = Light::<N>::STRIDE;

    /// Where the anchor stands: as high as it can, so that it is never out of bounds.
    const ANCHOR: u32 = 32 - N.trailing_zeros();

    /// How far away the cells beside a cell are.
    const BESIDE: [usize; 4] =
        [Self::STRIDE, 1_usize.wrapping_neg(), 1, Self::STRIDE.wrapping_neg()];

    /// The board of a position, `to_play` moving next; `None` if `N` cells are too few.
    pub(super) fn new(position: &Position, to_play: Color) -> Option<Swift<N>> {
        let size = position.size();
        if size.width() >= Self::STRIDE || size.height() >= Self::STRIDE {
            return None;
        }
        let mut swift = Swift {
            cells: std::array::from_fn(|v| Self::blank(BORDER, v)),
            liberties: [STONELESS; N],
            next: [0; N],
            empties: [0; N],
            awake: 0,
            ko: 0,
            size,
        };
        for point in size.points() {
            let v = Light::<N>::cell_of(point);
            swift.cells[v] = Self::blank(EMPTY, v);
            swift.push_empty(v);
        }
        for point in size.points() {
            let v = Light::<N>::cell_of(point);
            for n in Self::neighbors(v) {
                let border = swift.cells[n] & BORDER != 0;
                swift.cells[v] += if border { STONE | STONE << 4 } else { VACANT };
                // So that the counts of border cells never borrow from above.
                swift.cells[n] += if border { VACANT } else { 0 };
            }
        }
        for color in Color::BOTH {
            for point in position.stones(color) {
                let v = Light::<N>::cell_of(point);
                let j = swift.empties.iter().position(|&w| usize::from(w) == v)?;
                // A stone never lacks a liberty on the way, since the full board leaves it one.
                swift.put(color.index(), v, j);
            }
        }
        let ko = position.ko_point().filter(|_| to_play == position.to_play());
        swift.ko = ko.map_or(0, Light::<N>::cell_of);
        Some(swift)
    }

    /// The board.
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// The stone on a point.
    #[cfg(test)]
    fn stone(&self, point: crate::point::Point) -> Option<Color> {
        let cell = self.cells[Light::<N>::cell_of(point)];
        Color::BOTH.into_iter().find(|color| cell & BLACK << color.index() != 0)
    }

    /// Plays to the end, `to_play` moving first: each legal move that fills no
    /// simple eye of the player's own is equally likely, and two passes end the game.
    pub(super) fn play_out(&mut self, to_play: Color, dice: &mut Dice, most_moves: u32) {
        let (mut to_play, mut passes) = (to_play, 0);
        for _ in 0..most_moves {
            passes = if self.step(to_play, dice) == 0 { passes + 1 } else { 0 };
            if passes == 2 {
                break;
            }
            to_play = to_play.opponent();
        }
    }

    /// Plays one move and returns its cell, 0 for a pass.
    #[inline(always)]
    fn step(&mut self, to_play: Color, dice: &mut Dice) -> usize {
        // Each color has its own compiled code.
        match to_play {
            Color::Black => self.draw(0, dice),
            Color::White => self.draw(1, dice),
        }
    }

    #[inline(always)]
    fn draw(&mut self, c: usize, dice: &mut Dice) -> usize {
        // Candidates are drawn without replacement: one that cannot be played
        // changes places with the last that has not been drawn.
        let mut left = self.awake;
        while left > 0 {
            let j = dice.below(left as u32) as usize & (N - 1);
            let v = self.empties[j] as usize & (N - 1);
            if v != self.ko && (self.cells[v] & VACANTS != 0 || self.is_sensible(c, v)) {
                self.put(c, v, j);
                return v;
            }
            left -= 1;
            self.empties[j] = self.empties[left & (N - 1)];
            self.empties[left & (N - 1)] = v as u16;
            if self.fall_asleep(v) {
                self.remove_empty(left);
            }
        }
        self.ko = 0;
        0
    }

    /// Counts the owner of each cell: a point belongs to a player by a stone on it,
    /// or by being a single empty point among that player's stones.
    pub(super) fn add_owners(&self, owned: &mut [[u32; N]; 2]) {
        let [black, white] = owned;
        for ((&cell, black), white) in self.cells.iter().zip(black).zip(white) {
            let empty = cell >> 14;
            *black += (cell >> 12 | empty & cell >> 2) & 1;
            *white += (cell >> 13 | empty & cell >> 6) & 1;
        }
    }

    /// Whether a stone of `c` on a point without empty neighbours has a liberty and
    /// fills no simple eye.
    #[inline(always)]
    fn is_sensible(&self, c: usize, v: usize) -> bool {
        // No branches: they would be hard to foresee.
        let cells = Self::neighbors(v).map(|n| self.cells[n] & !AROUND);
        let same = |i: usize, j: usize| u32::from(cells[i] == cells[j]);
        let (a, b, d) = (same(0, 1), same(0, 2), same(0, 3));
        let (e, f, g) = (same(1, 2), same(1, 3), same(2, 3));
        // A block loses as many pseudo-liberties as it has stones beside the point.
        let lost = [1 + a + b + d, 1 + a + e + f, 1 + b + e + g, 1 + d + f + g];
        let mut breathes = 0;
        for (cell, lost) in cells.into_iter().zip(lost) {
            // An own block must live, or an enemy block die.
            let lives = self.liberties[Self::anchor(cell)] != lost;
            breathes |= cell & if lives { BLACK << c } else { BLACK << (c ^ 1) };
        }
        let eye = (self.cells[v] & 4 << (4 * c) != 0) & self.diagonals_hold(c, v);
        (breathes != 0) & !eye
    }

    /// Whether the opponent holds at most one diagonal of a point, or none at the edge.
    #[inline(always)]
    fn diagonals_hold(&self, c: usize, v: usize) -> bool {
        let enemy = BLACK << (c ^ 1);
        let (mut enemies, mut all) = (0, 0);
        for d in Self::diagonals(v) {
            enemies += self.cells[d] & enemy;
            all |= self.cells[d];
        }
        enemies + if all & BORDER != 0 { enemy } else { 0 } < 2 * enemy
    }

    /// Puts a stone on the empty point `v`, which stands at `j` in the list, and
    /// takes captured stones off. Sets the ko point.
    #[inline(always)]
    fn put(&mut self, c: usize, v: usize, j: usize) {
        self.ko = 0;
        self.remove_empty(j);
        self.liberties[v] = 0;
        let around = self.cells[v] & AROUND;
        let mut root = Self::blank(BLACK << c, v);
        let mut breathless = false;
        let neighbors = Self::neighbors(v);
        let cells = neighbors.map(|n| self.cells[n]);
        for (n, cell) in neighbors.into_iter().zip(cells) {
            self.cells[n] = cell.wrapping_sub(change(c));
            let liberties = &mut self.liberties[Self::anchor(cell)];
            *liberties = liberties.wrapping_sub(1);
            // A block beside the point twice is without liberties at the second time.
            breathless |= *liberties & 0xffff == 0;
            root = if cell & BLACK << c != 0 { cell } else { root };
        }
        let mut different = 0;
        for cell in cells {
            different |= if cell & BLACK << c != 0 { cell ^ root } else { 0 };
        }
        // Join the block of one own neighbour, or begin a new one.
        let r = Self::anchor(root);
        self.cells[v] = around | root & !AROUND;
        self.next[v] = v as u16;
        self.next[v] = self.next[r];
        self.next[r] = v as u16;
        self.liberties[r] = self.liberties[r].wrapping_add(around >> 8);
        if different >> Self::ANCHOR != 0 {
            self.join_neighbors(c, v, r);
        }
        let diagonals = Self::diagonals(v).map(|d| self.cells[d]);
        if (diagonals[0] | diagonals[1] | diagonals[2] | diagonals[3]) & ASLEEP != 0 {
            self.wake_broken(c, v);
        }
        if breathless {
            self.take_breathless(c, v);
        }
    }

    #[inline(always)]
    fn join_neighbors(&mut self, c: usize, v: usize, r: usize) {
        let mut others = 0;
        for (i, n) in Self::neighbors(v).into_iter().enumerate() {
            let cell = self.cells[n];
            let other = (cell & BLACK << c != 0) & (Self::anchor(cell) != r);
            others |= u32::from(other) << i;
        }
        while others != 0 {
            let n = Self::beside(v, others.trailing_zeros());
            others &= others - 1;
            let (cell, joined) = (self.cells[n] & !AROUND, self.cells[v] & !AROUND);
            if cell != joined {
                self.join(joined, cell);
            }
        }
    }

    /// Joins the block `b` into `a`, or `a` into `b` if `b` seems larger. Both are
    /// cells of the block without counts.
    #[inline(always)]
    fn join(&mut self, a: u32, b: u32) {
        let count = |cell: u32| self.liberties[Self::anchor(cell)] & 0xffff;
        let (cell, b) = if count(a) >= count(b) { (a, b) } else { (b, a) };
        let (a, b) = (Self::anchor(cell), Self::anchor(b));
        self.liberties[a] = joined(self.liberties[a], self.liberties[b]);
        let mut s = b;
        loop {
            // Four stones at a time, some of them perhaps twice: where the circle
            // ends is hard to foresee.
            let mut ends = false;
            for _ in 0..4 {
                self.cells[s] = self.cells[s] & AROUND | cell;
                s = self.next[s] as usize & (N - 1);
                ends |= s == b;
            }
            if ends {
                break;
            }
        }
        (self.next[a], self.next[b]) = (self.next[b], self.next[a]);
    }

    /// Takes blocks without liberties beside the new stone `v` off the board, and
    /// wakes the eyes of blocks that have no other liberty.
    #[inline(always)]
    fn take_breathless(&mut self, c: usize, v: usize) {
        let (mut taken, mut needy) = (0, 0);
        for (i, n) in Self::neighbors(v).into_iter().enumerate() {
            let cell = self.cells[n];
            let liberties = self.liberties[Self::anchor(cell)];
            let enemy = cell & BLACK << (c ^ 1) != 0;
            taken |= u32::from(enemy & (liberties == 0)) << i;
            needy |= u32::from((liberties != 0) & (liberties & 0xffff == 0)) << i;
        }
        let before = self.awake;
        while taken != 0 {
            let n = Self::beside(v, taken.trailing_zeros());
            taken &= taken - 1;
            // Two neighbours may be of one block.
            if self.cells[n] & EMPTY == 0 {
                self.take_off(n, c ^ 1);
            }
        }
        // A lone stone took a lone stone and can itself be taken at once.
        let around = self.cells[v];
        let surrounded = (around >> (4 * (c ^ 1)) & 15 == 3) & (around & VACANTS == VACANT);
        if self.awake == before + 1 && surrounded {
            self.ko = self.empties[before & (N - 1)] as usize;
        }
        while needy != 0 {
            self.wake_around(Self::beside(v, needy.trailing_zeros()));
            needy &= needy - 1;
        }
    }

    /// Takes the block on `v` off the board. Nothing beside it sleeps.
    #[inline(always)]
    fn take_off(&mut self, v: usize, c: usize) {
        let mut s = v;
        loop {
            self.cells[s] = self.cells[s] & AROUND | Self::blank(EMPTY, s);
            self.liberties[s] = STONELESS;
            self.push_empty(s);
            for n in Self::neighbors(s) {
                let cell = self.cells[n];
                self.cells[n] = cell.wrapping_add(change(c));
                let liberties = &mut self.liberties[Self::anchor(cell)];
                *liberties = liberties.wrapping_add(1);
            }
            s = self.next[s] as usize & (N - 1);
            if s == v {
                break;
            }
        }
    }

    /// Lets the point `v` sleep if it may. Says whether it does.
    #[inline(always)]
    fn fall_asleep(&mut self, v: usize) -> bool {
        let around = self.cells[v];
        let (black, white) = (around & 4 != 0, around & 4 << 4 != 0);
        if !(black | white) {
            return false;
        }
        let c = usize::from(!black);
        let neighbors = Self::neighbors(v).map(|n| self.cells[n]);
        let mut needed = !self.diagonals_hold(c, v);
        for cell in neighbors {
            let liberties = &mut self.liberties[Self::anchor(cell)];
            let stone = cell >> (12 + c) & 1;
            *liberties = liberties.wrapping_add((SLEEPING - 1) * stone);
            needed |= *liberties & 0xffff == 0;
        }
        if needed {
            for cell in neighbors {
                let liberties = &mut self.liberties[Self::anchor(cell)];
                *liberties = liberties.wrapping_sub((SLEEPING - 1) * (cell >> (12 + c) & 1));
            }
            return false;
        }
        self.cells[v] |= ASLEEP;
        let diagonals = Self::diagonals(v).map(|d| self.cells[d]);
        let own: u32 = diagonals.iter().map(|cell| cell >> (12 + c) & 1).sum();
        let border: u32 = diagonals.iter().map(|cell| cell >> 15 & 1).sum();
        if own > 0 && own + border >= 3 + u32::from(border != 0) {
            let stone = if neighbors[0] & BLACK << c != 0 { neighbors[0] } else { neighbors[3] };
            let liberties = &mut self.liberties[Self::anchor(stone)];
            *liberties =
                if *liberties & SOLID != 0 { alive(*liberties) } else { *liberties | SOLID };
        }
        true
    }

    /// Wakes eyes of the opponent that are eyes no longer because of the new stone
    /// of `c` on `v`.
    #[inline(never)]
    fn wake_broken(&mut self, c: usize, v: usize) {
        for d in Self::diagonals(v) {
            let cell = self.cells[d];
            let theirs = cell & 4 << (4 * (c ^ 1)) != 0;
            if cell & ASLEEP != 0 && theirs && !self.diagonals_hold(c ^ 1, d) {
                self.wake(d);
            }
        }
    }

    /// Wakes all points beside the block on `v`.
    #[inline(never)]
    fn wake_around(&mut self, v: usize) {
        let mut s = v;
        loop {
            for n in Self::neighbors(s) {
                if self.cells[n] & ASLEEP != 0 {
                    self.wake(n);
                }
            }
            s = self.next[s] as usize & (N - 1);
            if s == v {
                break;
            }
        }
        self.liberties[Self::anchor(self.cells[v])] &= !SOLID;
    }

    fn wake(&mut self, v: usize) {
        self.cells[v] &= !ASLEEP;
        self.push_empty(v);
        for n in Self::neighbors(v) {
            let cell = self.cells[n];
            if cell & BORDER == 0 {
                let liberties = &mut self.liberties[Self::anchor(cell)];
                *liberties = liberties.wrapping_sub(SLEEPING - 1);
            }
        }
    }

    #[inline(always)]
    fn push_empty(&mut self, v: usize) {
        self.empties[self.awake & (N - 1)] = v as u16;
        self.awake += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, j: usize) {
        self.awake -= 1;
        self.empties[j & (N - 1)] = self.empties[self.awake & (N - 1)];
    }

    #[inline(always)]
    fn neighbors(v: usize) -> [usize; 4] {
        let s = Self::STRIDE;
        let below = v.wrapping_sub(s).min(N - 1 - 2 * s);
        [below + 2 * s, below + s - 1, below + s + 1, below]
    }

    #[inline(always)]
    fn beside(v: usize, i: u32) -> usize {
        v.wrapping_add(Self::BESIDE[i as usize & 3]) & (N - 1)
    }

    #[inline(always)]
    fn diagonals(v: usize) -> [usize; 4] {
        let s = Self::STRIDE + 1;
        let below = v.wrapping_sub(s).min(N - 1 - 2 * s);
        [below + 2 * s, below + 2 * s - 2, below + 2, below]
    }

    /// A cell without counts whose block has the anchor `v`.
    #[inline(always)]
    const fn blank(content: u32, v: usize) -> u32 {
        content | (v as u32) << Self::ANCHOR
    }

    /// The anchor of a cell's block.
    #[inline(always)]
    const fn anchor(cell: u32) -> usize {
        (cell >> Self::ANCHOR) as usize
    }
}

/// What the counts around a point lose when a stone of `c` is put beside it.
#[inline(always)]
const fn change(c: usize) -> u32 {
    VACANT.wrapping_sub(STONE << (4 * c))
}

/// The liberties of two blocks together.
#[inline(always)]
const fn joined(a: u32, b: u32) -> u32 {
    let flags = (a | b) & (SOLID | ALIVE);
    let sum = (a & !(SOLID | ALIVE)).wrapping_add(b & !(SOLID | ALIVE)) | flags;
    if (a & b & SOLID) | (flags & ALIVE) != 0 { alive(sum) } else { sum }
}

/// The liberties of a block that stands for ever.
#[inline(always)]
const fn alive(liberties: u32) -> u32 {
    liberties & !0xc000 | ALWAYS | ALIVE | SOLID
}

/// Random numbers for random games: a linear congruence (Knuth's constants), of
/// which the upper half is used.
#[derive(Clone, Debug)]
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(crate::playout::Random::new(seed).word())
    }

    /// A number from 0 to `n` − 1.
    #[inline(always)]
    fn below(&mut self, n: u32) -> u32 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (((self.0 >> 32) * u64::from(n)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::point::{Move, Point};
    use crate::rules::{KoRule, Rules};
    use crate::set::PointSet;

    /// The points from which a playout may choose, by the full board.
    fn choices(position: &Position) -> PointSet {
        let color = position.to_play();
        let light = Light::<1024>::new(position, color).unwrap();
        let legal = position.legal_points(color);
        legal.iter().filter(|&point| !light.is_eye(color, point)).collect()
    }

    /// Plays one game on both boards. Every move that the full board allows must be
    /// awake; since sleeping points are never drawn and every draw is even, each
    /// is then as likely as the next.
    fn replay<const N: usize>(position: &mut Position, seed: u64) -> [usize; 3] {
        let mut swift = Swift::<N>::new(position, position.to_play()).unwrap();
        let mut dice = Dice::new(seed);
        let (mut passes, mut slept, mut most_alive) = (0, 0, 0);
        let mut moves = 0;
        while passes < 2 && moves < 3 * position.size().area() + 20 {
            let color = position.to_play();
            let choices = choices(position);
            let awake: PointSet = swift.empties[..swift.awake]
                .iter()
                .filter_map(|&v| Light::<N>::point_of(usize::from(v)))
                .collect();
            let board = position.setup();
            assert_eq!(awake.len(), swift.awake, "{board}");
            assert!(choices.is_subset(&awake), "{choices} {awake} {board}");
            assert!(awake.is_subset(&position.empty_points()), "{awake} {board}");
            slept += position.empty_points().len() - awake.len();
            let v = swift.step(color, &mut dice);
            let mv = Light::<N>::point_of(v).map_or(Move::Pass, Move::Play);
            match mv {
                Move::Play(point) => assert!(choices.contains(point), "{point} {board}"),
                Move::Pass => assert!(choices.is_empty(), "{choices} {board}"),
            }
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
            position.play(color, mv).unwrap();
            for point in position.size().points() {
                assert_eq!(swift.stone(point), position.stone(point), "{mv} {board}");
            }
            let standing = swift.liberties.iter().filter(|&&word| word & ALIVE != 0).count();
            most_alive = most_alive.max(standing);
            moves += 1;
        }
        let mut owned = [[0; N]; 2];
        swift.add_owners(&mut owned);
        if passes == 2 {
            // Every empty point is single then, and has an owner.
            let size = position.size();
            for point in size.points() {
                let cell = Light::<N>::cell_of(point);
                let mut beside = size.neighbors(point).map(|n| position.stone(n));
                let owner = position.stone(point).or_else(|| beside.next().flatten());
                let expected = Color::BOTH.map(|color| {
                    let single = size.neighbors(point).all(|n| position.stone(n) == Some(color));
                    let lone = size.area() == 1 || size.neighbors(point).next().is_none();
                    u32::from(owner == Some(color) && (position.stone(point).is_some() || single))
                        | u32::from(lone && position.is_empty(point))
                });
                assert_eq!([owned[0][cell], owned[1][cell]], expected, "{point}");
            }
        }
        [moves, slept, most_alive]
    }

    fn rules() -> Rules {
        Rules { ko: KoRule::Simple, suicide: false, ..Rules::chinese() }
    }

    #[test]
    fn games_are_games_of_the_full_board() {
        let mut random = crate::playout::Random::new(11);
        let mut sums = [0; 3];
        for seed in 0..600 {
            let sides = match seed {
                0..=24 => [seed as usize + 1; 2],
                25..=40 => [1 + random.below(25), 1 + random.below(25)],
                _ => [1 + random.below(9), 1 + random.below(9)],
            };
            let size = Size::new(sides[0], sides[1]).unwrap();
            let mut position = Position::new(size, rules());
            // Some games start in the middle, some with White.
            for _ in 0..random.below(1 + size.area()) {
                let choices: Vec<Point> = choices(&position).iter().collect();
                if choices.is_empty() {
                    break;
                }
                let point = choices[random.below(choices.len())];
                position.play(position.to_play(), Move::Play(point)).unwrap();
            }
            let found = match sides[0].max(sides[1]) {
                0..=9 => replay::<128>(&mut position, seed),
                10..=13 => replay::<256>(&mut position, seed),
                14..=19 => replay::<512>(&mut position, seed),
                _ => replay::<1024>(&mut position, seed),
            };
            for (sum, found) in sums.iter_mut().zip(found) {
                *sum += found;
            }
        }
        // The test has seen points asleep and blocks that stand for ever.
        assert!(sums[1] > sums[0] && sums[2] > 100, "{sums:?}");
    }

    #[test]
    fn every_sensible_move_is_equally_likely() {
        let setup: crate::Setup = "
            . X . O . O
            X O O . O O
            X X O . . O
            . X X X O .
            X X . X O O
            . X X . . ."
            .parse()
            .unwrap();
        for color in Color::BOTH {
            let setup = crate::Setup { to_play: color, ..setup.clone() };
            let position = Position::from_setup(&setup, rules()).unwrap();
            let choices = choices(&position);
            let mut board = Swift::<128>::new(&position, color).unwrap();
            let mut dice = Dice::new(3);
            // Let some points fall asleep first.
            for v in 0..128 {
                let listed = board.empties[..board.awake].iter().position(|&w| usize::from(w) == v);
                if let Some(j) = listed
                    && board.cells[v] & VACANTS == 0
                    && board.fall_asleep(v)
                {
                    board.remove_empty(j);
                }
            }
            assert!(board.awake < position.empty_points().len());
            let draws = 40_000;
            let mut counts = std::collections::BTreeMap::<usize, i64>::new();
            for _ in 0..draws {
                let mut game = board;
                *counts.entry(game.step(color, &mut dice)).or_default() += 1;
            }
            let drawn: PointSet =
                counts.keys().filter_map(|&v| Light::<128>::point_of(v)).collect();
            assert_eq!(drawn, choices, "{setup}");
            // Chi-square with at most 11 degrees of freedom: above 35 one seed in 4000.
            let expected = draws / choices.len() as i64;
            let square: i64 = counts.values().map(|&n| (n - expected).pow(2)).sum();
            assert!(square / expected < 35, "{counts:?}");
        }
    }
}
