//! Scenes as a PDF document for printing, on A4 pages.

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use super::{Anchor, Ink, Place, Scene, Shape, text_width};

/// An A4 page and the margin around what is drawn, in points of 1/72 inch.
const PAGE: (f32, f32) = (595.0, 842.0);
const MARGIN: f32 = 40.0;

/// The largest scale: a board of 19 lines then fills about the width of a page.
const LARGEST: f32 = 1.25;

/// One scene a page if there is one, else two on each, one above the other.
pub fn pdf(scenes: &[Scene], title: &str) -> Vec<u8> {
    let rows = if scenes.len() <= 1 { 1 } else { 2 };
    let mut next = 0;
    let mut fresh = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, font, info) = (fresh(), fresh(), fresh(), fresh());
    let mut pdf = Pdf::new();
    let chunks: Vec<&[Scene]> = match scenes.is_empty() {
        true => vec![&[]],
        false => scenes.chunks(rows).collect(),
    };
    let mut pages = Vec::new();
    for scenes in chunks {
        let (page, content) = (fresh(), fresh());
        pages.push(page);
        let mut drawn = Content::new();
        let room = (PAGE.1 - 2.0 * MARGIN) / rows as f32;
        for (row, scene) in scenes.iter().enumerate() {
            draw(&mut drawn, scene, room, PAGE.1 - MARGIN - room * row as f32);
        }
        pdf.stream(content, &drawn.finish());
        let mut page = pdf.page(page);
        page.media_box(Rect::new(0.0, 0.0, PAGE.0, PAGE.1)).parent(tree).contents(content);
        page.resources().fonts().pair(Name(FONT), font);
        page.finish();
    }
    let count = pages.len() as i32;
    pdf.pages(tree).kids(pages).count(count);
    // One of the fourteen fonts that every reader has.
    pdf.type1_font(font)
        .base_font(Name(b"Helvetica"))
        .encoding_predefined(Name(b"WinAnsiEncoding"));
    pdf.catalog(catalog).pages(tree).lang(TextStr("en"));
    pdf.document_info(info).title(TextStr(title)).producer(TextStr("Tedomari"));
    pdf.finish()
}

const FONT: &[u8] = b"F1";

/// Draws a scene below `top` in the middle of the page, as large as the room allows.
fn draw(content: &mut Content, scene: &Scene, room: f32, top: f32) {
    let (width, height) = (scene.width.max(1.0), scene.height.max(1.0));
    let scale = ((PAGE.0 - 2.0 * MARGIN) / width).min((room - 12.0) / height).min(LARGEST);
    let left = (PAGE.0 - width * scale) / 2.0;
    content.save_state();
    // Scenes count downward from the top.
    content.transform([scale, 0.0, 0.0, -scale, left, top]);
    for shape in &scene.shapes {
        draw_shape(content, shape);
    }
    content.restore_state();
}

fn draw_shape(content: &mut Content, shape: &Shape) {
    match shape {
        Shape::Lines { lines, ink, width } => {
            for line in lines {
                path(content, line);
            }
            stroke_with(content, *ink, *width);
            content.stroke();
        }
        Shape::Polygon { corners, fill, line } => {
            path(content, corners);
            content.close_path();
            paint(content, *fill, *line);
        }
        Shape::Circle { center, radius, fill, line } => {
            circle(content, *center, *radius);
            paint(content, *fill, *line);
        }
        Shape::Text { at: (x, y), size, text, ink, anchor } => {
            let width = text_width(text, *size);
            let x = match anchor {
                Anchor::Start => *x,
                Anchor::Middle => x - width / 2.0,
                Anchor::End => x - width,
            };
            let [red, green, blue] = components(*ink);
            content.set_fill_rgb(red, green, blue);
            content.begin_text();
            content.set_font(Name(FONT), *size);
            content.set_text_matrix([1.0, 0.0, 0.0, -1.0, x, *y]);
            content.show(Str(&encoded(text)));
            content.end_text();
        }
    }
}

fn path(content: &mut Content, places: &[Place]) {
    for (i, &(x, y)) in places.iter().enumerate() {
        match i {
            0 => content.move_to(x, y),
            _ => content.line_to(x, y),
        };
    }
}

/// Four curves; the constant makes each nearest to a quarter of a circle.
fn circle(content: &mut Content, (x, y): Place, r: f32) {
    let k = 0.552_285 * r;
    content.move_to(x + r, y);
    content.cubic_to(x + r, y + k, x + k, y + r, x, y + r);
    content.cubic_to(x - k, y + r, x - r, y + k, x - r, y);
    content.cubic_to(x - r, y - k, x - k, y - r, x, y - r);
    content.cubic_to(x + k, y - r, x + r, y - k, x + r, y);
    content.close_path();
}

fn paint(content: &mut Content, fill: Option<Ink>, line: Option<(Ink, f32)>) {
    if let Some(ink) = fill {
        let [red, green, blue] = components(ink);
        content.set_fill_rgb(red, green, blue);
    }
    if let Some((ink, width)) = line {
        stroke_with(content, ink, width);
    }
    match (fill, line) {
        (Some(_), Some(_)) => content.fill_nonzero_and_stroke(),
        (Some(_), None) => content.fill_nonzero(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

fn stroke_with(content: &mut Content, ink: Ink, width: f32) {
    let [red, green, blue] = components(ink);
    content.set_stroke_rgb(red, green, blue).set_line_width(width);
}

/// The color on paper. What covers only partly is mixed with white: paper has no boards of
/// wood, and printers are spared transparency.
fn components(ink: Ink) -> [f32; 3] {
    let cover = f32::from(ink.cover.min(100)) / 100.0;
    ink.rgb.map(|part| 1.0 - cover * (1.0 - f32::from(part) / 255.0))
}

/// Text in the encoding that readers call WinAnsi; what it lacks becomes a question mark.
fn encoded(text: &str) -> Vec<u8> {
    let byte = |c: char| match c {
        ' '..='~' | '\u{a0}'..='\u{ff}' => c as u32 as u8,
        '…' => 0x85,
        '‘' => 0x91,
        '’' => 0x92,
        '“' => 0x93,
        '”' => 0x94,
        '–' | '−' => 0x96,
        '—' => 0x97,
        _ => b'?',
    };
    text.chars().map(byte).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_scenes_share_a_page() {
        let mut scene = Scene::new(100.0, 100.0, "one");
        scene.add(Shape::text((50.0, 50.0), 12.0, "15 (ko at 9)", Ink::BLACK, Anchor::Middle));
        let bytes = pdf(&vec![scene; 3], "Three figures");
        let text = String::from_utf8_lossy(&bytes);
        assert!(text.starts_with("%PDF-1."));
        assert!(text.contains("/Count 2"), "{text}");
        assert_eq!(text.matches("(15 (ko at 9))").count(), 3, "{text}");
        assert!(text.trim_end().ends_with("%%EOF"));
    }

    #[test]
    fn no_scene_is_an_empty_page() {
        assert!(String::from_utf8_lossy(&pdf(&[], "")).contains("/Count 1"));
    }
}
