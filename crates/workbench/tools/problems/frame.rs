//! Boards from drawings, with living walls around what is asked about.

use board::{Color, Move, Point, PointSet, Position, Rules, Setup, Size, benson};

/// A drawing: `X` and `O` stones, `.` empty points, `_` outside, to be filled with stones of
/// one color that live whatever happens.
pub(crate) fn drawing(text: &str, outside: Color) -> Option<Setup> {
    let rows: Vec<Vec<char>> = text
        .lines()
        .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect::<Vec<char>>())
        .filter(|row| !row.is_empty())
        .collect();
    let size = Size::new(rows.first()?.len(), rows.len()).ok()?;
    let mut setup = Setup::empty(size);
    let mut free = PointSet::EMPTY;
    for (y, row) in rows.iter().enumerate() {
        if row.len() != size.width() {
            return None;
        }
        for (x, c) in row.iter().enumerate() {
            let point = size.point(x, size.height() - 1 - y)?;
            match c {
                'X' => setup.set(point, Some(Color::Black)),
                'O' => setup.set(point, Some(Color::White)),
                '_' => _ = free.insert(point),
                _ => {}
            }
        }
    }
    fill(&mut setup, &free, outside).then_some(setup)
}

/// Fills points with stones of one color and leaves eyes among them, so that all of them live
/// unconditionally. Whether that could be done.
pub(crate) fn fill(setup: &mut Setup, free: &PointSet, color: Color) -> bool {
    if free.is_empty() {
        return true;
    }
    for point in free.iter() {
        setup.set(point, Some(color));
    }
    // Eyes as far from the rest as can be, and not beside each other.
    let size = setup.size;
    let mut eyes = PointSet::EMPTY;
    for component in free.components() {
        let deep = component.interior(size);
        let mut places: Vec<Point> = deep.iter().collect();
        let center = |p: &Point| {
            let (x, y) = (p.column() as i32 * 2 - size.width() as i32, p.row() as i32 * 2);
            x.abs() + (y - size.height() as i32).abs()
        };
        // Corners first: there eyes disturb the picture least.
        places.sort_by_key(|point| (-center(point), point.column(), point.row()));
        let mut made = 0;
        for point in places {
            let near = PointSet::from_iter([point]).grown(&PointSet::board(size));
            if made < 3 && !near.grown(&PointSet::board(size)).intersects(&eyes) {
                eyes.insert(point);
                made += 1;
            }
        }
    }
    for eye in eyes.iter() {
        setup.set(eye, None);
    }
    let Ok(position) = Position::from_setup(setup, Rules::japanese()) else { return false };
    (*free - eyes).is_subset(&benson::unconditional(&position, color).blocks)
}

/// Takes stones of living walls off the board as long as the rest lives unconditionally all
/// the same, those far from the action first, so that the picture is easy to look at.
pub(crate) fn thin(setup: &Setup, color: Color) -> Setup {
    let Some(start) = position(setup) else { return setup.clone() };
    let whole = benson::unconditional(&start, color);
    let outside = whole.blocks | quiet(&start, color);
    let board = PointSet::board(setup.size);
    let action = board - outside;
    let beside = action.grown(&board);
    if beside.is_empty() {
        return setup.clone();
    }
    // How far from the action a point lies.
    let mut far = Vec::new();
    let mut reached = beside;
    while reached != board {
        let next = reached.grown(&board);
        far.push(next - reached);
        reached = next;
    }
    let mut thinned = setup.clone();
    for layer in far.iter().rev() {
        let mut points: Vec<Point> = (*layer & whole.blocks).iter().collect();
        points
            .sort_by_key(|point| ((point.column() + point.row()) % 2, point.row(), point.column()));
        for point in points {
            let mut trial = thinned.clone();
            trial.set(point, None);
            let Some(after) = position(&trial) else { continue };
            let now = benson::unconditional(&after, color);
            let stones = *after.stones(color) & outside;
            let alive =
                stones.is_subset(&now.blocks) && outside.is_subset(&(now.blocks | now.eyes));
            if alive {
                thinned = trial;
            }
        }
    }
    thinned
}

/// The position, as it is asked about under Japanese rules.
pub(crate) fn position(setup: &Setup) -> Option<Position> {
    Position::from_setup(setup, Rules::japanese()).ok()
}

/// The empty points that both sides may want: all but the eyes of stones that live by
/// themselves.
pub(crate) fn contested(position: &Position) -> PointSet {
    let mut region = position.empty_points();
    for color in Color::BOTH {
        region -= quiet(position, color);
    }
    region
}

/// The same with the stones that might be taken, on whose points one may play later.
pub(crate) fn open_to_play(position: &Position) -> PointSet {
    let stones = Color::BOTH
        .map(|color| *position.stones(color) - benson::unconditional(position, color).blocks);
    contested(position) | stones[0] | stones[1]
}

/// The eyes of unconditionally living stones in which nothing of the opponent's stands.
fn quiet(position: &Position, color: Color) -> PointSet {
    let eyes = benson::unconditional(position, color).eyes;
    let other = position.stones(color.opponent());
    let mut quiet = PointSet::EMPTY;
    for eye in eyes.components().filter(|eye| !eye.intersects(other)) {
        quiet |= eye;
    }
    quiet
}

/// `Black` or `White`, as sentences begin.
pub(crate) fn side(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

/// Points with commas and a last `and` or `or`.
pub(crate) fn spoken(points: &[String], last: &str) -> String {
    match points {
        [] => "nowhere".to_string(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

/// The position after a move, if it is legal.
pub(crate) fn after(position: &Position, color: Color, point: Point) -> Option<Position> {
    let mut next = position.clone();
    next.play(color, Move::Play(point)).ok()?;
    Some(next)
}
