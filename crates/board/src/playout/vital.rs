//! Rooms that one move decides: where a block was taken and left three to six points, whoever
//! plays on the vital one decides whether the room is one eye or two.

use crate::playout::liberties::Atari;
use crate::playout::light::Light;
use crate::point::Point;

/// The vital point of a room beside the last move, if it has three to six empty points
/// and one of them decides.
pub(super) fn vital_point<const N: usize>(board: &Light<N, Atari>) -> Option<Point> {
    let size = board.size();
    let last = board.last()?;
    let empty = |point: &Point| board.stone(*point).is_none();
    size.neighbors(last).filter(empty).find_map(|seed| {
        let mut room = [seed; 6];
        let mut len = 1;
        let mut next = 0;
        while next < len {
            for point in size.neighbors(room[next]).filter(empty) {
                if room[..len].contains(&point) {
                    continue;
                }
                if len == 6 {
                    return None;
                }
                room[len] = point;
                len += 1;
            }
            next += 1;
        }
        vital_of(&room[..len], |point| size.neighbors(point).filter(empty).count())
    })
}

/// The vital point of a room by how many of its points each one touches.
///
/// ```text
/// three in a row, bent three     the middle
/// pyramid four                   the point with three neighbours
/// crossed five                   the point with four
/// bulky five                     the point with three: the one beside the square's tail
/// rabbity six                    the point with four
/// ```
fn vital_of(room: &[Point], touching: impl Fn(Point) -> usize) -> Option<Point> {
    let most = room.iter().map(|&point| touching(point)).max()?;
    let wanted = match room.len() {
        3 => 2,
        4 => 3,
        // Three neighbours: in the bulky five only.
        5 => most.max(3),
        6 => 4,
        _ => return None,
    };
    let mut vital = room.iter().copied().filter(|&point| touching(point) == wanted);
    let first = vital.next()?;
    // Two such points are miai.
    vital.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::playout::{Task, on_light_board};
    use crate::{Color, Move, Position, Rules, Setup};

    /// The vital point after White's last move on `at` took something.
    struct Vital(Move);

    impl Task<Atari> for Vital {
        type Output = Option<Point>;

        fn run<const N: usize>(self, mut board: Light<N, Atari>) -> Option<Point> {
            assert!(board.play(self.0));
            vital_point(&board)
        }
    }

    fn vital(text: &str, at: &str) -> String {
        let setup: Setup = text.parse().unwrap();
        let position = Position::from_setup(&setup, Rules::chinese()).unwrap();
        let mv = at.parse().unwrap();
        let point = on_light_board(&position, Color::White, Vital(mv));
        point.map_or("none".to_string(), |point| point.to_string())
    }

    #[test]
    fn the_middle_of_three_decides() {
        let text = "
            X X X . O .
            O O O O O .
            . . . . . .";
        assert_eq!(vital(text, "D3"), "B3");
    }

    #[test]
    fn four_in_a_row_need_no_move_and_a_pyramid_does() {
        let row = "
            X X X X . O
            O O O O O O
            . . . . . .";
        assert_eq!(vital(row, "E3"), "none");
        let pyramid = "
            X X X . O .
            O X O O O .
            O O O . . .";
        assert_eq!(vital(pyramid, "D3"), "B3");
    }

    #[test]
    fn the_bulky_five_and_the_square() {
        let bulky = "
            X X X . O .
            X X O O O .
            O O O . . .";
        assert_eq!(vital(bulky, "D3"), "B3");
        let square = "
            X X . O . .
            X X O O . .
            O O O . . .";
        assert_eq!(vital(square, "C3"), "none");
    }
}
