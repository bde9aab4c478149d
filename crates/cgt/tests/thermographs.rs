//! Thermographs of games without loops: against coupon play, and their laws.

use cgt::{
    CouponStack, Dyadic, Game, Games, KoFight, KoGraph, NodeId, Random, Rational, Thermographs,
    coupon_walls,
};

/// A random game in which every move pays, as a graph and in an arena.
struct Built {
    graph: KoGraph,
    games: Games,
    scores: Vec<(NodeId, i64)>,
}

impl Built {
    fn random(&mut self, random: &mut Random, depth: u32, low: i64, high: i64) -> (NodeId, Game) {
        if depth == 0 || high - low < 2 || random.one_in(8) {
            let score = random.between(low, high);
            let leaf = self.graph.number(Rational::integer(score));
            self.scores.push((leaf, score));
            return (leaf, Game::number(Dyadic::new(score, 0).unwrap()));
        }
        let middle = random.between(low + 1, high - 1);
        let node = self.graph.position();
        let (mut left, mut right) = (Vec::new(), Vec::new());
        for _ in 0..random.between(1, 2) {
            let (to, g) = self.random(random, depth - 1, middle, high);
            self.graph.left_move(node, to);
            left.push(g);
        }
        for _ in 0..random.between(1, 2) {
            let (to, g) = self.random(random, depth - 1, low, middle);
            self.graph.right_move(node, to);
            right.push(g);
        }
        (node, self.games.game(&left, &right).unwrap())
    }
}

#[test]
fn walls_agree_with_coupon_play() {
    let mut random = Random::new(1);
    for round in 0..200 {
        let mut built = Built { graph: KoGraph::new(), games: Games::new(), scores: Vec::new() };
        let (node, game) = built.random(&mut random, 5, -15, 15);
        let walls = Thermographs::new().of(&built.games, game).unwrap();
        let fight = KoFight::LeftMaster;
        let written = built.graph.thermograph(node, fight).unwrap();
        let score = |node: NodeId| built.scores.iter().find(|s| s.0 == node).unwrap().1;
        // Five moves deep, walls turn at multiples of 1/32. A stack with its
        // rungs there is not coarse: the walls agree exactly.
        let unit = 32;
        let stack = CouponStack { steps: 7 * 32, unit, copies: 2 };
        let played = coupon_walls(&built.graph, node, fight, stack, &score).unwrap();
        for (step, result) in played.into_iter().enumerate() {
            let t = Rational::new(step as i128, unit.into()).unwrap();
            let at = |w: &cgt::Thermograph| {
                (w.left_wall().at(t).unwrap(), w.right_wall().at(t).unwrap())
            };
            // The canonical form has the walls of the game as written.
            assert_eq!(at(&walls), at(&written), "round {round} at {t}");
            assert_eq!(at(&walls), result, "round {round} at {t}");
        }
    }
}

#[test]
fn means_add_and_temperatures_do_not_rise() {
    let mut random = Random::new(2);
    for round in 0..300 {
        let (mut games, mut store) = (Games::new(), Thermographs::new());
        let depth = random.between(1, 3) as u32;
        let g = random.hot_game(&mut games, depth, 12).unwrap();
        let h = random.hot_game(&mut games, depth, 12).unwrap();
        let sum = games.add(g, h).unwrap();
        let [g, h, sum] = [g, h, sum].map(|x| store.of(&games, x).unwrap());
        assert_eq!(g.mean().add(h.mean()), Ok(sum.mean()), "round {round}");
        assert!(sum.temperature() <= g.temperature().max(h.temperature()), "round {round}");
        // The walls of a sum lie between the sums of the walls.
        for t in [0, 1, 3] {
            let t = Rational::integer(t);
            let at = |a: &cgt::Thermograph| {
                (a.left_wall().at(t).unwrap(), a.right_wall().at(t).unwrap())
            };
            let ((gl, gr), (hl, hr), (l, r)) = (at(&g), at(&h), at(&sum));
            assert!(l <= gl.add(hl).unwrap() && r >= gr.add(hr).unwrap(), "round {round}");
        }
    }
}

#[test]
fn negatives_have_mirrored_walls_and_stops_are_walls_at_zero() {
    let mut random = Random::new(3);
    for _ in 0..200 {
        let (mut games, mut store) = (Games::new(), Thermographs::new());
        let g = random.hot_game(&mut games, 4, 20).unwrap();
        let negative = games.neg(g).unwrap();
        let walls = store.of(&games, g).unwrap();
        assert_eq!(store.of(&games, negative).unwrap(), walls.mirrored());
        let stops = [games.left_stop(g), games.right_stop(g)].map(|s| Rational::from(s.value));
        assert_eq!(walls.stops(), Ok((stops[0], stops[1])));
        assert_eq!(walls.confusion_interval(Rational::ZERO), Ok((stops[1], stops[0])));
    }
}
