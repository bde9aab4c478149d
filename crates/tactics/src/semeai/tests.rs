//! Counting against search, on races made up at random.

use board::{Color, Point, Position, Rules, Setup};
use budget::Budget;

use super::game::{Aim, RaceGame};
use super::{Race, Reach, Ring, Terms, Verdict, race, race_with};
use crate::search::{Answer, Ko, Search, Wide, Word};

/// Splitmix: the same races every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

const WIDTH: usize = 5;

/// Rows from the top: a white wall, a black block, a white block, a black wall,
/// with liberties and eyes between. Gives the board, and a stone of each block.
fn strip(outside: [usize; 2], common: usize, eyes: [&[&str]; 2]) -> (Position, [Point; 2]) {
    let full = |c: char| c.to_string().repeat(WIDTH);
    let row = |count: usize, rest: char| {
        let mut row = ".".repeat(count);
        row.extend(std::iter::repeat_n(rest, WIDTH - count));
        row
    };
    let mut rows =
        vec![full('.'), full('.'), full('.'), full('O'), row(outside[0], 'O'), full('X')];
    let black = rows.len() - 1;
    rows.extend(eyes[0].iter().map(|line| line.replace('a', "O").replace('#', "X")));
    rows.extend((!eyes[0].is_empty()).then(|| full('X')));
    rows.push(row(common, 'X'));
    rows.push(full('O'));
    let white = rows.len() - 1;
    rows.extend(eyes[1].iter().map(|line| line.replace('a', "X").replace('#', "O")));
    rows.extend((!eyes[1].is_empty()).then(|| full('O')));
    rows.extend([row(outside[1], 'X'), full('X'), full('.'), full('.'), full('.')]);
    let height = rows.len();
    let setup: Setup = rows.join("\n").parse().expect("a board");
    let position = Position::from_setup(&setup, Rules::japanese()).expect("a legal board");
    let point = |row: usize| setup.size.point(0, height - 1 - row).expect("on the board");
    (position, [point(black), point(white)])
}

/// Whether `hunter` captures with `first` to move, counting or not.
fn captured<W: Word>(ring: &Ring, hunter: Color, first: Color, counting: bool) -> Answer {
    let field = ring.field::<W>().expect("small enough");
    let racers = ring.racers.map(|racer| field.set(&racer));
    let aim = Aim::Capture { prey: racers[hunter.opponent().index()], own: racers[hunter.index()] };
    let game = RaceGame::new(field, hunter.index(), aim);
    let game = if counting { game } else { game.without_counting() };
    let root = ring.stance(game.field(), first, Ko::LOCAL);
    for mover in [0, 1] {
        if let Some(reached) = game.verdict(&root, mover) {
            return if reached { Answer::Reached } else { Answer::Prevented };
        }
    }
    let mut search = Search::new(game, 1 << 22);
    search.solve(&root, &mut Budget::nodes(200_000)).unwrap_or(Answer::Unknown)
}

/// Eyes: `.` empty, `a` a stone of the other color, `#` a stone of the block.
const EYES: &[&[&str]] = &[
    &[],
    &[".####"],
    &["..###"],
    &["a.###"],
    &["...##"],
    &[".a.##"],
    &["..###", "..###"],
    &["a.###", "..###"],
    &["...##", "#a###"],
    &["#a###", "...##"],
    &["...##", ".####"],
    &[".a.##", "..###"],
    &["...##", "#a.##"],
    &["a..##", ".a.##"],
    &["a.a##", ".####"],
    &["....#", "#a###"],
    &[".a###", "#a.##"],
    &[".aa.#"],
    &["a.###", "aa.##"],
];

#[test]
fn counting_agrees_with_search() {
    let mut random = Random(7);
    let mut decided = 0;
    for round in 0..100 {
        let outside = [random.below(4), random.below(4)];
        let common = random.below(4);
        let eyes = [EYES[random.below(EYES.len())], EYES[random.below(EYES.len())]];
        if outside.iter().zip(&eyes).any(|(n, eye)| n + common + eye.len() == 0) {
            continue;
        }
        let (position, [black, white]) = strip(outside, common, eyes);
        let ring = Ring::new(&position, black, white, Reach::Near).expect("a race");
        for hunter in Color::BOTH {
            for first in Color::BOTH {
                let counted = captured::<Wide>(&ring, hunter, first, true);
                let searched = captured::<Wide>(&ring, hunter, first, false);
                if searched == Answer::Unknown {
                    continue;
                }
                decided += 1;
                let setup = position.size();
                assert_eq!(
                    counted, searched,
                    "round {round}, {hunter} hunts, {first} first, {outside:?} {common} {eyes:?} on {setup:?}"
                );
            }
        }
    }
    assert!(decided > 150, "too few to mean anything: {decided}");
}

fn read(outside: [usize; 2], common: usize, eyes: [&[&str]; 2], first: Color) -> Race {
    let (position, racers) = strip(outside, common, eyes);
    let own = racers[first.index()];
    let other = racers[first.opponent().index()];
    race(&position, own, other, 100_000, &mut Budget::unlimited())
        .expect("there is no limit")
        .expect("two blocks that race")
}

#[test]
fn races_without_eyes() {
    // One liberty more, and the move.
    let found = read([2, 1], 0, [&[], &[]], Color::Black);
    assert_eq!((found.verdict(), found.ahead), (Verdict::Win, Some(1)));
    let found = read([2, 1], 0, [&[], &[]], Color::White);
    assert_eq!((found.verdict(), found.ahead), (Verdict::Loss, Some(0)));
    // Two common liberties that nobody can fill.
    for first in Color::BOTH {
        let found = read([1, 1], 3, [&[], &[]], first);
        assert_eq!((found.verdict(), found.first), (Verdict::Seki, None));
    }
}

#[test]
fn an_eye_wins_against_none() {
    let found = read([0, 2], 2, [&[".####"], &[]], Color::White);
    assert_eq!(found.verdict(), Verdict::Loss);
    // Big eyes against small ones.
    let found = read([0, 3], 1, [&["a.###", "..###"], &[".####"]], Color::White);
    assert_eq!(found.verdict(), Verdict::Loss);
}

#[test]
fn a_vital_point_comes_first() {
    // Three in a row become two eyes unless White plays in the middle.
    let found = read([0, 4], 0, [&["...##"], &[]], Color::White);
    assert_eq!(found.verdict(), Verdict::Win);
    assert_eq!(found.first.map(|point| point.to_string()), Some("B9".to_string()));
}

#[test]
fn there_is_no_race_between_friends_or_with_nobody() {
    let (position, [black, white]) = strip([1, 1], 1, [&[], &[]]);
    let size = position.size();
    let empty = position.empty_points().first().expect("an empty point");
    let mut budget = Budget::unlimited();
    for (a, b) in [(black, black), (white, empty), (empty, white)] {
        assert_eq!(race(&position, a, b, 1000, &mut budget), Ok(None), "{a} {b} {size:?}");
    }
}

#[test]
fn who_has_lost_needs_no_move() {
    // Bent four in the corner: Black may try a ko, but White need not begin it.
    let setup: Setup = "
        . . . . . . .
        . . . . . . .
        O O O O . . .
        X X O . . . .
        O X O O O . .
        O X X X O O .
        . O . X . O ."
        .parse()
        .expect("a board");
    let position = Position::from_setup(&setup, Rules::japanese()).expect("a legal board");
    let (black, white) = ("A4".parse().expect("a point"), "A2".parse().expect("a point"));
    let mut budget = Budget::unlimited();
    let found = race(&position, black, white, 100_000, &mut budget).expect("no limit");
    let found = found.expect("two blocks that race");
    assert_eq!((found.verdict(), found.first), (Verdict::Loss, None));
}

#[test]
fn where_there_is_no_ko_threats_do_not_matter() {
    let (position, [black, white]) = strip([2, 3], 1, [&[], &[]]);
    for (own, other) in [(black, white), (white, black)] {
        let always = race(&position, own, other, 10_000, &mut Budget::unlimited());
        let terms = Terms { threats: 2, ..Terms::default() };
        let few = race_with(&position, own, other, &terms, 10_000, &mut Budget::unlimited());
        assert_eq!(always, few);
    }
}

/// White is in atari, but so is a stone of Black's that stands beside.
const LOOSE_WALL: &str = "
    . . . . . . . . .
    O O O O . . . . .
    . O O O . . . . .
    X X X O . . . . .
    . O O X . . . . .";

#[test]
fn a_wall_that_can_be_captured_takes_part() {
    let setup: Setup = LOOSE_WALL.parse().expect("a board");
    let position = Position::from_setup(&setup, Rules::japanese()).expect("a legal board");
    let point = |name: &str| -> Point { name.parse().expect("a point") };
    let (black, white) = (point("A2"), point("B1"));
    let area = |reach| Ring::new(&position, white, black, reach).expect("a race").area;
    assert!(!area(Reach::Near).contains(point("D1")));
    assert!(area(Reach::Far).contains(point("D1")));
    let found = race(&position, white, black, 100_000, &mut Budget::unlimited());
    let found = found.expect("no limit").expect("two blocks that race");
    assert_eq!((found.verdict(), found.first), (Verdict::Win, Some(point("E1"))));
    assert_eq!((found.reach, found.exhausted), (Reach::Far, false));
}

#[test]
fn a_move_that_is_liked_is_made_if_it_will_do() {
    let (position, [black, white]) = strip([3, 2], 0, [&[], &[]]);
    let first = |liked: &[Point]| {
        let terms = Terms { liked, ..Terms::default() };
        let found = race_with(&position, black, white, &terms, 10_000, &mut Budget::unlimited());
        found.expect("no limit").expect("a race").first
    };
    let size = position.size();
    let liberties: Vec<Point> = position.liberty_points(white).iter().collect();
    assert_eq!(liberties.len(), 2);
    for liked in liberties {
        assert_eq!(first(&[liked]).is_some(), first(&[]).is_some());
        assert!(first(&[liked]).is_none_or(|first| first == liked));
    }
    // What does not help is not made.
    let far = size.point(0, 0).expect("on the board");
    assert_eq!(first(&[far]), first(&[]));
}
