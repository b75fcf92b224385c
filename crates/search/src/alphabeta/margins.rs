//! Every number of the strong search that can be tuned: a line each, with its range.
//!
//! They are fields rather than constants so that two settings can play each other in one program; a match
//! decides, never a feeling.

/// One of the numbers, as data for tuners and menus.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Margin {
    /// Its name in a player spec.
    pub name: &'static str,
    /// What it is unless set.
    pub default: i32,
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
}

macro_rules! margins {
    ($($(#[$about:meta])* $name:ident = $default:literal, $min:literal..=$max:literal;)*) => {
        /// The numbers themselves.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Margins {
            $($(#[$about])* pub $name: i32,)*
        }

        impl Default for Margins {
            fn default() -> Self {
                Self { $($name: $default,)* }
            }
        }

        impl Margins {
            /// All of them.
            pub const ALL: &'static [Margin] =
                &[$(Margin { name: stringify!($name), default: $default, min: $min, max: $max },)*];

            /// Sets one by its name, within its range. Answers whether there is such a number and such a value.
            pub fn set(&mut self, name: &str, value: i32) -> bool {
                match name {
                    $(stringify!($name) if ($min..=$max).contains(&value) => self.$name = value,)*
                    _ => return false,
                }
                true
            }
        }
    };
}

margins! {
    /// Half the width of the first window around the last value.
    aspiration = 14, 5..=100;
    /// A static value this much per ply above the window is believed.
    believe_per_ply = 72, 20..=200;
    /// ... less this if the position is improving.
    believe_improving = 60, 0..=200;
    /// Deepest node at which it is believed.
    believe_depth = 9, 0..=20;
    /// A static value this far below the window, and more by the square of the depth, goes to quiescence.
    razor_base = 320, 100..=1000;
    /// The factor of the square.
    razor_square = 240, 50..=600;
    /// Plies left out after a null move, at least.
    null_base = 4, 2..=6;
    /// One more for so many plies of depth.
    null_depth = 3, 2..=8;
    /// One more for so much above the window.
    null_value = 190, 50..=500;
    /// How far below the window a null move may still be tried, at depth 0.
    null_slack = 150, 0..=400;
    /// ... less so much per ply.
    null_slack_per_ply = 18, 0..=60;
    /// How far above the window a capture has to be for ProbCut.
    probcut = 190, 50..=500;
    /// ... less if improving.
    probcut_improving = 55, 0..=200;
    /// Quiet moves are hopeless below the window by this ...
    futile_base = 110, 20..=400;
    /// ... and this per ply that they would be searched.
    futile_per_ply = 92, 20..=250;
    /// Deepest reduced depth for that.
    futile_depth = 9, 0..=20;
    /// Losing exchanges by quiet moves: this times the square of the reduced depth.
    quiet_exchange = 26, 5..=80;
    /// Losing exchanges by captures: this per ply.
    noisy_exchange = 95, 20..=250;
    /// Quiet moves with a history below minus this per ply are left out.
    history_per_ply = 3200, 500..=10000;
    /// Late moves: so many are tried at depth 0, plus the square of the depth.
    late_base = 4, 1..=10;
    /// Depth from which the table's move is asked whether it is singular.
    singular_depth = 6, 4..=12;
    /// How far below the table's value the others have to be: sixteenths per ply.
    singular_margin = 20, 4..=64;
    /// Extended twice if they are lower still by this.
    double_margin = 16, 0..=100;
    /// Three times.
    triple_margin = 90, 20..=300;
    /// Reductions of quiet moves: base, in 1024ths of a ply.
    late_quiet = 900, 0..=2000;
    /// Divisor of the product of logarithms, in hundredths.
    late_quiet_slope = 225, 120..=500;
    /// The same of noisy moves: base.
    late_noisy = 100, -500..=1500;
    /// Divisor.
    late_noisy_slope = 330, 150..=700;
    /// Less on the principal variation.
    late_pv = 1000, 0..=2500;
    /// More where a cut is expected.
    late_cut = 1500, 0..=3000;
    /// More if not improving.
    late_worse = 700, 0..=2000;
    /// Less if the move gives check.
    late_check = 900, 0..=2500;
    /// Less for the killer.
    late_killer = 900, 0..=2500;
    /// More if the table's move is noisy.
    late_noisy_first = 800, 0..=2000;
    /// More if the children have cut off often.
    late_cutoffs = 900, 0..=2500;
    /// Less if the position was on a principal variation before.
    late_was_pv = 900, 0..=2500;
    /// A history of this much is worth a ply.
    late_history = 8500, 2000..=30000;
    /// At the root, at most this, whatever the rest adds up to.
    late_root = 2048, 0..=30000;
    /// Searched one deeper again if it beats the best by this.
    deeper = 45, 0..=150;
    /// Quiescence: a capture has to reach the window from this far.
    delta = 170, 50..=500;
    /// Bonus of a good move: per ply.
    bonus_per_ply = 170, 50..=500;
    /// At most.
    bonus_most = 1700, 500..=4000;
    /// Malus of a bad move: per ply.
    malus_per_ply = 200, 50..=500;
    /// At most.
    malus_most = 1400, 500..=4000;
    /// Bonus of the opponent's move after which nothing was good enough: in hundredths of a good move's.
    prior_bonus = 100, 0..=300;
    /// How much a quiet move is taught by what the static value did after it.
    swing_bonus = 10, 0..=50;
    /// At most.
    swing_most = 1300, 100..=4000;
    /// Bonus of the table's move when the table is enough: in hundredths of a good move's.
    table_bonus = 100, 0..=300;
    /// From this depth on checks are searched a ply deeper.
    check_depth = 10, 1..=100;
    /// Weight of the correction by pawns.
    correct_pawns = 44, 0..=150;
    /// ... by officers of either side.
    correct_officers = 40, 0..=150;
    /// ... by the last two moves.
    correct_moves = 40, 0..=150;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_margin_can_be_set_within_its_range_and_no_further() {
        for margin in Margins::ALL {
            let mut set = Margins::default();
            assert!((margin.min..=margin.max).contains(&margin.default), "{}", margin.name);
            assert!(set.set(margin.name, margin.max) && set.set(margin.name, margin.min), "{}", margin.name);
            assert!(!set.set(margin.name, margin.max + 1), "{}", margin.name);
            assert!(set.set(margin.name, margin.default));
            assert_eq!(set, Margins::default());
        }
        assert!(!Margins::default().set("nonsense", 1));
    }
}
