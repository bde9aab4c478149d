//! Safety claims against an attacker who tries everything.

mod support;

use board::{Color, PointSet, Position, Rules, Setup, Size, naive};
use budget::Budget;
use support::{Attack, Random, attack};
use tactics::safety::{self, Effort, Safety};

/// A random legal board with more stones of one color.
fn random_board(random: &mut Random, largest: usize) -> Setup {
    let size = Size::new(2 + random.below(largest - 1), 3 + random.below(largest - 2)).unwrap();
    let mut setup = Setup::empty(size);
    let (black, white) = (35 + random.below(40), 5 + random.below(25));
    for point in size.points() {
        let stone = match random.below(100) {
            n if n < black => Some(Color::Black),
            n if n < black + white => Some(Color::White),
            _ => None,
        };
        setup.set(point, stone);
    }
    for color in Color::BOTH {
        for stone in naive::breathless(&setup, color) {
            setup.set(stone, None);
        }
    }
    if random.below(2) == 0 { setup } else { setup.swap_colors() }
}

/// Plays all claims of a verdict out; gives how many were large enough to count.
fn check(setup: &Setup, safety: &Safety, suicide: bool, limit: usize) -> usize {
    let mut checked = 0;
    for color in Color::BOTH {
        let (safe, territory) = (safety.safe[color.index()], safety.territory[color.index()]);
        let eyes = safety.eyes[color.index()];
        if (safe | territory).is_empty() {
            continue;
        }
        match attack(setup, color, &safe, &territory, &eyes, suicide, limit) {
            Attack::Fails => checked += 1,
            Attack::TooLarge => {}
            Attack::Succeeds => panic!(
                "wrong claim for {color}: safe {safe}, territory {territory}, eyes {eyes}, \
                 suicide {suicide}\n{setup}"
            ),
        }
    }
    checked
}

fn survive(boards: usize, largest: usize, limit: usize, effort: Effort, seed: u64) {
    let mut random = Random(seed);
    let mut checked = 0;
    for _ in 0..boards {
        let setup = random_board(&mut random, largest);
        let suicide = random.below(4) == 0;
        let rules = Rules { suicide, ..Rules::japanese() };
        let position = Position::from_setup(&setup, rules).unwrap();
        let safety = safety::analyze(&position, effort, &mut Budget::unlimited());
        checked += check(&setup, &safety, suicide, limit);
    }
    println!("{checked} claims on {boards} boards");
    assert!(checked > boards / 20, "too few claims to mean anything: {checked}");
}

const STATIC: Effort = Effort { region_nodes: 0, region_points: 0 };
const SEARCH: Effort = Effort { region_nodes: 2000, region_points: 12 };

#[test]
fn static_claims_survive_every_attack() {
    survive(10_000, 5, 6, STATIC, 1);
}

#[test]
fn searched_claims_survive_every_attack() {
    survive(5_000, 5, 6, SEARCH, 2);
}

#[test]
#[ignore = "minutes: larger regions"]
fn claims_survive_every_attack_long() {
    survive(20_000, 5, 8, STATIC, 3);
    survive(20_000, 5, 8, SEARCH, 4);
    survive(20_000, 6, 8, SEARCH, 5);
}

#[test]
fn the_judge_knows_two_eyes_from_one() {
    let setup: Setup = "
        . X . X O
        X X X X O
        O O O O ."
        .parse()
        .unwrap();
    let eyes: PointSet = "A3 C3".split(' ').map(|p| p.parse::<board::Point>().unwrap()).collect();
    let judge = |eyes: &PointSet| {
        attack(&setup, Color::Black, &setup.black, eyes, &PointSet::EMPTY, false, 8)
    };
    assert_eq!(judge(&eyes), Attack::Fails);
    assert_eq!(judge(&PointSet::from_iter(["A3".parse().unwrap()])), Attack::Succeeds);
}
