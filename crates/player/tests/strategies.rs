//! Every strategy on small boards: legal, repeatable, and willing to stop.

use board::{Color, Komi, Move, Position, Rules, Setup, Size};
use budget::{Budget, StopFlag};
use player::strategy::Paradigm;
use player::{Choice, flat, search, strategy, tree};
use predict::Model;
use predict::deep::Deep;
use std::sync::{Arc, LazyLock};

type Strategy = fn(&Position, Color, &mut Budget, u64) -> Choice;

const STRATEGIES: [Strategy; 3] = [
    flat::choose,
    |position, color, budget, seed| {
        tree::choose(position, color, &tree::Settings::default(), budget, seed)
    },
    guided,
];

fn guided(position: &Position, color: Color, budget: &mut Budget, seed: u64) -> Choice {
    static MODEL: LazyLock<Arc<Model>> = LazyLock::new(|| Arc::new(Model::standard().unwrap()));
    let guide = Some(Arc::clone(&MODEL));
    let settings = tree::Settings { guide, ..tree::Settings::default() };
    tree::choose(position, color, &settings, budget, seed)
}

fn position(rules: Rules, text: &str) -> Position {
    Position::from_setup(&text.parse::<Setup>().unwrap(), rules).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_choice() {
    for choose in STRATEGIES {
        let position = Position::new(Size::new(6, 5).unwrap(), Rules::chinese());
        let one = choose(&position, Color::Black, &mut Budget::nodes(500), 7);
        let two = choose(&position, Color::Black, &mut Budget::nodes(500), 7);
        assert_eq!(one, two);
        assert_eq!(one.playouts, 500);
    }
}

#[test]
fn without_work_there_is_still_a_legal_move() {
    for choose in STRATEGIES {
        let flag = StopFlag::new();
        flag.stop();
        for side in [1, 2, 9, 19, 25] {
            let position = Position::new(Size::square(side).unwrap(), Rules::japanese());
            for mut budget in [Budget::nodes(0), Budget::unlimited().with_stop(flag.clone())] {
                let choice = choose(&position, Color::White, &mut budget, 1);
                assert_eq!(position.check(Color::White, choice.mv), Ok(()));
                assert_eq!(choice.playouts, 0);
            }
        }
    }
}

#[test]
fn both_find_the_vital_point() {
    for choose in STRATEGIES {
        // Black's corner lives or dies, and the game with it.
        let rules = Rules { komi: Komi::points(-16), ..Rules::chinese() };
        let position = position(
            rules,
            "
        . . . X O .
        X X X X O .
        O O O O O O
        . . O . O .",
        );
        for color in Color::BOTH {
            let choice = choose(&position, color, &mut Budget::nodes(2000), 3);
            assert_eq!(choice.mv, "B4".parse().unwrap(), "{choice:?}");
            assert!(choice.win_rate > 0.9, "{choice:?}");
        }
    }
}

const FINISHED: &str = "
    . . X O .
    . X X O O
    . . X O .
    X X X O O
    . . X O .";

#[test]
fn a_finished_game_ends() {
    for choose in STRATEGIES {
        for name in Rules::PRESETS {
            let rules = Rules { komi: Komi::halves(1), ..Rules::preset(name).unwrap() };
            let mut position = position(rules, FINISHED);
            position.play(Color::Black, Move::Pass).unwrap();
            position.play(Color::White, Move::Pass).unwrap();
            let choice = choose(&position, Color::Black, &mut Budget::nodes(600), 1);
            assert_eq!(choice.mv, Move::Pass, "{name}");
        }
    }
}

#[test]
fn territory_is_not_filled_when_nothing_is_left() {
    for choose in STRATEGIES {
        let position = position(Rules::japanese(), FINISHED);
        for color in Color::BOTH {
            for seed in 0..5 {
                let choice = choose(&position, color, &mut Budget::nodes(600), seed);
                assert_eq!(choice.mv, Move::Pass, "{color} {seed}");
            }
        }
    }
}

#[test]
fn dead_stones_are_taken_off_where_they_would_count() {
    for choose in STRATEGIES {
        let text = "
        . O X O .
        . . X O O
        . X X O .
        X X X O O
        . . X O .";
        let rules = Rules { komi: Komi::halves(7), ..Rules::tromp_taylor() };
        let mut position = position(rules, text);
        position.play(Color::Black, Move::Pass).unwrap();
        position.play(Color::White, Move::Pass).unwrap();
        let choice = choose(&position, Color::Black, &mut Budget::nodes(1000), 1);
        assert_ne!(choice.mv, Move::Pass);
    }
}

#[test]
fn games_against_itself_are_legal_and_end() {
    for choose in STRATEGIES {
        for (game, name) in Rules::PRESETS.into_iter().cycle().take(14).enumerate() {
            let size = Size::new(2 + game % 5, 2 + (game * 3) % 4).unwrap();
            let mut position = Position::new(size, Rules::preset(name).unwrap());
            let mut moves = 0;
            while !position.is_over() {
                let color = position.to_play();
                let choice = choose(&position, color, &mut Budget::nodes(120), moves);
                position.play(color, choice.mv).unwrap();
                moves += 1;
                assert!(moves < 600, "{name} {size} {position:?}");
            }
        }
    }
}

#[test]
fn games_without_playouts_are_legal_and_end() {
    for paradigm in Paradigm::ALL {
        for (game, name) in Rules::PRESETS.into_iter().enumerate() {
            let size = Size::new(2 + game % 5, 3 + (game * 3) % 4).unwrap();
            let mut position = Position::new(size, Rules::preset(name).unwrap());
            let mut moves = 0;
            while !position.is_over() {
                let color = position.to_play();
                let mut budget = Budget::nodes(20);
                let choice = strategy::choose(&position, color, paradigm, None, &mut budget, moves);
                position.play(color, choice.mv).unwrap();
                moves += 1;
                assert!(moves < 400, "{paradigm:?} {name} {size} {position:?}");
            }
        }
    }
}

#[test]
fn strategies_without_playouts_leave_a_finished_game() {
    for paradigm in Paradigm::ALL {
        let position = position(Rules::japanese(), FINISHED);
        for color in Color::BOTH {
            let mut budget = Budget::nodes(50);
            let choice = strategy::choose(&position, color, paradigm, None, &mut budget, 1);
            assert_eq!(choice.mv, Move::Pass, "{paradigm:?} {color}");
        }
    }
}

#[test]
fn a_tree_that_follows_the_game_knows_what_superko_forbids() {
    // Black has taken at B1; retaking at once is simple ko, sending the same stones
    // round a longer cycle is superko. Whatever the tree remembers, its moves are legal.
    for rules in [Rules::tromp_taylor(), Rules::new_zealand(), Rules::japanese()] {
        let mut position = Position::new(Size::new(3, 2).unwrap(), rules);
        let mut grown = tree::Tree::new(tree::Settings::default());
        for seed in 0..60 {
            if position.is_over() {
                break;
            }
            let color = position.to_play();
            grown.stand_on(&position, color);
            grown.grow(&mut Budget::nodes(300), seed);
            for candidate in grown.candidates() {
                assert_eq!(position.check(color, candidate.mv), Ok(()), "{position:?}");
            }
            // The move tried most, as a player who never passes would.
            let candidates = grown.candidates();
            let mv = candidates.iter().find(|candidate| candidate.mv != Move::Pass);
            position.play(color, mv.map_or(Move::Pass, |candidate| candidate.mv)).unwrap();
        }
    }
}

#[test]
fn the_tree_forgets_what_it_must_and_plays_on() {
    let settings = tree::Settings { nodes: 8192, ..tree::Settings::default() };
    let position = Position::new(Size::square(7).unwrap(), Rules::chinese());
    let mut grown = tree::Tree::new(settings);
    grown.stand_on(&position, Color::Black);
    for seed in 0..10 {
        grown.grow(&mut Budget::nodes(400), seed);
    }
    assert_eq!(grown.visits(), 4000);
    assert_eq!(grown.candidates()[0].mv, "D4".parse().unwrap());
}

#[test]
fn win_rates_are_shares_of_games() {
    // Black's corner is alive and White has nothing: every game is won.
    let rules = Rules { komi: Komi::points(0), ..Rules::chinese() };
    let position = position(
        rules,
        "
        . X . X .
        X X X X X
        . . . . .",
    );
    let mut grown = tree::Tree::new(tree::Settings::default());
    grown.stand_on(&position, Color::Black);
    grown.grow(&mut Budget::nodes(300), 1);
    let best = &grown.candidates()[0];
    assert!(best.win_rate > 0.99, "{best:?}");
    assert!(best.score > 7.0, "{best:?}");
}

#[test]
fn the_deep_network_is_searched_on_boards_that_it_knows() {
    let model = Arc::new(Model::standard().unwrap());
    let deep = Arc::new(Deep::standard().unwrap());
    let settings = |deep| {
        let guide = Some(Arc::clone(&model));
        search::Search::new(search::Settings { threads: 1, guide, deep })
    };
    let mut searches = [settings(None), settings(Some(deep))];
    for side in [5, 9, 11, 13, 7] {
        let mut position = Position::new(Size::square(side).unwrap(), Rules::chinese());
        position.play(Color::Black, "C4".parse().unwrap()).unwrap();
        let [shallow, deeper] = &mut searches;
        for search in [&mut *shallow, &mut *deeper] {
            search.stand_on(&position, Color::White);
            let mut budget = Budget::nodes(300);
            search.grow(&mut budget, 1);
            assert_eq!((search.playouts(), budget.left()), (300, 0));
        }
        let differ = shallow.candidates() != deeper.candidates();
        assert_eq!(differ, side >= 9, "{side}");
    }
}
