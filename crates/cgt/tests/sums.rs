//! Exact play of sums: against addition and brute force on small sums, and by
//! its own laws on large ones.

use std::collections::HashMap;

use budget::Budget;
use cgt::text::Calculator;
use cgt::{Dyadic, Game, Games, Random, Side, SumSolver, Tempo, Thermographs, sum_key};

const SIDES: [Side; 2] = [Side::Left, Side::Right];

fn number(n: i64) -> Game {
    Game::number(Dyadic::new(n, 0).unwrap())
}

/// A random game that may have several options a side, numbers, dame and
/// infinitesimals inside.
fn random_game(games: &mut Games, random: &mut Random, depth: u32, reach: i64) -> Game {
    if depth == 0 || random.one_in(8) {
        return match random.between(0, 9) {
            0 => Game::nimber(1),
            1 => games.ups(random.between(-2, 2) as i32),
            _ => number(random.between(-reach, reach)),
        };
    }
    let mut side = || -> Vec<Game> {
        let options = if random.one_in(3) { 2 } else { 1 };
        (0..options).map(|_| random_game(games, random, depth - 1, reach)).collect()
    };
    let (left, right) = (side(), side());
    games.game(&left, &right).unwrap()
}

/// A random sum small enough to add up.
fn small_sum(seed: u64) -> (Games, Vec<Game>) {
    let (mut games, mut random) = (Games::new(), Random::new(seed));
    let terms = random.between(1, 5);
    let depth = if terms < 4 { 3 } else { 2 };
    let reach = [2, 5, 12, 30][random.between(0, 3) as usize];
    let terms = (0..terms).map(|_| random_game(&mut games, &mut random, depth, reach)).collect();
    (games, terms)
}

fn solver(games: &Games, terms: &[Game], tempo: Tempo) -> SumSolver {
    SumSolver::new(games, &mut Thermographs::new(), terms, tempo).unwrap()
}

#[test]
fn small_sums_agree_with_addition() {
    for seed in 0..3000 {
        let (mut games, terms) = small_sum(seed);
        let total = games.total(&terms).unwrap();
        for side in SIDES {
            let stop = match side {
                Side::Left => games.left_stop(total),
                Side::Right => games.right_stop(total),
            };
            let mut budget = Budget::unlimited();
            let plain = solver(&games, &terms, Tempo::Ignored).score(side, &mut budget);
            assert_eq!(plain.exact(), Some(stop.value), "seed {seed}, {side:?} first");
            let exact = solver(&games, &terms, Tempo::Counts).score(side, &mut budget);
            assert_eq!(exact.exact(), Some(stop.value), "seed {seed}, {side:?} first");
            if !total.is_number() {
                assert_eq!(exact.next, Some(stop.next), "seed {seed}, {side:?} first");
            }
        }
    }
}

/// A term of each kind that endgames are made of.
fn term_of_a_kind(games: &mut Games, random: &mut Random, reach: i64) -> Game {
    let a = random.between(-reach, reach);
    let [b, c, d] = [0; 3].map(|_| random.between(0, reach));
    let [big, bigger] = [0; 2].map(|_| number(random.between(reach, 4 * reach)));
    let switch = |games: &mut Games, high, low| games.game(&[high], &[low]).unwrap();
    match random.between(0, 9) {
        0 => Game::number(Dyadic::new(a, random.between(0, 3) as u32).unwrap()),
        1 => games.add(Game::nimber(random.between(0, 3) as u16), games.ups(1)).unwrap(),
        2 => games.tiny(big).unwrap(),
        3 => games.miny(bigger).unwrap(),
        4 => games.zeros(random.between(1, 4) as u32, number(-b)).unwrap(),
        5 => switch(games, number(a + b), number(a)),
        // Sente of Left or of Right, and double sente.
        6 | 7 => {
            let threat = switch(games, big, number(a));
            let sente = switch(games, threat, number(a - b - 1));
            if random.one_in(2) { sente } else { games.neg(sente).unwrap() }
        }
        8 => {
            let left = switch(games, big, number(a + c));
            let minus = games.neg(bigger).unwrap();
            let right = switch(games, number(a - d), minus);
            switch(games, left, right)
        }
        _ => random_game(games, random, 2, reach),
    }
}

/// The score by nothing but trying all moves in terms that are no numbers.
/// (Such a term is never worse to move in than to leave for good, so that the
/// plain game of moving until only numbers are left has the stops as values.)
fn minimax(
    games: &Games,
    terms: &[Game],
    side: Side,
    known: &mut HashMap<(Vec<Game>, Side), Dyadic>,
) -> Dyadic {
    let mut hot: Vec<Game> = terms.iter().copied().filter(|g| !g.is_number()).collect();
    let numbers = terms.iter().filter_map(|&g| games.as_number(g));
    let rest = numbers.fold(Dyadic::ZERO, |sum, x| sum.add(x).unwrap());
    if hot.is_empty() {
        return rest;
    }
    hot.sort_by_key(|&g| sum_key(&[g]));
    if let Some(&score) = known.get(&(hot.clone(), side)) {
        return score.add(rest).unwrap();
    }
    let mut scores = Vec::new();
    for i in 0..hot.len() {
        for to in games.options(hot[i], side) {
            let mut after = hot.clone();
            after[i] = to;
            scores.push(minimax(games, &after, side.other(), known));
        }
    }
    let best = match side {
        Side::Left => scores.into_iter().max(),
        Side::Right => scores.into_iter().min(),
    };
    let best = best.expect("a game that is no number has options of both sides");
    known.insert((hot, side), best);
    best.add(rest).unwrap()
}

fn agrees_with_minimax(games: &mut Games, terms: &[Game], with_addition: bool, case: &str) {
    let total = if with_addition { Some(games.total(terms).unwrap()) } else { None };
    let mut known = HashMap::new();
    let mut plain = solver(games, terms, Tempo::Ignored);
    let mut exact = solver(games, terms, Tempo::Counts);
    for side in SIDES {
        let truth = Some(minimax(games, terms, side, &mut known));
        let mut budget = Budget::unlimited();
        assert_eq!(plain.score(side, &mut budget).exact(), truth, "{case}, {side:?} first");
        let score = exact.score(side, &mut budget);
        assert_eq!(score.exact(), truth, "{case}, {side:?} first, tempo");
        let Some(total) = total.filter(|g| !g.is_number()) else { continue };
        let stop = match side {
            Side::Left => games.left_stop(total),
            Side::Right => games.right_stop(total),
        };
        assert_eq!(score.next, Some(stop.next), "{case}, {side:?} first, last move");
    }
}

#[test]
fn sums_of_every_kind_agree_with_minimax() {
    for seed in 0..6000 {
        let (mut games, mut random) = (Games::new(), Random::new(seed));
        let reach = [1, 3, 8, 20][random.between(0, 3) as usize];
        let count = random.between(2, 5);
        let terms: Vec<Game> =
            (0..count).map(|_| term_of_a_kind(&mut games, &mut random, reach)).collect();
        agrees_with_minimax(&mut games, &terms, true, &format!("seed {seed}"));
    }
}

/// Many sentes and gotes, of few sorts so that minimax can still read them.
#[test]
fn sums_of_many_sentes_agree_with_minimax() {
    for seed in 0..1500 {
        let (mut games, mut random) = (Games::new(), Random::new(seed));
        let reach = [2, 6, 15][random.between(0, 2) as usize];
        let sorts: Vec<Game> =
            (0..4).map(|_| term_of_a_kind(&mut games, &mut random, reach)).collect();
        let count = random.between(6, 9);
        let terms: Vec<Game> = (0..count).map(|_| sorts[random.between(0, 3) as usize]).collect();
        agrees_with_minimax(&mut games, &terms, false, &format!("seed {seed}"));
    }
}

/// Deep hot games, where the bounds from several temperatures all come into play.
#[test]
fn sums_of_deep_hot_games_agree_with_minimax() {
    for seed in 0..300 {
        let (mut games, mut random) = (Games::new(), Random::new(seed));
        let terms: Vec<Game> =
            (0..4).map(|_| random.hot_game(&mut games, 4, 30).unwrap()).collect();
        agrees_with_minimax(&mut games, &terms, false, &format!("seed {seed}"));
    }
}

#[test]
fn best_moves_are_all_the_best_moves() {
    for seed in 0..3000 {
        let (mut games, terms) = small_sum(seed);
        let total = games.total(&terms).unwrap();
        if total.is_number() {
            continue;
        }
        for side in SIDES {
            for tempo in [Tempo::Ignored, Tempo::Counts] {
                let mut solver = solver(&games, &terms, tempo);
                let found = solver.best_moves(&games, side, &mut Budget::unlimited()).unwrap();
                let target = match side {
                    Side::Left => games.left_stop(total),
                    Side::Right => games.right_stop(total),
                };
                let mut wanted = Vec::new();
                for (term, &g) in terms.iter().enumerate().filter(|(_, g)| !g.is_number()) {
                    let options: Vec<Game> = games.options(g, side).collect();
                    for to in options {
                        let mut after = terms.clone();
                        after[term] = to;
                        let after = games.total(&after).unwrap();
                        let stop = match side {
                            Side::Left => games.right_stop(after),
                            Side::Right => games.left_stop(after),
                        };
                        // A sum that has become a number is left as it is.
                        let keeps = stop.value == target.value
                            && (tempo == Tempo::Ignored || stop.next == target.next);
                        if keeps {
                            wanted.push((term, to));
                        }
                    }
                }
                let found: Vec<(usize, Game)> = found.iter().map(|m| (m.term, m.to)).collect();
                assert_eq!(found, wanted, "seed {seed}, {side:?} first, {tempo:?}");
            }
        }
    }
}

#[test]
fn the_best_line_ends_at_the_score() {
    for seed in 0..500 {
        let (mut games, terms) = small_sum(seed);
        for side in SIDES {
            for tempo in [Tempo::Ignored, Tempo::Counts] {
                let mut budget = Budget::unlimited();
                let mut solver = solver(&games, &terms, tempo);
                let score = solver.score(side, &mut budget).exact().unwrap();
                let mut after = terms.clone();
                let mut mover = side;
                for m in solver.best_line(&games, side, &mut budget).unwrap() {
                    assert_eq!(m.side, mover);
                    assert!(games.options(after[m.term], mover).any(|o| o == m.to));
                    after[m.term] = m.to;
                    mover = mover.other();
                }
                let rest = games.total(&after).unwrap();
                let (left, right) = (games.left_stop(rest), games.right_stop(rest));
                assert_eq!((left.value, right.value), (score, score), "seed {seed}");
            }
        }
    }
}

/// Müller 1995, section 6.3: the move to 6|4 is best, but not beside 2|0.
#[test]
fn five_or_zero_beside_a_threat() {
    let mut games = Games::new();
    let switch = |games: &mut Games, a, b| games.game(&[number(a)], &[number(b)]).unwrap();
    let (gote, threat, small) =
        (switch(&mut games, 5, 0), switch(&mut games, 6, 4), switch(&mut games, 2, 0));
    let sente = games.game(&[threat], &[number(0)]).unwrap();
    for (terms, score, best) in
        [(vec![gote, sente], 6, threat), (vec![gote, sente, small], 7, number(5))]
    {
        let mut budget = Budget::nodes(10_000);
        let mut solver = solver(&games, &terms, Tempo::Ignored);
        assert_eq!(solver.score(Side::Left, &mut budget).exact(), Some(Dyadic::from(score)));
        let moves = solver.best_moves(&games, Side::Left, &mut budget).unwrap();
        assert_eq!(moves.iter().map(|m| m.to).collect::<Vec<_>>(), [best]);
    }
}

/// Müller 1995, section 6.3: sums whose canonical forms explode are settled by
/// incentives alone.
#[test]
fn dominating_incentives_settle_switches_at_once() {
    let mut games = Games::new();
    let terms: Vec<Game> =
        (1..=60).map(|k| games.game(&[number(k)], &[number(0)]).unwrap()).collect();
    let mut budget = Budget::nodes(20_000);
    let mut solver = solver(&games, &terms, Tempo::Ignored);
    let left = solver.score(Side::Left, &mut budget);
    // Left gets 60 + 58 + … + 2, Right saves the others.
    assert_eq!(left.exact(), Some(Dyadic::from(930)));
    assert_eq!(solver.score(Side::Right, &mut budget).exact(), Some(Dyadic::from(900)));
    let moves = solver.best_moves(&games, Side::Right, &mut budget).unwrap();
    assert_eq!(moves.len(), 1);
    assert_eq!((moves[0].term, moves[0].to), (59, number(0)));
}

#[test]
fn large_sums_obey_negation_and_bounds() {
    for seed in 0..3 {
        let (mut games, mut random) = (Games::new(), Random::new(seed));
        let terms: Vec<Game> =
            (0..16).map(|_| random.hot_game(&mut games, 4, 30).unwrap()).collect();
        let mirror: Vec<Game> = terms.iter().map(|&g| games.neg(g).unwrap()).collect();
        let mut budget = Budget::unlimited();
        let mut one = solver(&games, &terms, Tempo::Counts);
        let mut other = solver(&games, &mirror, Tempo::Counts);
        for side in SIDES {
            let score = one.score(side, &mut budget);
            let negated = other.score(side.other(), &mut budget);
            assert_eq!(score.exact().map(|x| -x), negated.exact());
            assert_eq!(score.next.map(Side::other), negated.next);
        }
        // With a budget that ends early, the truth lies between the bounds.
        let truth = one.score(Side::Left, &mut budget).exact().unwrap();
        let mut hurried = solver(&games, &terms, Tempo::Ignored);
        let score = hurried.score(Side::Left, &mut Budget::nodes(50));
        assert!(score.unfinished.is_some() && score.low <= truth && truth <= score.high);
        assert!(hurried.best_moves(&games, Side::Left, &mut Budget::nodes(50)).is_err());
    }
}

#[test]
fn keys_do_not_depend_on_order() {
    let (_, mut terms) = small_sum(9);
    terms.push(number(4));
    let key = sum_key(&terms);
    terms.reverse();
    assert_eq!(sum_key(&terms), key);
    terms.push(Game::ZERO);
    assert_eq!(sum_key(&terms), key);
    terms.push(Game::nimber(1));
    assert_ne!(sum_key(&terms), key);
}

/// Müller 1995, section 6.3, the table of sums and their canonical forms.
#[test]
fn canonical_forms_of_sums_of_switches_explode() {
    let mut calculator = Calculator::new();
    let table = [
        ("1|0", "1|0"),
        ("{1|0}+{2|0}", "3|2||1|0"),
        ("{1|0}+{2|0}+{3|0}", "6|5||4|3|||3|2||1|0"),
        ("{1|0}+{2|0}+{3|0}+{4|0}", "{10|9||8|7|||7|6||5|4}|{6|5||4|3|||3|2||1|0}"),
        (
            "{1|0}+{2|0}+{3|0}+{4|0}+{5|0}",
            "{15|14||13|12|||12|11||10|9}|{11|10||9|8|||8|7||6|5}\
             ||{10|9||8|7|||7|6||5|4}|{6|5||4|3|||3|2||1|0}",
        ),
    ];
    for (sum, canonical) in table {
        assert_eq!(calculator.game(sum).unwrap(), calculator.game(canonical).unwrap(), "{sum}");
    }
}
