//! What the server knows.

use super::Played;

/// Every order, in the order of the alphabet.
pub const COMMANDS: [&str; 40] = [
    "analyze",
    "boardsize",
    "clear_board",
    "clear_cache",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "genmove_analyze",
    "get_komi",
    "gg-undo",
    "kata-analyze",
    "kata-genmove_analyze",
    "kata-get-rules",
    "kata-set-rules",
    "kgs-game_over",
    "kgs-genmove_cleanup",
    "kgs-rules",
    "kgs-time_settings",
    "known_command",
    "komi",
    "list_commands",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "place_free_handicap",
    "play",
    "printsgf",
    "protocol_version",
    "query_boardsize",
    "quit",
    "reg_genmove",
    "set_free_handicap",
    "showboard",
    "stop",
    "tabula-options",
    "tabula-set",
    "time_left",
    "time_settings",
];

/// How an analysis is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// As Leela Zero does: chances in ten-thousandths.
    Leela,
    /// As KataGo does: chances from 0 to 1, the expected lead, owners of points.
    Kata,
}

/// The orders that tell thoughts: their form, and whether they also move.
pub(super) fn analysis(name: &str) -> Option<(Form, Played)> {
    Some(match name {
        "analyze" | "lz-analyze" => (Form::Leela, Played::No),
        "genmove_analyze" | "lz-genmove_analyze" => (Form::Leela, Played::Yes),
        "kata-analyze" => (Form::Kata, Played::No),
        "kata-genmove_analyze" => (Form::Kata, Played::Yes),
        _ => return None,
    })
}
