//! Games made for tests: a long one with many variations, and random ones full of captures.

/// A made game of 300 moves with 70 variations of ten moves each, all on free points.
pub(crate) fn long_game() -> String {
    let mut random = Random(7);
    let mut points: Vec<String> = Vec::new();
    for x in 'a'..='s' {
        for y in 'a'..='s' {
            points.push(format!("{x}{y}"));
        }
    }
    random.shuffle(&mut points);
    let (main, rest) = points.split_at(300);
    let play = |number: usize, point: &str| {
        format!(";{}[{point}]", if number.is_multiple_of(2) { 'B' } else { 'W' })
    };
    let mut text = "(;GM[1]FF[4]SZ[19]GN[A long game]".to_string();
    let mut tails = Vec::new();
    for (number, point) in main.iter().enumerate() {
        if number % 4 == 2 && tails.len() < 70 {
            let mut free = rest.to_vec();
            random.shuffle(&mut free);
            let line: String =
                free.iter().take(10).enumerate().map(|(i, p)| play(number + i, p)).collect();
            tails.push(format!("({line})"));
            text.push('(');
        }
        text.push_str(&play(number, point));
    }
    for tail in tails.iter().rev() {
        text.push_str(&format!("){tail}"));
    }
    text + ")"
}

/// Random moves with captures, ko and refilled points; no suicide, which rules disagree on.
pub(crate) fn random_game(seed: u64, width: usize, height: usize, moves: usize) -> String {
    let mut random = Random(seed + 1);
    let mut board = vec![b'.'; width * height];
    let mut text = format!("(;GM[1]FF[4]SZ[{width}:{height}]RU[Chinese]");
    let mut color = b'B';
    let mut history = vec![board.clone()];
    for _ in 0..moves {
        let mut points: Vec<usize> = (0..board.len()).filter(|&i| board[i] == b'.').collect();
        random.shuffle(&mut points);
        let after = points.iter().find_map(|&i| {
            let next = after(&board, width, i, color)?;
            (!history.contains(&next)).then_some((i, next))
        });
        match after {
            Some((i, next)) => {
                let letter = |n: usize| char::from(b'a' + u8::try_from(n).expect("small boards"));
                text.push_str(&format!(
                    ";{}[{}{}]",
                    char::from(color),
                    letter(i % width),
                    letter(i / width)
                ));
                board = next;
                history.push(board.clone());
            }
            None => text.push_str(&format!(";{}[]", char::from(color))),
        }
        color = if color == b'B' { b'W' } else { b'B' };
    }
    text + ")"
}

/// The board after a move, or nothing if it were suicide; slow and obvious.
fn after(board: &[u8], width: usize, i: usize, color: u8) -> Option<Vec<u8>> {
    let mut next = board.to_vec();
    next[i] = color;
    let other = if color == b'B' { b'W' } else { b'B' };
    let dead: Vec<usize> =
        (0..next.len()).filter(|&j| next[j] == other && !breathes(&next, width, j)).collect();
    for j in dead {
        next[j] = b'.';
    }
    breathes(&next, width, i).then_some(next)
}

fn breathes(board: &[u8], width: usize, start: usize) -> bool {
    let mut seen = vec![start];
    let mut at = 0;
    while at < seen.len() {
        let i = seen[at];
        at += 1;
        let mut near = Vec::new();
        if i % width > 0 {
            near.push(i - 1);
        }
        if i % width + 1 < width {
            near.push(i + 1);
        }
        if i >= width {
            near.push(i - width);
        }
        if i + width < board.len() {
            near.push(i + width);
        }
        for j in near {
            if board[j] == b'.' {
                return true;
            }
            if board[j] == board[start] && !seen.contains(&j) {
                seen.push(j);
            }
        }
    }
    false
}

/// A small generator, so that every run plays the same games.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit") % bound
    }

    fn shuffle<T>(&mut self, list: &mut [T]) {
        for i in (1..list.len()).rev() {
            let j = self.below(i + 1);
            list.swap(i, j);
        }
    }
}
