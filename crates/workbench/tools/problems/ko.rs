//! Kos: groups whose life a ko decides, and sekis that are none.

use board::Color;
use cgt::Random;

use crate::draft::Collector;
use crate::eyes::{Place, Pocket, read};
use crate::life::holed;

pub(crate) fn make(collector: &mut Collector) {
    let mut random = Random::new(3);
    let mut color = Color::Black;
    let (mut kos, mut sekis) = (0, 0);
    for round in 0..2500 {
        if kos == 20 && sekis == 5 {
            break;
        }
        let (setup, name) = if round % 2 == 0 {
            let Some((setup, place)) = holed(&mut random, color) else { continue };
            (setup, format!("a ko {}", place.words()))
        } else {
            let places = [Place::Edge, Place::Corner];
            let mut pocket = Pocket::random(&mut random, [4, 7], &places, color);
            pocket.put_stones(&mut random, 3);
            pocket.liberties = random.between(0, 2) as usize;
            let Some((setup, _)) = pocket.setup() else { continue };
            (setup, format!("stones inside {}", pocket.place.words()))
        };
        let Some(judged) = read(&setup, color) else { continue };
        let status = judged.report.status;
        let clear = judged.report.defender_first.moves.len() <= 2
            && judged.report.attacker_first.moves.len() <= 2;
        let room = match status {
            "ko" if clear => kos < 20,
            "seki" => sekis < 5,
            _ => false,
        };
        if !room {
            continue;
        }
        let name = if status == "seki" { name.replace("a ko", "a seki") } else { name };
        let draft = judged.draft(&name, setup.clone(), "");
        if !collector.knows(&draft, 5) && judged.is_confirmed(&setup) && collector.take(draft) {
            match status {
                "ko" => kos += 1,
                _ => sekis += 1,
            }
            color = color.opponent();
        }
    }
}
