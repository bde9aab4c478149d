//! Ko thermographs: known kos, and random two-cycle games against play beside
//! a stack of coupons.

use cgt::{
    CouponStack, Games, KoError, KoFight, KoGraph, KoKind, KoValue, NodeId, Random, Rational,
    Thermograph, Thermographs, coupon_results,
};

fn r(n: i128, d: i128) -> Rational {
    Rational::new(n, d).unwrap()
}

fn n(value: i64) -> Rational {
    Rational::integer(value)
}

/// A two-cycle that Left wins for `won` and Right for `lost`.
fn direct_ko(graph: &mut KoGraph, won: NodeId, lost: NodeId) -> (NodeId, NodeId) {
    let (open, taken) = (graph.position(), graph.position());
    graph.left_move(open, taken);
    graph.right_move(taken, open);
    graph.left_move(taken, won);
    graph.right_move(open, lost);
    (open, taken)
}

fn count(graph: &KoGraph, node: NodeId, fight: KoFight) -> (Rational, Rational) {
    let walls = graph.thermograph(node, fight).unwrap();
    (walls.mean(), walls.temperature())
}

const MASTERS: [KoFight; 2] = [KoFight::LeftMaster, KoFight::RightMaster];

#[test]
fn a_direct_ko_is_worth_a_third_a_move() {
    for (won, lost) in [(12, 0), (1, 0), (5, -5), (7, 3)] {
        let mut graph = KoGraph::new();
        let (b, a) = (graph.number(n(won)), graph.number(n(lost)));
        let (open, taken) = direct_ko(&mut graph, b, a);
        let third = r(i128::from(won - lost), 3);
        let none = KoFight::Threats { left: 0, right: 0 };
        let equal = KoFight::Threats { left: 2, right: 2 };
        for fight in MASTERS.into_iter().chain([none, equal]) {
            assert_eq!(count(&graph, open, fight), (n(lost).add(third).unwrap(), third));
            assert_eq!(count(&graph, taken, fight), (n(won).sub(third).unwrap(), third));
        }
        assert_eq!(graph.ko_kind(open), Ok(KoKind::Placid));
    }
}

#[test]
fn an_approach_ko_is_hyperactive() {
    // Right needs one more move before his capture counts: winning the ko for
    // him leads to a direct ko that Left may still fight.
    let mut graph = KoGraph::new();
    let (won, lost) = (graph.number(n(12)), graph.number(n(0)));
    let (approached, _) = direct_ko(&mut graph, won, lost);
    let (open, _) = direct_ko(&mut graph, won, approached);
    assert_eq!(count(&graph, open, KoFight::LeftMaster), (n(8), n(4)));
    assert_eq!(count(&graph, open, KoFight::RightMaster), (n(6), n(3)));
    assert_eq!(graph.ko_kind(open), Ok(KoKind::Hyperactive));
}

/// A random graph with two-cycles in which moving never loses points at
/// temperature zero, unless by accident; leaves between `low` and `high`.
fn random_ko_game(
    random: &mut Random,
    graph: &mut KoGraph,
    scores: &mut Vec<(NodeId, i64)>,
    depth: i64,
    low: i64,
    high: i64,
) -> NodeId {
    if depth == 0 || high - low < 2 || random.one_in(6) {
        let score = random.between(low, high);
        let leaf = graph.number(n(score));
        scores.push((leaf, score));
        return leaf;
    }
    let middle = random.between(low + 1, high - 1);
    let mut option = |random: &mut Random, graph: &mut KoGraph, low, high| {
        random_ko_game(random, graph, scores, depth - 1, low, high)
    };
    if random.one_in(2) {
        let node = graph.position();
        for _ in 0..random.between(1, 2) {
            let to = option(random, graph, middle, high);
            graph.left_move(node, to);
        }
        for _ in 0..random.between(1, 2) {
            let to = option(random, graph, low, middle);
            graph.right_move(node, to);
        }
        return node;
    }
    let (won, lost) = (option(random, graph, middle, high), option(random, graph, low, middle));
    let (open, taken) = direct_ko(graph, won, lost);
    if random.one_in(3) {
        let to = option(random, graph, middle, high);
        graph.left_move(open, to);
    }
    if random.one_in(3) {
        let to = option(random, graph, low, middle);
        graph.right_move(taken, to);
    }
    if random.one_in(2) { open } else { taken }
}

/// The graph in writing, for a failing case.
fn shown(graph: &KoGraph, root: NodeId, scores: &[(NodeId, i64)]) -> String {
    let mut nodes: Vec<NodeId> = graph.reach(root).iter().flat_map(|c| c.nodes()).collect();
    nodes.sort();
    let mut text = format!("root {root:?}");
    for node in nodes {
        text += &match scores.iter().find(|s| s.0 == node) {
            Some((_, score)) => format!("\n  {node:?} = {score}"),
            None => format!(
                "\n  {node:?} = {:?} | {:?}",
                graph.left_moves(node),
                graph.right_moves(node)
            ),
        };
    }
    text
}

/// The distance between the walls and coupon results at temperature `top`, in
/// steps of the stack.
fn steps_apart(
    graph: &KoGraph,
    root: NodeId,
    fight: KoFight,
    walls: &Thermograph,
    top: i64,
    unit: i64,
    score: &dyn Fn(NodeId) -> i64,
) -> Rational {
    let stack = CouponStack { count: (top * unit) as u32, unit };
    let (left, right) = coupon_results(graph, root, fight, stack, score).unwrap();
    let half = r(i128::from(top), 2);
    let left = r(i128::from(left), i128::from(unit)).sub(half).unwrap();
    let right = r(i128::from(right), i128::from(unit)).add(half).unwrap();
    let gaps = [(walls.left_wall(), left), (walls.right_wall(), right)].map(|(wall, result)| {
        let gap = wall.at(n(top)).unwrap().sub(result).unwrap();
        gap.max(gap.neg()).times(unit).unwrap()
    });
    gaps[0].max(gaps[1])
}

/// The largest distance between walls and coupon results over random games,
/// in steps of the stack, and the number of games compared.
fn compare_with_coupons(
    seed: u64,
    games: usize,
    fights: &[KoFight],
    unit: i64,
) -> (Rational, usize) {
    let mut random = Random::new(seed);
    let mut worst = Rational::ZERO;
    let (mut compared, mut kos) = (0, 0);
    while compared < games {
        let mut graph = KoGraph::new();
        let mut scores = Vec::new();
        let depth = random.between(1, 4);
        let root = random_ko_game(&mut random, &mut graph, &mut scores, depth, -12, 12);
        let has_ko = graph.reach(root).iter().any(|c| matches!(c, cgt::Component::Ko { .. }));
        if !has_ko {
            continue;
        }
        let score = |node: NodeId| scores.iter().find(|s| s.0 == node).unwrap().1;
        let mut usable = true;
        for &fight in fights {
            // Positions in which both sides would rather pass at zero are
            // numbers for the theory and endless for the coupon player.
            if !graph.moves_pay_at_zero(root, fight).unwrap() {
                usable = false;
                continue;
            }
            let walls = graph.thermograph(root, fight).unwrap();
            for top in [1, 3, 8] {
                let steps = steps_apart(&graph, root, fight, &walls, top, unit, &score);
                let shown = || shown(&graph, root, &scores);
                assert!(steps <= n(MOVES), "{steps} steps at {top}, {fight:?}: {}", shown());
                if steps > n(4) {
                    // Coarse or wrong? With finer coupons the gap closes.
                    let fine = steps_apart(&graph, root, fight, &walls, top, 8 * unit, &score);
                    assert!(fine <= n(MOVES), "{fine} steps at {top}, {fight:?}: {}", shown());
                }
                worst = worst.max(steps);
            }
        }
        compared += usize::from(usable);
        kos += 1;
    }
    println!("{compared} games compared of {kos} with kos, worst {worst} steps");
    (worst, compared)
}

#[test]
fn bounds_hold_the_masts_and_agree_where_kos_do_not_matter() {
    let mut random = Random::new(11);
    let (mut exact, mut kos) = (0, 0);
    for _ in 0..400 {
        let mut graph = KoGraph::new();
        let mut scores = Vec::new();
        let root = random_ko_game(&mut random, &mut graph, &mut scores, 3, -6, 6);
        let (mut games, mut store) = (Games::new(), Thermographs::new());
        let (lower, upper) = graph.bounds(&mut games, root).unwrap();
        assert!(games.le(lower, upper).unwrap(), "{}", shown(&graph, root, &scores));
        let means = [lower, upper].map(|g| store.of(&games, g).unwrap().mean());
        for fight in MASTERS {
            let mean = graph.thermograph(root, fight).unwrap().mean();
            assert!(means[0] <= mean && mean <= means[1], "{}", shown(&graph, root, &scores));
        }
        match graph.evaluate(&mut games, root).unwrap() {
            KoValue::Exact(_) => exact += 1,
            KoValue::Ko { .. } => kos += 1,
            KoValue::Bounded { .. } => panic!("there are only two-cycles"),
        }
    }
    assert!(exact > 50 && kos > 50, "{exact} exact, {kos} kos");
}

#[test]
fn longer_cycles_are_refused_or_bounded() {
    // Three kos in a row, as a triple ko looks to one area.
    let mut graph = KoGraph::new();
    let (won, lost) = (graph.number(n(9)), graph.number(n(0)));
    let [a, b, c] = [(); 3].map(|()| graph.position());
    graph.left_move(a, b);
    graph.right_move(b, a);
    graph.left_move(b, c);
    graph.right_move(c, b);
    graph.left_move(c, won);
    graph.right_move(a, lost);
    let refused = graph.thermograph(a, KoFight::LeftMaster);
    assert_eq!(refused, Err(KoError::LongCycle(vec![a, b, c])));
    let mut games = Games::new();
    let KoValue::Bounded { lower, upper, cycle } = graph.evaluate(&mut games, a).unwrap() else {
        panic!("the cycle matters");
    };
    assert_eq!(cycle, [a, b, c]);
    assert!(games.le(lower, upper).unwrap());
    // A loop of one side alone is refused.
    let alone = graph.position();
    graph.left_move(alone, alone);
    assert!(graph.bounds(&mut games, alone).is_err());
    let many = KoFight::Threats { left: 1000, right: 0 };
    assert_eq!(graph.thermograph(won, many), Err(KoError::TooManyThreats));
}

#[test]
fn one_threat_more_makes_the_master_of_a_single_ko() {
    // The approach ko of 12: with no threats either side counts in between.
    let mut graph = KoGraph::new();
    let (won, lost) = (graph.number(n(12)), graph.number(n(0)));
    let (approached, _) = direct_ko(&mut graph, won, lost);
    let (open, _) = direct_ko(&mut graph, won, approached);
    let count = |left, right| count(&graph, open, KoFight::Threats { left, right }).0;
    assert_eq!(count(2, 0), n(8));
    assert_eq!(count(0, 2), n(6));
    for threats in 0..4 {
        assert!(count(threats, 0) <= count(threats + 1, 0));
        assert!(count(0, threats) >= count(0, threats + 1));
    }
}

/// A coupon stack is coarse by one step a move, and the games here are four
/// deep, with at most four moves in each ko: take, retake, take, resolve.
const MOVES: i64 = 16;

#[test]
fn random_two_cycle_games_agree_with_coupon_play() {
    let (worst, compared) = compare_with_coupons(3, 300, &MASTERS, 64);
    assert_eq!(compared, 300);
    assert!(worst <= n(MOVES), "{worst} steps");
}

#[test]
fn fights_with_counted_threats_agree_with_coupon_play() {
    let fights =
        [(0, 0), (1, 0), (0, 2), (2, 3)].map(|(left, right)| KoFight::Threats { left, right });
    let (worst, compared) = compare_with_coupons(4, 100, &fights, 32);
    assert_eq!(compared, 100);
    assert!(worst <= n(MOVES), "{worst} steps");
}

#[test]
#[ignore = "ten thousand games take half a minute"]
fn ten_thousand_random_two_cycle_games_agree_with_coupon_play() {
    let (worst, compared) = compare_with_coupons(5, 10_000, &MASTERS, 64);
    assert_eq!(compared, 10_000);
    assert!(worst <= n(MOVES), "{worst} steps");
}
