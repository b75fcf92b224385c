//! The Go Text Protocol, version 2, by which Go programs and their boards talk.
//!
//! | module | what it holds |
//! |---|---|
//! | [`text`] | orders and answers as lines |
//! | [`server`] | our players, for boards: Sabaki, Lizzie, GoGui, twogtp, servers |
//! | [`client`] | foreign engines as players, and as judges of positions |
//! | [`analysis`] | what such judges say |
//!
//! Points are named as the house names them (`e5`, without the letter `i`); the protocol writes capitals and reads both.

pub mod analysis;
pub mod client;
pub mod server;
pub mod text;

use tabula_core::Side;

/// The family of games that are played over this protocol.
const FAMILY: &str = "go";
/// A turn without a stone.
const PASS: &str = "pass";
/// The game is given up.
const RESIGN: &str = "resign";

/// The letter of a colour.
const fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "b",
        Side::Second => "w",
    }
}

/// A colour by its name.
fn read_colour(text: &str) -> Option<Side> {
    match text.to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Side::First),
        "w" | "white" => Some(Side::Second),
        _ => None,
    }
}

/// The rules of an id of the catalogue, as programs name them: `go9-japanese`.
fn rules(id: &str) -> Option<&str> {
    id.split_once('-').map(|(_, rules)| rules)
}

/// A move as the protocol writes it.
fn vertex(code: &str) -> String {
    if code.eq_ignore_ascii_case(PASS) { PASS.to_string() } else { code.to_ascii_uppercase() }
}
