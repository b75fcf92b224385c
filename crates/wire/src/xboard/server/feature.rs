//! What we can do, as `feature` lines.

use crate::knobs::{ELO, Form, RANDOM, Row, rows, titled};
use crate::xboard::names;
use std::sync::Arc;
use tabula_core::Mover;
use tabula_engine::{OptionCard, OptionKind, PlayerCard, Setup, Shelf, catalogue};

const FAMILY: &str = "chess";
/// Settings that have an order of their own.
const ORDERED: [&str; 2] = ["hash", "threads"];

/// The variants that we play, as XBoard names them. It has no words for a die.
pub(super) fn variants() -> Vec<String> {
    let spoken = |shelf: &&Arc<dyn Shelf>| shelf.card().family == FAMILY && !has_die(&***shelf);
    let ids = catalogue::shelves().iter().filter(spoken).map(|shelf| &shelf.card().id);
    ids.map(|id| names::name(id).to_string()).collect()
}

/// Whether chance moves after the first move.
fn has_die(shelf: &dyn Shelf) -> bool {
    let table = shelf.table(&Setup { game: shelf.card().id.clone(), start: None });
    table.is_ok_and(|mut table| {
        let first = table.legal().into_iter().next();
        first.is_some_and(|first| table.play(&first).is_ok()) && table.mover() == Mover::Chance
    })
}

/// The lines that answer `protover`.
pub(super) fn lines(name: &str, card: &PlayerCard) -> Vec<String> {
    let has = |knob: &str| u8::from(card.options.iter().any(|option| option.name == knob));
    let mut lines = vec![
        "feature done=0".to_string(),
        format!("feature myname=\"{name}\" variants=\"{}\"", variants().join(",")),
        "feature ping=1 setboard=1 playother=1 san=0 usermove=1 time=1 draw=1 reuse=1 analyze=1 colors=0".into(),
        "feature sigint=0 sigterm=0 ics=0 name=0 pause=0 nps=0 debug=1".into(),
        format!("feature memory={} smp={}", has("hash"), has("threads")),
    ];
    for (row, card) in rows(card).filter(|(row, _)| row.knob != ELO && !ORDERED.contains(&row.knob)) {
        lines.push(format!("feature option=\"{}\"", option(row, &card)));
    }
    lines.push("feature done=1".into());
    lines
}

fn option(row: &Row, card: &OptionCard) -> String {
    let name = row.name;
    match (&card.kind, row.form) {
        (OptionKind::Choice { default, .. }, Form::Either(yes, _)) => {
            format!("{name} -check {}", u8::from(default == yes))
        }
        (OptionKind::Choice { default, values }, form) => {
            let mut words: Vec<_> = values.iter().map(String::as_str).collect();
            if form == Form::Titled && !words.contains(&RANDOM) {
                words.push(RANDOM);
            }
            let shown = |word: &&str| {
                let mark = if word == default { "*" } else { "" };
                let word = if form == Form::Titled { titled(word) } else { (*word).to_string() };
                format!("{mark}{word}")
            };
            format!("{name} -combo {}", words.iter().map(shown).collect::<Vec<_>>().join(" /// "))
        }
        (OptionKind::Number { default, min, max }, _) => format!("{name} -spin {default} {min} {max}"),
        (OptionKind::Switch { default }, _) => format!("{name} -check {}", u8::from(*default)),
        (OptionKind::Text { default }, _) => format!("{name} -string {default}"),
    }
}
