//! Piecewise linear functions of temperature: the walls and scaffolds of
//! thermographs.

use crate::rational::{Overflow, Rational};

/// A continuous, piecewise linear function of temperature from −1 upward.
///
/// It is kept as its break points and the slope above the last one. Slopes are
/// whole numbers: a move taxes its player by `t`, a ko capture that is left
/// and resolved by `2t`, and nothing else bends a wall.
///
/// ```
/// use cgt::{Rational, Wall};
///
/// // The left scaffold of 3|1 is 3 − t.
/// let scaffold = Wall::mast(Rational::integer(3)).taxed(-1)?;
/// assert_eq!(scaffold.at(Rational::new(1, 2)?)?.to_string(), "5/2");
/// # Ok::<(), cgt::Overflow>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Wall {
    /// Break points by rising temperature; the first is at −1.
    vertices: Vec<Vertex>,
    /// Slope above the last break point.
    slope: i64,
}

/// A point of a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vertex {
    /// The value, on the horizontal axis of a thermograph.
    pub value: Rational,
    /// The temperature, on the vertical axis.
    pub temperature: Rational,
}

/// The temperature at which every wall begins: integers freeze there.
pub const COLDEST: Rational = Rational::integer(-1);

impl Wall {
    /// The wall that stays at `value` at every temperature.
    pub fn mast(value: Rational) -> Wall {
        Wall { vertices: vec![Vertex { value, temperature: COLDEST }], slope: 0 }
    }

    /// The wall through `vertices`, which rise in temperature and begin at −1,
    /// with `slope` above the last. Vertices on a straight line are dropped.
    pub(crate) fn through(vertices: Vec<Vertex>, slope: i64) -> Result<Wall, Overflow> {
        let mut kept: Vec<Vertex> = Vec::with_capacity(vertices.len());
        for vertex in vertices {
            if kept.last().is_some_and(|last| last.temperature == vertex.temperature) {
                continue;
            }
            if let [.., before, last] = kept[..]
                && slope_between(before, last)? == slope_between(last, vertex)?
            {
                kept.pop();
            }
            kept.push(vertex);
        }
        if let [.., before, last] = kept[..]
            && slope_between(before, last)? == Rational::integer(slope)
        {
            kept.pop();
        }
        Ok(Wall { vertices: kept, slope })
    }

    /// The break points, from temperature −1 upward. Above the last one a wall
    /// of a thermograph is vertical.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The slope above the last break point.
    pub fn final_slope(&self) -> i64 {
        self.slope
    }

    /// The value at temperature `t`; below −1 the value at −1.
    pub fn at(&self, t: Rational) -> Result<Rational, Overflow> {
        let after = self.vertices.partition_point(|v| v.temperature <= t);
        if after == 0 {
            return Ok(self.vertices[0].value);
        }
        let low = self.vertices[after - 1];
        match self.vertices.get(after) {
            None => low.value.add(t.sub(low.temperature)?.times(self.slope)?),
            Some(&high) => low.value.add(t.sub(low.temperature)?.mul(slope_between(low, high)?)?),
        }
    }

    /// The slope just above temperature `t`.
    pub fn slope_above(&self, t: Rational) -> Result<Rational, Overflow> {
        let after = self.vertices.partition_point(|v| v.temperature <= t).max(1);
        match self.vertices.get(after) {
            None => Ok(Rational::integer(self.slope)),
            Some(&high) => slope_between(self.vertices[after - 1], high),
        }
    }

    /// The slope just below temperature `t`; nothing at −1 and below.
    pub fn slope_below(&self, t: Rational) -> Result<Option<Rational>, Overflow> {
        let after = self.vertices.partition_point(|v| v.temperature < t);
        if after == 0 {
            return Ok(None);
        }
        match self.vertices.get(after) {
            None => Ok(Some(Rational::integer(self.slope))),
            Some(&high) => slope_between(self.vertices[after - 1], high).map(Some),
        }
    }

    /// The wall plus `moves · t`: −1 for a move of Left, +1 for one of Right.
    pub fn taxed(&self, moves: i64) -> Result<Wall, Overflow> {
        let vertices = self.vertices.iter().map(|v| {
            let value = v.value.add(v.temperature.times(moves)?)?;
            Ok(Vertex { value, temperature: v.temperature })
        });
        Ok(Wall {
            vertices: vertices.collect::<Result<_, Overflow>>()?,
            slope: self.slope.checked_add(moves).ok_or(Overflow)?,
        })
    }

    /// The wall moved by `shift` points.
    pub fn shifted(&self, shift: Rational) -> Result<Wall, Overflow> {
        let vertices = self
            .vertices
            .iter()
            .map(|v| Ok(Vertex { value: v.value.add(shift)?, temperature: v.temperature }));
        Ok(Wall { vertices: vertices.collect::<Result<_, Overflow>>()?, slope: self.slope })
    }

    /// The wall of the negative game: Left's wall becomes Right's.
    pub fn mirrored(&self) -> Wall {
        let vertices = self
            .vertices
            .iter()
            .map(|v| Vertex { value: v.value.neg(), temperature: v.temperature })
            .collect();
        Wall { vertices, slope: -self.slope }
    }

    /// The same wall from temperature zero up, below it straight from `start`.
    pub(crate) fn above_zero(&self, start: Rational) -> Result<Wall, Overflow> {
        let mut vertices = vec![
            Vertex { value: start, temperature: COLDEST },
            Vertex { value: self.at(Rational::ZERO)?, temperature: Rational::ZERO },
        ];
        let above = self.vertices.iter().filter(|v| v.temperature > Rational::ZERO);
        vertices.extend(above.copied());
        Wall::through(vertices, self.slope)
    }

    /// The higher of two walls at every temperature.
    pub fn max(&self, other: &Wall) -> Result<Wall, Overflow> {
        self.choose(other, |a, b| a >= b)
    }

    /// The lower of two walls at every temperature.
    pub fn min(&self, other: &Wall) -> Result<Wall, Overflow> {
        self.choose(other, |a, b| a <= b)
    }

    fn choose(
        &self,
        other: &Wall,
        first: impl Fn(Rational, Rational) -> bool,
    ) -> Result<Wall, Overflow> {
        let mut vertices = Vec::new();
        let mut slope = self.slope;
        for piece in pieces(self, other)? {
            let taken = if first(piece.first.value, piece.second.value) {
                piece.first.value
            } else {
                piece.second.value
            };
            vertices.push(Vertex { value: taken, temperature: piece.first.temperature });
            if piece.until.is_none() {
                // Equal at the last break point: the slopes decide.
                slope = if piece.first.value != piece.second.value {
                    if first(piece.first.value, piece.second.value) {
                        self.slope
                    } else {
                        other.slope
                    }
                } else if first(Rational::integer(self.slope), Rational::integer(other.slope)) {
                    self.slope
                } else {
                    other.slope
                };
            }
        }
        Wall::through(vertices, slope)
    }
}

/// An interval of temperature on which two walls are linear and do not cross.
pub(crate) struct Piece {
    /// The first wall at the lower end.
    pub(crate) first: Vertex,
    /// The second wall at the lower end.
    pub(crate) second: Vertex,
    /// Both walls at the upper end; nothing for the last piece, which has none.
    pub(crate) until: Option<(Vertex, Vertex)>,
}

/// The common intervals of two walls, crossings included as ends.
pub(crate) fn pieces(a: &Wall, b: &Wall) -> Result<Vec<Piece>, Overflow> {
    let mut cuts: Vec<Rational> =
        a.vertices.iter().chain(&b.vertices).map(|v| v.temperature).collect();
    cuts.sort_unstable();
    cuts.dedup();
    let mut ends: Vec<(Vertex, Vertex)> = Vec::with_capacity(cuts.len() + 2);
    for (i, &t) in cuts.iter().enumerate() {
        let here = pair_at(a, b, t)?;
        ends.push(here);
        let gap = here.0.value.sub(here.1.value)?;
        let closing = b.slope_above(t)?.sub(a.slope_above(t)?)?;
        if gap == Rational::ZERO || closing == Rational::ZERO {
            continue;
        }
        let crossing = t.add(gap.div(closing)?)?;
        if crossing > t && cuts.get(i + 1).is_none_or(|&next| crossing < next) {
            ends.push(pair_at(a, b, crossing)?);
        }
    }
    Ok((0..ends.len())
        .map(|i| Piece { first: ends[i].0, second: ends[i].1, until: ends.get(i + 1).copied() })
        .collect())
}

fn pair_at(a: &Wall, b: &Wall, t: Rational) -> Result<(Vertex, Vertex), Overflow> {
    Ok((Vertex { value: a.at(t)?, temperature: t }, Vertex { value: b.at(t)?, temperature: t }))
}

fn slope_between(low: Vertex, high: Vertex) -> Result<Rational, Overflow> {
    high.value.sub(low.value)?.div(high.temperature.sub(low.temperature)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(value_at_zero: i64, slope: i64) -> Wall {
        Wall::mast(Rational::integer(value_at_zero)).taxed(slope).unwrap()
    }

    #[test]
    fn the_lower_of_two_lines_bends_where_they_cross() {
        let lower = line(5, -2).min(&line(2, 0)).unwrap();
        let values: Vec<String> =
            lower.vertices().iter().map(|v| format!("{}@{}", v.value, v.temperature)).collect();
        assert_eq!(values, ["2@-1", "2@3/2"]);
        assert_eq!(lower.final_slope(), -2);
        let higher = line(5, -2).max(&line(2, 0)).unwrap();
        assert_eq!(higher.at(Rational::ONE), Ok(Rational::integer(3)));
        assert_eq!(higher.at(Rational::integer(9)), Ok(Rational::integer(2)));
        assert_eq!(
            higher.slope_below(Rational::new(3, 2).unwrap()),
            Ok(Some(Rational::integer(-2)))
        );
    }

    #[test]
    fn choosing_agrees_with_both_walls_everywhere() {
        let a = line(5, -2).min(&line(2, 0)).unwrap().max(&line(-7, 1)).unwrap();
        let b = line(-1, 1).min(&line(3, -1)).unwrap();
        let (low, high) = (a.min(&b).unwrap(), a.max(&b).unwrap());
        for i in -4..80 {
            let t = Rational::new(i, 4).unwrap();
            let (x, y) = (a.at(t).unwrap(), b.at(t).unwrap());
            assert_eq!(low.at(t).unwrap(), x.min(y));
            assert_eq!(high.at(t).unwrap(), x.max(y));
        }
    }
}
