//! What is thought of a leaf: the network's view of it, and games played out from it.

use board::playout::{Atari, Light, Limits, Random, Task, on_light_board, play_out_answering};
use board::{Move, Point, PointSet, Position};
use predict::deep::{View, Viewer};

use super::aim::{Opinion, owner};
use super::{Owners, Settings};
use crate::decide::offset;

/// The moves of a node together are as likely as this, unless they are too many.
const COVERED: f32 = 0.98;

/// No node but the root has more moves than this.
const MOST: usize = 40;

/// How likely a pass is thought to be.
const PASS: f32 = 0.01;

/// A move that takes something, or saves something from atari, is thought at least so
/// likely: networks overlook what hangs.
const HANGING: f32 = 0.02;

/// What a leaf is worth for Black.
#[derive(Clone, Copy, Debug)]
pub(super) struct Worth {
    /// As the network sees it, from 0 to 1.
    pub(super) viewed: f64,
    /// By the games played out from it, from 0 to 1.
    pub(super) played: f64,
    /// The score with komi, in half points.
    pub(super) halves: f64,
}

/// What was found at a leaf.
pub(super) struct Leaf {
    pub(super) worth: Worth,
    /// Its moves with how likely they are, the likeliest first; the pass is the last.
    pub(super) moves: Vec<(Move, f32)>,
}

/// Looks at a position. The moves are the likely ones, or `all` that make sense.
pub(super) fn look(
    settings: &Settings,
    position: &Position,
    viewer: &mut Viewer,
    random: &mut Random,
    owners: &mut Owners,
    all: bool,
) -> Leaf {
    let to_play = position.to_play();
    let view = viewer.view(position, to_play);
    on_light_board(position, to_play, Look { settings, position, view, random, owners, all })
}

/// All moves of the player to move in a region that are legal and fill no eye.
pub(super) fn sensible_moves(position: &Position, region: Option<&PointSet>) -> Vec<Move> {
    let to_play = position.to_play();
    let mut points = position.legal_points(to_play);
    if let Some(region) = region {
        points &= *region;
    }
    on_light_board(position, to_play, Sensible(points))
}

struct Sensible(PointSet);

impl Task<Atari> for Sensible {
    type Output = Vec<Move>;

    fn run<const N: usize>(self, board: Light<N, Atari>) -> Vec<Move> {
        let sensible = |point: &Point| board.is_sensible(Light::<N, Atari>::cell_of(*point));
        self.0.iter().filter(sensible).map(Move::Play).collect()
    }
}

struct Look<'a> {
    settings: &'a Settings,
    position: &'a Position,
    view: View,
    random: &'a mut Random,
    owners: &'a mut Owners,
    all: bool,
}

impl Task<Atari> for Look<'_> {
    type Output = Leaf;

    fn run<const N: usize>(self, board: Light<N, Atari>) -> Leaf {
        let moves = self.moves(&board);
        let Look { settings, position, view, random, owners, .. } = self;
        let settled = settings.aim.settled(position, settings.reading);
        let viewed = settings.aim.viewed(position, position.to_play(), &view, &settled);
        // Without a view the games have the only say.
        let weight = if viewed.is_none() {
            1.0
        } else if settings.playouts == 0 {
            0.0
        } else {
            settings.weight
        };
        owners.add_view(&view, position, 1.0 - weight);
        let offset = offset(position);
        let mut played = Opinion::default();
        let games = settings.playouts;
        for _ in 0..games {
            let mut board = board;
            let limits = Limits::of(&board);
            play_out_answering(&mut board, random, limits, |_, _| {});
            let ended = settings.aim.ended(&board, offset, &settled);
            played.black += ended.black / f64::from(games);
            played.halves += ended.halves / f64::from(games);
            owners.add(position.size(), weight / f64::from(games), |point| {
                f64::from(owner(&board, point))
            });
        }
        let unknown = Opinion { black: 0.5, halves: 0.0 };
        // Who has nothing to say repeats the other.
        let played = if games > 0 { played } else { viewed.unwrap_or(unknown) };
        let viewed = viewed.unwrap_or(played);
        let halves = viewed.halves + weight * (played.halves - viewed.halves);
        let worth = Worth { viewed: viewed.black, played: played.black, halves };
        Leaf { worth, moves }
    }
}

impl Look<'_> {
    fn moves<const N: usize>(&self, board: &Light<N, Atari>) -> Vec<(Move, f32)> {
        let color = self.position.to_play().index();
        let allowed = |point| self.settings.region.is_none_or(|region| region.contains(point));
        let mut moves: Vec<(Move, f32)> = Vec::new();
        for likely in &self.view.moves {
            let cell = Light::<N, Atari>::cell_of(likely.point);
            if !allowed(likely.point) || !board.is_sensible(cell) {
                continue;
            }
            let hangs = board.takes(color, cell) || board.saves(color, cell);
            let least = if hangs { HANGING } else { 0.0 };
            let likelihood = (likely.p as f32).powf(self.settings.power);
            moves.push((Move::Play(likely.point), likelihood.max(least)));
        }
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        let sum: f32 = moves.iter().map(|(_, p)| p).sum();
        if !self.all {
            let mut covered = 0.0;
            let likely = moves.iter().take_while(|(_, p)| {
                let more = covered < COVERED * sum;
                covered += p;
                more
            });
            let likely = likely.count().min(MOST);
            moves.truncate(likely);
        }
        for (_, p) in &mut moves {
            *p *= (1.0 - PASS) / sum.max(f32::MIN_POSITIVE);
        }
        moves.push((Move::Pass, PASS));
        moves
    }
}

impl Owners {
    /// Adds what the network says of the points.
    fn add_view(&mut self, view: &View, position: &Position, weight: f64) {
        let size = position.size();
        let sign = f64::from(position.to_play().sign());
        if view.owners.len() == size.area() {
            let mut owners = view.owners.iter();
            // Its points go from A1 along the rows upward, as those of the size do.
            self.add(size, weight, |_| {
                sign * (2.0 * f64::from(owners.next().copied().unwrap_or(0.5)) - 1.0)
            });
        }
        self.looks += 1;
    }
}
