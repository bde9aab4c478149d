//! Finding the dead stones.

use crate::benson;
use crate::color::Color;
use crate::playout::Random;
use crate::point::{CELLS, Point};
use crate::position::Position;
use crate::score::bent_four::bent_fours;
use crate::score::duel;
use crate::score::nakade::{nakade_sekis, nakades};
use crate::score::policy;
use crate::score::status::{Cleared, Status};
use crate::set::PointSet;

/// What is dead, and how sure that is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The agreement two players might come to.
    pub status: Status,
    /// How the dead stones were found.
    pub warrant: Warrant,
    /// All blocks that needed playouts.
    pub blocks: Vec<Judged>,
}

/// How the status of the stones was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Warrant {
    /// Every stone is unconditionally alive or dead.
    Proved,
    /// What is not proved was known from elsewhere, such as reading.
    Read,
    /// Playouts were needed.
    Estimate {
        /// A stone of the least certain block.
        block: Point,
        /// In how many of a thousand playouts it met the fate it is given.
        certainty: u32,
    },
}

/// A block judged by playouts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The stone that names the block.
    pub anchor: Point,
    /// Its color.
    pub color: Color,
    /// In how many of a thousand playouts it lived to the end.
    pub lived: u32,
    /// Whether it is judged dead.
    pub dead: bool,
    /// Whether that was known from elsewhere, such as reading.
    pub known: bool,
    stones: PointSet,
}

impl Judged {
    /// In how many of a thousand playouts the block met the fate it is given.
    pub fn certainty(&self) -> u32 {
        if self.dead { 1000 - self.lived } else { self.lived }
    }

    /// The stones of the block.
    pub fn stones(&self) -> &PointSet {
        &self.stones
    }

    fn know(&mut self, known: &Known) {
        let lives = self.stones.intersects(&known.alive);
        if lives || self.stones.intersects(&known.dead) {
            (self.known, self.dead) = (true, !lives);
            self.lived = if lives { 1000 } else { 0 };
        }
    }
}

/// Playouts that judge a finished game well, where nothing else is asked for.
pub const PLAYOUTS: u32 = 300;

/// Judges which stones are dead, what is in seki and which points their owners
/// must still fill, with `playouts` random games fixed by `seed`.
///
/// 1. Stones that are unconditionally alive, and stones in unconditional
///    territory, are settled by proof ([`benson`]).
/// 2. For the others the game is played out many times, both players moving
///    first equally often, by players who save and take stones in atari, fill
///    no eyes and do not put their own stones into atari. Blocks of one color
///    that nearly always share their end are judged together, alive if they
///    live in more than 580 of a thousand games. Where that is in doubt, a small
///    search looks at the block with either side to move.
///    Stones around a bent four in the corner or a killing nakade are dead, and
///    in doubt the stones inside a seki by nakade live.
/// 3. A stone in a ko that its owner can connect to living stones is alive, of two
///    blocks that stand against each other only one can be dead, and nothing is dead
///    in its own territory.
/// 4. A seki is where points between both colors stay empty to the end of most
///    playouts and a group beside them has no two eyes.
///
/// The verdict is an estimate, as the [`Warrant`] says, unless the proof covers
/// every stone.
///
/// ```
/// use board::{Position, Rules, Setup, score::judge};
///
/// let setup: Setup = "
///     . . X O . . .
///     . O X O . . .
///     . . X O . X .
///     X X X O . . .
///     . . X O O O O
///     . . X X X X O
///     . . . . . X O".parse()?;
/// let position = Position::from_setup(&setup, Rules::japanese())?;
/// let judgement = judge(&position, 100, 1);
/// assert_eq!(judgement.status.dead.to_string(), "F5 B6");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn judge(position: &Position, playouts: u32, seed: u64) -> Judgement {
    let mut trial = Trial::new(position, playouts, seed);
    trial.search(&Known::default());
    trial.judge(&Known::default())
}

/// Stones whose fate is known from elsewhere, such as reading. A block belongs to a
/// set if one of its stones does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// Stones that live.
    pub alive: PointSet,
    /// Stones that die.
    pub dead: PointSet,
}

/// The playouts of a position, from which it can be judged more than once: see [`judge`].
#[derive(Clone, Debug)]
pub struct Trial<'a> {
    position: &'a Position,
    playouts: u32,
    proved_dead: PointSet,
    seed: u64,
    blocks: Vec<Judged>,
    watched: Watched,
    /// What searches found about stones that share their fate.
    searched: Vec<(PointSet, u32)>,
}

impl<'a> Trial<'a> {
    /// Plays out, unless everything is settled by proof.
    pub fn new(position: &'a Position, playouts: u32, seed: u64) -> Trial<'a> {
        Trial::new_while(position, playouts, seed, &mut || true)
    }

    /// The same as long as `more` says so, which is asked before each playout but the
    /// first: what was played out until then is what counts.
    pub fn new_while(
        position: &'a Position,
        playouts: u32,
        seed: u64,
        more: &mut dyn FnMut() -> bool,
    ) -> Trial<'a> {
        let owned = Color::BOTH.map(|color| benson::unconditional(position, color));
        let proved_dead = owned[0].dead | owned[1].dead;
        let sure = owned[0].area() | owned[1].area();
        let mut blocks: Vec<Judged> = Color::BOTH
            .into_iter()
            .flat_map(|color| position.blocks(color).map(move |anchor| (color, anchor)))
            .filter(|(_, anchor)| !sure.contains(*anchor))
            .map(|(color, anchor)| {
                let stones = position.block(anchor);
                Judged { anchor, color, lived: 0, dead: false, known: false, stones }
            })
            .collect();
        let watched = match blocks.is_empty() {
            true => Watched::default(),
            false => watch(position, playouts.max(1), seed, &mut blocks, more),
        };
        let playouts = watched.lived.first().map_or(0, |lived| lived.len() as u32);
        Trial { position, playouts, proved_dead, seed, blocks, watched, searched: Vec::new() }
    }

    /// Looks closer at the blocks that neither clearly live nor clearly die in the
    /// playouts and are not known already, the largest first: a small search for each
    /// side, with each player moving first.
    pub fn search(&mut self, known: &Known) {
        self.search_while(known, &mut || true);
    }

    /// The same as long as `more` says so, which is asked before each game: a search that
    /// was not finished does not count.
    pub fn search_while(&mut self, known: &Known, more: &mut dyn FnMut() -> bool) {
        let mut fates = fates(&self.blocks, &self.watched.lived, self.playouts);
        fates.retain(|fate| {
            let known = (known.alive | known.dead).intersects(&fate.stones);
            DOUBTFUL.contains(&fate.lived) && fate.stones.len() >= FEWEST && !known
        });
        fates.sort_by_key(|fate| std::cmp::Reverse(fate.stones.len()));
        let mut board = self.position.clone();
        for fate in fates.iter().take(MOST_SEARCHED) {
            let largest = fate.blocks.iter().max_by_key(|&&i| self.blocks[i].stones.len());
            let block = self.blocks[*largest.expect("a fate has a block")];
            let mut lives = |first| {
                let games = self.playouts.min(MOST_GAMES);
                let random = &mut Random::new(self.seed);
                duel::survival(&mut board, block.anchor, first, games, random, more)
            };
            let [attacker, defender] = [block.color.opponent(), block.color];
            let (Some(attacked), Some(defended)) = (lives(attacker), lives(defender)) else {
                return;
            };
            let mean = (attacked + defended) / 2;
            // Where either side gains by moving it was left, so it looked clear to both.
            let lives = attacked >= 500 || defended >= 500 && mean >= EVEN;
            let found = if lives { mean.max(ALIVE) } else { mean.min(ALIVE - 1) };
            self.searched.push((fate.stones, found));
        }
    }

    /// The verdict, where some stones may be known to live or die already.
    pub fn judge(&self, known: &Known) -> Judgement {
        let Trial { position, playouts, proved_dead, ref watched, .. } = *self;
        let mut blocks = self.blocks.clone();
        if blocks.is_empty() {
            let status = Status::given_dead(position, proved_dead);
            return Judgement { status, warrant: Warrant::Proved, blocks };
        }
        let mut fates = fates(&blocks, &watched.lived, playouts);
        // Playouts break a seki by nakade now and then, and so does a search that is
        // made of them; only a clear verdict of the playouts overrules it.
        let held = nakade_sekis(position);
        let in_doubt = |fate: &Fate| fate.stones.intersects(&held) && fate.lived >= DOOMED;
        let in_doubt: Vec<bool> = fates.iter().map(in_doubt).collect();
        for fate in &mut fates {
            let found = self.searched.iter().find(|(stones, _)| *stones == fate.stones);
            fate.lived = found.map_or(fate.lived, |&(_, lived)| lived);
        }
        let (bent, shaped) = (bent_fours(position), nakades(position));
        let is_killed = |fate: &&mut Fate| {
            let shaped = fate.stones.intersects(&shaped) && fate.lived < SURVIVING;
            shaped || fate.stones.intersects(&bent)
        };
        for fate in fates.iter_mut().filter(is_killed) {
            fate.lived = 0;
        }
        for (fate, _) in fates.iter_mut().zip(in_doubt).filter(|(_, in_doubt)| *in_doubt) {
            fate.lived = fate.lived.max(ALIVE);
        }
        for fate in &fates {
            for &i in &fate.blocks {
                blocks[i].lived = fate.lived;
                blocks[i].dead = fate.lived < ALIVE;
            }
        }
        for block in &mut blocks {
            block.know(known);
        }
        end_kos(position, &mut blocks);
        agree(position, &proved_dead, &mut blocks, &fates);
        keep_own(position, &proved_dead, &mut blocks);
        let dead = blocks
            .iter()
            .filter(|block| block.dead)
            .fold(proved_dead, |dead, block| dead | block.stones);
        let played = blocks.iter().filter(|block| !block.known);
        let warrant = match played.min_by_key(|block| block.certainty()) {
            Some(least) => Warrant::Estimate { block: least.anchor, certainty: least.certainty() },
            None => Warrant::Read,
        };
        Judgement { status: Status::of(position, dead, &watched.lasting), warrant, blocks }
    }
}

/// Blocks that live to the end this often, of a thousand, are judged alive. Stones
/// that live are seldom lost in playouts; dead ones make more trouble.
const ALIVE: u32 = 580;

/// Blocks that live less often than this, of a thousand, nearly always die, and those
/// that die less often than this nearly always live.
///
/// In a seki by nakade the race with the wall is lost if the enclosed block nearly
/// always dies. At the end of recorded games that were counted 116 such blocks were
/// found: two of them never lived, the others lived in 336 of a thousand playouts or
/// more. Any limit between would do; this one is used anyway.
const DOOMED: u32 = 100;

/// Blocks that live this often, of a thousand, have a way out that their shape does not
/// show.
const SURVIVING: u32 = 720;

/// Blocks that live so often in playouts, of a thousand, are looked at more closely.
/// Nearly all wrong verdicts about recorded games were found there.
const DOUBTFUL: std::ops::Range<u32> = 350..720;

/// Fewer stones than this are not searched: mostly they are part of a ko.
const FEWEST: usize = 3;

/// The most searches for one position. Finished games seldom need more than one.
const MOST_SEARCHED: usize = 6;

/// The most games of one search, however many playouts are wanted: its tree is kept in
/// memory, some kilobytes a game.
const MOST_GAMES: u32 = 20_000;

/// If the mean of both searches is this high, the block lives.
const EVEN: u32 = 540;

/// What playouts showed.
#[derive(Clone, Debug, Default)]
struct Watched {
    /// For each block, in which playouts it lived.
    lived: Vec<Vec<bool>>,
    /// Points that stay empty between both colors more often than not.
    lasting: PointSet,
}

/// Plays out as long as there shall be more, and watches which blocks live.
fn watch(
    position: &Position,
    most: u32,
    seed: u64,
    blocks: &mut [Judged],
    more: &mut dyn FnMut() -> bool,
) -> Watched {
    let size = position.size();
    let mut board = position.clone();
    let mut random = Random::new(seed);
    let mut empty_between = vec![0u32; CELLS];
    let mut lived = vec![Vec::new(); blocks.len()];
    let mut playouts = 0;
    while playouts < most && (playouts == 0 || more()) {
        let end = policy::play_out(&mut board, Color::BOTH[playouts as usize % 2], &mut random);
        playouts += 1;
        for (block, lived) in blocks.iter_mut().zip(&mut lived) {
            let lives = end.intact[block.color.index()].contains(block.anchor);
            block.lived += u32::from(lives);
            lived.push(lives);
        }
        let empty = PointSet::board(size) - end.stones[0] - end.stones[1];
        for point in end.stones[0].grown(&empty) & end.stones[1].grown(&empty) {
            empty_between[point.index()] += 1;
        }
    }
    for block in blocks {
        block.lived = (u64::from(block.lived) * 1000 / u64::from(playouts)) as u32;
    }
    let between = |point: &Point| empty_between[point.index()] > playouts / 2;
    Watched { lived, lasting: position.empty_points().iter().filter(between).collect() }
}

/// Blocks of one color that live and die together.
struct Fate {
    blocks: Vec<usize>,
    stones: PointSet,
    lived: u32,
}

/// Puts blocks together that met the same end in nearly all playouts.
fn fates(blocks: &[Judged], lived: &[Vec<bool>], playouts: u32) -> Vec<Fate> {
    let mut fates: Vec<Fate> = Vec::new();
    for (i, block) in blocks.iter().enumerate() {
        let same = |fate: &Fate| {
            let j = fate.blocks[0];
            let differ = lived[i].iter().zip(&lived[j]).filter(|(a, b)| a != b).count();
            blocks[j].color == block.color && 20 * differ <= playouts as usize
        };
        let near = |fate: &Fate| {
            // Blocks that nearly always live or die need no company.
            let open = DOOMED..1000 - DOOMED;
            open.contains(&block.lived) && open.contains(&fate.lived)
        };
        match fates.iter_mut().find(|fate| near(fate) && same(fate)) {
            Some(fate) => {
                fate.blocks.push(i);
                fate.stones |= block.stones;
            }
            None => {
                fates.push(Fate { blocks: vec![i], stones: block.stones, lived: block.lived });
            }
        }
    }
    for fate in &mut fates {
        let lived: usize =
            fate.blocks.iter().map(|&i| blocks[i].lived as usize * blocks[i].stones.len()).sum();
        fate.lived = (lived / fate.stones.len()) as u32;
    }
    fates
}

/// A lone stone in a ko is alive if its owner can connect it to living stones.
fn end_kos(position: &Position, blocks: &mut [Judged]) {
    let dead = blocks
        .iter()
        .filter(|block| block.dead)
        .fold(PointSet::EMPTY, |dead, block| dead | block.stones);
    for block in blocks.iter_mut().filter(|block| block.dead && !block.known) {
        if position.block_size(block.anchor) > 1 || position.liberties(block.anchor) > 1 {
            continue;
        }
        let liberty = position.liberty_points(block.anchor).first().expect("one liberty");
        let around = PointSet::from(liberty).border(position.size()) - block.stones;
        let safe = *position.stones(block.color) - dead;
        if !around.is_empty() && around.is_subset(&safe) {
            block.dead = false;
        }
    }
}

/// Makes the verdicts agree: of two blocks that stand against each other only
/// one can be dead. Where both are judged so, the less likely verdict is dropped.
fn agree(position: &Position, proved_dead: &PointSet, blocks: &mut [Judged], fates: &[Fate]) {
    let dead = blocks
        .iter()
        .filter(|block| block.dead)
        .fold(PointSet::EMPTY, |dead, block| dead | block.stones);
    for cluster in dead.components() {
        let mixed = Color::BOTH.iter().all(|&color| cluster.intersects(position.stones(color)));
        if !mixed || cluster.grown(proved_dead).intersects(proved_dead) {
            continue;
        }
        let of = |color: Color| {
            let own = *position.stones(color) & cluster;
            fates.iter().filter(move |fate| fate.stones.intersects(&own))
        };
        let cost = Color::BOTH.map(|color| {
            of(color)
                .map(|fate| u64::from(ALIVE - fate.lived.min(ALIVE)) * fate.stones.len() as u64)
                .sum::<u64>()
        });
        let back = if cost[0] <= cost[1] { Color::Black } else { Color::White };
        let revived: Vec<usize> = of(back).flat_map(|fate| fate.blocks.iter().copied()).collect();
        for i in revived {
            blocks[i].dead &= blocks[i].known;
        }
    }
}

/// Stones that would lie dead among living stones of their own color alone are alive:
/// nobody is there to take them.
fn keep_own(position: &Position, proved_dead: &PointSet, blocks: &mut [Judged]) {
    loop {
        let dead = blocks
            .iter()
            .filter(|block| block.dead)
            .fold(*proved_dead, |dead, block| dead | block.stones);
        let cleared = Cleared::new(position, &dead);
        let mut changed = false;
        for block in blocks.iter_mut().filter(|block| block.dead && !block.known) {
            if cleared.territory(block.color).contains(block.anchor) {
                block.dead = false;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}
