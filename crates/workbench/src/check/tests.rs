use super::*;

/// A 9×9 endgame with a life problem in its corner, and what is asked about it.
fn report(board: &str, properties: &str) -> Report {
    let setup: board::Setup = board.parse().unwrap();
    let stones = |name: &str, set: &PointSet| {
        let letters: String = set
            .iter()
            .map(|point| format!("[{}]", crate::notation::to_sgf(point, setup.size)))
            .collect();
        if letters.is_empty() { String::new() } else { format!("{name}{letters}") }
    };
    let size = format!("SZ[{}:{}]", setup.size.width(), setup.size.height());
    let (black, white) = (stones("AB", &setup.black), stones("AW", &setup.white));
    let text = format!("(;FF[4]GM[1]{size}{black}{white}{properties})");
    check(&sgf::parse(text), &Options::default())
}

/// Checks that every assertion passes.
fn holds(board: &str, assertions: &[&str]) {
    let values: String = assertions.iter().map(|text| format!("[{text}]")).collect();
    let report = report(board, &format!("XCHECK{values}"));
    for item in &report.items {
        let Item { assertion, found, outcome, .. } = item;
        assert_eq!(*outcome, Outcome::Passed, "{assertion}: {found}\n{board}");
    }
    assert_eq!(report.totals.assertions, assertions.len());
}

const CORRIDORS: &str = "
    . X X X X O O O .
    X . X . . . O . O
    X X X X O O O O O
    . X . . X O . . O
    X X X X X O O O O
    X . . . . . . . O
    X X X X O O O O O
    X . X X . . . O .
    . X X X O O O O O";

#[test]
fn endgames_are_asked_about() {
    holds(
        CORRIDORS,
        &[
            "Areas = 3",
            "Score(black) = 2",
            "Score(white) = 0",
            "BestMove = E4",
            "IsMove(E4, best)",
            "not IsMove(E8, good)",
            "IsMove(E8, bad)",
            "Count(E4) = 0",
            "Temperature(E4) = 7/4",
            "Value(E8) = {2|0}-1+*",
            "Kind(E2) = gote",
            "KoName(E2) = no ko",
            "LocalMove(E2, black) = E2",
            "AreSame(area, E4, G4)",
            "not AreSame(area, E4, E8)",
            "AreSame(territory, C6, D6)",
            "AreSame(block, A2, A5)",
            "IsTerritory(black, A1 B2)",
            "IsSafe(A8 A5)",
            "IsUnconditional(A5)",
            "Dame = 0",
        ],
    );
}

#[test]
fn tactics_are_asked_about() {
    // A stone in atari that a ladder catches, on an empty board but for a helper.
    let ladder = "
        . . . . . .
        . . . . . .
        . . O . . .
        . O X . . .
        . . O O . .
        . . . . . .";
    holds(
        ladder,
        &[
            "IsLadder(C3, black)",
            "CanCapture(C3, D3)",
            "CanEscape(C3) = no",
            "IsBlock(C3, dead)",
            "Liberties(C3) = 1",
            "Takes(D3, white) = 1",
            "IsIllegal(C3) = occupied",
        ],
    );
    let eyes = "
        O O O O O O O
        O X X X X X O
        O X . . . X O
        O X X X X X O
        O O O O O O O
        O O . O . O O
        . O O O O O .";
    holds(eyes, &["IsCritical(C6)", "CanKill(C6, only D5)", "not IsAlive(C6)", "IsSafe(A2)"]);
}

#[test]
fn commands_hold_for_what_follows() {
    let text = "(;SZ[3]AB[aa]XCHECK[Rules(new-zealand)][ToPlay(white)];AW[ba][ab]
        XCHECK[IsLegal(A3)=unknown][IsIllegal(A3)=occupied];B[cc]C[check: Prisoners(white)=1])";
    let report = check(&sgf::parse(text), &Options::default());
    let found: Vec<_> = report.items.iter().map(|item| item.found.as_str()).collect();
    // The stone without liberties makes the setup no position.
    assert!(found.iter().all(|found| found.contains("without a liberty")), "{found:?}");
}

#[test]
fn what_is_wrong_is_said_and_where() {
    let report = report(
        ". . .\n. X .\n. . .",
        "XCHECK[IsAlve(B2)][Liberties(B2)][Liberties(A1)=2][Liberties(B2)=x]\
         [Rules(none)][IsBlock(B2, big)][Liberties(Z9)=1]",
    );
    let wrong = [
        ("IsAlve(B2)", "did you mean IsAlive?"),
        ("Liberties(B2)", "an answer is missing"),
        ("Liberties(A1)=2", "there is no stone on A1"),
        ("Liberties(B2)=x", "\"x\" is no count"),
        ("IsBlock(B2, big)", "is no status"),
        ("Liberties(Z9)=1", "Z9"),
        ("Rules(none)", "the rules \"none\" are not known"),
    ];
    assert_eq!(report.totals.errors, wrong.len());
    for (item, (assertion, why)) in report.items.iter().zip(wrong) {
        assert_eq!(item.assertion, assertion);
        assert!(item.found.contains(why), "{assertion}: {}", item.found);
        assert!(item.place.starts_with("line 1, column "), "{}", item.place);
    }
}

#[test]
fn what_is_not_decided_is_unknown_and_may_be_expected() {
    let board = ". . . . .\n. X O . .\n. X O . .\n. X O . .\n. . . . .";
    let answered = report(board, "XCHECK[Score(black)=0][Score(black)=unknown]");
    assert_eq!((answered.totals.unknown, answered.totals.passed), (1, 1));
    assert!(answered.totals.is_bad());
    // An estimate is none where proofs are asked for.
    let strict = report(board, "XCHECK[Warrant(proved)][CanCapture(B3)=no]");
    assert_eq!(strict.totals.unknown, 1);
    assert_eq!(strict.items[0].found, "no (estimate)");
}

#[test]
fn totals_go_by_theme_and_runs_are_compared() {
    let text = "(;SZ[3]AB[bb]XTHEME[one]XCHECK[Liberties(B2)=4][Stones(B2)=2])\
        (;SZ[3]AB[bb]XCHECK[Liberties(B2)=3])";
    let run = |text: &str| check(&sgf::parse(text), &Options::default());
    let first = run(text);
    let themes: Vec<_> =
        first.themes.iter().map(|t| (t.theme.as_str(), t.totals.passed, t.totals.failed)).collect();
    assert_eq!(themes, [("one", 1, 1), ("other", 0, 1)]);
    let json = serde_json::to_string(&first).unwrap();
    let earlier: Earlier = serde_json::from_str(&json).unwrap();
    let second = run(&text.replace("AB[bb]XCHECK", "AB[bb][ab]XCHECK[Stones(B2)=2]"));
    let changes = compare(&second, &earlier);
    assert_eq!((changes.same, changes.added, changes.gone), (2, 1, 0));
    assert_eq!(changes.other.len(), 1);
    assert_eq!(changes.other[0].now, "failed: 5");
}
