//! What differs between the rules of Go, and the sets of rules that have a name.

/// Which repetitions are forbidden. Passing is always allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ko {
    /// A stone that has just taken one stone may not be retaken at once. A position that stands for the third time
    /// with the same player to move ends the game without a winner, which Japanese rules call no result.
    Simple,
    /// No position of the whole board may be made again.
    Positional,
    /// No position of the whole board may be made again with the same player to move.
    Situational,
}

/// Whether a stone without liberties may be put where it takes nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Suicide {
    /// Never.
    Forbidden,
    /// Yes: it is taken at once, with the chain it joins.
    Allowed,
}

/// What is counted at the end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counting {
    /// Stones on the board and the empty points they surround, the board taken as it stands: what is dead has to be
    /// captured before the game ends.
    Area,
    /// Surrounded empty points and prisoners, after dead stones were taken off; which stones are dead is judged by
    /// play-outs unless the players say so.
    Territory,
}

/// A set of rules. Komi and handicap are of a game, not of its rules: they stand in the position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Rules {
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// Whether suicide is.
    pub suicide: Suicide,
    /// What is counted.
    pub counting: Counting,
}

impl Rules {
    /// The Tromp-Taylor rules (J. Tromp, "The game of Go", tromp.github.io/go.html), nothing simplified.
    pub const TROMP_TAYLOR: Self = Self { ko: Ko::Positional, suicide: Suicide::Allowed, counting: Counting::Area };

    /// The Chinese rules (Chinese Weiqi Association, 2002; translated by J. Davies, "The Chinese Rules of Go").
    ///
    /// Simplified: repetition is forbidden as §20 says, and no referee decides otherwise; dead stones are captured
    /// rather than agreed upon; the points that a handicap gives to White are left to komi.
    pub const CHINESE: Self = Self { ko: Ko::Positional, suicide: Suicide::Forbidden, counting: Counting::Area };

    /// Like the Japanese rules (Nihon Kiin 1989, translated by J. Davies).
    ///
    /// Simplified: dead stones are judged by play-outs instead of hypothetical play; territory in seki counts; there
    /// is no loss of both players.
    pub const JAPANESE: Self = Self { ko: Ko::Simple, suicide: Suicide::Forbidden, counting: Counting::Territory };

    /// The rules of the American Go Association ("AGA Concise Rules of Go", 1991).
    ///
    /// Simplified: counted by area, which is the same as territory there, since a pass costs a stone and White passes
    /// last; the points that a handicap gives to White are left to komi.
    pub const AGA: Self = Self { ko: Ko::Situational, suicide: Suicide::Forbidden, counting: Counting::Area };

    /// The rules of GymGo and of the founding document on Go: simple ko, no suicide, area.
    pub const GYMGO: Self = Self { ko: Ko::Simple, suicide: Suicide::Forbidden, counting: Counting::Area };

    /// Every set with a name, by its name.
    pub const NAMED: [(&'static str, Self); 5] = [
        ("tromp-taylor", Self::TROMP_TAYLOR),
        ("chinese", Self::CHINESE),
        ("japanese", Self::JAPANESE),
        ("aga", Self::AGA),
        ("gymgo", Self::GYMGO),
    ];

    /// The set with a name, in either case.
    ///
    /// ```
    /// use tabula_go::Rules;
    /// assert_eq!(Rules::named("Chinese"), Some(Rules::CHINESE));
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|&(_, rules)| rules)
    }

    /// The komi that is usual with this counting, in half points.
    pub const fn usual_komi(&self) -> i16 {
        match self.counting {
            Counting::Area => 15,
            Counting::Territory => 13,
        }
    }
}
