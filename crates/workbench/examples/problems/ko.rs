//! Kos: groups whose life a ko decides, and sekis that are none.

use board::Color;
use cgt::Random;

use crate::draft::Collector;
use crate::eyes::{Place, Pocket, judge, shapes, turns};
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
            let cells = random.between(4, 7) as usize;
            let all = shapes(cells);
            let shape = all[random.between(0, all.len() as i64 - 1) as usize].clone();
            let turned = turns(&shape);
            let shape = turned[random.between(0, turned.len() as i64 - 1) as usize].clone();
            let place = [Place::Edge, Place::Corner][random.between(0, 1) as usize];
            let mut pocket = Pocket::plain(&shape, place, color);
            for _ in 0..random.between(1, 3) {
                let cell = random.between(0, cells as i64 - 1) as usize;
                if !pocket.stones.contains(&cell) {
                    pocket.stones.push(cell);
                }
            }
            pocket.liberties = random.between(0, 2) as usize;
            let Some((setup, _)) = pocket.setup() else { continue };
            (setup, format!("stones inside {}", place.words()))
        };
        let Some(judged) = judge(&setup, color) else { continue };
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
        let draft = judged.draft(&name, setup, "");
        if !collector.knows(&draft, 5) && collector.take(draft) {
            match status {
                "ko" => kos += 1,
                _ => sekis += 1,
            }
            color = color.opponent();
        }
    }
}
