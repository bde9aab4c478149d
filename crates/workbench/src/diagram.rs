//! A position as a picture: a scalable board with stones, labels and marks.
//!
//! The picture speaks for itself: it has a title and a description that a
//! screen reader reads out, and no information is carried by color alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use board::{Color, Point, PointSet, Setup, Size};

use crate::picture::{Anchor, Ink, Scene, Shape, svg, wrapped};

/// What to draw.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The stones.
    pub setup: Setup,
    /// Short texts on points, such as move numbers or letters.
    pub labels: BTreeMap<Point, String>,
    /// Shapes on points.
    pub marks: BTreeMap<Point, Mark>,
    /// The point of the latest move, shown by a ring.
    pub last_move: Option<Point>,
    /// Points to shade: a region of interest.
    pub shaded: PointSet,
    /// Only these points are drawn, with the board's own edges; all of them if empty.
    pub view: PointSet,
    /// Column letters and row numbers.
    pub coordinates: bool,
    /// One line under the picture, and its title for screen readers.
    pub caption: String,
}

/// A shape on a point, as SGF's TR, SQ, CR, MA, TB and TW.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A triangle.
    Triangle,
    /// A square.
    Square,
    /// A circle.
    Circle,
    /// A cross.
    Cross,
    /// A small square for territory, as TB and TW: filled for Black, open for White.
    Territory(Color),
}

/// Distance between lines in the picture's own units.
const STEP: f32 = 20.0;
/// Room for coordinates.
const MARGIN: f32 = 24.0;
/// The size of the caption, and the distance between its lines.
const CAPTION: f32 = 11.0;
const LEADING: f32 = 14.0;

const WOOD: Ink = Ink::rgb(0xf2, 0xd2, 0x9b);
const SHADE: Ink = Ink { rgb: [0x7a, 0x9c, 0xc6], cover: 45 };
/// Wood below the shade.
const SHADED_WOOD: Ink = Ink::rgb(0xbc, 0xb8, 0xad);

impl Diagram {
    /// A plain diagram of a setup.
    pub fn new(setup: Setup) -> Diagram {
        Diagram {
            setup,
            labels: BTreeMap::new(),
            marks: BTreeMap::new(),
            last_move: None,
            shaded: PointSet::EMPTY,
            view: PointSet::EMPTY,
            coordinates: true,
            caption: String::new(),
        }
    }

    /// The picture as a self-contained SVG document.
    pub fn svg(&self) -> String {
        svg(&self.scene())
    }

    /// The picture.
    pub fn scene(&self) -> Scene {
        let frame = Frame::new(self);
        let width = frame.width();
        let lines = wrapped(&self.caption, CAPTION, width - 8.0);
        let room = match lines.len() {
            0 => 0.0,
            n => 6.0 + n as f32 * LEADING,
        };
        let height = frame.height() + room;
        let title = match self.caption.as_str() {
            "" => format!("Go board, {}", self.setup.size),
            caption => caption.to_string(),
        };
        let mut scene = Scene::new(width, height, &title);
        scene.description = self.description();
        scene.add(Shape::rectangle((0.0, 0.0), width, height, WOOD));
        self.draw_shading(&frame, &mut scene);
        self.draw_lines(&frame, &mut scene);
        for point in frame.points() {
            self.draw_point(&frame, point, &mut scene);
        }
        if self.coordinates {
            draw_coordinates(&frame, &mut scene);
        }
        for (i, line) in lines.iter().enumerate() {
            let at = (width / 2.0, frame.height() + 8.0 + i as f32 * LEADING);
            scene.add(Shape::text(at, CAPTION, line, Ink::BLACK, Anchor::Middle));
        }
        scene
    }

    /// The stones in words.
    fn description(&self) -> String {
        let list = |color| match self.setup.stones(color) {
            stones if stones.is_empty() => "none".to_string(),
            stones => stones.to_string(),
        };
        let mut text = format!("Black: {}. White: {}.", list(Color::Black), list(Color::White));
        if let Some(point) = self.last_move {
            let _ = write!(text, " Last move: {point}.");
        }
        if !self.labels.is_empty() {
            let labels: Vec<String> =
                self.labels.iter().map(|(point, label)| format!("{label} on {point}")).collect();
            let _ = write!(text, " Labels: {}.", labels.join(", "));
        }
        text
    }

    fn draw_shading(&self, frame: &Frame, scene: &mut Scene) {
        for point in self.shaded {
            if frame.contains(point) {
                let (x, y) = frame.place(point);
                let corner = (x - STEP / 2.0, y - STEP / 2.0);
                scene.add(Shape::rectangle(corner, STEP, STEP, SHADE));
            }
        }
    }

    fn draw_lines(&self, frame: &Frame, scene: &mut Scene) {
        // Lines run half a step past a cut edge and stop at the board's own.
        let over = |cut: bool| if cut { STEP / 2.0 } else { 0.0 };
        let size = self.setup.size;
        let left = frame.x(frame.left) - over(frame.left > 0);
        let right = frame.x(frame.right) + over(frame.right + 1 < size.width());
        let top = frame.y(frame.top) - over(frame.top + 1 < size.height());
        let bottom = frame.y(frame.bottom) + over(frame.bottom > 0);
        let mut lines = Vec::new();
        for row in frame.bottom..=frame.top {
            lines.push(vec![(left, frame.y(row)), (right, frame.y(row))]);
        }
        for column in frame.left..=frame.right {
            lines.push(vec![(frame.x(column), top), (frame.x(column), bottom)]);
        }
        scene.add(Shape::Lines { lines, ink: Ink::BLACK, width: 0.8 });
        for point in star_points(size) {
            if frame.contains(point) {
                scene.add(Shape::disc(frame.place(point), 2.2, Ink::BLACK));
            }
        }
    }

    fn draw_point(&self, frame: &Frame, point: Point, scene: &mut Scene) {
        let (x, y) = frame.place(point);
        let stone = self.setup.stone(point);
        let label = self.labels.get(&point);
        let mark = self.marks.get(&point);
        // What stands on a stone contrasts with it; on an empty point the lines are cleared.
        let ink = if stone == Some(Color::Black) { Ink::WHITE } else { Ink::BLACK };
        match stone {
            Some(color) => {
                let fill = if color == Color::Black { Ink::BLACK } else { Ink::WHITE };
                let line = Some((Ink::BLACK, 0.8));
                scene.add(Shape::Circle { center: (x, y), radius: 9.4, fill: Some(fill), line });
            }
            None if label.is_some() => {
                let fill = if self.shaded.contains(point) { SHADED_WOOD } else { WOOD };
                scene.add(Shape::disc((x, y), 8.0, fill));
            }
            None => {}
        }
        if self.last_move == Some(point) && label.is_none() && mark.is_none() {
            let line = Some((ink, 1.5));
            scene.add(Shape::Circle { center: (x, y), radius: 4.5, fill: None, line });
        }
        if let Some(mark) = mark {
            scene.add(mark.shape((x, y), ink));
        }
        if let Some(label) = label {
            let label = drawn(label);
            let size = match label.chars().count() {
                0 | 1 => 12.0,
                2 => 11.0,
                3 => 9.0,
                _ => 7.0,
            };
            scene.add(Shape::text((x, y + size * 0.36), size, &label, ink, Anchor::Middle));
        }
    }
}

/// Longer labels are cut: they would cover their neighbours, and some files have whole texts.
const LONGEST_LABEL: usize = 12;

/// A label as it is drawn; in words it is given whole.
fn drawn(label: &str) -> String {
    if label.chars().nth(LONGEST_LABEL).is_none() {
        return label.to_string();
    }
    let begin: String = label.chars().take(LONGEST_LABEL - 2).collect();
    format!("{begin}..")
}

impl Mark {
    fn shape(self, center: (f32, f32), ink: Ink) -> Shape {
        let (x, y) = center;
        let (fill, line) = (None, Some((ink, 1.6)));
        match self {
            Mark::Triangle => {
                let corners = vec![(x, y - 6.0), (x + 5.2, y + 3.0), (x - 5.2, y + 3.0)];
                Shape::Polygon { corners, fill, line }
            }
            Mark::Square => {
                let (a, b) = (4.5, -4.5);
                let corners = [(b, b), (a, b), (a, a), (b, a)];
                let corners = corners.map(|(dx, dy)| (x + dx, y + dy)).to_vec();
                Shape::Polygon { corners, fill, line }
            }
            Mark::Circle => Shape::Circle { center, radius: 5.0, fill, line },
            Mark::Cross => {
                let lines = vec![
                    vec![(x - 4.0, y - 4.0), (x + 4.0, y + 4.0)],
                    vec![(x + 4.0, y - 4.0), (x - 4.0, y + 4.0)],
                ];
                Shape::Lines { lines, ink, width: 1.6 }
            }
            Mark::Territory(color) => {
                // A small square, filled for Black and open for White.
                let corners = [(-2.6, -2.6), (2.6, -2.6), (2.6, 2.6), (-2.6, 2.6)];
                let corners = corners.map(|(dx, dy)| (x + dx, y + dy)).to_vec();
                let fill = if color == Color::Black { Ink::BLACK } else { Ink::WHITE };
                Shape::Polygon { corners, fill: Some(fill), line: Some((Ink::BLACK, 0.8)) }
            }
        }
    }
}

/// The drawn rectangle of the board.
struct Frame {
    left: usize,
    right: usize,
    bottom: usize,
    top: usize,
    margin: f32,
}

impl Frame {
    fn new(diagram: &Diagram) -> Frame {
        let size = diagram.setup.size;
        let view = diagram.view & PointSet::board(size);
        let view = if view.is_empty() { PointSet::board(size) } else { view };
        let columns = || view.iter().map(Point::column);
        let rows = || view.iter().map(Point::row);
        Frame {
            left: columns().min().unwrap_or(0),
            right: columns().max().unwrap_or(0),
            bottom: rows().min().unwrap_or(0),
            top: rows().max().unwrap_or(0),
            margin: if diagram.coordinates { MARGIN } else { STEP * 0.75 },
        }
    }

    fn x(&self, column: usize) -> f32 {
        self.margin + (column - self.left) as f32 * STEP
    }

    fn y(&self, row: usize) -> f32 {
        self.margin + (self.top - row) as f32 * STEP
    }

    fn place(&self, point: Point) -> (f32, f32) {
        (self.x(point.column()), self.y(point.row()))
    }

    fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.column())
            && (self.bottom..=self.top).contains(&point.row())
    }

    fn points(&self) -> impl Iterator<Item = Point> {
        let (left, right) = (self.left, self.right);
        (self.bottom..=self.top)
            .rev()
            .flat_map(move |row| (left..=right).map(move |column| Point::new(column, row)))
    }

    fn width(&self) -> f32 {
        2.0 * self.margin + (self.right - self.left) as f32 * STEP
    }

    fn height(&self) -> f32 {
        2.0 * self.margin + (self.top - self.bottom) as f32 * STEP
    }
}

fn draw_coordinates(frame: &Frame, scene: &mut Scene) {
    const GREY: Ink = Ink::rgb(0x33, 0x33, 0x33);
    let gap = frame.margin - 8.0;
    let mut text = |x: f32, y: f32, text: &str| {
        scene.add(Shape::text((x, y), 9.0, text, GREY, Anchor::Middle));
    };
    for column in frame.left..=frame.right {
        let letter = &Point::new(column, 0).to_string()[..1];
        text(frame.x(column), frame.y(frame.top) - gap + 6.0, letter);
        text(frame.x(column), frame.y(frame.bottom) + gap + 1.0, letter);
    }
    for row in frame.bottom..=frame.top {
        let number = (row + 1).to_string();
        text(frame.x(frame.left) - gap + 1.0, frame.y(row) + 3.0, &number);
        text(frame.x(frame.right) + gap - 1.0, frame.y(row) + 3.0, &number);
    }
}

/// The handicap points of a board, as they are usually drawn.
pub fn star_points(size: Size) -> PointSet {
    let lines = |length: usize| -> Vec<usize> {
        let edge = if length >= 13 { 3 } else { 2 };
        match length {
            0..=6 => vec![],
            _ if length.is_multiple_of(2) || length == 7 => vec![edge, length - 1 - edge],
            _ => vec![edge, length / 2, length - 1 - edge],
        }
    };
    let (columns, rows) = (lines(size.width()), lines(size.height()));
    let small = size.width().min(size.height()) < 15;
    let middle = |line: usize, length: usize| length % 2 == 1 && line == length / 2;
    let mut points = PointSet::EMPTY;
    for &column in &columns {
        for &row in &rows {
            let (a, b) = (middle(column, size.width()), middle(row, size.height()));
            // Boards below 15 have only the corners and the centre.
            if !small || a == b {
                points.extend(size.point(column, row));
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup() -> Setup {
        ". X O .\n. X O .\n. . X .\n. . . .".parse().unwrap()
    }

    #[test]
    fn a_picture_says_in_words_what_it_shows() {
        let svg = Diagram::new(setup()).svg();
        assert!(svg.contains("Black: C2 B3 B4. White: C3 C4."));
        assert_eq!(svg.matches("<circle").count(), 5);
    }

    #[test]
    fn labels_cannot_break_out_of_the_picture() {
        let mut diagram = Diagram::new(setup());
        diagram.labels.insert("A1".parse().unwrap(), "<b>&\"\u{1}".into());
        diagram.caption = "</svg><script>".into();
        let svg = diagram.svg();
        assert!(svg.contains("&lt;b&gt;&amp;&quot; "));
        assert!(!svg.contains("<script>"));
    }

    #[test]
    fn long_labels_are_cut_in_the_picture_and_whole_in_words() {
        assert_eq!(drawn("twelve signs"), "twelve signs");
        let mut diagram = Diagram::new(setup());
        diagram.labels.insert("A1".parse().unwrap(), "a whole sentence".into());
        let svg = diagram.svg();
        assert!(svg.contains(">a whole se..<") && svg.contains("a whole sentence on A1"));
    }

    #[test]
    fn a_view_crops_the_board() {
        let mut diagram = Diagram::new(setup());
        diagram.view = ["B3", "C4"].iter().map(|p| p.parse::<Point>().unwrap()).collect();
        assert_eq!(diagram.svg().matches("<circle").count(), 4);
    }

    #[test]
    fn star_points_are_the_usual_ones() {
        let stars = |side| star_points(Size::square(side).unwrap());
        assert_eq!(stars(19).len(), 9);
        assert_eq!(stars(13).len(), 5);
        assert_eq!(stars(9).to_string(), "C3 G3 E5 C7 G7");
        assert_eq!(stars(5).len(), 0);
        for side in 1..=25 {
            assert!(stars(side).is_subset(&PointSet::board(Size::square(side).unwrap())));
        }
    }
}
