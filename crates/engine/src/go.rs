//! Go on a board of any size by any set of rules with a name: `go9`, `go13`, `go19`, and also `go7`, `go9-japanese`.
//!
//! Menus list the three usual boards; [`named`] makes any other when somebody asks for it.

use crate::catalogue::card;
use crate::kit::Kit;
use crate::near::unknown;
use crate::{GameCard, Shelf, nets};
use std::sync::Arc;
use tabula_arsenal as arsenal;
use tabula_core::{Fault, Opinion};
use tabula_go::{Go, MonteCarlo, Policy, Rules, influence};
use tabula_nets::Seconded;
use tabula_search::Method;

/// The boards that menus list.
const USUAL: [usize; 3] = [9, 13, 19];
/// The rules where nobody names others.
const DEFAULT: &str = "chinese";
/// What the tree may grow to, in MiB.
const TREE: usize = 256;

/// The games that menus list.
pub(crate) fn shelves() -> impl Iterator<Item = Arc<dyn Shelf>> {
    USUAL.into_iter().filter_map(|size| open(size, DEFAULT, Rules::CHINESE))
}

/// The game that a word such as `go9-japanese` names; `None` if it does not begin like one.
pub(crate) fn named(name: &str) -> Option<Result<Arc<dyn Shelf>, Fault>> {
    let lower = name.to_ascii_lowercase();
    let rest = lower.strip_prefix("go")?;
    let (size, rules) = rest.split_once('-').unwrap_or((rest, DEFAULT));
    if size.is_empty() || !size.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(read(size, rules))
}

fn read(size: &str, rules: &str) -> Result<Arc<dyn Shelf>, Fault> {
    let known: Vec<_> = Rules::NAMED.iter().map(|(name, _)| *name).collect();
    let law = Rules::named(rules).ok_or_else(|| Fault::new(unknown("rules of Go", rules, &known)))?;
    let (least, most) = (Go::SIZES.start(), Go::SIZES.end());
    let wrong = || Fault::new(format!("a board of Go has {least} to {most} lines, not {size}"));
    size.parse().ok().and_then(|size| open(size, rules, law)).ok_or_else(wrong)
}

fn open(size: usize, name: &str, rules: Rules) -> Option<Arc<dyn Shelf>> {
    let game = Go::new(size, rules)?;
    let short = format!("go{size}");
    let (id, title) = if name == DEFAULT {
        (short, format!("Go {size}x{size}"))
    } else {
        (format!("{short}-{name}"), format!("Go {size}x{size}, {name}"))
    };
    Some(kit(game, card(&id, &title, "go", ["Black", "White"], "surround more of the board than the other")).shelve())
}

fn kit(game: Go, card: GameCard) -> Kit<Go> {
    // The net was taught on this board, by these rules and with this komi.
    let known = card.id == "go9";
    let kit = Kit::new(game, card, arsenal::go);
    let network = || Seconded::new(nets::go9(), MonteCarlo::new(Policy::Knowing));
    let kit = if known { kit.judge("network", "a network, and games played out", network) } else { kit };
    kit.judge("playouts", "games played out by rules of thumb", || MonteCarlo::new(Policy::Knowing))
        .judge("montecarlo", "games of random moves played out", || MonteCarlo::new(Policy::Pure))
        .judge("influence", "whose stones reach a point, by 4, 3, 2, 1", || Opinion::new(influence::judge))
        .weaker_by("playouts")
        .searched_by(Method::Mcts, TREE)
        .nets(nets::policy_and_value, Method::Mcts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_size_and_a_set_of_rules_name_a_game() {
        for (name, id) in [("go9", "go9"), ("GO13", "go13"), ("go2-aga", "go2-aga"), ("go9-Chinese", "go9")] {
            assert_eq!(named(name).unwrap().ok().unwrap().card().id, id);
        }
        assert!(named("gomoku").is_none() && named("go").is_none() && named("go-9").is_none());
    }

    #[test]
    fn what_is_wrong_with_such_a_name_is_said() {
        let said = |name| named(name).unwrap().err().unwrap().what;
        assert_eq!(said("go26"), "a board of Go has 2 to 25 lines, not 26");
        assert!(said("go9-japanes").contains("did you mean 'japanese'"), "{}", said("go9-japanes"));
    }
}
