//! The light board: stones, blocks with pseudo-liberties, and a list of empty
//! points, flat in memory.
//!
//! A *pseudo-liberty* of a block is a pair of a stone of the block and an empty
//! point beside it: a liberty counts once for each stone that touches it. The
//! number of pseudo-liberties is zero exactly when that of liberties is, and it
//! changes by plain additions, even when blocks are joined.
//!
//! Arrays have a power of two of cells and every index is masked, so that no
//! access needs a bounds check. Empty points and border cells are "blocks" of
//! their own whose counts mean nothing: the hot loops add and subtract without
//! asking what is there.

use crate::color::Color;
use crate::playout::liberties::{Count, Liberties};
use crate::playout::random::Random;
use crate::point::{Move, Point, Size};
use crate::position::Position;
use crate::set::PointSet;
use crate::setup::Setup;

/// What a cell holds; the colors are 0 and 1 as in [`Color::index`].
pub(super) const EMPTY: u16 = 2;
const BORDER: u16 = 3;

/// Where a cell's content stands in its tag, above the anchor of its block.
const CONTENT: u32 = 12;

/// In the counts around a point: one black neighbour; White's is four bits higher.
const STONE: u16 = 1;
/// In the counts around a point: one empty neighbour.
pub(super) const VACANT: u16 = 1 << 8;

/// A board for playouts, copied by value. `N` is the number of padded cells;
/// see [`crate::playout::Task`] for how a board of the right capacity is made.
/// `L` says how much a block knows of its liberties: their number, or also
/// whether it is in atari.
#[derive(Clone, Copy)]
pub struct Light<const N: usize, L: Liberties = Count> {
    /// The content of each cell, above the anchor of its block. Empty and
    /// border cells are their own anchors.
    tags: [u16; N],
    /// Whether a stone was taken off this point since the board was made.
    taken: [bool; N],
    /// Number of black, white and empty neighbours, four bits each from the
    /// lowest; a border cell counts as a stone of both colors.
    around: [u16; N],
    /// The next stone of the same block, in a circle.
    next: [u16; N],
    /// The pseudo-liberties, at the anchor.
    liberties: [L; N],
    /// The empty points, in no particular but fixed order.
    empties: [u16; N],
    /// Where an empty point stands in `empties`.
    place: [u16; N],
    /// Number of empty points.
    vacant: u16,
    /// Where the player to move may not retake a ko; 0 if nowhere.
    ko: u16,
    /// The latest move; 0 for a pass or none.
    last: u16,
    /// Number of stones that the latest move took.
    lost: u16,
    /// Number of passes since the latest stone.
    passes: u16,
    /// Number of black and white stones.
    stones: [u16; 2],
    to_play: Color,
    size: Size,
}

impl<const N: usize, L: Liberties> Light<N, L> {
    /// Distance between rows: the border column is shared between neighbouring rows.
    pub(crate) const STRIDE: usize = match N {
        128 => 10,
        256 => 14,
        512 => 20,
        1024 => 26,
        _ => panic!("light boards have 128, 256, 512 or 1024 cells"),
    };

    /// The board of a position, `to_play` moving next; `None` if `N` cells are
    /// too few. Beside a board of the same size that is never so.
    pub fn new(position: &Position, to_play: Color) -> Option<Light<N, L>> {
        let size = position.size();
        if size.width() >= Self::STRIDE || size.height() >= Self::STRIDE {
            return None;
        }
        let mut light = Light {
            tags: std::array::from_fn(|v| tag(BORDER, v)),
            taken: [false; N],
            around: [0; N],
            next: [0; N],
            liberties: [L::default(); N],
            empties: [0; N],
            place: [0; N],
            vacant: 0,
            ko: 0,
            last: 0,
            lost: 0,
            passes: 0,
            stones: [0; 2],
            to_play,
            size,
        };
        for point in size.points() {
            let v = Self::cell(point);
            light.tags[v] = tag(EMPTY, v);
            light.push_empty(v);
        }
        for point in size.points() {
            let v = Self::cell(point);
            for n in Self::neighbors(v) {
                let border = light.content(n) == BORDER;
                light.around[v] += if border { STONE | STONE << 4 } else { VACANT };
            }
        }
        for color in Color::BOTH {
            for point in position.stones(color) {
                let v = Self::cell(point);
                // A stone never lacks a liberty on the way, since the full board leaves it one.
                light.put(color.index(), v, light.place[v] as usize);
            }
        }
        let ko = position.ko_point().filter(|_| to_play == position.to_play());
        light.ko = ko.map_or(0, |point| Self::cell(point) as u16);
        Some(light)
    }

    /// The board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Who moves next.
    #[inline]
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// The stone on a point.
    #[inline]
    pub fn stone(&self, point: Point) -> Option<Color> {
        match self.content(Self::cell(point) & (N - 1)) {
            0 => Some(Color::Black),
            1 => Some(Color::White),
            _ => None,
        }
    }

    /// The latest move since the board was made, if it was a stone.
    pub fn last(&self) -> Option<Point> {
        Self::point(self.last)
    }

    /// Where the player to move may not retake a ko.
    pub fn ko(&self) -> Option<Point> {
        Self::point(self.ko)
    }

    /// Number of stones of a color.
    #[inline]
    pub fn stones(&self, color: Color) -> usize {
        self.stones[color.index()] as usize
    }

    /// Whether both players passed, one after the other.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Whether the point is a simple eye of `color`: empty, all its neighbours
    /// on the board are stones of `color`, and the opponent holds at most one of
    /// its diagonal neighbours, or none if the point is on the edge.
    ///
    /// ```text
    /// . X O     Black does not fill the middle. With a second O on a
    /// X . X     diagonal he may: the eye is then likely to be false.
    /// X X .
    /// ```
    #[inline]
    pub fn is_eye(&self, color: Color, point: Point) -> bool {
        let (c, v) = (color.index(), Self::cell(point) & (N - 1));
        self.content(v) == EMPTY && self.all_own(c, v) && self.diagonals_hold(c, v)
    }

    /// Whether the player to move may play on a point: empty, no ko, no suicide.
    pub fn is_legal(&self, point: Point) -> bool {
        let (c, v) = (self.to_play.index(), Self::cell(point) & (N - 1));
        self.content(v) == EMPTY && v != self.ko as usize && self.breathes(c, v)
    }

    /// Plays a move if it is legal under simple ko without suicide, and says
    /// whether it was.
    pub fn play(&mut self, mv: Move) -> bool {
        match mv {
            Move::Pass => self.pass(),
            Move::Play(point) => {
                if !self.size.contains(point) || !self.is_legal(point) {
                    return false;
                }
                let v = Self::cell(point) & (N - 1);
                self.put(self.to_play.index(), v, self.place[v] as usize);
                self.turn(v);
            }
        }
        true
    }

    /// Plays one move, each legal one that fills no simple eye of the player's
    /// own with the same probability; a pass if there is none.
    #[inline]
    pub fn step(&mut self, random: &mut Random) -> Move {
        match self.random_move(random) {
            0 => Move::Pass,
            v => Self::point(v as u16).map_or(Move::Pass, Move::Play),
        }
    }

    /// As [`Light::step`]; returns the cell, or 0 for a pass.
    #[inline(always)]
    pub(crate) fn random_move(&mut self, random: &mut Random) -> usize {
        self.random_move_but(random, |_, _, _| false)
    }

    /// As [`Light::random_move`], without moves that are `refused`.
    #[inline(always)]
    pub(super) fn random_move_but(
        &mut self,
        random: &mut Random,
        refused: impl Fn(&Self, &mut Random, usize) -> bool,
    ) -> usize {
        let c = self.to_play.index();
        // Candidates are drawn without replacement: one that cannot be played
        // changes places with the last that has not been drawn.
        let mut left = self.vacant as usize;
        while left > 0 {
            let j = random.below(left) & (N - 1);
            let v = self.empties[j] as usize & (N - 1);
            if !refused(self, random, v) && self.put_sensibly(c, v, j) {
                self.turn(v);
                return v;
            }
            left -= 1;
            let w = self.empties[left & (N - 1)];
            self.empties[j] = w;
            self.place[w as usize & (N - 1)] = j as u16;
            self.empties[left & (N - 1)] = v as u16;
            self.place[v] = left as u16;
        }
        self.pass();
        0
    }

    /// The area score, Black minus White: stones, and empty regions that touch
    /// one color only.
    pub fn area_score(&self) -> i32 {
        let stones = i32::from(self.stones[0]) - i32::from(self.stones[1]);
        let empties = self.empties.iter().take(self.vacant as usize);
        // Where neither player had a move every empty region is one point: in a
        // larger one each point has an empty neighbour, and at most one of them is
        // banned by ko. Players who refuse moves may leave larger ones.
        if self.is_over() && empties.clone().all(|&v| self.around_cell(v as usize) < VACANT) {
            stones + empties.map(|&v| self.owner_of_single(v as usize & (N - 1))).sum::<i32>()
        } else {
            let setup = self.setup();
            let mut score = stones;
            let empty = PointSet::board(self.size) - setup.black - setup.white;
            for region in empty.components() {
                let border = region.border(self.size);
                let (black, white) =
                    (border.intersects(&setup.black), border.intersects(&setup.white));
                score += (i32::from(black) - i32::from(white)) * region.len() as i32;
            }
            score
        }
    }

    /// Stones, turn and ko, for the slow questions.
    pub fn setup(&self) -> Setup {
        let mut setup = Setup::empty(self.size);
        for point in self.size.points() {
            setup.set(point, self.stone(point));
        }
        setup.to_play = self.to_play;
        setup.ko = self.ko();
        setup
    }

    /// The cell of the latest move; 0 for a pass or none.
    #[inline]
    pub fn last_cell(&self) -> usize {
        self.last as usize
    }

    /// Number of stones that the latest move took.
    #[inline]
    pub(super) fn lost(&self) -> usize {
        self.lost as usize
    }

    /// The cell of a point: how this board counts points inside.
    #[inline]
    pub fn cell_of(point: Point) -> usize {
        Self::cell(point)
    }

    /// The point of a cell; none for cell 0, which stands for a pass.
    #[inline]
    pub fn point_of(cell: usize) -> Option<Point> {
        Self::point(cell as u16)
    }

    /// Puts a stone of the player to move on an empty cell unless that fills an
    /// eye, retakes a ko or is suicide, and says whether it did.
    #[inline]
    pub fn try_put(&mut self, v: usize) -> bool {
        let v = v & (N - 1);
        if self.content(v) != EMPTY {
            return false;
        }
        let put = self.put_sensibly(self.to_play.index(), v, self.place[v] as usize);
        if put {
            self.turn(v);
        }
        put
    }

    /// Whether the player to move may put a stone on this cell and it fills no
    /// simple eye of its own.
    #[inline]
    pub fn is_sensible(&self, v: usize) -> bool {
        let (c, v) = (self.to_play.index(), v & (N - 1));
        self.content(v) == EMPTY
            && v != self.ko as usize
            && !(self.all_own(c, v) && self.diagonals_hold(c, v))
            && self.breathes(c, v)
    }

    /// The cells of the empty points.
    pub fn empty_cells(&self) -> impl Iterator<Item = usize> {
        self.empties.iter().take(self.vacant as usize).map(|&v| v as usize)
    }

    /// The anchor of the block on a cell.
    #[inline(always)]
    pub(super) fn anchor(&self, v: usize) -> usize {
        self.tags[v & (N - 1)] as usize & (N - 1)
    }

    /// The liberties of the block on a cell.
    #[inline(always)]
    pub(super) fn liberties_of(&self, v: usize) -> L {
        self.liberties[self.anchor(v & (N - 1))]
    }

    /// The next stone of a block.
    #[inline(always)]
    pub(super) fn next_stone(&self, v: usize) -> usize {
        self.next[v & (N - 1)] as usize & (N - 1)
    }

    /// The counts around a cell.
    #[inline(always)]
    pub(super) fn around_cell(&self, v: usize) -> u16 {
        self.around[v & (N - 1)]
    }

    /// The number of stones of the block on a cell, counted up to `most`.
    #[inline]
    pub(super) fn block_len(&self, v: usize, most: usize) -> usize {
        let (mut s, mut len) = (self.next_stone(v), 1);
        while s != v && len < most {
            s = self.next_stone(s);
            len += 1;
        }
        len
    }

    /// +1 if the empty cell is surrounded by Black alone, −1 by White, else 0.
    #[inline]
    pub(crate) fn owner_of_single(&self, v: usize) -> i32 {
        let around = self.around[v];
        i32::from(around >> 2 & 1) - i32::from(around >> 6 & 1)
    }

    /// Counts the owner of each cell, and whether a stone was ever taken off it. Plain
    /// loops over whole arrays: this is done at the end of every playout.
    pub(super) fn add_owners(&self, owned: &mut [[u32; N]; 2], taken: &mut [u32; N]) {
        for (v, tag) in self.tags.iter().enumerate() {
            owned[0][v] += u32::from(tag >> CONTENT == 0);
            owned[1][v] += u32::from(tag >> CONTENT == 1);
            taken[v] += u32::from(self.taken[v]);
        }
        for &v in self.empties.iter().take(self.vacant as usize) {
            let v = v as usize & (N - 1);
            let owner = self.owner_of_single(v);
            owned[0][v] += u32::from(owner > 0);
            owned[1][v] += u32::from(owner < 0);
        }
    }

    #[inline]
    fn pass(&mut self) {
        self.to_play = self.to_play.opponent();
        self.passes += 1;
        self.ko = 0;
        self.last = 0;
        self.lost = 0;
    }

    #[inline]
    fn turn(&mut self, v: usize) {
        self.to_play = self.to_play.opponent();
        self.passes = 0;
        self.last = v as u16;
    }

    /// Puts a stone, unless that fills an eye, retakes a ko or is suicide.
    #[inline(always)]
    fn put_sensibly(&mut self, c: usize, v: usize, j: usize) -> bool {
        if v == self.ko as usize {
            return false;
        }
        if self.around[v] < VACANT
            && (self.all_own(c, v) && self.diagonals_hold(c, v) || !self.breathes(c, v))
        {
            return false;
        }
        self.put(c, v, j);
        true
    }

    /// Whether a stone on the empty point `v` has a liberty: an empty neighbour,
    /// an own block with a liberty elsewhere, or an enemy block without one.
    #[inline(always)]
    fn breathes(&self, c: usize, v: usize) -> bool {
        if self.around[v] >= VACANT {
            return true;
        }
        let tags = self.tags_around(v);
        for tag in tags {
            // A block loses as many pseudo-liberties as it has stones beside the point.
            let mut left = self.liberties[tag as usize & (N - 1)].count();
            for other in tags {
                left = left.wrapping_sub(u16::from(other == tag));
            }
            // Own 0, enemy 1, border more: an own block must live, or an enemy block die.
            if (tag >> CONTENT) ^ c as u16 ^ u16::from(left != 0) == 1 {
                return true;
            }
        }
        false
    }

    /// Puts a stone on the empty point `v`, which stands at `j` in the list of
    /// empty points, and takes captured stones off. Sets the ko point.
    #[inline(always)]
    fn put(&mut self, c: usize, v: usize, j: usize) {
        let own = c as u16;
        let enemy = own ^ 1;
        self.ko = 0;
        self.lost = 0;
        self.stones[c] += 1;
        self.remove_empty(v, j);

        // Join the block of one own neighbour, or begin a new one.
        self.next[v] = v as u16;
        self.liberties[v] = L::default();
        let mut root = tag(own, v);
        let change = VACANT.wrapping_sub(STONE << (4 * c));
        for n in Self::neighbors(v) {
            self.liberties[self.tags[n] as usize & (N - 1)].lose(v);
            self.around[n] = self.around[n].wrapping_sub(change);
        }
        let tags = self.tags_around(v);
        let mut captures = false;
        for tag in tags {
            captures |=
                (tag >> CONTENT == enemy) & (self.liberties[tag as usize & (N - 1)].count() == 0);
            root = if tag >> CONTENT == own { tag } else { root };
        }
        let r = root as usize & (N - 1);
        self.tags[v] = root;
        self.next[v] = self.next[r];
        self.next[r] = v as u16;
        let [up, left, right, down] = self.tags_around(v);
        let vacant = [is_empty(up), is_empty(left), is_empty(right), is_empty(down)];
        self.liberties[r].gain_all(Self::neighbors(v), vacant, self.around[v] >> 8);

        let mut several = false;
        for tag in tags {
            several |= (tag >> CONTENT == own) & (tag != root);
        }
        if several {
            for n in Self::neighbors(v) {
                let tag = self.tags[n];
                if tag >> CONTENT == own && tag != self.tags[v] {
                    self.join(self.tags[v], tag);
                }
            }
        }
        if captures {
            let before = self.vacant;
            for n in Self::neighbors(v) {
                let tag = self.tags[n];
                if tag >> CONTENT == enemy && self.liberties[tag as usize & (N - 1)].count() == 0 {
                    self.take_off(n, enemy as usize);
                }
            }
            self.lost = self.vacant - before;
            // A lone stone took a lone stone and can itself be taken at once.
            if self.vacant == before + 1 && self.surrounded(c ^ 1, v) {
                self.ko = self.empties[before as usize & (N - 1)];
            }
        }
    }

    /// Whether all neighbours of the new stone `v` but the one just taken are
    /// stones of `enemy` or off the board.
    #[inline]
    fn surrounded(&self, enemy: usize, v: usize) -> bool {
        (self.around[v] >> (4 * enemy)) & 15 == 3 && self.around[v] >> 8 == 1
    }

    /// Joins the block `b` into `a`, or `a` into `b` if `b` seems larger.
    #[inline]
    fn join(&mut self, a: u16, b: u16) {
        let count = |tag: u16| self.liberties[tag as usize & (N - 1)].count();
        let larger = count(a) >= count(b);
        let (tag, b) = if larger { (a, b) } else { (b, a) };
        let (a, b) = (tag as usize & (N - 1), b as usize & (N - 1));
        let joined = self.liberties[b];
        self.liberties[a].join(joined);
        let mut s = b;
        loop {
            self.tags[s] = tag;
            s = self.next[s] as usize & (N - 1);
            if s == b {
                break;
            }
        }
        (self.next[a], self.next[b]) = (self.next[b], self.next[a]);
    }

    /// Takes the block on `v` off the board.
    #[inline]
    fn take_off(&mut self, v: usize, c: usize) {
        let change = VACANT.wrapping_sub(STONE << (4 * c));
        let mut s = v;
        loop {
            self.tags[s] = tag(EMPTY, s);
            self.taken[s] = true;
            self.stones[c] -= 1;
            self.push_empty(s);
            for n in Self::neighbors(s) {
                self.liberties[self.tags[n] as usize & (N - 1)].gain(s);
                self.around[n] = self.around[n].wrapping_add(change);
            }
            s = self.next[s] as usize & (N - 1);
            if s == v {
                break;
            }
        }
    }

    #[inline(always)]
    fn push_empty(&mut self, v: usize) {
        let j = self.vacant as usize & (N - 1);
        self.empties[j] = v as u16;
        self.place[v] = j as u16;
        self.vacant += 1;
    }

    #[inline(always)]
    fn remove_empty(&mut self, v: usize, j: usize) {
        self.vacant -= 1;
        let w = self.empties[self.vacant as usize & (N - 1)];
        debug_assert_eq!(self.empties[j & (N - 1)] as usize, v);
        self.empties[j & (N - 1)] = w;
        self.place[w as usize & (N - 1)] = j as u16;
    }

    #[inline(always)]
    fn all_own(&self, c: usize, v: usize) -> bool {
        self.around[v] & (4 * STONE) << (4 * c) != 0
    }

    #[inline(always)]
    fn diagonals_hold(&self, c: usize, v: usize) -> bool {
        // How many of each content, four bits each.
        let mut counts = 0u32;
        for d in Self::diagonals(v) {
            counts += 1 << (4 * self.content(d));
        }
        let enemies = (counts >> (4 * (c ^ 1))) & 15;
        let edge = u32::from(counts >> (4 * BORDER) != 0);
        enemies + edge < 2
    }

    #[inline(always)]
    pub(super) fn content(&self, v: usize) -> u16 {
        self.tags[v & (N - 1)] >> CONTENT
    }

    // The four tags, and below the four neighbours, are written out: `map` over an array is
    // not always compiled in place. Without optimisation between crates that took a third of
    // a playout's time.
    #[inline(always)]
    fn tags_around(&self, v: usize) -> [u16; 4] {
        let [up, left, right, down] = Self::neighbors(v);
        [self.tags[up], self.tags[left], self.tags[right], self.tags[down]]
    }

    #[inline(always)]
    pub(super) fn neighbors(v: usize) -> [usize; 4] {
        let s = Self::STRIDE;
        let mask = N - 1;
        [
            v.wrapping_add(s) & mask,
            v.wrapping_sub(1) & mask,
            v.wrapping_add(1) & mask,
            v.wrapping_sub(s) & mask,
        ]
    }

    #[inline(always)]
    pub(super) fn diagonals(v: usize) -> [usize; 4] {
        let s = Self::STRIDE;
        let mask = N - 1;
        [
            v.wrapping_add(s - 1) & mask,
            v.wrapping_add(s + 1) & mask,
            v.wrapping_sub(s - 1) & mask,
            v.wrapping_sub(s + 1) & mask,
        ]
    }

    #[inline]
    fn cell(point: Point) -> usize {
        (point.row() + 1) * Self::STRIDE + point.column() + 1
    }

    #[inline]
    fn point(v: u16) -> Option<Point> {
        let v = v as usize;
        (v != 0).then(|| Point::new(v % Self::STRIDE - 1, v / Self::STRIDE - 1))
    }
}

/// The tag of a cell whose block has the anchor `v`.
#[inline(always)]
const fn tag(content: u16, v: usize) -> u16 {
    content << CONTENT | v as u16
}

/// Whether a tag is that of an empty cell.
#[inline(always)]
const fn is_empty(tag: u16) -> bool {
    tag >> CONTENT == EMPTY
}
