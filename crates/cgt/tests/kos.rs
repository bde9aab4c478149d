//! Ko thermographs: known kos, and random two-cycle games against play beside
//! a stack of coupons.

use std::collections::HashMap;

use cgt::{
    CouponStack, Games, KoError, KoFight, KoGraph, KoKind, KoValue, NodeId, Random, Rational,
    Thermographs, coupon_walls,
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

/// Kos in a row: from each position to the next Left takes and Right takes back;
/// Left wins at one end for `won`, Right at the other for `lost`.
fn kos_in_a_row(graph: &mut KoGraph, stages: usize, won: NodeId, lost: NodeId) -> Vec<NodeId> {
    let row: Vec<NodeId> = (0..=stages).map(|_| graph.position()).collect();
    for pair in row.windows(2) {
        graph.left_move(pair[0], pair[1]);
        graph.right_move(pair[1], pair[0]);
    }
    graph.right_move(row[0], lost);
    graph.left_move(row[stages], won);
    row
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

/// From winning it all to losing it all a ko of n stages takes n + 2 moves, each of
/// them worth the same. For whoever can afford the fight this is so at every
/// stage: taking on and on he is answered by as many moves elsewhere.
#[test]
fn a_ko_of_stages_shares_its_swing_among_its_moves() {
    for (stages, won, lost) in [(1, 12, 0), (2, 12, 0), (3, 10, -5), (5, 0, -14)] {
        let mut graph = KoGraph::new();
        let (b, a) = (graph.number(n(won)), graph.number(n(lost)));
        let row = kos_in_a_row(&mut graph, stages, b, a);
        let worth = r(i128::from(won - lost), stages as i128 + 2);
        let none = KoFight::Threats { left: 0, right: 0 };
        let equal = KoFight::Threats { left: 2, right: 2 };
        for (i, &node) in row.iter().enumerate() {
            let mean = n(lost).add(worth.times(i as i64 + 1).unwrap()).unwrap();
            for fight in MASTERS.into_iter().chain([none, equal]) {
                assert_eq!(count(&graph, node, fight), (mean, worth), "{i} of {stages}, {fight:?}");
            }
            assert_eq!(graph.ko_kind(node), Ok(KoKind::Placid));
        }
    }
}

/// Two stages for 12 against 0, but Right needs one more move at the end: his victory
/// is a direct ko for all that is still open.
#[test]
fn a_ko_of_stages_with_an_approach_move_is_hyperactive() {
    let mut graph = KoGraph::new();
    let (won, lost) = (graph.number(n(12)), graph.number(n(0)));
    let (approached, _) = direct_ko(&mut graph, won, lost);
    let row = kos_in_a_row(&mut graph, 2, won, approached);
    assert_eq!(graph.ko_kind(row[0]), Ok(KoKind::Hyperactive));
    // Left as ko master answers Right's approach by taking that ko for good, 12 − t in all,
    // until at 4 this is not worth it any more. Right as ko master has five moves for
    // the swing of 12, and is two moves from it.
    assert_eq!(count(&graph, row[0], KoFight::LeftMaster), (n(8), n(4)));
    assert_eq!(count(&graph, row[0], KoFight::RightMaster), (r(24, 5), r(12, 5)));
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
    let stages = if random.one_in(2) { 1 } else { random.between(1, MOST_STAGES) as usize };
    let row = kos_in_a_row(graph, stages, won, lost);
    for (i, &node) in row.iter().enumerate() {
        if i < stages && random.one_in(3) {
            let to = option(random, graph, middle, high);
            graph.left_move(node, to);
        }
        if i > 0 && random.one_in(3) {
            let to = option(random, graph, low, middle);
            graph.right_move(node, to);
        }
    }
    row[random.between(0, stages as i64) as usize]
}

/// The most kos in a row of the random games.
const MOST_STAGES: i64 = 3;

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

/// The least step that has all turns of the walls of `root` and its followers
/// on whole steps, as steps to a point.
fn unit_of_all_turns(graph: &KoGraph, root: NodeId, fight: KoFight) -> i64 {
    let mut unit = 1;
    for node in graph.reach(root).iter().flat_map(|c| c.nodes()) {
        for fight in fights_within(fight) {
            let walls = graph.thermograph(node, fight).unwrap();
            for wall in [walls.left_wall(), walls.right_wall()] {
                for turn in wall.vertices().iter().filter(|v| v.temperature >= Rational::ZERO) {
                    let denominator = turn.temperature.denominator() as i64;
                    unit *= denominator / common_divisor(unit, denominator);
                }
            }
        }
    }
    unit
}

/// The fights that a fight can turn into as threats are used up.
fn fights_within(fight: KoFight) -> Vec<KoFight> {
    let KoFight::Threats { left, right } = fight else { return vec![fight] };
    let pairs = (0..=left).flat_map(|left| (0..=right).map(move |right| (left, right)));
    pairs.map(|(left, right)| KoFight::Threats { left, right }).collect()
}

fn common_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common_divisor(b, a % b) }
}

/// The largest distance between walls and coupon play at any temperature of the
/// stack, in its steps.
fn steps_apart(
    graph: &KoGraph,
    root: NodeId,
    fight: KoFight,
    stack: CouponStack,
    score: &dyn Fn(NodeId) -> i64,
) -> Rational {
    let walls = graph.thermograph(root, fight).unwrap();
    let played = coupon_walls(graph, root, fight, stack, score).unwrap();
    let mut worst = Rational::ZERO;
    for (step, (left, right)) in played.into_iter().enumerate() {
        let t = r(step as i128, stack.unit.into());
        for (wall, result) in [(walls.left_wall(), left), (walls.right_wall(), right)] {
            let gap = wall.at(t).unwrap().sub(result).unwrap();
            worst = worst.max(gap.max(gap.neg()).times(stack.unit).unwrap());
        }
    }
    worst
}

/// Holds the walls of random games with two-cycles against coupon play.
///
/// The stack has its rungs where walls turn and two coupons a rung for every ko
/// and stage that a line of play may pass through, one for each side that has to
/// play elsewhere. Such a stack is not coarse (see `coupon.rs`), so the walls must
/// agree exactly, at every step from temperature zero to eight points.
fn agree_with_coupons(seed: u64, games: usize, fights: &[KoFight]) {
    let mut random = Random::new(seed);
    let (mut compared, mut turning_off_the_whole, mut in_rows) = (0, 0, 0);
    while compared < games {
        let mut graph = KoGraph::new();
        let mut scores = Vec::new();
        let depth = random.between(1, 4);
        let root = random_ko_game(&mut random, &mut graph, &mut scores, depth, -12, 12);
        let stages = graph.reach(root).iter().map(|c| c.nodes().len() as u32 - 1).max().unwrap();
        // Positions in which both sides would rather pass at zero are numbers
        // for the theory and endless for the coupon player.
        let pays = |&fight: &KoFight| graph.moves_pay_at_zero(root, fight).unwrap();
        if stages == 0 || !fights.iter().all(pays) {
            continue;
        }
        let leaves: HashMap<NodeId, i64> = scores.iter().copied().collect();
        let score = |node: NodeId| leaves[&node];
        for &fight in fights {
            let unit = unit_of_all_turns(&graph, root, fight);
            let steps = (8 * unit) as u32;
            let stack = CouponStack { steps, unit, copies: 2 * depth as u32 * stages };
            let apart = steps_apart(&graph, root, fight, stack, &score);
            let shown = || shown(&graph, root, &scores);
            assert_eq!(apart, Rational::ZERO, "steps of 1/{unit} apart, {fight:?}: {}", shown());
            turning_off_the_whole += usize::from(unit > 1);
        }
        compared += 1;
        in_rows += usize::from(stages > 1);
    }
    assert!(in_rows > games / 4, "only {in_rows} games have kos of stages");
    assert!(turning_off_the_whole > games, "the games are not all simple ones");
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
            KoValue::Bounded { .. } => panic!("there are only kos in rows"),
        }
    }
    assert!(exact > 50 && kos > 50, "{exact} exact, {kos} kos");
}

#[test]
fn longer_cycles_are_refused_or_bounded() {
    // Two kos beside each other, to be won both: four positions in a ring.
    let mut graph = KoGraph::new();
    let (won, lost) = (graph.number(n(9)), graph.number(n(0)));
    let [none, one, other, both] = [(); 4].map(|()| graph.position());
    for (from, to) in [(none, one), (none, other), (one, both), (other, both)] {
        graph.left_move(from, to);
        graph.right_move(to, from);
    }
    graph.left_move(both, won);
    graph.right_move(none, lost);
    let ring = vec![none, one, other, both];
    let refused = graph.thermograph(none, KoFight::LeftMaster);
    assert_eq!(refused, Err(KoError::LongCycle(ring.clone())));
    let mut games = Games::new();
    let KoValue::Bounded { lower, upper, cycle } = graph.evaluate(&mut games, none).unwrap() else {
        panic!("the cycle matters");
    };
    assert_eq!(cycle, ring);
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

#[test]
fn random_two_cycle_games_agree_with_coupon_play() {
    agree_with_coupons(3, 300, &MASTERS);
}

#[test]
fn fights_with_counted_threats_agree_with_coupon_play() {
    let fights =
        [(0, 0), (1, 0), (0, 2), (2, 3)].map(|(left, right)| KoFight::Threats { left, right });
    agree_with_coupons(4, 40, &fights);
}

#[test]
#[ignore = "ten thousand games take minutes"]
fn ten_thousand_random_two_cycle_games_agree_with_coupon_play() {
    agree_with_coupons(5, 10_000, &MASTERS);
}

/// What the plain stack `T, T − d, …, d` is worth as a yardstick: its error is a
/// number of steps and no more, so it halves with the step.
#[test]
fn plain_coupon_stacks_are_coarse_by_steps() {
    let mut random = Random::new(6);
    for _ in 0..100 {
        let mut graph = KoGraph::new();
        let mut scores = Vec::new();
        let root = random_ko_game(&mut random, &mut graph, &mut scores, 3, -12, 12);
        if !graph.moves_pay_at_zero(root, KoFight::LeftMaster).unwrap() {
            continue;
        }
        let leaves: HashMap<NodeId, i64> = scores.iter().copied().collect();
        let score = |node: NodeId| leaves[&node];
        for unit in [16, 32, 64] {
            let stack = CouponStack { steps: (8 * unit) as u32, unit, copies: 1 };
            let apart = steps_apart(&graph, root, KoFight::LeftMaster, stack, &score);
            assert!(apart <= n(6), "{apart} steps: {}", shown(&graph, root, &scores));
        }
    }
}
