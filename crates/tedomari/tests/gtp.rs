//! Whole conversations with the engine.
//!
//! `gtp/*.txt` are transcripts: a line after `> ` is sent, the lines below it
//! are the reply, `…` stands for anything, and lines that begin with `//` are
//! remarks. `\r` and `\t` in a sent line are the characters themselves.

use std::fmt::Write as _;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use tedomari::gtp::line::{Line, read_line};
use tedomari::gtp::{Options, commands, engine};

/// Thinks a moment only, so that tests stay quick.
fn hasty() -> Options {
    Options { time: Some(Duration::from_millis(200)), playouts: Some(200), ..Options::default() }
}

fn talk(options: Options, input: &[u8]) -> String {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(input.to_vec());
    engine(options).serve(input, &mut output).expect("memory can be written");
    String::from_utf8(output).expect("replies are text")
}

struct Exchange {
    sent: String,
    expected: Vec<String>,
}

fn read_transcript(text: &str) -> Vec<Exchange> {
    let mut exchanges: Vec<Exchange> = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with("//")) {
        if let Some(sent) = line.strip_prefix('>') {
            let sent = sent.strip_prefix(' ').unwrap_or(sent);
            let sent = sent.replace("\\r", "\r").replace("\\t", "\t");
            exchanges.push(Exchange { sent, expected: Vec::new() });
        } else if !line.trim().is_empty() {
            let last = exchanges.last_mut().expect("a reply follows a command");
            last.expected.push(line.to_string());
        }
    }
    exchanges
}

/// Whether a text is the pattern, in which `…` stands for anything.
fn matches(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('…');
    let first = parts.next().expect("a split has a first part");
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = pattern.split('…').skip(1).last() else { return rest.is_empty() };
    for part in parts {
        let Some(at) = rest.find(part) else { return false };
        rest = &rest[at + part.len()..];
    }
    text.ends_with(last)
}

fn check(file: &Path) {
    let text = fs::read_to_string(file).expect("transcripts can be read");
    let exchanges = read_transcript(&text);
    let mut input = String::new();
    for exchange in &exchanges {
        let _ = writeln!(input, "{}", exchange.sent);
    }
    let output = talk(hasty(), input.as_bytes());
    let mut replies = output.split_terminator("\n\n");
    for Exchange { sent, expected } in exchanges.iter().filter(|e| !e.expected.is_empty()) {
        let expected = expected.join("\n");
        let reply = replies.next().unwrap_or("no reply");
        let place = file.display();
        assert!(
            matches(&expected, reply),
            "{place}\nsent:     {sent}\nexpected: {expected}\nreply:    {reply}"
        );
    }
    assert_eq!(replies.next(), None, "{}: a reply that nobody expects", file.display());
}

#[test]
fn transcripts_go_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/gtp");
    let mut files: Vec<_> = fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("its entries can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    assert!(!files.is_empty());
    files.iter().for_each(|file| check(file));
}

/// Numbers that look random and are the same every time (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

/// How many replies the input must get: one a command, up to `quit`.
fn commands_in(mut input: &[u8]) -> usize {
    let mut count = 0;
    while let Ok(Some(line)) = read_line(&mut input) {
        if let Line::Command(request) = line {
            count += 1;
            if request.name == "quit" {
                break;
            }
        }
    }
    count
}

fn assert_one_reply_each(input: &[u8]) {
    let options = Options { files: false, playouts: Some(8), ..hasty() };
    let output = talk(options, input);
    let replies: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), commands_in(input), "{}", String::from_utf8_lossy(input));
    for reply in replies {
        assert!(reply.starts_with(['=', '?']), "{reply}");
        assert!(!reply.contains("internal error"), "{reply}");
        assert!(!reply.lines().any(str::is_empty), "{reply}");
    }
}

const WORDS: [&str; 60] = [
    "b",
    "w",
    "black",
    "white",
    "B",
    "pass",
    "resign",
    "PASS",
    "A1",
    "a1",
    "C3",
    "D4",
    "Q16",
    "T19",
    "I5",
    "Z25",
    "Z26",
    "A0",
    "J9",
    "E5",
    "e4",
    "1",
    "2",
    "3",
    "5",
    "7",
    "9",
    "13",
    "19",
    "25",
    "26",
    "0",
    "-1",
    "6.5",
    "1e9",
    "nan",
    "inf",
    "99999999999999999999",
    "alive",
    "dead",
    "seki",
    "dame",
    "japanese",
    "chinese",
    "aga",
    "{\"ko\":\"SIMPLE\"}",
    "{\"ko\":",
    "ko",
    "SIMPLE",
    "ko_rule",
    "superko",
    "suicide",
    "true",
    "byoyomi",
    "fischer-capped",
    "none",
    "empty",
    "\u{e9}",
    "x",
    "#",
];

#[test]
fn random_commands_get_one_reply_each() {
    let names: Vec<&str> = commands().iter().map(|command| command.name).collect();
    let mut numbers = Numbers(7);
    for _ in 0..150 {
        let mut input = format!("boardsize {}\n", 1 + numbers.below(9));
        for _ in 0..60 {
            if numbers.below(4) == 0 {
                let _ = write!(input, "{} ", numbers.below(1000));
            }
            let often = ["play", "play", "genmove", "undo", "set_free_handicap", "gogui-setup"];
            let name =
                if numbers.below(2) == 0 { numbers.pick(&often) } else { numbers.pick(&names) };
            input.push_str(name);
            for _ in 0..numbers.below(5) {
                input.push(' ');
                input.push_str(numbers.pick(&WORDS));
            }
            input.push_str(numbers.pick(&["\n", "\n", "\r\n", "\n\n", " # remark\n"]));
        }
        assert_one_reply_each(input.as_bytes());
    }
}

#[test]
fn random_bytes_get_one_reply_each() {
    let mut numbers = Numbers(11);
    for _ in 0..300 {
        let length = numbers.below(400);
        let bytes: Vec<u8> = (0..length)
            .map(|_| match numbers.below(4) {
                0 => b'\n',
                1 => b' ',
                _ => numbers.below(256) as u8,
            })
            .collect();
        assert_one_reply_each(&bytes);
    }
}

#[test]
fn a_line_of_many_megabytes_is_refused_and_the_next_is_answered() {
    let mut input = b"5 gogui-play_sequence ".to_vec();
    input.resize(5_000_000, b'b');
    input.extend(b"\n6 name\n");
    let output = talk(Options::default(), &input);
    assert_eq!(output, "?5 line too long\n\n=6 Tedomari\n\n");
}

#[test]
fn a_long_game_in_one_line_is_played() {
    let mut input = String::from("gogui-play_sequence");
    for number in 0..20_000 {
        input.push_str(if number % 2 == 0 { " b pass" } else { " w pass" });
    }
    input.push_str("\nundo\n");
    assert_eq!(talk(Options::default(), input.as_bytes()), "=\n\n=\n\n");
}

#[test]
fn saved_games_read_back_even_with_spaces_in_the_name() {
    let folder = std::env::temp_dir().join(format!("tedomari gtp {}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let file = folder.join("a game.sgf");
    let name = file.display();
    let input = format!(
        "boardsize 7\nkomi 3.5\nkata-set-rules aga\nset_free_handicap C3 E5\n\
         gogui-play_sequence w D4 b C4 w pass b D3\nsavesgf {name}\n\
         boardsize 19\nkomi 0\nkata-set-rules japanese\nloadsgf {name} 4\nlast_move\n\
         get_komi\nget_handicap\nquery_boardsize\nlist_stones b\nloadsgf {name}\nlast_move\n"
    );
    let output = talk(Options::default(), input.as_bytes());
    let left: Vec<_> = fs::read_dir(&folder).expect("the folder").flatten().collect();
    assert_eq!(left.len(), 1, "only the game is left: {left:?}");
    fs::remove_dir_all(&folder).expect("the folder can go");
    let replies: Vec<&str> = output.split_terminator("\n\n").skip(6).collect();
    assert_eq!(
        replies,
        [
            "=",
            "=",
            "=",
            "=",
            "= white pass",
            "= 3.5",
            "= 2",
            "= 7",
            "= C3 C4 E5",
            "=",
            "= black D3"
        ]
    );
}

#[test]
fn files_stay_shut_if_they_shall() {
    let options = Options { files: false, ..Options::default() };
    let output = talk(options, b"loadsgf tests/gtp/game.sgf\nsavesgf x.sgf\nprintsgf x.sgf\n");
    assert_eq!(output, "? cannot load file\n\n? cannot save file\n\n? cannot save file\n\n");
}

#[test]
fn the_reference_page_has_every_command() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/gtp.md");
    let page = fs::read_to_string(page).expect("the page is there");
    for name in engine(Options::default()).names() {
        assert!(page.contains(&format!("`{name}")), "docs/gtp.md says nothing about {name}");
    }
}

/// The program itself, with nothing to read yet.
fn process() -> std::process::Child {
    std::process::Command::new(env!("CARGO_BIN_EXE_tedomari"))
        .arg("gtp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts")
}

#[test]
fn the_process_ends_at_quit_although_input_stays_open() {
    let mut child = process();
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"1 name\n2 quit\n3 name\n").expect("the pipe takes it");
    input.flush().expect("the pipe takes it");
    let mut output = String::new();
    child.stdout.take().expect("a pipe").read_to_string(&mut output).expect("text");
    assert_eq!(output, "=1 Tedomari\n\n=2\n\n");
    assert!(child.wait().expect("the program ended").success());
    drop(input);
}

#[test]
fn replies_come_before_the_next_command_and_the_end_of_input_is_the_end() {
    let mut child = process();
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    for command in ["boardsize 9", "play b E5", "nonsense", "\u{fffd}", "play b E5"] {
        writeln!(input, "7 {command}").expect("the pipe takes it");
        let mut reply = String::new();
        output.read_line(&mut reply).expect("a reply");
        assert!(reply.starts_with("=7") || reply.starts_with("?7"), "{command}: {reply}");
        output.read_line(&mut String::new()).expect("an empty line");
    }
    drop(input);
    assert!(child.wait().expect("the program ended").success());
}

#[test]
fn an_interrupt_ends_the_thinking_and_the_best_move_so_far_is_played() {
    let hour = Options { time: Some(Duration::from_secs(3600)), ..Options::default() };
    let output = talk(hour, b"1 genmove b\n# interrupt\n2 list_stones b\n");
    let replies: Vec<&str> = output.split_terminator("\n\n").collect();
    let [first, second] = replies[..] else { panic!("two replies: {output}") };
    assert_eq!(first.replace("=1", ""), second.replace("=2", ""));
}

#[test]
fn a_clock_without_time_gets_a_move_at_once() {
    let hour = Options { time: Some(Duration::from_secs(3600)), ..Options::default() };
    let output = talk(hour, b"time_left b 0 0\ngenmove b\ntime_settings 0 0 0\ngenmove w\n");
    assert_eq!(output.split_terminator("\n\n").count(), 4, "{output}");
}

#[test]
fn the_cleanup_takes_dead_stones_before_it_passes() {
    let mut input = String::from(
        "boardsize 5\nset_position b C5 b C4 b C3 b C2 b C1 b B4 b B2 \
         w D5 w D4 w D3 w D2 w D1 w E4 w E2 w A3\n",
    );
    for _ in 0..12 {
        input.push_str("kgs-genmove_cleanup b\nplay w pass\n");
    }
    input.push_str("color A3\n");
    let output = talk(hasty(), input.as_bytes());
    let replies: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_ne!(replies[2], "= pass", "a dead stone stands on A3");
    assert!(replies.contains(&"= pass"), "there is an end: {output}");
    assert_ne!(replies.last(), Some(&"= white"));
}

/// Bytes that come when the test sends them.
struct Pipe(std::sync::mpsc::Receiver<&'static [u8]>);

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let Ok(bytes) = self.0.recv() else { return Ok(0) };
        buffer[..bytes.len()].copy_from_slice(bytes);
        Ok(bytes.len())
    }
}

#[test]
fn whoever_ponders_plays_on_when_the_opponent_does() {
    let (sender, receiver) = std::sync::mpsc::channel::<&'static [u8]>();
    let opponent = std::thread::spawn(move || {
        let lines: [&[u8]; 6] = [
            b"boardsize 5\n",
            b"genmove b\n",
            b"play w A1\n",
            b"genmove b\n",
            b"undo\n",
            b"genmove b\n",
        ];
        for line in lines {
            std::thread::sleep(Duration::from_millis(30));
            sender.send(line).expect("the engine listens");
        }
    });
    let options = Options { ponder: true, playouts: Some(100), ..Options::default() };
    let mut output = Vec::new();
    engine(options).serve(Pipe(receiver), &mut output).expect("memory can be written");
    opponent.join().expect("all was sent");
    let output = String::from_utf8(output).expect("replies are text");
    let replies: Vec<&str> = output.split_terminator("\n\n").collect();
    assert_eq!(replies.len(), 6, "{output}");
    assert!(replies.iter().all(|reply| reply.starts_with('=')), "{output}");
    assert_eq!(replies[1], "= C3");
}
