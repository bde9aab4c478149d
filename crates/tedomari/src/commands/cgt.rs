//! `tedomari cgt`: the calculator of combinatorial games.

use std::io::{self, BufRead, IsTerminal};
use std::path::PathBuf;

use anyhow::{Context, bail};
use cgt::text::{Calculator, Style, TextError, Value};
use cgt::{Error, Game, Games, Thermograph, Wall};
use clap::{Args as _, FromArgMatches};
use serde::Serialize;

use super::cgt_limits::Limits;
use super::cgt_prompt;
use crate::answer::Answer;
use crate::caller::Caller;
use crate::{Outcome, output};

/// Options of `tedomari cgt`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  tedomari cgt '{3|1} + {2||1|0}'            the canonical form of a sum
  tedomari cgt 'a = 3||2|1' '4.a'            several lines share their variables
  tedomari cgt '^ <= +_2' --json             a comparison, for programs
  tedomari cgt 'thermograph(5||2|-1)'        a thermograph in the terminal …
  tedomari cgt '5||2|-1' --svg walls.svg     … and as a file
  tedomari cgt help                          the notation and all functions
  tedomari cgt                               an interactive prompt")]
pub struct Args {
    /// What to calculate; without it, an interactive prompt or lines from
    /// standard input
    // An expression may begin with a minus. Clap then takes all that follows
    // as expressions too, and `later_options` picks the options out again.
    #[arg(value_name = "EXPR", allow_hyphen_values = true)]
    lines: Vec<String>,
    #[command(flatten)]
    options: Options,
}

#[derive(clap::Args, Debug)]
struct Options {
    /// One JSON object about the last value instead of text
    #[arg(long)]
    json: bool,
    /// Write the thermograph of the last value as a picture
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print with the signs of the books: ½⇑∗ instead of 1/2+^^*
    #[arg(long)]
    book: bool,
    #[command(flatten)]
    limits: Limits,
}

impl Args {
    /// Calculates and prints line by line, or opens the prompt.
    pub fn run(self) -> anyhow::Result<Outcome> {
        let mut args = self.later_options()?;
        let options = &args.options;
        let bare = !options.json && options.svg.is_none();
        if args.lines.is_empty() && io::stdin().is_terminal() && bare {
            cgt_prompt::run(&mut options.calculator(), options.style(), &options.limits)?;
            return Ok(Outcome::Done);
        }
        if args.lines.is_empty() {
            let lines = io::stdin().lock().lines();
            args.lines = lines.collect::<Result<_, _>>().context("standard input")?;
        }
        if let [line] = args.lines.as_slice()
            && let Some(help) = cgt_prompt::help(line)
        {
            output::print(&help)?;
            return Ok(Outcome::Done);
        }
        let options = &args.options;
        let report = args.calculate(&Caller::Terminal, |calculator, line, value| {
            if let Some(remark) = cgt::text::remark(line) {
                eprintln!("tedomari: {remark}");
            }
            if !options.json {
                output::print(&describe(calculator, value, options.style()))?;
            }
            Ok(())
        })?;
        if options.json {
            output::print_json(&report)?;
        }
        Ok(Outcome::Done)
    }

    /// The report about the last line. Nothing in the lines is taken for an option.
    pub fn answer(&self, caller: &Caller<'_>) -> anyhow::Result<Answer> {
        let mut said = String::new();
        if let [line] = self.lines.as_slice()
            && let Some(help) = cgt_prompt::help(line)
        {
            let report = Report { value: Some(help.clone()), ..Report::about(line) };
            return Answer::new(self.options.json, &report, || help);
        }
        let report = self.calculate(caller, |calculator, _, value| {
            said += &describe(calculator, value, self.options.style());
            Ok(())
        })?;
        Answer::new(self.options.json, &report, || said)
    }

    /// Calculates line by line, tells `hear` of each value, and reports the last one.
    fn calculate(
        &self,
        caller: &Caller<'_>,
        mut hear: impl FnMut(&Calculator, &str, &Value) -> anyhow::Result<()>,
    ) -> anyhow::Result<Report> {
        let mut calculator = self.options.calculator();
        let mut last = None;
        for line in self.lines.iter().filter(|line| !line.trim().is_empty()) {
            self.options.limits.watch(caller, &mut calculator.games);
            let value =
                calculator.line(line).map_err(|error| anyhow::anyhow!(point_at(line, &error)))?;
            hear(&calculator, line, &value)?;
            last = Some((line, value));
        }
        let Some((line, value)) = last else { bail!("nothing to calculate") };
        if let Some(path) = &self.options.svg {
            let Some(thermograph) = thermograph_of(&calculator, &value)? else {
                bail!("{line}: only a game has a thermograph to draw");
            };
            let picture = thermograph.to_svg(line).map_err(Error::from)?;
            output::replace_file(path, picture.as_bytes())?;
        }
        report(&calculator, line, &value)
    }

    /// Moves options that stand after an expression to where they belong.
    fn later_options(mut self) -> anyhow::Result<Args> {
        let is_option = |word: &String| {
            word.strip_prefix("--")
                .is_some_and(|name| name.starts_with(|c: char| c.is_alphabetic()))
        };
        if !self.lines.iter().any(is_option) {
            return Ok(self);
        }
        let mut words = Vec::new();
        let mut lines = std::mem::take(&mut self.lines).into_iter();
        while let Some(line) = lines.next() {
            if !is_option(&line) {
                self.lines.push(line);
                continue;
            }
            let takes_value = ["--svg", "--memory", "--nodes", "--time"].contains(&line.as_str());
            words.push(line);
            if takes_value {
                words.extend(lines.next());
            }
        }
        let command = Options::augment_args(clap::Command::new("cgt").no_binary_name(true));
        let matches = command.try_get_matches_from(words)?;
        let later = Options::from_arg_matches(&matches)?;
        let Options { json, svg, book, limits } = self.options;
        self.options = Options {
            json: json || later.json,
            svg: later.svg.or(svg),
            book: book || later.book,
            limits: later.limits.or(limits),
        };
        Ok(self)
    }
}

impl Options {
    fn style(&self) -> Style {
        if self.book { Style::Book } else { Style::Ascii }
    }

    fn calculator(&self) -> Calculator {
        Calculator::with_games(Games::with_limit(self.limits.bytes()))
    }
}

/// The error with the line and a mark under the column.
pub(super) fn point_at(line: &str, error: &TextError) -> String {
    // A very long line is shown around the column only.
    let begin = error.column.saturating_sub(40);
    let shown: String = line.chars().skip(begin).take(76).collect();
    let mark = " ".repeat(error.column - 1 - begin.min(error.column - 1));
    format!("{error}\n  {shown}\n  {mark}^")
}

/// The value in words: its text, and for a game what the theory says of it.
pub(super) fn describe(calculator: &Calculator, value: &Value, style: Style) -> String {
    if let Value::Thermograph(thermograph) = value {
        return match thermograph.to_text(20) {
            Ok(picture) => picture,
            Err(error) => format!("{error}\n"),
        };
    }
    let mut text = match calculator.show_in(value, style) {
        Ok(text) if text.is_empty() => "none".to_string(),
        Ok(text) => text,
        Err(error) => format!("({error})"),
    };
    text.push('\n');
    if let Value::Game(g) = value
        && !g.is_number()
        && let Ok((mean, temperature)) = mean_and_temperature(&calculator.games, *g)
    {
        let games = &calculator.games;
        let (left, right) = (games.left_stop(*g).value, games.right_stop(*g).value);
        text.push_str(&format!(
            "  mean {mean}, temperature {temperature}, left stop {left}, right stop {right}\n"
        ));
    }
    text
}

fn mean_and_temperature(games: &Games, g: Game) -> Result<(cgt::Dyadic, cgt::Dyadic), Error> {
    Ok((games.mean(g)?, games.temperature(g)?))
}

fn thermograph_of(calculator: &Calculator, value: &Value) -> Result<Option<Thermograph>, Error> {
    Ok(match value {
        Value::Game(g) => Some(calculator.games.thermograph(*g)?),
        Value::Thermograph(thermograph) => Some((**thermograph).clone()),
        _ => None,
    })
}

/// The JSON of `cgt`.
#[derive(Default, Serialize)]
struct Report {
    schema: &'static str,
    input: String,
    /// The canonical form; null if the value is no game or its text too long.
    canonical: Option<String>,
    left_stop: Option<String>,
    right_stop: Option<String>,
    mean: Option<String>,
    temperature: Option<String>,
    thermograph: Option<Walls>,
    truth: Option<bool>,
    /// The value as text, if it is neither a game nor a truth.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<String>,
    /// The games of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    list: Option<Vec<String>>,
    /// Why a field is null that might be expected.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

#[derive(Serialize)]
struct Walls {
    left: Vec<[String; 2]>,
    right: Vec<[String; 2]>,
}

impl Report {
    /// Nothing said yet.
    fn about(input: &str) -> Report {
        Report { schema: "tedomari.cgt/1", input: input.to_string(), ..Report::default() }
    }
}

fn report(calculator: &Calculator, input: &str, value: &Value) -> anyhow::Result<Report> {
    let mut report = Report::about(input);
    let games = &calculator.games;
    let thermograph = thermograph_of(calculator, value)?;
    if let Some(thermograph) = &thermograph {
        report.thermograph = Some(Walls {
            left: vertices(thermograph.left_wall()),
            right: vertices(thermograph.right_wall()),
        });
        report.mean = Some(thermograph.mean().to_string());
    }
    match value {
        Value::Game(g) => {
            match games.text(*g) {
                Ok(text) => report.canonical = Some(text),
                Err(error) => report.note = Some(error.to_string()),
            }
            report.left_stop = Some(games.left_stop(*g).value.to_string());
            report.right_stop = Some(games.right_stop(*g).value.to_string());
            report.temperature = Some(games.temperature(*g)?.to_string());
        }
        Value::Truth(truth) => report.truth = Some(*truth),
        Value::List(list) => {
            let texts = list.iter().map(|&g| games.text(g)).collect::<Result<Vec<_>, _>>()?;
            report.list = Some(texts);
        }
        Value::Words(_) | Value::Interval(..) | Value::Thermograph(_) => {
            report.value = Some(calculator.show(value)?);
        }
    }
    Ok(report)
}

fn vertices(wall: &Wall) -> Vec<[String; 2]> {
    wall.vertices().iter().map(|v| [v.value.to_string(), v.temperature.to_string()]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_of_a_game_has_every_promised_field() {
        let mut calculator = Calculator::new();
        let value = calculator.line("3||2|1").unwrap();
        let report = serde_json::to_value(report(&calculator, "3||2|1", &value).unwrap()).unwrap();
        assert_eq!(
            report,
            serde_json::json!({
                "schema": "tedomari.cgt/1", "input": "3||2|1", "canonical": "3||2|1",
                "left_stop": "3", "right_stop": "2", "mean": "9/4", "temperature": "3/4",
                "thermograph": {
                    "left": [["4", "-1"], ["9/4", "3/4"]],
                    "right": [["2", "-1"], ["2", "1/2"], ["9/4", "3/4"]],
                },
                "truth": null
            })
        );
    }

    #[test]
    fn the_report_of_a_comparison_has_a_truth() {
        let mut calculator = Calculator::new();
        let value = calculator.line("^ <= 0").unwrap();
        let report = serde_json::to_value(report(&calculator, "^ <= 0", &value).unwrap()).unwrap();
        assert_eq!(report["truth"], false);
        assert_eq!(report["canonical"], serde_json::Value::Null);
    }

    #[test]
    fn options_may_stand_after_an_expression_with_a_minus() {
        use clap::Parser;
        let words = ["tedomari", "cgt", "--book", "-{1|0}", "--json", "--nodes", "7", "-^"];
        let crate::commands::Command::Cgt(args) = crate::Cli::parse_from(words).command else {
            panic!("another command");
        };
        let args = args.later_options().unwrap();
        assert_eq!(args.lines, ["-{1|0}", "-^"]);
        assert!(args.options.json && args.options.book);
    }

    #[test]
    fn an_error_points_at_its_column() {
        let line = "{1|0";
        let error = Calculator::new().line(line).unwrap_err();
        assert_eq!(point_at(line, &error), "column 1: this { is never closed\n  {1|0\n  ^");
        let long = format!("{}%", " ".repeat(200));
        let error = Calculator::new().line(&long).unwrap_err();
        let shown = point_at(&long, &error);
        let (text, mark) = shown.rsplit_once('\n').unwrap();
        let text = text.rsplit_once('\n').unwrap().1;
        assert_eq!(text.find('%'), mark.find('^'), "{shown}");
    }
}
