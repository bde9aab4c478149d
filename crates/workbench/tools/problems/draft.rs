//! A problem on its way into the collection: its position, its words, its assertions.

use std::collections::BTreeSet;

use board::{Color, PointSet, Setup, Symmetry};
use sgf::Tree;
use workbench::check::{Options, Outcome, PROPERTY, THEME, check};
use workbench::notation::{colour, to_sgf};

/// A position with what is claimed about it.
#[derive(Clone, Debug)]
pub(crate) struct Draft {
    /// A short name.
    pub(crate) name: String,
    /// What a player should learn from it.
    pub(crate) words: String,
    pub(crate) setup: Setup,
    /// Rules, if they matter.
    pub(crate) rules: Option<&'static str>,
    /// Moves before the position asked about.
    pub(crate) moves: Vec<(Color, Option<board::Point>)>,
    pub(crate) assertions: Vec<String>,
    /// The weakest warrant with which an answer is accepted.
    pub(crate) warrant: &'static str,
}

impl Draft {
    pub(crate) fn new(name: impl Into<String>, setup: Setup) -> Draft {
        Draft {
            name: name.into(),
            words: String::new(),
            setup,
            rules: None,
            moves: Vec::new(),
            assertions: Vec::new(),
            warrant: "proved",
        }
    }

    pub(crate) fn words(mut self, words: impl Into<String>) -> Draft {
        self.words = words.into();
        self
    }

    pub(crate) fn asserting<S: Into<String>>(mut self, list: impl IntoIterator<Item = S>) -> Draft {
        self.assertions.extend(list.into_iter().map(Into::into));
        self
    }

    pub(crate) fn warrant(mut self, warrant: &'static str) -> Draft {
        self.warrant = warrant;
        self
    }

    /// The game record.
    fn tree(&self, theme: &str) -> Tree {
        let size = self.setup.size;
        let mut tree = Tree::new_game(size.width() as u8, size.height() as u8);
        let root = tree.root();
        let points = |color: Color| {
            self.setup.stones(color).iter().map(|point| to_sgf(point, size)).collect::<Vec<_>>()
        };
        let mut assertions = self.assertions.clone();
        if self.warrant != "estimate" {
            assertions.insert(0, format!("Warrant({})", self.warrant));
        }
        let mut node = tree.at(root).text("GN", &self.name).text(THEME, theme);
        if let Some(rules) = self.rules {
            node = node.text("RU", rules);
        }
        node = node
            .points("AB", points(Color::Black))
            .points("AW", points(Color::White))
            .colour("PL", colour(self.setup.to_play));
        for (color, point) in &self.moves {
            let mv = point.map_or(sgf::Move::Pass, |point| to_sgf(point, size).into());
            node = node.child().play(colour(*color), mv);
        }
        let escaped = assertions.iter().map(|text| sgf::escape(text).into_owned());
        node.comment(&self.words).raw(PROPERTY, escaped.collect::<Vec<_>>());
        tree
    }

    /// The least of the sixteen pictures of the position by symmetry and exchange of colors.
    fn normal_form(&self) -> String {
        let forms = pictures(&self.setup).map(|setup| setup.to_string());
        let least = forms.min().expect("there are eight symmetries");
        format!("{least}{:?}{}", self.moves, self.rules.unwrap_or("japanese"))
    }
}

/// A position in all symmetries and both colorings.
fn pictures(setup: &Setup) -> impl Iterator<Item = Setup> + use<'_> {
    Symmetry::ALL.into_iter().flat_map(move |symmetry| {
        let turned = symmetry.setup(setup);
        [turned.swap_colors(), turned]
    })
}

/// The problems of a theme.
pub(crate) struct Collector {
    theme: &'static str,
    kept: Vec<Draft>,
    seen: BTreeSet<String>,
    /// What was left out, and why.
    pub(crate) dropped: Vec<String>,
}

impl Collector {
    /// An empty theme. `seen` are the normal forms of the positions of other themes.
    pub(crate) fn new(theme: &'static str, seen: BTreeSet<String>) -> Collector {
        Collector { theme, kept: Vec::new(), seen, dropped: Vec::new() }
    }

    /// The normal forms of all positions so far.
    pub(crate) fn into_seen(self) -> BTreeSet<String> {
        self.seen
    }

    pub(crate) fn len(&self) -> usize {
        self.kept.len()
    }

    /// Whether a position that differs on fewer than so many points is there already, turned,
    /// mirrored or with the colors exchanged.
    pub(crate) fn knows(&self, draft: &Draft, points: usize) -> bool {
        self.kept.iter().any(|known| {
            pictures(&draft.setup).any(|setup| {
                let differs = |a: &PointSet, b: &PointSet| ((*a - *b) | (*b - *a)).len();
                setup.size == known.setup.size
                    && differs(&setup.black, &known.setup.black)
                        + differs(&setup.white, &known.setup.white)
                        < points
            })
        })
    }

    /// Takes a problem if it is new and everything it says holds.
    pub(crate) fn take(&mut self, draft: Draft) -> bool {
        let form = draft.normal_form();
        if self.seen.contains(&form) {
            self.dropped.push(format!("{}: the position is there already", draft.name));
            return false;
        }
        let text = draft.tree(self.theme).to_string();
        let report = check(&sgf::parse(text), &Options::default());
        let wrong: Vec<String> = report
            .items
            .iter()
            .filter(|item| item.outcome != Outcome::Passed)
            .map(|item| format!("{}: {} ({})", item.assertion, item.found, item.warrant))
            .collect();
        if !wrong.is_empty() || report.items.is_empty() {
            let board = &draft.setup;
            self.dropped.push(format!("{}: {}\n{board}", draft.name, wrong.join("; ")));
            return false;
        }
        self.seen.insert(form);
        self.kept.push(draft);
        true
    }

    /// The collection as a file.
    pub(crate) fn sgf(&self) -> String {
        let mut text = String::new();
        for (index, draft) in self.kept.iter().enumerate() {
            let mut draft = draft.clone();
            draft.name = format!("{} {}: {}", self.theme, index + 1, draft.name);
            text.push_str(&draft.tree(self.theme).to_string());
        }
        text
    }
}
