//! `tedomari games --counted` on a collection of our own.

use std::process::Command;

/// Three points each, and half a point for White.
const BOARD: &str = "SZ[5]RU[Japanese]KM[0.5]\
    AB[aa][ca][bb][cb][ac][bc][cc][bd][cd][ae][be][ce]AW[da:de][eb][ed]";

#[test]
fn recorded_results_are_held_against_ours() {
    let path = format!("{}/counted.sgf", env!("CARGO_TARGET_TMPDIR"));
    let game = |result: &str, ending: &str| format!("(;RE[{result}]{BOARD}{ending})\n");
    let games =
        [game("W+0.5", ";B[];W[]"), game("B+3.5", ";B[];W[]"), game("W+1.50", ""), game("B+R", "")];
    std::fs::write(&path, games.concat()).unwrap();
    let run = |more: &[&str]| {
        let program = env!("CARGO_BIN_EXE_tedomari");
        let output =
            Command::new(program).args(["games", "--counted", &path]).args(more).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let text = run(&["--list"]);
    assert!(text.contains("game 2 (2 moves; japanese, both passed): recorded B+3.5, found W+0.5"));
    assert!(text.contains("all                        3      1  33.3 %      2  66.7 %"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&run(&["--json"])).unwrap();
    let set = &json["counted"]["sets"]["japanese, both passed"];
    assert_eq!((set["games"].as_u64(), set["exact"].as_u64()), (Some(2), Some(1)));
    assert_eq!(json["counted"]["misses"].as_array().unwrap().len(), 2);
}
