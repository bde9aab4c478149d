//! The rules: captures, suicide, ko, superko, and what the end of a game is worth.

use board::{Color, Point, Setup};

use crate::draft::{Collector, Draft};

/// Name, words, rules, board, moves (`B:C3 W:pass`), and what is asserted at the end.
type Case = (
    &'static str,
    &'static str,
    Option<&'static str>,
    &'static str,
    &'static str,
    &'static [&'static str],
);

const CASES: &[Case] = &[
    (
        "liberties",
        "A stone in the middle has four liberties, at the edge three, in the corner two.",
        None,
        "
        . . X . .
        . . . . .
        X . X . .
        . . . . .
        . . . . X",
        "",
        &["Liberties(C3) = 4", "Liberties(A3) = 3", "Liberties(C5) = 3", "Liberties(E1) = 2"],
    ),
    (
        "a block breathes together",
        "Stones that touch along a line are one block and share their liberties.",
        None,
        "
        . . . . .
        . X X . .
        . O X . .
        . . O . .
        . . . . .",
        "",
        &[
            "Stones(B4) = 3",
            "Liberties(B4) = 5",
            "AreSame(block, B4, C3)",
            "not AreSame(block, B3, C2)",
        ],
    ),
    (
        "capture one",
        "White's stone has one liberty left: Black takes it at D3.",
        None,
        "
        . . . . .
        . . X . .
        . X O . .
        . . X . .
        . . . . .",
        "",
        &["Liberties(C3) = 1", "Takes(D3) = 1", "Takes(D3, white) = 0"],
    ),
    (
        "capture in the corner",
        "In the corner two stones are enough to take one.",
        None,
        "
        . . . . .
        . . . . .
        . . . . .
        X . . . .
        O . . . .",
        "",
        &["Takes(B1) = 1", "IsLegal(B1)"],
    ),
    (
        "capture two blocks at once",
        "One move takes two blocks.",
        None,
        "
        . . X . .
        . X O X .
        . X . X .
        . X O X .
        . . X . .",
        "",
        &["Takes(C3) = 2", "IsLegal(C3)", "IsIllegal(C3, white) = suicide"],
    ),
    (
        "capture a long row",
        "The last liberty of the row is at E3: all four stones go.",
        None,
        "
        . . . . .
        X X X X .
        O O O O .
        X X X X .
        . . . . .",
        "",
        &["Takes(E3) = 4", "Stones(A3) = 4"],
    ),
    (
        "suicide is forbidden",
        "White may not fill his last liberty without taking anything.",
        Some("japanese"),
        "
        . . . . .
        . . X . .
        . X . X .
        . . X . .
        . . . . .",
        "",
        &["IsIllegal(C3, white) = suicide", "IsLegal(C3, black)"],
    ),
    (
        "a move that takes is no suicide",
        "White's stone at A1 would have no liberty, but it takes B1 first.",
        None,
        "
        . . . . .
        . . . . .
        . . . . .
        X O O . .
        . X O . .",
        "",
        &["IsLegal(A1, white)", "Takes(A1, white) = 1", "Takes(A1, black) = 0"],
    ),
    (
        "taking from inside",
        "Black's stone at A1 has no liberty of its own, but it takes two stones and so breathes.",
        None,
        "
        . . . . .
        X . . . .
        O X . . .
        O X . . .
        . O . . .",
        "",
        &["Takes(A1, black) = 2", "IsLegal(A1, black)", "IsLegal(A1, white)"],
    ),
    (
        "suicide of several stones",
        "Under New Zealand rules a player may take his own stones off by filling their last liberty.",
        Some("new-zealand"),
        "
        . X X . .
        X O . X .
        . X X . .
        . . . . .
        . . . . .",
        "",
        &["IsLegal(C4, white)", "Takes(C4, black) = 1"],
    ),
    (
        "no suicide of several stones here",
        "The same board under Chinese rules: the move is forbidden.",
        Some("chinese"),
        "
        . X X . .
        X O . X .
        . X X . .
        . . . . .
        . . . X .",
        "",
        &["IsIllegal(C4, white) = suicide", "IsLegal(C4, black)"],
    ),
    (
        "suicide of one stone",
        "Even where several stones may take themselves off, a single stone may not: the board would be as before.",
        Some("new-zealand"),
        "
        . . . . .
        . X . . .
        X . X . .
        . X . . .
        . . . . .",
        "",
        &["IsIllegal(B3, white) = suicide", "IsLegal(B3, black)"],
    ),
    (
        "ko",
        "Black has just taken one stone. White may not take back at once.",
        None,
        "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .",
        "B:C3",
        &["IsIllegal(B3) = ko", "Prisoners(black) = 1"],
    ),
    (
        "a ko after a threat",
        "After a move elsewhere and its answer White may take the ko back.",
        None,
        "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .",
        "B:C3 W:E5 B:A5",
        &["IsLegal(B3)", "Takes(B3) = 1"],
    ),
    (
        "ko on the edge",
        "A ko lies on the edge, too: three stones of each side are enough.",
        None,
        "
        . . . . .
        . . . . .
        . . . . .
        . X O . .
        X O . O .",
        "B:C1",
        &["IsIllegal(B1) = ko"],
    ),
    (
        "ko in the corner",
        "In the corner a ko needs fewest stones.",
        None,
        "
        . . . . .
        . . . . .
        . . . . .
        X O . . .
        . X O . .",
        "W:A1",
        &["IsIllegal(B1, black) = ko"],
    ),
    (
        "no ko: two stones were taken",
        "White took two stones, so Black may throw in and take back at once: no position is repeated.",
        None,
        "
        . O O O .
        O X X . O
        . O O O X
        . . . X .
        . . . . .",
        "W:D4",
        &["IsLegal(C4, black)", "Prisoners(white) = 2"],
    ),
    (
        "snapback",
        "Black takes one stone and finds himself in atari: White takes three back at the same point. No ko.",
        None,
        "
        O O O X .
        X X O X .
        . X O X .
        O O . X .
        X X X . .",
        "",
        &["IsLegal(A3, white)", "IsLegal(C2, black)"],
    ),
    (
        "superko",
        "Three kos at once could repeat a position after six moves; here a single ko shows the rule: taking back would bring back the whole board.",
        Some("tromp-taylor"),
        "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .",
        "B:C3 W:pass B:pass",
        &["IsIllegal(B3) = repetition"],
    ),
    (
        "no superko in Japan",
        "Under Japanese rules two passes lift the ban on a ko.",
        Some("japanese"),
        "
        . . . . .
        . X O . .
        X O . O .
        . X O . .
        . . . . .",
        "B:C3 W:pass B:pass",
        &["IsLegal(B3)"],
    ),
    (
        "sending two, returning one",
        "Black took two stones, White one back. With superko Black may not go round again.",
        Some("tromp-taylor"),
        "
        . O X X
        O . O X
        X X X X
        . . X .",
        "",
        &["IsLegal(A4, white)", "IsLegal(B3, black)"],
    ),
    (
        "an occupied point",
        "Where a stone stands nobody may play.",
        None,
        "
        . . .
        . X .
        . . .",
        "",
        &["IsIllegal(B2, white) = occupied", "IsIllegal(B2, black) = occupied"],
    ),
    (
        "after a capture the points are free",
        "White's stone was taken: White may play there again, into two liberties.",
        None,
        "
        . . . . .
        . X . . .
        X O . . .
        . X . . .
        . . . . .",
        "B:C3",
        &["IsIllegal(B3, white) = suicide", "Prisoners(black) = 1", "Liberties(C3) = 4"],
    ),
    (
        "prisoners of both",
        "Both sides have taken a stone.",
        None,
        "
        . X . . .
        X O . . .
        . X . O .
        . . O X .
        . . . O .",
        "B:C4 W:E2",
        &["Prisoners(black) = 1", "Prisoners(white) = 1"],
    ),
    (
        "counting area",
        "Area scoring counts stones and surrounded points: Black has 9 and 2, White 12 and 2.",
        Some("chinese"),
        "
        . X . X O
        X X X X O
        X O O O O
        X O . O .
        X O O O O",
        "",
        &["Komi(0)", "Counted = W+3"],
    ),
    (
        "counting territory",
        "Territory scoring counts surrounded points and prisoners: two for each side on the same board.",
        Some("japanese"),
        "
        . X . X O
        X X X X O
        X O O O O
        X O . O .
        X O O O O",
        "",
        &["Komi(0)", "Counted = 0", "Territory(black) = 2", "Territory(white) = 2"],
    ),
    (
        "dead stones are prisoners",
        "White's stone in Black's corner cannot live: it comes off and counts for Black.",
        Some("japanese"),
        "
        . O X . X O O
        . . X X X O .
        X X X O O O O
        . X O O . O .
        X X O . O O O
        . X O O O . O
        X X O . O O .",
        "",
        &["Komi(0)", "Counted = B+1", "IsTerritory(black, B7)"],
    ),
    (
        "a dame is nobody's",
        "The point between the walls is worth nothing under territory scoring.",
        Some("japanese"),
        "
        . X . O .
        X X O O O
        . X O . O
        X X O O O
        . X O O .",
        "",
        &["Komi(0)", "IsDame(C5)", "Counted = 0"],
    ),
    (
        "two eyes",
        "A block with two eyes can never be taken: White may play in neither.",
        None,
        "
        . X . X O
        X X X X O
        O O O O O
        O . O O O
        O O O . O",
        "",
        &[
            "IsUnconditional(A4)",
            "IsUnconditional(A3)",
            "IsIllegal(A5, white) = suicide",
            "IsIllegal(C5, white) = suicide",
        ],
    ),
    (
        "one eye is not enough",
        "With a single eye and no other liberty Black is lost: White takes him from inside.",
        None,
        "
        . X X O .
        X X X O .
        O O O O .
        . . . . .
        . . . . .",
        "",
        &["Liberties(B5) = 1", "Takes(A5, white) = 5", "not IsUnconditional(B5)"],
    ),
    (
        "a false eye",
        "The eye at A5 is false: when C5 and the stones around it are gone it must be filled.",
        None,
        "
        . X O . .
        X O O . .
        . X O . .
        X X O . .
        O O O . .",
        "",
        &["Liberties(B5) = 1", "Takes(A5, white) = 1"],
    ),
    (
        "pass",
        "A player may pass; then the other moves.",
        None,
        "
        . . .
        . X .
        . . .",
        "W:pass",
        &["IsLegal(A1, black)", "Liberties(B2) = 4"],
    ),
];

pub(crate) fn make(collector: &mut Collector) {
    for &(name, words, rules, text, moves, asserted) in CASES {
        let Ok(mut setup) = text.parse::<Setup>() else {
            collector.dropped.push(format!("{name}: the drawing cannot be read"));
            continue;
        };
        let mut played: Vec<(Color, Option<Point>)> = Vec::new();
        for mv in moves.split_whitespace() {
            let (who, at) = mv.split_once(':').unwrap_or(("B", mv));
            let color = if who == "B" { Color::Black } else { Color::White };
            played.push((color, at.parse().ok()));
        }
        if let Some(&(first, _)) = played.first() {
            setup.to_play = first;
        }
        let mut draft = Draft::new(name, setup).words(words).asserting(asserted.iter().copied());
        draft.rules = rules;
        draft.moves = played;
        collector.take(draft);
    }
}
