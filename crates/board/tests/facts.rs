//! Facts about rules that others have established, read from a folder outside
//! the project: `TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_`.

use std::fs;
use std::path::PathBuf;

use board::benson::{self, Unconditional};
use board::score::{Cleared, Status, breaks_nakade_seki, score};
use board::{
    Color, Illegal, KoRule, Komi, Move, Point, PointSet, Position, Rules, Setup, Size, naive,
};
use serde_json::Value;

fn problems() -> PathBuf {
    PathBuf::from(
        std::env::var_os("TEDOMARI_PROBLEMS").expect("TEDOMARI_PROBLEMS names the folder"),
    )
}

fn text(path: &str) -> String {
    fs::read_to_string(problems().join(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn facts(path: &str) -> Vec<Value> {
    serde_json::from_str(&text(path)).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn rows(value: &Value) -> Vec<String> {
    let rows = value.as_array().expect("rows of a board");
    rows.iter().map(|row| row.as_str().expect("a row is text").replace('`', ".")).collect()
}

fn setup(value: &Value) -> Setup {
    rows(value).join("\n").parse().expect("a board")
}

fn color(value: &Value) -> Color {
    value.as_str().and_then(|text| text.parse().ok()).expect("a color")
}

fn point(value: &Value) -> Point {
    value.as_str().and_then(|text| text.parse().ok()).expect("a point")
}

fn rules() -> Rules {
    Rules { komi: Komi::points(0), ..Rules::tromp_taylor() }
}

/// The points of a map of characters, top row first.
fn each(map: &[String]) -> impl Iterator<Item = (Point, char)> {
    let height = map.len();
    map.iter().enumerate().flat_map(move |(row, line)| {
        line.chars().enumerate().map(move |(column, c)| (Point::new(column, height - 1 - row), c))
    })
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_play() {
    for fact in facts("rules/play.json") {
        let name = &fact["name"];
        let board = setup(&fact["board"]);
        let mut reached = board.clone();
        if let Some(moves) = fact["moves"].as_array() {
            let rules = Rules { ko: KoRule::Simple, ..rules() };
            let mut position = Some(Position::new(board.size, rules));
            reached = Setup::empty(board.size);
            for mv in moves {
                let (color, point) = (color(&mv[0]), point(&mv[1]));
                reached = naive::put(&reached, color, point);
                // The facts let a single stone kill itself; we call that illegal.
                if let Some(mut fast) = position.take() {
                    match fast.play(color, point.into()) {
                        Err(Illegal::Suicide(_)) => {}
                        played => {
                            played.unwrap_or_else(|e| panic!("{name}: {e}"));
                            position = Some(fast);
                        }
                    }
                }
            }
            assert_eq!((reached.black, reached.white), (board.black, board.white), "{name}");
            if let Some(position) = position {
                assert_eq!(position.setup(), reached, "{name}");
                let ko = fact["ko_point"].as_str().map(|text| text.parse().expect("a point"));
                assert_eq!(position.ko_point(), ko, "{name}");
            }
        }
        let position = Position::from_setup(&reached, rules()).expect("a position");
        let score = score(&position, &Status::all_alive(), 0);
        let wanted = fact["area_score_black_minus_white"].as_i64().expect("a number");
        assert_eq!(i64::from(score.halves), 2 * wanted, "{name}");
    }
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_ko_sequences() {
    for fact in facts("rules/ko-sequences.json") {
        let name = &fact["name"];
        let ko = match fact["rules"]["ko"].as_str() {
            Some("simple") => KoRule::Simple,
            Some("positional") => KoRule::Positional,
            Some("situational") => KoRule::Situational,
            other => panic!("{name}: {other:?}"),
        };
        let suicide = fact["rules"]["suicide"].as_bool().expect("true or false");
        let mut start = setup(&fact["board"]);
        start.to_play = color(&fact["to_play"]);
        let rules = Rules { ko, suicide, ..rules() };
        let mut position = Position::from_setup(&start, rules).expect("a position");
        for (n, step) in fact["steps"].as_array().expect("steps").iter().enumerate() {
            if let Some(play) = step["play"].as_array() {
                let mv: Move = play[1].as_str().and_then(|t| t.parse().ok()).expect("a move");
                position.play(color(&play[0]), mv).unwrap_or_else(|e| panic!("{name} {n}: {e}"));
            } else if let Some(banned) = step["illegal_by_ko"].as_array() {
                let color = color(&banned[0]);
                let wanted: PointSet = banned[1..].iter().map(point).collect();
                let found: PointSet = position
                    .empty_points()
                    .iter()
                    .filter(|&point| {
                        matches!(
                            position.check(color, point.into()),
                            Err(Illegal::Ko(_) | Illegal::Repetition(_))
                        )
                    })
                    .collect();
                assert_eq!(found, wanted, "{name}, step {n}: {position:?}");
            } else if let Some(finished) = step["finished"].as_bool() {
                // KataGo ends a game under simple ko at the third coming of a
                // position, and at a second pass in the same position.
                let limit = if position.moves().next_back().is_some_and(|(_, mv)| mv == Move::Pass)
                {
                    1
                } else {
                    2
                };
                let cycle = ko == KoRule::Simple && position.repetitions() >= limit;
                let over = position.is_over() || cycle;
                assert_eq!(over, finished, "{name}, step {n}");
            } else {
                panic!("{name}, step {n}: {step}");
            }
        }
    }
}

/// The map a fact shows: pass-alive stones and territory of both colors, with
/// further empty regions that touch one color only, and other stones if wanted.
fn area_map(setup: &Setup, suicide: bool, safe: bool, all: bool, stones: bool) -> [PointSet; 2] {
    let mut area = [PointSet::EMPTY; 2];
    for color in Color::BOTH {
        let (own, other) = (setup.stones(color), setup.stones(color.opponent()));
        let owned = benson::of_stones(setup.size, own, other, suicide);
        let mut claim = owned.area();
        for region in (PointSet::board(setup.size) - *own).components() {
            let border = region.border(setup.size);
            if region.intersects(other) || border.is_empty() {
                continue;
            }
            if safe && border.is_subset(&owned.blocks) {
                claim |= region;
            }
        }
        area[color.index()] = claim;
    }
    if all {
        let position = Position::from_setup(setup, rules()).expect("a position");
        let cleared = Cleared::new(&position, &PointSet::EMPTY);
        let taken = area[0] | area[1];
        for color in Color::BOTH {
            area[color.index()] |= *cleared.territory(color) - taken;
        }
    }
    if stones {
        let taken = area[0] | area[1];
        for color in Color::BOTH {
            area[color.index()] |= *setup.stones(color) - taken;
        }
    }
    area
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_area() {
    for fact in facts("rules/area.json") {
        let setup = setup(&fact["board"]);
        for (key, map) in fact["expected"].as_object().expect("maps") {
            let kind = key.trim_end_matches("_suicide");
            let wanted = rows(map).join("\n").parse::<Setup>().expect("a map");
            let suicide = key.ends_with("_suicide");
            let [black, white] = match kind {
                "benson" => area_map(&setup, suicide, false, false, false),
                "safe_territory" => area_map(&setup, suicide, true, false, false),
                "all_territory" => area_map(&setup, suicide, false, true, false),
                "area" => area_map(&setup, suicide, true, true, true),
                _ => panic!("a map called {key}"),
            };
            let found = Setup { black, white, ..Setup::empty(setup.size) };
            assert!(
                (black, white) == (wanted.black, wanted.white),
                "{} {key}:\n{found}",
                fact["name"]
            );
        }
    }
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_scoring() {
    for fact in facts("rules/scoring.json") {
        let name = &fact["name"];
        let komi: Komi = fact["komi"].to_string().parse().expect("komi");
        let rules = Rules { komi, ..rules() };
        let mut position = Position::from_setup(&setup(&fact["board"]), rules).expect("legal");
        if let Some(wanted) = fact["final_score"].as_str() {
            assert_eq!(score(&position, &Status::all_alive(), 0).to_string(), wanted, "{name}");
        }
        for (n, step) in fact["steps"].as_array().into_iter().flatten().enumerate() {
            if let Some(play) = step["play"].as_array() {
                position.play(color(&play[0]), point(&play[1]).into()).expect("a legal move");
            } else {
                // Unconditionally dead stones are dead; every other stone stays.
                let dead = Color::BOTH.map(|color| benson::unconditional(&position, color).dead);
                let status = Status { dead: dead[0] | dead[1], ..Status::all_alive() };
                let wanted = step["area_score_black_minus_white"].as_i64().expect("a number");
                let found = score(&position, &status, 0);
                assert_eq!(i64::from(found.halves), 2 * wanted, "{name}, step {n}: {position:?}");
            }
        }
    }
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_board() {
    let mut asked = 0;
    for fact in facts("rules/board-facts.json") {
        let name = &fact["name"];
        let kind = fact["kind"].as_str().expect("a kind");
        let position = Position::from_setup(&setup(&fact["board"]), rules()).expect("legal");
        if kind == "liberties" {
            for (point, c) in each(&rows(&fact["expected"])) {
                let wanted = c.to_digit(10).map_or(0, |n| n as usize);
                assert_eq!(position.liberties(point), wanted, "{name} {point}");
                asked += 1;
            }
        } else if kind != "ladder" {
            for (key, color) in [("expected_black", Color::Black), ("expected_white", Color::White)]
            {
                for (point, c) in each(&rows(&fact[key])) {
                    let Some(wanted) = c.to_digit(10) else { continue };
                    let found = after_move(&position, kind, color, point);
                    assert_eq!(found, wanted, "{name} {color} {point}");
                    asked += 1;
                }
            }
        }
    }
    println!("{asked} points asked");
}

/// What a move brings about: its liberties, or 1 for a capture or a ko.
fn after_move(position: &Position, kind: &str, color: Color, point: Point) -> u32 {
    let mut after = position.clone();
    let played = after.is_empty(point) && after.play(color, point.into()).is_ok();
    let taken = if played { after.lost(color.opponent()) } else { 0 };
    match kind {
        "liberties_after_move" => after.liberties(point) as u32 * u32::from(played),
        "captures_something" => u32::from(taken > 0),
        "takes_ko" => u32::from(after.ko_point().is_some() && taken > 0),
        _ => panic!("a fact of kind {kind}"),
    }
}

/// All boards of a size that are legal, counted point by point.
fn legal_boards(side: usize) -> u64 {
    let size = Size::square(side).expect("a size");
    let points: Vec<Point> = size.points().collect();
    let mut count = 0;
    let mut setup = Setup::empty(size);
    let mut codes = vec![0u8; points.len()];
    loop {
        count += u64::from(Position::from_setup(&setup, rules()).is_ok());
        let Some(i) = codes.iter().position(|&code| code < 2) else { return count };
        for j in 0..=i {
            codes[j] = if j < i { 0 } else { codes[i] + 1 };
            setup.set(points[j], [None, Some(Color::Black), Some(Color::White)][codes[j] as usize]);
        }
    }
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_legal_positions() {
    for line in text("rules/legal-positions.tsv").lines().filter(|line| !line.starts_with('#')) {
        let (side, count) = line.split_once('\t').expect("two columns");
        let side: usize = side.parse().expect("a size");
        // 43 million boards of 4×4 take a while without optimisation.
        if side <= if cfg!(debug_assertions) { 3 } else { 4 } {
            assert_eq!(legal_boards(side).to_string(), count.trim(), "{side}×{side}");
        }
    }
}

/// The stones of the root node of an SGF file of setup positions.
fn sgf_setup(path: &str) -> Setup {
    let text = text(path);
    let mut property = String::new();
    let mut ended = false;
    let mut rest = text.as_str();
    let mut stones = [PointSet::EMPTY; 2];
    let mut side = 19;
    while let Some(c) = rest.chars().next() {
        rest = &rest[c.len_utf8()..];
        match c {
            '[' => {
                let end = rest.find(']').expect("a closed value");
                let value = &rest[..end];
                rest = &rest[end + 1..];
                ended = true;
                let on = |i: usize| (value.as_bytes()[i] - b'a') as usize;
                match property.as_str() {
                    "SZ" => side = value.parse().expect("a size"),
                    "AB" => drop(stones[0].insert(Point::new(on(0), side - 1 - on(1)))),
                    "AW" => drop(stones[1].insert(Point::new(on(0), side - 1 - on(1)))),
                    _ => {}
                }
            }
            c if c.is_ascii_uppercase() => {
                if std::mem::take(&mut ended) {
                    property.clear();
                }
                property.push(c);
            }
            _ => {}
        }
    }
    let size = Size::square(side).expect("a size");
    Setup { black: stones[0], white: stones[1], ..Setup::empty(size) }
}

fn both(setup: &Setup) -> [Unconditional; 2] {
    Color::BOTH.map(|color| {
        benson::of_stones(setup.size, setup.stones(color), setup.stones(color.opponent()), false)
    })
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_benson_counts() {
    let (mut boards, mut points) = (0, 0);
    for line in text("fuego-safety/set1.csv").lines().skip(1) {
        let columns: Vec<&str> = line.split(',').collect();
        let counts = both(&sgf_setup(&format!("fuego-safety/{}", columns[0])))
            .map(|owned| owned.benson().len());
        assert_eq!(columns[1], counts[0].to_string(), "{line}");
        assert_eq!(columns[2], counts[1].to_string(), "{line}");
        assert_eq!(columns[3], (counts[0] + counts[1]).to_string(), "{line}");
        boards += 1;
        points += counts[0] + counts[1];
    }
    println!("{boards} boards, {points} points");
}

/// Predicates about positions in the text format of another program.
fn predicates(path: &str) -> Vec<(String, Setup, Vec<String>)> {
    let text = text(path);
    let mut cases = Vec::new();
    for case in text.split("\n%") {
        let title = case.lines().next().unwrap_or_default().trim_start_matches('%').trim();
        // The last move is marked by a bracket.
        let is_row = |line: &&str| {
            line.contains('.') && line.chars().all(|c| " .XO)".contains(c))
                || line.chars().all(|c| " XO)".contains(c)) && line.len() > 3
        };
        let rows: Vec<String> =
            case.lines().filter(is_row).map(|line| line.replace(')', " ")).collect();
        let Ok(setup) = rows.join("\n").parse::<Setup>() else { continue };
        let asked = case.lines().map(|line| line.split('#').next().unwrap_or_default().trim());
        let asked = asked.filter(|line| {
            ["moggy", "breaking_nakade_seki"].iter().any(|word| line.starts_with(word))
        });
        cases.push((title.to_string(), setup, asked.map(String::from).collect()));
    }
    cases
}

/// Who owns a point at the end as the default judgement sees it.
fn owner(position: &Position, point: Point) -> char {
    let judgement = board::score::judge(position, 400, 1);
    let status = judgement.status;
    let cleared = Cleared::new(position, &status.dead);
    // A dead stone stands on a point of the opponent's, even beside open ground.
    let [black, white] = Color::BOTH.map(|c| {
        let dead = status.dead & *position.stones(c.opponent());
        (*cleared.stones(c) | *cleared.territory(c) | dead).contains(point)
    });
    match (black, white) {
        (true, _) => 'x',
        (_, true) => 'o',
        _ => ':',
    }
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_status_of_points() {
    let (mut asked, mut wrong) = (0, Vec::new());
    for path in ["rules/pachi-bent4.txt", "rules/pachi-seki.txt"] {
        for (title, setup, lines) in predicates(path) {
            for line in lines.iter().filter_map(|line| line.strip_prefix("moggy status ")) {
                let words: Vec<&str> = line.split_whitespace().collect();
                for pair in words.chunks_exact(2) {
                    let position = Position::from_setup(&setup, rules()).expect("a position");
                    let point: Point = pair[0].parse().expect("a point");
                    let found = owner(&position, point);
                    asked += 1;
                    if !pair[1].eq_ignore_ascii_case(&found.to_string()) {
                        wrong.push(format!(
                            "{title}: {} wanted {}, found {found}",
                            pair[0], pair[1]
                        ));
                    }
                }
            }
        }
    }
    println!("{asked} points asked, {} otherwise:\n{}", wrong.len(), wrong.join("\n"));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_nakade_sekis() {
    let (mut asked, mut wrong) = (0, Vec::new());
    for (title, setup, lines) in predicates("rules/pachi-seki.txt") {
        for line in lines.iter().filter_map(|line| line.strip_prefix("breaking_nakade_seki ")) {
            let words: Vec<&str> = line.split_whitespace().collect();
            let color: Color = words[0].parse().expect("a color");
            let point: Point = words[1].parse().expect("a point");
            let position = Position::from_setup(&setup, rules()).expect("a position");
            let found = breaks_nakade_seki(&position, color, point);
            asked += 1;
            if found != (words[2] == "1") {
                wrong.push(format!("{title}: {line}, found {found}"));
            }
        }
    }
    println!("{asked} moves asked, {} otherwise", wrong.len());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Unconditionally alive blocks, and everything around them in which the
/// opponent has no room for two eyes, own stones that are not alive included.
fn held(size: Size, owned: &Unconditional) -> PointSet {
    let all = PointSet::board(size);
    let touching = owned.blocks.grown(&all);
    let regions = (all - owned.blocks).components().filter(|region| {
        let inner = *region - touching;
        inner.len() <= 1 || inner.len() == 2 && inner.is_connected()
    });
    regions.fold(owned.blocks, |held, region| held | region)
}

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test --workspace -- --ignored facts_"]
fn facts_unconditional_status() {
    let (mut asked, mut wrong) = (0, Vec::new());
    let mut setup = Setup::empty(Size::square(19).expect("a size"));
    let mut answer = (String::new(), String::new());
    for line in text("gnugo/unconditional.tst").lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["loadsgf", file] => setup = sgf_setup(&format!("gnugo/{file}")),
            ["boardsize", side] => {
                let side = side.parse().expect("a number");
                setup = Setup::empty(Size::square(side).expect("a size"));
            }
            ["play", color, point] => {
                let (color, point) =
                    (color.parse().expect("a color"), point.parse().expect("point"));
                setup = naive::put(&setup, color, point);
            }
            [_, "unconditional_status", point] => {
                let at: Point = point.parse().expect("a point");
                let held = both(&setup).map(|owned| held(setup.size, &owned));
                let status = match setup.stone(at) {
                    Some(color) if held[color.index()].contains(at) => "alive",
                    Some(color) if held[color.opponent().index()].contains(at) => "dead",
                    None if held[0].contains(at) => "black_territory",
                    None if held[1].contains(at) => "white_territory",
                    _ => "undecided",
                };
                answer = (format!("{point} {status}"), status.to_string());
            }
            ["#?", wanted] => {
                asked += 1;
                if wanted.trim_matches(['[', ']', '*']) != answer.1 {
                    wrong.push(format!("{}, wanted {wanted}", answer.0));
                }
            }
            _ => {}
        }
    }
    // GNU Go also counts what its owner can defend by answering; what is proved
    // here without an answer must not contradict it.
    println!("{asked} points asked, {} left undecided", wrong.len());
    wrong.retain(|line| !line.contains(" undecided, "));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
