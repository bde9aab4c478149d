//! How long a move may take.
//!
//! One [`Clock`] for each player keeps what is left under the time settings.
//! It learns from `time_left` and from what our own moves took, and deals the
//! time out so that the flag never falls: something is always kept back for
//! the way between the programs.

use std::time::Duration;

/// The time of a whole game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct TimeSettings {
    /// Time before any overtime.
    pub(super) main: Duration,
    /// What comes after it.
    pub(super) system: System,
}

/// How time is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum System {
    /// No limit.
    Unlimited,
    /// The main time and not a second more.
    Absolute,
    /// So many stones in each period.
    Canadian {
        /// The length of a period.
        period: Duration,
        /// The moves to be made in it, at least one.
        stones: u32,
    },
    /// A move within a period leaves the period whole.
    ByoYomi {
        /// The length of a period.
        period: Duration,
        /// How many there are, at least one.
        periods: u32,
    },
    /// Every move adds time.
    Fischer {
        /// What a move adds.
        increment: Duration,
        /// The clock never holds more than this.
        main_limit: Duration,
        /// No move may take longer than this.
        move_limit: Duration,
    },
}

impl TimeSettings {
    /// As long as one likes.
    pub(super) const NONE: TimeSettings =
        TimeSettings { main: Duration::ZERO, system: System::Unlimited };
}

/// The time one player has left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    settings: TimeSettings,
    main: Duration,
    /// Time left of the present period, with the stones still to be played in
    /// it (Canadian) or the periods left with this one (byo-yomi).
    overtime: Option<(Duration, u32)>,
}

/// What one exchange with the other program may cost beside the thinking.
const LAG: Duration = Duration::from_millis(100);

impl Clock {
    /// A full clock.
    pub(super) fn new(settings: TimeSettings) -> Clock {
        Clock { settings, main: settings.main, overtime: None }
    }

    /// Takes over what the controller says with `time_left`: main time if
    /// `stones` is 0, else time for so many stones, or so many periods.
    pub(super) fn report(&mut self, left: Duration, stones: u32) {
        match self.settings.system {
            System::Canadian { .. } | System::ByoYomi { .. } if stones > 0 => {
                self.main = Duration::ZERO;
                self.overtime = Some((left, stones));
            }
            // A controller may give the time left without having set any.
            System::Unlimited if stones > 0 => {
                self.settings.system = System::Canadian { period: left, stones };
                self.main = Duration::ZERO;
                self.overtime = Some((left, stones));
            }
            System::Unlimited => {
                self.settings.system = System::Absolute;
                self.main = left;
            }
            _ => {
                self.main = left;
                self.overtime = None;
            }
        }
    }

    /// Counts a move that took `elapsed`.
    pub(super) fn spend(&mut self, elapsed: Duration) {
        let over = elapsed.saturating_sub(self.main);
        let overtime = over > Duration::ZERO || self.main.is_zero();
        self.main = self.main.saturating_sub(elapsed);
        match self.settings.system {
            System::Unlimited | System::Absolute => {}
            System::Fischer { increment, main_limit, .. } => {
                self.main = self.main.saturating_add(increment).min(main_limit);
            }
            System::Canadian { period, stones } => {
                if overtime {
                    let (left, to_play) = self.overtime.unwrap_or((period, stones));
                    self.overtime = match to_play {
                        0 | 1 => Some((period, stones)),
                        _ => Some((left.saturating_sub(over), to_play - 1)),
                    };
                }
            }
            System::ByoYomi { period, periods } => {
                if overtime {
                    let (left, mut periods) = self.overtime.unwrap_or((period, periods));
                    if over > left {
                        let more = (over - left).as_secs_f64() / period.as_secs_f64().max(0.001);
                        periods = periods.saturating_sub(1).saturating_sub(more as u32);
                    }
                    self.overtime = Some((period, periods.max(1)));
                }
            }
        }
    }

    /// How long the next move may take if about `moves` more have to come out
    /// of the main time, each taking `overhead` more than it was given; `None` if
    /// there is no limit.
    pub(super) fn allotment(&self, moves: u32, overhead: Duration) -> Option<Duration> {
        let moves = moves.max(1);
        // Games can last longer than one thinks: the overhead is kept back twice.
        let reserve = overhead.saturating_mul(2 * moves);
        let share = safe(self.main).saturating_sub(reserve) / moves;
        let allotment = match self.settings.system {
            System::Unlimited => return None,
            System::Absolute => share,
            System::Fischer { increment, move_limit, .. } => {
                let wished = share.saturating_add(safe(increment));
                wished.min(safe(self.main)).min(safe(move_limit))
            }
            System::Canadian { period, stones } => match self.overtime {
                Some((left, stones)) => safe(left) / stones.max(1),
                // Going over into the first period costs no more of it than its share.
                None => share.max(safe(period) / stones.max(1)),
            },
            System::ByoYomi { period, .. } => match self.overtime {
                Some((left, _)) => safe(left.min(period)),
                None => share.max(safe(period)),
            },
        };
        Some(allotment.saturating_sub(overhead))
    }
}

/// What may be spent of a time: all but the lag and a twentieth.
fn safe(time: Duration) -> Duration {
    (time - time / 20).saturating_sub(LAG)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn s(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    fn settings(main: u64, system: System) -> TimeSettings {
        TimeSettings { main: s(main), system }
    }

    const CANADIAN: System = System::Canadian { period: s(60), stones: 5 };
    const BYO_YOMI: System = System::ByoYomi { period: s(30), periods: 3 };
    const FISCHER: System =
        System::Fischer { increment: s(5), main_limit: Duration::MAX, move_limit: Duration::MAX };

    /// The rules of each system once more, as an arbiter keeps them: the time
    /// left after a move that took `elapsed` with the lag, `None` when lost.
    fn arbiter(
        system: System,
        main: &mut Duration,
        period: &mut Option<(Duration, u32)>,
        elapsed: Duration,
    ) -> bool {
        if elapsed <= *main {
            *main -= elapsed;
            if let System::Fischer { increment, .. } = system {
                *main += increment;
            }
            return true;
        }
        let over = elapsed - *main;
        *main = Duration::ZERO;
        match system {
            System::Unlimited => true,
            System::Absolute | System::Fischer { .. } => false,
            System::Canadian { period: length, stones } => {
                let (left, to_play) = period.unwrap_or((length, stones));
                *period = if to_play == 1 {
                    None
                } else {
                    left.checked_sub(over).map(|l| (l, to_play - 1))
                };
                over <= left
            }
            System::ByoYomi { period: length, periods } => {
                // The strictest arbiter: no period may ever be used up.
                *period = Some((length, periods));
                over <= length
            }
        }
    }

    #[test]
    fn the_flag_never_falls_in_a_thousand_moves() {
        for system in [System::Absolute, CANADIAN, BYO_YOMI, FISCHER] {
            for main in [0, 1, 10, 300] {
                let settings = settings(main, system);
                let mut clock = Clock::new(settings);
                let (mut left, mut period) = (settings.main, None);
                for number in 0..1000u32 {
                    let moves = 120u32.saturating_sub(number).max(10);
                    let thought = clock.allotment(moves, Duration::ZERO).unwrap();
                    // A move that was given no time comes at once and counts as nothing.
                    let lag =
                        if thought.is_zero() { Duration::ZERO } else { Duration::from_millis(5) };
                    clock.spend(thought + lag);
                    assert!(
                        arbiter(system, &mut left, &mut period, thought + lag),
                        "{system:?}, main {main} s: time is up at move {number}"
                    );
                }
            }
        }
    }

    #[test]
    fn reports_are_taken_over() {
        let mut clock = Clock::new(settings(300, CANADIAN));
        clock.report(s(100), 0);
        assert_eq!(clock.allotment(10, Duration::ZERO), Some(safe(s(60)) / 5));
        clock.report(s(1000), 0);
        assert_eq!(clock.allotment(10, Duration::ZERO), Some(safe(s(1000)) / 10));
        clock.report(s(20), 4);
        assert_eq!(clock.allotment(10, Duration::ZERO), Some(safe(s(20)) / 4));
        clock.spend(s(4));
        assert_eq!(clock.allotment(10, Duration::ZERO), Some(safe(s(16)) / 3));

        let mut periods = Clock::new(settings(300, BYO_YOMI));
        periods.report(s(30), 3);
        assert_eq!(periods.allotment(10, Duration::ZERO), Some(safe(s(30))));
        periods.report(s(3), 1);
        assert_eq!(periods.allotment(10, Duration::ZERO), Some(safe(s(3))));
    }

    #[test]
    fn what_moves_cost_beside_thinking_is_kept_back() {
        let clock = Clock::new(settings(10, System::Absolute));
        let overhead = Duration::from_millis(40);
        let thought = clock.allotment(100, overhead).unwrap();
        assert!(2 * 100 * overhead + 100 * thought <= s(10));
        assert_eq!(clock.allotment(100, Duration::from_millis(60)), Some(Duration::ZERO));
        let period = Clock::new(settings(0, BYO_YOMI));
        assert_eq!(period.allotment(100, s(1)), Some(safe(s(30)) - s(1)));
    }

    #[test]
    fn no_settings_and_no_report_mean_no_limit() {
        let mut clock = Clock::new(TimeSettings::NONE);
        assert_eq!(clock.allotment(10, Duration::ZERO), None);
        clock.spend(s(1000));
        assert_eq!(clock.allotment(10, Duration::ZERO), None);
        clock.report(s(10), 0);
        assert!(clock.allotment(10, Duration::ZERO).unwrap() <= s(1));
    }

    #[test]
    fn a_used_up_clock_asks_for_an_instant_move() {
        let clock = Clock::new(settings(0, System::Absolute));
        assert_eq!(clock.allotment(10, Duration::ZERO), Some(Duration::ZERO));
    }
}
