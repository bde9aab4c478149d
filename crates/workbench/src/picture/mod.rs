//! Pictures: a scene of lines, circles, polygons and text, drawn as SVG, PNG or PDF.
//!
//! A [`Scene`] is plain data. What it looks like is decided by whoever makes it
//! ([`diagram`](crate::diagram) draws boards); the files of this folder only write it down,
//! always the same bytes for the same scene. No font has to be installed: SVG names the
//! reader's own sans-serif, PDF one that every reader of PDF has, and PNG is drawn with the
//! strokes of `glyphs`.
//!
//! ```
//! use workbench::picture::{Ink, Scene, Shape, svg};
//!
//! let mut scene = Scene::new(100.0, 60.0, "A stone");
//! scene.add(Shape::disc((50.0, 30.0), 20.0, Ink::BLACK));
//! assert!(svg(&scene).contains("<circle cx=\"50\" cy=\"30\" r=\"20\""));
//! ```

mod glyphs;
mod metrics;
mod pdf;
mod png;
mod svg;

pub use metrics::{text_width, wrapped};
pub use pdf::pdf;
pub use png::{PngError, png};
pub use svg::{escape, svg};

/// A place in the picture: to the right and down, in the scene's own units.
pub type Place = (f32, f32);

/// A picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Scene {
    /// How wide it is.
    pub width: f32,
    /// How high it is.
    pub height: f32,
    /// What it is, in a few words.
    pub title: String,
    /// What is to be seen, for those who cannot see it.
    pub description: String,
    /// What is drawn, the lowest first.
    pub shapes: Vec<Shape>,
}

/// Something drawn.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Open broken lines, drawn in one stroke.
    Lines {
        /// The corners of each.
        lines: Vec<Vec<Place>>,
        /// The color.
        ink: Ink,
        /// How wide the stroke is.
        width: f32,
    },
    /// A polygon.
    Polygon {
        /// Its corners.
        corners: Vec<Place>,
        /// The color inside.
        fill: Option<Ink>,
        /// The color and the width of its outline.
        line: Option<(Ink, f32)>,
    },
    /// A circle.
    Circle {
        /// Its center.
        center: Place,
        /// Its radius.
        radius: f32,
        /// The color inside.
        fill: Option<Ink>,
        /// The color and the width of its outline.
        line: Option<(Ink, f32)>,
    },
    /// A line of text.
    Text {
        /// Where its baseline is: the start, the middle or the end of it.
        at: Place,
        /// The height of the letters with what is above and below them.
        size: f32,
        /// What it says.
        text: String,
        /// The color.
        ink: Ink,
        /// Which part of the text is at the place.
        anchor: Anchor,
    },
}

/// Which part of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    /// The start.
    Start,
    /// The middle.
    Middle,
    /// The end.
    End,
}

/// A color.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// Red, green and blue.
    pub rgb: [u8; 3],
    /// How much of what is below it hides, in hundredths.
    pub cover: u8,
}

impl Ink {
    /// Black.
    pub const BLACK: Ink = Ink::rgb(0, 0, 0);
    /// White.
    pub const WHITE: Ink = Ink::rgb(255, 255, 255);

    /// A color that hides what is below it.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Ink {
        Ink { rgb: [red, green, blue], cover: 100 }
    }
}

impl Scene {
    /// An empty picture.
    pub fn new(width: f32, height: f32, title: &str) -> Scene {
        Scene {
            width,
            height,
            title: title.to_string(),
            description: String::new(),
            shapes: Vec::new(),
        }
    }

    /// Draws something above what is there.
    pub fn add(&mut self, shape: Shape) {
        self.shapes.push(shape);
    }
}

impl Shape {
    /// A filled circle.
    pub fn disc(center: Place, radius: f32, ink: Ink) -> Shape {
        Shape::Circle { center, radius, fill: Some(ink), line: None }
    }

    /// A filled rectangle, given by its upper left corner.
    pub fn rectangle((x, y): Place, width: f32, height: f32, ink: Ink) -> Shape {
        let (right, bottom) = (x + width, y + height);
        let corners = vec![(x, y), (right, y), (right, bottom), (x, bottom)];
        Shape::Polygon { corners, fill: Some(ink), line: None }
    }

    /// A straight line.
    pub fn line(from: Place, to: Place, ink: Ink, width: f32) -> Shape {
        Shape::Lines { lines: vec![vec![from, to]], ink, width }
    }

    /// Text around a place.
    pub fn text(at: Place, size: f32, text: &str, ink: Ink, anchor: Anchor) -> Shape {
        Shape::Text { at, size, text: text.to_string(), ink, anchor }
    }
}
