//! Go obeys the laws of every game.

use tabula_core::testkit::{Battery, battery};
use tabula_go::{Go, Rules};

#[test]
fn go_obeys_the_laws_of_every_game_under_each_set_of_rules() {
    for (_, rules) in Rules::NAMED {
        for (size, games) in [(2, 40), (3, 30), (5, 10), (9, 2), (19, 1)] {
            battery(&Go::new(size, rules).unwrap(), Battery { games, ..Battery::default() });
        }
        battery(&Go::new(25, rules).unwrap(), Battery { games: 1, plies: 40, ..Battery::default() });
    }
}
