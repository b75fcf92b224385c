//! Searches and evaluators as data for menus, help and tables.
//!
//! The list of searches is [`Method::ALL`] of the search crate, told here in words that cross the border; the
//! evaluators of a game stand beside it in the [catalogue](crate::catalogue).

use tabula_search::Method;

/// A search or an evaluator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MethodCard {
    /// The word in a player spec.
    pub name: &'static str,
    /// One sentence on what it does.
    pub about: &'static str,
    /// Whether it tells the value of the full tree to its depth; never so for an evaluator.
    pub exact: bool,
}

/// Every search, the plainest first.
///
/// ```
/// let names: Vec<_> = tabula_engine::methods::searches().iter().map(|card| card.name).collect();
/// assert!(names.contains(&"mtdf"));
/// ```
pub fn searches() -> Vec<MethodCard> {
    Method::ALL
        .iter()
        .map(|method| MethodCard { name: method.name(), about: method.about(), exact: method.is_exact() })
        .collect()
}
