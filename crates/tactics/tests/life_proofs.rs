//! Proofs of random enclosed groups pass the checker, and spoilt ones do not.

use board::{Color, Move};
use budget::Budget;
use tactics::life::{Arena, Flaw, Outside, check, enclosed, prove};
use tactics::search::Ko;

#[test]
fn every_proof_is_accepted() {
    let (mut proofs, mut positions) = (0, 0);
    for number in 0..40 {
        let problem = enclosed(number, 2..=8);
        let mut arena =
            Arena::new(&problem.position, &problem.target, &problem.free, Outside::Closed).unwrap();
        // Some have ways out.
        arena.shore[0] = problem.free.iter().take(number as usize % 4).collect();
        for ko in [Ko::LOCAL, Ko::master(Color::Black), Ko::master(Color::White)] {
            for first in Color::BOTH {
                let mut budget = Budget::nodes(3_000_000);
                let Ok(Some(proof)) = prove(&arena, first, ko, 20_000, &mut budget) else {
                    continue;
                };
                match check(&proof) {
                    Ok(met) => positions += met,
                    Err(flaw) => {
                        panic!("group {number} {first} first {ko:?}: {flaw} {:?}", problem.position)
                    }
                }
                proofs += 1;
            }
        }
    }
    assert!(proofs > 100 && positions > 3_000, "{proofs} {positions}");
}

#[test]
fn a_spoilt_proof_is_rejected() {
    let mut rejected = 0;
    for number in 0..30 {
        let problem = enclosed(number, 4..=6);
        let arena =
            Arena::new(&problem.position, &problem.target, &problem.free, Outside::Closed).unwrap();
        let mut budget = Budget::nodes(1_000_000);
        let Ok(Some(proof)) = prove(&arena, Color::White, Ko::LOCAL, 20_000, &mut budget) else {
            continue;
        };
        // The opposite claim.
        let mut opposite = proof.clone();
        opposite.killed = !proof.killed;
        assert!(check(&opposite).is_err(), "{:?}", problem.position);
        // Answers left out.
        if let Some(&spot) = proof.answers.keys().next() {
            let mut holed = proof.clone();
            holed.answers.retain(|_, _| false);
            assert!(matches!(check(&holed), Err(Flaw::NoAnswer(_))));
            let mut illegal = proof.clone();
            let stone = arena.target.first().unwrap();
            illegal.answers.insert(illegal.start, Move::Play(stone));
            if illegal.start.to_play == spot.to_play {
                assert!(matches!(check(&illegal), Err(Flaw::Illegal(..))));
                rejected += 1;
            }
        }
    }
    assert!(rejected > 0);
}
