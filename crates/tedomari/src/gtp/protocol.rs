//! The Go Text Protocol without the Go: commands in, replies out.
//!
//! An [`Engine`] has a table of commands over some state. It answers one
//! request at a time, in order, each with exactly one reply; nothing but
//! `quit` and the end of input ends it. Input is read by a thread of its own,
//! so that a long command can see what has arrived since ([`Call::interrupted`],
//! [`Call::input_waiting`]), and it may say lines before it is done ([`Call::say`]).
//! Source: Farnebäck, GTP 2 draft 2 (2002), and
//! GoGui's `# interrupt` comment.

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{SyncSender, TryRecvError, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use budget::StopFlag;

use super::line::{Line, Request, read_line};

/// The text after `=`, or the message after `?`.
pub type Reply = Result<String, String>;

/// The reply to arguments that cannot be read.
pub const SYNTAX_ERROR: &str = "syntax error";

/// How many commands may wait while one runs. With the longest line this
/// bounds the memory that a flood of input can take.
const WAITING: usize = 16;

/// One command of an engine with state `S`.
#[derive(Debug)]
pub struct Command<S> {
    /// Its name in the protocol.
    pub name: &'static str,
    /// Its arguments, for people; empty if there are none.
    pub arguments: &'static str,
    /// What it does, in one line.
    pub about: &'static str,
    /// Does it.
    pub run: fn(&mut S, &Call<'_>) -> Reply,
}

// Derived, these would ask that `S` can be copied.
impl<S> Clone for Command<S> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<S> Copy for Command<S> {}

/// The commands every engine has: name, arguments and what they do.
pub const BUILT_IN: [(&str, &str, &str); 6] = [
    ("protocol_version", "", "the version of the protocol: 2"),
    ("name", "", "the name of the program"),
    ("version", "", "the version of the program"),
    ("known_command", "COMMAND", "true or false"),
    ("list_commands", "", "all commands, one a line"),
    ("quit", "", "ends the program after the reply"),
];

/// A command on its way: its arguments, and what has arrived since.
#[derive(Debug)]
pub struct Call<'a> {
    /// The arguments as they were sent, spaces included.
    pub text: &'a str,
    words: Vec<&'a str>,
    number: u64,
    arrivals: &'a Arrivals,
    stream: &'a dyn Say,
    /// Another way to ask for the answer, for commands that came by no line.
    stop: Option<&'a StopFlag>,
}

/// Somebody who hears lines.
trait Say: std::fmt::Debug + Sync {
    fn say(&self, line: &str) -> io::Result<()>;
}

/// Where a command may say lines before it is done.
struct Stream<'i, 'o> {
    id: Option<&'i str>,
    output: Mutex<&'o mut (dyn Write + Send + 'o)>,
    begun: AtomicBool,
}

impl std::fmt::Debug for Stream<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Stream").field("id", &self.id).finish_non_exhaustive()
    }
}

impl Say for Stream<'_, '_> {
    fn say(&self, line: &str) -> io::Result<()> {
        let mut output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        let mut text = String::new();
        if !self.begun.swap(true, Ordering::Relaxed) {
            text = format!("={}\n", self.id.unwrap_or_default());
        }
        if !line.is_empty() {
            text.extend(line.chars().filter(|c| !c.is_control()));
            text.push('\n');
        }
        output.write_all(text.as_bytes())?;
        output.flush()
    }
}

impl<'a> Call<'a> {
    /// The arguments.
    pub fn words(&self) -> &[&'a str] {
        &self.words
    }

    /// The same call with its first arguments taken off, for a command that asks another.
    pub(super) fn after(&self, count: usize) -> Call<'a> {
        let skipped = self.words.get(count);
        // The words are parts of the text, so an address in it says where the rest begins.
        let text = skipped.map_or("", |word| {
            let at = word.as_ptr() as usize - self.text.as_ptr() as usize;
            self.text.get(at..).unwrap_or_default()
        });
        let words = self.words.iter().skip(count).copied().collect();
        Call { text, words, ..*self }
    }

    /// The argument at an index from 0; a syntax error if it is missing.
    pub fn word(&self, index: usize) -> Result<&'a str, String> {
        self.words.get(index).copied().ok_or_else(|| SYNTAX_ERROR.to_string())
    }

    /// The argument at an index, read as a `T`; a syntax error if that fails.
    pub fn parse<T: FromStr>(&self, index: usize) -> Result<T, String> {
        self.word(index)?.parse().map_err(|_| SYNTAX_ERROR.to_string())
    }

    /// Whether `# interrupt` came after this command.
    pub fn interrupted(&self) -> bool {
        self.arrivals.interrupt.load(Ordering::Relaxed) > self.number
            || self.stop.is_some_and(StopFlag::is_raised)
    }

    /// A flag for a part of the work, whose nodes are counted for whoever asked.
    pub(super) fn flag(&self) -> StopFlag {
        self.stop.map_or_else(StopFlag::new, StopFlag::part)
    }

    /// Says a line while the command goes on. The first one is preceded by the mark of
    /// success, so that what the command returns in the end is one line more, and an
    /// error can only be silent.
    ///
    /// # Errors
    /// If nobody listens any more.
    pub fn say(&self, line: &str) -> Result<(), String> {
        self.stream.say(line).map_err(|_| "nobody listens".to_string())
    }

    /// Whether anything came after this command, were it only an empty line.
    pub fn input_waiting(&self) -> bool {
        self.arrivals.lines.load(Ordering::Relaxed) > self.number
            || self.arrivals.ended.load(Ordering::Relaxed)
    }
}

/// Does something as if a command had come, but not by a line: nothing arrives, nobody hears
/// what it says, and `stop` asks for its answer.
pub(super) fn called<T>(stop: &StopFlag, act: impl FnOnce(&Call<'_>) -> T) -> T {
    let (arrivals, mut nowhere) = (Arrivals::default(), io::sink());
    let output = Mutex::new(&mut nowhere as &mut (dyn Write + Send));
    let stream = Stream { id: None, output, begun: AtomicBool::new(false) };
    let (text, words, stop) = ("", Vec::new(), Some(stop));
    act(&Call { text, words, number: 0, arrivals: &arrivals, stream: &stream, stop })
}

/// What the reading thread has seen.
#[derive(Debug, Default)]
struct Arrivals {
    /// Number of lines so far.
    lines: AtomicU64,
    /// The number of the latest `# interrupt` line, from 1; 0 if there was none.
    interrupt: AtomicU64,
    /// Whether input has ended.
    ended: AtomicBool,
}

/// A request with the number of its line, from 1.
struct Numbered {
    number: u64,
    request: Request,
}

/// What is sent back for one request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The reply with its mark, id and final empty line.
    pub text: String,
    /// Whether this was `quit`.
    pub quit: bool,
}

/// A program that speaks the protocol.
#[derive(Debug)]
pub struct Engine<S> {
    name: String,
    version: String,
    table: BTreeMap<&'static str, Command<S>>,
    /// What is done while nobody asks anything.
    idle: Option<fn(&mut S, &Call<'_>)>,
    /// What the commands work on.
    pub state: S,
}

impl<S> Engine<S> {
    /// An engine with these commands beside the [`BUILT_IN`] ones.
    pub fn new(
        name: &str,
        version: &str,
        state: S,
        commands: impl IntoIterator<Item = Command<S>>,
    ) -> Engine<S> {
        let table = commands.into_iter().map(|command| (command.name, command)).collect();
        Engine { name: name.to_string(), version: version.to_string(), table, idle: None, state }
    }

    /// The same engine, which does this whenever it waits for a command. It must end soon
    /// after [`Call::input_waiting`].
    pub fn with_idle(mut self, idle: fn(&mut S, &Call<'_>)) -> Engine<S> {
        self.idle = Some(idle);
        self
    }

    /// Answers requests until `quit` or the end of input, each before the next.
    ///
    /// # Errors
    /// If the output cannot be written. Input that cannot be read any more
    /// counts as ended.
    pub fn serve(
        &mut self,
        input: impl Read + Send + 'static,
        mut output: impl Write + Send,
    ) -> io::Result<()> {
        let arrivals = Arc::new(Arrivals::default());
        let (sender, receiver) = sync_channel(WAITING);
        // The thread may wait for input for ever, so nobody waits for the thread.
        thread::Builder::new().name("gtp input".to_string()).spawn({
            let arrivals = Arc::clone(&arrivals);
            move || read_requests(input, &arrivals, &sender)
        })?;
        let mut latest = 0;
        loop {
            let next = match receiver.try_recv() {
                Err(TryRecvError::Empty) => {
                    self.wait(latest, &arrivals);
                    receiver.recv().ok()
                }
                next => next.ok(),
            };
            let Some(Numbered { number, request }) = next else { break };
            latest = number;
            let answer = self.answer_numbered(&request, number, &arrivals, &mut output);
            output.write_all(answer.text.as_bytes())?;
            output.flush()?;
            if answer.quit {
                break;
            }
        }
        Ok(())
    }

    /// Answers one request, as if input ended after it.
    pub fn answer(&mut self, request: &Request) -> Answer {
        let arrivals = Arrivals::default();
        arrivals.ended.store(true, Ordering::Relaxed);
        let mut said = Vec::new();
        let answer = self.answer_numbered(request, 0, &arrivals, &mut said);
        let said = String::from_utf8_lossy(&said).into_owned();
        Answer { text: said + &answer.text, ..answer }
    }

    /// Passes the time until something arrives.
    fn wait(&mut self, latest: u64, arrivals: &Arrivals) {
        let Some(idle) = self.idle else { return };
        let mut nowhere = io::sink();
        let output = Mutex::new(&mut nowhere as &mut (dyn Write + Send));
        let stream = Stream { id: None, output, begun: AtomicBool::new(false) };
        let words = Vec::new();
        let call = Call { text: "", words, number: latest, arrivals, stream: &stream, stop: None };
        // What goes wrong here is nobody's question; the next command finds the state.
        let _ = catch_unwind(AssertUnwindSafe(|| idle(&mut self.state, &call)));
    }

    fn answer_numbered(
        &mut self,
        request: &Request,
        number: u64,
        arrivals: &Arrivals,
        output: &mut (dyn Write + Send),
    ) -> Answer {
        let id = request.id.as_deref();
        let output = Mutex::new(output);
        let stream = Stream { id, output, begun: AtomicBool::new(false) };
        let reply = if request.too_long {
            Err("line too long".to_string())
        } else {
            let text = request.arguments.as_str();
            let words = text.split(' ').filter(|word| !word.is_empty()).collect();
            let call = Call { text, words, number, arrivals, stream: &stream, stop: None };
            self.reply(&request.name, &call)
        };
        let quit = request.name == "quit" && !request.too_long;
        let text = match stream.begun.load(Ordering::Relaxed) {
            true => reply.map_or_else(|_| "\n".to_string(), |last| ended(&last)),
            false => framed(id, &reply),
        };
        Answer { text, quit }
    }

    fn reply(&mut self, name: &str, call: &Call<'_>) -> Reply {
        match name {
            "protocol_version" => Ok("2".to_string()),
            "name" => Ok(self.name.clone()),
            "version" => Ok(self.version.clone()),
            "known_command" => Ok(self.knows(call.word(0)?).to_string()),
            "list_commands" => Ok(self.names().join("\n")),
            "quit" => Ok(String::new()),
            _ => {
                let command = self.table.get(name).ok_or("unknown command")?;
                // No command should panic. One that does must not take the game along.
                catch_unwind(AssertUnwindSafe(|| (command.run)(&mut self.state, call)))
                    .unwrap_or_else(|_| Err(format!("internal error in {name}")))
            }
        }
    }

    /// Whether there is a command of this name.
    pub fn knows(&self, name: &str) -> bool {
        self.table.contains_key(name) || BUILT_IN.iter().any(|built_in| built_in.0 == name)
    }

    /// The names of all commands in alphabetical order.
    pub fn names(&self) -> Vec<&'static str> {
        let built_in = BUILT_IN.iter().map(|built_in| built_in.0);
        let mut names: Vec<_> = self.table.keys().copied().chain(built_in).collect();
        names.sort_unstable();
        names.dedup();
        names
    }
}

/// Hands every command on, until input ends or nobody listens.
fn read_requests(input: impl Read, arrivals: &Arrivals, sender: &SyncSender<Numbered>) {
    let mut input = BufReader::new(input);
    while let Ok(Some(line)) = read_line(&mut input) {
        let number = arrivals.lines.fetch_add(1, Ordering::Relaxed) + 1;
        match line {
            Line::Interrupt => arrivals.interrupt.store(number, Ordering::Relaxed),
            Line::Blank => {}
            Line::Command(request) => {
                let last = request.name == "quit" && !request.too_long;
                if sender.send(Numbered { number, request }).is_err() || last {
                    break;
                }
            }
        }
    }
    arrivals.ended.store(true, Ordering::Relaxed);
}

/// The last lines of a reply whose first ones have been said, and the empty line.
fn ended(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{line}\n")).collect::<String>() + "\n"
}

/// `=id text` or `?id message`, then an empty line. The text itself keeps no
/// empty lines, which would end the reply, and no control characters.
fn framed(id: Option<&str>, reply: &Reply) -> String {
    let (mark, text) = match reply {
        Ok(text) => ('=', text),
        Err(message) => ('?', message),
    };
    let mut out = format!("{mark}{}", id.unwrap_or_default());
    for (number, line) in text.lines().enumerate() {
        let clean: String = line.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        if clean.trim().is_empty() {
            continue;
        }
        out.push(if number == 0 { ' ' } else { '\n' });
        out.push_str(&clean);
    }
    out.push_str("\n\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    fn counter() -> Engine<u32> {
        fn add(state: &mut u32, call: &Call<'_>) -> Reply {
            *state += call.parse::<u32>(0)?;
            Ok(state.to_string())
        }
        fn fall(_: &mut u32, _: &Call<'_>) -> Reply {
            panic!("on purpose, in a test")
        }
        fn blank(_: &mut u32, _: &Call<'_>) -> Reply {
            Ok("\na\n\n \nb\u{7}\n".to_string())
        }
        fn long(_: &mut u32, call: &Call<'_>) -> Reply {
            while !call.interrupted() {
                thread::yield_now();
            }
            Ok(format!("interrupted {}", call.input_waiting()))
        }
        fn stream(state: &mut u32, call: &Call<'_>) -> Reply {
            call.say("")?;
            for number in 0..*state {
                call.say(&number.to_string())?;
            }
            if *state > 2 { Err("too late".to_string()) } else { Ok("done".to_string()) }
        }
        let command = |name, run| Command { name, arguments: "", about: "", run };
        let commands = [
            command("add", add as fn(&mut u32, &Call<'_>) -> Reply),
            command("fall", fall),
            command("blank", blank),
            command("long", long),
            command("stream", stream),
        ];
        Engine::new("Counter", "1.0", 0, commands)
    }

    fn talk(input: &'static str) -> String {
        let mut output = Vec::new();
        counter().serve(input.as_bytes(), &mut output).unwrap();
        String::from_utf8(output).unwrap()
    }

    #[test]
    fn replies_carry_mark_id_and_an_empty_line() {
        assert_eq!(talk("1 add 2\nadd 3\n"), "=1 2\n\n= 5\n\n");
        assert_eq!(talk("00 add x\nadd\n"), "?00 syntax error\n\n? syntax error\n\n");
        assert_eq!(talk("sub 1\n4\n"), "? unknown command\n\n?4 unknown command\n\n");
        assert_eq!(talk("known_command add\nknown_command sub\n"), "= true\n\n= false\n\n");
        assert_eq!(talk("name\nversion\nprotocol_version\n"), "= Counter\n\n= 1.0\n\n= 2\n\n");
    }

    #[test]
    fn quit_is_answered_and_the_last() {
        assert_eq!(talk("9 quit\nadd 1\n"), "=9\n\n");
        assert_eq!(talk("add 1"), "= 1\n\n");
        assert_eq!(talk("# nothing\n\n"), "");
    }

    #[test]
    fn a_panic_is_an_error_and_not_the_end() {
        assert_eq!(talk("2 fall\nadd 1\n"), "?2 internal error in fall\n\n= 1\n\n");
    }

    #[test]
    fn no_reply_has_an_empty_line_inside() {
        assert_eq!(talk("blank\n"), "=\na\nb\n\n");
    }

    #[test]
    fn lines_may_be_said_before_the_end() {
        assert_eq!(talk("7 stream\n"), "=7\ndone\n\n");
        assert_eq!(talk("add 2\nstream\n"), "= 2\n\n=\n0\n1\ndone\n\n");
        assert_eq!(talk("add 3\nstream\n"), "= 3\n\n=\n0\n1\n2\n\n");
        let mut engine = counter();
        assert_eq!(engine.answer(&Request::parse("stream")).text, "=\ndone\n\n");
    }

    #[test]
    fn waiting_is_not_idle() {
        fn idle(state: &mut u32, call: &Call<'_>) {
            *state += 10;
            while !call.input_waiting() {
                thread::yield_now();
            }
        }
        let (sender, receiver): (Sender<&'static [u8]>, _) = channel();
        let writer = thread::spawn(move || {
            for _ in 0..3 {
                thread::sleep(std::time::Duration::from_millis(20));
                sender.send(b"add 0\n").unwrap();
            }
        });
        let mut output = Vec::new();
        counter().with_idle(idle).serve(Pipe(receiver), &mut output).unwrap();
        writer.join().unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "= 10\n\n= 20\n\n= 30\n\n");
    }

    #[test]
    fn lists_hold_the_built_in_commands() {
        let names = counter().names();
        assert!(names.is_sorted());
        for (name, ..) in BUILT_IN {
            assert!(names.contains(&name) && counter().knows(name));
        }
    }

    /// A reader whose bytes come when the test sends them.
    struct Pipe(Receiver<&'static [u8]>);

    impl Read for Pipe {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Ok(bytes) = self.0.recv() else { return Ok(0) };
            buffer[..bytes.len()].copy_from_slice(bytes);
            Ok(bytes.len())
        }
    }

    #[test]
    fn an_interrupt_reaches_the_running_command_and_no_later_one() {
        let (sender, receiver): (Sender<&'static [u8]>, _) = channel();
        // An interrupt that comes before a command is none of its business.
        sender.send(b"add 1\n# interrupt\nlong\n").unwrap();
        sender.send(b"# interrupt\n").unwrap();
        sender.send(b"add 1\n").unwrap();
        drop(sender);
        let mut output = Vec::new();
        counter().serve(Pipe(receiver), &mut output).unwrap();
        assert_eq!(String::from_utf8(output).unwrap(), "= 1\n\n= interrupted true\n\n= 2\n\n");
    }
}
