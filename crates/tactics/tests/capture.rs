//! Captures that are proved, against every defence on small boards.

use std::collections::HashMap;

use board::{Color, Point, Position, Rules, Setup, Size, Symmetry, naive};
use budget::Budget;
use tactics::capture::{Effort, Reading, Success, attack, defend};
use tactics::goal::KoMaster;

/// Splitmix: the same boards every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// A board, who moves, and what the ko forbids him.
type State = (Setup, Color, Option<Point>);

/// Whether the prey is taken in the end, by looking at everything: the states
/// from which the hunter can force it in finitely many moves.
fn brute(setup: &Setup, prey: Point, first: Color, ko: KoMaster) -> bool {
    let owner = setup.stone(prey).expect("there is a prey");
    let mut states: Vec<State> = vec![(stones(setup), first, None)];
    let mut known: HashMap<u64, usize> = HashMap::from([(code(&states[0]), 0)]);
    let mut after: Vec<Vec<usize>> = Vec::new();
    let mut taken: Vec<bool> = Vec::new();
    while after.len() < states.len() {
        let state = states[after.len()].clone();
        let gone = state.0.stone(prey) != Some(owner);
        // Taken in a ko that the owner retakes is not taken.
        taken.push(gone && !(ko == KoMaster::Color(owner) && state.2.is_some()));
        let next = if gone { Vec::new() } else { moves(&state, ko) };
        let next = next.into_iter().map(|child| {
            *known.entry(code(&child)).or_insert_with(|| {
                states.push(child);
                states.len() - 1
            })
        });
        let next = next.collect();
        after.push(next);
    }
    loop {
        let mut changed = false;
        for i in (0..states.len()).rev() {
            if taken[i] || after[i].is_empty() {
                continue;
            }
            let mut next = after[i].iter();
            taken[i] = if states[i].1 == owner {
                next.all(|&child| taken[child])
            } else {
                next.any(|&child| taken[child])
            };
            changed |= taken[i];
        }
        if !changed {
            return taken[0];
        }
    }
}

fn code(state: &State) -> u64 {
    let (setup, color, banned) = state;
    let stones = setup.size.points().map(|p| setup.stone(p).map_or(0, |c| 1 + c.index() as u64));
    let board = stones.fold(0, |code, stone| code * 3 + stone);
    (board << 1 | color.index() as u64) << 12 | banned.map_or(0, |p| p.index() as u64)
}

fn stones(setup: &Setup) -> Setup {
    let mut bare = Setup::empty(setup.size);
    (bare.black, bare.white) = (setup.black, setup.white);
    bare
}

/// All moves and the pass.
fn moves(state: &State, ko: KoMaster) -> Vec<State> {
    let (setup, color, banned) = state;
    let other = color.opponent();
    let mut after = vec![(setup.clone(), other, None)];
    for point in setup.size.points() {
        let free = ko == KoMaster::Color(*color);
        if setup.stone(point).is_some() || (*banned == Some(point) && !free) {
            continue;
        }
        let played = naive::put(setup, *color, point);
        if played.stone(point).is_none() {
            continue; // Suicide.
        }
        let gone = *setup.stones(other) - *played.stones(other);
        let lone = naive::block(&played, point).len() == 1;
        let ban = gone
            .first()
            .filter(|_| gone.len() == 1 && lone && naive::liberties(&played, point).len() == 1);
        after.push((stones(&played), other, ban));
    }
    after
}

fn random_board(random: &mut Random, sizes: &[(usize, usize)]) -> Setup {
    let (width, height) = sizes[random.below(sizes.len())];
    let mut setup = Setup::empty(Size::new(width, height).unwrap());
    let stones = 30 + random.below(50);
    for point in setup.size.points() {
        if random.below(100) < stones {
            setup.set(point, Some(Color::BOTH[random.below(2)]));
        }
    }
    for color in Color::BOTH {
        for stone in naive::breathless(&setup, color) {
            setup.set(stone, None);
        }
    }
    setup
}

fn effort() -> Effort {
    Effort { nodes: 20_000, prove: true, ..Effort::default() }
}

fn read(setup: &Setup, prey: Point, hunting: bool, effort: &Effort) -> Reading {
    let position = Position::from_setup(setup, Rules::japanese()).expect("a position");
    let budget = &mut Budget::unlimited();
    let read = if hunting { attack } else { defend };
    read(&position, prey, effort, budget).expect("there is no limit")
}

/// Checks all captures of a board; counts the proved ones and those that are there.
fn check(setup: &Setup, proved: &mut usize, there: &mut usize) {
    for prey in setup.size.points() {
        let Some(owner) = setup.stone(prey) else { continue };
        if naive::block(setup, prey).first() != Some(prey) {
            continue;
        }
        for hunting in [true, false] {
            let mover = if hunting { owner.opponent() } else { owner };
            let found = read(setup, prey, hunting, &effort());
            // What was read under the assumption that the answer rests on.
            let ko = match (found.success, hunting) {
                (Success::Yes, true) => KoMaster::Color(owner),
                (Success::Ko, true) => KoMaster::Nobody,
                (Success::KoAfterThreat, true) => KoMaster::Color(owner.opponent()),
                (Success::No, false) => KoMaster::Color(owner),
                _ => continue,
            };
            let truth = brute(setup, prey, mover, ko);
            assert!(!found.proved || truth, "{hunting} {prey} {found:?}\n{setup}");
            *proved += usize::from(found.proved);
            *there += usize::from(truth);
        }
    }
}

fn many(boards: usize, sizes: &[(usize, usize)], seed: u64) {
    let mut random = Random(seed);
    let (mut proved, mut there) = (0, 0);
    for _ in 0..boards {
        check(&random_board(&mut random, sizes), &mut proved, &mut there);
    }
    println!("{proved} proved of {there}");
    assert!(proved * 10 > there * 7, "{proved} of {there}");
}

#[test]
fn what_is_proved_holds_against_everything() {
    many(60, &[(3, 3), (2, 4), (4, 2), (1, 6), (3, 2), (5, 1), (2, 3)], 1);
}

#[test]
#[ignore = "takes minutes"]
fn what_is_proved_holds_against_everything_on_larger_boards() {
    many(300, &[(3, 3), (2, 5), (3, 4)], 2);
}

#[test]
fn turned_and_recolored_boards_give_the_same_answer() {
    let mut random = Random(3);
    for _ in 0..60 {
        let setup = random_board(&mut random, &[(3, 3), (3, 4), (4, 4)]);
        for prey in setup.size.points() {
            if setup.stone(prey).is_none() || naive::block(&setup, prey).first() != Some(prey) {
                continue;
            }
            let here = read(&setup, prey, true, &effort());
            if here.exhausted {
                continue;
            }
            let swapped = read(&setup.swap_colors(), prey, true, &effort());
            assert_eq!(here.success, swapped.success, "{prey}\n{setup}");
            for symmetry in Symmetry::ALL {
                let turned = symmetry.setup(&setup);
                let there = read(&turned, symmetry.point(setup.size, prey), true, &effort());
                assert_eq!(here.success, there.success, "{prey}\n{setup}\n{turned}");
            }
        }
    }
}
