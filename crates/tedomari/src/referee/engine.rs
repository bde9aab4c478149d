//! An engine: a process that is asked in GTP.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use budget::StopFlag;

/// A running engine.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    replies: Receiver<Result<String, String>>,
    /// Ends the waiting for an answer.
    stop: StopFlag,
}

/// Why an engine gave no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// It answered with an error.
    Refused(String),
    /// It took longer than it may.
    Silent,
    /// Its process has ended.
    Gone,
    /// Nobody waits for it any longer.
    Stopped,
}

/// How often a waiting referee looks whether it shall stop.
const GLANCE: Duration = Duration::from_millis(50);

/// The most bytes of one reply; an engine that says more is of no use.
const LONGEST: usize = 1 << 20;

impl Engine {
    /// Starts an engine from its command line. `tedomari` is this very program, unless
    /// the command names a path. Answers are waited for until `stop` is raised.
    pub(crate) fn start(command: &str, stop: &StopFlag) -> anyhow::Result<Engine> {
        let words = split(command)?;
        let (program, arguments) = words.split_first().context("an engine is a command line")?;
        let own = if program == "tedomari" { std::env::current_exe().ok() } else { None };
        let program = own.unwrap_or_else(|| program.into());
        let mut process = Command::new(&program);
        process.args(arguments);
        process.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the referee, who then sends the engines home.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut process, 0);
        let mut child =
            process.spawn().with_context(|| format!("{}: cannot be started", program.display()))?;
        let input = child.stdin.take().context("the engine has no input")?;
        let output = child.stdout.take().context("the engine has no output")?;
        let (send, replies) = channel();
        std::thread::spawn(move || {
            let mut output = BufReader::new(output);
            while let Some(reply) = reply(&mut output) {
                if send.send(reply).is_err() {
                    break;
                }
            }
        });
        Ok(Engine { child, input, replies, stop: stop.clone() })
    }

    /// Asks, and waits so long for the answer.
    pub(crate) fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Failure> {
        let sent = writeln!(self.input, "{command}").and_then(|()| self.input.flush());
        sent.map_err(|_| Failure::Gone)?;
        let begin = Instant::now();
        loop {
            let left = patience.saturating_sub(begin.elapsed());
            match self.replies.recv_timeout(left.min(GLANCE)) {
                Ok(reply) => return reply.map_err(Failure::Refused),
                Err(RecvTimeoutError::Disconnected) => return Err(Failure::Gone),
                Err(RecvTimeoutError::Timeout) if self.stop.is_raised() => {
                    return Err(Failure::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if left <= GLANCE => return Err(Failure::Silent),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }
}

impl Drop for Engine {
    /// Asks the engine to end, and ends it if it does not at once.
    fn drop(&mut self) {
        let _ = self.ask("quit", Duration::from_millis(500));
        for _ in 0..20 {
            if let Ok(Some(_)) = self.child.try_wait() {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next reply, without what else an engine may print; nothing at the end.
fn reply(output: &mut impl BufRead) -> Option<Result<String, String>> {
    let mut text: Option<(bool, String)> = None;
    loop {
        let mut line = Vec::new();
        // Lines without end are cut; a reply in parts is no reply anyway.
        let read = std::io::Read::take(&mut *output, LONGEST as u64).read_until(b'\n', &mut line);
        if read.ok()? == 0 {
            return None;
        }
        let line = String::from_utf8_lossy(&line);
        let line = line.trim_end();
        match &mut text {
            None => {
                let Some(rest) = line.strip_prefix(['=', '?']) else { continue };
                let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit());
                text = Some((line.starts_with('='), rest.trim_start().to_string()));
            }
            Some((good, text)) if line.is_empty() => {
                let text = std::mem::take(text);
                return Some(if *good { Ok(text) } else { Err(text) });
            }
            Some((_, text)) => {
                if text.len() < LONGEST {
                    text.push('\n');
                    text.push_str(line);
                }
            }
        }
    }
}

/// Splits a command line into words as shells do: by spaces, with quotes and backslashes.
pub(crate) fn split(command: &str) -> anyhow::Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (quote, letter) {
            (None, '\'' | '"') => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (Some(open), _) if letter == open => quote = None,
            (None | Some('"'), '\\') => {
                let next = letters.next().context("a command line ends in a backslash")?;
                word.get_or_insert_default().push(next);
            }
            (None, _) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    if quote.is_some() {
        bail!("a quote is not closed in: {command}");
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_lines_are_split_as_shells_do() {
        let words = split(r#"gnugo --mode gtp 'a b' "c \" d" e\ f ''"#).unwrap();
        assert_eq!(words, ["gnugo", "--mode", "gtp", "a b", "c \" d", "e f", ""]);
        assert!(split("'open").is_err());
        assert!(split("end\\").is_err());
        assert!(split("  ").unwrap().is_empty());
    }

    #[test]
    fn replies_are_told_from_noise() {
        let text = "hello\n=12 D4\n\n? unknown command\n\nnoise\n= two\r\nlines\r\n\r\n= cut off";
        let mut input = std::io::Cursor::new(text);
        assert_eq!(reply(&mut input), Some(Ok("D4".to_string())));
        assert_eq!(reply(&mut input), Some(Err("unknown command".to_string())));
        assert_eq!(reply(&mut input), Some(Ok("two\nlines".to_string())));
        assert_eq!(reply(&mut input), None);
    }
}
