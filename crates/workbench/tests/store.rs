//! Answers from the store of solved areas equal fresh ones.

use std::sync::{Arc, Mutex};

use board::{PointSet, Position, Rules};
use budget::Budget;
use endgame::store::{Verdict, check, summary};
use endgame::{MemoryStore, Solver, compose};
use workbench::solve::{Report, solve, solve_with};

fn boards() -> Vec<Position> {
    let mut maker = Solver::new();
    let mut boards = Vec::new();
    for (seed, size) in (0..12).map(|seed| (seed, [7, 11, 15][seed as usize % 3])) {
        let setup = compose(size, seed, &mut maker, &mut Budget::unlimited())
            .expect("there is no limit")
            .expect("the size fits");
        for rules in [Rules::japanese(), Rules::chinese()] {
            boards.push(Position::from_setup(&setup, rules).expect("composed boards are legal"));
        }
    }
    boards
}

/// All that a report says but how much work it was.
fn said(mut report: Report) -> String {
    report.stats.nodes = 0;
    for area in &mut report.areas {
        area.nodes = 0;
    }
    format!("{report:#?}")
}

fn with_store(position: &Position, store: &Arc<Mutex<MemoryStore>>) -> Report {
    let mut solver = Solver::new();
    solver.set_store(Box::new(Arc::clone(store)));
    solve_with(&mut solver, position, &PointSet::EMPTY, &mut Budget::unlimited())
}

#[test]
fn the_second_answer_is_the_first() {
    let store = Arc::new(Mutex::new(MemoryStore::default()));
    let mut work = [0, 0];
    for position in boards() {
        let fresh = solve(&position, &PointSet::EMPTY, &mut Budget::unlimited());
        let first = with_store(&position, &store);
        let second = with_store(&position, &store);
        work[0] += fresh.areas.iter().map(|area| area.nodes).sum::<u64>();
        work[1] += second.areas.iter().map(|area| area.nodes).sum::<u64>();
        let fresh = said(fresh);
        assert_eq!(fresh, said(first));
        assert_eq!(fresh, said(second));
    }
    assert!(10 * work[1] < work[0], "{work:?}");
}

#[test]
fn entries_are_found_again_and_damage_is_noticed() {
    let store = Arc::new(Mutex::new(MemoryStore::default()));
    let boards = boards();
    for position in &boards {
        with_store(position, &store);
    }
    let entries = store.lock().expect("nobody panicked").entries.clone();
    assert!(entries.len() > 20, "{}", entries.len());
    let mut solver = Solver::new();
    for (i, (key, bytes)) in entries.iter().enumerate() {
        let verdict = check(key, bytes, &mut solver, &mut Budget::unlimited());
        assert_eq!(verdict, Verdict::Right);
        let mut broken = bytes.clone();
        broken[i * 31 % bytes.len()] ^= 1 << (i % 8);
        assert_eq!(summary(key, &broken), None);
        assert_eq!(summary(key, &bytes[..bytes.len() - 1]), None);
        // An entry under another key is no entry.
        let other = entries.keys().find(|other| *other != key).expect("there are several");
        assert_eq!(summary(other, bytes), None);
    }
}

#[test]
fn damaged_entries_are_solved_again_and_replaced() {
    let store = Arc::new(Mutex::new(MemoryStore::default()));
    let position = &boards()[4];
    let fresh = said(with_store(position, &store));
    let good = store.lock().expect("nobody panicked").entries.clone();
    for turn in 0..4usize {
        for bytes in store.lock().expect("nobody panicked").entries.values_mut() {
            match turn {
                0 => bytes.truncate(5),
                1 => bytes.clear(),
                _ => {
                    let i = (turn * 997) % bytes.len();
                    bytes[i] = bytes[i].wrapping_add(turn as u8);
                }
            }
        }
        assert_eq!(fresh, said(with_store(position, &store)));
        assert_eq!(good, store.lock().expect("nobody panicked").entries);
    }
}
