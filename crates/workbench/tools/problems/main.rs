//! Makes the problem collection: positions by theme, each with answers that are proved, most
//! of them in two ways.
//!
//! `cargo run -p tedomari-workbench --example problems -- problems` writes one SGF file for
//! each theme; the same program gives the same files. Every position is drawn here or made
//! from a seed; its answers are found by the program, held against a slow exhaustive search
//! (`exhaust`) where the position is small enough for that, and checked once more by the
//! assertions that are written beside it. What is not decided is not written.
//!
//! | question | where |
//! |---|---|
//! | what is a problem, and is it new? | `draft` |
//! | boards from drawings, living walls | `frame` |
//! | the same answer by brute force | `exhaust`, `count` |
//! | the themes | one file each |

mod board_endings;
mod connection;
mod count;
mod draft;
mod endgame_areas;
mod exhaust;
mod eyes;
mod frame;
mod ko;
mod ladders;
mod life;
mod nets;
mod rules;
mod safety;
mod semeai;
mod territory;

use std::collections::BTreeSet;
use std::path::PathBuf;

use draft::Collector;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args_os().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("name the folder to write to")?);
    let only = arguments.next().map(|theme| theme.to_string_lossy().into_owned());
    type Theme = (&'static str, fn(&mut Collector));
    let themes: [Theme; 11] = [
        ("rules", rules::make),
        ("safety", safety::make),
        ("ladders", ladders::make),
        ("loose ladders", nets::make),
        ("life and death", life::make),
        ("ko", ko::make),
        ("connection", connection::make),
        ("semeai", semeai::make),
        ("territory", territory::make),
        ("endgame", endgame_areas::make),
        ("full board", board_endings::make),
    ];
    let mut all = 0;
    let mut seen = BTreeSet::new();
    for (theme, make) in themes {
        if only.as_ref().is_some_and(|only| only != theme) {
            continue;
        }
        let mut collector = Collector::new(theme, std::mem::take(&mut seen));
        make(&mut collector);
        let file = folder.join(format!("{}.sgf", theme.replace(' ', "-")));
        std::fs::write(&file, collector.sgf())?;
        println!("{theme}: {} positions, {} left out", collector.len(), collector.dropped.len());
        for why in &collector.dropped {
            println!("  {why}");
        }
        all += collector.len();
        seen = collector.into_seen();
    }
    println!("{all} positions");
    Ok(())
}
