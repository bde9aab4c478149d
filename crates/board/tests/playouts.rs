//! Playouts against the full board: every move legal, every board the same.

use board::playout::{
    Atari, Light, Limits, Random, Task, fates, on_light_board, owners, play_out, play_out_answering,
};
use board::{Color, Move, Point, PointSet, Position, Rules, Setup, Size};

/// Simple eyes by the words of the definition.
fn is_eye(setup: &Setup, color: Color, point: Point) -> bool {
    let here = PointSet::from(point);
    let diagonals: Vec<Point> = point
        .diagonal_indices()
        .into_iter()
        .filter_map(Point::from_index)
        .filter(|&d| setup.size.contains(d))
        .collect();
    let enemies = diagonals.iter().filter(|&&d| setup.stone(d) == Some(color.opponent())).count();
    let allowed = if diagonals.len() == 4 { 1 } else { 0 };
    setup.stone(point).is_none()
        && here.border(setup.size).is_subset(setup.stones(color))
        && enemies <= allowed
}

/// The area score by flooding every empty region.
fn area_score(setup: &Setup) -> i32 {
    let empty = PointSet::board(setup.size) - setup.black - setup.white;
    let mut score = setup.black.len() as i32 - setup.white.len() as i32;
    for region in empty.components() {
        let border = region.border(setup.size);
        match (border.intersects(&setup.black), border.intersects(&setup.white)) {
            (true, false) => score += region.len() as i32,
            (false, true) => score -= region.len() as i32,
            _ => {}
        }
    }
    score
}

/// The points from which a playout may choose.
fn choices(position: &Position) -> PointSet {
    let setup = position.setup();
    let color = position.to_play();
    let legal = position.legal_points(color);
    legal.iter().filter(|&point| !is_eye(&setup, color, point)).collect()
}

/// Plays one game on both boards.
struct Replay<'a> {
    position: &'a mut Position,
    seed: u64,
}

impl Task for Replay<'_> {
    type Output = ();

    fn run<const N: usize>(self, mut board: Light<N>) {
        let Replay { position, seed } = self;
        let limits = Limits::of(&board);
        let mut random = Random::new(seed);
        let mut whole = board;
        for _ in 0..limits.moves {
            let color = position.to_play();
            let setup = position.setup();
            let choices = choices(position);
            for point in position.size().points() {
                assert_eq!(
                    board.is_legal(point),
                    position.is_legal(color, point),
                    "{point} {setup}"
                );
                for eye_color in Color::BOTH {
                    let eye = is_eye(&setup, eye_color, point);
                    assert_eq!(board.is_eye(eye_color, point), eye, "{point} {setup}");
                }
            }
            let mut by_name = board;
            let mv = board.step(&mut random);
            match mv {
                Move::Play(point) => assert!(choices.contains(point), "{point} {setup}"),
                Move::Pass => assert!(choices.is_empty(), "{choices} {setup}"),
            }
            assert!(by_name.play(mv));
            assert_eq!(by_name.setup(), board.setup(), "{mv} {setup}");
            position.play(color, mv).unwrap();
            let expected = Setup { lost: [0, 0], ..position.setup() };
            assert_eq!(board.setup(), expected, "{mv} {setup}");
            assert_eq!(board.last(), mv.point());
            assert_eq!(board.area_score(), area_score(&expected), "{expected}");
            if board.is_over() {
                break;
            }
        }
        let mut random = Random::new(seed);
        let outcome = play_out(&mut whole, &mut random, limits);
        assert_eq!(outcome.score, board.area_score());
        assert_eq!(whole.setup(), board.setup());
    }
}

/// Plays one answering game on both boards.
struct Answers<'a> {
    position: &'a mut Position,
    seed: u64,
}

impl Task<Atari> for Answers<'_> {
    type Output = ();

    fn run<const N: usize>(self, board: Light<N, Atari>) {
        let Answers { position, seed } = self;
        let mut random = Random::new(seed);
        let mut game = board;
        for _ in 0..Limits::of(&board).moves {
            let color = position.to_play();
            let cell = game.answer(&mut random);
            let point = Light::<N, Atari>::point_of(cell);
            position.play(color, point.map_or(Move::Pass, Move::Play)).unwrap();
            let expected = Setup { lost: [0, 0], ..position.setup() };
            assert_eq!(game.setup(), expected, "{point:?}");
            assert_eq!(game.area_score(), area_score(&expected), "{expected}");
            for point in position.size().points() {
                let cell = Light::<N, Atari>::cell_of(point);
                if position.stone(point).is_some() {
                    let liberties = position.liberty_points(point);
                    let only = (liberties.len() == 1).then(|| liberties.first()).flatten();
                    let found = game.only_liberty(cell).and_then(Light::<N, Atari>::point_of);
                    assert_eq!(found, only, "{point} {expected}");
                    let two = game.two_liberties(cell).map(|two| {
                        two.into_iter().filter_map(Light::<N, Atari>::point_of).collect()
                    });
                    let expected_two = (liberties.len() == 2).then_some(liberties);
                    assert_eq!(two, expected_two, "{point} {expected}");
                } else {
                    for color in Color::BOTH {
                        let found = game.is_self_atari(color.index(), cell);
                        assert_eq!(found, self_atari(position, color, point), "{point} {expected}");
                    }
                }
            }
            if game.is_over() {
                break;
            }
        }
        // The whole playout is the same game.
        let (mut whole, mut random) = (board, Random::new(seed));
        let mut stones = 0;
        play_out_answering(&mut whole, &mut random, Limits::of(&board), |_, _| stones += 1);
        assert_eq!(whole.setup(), game.setup());
        assert!(stones <= position.moves().len());
    }
}

/// Whether a stone stands in atari or not at all after a move that takes nothing.
fn self_atari(position: &Position, color: Color, point: Point) -> bool {
    let enemy = color.opponent();
    if position.blocks_beside(point, enemy).any(|block| position.liberties(block) == 1) {
        return false;
    }
    let own = position.blocks_beside(point, color).map(|block| position.liberty_points(block));
    let empty = PointSet::from(point).border(position.size()) & position.empty_points();
    let mut liberties = own.fold(empty, |all, more| all | more);
    liberties.remove(point);
    liberties.len() < 2
}

#[test]
fn answering_playouts_are_games_of_the_full_board() {
    for seed in 0..60 {
        let side = [5, 7, 9, 13, 19, 25][seed as usize % 6];
        let size = Size::new(side, side - seed as usize % 3).unwrap();
        let mut position = Position::new(size, no_suicide());
        on_light_board(&position.clone(), Color::Black, Answers { position: &mut position, seed });
    }
}

fn no_suicide() -> Rules {
    Rules { ko: board::KoRule::Simple, suicide: false, ..Rules::chinese() }
}

#[test]
fn playouts_are_games_of_the_full_board() {
    let mut random = Random::new(7);
    for seed in 0..400 {
        let sides = match seed {
            0..=24 => [seed as usize + 1; 2],
            25..=40 => [1 + random.below(25), 1 + random.below(25)],
            _ => [1 + random.below(7), 1 + random.below(7)],
        };
        let size = Size::new(sides[0], sides[1]).unwrap();
        let mut position = Position::new(size, no_suicide());
        // Some games start in the middle, some with White.
        for _ in 0..random.below(1 + size.area()) {
            let choices: Vec<Point> = choices(&position).iter().collect();
            if choices.is_empty() {
                break;
            }
            let point = choices[random.below(choices.len())];
            position.play(position.to_play(), Move::Play(point)).unwrap();
        }
        let to_play = position.to_play();
        on_light_board(&position.clone(), to_play, Replay { position: &mut position, seed });
    }
}

/// Counts first moves.
struct FirstMoves {
    draws: usize,
    seed: u64,
}

impl Task for FirstMoves {
    type Output = Vec<(Move, usize)>;

    fn run<const N: usize>(self, board: Light<N>) -> Vec<(Move, usize)> {
        let mut random = Random::new(self.seed);
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..self.draws {
            let mut game = board;
            *counts.entry(game.step(&mut random)).or_default() += 1;
        }
        counts.into_iter().collect()
    }
}

#[test]
fn every_sensible_move_is_equally_likely() {
    // Eyes of both colors, suicides, captures and open points.
    let setup: Setup = "
        . X . O . O
        X O O . O O
        X X O . . O
        . X X X O .
        X X . X O O
        . X X . . ."
        .parse()
        .unwrap();
    for color in Color::BOTH {
        let setup = Setup { to_play: color, ..setup.clone() };
        let position = Position::from_setup(&setup, no_suicide()).unwrap();
        let choices = choices(&position);
        let draws = 40_000;
        let counts = on_light_board(&position, color, FirstMoves { draws, seed: 3 });
        let drawn: PointSet = counts.iter().filter_map(|(mv, _)| mv.point()).collect();
        assert_eq!(drawn, choices, "{setup}");
        assert!(choices.len() > 3 && choices.len() < position.empty_points().len());
        // Chi-square with at most 11 degrees of freedom: above 35 one seed in 4000.
        let expected = draws as i64 / choices.len() as i64;
        let square: i64 = counts.iter().map(|&(_, n)| (n as i64 - expected).pow(2)).sum();
        assert!(square / expected < 35, "{counts:?}");
    }
}

#[test]
fn a_seed_names_its_games_for_ever() {
    for (side, score, moves) in
        [(1, 0, 2), (5, 25, 41), (9, 37, 119), (13, 31, 203), (19, 51, 463), (25, 37, 757)]
    {
        let position = Position::new(Size::square(side).unwrap(), Rules::chinese());
        struct One;
        impl Task for One {
            type Output = board::playout::Outcome;
            fn run<const N: usize>(self, mut board: Light<N>) -> Self::Output {
                let limits = Limits::of(&board);
                play_out(&mut board, &mut Random::new(2026), limits)
            }
        }
        let outcome = on_light_board(&position, Color::Black, One);
        assert_eq!((outcome.score, outcome.moves), (score, moves), "{side}×{side}");
    }
}

#[test]
fn limits_end_a_game_early() {
    struct Limited(Limits);
    impl Task for Limited {
        type Output = (i32, u32, Setup);
        fn run<const N: usize>(self, mut board: Light<N>) -> Self::Output {
            let outcome = play_out(&mut board, &mut Random::new(1), self.0);
            (outcome.score, outcome.moves, board.setup())
        }
    }
    let position = Position::new(Size::square(9).unwrap(), Rules::chinese());
    let cap = Limited(Limits { moves: 30, mercy: None });
    let (score, moves, setup) = on_light_board(&position, Color::Black, cap);
    assert_eq!((score, moves), (area_score(&setup), 30));

    let mercy = Limited(Limits { moves: 1000, mercy: Some(10) });
    let (score, _, setup) = on_light_board(&position, Color::Black, mercy);
    assert!(setup.black.len().abs_diff(setup.white.len()) > 10);
    assert_eq!(score, area_score(&setup));
}

#[test]
fn owners_add_up_to_the_scores() {
    struct Scores;
    impl Task for Scores {
        type Output = i64;
        fn run<const N: usize>(self, board: Light<N>) -> i64 {
            let mut random = Random::new(5);
            let mut score = || play_out(&mut { board }, &mut random, Limits::of(&board)).score;
            (0..300).map(|_| i64::from(score())).sum()
        }
    }
    let setup: Setup = "
        . X . O .
        X X . O O
        X . . . O
        X X O O O
        . X O . ."
        .parse()
        .unwrap();
    let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
    let fates = fates(&position, Color::White, 300, 5);
    let mut sum = 0;
    for point in setup.size.points() {
        let [black, white] = Color::BOTH.map(|color| fates.owners.of(color, point));
        assert!(black + white <= 300);
        sum += i64::from(black) - i64::from(white);
    }
    assert_eq!(sum, on_light_board(&position, Color::White, Scores));
    // Two eyes are never filled: these blocks live in every playout.
    assert_eq!(fates.survived("A2".parse().unwrap()), 300);
    assert_eq!(fates.owners.of(Color::Black, "A2".parse().unwrap()), 300);
    assert_eq!(fates.survived("E3".parse().unwrap()), 300);
}

#[test]
fn both_kinds_of_playouts_agree_on_owners() {
    // Positions in the middle of random games, and a board of one point.
    let mut random = Random::new(5);
    for side in [1, 5, 9, 13] {
        let mut position = Position::new(Size::square(side).unwrap(), no_suicide());
        for _ in 0..side * side / 3 {
            let choices: Vec<Point> = choices(&position).iter().collect();
            let point = choices[random.below(choices.len())];
            position.play(position.to_play(), Move::Play(point)).unwrap();
        }
        let color = position.to_play();
        let games = 4000;
        let slow = fates(&position, color, games, 1).owners;
        let quick = owners(&position, color, games, 2);
        assert_eq!(quick, owners(&position, color, games, 2));
        assert_eq!(quick.playouts(), games);
        for point in position.size().points() {
            for color in Color::BOTH {
                // Five standard deviations of the difference of two counts, at most.
                let (a, b) = (i64::from(slow.of(color, point)), i64::from(quick.of(color, point)));
                assert!((a - b).abs() < 5 * 45, "{point} {color:?} {a} {b}");
            }
        }
    }
}
