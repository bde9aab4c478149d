//! Sparring partners that err in many ways, and contests against them: whatever they do,
//! exact play keeps the proved score.

use std::fmt;

use board::score::{PLAYOUTS, score};
use board::{Color, Komi, Move, Point, PointSet, Position, Rules};
use budget::{Budget, StopFlag};
use cgt::{Dyadic, Random, Rational};
use endgame::{Analysis, Partition, Solver};
use tactics::safety::static_safety;
use tactics::verdict::judge;

use crate::exact::Player;

/// How an opponent chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Opponent {
    /// Any legal move, its own eyes included.
    Legal,
    /// Any legal move that may still matter.
    Inside,
    /// Takes what it can, threatens what it can, else a move inside.
    Greedy,
    /// A good move in the hottest area, without looking at the others.
    Hottest,
    /// Plays into the player's territory, else inside.
    Intruder,
    /// Passes half of the time.
    Passer,
    /// Takes single stones and throws stones in where they can be taken.
    Ko,
}

impl Opponent {
    /// All of them.
    pub const ALL: [Opponent; 7] = [
        Opponent::Legal,
        Opponent::Inside,
        Opponent::Greedy,
        Opponent::Hottest,
        Opponent::Intruder,
        Opponent::Passer,
        Opponent::Ko,
    ];
}

impl fmt::Display for Opponent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Opponent::Legal => "legal",
            Opponent::Inside => "inside",
            Opponent::Greedy => "greedy",
            Opponent::Hottest => "hottest",
            Opponent::Intruder => "intruder",
            Opponent::Passer => "passer",
            Opponent::Ko => "ko",
        })
    }
}

/// How a contest ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// The score proved at the beginning, Black minus White.
    pub predicted: Dyadic,
    /// The score in the end.
    pub reached: Dyadic,
    /// What the judge of dead stones makes of the end.
    pub judged: Dyadic,
    /// Moves that were no passes.
    pub moves: usize,
}

/// Why a contest was not played to the end.
#[derive(Clone, Debug)]
pub enum Unfinished {
    /// The player found no exact move in this position.
    AtALoss(Box<Position>),
    /// The caller stopped it.
    Stopped,
}

/// The most moves of the opponent; then it only passes.
const MOST_MOVES: usize = 120;

/// Plays on from a position, without komi: exactly for `color`, and for the other color
/// exactly too if there is no opponent.
pub fn contest(
    position: &Position,
    first: Color,
    color: Color,
    opponent: Option<Opponent>,
    players: &mut [Player; 2],
    seed: u64,
    stop: &StopFlag,
) -> Result<Contest, Unfinished> {
    let mut position = position.clone();
    position.set_rules(Rules { komi: Komi::halves(0), ..*position.rules() });
    let mut random = Random::new(seed);
    let mut solver = Solver::new();
    let mut predicted = None;
    let (mut to_move, mut passes, mut moves, mut theirs) = (first, 0, 0, 0);
    let at_a_loss = |position| match stop.is_raised() {
        true => Unfinished::Stopped,
        false => Unfinished::AtALoss(Box::new(position)),
    };
    while passes < 2 {
        let mv = match opponent {
            Some(opponent) if to_move != color => {
                theirs += 1;
                match theirs > MOST_MOVES {
                    true => Move::Pass,
                    false => opponent.choose(&position, to_move, &mut solver, &mut random),
                }
            }
            _ => {
                let player = &mut players[to_move.index()];
                let mut budget = Budget::nodes(5_000_000).with_stop(stop.clone());
                let choice = player.choose(&position, to_move, &PointSet::EMPTY, &mut budget);
                let Some(choice) = choice else { return Err(at_a_loss(position)) };
                if predicted.is_none() {
                    predicted = Some(choice.score);
                }
                choice.mv
            }
        };
        if position.play(to_move, mv).is_err() {
            return Err(at_a_loss(position));
        }
        passes = if mv == Move::Pass { passes + 1 } else { 0 };
        moves += usize::from(mv != Move::Pass);
        to_move = to_move.opponent();
        if moves > 2000 {
            return Err(at_a_loss(position));
        }
    }
    let judged = judged(&position);
    let reached = settled(&position, color, &mut solver).unwrap_or(judged);
    let Some(predicted) = predicted else { return Err(at_a_loss(position)) };
    Ok(Contest { predicted, reached, judged, moves })
}

/// The score of a board on which nothing is left to play, by proof.
fn settled(position: &Position, color: Color, solver: &mut Solver) -> Option<Dyadic> {
    let partition = Partition::new(position, &static_safety(position));
    let budget = &mut Budget::nodes(50_000);
    let enemy = color.opponent();
    let scores =
        Color::BOTH.map(|first| solver.certain_score(position, &partition, color, first, budget));
    // Whoever moved could still change it: then nothing is settled.
    let first = solver.certain_score(position, &partition, enemy, enemy, budget);
    scores[0].filter(|_| scores[0] == scores[1] && first == scores[0])
}

/// The score if the judge's dead stones are taken off.
fn judged(position: &Position) -> Dyadic {
    let status = judge(position, PLAYOUTS, 1).status;
    let halves = score(position, &status, 0).halves;
    Dyadic::new(i64::from(halves), 1).expect("scores are small")
}

impl Opponent {
    fn choose(
        self,
        position: &Position,
        color: Color,
        solver: &mut Solver,
        random: &mut Random,
    ) -> Move {
        if self == Opponent::Passer && random.one_in(2) {
            return Move::Pass;
        }
        let is_legal = |point: &Point| position.check(color, Move::Play(*point)).is_ok();
        let legal: Vec<Point> = position.empty_points().iter().filter(is_legal).collect();
        if self == Opponent::Legal {
            return pick(&legal, random);
        }
        let partition = Partition::new(position, &static_safety(position));
        let enemy = color.opponent();
        let open = partition.areas.iter().flat_map(|area| area.points().iter().copied());
        let open = open.collect::<PointSet>() | partition.dame;
        let inside: Vec<Point> = legal.iter().copied().filter(|&p| open.contains(p)).collect();
        let most = |worth: &dyn Fn(&Position, Point) -> usize| {
            let worths = legal.iter().map(|&point| {
                let mut after = position.clone();
                let played = after.play(color, Move::Play(point)).is_ok();
                if played { worth(&after, point) } else { 0 }
            });
            let worths: Vec<usize> = worths.collect();
            let best = worths.iter().copied().max().unwrap_or(0);
            let best = legal.iter().zip(&worths).filter(|&(_, &w)| w == best && w > 0);
            best.map(|(&point, _)| point).collect::<Vec<Point>>()
        };
        let wanted = match self {
            Opponent::Greedy => most(&|after, point| {
                let taken = after.last_removed();
                let atari = after
                    .blocks_beside(point, enemy)
                    .filter(|&block| after.liberties(block) == 1)
                    .map(|block| after.block(block).len());
                100 * taken + atari.sum::<usize>()
            }),
            Opponent::Ko => most(&|after, point| {
                let lonely = after.stone(point).is_some() && after.block(point).len() == 1;
                let atari = lonely && after.liberties(point) == 1;
                2 * usize::from(after.last_removed() == 1) + usize::from(atari)
            }),
            Opponent::Intruder => {
                let theirs = partition.territory[enemy.index()];
                legal.iter().copied().filter(|&point| theirs.contains(point)).collect()
            }
            Opponent::Hottest => hottest(position, &partition, color, solver),
            _ => Vec::new(),
        };
        let wanted: Vec<Point> = wanted.into_iter().filter(is_legal).collect();
        // Now and then something else, so that games differ.
        let stray = self != Opponent::Hottest && random.one_in(4);
        if wanted.is_empty() || stray { pick(&inside, random) } else { pick(&wanted, random) }
    }
}

fn pick(points: &[Point], random: &mut Random) -> Move {
    match points {
        [] => Move::Pass,
        _ => Move::Play(points[random.between(0, points.len() as i64 - 1) as usize]),
    }
}

/// The good moves in the area of the highest temperature.
fn hottest(
    position: &Position,
    partition: &Partition,
    color: Color,
    solver: &mut Solver,
) -> Vec<Point> {
    let scoring = position.rules().scoring;
    let budget = &mut Budget::nodes(50_000);
    let mut best: Option<(Rational, Vec<Point>)> = None;
    for area in &partition.areas {
        let Some(value) = solver.solve(area, scoring, budget).ok().and_then(|l| l.value()) else {
            continue;
        };
        let Ok(analysis) = Analysis::of(solver.games_mut(), value) else { continue };
        if analysis.temperature >= Rational::ZERO
            && best.as_ref().is_none_or(|(t, _)| analysis.temperature > *t)
            && let Ok(moves) = solver.good_moves(area, color, scoring, budget)
        {
            let points = moves.iter().map(|mv| mv.point).collect();
            best = Some((analysis.temperature, points));
        }
    }
    best.map(|(_, points)| points).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use endgame::compose;

    #[test]
    fn the_proved_score_is_kept_against_everybody() {
        let mut maker = Solver::new();
        for (seed, size) in [(1, 11), (2, 7)] {
            let setup = compose(size, seed, &mut maker, &mut Budget::unlimited()).unwrap().unwrap();
            for rules in [Rules::japanese(), Rules::chinese()] {
                let position = Position::from_setup(&setup, rules).unwrap();
                let mut players = [(); 2].map(|()| Player::new(Solver::new()));
                let color = Color::BOTH[seed as usize % 2];
                let never = &StopFlag::new();
                let both =
                    contest(&position, color, color, None, &mut players, seed, never).unwrap();
                assert_eq!(both.predicted, both.reached, "{rules:?}\n{position:?}");
                assert_eq!(both.judged, both.reached, "{rules:?}\n{position:?}");
                for opponent in Opponent::ALL {
                    let name = format!("{opponent}, {color}, seed {seed}, {rules:?}");
                    let opponent = Some(opponent);
                    let result =
                        contest(&position, color, color, opponent, &mut players, seed, never);
                    let Contest { predicted, reached, .. } = result.expect(&name);
                    assert_eq!(predicted, both.predicted, "{name}");
                    let gain = reached.sub(predicted).unwrap().signum() * i64::from(color.sign());
                    assert!(gain >= 0, "{name}: {predicted} became {reached}");
                }
            }
        }
    }

    /// Black fills his eyes until his walls can be taken; the promise does not rest on
    /// what becomes of them.
    #[test]
    fn the_proved_score_is_kept_against_one_who_kills_himself() {
        let setup = compose(19, 2, &mut Solver::new(), &mut Budget::unlimited()).unwrap().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let mut players = [(); 2].map(|()| Player::new(Solver::new()));
        let (own, opponent, never) = (Color::White, Some(Opponent::Legal), &StopFlag::new());
        let played = contest(&position, own, own, opponent, &mut players, 49, never);
        let Contest { predicted, reached, .. } = played.expect("White is never at a loss");
        assert!(reached <= predicted, "{predicted} became {reached}");
    }

    #[test]
    fn intruders_are_answered_where_territory_needs_it() {
        // Neither wall has two eyes yet; both live by answering.
        let setup: board::Setup = "
            . . X O . . .
            . . X O . . .
            . . X O . . .
            . . X O . . .
            . . X O . . .
            . . X O . . .
            . . X O . . ."
            .parse()
            .unwrap();
        for rules in [Rules::japanese(), Rules::chinese()] {
            let position = Position::from_setup(&setup, rules).unwrap();
            for seed in 0..4 {
                let color = Color::BOTH[seed as usize % 2];
                let first = color.opponent();
                let mut players = [(); 2].map(|()| Player::new(Solver::new()));
                // The first move is exact: it promises what the walls are worth.
                let opponent = Some(Opponent::Intruder);
                let never = &StopFlag::new();
                let result = contest(&position, first, color, opponent, &mut players, seed, never);
                if let Ok(Contest { predicted, reached, .. }) = result {
                    let gain = reached.sub(predicted).unwrap().signum() * i64::from(color.sign());
                    assert!(gain >= 0, "{rules:?} {seed}: {predicted} became {reached}");
                }
            }
        }
    }
}
