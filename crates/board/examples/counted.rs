//! Throw-away.
use board::score::*;
use board::*;
fn prop<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let at = line.find(&format!("{name}["))?;
    let rest = &line[at + name.len() + 1..];
    Some(&rest[..rest.find(']')?])
}
fn replay(line: &str, rules: Rules) -> Option<Position> {
    let mut p = Position::new(Size::square(19).unwrap(), rules);
    let b = line.as_bytes();
    let mut i = 1;
    while let Some(at) = line[i..].find(';') {
        i += at + 1;
        let c = match b.get(i)? {
            b'B' => Color::Black,
            b'W' => Color::White,
            _ => continue,
        };
        if b[i + 1] != b'[' {
            continue;
        }
        let mv = if b[i + 2] == b']' {
            Move::Pass
        } else {
            let x = (b[i + 2] - b'a') as usize;
            let y = (b[i + 3] - b'a') as usize;
            if x > 18 || y > 18 { Move::Pass } else { Move::Play(Point::new(x, 18 - y)) }
        };
        p.play(c, mv).ok()?;
    }
    Some(p)
}
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let n: usize = args[2].parse().unwrap();
    let playouts: u32 = args[3].parse().unwrap();
    let verbose: usize = args.get(4).map_or(0, |a| a.parse().unwrap());
    let text = std::fs::read_to_string(&args[1]).unwrap();
    let (mut total, mut right, mut sign, mut shown) = (0, 0, 0, 0);
    let mut by = std::collections::BTreeMap::<i32, usize>::new();
    let start = std::time::Instant::now();
    for (number, line) in text.lines().enumerate() {
        let Some(re) = prop(line, "RE") else { continue };
        if re.len() < 3 || &re[1..2] != "+" {
            continue;
        }
        let Ok(m) = re[2..].parse::<Komi>() else { continue };
        let want = m.in_halves() * if re.starts_with('B') { 1 } else { -1 };
        let ru = prop(line, "RU").unwrap_or("-");
        if !["-", "Japanese", "JPN", "JP"].contains(&ru) {
            continue;
        }
        let Some(Ok(komi)) = prop(line, "KM").map(|k| k.parse::<Komi>()) else { continue };
        if ru == "-" && komi.in_halves() > 13 {
            continue;
        }
        if (want + komi.in_halves()) % 2 != 0 {
            continue;
        }
        let Some(p) = replay(line, Rules { komi, ..Rules::japanese() }) else { continue };
        let j = judge(&p, playouts, 1);
        let s = score(&p, &j.status, 0);
        total += 1;
        right += usize::from(s.halves == want);
        sign += usize::from(s.halves.signum() == want.signum());
        if std::env::var("PP").is_ok() {
            let cl = Cleared::new(&p, &j.status.dead);
            let full = cl.protect(&j.status.seki, 99);
            let real = cl.protect(&j.status.seki, 0);
            let by = |set: &PointSet| {
                ((*set & *cl.territory(Color::White)).len() as i32
                    - (*set & *cl.territory(Color::Black)).len() as i32)
                    * 2
            };
            let base = s.halves - by(&j.status.protect);
            if full.len() == 1 && real.is_empty() && (base == want || base + by(&full) == want) {
                let q = full.first().unwrap();
                let c = if cl.territory(Color::Black).contains(q) {
                    Color::Black
                } else {
                    Color::White
                };
                let f: Vec<String> = p
                    .blocks_beside(q, c)
                    .map(|b| {
                        let l = p.liberty_points(b);
                        format!(
                            "{}l{}d{}t{}",
                            p.block_size(b).min(3),
                            l.len(),
                            (l & cl.neutral).len(),
                            (p.block(b).border(p.size()) & *cl.territory(c)).len()
                        )
                    })
                    .filter(|f| f.ends_with("t1"))
                    .collect();
                println!(
                    "LOCAL {} {} at {q}",
                    if base == want { "COUNTED" } else { "FALSE" },
                    f.join(",")
                );
                for r in (q.row().saturating_sub(4)..=(q.row() + 4).min(18)).rev() {
                    let mut line = String::new();
                    for c in q.column().saturating_sub(5)..=(q.column() + 5).min(18) {
                        let z = Point::new(c, r);
                        line.push(if z == q {
                            '@'
                        } else if j.status.dead.contains(z) {
                            if p.stone(z) == Some(Color::Black) { 'x' } else { 'o' }
                        } else {
                            match p.stone(z) {
                                Some(Color::Black) => 'X',
                                Some(_) => 'O',
                                None => {
                                    if cl.neutral.contains(z) {
                                        '?'
                                    } else {
                                        '.'
                                    }
                                }
                            }
                        });
                        line.push(' ');
                    }
                    println!("{line}");
                }
            }
            println!(
                "PP full {} real {} | none {} real {} full {} | {}",
                full.len(),
                real.len(),
                base == want,
                base + by(&real) == want,
                base + by(&full) == want,
                (want - base) / 2
            );
        }
        *by.entry(((s.halves - want) / 2).clamp(-30, 30)).or_default() += 1;
        let mind: i32 = std::env::var("MIN").map_or(0, |m| m.parse().unwrap());
        let maxd: i32 = std::env::var("MAX").map_or(999, |m| m.parse().unwrap());
        let off = (s.halves - want).abs() / 2;
        if s.halves != want && off >= mind && off <= maxd && shown < verbose {
            shown += 1;
            println!(
                "== {} line {} {} want {} got {} {:?} last {:?}",
                args[1],
                number + 1,
                prop(line, "DT").unwrap_or(""),
                re,
                s,
                j.warrant,
                p.moves().rev().take(4).map(|(c, m)| format!("{c:.1}{m}")).collect::<Vec<_>>()
            );
            let mut picture = format!("{}", p.setup())
                .lines()
                .map(|l| l.chars().collect::<Vec<_>>())
                .collect::<Vec<_>>();
            for q in p.size().points() {
                let c = &mut picture[19 - q.row()][3 + 2 * q.column()];
                if j.status.dead.contains(q) {
                    *c = if p.stone(q) == Some(Color::Black) { 'x' } else { 'o' }
                } else if j.status.seki.contains(q) {
                    *c = if p.stone(q) == Some(Color::Black) { 'S' } else { 's' }
                } else if p.stone(q).is_none() {
                    *c = if s.sides[0].territory.contains(q) {
                        '+'
                    } else if s.sides[1].territory.contains(q) {
                        '-'
                    } else if j.status.protect.contains(q) {
                        'P'
                    } else {
                        '?'
                    };
                }
            }
            for l in picture {
                println!("{}", l.iter().collect::<String>());
            }
            let mut u: Vec<_> = j.blocks.iter().filter(|b| (20..980).contains(&b.lived)).collect();
            u.sort_by_key(|b| b.lived.abs_diff(500));
            println!(
                "{}",
                u.iter()
                    .take(14)
                    .map(|b| format!("{}:{}", b.anchor, b.lived))
                    .collect::<Vec<_>>()
                    .join(" ")
            );
        }
        if total == n {
            break;
        }
    }
    println!(
        "{total} games, {right} right ({:.1}%), winner {sign}, {:.3} s/game",
        100.0 * right as f64 / total as f64,
        start.elapsed().as_secs_f64() / total as f64
    );
    println!("{by:?}");
}
