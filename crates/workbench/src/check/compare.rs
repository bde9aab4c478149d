//! What changed between two runs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::report::{Outcome, Report};

/// An earlier run, as `--json` wrote it: only what is compared.
#[derive(Clone, Debug, Deserialize)]
pub struct Earlier {
    /// `tedomari.check/1`.
    pub schema: String,
    /// The assertions.
    pub items: Vec<EarlierItem>,
}

/// An assertion of an earlier run.
#[derive(Clone, Debug, Deserialize)]
pub struct EarlierItem {
    /// The file it stands in.
    pub file: String,
    /// The game of the collection, or the number of the test.
    pub game: String,
    /// After how many moves.
    pub moves: usize,
    /// What is asserted.
    pub assertion: String,
    /// What was found.
    pub found: String,
    /// How it went.
    pub outcome: Outcome,
    /// Positions looked at.
    pub nodes: u64,
}

/// What changed since an earlier run.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Changes {
    /// Assertions that pass now and did not.
    pub mended: Vec<Change>,
    /// Assertions that passed and do not now.
    pub broken: Vec<Change>,
    /// Assertions that fail as before, but with another answer.
    pub other: Vec<Change>,
    /// How many assertions are new.
    pub added: usize,
    /// How many are not asked any more.
    pub gone: usize,
    /// How many are as they were.
    pub same: usize,
    /// Positions looked at for the assertions that both runs have, then and now.
    pub nodes: [u64; 2],
}

/// One assertion that changed.
#[derive(Clone, Debug, Serialize)]
pub struct Change {
    /// The file it stands in.
    pub file: String,
    /// The game of the collection, or the number of the test.
    pub game: String,
    /// What is asserted.
    pub assertion: String,
    /// What was found then.
    pub before: String,
    /// What is found now.
    pub now: String,
}

/// Holds a run against an earlier one. Assertions are the same if file name, game, number of
/// moves and wording are; folders may differ.
pub fn compare(report: &Report, earlier: &Earlier) -> Changes {
    let key = |file: &str, game: &str, moves: usize, assertion: &str| {
        let name = file.rsplit(['/', '\\']).next().unwrap_or(file).to_string();
        (name, game.to_string(), moves, assertion.to_string())
    };
    let mut before: BTreeMap<_, Vec<&EarlierItem>> = BTreeMap::new();
    for item in &earlier.items {
        let key = key(&item.file, &item.game, item.moves, &item.assertion);
        before.entry(key).or_default().push(item);
    }
    let mut changes = Changes::default();
    for item in &report.items {
        let known = before.get_mut(&key(&item.file, &item.game, item.moves, &item.assertion));
        // The same words twice in a node are told apart by their order.
        let Some(old) = known.filter(|items| !items.is_empty()).map(|items| items.remove(0)) else {
            changes.added += 1;
            continue;
        };
        changes.nodes[0] += old.nodes;
        changes.nodes[1] += item.nodes;
        let change = || Change {
            file: item.file.clone(),
            game: item.game.clone(),
            assertion: item.assertion.clone(),
            before: format!("{}: {}", old.outcome, old.found),
            now: format!("{}: {}", item.outcome, item.found),
        };
        match (old.outcome == Outcome::Passed, item.outcome == Outcome::Passed) {
            (false, true) => changes.mended.push(change()),
            (true, false) => changes.broken.push(change()),
            (false, false) if old.outcome != item.outcome || old.found != item.found => {
                changes.other.push(change());
            }
            _ => changes.same += 1,
        }
    }
    changes.gone = before.values().map(Vec::len).sum();
    changes
}
