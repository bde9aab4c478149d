//! A slow and obvious judge of safety claims: it plays out everything.
//!
//! The claim: these stones are never captured and in these points no stone of
//! the opponent is left at the end. The judge fills the rest of the board with
//! immortal stones of the attacker, so that nothing outside can help, and finds
//! the states from which the defender, answering each move or pass with one move
//! or pass, brings every line to such an end. Only finite lines count, so that
//! every repetition is the defender's failure and no ko is ever won by him.

use board::{Color, Point, PointSet, Setup};

/// What the attacker can do about a claim.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Attack {
    /// Every line ends as claimed.
    Fails,
    /// There is a line against every defence.
    Succeeds,
    /// More than this judge can play out.
    TooLarge,
}

/// Immortal stones of the attacker, and of the defender.
const OUTSIDE: u8 = 3;
const WALL: u8 = 4;

/// What is claimed for a color.
pub(crate) struct Claim {
    pub(crate) color: Color,
    /// Immortal by assumption.
    pub(crate) walls: PointSet,
    /// Stones that are never captured.
    pub(crate) safe: PointSet,
    /// Where nothing of the attacker is left at the end.
    pub(crate) territory: PointSet,
    /// Where the attacker may play and stay.
    pub(crate) eyes: PointSet,
}

/// Plays out a claim about a board.
pub(crate) fn attack(setup: &Setup, claim: &Claim, suicide: bool, limit: usize) -> Attack {
    let arena = claim.territory | claim.eyes;
    let around = claim.safe | claim.walls;
    assert!(arena.border(setup.size).is_subset(&around), "the region is open\n{setup}{arena}");
    let free: Vec<Point> = arena.iter().collect();
    if free.len() > limit {
        return Attack::TooLarge;
    }
    let game = Game::new(setup, claim, &free, suicide);
    let total = 3usize.pow(free.len() as u32);
    let boards: Vec<Option<Vec<u8>>> = (0..total).map(|code| game.legal(code)).collect();
    // Moves of the attacker and the answers to each, as codes.
    let mut answers: Vec<Vec<Vec<usize>>> = vec![Vec::new(); total];
    let mut won = vec![false; total];
    let start = game.code(&game.start());
    let mut order = vec![start];
    let mut known = vec![false; total];
    known[start] = true;
    let mut next = 0;
    while next < order.len() {
        let code = order[next];
        next += 1;
        let here = boards[code].as_ref().expect("only legal boards are reached");
        let mut lines = Vec::new();
        for mv in std::iter::once(None).chain((0..free.len()).map(Some)) {
            let after = match mv {
                None => here.clone(),
                Some(i) => match game.play(here, i, 2) {
                    Played::Illegal => continue,
                    Played::Lost => {
                        lines.push(Vec::new());
                        continue;
                    }
                    Played::Board(board) => board,
                },
            };
            let mut replies = Vec::new();
            if mv.is_some() {
                replies.push(game.code(&after));
            }
            for i in 0..free.len() {
                if let Played::Board(board) = game.play(&after, i, 1) {
                    replies.push(game.code(&board));
                }
            }
            // Two passes end the game.
            if mv.is_none() && game.is_clear(here) {
                continue;
            }
            for &reply in &replies {
                if !known[reply] {
                    known[reply] = true;
                    order.push(reply);
                }
            }
            lines.push(replies);
        }
        answers[code] = lines;
    }
    loop {
        let mut changed = false;
        for &code in order.iter().rev() {
            if !won[code] && answers[code].iter().all(|replies| replies.iter().any(|&r| won[r])) {
                won[code] = true;
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    if won[start] { Attack::Fails } else { Attack::Succeeds }
}

enum Played {
    Illegal,
    Lost,
    Board(Vec<u8>),
}

/// Cells: 0 empty, 1 defender, 2 attacker, 3 immortal attacker, 4 immortal defender.
struct Game {
    cells: Vec<u8>,
    near: Vec<Vec<usize>>,
    free: Vec<usize>,
    claimed: Vec<usize>,
    safe: Vec<usize>,
    suicide: bool,
}

impl Game {
    fn new(setup: &Setup, claim: &Claim, free: &[Point], suicide: bool) -> Game {
        let size = setup.size;
        let number = |point: Point| point.row() * size.width() + point.column();
        let mut cells = vec![OUTSIDE; size.area()];
        for point in &claim.safe {
            cells[number(point)] = 1;
        }
        for point in &claim.walls {
            cells[number(point)] = WALL;
        }
        for &point in free {
            cells[number(point)] = match setup.stone(point) {
                None => 0,
                Some(stone) if stone == claim.color => 1,
                Some(_) => 2,
            };
        }
        let near = size.points().map(|p| size.neighbors(p).map(number).collect()).collect();
        Game {
            cells,
            near,
            free: free.iter().map(|&p| number(p)).collect(),
            claimed: claim.territory.iter().map(number).collect(),
            safe: claim.safe.iter().map(number).collect(),
            suicide,
        }
    }

    fn start(&self) -> Vec<u8> {
        self.cells.clone()
    }

    fn code(&self, board: &[u8]) -> usize {
        self.free.iter().rev().fold(0, |code, &p| code * 3 + board[p] as usize)
    }

    fn legal(&self, mut code: usize) -> Option<Vec<u8>> {
        let mut board = self.cells.clone();
        for &p in &self.free {
            board[p] = (code % 3) as u8;
            code /= 3;
        }
        let breathes =
            (0..board.len()).all(|p| !matches!(board[p], 1 | 2) || !self.breathless(&board, p));
        breathes.then_some(board)
    }

    fn is_clear(&self, board: &[u8]) -> bool {
        self.claimed.iter().all(|&p| board[p] != 2)
    }

    fn block(&self, board: &[u8], p: usize) -> Vec<usize> {
        let mut block = vec![p];
        let mut next = 0;
        while next < block.len() {
            for &n in &self.near[block[next]] {
                if board[n] == board[p] && !block.contains(&n) {
                    block.push(n);
                }
            }
            next += 1;
        }
        block
    }

    fn breathless(&self, board: &[u8], p: usize) -> bool {
        let block = self.block(board, p);
        // Immortal stones give air to those connected to them.
        let air = if board[p] == 1 { WALL } else { OUTSIDE };
        block.iter().all(|&q| self.near[q].iter().all(|&n| board[n] != 0 && board[n] != air))
    }

    fn play(&self, board: &[u8], i: usize, color: u8) -> Played {
        let p = self.free[i];
        if board[p] != 0 {
            return Played::Illegal;
        }
        let mut board = board.to_vec();
        board[p] = color;
        for &n in &self.near[p] {
            if board[n] == 3 - color && self.breathless(&board, n) {
                for q in self.block(&board, n) {
                    board[q] = 0;
                }
            }
        }
        if self.breathless(&board, p) {
            let block = self.block(&board, p);
            if color == 1 || !self.suicide || block.len() == 1 {
                return Played::Illegal;
            }
            for q in block {
                board[q] = 0;
            }
        }
        if self.safe.iter().any(|&q| board[q] != 1) { Played::Lost } else { Played::Board(board) }
    }
}

/// A small repeatable source of random numbers (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as usize
    }
}
