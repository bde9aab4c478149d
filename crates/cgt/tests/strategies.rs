//! Strategies for sums: what they are known to do, and what they lose.

use cgt::{
    Dyadic, Game, Games, KoFight, KoGraph, NodeId, RandomSums, Rational, Side, Strategy,
    StrategyPlayer, TermWalls, Thermographs, strategy_losses,
};

fn n(value: i64) -> Game {
    Game::number(Dyadic::new(value, 0).unwrap())
}

/// Berlekamp's game 27 | {33 || 1 | −3 ||| −16} || −1 (seed 000, section 3.1)
/// as written: its canonical form is just 1 | −1, without the trap, for Left's
/// threats reverse through Right's answers.
fn berlekamps_game(graph: &mut KoGraph) -> NodeId {
    let leaf = |graph: &mut KoGraph, n| graph.number(Rational::integer(n));
    let switch = |graph: &mut KoGraph, left, right| {
        let node = graph.position();
        graph.left_move(node, left);
        graph.right_move(node, right);
        node
    };
    let (one, minus_three) = (leaf(graph, 1), leaf(graph, -3));
    let inner = switch(graph, one, minus_three);
    let won = leaf(graph, 33);
    let middle = switch(graph, won, inner);
    let lost = leaf(graph, -16);
    let threat = switch(graph, middle, lost);
    let taken = leaf(graph, 27);
    let left = switch(graph, taken, threat);
    let right = leaf(graph, -1);
    switch(graph, left, right)
}

const NO_KO: KoFight = KoFight::LeftMaster;

#[test]
fn berlekamps_game_has_mean_zero_and_temperature_one() {
    let mut graph = KoGraph::new();
    let node = berlekamps_game(&mut graph);
    let walls = graph.thermograph(node, NO_KO).unwrap();
    assert_eq!((walls.mean(), walls.temperature()), (Rational::ZERO, Rational::ONE));
    let mut games = Games::new();
    let inner = games.game(&[n(1)], &[n(-3)]).unwrap();
    let middle = games.game(&[n(33)], &[inner]).unwrap();
    let threat = games.game(&[middle], &[n(-16)]).unwrap();
    let left = games.game(&[n(27)], &[threat]).unwrap();
    let canonical = games.game(&[left], &[n(-1)]).unwrap();
    assert_eq!(canonical, games.game(&[n(1)], &[n(-1)]).unwrap());
}

/// The score when Left moves first and gets the most that she can, while
/// Right follows his strategy.
fn best_against(graph: &KoGraph, terms: &[NodeId], right: &StrategyPlayer) -> Rational {
    let mut best: Option<Rational> = None;
    for term in 0..terms.len() {
        // Equal terms are the same move.
        if terms[..term].contains(&terms[term]) {
            continue;
        }
        for &to in graph.left_moves(terms[term]) {
            let mut after = terms.to_vec();
            after[term] = to;
            let mut player = right.clone();
            let walls: Vec<TermWalls> = after
                .iter()
                .map(|&node| TermWalls {
                    walls: graph.thermograph(node, NO_KO).unwrap(),
                    options: graph
                        .right_moves(node)
                        .iter()
                        .map(|&o| graph.thermograph(o, NO_KO).unwrap())
                        .collect(),
                })
                .collect();
            if let Some((i, option)) = player.choose_by_walls(&walls, Some(term)).unwrap() {
                after[i] = graph.right_moves(after[i])[option];
            }
            after.sort();
            let score = best_against(graph, &after, &player);
            best = Some(best.map_or(score, |b| b.max(score)));
        }
    }
    best.unwrap_or_else(|| {
        let mean = |&node: &NodeId| graph.thermograph(node, NO_KO).unwrap().mean();
        terms.iter().fold(Rational::ZERO, |sum, node| sum.add(mean(node)).unwrap())
    })
}

#[test]
fn hottest_loses_berlekamps_game_and_sentestrat_does_not() {
    let mut graph = KoGraph::new();
    let game = berlekamps_game(&mut graph);
    let scores = |strategy| {
        let right = StrategyPlayer::new(strategy, Side::Right).with_ambient(Rational::ONE);
        [1, 2, 3, 4, 5].map(|copies| best_against(&graph, &vec![game; copies], &right))
    };
    // All these sums have mean 0 and temperature at most 1. Left leaves the
    // answer to her threat alone and makes the same threat elsewhere: Right
    // takes 16, she takes 27, and it is Right's turn.
    assert_eq!(scores(Strategy::Hottest), [1, 11, 10, 11, 21].map(Rational::integer));
    for strategy in [Strategy::Sentestrat, Strategy::Thermostrat] {
        assert_eq!(scores(strategy), [1, 0, 1, 0, 1].map(Rational::integer), "{strategy}");
    }
}

#[test]
fn switches_are_played_hottest_first_by_all() {
    let mut games = Games::new();
    let terms: Vec<Game> = [3, 9, 5, 1].map(|k| games.game(&[n(k)], &[n(-k)]).unwrap()).to_vec();
    let mut thermographs = Thermographs::new();
    for strategy in Strategy::ALL {
        let mut player = StrategyPlayer::new(strategy, Side::Left);
        let m = player.choose(&games, &mut thermographs, &terms, None).unwrap().unwrap();
        assert_eq!((m.term, m.to), (1, n(9)), "{strategy}");
    }
}

#[test]
fn losses_stay_within_their_bounds() {
    let sums = RandomSums { sums: 40, terms: 6, depth: 3, reach: 20, seed: 7 };
    for row in strategy_losses(sums).unwrap() {
        println!("{} {} {}", row.strategy, row.average, row.worst);
        assert!(row.worst >= Dyadic::ZERO);
        if matches!(row.strategy, Strategy::Sentestrat | Strategy::Thermostrat) {
            // No term is hotter than the reach.
            assert!(row.worst <= Dyadic::from(20));
        }
    }
}

#[test]
#[ignore = "the table of the bench: a thousand sums"]
fn table_of_losses() {
    let sums = RandomSums { sums: 1000, terms: 10, depth: 4, reach: 30, seed: 1 };
    for row in strategy_losses(sums).unwrap() {
        println!(
            "{:12} games {} perfect {} average {:.4} worst {}",
            row.strategy.to_string(),
            row.games,
            row.perfect,
            row.average.numerator() as f64 / row.average.denominator() as f64,
            row.worst
        );
    }
}
