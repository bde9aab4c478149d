//! The slow, obvious way: every position that can arise is written down, and from those that
//! are won the wins are followed backwards. No pruning, no knowledge.
//!
//! A ko is taken by whoever may: the *master* retakes at once, the other must wait a move. If
//! the hunter wins although the other side is master, no ko matters; if he does not win
//! although he is master himself, neither.

use std::collections::HashMap;

use board::{Color, Point, PointSet, Setup};

/// What one side wants.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Aim {
    /// The stone of the other color on this point off the board, its own stone on the second
    /// point, if there is one, still there.
    Capture(Point, Option<Point>),
    /// Its stones on both points in one block.
    Join(Point, Point),
}

/// Who gets what he wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// He does, whatever happens with kos.
    Yes,
    /// He does not, whatever happens with kos.
    No,
    /// A ko decides.
    Ko,
}

/// The most positions written down.
const MOST: usize = 400_000;

/// Whether `hunter` reaches his aim when `first` moves first and both play on `region` alone
/// (and where stones of the region were taken). Nothing if there are too many positions.
pub(crate) fn exhaust(
    setup: &Setup,
    region: &PointSet,
    hunter: Color,
    aim: Aim,
    first: Color,
) -> Option<Found> {
    let hard = run(setup, region, hunter, aim, first, hunter.opponent())?;
    if hard {
        return Some(Found::Yes);
    }
    let easy = run(setup, region, hunter, aim, first, hunter)?;
    Some(if easy { Found::Ko } else { Found::No })
}

/// Stones of both colors, bit by point, who moves, and where he may not retake.
type State = ([u128; 2], bool, u8);

const NOWHERE: u8 = u8::MAX;

struct Board {
    near: Vec<u128>,
    /// Where may be played.
    open: u128,
}

impl Board {
    /// The block at a point, and whether it has a liberty.
    fn block(&self, own: u128, other: u128, at: usize) -> (u128, bool) {
        let mut block = 1u128 << at;
        let mut breathes = false;
        let mut rest = block;
        while rest != 0 {
            let i = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            breathes |= self.near[i] & !own & !other != 0;
            let more = self.near[i] & own & !block;
            block |= more;
            rest |= more;
        }
        (block, breathes)
    }

    /// The stones after a move, and the point where it may not be retaken at once.
    fn play(&self, stones: [u128; 2], color: usize, at: usize) -> Option<([u128; 2], u8)> {
        let mut stones = stones;
        stones[color] |= 1 << at;
        let mut taken = 0u128;
        let mut beside = self.near[at] & stones[1 - color];
        while beside != 0 {
            let i = beside.trailing_zeros() as usize;
            beside &= beside - 1;
            if taken >> i & 1 == 0 {
                let (block, breathes) = self.block(stones[1 - color], stones[color], i);
                if !breathes {
                    taken |= block;
                }
            }
        }
        stones[1 - color] &= !taken;
        let (block, breathes) = self.block(stones[color], stones[1 - color], at);
        if !breathes {
            return None;
        }
        let alone = block == 1 << at && taken.count_ones() == 1;
        let free = self.near[at] & !stones[0] & !stones[1];
        let ko = alone && free == taken;
        Some((stones, if ko { taken.trailing_zeros() as u8 } else { NOWHERE }))
    }
}

fn run(
    setup: &Setup,
    region: &PointSet,
    hunter: Color,
    aim: Aim,
    first: Color,
    master: Color,
) -> Option<bool> {
    let size = setup.size;
    let index = |point: Point| point.row() * size.width() + point.column();
    if size.width() * size.height() > 128 {
        return None;
    }
    let bits = |set: &PointSet| set.iter().fold(0u128, |bits, point| bits | 1 << index(point));
    let points: Vec<Point> = (0..size.width() * size.height())
        .map(|i| Point::new(i % size.width(), i / size.width()))
        .collect();
    let near = points.iter().map(|&p| bits(&size.neighbors(p).collect())).collect();
    let stones = [bits(&setup.black), bits(&setup.white)];
    // Stones may be played in the region and where stones stood, once those are gone.
    let board = Board { near, open: bits(region) | stones[0] | stones[1] };
    let won = |stones: &[u128; 2]| match aim {
        Aim::Capture(prey, own) => {
            let kept = own.is_none_or(|own| stones[hunter.index()] >> index(own) & 1 == 1);
            kept && stones[hunter.opponent().index()] >> index(prey) & 1 == 0
        }
        Aim::Join(from, to) => {
            let own = stones[hunter.index()];
            let both = own >> index(from) & own >> index(to) & 1 == 1;
            both && {
                let (block, _) = board.block(own, stones[1 - hunter.index()], index(from));
                block >> index(to) & 1 == 1
            }
        }
    };
    let lost = |stones: &[u128; 2]| match aim {
        Aim::Capture(_, Some(own)) => stones[hunter.index()] >> index(own) & 1 == 0,
        Aim::Capture(_, None) => false,
        Aim::Join(from, to) => {
            let own = stones[hunter.index()];
            own >> index(from) & own >> index(to) & 1 == 0
        }
    };
    // Forwards: every position, and from where it comes.
    let start: State = (stones, first == hunter, NOWHERE);
    let mut number: HashMap<State, u32> = HashMap::from([(start, 0)]);
    let mut states = vec![start];
    let mut before: Vec<Vec<u32>> = vec![Vec::new()];
    let mut ways: Vec<u32> = Vec::new();
    let mut wins: Vec<u32> = Vec::new();
    let mut at = 0;
    while at < states.len() {
        let (stones, hunting, ko) = states[at];
        ways.push(0);
        if won(&stones) {
            wins.push(at as u32);
        } else if !lost(&stones) {
            let color = if hunting { hunter } else { hunter.opponent() };
            let mut next = vec![(stones, !hunting, NOWHERE)];
            let mut free = board.open & !stones[0] & !stones[1];
            while free != 0 {
                let point = free.trailing_zeros() as usize;
                free &= free - 1;
                if point == usize::from(ko) && color != master {
                    continue;
                }
                if let Some((after, ban)) = board.play(stones, color.index(), point) {
                    next.push((after, !hunting, ban));
                }
            }
            for state in next {
                let count = states.len() as u32;
                let id = *number.entry(state).or_insert(count);
                if id == count {
                    states.push(state);
                    before.push(Vec::new());
                }
                before[id as usize].push(at as u32);
                ways[at] += 1;
            }
        }
        if states.len() > MOST {
            return None;
        }
        at += 1;
    }
    // Backwards: the hunter wins where one move does, the other side loses where all do.
    let mut is_won = vec![false; states.len()];
    for &win in &wins {
        is_won[win as usize] = true;
    }
    while let Some(win) = wins.pop() {
        for &from in &before[win as usize] {
            let from = from as usize;
            if is_won[from] {
                continue;
            }
            ways[from] -= 1;
            if states[from].1 || ways[from] == 0 {
                is_won[from] = true;
                wins.push(from as u32);
            }
        }
    }
    Some(is_won[0])
}
