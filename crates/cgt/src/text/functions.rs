//! The functions of the calculator, in one table with their help.

use crate::text::{Calculator, Value};
use crate::{
    Dyadic, Error, Game, Kind, KoFight, KoGraph, KoKind, MoveKind, Outcome, Side, Stop,
    Thermographs,
};

/// A function of the calculator.
pub struct Function {
    /// Its name.
    pub name: &'static str,
    /// The names of its arguments.
    pub parameters: &'static [&'static str],
    /// What it gives, in a line.
    pub summary: &'static str,
    /// An expression that uses it …
    pub example: &'static str,
    /// … and what that is worth.
    pub result: &'static str,
    pub(super) run: fn(&mut Calculator, &[Game]) -> Result<Value, Error>,
}

impl Function {
    /// How it is called: `cool(A,t)`.
    pub fn usage(&self) -> String {
        format!("{}({})", self.name, self.parameters.join(","))
    }

    /// Usage, summary and example, in two lines.
    pub fn help(&self) -> String {
        let Function { summary, example, result, .. } = self;
        format!("{:<20} {summary}\n{:<20} {example}  →  {result}\n", self.usage(), "")
    }
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.usage())
    }
}

/// All functions, in the order of the help.
pub const FUNCTIONS: &[Function] = &[
    Function {
        name: "left",
        parameters: &["A"],
        summary: "the left stop: the number reached if Left begins",
        example: "left(3||2|1)",
        result: "3",
        run: |c, a| number(c.games.left_stop(a[0]).value),
    },
    Function {
        name: "right",
        parameters: &["A"],
        summary: "the right stop: the number reached if Right begins",
        example: "right(3||2|1)",
        result: "2",
        run: |c, a| number(c.games.right_stop(a[0]).value),
    },
    Function {
        name: "stops",
        parameters: &["A"],
        summary: "both stops, and who is to move when they are reached",
        example: "stops(3||2|1)",
        result: "Left first 3, then Right to move; Right first 2, then Right to move",
        run: |c, a| {
            let stops = [("Left", c.games.left_stop(a[0])), ("Right", c.games.right_stop(a[0]))];
            let [left, right] = stops.map(|(first, Stop { value, next })| {
                format!("{first} first {value}, then {} to move", side(next))
            });
            Ok(Value::Words(format!("{left}; {right}")))
        },
    },
    Function {
        name: "mean",
        parameters: &["A"],
        summary: "the mean: what one of many copies is worth",
        example: "mean(3||2|1)",
        result: "9/4",
        run: |c, a| number(c.games.mean(a[0])?),
    },
    Function {
        name: "temp",
        parameters: &["A"],
        summary: "the temperature: what a move gains; negative for numbers",
        example: "temp(3||2|1)",
        result: "3/4",
        run: |c, a| number(c.games.temperature(a[0])?),
    },
    Function {
        name: "thermograph",
        parameters: &["A"],
        summary: "the walls, as points value@temperature from temperature -1 upward",
        example: "thermograph(2|-1)",
        result: "left wall 3@-1 1/2@3/2, right wall -2@-1 1/2@3/2",
        run: |c, a| Ok(Value::Thermograph(Box::new(c.games.thermograph(a[0])?))),
    },
    Function {
        name: "confusion",
        parameters: &["A"],
        summary: "the numbers with which A is confused lie between its stops",
        example: "confusion(2|-1)",
        result: "-1 to 2",
        run: |c, a| {
            let (left, right) = (c.games.left_stop(a[0]).value, c.games.right_stop(a[0]).value);
            Ok(Value::Interval(right, left))
        },
    },
    Function {
        name: "kind",
        parameters: &["A"],
        summary: "number, infinitesimal, gote, or whose sente, read from the thermograph",
        example: "kind(9|2||1)",
        result: "Left's sente",
        run: |c, a| {
            let kind = match c.games.thermograph(a[0])?.kind()? {
                Kind::Number => "number",
                Kind::Infinitesimal => "infinitesimal",
                Kind::Gote => "gote",
                Kind::LeftSente => "Left's sente",
                Kind::RightSente => "Right's sente",
            };
            Ok(Value::Words(kind.to_string()))
        },
    },
    Function {
        name: "moves",
        parameters: &["A"],
        summary: "each option and whether it is gote, sente or reverse sente",
        example: "moves(9|2||1)",
        result: "Left to {9|2} is sente, Right to 1 is reverse sente",
        run: |c, a| moves(c, a[0]).map(Value::Words),
    },
    Function {
        name: "doublesente",
        parameters: &["A"],
        summary: "the temperatures at which A is double sente",
        example: "doublesente(9|2||1|-5)",
        result: "0 to 3",
        run: |c, a| {
            let ranges = c.games.thermograph(a[0])?.double_sente()?;
            let ranges: Vec<String> =
                ranges.iter().map(|(low, high)| format!("{low} to {high}")).collect();
            let words = if ranges.is_empty() { "never".to_string() } else { ranges.join(", ") };
            Ok(Value::Words(words))
        },
    },
    Function {
        name: "outcome",
        parameters: &["A"],
        summary: "who wins: L, R, N (the first player) or P (the second)",
        example: "outcome(^*)",
        result: "N",
        run: |c, a| {
            let letter = match c.games.outcome(a[0]) {
                Outcome::Left => "L",
                Outcome::Right => "R",
                Outcome::First => "N",
                Outcome::Second => "P",
            };
            Ok(Value::Words(letter.to_string()))
        },
    },
    Function {
        name: "birthday",
        parameters: &["A"],
        summary: "the height of the game tree",
        example: "birthday(3/4)",
        result: "3",
        run: |c, a| {
            let day = i64::try_from(c.games.birthday(a[0])?).map_err(|_| Error::Overflow)?;
            number(Dyadic::new(day, 0)?)
        },
    },
    Function {
        name: "leftoptions",
        parameters: &["A"],
        summary: "Left's options in the canonical form",
        example: "leftoptions(^*)",
        result: "*, 0",
        run: |c, a| Ok(Value::List(c.games.left(a[0]).collect())),
    },
    Function {
        name: "rightoptions",
        parameters: &["A"],
        summary: "Right's options in the canonical form",
        example: "rightoptions(^^)",
        result: "^*",
        run: |c, a| Ok(Value::List(c.games.right(a[0]).collect())),
    },
    Function {
        name: "incentives",
        parameters: &["A"],
        summary: "what a move gains, GL - G and G - GR; dominated ones left out",
        example: "incentives(3|1)",
        result: "{2|0}",
        run: |c, a| c.games.incentives(a[0]).map(Value::List),
    },
    Function {
        name: "leftincentives",
        parameters: &["A"],
        summary: "Left's incentives GL - G; dominated ones left out",
        example: "leftincentives(^)",
        result: "v",
        run: |c, a| c.games.left_incentives(a[0]).map(Value::List),
    },
    Function {
        name: "rightincentives",
        parameters: &["A"],
        summary: "Right's incentives G - GR; dominated ones left out",
        example: "rightincentives(^)",
        result: "^*",
        run: |c, a| c.games.right_incentives(a[0]).map(Value::List),
    },
    Function {
        name: "cool",
        parameters: &["A", "t"],
        summary: "A cooled by t: every move costs t",
        example: "cool(2|-1,1)",
        result: "1|0",
        run: |c, a| {
            let t =
                a[1].as_number().ok_or(Error::Undefined("the second argument must be a number"))?;
            c.games.cool(a[0], t).map(Value::Game)
        },
    },
    Function {
        name: "freeze",
        parameters: &["A"],
        summary: "A cooled by its own temperature",
        example: "freeze(2|-1)",
        result: "1/2+*",
        run: |c, a| c.games.freeze(a[0]).map(Value::Game),
    },
    Function {
        name: "chill",
        parameters: &["A"],
        summary: "A cooled by one point",
        example: "chill(2||1|*)",
        result: "5/4",
        run: |c, a| c.games.chill(a[0]).map(Value::Game),
    },
    Function {
        name: "warm",
        parameters: &["A"],
        summary: "A warmed: undoes chill for Go positions without kos, up to a star",
        example: "warm(1/2)",
        result: "1|*",
        run: |c, a| c.games.warm(a[0]).map(Value::Game),
    },
    Function {
        name: "heat",
        parameters: &["A", "t"],
        summary: "A heated by t: every move earns t, numbers stay",
        example: "heat(*,3)",
        result: "3|-3",
        run: |c, a| c.games.heat(a[0], a[1]).map(Value::Game),
    },
    Function {
        name: "overheat",
        parameters: &["A", "s", "t"],
        summary: "A overheated: integers n become n.s, every other move earns t",
        example: "overheat(1/2,1,1)",
        result: "1|0",
        run: |c, a| c.games.overheat(a[0], a[1], a[2]).map(Value::Game),
    },
    Function {
        name: "reduced",
        parameters: &["A"],
        summary: "the simplest game that differs from A by an infinitesimal",
        example: "reduced(3||2+*|1+*)",
        result: "3||2|1",
        run: |c, a| c.games.reduced(a[0]).map(Value::Game),
    },
    Function {
        name: "atomic",
        parameters: &["A"],
        summary: "the atomic weight: how many ups an infinitesimal is worth",
        example: "atomic(^^|v)",
        result: "1/2",
        run: |c, a| c.games.atomic_weight(a[0]).map(Value::Game),
    },
    Function {
        name: "norton",
        parameters: &["A"],
        summary: "the Norton product of A and up: as many ups as A says",
        example: "norton(2)",
        result: "^^",
        run: |c, a| c.games.norton_up(a[0]).map(Value::Game),
    },
    Function {
        name: "ko",
        parameters: &["A", "B"],
        summary: "the ko that Left may take and win for A, or Right win for B",
        example: "ko(12,0)",
        result: "placid, mean 4, temperature 4",
        run: |c, a| ko(c, a[0], a[1]).map(Value::Words),
    },
    Function {
        name: "tiny",
        parameters: &["A"],
        summary: "tiny A, {0||0|-A}; also written +_A",
        example: "tiny(2)",
        result: "+_2",
        run: |c, a| c.games.tiny(a[0]).map(Value::Game),
    },
    Function {
        name: "miny",
        parameters: &["A"],
        summary: "miny A, {A|0||0}; also written -_A",
        example: "miny(2|1)",
        result: "-_{2|1}",
        run: |c, a| c.games.miny(a[0]).map(Value::Game),
    },
    Function {
        name: "switch",
        parameters: &["A"],
        summary: "the switch {A|-A}; also written ±A",
        example: "switch(3)",
        result: "3|-3",
        run: |c, a| {
            let negative = c.games.neg(a[0])?;
            c.games.game(&a[..1], &[negative]).map(Value::Game)
        },
    },
    Function {
        name: "zeros",
        parameters: &["n", "A"],
        summary: "0ⁿ|A: {0||0|A} for n = 2, and so on",
        example: "zeros(3,1)",
        result: "1/8",
        run: |c, a| {
            let n =
                a[0].as_number().and_then(Dyadic::as_integer).and_then(|n| u32::try_from(n).ok());
            let n =
                n.ok_or(Error::Undefined("the first argument must be a whole number from 0"))?;
            c.games.zeros(n, a[1]).map(Value::Game)
        },
    },
];

/// The help text: the notation, and every function with an example.
pub fn help() -> String {
    let mut text = String::from(
        "Games: 3/4  *  *3  ^  ^^*  v3  {1,2|0}  3||2|1  +_2  -_{2|1}  ^<2>  0²|-2  ±1
Books: ½  ∗  ↑  ⇑∗  ↑²  ↓[2]  ⧾₂  ⧿₂  {3‖2|1}      ^[2] is ^ + ^<2>, 5±2 is {7|3}
Sums: A+B  A-B  -A  3.A      Variables: a = {1|0}; ans is the last value
Comparison: A<=B  A>=B  A<B  A>B  A==B  A!=B  A<>B (confused)
",
    );
    for function in FUNCTIONS {
        text.push_str(&function.help());
    }
    text
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Left => "Left",
        Side::Right => "Right",
    }
}

/// The character of every option, in words.
fn moves(c: &mut Calculator, g: Game) -> Result<String, Error> {
    let mut words = Vec::new();
    for option in Thermographs::new().option_kinds(&c.games, g)? {
        let kind = match option.kind {
            MoveKind::Gote => "gote",
            MoveKind::Sente => "sente",
            MoveKind::ReverseSente => "reverse sente",
        };
        let to = c.show(&Value::List(vec![option.to]))?;
        words.push(format!("{} to {to} is {kind}", side(option.side)));
    }
    Ok(if words.is_empty() { "none".to_string() } else { words.join(", ") })
}

/// Mean and temperature of a direct ko before it is taken, for either ko master.
fn ko(c: &mut Calculator, won: Game, lost: Game) -> Result<String, Error> {
    let (mut graph, mut thermographs) = (KoGraph::new(), Thermographs::new());
    let won = graph.game(&c.games, &mut thermographs, won)?;
    let lost = graph.game(&c.games, &mut thermographs, lost)?;
    let (open, taken) = (graph.position(), graph.position());
    graph.left_move(open, taken);
    graph.right_move(taken, open);
    graph.left_move(taken, won);
    graph.right_move(open, lost);
    let count = |fight| match graph.thermograph(open, fight) {
        Ok(walls) => Ok(format!("mean {}, temperature {}", walls.mean(), walls.temperature())),
        Err(_) => Err(Error::Overflow),
    };
    let (left, right) = (count(KoFight::LeftMaster)?, count(KoFight::RightMaster)?);
    Ok(match graph.ko_kind(open) {
        Ok(KoKind::Placid) if left == right => format!("placid, {left}"),
        Ok(KoKind::Placid) => format!("placid, {left} for Left as ko master, {right} for Right"),
        Ok(KoKind::Hyperactive) => {
            format!("hyperactive, {left} for Left as ko master, {right} for Right")
        }
        Err(_) => return Err(Error::Overflow),
    })
}

fn number(x: Dyadic) -> Result<Value, Error> {
    Ok(Value::Game(Game::number(x)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_gives_its_result() {
        for function in FUNCTIONS {
            let mut calculator = Calculator::new();
            let value = calculator.line(function.example).expect(function.name);
            let shown = calculator.show(&value).expect(function.name);
            assert_eq!(shown, function.result, "{}", function.example);
        }
    }
}
