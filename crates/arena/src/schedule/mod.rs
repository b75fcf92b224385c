//! Who plays whom, with which colours, from which opening.
//!
//! | module | what it holds |
//! |---|---|
//! | [`draw`] | the games of an event, drawn round by round as results come in |
//! | [`couples`] | who meets whom where nobody waits for results: everybody everybody, or a few all others |
//! | [`knockout`] | winners go on, seeded, with byes |
//! | [`swiss`] | equals meet, nobody twice, with balanced colours |
//!
//! The games of a round depend on nothing but the results of earlier rounds, so that an event that was broken off goes on
//! with the games that it would have had.

pub mod couples;
pub mod draw;
pub mod knockout;
pub mod swiss;

pub use draw::{Draw, Next};

/// One game of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// The number of its round.
    pub round: usize,
    /// Who moves first, by number.
    pub first: usize,
    /// Who moves second.
    pub second: usize,
    /// The number of the pair of games to which it belongs.
    pub pair: usize,
    /// The number of the opening, which both games of a pair share.
    pub opening: usize,
}

/// The form of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first entrants meet all others, but not each other.
    Gauntlet {
        /// How many.
        challengers: usize,
    },
    /// Whoever loses a meeting is out.
    Knockout,
    /// Equals meet, and nobody twice.
    Swiss {
        /// How many rounds.
        rounds: usize,
    },
}

impl Format {
    /// The word for it in files and tables.
    pub const fn word(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet { .. } => "gauntlet",
            Self::Knockout => "knockout",
            Self::Swiss { .. } => "swiss",
        }
    }
}

/// The plan of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    /// Its form.
    pub format: Format,
    /// How many take part.
    pub entrants: usize,
    /// Games of each two who meet.
    pub games: usize,
}

impl Schedule {
    /// How many games there are; in a knockout, those that break ties come on top.
    ///
    /// ```
    /// use tabula_arena::schedule::{Format, Schedule};
    /// let plan = |format| Schedule { format, entrants: 10, games: 2 }.len();
    /// assert_eq!((plan(Format::RoundRobin), plan(Format::Gauntlet { challengers: 1 })), (90, 18));
    /// assert_eq!((plan(Format::Knockout), plan(Format::Swiss { rounds: 4 })), (18, 40));
    /// ```
    pub const fn len(&self) -> usize {
        let n = self.entrants;
        let meetings = match self.format {
            Format::RoundRobin => n * n.saturating_sub(1) / 2,
            Format::Gauntlet { challengers } if challengers < n => challengers * (n - challengers),
            Format::Gauntlet { .. } => 0,
            Format::Knockout => n.saturating_sub(1),
            Format::Swiss { rounds } => rounds * (n / 2),
        };
        meetings * self.games
    }

    /// Whether nobody plays.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What is wrong with it, in a sentence.
    pub fn fault(&self) -> Option<String> {
        let n = self.entrants;
        match self.format {
            _ if n < 2 => Some(format!("expected two players or more, found {n}")),
            _ if self.games == 0 => Some("expected one game of each two or more, found 0".to_string()),
            Format::Gauntlet { challengers } if challengers == 0 || challengers >= n => {
                Some(format!("expected from 1 to {} challengers among {n} players, found {challengers}", n - 1))
            }
            Format::Swiss { rounds } if rounds == 0 || rounds > swiss::most_rounds(n) => {
                let most = swiss::most_rounds(n);
                Some(format!(
                    "expected from 1 to {most} rounds among {n} players, so that nobody meets twice, found {rounds}"
                ))
            }
            _ => None,
        }
    }
}
