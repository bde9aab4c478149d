//! Regression suites of other programs, read from a folder outside the project:
//! `TEDOMARI_PROBLEMS=… cargo test --release -p tedomari -- --ignored --nocapture facts_suites`.
//! `TEDOMARI_SUITES="reading capture"` selects suites and prints what fails.

#[path = "support/tst.rs"]
mod tst;

use std::path::PathBuf;

/// Suite, the commands asked, and how many must pass.
const SUITES: &[(&str, &[&str], usize)] = &[
    ("reading", &[], 134),
    ("capture", &[], 14),
    ("connection", &[], 92),
    ("break_in", &["break_in", "block_off"], 6),
    ("semeai", &["analyze_semeai"], 80),
    ("optics", &[], 72),
    ("atari_atari", &[], 15),
    ("STS-RV_0", &[], 26),
    ("STS-RV_1", &[], 182),
    ("unconditional", &[], 490),
    ("owl", &["owl_attack", "owl_defend"], 140),
    ("ld_owl", &[], 58),
];

#[test]
#[ignore = "needs the problems folder: TEDOMARI_PROBLEMS=… cargo test -- --ignored facts_"]
fn facts_suites() {
    let folder = std::env::var_os("TEDOMARI_PROBLEMS").expect("TEDOMARI_PROBLEMS names the folder");
    let folder = PathBuf::from(folder).join("gnugo");
    let selected = std::env::var("TEDOMARI_SUITES").ok();
    let mut short = Vec::new();
    for &(suite, commands, wanted) in SUITES {
        if selected.as_ref().is_some_and(|s| !s.split(' ').any(|name| name == suite)) {
            continue;
        }
        let outcomes = tst::run(&folder.join(format!("{suite}.tst")), commands);
        let passed = outcomes.iter().filter(|o| o.passed).count();
        let nodes: u64 = outcomes.iter().map(|o| o.nodes).sum();
        let time: f64 = outcomes.iter().map(|o| o.time.as_secs_f64()).sum();
        let count = outcomes.len();
        if selected.is_some() {
            for o in outcomes.iter().filter(|o| !o.passed) {
                println!(
                    "  {} {} wanted {} got [{}] {} nodes {:.2} ms",
                    o.id,
                    o.command,
                    o.wanted,
                    o.reply,
                    o.nodes,
                    o.time.as_secs_f64() * 1000.0
                );
            }
        }
        let mut times: Vec<f64> = outcomes.iter().map(|o| o.time.as_secs_f64()).collect();
        times.sort_by(f64::total_cmp);
        println!(
            "{suite}: {passed} of {count}, {:.0} nodes and {:.2} ms a test, median {:.2} ms",
            nodes as f64 / count as f64,
            time * 1000.0 / count as f64,
            times.get(count / 2).map_or(0.0, |time| time * 1000.0)
        );
        if passed < wanted {
            short.push(format!("{suite} {passed} of {wanted}"));
        }
    }
    assert!(short.is_empty(), "fewer than wanted: {}", short.join(", "));
}
