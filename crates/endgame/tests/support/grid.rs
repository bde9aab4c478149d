//! A board as letters: `X O` walls, `x o` stones, `.` empty, `#` nothing.

/// A grid of letters and which cells belong to the area.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Grid {
    pub(crate) width: usize,
    pub(crate) cells: Vec<u8>,
}

pub(crate) const COLORS: [(u8, u8); 2] = [(b'X', b'x'), (b'O', b'o')];

impl Grid {
    pub(crate) fn parse(text: &str) -> Grid {
        let rows: Vec<Vec<u8>> = text
            .lines()
            .map(|line| line.bytes().filter(|b| !b.is_ascii_whitespace()).collect())
            .filter(|row: &Vec<u8>| !row.is_empty())
            .collect();
        let width = rows.iter().map(Vec::len).max().unwrap_or(0);
        let mut cells = Vec::new();
        for mut row in rows {
            row.resize(width, b'#');
            cells.extend(row);
        }
        Grid { width, cells }
    }

    pub(crate) fn text(&self) -> String {
        let row = |row: &[u8]| row.iter().map(|&c| format!("{} ", c as char)).collect::<String>();
        self.cells.chunks(self.width).map(|r| row(r) + "\n").collect()
    }

    pub(crate) fn neighbors(&self, p: usize) -> Vec<usize> {
        let (x, y) = (p % self.width, p / self.width);
        let mut list = Vec::new();
        if x > 0 {
            list.push(p - 1);
        }
        if x + 1 < self.width {
            list.push(p + 1);
        }
        if y > 0 {
            list.push(p - self.width);
        }
        if (y + 1) * self.width < self.cells.len() {
            list.push(p + self.width);
        }
        list
    }

    pub(crate) fn is(&self, p: usize, color: usize) -> bool {
        let (wall, stone) = COLORS[color];
        self.cells[p] == wall || self.cells[p] == stone
    }

    /// The connected cells around `p` for which `like` holds.
    pub(crate) fn component(&self, p: usize, like: impl Fn(usize) -> bool) -> Vec<usize> {
        let mut found = vec![p];
        let mut next = 0;
        while next < found.len() {
            for q in self.neighbors(found[next]) {
                if like(q) && !found.contains(&q) {
                    found.push(q);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }

    pub(crate) fn block(&self, p: usize) -> Vec<usize> {
        let color = if self.is(p, 0) { 0 } else { 1 };
        self.component(p, |q| self.is(q, color))
    }

    fn breathes(&self, block: &[usize]) -> bool {
        block.iter().any(|&p| {
            matches!(self.cells[p], b'X' | b'O')
                || self.neighbors(p).iter().any(|&q| self.cells[q] == b'.')
        })
    }

    /// Whether every stone has a liberty or a wall.
    pub(crate) fn is_legal(&self) -> bool {
        let stone = |p: &usize| matches!(self.cells[*p], b'x' | b'o');
        (0..self.cells.len()).filter(stone).all(|p| self.breathes(&self.block(p)))
    }

    /// The grid after a move and the number of captured stones.
    pub(crate) fn play(&self, color: usize, p: usize) -> Option<(Grid, i32)> {
        if self.cells[p] != b'.' {
            return None;
        }
        let mut after = self.clone();
        after.cells[p] = COLORS[color].1;
        let mut captured = 0;
        for q in self.neighbors(p) {
            if after.is(q, 1 - color) {
                let block = after.block(q);
                if !after.breathes(&block) {
                    captured += block.len() as i32;
                    for r in block {
                        after.cells[r] = b'.';
                    }
                }
            }
        }
        after.breathes(&after.block(p)).then_some((after, captured))
    }

    /// The grid after a move and how many more stones the opponent lost than the
    /// mover; several stones may kill themselves where that is legal.
    pub(crate) fn play_under(&self, suicide: bool, color: usize, p: usize) -> Option<(Grid, i32)> {
        if let Some(played) = self.play(color, p) {
            return Some(played);
        }
        if !suicide || self.cells[p] != b'.' {
            return None;
        }
        let mut after = self.clone();
        after.cells[p] = COLORS[color].1;
        let block = after.block(p);
        for &q in &block {
            after.cells[q] = b'.';
        }
        (block.len() > 1).then_some((after, -(block.len() as i32)))
    }

    /// The grid turned by a quarter so many times, mirrored first if asked, with
    /// the colors exchanged if asked.
    pub(crate) fn image(&self, turns: usize, mirror: bool, swap: bool) -> Grid {
        let mut grid = self.clone();
        if mirror {
            grid.cells.chunks_mut(grid.width).for_each(<[u8]>::reverse);
        }
        for _ in 0..turns {
            let height = grid.cells.len() / grid.width;
            let cells = (0..grid.cells.len()).map(|p| {
                let (x, y) = (p % height, p / height);
                grid.cells[(height - 1 - x) * grid.width + y]
            });
            grid = Grid { cells: cells.collect(), width: height };
        }
        if swap {
            for cell in &mut grid.cells {
                *cell = match *cell {
                    b'x' => b'o',
                    b'o' => b'x',
                    b'X' => b'O',
                    b'O' => b'X',
                    other => other,
                };
            }
        }
        grid
    }

    /// Makes walls of the blocks that live unconditionally (Benson's
    /// definition word by word).
    pub(crate) fn recognise(&mut self, suicide: bool) {
        for color in [0, 1] {
            for p in self.alive(color, suicide) {
                self.cells[p] = COLORS[color].0;
            }
        }
    }

    fn alive(&self, color: usize, suicide: bool) -> Vec<usize> {
        let all = 0..self.cells.len();
        let mut blocks: Vec<Vec<usize>> = Vec::new();
        let mut regions: Vec<Vec<usize>> = Vec::new();
        for p in all.filter(|&p| self.cells[p] != b'#') {
            let (list, component) = if self.is(p, color) {
                (&mut blocks, self.block(p))
            } else {
                let free = |q: usize| self.cells[q] != b'#' && !self.is(q, color);
                (&mut regions, self.component(p, free))
            };
            if !list.contains(&component) {
                list.push(component);
            }
        }
        regions.retain(|region| region.iter().all(|&p| self.cells[p] != COLORS[1 - color].0));
        let touches = |region: &[usize], block: &[usize]| {
            region.iter().any(|&p| self.neighbors(p).iter().any(|q| block.contains(q)))
        };
        loop {
            let count = blocks.len();
            blocks.retain(|block| {
                let walled = block.iter().any(|&p| self.cells[p] == COLORS[color].0);
                let vital = |region: &&Vec<usize>| {
                    touches(region, block)
                        && region
                            .iter()
                            .filter(|&&p| suicide || self.cells[p] == b'.')
                            .all(|&p| self.neighbors(p).iter().any(|q| block.contains(q)))
                };
                walled || regions.iter().filter(vital).count() >= 2
            });
            regions.retain(|region| {
                region.iter().all(|&p| {
                    self.neighbors(p)
                        .into_iter()
                        .filter(|&q| self.is(q, color))
                        .all(|q| blocks.iter().any(|block| block.contains(&q)))
                })
            });
            if blocks.len() == count {
                return blocks.concat();
            }
        }
    }

    /// Stones and surrounded points of the cells in `area`, Black minus White.
    pub(crate) fn count(&self, area: &[bool]) -> i32 {
        let mut count = 0;
        for p in (0..self.cells.len()).filter(|&p| area[p]) {
            if self.is(p, 0) {
                count += 1;
            } else if self.is(p, 1) {
                count -= 1;
            } else {
                let region = self.component(p, |q| self.cells[q] == b'.');
                let reaches = |color: usize| {
                    region.iter().any(|&r| self.neighbors(r).iter().any(|&q| self.is(q, color)))
                };
                count +=
                    i32::from(reaches(0) && !reaches(1)) - i32::from(reaches(1) && !reaches(0));
            }
        }
        count
    }
}
