//! Random enclosed groups: the search against plain exhaustive search.

#[path = "support/race.rs"]
mod race;

use board::Color;
use budget::Budget;
use tactics::life::{Arena, Goal, LifeGame, Outside, enclosed};
use tactics::search::{Answer, Ko, Search};

/// Both goals, both players first, three ways of winning kos.
fn compare(number: u64, empties: std::ops::RangeInclusive<usize>) -> usize {
    let problem = enclosed(number, empties);
    let arena =
        Arena::new(&problem.position, &problem.target, &problem.free, Outside::Closed).unwrap();
    let naive = race::Arena {
        size: arena.size,
        area: arena.area,
        shore: arena.shore,
        stones: arena.stones,
        target: arena.target,
        defender: arena.defender,
    };
    let mut compared = 0;
    for goal in [Goal::Kill, Goal::Live] {
        let game = LifeGame::new(arena.field::<u64>().unwrap(), arena.defender, goal);
        let mut search = Search::new(game, 1 << 22);
        for ko in [Ko::LOCAL, Ko::master(Color::Black), Ko::master(Color::White)] {
            for first in Color::BOTH {
                let Some((expected, _)) =
                    race::reached(&naive, goal == Goal::Kill, first, ko.threats, 200_000)
                else {
                    continue;
                };
                let start = arena.stance(search.game().field(), first, ko);
                let answer = search.solve(&start, &mut Budget::nodes(10_000_000)).unwrap();
                // The search looks only after moves; what lives at once is the caller's to see.
                let expected = if expected { Answer::Reached } else { Answer::Prevented };
                assert_eq!(
                    answer, expected,
                    "group {number}: {goal:?} {first} first {ko:?} {:?}",
                    problem.position
                );
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn small_groups_agree_with_exhaustive_search() {
    let compared: usize = (0..60).map(|number| compare(number, 2..=6)).sum();
    assert!(compared > 600, "{compared}");
}

#[test]
#[ignore = "long: five thousand groups of up to nine empty points"]
fn five_thousand_groups_agree_with_exhaustive_search() {
    let compared: usize = (0..5000).map(|number| compare(number, 2..=9)).sum();
    println!("{compared} questions compared");
}
