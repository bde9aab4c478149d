//! The prompt of the calculator: editing, history, completion, help.

use std::path::PathBuf;

use cgt::text::{self, Calculator, FUNCTIONS, Style};
use rustyline::completion::Completer;
use rustyline::error::ReadlineError;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::DefaultHistory;
use rustyline::validate::Validator;
use rustyline::{Context, Editor, Helper};

use super::cgt::{describe, point_at};
use super::cgt_limits::Limits;
use crate::caller::Caller;
use crate::output;

/// Reads lines and answers them until the end of input.
pub(super) fn run(
    calculator: &mut Calculator,
    style: Style,
    limits: &Limits,
) -> anyhow::Result<()> {
    output::print("Combinatorial games. help shows the notation, quit leaves.\n")?;
    let mut editor: Editor<Names, DefaultHistory> = Editor::new()?;
    editor.set_helper(Some(Names(names(calculator))));
    let history = history_file();
    if let Some(path) = &history {
        // The first time there is none.
        let _ = editor.load_history(path);
    }
    loop {
        let line = match editor.readline("> ") {
            Ok(line) => line,
            Err(ReadlineError::Interrupted) => continue,
            Err(ReadlineError::Eof) => break,
            Err(error) => return Err(error.into()),
        };
        if line.trim().is_empty() {
            continue;
        }
        editor.add_history_entry(line.as_str())?;
        limits.watch(&Caller::Terminal, &mut calculator.games);
        match answer(calculator, &line, style) {
            Some(text) => output::print(&text)?,
            None => break,
        }
        editor.set_helper(Some(Names(names(calculator))));
    }
    if let Some(path) = &history {
        // A history that cannot be kept is no reason to fail.
        let _ = path.parent().map(std::fs::create_dir_all);
        let _ = editor.save_history(path);
    }
    Ok(())
}

/// What the prompt says to a line; `None` to leave.
fn answer(calculator: &mut Calculator, line: &str, style: Style) -> Option<String> {
    match line.trim() {
        "quit" | "exit" => return None,
        "vars" => return Some(variables(calculator, style)),
        _ => {}
    }
    if let Some(help) = help(line) {
        return Some(help);
    }
    Some(match calculator.line(line) {
        Ok(value) => {
            let remark = text::remark(line).map_or(String::new(), |remark| format!("({remark})\n"));
            describe(calculator, &value, style) + &remark
        }
        Err(error) => point_at(line, &error) + "\n",
    })
}

/// The answer to `help` and `help NAME`.
pub(super) fn help(line: &str) -> Option<String> {
    let mut words = line.split_whitespace();
    if words.next() != Some("help") {
        return None;
    }
    Some(match (words.next(), words.next()) {
        (None, _) => {
            text::help()
                + "At the prompt: vars lists the variables, help NAME explains a function, quit leaves.\n"
        }
        (Some(name), None) => match FUNCTIONS.iter().find(|f| f.name == name) {
            Some(function) => function.help(),
            None => format!("there is no function {name}; help lists all\n"),
        },
        _ => return None,
    })
}

fn variables(calculator: &Calculator, style: Style) -> String {
    let mut text = String::new();
    for (name, value) in calculator.variables() {
        let shown = calculator.show_in(value, style).unwrap_or_else(|error| format!("({error})"));
        text.push_str(&format!("{name} = {shown}\n"));
    }
    if text.is_empty() { "no variables yet: a = {1|0} makes one\n".to_string() } else { text }
}

/// All words that can be completed.
fn names(calculator: &Calculator) -> Vec<String> {
    let mut names: Vec<String> = FUNCTIONS.iter().map(|f| format!("{}(", f.name)).collect();
    names.extend(calculator.variables().map(|(name, _)| name.to_string()));
    names.extend(["help", "vars", "quit"].map(String::from));
    names.sort();
    names
}

/// `$XDG_STATE_HOME/tedomari/cgt_history`, by default under `~/.local/state`.
fn history_file() -> Option<PathBuf> {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from).or_else(|| {
        std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local").join("state"))
    })?;
    Some(state.join("tedomari").join("cgt_history"))
}

/// Completes names; rustyline's other helpers do nothing.
struct Names(Vec<String>);

impl Helper for Names {}
impl Highlighter for Names {}
impl Validator for Names {}

impl Hinter for Names {
    type Hint = String;
}

impl Completer for Names {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        Ok(self.candidates(line, at))
    }
}

impl Names {
    /// Where the word at the cursor begins, and the words that complete it.
    fn candidates(&self, line: &str, at: usize) -> (usize, Vec<String>) {
        let before = line.get(..at).unwrap_or(line);
        let word = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let start = &before[word..];
        let fits = self.0.iter().filter(|name| !start.is_empty() && name.starts_with(start));
        (word, fits.cloned().collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ask(calculator: &mut Calculator, line: &str) -> String {
        answer(calculator, line, Style::Ascii).expect("an answer")
    }

    #[test]
    fn a_session() {
        let mut c = Calculator::new();
        assert_eq!(ask(&mut c, "vars"), "no variables yet: a = {1|0} makes one\n");
        assert!(ask(&mut c, "a = {1|0}").starts_with("1|0\n  mean 1/2, temperature 1/2"));
        assert_eq!(ask(&mut c, "a + a"), "1\n");
        assert_eq!(ask(&mut c, "vars"), "a = 1|0\nans = 1\n");
        assert_eq!(
            ask(&mut c, "a +"),
            "column 4: the expression ends where a game is expected\n  a +\n     ^\n"
        );
        assert!(ask(&mut c, "help").contains("temp(A)"));
        assert!(ask(&mut c, "help cool").starts_with("cool(A,t)"));
        assert!(ask(&mut c, "help nonsense").contains("no function"));
        assert!(ask(&mut c, "thermograph(2|-2)").contains('/'));
        assert!(answer(&mut c, "quit", Style::Ascii).is_none());
    }

    #[test]
    fn words_are_completed() {
        let mut c = Calculator::new();
        c.line("tea = 5").unwrap();
        let names = Names(names(&c));
        assert_eq!(
            names.candidates("1 + te", 6),
            (4, vec!["tea".to_string(), "temp(".to_string()])
        );
        assert_eq!(
            names.candidates("↑ + rig", 9),
            (
                6,
                vec!["right(", "rightincentives(", "rightoptions("]
                    .into_iter()
                    .map(String::from)
                    .collect()
            )
        );
        assert_eq!(names.candidates("1 + ", 4).1, Vec::<String>::new());
    }
}
