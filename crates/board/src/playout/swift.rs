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
    /// The pseudo-liberties of each block, at the anchor, less one: those awake in the
    /// lower half, those asleep above. So a block without any has the highest bit, one
    /// without any awake bit 15. Other cells keep a number that never has either.
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

/// A point one of whose diagonals may sleep.
const NEAR_SLEEP: u32 = 1 << 17;
/// What a cell keeps when a stone comes or goes.
const KEPT: u32 = AROUND | NEAR_SLEEP;

/// The pseudo-liberties of a block without any.
const NONE: u32 = u32::MAX;
/// Of a block: no pseudo-liberty is awake.
const SHORT: u32 = 1 << 15;
/// One pseudo-liberty that sleeps.
const SLEEPING: u32 = 1 << 16;
/// Of a block: one solid eye of it sleeps.
const SOLID: u32 = 1 << 29;
/// Of a block: it has two.
const ALIVE: u32 = 1 << 30;
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
                let beside = Self::neighbors(v).map(|n| swift.cells[n]);
                let short = swift.press(color.index(), beside).short;
                swift.remove_empty(j);
                swift.put(color.index(), v, beside, short);
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
        let mut drawn = self.draw(self.awake, dice);
        // Each color has its own compiled code.
        let mut white_begins = to_play == Color::White;
        let mut passed = false;
        for _ in 0..most_moves.div_ceil(2) {
            if !white_begins {
                let passes = self.play(0, &mut drawn, dice) == 0;
                if passes & passed {
                    return;
                }
                passed = passes;
            }
            white_begins = false;
            let passes = self.play(1, &mut drawn, dice) == 0;
            if passes & passed {
                return;
            }
            passed = passes;
        }
    }

    /// Draws one of the first `among` places of the list by the latest roll.
    #[inline(always)]
    fn draw(&self, among: usize, dice: &Dice) -> Drawn {
        let place = dice.below(among) & (N - 1);
        Drawn { place, cell: self.empties[place] as usize & (N - 1) }
    }

    /// Plays one move of `c`, whose first candidate has been drawn, and returns its
    /// cell, 0 for a pass. Draws the opponent's first candidate.
    ///
    /// That is drawn as soon as the list is known, before the blocks are looked at:
    /// what is done next there depends on branches nobody can foresee, and a processor
    /// that has foreseen wrongly has the draw behind it at least.
    #[inline(always)]
    fn play(&mut self, c: usize, drawn: &mut Drawn, dice: &mut Dice) -> usize {
        // Candidates are drawn without replacement: one that cannot be played
        // changes places with the last that has not been drawn.
        let mut left = self.awake;
        while left > 0 {
            let Drawn { place, cell: v } = *drawn;
            dice.roll();
            let around = self.cells[v];
            let beside = Self::neighbors(v).map(|n| self.cells[n]);
            let pressed = self.press(c, beside);
            let enclosed = around & 4 << (4 * c) != 0;
            // A ko point and an eye have no empty points beside them.
            if around & VACANTS != 0
                || (pressed.breathes & !enclosed & (v != self.ko))
                || (pressed.breathes & enclosed && !self.diagonals_hold(c, v))
            {
                self.remove_empty(place);
                *drawn = self.draw(self.awake, dice);
                if self.put(c, v, beside, pressed.short) {
                    *drawn = self.draw(self.awake, dice);
                }
                return v;
            }
            left -= 1;
            self.empties[place] = self.empties[left & (N - 1)];
            self.empties[left & (N - 1)] = v as u16;
            if self.release(v, beside, pressed.short) {
                self.remove_empty(left);
            }
            *drawn = self.draw(left, dice);
        }
        *drawn = self.draw(self.awake, dice);
        self.ko = 0;
        0
    }

    /// Counts the owner of each cell: a point belongs to a player by a stone on it,
    /// or by being a single empty point among that player's stones. The only point of
    /// the smallest board has edges on all sides and is nobody's.
    pub(super) fn add_owners(&self, owned: &mut [[u32; N]; 2]) {
        let [black, white] = owned;
        for ((&cell, black), white) in self.cells.iter().zip(black).zip(white) {
            let empty = cell >> 14;
            let among = [empty & cell >> 2, empty & cell >> 6];
            *black += (cell >> 12 | among[0] & !among[1]) & 1;
            *white += (cell >> 13 | among[1] & !among[0]) & 1;
        }
    }

    /// Takes a pseudo-liberty from every stone beside a point, as a stone of `c` there
    /// would.
    #[inline(always)]
    fn press(&mut self, c: usize, beside: [u32; 4]) -> Pressed {
        let mut short = 0;
        for cell in beside {
            let liberties = &mut self.liberties[Self::anchor(cell)];
            *liberties = liberties.wrapping_sub(1);
            // A block beside the point twice is short at the second time.
            short |= *liberties;
        }
        // An own block lives, or an enemy block dies. No branches: they would be hard to
        // foresee.
        let mut breathes = 0;
        for cell in beside {
            let dead = self.liberties[Self::anchor(cell)].cast_signed() >> 31;
            breathes |= cell ^ dead.cast_unsigned();
        }
        Pressed { short: short & SHORT != 0, breathes: breathes & BLACK << c != 0 }
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

    /// Puts a stone on the empty point `v`, which has left the list and been pressed,
    /// and takes captured stones off. Sets the ko point. Says whether points may have
    /// come into the list.
    #[inline(always)]
    fn put(&mut self, c: usize, v: usize, beside: [u32; 4], short: bool) -> bool {
        self.ko = 0;
        self.liberties[v] = NONE;
        let kept = self.cells[v] & KEPT;
        let mut root = Self::blank(BLACK << c, v);
        for (n, cell) in Self::neighbors(v).into_iter().zip(beside) {
            self.cells[n] = cell.wrapping_sub(change(c));
            root = if cell & BLACK << c != 0 { cell } else { root };
        }
        let mut different = 0;
        for cell in beside {
            different |= if cell & BLACK << c != 0 { cell ^ root } else { 0 };
        }
        // Join the block of one own neighbour, or begin a new one.
        let r = Self::anchor(root);
        self.cells[v] = kept | root & !KEPT;
        self.next[v] = v as u16;
        self.next[v] = self.next[r];
        self.next[r] = v as u16;
        self.liberties[r] = self.liberties[r].wrapping_add((kept & VACANTS) >> 8);
        if different >> Self::ANCHOR != 0 {
            self.join_neighbors(c, v, r);
        }
        if kept & NEAR_SLEEP != 0 {
            self.wake_broken(c, v);
        }
        if short {
            self.take_breathless(c, v);
        }
        short | (kept & NEAR_SLEEP != 0)
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
            let (cell, joined) = (self.cells[n] & !KEPT, self.cells[v] & !KEPT);
            if cell != joined {
                self.join(joined, cell);
            }
        }
    }

    /// Joins the block `b` into `a`, or `a` into `b` if `b` seems larger. Both are
    /// cells of the block without counts.
    #[inline(always)]
    fn join(&mut self, a: u32, b: u32) {
        let count = |cell: u32| self.liberties[Self::anchor(cell)].wrapping_add(1) & 0xffff;
        let (cell, b) = if count(a) >= count(b) { (a, b) } else { (b, a) };
        let (a, b) = (Self::anchor(cell), Self::anchor(b));
        self.liberties[a] = joined(self.liberties[a], self.liberties[b]);
        let mut s = b;
        loop {
            // Four stones at a time, some of them perhaps twice: where the circle
            // ends is hard to foresee.
            let mut ends = false;
            for _ in 0..4 {
                self.cells[s] = self.cells[s] & KEPT | cell;
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
            taken |= u32::from(enemy & (liberties == NONE)) << i;
            needy |= u32::from((liberties != NONE) & (liberties & SHORT != 0)) << i;
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
            self.cells[s] = self.cells[s] & KEPT | Self::blank(EMPTY, s);
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

    /// Gives back what a stone on `v` would have taken, or lets the point sleep if it
    /// may. Says whether it sleeps.
    #[inline(always)]
    fn release(&mut self, v: usize, beside: [u32; 4], short: bool) -> bool {
        let around = self.cells[v];
        let owner = usize::from(around & 4 == 0);
        let sleeps = around & 0x44 != 0 && !short && self.diagonals_hold(owner, v);
        let back = if sleeps { SLEEPING } else { 1 };
        for cell in beside {
            let liberties = &mut self.liberties[Self::anchor(cell)];
            *liberties = liberties.wrapping_add(back);
        }
        if sleeps {
            self.fall_asleep(v, owner, beside);
        }
        sleeps
    }

    /// Notes that the eye `v` of `c` sleeps.
    #[inline(always)]
    fn fall_asleep(&mut self, v: usize, c: usize, beside: [u32; 4]) {
        self.cells[v] |= ASLEEP;
        let (mut own, mut border) = (0, 0);
        for d in Self::diagonals(v) {
            let cell = self.cells[d];
            self.cells[d] = cell | NEAR_SLEEP;
            own += cell >> (12 + c) & 1;
            border += cell >> 15 & 1;
        }
        if own > 0 && own + border >= 3 + u32::from(border != 0) {
            let stone = if beside[0] & BLACK << c != 0 { beside[0] } else { beside[3] };
            let liberties = &mut self.liberties[Self::anchor(stone)];
            *liberties = if *liberties & SOLID != 0 {
                alive(liberties.wrapping_add(1)).wrapping_sub(1)
            } else {
                *liberties | SOLID
            };
        }
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
            let liberties = &mut self.liberties[Self::anchor(self.cells[n])];
            *liberties = liberties.wrapping_sub(SLEEPING - 1);
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

/// A candidate for the next move.
#[derive(Clone, Copy)]
struct Drawn {
    /// Where it stands in the list of empty points.
    place: usize,
    cell: usize,
}

/// What has been found by pressing a point.
#[derive(Clone, Copy)]
struct Pressed {
    /// A block beside it has no liberty awake now.
    short: bool,
    /// The stone would have a liberty by the blocks beside it.
    breathes: bool,
}

/// What the counts around a point lose when a stone of `c` is put beside it.
#[inline(always)]
const fn change(c: usize) -> u32 {
    VACANT.wrapping_sub(STONE << (4 * c))
}

/// The liberties of two blocks together.
#[inline(always)]
const fn joined(a: u32, b: u32) -> u32 {
    let (a, b) = (a.wrapping_add(1), b.wrapping_add(1));
    let flags = (a | b) & (SOLID | ALIVE);
    let sum = (a & !(SOLID | ALIVE)).wrapping_add(b & !(SOLID | ALIVE)) | flags;
    let sum = if (a & b & SOLID) | (flags & ALIVE) != 0 { alive(sum) } else { sum };
    sum.wrapping_sub(1)
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

    /// Throws the dice.
    #[inline(always)]
    fn roll(&mut self) {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    }

    /// A number from 0 to `n` − 1 by the latest throw.
    #[inline(always)]
    fn below(&self, n: usize) -> usize {
        (((self.0 >> 32) * n as u64) >> 32) as usize
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
        let mut drawn = swift.draw(swift.awake, &dice);
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
            let v = swift.play(color.index(), &mut drawn, &mut dice);
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
            // Every empty point is single then, and has an owner unless it is the whole board.
            let size = position.size();
            for point in size.points() {
                let cell = Light::<N>::cell_of(point);
                let mut beside = size.neighbors(point).map(|n| position.stone(n));
                let owner = position.stone(point).or_else(|| beside.next().flatten());
                let expected = Color::BOTH.map(|color| {
                    let single = size.neighbors(point).all(|n| position.stone(n) == Some(color));
                    u32::from(owner == Some(color) && (position.stone(point).is_some() || single))
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
                {
                    let beside = Swift::<128>::neighbors(v).map(|n| board.cells[n]);
                    let short = board.press(0, beside).short;
                    if board.release(v, beside, short) {
                        board.remove_empty(j);
                    }
                }
            }
            assert!(board.awake < position.empty_points().len());
            let draws = 40_000;
            let mut counts = std::collections::BTreeMap::<usize, i64>::new();
            for _ in 0..draws {
                let mut game = board;
                let mut drawn = game.draw(game.awake, &dice);
                let v = game.play(color.index(), &mut drawn, &mut dice);
                *counts.entry(v).or_default() += 1;
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

    /// The answer's candidate is drawn in the middle of the move before, and again when
    /// that move takes stones or wakes points.
    #[test]
    fn every_sensible_answer_is_equally_likely() {
        let setup: crate::Setup = "
            O O . X .
            X X . . X
            . X O O .
            O . O . X
            . O . X X"
            .parse()
            .unwrap();
        for color in Color::BOTH {
            let setup = crate::Setup { to_play: color, ..setup.clone() };
            let position = Position::from_setup(&setup, rules()).unwrap();
            let board = Swift::<128>::new(&position, color).unwrap();
            let mut dice = Dice::new(8);
            let mut counts = std::collections::BTreeMap::<usize, Vec<usize>>::new();
            for _ in 0..40_000 {
                let mut game = board;
                let mut drawn = game.draw(game.awake, &dice);
                let first = game.play(color.index(), &mut drawn, &mut dice);
                let answer = game.play(color.index() ^ 1, &mut drawn, &mut dice);
                counts.entry(first).or_default().push(answer);
            }
            let (mut freedom, mut square) = (0, 0);
            for (first, answers) in counts {
                let mut after = position.clone();
                let point = Light::<128>::point_of(first).unwrap();
                after.play(color, Move::Play(point)).unwrap();
                let choices = choices(&after);
                let expected = answers.len() / choices.len();
                freedom += choices.len() - 1;
                for choice in &choices {
                    let cell = Light::<128>::cell_of(choice);
                    let count = answers.iter().filter(|&&answer| answer == cell).count();
                    square += count.abs_diff(expected).pow(2) * 10 / expected;
                }
            }
            // Chi-square, in tenths: its mean is the freedom, its variance twice that.
            assert!(freedom > 20);
            let beyond = square.saturating_sub(10 * freedom);
            assert!(beyond * beyond < 100 * 16 * 2 * freedom, "{square} {freedom}");
        }
    }
}
