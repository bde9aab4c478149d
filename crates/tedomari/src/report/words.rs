//! The sentences of a report.

use std::fmt::Write;

use workbench::report::{GameReport, Judged, Verdict, Warrant};
use workbench::solve::{self, Number};

/// `Black` or `White`.
pub(super) fn player(color: &str) -> &'static str {
    if color == "black" { "Black" } else { "White" }
}

/// A score on the board: `Black +3`, `White +2` or `even`.
pub(super) fn score(number: &Number) -> String {
    match number {
        Number::Whole(0) => "even".to_string(),
        Number::Whole(points) if *points > 0 => format!("Black +{points}"),
        Number::Whole(points) => format!("White +{}", points.unsigned_abs()),
        Number::Fraction(text) => match text.strip_prefix('-') {
            Some(text) => format!("White +{text}"),
            None => format!("Black +{text}"),
        },
    }
}

/// `1 point`, `3 points`.
pub(super) fn points(number: &Number) -> String {
    match number {
        Number::Whole(1) => "1 point".to_string(),
        number => format!("{number} points"),
    }
}

/// What a move costs: `1 point`, `at least 2 points`.
pub(super) fn cost(judged: &Judged) -> String {
    match &judged.cost {
        Some([least, most]) if least == most => points(least),
        Some([least, most]) if judged.verdict == Verdict::Mistake => {
            format!("{least} to {}", points(most))
        }
        Some([_, most]) => format!("at most {}", points(most)),
        None => "not known".to_string(),
    }
}

/// Moves in words: `G3`, `G3 or H2`, `G3, H2 or J1`.
pub(super) fn either(moves: &[String]) -> String {
    match moves {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., last] => format!("{} or {last}", most.join(", ")),
    }
}

/// What a player did: `White's S7 (move 258)`, `White's pass (move 260)`.
pub(super) fn played(judged: &Judged) -> String {
    format!("{}'s {} (move {})", player(&judged.color), judged.mv, judged.number)
}

/// The verdict on a move in one sentence.
pub(super) fn sentence(judged: &Judged) -> String {
    let mut text = String::new();
    let played = played(judged);
    match judged.verdict {
        Verdict::Good => {
            let _ = write!(text, "{played} loses nothing");
        }
        Verdict::Mistake => {
            let _ = write!(text, "{played} costs {}", cost(judged));
            if !judged.better.is_empty() {
                let _ = write!(text, ": {} loses nothing", either(&judged.better));
            }
        }
        Verdict::Open => {
            let _ = write!(text, "{played} costs {}", cost(judged));
            if let Some(why) = &judged.why {
                let _ = write!(text, ": {why}");
            }
            if let Some(quiet) = &judged.cost_without_threats {
                let _ = write!(text, "; {} if nobody makes ko threats", points(quiet));
                if *quiet != Number::Whole(0) && !judged.better.is_empty() {
                    let _ = write!(text, " (then {} loses nothing)", either(&judged.better));
                }
            }
        }
        Verdict::Doubtful => {
            let _ = write!(text, "{played} is not judged");
        }
        Verdict::Unknown => {
            let _ = write!(text, "{played} is not judged");
        }
    }
    if let (Verdict::Doubtful | Verdict::Unknown, Some(why)) = (judged.verdict, &judged.why) {
        let _ = write!(text, ": {why}");
    }
    if let (Verdict::Mistake, Some([before, after])) = (judged.verdict, &judged.scores) {
        let _ = write!(text, ". With best play the score goes from {} ", score(before));
        let _ = write!(text, "to {}", score(after));
    }
    text.push('.');
    text
}

/// What a verdict rests on, in one sentence.
pub(super) fn warrant(warrant: Warrant) -> &'static str {
    match warrant {
        Warrant::Proved => "Proved.",
        Warrant::Assuming => "Exact before and after the move if what is assumed here holds.",
        Warrant::Bounds => "Bounds if what is assumed here holds, whoever wins the kos.",
        Warrant::None => "No warrant.",
    }
}

/// A warrant in one or two words, for tables.
pub(super) fn short_warrant(warrant: Warrant) -> &'static str {
    match warrant {
        Warrant::Proved => "proved",
        Warrant::Assuming => "assuming",
        Warrant::Bounds => "bounds",
        Warrant::None => "none",
    }
}

/// What the answer about a position takes for granted, one sentence each.
pub(super) fn assumptions(answer: &solve::Report) -> Vec<String> {
    let mut list = Vec::new();
    let mut add = |points: &[String], what: &str| {
        if !points.is_empty() {
            list.push(format!("{what}: {}.", points.join(" ")));
        }
    };
    add(&answer.assumed_safe, "These stones live");
    add(&answer.assumed_dead, "These stones are dead");
    add(&answer.assumed_territory.black, "These points are Black's without a move");
    add(&answer.assumed_territory.white, "These points are White's without a move");
    add(&answer.assumed_filled.black, "Black protects his stones in the end by filling");
    add(&answer.assumed_filled.white, "White protects his stones in the end by filling");
    if answer.assumed_no_threats {
        list.push("Nobody makes ko threats beside the moves that are worth points.".to_string());
    }
    if let Some(stones) = answer.assumed_spoils {
        list.push(format!("Whoever takes {stones} stones at once keeps their place."));
    }
    list
}

/// Who played whom.
pub(super) fn title(report: &GameReport) -> String {
    let name = |name: &Option<String>, rank: &Option<String>, color: &str| {
        let name = name.clone().unwrap_or_else(|| color.to_string());
        match rank {
            Some(rank) => format!("{name} ({rank})"),
            None => name,
        }
    };
    let game = &report.game;
    format!(
        "{} – {}",
        name(&game.black, &game.black_rank, "Black"),
        name(&game.white, &game.white_rank, "White")
    )
}

/// What was looked at and found, in a few sentences.
pub(super) fn overview(report: &GameReport) -> Vec<String> {
    let mut list = Vec::new();
    let solved = report.positions.iter().filter(|moment| moment.answer.status != "partial");
    let solved = solved.count();
    if solved == 0 {
        list.push(format!(
            "No position at the end of this game could be solved: {}.",
            unsolved(report)
        ));
        return list;
    }
    list.push(match (report.positions.len(), solved) {
        (1, _) => format!("The position after move {} was solved.", report.moves),
        (all, solved) if all == solved => {
            format!(
                "All {all} positions after moves {} to {} were solved.",
                report.from, report.moves
            )
        }
        (all, solved) => format!(
            "{solved} of the {all} positions after moves {} to {} were solved.",
            report.from, report.moves
        ),
    });
    list.push(format!("The look back went no further because {}.", report.ended));
    for (color, lost) in [("black", report.lost.black), ("white", report.lost.white)] {
        let mistakes = report.mistakes().filter(|judged| judged.color == color).count();
        let player = player(color);
        list.push(match mistakes {
            0 => format!("No certain mistake of {player} was found."),
            1 => format!(
                "{player} made one certain mistake, which cost {}.",
                certain(report, color, lost)
            ),
            n => format!(
                "{player} made {n} certain mistakes, which cost {}.",
                certain(report, color, lost)
            ),
        });
    }
    for color in ["black", "white"] {
        let costs = lost_without_threats(report).filter(|judged| judged.color == color);
        let costs: Vec<i64> = costs
            .filter_map(|judged| match judged.cost_without_threats {
                Some(Number::Whole(cost)) => Some(cost),
                _ => None,
            })
            .collect();
        let (player, lost) = (player(color), points(&Number::Whole(costs.iter().sum())));
        list.extend(match costs.len() {
            0 => None,
            1 => {
                Some(format!("If nobody makes ko threats, one more move of {player} cost {lost}."))
            }
            n => {
                Some(format!("If nobody makes ko threats, {n} more moves of {player} cost {lost}."))
            }
        });
    }
    match (&report.end.score, report.end.agrees) {
        (Some(score), Some(true)) => {
            list.push(format!("The score after the last move, {score}, is the recorded result."));
        }
        (Some(score), Some(false)) => list.push(format!(
            "The score after the last move is {score}, the recorded result {}: what is assumed \
             about the end may be wrong, or the record is not complete.",
            report.game.result.as_deref().unwrap_or("another")
        )),
        (Some(score), None) => list.push(format!("The score after the last move is {score}.")),
        (None, _) => {}
    }
    list
}

/// The moves that cost something if nobody makes ko threats, where a ko leaves open what
/// they cost otherwise.
pub(super) fn lost_without_threats(report: &GameReport) -> impl Iterator<Item = &Judged> {
    report.judged.iter().filter(|judged| {
        let quiet = judged.cost_without_threats.as_ref();
        judged.verdict == Verdict::Open && quiet.is_some_and(|cost| *cost != Number::Whole(0))
    })
}

fn certain(report: &GameReport, color: &str, lost: i64) -> String {
    let exact = report
        .mistakes()
        .filter(|judged| judged.color == color)
        .all(|judged| judged.cost.as_ref().is_some_and(|[least, most]| least == most));
    let least = if exact { "" } else { "at least " };
    format!("{least}{}", points(&Number::Whole(lost)))
}

/// Why the last position is not solved.
fn unsolved(report: &GameReport) -> String {
    let Some(last) = report.positions.last() else { return report.ended.clone() };
    let reasons: Vec<String> = last
        .answer
        .unsolved
        .iter()
        .map(|part| match part.points.as_slice() {
            [] => part.why.clone(),
            [one] => format!("at {one} {}", part.why),
            [first, ..] => format!("around {first} {}", part.why),
        })
        .collect();
    match reasons.is_empty() {
        true => report.ended.clone(),
        false => reasons.join("; "),
    }
}

/// The report in a few lines.
pub(crate) fn summary(report: &GameReport) -> String {
    let mut text = format!("{}\n", title(report));
    for line in overview(report) {
        let _ = writeln!(text, "{line}");
    }
    for judged in report.mistakes() {
        let _ = writeln!(text, "- {} {}", sentence(judged), warrant(judged.warrant));
    }
    for judged in lost_without_threats(report) {
        let _ = writeln!(text, "- {}", sentence(judged));
    }
    text
}
