//! Thermographs as pictures: for the terminal and as SVG. Scores increase to
//! the left, as in the literature, and temperature increases upward.

use std::fmt::Write;

use crate::thermography::freezing_point;
use crate::{COLDEST, Overflow, Rational, Thermograph, Wall};

impl Thermograph {
    /// The picture in characters, about `rows` lines of temperatures above the
    /// axis; the temperature of the game falls on one of them.
    ///
    /// ```
    /// use cgt::{Dyadic, Games};
    ///
    /// let mut games = Games::new();
    /// let switch = games.switch(Dyadic::from(4), Dyadic::from(0))?;
    /// let picture = games.thermograph(switch)?.to_text(6)?;
    /// assert!(picture.lines().last().unwrap().contains('4'));
    /// # Ok::<(), cgt::Error>(())
    /// ```
    pub fn to_text(&self, rows: usize) -> Result<String, Overflow> {
        let frame = Frame::of(self)?;
        // A fifth of the height is mast.
        let rows = rows.clamp(5, 200).next_multiple_of(5);
        let columns = 2 * rows + 1;
        let mut text = String::new();
        let mut above: Option<[i64; 2]> = None;
        for row in 0..=rows {
            let part = Rational::new((rows - row) as i128, rows as i128)?;
            let t = frame.bottom.add(frame.height()?.mul(part)?)?;
            let mut places = [0, 0];
            for (place, wall) in places.iter_mut().zip([self.left_wall(), self.right_wall()]) {
                *place = frame.across(wall.at(t)?, columns as i64 - 1)?;
            }
            let mut line = vec![' '; columns];
            for (i, &place) in places.iter().enumerate() {
                let sign = match above.map_or(0, |above| place - above[i]) {
                    0 => '|',
                    ..0 => '/',
                    1.. => '\\',
                };
                if let Some(cell) = usize::try_from(place).ok().and_then(|p| line.get_mut(p)) {
                    *cell = sign;
                }
            }
            above = Some(places);
            let marked = t == frame.bottom || t == freezing_point(self);
            let label = if marked { short(t) } else { String::new() };
            let line: String = line.into_iter().collect();
            let _ = writeln!(text, "{label:>7} {}", line.trim_end());
        }
        let _ = writeln!(text, "{:>7} {}", "", "-".repeat(columns));
        // The greatest score, the mean below its mast if there is room, the least.
        let last = columns as i64 - 1;
        let mut line = vec![' '; columns];
        write_at(&mut line, &short(frame.greatest), 0);
        let least = short(frame.least);
        write_at(&mut line, &least, columns.saturating_sub(least.chars().count()));
        let mean = short(self.mean());
        let middle = usize::try_from(frame.across(self.mean(), last)?).unwrap_or(0);
        write_at(&mut line, &mean, middle.saturating_sub(mean.chars().count() / 2));
        let line: String = line.into_iter().collect();
        let _ = writeln!(text, "{:>7} {}", "", line.trim_end());
        Ok(text)
    }

    /// The picture as a self-contained SVG file.
    pub fn to_svg(&self, title: &str) -> Result<String, Overflow> {
        let frame = Frame::of(self)?;
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" \
             font-family=\"sans-serif\" font-size=\"12\" role=\"img\">\n<title>{}</title>\n\
             <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
            WIDTH + 2 * MARGIN,
            HEIGHT + 2 * MARGIN,
            escape(title)
        );
        let base = MARGIN + HEIGHT;
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {base}H{} M{MARGIN} {base}V{MARGIN}\" stroke=\"#888\" fill=\"none\"/>",
            MARGIN + WIDTH
        );
        for value in frame.marked_values(self)? {
            let x = frame.x(value)?;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{value}</text>",
                pixels(x),
                base + 18
            );
        }
        for t in frame.marked_temperatures(self) {
            let y = frame.y(t)?;
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{t}</text>",
                MARGIN - 6,
                pixels(y + 400)
            );
        }
        for (wall, colour) in [(self.left_wall(), "#1f4e9c"), (self.right_wall(), "#b03a2e")] {
            let mut points = String::new();
            for t in frame.turns(wall) {
                let (x, y) = (frame.x(wall.at(t)?)?, frame.y(t)?);
                let _ = write!(points, "{},{} ", pixels(x), pixels(y));
            }
            let _ = writeln!(
                svg,
                "<polyline points=\"{}\" stroke=\"{colour}\" stroke-width=\"2\" fill=\"none\"/>",
                points.trim_end()
            );
        }
        svg.push_str("</svg>\n");
        Ok(svg)
    }
}

const WIDTH: i64 = 400;
const HEIGHT: i64 = 300;
const MARGIN: i64 = 50;

/// The part of the plane that a picture shows.
struct Frame {
    bottom: Rational,
    top: Rational,
    least: Rational,
    greatest: Rational,
}

impl Frame {
    fn of(thermograph: &Thermograph) -> Result<Frame, Overflow> {
        let temperature = freezing_point(thermograph);
        // Numbers and infinitesimals have their walls below zero.
        let bottom = if temperature > Rational::ZERO { Rational::ZERO } else { COLDEST };
        let quarter = temperature.sub(bottom)?.mul(Rational::new(1, 4)?)?;
        let mast = if quarter > Rational::ZERO { quarter } else { Rational::ONE };
        let top = temperature.max(bottom).add(mast)?;
        let mut frame = Frame { bottom, top, least: Rational::ZERO, greatest: Rational::ZERO };
        let mut values = Vec::new();
        for wall in [thermograph.left_wall(), thermograph.right_wall()] {
            for t in frame.turns(wall) {
                values.push(wall.at(t)?);
            }
        }
        frame.least = values.iter().copied().min().unwrap_or(Rational::ZERO);
        frame.greatest = values.iter().copied().max().unwrap_or(Rational::ZERO);
        if frame.least == frame.greatest {
            frame.least = frame.least.sub(Rational::ONE)?;
            frame.greatest = frame.greatest.add(Rational::ONE)?;
        }
        Ok(frame)
    }

    fn height(&self) -> Result<Rational, Overflow> {
        self.top.sub(self.bottom)
    }

    /// The temperatures in the frame at which the wall turns, with both ends.
    fn turns(&self, wall: &Wall) -> Vec<Rational> {
        let inside = wall.vertices().iter().map(|v| v.temperature);
        let inside = inside.filter(|&t| t > self.bottom && t < self.top);
        let mut turns = vec![self.bottom];
        turns.extend(inside);
        turns.push(self.top);
        turns
    }

    /// The place of a value among `steps` steps from the left.
    fn across(&self, value: Rational, steps: i64) -> Result<i64, Overflow> {
        let part = self.greatest.sub(value)?.div(self.greatest.sub(self.least)?)?;
        rounded(part.times(steps)?)
    }

    /// Hundredths of a pixel from the left.
    fn x(&self, value: Rational) -> Result<i64, Overflow> {
        Ok(100 * MARGIN + self.across(value, 100 * WIDTH)?)
    }

    /// Hundredths of a pixel from the top.
    fn y(&self, t: Rational) -> Result<i64, Overflow> {
        let part = self.top.sub(t)?.div(self.height()?)?;
        Ok(100 * MARGIN + rounded(part.times(100 * HEIGHT)?)?)
    }

    /// The stops and the mean.
    fn marked_values(&self, thermograph: &Thermograph) -> Result<Vec<Rational>, Overflow> {
        let left = thermograph.left_wall().at(self.bottom)?;
        let right = thermograph.right_wall().at(self.bottom)?;
        let mut values = vec![left, thermograph.mean(), right];
        values.dedup();
        Ok(values)
    }

    fn marked_temperatures(&self, thermograph: &Thermograph) -> Vec<Rational> {
        let mut marked = vec![self.bottom, freezing_point(thermograph)];
        marked.dedup();
        marked
    }
}

fn rounded(x: Rational) -> Result<i64, Overflow> {
    let twice = x.times(2)?.add(Rational::ONE)?;
    let floor = twice.numerator().div_euclid(2 * twice.denominator());
    i64::try_from(floor).map_err(|_| Overflow)
}

/// Hundredths of a pixel as a decimal number.
fn pixels(hundredths: i64) -> String {
    format!("{}.{:02}", hundredths / 100, hundredths.rem_euclid(100))
}

/// Writes a word into a line where it does not touch what stands there.
fn write_at(line: &mut [char], word: &str, at: usize) {
    let length = word.chars().count();
    let around = at.saturating_sub(1)..(at + length + 1).min(line.len());
    if at + length <= line.len() && line[around].iter().all(|&c| c == ' ') {
        line[at..at + length].iter_mut().zip(word.chars()).for_each(|(cell, c)| *cell = c);
    }
}

/// A number in at most seven characters, rounded where it has to be.
fn short(x: Rational) -> String {
    let exact = x.to_string();
    if exact.len() <= 7 {
        return exact;
    }
    let sign = if x < Rational::ZERO { "-" } else { "" };
    let hundredths =
        (x.numerator().unsigned_abs().saturating_mul(100)) / x.denominator().unsigned_abs().max(1);
    format!("{sign}{}.{:02}", hundredths / 100, hundredths % 100)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use crate::text::{Calculator, Value};
    use crate::{Rational, Thermograph};

    fn of(text: &str) -> Box<Thermograph> {
        let mut calculator = Calculator::new();
        match calculator.line(&format!("thermograph({text})")) {
            Ok(Value::Thermograph(t)) => t,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_switch_in_characters() {
        let picture = of("2|-2").to_text(8).unwrap();
        // Greater scores stand on the left, and the mast is above the middle.
        let lines: Vec<&str> = picture.lines().collect();
        assert_eq!(lines.len(), 13, "{picture}");
        assert!(lines[0].ends_with('|') && !lines[0].contains('/'));
        assert!(lines[2].trim_start().starts_with("2 "), "the temperature is marked");
        assert!(lines[9].contains('/') && lines[9].contains('\\'));
        assert!(lines[12].trim_start().starts_with('2') && lines[12].ends_with("-2"));
    }

    #[test]
    fn pictures_of_all_kinds_are_drawn() {
        for text in ["0", "3/4", "*", "^", "5|0", "3||2|1", "9|2||1|-5", "1000000|-1/1024", "+_2"] {
            let t = of(text);
            assert!(t.to_text(12).is_ok(), "{text}");
            let svg = t.to_svg(text).unwrap();
            assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"), "{text}");
        }
        let odd = Thermograph::mast(Rational::new(1, 3).unwrap());
        assert!(odd.to_svg("a < b & c").unwrap().contains("a &lt; b &amp; c"));
    }
}
