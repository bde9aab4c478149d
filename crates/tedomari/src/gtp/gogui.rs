//! What GoGui and other programs ask the engine about itself.

use super::protocol::{BUILT_IN, Call, Command, Reply};
use super::session::Session;

pub(super) const COMMANDS: &[Command<Session>] = &[
    Command {
        name: "gogui-analyze_commands",
        arguments: "",
        about: "the commands GoGui puts into its analysis menu",
        run: analyze_commands,
    },
    Command {
        name: "gogui-interrupt",
        arguments: "",
        about: "says that '# interrupt' ends a running command",
        run: nothing,
    },
    Command { name: "gogui-title", arguments: "", about: "the window title", run: title },
    Command { name: "kgs-game_over", arguments: "", about: "takes note", run: nothing },
    Command {
        name: "cputime",
        arguments: "",
        about: "processor time used so far, in seconds",
        run: cputime,
    },
    Command {
        name: "clear_cache",
        arguments: "",
        about: "forgets what was learned from earlier searches",
        run: clear_cache,
    },
    Command {
        name: "tedomari-help",
        arguments: "[COMMAND]",
        about: "every command with its arguments, one a line",
        run: help,
    },
];

/// One line a menu entry: type, label, command with its wildcards.
const ANALYZE_COMMANDS: &str = "\
plist/All Legal/all_legal %c
plist/Stones/list_stones %c
plist/Liberties/findlib %p
hstring/Why Illegal/tedomari-why_illegal %c %p
plist/Final Status Alive/final_status_list alive
plist/Final Status Dead/final_status_list dead
plist/Final Status Seki/final_status_list seki
plist/Black Territory/final_status_list black_territory
plist/White Territory/final_status_list white_territory
plist/Dame/final_status_list dame
hstring/Final Score/final_score
move/Best Move/reg_genmove %c
gfx/Prediction/tedomari-predict %c
hstring/Likely Moves/tedomari-predict_moves %c
hpstring/Unconditionally Safe/go_safe benson %c
hstring/Unconditional Status/unconditional_status %p
hstring/Life and Death/dragon_status %p
hstring/Can be Killed/owl_attack %p
hstring/Can be Saved/owl_defend %p
hstring/Explain/tedomari-explain %c
hstring/Solve/tedomari-solve
gfx/Areas/tedomari-areas
gfx/Counts/tedomari-counts
gfx/Temperatures/tedomari-temperatures
gfx/Settled Territory/tedomari-territory
pspairs/What Moves Lose/tedomari-best %c
hstring/Local Value/tedomari-value %p
param/Settings/tedomari-param
hstring/Show Board/showboard
hstring/Rules/kata-get-rules
param/Rules/go_param_rules
hstring/Processor Time/cputime
none/Clear Cache/clear_cache";

fn analyze_commands(_: &mut Session, _: &Call<'_>) -> Reply {
    Ok(ANALYZE_COMMANDS.to_string())
}

fn nothing(_: &mut Session, _: &Call<'_>) -> Reply {
    Ok(String::new())
}

fn clear_cache(session: &mut Session, _: &Call<'_>) -> Reply {
    session.exact.solver_mut().forget();
    session.tree = None;
    Ok(String::new())
}

fn title(_: &mut Session, _: &Call<'_>) -> Reply {
    Ok("Tedomari".to_string())
}

fn cputime(_: &mut Session, _: &Call<'_>) -> Reply {
    let ticks = processor_ticks().ok_or("the processor time is not known on this system")?;
    Ok(format!("{}.{:02}", ticks / TICKS, ticks % TICKS))
}

/// Clock ticks a second: Linux tells user programs 100 on every machine.
const TICKS: u64 = 100;

/// User and system time of this process in ticks: fields 14 and 15 of
/// `/proc/self/stat`, counted after the name, which may hold anything.
fn processor_ticks() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    let (_, fields) = stat.rsplit_once(')')?;
    let mut fields = fields.split_whitespace().skip(11);
    let user: u64 = fields.next()?.parse().ok()?;
    let system: u64 = fields.next()?.parse().ok()?;
    Some(user + system)
}

fn help(_: &mut Session, call: &Call<'_>) -> Reply {
    let own = super::commands().into_iter().map(|c| (c.name, c.arguments, c.about));
    let mut all: Vec<_> = own.chain(BUILT_IN).collect();
    all.sort_unstable();
    let wanted = call.words().first();
    let lines: Vec<String> = all
        .into_iter()
        .filter(|(name, ..)| wanted.is_none_or(|wanted| wanted == name))
        .map(|(name, arguments, about)| {
            format!("{} — {about}", format!("{name} {arguments}").trim())
        })
        .collect();
    if lines.is_empty() {
        return Err("unknown command".to_string());
    }
    Ok(lines.join("\n"))
}
