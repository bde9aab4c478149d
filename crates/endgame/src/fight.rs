//! Kos that nobody can threaten for: the score when every ko is fought by the moves
//! of the areas alone.
//!
//! The bounds of an area let one side lose every ko, as if the other had threats
//! without end. Most kos of real endings are fought with what is on the board: the
//! loser may not take back at once, plays elsewhere, and the winner ends the ko. Here
//! the sum is played out with that rule. Areas without a ko are their canonical
//! games; areas with one are played stone by stone; both may pass. What a side can
//! force is a finite proof in which a repeated position counts against the one who
//! proves, so that the answer holds however longer cycles are ruled.
//!
//! A ko threat that gains nothing by itself is not part of a canonical game, and
//! settled points have none: the answer is for boards on which nobody makes such
//! threats, and whoever shows it has to say so.

use std::collections::HashMap;
use std::rc::Rc;

use board::{Color, Point, Scoring};
use budget::{Budget, Exhausted};
use cgt::{Dyadic, Game, Rational};

use crate::area::Area;
use crate::solve::side;
use crate::solver::Solver;
use crate::sum::Sums;
use crate::values::Failure;

/// The most positions of one fight, and the longest line.
const MOST_STATES: u64 = 30_000;
const MOST_DEPTH: usize = 400;

/// The widest bounds between which a score is sought.
const MOST_WIDTH: i64 = 200;

/// A sum with kos, and what was proved of it.
pub(crate) struct Fight<'a> {
    solver: &'a mut Solver,
    sums: &'a mut Sums,
    scoring: Scoring,
    places: Vec<Place>,
    place_index: HashMap<Area, u32>,
    games: Vec<Free>,
    game_index: HashMap<Game, u32>,
    /// Whether the prover of the claim looked at reaches what he claims.
    known: HashMap<State, bool>,
    /// The states of the line that is looked at, by their depth.
    path: HashMap<State, usize>,
    states: u64,
}

/// A position of an area with a ko.
struct Place {
    area: Area,
    lower: Game,
    upper: Game,
    heat: Rational,
    moves: [Option<Rc<[Step]>>; 2],
}

/// A canonical game without its number.
struct Free {
    game: Game,
    heat: Rational,
    options: [Option<Rc<[Game]>>; 2],
}

/// A move in an area with a ko.
struct Step {
    index: u8,
    /// What it leads to, prisoners counted.
    lower: Game,
    upper: Game,
    to: u32,
    /// Prisoners for Black, where they count.
    gain: i32,
    /// Where the opponent may not take back at once.
    ban: Option<u8>,
}

/// What is left of the board, and what was gained so far.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct State {
    places: Vec<u32>,
    games: Vec<u32>,
    number: Dyadic,
    to_move: Color,
    /// The point of a place where the mover may not take back.
    ban: Option<(u32, u8)>,
    /// Whether the last move was a pass.
    passed: bool,
}

/// A question: does the prover, whatever is played, reach this score?
#[derive(Clone, Copy)]
struct Claim {
    prover: Color,
    score: Dyadic,
}

impl Claim {
    fn is_met(self, score: Dyadic) -> bool {
        match self.prover {
            Color::Black => score >= self.score,
            Color::White => score <= self.score,
        }
    }
}

/// How deep on the path an answer of no leans on a repetition; this for not at all.
const FREE: usize = usize::MAX;

impl<'a> Fight<'a> {
    pub(crate) fn new(solver: &'a mut Solver, sums: &'a mut Sums, scoring: Scoring) -> Fight<'a> {
        Fight {
            solver,
            sums,
            scoring,
            places: Vec::new(),
            place_index: HashMap::new(),
            games: Vec::new(),
            game_index: HashMap::new(),
            known: HashMap::new(),
            path: HashMap::new(),
            states: 0,
        }
    }

    /// The sum of areas and a number with so many neutral points. `ban` is a point that
    /// `first` may not take.
    pub(crate) fn state(
        &mut self,
        areas: &[Area],
        number: Dyadic,
        dame: usize,
        first: Color,
        ban: Option<Point>,
        budget: &mut Budget,
    ) -> Result<State, Failure> {
        let mut state = State {
            places: Vec::new(),
            games: Vec::new(),
            number,
            to_move: first,
            ban: None,
            passed: false,
        };
        for area in areas {
            let place = self.place(area, budget)?;
            let banned = ban.and_then(|point| area.index(point));
            if let Some(index) = banned {
                state.ban = Some((place, index as u8));
            }
            self.put_place(&mut state, place)?;
        }
        for _ in 0..dame {
            let game = self.solver.dame(self.scoring)?;
            self.put_game(&mut state, game)?;
        }
        state.tidy();
        Ok(state)
    }

    /// Between which the score lies, given that it lies between `low` and `high`.
    pub(crate) fn score(
        &mut self,
        state: &State,
        (low, high): (Dyadic, Dyadic),
        budget: &mut Budget,
    ) -> Result<(Dyadic, Dyadic), Failure> {
        let (Some(first), Some(last)) = (low.as_integer(), high.as_integer()) else {
            return Ok((low, high));
        };
        if last - first > MOST_WIDTH {
            return Ok((low, high));
        }
        // The most that Black can force, and the least that White can.
        let (mut sure, mut open) = (first, last);
        while sure < open {
            let score = sure + (open - sure + 1) / 2;
            match self.proves(state, Color::Black, score, budget)? {
                true => sure = score,
                false => open = score - 1,
            }
        }
        let least = sure;
        let (mut open, mut sure) = (least, last);
        while open < sure {
            let score = open + (sure - open) / 2;
            match self.proves(state, Color::White, score, budget)? {
                true => sure = score,
                false => open = score + 1,
            }
        }
        let number = |n: i64| Dyadic::new(n, 0);
        Ok((number(least)?, number(sure)?))
    }

    /// Whether `prover` can force this score or a better one.
    pub(crate) fn proves(
        &mut self,
        state: &State,
        prover: Color,
        score: i64,
        budget: &mut Budget,
    ) -> Result<bool, Failure> {
        let score = Dyadic::new(score, 0)?;
        self.path.clear();
        self.known.clear();
        self.states = 0;
        Ok(self.prove(state, Claim { prover, score }, budget)?.0)
    }

    fn prove(
        &mut self,
        state: &State,
        claim: Claim,
        budget: &mut Budget,
    ) -> Result<(bool, usize), Failure> {
        if let Some(&answer) = self.known.get(state) {
            return Ok((answer, FREE));
        }
        if let Some(&depth) = self.path.get(state) {
            return Ok((false, depth));
        }
        if let Some(answer) = self.glance(state, claim, budget)? {
            self.known.insert(state.clone(), answer);
            return Ok((answer, FREE));
        }
        self.states += 1;
        budget.spend(1)?;
        let depth = self.path.len();
        if self.states > MOST_STATES || depth > MOST_DEPTH {
            return Err(Exhausted::Nodes.into());
        }
        self.path.insert(state.clone(), depth);
        let answer = self.weigh(state, claim, budget);
        self.path.remove(state);
        let (answer, leans) = answer?;
        // Leaning on itself alone a position is as sure as can be.
        let leans = if answer || leans >= depth { FREE } else { leans };
        if leans == FREE {
            self.known.insert(state.clone(), answer);
        }
        Ok((answer, leans))
    }

    /// Looks at all moves.
    fn weigh(
        &mut self,
        state: &State,
        claim: Claim,
        budget: &mut Budget,
    ) -> Result<(bool, usize), Failure> {
        let own = state.to_move == claim.prover;
        let mut open = Vec::new();
        for next in self.followers(state, budget)? {
            match self.glance(&next, claim, budget)? {
                Some(answer) if answer == own => return Ok((answer, FREE)),
                Some(_) => {}
                None => open.push(next),
            }
        }
        if state.passed {
            // The second pass ends play; whoever went on would do the prover no favour.
            let mut ended = state.clone();
            let mut met = true;
            for color in Color::BOTH {
                ended.to_move = color;
                met &= claim.is_met(self.bound(&ended, claim.prover == Color::White, budget)?);
            }
            if met == own {
                return Ok((met, FREE));
            }
        }
        let mut leans = FREE;
        for next in open {
            let (answer, by) = self.prove(&next, claim, budget)?;
            if answer == own {
                return Ok((answer, by));
            }
            leans = leans.min(by);
        }
        Ok((!own, leans))
    }

    /// What the bounds say already: they hold whoever may not take back, since the
    /// loser of all kos gains nothing by taking one.
    fn glance(
        &mut self,
        state: &State,
        claim: Claim,
        budget: &mut Budget,
    ) -> Result<Option<bool>, Failure> {
        let upper = claim.prover == Color::White;
        if claim.is_met(self.bound(state, upper, budget)?) {
            return Ok(Some(true));
        }
        let reachable = claim.is_met(self.bound(state, !upper, budget)?);
        Ok((!reachable).then_some(false))
    }

    fn bound(
        &mut self,
        state: &State,
        upper: bool,
        budget: &mut Budget,
    ) -> Result<Dyadic, Failure> {
        let mut terms: Vec<Game> =
            state.games.iter().map(|&id| self.games[id as usize].game).collect();
        terms.extend(state.places.iter().map(|&id| {
            let place = &self.places[id as usize];
            if upper { place.upper } else { place.lower }
        }));
        terms.push(Game::number(state.number));
        self.sums.stop(self.solver.games_mut(), &terms, side(state.to_move), budget)
    }

    /// The positions after a move, those of hot areas first and the pass last.
    fn followers(&mut self, state: &State, budget: &mut Budget) -> Result<Vec<State>, Failure> {
        let color = state.to_move;
        let mut found: Vec<(Rational, State)> = Vec::new();
        for (i, &id) in state.games.iter().enumerate() {
            if state.games[..i].contains(&id) {
                continue;
            }
            let heat = self.games[id as usize].heat;
            for &option in self.options(id, color).iter() {
                let mut next = state.answered();
                next.games.remove(i);
                self.put_game(&mut next, option)?;
                next.tidy();
                found.push((heat, next));
            }
        }
        for (i, &id) in state.places.iter().enumerate() {
            let banned = state.ban.filter(|&(place, _)| place == id).map(|(_, point)| point);
            let steps = self.steps(id, color, budget)?;
            let heat = self.places[id as usize].heat;
            for step in self.sensible(&steps, color, banned)? {
                let Step { to, gain, ban, .. } = steps[step];
                let mut next = state.answered();
                next.places.remove(i);
                next.number = next.number.add(Dyadic::from(gain))?;
                next.ban = ban.map(|point| (to, point));
                self.put_place(&mut next, to)?;
                next.tidy();
                found.push((heat, next));
            }
        }
        found.sort_by_key(|&(heat, _)| std::cmp::Reverse(heat));
        let mut found: Vec<State> = found.into_iter().map(|(_, next)| next).collect();
        if !state.passed {
            // Who may not take back passes for the ko: that does not end play.
            found.push(State { passed: state.ban.is_none(), ..state.answered() });
        }
        Ok(found)
    }

    /// The moves of an area that no other legal one dominates for sure.
    fn sensible(
        &mut self,
        steps: &[Step],
        color: Color,
        banned: Option<u8>,
    ) -> Result<Vec<usize>, Failure> {
        let legal: Vec<usize> =
            (0..steps.len()).filter(|&i| Some(steps[i].index) != banned).collect();
        let games = self.solver.games_mut();
        let mut good = Vec::new();
        'next: for &i in &legal {
            for &j in &legal {
                let (one, other) = (&steps[i], &steps[j]);
                let [worse, equal] = match color {
                    Color::Black => {
                        [games.le(one.upper, other.lower)?, games.le(other.upper, one.lower)?]
                    }
                    Color::White => {
                        [games.le(other.upper, one.lower)?, games.le(one.upper, other.lower)?]
                    }
                };
                // Of moves that are equal for sure the first stays.
                if i != j && worse && (!equal || j < i) {
                    continue 'next;
                }
            }
            good.push(i);
        }
        Ok(good)
    }

    /// Every legal move of a color in a place.
    fn steps(&mut self, id: u32, color: Color, budget: &mut Budget) -> Result<Rc<[Step]>, Failure> {
        let known = &self.places[id as usize].moves[color.index()];
        if let Some(known) = known {
            return Ok(known.clone());
        }
        let area = self.places[id as usize].area.clone();
        let mut steps = Vec::new();
        for index in 0..area.len() {
            let Some((after, captured)) = area.play(color, index) else { continue };
            let gain = match self.scoring {
                Scoring::Territory => color.sign() * captured,
                Scoring::Area => 0,
            };
            let to = self.place(&after, budget)?;
            let Place { lower, upper, .. } = self.places[to as usize];
            let games = self.solver.games_mut();
            let gained = Dyadic::from(gain);
            let (lower, upper) = (games.translate(lower, gained)?, games.translate(upper, gained)?);
            let ban = taken_back(&area, &after, color, captured);
            steps.push(Step { index: index as u8, lower, upper, to, gain, ban });
        }
        let steps: Rc<[Step]> = steps.into();
        self.places[id as usize].moves[color.index()] = Some(steps.clone());
        Ok(steps)
    }

    fn options(&mut self, id: u32, color: Color) -> Rc<[Game]> {
        let free = &mut self.games[id as usize];
        if let Some(known) = &free.options[color.index()] {
            return known.clone();
        }
        let options: Rc<[Game]> = self.solver.games().options(free.game, side(color)).collect();
        free.options[color.index()] = Some(options.clone());
        options
    }

    fn place(&mut self, area: &Area, budget: &mut Budget) -> Result<u32, Failure> {
        if let Some(&known) = self.place_index.get(area) {
            return Ok(known);
        }
        let local = self.solver.solve(area, self.scoring, budget)?;
        let (lower, upper) = (local.least, local.most);
        let games = self.solver.games();
        let heat = games.thermograph(lower)?.temperature();
        let heat = heat.max(games.thermograph(upper)?.temperature());
        let id = self.places.len() as u32;
        self.places.push(Place { area: area.clone(), lower, upper, heat, moves: [None, None] });
        self.place_index.insert(area.clone(), id);
        Ok(id)
    }

    /// Adds a place; one without a ko is a game like others.
    fn put_place(&mut self, state: &mut State, id: u32) -> Result<(), Failure> {
        let Place { lower, upper, .. } = self.places[id as usize];
        if lower != upper {
            state.places.push(id);
            return Ok(());
        }
        if state.ban.is_some_and(|(place, _)| place == id) {
            state.ban = None;
        }
        self.put_game(state, lower)
    }

    fn put_game(&mut self, state: &mut State, game: Game) -> Result<(), Failure> {
        state.number = state.number.add(game.offset())?;
        let core = game.core();
        if core.is_number() {
            return Ok(());
        }
        let id = match self.game_index.get(&core) {
            Some(&id) => id,
            None => {
                let id = self.games.len() as u32;
                let heat = self.solver.games().thermograph(core)?.temperature();
                self.games.push(Free { game: core, heat, options: [None, None] });
                self.game_index.insert(core, id);
                id
            }
        };
        // Two neutral points are nobody's: who takes one leaves the other, and
        // neither needs an answer.
        let neutral = core == Game::nimber(1);
        match state.games.iter().position(|&other| neutral && other == id) {
            Some(i) => _ = state.games.remove(i),
            None => state.games.push(id),
        }
        Ok(())
    }
}

impl State {
    /// The same with the other side to move.
    fn answered(&self) -> State {
        State { to_move: self.to_move.opponent(), ban: None, passed: false, ..self.clone() }
    }

    fn tidy(&mut self) {
        self.places.sort_unstable();
        self.games.sort_unstable();
    }
}

/// The point on which a ko was taken, if taking back would bring the old position.
pub(crate) fn taken_back(before: &Area, after: &Area, color: Color, captured: i32) -> Option<u8> {
    if captured != 1 {
        return None;
    }
    let enemy = color.opponent();
    let gone = |&i: &usize| before.stone(i) == Some(enemy) && after.stone(i).is_none();
    let point = (0..before.len()).find(gone)?;
    let (back, _) = after.play(enemy, point)?;
    (back == *before).then_some(point as u8)
}
