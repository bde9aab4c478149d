//! Counting under every switch of the rules, and finding dead stones.

use board::playout::Random;
use board::score::{Known, Part, Status, Trial, Warrant, judge, result, score};
use board::{
    Color, HandicapBonus, Komi, Move, Point, PointSet, Position, Rules, Scoring, Setup, Size, Tax,
};

fn position(text: &str, rules: Rules) -> Position {
    let setup: Setup = text.parse().unwrap();
    Position::from_setup(&setup, Rules { komi: Komi::points(0), ..rules }).unwrap()
}

fn set(names: &str) -> PointSet {
    names.split_whitespace().map(|name| name.parse::<Point>().unwrap()).collect()
}

fn counted(text: &str, rules: Rules, dead: &str) -> String {
    let position = position(text, rules);
    let score = score(&position, &Status::given_dead(&position, set(dead)), 0);
    let sum: i32 = score.reasons.iter().map(|r| r.color.sign() * r.halves).sum();
    assert_eq!(sum, score.halves);
    score.to_string()
}

const WALLS: &str = "
    . . X O .
    . O X O .
    . . X O .
    X . X O .";

#[test]
fn area_and_territory() {
    // Black: 7 points around a dead stone, which is a prisoner too; White: 4 points.
    assert_eq!(counted(WALLS, Rules::japanese(), "B3"), "B+4");
    assert_eq!(counted(WALLS, Rules::chinese(), "B3"), "B+4");
    // Alive, the stone makes the whole corner neutral.
    assert_eq!(counted(WALLS, Rules::japanese(), ""), "W+4");
    assert_eq!(counted(WALLS, Rules::chinese(), ""), "W+4");
}

#[test]
fn results_are_written_as_in_game_records() {
    assert_eq!(result(0), "0");
    assert_eq!(result(7), "B+3.5");
    assert_eq!(result(-1), "W+0.5");
    assert_eq!(result(-24), "W+12");
}

#[test]
fn komi_handicap_and_button() {
    let rules = Rules {
        komi: Komi::halves(13),
        handicap_bonus: HandicapBonus::OneLess,
        button: true,
        ..Rules::chinese()
    };
    let setup: Setup = WALLS.parse().unwrap();
    let mut position = Position::from_setup(&setup, rules).unwrap();
    let status = Status::given_dead(&position, set("B3"));
    position.play(Color::White, Move::Pass).unwrap();
    position.play(Color::Black, Move::Pass).unwrap();
    // 4 points, less 6.5 komi, 3 for four handicap stones and half a point for the first pass.
    let score = score(&position, &status, 4);
    assert_eq!(score.to_string(), "W+6");
    let parts: Vec<Part> = score.reasons.iter().map(|reason| reason.part).collect();
    assert!(parts.ends_with(&[Part::Button, Part::Handicap, Part::Komi]));
    assert_eq!(score.winner(), Some(Color::White));
}

#[test]
fn eyes_in_seki_do_not_count_under_a_seki_tax() {
    // In the upper left each side has one eye, and they share D6: whoever plays
    // there is taken. The walls below live by their own eyes.
    let text = "
        . X X . O . O X . X
        X X O O O O O X X X
        O O O X X X X X O O
        X X X X O O O O O .
        . X . X O . O . O O
        X X X X O O O O O O";
    let position = position(text, Rules::japanese());
    let status = Status::given_dead(&position, PointSet::EMPTY);
    assert_eq!(status.seki, set("A5 B5 B6 C6 A4 B4 C4 C5 D5 E5 F5 G5 E6 G6"));
    let taxed = score(&position, &status, 0);
    assert_eq!(taxed.dame, set("A6 D6 F6"));
    assert_eq!(taxed.side(Color::Black).territory, set("A2 C2 J6"));
    assert_eq!(taxed.side(Color::White).territory, set("K3 F2 H2"));
    let mut free = position.clone();
    free.set_rules(Rules { tax: Tax::None, ..*position.rules() });
    let untaxed = score(&free, &status, 0);
    assert_eq!(untaxed.side(Color::Black).territory.len(), 4);
    assert_eq!(untaxed.side(Color::White).territory.len(), 4);
    // The playouts leave the seki alone.
    assert_eq!(judge(&position, 100, 1).status, status);
}

#[test]
fn stone_scoring_pays_for_the_eyes_of_each_group() {
    let two_groups = "
        . X . X O . O
        X X X X O O .
        O O O O O O O
        . X X X O . .
        X . X X O . .";
    let position = position(two_groups, Rules::stone_scoring());
    let score = score(&position, &Status::all_alive(), 0);
    assert_eq!((score.side(Color::Black).groups, score.side(Color::White).groups), (2, 1));
    // Black has an area of 16 less 4, White of 19 less 2.
    assert_eq!(score.to_string(), "W+5");
}

#[test]
fn a_false_eye_is_no_territory_when_the_dame_are_filled() {
    // When White takes the dame at E6, Black must connect at E4.
    let text = "
        . . . O .
        . . O O X
        . O O X .
        . O X X X
        . O X . X
        . O X X .";
    let position = position(text, Rules::japanese());
    let status = Status::given_dead(&position, PointSet::EMPTY);
    assert_eq!((status.protect, status.seki), (set("E4"), PointSet::EMPTY));
    let score = score(&position, &status, 0);
    assert_eq!(score.side(Color::Black).territory, set("E1 D2"));
    assert_eq!(score.dame, set("E4 E6"));
}

#[test]
fn pass_stones_make_both_ways_of_counting_agree() {
    let mut random = Random::new(5);
    for game in 0..60 {
        let size = Size::new(3 + random.below(5), 3 + random.below(5)).unwrap();
        let rules = Rules { komi: Komi::points(0), ..Rules::aga() };
        let mut position = Position::new(size, rules);
        let mut passes = 0;
        for _ in 0..4 * size.area() {
            let color = position.to_play();
            let moves: Vec<Point> = position.legal_points(color).iter().collect();
            let mv = match moves.len() {
                0 => Move::Pass,
                n if random.below(12) > 0 => Move::Play(moves[random.below(n)]),
                _ => Move::Pass,
            };
            position.play(color, mv).unwrap();
            passes = if mv == Move::Pass { passes + 1 } else { 0 };
            // White passes last, so both made the same number of moves.
            if passes >= 2 && color == Color::White {
                break;
            }
        }
        if position.to_play() == Color::White {
            position.play(Color::White, Move::Pass).unwrap();
        }
        let area = score(&position, &Status::all_alive(), 0);
        position.set_rules(Rules { scoring: Scoring::Territory, ..rules });
        let territory = score(&position, &Status::all_alive(), 0);
        assert_eq!(area.halves, territory.halves, "game {game} {position:?}");
    }
}

#[test]
fn what_benson_proves_needs_no_playouts() {
    let text = "
        . X . X O .
        X X X X O O
        X O X X O .
        X . X O O O";
    let judgement = judge(&position(text, Rules::japanese()), 100, 1);
    assert_eq!(judgement.warrant, Warrant::Proved);
    assert_eq!(judgement.status.dead, set("B2"));
    assert!(judgement.blocks.is_empty());
}

/// Each player has a stone in the other's territory.
const DEAD_ON_BOTH_SIDES: &str = "
    . . X O . . .
    . O X O . . .
    . . X O . X .
    X X X O . . .
    . . X O O O O
    . . X X X X O
    . . . . . X O";

#[test]
fn dead_stones_are_found_and_the_doubt_is_shown() {
    let position = position(DEAD_ON_BOTH_SIDES, Rules::japanese());
    let judgement = judge(&position, 100, 1);
    assert_eq!(judgement.status.dead, set("B6 F5"));
    assert!(matches!(judgement.warrant, Warrant::Estimate { certainty: 500..=1000, .. }));
    assert_eq!(judgement, judge(&position, 100, 1));
}

#[test]
fn a_trial_that_is_stopped_is_one_of_fewer_playouts() {
    let position = position(DEAD_ON_BOTH_SIDES, Rules::japanese());
    let mut asked = 0;
    let mut more = || {
        asked += 1;
        asked < 40
    };
    let none = Known::default();
    let stopped = Trial::new_while(&position, u32::MAX, 1, &mut more);
    assert_eq!(stopped.judge(&none), Trial::new(&position, 40, 1).judge(&none));
    // One playout is made in any case, and searches that are not finished say nothing.
    let mut least = Trial::new_while(&position, 100, 1, &mut || false);
    least.search_while(&none, &mut || false);
    assert_eq!(least.judge(&none), Trial::new(&position, 1, 1).judge(&none));
}

#[test]
fn bent_four_in_the_corner_is_dead() {
    let text = "
        X . O X . X
        X O O X X X
        X . O X . X
        O O O X X X
        X X X X . .";
    let position = position(text, Rules::japanese());
    let judgement = judge(&position, 100, 1);
    assert_eq!(judgement.status.dead, *position.stones(Color::White));
}

#[test]
fn a_nakade_seki_is_left_alone() {
    // White takes the three stones only to be left with one eye; Black makes a
    // living shape for White if he adds a fourth.
    let text = "
        . X . X X X X .
        X X X X O O O O
        . X . . O . X O
        X X X . O O X O
        . X . . O . X O
        X X X X O O O O
        . X . X X X X .";
    let position = position(text, Rules::japanese());
    let judgement = judge(&position, 200, 1);
    assert_eq!(judgement.status.dead, PointSet::EMPTY, "{:?}", judgement.blocks);
}

#[test]
fn nothing_is_dead_in_its_own_territory() {
    // Hardly a finished game: but no black stone is dead where no white one lives.
    let position = position(
        "
        X . . . . . .
        . . . . . . .
        . . . X . . .
        . . . . . . .
        . . . . . . O",
        Rules::japanese(),
    );
    for seed in 1..20 {
        let status = judge(&position, 100, seed).status;
        let score = score(&position, &status, 0);
        for color in Color::BOTH {
            let side = score.side(color);
            assert!(!side.territory.intersects(&side.dead), "seed {seed}: {}", status.dead);
        }
    }
}

#[test]
fn a_block_is_joined_at_its_false_eye_to_approach() {
    // Black must connect at G1 before he can play E1; then White has one eye.
    let text = "
        . X . X . X . X
        X X X X X X X X
        X O O O O O X X
        X O . O . X . X";
    let position = position(text, Rules::japanese());
    let judgement = judge(&position, 100, 1);
    assert_eq!(judgement.status.dead, *position.stones(Color::White));
}

#[test]
fn a_cut_at_one_of_two_joints_is_answered_at_the_other() {
    // D2 and D4 join White's stones on the left, which have no eye, to those on the right.
    let text = "
        . X . X . X . X . X
        X X X X X X X X X X
        X O O . O O O O O O
        X O X X X O . O . O
        X O O . O O O O O O
        X X X X X X X X X X";
    let position = position(text, Rules::japanese());
    let judgement = judge(&position, 100, 1);
    assert!(judgement.status.dead.is_empty(), "{}", judgement.status.dead);
}
