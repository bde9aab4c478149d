//! How good a predictor is: tallies of ranks and probabilities, which can be added up.

use crate::predictor::Likely;
use board::Point;

/// The ranks that are reported: n = 1 … 5, 10, 20 … 100.
pub const TOPS: [usize; 15] = [1, 2, 3, 4, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100];

/// Moves to a bin of the table by move number (figure 2.5 of Harrison 2010).
pub const BIN: usize = 25;
const BINS: usize = 14;
const DECILES: usize = 10;

/// Counts over many moves.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally {
    /// Moves measured.
    pub moves: u64,
    /// How often the played move had rank 1, 2, …; the last entry counts all beyond.
    ranks: Vec<u64>,
    log_likelihood: f64,
    /// By move number: moves and first ranks.
    by_number: [[u64; 2]; BINS],
    /// By the probability of the likeliest move, in tenths: moves, hits, and the
    /// sum of probabilities.
    calibration: [(u64, u64, f64); DECILES],
}

impl Default for Tally {
    fn default() -> Tally {
        Tally {
            moves: 0,
            ranks: vec![0; 101],
            log_likelihood: 0.0,
            by_number: [[0; 2]; BINS],
            calibration: [(0, 0, 0.0); DECILES],
        }
    }
}

impl Tally {
    /// Counts a prediction. Moves that are as likely as the played one count as
    /// better, so that ties never help. False if the played move is not among them.
    pub fn add(&mut self, number: usize, moves: &[Likely], played: Point) -> bool {
        let Some(hit) = moves.iter().find(|likely| likely.point == played) else { return false };
        let rank = moves.iter().filter(|likely| likely.p >= hit.p).count();
        let most = moves.iter().fold(0.0f64, |most, likely| most.max(likely.p));
        self.moves += 1;
        self.ranks[rank.clamp(1, 101) - 1] += 1;
        self.log_likelihood += hit.p.max(1e-30).ln();
        let bin = &mut self.by_number[(number / BIN).min(BINS - 1)];
        bin[0] += 1;
        bin[1] += u64::from(rank == 1);
        let decile = &mut self.calibration[((most * 10.0) as usize).min(DECILES - 1)];
        decile.0 += 1;
        decile.1 += u64::from(rank == 1);
        decile.2 += most;
        true
    }

    /// Adds another tally.
    pub fn merge(&mut self, other: &Tally) {
        self.moves += other.moves;
        self.log_likelihood += other.log_likelihood;
        for (count, more) in self.ranks.iter_mut().zip(&other.ranks) {
            *count += more;
        }
        for (bin, more) in self.by_number.iter_mut().zip(&other.by_number) {
            bin[0] += more[0];
            bin[1] += more[1];
        }
        for (decile, more) in self.calibration.iter_mut().zip(&other.calibration) {
            decile.0 += more.0;
            decile.1 += more.1;
            decile.2 += more.2;
        }
    }

    /// The share of moves among the first `n` of the prediction.
    pub fn top(&self, n: usize) -> f64 {
        share(self.ranks[..n.min(100)].iter().sum(), self.moves)
    }

    /// The mean log-likelihood of a move, in natural units.
    pub fn log_likelihood(&self) -> f64 {
        if self.moves == 0 { 0.0 } else { self.log_likelihood / self.moves as f64 }
    }

    /// The 95 % interval of a share of the moves by Wilson's formula. Moves of one game are not
    /// quite independent, so the true interval is somewhat wider.
    pub fn interval(&self, share: f64) -> (f64, f64) {
        let (n, z) = (self.moves.max(1) as f64, 1.96f64);
        let middle = (share + z * z / (2.0 * n)) / (1.0 + z * z / n);
        let half =
            z / (1.0 + z * z / n) * (share * (1.0 - share) / n + z * z / (4.0 * n * n)).sqrt();
        (middle - half, middle + half)
    }

    /// First move number, moves and top-1 share, for each bin with moves.
    pub fn by_number(&self) -> Vec<(usize, u64, f64)> {
        let bins = self.by_number.iter().enumerate().filter(|(_, bin)| bin[0] > 0);
        bins.map(|(i, bin)| (i * BIN + 1, bin[0], share(bin[1], bin[0]))).collect()
    }

    /// Opening (to move 50), middle game (to 150), endgame: moves and top-1 share.
    pub fn by_phase(&self) -> [(&'static str, u64, f64); 3] {
        let sum = |bins: &[[u64; 2]]| {
            let moves = bins.iter().map(|bin| bin[0]).sum();
            (moves, share(bins.iter().map(|bin| bin[1]).sum(), moves))
        };
        let (opening, middle, end) =
            (sum(&self.by_number[..2]), sum(&self.by_number[2..6]), sum(&self.by_number[6..]));
        [
            ("opening", opening.0, opening.1),
            ("middle game", middle.0, middle.1),
            ("endgame", end.0, end.1),
        ]
    }

    /// For each tenth of the likeliest move's probability with moves: the number
    /// of moves, the mean probability and how often it was played.
    pub fn calibration(&self) -> Vec<(u64, f64, f64)> {
        let deciles = self.calibration.iter().filter(|decile| decile.0 > 0);
        deciles.map(|&(n, hits, sum)| (n, sum / n as f64, share(hits, n))).collect()
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part as f64 / whole as f64 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(probabilities: &[f64]) -> Vec<Likely> {
        let list = probabilities.iter().enumerate();
        list.map(|(i, &p)| Likely { point: Point::new(i, 0), p }).collect()
    }

    #[test]
    fn ranks_count_ties_against_the_predictor() {
        let mut tally = Tally::default();
        let likely = moves(&[0.5, 0.25, 0.25]);
        for played in 0..3 {
            assert!(tally.add(played * 60, &likely, Point::new(played, 0)));
        }
        assert!(!tally.add(0, &likely, Point::new(9, 9)));
        assert_eq!(tally.moves, 3);
        assert_eq!([tally.top(1), tally.top(2), tally.top(3)], [1.0 / 3.0, 1.0 / 3.0, 1.0]);
        assert!((tally.log_likelihood() - (0.5f64.ln() + 2.0 * 0.25f64.ln()) / 3.0).abs() < 1e-12);
        assert_eq!(tally.by_number(), [(1, 1, 1.0), (51, 1, 0.0), (101, 1, 0.0)]);
        let mut twice = tally.clone();
        twice.merge(&tally);
        assert_eq!((twice.moves, twice.top(1)), (6, tally.top(1)));
    }
}
