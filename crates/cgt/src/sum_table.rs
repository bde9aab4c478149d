//! The games of a sum and all their followers, compiled for fast search.
//!
//! Every game is a number (its mean) plus a *core* of mean zero. Cores are
//! numbered from the hottest to the coldest, so that a sorted list of cores
//! begins with the hottest. All values are whole multiples of one small unit:
//! the search itself uses 64-bit integers only, and is exact.

use rustc_hash::FxHashMap;

use crate::{Error, Game, Games, Rational, Side, Thermographs, Wall};

/// A core or its negative. The last bit is the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Piece(pub(crate) u32);

impl Piece {
    /// The piece of every number: nothing is left to play.
    pub(crate) const NUMBER: Piece = Piece(u32::MAX);

    pub(crate) fn is_number(self) -> bool {
        self == Piece::NUMBER
    }

    pub(crate) fn core(self) -> usize {
        (self.0 >> 1) as usize
    }

    pub(crate) fn is_negative(self) -> bool {
        self.0 & 1 == 1
    }
}

/// An option of a core: the piece moved to, and by how much the mean changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Follower {
    pub(crate) piece: Piece,
    pub(crate) gain: i64,
}

/// A wall from temperature zero upward, in units.
#[derive(Clone, Debug, Default)]
struct Line(Vec<Corner>);

#[derive(Clone, Copy, Debug)]
struct Corner {
    temperature: i64,
    value: i64,
    slope: i64,
}

impl Line {
    fn at(&self, t: i64) -> i64 {
        // Walls have a handful of corners: a scan beats bisection.
        let corner = self.0.iter().rev().find(|c| c.temperature <= t).unwrap_or(&self.0[0]);
        corner.value + corner.slope * (t - corner.temperature)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Core {
    left: Vec<Follower>,
    right: Vec<Follower>,
    left_wall: Line,
    right_wall: Line,
    temperature: i64,
    is_own_negative: bool,
}

/// The compiled followers of some games.
#[derive(Clone, Debug)]
pub(crate) struct Table {
    cores: Vec<Core>,
    /// Where each game went, without its number part: piece and mean.
    places: FxHashMap<Game, (Piece, i64)>,
    /// Units in a point, a power of two.
    unit: i64,
    /// Final scores are multiples of this many units.
    grain: i64,
    /// Whether infinitesimals are kept.
    exact: bool,
    /// The cores, each after all its followers.
    followers_first: Vec<u32>,
}

impl Table {
    /// Compiles `terms` and all their followers. With `exact`, infinitesimals
    /// are kept; without it, a game infinitesimally close to a number counts
    /// as that number, which changes no stop.
    pub(crate) fn new(
        games: &Games,
        thermographs: &mut Thermographs,
        terms: &[Game],
        exact: bool,
    ) -> Result<Table, Error> {
        let followers = followers(games, terms, exact)?;
        let mut grain = 0;
        let mut unit = 0;
        let mut reach = 0u128;
        let mut see = |g: Game| {
            grain = grain.max(g.offset().exponent());
            reach = reach.max(u128::from(g.offset().numerator().unsigned_abs()));
        };
        terms.iter().for_each(|&g| see(g));
        for &g in &followers {
            games.left(g).chain(games.right(g)).for_each(&mut see);
        }
        for &g in &followers {
            if g.is_number() {
                continue;
            }
            let walls = thermographs.of(games, g)?;
            for wall in [walls.left_wall(), walls.right_wall()] {
                for v in wall.vertices() {
                    unit = unit.max(exponent(v.value)?).max(exponent(v.temperature)?);
                    reach = reach.max(v.value.numerator().unsigned_abs());
                }
            }
        }
        // A unit of half a step leaves room for the parity of the last move
        // between two scores.
        unit = unit.max(grain + 1);
        // Twice the sum of all terms must fit well.
        let bits = 128 - reach.leading_zeros() + unit + 64 - (terms.len() as u64).leading_zeros();
        if bits > 58 {
            return Err(Error::Overflow);
        }
        let mut table = Table {
            cores: Vec::new(),
            places: FxHashMap::default(),
            unit: 1 << unit,
            grain: 1 << (unit - grain),
            exact,
            followers_first: Vec::new(),
        };
        let mut interned = FxHashMap::default();
        for &g in &followers {
            let place = table.compile(games, thermographs, g, exact, &mut interned)?;
            let offset = table.units(Rational::from(g.offset()))?;
            table.places.insert(g.core(), (place.0, place.1 - offset));
        }
        let new = table.sort_by_temperature();
        for place in table.places.values_mut() {
            place.0 = renumbered(&new, place.0);
        }
        Ok(table)
    }

    /// The same games cooled by `tax`, and the piece that each core becomes:
    /// followers no hotter than the tax are numbers, and games that differ
    /// only in such followers become one. Means stay as they are.
    pub(crate) fn cooled(&self, tax: i64) -> (Table, Vec<Piece>) {
        let mut table = Table {
            cores: Vec::new(),
            places: FxHashMap::default(),
            unit: self.unit,
            grain: self.grain,
            exact: false,
            followers_first: Vec::new(),
        };
        let mut interned = FxHashMap::default();
        let mut becomes = vec![Piece::NUMBER; self.cores.len()];
        for &i in &self.followers_first {
            let core = &self.cores[i as usize];
            if core.temperature <= tax {
                continue;
            }
            let cooled = |list: &[Follower]| {
                let mut list: Vec<Follower> = list
                    .iter()
                    .map(|f| Follower { piece: table.becomes(&becomes, f.piece), ..*f })
                    .collect();
                list.sort_unstable();
                list.dedup();
                list
            };
            let (left, right) = (cooled(&core.left), cooled(&core.right));
            becomes[i as usize] = match interned.get(&(left.clone(), right.clone())) {
                Some(&piece) => piece,
                None => table.intern(
                    Core { left, right, is_own_negative: false, ..core.clone() },
                    &mut interned,
                ),
            };
        }
        let new = table.sort_by_temperature();
        for piece in &mut becomes {
            *piece = renumbered(&new, *piece);
        }
        (table, becomes)
    }

    /// What a piece of another table becomes here, given what its cores become.
    pub(crate) fn becomes(&self, becomes: &[Piece], piece: Piece) -> Piece {
        if piece.is_number() {
            return piece;
        }
        let core = becomes[piece.core()];
        if piece.is_negative() { self.negative(core) } else { core }
    }

    /// The piece and the mean of a game that was compiled.
    pub(crate) fn place(&self, g: Game) -> Option<(Piece, i64)> {
        let offset = self.units(Rational::from(g.offset())).ok()?;
        if g.is_number() || (!self.exact && g.as_number_up_star().is_some()) {
            return Some((Piece::NUMBER, offset));
        }
        self.places.get(&g.core()).map(|&(piece, mean)| (piece, mean + offset))
    }

    pub(crate) fn unit(&self) -> i64 {
        self.unit
    }

    pub(crate) fn grain(&self) -> i64 {
        self.grain
    }

    /// The highest temperature of all followers.
    pub(crate) fn hottest(&self) -> i64 {
        self.cores.first().map_or(0, |core| core.temperature)
    }

    /// The number of moves of `side` in a piece.
    pub(crate) fn move_count(&self, piece: Piece, side: Side) -> usize {
        let core = &self.cores[piece.core()];
        if (side == Side::Left) != piece.is_negative() { core.left.len() } else { core.right.len() }
    }

    pub(crate) fn len(&self) -> usize {
        self.cores.len()
    }

    /// The moves of `side` in a piece: options and gains in mean, both as the
    /// game has them (gains of Right are negative when the move is good).
    pub(crate) fn moves(&self, piece: Piece, side: Side) -> impl Iterator<Item = Follower> + '_ {
        let negative = piece.is_negative();
        let core = &self.cores[piece.core()];
        let list = if (side == Side::Left) != negative { &core.left } else { &core.right };
        list.iter().map(move |f| {
            if negative { Follower { piece: self.negative(f.piece), gain: -f.gain } } else { *f }
        })
    }

    pub(crate) fn negative(&self, piece: Piece) -> Piece {
        if piece.is_number() || self.cores[piece.core()].is_own_negative {
            piece
        } else {
            Piece(piece.0 ^ 1)
        }
    }

    pub(crate) fn temperature(&self, piece: Piece) -> i64 {
        if piece.is_number() { -1 } else { self.cores[piece.core()].temperature }
    }

    /// The left wall at temperature `t ≥ 0`, relative to the mean.
    pub(crate) fn left_wall(&self, piece: Piece, t: i64) -> i64 {
        if piece.is_number() {
            return 0;
        }
        let core = &self.cores[piece.core()];
        if piece.is_negative() { -core.right_wall.at(t) } else { core.left_wall.at(t) }
    }

    /// The right wall at temperature `t ≥ 0`, relative to the mean.
    pub(crate) fn right_wall(&self, piece: Piece, t: i64) -> i64 {
        if piece.is_number() {
            return 0;
        }
        let core = &self.cores[piece.core()];
        if piece.is_negative() { -core.left_wall.at(t) } else { core.right_wall.at(t) }
    }

    pub(crate) fn units(&self, x: Rational) -> Result<i64, Error> {
        let scaled = x.times(self.unit)?;
        if !scaled.is_integer() {
            return Err(Error::Overflow);
        }
        i64::try_from(scaled.numerator()).map_err(|_| Error::Overflow)
    }

    fn compile(
        &mut self,
        games: &Games,
        thermographs: &mut Thermographs,
        g: Game,
        exact: bool,
        interned: &mut Interned,
    ) -> Result<(Piece, i64), Error> {
        if g.is_number() {
            return Ok((Piece::NUMBER, self.units(Rational::from(g.offset()))?));
        }
        let walls = thermographs.of(games, g)?;
        let mean = self.units(walls.mean())?;
        if !exact && walls.temperature() <= Rational::ZERO {
            return Ok((Piece::NUMBER, mean));
        }
        let mut lists = [Side::Left, Side::Right].map(|side| {
            let options = games.options(g, side);
            let list = options.filter_map(|o| self.place(o));
            list.map(|(piece, m)| Follower { piece, gain: m - mean }).collect::<Vec<_>>()
        });
        for list in &mut lists {
            list.sort_unstable();
            list.dedup();
        }
        let [left, right] = lists;
        if let Some(&piece) = interned.get(&(left.clone(), right.clone())) {
            return Ok((piece, mean));
        }
        let core = Core {
            left_wall: self.line(walls.left_wall(), mean)?,
            right_wall: self.line(walls.right_wall(), mean)?,
            temperature: self.units(walls.temperature())?.max(0),
            left,
            right,
            is_own_negative: false,
        };
        Ok((self.intern(core, interned), mean))
    }

    /// Keeps a new core, whose lists are sorted, and its negative.
    fn intern(&mut self, core: Core, interned: &mut Interned) -> Piece {
        let mirrored = |list: &[Follower]| {
            let mut list: Vec<Follower> = list
                .iter()
                .map(|f| Follower { piece: self.negative(f.piece), gain: -f.gain })
                .collect();
            list.sort_unstable();
            list
        };
        let piece = Piece(2 * self.cores.len() as u32);
        let lists = (core.left.clone(), core.right.clone());
        let negative = (mirrored(&core.right), mirrored(&core.left));
        let is_own_negative = negative == lists;
        interned.insert(negative, Piece(piece.0 ^ 1));
        interned.insert(lists, piece);
        self.followers_first.push(self.cores.len() as u32);
        self.cores.push(Core { is_own_negative, ..core });
        piece
    }

    fn line(&self, wall: &Wall, mean: i64) -> Result<Line, Error> {
        let mut corners = vec![(Rational::ZERO, wall.at(Rational::ZERO)?)];
        let above = wall.vertices().iter().filter(|v| v.temperature > Rational::ZERO);
        corners.extend(above.map(|v| (v.temperature, v.value)));
        let mut line = Line::default();
        for (t, value) in corners {
            let slope = wall.slope_above(t)?;
            line.0.push(Corner {
                temperature: self.units(t)?,
                value: self.units(value)? - mean,
                slope: slope.numerator() as i64,
            });
        }
        Ok(line)
    }

    /// Numbers the cores anew, the hottest first; gives the new numbers.
    fn sort_by_temperature(&mut self) -> Vec<u32> {
        let mut order: Vec<u32> = (0..self.cores.len() as u32).collect();
        order.sort_by_key(|&i| std::cmp::Reverse(self.cores[i as usize].temperature));
        let mut new = vec![0u32; order.len()];
        for (to, &from) in order.iter().enumerate() {
            new[from as usize] = to as u32;
        }
        let mut cores: Vec<Option<Core>> = self.cores.drain(..).map(Some).collect();
        self.cores = order.iter().filter_map(|&i| cores[i as usize].take()).collect();
        for core in &mut self.cores {
            for f in core.left.iter_mut().chain(&mut core.right) {
                f.piece = renumbered(&new, f.piece);
            }
            core.left.sort_unstable();
            core.right.sort_unstable();
        }
        for i in &mut self.followers_first {
            *i = new[*i as usize];
        }
        new
    }
}

fn renumbered(new: &[u32], piece: Piece) -> Piece {
    if piece.is_number() { piece } else { Piece(new[piece.core()] * 2 + (piece.0 & 1)) }
}

/// The pieces of the games kept so far, by their lists of followers.
type Interned = FxHashMap<(Vec<Follower>, Vec<Follower>), Piece>;

/// The most games that a sum may be compiled into.
const MOST_FOLLOWERS: usize = 4_000_000;

/// All followers of some games, cores only and options first. Where
/// infinitesimals do not matter, nothing below a number-up-star is followed.
fn followers(games: &Games, terms: &[Game], exact: bool) -> Result<Vec<Game>, Error> {
    let mut found = Vec::new();
    let mut seen = FxHashMap::default();
    let mut path: Vec<(Game, Vec<Game>)> = Vec::new();
    let options = |g: Game| -> Vec<Game> {
        if g.is_number() || (!exact && g.as_number_up_star().is_some()) {
            return Vec::new();
        }
        games
            .left(g)
            .chain(games.right(g))
            .map(|o| if o.is_number() { o } else { o.core() })
            .collect()
    };
    for &term in terms {
        let term = if term.is_number() { term } else { term.core() };
        if seen.insert(term, ()).is_none() {
            path.push((term, options(term)));
        }
        while let Some((g, open)) = path.last_mut() {
            match open.pop() {
                Some(next) => {
                    if seen.insert(next, ()).is_none() {
                        path.push((next, options(next)));
                    }
                }
                None => {
                    found.push(*g);
                    path.pop();
                }
            }
        }
        if seen.len() > MOST_FOLLOWERS {
            return Err(Error::Undefined("the games have too many followers to be searched"));
        }
    }
    Ok(found)
}

/// The k of a denominator 2ᵏ; walls of games without kos have no others.
fn exponent(x: Rational) -> Result<u32, Error> {
    let k = x.denominator().trailing_zeros();
    if x.denominator() == 1 << k { Ok(k) } else { Err(Error::Overflow) }
}
