//! A scene as a PNG picture.

use tiny_skia::{
    Color, FillRule, LineCap, LineJoin, Paint, Path, PathBuilder, Pixmap, Rect, Stroke, Transform,
};

use super::glyphs::{self, Curve, GAP, Glyph};
use super::{Anchor, Ink, Place, Scene, Shape};

/// Why there is no picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// Too many pixels, or none.
    #[error(
        "a picture of {width} by {height} pixels cannot be drawn: each side may have 1 to {MOST_PIXELS}"
    )]
    Size {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// The picture could not be packed.
    #[error("the picture could not be written: {0}")]
    Encoding(String),
}

/// The longest side of a picture.
const MOST_PIXELS: u32 = 8_000;

/// The picture, `scale` pixels for each unit of the scene, on white.
pub fn png(scene: &Scene, scale: f32) -> Result<Vec<u8>, PngError> {
    let (width, height) = ((scene.width * scale) as u32, (scene.height * scale) as u32);
    if !(1..=MOST_PIXELS).contains(&width) || !(1..=MOST_PIXELS).contains(&height) {
        return Err(PngError::Size { width, height });
    }
    let mut pixels = Pixmap::new(width, height).ok_or(PngError::Size { width, height })?;
    pixels.fill(Color::WHITE);
    for shape in &scene.shapes {
        draw(&mut pixels, shape, Transform::from_scale(scale, scale));
    }
    pixels.encode_png().map_err(|error| PngError::Encoding(error.to_string()))
}

fn draw(pixels: &mut Pixmap, shape: &Shape, scale: Transform) {
    match shape {
        Shape::Lines { lines, ink, width } => {
            let mut builder = PathBuilder::new();
            for line in lines {
                walk(&mut builder, line);
            }
            stroke(pixels, builder.finish(), *ink, *width, LineCap::Butt, scale);
        }
        Shape::Polygon { corners, fill, line } => {
            let mut builder = PathBuilder::new();
            walk(&mut builder, corners);
            builder.close();
            paint(pixels, builder.finish(), *fill, *line, scale);
        }
        Shape::Circle { center: (x, y), radius, fill, line } => {
            let square = Rect::from_xywh(x - radius, y - radius, 2.0 * radius, 2.0 * radius);
            let path = square.and_then(PathBuilder::from_oval);
            paint(pixels, path, *fill, *line, scale);
        }
        Shape::Text { at, size, text, ink, anchor } => {
            write(pixels, *at, *size, text, *ink, *anchor, scale);
        }
    }
}

fn walk(builder: &mut PathBuilder, places: &[Place]) {
    for (i, &(x, y)) in places.iter().enumerate() {
        match i {
            0 => builder.move_to(x, y),
            _ => builder.line_to(x, y),
        }
    }
}

fn paint(
    pixels: &mut Pixmap,
    path: Option<Path>,
    fill: Option<Ink>,
    line: Option<(Ink, f32)>,
    scale: Transform,
) {
    if let (Some(path), Some(ink)) = (&path, fill) {
        pixels.fill_path(path, &paint_of(ink), FillRule::Winding, scale, None);
    }
    if let Some((ink, width)) = line {
        stroke(pixels, path, ink, width, LineCap::Butt, scale);
    }
}

fn stroke(
    pixels: &mut Pixmap,
    path: Option<Path>,
    ink: Ink,
    width: f32,
    line_cap: LineCap,
    scale: Transform,
) {
    // A path without extent is none, and nothing is to be seen of it.
    let Some(path) = path else { return };
    let line_join = match line_cap {
        LineCap::Round => LineJoin::Round,
        _ => LineJoin::Miter,
    };
    let stroke = Stroke { width, line_cap, line_join, ..Stroke::default() };
    pixels.stroke_path(&path, &paint_of(ink), &stroke, scale, None);
}

fn paint_of(ink: Ink) -> Paint<'static> {
    let [red, green, blue] = ink.rgb;
    let mut paint = Paint::default();
    let cover = u32::from(ink.cover.min(100)) * 255 / 100;
    paint.set_color_rgba8(red, green, blue, cover as u8);
    paint.anti_alias = true;
    paint
}

/// Capitals are so high, measured by the size of the text, as in common fonts.
const CAPITAL_OF_SIZE: f32 = 0.72;

/// Writes text with the strokes of a pen.
fn write(
    pixels: &mut Pixmap,
    (x, y): Place,
    size: f32,
    text: &str,
    ink: Ink,
    anchor: Anchor,
    scale: Transform,
) {
    let glyphs: Vec<Glyph> = text.chars().map(glyphs::glyph).collect();
    let columns: f32 = glyphs.iter().map(|glyph| glyph.width + GAP).sum::<f32>() - GAP;
    let unit = size * CAPITAL_OF_SIZE / glyphs::CAPITAL;
    // Capitals are wider here than in common fonts.
    let across = unit * 0.92;
    let mut left = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - columns * across / 2.0,
        Anchor::End => x - columns * across,
    };
    let mut builder = PathBuilder::new();
    for glyph in &glyphs {
        for one in &glyph.strokes {
            let place = |&(column, row): &(f32, f32)| {
                (left + column * across, y - (row - glyphs::BASELINE) * unit)
            };
            let places: Vec<Place> = one.places.iter().map(place).collect();
            match one.curve {
                Curve::Straight => walk(&mut builder, &places),
                curve => smooth(&mut builder, &places, curve == Curve::Closed),
            }
        }
        left += (glyph.width + GAP) * across;
    }
    stroke(pixels, builder.finish(), ink, unit * 1.15, LineCap::Round, scale);
}

/// A curve through all places (Catmull and Rom 1974).
fn smooth(builder: &mut PathBuilder, places: &[Place], closed: bool) {
    let n = places.len();
    let Some(&(x, y)) = places.first() else { return };
    let at = |i: isize| match closed {
        true => places[i.rem_euclid(n as isize) as usize],
        false => places[i.clamp(0, n as isize - 1) as usize],
    };
    builder.move_to(x, y);
    for i in 0..n as isize - isize::from(!closed) {
        let [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
        builder.cubic_to(
            b.0 + (c.0 - a.0) / 6.0,
            b.1 + (c.1 - a.1) / 6.0,
            c.0 - (d.0 - b.0) / 6.0,
            c.1 - (d.1 - b.1) / 6.0,
            c.0,
            c.1,
        );
    }
    if closed {
        builder.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pixels(scene: &Scene, scale: f32) -> Pixmap {
        Pixmap::decode_png(&png(scene, scale).unwrap()).unwrap()
    }

    fn dark(pixels: &Pixmap) -> usize {
        pixels.pixels().iter().filter(|pixel| pixel.red() < 128).count()
    }

    #[test]
    fn a_disc_is_round_and_in_its_place() {
        let mut scene = Scene::new(40.0, 20.0, "");
        scene.add(Shape::disc((10.0, 10.0), 8.0, Ink::BLACK));
        let picture = pixels(&scene, 2.0);
        assert_eq!((picture.width(), picture.height()), (80, 40));
        let red = |x, y| picture.pixel(x, y).unwrap().red();
        assert_eq!([red(20, 20), red(60, 20), red(5, 5)], [0, 255, 255]);
        let area = std::f64::consts::PI * 16.0 * 16.0;
        assert!((dark(&picture) as f64 - area).abs() < 30.0);
    }

    #[test]
    fn text_leaves_its_trace_where_it_stands() {
        let mut scene = Scene::new(40.0, 20.0, "");
        scene.add(Shape::text((20.0, 14.0), 12.0, "12", Ink::BLACK, Anchor::Middle));
        let picture = pixels(&scene, 4.0);
        assert!(dark(&picture) > 100);
        let left = (0..40).all(|x| (0..80).all(|y| picture.pixel(x, y).unwrap().red() > 200));
        assert!(left, "the text is in the middle");
    }

    #[test]
    fn impossible_sizes_are_errors() {
        let scene = Scene::new(100.0, 100.0, "");
        assert!(png(&scene, 0.0).is_err());
        assert!(png(&scene, 1000.0).is_err());
        assert!(png(&scene, f32::NAN).is_err());
    }
}
