//! Random enclosed groups: the search against plain exhaustive search.

#[path = "support/race.rs"]
mod race;

use board::{Color, Point, PointSet, Size};
use budget::Budget;
use tactics::life::{Arena, Goal, LifeGame, Outside, enclosed};
use tactics::search::{Answer, Field, Ko, Search};

/// A random enclosed group.
fn shut(number: u64, empties: std::ops::RangeInclusive<usize>) -> Arena {
    let problem = enclosed(number, empties);
    Arena::new(&problem.position, &problem.target, &problem.free, Outside::Closed).unwrap()
}

/// The same with some ways out: at some points the defender is safe.
fn leaky(number: u64, empties: std::ops::RangeInclusive<usize>) -> Arena {
    let mut arena = shut(number, empties);
    let empty = arena.area - arena.stones[0] - arena.stones[1];
    let ways = (0..6).filter(|i| number >> i & 1 != 0).map(|i| 3 * i + number as usize % 3);
    arena.shore[0] = ways.filter_map(|i| empty.iter().nth(i)).collect();
    arena
}

/// Both goals, both players first, five ways of winning kos.
fn compare(number: u64, arena: &Arena) -> usize {
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
        let one = Color::BOTH.map(|color| Ko::LOCAL.with(color, 1));
        let all = Color::BOTH.map(Ko::master);
        for ko in [all[0], one[1], Ko::LOCAL, all[1], one[0]] {
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
                    "group {number}: {goal:?} {first} first {ko:?} {arena:?}"
                );
                compared += 1;
            }
        }
    }
    compared
}

#[test]
fn small_groups_agree_with_exhaustive_search() {
    let compared: usize = (0..60).map(|number| compare(number, &shut(number, 2..=6))).sum();
    assert!(compared > 1000, "{compared}");
}

#[test]
fn groups_with_ways_out_agree_with_exhaustive_search() {
    let compared: usize = (0..40).map(|number| compare(number, &leaky(number, 3..=6))).sum();
    assert!(compared > 700, "{compared}");
}

/// Rooms with the attacker's stone on the vital point, first of each list.
const NAKADE: [&str; 7] = [
    "D4 C4 E4",
    "D4 C4 E4 D5",
    "C4 D4 C5 D5",
    "D4 C4 E4 D5 C5",
    "D4 C4 E4 D5 D3",
    "D4 C4 E4 D5 D3 C5",
    "D4 D3 E4",
];

/// What is said of nakade without search, against exhaustive search: with up to
/// two outside liberties, in the middle and at the edge.
#[test]
fn nakade_kills_whoever_moves_first() {
    for (shape, drop) in NAKADE.iter().flat_map(|shape| [(shape, 0), (shape, 2)]) {
        let points: Vec<Point> = shape
            .split(' ')
            .map(|name| name.parse::<Point>().unwrap())
            .map(|point| Point::new(point.column(), point.row() - drop))
            .collect();
        let size = Size::square(9).unwrap();
        let room: PointSet = points.iter().copied().collect();
        let all = PointSet::board(size);
        let wide = room.grown(&all);
        let ring = wide
            | wide
                .iter()
                .flat_map(|p| size.neighbors(p))
                .filter(|p| {
                    p.diagonal_indices()
                        .iter()
                        .any(|&i| Point::from_index(i).is_some_and(|d| room.contains(d)))
                })
                .collect();
        let ring = ring - room;
        for liberties in 0..=2 {
            let dame: PointSet = (ring | room).border(size).iter().take(liberties).collect();
            let mut stones = [ring, PointSet::from(points[0])];
            stones[0] = ring;
            let arena = race::Arena {
                size,
                area: room | ring | dame,
                shore: [PointSet::EMPTY, ring | dame],
                stones,
                target: ring,
                defender: Color::Black,
            };
            for master in Color::BOTH {
                for first in Color::BOTH {
                    let threats = Ko::master(master).threats;
                    let (killed, _) =
                        race::reached(&arena, true, first, threats, 3_000_000).expect("small");
                    assert!(killed, "{shape}, {liberties} liberties, {first} first");
                }
            }
            let field = Field::<u64>::new(&arena.area, [&arena.shore[0], &arena.shore[1]]).unwrap();
            let stance = field.stance([&stones[0], &stones[1]], &ring, Color::Black, Ko::LOCAL);
            assert!(field.doomed(&stance, 0), "{shape}, {liberties} liberties: not seen");
        }
    }
}

#[test]
#[ignore = "long: five thousand groups of up to nine empty points, or TEDOMARI_GROUPS"]
fn five_thousand_groups_agree_with_exhaustive_search() {
    let groups = std::env::var("TEDOMARI_GROUPS").ok().and_then(|text| text.parse().ok());
    let compared: usize = (0..groups.unwrap_or(5000))
        .map(|number| {
            compare(number, &shut(number, 2..=9)) + compare(number, &leaky(number, 2..=9))
        })
        .sum();
    println!("{compared} questions compared");
}
