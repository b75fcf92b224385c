//! What can be set about searches.

use crate::alphabeta::{Margin, Margins, Resources};
use crate::mcts::Style;
use crate::star::Outlook;
use crate::textbook::{Memory, Order, Plan};

/// What can be set about a search; each takes what concerns it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// Depth by depth or at once, and what happens at the horizon.
    pub plan: Plan,
    /// The order for the searches that order: alphabeta-ordered, pvs, mtdf.
    pub order: Order,
    /// Whether alphabeta-ordered and pvs remember positions; mtdf always does, alphabeta never.
    pub memory: Memory,
    /// How many moves type-b follows.
    pub width: usize,
    /// The probability below which a node is a leaf, for probability and mixture.
    pub threshold: f64,
    /// Table and threads of the strong search; the table of the expectation search; tree and threads of the tree search.
    pub resources: Resources,
    /// The numbers of the strong search.
    pub margins: Margins,
    /// How the expectation search looks ahead.
    pub outlook: Outlook,
    /// How the tree search grows its tree.
    pub style: Style,
}

impl Default for Params {
    fn default() -> Self {
        Self {
            plan: Plan::default(),
            order: Order::Gain,
            memory: Memory::None,
            width: 5,
            threshold: 1e-8,
            resources: Resources::default(),
            margins: Margins::default(),
            outlook: Outlook::default(),
            style: Style::default(),
        }
    }
}

impl Params {
    /// The number with that name among those that are for tuners and matches rather than for menus.
    pub fn number(name: &str) -> Option<&'static Margin> {
        [Margins::ALL, Outlook::NUMBERS, Style::NUMBERS].into_iter().flatten().find(|number| number.name == name)
    }

    /// Sets such a number, within its range. Answers whether there is such a number and such a value.
    pub fn set(&mut self, name: &str, value: i32) -> bool {
        self.margins.set(name, value) || self.outlook.set(name, value) || self.style.set(name, value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_own_name_takes_its_range_and_has_the_default_it_names() {
        let all: Vec<_> = [Margins::ALL, Outlook::NUMBERS, Style::NUMBERS].concat();
        for Margin { name, default, min, max } in all.iter().copied() {
            assert_eq!(all.iter().filter(|other| other.name == name).count(), 1, "{name}");
            let mut params = Params::default();
            assert!(params.set(name, default) && params == Params::default(), "{name}");
            for value in [min, max] {
                assert!(params.set(name, value), "{name}");
                assert_eq!(params == Params::default(), value == default, "{name}");
            }
            assert!(!params.set(name, min - 1) && !params.set(name, max + 1), "{name}");
        }
        assert!(Params::number("nobody").is_none() && !Params::default().set("nobody", 1));
    }
}
