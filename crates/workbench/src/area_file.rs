//! An area as a file: SGF that any editor shows, with the area and its value in private
//! properties, and read back to the same area.
//!
//! | property of the root | meaning |
//! |---|---|
//! | `XAREA` | the points of the area; stones beside it are its immortal walls |
//! | `XSCO` | `territory` or `area`: how it was counted |
//! | `XSUI` | `1` if the rules allow suicide |
//! | `XVAL` | the value, in the notation of `tedomari cgt` |
//! | `XLOW`, `XUPP` | in place of `XVAL` where a ko matters: the value if Black, and if White, loses all kos |
//!
//! The board holds all stones of the position, `SQ` marks the empty points of the area,
//! the comment says the rest in words, and each good move is a variation.

use board::{PointSet, Position, Scoring, Setup};
use budget::Budget;
use endgame::{Area, Failure, Solver};
use sgf::{Emphasis, Tree};

use crate::load::{LoadError, Wanted, load};
use crate::notation::{on_board, to_sgf};
use crate::solve::{AreaReport, MoveReport};

/// An area read from a file.
#[derive(Clone, Debug)]
pub struct AreaFile {
    /// The area.
    pub area: Area,
    /// How it is counted.
    pub scoring: Scoring,
    /// What the file says about its value.
    pub claimed: Claim,
}

/// A value in words; nothing where it is too long to print or was not found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The value.
    pub value: Option<String>,
    /// The value if Black loses all kos, where they matter.
    pub lower: Option<String>,
    /// The value if White does.
    pub upper: Option<String>,
}

/// Why a record gives no area.
#[derive(Debug, thiserror::Error)]
pub enum AreaFileError {
    /// The record gives no position.
    #[error(transparent)]
    Load(#[from] LoadError),
    /// `XAREA` names something that is no point of the board.
    #[error("XAREA: {0} is no point of the board")]
    Point(String),
    /// The points are no area.
    #[error("XAREA: {0}")]
    Area(#[from] endgame::AreaError),
    /// `XSCO` says something else than territory or area.
    #[error("XSCO: '{0}' is no way of scoring: write territory or area")]
    Scoring(String),
}

/// The file of one area of a solved position.
pub fn write(position: &Position, area: &AreaReport) -> String {
    let size = position.size();
    let Setup { black, white, .. } = position.setup();
    let points: PointSet =
        area.points.iter().filter_map(|name| size.parse_point(name).ok()).collect();
    let sgf = |set: PointSet| -> Vec<sgf::Point> { set.iter().map(|p| to_sgf(p, size)).collect() };
    let rules = position.rules();
    let mut tree = Tree::new_game(size.width() as u8, size.height() as u8);
    let root = tree.root();
    tree.at(root)
        .text("GN", &format!("Area {}", area.id))
        .points("AB", sgf(black))
        .points("AW", sgf(white))
        .points("XAREA", sgf(points))
        .text("XSCO", scoring_name(rules.scoring))
        .comment(&comment(area));
    let mut put = |name: &str, text: &str| _ = tree.at(root).text(name, text);
    if let Some(name) = rules.name() {
        put("RU", name);
    }
    if rules.suicide {
        put("XSUI", "1");
    }
    for (name, value) in [("XVAL", &area.value), ("XLOW", &area.lower), ("XUPP", &area.upper)] {
        if let Some(value) = value {
            put(name, value);
        }
    }
    let empty = points - black - white;
    if !empty.is_empty() {
        tree.at(root).points("SQ", sgf(empty));
    }
    for (colour, moves) in
        [(sgf::Colour::Black, &area.black_moves), (sgf::Colour::White, &area.white_moves)]
    {
        for mv in moves {
            let Ok(point) = size.parse_point(&mv.mv) else { continue };
            tree.add(root)
                .play(colour, to_sgf(point, size))
                .good_move(Emphasis::Normal)
                .comment(&move_comment(mv));
        }
    }
    tree.to_string()
}

/// The area of a record; `None` if it is an ordinary game record.
pub fn read(game: sgf::Game<'_>) -> Result<Option<AreaFile>, AreaFileError> {
    let root = game.root();
    if !root.has("XAREA") {
        return Ok(None);
    }
    let position = load(game, &Wanted { moves: Some(0), ..Wanted::default() })?.position;
    let size = position.size();
    let mut points = PointSet::EMPTY;
    for point in root.points("XAREA") {
        let found = point.as_ref().ok().and_then(|&point| on_board(point, size));
        match found {
            Some(found) => _ = points.insert(found),
            None => {
                return Err(AreaFileError::Point(
                    point.map_or("something".into(), |p| p.to_string()),
                ));
            }
        }
    }
    let scoring = match root.simple_text("XSCO").as_deref() {
        None => position.rules().scoring,
        Some("territory") => Scoring::Territory,
        Some("area") => Scoring::Area,
        Some(other) => return Err(AreaFileError::Scoring(other.to_string())),
    };
    let around = points.border(size);
    let stones = |color| *position.stones(color) & around;
    let [black, white] = board::Color::BOTH.map(stones);
    let open = position.empty_points() & around;
    let suicide = root.simple_text("XSUI").as_deref() == Some("1");
    let area = Area::of_position(&position, &points, [&black, &white], &open)?;
    let text = |name: &str| root.simple_text(name).map(|text| text.into_owned());
    Ok(Some(AreaFile {
        area: area.with_suicide(suicide),
        scoring,
        claimed: Claim { value: text("XVAL"), lower: text("XLOW"), upper: text("XUPP") },
    }))
}

/// Solves the area of a file: what it should claim.
pub fn solve(file: &AreaFile, solver: &mut Solver, budget: &mut Budget) -> Result<Claim, Failure> {
    let local = solver.solve(&file.area, file.scoring, budget)?;
    let text = |game| solver.games().text(game).ok();
    Ok(match local.value() {
        Some(value) => Claim { value: text(value), ..Claim::default() },
        None => Claim { value: None, lower: text(local.lower), upper: text(local.upper) },
    })
}

fn scoring_name(scoring: Scoring) -> &'static str {
    match scoring {
        Scoring::Territory => "territory",
        Scoring::Area => "area",
    }
}

/// What an editor shows.
fn comment(area: &AreaReport) -> String {
    let mut lines = Vec::new();
    if let (Some(mean), Some(temperature)) = (&area.mean, &area.temperature) {
        lines.push(format!("Count {mean}, a move is worth {temperature}."));
    }
    let named = [
        ("Value", &area.value),
        ("Chilled", &area.chilled),
        ("If Black loses all kos", &area.lower),
        ("If White loses all kos", &area.upper),
    ];
    for (name, value) in named {
        if let Some(value) = value {
            lines.push(format!("{name}: {value}"));
        }
    }
    if let Some(kind) = &area.kind {
        lines.push(format!("Kind: {}", kind.replace('_', " ")));
    }
    lines.push(format!("{} points between walls that cannot be captured.", area.points.len()));
    lines.join("\n")
}

fn move_comment(mv: &MoveReport) -> String {
    match (&mv.to, &mv.incentive) {
        (Some(to), Some(gain)) => format!("leads to {to}, which gains {gain}"),
        (Some(to), None) => format!("leads to {to}"),
        _ => "a ko follows".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::solve_with;
    use board::Rules;
    use endgame::{Partition, compose};

    #[test]
    fn areas_are_read_back_with_their_values() {
        let mut solver = Solver::new();
        for seed in 0..4 {
            let setup = compose(11, seed, &mut solver, &mut Budget::unlimited()).unwrap().unwrap();
            for rules in [Rules::japanese(), Rules::chinese(), Rules::new_zealand()] {
                let position = Position::from_setup(&setup, rules).unwrap();
                let none = PointSet::EMPTY;
                let report = solve_with(&mut solver, &position, &none, &mut Budget::unlimited());
                let safety = tactics::safety::static_safety(&position);
                let areas = Partition::new(&position, &safety).areas;
                assert!(report.areas.len() > 2);
                for area in &report.areas {
                    let text = write(&position, area);
                    let collection = sgf::parse(text.into_bytes());
                    let file = read(collection.game(0).unwrap()).unwrap().unwrap();
                    assert!(areas.contains(&file.area), "{}", file.area);
                    assert_eq!(file.scoring, rules.scoring);
                    let found = solve(&file, &mut solver, &mut Budget::unlimited()).unwrap();
                    assert_eq!(found, file.claimed);
                    assert_eq!(found.value, area.value);
                }
            }
        }
    }

    #[test]
    fn other_records_are_no_areas() {
        let read_text = |text: &str| {
            let collection = sgf::parse(text.as_bytes().to_vec());
            read(collection.game(0).unwrap())
        };
        assert!(read_text("(;SZ[5]AB[aa])").unwrap().is_none());
        assert!(read_text("(;SZ[5]AB[aa]XAREA[zz])").is_err());
        assert!(read_text("(;SZ[5]AB[aa]XAREA[ba]XSCO[odd])").is_err());
        assert!(read_text("(;SZ[5]AB[aa]XAREA[])").is_err());
    }
}
