//! The file of solved areas: kills, damage, other versions, other programs.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::thread::sleep;
use std::time::Duration;

use endgame::Store;
use tedomari::store::FileStore;

/// A folder that goes when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tedomari-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder for temporary files can be written");
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn tedomari(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tedomari"));
    // No test may touch the user's own store.
    command.env("TEDOMARI_STORE", "/nonexistent/store").args(arguments);
    command.output().expect("the program runs")
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary files have plain names")
}

/// The entries of a batch: different ones for every number, and some written again.
fn batch(number: u64) -> Vec<(Vec<u8>, Vec<u8>)> {
    let entry = |i: u64| {
        let key = if i == 0 { format!("shared {}", number % 5) } else { format!("{number}.{i}") };
        let value = format!("{number}.{i} ").repeat(((number * 7 + i * 13) % 90 + 1) as usize);
        (key.into_bytes(), value.into_bytes())
    };
    (0..6).map(entry).collect()
}

#[test]
#[ignore = "a child process of the test below, which kills it"]
fn writer() {
    let Some(path) = std::env::var_os("TEDOMARI_TEST_STORE") else { return };
    let first: u64 = std::env::var("TEDOMARI_TEST_FIRST").map_or(0, |n| n.parse().unwrap_or(0));
    let mut store = FileStore::new(path.into());
    for number in first..first + 10_000 {
        store.keep(batch(number));
        println!("\ncommitted {number}");
    }
}

/// Kills a writing process at a random moment, again and again. What was committed must
/// be there, and of what was not, all or nothing.
fn kill_and_look(kills: u64) {
    let folder = Folder::new("kill");
    let path = folder.file("areas.redb");
    let mut expected: BTreeMap<Vec<u8>, Vec<u8>> = BTreeMap::new();
    let mut random = cgt::Random::new(4);
    let (mut first, mut committed_in_all) = (0, 0);
    for round in 0..kills {
        let mut child = Command::new(std::env::current_exe().expect("a test has a file"))
            .args(["--exact", "writer", "--ignored", "--nocapture", "--test-threads=1"])
            .env("TEDOMARI_TEST_STORE", &path)
            .env("TEDOMARI_TEST_FIRST", first.to_string())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("a child can be started");
        let output = BufReader::new(child.stdout.take().expect("it was asked for"));
        let mut done = output.lines().map_while(Result::ok).filter_map(|line| {
            line.strip_prefix("committed ").and_then(|number| number.parse::<u64>().ok())
        });
        // Half of the kills come after the first commit, the others at any time.
        let seen = if round % 2 == 0 { done.next() } else { None };
        sleep(Duration::from_micros(random.between(0, 60_000) as u64));
        child.kill().expect("the child runs");
        child.wait().expect("the child ends");
        let next = done.last().or(seen).map_or(first, |last| last + 1);
        committed_in_all += next - first;
        for number in first..next {
            expected.extend(batch(number));
        }
        let found: BTreeMap<Vec<u8>, Vec<u8>> = FileStore::new(path.clone())
            .entries()
            .expect("the store opens after every kill")
            .into_iter()
            .collect();
        // The batch that was under way may be there, but then all of it.
        let mut more = expected.clone();
        more.extend(batch(next));
        if found == more {
            expected = more;
            first = next + 1;
        } else {
            assert!(
                found == expected,
                "round {round}: {} entries, {}",
                found.len(),
                expected.len()
            );
            first = next;
        }
    }
    assert!(2 * committed_in_all >= kills, "only {committed_in_all} batches were written");
}

#[test]
fn a_hundred_kills_lose_nothing_that_was_committed() {
    kill_and_look(100);
}

fn composed(folder: &Folder, seed: u64) -> PathBuf {
    let path = folder.file(&format!("{seed}.sgf"));
    let made = ["compose", "--size", "11", "--seed", &seed.to_string(), "-o", text(&path)];
    assert!(tedomari(&made).status.success());
    path
}

/// The answer of `solve` without work and time.
fn answer(output: &Output) -> serde_json::Value {
    let mut answer: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("one JSON object");
    answer["stats"] = serde_json::Value::Null;
    for area in answer["areas"].as_array_mut().expect("a list of areas") {
        area["nodes"] = serde_json::Value::Null;
    }
    answer
}

fn report(output: &Output) -> serde_json::Value {
    serde_json::from_slice(&output.stdout).expect("one JSON object")
}

#[test]
fn solve_says_the_same_with_and_without_a_store() {
    let folder = Folder::new("solve");
    let store = folder.file("deep/in/areas.redb");
    let store = text(&store);
    for seed in 1..4 {
        let file = composed(&folder, seed);
        let fresh = tedomari(&["solve", text(&file), "--json", "--no-store"]);
        let first = tedomari(&["solve", text(&file), "--json", "--store", store]);
        let second = tedomari(&["solve", text(&file), "--json", "--store", store]);
        assert!(first.stderr.is_empty() && second.stderr.is_empty());
        assert_eq!(answer(&fresh), answer(&first));
        assert_eq!(answer(&fresh), answer(&second));
    }
    let verified = tedomari(&["store", "verify", "--json", "--store", store]);
    assert!(verified.status.success());
    let report = report(&verified);
    assert_eq!(report["verified"]["right"], report["entries"]);
    assert!(report["entries"].as_u64() > Some(3), "{report}");
    assert!(tedomari(&["store", "clear", "--store", store]).status.success());
    assert_eq!(
        self::report(&tedomari(&["store", "stats", "--json", "--store", store]))["entries"],
        0
    );
}

#[test]
fn damage_is_found_and_never_believed() {
    let folder = Folder::new("damage");
    let store = folder.file("areas.redb");
    let file = composed(&folder, 2);
    let solve = || tedomari(&["solve", text(&file), "--json", "--store", text(&store)]);
    let fresh = answer(&solve());
    let good = fs::read(&store).expect("the store was written");
    // Entries that were changed by something else than this program.
    let mut entries = FileStore::new(store.clone()).entries().expect("the store opens");
    for (_, entry) in &mut entries {
        let last = entry.len() - 1;
        entry[last] ^= 1;
    }
    let broken = entries.len();
    FileStore::new(store.clone()).keep(entries);
    let verified = tedomari(&["store", "verify", "--json", "--store", text(&store)]);
    assert_eq!(verified.status.code(), Some(1));
    assert_eq!(report(&verified)["verified"]["damaged"], broken);
    assert_eq!(answer(&solve()), fresh);
    // They were solved again and replaced.
    assert!(tedomari(&["store", "verify", "--store", text(&store)]).status.success());
    // A file damaged anywhere: the answer stays right, whatever becomes of the store.
    let mut random = cgt::Random::new(9);
    for _ in 0..12 {
        let mut bytes = good.clone();
        for _ in 0..20 {
            let at = random.between(0, bytes.len() as i64 - 1) as usize;
            bytes[at] = random.between(0, 255) as u8;
        }
        fs::write(&store, bytes).expect("the file can be written");
        let output = solve();
        assert!(output.status.success());
        let told = String::from_utf8_lossy(&output.stderr);
        assert!(!told.contains("panicked"), "{told}");
        assert_eq!(answer(&output), fresh);
    }
    fs::write(&store, &good[..good.len() / 3]).expect("the file can be written");
    assert_eq!(answer(&solve()), fresh);
}

#[test]
fn a_store_whose_making_was_broken_off_is_made_again() {
    let folder = Folder::new("unfinished");
    let store = folder.file("areas.redb");
    let file = composed(&folder, 4);
    // What tells a store from other files is written last.
    for unfinished in [vec![], vec![0; 1 << 20]] {
        fs::write(&store, &unfinished).expect("the file can be written");
        assert!(tedomari(&["store", "stats", "--store", text(&store)]).status.success());
        let solved = tedomari(&["solve", text(&file), "--json", "--store", text(&store)]);
        assert!(solved.status.success() && solved.stderr.is_empty());
        assert!(!FileStore::new(store.clone()).entries().expect("a store").is_empty());
        assert!(tedomari(&["store", "clear", "--store", text(&store)]).status.success());
        fs::write(&store, &unfinished).expect("the file can be written");
        assert!(tedomari(&["store", "clear", "--store", text(&store)]).status.success());
        assert!(!store.exists());
    }
}

#[test]
fn a_file_that_is_no_store_is_left_alone() {
    let folder = Folder::new("other");
    let file = composed(&folder, 3);
    let before = fs::read(&file).expect("it was written");
    let output = tedomari(&["solve", text(&file), "--json", "--store", text(&file)]);
    assert!(output.status.success());
    let complaint = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(complaint.contains("this is no store"), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    assert_eq!(tedomari(&["store", "clear", "--store", text(&file)]).status.code(), Some(2));
    assert_eq!(fs::read(&file).expect("it is still there"), before);
}

#[test]
fn two_programs_share_a_store() {
    let folder = Folder::new("two");
    let store = folder.file("areas.redb");
    let file = composed(&folder, 1);
    let start = || {
        Command::new(env!("CARGO_BIN_EXE_tedomari"))
            .args(["solve", text(&file), "--json", "--store", text(&store)])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs")
    };
    let children: Vec<_> = (0..4).map(|_| start()).collect();
    let mut answers = Vec::new();
    for child in children {
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success() && output.stderr.is_empty());
        answers.push(answer(&output));
    }
    assert!(answers.windows(2).all(|pair| pair[0] == pair[1]));
    // While another program has it open for long, the answer comes without it.
    let held = redb::Database::open(&store).expect("nobody uses it");
    let output = start().wait_with_output().expect("the program ends");
    assert_eq!(answer(&output), answers[0]);
    let complaint = String::from_utf8_lossy(&output.stderr).to_string();
    assert!(complaint.contains("another program"), "{complaint}");
    assert_eq!(complaint.lines().count(), 1, "{complaint}");
    drop(held);
}

#[test]
fn other_versions_are_refused_or_replaced() {
    let folder = Folder::new("version");
    let store = folder.file("areas.redb");
    let file = composed(&folder, 1);
    let solve = || tedomari(&["solve", text(&file), "--json", "--store", text(&store)]);
    let fresh = answer(&solve());
    let set_version = |version: u64| {
        let database = redb::Database::open(&store).expect("nobody uses it");
        let write = database.begin_write().expect("it can be written");
        {
            let facts = redb::TableDefinition::<&str, u64>::new("facts");
            let mut facts = write.open_table(facts).expect("the table is there");
            facts.insert("version", version).expect("it can be written");
        }
        write.commit().expect("it can be written");
    };
    set_version(1_000_000);
    let output = solve();
    assert_eq!(answer(&output), fresh);
    assert!(String::from_utf8_lossy(&output.stderr).contains("version 1000000"));
    assert_eq!(tedomari(&["store", "stats", "--store", text(&store)]).status.code(), Some(2));
    set_version(0);
    let output = solve();
    assert_eq!(answer(&output), fresh);
    assert!(String::from_utf8_lossy(&output.stderr).contains("begun anew"));
    assert!(tedomari(&["store", "verify", "--store", text(&store)]).status.success());
}

#[test]
fn the_oldest_entries_go_when_there_are_too_many() {
    let folder = Folder::new("room");
    let mut store = FileStore::new(folder.file("areas.redb")).with_room(20_000);
    for number in 0..100 {
        store.keep(batch(number));
    }
    let entries = store.entries().expect("the store opens");
    let bytes: usize = entries.iter().map(|(key, entry)| key.len() + entry.len()).sum();
    assert!(bytes <= 20_000 && bytes > 10_000, "{bytes}");
    let keys: Vec<Vec<u8>> = batch(99).into_iter().map(|(key, _)| key).collect();
    let kept: Vec<Option<Vec<u8>>> = batch(99).into_iter().map(|(_, entry)| Some(entry)).collect();
    assert_eq!(store.recall(&keys), kept);
    assert_eq!(store.recall(&[b"1.1".to_vec()]), [None]);
}
