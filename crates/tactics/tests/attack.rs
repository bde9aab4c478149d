//! Safety claims against an attacker who tries everything.

mod support;

use board::{Color, PointSet, Position, Rules, Setup, Size, Symmetry, naive};
use budget::Budget;
use support::{Attack, Claim, Random, attack};
use tactics::safety::{self, Effort, LocalSafety, Safety};

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
        let i = color.index();
        let claim = Claim {
            color,
            walls: PointSet::EMPTY,
            safe: safety.safe[i],
            territory: safety.territory[i],
            eyes: safety.eyes[i],
        };
        checked += usize::from(stands(setup, &claim, suicide, limit));
    }
    checked
}

/// Plays a claim out; false if it is empty or too large.
fn stands(setup: &Setup, claim: &Claim, suicide: bool, limit: usize) -> bool {
    let Claim { color, safe, territory, eyes, walls } = claim;
    if (*safe | *territory).is_empty() {
        return false;
    }
    match attack(setup, claim, suicide, limit) {
        Attack::Fails => true,
        Attack::TooLarge => false,
        Attack::Succeeds => panic!(
            "wrong claim for {color}: safe {safe}, territory {territory}, eyes {eyes}, \
             walls {walls}, suicide {suicide}\n{setup}"
        ),
    }
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

/// Areas of random boards between walls that are taken as immortal.
fn survive_locally(boards: usize, limit: usize, seed: u64) {
    let mut random = Random(seed);
    let mut checked = 0;
    for _ in 0..boards {
        let setup = random_board(&mut random, 5);
        let suicide = random.below(4) == 0;
        let stones = setup.black | setup.white;
        let walls: PointSet = stones.iter().filter(|_| random.below(2) == 0).collect();
        let area = PointSet::board(setup.size) - walls;
        let walls = [setup.black & walls, setup.white & walls];
        let local = LocalSafety::new(setup.size, &area, [&walls[0], &walls[1]], suicide).unwrap();
        let judged = local.judge([local.mask(&setup.black), local.mask(&setup.white)]);
        for color in Color::BOTH {
            let i = color.index();
            let claim = Claim {
                color,
                walls: walls[i],
                safe: local.set(judged.safe[i]),
                territory: local.set(judged.territory[i]),
                eyes: PointSet::EMPTY,
            };
            checked += usize::from(stands(&setup, &claim, suicide, limit));
        }
    }
    println!("{checked} local claims on {boards} boards");
    assert!(checked > boards / 20, "too few claims to mean anything: {checked}");
}

#[test]
fn local_claims_survive_every_attack() {
    survive_locally(5_000, 6, 6);
}

#[test]
fn turned_boards_have_turned_answers() {
    let mut random = Random(7);
    for _ in 0..300 {
        let setup = random_board(&mut random, 6);
        let forms: Vec<(Symmetry, bool, Setup)> = Symmetry::ALL
            .into_iter()
            .flat_map(|s| [(s, false), (s, true)])
            .map(|(s, swap)| {
                let turned = s.setup(&setup);
                (s, swap, if swap { turned.swap_colors() } else { turned })
            })
            .collect();
        // A board that is its own image may have an answer that is not.
        let key = |setup: &Setup| (setup.size, setup.black, setup.white);
        if forms[1..].iter().any(|(.., form)| key(form) == key(&setup)) {
            continue;
        }
        let of = |setup: &Setup| {
            let position = Position::from_setup(setup, Rules::japanese()).unwrap();
            safety::analyze(&position, SEARCH, &mut Budget::unlimited())
        };
        let here = of(&setup);
        for (symmetry, swap, form) in &forms {
            let there = of(form);
            for color in Color::BOTH {
                let image = if *swap { color.opponent() } else { color };
                let area = symmetry.set(setup.size, &here.area(color));
                assert_eq!(there.area(image), area, "{setup}{form}");
            }
            assert_eq!(there.dame, symmetry.set(setup.size, &here.dame), "{setup}{form}");
        }
    }
}

/// A board after random moves of both sides that fill no eyes.
fn random_game(random: &mut Random, side: usize, moves: usize) -> Position {
    let size = Size::square(side).unwrap();
    let mut position = Position::new(size, Rules::japanese());
    for _ in 0..moves {
        let color = position.to_play();
        let own = *position.stones(color);
        let is_eye = |point: board::Point| PointSet::from(point).border(size).is_subset(&own);
        let choices: Vec<board::Point> =
            position.legal_points(color).iter().filter(|&point| !is_eye(point)).collect();
        if choices.is_empty() {
            break;
        }
        let point = choices[random.below(choices.len())];
        position.play(color, point.into()).unwrap();
    }
    position
}

/// No point can be Black's and White's, and no safe stone can lie in territory of
/// the opponent, whoever the proofs are for.
fn agree(boards: usize, side: usize, effort: Effort, seed: u64) {
    let mut random = Random(seed);
    let mut claimed = 0;
    for _ in 0..boards {
        let moves = side * side + random.below(2 * side * side);
        let position = random_game(&mut random, side, moves);
        let found = safety::analyze(&position, effort, &mut Budget::unlimited());
        let both = found.area(Color::Black) & found.area(Color::White);
        assert!(both.is_empty(), "both have {both}\n{}", position.setup());
        claimed += usize::from(!found.by(safety::Reason::Search).is_empty());
    }
    println!("{claimed} of {boards} boards have something proved by search");
    assert!(claimed > boards / 20, "too few claims to mean anything: {claimed}");
}

#[test]
fn colors_never_claim_the_same_point() {
    agree(200, 9, SEARCH, 9);
}

#[test]
#[ignore = "minutes: larger boards"]
fn colors_never_claim_the_same_point_long() {
    agree(500, 11, Effort { region_nodes: 1_000, region_points: 30 }, 10);
    agree(500, 19, Effort { region_nodes: 500, region_points: 40 }, 11);
}

#[test]
fn benson_is_part_of_every_answer() {
    let mut random = Random(8);
    for _ in 0..2_000 {
        let setup = random_board(&mut random, 7);
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let found = safety::static_safety(&position);
        for color in Color::BOTH {
            let benson = board::benson::unconditional(&position, color);
            assert!(benson.blocks.is_subset(&found.safe[color.index()]), "{setup}");
            assert!(benson.area().is_subset(&found.area(color)), "{setup}");
        }
    }
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
        let (color, none) = (Color::Black, PointSet::EMPTY);
        let safe = setup.black;
        let claim = Claim { color, walls: none, safe, territory: *eyes, eyes: none };
        attack(&setup, &claim, false, 8)
    };
    assert_eq!(judge(&eyes), Attack::Fails);
    assert_eq!(judge(&PointSet::from_iter(["A3".parse().unwrap()])), Attack::Succeeds);
}

/// White cuts at C3, and neither part of Black's wall has two liberties left.
#[test]
fn a_wall_that_one_region_fails_is_not_safe() {
    let setup: Setup = "
        . O . X
        X . X .
        X . X X"
        .parse()
        .unwrap();
    let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
    let found = safety::analyze(&position, Effort::default(), &mut Budget::unlimited());
    assert!(found.safe[0].is_empty(), "{}", found.safe[0]);
}
