//! A position as a picture: a scalable board with stones, labels and marks.
//!
//! The picture speaks for itself: it has a title and a description that a
//! screen reader reads out, and no information is carried by color alone.

use std::collections::BTreeMap;
use std::fmt::Write;

use board::{Color, Point, PointSet, Setup, Size};

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

/// A shape on a point, as SGF's TR, SQ, CR and MA.
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
}

/// Distance between lines in the picture's own units.
const STEP: i32 = 20;
/// Room for coordinates.
const MARGIN: i32 = 24;

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
        let frame = Frame::new(self);
        let mut svg = String::new();
        let title = match self.caption.as_str() {
            "" => format!("Go board, {}", self.setup.size),
            caption => escape(caption),
        };
        let (width, height) = (frame.width(), frame.height(!self.caption.is_empty()));
        let _ = write!(
            svg,
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{w}" height="{h}" role="img" aria-labelledby="title description" font-family="sans-serif" text-anchor="middle">
<title id="title">{title}</title>
<desc id="description">{description}</desc>
<rect width="{width}" height="{height}" fill="#f2d29b"/>
"##,
            w = width * 3 / 2,
            h = height * 3 / 2,
            description = escape(&self.description()),
        );
        self.draw_shading(&frame, &mut svg);
        self.draw_lines(&frame, &mut svg);
        for point in frame.points() {
            self.draw_point(&frame, point, &mut svg);
        }
        if self.coordinates {
            draw_coordinates(&frame, &mut svg);
        }
        if !self.caption.is_empty() {
            let (x, y) = (width / 2, height - 8);
            let _ = writeln!(svg, r#"<text x="{x}" y="{y}" font-size="11">{title}</text>"#);
        }
        svg.push_str("</svg>\n");
        svg
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
        text
    }

    fn draw_shading(&self, frame: &Frame, svg: &mut String) {
        for point in self.shaded {
            if frame.contains(point) {
                let (x, y) = frame.place(point);
                let (x, y) = (x - STEP / 2, y - STEP / 2);
                let _ = writeln!(
                    svg,
                    r##"<rect x="{x}" y="{y}" width="{STEP}" height="{STEP}" fill="#7a9cc6" fill-opacity="0.45"/>"##
                );
            }
        }
    }

    fn draw_lines(&self, frame: &Frame, svg: &mut String) {
        // Lines run half a step past a cut edge and stop at the board's own.
        let over = |cut: bool| if cut { STEP / 2 } else { 0 };
        let size = self.setup.size;
        let left = frame.x(frame.left) - over(frame.left > 0);
        let right = frame.x(frame.right) + over(frame.right + 1 < size.width());
        let top = frame.y(frame.top) - over(frame.top + 1 < size.height());
        let bottom = frame.y(frame.bottom) + over(frame.bottom > 0);
        let mut path = String::new();
        for row in frame.bottom..=frame.top {
            let _ = write!(path, "M{left} {y}H{right}", y = frame.y(row));
        }
        for column in frame.left..=frame.right {
            let _ = write!(path, "M{x} {top}V{bottom}", x = frame.x(column));
        }
        let _ =
            writeln!(svg, r##"<path d="{path}" stroke="#000" stroke-width="0.8" fill="none"/>"##);
        for point in star_points(size) {
            if frame.contains(point) {
                let (x, y) = frame.place(point);
                let _ = writeln!(svg, r#"<circle cx="{x}" cy="{y}" r="2.2"/>"#);
            }
        }
    }

    fn draw_point(&self, frame: &Frame, point: Point, svg: &mut String) {
        let (x, y) = frame.place(point);
        let stone = self.setup.stone(point);
        let label = self.labels.get(&point);
        let mark = self.marks.get(&point);
        // What stands on a stone contrasts with it; on an empty point the lines are cleared.
        let ink = if stone == Some(Color::Black) { "#fff" } else { "#000" };
        match stone {
            Some(color) => {
                let fill = if color == Color::Black { "#000" } else { "#fff" };
                let _ = writeln!(
                    svg,
                    r##"<circle cx="{x}" cy="{y}" r="9.4" fill="{fill}" stroke="#000" stroke-width="0.8"/>"##
                );
            }
            None if label.is_some() => {
                let fill = if self.shaded.contains(point) { "#bcb8ad" } else { "#f2d29b" };
                let _ = writeln!(svg, r#"<circle cx="{x}" cy="{y}" r="8" fill="{fill}"/>"#);
            }
            None => {}
        }
        if self.last_move == Some(point) && label.is_none() && mark.is_none() {
            let _ = writeln!(
                svg,
                r#"<circle cx="{x}" cy="{y}" r="4.5" fill="none" stroke="{ink}" stroke-width="1.5"/>"#
            );
        }
        if let Some(mark) = mark {
            let shape = match mark {
                Mark::Triangle => format!("M{x} {}l5.2 9h-10.4z", y - 6),
                Mark::Square => format!("M{} {}h9v9h-9z", f64::from(x) - 4.5, f64::from(y) - 4.5),
                Mark::Circle => format!("M{} {y}a5 5 0 1 0 10 0a5 5 0 1 0 -10 0", x - 5),
                Mark::Cross => format!("M{} {}l8 8m0 -8l-8 8", x - 4, y - 4),
            };
            let _ = writeln!(
                svg,
                r#"<path d="{shape}" fill="none" stroke="{ink}" stroke-width="1.6"/>"#
            );
        }
        if let Some(label) = label {
            let size = match label.chars().count() {
                0 | 1 => 12,
                2 => 11,
                3 => 9,
                _ => 7,
            };
            let _ = writeln!(
                svg,
                r#"<text x="{x}" y="{}" font-size="{size}" fill="{ink}">{}</text>"#,
                y + size * 9 / 25,
                escape(label)
            );
        }
    }
}

/// The drawn rectangle of the board.
struct Frame {
    left: usize,
    right: usize,
    bottom: usize,
    top: usize,
    margin: i32,
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
            margin: if diagram.coordinates { MARGIN } else { STEP * 3 / 4 },
        }
    }

    fn x(&self, column: usize) -> i32 {
        self.margin + (column - self.left) as i32 * STEP
    }

    fn y(&self, row: usize) -> i32 {
        self.margin + (self.top - row) as i32 * STEP
    }

    fn place(&self, point: Point) -> (i32, i32) {
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

    fn width(&self) -> i32 {
        2 * self.margin + (self.right - self.left) as i32 * STEP
    }

    fn height(&self, caption: bool) -> i32 {
        let caption = if caption { STEP } else { 0 };
        2 * self.margin + (self.top - self.bottom) as i32 * STEP + caption
    }
}

fn draw_coordinates(frame: &Frame, svg: &mut String) {
    let gap = frame.margin - 8;
    let mut text = |x: i32, y: i32, text: &str| {
        let _ = writeln!(svg, r##"<text x="{x}" y="{y}" font-size="9" fill="#333">{text}</text>"##);
    };
    for column in frame.left..=frame.right {
        let letter = &Point::new(column, 0).to_string()[..1];
        text(frame.x(column), frame.y(frame.top) - gap + 6, letter);
        text(frame.x(column), frame.y(frame.bottom) + gap + 1, letter);
    }
    for row in frame.bottom..=frame.top {
        let number = (row + 1).to_string();
        text(frame.x(frame.left) - gap + 1, frame.y(row) + 3, &number);
        text(frame.x(frame.right) + gap - 1, frame.y(row) + 3, &number);
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

/// Text as it may stand in an XML document.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
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
