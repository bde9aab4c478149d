//! Commands about the rules. Komi is set apart and stays what it is.

use board::{HandicapBonus, KoRule, Rules, Scoring, Tax};
use serde_json::{Map, Value, json};

use super::protocol::{Call, Command, Reply, SYNTAX_ERROR};
use super::session::Session;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "kata-get-rules",
        arguments: "",
        about: "the rules as a JSON object",
        run: kata_get_rules,
    },
    Command {
        name: "kata-set-rules",
        arguments: "NAME | JSON",
        about: "sets the rules, by name or by keys as kata-get-rules writes them",
        run: kata_set_rules,
    },
    Command {
        name: "kata-set-rule",
        arguments: "KEY VALUE",
        about: "sets one key of the rules",
        run: kata_set_rule,
    },
    Command {
        name: "kgs-rules",
        arguments: "NAME",
        about: "chinese, aga, japanese or new_zealand",
        run: kgs_rules,
    },
    Command {
        name: "go_param_rules",
        arguments: "[KEY VALUE]",
        about: "ko_rule simple|superko|pos_superko, allow_suicide 0|1, japanese_scoring 0|1",
        run: go_param_rules,
    },
];

fn kata_get_rules(session: &mut Session, _: &Call<'_>) -> Reply {
    let rules = session.rules();
    let [ko, scoring, tax, bonus] = words(rules);
    Ok(json!({
        "friendlyPassOk": rules.agreement,
        "hasButton": rules.button,
        "ko": ko,
        "passStones": rules.pass_stones,
        "scoring": scoring,
        "suicide": rules.suicide,
        "tax": tax,
        "whiteHandicapBonus": bonus,
    })
    .to_string())
}

/// KataGo's words for the ko rule, the scoring, the tax and White's bonus.
pub(super) fn words(rules: &Rules) -> [&'static str; 4] {
    let ko = match rules.ko {
        KoRule::Simple => "SIMPLE",
        KoRule::Positional => "POSITIONAL",
        KoRule::Situational => "SITUATIONAL",
    };
    let scoring = match rules.scoring {
        Scoring::Area => "AREA",
        Scoring::Territory => "TERRITORY",
    };
    let tax = match rules.tax {
        Tax::None => "NONE",
        Tax::Seki => "SEKI",
        Tax::All => "ALL",
    };
    let bonus = match rules.handicap_bonus {
        HandicapBonus::Zero => "0",
        HandicapBonus::OneLess => "N-1",
        HandicapBonus::Full => "N",
    };
    [ko, scoring, tax, bonus]
}

fn kata_set_rules(session: &mut Session, call: &Call<'_>) -> Reply {
    let rules = if call.text.starts_with('{') {
        let object: Map<String, Value> =
            serde_json::from_str(call.text).map_err(|_| SYNTAX_ERROR)?;
        let mut rules = *session.rules();
        for (key, value) in &object {
            set(&mut rules, key, value)?;
        }
        rules
    } else {
        call.word(0)?;
        Rules::preset(call.text).ok_or_else(|| format!("unknown rules: {}", call.text))?
    };
    session.set_rules(Rules { komi: session.rules().komi, ..rules });
    Ok(String::new())
}

fn kata_set_rule(session: &mut Session, call: &Call<'_>) -> Reply {
    let word = call.word(1)?;
    let value = match word.to_ascii_lowercase().as_str() {
        "true" | "1" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => Value::String(word.to_string()),
    };
    let mut rules = *session.rules();
    set(&mut rules, call.word(0)?, &value)?;
    session.set_rules(rules);
    Ok(String::new())
}

/// Sets one key. Words may be in any case.
fn set(rules: &mut Rules, key: &str, value: &Value) -> Result<(), String> {
    let bad = || format!("bad value for {key}");
    let word = match value {
        Value::String(word) => word.to_ascii_uppercase(),
        Value::Number(number) => number.to_string(),
        _ => String::new(),
    };
    let truth = || match (value, word.as_str()) {
        (Value::Bool(truth), _) => Ok(*truth),
        (_, "0") => Ok(false),
        (_, "1") => Ok(true),
        _ => Err(bad()),
    };
    match key {
        "ko" => {
            rules.ko = match word.as_str() {
                "SIMPLE" => KoRule::Simple,
                "POSITIONAL" => KoRule::Positional,
                "SITUATIONAL" => KoRule::Situational,
                _ => return Err(bad()),
            }
        }
        "scoring" => {
            rules.scoring = match word.as_str() {
                "AREA" => Scoring::Area,
                "TERRITORY" => Scoring::Territory,
                _ => return Err(bad()),
            }
        }
        "tax" => {
            rules.tax = match word.as_str() {
                "NONE" => Tax::None,
                "SEKI" => Tax::Seki,
                "ALL" => Tax::All,
                _ => return Err(bad()),
            }
        }
        "whiteHandicapBonus" => {
            rules.handicap_bonus = match word.as_str() {
                "0" => HandicapBonus::Zero,
                "N-1" => HandicapBonus::OneLess,
                "N" => HandicapBonus::Full,
                _ => return Err(bad()),
            }
        }
        "suicide" => rules.suicide = truth()?,
        "hasButton" => rules.button = truth()?,
        "passStones" => rules.pass_stones = truth()?,
        // Who may pass with dead stones on the board needs them taken off by agreement.
        "friendlyPassOk" => rules.agreement = truth()?,
        _ => return Err(format!("unknown rule: {key}")),
    }
    Ok(())
}

fn kgs_rules(session: &mut Session, call: &Call<'_>) -> Reply {
    let name = call.word(0)?;
    let known = ["chinese", "aga", "japanese", "new_zealand"].contains(&name);
    let rules = Rules::preset(name).filter(|_| known).ok_or("unknown rules")?;
    session.set_rules(Rules { komi: session.rules().komi, ..rules });
    Ok(String::new())
}

/// Fuego's parameters, as far as they mean rules here. Its `superko` is situational.
fn go_param_rules(session: &mut Session, call: &Call<'_>) -> Reply {
    let mut rules = *session.rules();
    if call.words().is_empty() {
        let ko = match rules.ko {
            KoRule::Simple => "simple",
            KoRule::Situational => "superko",
            KoRule::Positional => "pos_superko",
        };
        let territory = rules.scoring == Scoring::Territory;
        return Ok(format!(
            "[bool] allow_suicide {}\n[bool] japanese_scoring {}\n\
             [list/simple/superko/pos_superko] ko_rule {ko}",
            u8::from(rules.suicide),
            u8::from(territory),
        ));
    }
    let value = call.word(1)?;
    let truth = || match value {
        "0" => Ok(false),
        "1" => Ok(true),
        _ => Err(SYNTAX_ERROR.to_string()),
    };
    match call.word(0)? {
        "ko_rule" => {
            rules.ko = match value {
                "simple" => KoRule::Simple,
                "superko" => KoRule::Situational,
                "pos_superko" => KoRule::Positional,
                _ => return Err(SYNTAX_ERROR.to_string()),
            }
        }
        "allow_suicide" => rules.suicide = truth()?,
        "japanese_scoring" => {
            (rules.scoring, rules.tax) =
                if truth()? { (Scoring::Territory, Tax::Seki) } else { (Scoring::Area, Tax::None) }
        }
        key => return Err(format!("unknown parameter: {key}")),
    }
    session.set_rules(rules);
    Ok(String::new())
}
