//! The deep network's course: lessons in batches, each a step.

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use board::{Color, Komi, Point, Position};
use pattern::bytes::{Damaged, Reader, Writer};

use super::file::Deep;
use super::lanes::{Row, WIDTH};
use super::learn::{Adam, Gradient, Target, backward, beginning, judge};
use super::net::{Filters, Net, POOL, Pass, forward, head};
use super::planes::{PLANES, Sense, see};
use super::viewer::bonus;
use super::winograd::{Grid, TAPS};
use crate::predictor::Predictor;

/// A position to learn from: what is seen, and what came of it.
#[derive(Clone, Debug)]
pub struct Lesson {
    grid: Grid,
    rows: Vec<Row>,
    base: Vec<f32>,
    bonus: f32,
    target: Target,
}

impl Lesson {
    /// A lesson from a position: the move that was played, how likely each point was
    /// Black's at the end (from A1 along the rows upward; empty if unknown), and who
    /// won, if that is known. `symmetry` below eight turns and mirrors a square board.
    /// `None` if the move is not legal.
    #[expect(clippy::too_many_arguments, reason = "all that is known of a position")]
    pub fn new(
        position: &Position,
        color: Color,
        played: Point,
        owners: &[f32],
        winner: Option<Color>,
        komi: Komi,
        symmetry: usize,
        predictor: &mut Predictor,
    ) -> Option<Lesson> {
        let grid = Grid::of(position.size());
        let width = position.size().width();
        let mut rows = vec![[0.0; super::lanes::WIDTH]; grid.area()];
        let mut base = vec![0.0; grid.area()];
        let likely = predictor.moves(position, color);
        let bonus = bonus(komi, color);
        see(position, color, &likely, bonus, &mut rows, &mut base);
        let mut played = played.row() * width + played.column();
        if base[played] == f32::NEG_INFINITY {
            return None;
        }
        let own = |&black: &f32| if color == Color::Black { black } else { 1.0 - black };
        let mut owners: Vec<f32> = owners.iter().map(own).collect();
        if width * width == grid.area() {
            let turned = |i: usize| turn(i, width, symmetry);
            played = (0..rows.len()).find(|&i| turned(i) == played)?;
            rows = (0..rows.len()).map(|i| rows[turned(i)]).collect();
            base = (0..base.len()).map(|i| base[turned(i)]).collect();
            owners = (0..owners.len()).map(|i| owners[turned(i)]).collect();
        }
        let won = winner.map(|winner| winner == color);
        Some(Lesson { grid, rows, base, bonus, target: Target { played, owners, won } })
    }
}

/// The number of the point that comes to lie at number `i` of a square board.
fn turn(i: usize, side: usize, symmetry: usize) -> usize {
    let (mut x, mut y) = (i % side, i / side);
    if symmetry & 1 != 0 {
        x = side - 1 - x;
    }
    if symmetry & 2 != 0 {
        y = side - 1 - y;
    }
    if symmetry & 4 != 0 {
        (x, y) = (y, x);
    }
    y * side + x
}

/// How a batch went, per position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Report {
    /// Positions seen.
    pub positions: f64,
    /// Minus the mean logarithm of the played move's probability.
    pub moves: f64,
    /// The share of moves that were the likeliest.
    pub top: f64,
    /// The mean loss of a point's owner.
    pub owners: f64,
    /// The mean loss of the outcome.
    pub outcome: f64,
}

const MAGIC: &[u8; 4] = b"TdmC";
const VERSION: u16 = 1;

/// Boards that go through the network together.
const GROUP: usize = 4;

/// A network that learns.
pub struct Course {
    net: Net,
    adam: Adam,
    filters: Filters,
    transposed: Filters,
    workers: Vec<Worker>,
    learned: u64,
    settled: bool,
}

/// What a thread works with.
struct Worker {
    pass: Option<Pass>,
    settled: bool,
    gradient: Gradient,
}

impl Course {
    /// A fresh network of so many blocks; everything is fixed by the seed.
    pub fn new(blocks: usize, threads: usize, seed: u64) -> Course {
        Course::from_net(beginning(blocks, PLANES, seed), threads)
    }

    fn from_net(net: Net, threads: usize) -> Course {
        let filters = Filters::of(&net);
        let worker = || Worker { pass: None, settled: false, gradient: Gradient::zero(&net) };
        Course {
            adam: Adam::new(&net),
            transposed: filters.transposed(),
            filters,
            workers: (0..threads.max(1)).map(|_| worker()).collect(),
            learned: 0,
            settled: false,
            net,
        }
    }

    /// Learns without a sense: it counts for nothing, which needs no note in the file.
    pub fn leave_out(&mut self, sense: &Sense) {
        let net = &self.net;
        let all = 0..WIDTH;
        let mut out: Vec<(usize, Range<usize>)> = Vec::new();
        for &(from, to) in sense.planes {
            let taps = (0..TAPS).flat_map(|tap| (from..to).map(move |plane| tap * WIDTH + plane));
            out.extend(taps.map(|row| (net.convolution(0) + row, all.clone())));
        }
        if sense.base {
            out.push((net.head(head::SINGLES), head::BASE..head::BASE + 1));
        }
        if sense.pools {
            let pools = (0..net.blocks).flat_map(|block| net.pool(block)..net.pool(block) + POOL);
            out.extend(pools.map(|row| (row, all.clone())));
        }
        for (row, lanes) in out {
            self.net.rows[row][lanes.clone()].fill(0.0);
            // So many past gradients that no step is taken any more.
            self.adam.squares[row][lanes].fill(f32::INFINITY);
        }
        self.filters = Filters::of(&self.net);
        self.transposed = self.filters.transposed();
    }

    /// The network as it is now.
    pub fn deep(&self, title: &str) -> Deep {
        Deep::new(title, self.net.clone())
    }

    /// The number of positions learned from.
    pub fn learned(&self) -> u64 {
        self.learned
    }

    /// From now on means and variances of channels stay as they are, and the network learns
    /// with them as it will work with them: the same for all boards, whatever their size.
    pub fn settle(&mut self) {
        self.settled = true;
    }

    /// Learns from a batch of so many lessons, one step of this rate. There is one maker of
    /// lessons a thread; each is asked for lessons by their number in the batch.
    pub fn learn<M>(&mut self, makers: &mut [M], lessons: usize, rate: f32) -> Report
    where
        M: FnMut(usize) -> Option<Lesson> + Send,
    {
        self.run(makers, lessons, true);
        let (first, others) = self.workers.split_at_mut(1);
        let gradient = &mut first[0].gradient;
        for other in others {
            gradient.add(&other.gradient);
        }
        let report = report(gradient);
        self.learned += report.positions as u64;
        self.adam.step(&mut self.net, gradient, rate);
        self.filters = Filters::of(&self.net);
        self.transposed = self.filters.transposed();
        report
    }

    /// How the network does on lessons, without learning.
    pub fn examine<M>(&mut self, makers: &mut [M], lessons: usize) -> Report
    where
        M: FnMut(usize) -> Option<Lesson> + Send,
    {
        self.run(makers, lessons, false);
        let (first, others) = self.workers.split_at_mut(1);
        for other in others {
            first[0].gradient.losses.add(&other.gradient.losses);
        }
        report(&first[0].gradient)
    }

    fn run<M>(&mut self, makers: &mut [M], lessons: usize, learning: bool)
    where
        M: FnMut(usize) -> Option<Lesson> + Send,
    {
        let made = make(makers, lessons);
        let same = made.chunk_by(|a, b| a.grid == b.grid);
        let groups: Vec<&[Lesson]> = same.flat_map(|same| same.chunks(GROUP)).collect();
        let (net, filters, transposed) = (&self.net, &self.filters, &self.transposed);
        let (settled, next) = (self.settled, AtomicUsize::new(0));
        thread::scope(|scope| {
            for worker in &mut self.workers {
                let (groups, next) = (&groups, &next);
                scope.spawn(move || {
                    worker.gradient.clear();
                    worker.settled = settled;
                    // Whoever is free takes the next: a thread may be kept waiting.
                    while let Some(group) = groups.get(next.fetch_add(1, Ordering::Relaxed)) {
                        worker.study(net, filters, transposed, group, learning);
                    }
                });
            }
        });
    }

    /// Everything needed to go on learning later, but for what is left out.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::new(MAGIC, VERSION);
        writer.u32(self.net.blocks as u32);
        writer.u64(self.learned);
        writer.u32(self.adam.steps);
        for rows in [&self.net.rows, &self.adam.means, &self.adam.squares] {
            for value in rows.as_flattened() {
                // No reader takes infinity.
                writer.f32(value.min(f32::MAX));
            }
        }
        writer.finish()
    }

    /// Reads back what [`Course::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8], blocks: usize, threads: usize) -> Result<Course, Damaged> {
        let mut reader = Reader::new(bytes, MAGIC, VERSION)?;
        if reader.u32()? as usize != blocks {
            return Err(Damaged::Content);
        }
        let mut course = Course::from_net(Net::zeros(blocks), threads);
        course.learned = reader.u64()?;
        course.adam.steps = reader.u32()?;
        let Course { net, adam, .. } = &mut course;
        for rows in [&mut net.rows, &mut adam.means, &mut adam.squares] {
            for value in rows.as_flattened_mut() {
                *value = reader.f32()?;
            }
        }
        course.filters = Filters::of(&course.net);
        course.transposed = course.filters.transposed();
        Ok(course)
    }
}

/// Makes lessons, one maker a thread, boards of one size together.
fn make<M>(makers: &mut [M], lessons: usize) -> Vec<Lesson>
where
    M: FnMut(usize) -> Option<Lesson> + Send,
{
    let next = AtomicUsize::new(0);
    let made = Mutex::new(Vec::with_capacity(lessons));
    thread::scope(|scope| {
        for make in makers {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= lessons {
                        return;
                    }
                    if let Some(lesson) = make(number) {
                        made.lock().unwrap_or_else(PoisonError::into_inner).push((number, lesson));
                    }
                }
            });
        }
    });
    let mut made = made.into_inner().unwrap_or_else(PoisonError::into_inner);
    made.sort_by_key(|(number, lesson)| (lesson.grid.area(), *number));
    made.into_iter().map(|(_, lesson)| lesson).collect()
}

fn report(gradient: &Gradient) -> Report {
    let losses = &gradient.losses;
    let positions = losses.positions.max(1.0);
    Report {
        positions: losses.positions,
        moves: losses.moves / positions,
        top: losses.hits / positions,
        owners: losses.owners / losses.owned.max(1.0),
        outcome: losses.outcome / losses.decided.max(1.0),
    }
}

impl Worker {
    fn study(
        &mut self,
        net: &Net,
        filters: &Filters,
        transposed: &Filters,
        group: &[Lesson],
        learning: bool,
    ) {
        let Some(first) = group.first() else { return };
        let (grid, boards) = (first.grid, group.len());
        let fits = |pass: &Pass| {
            pass.grid == grid && pass.boards == boards && pass.normal.is_empty() != learning
        };
        if !self.pass.as_ref().is_some_and(fits) {
            self.pass = Some(Pass::new(net, grid, boards, learning));
        }
        let Some(pass) = &mut self.pass else { return };
        pass.settled = self.settled;
        for (board, lesson) in group.iter().enumerate() {
            let frame = &mut pass.inputs[board * grid.rows()..(board + 1) * grid.rows()];
            for (place, row) in grid.places().zip(&lesson.rows) {
                frame[place] = *row;
            }
            pass.base[board * grid.area()..(board + 1) * grid.area()].copy_from_slice(&lesson.base);
            pass.bonus[board] = lesson.bonus;
        }
        forward(net, filters, pass);
        let targets: Vec<Target> = group.iter().map(|lesson| lesson.target.clone()).collect();
        if learning {
            backward(net, transposed, pass, &targets, &mut self.gradient);
        } else {
            judge(net, pass, &targets, &mut self.gradient);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::model::Model;
    use board::playout::Random;
    use board::{Rules, Size};

    fn lessons(side: usize, number: usize) -> Vec<Lesson> {
        let mut predictor = Predictor::new(Arc::new(Model::standard().unwrap()));
        let mut random = Random::new(9);
        let size = Size::square(side).unwrap();
        let mut position = Position::new(size, Rules::chinese());
        let mut lessons = Vec::new();
        while lessons.len() < number {
            let color = position.to_play();
            let legal: Vec<Point> = position.legal_points(color).iter().collect();
            let point = legal[random.below(legal.len())];
            let owners: Vec<f32> =
                size.points().map(|_| random.below(1000) as f32 / 1000.0).collect();
            let winner = (random.below(3) > 0).then_some(Color::Black);
            let symmetry = random.below(8);
            let komi = Komi::points(7);
            lessons.extend(Lesson::new(
                &position,
                color,
                point,
                &owners,
                winner,
                komi,
                symmetry,
                &mut predictor,
            ));
            position.play(color, board::Move::Play(point)).unwrap();
        }
        lessons
    }

    fn makers(lessons: &[Lesson], n: usize) -> Vec<impl FnMut(usize) -> Option<Lesson> + Send> {
        (0..n).map(|_| |i: usize| lessons.get(i).cloned()).collect()
    }

    /// The whole loss, as its parts are weighed.
    fn loss(net: &Net, lessons: &[Lesson], settled: bool) -> f64 {
        let mut course = Course::from_net(net.clone(), 1);
        course.settled = settled;
        course.run(&mut makers(lessons, 1), lessons.len(), true);
        let report = report(&course.workers[0].gradient);
        let decided = lessons.iter().filter(|l| l.target.won.is_some()).count() as f64;
        (report.moves + 1.5 * report.owners) * report.positions + 0.6 * report.outcome * decided
    }

    #[test]
    fn the_way_back_is_the_derivative() {
        for settled in [false, true] {
            compare_with_differences(settled);
        }
    }

    fn compare_with_differences(settled: bool) {
        let lessons = lessons(5, 3);
        // Nothing is zero, so that every way is open.
        let mut net = beginning(2, PLANES, 1);
        let mut random = Random::new(4);
        for row in &mut net.rows {
            row.iter_mut().for_each(|w| *w += random.below(1000) as f32 / 2e4 - 0.025);
        }
        let mut course = Course::from_net(net.clone(), 1);
        course.settled = settled;
        course.run(&mut makers(&lessons, 1), lessons.len(), true);
        let gradient = course.workers[0].gradient.finish(&net).to_vec();
        let mut compared = 0;
        for row in (0..net.rows.len()).step_by(37).chain(net.head(0)..net.rows.len()) {
            let c = random.below(super::super::lanes::WIDTH);
            let found = f64::from(gradient[row][c]);
            let change = |by: f32| {
                let mut changed = net.clone();
                changed.rows[row][c] += by;
                loss(&changed, &lessons, settled)
            };
            let wanted = (change(2e-3) - change(-2e-3)) / 4e-3;
            // A rectifier may open or close on the way, and sums are rounded.
            let slack = 1e-3 + 0.1 * wanted.abs();
            assert!((found - wanted).abs() < slack, "{settled} {row}: {found} {wanted}");
            compared += usize::from(found != 0.0);
        }
        assert!(compared > 80, "{compared}");
    }

    #[test]
    fn what_is_left_out_counts_for_nothing() {
        let lessons = lessons(5, 8);
        for sense in Sense::ALL {
            let mut course = Course::new(1, 1, 1);
            course.leave_out(&sense);
            for _ in 0..5 {
                course.learn(&mut makers(&lessons, 1), 8, 1e-2);
            }
            let mut copy = Course::from_bytes(&course.to_bytes(), 1, 1).unwrap();
            copy.leave_out(&sense);
            copy.learn(&mut makers(&lessons, 1), 8, 1e-2);
            let mut blind = lessons.clone();
            for row in blind.iter_mut().flat_map(|lesson| &mut lesson.rows) {
                for &(from, to) in sense.planes {
                    row[from..to].fill(0.5);
                }
            }
            let [seeing, blind] =
                [&lessons, &blind].map(|l| copy.examine(&mut makers(l, 1), 8).moves);
            assert!((seeing - blind).abs() < 1e-5, "{}: {seeing} {blind}", sense.name);
            let net = &copy.net;
            let heard = (net.pool(0)..net.pool(0) + POOL).any(|row| net.rows[row] != [0.0; WIDTH]);
            assert_eq!(heard, !sense.pools);
            assert_eq!(net.rows[net.head(head::SINGLES)][head::BASE] == 0.0, sense.base);
        }
    }

    #[test]
    fn a_network_learns_its_lessons_by_heart() {
        let lessons = lessons(7, 16);
        let mut course = Course::new(1, 2, 1);
        let before = course.examine(&mut makers(&lessons, 2), 16);
        for _ in 0..100 {
            course.learn(&mut makers(&lessons, 2), 16, 2e-3);
        }
        let after = course.examine(&mut makers(&lessons, 2), 16);
        assert!(after.moves < before.moves / 2.0, "{before:?} {after:?}");
        assert!(after.owners < before.owners, "{before:?} {after:?}");
        let deep = course.deep("by heart");
        let copy = Deep::from_bytes(&deep.to_bytes()).unwrap();
        let kept = Course::from_net(copy.net, 1).examine(&mut makers(&lessons, 1), 16);
        assert!((kept.moves - after.moves).abs() < 0.3, "{kept:?} {after:?}");
        let bytes = course.to_bytes();
        let mut copy = Course::from_bytes(&bytes, 1, 2).unwrap();
        assert_eq!((copy.learned(), copy.to_bytes()), (1600, bytes));
        let [again, other] =
            [&mut course, &mut copy].map(|c| c.learn(&mut makers(&lessons, 2), 16, 1e-3));
        // Which thread adds what up is not fixed.
        assert!((again.moves - other.moves).abs() < 1e-6, "{again:?} {other:?}");
    }
}
