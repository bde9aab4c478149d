//! The figures as text.

use std::fmt::Write;

use super::OfFile;
use super::follow::{Finding, Slip, Step};

/// A table, why positions are not solved, and where score and result differ.
pub(super) fn table(of_file: &OfFile) -> String {
    let mut text = format!("{}: {} counted games\n", of_file.file, of_file.games);
    let _ = writeln!(
        text,
        "{:>6} {:>9} {:>6} {:>8} {:>6} {:>7} {:>8} {:>7} {:>6} {:>7} {:>4} {:>9} {:>6} {:>6} {:>4} {:>7}",
        "before",
        "positions",
        "exact",
        "assuming",
        "bounds",
        "partial",
        "median s",
        "worst s",
        "agree",
        "threats",
        "near",
        "explained",
        "differ",
        "within",
        "lost",
        "outside"
    );
    for row in &of_file.rows {
        let _ = writeln!(
            text,
            "{:>6} {:>9} {:>6} {:>8} {:>6} {:>7} {:>8.2} {:>7.2} {:>6} {:>7} {:>4} {:>9} {:>6} {:>6} {:>4} {:>7}",
            row.before,
            row.positions,
            row.exact,
            row.assuming,
            row.bounds,
            row.partial,
            row.median_seconds,
            row.worst_seconds,
            row.agree,
            row.threats,
            row.near,
            row.explained,
            row.differ,
            row.within,
            row.lost,
            row.outside
        );
    }
    for row in of_file.rows.iter().filter(|row| !row.causes.is_empty()) {
        let _ = writeln!(text, "not solved {} before the end:", row.before);
        for (cause, times) in &row.causes {
            let _ = writeln!(text, "  {times} times: {cause}");
        }
    }
    for slip in &of_file.slips {
        let Slip { game, moves, bounds: [low, high], recorded, finding, steps } = slip;
        let score = if low == high { low.clone() } else { format!("{low} to {high}") };
        let _ = write!(text, "game {game}: recorded {recorded}, after {moves} moves {score}");
        for Step { moves: [first, last], player, points, own_move } in steps {
            let _ = match (first == last, own_move) {
                (true, true) => write!(text, "; {player}'s move {last} loses {points}"),
                (false, _) => {
                    write!(text, "; {player} loses {points} between moves {first} and {last}")
                }
                (true, false) => write!(text, "; move {last} seems to cost {player} {points}"),
            };
        }
        let _ = match finding {
            Finding::Near => writeln!(text, "; not explained, and the record has no passes"),
            Finding::Explained | Finding::Lost => writeln!(text),
            _ => writeln!(text, "; not explained"),
        };
    }
    text
}
