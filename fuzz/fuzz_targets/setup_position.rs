//! Any board, any moves: a setup becomes a position exactly if every stone has a
//! liberty; the incremental board agrees with the naive one on blocks, liberties,
//! hash and legality; undo restores; playouts end, and within the rules.
#![no_main]

use board::playout::{Light, Limits, Random, Task, on_light_board, owners, play_out};
use board::{Color, Illegal, KoRule, Move, Point, PointSet, Position, Rules, Setup, Size, naive};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let mut bytes = bytes.iter().copied();
    let Some((setup, rules)) = setup(&mut bytes) else { return };
    let legal = naive::is_position(&setup)
        && (setup.black & setup.white).is_empty()
        && setup.ko.is_none_or(|ko| setup.stone(ko).is_none());
    let position = Position::from_setup(&setup, rules);
    assert_eq!(position.is_ok(), legal);
    let Ok(mut position) = position else { return };
    assert_eq!(position.setup(), setup);
    recomputed(&position);
    play_moves(&mut position, &mut bytes);
    for color in Color::BOTH {
        on_light_board(&position, color, Follow { position: position.clone(), color });
        let owned = owners(&position, color, 3, 1);
        let counted = |p| owned.of(Color::Black, p) + owned.of(Color::White, p);
        assert!(setup.size.points().all(|p| counted(p) <= 3));
    }
    while position.undo().is_some() {}
    assert_eq!(position.setup(), setup);
    recomputed(&position);
});

/// A size, the rules, the player to move, a ko point and stones.
fn setup(bytes: &mut impl Iterator<Item = u8>) -> Option<(Setup, Rules)> {
    let (width, height, switches) = (bytes.next()?, bytes.next()?, bytes.next()?);
    let size = Size::new(width as usize % 26, height as usize % 26).ok()?;
    let ko = [KoRule::Simple, KoRule::Positional, KoRule::Situational][switches as usize % 3];
    let suicide = switches & 8 != 0;
    let rules = Rules { ko, suicide, pass_stones: switches & 16 != 0, ..Rules::japanese() };
    let mut setup = Setup::empty(size);
    setup.to_play = Color::BOTH[usize::from(switches & 32 != 0)];
    let points: Vec<Point> = size.points().collect();
    if switches & 64 != 0 {
        setup.ko = Some(points[bytes.next()? as usize % points.len()]);
    }
    let rows = bytes.next()? as usize * points.len() / 255;
    for four in points[..rows].chunks(4) {
        let byte = bytes.next()?;
        for (i, &point) in four.iter().enumerate() {
            match byte >> (2 * i) & 3 {
                1 => setup.set(point, Some(Color::Black)),
                2 => setup.set(point, Some(Color::White)),
                _ => {}
            }
        }
    }
    Some((setup, rules))
}

/// Tries a move for each byte, and holds both boards against each other.
fn play_moves(position: &mut Position, bytes: &mut impl Iterator<Item = u8>) {
    let points: Vec<Point> = position.size().points().collect();
    let mut seen = vec![(position.setup(), position.to_play())];
    while let (Some(byte), true) = (bytes.next(), seen.len() < 200) {
        let before = position.setup();
        let color = position.to_play();
        match byte {
            // Steps back, further the larger the byte.
            0xf0.. => {
                for _ in 0xf0..=byte {
                    if position.undo().is_some() {
                        seen.pop();
                    }
                }
                assert_eq!(position.setup(), seen.last().expect("the beginning stays").0);
            }
            0xe0.. => {
                position.play(color, Move::Pass).expect("passing is allowed");
                seen.push((position.setup(), position.to_play()));
            }
            _ => {
                let next = usize::from(bytes.next().unwrap_or(0));
                let point = points[(usize::from(byte) + 224 * next) % points.len()];
                let legal = position.is_legal(color, point);
                let hash = legal.then(|| position.hash_after(color, point));
                let slow = naive_check(&before, position.rules(), &seen, color, point);
                assert_eq!(position.check(color, Move::Play(point)), slow, "{point} {before}");
                assert_eq!(position.play(color, Move::Play(point)), slow);
                if slow.is_ok() {
                    let expected = naive::put(&before, color, point);
                    assert_eq!(position.setup(), expected, "{point} {before}");
                    assert_eq!(hash, Some(position.hash()));
                    seen.push((position.setup(), position.to_play()));
                } else {
                    assert_eq!(position.setup(), before);
                }
            }
        }
        recomputed(position);
    }
}

/// Legality by trying.
fn naive_check(
    before: &Setup,
    rules: &Rules,
    seen: &[(Setup, Color)],
    color: Color,
    point: Point,
) -> Result<(), Illegal> {
    if before.stone(point).is_some() {
        return Err(Illegal::Occupied(point));
    }
    if before.ko == Some(point) {
        return Err(Illegal::Ko(point));
    }
    let after = naive::put(before, color, point);
    if after.stone(point).is_none() {
        let alone = after.lost[color.index()] == before.lost[color.index()] + 1;
        if alone || !rules.suicide {
            return Err(Illegal::Suicide(point));
        }
    }
    let same = |(old, to_play): &(Setup, Color)| {
        (old.black, old.white) == (after.black, after.white)
            && (rules.ko == KoRule::Positional || *to_play == after.to_play)
    };
    if rules.ko != KoRule::Simple && seen.iter().any(same) {
        return Err(Illegal::Repetition(point));
    }
    Ok(())
}

/// Every count and key of the position, computed anew.
fn recomputed(position: &Position) {
    let setup = position.setup();
    assert_eq!(position.hash(), naive::hash(&setup));
    for color in Color::BOTH {
        for block in setup.stones(color).components() {
            let stone = block.first().expect("a component has a point");
            assert_eq!(position.block(stone), block, "{stone} {setup}");
            assert_eq!(position.block_size(stone), block.len());
            let liberties = naive::liberties(&setup, stone);
            assert_eq!(position.liberties(stone), liberties.len(), "{stone} {setup}");
            assert_eq!(position.liberty_points(stone), liberties, "{stone} {setup}");
            let anchor = position.anchor(stone);
            assert!(block.iter().all(|p| position.anchor(p) == anchor), "{stone} {setup}");
        }
    }
}

/// One playout, followed on the full board under simple ko without suicide.
struct Follow {
    position: Position,
    color: Color,
}

impl Task for Follow {
    type Output = ();

    fn run<const N: usize>(mut self, mut board: Light<N>) {
        let rules = Rules { ko: KoRule::Simple, suicide: false, ..*self.position.rules() };
        self.position.set_rules(rules);
        self.position.set_to_play(self.color);
        let limits = Limits::of(&board);
        let mut whole = board;
        play_out(&mut whole, &mut Random::new(5), limits);
        let mut random = Random::new(5);
        for _ in 0..limits.moves {
            let color = self.position.to_play();
            let mv = board.step(&mut random);
            self.position.play(color, mv).expect("playouts keep the rules");
            for color in Color::BOTH {
                let light: PointSet =
                    board.size().points().filter(|&p| board.stone(p) == Some(color)).collect();
                assert_eq!(light, *self.position.stones(color));
            }
            assert_eq!(board.ko(), self.position.ko_point());
            if board.is_over() {
                break;
            }
        }
        assert_eq!(whole.setup(), board.setup());
        let mut finished = board.setup();
        finished.lost = [0, 0];
        assert_eq!(board.area_score(), area_score(&finished));
    }
}

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
