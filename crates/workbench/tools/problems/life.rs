//! Life and death: eye shapes, groups along the edge, groups with a hole in their wall.

use std::collections::BTreeSet;

use board::{Color, Setup};
use cgt::Random;

use crate::draft::Collector;
use crate::eyes::{Place, Pocket, judge, read, shapes, turns};
use crate::frame::drawing;

pub(crate) fn make(collector: &mut Collector) {
    whole_shapes(collector);
    along_the_edge(collector);
    with_stones(collector);
    with_holes(collector);
}

/// What players call eye shapes of up to six points.
fn called(cells: &[(usize, usize)]) -> &'static str {
    let wide = cells.iter().map(|c| c.0).max().unwrap_or(0) + 1;
    let high = cells.iter().map(|c| c.1).max().unwrap_or(0) + 1;
    let (long, short) = (wide.max(high), wide.min(high));
    let near = |&(x, y): &(usize, usize)| {
        cells.iter().filter(|&&(a, b)| a.abs_diff(x) + b.abs_diff(y) == 1).count()
    };
    let most = cells.iter().map(near).max().unwrap_or(0);
    let square = cells.iter().any(|&(x, y)| {
        [(x + 1, y), (x, y + 1), (x + 1, y + 1)].iter().all(|cell| cells.contains(cell))
    });
    match (cells.len(), short) {
        (n, 1) if n > 1 => {
            ["", "", "two", "three in a row", "four in a row", "five in a row", "six in a row"]
                [n.min(6)]
        }
        (3, _) => "bent three",
        (4, 2) if long == 2 => "square four",
        (4, _) if most == 3 => "pyramid four",
        (4, _) => "bent four",
        (5, 3) if most == 4 => "crossed five",
        (5, 2) if square => "bulky five",
        (6, 2) if long == 3 => "rectangular six",
        (6, _) if square && most == 4 => "rabbity six",
        (5, _) => "five points",
        _ => "six points",
    }
}

/// Closed eye spaces: in the middle each shape, elsewhere those whose fate is another there.
fn whole_shapes(collector: &mut Collector) {
    let mut color = Color::Black;
    for cells in 2..=6 {
        for shape in shapes(cells) {
            let mut fates = BTreeSet::new();
            for place in [Place::Middle, Place::Edge, Place::Corner] {
                for turned in turns(&shape) {
                    let pocket = Pocket::plain(&turned, place, color);
                    let Some((setup, _)) = pocket.setup() else { continue };
                    let Some(judged) = judge(&setup, color) else { continue };
                    let (live, kill) =
                        (judged.report.defender_first.fate, judged.report.attacker_first.fate);
                    // Of six points only those that are not simply alive teach something.
                    let dull = cells == 6 && judged.report.status == "safe" && fates.is_empty();
                    if !fates.insert((live, kill)) || dull {
                        continue;
                    }
                    let name = format!("{} {}", called(&shape), place.words());
                    let intro = format!("An eye space of {cells} points. ");
                    // Kos have a theme of their own.
                    if judged.report.status != "ko" && judged.report.status != "seki" {
                        collector.take(judged.draft(&name, setup, &intro));
                        color = color.opponent();
                    }
                }
            }
        }
    }
}

/// On the second line six die and eight live, in the corner four die and six live; on the
/// third line four die and six live.
fn along_the_edge(collector: &mut Collector) {
    for (stones, corner) in [(6, false), (7, false), (8, false), (4, true), (5, true), (6, true)] {
        for color in Color::BOTH {
            if (color == Color::White) != corner {
                continue;
            }
            let (own, other) = if color == Color::Black { ('X', 'O') } else { ('O', 'X') };
            let left = if corner { 0 } else { 3 };
            let width = left + stones + 4;
            let mut rows: Vec<Vec<char>> = vec![vec!['_'; width]; 7];
            for (x, column) in (left..left + stones).enumerate() {
                let _ = x;
                rows[5][column] = own;
                rows[6][column] = '.';
                rows[4][column] = other;
            }
            rows[6][left + stones] = '.';
            rows[5][left + stones] = other;
            rows[6][left + stones + 1] = other;
            if !corner {
                rows[6][left - 1] = '.';
                rows[5][left - 1] = other;
                rows[6][left - 2] = other;
            }
            let text: String = rows.iter().map(|r| r.iter().collect::<String>() + "\n").collect();
            let Some(setup) = drawing(&text, color.opponent()) else { continue };
            let Some(judged) = judge(&setup, color) else { continue };
            let place = if corner { "from the corner" } else { "along the edge" };
            let name = format!("{stones} stones on the second line {place}");
            let proverb = if corner { "Four die, six live. " } else { "Six die, eight live. " };
            collector.take(judged.draft(&name, setup, proverb));
        }
    }
}

/// Eye spaces with stones of the attacker in them, where one move decides.
fn with_stones(collector: &mut Collector) {
    let mut random = Random::new(11);
    let mut kept = 0;
    let mut color = Color::White;
    let mut statuses: [usize; 2] = [0, 0];
    for _ in 0..4000 {
        if kept == 16 {
            break;
        }
        let places = [Place::Middle, Place::Edge, Place::Corner];
        let mut pocket = Pocket::random(&mut random, [4, 7], &places, color);
        pocket.put_stones(&mut random, 2);
        pocket.liberties = random.between(0, 1) as usize;
        let Some((setup, _)) = pocket.setup() else { continue };
        let Some(judged) = read(&setup, color) else { continue };
        let report = &judged.report;
        let single =
            report.defender_first.moves.len() == 1 && report.attacker_first.moves.len() == 1;
        let kind = match report.status {
            "critical" if single => 0,
            "dead" | "safe" if pocket.shape.len() >= 6 && statuses[1] < 4 => 1,
            _ => continue,
        };
        let stones = if pocket.stones.len() == 1 { "a stone" } else { "two stones" };
        let name = format!("{stones} in the eye space {}", pocket.place.words());
        let draft = judged.draft(&name, setup.clone(), "");
        if !collector.knows(&draft, 5) && judged.is_confirmed(&setup) && collector.take(draft) {
            statuses[kind] += 1;
            kept += 1;
            color = color.opponent();
        }
    }
}

/// Groups whose wall has a hole: there is more to it than the shape.
fn with_holes(collector: &mut Collector) {
    let mut random = Random::new(5);
    let mut color = Color::Black;
    let mut kept = 0;
    for _ in 0..6000 {
        if kept == 22 {
            break;
        }
        let Some((setup, place)) = holed(&mut random, color) else { continue };
        let Some(judged) = read(&setup, color) else { continue };
        let report = &judged.report;
        if report.status != "critical"
            || report.defender_first.moves.len() != 1
            || report.attacker_first.moves.len() != 1
            || report.defender_first.depth.max(report.attacker_first.depth) < 4
        {
            continue;
        }
        let name = format!("a hole in the wall {}", place.words());
        let draft = judged.draft(&name, setup.clone(), "The wall has a hole. ");
        if !collector.knows(&draft, 5) && judged.is_confirmed(&setup) && collector.take(draft) {
            kept += 1;
            color = color.opponent();
        }
    }
}

/// A group at the edge or in the corner with one or two stones of its wall missing.
pub(crate) fn holed(random: &mut Random, color: Color) -> Option<(Setup, Place)> {
    let mut pocket = Pocket::random(random, [4, 6], &[Place::Edge, Place::Corner], color);
    for _ in 0..random.between(1, 2) {
        pocket.gaps.push(random.between(0, 15) as usize);
    }
    if random.between(0, 2) == 0 {
        pocket.stones.push(random.between(0, pocket.shape.len() as i64 - 1) as usize);
    }
    pocket.setup().map(|(setup, _)| (setup, pocket.place))
}
