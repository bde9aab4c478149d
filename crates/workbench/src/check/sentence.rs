//! What an assertion looks like: `[not] Name(argument, argument…) [= answer]`.

/// An assertion or a command as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sentence {
    /// Whether `not` stands before it.
    pub negated: bool,
    /// `IsAlive`, `Score` and so on.
    pub name: String,
    /// What stands in the parentheses, split at commas.
    pub arguments: Vec<String>,
    /// What stands behind the equals sign.
    pub answer: Option<String>,
}

/// Reads one sentence.
///
/// ```
/// use workbench::check::sentence;
///
/// let read = sentence("not CanCapture(C3, only D4) = ko").unwrap();
/// assert!(read.negated);
/// assert_eq!(read.name, "CanCapture");
/// assert_eq!(read.arguments, ["C3", "only D4"]);
/// assert_eq!(read.answer.as_deref(), Some("ko"));
/// assert!(sentence("IsAlive(C3").is_err());
/// ```
pub fn sentence(text: &str) -> Result<Sentence, String> {
    let text = text.trim();
    let (negated, rest) = match text.split_once(char::is_whitespace) {
        Some((first, rest)) if first.eq_ignore_ascii_case("not") => (true, rest.trim_start()),
        _ => (false, text),
    };
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
    let (name, rest) = rest.split_at(end);
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return Err("an assertion begins with a name, such as IsAlive(C3)".to_string());
    }
    let rest = rest.trim_start();
    let (arguments, rest) = match rest.strip_prefix('(') {
        None => (Vec::new(), rest),
        Some(inner) => {
            let Some((inner, rest)) = inner.split_once(')') else {
                return Err(format!("the parenthesis after {name} is not closed"));
            };
            let words = inner.split(',').map(|word| word.trim().to_string());
            (words.filter(|word| !word.is_empty()).collect(), rest.trim_start())
        }
    };
    let answer = match rest.strip_prefix('=') {
        Some(answer) if answer.trim().is_empty() => {
            return Err(format!("there is no answer behind the equals sign of {name}"));
        }
        Some(answer) => Some(answer.trim().to_string()),
        None if rest.is_empty() => None,
        None => return Err(format!("\"{rest}\" is one too many; an answer stands behind =")),
    };
    Ok(Sentence { negated, name: name.to_string(), arguments, answer })
}

/// The sentences of a text, separated by semicolons, each as it stands.
pub(super) fn split(text: &str) -> impl Iterator<Item = &str> {
    text.split(';').map(str::trim).filter(|part| !part.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_may_hold_commas_and_bars() {
        let read = sentence("Value(C3)={3,2|||1||0}").unwrap();
        assert_eq!(read.answer.as_deref(), Some("{3,2|||1||0}"));
        let read = sentence("Dame = 2").unwrap();
        assert_eq!((read.name.as_str(), read.arguments.len()), ("Dame", 0));
        let read = sentence("BestMove() = C3 D4").unwrap();
        assert_eq!(read.answer.as_deref(), Some("C3 D4"));
    }

    #[test]
    fn what_is_no_sentence_says_why() {
        for (text, why) in [
            ("", "begins with a name"),
            ("(C3)", "begins with a name"),
            ("IsAlive(C3", "not closed"),
            ("IsAlive(C3) yes", "one too many"),
            ("Score(black) = ", "no answer"),
        ] {
            let error = sentence(text).unwrap_err();
            assert!(error.contains(why), "{text}: {error}");
        }
    }
}
