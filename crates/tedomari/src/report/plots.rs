//! The plots of a report: temperature and score by move, and thermographs.

use workbench::picture::{Anchor, Ink, Scene, Shape};
use workbench::report::{GameReport, Verdict};
use workbench::solve::{Number, Walls};

/// Room for the numbers at the left and below, and around the rest.
const LEFT: f32 = 34.0;
const BELOW: f32 = 22.0;
const AROUND: f32 = 10.0;

const GRID: Ink = Ink { rgb: [128, 128, 128], cover: 40 };
const BLACK: Ink = Ink::BLACK;

/// A plot with its axes.
struct Plot {
    scene: Scene,
    across: (f32, f32),
    up: (f32, f32),
}

impl Plot {
    fn new(title: &str, size: (f32, f32), across: (f32, f32), up: (f32, f32)) -> Plot {
        let widened = |(low, high): (f32, f32)| {
            if high - low < 1e-3 { (low - 0.5, high + 0.5) } else { (low, high) }
        };
        Plot { scene: Scene::new(size.0, size.1, title), across: widened(across), up: widened(up) }
    }

    fn x(&self, value: f32) -> f32 {
        let (low, high) = self.across;
        LEFT + (value - low) / (high - low) * (self.scene.width - LEFT - AROUND)
    }

    fn y(&self, value: f32) -> f32 {
        let (low, high) = self.up;
        let room = self.scene.height - BELOW - AROUND;
        AROUND + (high - value) / (high - low) * room
    }

    fn axes(&mut self, step_across: f32, step_up: f32) {
        let (left, right) = (LEFT, self.scene.width - AROUND);
        for value in ticks(self.up, step_up) {
            let y = self.y(value);
            self.scene.add(Shape::line((left, y), (right, y), GRID, 0.5));
            let text = Shape::text((left - 4.0, y + 3.0), 9.0, &label(value), BLACK, Anchor::End);
            self.scene.add(text);
        }
        let bottom = self.scene.height - BELOW;
        for value in ticks(self.across, step_across) {
            let x = self.x(value);
            self.scene.add(Shape::line((x, bottom), (x, bottom + 3.0), BLACK, 0.8));
            let text = Shape::text((x, bottom + 13.0), 9.0, &label(value), BLACK, Anchor::Middle);
            self.scene.add(text);
        }
        self.scene.add(Shape::line((left, bottom), (right, bottom), BLACK, 0.8));
    }
}

fn ticks((low, high): (f32, f32), step: f32) -> impl Iterator<Item = f32> {
    let first = (low / step - 1e-3).ceil() as i32;
    let last = (high / step + 1e-3).floor() as i32;
    (first..=last).map(move |i| i as f32 * step)
}

fn label(value: f32) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.replace('-', "−")
}

/// A step that gives about six numbers on an axis.
fn step((low, high): (f32, f32)) -> f32 {
    let steps = [0.25, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0];
    steps.into_iter().find(|step| (high - low) / step <= 8.0).unwrap_or(200.0)
}

/// A number such as `5/4`, for drawing only.
pub(super) fn value(text: &str) -> Option<f32> {
    let number = match text.split_once('/') {
        Some((above, below)) => {
            above.trim().parse::<f32>().ok()? / below.trim().parse::<f32>().ok()?
        }
        None => text.trim().parse().ok()?,
    };
    number.is_finite().then_some(number)
}

fn of_number(number: &Number) -> Option<f32> {
    value(&number.to_string())
}

const WIDE: (f32, f32) = (640.0, 190.0);

fn span(report: &GameReport) -> (f32, f32) {
    (report.from as f32, (report.moves as f32).max(report.from as f32 + 1.0))
}

/// The temperature of the game, move by move.
pub(super) fn temperature(report: &GameReport) -> Option<Scene> {
    let places: Vec<(f32, f32, bool)> = report
        .positions
        .iter()
        .filter_map(|moment| {
            let height = value(moment.temperature.as_ref()?)?;
            Some((moment.moves as f32, height, moment.hotter))
        })
        .collect();
    let highest = places.iter().map(|place| place.1).reduce(f32::max)?;
    let up = (-1.0, highest.max(1.0) * 1.08);
    let title = "Temperature of the game by the number of moves played";
    let mut plot = Plot::new(title, WIDE, span(report), up);
    plot.scene.description =
        "What the largest move is worth in points. The table of moves has all figures.".to_string();
    plot.axes(step(plot.across).max(1.0), step(plot.up));
    let drawn: Vec<(f32, f32)> = places.iter().map(|&(x, y, _)| (plot.x(x), plot.y(y))).collect();
    plot.scene.add(Shape::Lines { lines: vec![drawn.clone()], ink: BLACK, width: 1.4 });
    for (at, (.., hotter)) in drawn.into_iter().zip(places) {
        dot(&mut plot.scene, at, !hotter);
    }
    Some(plot.scene)
}

/// A dot, filled where the figure is exact and a ring where it is not.
fn dot(scene: &mut Scene, center: (f32, f32), exact: bool) {
    let fill = exact.then_some(BLACK);
    let radius = if exact { 2.6 } else { 3.2 };
    scene.add(Shape::Circle { center, radius, fill, line: Some((BLACK, 1.0)) });
}

/// The score with best play, move by move. Mistakes are triangles with the number of the move.
pub(super) fn score(report: &GameReport) -> Option<Scene> {
    let mut places = Vec::new();
    let mut ranges = Vec::new();
    for moment in &report.positions {
        let x = moment.moves as f32;
        if let Some(score) = moment.score.as_ref().and_then(of_number) {
            places.push((x, score));
        } else if let Some([low, high]) = &moment.bounds
            && let (Some(low), Some(high)) = (of_number(low), of_number(high))
            && high - low <= 60.0
        {
            ranges.push((x, low, high));
        }
    }
    let heights = || {
        let of_ranges = ranges.iter().flat_map(|range| [range.1, range.2]);
        places.iter().map(|place| place.1).chain(of_ranges)
    };
    let low = heights().reduce(f32::min)?;
    let high = heights().reduce(f32::max)?;
    let title = "Score with best play by the number of moves played";
    let mut plot = Plot::new(title, WIDE, span(report), (low - 1.0, high + 1.0));
    plot.scene.description = "Black minus White on the board, without komi: Black is ahead where \
                              the number is positive. The table of moves has all figures."
        .to_string();
    plot.axes(step(plot.across).max(1.0), step(plot.up).max(1.0));
    for &(x, low, high) in &ranges {
        let (x, low, high) = (plot.x(x), plot.y(low), plot.y(high));
        plot.scene.add(Shape::line((x, low), (x, high), BLACK, 1.0));
        for y in [low, high] {
            plot.scene.add(Shape::line((x - 3.0, y), (x + 3.0, y), BLACK, 1.0));
        }
    }
    let mut steps: Vec<(f32, f32)> = Vec::new();
    for &(x, y) in &places {
        if let Some(&(_, before)) = steps.last() {
            steps.push((plot.x(x), before));
        }
        steps.push((plot.x(x), plot.y(y)));
    }
    plot.scene.add(Shape::Lines { lines: vec![steps], ink: BLACK, width: 1.4 });
    for judged in report.judged.iter().filter(|judged| judged.verdict == Verdict::Mistake) {
        let Some(&(x, y)) = places.iter().find(|place| place.0 == judged.number as f32) else {
            continue;
        };
        let (x, y) = (plot.x(x), plot.y(y));
        let corners = vec![(x, y - 5.0), (x + 4.6, y + 3.5), (x - 4.6, y + 3.5)];
        plot.scene.add(Shape::Polygon { corners, fill: Some(BLACK), line: None });
        let number = judged.number.to_string();
        plot.scene.add(Shape::text((x, y - 8.0), 9.0, &number, BLACK, Anchor::Middle));
    }
    Some(plot.scene)
}

/// A thermograph: values to the left are better for Black, as in the books.
pub(super) fn thermograph(walls: &Walls, title: &str) -> Option<Scene> {
    let corners = |wall: &[[String; 2]]| -> Option<Vec<(f32, f32)>> {
        wall.iter().map(|[v, t]| Some((value(v)?, value(t)?))).collect()
    };
    let (left, right) = (corners(&walls.left)?, corners(&walls.right)?);
    let (&(mast, top), _) = (left.last()?, right.last()?);
    let all = || left.iter().chain(&right);
    let least = all().map(|corner| corner.0).reduce(f32::min)?;
    let most = all().map(|corner| corner.0).reduce(f32::max)?;
    let highest = all().map(|corner| corner.1).fold(top, f32::max);
    let up = (-1.0, highest + (highest + 1.0) * 0.25 + 0.25);
    // Larger values to the left: the axis runs backward.
    let mut plot = Plot::new(title, (200.0, 130.0), (-most - 0.5, -least + 0.5), up);
    plot.scene.description = format!(
        "Left wall from {} to {}, right wall from {} to {}; they meet at {} at temperature {}.",
        label(left.first()?.0),
        label(mast),
        label(right.first()?.0),
        label(mast),
        label(mast),
        label(top)
    );
    let bottom = plot.scene.height - BELOW;
    for tick in ticks(plot.up, step(plot.up)) {
        let y = plot.y(tick);
        plot.scene.add(Shape::line((LEFT, y), (plot.scene.width - AROUND, y), GRID, 0.5));
        let text = Shape::text((LEFT - 4.0, y + 3.0), 9.0, &label(tick), BLACK, Anchor::End);
        plot.scene.add(text);
    }
    for tick in ticks(plot.across, step(plot.across)) {
        let x = plot.x(tick);
        plot.scene.add(Shape::line((x, bottom), (x, bottom + 3.0), BLACK, 0.8));
        let text = Shape::text((x, bottom + 13.0), 9.0, &label(-tick), BLACK, Anchor::Middle);
        plot.scene.add(text);
    }
    let draw = |plot: &Plot, wall: &[(f32, f32)]| {
        let mut line: Vec<(f32, f32)> =
            wall.iter().map(|&(v, t)| (plot.x(-v), plot.y(t))).collect();
        line.push((plot.x(-mast), plot.y(plot.up.1)));
        line
    };
    let lines = vec![draw(&plot, &left), draw(&plot, &right)];
    plot.scene.add(Shape::Lines { lines, ink: BLACK, width: 1.6 });
    Some(plot.scene)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_for_drawing() {
        assert_eq!(value("5/4"), Some(1.25));
        assert_eq!(value("-3"), Some(-3.0));
        assert_eq!([value("1/0"), value("x")], [None, None]);
    }

    #[test]
    fn a_thermograph_has_two_walls() {
        let corner = |v: &str, t: &str| [v.to_string(), t.to_string()];
        // {1|-1} chilled nowhere: the walls meet at 0 at temperature 1.
        let walls = Walls {
            left: vec![corner("2", "-1"), corner("0", "1")],
            right: vec![corner("-2", "-1"), corner("0", "1")],
        };
        let scene = thermograph(&walls, "A").unwrap();
        let lines = scene.shapes.iter().find_map(|shape| match shape {
            Shape::Lines { lines, .. } if lines.len() == 2 => Some(lines.clone()),
            _ => None,
        });
        let lines = lines.unwrap();
        // Black's wall is on the left.
        assert!(lines[0][0].0 < lines[1][0].0);
        assert_eq!(lines[0].last(), lines[1].last());
    }
}
