//! What the games played so far say about the players.

/// Wins, losses and draws of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Standing {
    pub(crate) wins: u64,
    pub(crate) losses: u64,
    pub(crate) draws: u64,
}

impl Standing {
    /// All games.
    pub(crate) fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// The share of points, draws counting half.
    pub(crate) fn rate(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Wilson's interval of the rate, at 95 %.
    pub(crate) fn interval(&self) -> (f64, f64) {
        if self.games() == 0 {
            return (0.0, 1.0);
        }
        let (n, p, z) = (self.games() as f64, self.rate(), 1.96f64);
        let middle = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half = z / (1.0 + z * z / n) * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt();
        ((middle - half).max(0.0), (middle + half).min(1.0))
    }
}

/// A sequential test of two strengths, in Elo, against each other (Wald 1945): with
/// errors of 5 % of either kind.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sprt {
    pub(crate) elo0: f64,
    pub(crate) elo1: f64,
}

/// What a sequential test says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The first engine is not stronger by the first number.
    Rejected,
    /// It is stronger, about by the second.
    Accepted,
    /// More games are needed.
    Open,
}

impl Sprt {
    /// The logarithm of how many times likelier the second strength is than the first;
    /// by the normal approximation, which takes draws as they come.
    pub(crate) fn log_ratio(&self, standing: &Standing) -> f64 {
        let n = standing.games() as f64;
        if n < 2.0 {
            return 0.0;
        }
        let expected = |elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0));
        let (s0, s1, mean) = (expected(self.elo0), expected(self.elo1), standing.rate());
        let part = |count: u64, points: f64| count as f64 / n * (points - mean).powi(2);
        let variance =
            part(standing.wins, 1.0) + part(standing.losses, 0.0) + part(standing.draws, 0.5);
        // One result alone has no variance; assume as much as one other game would give.
        let variance = variance.max(1.0 / (n + 1.0));
        n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// Whether the games are enough.
    pub(crate) fn verdict(&self, standing: &Standing) -> Verdict {
        let bound = (0.95f64 / 0.05).ln();
        match self.log_ratio(standing) {
            ratio if ratio >= bound => Verdict::Accepted,
            ratio if ratio <= -bound => Verdict::Rejected,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_contain_the_rate() {
        for (wins, losses, draws) in [(0, 0, 0), (5, 0, 0), (0, 3, 0), (60, 40, 0), (7, 7, 6)] {
            let standing = Standing { wins, losses, draws };
            let (low, high) = standing.interval();
            assert!(low <= standing.rate() && standing.rate() <= high || standing.games() == 0);
            assert!((0.0..=1.0).contains(&low) && (0.0..=1.0).contains(&high));
        }
        // 60 of 100: about 50 to 69 %.
        let (low, high) = Standing { wins: 60, losses: 40, draws: 0 }.interval();
        assert!((low - 0.502).abs() < 0.001 && (high - 0.691).abs() < 0.001);
    }

    #[test]
    fn sequential_tests_end_on_the_right_side() {
        let test = Sprt { elo0: 0.0, elo1: 50.0 };
        let even = |n| Standing { wins: n, losses: n, draws: 0 };
        assert_eq!(test.verdict(&even(5)), Verdict::Open);
        assert_eq!(test.verdict(&even(500)), Verdict::Rejected);
        let strong = Standing { wins: 130, losses: 70, draws: 0 };
        assert_eq!(test.verdict(&strong), Verdict::Accepted);
        assert_eq!(test.verdict(&Standing::default()), Verdict::Open);
    }
}
