//! The incremental board against the naive one, over random games with undo.

use board::{Color, Illegal, KoRule, Move, Point, Position, Rules, Setup, Size, naive};

/// SplitMix64: the same games in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}

/// Every count and key of the position, computed anew.
fn assert_recomputed(position: &Position) {
    let setup = position.setup();
    assert_eq!(position.hash(), naive::hash(&setup), "{position:?}");
    for point in setup.size.points() {
        assert_eq!(position.stone(point), setup.stone(point));
        let block = naive::block(&setup, point);
        let liberties = naive::liberties(&setup, point);
        assert_eq!(position.block(point), block, "{point} {position:?}");
        assert_eq!(position.block_size(point), block.len(), "{point} {position:?}");
        assert_eq!(position.liberties(point), liberties.len(), "{point} {position:?}");
        assert_eq!(position.liberty_points(point), liberties, "{point} {position:?}");
        assert!(position.anchor(point).is_none_or(|anchor| block.contains(anchor)));
    }
}

/// Legality by trying: the naive board after the move, and the list of earlier situations.
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
    if before.ko == Some(point) && before.to_play == color {
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

#[test]
fn a_thousand_random_games_agree_with_the_naive_board() {
    let mut random = Random(1);
    for game in 0..1000 {
        let size = Size::new(1 + random.below(7), 1 + random.below(7)).unwrap();
        let ko = [KoRule::Simple, KoRule::Positional, KoRule::Situational][game % 3];
        let rules = Rules { ko, suicide: game % 2 == 0, ..Rules::japanese() };
        let mut position = Position::new(size, rules);
        let mut seen: Vec<(Setup, Color)> = vec![(position.setup(), position.to_play())];
        for _ in 0..3 * size.area() {
            if random.below(8) == 0 {
                for _ in 0..random.below(6) {
                    if position.undo().is_some() {
                        seen.pop();
                    }
                    let (setup, _) = seen.last().unwrap();
                    assert_eq!(&position.setup(), setup);
                }
                assert_recomputed(&position);
            }
            // Now and then the same player moves twice, as GTP allows.
            let turn = position.to_play();
            let color = if random.below(10) == 0 { turn.opponent() } else { turn };
            let before = position.setup();
            let legal: Vec<Point> = size
                .points()
                .filter(|&point| {
                    let fast = position.check(color, Move::Play(point));
                    let slow = naive_check(&before, &rules, &seen, color, point);
                    // With another player on turn the setup does not tell the ko ban.
                    assert!(fast == slow || color != turn, "{point} {fast:?} {position:?}");
                    fast.is_ok()
                })
                .collect();
            let mv = if legal.is_empty() || random.below(20) == 0 {
                Move::Pass
            } else {
                Move::Play(legal[random.below(legal.len())])
            };
            if let Move::Play(point) = mv {
                let hash = position.hash_after(color, point);
                position.play(color, mv).unwrap();
                assert_eq!(hash, position.hash());
                let expected = naive::put(&before, color, point);
                assert_eq!(position.setup(), expected, "{point} {before}");
            } else {
                position.play(color, mv).unwrap();
            }
            assert_recomputed(&position);
            seen.push((position.setup(), position.to_play()));
        }
        while position.undo().is_some() {}
        assert_eq!(position.setup(), seen[0].0);
        assert_eq!(position.hash(), 0);
    }
}

/// Every coloring of a small board, in base three.
fn count_legal(side: usize) -> usize {
    let size = Size::square(side).unwrap();
    let points: Vec<Point> = size.points().collect();
    (0..3usize.pow(points.len() as u32))
        .filter(|&code| {
            let mut setup = Setup::empty(size);
            let mut rest = code;
            for &point in &points {
                setup.set(point, [None, Some(Color::Black), Some(Color::White)][rest % 3]);
                rest /= 3;
            }
            let legal = Position::from_setup(&setup, Rules::japanese()).is_ok();
            assert_eq!(legal, naive::is_position(&setup), "{setup}");
            legal
        })
        .count()
}

#[test]
fn legal_positions_are_counted_as_tromp_and_farneback_did() {
    assert_eq!(count_legal(1), 1);
    assert_eq!(count_legal(2), 57);
    assert_eq!(count_legal(3), 12_675);
}

#[test]
#[ignore = "43 million boards: a minute or more in release; cargo test --release -p tedomari-board -- --ignored four_by_four"]
fn legal_positions_four_by_four() {
    assert_eq!(count_legal(4), 24_318_165);
}
