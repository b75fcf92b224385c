//! The bench, told as it goes.

use crate::identity::house;
use crate::mouth::Mouth;
use tabula_core::{Faults, Stop};
use tabula_engine::{Clock, Shelf, bench};

/// Searches the positions of the bench; the last line is `N nodes M nps`.
pub(super) fn run(mouth: &Mouth<'_>, shelf: &dyn Shelf, depth: Option<u32>, stop: &Stop) -> Result<(), Faults> {
    let mut player = shelf.player(&house(0))?;
    let clock = Clock::depth(depth.unwrap_or_else(|| bench::depth(&shelf.card().id)));
    let records = bench::positions(shelf)?;
    let mut all = bench::Count::default();
    for (number, record) in (1..).zip(&records) {
        let count = bench::ask(&mut *player, record, &clock, stop)?;
        if stop.is_raised() {
            mouth.say("info string the bench was stopped");
            return Ok(());
        }
        all.add(count);
        mouth.say(&format!("info string position {number} of {}: {} nodes", records.len(), count.nodes));
    }
    mouth.say(&format!("{} nodes {} nps", all.nodes, all.speed()));
    Ok(())
}
