//! What an assertion is asked about: a position, what may be spent on it, and what was
//! found out about it before.

use board::{Color, Point, PointSet, Position};
use budget::Budget;
use endgame::Solver;
use tactics::safety::{self, Effort, Safety};

use crate::life;
use crate::solve;

/// A position with the assertions of one node.
pub(super) struct Scene {
    pub(super) position: Position,
    /// Handicap stones, which some rules pay for.
    pub(super) handicap: usize,
    /// Blocks taken as alive.
    pub(super) assumed: PointSet,
    /// Positions that each question may look at.
    pub(super) nodes: u64,
    /// What the present question may still spend.
    pub(super) budget: Budget,
    safety: Option<Safety>,
    solved: Option<solve::Report>,
    lives: Vec<(PointSet, life::Report)>,
}

/// How sure an answer is, from weak to strong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sure {
    Unknown,
    Estimate,
    Assuming,
    Proved,
}

impl Sure {
    /// The word that reports use.
    pub(super) fn of(word: &str) -> Sure {
        match word {
            "proved" => Sure::Proved,
            "assuming" => Sure::Assuming,
            "estimate" => Sure::Estimate,
            _ => Sure::Unknown,
        }
    }

    pub(super) fn word(self) -> &'static str {
        match self {
            Sure::Unknown => "unknown",
            Sure::Estimate => "estimate",
            Sure::Assuming => "assuming",
            Sure::Proved => "proved",
        }
    }
}

/// What a question found.
pub(super) struct Verdict {
    /// Whether the assertion holds; nothing if that was not decided.
    pub(super) holds: Option<bool>,
    /// What was found, in the words an assertion would use.
    pub(super) found: String,
    pub(super) sure: Sure,
}

impl Verdict {
    /// A verdict that could not be reached.
    pub(super) fn unknown() -> Verdict {
        Verdict { holds: None, found: "unknown".to_string(), sure: Sure::Unknown }
    }

    pub(super) fn new(holds: bool, found: impl ToString, sure: Sure) -> Verdict {
        match sure {
            Sure::Unknown => Verdict::unknown(),
            _ => Verdict { holds: Some(holds), found: found.to_string(), sure },
        }
    }
}

/// A verdict, or what is wrong with the question.
pub(super) type Answer = Result<Verdict, String>;

impl Scene {
    pub(super) fn new(position: Position, handicap: usize, nodes: u64, budget: Budget) -> Scene {
        Scene {
            position,
            handicap,
            assumed: PointSet::EMPTY,
            nodes,
            budget,
            safety: None,
            solved: None,
            lives: Vec::new(),
        }
    }

    /// What is safe on the board.
    pub(super) fn safety(&mut self) -> &Safety {
        let (position, assumed, budget) = (&self.position, &self.assumed, &mut self.budget);
        self.safety.get_or_insert_with(|| {
            safety::analyze_assuming(position, assumed, Effort::default(), budget)
        })
    }

    /// The endgame.
    pub(super) fn solved(&mut self) -> &solve::Report {
        let (position, assumed, budget) = (&self.position, &self.assumed, &mut self.budget);
        self.solved
            .get_or_insert_with(|| solve::solve_with(&mut Solver::new(), position, assumed, budget))
    }

    /// Life and death of a group.
    pub(super) fn life(&mut self, group: &PointSet) -> Result<&life::Report, String> {
        let known = self.lives.iter().position(|(stones, _)| stones == group);
        let index = match known {
            Some(index) => index,
            None => {
                let report = life::life(&self.position, group, None, &mut self.budget)
                    .map_err(|error| error.to_string())?;
                self.lives.push((*group, report));
                self.lives.len() - 1
            }
        };
        Ok(&self.lives[index].1)
    }

    /// A point of the board.
    pub(super) fn point(&self, text: &str) -> Result<Point, String> {
        self.position.size().parse_point(text).map_err(|error| error.to_string())
    }

    /// A point with a stone on it.
    pub(super) fn stone(&self, text: &str) -> Result<Point, String> {
        let point = self.point(text)?;
        match self.position.stone(point) {
            Some(_) => Ok(point),
            None => Err(format!("there is no stone on {point}")),
        }
    }

    /// Points separated by spaces.
    pub(super) fn points(&self, text: &str) -> Result<PointSet, String> {
        text.split_whitespace().map(|word| self.point(word)).collect()
    }

    /// The blocks of some stones, separated by spaces and all of one color.
    pub(super) fn group(&self, text: &str) -> Result<(Color, PointSet), String> {
        let mut group = PointSet::EMPTY;
        let mut owner = None;
        for word in text.split_whitespace() {
            let point = self.stone(word)?;
            let color = self.position.stone(point);
            if owner.is_some() && owner != color {
                return Err(format!("{text} are not one group: there are stones of both colors"));
            }
            owner = color;
            group |= self.position.block(point);
        }
        owner.map(|color| (color, group)).ok_or_else(|| "no stones are named".to_string())
    }
}

/// A color by its name.
pub(super) fn color(text: &str) -> Result<Color, String> {
    text.parse().map_err(|_| format!("\"{text}\" is no color: write black or white"))
}

/// Points as an assertion would write them.
pub(super) fn listed(points: &PointSet) -> String {
    match points.is_empty() {
        true => "none".to_string(),
        false => points.iter().map(|point| point.to_string()).collect::<Vec<_>>().join(" "),
    }
}
