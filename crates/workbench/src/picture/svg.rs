//! A scene as a self-contained SVG document.

use std::fmt::Write;

use super::{Anchor, Ink, Scene, Shape};

/// How much larger than its own units a picture is shown, in halves.
const SHOWN: f32 = 1.5;

/// The document. It has a title and a description that screen readers read out.
pub fn svg(scene: &Scene) -> String {
    let mut out = String::new();
    let (width, height) = (scene.width, scene.height);
    let _ = writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {h}" width="{sw}" height="{sh}" role="img" aria-label="{title}" font-family="sans-serif">"#,
        w = number(width),
        h = number(height),
        sw = number(width * SHOWN),
        sh = number(height * SHOWN),
        title = escape(&scene.title),
    );
    let _ = writeln!(out, "<title>{}</title>", escape(&scene.title));
    if !scene.description.is_empty() {
        let _ = writeln!(out, "<desc>{}</desc>", escape(&scene.description));
    }
    for shape in &scene.shapes {
        write_shape(&mut out, shape);
    }
    out.push_str("</svg>\n");
    out
}

fn write_shape(out: &mut String, shape: &Shape) {
    match shape {
        Shape::Lines { lines, ink, width } => {
            let _ = write!(out, r#"<path d=""#);
            for line in lines {
                for (i, &(x, y)) in line.iter().enumerate() {
                    let step = if i == 0 { 'M' } else { 'L' };
                    let _ = write!(out, "{step}{} {}", number(x), number(y));
                }
            }
            let _ = write!(out, r#"" fill="none"{}/>"#, stroke(Some((*ink, *width))));
        }
        Shape::Polygon { corners, fill, line } => {
            let places: Vec<String> =
                corners.iter().map(|&(x, y)| format!("{},{}", number(x), number(y))).collect();
            let places = places.join(" ");
            let _ =
                write!(out, r#"<polygon points="{places}"{}{}/>"#, filled(*fill), stroke(*line));
        }
        Shape::Circle { center: (x, y), radius, fill, line } => {
            let _ = write!(
                out,
                r#"<circle cx="{}" cy="{}" r="{}"{}{}/>"#,
                number(*x),
                number(*y),
                number(*radius),
                filled(*fill),
                stroke(*line)
            );
        }
        Shape::Text { at: (x, y), size, text, ink, anchor } => {
            let anchor = match anchor {
                Anchor::Start => "",
                Anchor::Middle => r#" text-anchor="middle""#,
                Anchor::End => r#" text-anchor="end""#,
            };
            let _ = write!(
                out,
                r#"<text x="{}" y="{}" font-size="{}"{anchor}{}>{}</text>"#,
                number(*x),
                number(*y),
                number(*size),
                filled(Some(*ink)),
                escape(text)
            );
        }
    }
    out.push('\n');
}

fn filled(ink: Option<Ink>) -> String {
    match ink {
        // Black is what a reader fills with if told nothing.
        Some(Ink::BLACK) => String::new(),
        Some(ink) => format!(r#" fill="{}"{}"#, color(ink), cover("fill", ink)),
        None => r#" fill="none""#.to_string(),
    }
}

fn stroke(line: Option<(Ink, f32)>) -> String {
    line.map_or_else(String::new, |(ink, width)| {
        let (color, cover) = (color(ink), cover("stroke", ink));
        format!(r#" stroke="{color}"{cover} stroke-width="{}""#, number(width))
    })
}

fn color(ink: Ink) -> String {
    let [red, green, blue] = ink.rgb;
    format!("#{red:02x}{green:02x}{blue:02x}")
}

fn cover(what: &str, ink: Ink) -> String {
    match ink.cover {
        100.. => String::new(),
        hundredths => format!(r#" {what}-opacity="{}""#, number(f32::from(hundredths) / 100.0)),
    }
}

/// A number with at most two decimals.
fn number(x: f32) -> String {
    let text = format!("{x:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_string() } else { text.to_string() }
}

/// Text as it may stand in an XML or HTML document, in attributes, too.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // XML knows neither control characters nor these two.
            c if c.is_control() || c == '\u{fffe}' || c == '\u{ffff}' => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let texts = [0.0, -0.001, 1.5, 20.0, 0.123].map(number);
        assert_eq!(texts, ["0", "0", "1.5", "20", "0.12"]);
    }
}
