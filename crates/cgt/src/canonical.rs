//! Canonical forms: numbers by simplicity, no dominated options, no
//! reversible ones (McMillen, sections 2.4 and 2.7; Müller 1995, section 3.1).

use crate::memo::FormKey;
use crate::{Bound, Dyadic, Error, Game, Games, Side, Stop};

impl Games {
    /// The canonical form of `{left|right}`.
    ///
    /// ```
    /// use cgt::{Dyadic, Game, Games};
    ///
    /// let mut games = Games::new();
    /// let up = games.game(&[Game::ZERO], &[Game::nimber(1)])?;
    /// // Right's move to ↑ reverses out: {0|↑} is double-up-star.
    /// let double = games.add(up, up)?;
    /// assert_eq!(games.game(&[Game::ZERO], &[up])?, games.add(double, Game::nimber(1))?);
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn game(&mut self, left: &[Game], right: &[Game]) -> Result<Game, Error> {
        self.begin();
        let mut lists = (self.take_list(), self.take_list());
        lists.0.extend_from_slice(left);
        lists.1.extend_from_slice(right);
        let game = self.canonical(&mut lists.0, &mut lists.1, 0, 0)?;
        self.give_list(lists.0);
        self.give_list(lists.1);
        Ok(game)
    }

    /// The canonical form of `{left|right}`; the lists are used up. The caller
    /// knows that the first `left_known` left options are confused with each
    /// other, and so are the rest of them; likewise on the right. Zero says
    /// nothing.
    pub(crate) fn canonical(
        &mut self,
        left: &mut Vec<Game>,
        right: &mut Vec<Game>,
        left_known: usize,
        right_known: usize,
    ) -> Result<Game, Error> {
        let left_stop = left.iter().map(|&g| self.right_stop(g)).max();
        let right_stop = right.iter().map(|&g| self.left_stop(g)).min();
        if let Some(x) = number_between(left_stop, right_stop)? {
            return Ok(Game::number(x));
        }
        let (Some(left_stop), Some(right_stop)) = (left_stop, right_stop) else {
            unreachable!("a game in which one side cannot move is a number");
        };
        self.remove_dominated(left, Side::Left, left_known)?;
        self.remove_dominated(right, Side::Right, right_known)?;
        self.form += 1;
        let form = Form { left_stop, right_stop };
        if self.bypass_reversible(left, right, form, Side::Left)? {
            self.remove_dominated(left, Side::Left, 0)?;
        }
        if self.bypass_reversible(left, right, form, Side::Right)? {
            self.remove_dominated(right, Side::Right, 0)?;
        }
        self.keep(left, right, left_stop, right_stop)
    }

    /// Removes the options that another option of the same side dominates.
    fn remove_dominated(
        &mut self,
        options: &mut Vec<Game>,
        side: Side,
        known: usize,
    ) -> Result<(), Error> {
        let (mut i, mut known) = (0, known);
        let nothing_known = known == 0;
        'option: while i < options.len() {
            let mut j = if i < known { known } else { i + 1 };
            if !nothing_known && i >= known {
                break;
            }
            while j < options.len() {
                let (a, b) = (options[i], options[j]);
                let (a_worse, b_worse) = match side {
                    Side::Left => (self.at_most(a, b)?, (b, a)),
                    Side::Right => (self.at_most(b, a)?, (a, b)),
                };
                if a_worse {
                    options.remove(i);
                    known = known.saturating_sub(usize::from(i < known));
                    if known == 0 && !nothing_known {
                        return Ok(());
                    }
                    continue 'option;
                }
                if self.at_most(b_worse.0, b_worse.1)? {
                    options.remove(j);
                } else {
                    j += 1;
                }
            }
            i += 1;
        }
        Ok(())
    }

    /// Replaces every reversible option of `side` by what it reverses to.
    /// Says whether there was one.
    fn bypass_reversible(
        &mut self,
        left: &mut Vec<Game>,
        right: &mut Vec<Game>,
        form: Form,
        side: Side,
    ) -> Result<bool, Error> {
        let mut changed = false;
        let mut i = 0;
        loop {
            let options = if side == Side::Left { &*left } else { &*right };
            let Some(&option) = options.get(i) else { break };
            let Some(answer) = self.reversing_answer(option, left, right, form, side)? else {
                i += 1;
                continue;
            };
            // The value of the game does not change, so what was found
            // irreversible before stays so; the new options are looked at later.
            changed = true;
            let options = if side == Side::Left { &mut *left } else { &mut *right };
            options.swap_remove(i);
            for k in 0..self.option_count(answer, side) {
                let new = self.option(answer, side, k);
                if !options.contains(&new) {
                    options.push(new);
                }
            }
        }
        Ok(changed)
    }

    /// The opponent's answer to `option` that is at least as good for the
    /// opponent as the whole game, if there is one.
    fn reversing_answer(
        &mut self,
        option: Game,
        left: &[Game],
        right: &[Game],
        form: Form,
        side: Side,
    ) -> Result<Option<Game>, Error> {
        self.spend()?;
        for i in 0..self.option_count(option, side.other()) {
            let answer = self.option(option, side.other(), i);
            let reverses = match side {
                Side::Left => self.le_form(answer, left, right, form)?,
                Side::Right => self.ge_form(answer, left, right, form)?,
            };
            if reverses {
                return Ok(Some(answer));
            }
        }
        Ok(None)
    }

    fn form_key(&self, g: Game, at_most: bool) -> FormKey {
        let offset = g.offset();
        let game = g.core_bits() | u64::from(offset.exponent()) << 56;
        FormKey(game, offset.numerator(), self.form << 1 | u64::from(at_most))
    }

    /// Whether `g ≤ {left|right}`.
    fn le_form(
        &mut self,
        g: Game,
        left: &[Game],
        right: &[Game],
        form: Form,
    ) -> Result<bool, Error> {
        let (g_left, g_right) = (self.left_stop(g), self.right_stop(g));
        if g_left.value < form.right_stop.value {
            return Ok(true);
        }
        if g_left > form.left_stop || g_right > form.right_stop {
            return Ok(false);
        }
        if let Some(x) = g.as_number() {
            return Ok(form.right_stop.is_at_least(x));
        }
        let key = self.form_key(g, true);
        if let Some(answer) = self.forms.find(&key) {
            return Ok(answer);
        }
        self.spend()?;
        let answer = self.le_form_by_options(g, left, right, form)?;
        self.forms.insert(key, answer);
        Ok(answer)
    }

    fn le_form_by_options(
        &mut self,
        g: Game,
        left: &[Game],
        right: &[Game],
        form: Form,
    ) -> Result<bool, Error> {
        for &option in right {
            if self.at_most(option, g)? {
                return Ok(false);
            }
        }
        for i in 0..self.option_count(g, Side::Left) {
            let option = self.option(g, Side::Left, i);
            if self.ge_form(option, left, right, form)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Whether `g ≥ {left|right}`.
    fn ge_form(
        &mut self,
        g: Game,
        left: &[Game],
        right: &[Game],
        form: Form,
    ) -> Result<bool, Error> {
        let (g_left, g_right) = (self.left_stop(g), self.right_stop(g));
        if g_right.value > form.left_stop.value {
            return Ok(true);
        }
        if g_left < form.left_stop || g_right < form.right_stop {
            return Ok(false);
        }
        if let Some(x) = g.as_number() {
            return Ok(form.left_stop.is_at_most(x));
        }
        let key = self.form_key(g, false);
        if let Some(answer) = self.forms.find(&key) {
            return Ok(answer);
        }
        self.spend()?;
        let answer = self.ge_form_by_options(g, left, right, form)?;
        self.forms.insert(key, answer);
        Ok(answer)
    }

    fn ge_form_by_options(
        &mut self,
        g: Game,
        left: &[Game],
        right: &[Game],
        form: Form,
    ) -> Result<bool, Error> {
        for &option in left {
            if self.at_most(g, option)? {
                return Ok(false);
            }
        }
        for i in 0..self.option_count(g, Side::Right) {
            let option = self.option(g, Side::Right, i);
            if self.le_form(option, left, right, form)? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// The stops of a form that is not yet canonical and no number.
#[derive(Clone, Copy)]
struct Form {
    left_stop: Stop,
    right_stop: Stop,
}

/// The number that a game is whose best left option has this right stop and
/// whose best right option has this left stop; `None` if it is no number.
///
/// By the Simplicity Theorem the game is the simplest number `x` with
/// `GL ⧏ x ⧏ GR` for all options, if any number lies there; and `GL ⧏ x` unless
/// `GL ≥ x`, which the stop of `GL` decides.
fn number_between(left: Option<Stop>, right: Option<Stop>) -> Result<Option<Dyadic>, Error> {
    let lower = left.map_or(Bound::Infinite, |stop| match stop.next {
        Side::Right => Bound::Open(stop.value),
        Side::Left => Bound::Closed(stop.value),
    });
    let upper = right.map_or(Bound::Infinite, |stop| match stop.next {
        Side::Left => Bound::Open(stop.value),
        Side::Right => Bound::Closed(stop.value),
    });
    Dyadic::simplest(lower, upper)
}
