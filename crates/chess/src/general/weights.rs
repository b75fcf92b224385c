//! A value for every weight of a game, and the files in which tuned ones are shipped.

use super::layout::Layout;
use crate::terms::{Packed, Slot, Worth};
use tabula_core::Faults;
use tabula_core::tuning::{Pair, text};

/// The tuned weights that are built in, by the ids of their games. Games with the same men on the same board share them.
const SHIPPED: [(&[&str], &str); 5] = [
    (&["janus"], include_str!("weights/janus.txt")),
    (&["embassy"], include_str!("weights/embassy.txt")),
    (&["amazon"], include_str!("weights/amazon.txt")),
    (&["grand"], include_str!("weights/grand.txt")),
    (&["caparandom", "capablanca"], include_str!("weights/caparandom.txt")),
];

/// A value for every weight.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Weights(Box<[Packed]>);

impl Weights {
    pub(super) fn new(pairs: &[Pair]) -> Self {
        Self(pairs.iter().map(|&(middle, end)| Packed::new(middle.into(), end.into())).collect())
    }
}

impl Worth for Weights {
    #[inline(always)]
    fn packed(&self, slot: Slot) -> Packed {
        self.0.get(slot.0).copied().unwrap_or(Packed::ZERO)
    }
}

/// The tuned weights of a game, if there are some that fit its terms.
pub(super) fn shipped(id: &str, layout: &Layout) -> Option<Vec<Pair>> {
    let (_, text) = SHIPPED.iter().find(|(ids, _)| ids.contains(&id))?;
    read(layout, text).ok()
}

pub(super) fn read(layout: &Layout, text: &str) -> Result<Vec<Pair>, Faults> {
    text::read(&layout.headings(), text)
}

pub(super) fn write(layout: &Layout, weights: &[Pair]) -> String {
    text::write("the general evaluation", &layout.headings(), weights)
}

/// Moves the mean of every table by place and by mobility into the material. No value changes: each man counts once in
/// each of them, and kings cancel each other.
pub(super) fn settle(layout: &Layout, weights: &mut [Pair]) {
    let mobility = layout.officers.iter().map(|officer| (officer.kind.index(), officer.mobility));
    let places = layout.place.iter().enumerate().filter_map(|(kind, row)| row.map(|row| (kind, row)));
    let tables: Vec<_> = places.chain(mobility).collect();
    for (kind, row) in tables {
        let table = &mut weights[row.start..row.start + row.count];
        let sum = table.iter().fold((0, 0), |sum, pair| (sum.0 + i32::from(pair.0), sum.1 + i32::from(pair.1)));
        let count = row.count.max(1) as i32;
        let mean = ((sum.0 / count) as i16, (sum.1 / count) as i16);
        for pair in table {
            *pair = (pair.0.saturating_sub(mean.0), pair.1.saturating_sub(mean.1));
        }
        if let Some(material) = layout.material[kind] {
            let pair = &mut weights[material.start];
            *pair = (pair.0.saturating_add(mean.0), pair.1.saturating_add(mean.1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::field::Field;
    use super::*;
    use crate::{Chess, Definition, Loaded};
    use tabula_board::Wide;

    #[test]
    fn the_built_in_files_are_whole_and_written_back_as_they_were() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../definitions");
        for (ids, shipped) in SHIPPED {
            for id in ids {
                let text = std::fs::read_to_string(format!("{folder}/{id}.toml")).unwrap();
                let definition = Definition::read(&text).unwrap_or_else(|faults| panic!("{faults}"));
                // The widest board holds every game.
                let game: Chess<Wide, Loaded<Wide>> = definition.build().unwrap_or_else(|faults| panic!("{faults}"));
                let layout = Layout::new(game.rules(), &Field::new(game.rules()));
                let weights = read(&layout, shipped).unwrap_or_else(|faults| panic!("{id}: {faults}"));
                assert_eq!(write(&layout, &weights), shipped, "{id}: write the file with `tabula tune`, or as it does");
            }
        }
    }
}
