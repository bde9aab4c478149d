//! The arena that keeps games: every canonical form once, option lists in one
//! flat pool, results of sums and comparisons remembered.

use budget::Budget;

use crate::memo::{Cache, FormKey, Memo, OrderKey, SumKey, mix};
use crate::{Dyadic, Error, Game, Side, Stop, closed};

/// An arena of games. All operations on [`Game`]s go through the arena that
/// made them; a game means nothing in another arena.
///
/// Memory is bounded: [`Games::new`] keeps at most [`Games::DEFAULT_LIMIT`]
/// bytes and [`Games::with_limit`] as many as asked. An operation that needs
/// more ends with [`Error::Memory`]; the arena stays usable. A [`Budget`]
/// bounds the work and carries the flag that stops it.
///
/// ```
/// use cgt::{Dyadic, Games};
///
/// let mut games = Games::new();
/// let [zero, one, two] = [0, 1, 2].map(|n| games.number(Dyadic::from(n)));
/// let switch = games.game(&[two], &[zero])?;
/// let star = games.game(&[zero], &[zero])?;
/// let sum = games.add(switch, switch)?;
/// assert_eq!(sum, two);
/// assert_eq!(games.add(star, star)?, zero);
/// assert_eq!(games.left_stop(switch).value, Dyadic::from(2));
/// # Ok::<(), cgt::Error>(())
/// ```
pub struct Games {
    nodes: Vec<Node>,
    pool: Vec<Game>,
    index: Vec<u32>,
    pub(crate) sums: Memo<SumKey, Game>,
    pub(crate) orders: Memo<OrderKey, bool>,
    /// Comparisons with the form that is being made canonical.
    pub(crate) forms: Cache<FormKey, bool>,
    /// How many forms were made canonical so far.
    pub(crate) form: u64,
    spare: Vec<Vec<Game>>,
    limit: usize,
    budget: Budget,
    /// How often a memory was full during the operation at hand.
    forgot: u32,
}

/// A kept core: a canonical form that is no number-up-star, translated so that
/// its left stop is zero.
struct Node {
    /// Left options are `pool[start..middle]`, right options `pool[middle..end]`.
    start: u32,
    middle: u32,
    end: u32,
    /// The place of the core of the negative, once known.
    negative: u32,
    right_stop: Dyadic,
    /// No follower's number part is further from zero than this …
    reach: i64,
    /// … or has a greater denominator than two to this power.
    grain: u8,
    left_next: Side,
    right_next: Side,
    height: u16,
    hash: u32,
}

const UNKNOWN: u32 = u32::MAX;

impl Games {
    /// The memory bound of [`Games::new`]: one gibibyte.
    pub const DEFAULT_LIMIT: usize = 1 << 30;

    /// The greatest number of moves from a kept game to a number; deeper games
    /// are refused with [`Error::Depth`], so that recursion stays bounded.
    pub const MAX_HEIGHT: usize = 1000;

    /// An empty arena with the default memory bound.
    pub fn new() -> Games {
        Games::with_limit(Games::DEFAULT_LIMIT)
    }

    /// An empty arena that keeps at most about `bytes` bytes.
    pub fn with_limit(bytes: usize) -> Games {
        Games {
            nodes: Vec::new(),
            pool: Vec::new(),
            index: vec![UNKNOWN; 1 << 10],
            sums: Memo::new(),
            orders: Memo::new(),
            forms: Cache::new(12),
            form: 0,
            spare: Vec::new(),
            limit: bytes,
            budget: Budget::unlimited(),
            forgot: 0,
        }
    }

    /// Bounds the work from now on: one node for each sum and each comparison
    /// that is not remembered, and for each option that is tested for reversal.
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// The budget in use, with what was spent of it.
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Forgets all remembered sums and comparisons, but no game.
    pub fn forget(&mut self) {
        self.sums = Memo::new();
        self.orders = Memo::new();
    }

    /// How many games are kept. Numbers, ups, nimbers and translates need no room.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether no game is kept yet.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The memory in use, in bytes.
    pub fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.pool.capacity() * size_of::<Game>()
            + self.index.len() * size_of::<u32>()
            + self.sums.bytes()
            + self.orders.bytes()
            + self.forms.bytes()
    }

    /// The number `x` as a game.
    pub fn number(&self, x: Dyadic) -> Game {
        Game::number(x)
    }

    /// The number that `g` is, if it is one.
    pub fn as_number(&self, g: Game) -> Option<Dyadic> {
        g.as_number()
    }

    /// The left options of the canonical form.
    pub fn left(&self, g: Game) -> Options<'_> {
        self.options(g, Side::Left)
    }

    /// The right options of the canonical form.
    pub fn right(&self, g: Game) -> Options<'_> {
        self.options(g, Side::Right)
    }

    /// The options of `side` in the canonical form. No option dominates
    /// another and none is reversible.
    pub fn options(&self, g: Game, side: Side) -> Options<'_> {
        Options { games: self, game: g, side, next: 0, count: self.option_count(g, side) }
    }

    /// The left stop and who is to move there.
    #[inline]
    pub fn left_stop(&self, g: Game) -> Stop {
        match g.place() {
            Some(place) => Stop { value: g.offset(), next: self.nodes[place].left_next },
            None => closed::left_stop(g.as_number_up_star().expect("a game not kept is closed")),
        }
    }

    /// The right stop and who is to move there.
    #[inline]
    pub fn right_stop(&self, g: Game) -> Stop {
        match g.place() {
            Some(place) => {
                let node = &self.nodes[place];
                Stop { value: in_range(g.offset(), node.right_stop), next: node.right_next }
            }
            None => closed::right_stop(g.as_number_up_star().expect("a game not kept is closed")),
        }
    }

    /// The number of moves to a number along the longest way; 0 for a number.
    pub fn height(&self, g: Game) -> u64 {
        match (g.place(), g.as_number_up_star()) {
            (Some(place), _) => u64::from(self.nodes[place].height),
            (None, Some(v)) => closed_height(v.ups, v.nimber),
            (None, None) => 0,
        }
    }

    /// The greatest exponent of a denominator among the numbers in `g`.
    pub(crate) fn grain(&self, g: Game) -> u8 {
        let below = g.place().map_or(0, |place| self.nodes[place].grain);
        below.max(g.offset().exponent() as u8)
    }

    /// A bound on the distance from zero of all numbers in `g`.
    pub(crate) fn reach(&self, g: Game) -> i64 {
        let below = g.place().map_or(0, |place| self.nodes[place].reach);
        below.saturating_add(g.offset().abs().ceil())
    }

    /// The translate `g + x`.
    #[inline]
    pub fn translate(&self, g: Game, x: Dyadic) -> Result<Game, Error> {
        let offset = g.offset().add(x)?;
        if let Some(place) = g.place() {
            let node = &self.nodes[place];
            self.check_range(offset, node.reach, node.grain)?;
        }
        Ok(g.with_offset(offset))
    }

    /// How many options `side` has.
    #[inline]
    pub(crate) fn option_count(&self, g: Game, side: Side) -> usize {
        match g.place() {
            Some(place) => {
                let node = &self.nodes[place];
                match side {
                    Side::Left => (node.middle - node.start) as usize,
                    Side::Right => (node.end - node.middle) as usize,
                }
            }
            None => {
                let value = g.as_number_up_star().expect("a game not kept is closed");
                closed::option_count(value, side)
            }
        }
    }

    /// The option of `side` with this index.
    #[inline]
    pub(crate) fn option(&self, g: Game, side: Side, index: usize) -> Game {
        match g.place() {
            Some(place) => {
                let node = &self.nodes[place];
                let first = if side == Side::Left { node.start } else { node.middle };
                let option = self.pool[first as usize + index];
                option.with_offset(in_range(option.offset(), g.offset()))
            }
            None => {
                let value = g.as_number_up_star().expect("a game not kept is closed");
                closed::option(value, side, index)
            }
        }
    }

    /// Keeps the canonical form `{left|right}`, which is no number, and whose
    /// stops are given; the lists are used up.
    pub(crate) fn keep(
        &mut self,
        left: &mut [Game],
        right: &mut [Game],
        left_stop: Stop,
        right_stop: Stop,
    ) -> Result<Game, Error> {
        let shift = -left_stop.value;
        for option in left.iter_mut().chain(right.iter_mut()) {
            *option = self.translate(*option, shift)?;
        }
        left.sort_unstable_by_key(|g| g.rank());
        right.sort_unstable_by_key(|g| g.rank());
        if let Some(core) = closed::recognise(left, right) {
            return Ok(core.with_offset(left_stop.value));
        }
        let hash = list_hash(left, right);
        let place = match self.find(hash, left, right) {
            Ok(place) => place,
            Err(slot) => {
                let stop = Stop { value: right_stop.value.add(shift)?, ..right_stop };
                self.push(hash, slot, left, right, left_stop.next, stop)?
            }
        };
        self.translate(Game::kept(place), left_stop.value)
    }

    /// The place of the core of the negative, if it is known.
    pub(crate) fn known_negative(&self, place: usize) -> Option<Game> {
        let node = &self.nodes[place];
        (node.negative != UNKNOWN).then(|| Game::kept(node.negative).with_offset(-node.right_stop))
    }

    /// Remembers two kept games as negatives of each other.
    pub(crate) fn set_negatives(&mut self, place: usize, negative: Game) {
        if let Some(other) = negative.place() {
            self.nodes[place].negative = other as u32;
            self.nodes[other].negative = place as u32;
        }
    }

    /// Counts one node of work.
    #[inline]
    pub(crate) fn spend(&mut self) -> Result<(), Error> {
        Ok(self.budget.spend(1)?)
    }

    /// Begins an operation. During one operation a memory may overflow once;
    /// if it did so again and again, the operation would take for ever.
    pub(crate) fn begin(&mut self) {
        self.forgot = 0;
    }

    pub(crate) fn remember_sum(&mut self, key: SumKey, sum: Game) -> Result<(), Error> {
        let limit = self.memo_limit();
        let forgot = self.sums.insert(key, sum, limit);
        self.count_overflow(forgot)
    }

    pub(crate) fn remember_order(&mut self, key: OrderKey, answer: bool) -> Result<(), Error> {
        let limit = self.memo_limit();
        let forgot = self.orders.insert(key, answer, limit);
        self.count_overflow(forgot)
    }

    fn count_overflow(&mut self, forgot: bool) -> Result<(), Error> {
        self.forgot += u32::from(forgot);
        if self.forgot > 2 { Err(Error::Memory { limit: self.limit }) } else { Ok(()) }
    }

    /// An empty list from the store of used ones.
    pub(crate) fn take_list(&mut self) -> Vec<Game> {
        self.spare.pop().unwrap_or_default()
    }

    /// Gives a list back.
    pub(crate) fn give_list(&mut self, mut list: Vec<Game>) {
        list.clear();
        self.spare.push(list);
    }

    /// Each of the two memories may take a quarter of the limit.
    fn memo_limit(&self) -> usize {
        self.limit / 4
    }

    /// The place of this form, or the free slot of the index where it belongs.
    fn find(&self, hash: u32, left: &[Game], right: &[Game]) -> Result<u32, usize> {
        let mask = self.index.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let place = self.index[slot];
            if place == UNKNOWN {
                return Err(slot);
            }
            let node = &self.nodes[place as usize];
            if node.hash == hash
                && self.pool[node.start as usize..node.middle as usize] == *left
                && self.pool[node.middle as usize..node.end as usize] == *right
            {
                return Ok(place);
            }
            slot = (slot + 1) & mask;
        }
    }

    fn push(
        &mut self,
        hash: u32,
        slot: usize,
        left: &[Game],
        right: &[Game],
        left_next: Side,
        right_stop: Stop,
    ) -> Result<u32, Error> {
        let (mut reach, mut grain) = (right_stop.value.abs().ceil(), right_stop.value.exponent());
        let mut height = 0;
        for &option in left.iter().chain(right) {
            let offset = option.offset();
            let below = option.place().map(|p| &self.nodes[p]);
            let further = below.map_or(0, |n| n.reach);
            reach = reach.max(offset.abs().ceil().checked_add(further).ok_or(Error::Overflow)?);
            grain = grain.max(offset.exponent()).max(below.map_or(0, |n| n.grain.into()));
            height = height.max(self.height(option));
        }
        if height >= Games::MAX_HEIGHT as u64 {
            return Err(Error::Depth { limit: Games::MAX_HEIGHT });
        }
        self.check_range(Dyadic::ZERO, reach, grain as u8)?;
        self.make_room(left.len() + right.len())?;
        let place = self.nodes.len() as u32;
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(left);
        let middle = self.pool.len() as u32;
        self.pool.extend_from_slice(right);
        let end = self.pool.len() as u32;
        self.nodes.push(Node {
            start,
            middle,
            end,
            negative: UNKNOWN,
            right_stop: right_stop.value,
            reach,
            grain: grain as u8,
            left_next,
            right_next: right_stop.next,
            height: height as u16 + 1,
            hash,
        });
        self.index[slot] = place;
        if self.nodes.len() * 2 > self.index.len() {
            self.grow_index();
        }
        Ok(place)
    }

    /// Makes sure that one more node with `options` options fits in memory.
    fn make_room(&mut self, options: usize) -> Result<(), Error> {
        let refuse = Error::Memory { limit: self.limit };
        let mut more = 0;
        if self.nodes.len() == self.nodes.capacity() {
            more += self.nodes.capacity() * size_of::<Node>();
        }
        if self.pool.len() + options > self.pool.capacity() {
            more += self.pool.capacity().max(options) * size_of::<Game>();
        }
        if (self.nodes.len() + 1) * 2 > self.index.len() {
            more += self.index.len() * size_of::<u32>();
        }
        let full = more > 0 && self.bytes() + more > self.limit;
        // Places are 32-bit, and the last one means "unknown".
        if full || self.pool.len() + options >= UNKNOWN as usize {
            return Err(refuse);
        }
        Ok(())
    }

    fn grow_index(&mut self) {
        let mask = self.index.len() * 2 - 1;
        let mut index = vec![UNKNOWN; mask + 1];
        for (place, node) in self.nodes.iter().enumerate() {
            let mut slot = node.hash as usize & mask;
            while index[slot] != UNKNOWN {
                slot = (slot + 1) & mask;
            }
            index[slot] = place as u32;
        }
        self.index = index;
    }

    /// Whether every follower of a game with this number part stays in range.
    #[inline]
    fn check_range(&self, offset: Dyadic, reach: i64, grain: u8) -> Result<(), Error> {
        let grain = u32::from(grain).max(offset.exponent());
        let size = offset.numerator().unsigned_abs() >> offset.exponent();
        let furthest = (size + 1).saturating_add(reach.unsigned_abs());
        if furthest.leading_zeros() > grain + 1 { Ok(()) } else { Err(Error::Overflow) }
    }
}

impl Default for Games {
    fn default() -> Games {
        Games::new()
    }
}

impl std::fmt::Debug for Games {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Games({} kept, {} bytes)", self.len(), self.bytes())
    }
}

/// The options of one side; see [`Games::options`].
#[derive(Clone)]
pub struct Options<'a> {
    games: &'a Games,
    game: Game,
    side: Side,
    next: usize,
    count: usize,
}

impl Iterator for Options<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        if self.next == self.count {
            return None;
        }
        self.next += 1;
        Some(self.games.option(self.game, self.side, self.next - 1))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count - self.next, Some(self.count - self.next))
    }
}

impl ExactSizeIterator for Options<'_> {}

/// The sum of two numbers of which [`Games::check_range`] said that it fits.
#[inline]
fn in_range(x: Dyadic, y: Dyadic) -> Dyadic {
    x.add(y).expect("the range of all followers was checked when the game was made")
}

fn closed_height(ups: i32, nimber: u16) -> u64 {
    if ups == 0 {
        return u64::from(nimber);
    }
    // k·↑ + *m → (k-1)·↑ + *(m⊕1) → … → ↑ + *n, and then ↑* = {0, *|0} or
    // {0|*(n⊕1)}.
    let steps = ups.unsigned_abs() - 1;
    let last = nimber ^ (steps & 1) as u16;
    u64::from(steps) + 1 + if last == 1 { 1 } else { u64::from(last ^ 1) }
}

fn list_hash(left: &[Game], right: &[Game]) -> u32 {
    let mut hash = left.len() as u64;
    for g in left.iter().chain(right) {
        let (core, numerator, exponent) = g.rank();
        hash = mix(hash ^ core ^ u64::from(exponent) << 56).rotate_left(23) ^ numerator as u64;
    }
    (mix(hash) >> 32) as u32
}
