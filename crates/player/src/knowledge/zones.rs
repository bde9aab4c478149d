//! Dividers and zones: the walls that stones make together, and the ground behind them.
//!
//! A *divider* is a gap between stones of one color, or between a stone and the edge, that
//! is small enough to keep the opponent from connecting through; a *potential* one becomes a
//! divider by one move. A *zone* is a connected set of points bounded by stones and dividers
//! of one color (Müller 1995, section 2.6). All of this is an estimate at sight.

use board::{Color, Point, PointSet, Position};

/// A gap that keeps the opponent from connecting through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Divider {
    /// Whose it is.
    pub color: Color,
    /// The stone at one end.
    pub from: Point,
    /// The stone at the other; `None` if that is the edge.
    pub to: Option<Point>,
    /// The points between.
    pub gap: PointSet,
    /// Whether it still takes a move.
    pub potential: bool,
}

/// Ground behind stones and dividers of one color.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zone {
    /// Whose stones bound it.
    pub color: Color,
    /// Its points, caught stones included.
    pub points: PointSet,
    /// Whose it will be.
    pub outlook: Outlook,
}

/// Whose a zone will be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outlook {
    /// Proved territory.
    Safe,
    /// Closed, and no living enemy stone in it.
    Closed,
    /// Closed but for potential dividers.
    Open,
    /// Enemy stones in it are not caught.
    Contested,
}

/// Steps from one stone to another of a divider: a jump, two knight's moves and their
/// mirror images, and the two-point jump that is only a potential one.
const STEPS: [(i32, i32); 8] = [(2, 0), (0, 2), (1, 2), (2, 1), (-1, 2), (-2, 1), (3, 0), (0, 3)];

/// All dividers of the stones that are not caught.
pub(super) fn dividers(position: &Position, caught: &PointSet) -> Vec<Divider> {
    let mut dividers = Vec::new();
    for color in Color::BOTH {
        let sight = Sight::new(position, color, caught);
        for from in &sight.own {
            for step in STEPS {
                dividers.extend(sight.between(from, step));
            }
            for step in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                dividers.extend(sight.to_edge(from, step));
            }
        }
    }
    dividers
}

/// What one side's stones see of the board.
struct Sight<'a> {
    position: &'a Position,
    color: Color,
    own: PointSet,
    enemy: PointSet,
}

impl Sight<'_> {
    fn new<'a>(position: &'a Position, color: Color, caught: &PointSet) -> Sight<'a> {
        let own = *position.stones(color) - *caught;
        let enemy = *position.stones(color.opponent()) - *caught;
        Sight { position, color, own, enemy }
    }

    /// The point so far away, if it is on the board.
    fn at(&self, from: Point, (dx, dy): (i32, i32)) -> Option<Point> {
        let size = self.position.size();
        let (x, y) = (from.column() as i32 + dx, from.row() as i32 + dy);
        let inside =
            (0..size.width() as i32).contains(&x) && (0..size.height() as i32).contains(&y);
        inside.then(|| Point::new(x as usize, y as usize))
    }

    fn is_empty(&self, point: Option<Point>) -> bool {
        point.is_some_and(|point| self.position.is_empty(point))
    }

    fn is_enemy(&self, point: Option<Point>) -> bool {
        point.is_some_and(|point| self.enemy.contains(point))
    }

    /// The divider from a stone to another one, so far away.
    fn between(&self, from: Point, step: (i32, i32)) -> Option<Divider> {
        let to = self.at(from, step).filter(|&to| self.own.contains(to))?;
        let (dx, dy) = step;
        let straight = dx == 0 || dy == 0;
        // The points between: in a row, or the two in the middle of a knight's move.
        let gap: Vec<(i32, i32)> = match step {
            (0, _) => (1..dy).map(|y| (0, y)).collect(),
            (_, 0) => (1..dx).map(|x| (x, 0)).collect(),
            (_, 2) => vec![(0, 1), (dx, 1)],
            _ => vec![(dx.signum(), 0), (dx.signum(), dy)],
        };
        if !gap.iter().all(|&offset| self.is_empty(self.at(from, offset))) {
            return None;
        }
        let sides = |&(x, y): &(i32, i32)| match dx == 0 {
            true => [self.at(from, (x - 1, y)), self.at(from, (x + 1, y))],
            false => [self.at(from, (x, y - 1)), self.at(from, (x, y + 1))],
        };
        let potential = gap.len() == 2 && straight;
        let holds = match (straight, potential) {
            // Whoever comes from one side is stopped on the other, unless he is there.
            (true, false) => !sides(&gap[0]).iter().all(|&side| self.is_enemy(side)),
            (true, true) => gap.iter().flat_map(sides).all(|side| self.is_empty(side)),
            // Nobody stands in the rectangle of the knight's move.
            (false, _) => {
                let corners = [(dx, 0), (0, dy)];
                !corners.iter().any(|&offset| self.is_enemy(self.at(from, offset)))
            }
        };
        let gap = gap.iter().filter_map(|&offset| self.at(from, offset)).collect();
        holds.then_some(Divider { color: self.color, from, to: Some(to), gap, potential })
    }

    /// The divider from a stone on the second or third line to the edge.
    fn to_edge(&self, from: Point, (dx, dy): (i32, i32)) -> Option<Divider> {
        let length = (1..=3).find(|&n| self.at(from, (n * dx, n * dy)).is_none())? - 1;
        let gap: Vec<Point> =
            (1..=length).filter_map(|n| self.at(from, (n * dx, n * dy))).collect();
        if gap.is_empty() || !gap.iter().all(|&point| self.position.is_empty(point)) {
            return None;
        }
        let sides = |&point: &Point| [self.at(point, (dy, dx)), self.at(point, (-dy, -dx))];
        let potential = length == 2;
        let holds = match potential {
            false => !sides(&gap[0]).iter().all(|&side| self.is_enemy(side)),
            true => !gap.iter().flat_map(sides).any(|side| self.is_enemy(side)),
        };
        let gap = gap.into_iter().collect();
        holds.then_some(Divider { color: self.color, from, to: None, gap, potential })
    }
}

/// The zones of both sides, by these dividers. What is larger than a third of the board is
/// no zone but the open.
pub(super) fn zones(
    position: &Position,
    caught: &PointSet,
    territory: &[PointSet; 2],
    dividers: &[Divider],
) -> Vec<Zone> {
    let size = position.size();
    let mut zones = Vec::new();
    for color in Color::BOTH {
        let own = *position.stones(color) - *caught;
        let enemy = *position.stones(color.opponent()) - *caught;
        let walls = |potential: bool| {
            let ours = dividers.iter().filter(|divider| divider.color == color);
            ours.filter(move |divider| divider.potential == potential)
                .fold(PointSet::EMPTY, |gaps, divider| gaps | divider.gap)
        };
        let (firm, soft) = (walls(false), walls(true));
        let ground = PointSet::board(size) - own;
        let mut inside = ground - firm - soft;
        // Points of gaps that lie in nothing but gaps belong together: tight ground.
        for component in ((firm | soft) & ground).components() {
            if !component.border(size).intersects(&inside) {
                inside |= component;
            }
        }
        for core in inside.components() {
            let around = core.border(size);
            let points = core | (around & (firm | soft));
            if 3 * core.len() > size.area() {
                continue;
            }
            let outlook = if (core - own).is_subset(&territory[color.index()]) {
                Outlook::Safe
            } else if points.intersects(&enemy) {
                Outlook::Contested
            } else if around.intersects(&(soft - firm)) {
                Outlook::Open
            } else {
                Outlook::Closed
            };
            zones.push(Zone { color, points, outlook });
        }
    }
    zones
}

#[cfg(test)]
mod tests {
    use board::{Rules, Setup};

    use super::*;

    fn seen(text: &str) -> (Vec<Divider>, Vec<Zone>) {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::japanese()).unwrap();
        let dividers = dividers(&position, &PointSet::EMPTY);
        let none = [PointSet::EMPTY; 2];
        let zones = zones(&position, &PointSet::EMPTY, &none, &dividers);
        (dividers, zones)
    }

    #[test]
    fn a_jump_divides_unless_the_opponent_is_on_both_sides() {
        let jump = |text| {
            let (dividers, _) = seen(text);
            dividers.iter().any(|divider| divider.to.is_some())
        };
        assert!(jump(". . . . .\n. . . . .\n. X . X .\n. . . . .\n. . . . ."));
        assert!(jump(". . . . .\n. . O . .\n. X . X .\n. . . . .\n. . . . ."));
        assert!(!jump(". . . . .\n. . O . .\n. X . X .\n. . O . .\n. . . . ."));
    }

    #[test]
    fn a_knights_move_has_two_points_between() {
        let (dividers, _) = seen(
            ". . . . . .
             . . . . . .
             . . . X . .
             . X . . . .
             . . . . . .
             . . . . . .",
        );
        let between: Vec<_> = dividers.iter().filter(|divider| divider.to.is_some()).collect();
        assert_eq!(between.len(), 1, "{between:?}");
        assert_eq!(between[0].gap, ["C3", "C4"].iter().map(|p| p.parse().unwrap()).collect());
    }

    #[test]
    fn a_corner_behind_a_jump_and_the_edge_is_a_zone() {
        let (_, zones) = seen(
            ". . . . . . .
             . . . . . . .
             . . . . . . .
             . X . X . . .
             . . . . . . .
             . . . X . . .
             . . . . . . .",
        );
        let corner = zones.iter().find(|zone| zone.points.contains("B2".parse().unwrap()));
        let corner = corner.expect("a zone");
        assert_eq!((corner.color, corner.outlook), (Color::Black, Outlook::Closed));
        assert!(corner.points.contains("A1".parse().unwrap()));
        assert!(!corner.points.contains("F6".parse().unwrap()));
    }
}
