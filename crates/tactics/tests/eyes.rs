//! Two eyes: shapes by hand, symmetry, and every yes on small random boards held
//! against an exhaustive attack.

mod support;

use board::{Point, PointSet, Position, Rules, Setup, Size, Symmetry};
use support::{Attack, Claim, Random, attack};
use tactics::eyes::two_eyes;

fn position(setup: &Setup, rules: Rules) -> Option<Position> {
    Position::from_setup(setup, rules).ok()
}

/// Whether the block has two eyes; all symmetries and both colors must agree.
fn check(text: &str, point: &str, expected: bool) {
    let setup: Setup = text.parse().expect("a board");
    let point: Point = point.parse().expect("a point");
    for symmetry in Symmetry::ALL {
        let turned = symmetry.setup(&setup);
        let at = symmetry.point(setup.size, point);
        for setup in [turned.clone(), turned.swap_colors()] {
            let found = two_eyes(&position(&setup, Rules::japanese()).expect("legal"), at);
            assert_eq!(found.is_some(), expected, "{at} on\n{setup}{found:?}");
        }
    }
}

#[test]
fn eyes_of_one_block() {
    let two = "
        . X . . .
        X X . . .
        . X . . .
        X X . . .
        . . . . .";
    check(two, "B2", true);
    let open = "
        . X . . .
        X X . . .
        . X . . .
        . X . . .
        . . . . .";
    check(open, "B2", false);
    // One room, of four in a row or of three.
    check(". . . . X O\nX X X X X O\nO O O O O O\n. . . . . .", "A3", true);
    check(". . . X O .\nX X X X O .\nO O O O O .\n. . . . . .", "A3", false);
    // White needs one more move in the middle.
    check(". O . . X O\nX X X X X O\nO O O O O O\n. . . . . .", "A3", false);
    check("O . . . . X\nX X X X X X\nO O O O O O\n. . . . . .", "A3", true);
}

#[test]
fn links_by_either_of_two_points() {
    let diagonal = "
        O O O . . . .
        X X O . . . .
        . X O . . . .
        X X . O O O .
        O . X X X O .
        . O X . X O .";
    check(diagonal, "A3", true);
    check(diagonal, "C1", true);
    check(&diagonal.replace("X X . O O O .", "X X O O O O ."), "A3", false);
    let bamboo = "
        . . . . . . .
        O O O . O O O
        X X X . X X X
        . . X . X . .
        X X X . X X X
        O O O . O O O";
    check(bamboo, "A2", true);
    check(&bamboo.replacen("X . X", "X O X", 1), "A2", true);
    let cut = bamboo.replace("X X X . X X X", "X X X O X X X");
    check(&cut, "A2", false);
}

#[test]
fn links_by_a_guarded_point() {
    // A white stone on B2 would be taken at A2.
    let hanging = "
        O O O . . . .
        X X O . . . .
        . X O . . . .
        X X O O O O .
        . . X X X O .
        . X X . X O .";
    check(hanging, "A3", true);
    let cut = hanging.replace(". . X X X O .", "O . X X X O .");
    check(&cut.replace(". X X . X O .", "O O X . X O ."), "A3", false);
}

/// A random board with many stones of one color.
fn random_setup(random: &mut Random, size: Size) -> Setup {
    let mut setup = Setup::empty(size);
    let own = 3 + random.below(4);
    for point in size.points() {
        let stone = match random.below(10) {
            n if n < own => Some(board::Color::Black),
            9 => Some(board::Color::White),
            _ => None,
        };
        setup.set(point, stone);
    }
    setup
}

/// Every yes on random boards, played out.
fn hold_against_all_attacks(seed: u64, boards: usize, limit: usize) -> [usize; 3] {
    let mut random = Random(seed);
    let [mut proved, mut by_links, mut large] = [0; 3];
    let sizes = [(3, 3), (4, 3), (4, 4), (5, 3), (5, 4), (6, 3), (7, 2), (5, 5)];
    for _ in 0..boards {
        let (width, height) = sizes[random.below(sizes.len())];
        let size = Size::new(width, height).expect("a size");
        let setup = random_setup(&mut random, size);
        let suicide = random.below(4) == 0;
        let rules = if suicide { Rules::tromp_taylor() } else { Rules::japanese() };
        let Some(position) = position(&setup, rules) else { continue };
        let mut seen = PointSet::EMPTY;
        for block in position.blocks(board::Color::Black) {
            if seen.contains(block) {
                continue;
            }
            let Some(found) = two_eyes(&position, block) else { continue };
            seen |= found.group;
            assert!(found.group.contains(block) && !found.eyes.is_empty());
            let claim = Claim {
                color: board::Color::Black,
                walls: PointSet::EMPTY,
                safe: found.group,
                territory: PointSet::EMPTY,
                eyes: PointSet::board(size) - found.group,
            };
            match attack(&setup, &claim, suicide, limit) {
                Attack::Succeeds => panic!("{block}\n{setup}{found:?}"),
                Attack::TooLarge => large += 1,
                Attack::Fails => {
                    proved += 1;
                    by_links += usize::from(!found.links.is_empty());
                }
            }
        }
    }
    [proved, by_links, large]
}

#[test]
fn no_attack_takes_stones_with_two_eyes() {
    let [proved, by_links, large] = hold_against_all_attacks(1, 4000, 8);
    println!("{proved} claims played out, {by_links} of them by links; {large} too large");
    assert!(proved > 200 && by_links > 10, "{proved} {by_links}");
}

#[test]
#[ignore = "minutes: larger boards, more of them"]
fn no_attack_takes_stones_with_two_eyes_at_length() {
    let [proved, by_links, large] = hold_against_all_attacks(7, 400_000, 11);
    println!("{proved} claims played out, {by_links} of them by links; {large} too large");
}

#[test]
fn symmetric_boards_have_symmetric_eyes() {
    let mut random = Random(3);
    for _ in 0..300 {
        let size = Size::new(6, 5).expect("a size");
        let setup = random_setup(&mut random, size);
        let Some(straight) = position(&setup, Rules::japanese()) else { continue };
        for symmetry in Symmetry::ALL {
            let turned = symmetry.setup(&setup).swap_colors();
            let turned = position(&turned, Rules::japanese()).expect("legal as before");
            for block in straight.blocks(board::Color::Black) {
                let there = two_eyes(&turned, symmetry.point(size, block)).is_some();
                assert_eq!(two_eyes(&straight, block).is_some(), there, "{block}\n{setup}");
            }
        }
    }
}
#[test]
fn an_eye_that_is_still_to_be_made_is_none_for_a_group_in_atari() {
    let board = "
        X O .
        X X O
        . X X";
    check(board, "B1", false);
    // With another liberty in the corner there is time to make it.
    check(&board.replace("X X O", "X X ."), "B1", true);
}
