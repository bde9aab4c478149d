//! Proofs of captures and connections, replayed by a checker that knows nothing of the
//! search: every legal move of the opposer on the whole board.

use board::{Color, Move, Point, Position, Rules, Size};
use budget::Budget;
use tactics::capture::{self, Effort};
use tactics::connect;
use tactics::goal::{Flaw, Proof, Step, check};

/// A position after some random legal moves.
fn random(seed: &mut u64, side: usize, moves: usize) -> Position {
    let size = Size::square(side).expect("a size");
    let mut position = Position::new(size, Rules::japanese());
    let points: Vec<Point> = size.points().collect();
    let mut color = Color::Black;
    for _ in 0..4 * moves {
        *seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let point = points[(*seed >> 33) as usize % points.len()];
        if position.moves().len() < moves && position.play(color, Move::Play(point)).is_ok() {
            color = color.opponent();
        }
    }
    position
}

/// How many positions are looked at for one proof.
const REPLAY: u64 = 60_000;

/// Replays a proof; true if it was replayed to the end.
fn replay(
    proof: &Proof,
    position: &Position,
    done: &dyn Fn(&Position, bool) -> bool,
) -> Option<Result<(), Flaw>> {
    check(proof, position, done, &mut Budget::nodes(REPLAY)).ok()
}

fn captures(seeds: u64, side: usize) -> (usize, usize) {
    let effort = Effort { nodes: 400, ..Effort::default() };
    let (mut found, mut whole) = (0, 0);
    let mut seed = 5;
    for round in 0..seeds {
        let mut position = random(&mut seed, side, 6 + (round % 12) as usize);
        for owner in Color::BOTH {
            let blocks: Vec<Point> = position.blocks(owner).collect();
            for prey in blocks {
                for first in Color::BOTH {
                    let mut budget = Budget::unlimited();
                    let proof =
                        capture::proof(&position, prey, first, &effort, &mut budget).expect("time");
                    let Some(proof) = proof else { continue };
                    found += 1;
                    position.set_to_play(first);
                    let done = |board: &Position, turn: bool| {
                        capture::is_captured(board, prey, owner, turn)
                    };
                    match replay(&proof, &position, &done) {
                        Some(Ok(())) => whole += 1,
                        Some(Err(flaw)) => {
                            panic!("{prey} with {first} first: {flaw}{position:?}")
                        }
                        None => {}
                    }
                }
            }
        }
    }
    (found, whole)
}

fn connections(seeds: u64, side: usize) -> (usize, usize) {
    let (mut found, mut whole) = (0, 0);
    let mut seed = 7;
    for round in 0..seeds {
        let mut position = random(&mut seed, side, 6 + (round % 12) as usize);
        for owner in Color::BOTH {
            let blocks: Vec<Point> = position.blocks(owner).collect();
            for (i, &from) in blocks.iter().enumerate() {
                for (&to, first) in blocks[i + 1..].iter().zip(Color::BOTH.into_iter().cycle()) {
                    let mut budget = Budget::unlimited();
                    let proof = connect::proof(&position, from, to, first, 200, &mut budget);
                    let Some(proof) = proof.expect("time") else { continue };
                    found += 1;
                    position.set_to_play(first);
                    let done =
                        |board: &Position, turn: bool| connect::is_joined(board, from, to, turn);
                    match replay(&proof, &position, &done) {
                        Some(Ok(())) => whole += 1,
                        Some(Err(flaw)) => {
                            panic!("{from} to {to} with {first} first: {flaw}{position:?}")
                        }
                        None => {}
                    }
                }
            }
        }
    }
    (found, whole)
}

#[test]
fn captures_hold_against_every_move() {
    let (found, whole) = captures(60, 5);
    assert!(found > 50 && whole * 2 > found, "{whole} of {found}");
}

#[test]
fn connections_hold_against_every_move() {
    let (found, whole) = connections(40, 5);
    assert!(found > 50 && whole * 2 > found, "{whole} of {found}");
}

#[test]
#[ignore = "minutes: more positions and larger boards"]
fn proofs_hold_at_length() {
    println!("captures {:?} {:?}", captures(2_000, 5), captures(500, 6));
    println!("connections {:?} {:?}", connections(1_000, 5), connections(300, 6));
}

#[test]
fn a_wrong_proof_is_rejected() {
    let at = |board: &str, first: Color| {
        let setup: board::Setup = board.parse().expect("a board");
        let mut position = Position::from_setup(&setup, Rules::japanese()).expect("a position");
        position.set_to_play(first);
        position
    };
    let prey: Point = "C3".parse().expect("a point");
    let done = |board: &Position, turn: bool| capture::is_captured(board, prey, Color::White, turn);
    let proof = |steps: Vec<Step>| Proof { achiever: Color::Black, retakes: true, steps };
    let play = |point: &str, next: usize| Step::Play(point.parse().ok(), next);
    let atari = "
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .";
    let net = "
        . . . . .
        . . X . .
        . . O . .
        . . X . .
        . . . . .";
    let right = proof(vec![play("D3", 1), Step::Done]);
    assert_eq!(replay(&right, &at(atari, Color::Black), &done), Some(Ok(())));
    // Two liberties are one too many.
    let slow = proof(vec![play("B3", 1), Step::Await(vec![], 2), play("D3", 3), Step::Done]);
    let found = replay(&slow, &at(net, Color::Black), &done);
    assert!(matches!(found, Some(Err(Flaw::Illegal(..) | Flaw::NotDone(_)))), "{found:?}");
    // White runs.
    let late = proof(vec![Step::Await(vec![], 1), play("A1", 2), Step::Done]);
    let found = replay(&late, &at(atari, Color::White), &done);
    assert!(matches!(found, Some(Err(Flaw::NotDone(_)))), "{found:?}");
    // A step that is not there.
    let broken = proof(vec![Step::Await(vec![], 7)]);
    let found = replay(&broken, &at(atari, Color::White), &done);
    assert!(matches!(found, Some(Err(Flaw::Broken(7)))), "{found:?}");
}
