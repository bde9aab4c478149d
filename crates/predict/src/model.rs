//! A model as one file: what was learned, for which boards, and a checksum.

use pattern::bytes::{Damaged, Reader, Writer};

use crate::bayes::Bayes;
use crate::bradley_terry::BradleyTerry;
use crate::dictionary::{Dictionary, NAME_BITS};
use crate::network::{HIDDEN, Network, WIDTH};
use crate::numbers::{EXTRA, Extras, SMALL};

/// A move predictor: a part for each range of board sizes.
#[derive(Clone, Debug)]
pub struct Model {
    /// What it is, in a few words.
    pub title: String,
    parts: Vec<Part>,
}

/// What predicts on boards up to some size.
#[derive(Clone, Debug)]
pub struct Part {
    /// The largest width or height it is meant for; the last part serves all above.
    pub largest: u8,
    /// The patterns it knows.
    pub dictionary: Dictionary,
    /// What it learned.
    pub learned: Learned,
}

/// What a part learned.
#[derive(Clone, Debug)]
pub enum Learned {
    /// Counts for naive Bayes, on the paper's features.
    Bayes(Bayes),
    /// Bradley–Terry strengths, on the paper's features.
    BradleyTerry(BradleyTerry),
    /// The network, on its own features.
    Network(Box<Network>),
}

const MAGIC: &[u8; 4] = b"TdmM";
/// The version of the format and of the network's features.
const VERSION: u16 = 1;

/// Weights are kept in steps of one over this.
const WEIGHT_STEPS: f32 = 1024.0;

impl Model {
    /// A model of these parts, in order of board size.
    ///
    /// # Panics
    /// If there are no parts.
    pub fn new(title: impl Into<String>, mut parts: Vec<Part>) -> Model {
        assert!(!parts.is_empty(), "a model has at least one part");
        parts.sort_by_key(|part| part.largest);
        Model { title: title.into(), parts }
    }

    /// The model that ships with the program.
    pub fn standard() -> Result<Model, Damaged> {
        Model::from_bytes(include_bytes!("../model/standard.tdm"))
    }

    /// The parts, in order of board size.
    pub fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// The parts, given away.
    pub fn into_parts(self) -> Vec<Part> {
        self.parts
    }

    /// The part for boards of this width or height.
    pub fn part(&self, side: usize) -> &Part {
        let fitting = self.parts.iter().find(|part| side <= usize::from(part.largest));
        fitting.unwrap_or(&self.parts[self.parts.len() - 1])
    }

    /// The file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(MAGIC, VERSION);
        writer.u32(self.title.len() as u32);
        writer.raw(self.title.as_bytes());
        writer.u32(self.parts.len() as u32);
        for part in &self.parts {
            writer.u32(u32::from(part.largest));
            write_dictionary(&mut writer, &part.dictionary);
            match &part.learned {
                Learned::Bayes(bayes) => write_bayes(&mut writer, bayes),
                Learned::BradleyTerry(model) => write_strengths(&mut writer, model),
                Learned::Network(network) => write_network(&mut writer, network),
            }
        }
        writer.finish()
    }

    /// Reads a file back.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, Damaged> {
        let mut reader = Reader::new(bytes, MAGIC, VERSION)?;
        let length = reader.u32()? as usize;
        let title = String::from_utf8_lossy(reader.raw(length)?).into_owned();
        let mut parts = Vec::new();
        for _ in 0..reader.u32()? {
            let largest = reader.u32()?.min(255) as u8;
            let dictionary = read_dictionary(&mut reader)?;
            let learned = match reader.u32()? {
                1 => Learned::Bayes(read_bayes(&mut reader, dictionary.len())?),
                2 => Learned::BradleyTerry(read_strengths(&mut reader)?),
                kind @ (3 | 4) => {
                    let bits = if kind == 4 { reader.u32()? } else { 0 };
                    let extras = Extras::from_bits(bits).ok_or(Damaged::Content)?;
                    let network = read_network(&mut reader, dictionary.len(), extras)?;
                    Learned::Network(Box::new(network))
                }
                _ => return Err(Damaged::Content),
            };
            parts.push(Part { largest, dictionary, learned });
        }
        if parts.is_empty() || reader.left() > 0 {
            return Err(Damaged::Content);
        }
        Ok(Model { title, parts })
    }
}

const NAME_BYTES: usize = NAME_BITS as usize / 8;

fn write_dictionary(writer: &mut Writer, dictionary: &Dictionary) {
    writer.u32(dictionary.len() as u32);
    for name in dictionary.names() {
        writer.raw(&name.to_le_bytes()[..NAME_BYTES]);
    }
}

fn read_dictionary(reader: &mut Reader<'_>) -> Result<Dictionary, Damaged> {
    let length = reader.u32()? as usize;
    let bytes = reader.raw(length.checked_mul(NAME_BYTES).ok_or(Damaged::Content)?)?;
    let (names, _) = bytes.as_chunks::<NAME_BYTES>();
    let wide = |name: &[u8; NAME_BYTES]| {
        let mut wide = [0; 8];
        wide[..NAME_BYTES].copy_from_slice(name);
        u64::from_le_bytes(wide)
    };
    Ok(Dictionary::from_names(names.iter().map(wide).collect()))
}

fn write_bayes(writer: &mut Writer, bayes: &Bayes) {
    writer.u32(1);
    for class in bayes.classes {
        writer.u64(class);
    }
    for count in bayes.counts.iter().flatten() {
        writer.u64(count[0]);
        writer.u64(count[1]);
    }
}

fn read_bayes(reader: &mut Reader<'_>, patterns: usize) -> Result<Bayes, Damaged> {
    let mut bayes = Bayes::new(patterns);
    bayes.classes = [reader.u64()?, reader.u64()?];
    for count in bayes.counts.iter_mut().flatten() {
        *count = [reader.u64()?, reader.u64()?];
    }
    Ok(bayes)
}

fn write_strengths(writer: &mut Writer, model: &BradleyTerry) {
    writer.u32(2);
    writer.u32(model.strengths.len() as u32);
    for values in &model.strengths {
        writer.u32(values.len() as u32);
        for &strength in values {
            writer.f32(strength as f32);
        }
    }
}

fn read_strengths(reader: &mut Reader<'_>) -> Result<BradleyTerry, Damaged> {
    let mut strengths = Vec::new();
    for _ in 0..reader.u32()? {
        let values = reader.u32()?;
        let read = (0..values).map(|_| match reader.f32()? {
            strength if strength > 0.0 => Ok(f64::from(strength)),
            _ => Err(Damaged::Content),
        });
        strengths.push(read.collect::<Result<Vec<f64>, Damaged>>()?);
    }
    Ok(BradleyTerry { strengths })
}

/// A row is one byte for the logarithm of its step, a signed byte for each value,
/// and two bytes for the weight.
const ROW_BYTES: usize = 1 + WIDTH + 2;

/// Networks that know nothing beyond what all know are written as if there were no more.
fn write_network(writer: &mut Writer, network: &Network) {
    let extras = network.extras;
    let unknown = if extras == Extras::default() { EXTRA..SMALL } else { SMALL..SMALL };
    if unknown.is_empty() {
        writer.u32(4);
        writer.u32(extras.bits());
    } else {
        writer.u32(3);
    }
    writer.u32(WIDTH as u32);
    writer.u32(HIDDEN as u32);
    for value in network.layer.iter().flatten().chain(&network.bias).chain(&network.output) {
        writer.f32(*value);
    }
    writer.u32(network.features() as u32 - unknown.len() as u32);
    let features = network.vectors.iter().zip(&network.weights).zip(0..);
    for ((vector, &weight), _) in features.filter(|(_, feature)| !unknown.contains(feature)) {
        let most = vector.iter().fold(0.0f32, |most, value| most.max(value.abs()));
        let exponent = (0..=255u8).find(|&e| step(e) * 127.0 >= most).unwrap_or(255);
        let mut row = [0u8; ROW_BYTES];
        row[0] = exponent;
        for (byte, value) in row[1..].iter_mut().zip(vector) {
            *byte = (value / step(exponent)).round().clamp(-127.0, 127.0) as i8 as u8;
        }
        let weight = (weight * WEIGHT_STEPS).round().clamp(-32_767.0, 32_767.0) as i16;
        row[1 + WIDTH..].copy_from_slice(&weight.to_le_bytes());
        writer.raw(&row);
    }
}

fn read_network(
    reader: &mut Reader<'_>,
    patterns: usize,
    extras: Extras,
) -> Result<Network, Damaged> {
    if (reader.u32()? as usize, reader.u32()? as usize) != (WIDTH, HIDDEN) {
        return Err(Damaged::Content);
    }
    let mut network = Network::zeros(0);
    network.extras = extras;
    let values = network.layer.iter_mut().flatten();
    for value in values.chain(&mut network.bias).chain(&mut network.output) {
        *value = reader.f32()?;
    }
    let features = reader.u32()? as usize;
    let small = if extras == Extras::default() { EXTRA } else { SMALL };
    if features != small as usize + patterns {
        return Err(Damaged::Content);
    }
    let bytes = reader.raw(features.checked_mul(ROW_BYTES).ok_or(Damaged::Content)?)?;
    for row in bytes.as_chunks::<ROW_BYTES>().0 {
        let step = step(row[0]);
        network.vectors.push(std::array::from_fn(|i| f32::from(row[1 + i] as i8) * step));
        let weight = i16::from_le_bytes([row[1 + WIDTH], row[2 + WIDTH]]);
        network.weights.push(f32::from(weight) / WEIGHT_STEPS);
    }
    // What it does not know counts for nothing.
    let unknown = small as usize..small as usize + (SMALL - small) as usize;
    network.vectors.splice(unknown.start..unknown.start, unknown.clone().map(|_| [0.0; WIDTH]));
    network.weights.splice(unknown.start..unknown.start, unknown.map(|_| 0.0));
    Ok(network)
}

/// The size of one step of a row's values: from 2^−24 up, an eighth of an octave apart.
fn step(exponent: u8) -> f32 {
    ((f32::from(exponent) / 8.0) - 24.0).exp2()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bradley_terry::{Competitions, Fit};
    use crate::learner::{Learner, Rates};
    use crate::paper::{FEATURES, VALUES};
    use crate::predictor::Predictor;
    use crate::samples;
    use crate::scene::Scene;
    use board::{Color, Position, Rules, Size};
    use std::sync::Arc;

    fn part(largest: u8, dictionary: Dictionary, learned: Learned) -> Part {
        Part { largest, dictionary, learned }
    }

    fn network(extras: Extras) -> Part {
        let dictionary = samples::contexts();
        let mut learner = Learner::new(SMALL as usize + dictionary.len(), extras, 1);
        for game in samples::games(3, 7, 30) {
            let mut scene = Scene::new(game.start.size, extras);
            game.replay(|position, color, point| {
                let seen = scene.look(position, color, &dictionary);
                let played = seen.points.iter().position(|&p| p == point).expect("legal");
                learner.learn(seen, played, &Rates::default());
                true
            });
        }
        part(9, dictionary, Learned::Network(Box::new(learner.into_network())))
    }

    fn models() -> Vec<Model> {
        let dictionary = samples::squares();
        let mut bayes = Bayes::new(dictionary.len());
        let mut competitions = Competitions::new(FEATURES);
        for (moves, played) in samples::paper_positions(20) {
            bayes.learn(&moves, played);
            competitions.add(&moves, played);
        }
        let sizes: Vec<usize> = VALUES.into_iter().chain([dictionary.len() + 1]).collect();
        let mut fit = Fit::new(&competitions, &sizes);
        for _ in 0..20 {
            fit.step();
        }
        let strengths = fit.finish();
        vec![
            Model::new("bayes", vec![part(19, dictionary.clone(), Learned::Bayes(bayes))]),
            Model::new("bt", vec![part(19, dictionary, Learned::BradleyTerry(strengths))]),
            Model::new("network", vec![network(Extras::default())]),
            Model::new("links", vec![network(Extras { links: true, ..Extras::default() })]),
            Model::new("all", vec![network(Extras { links: true, races: true, owners: true })]),
        ]
    }

    #[test]
    fn models_predict_the_same_after_a_round_trip() {
        let game = &samples::games(1, 7, 25)[0];
        for model in models() {
            let copy = Model::from_bytes(&model.to_bytes()).unwrap();
            assert_eq!(copy.title, model.title);
            let mut predictors = [model, copy].map(|model| Predictor::new(Arc::new(model)));
            game.replay(|position, color, _| {
                let [a, b] = predictors.each_mut().map(|p| p.moves(position, color));
                let sum: f64 = a.iter().map(|likely| likely.p).sum();
                assert!((sum - 1.0).abs() < 1e-5, "{sum}");
                assert_eq!(a.len(), position.legal_points(color).len());
                for (a, b) in a.iter().zip(&b) {
                    assert!(a.point == b.point && (a.p - b.p).abs() < 0.01, "{a:?} {b:?}");
                }
                true
            });
        }
    }

    #[test]
    fn a_model_predicts_on_every_board() {
        let model = Arc::new(models().remove(2));
        let mut predictor = Predictor::new(model);
        for (width, height) in [(1, 1), (2, 2), (5, 9), (25, 25)] {
            let size = Size::new(width, height).unwrap();
            let position = Position::new(size, Rules::japanese());
            let moves = predictor.ranked(&position, Color::Black);
            assert_eq!(moves.len(), position.legal_points(Color::Black).len());
            assert!(moves.is_sorted_by(|a, b| a.p >= b.p));
        }
    }

    #[test]
    fn damaged_models_are_refused() {
        let bytes = models()[2].to_bytes();
        assert_eq!(Model::from_bytes(&bytes[..bytes.len() / 2]).unwrap_err(), Damaged::Checksum);
        assert_eq!(Model::from_bytes(b"").unwrap_err(), Damaged::Kind);
        let mut other = bytes.clone();
        other[4] = 77;
        assert_eq!(
            Model::from_bytes(&other).unwrap_err(),
            Damaged::Version { found: 77, known: VERSION }
        );
        let mut flipped = bytes.clone();
        flipped[bytes.len() / 3] ^= 1;
        assert_eq!(Model::from_bytes(&flipped).unwrap_err(), Damaged::Checksum);
    }
}
