//! Results that are certain, and how they follow from those below (MCTS-Solver).

use tabula_core::{Mover, Score, Side};

/// How the game ends with best play from a node on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub winner: Option<Side>,
    /// Plies to the end, as quick as the winner can and as slow as the loser can make it.
    pub plies: u32,
}

impl Proof {
    /// A word for it, or for there being none: the plies above two bits for the winner.
    pub(super) fn to_bits(proof: Option<Self>) -> u32 {
        proof.map_or(0, |Self { winner, plies }| {
            let who = match winner {
                None => 1,
                Some(Side::First) => 2,
                Some(Side::Second) => 3,
            };
            plies << 2 | who
        })
    }

    /// What the word stands for.
    pub(super) fn from_bits(bits: u32) -> Option<Self> {
        let winner = match bits & 3 {
            0 => return None,
            1 => None,
            2 => Some(Side::First),
            _ => Some(Side::Second),
        };
        Some(Self { winner, plies: bits >> 2 })
    }

    /// The value for the first player, from -1 to 1.
    pub(super) fn value(self) -> f64 {
        match self.winner {
            None => 0.0,
            Some(Side::First) => 1.0,
            Some(Side::Second) => -1.0,
        }
    }

    /// The score for `viewer`, seen from so many plies above.
    pub(super) fn score(self, viewer: Side, above: u32) -> Score {
        match self.winner {
            None => Score::ZERO,
            Some(winner) if winner == viewer => Score::win_in(self.plies + above),
            Some(_) => Score::loss_in(self.plies + above),
        }
    }

    /// How good it is for a player: quick wins above slow ones, slow losses above quick ones.
    fn rank(self, player: Side) -> i64 {
        self.score(player, 0).value().into()
    }

    /// What follows for a node from its children, of which each is proven or not.
    pub(super) fn follows(mover: Mover, children: impl Iterator<Item = Option<Self>> + Clone) -> Option<Self> {
        let later = |proof: Self| Self { plies: proof.plies + 1, ..proof };
        match mover {
            Mover::Player(side) => {
                let best = children.clone().flatten().max_by_key(|proof| proof.rank(side))?;
                // One win is enough; anything less needs all of them.
                let certain = best.winner == Some(side) || children.into_iter().all(|child| child.is_some());
                certain.then(|| later(best))
            }
            Mover::Chance => {
                let mut children = children;
                let first = children.next()??;
                let mut longest = first;
                for child in children {
                    let child = child.filter(|child| child.winner == first.winner)?;
                    longest.plies = longest.plies.max(child.plies);
                }
                Some(later(longest))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn won(side: Side, plies: u32) -> Option<Proof> {
        Some(Proof { winner: Some(side), plies })
    }

    const DRAWN: Option<Proof> = Some(Proof { winner: None, plies: 2 });

    #[test]
    fn a_proof_is_the_same_after_it_was_a_word() {
        for proof in [None, DRAWN, won(Side::First, 0), won(Side::Second, 77)] {
            assert_eq!(Proof::from_bits(Proof::to_bits(proof)), proof);
        }
    }

    #[test]
    fn one_win_is_enough_and_the_quickest_counts() {
        let [mine, theirs] = Side::BOTH;
        let of = |children: &[Option<Proof>]| Proof::follows(mine.into(), children.iter().copied());
        assert_eq!(of(&[None, won(mine, 5), won(mine, 3), DRAWN]), won(mine, 4));
        assert_eq!(of(&[won(theirs, 2), None]), None);
        assert_eq!(of(&[won(theirs, 2), won(theirs, 6)]), won(theirs, 7));
        assert_eq!(of(&[won(theirs, 2), DRAWN]), Some(Proof { winner: None, plies: 3 }));
        assert_eq!(of(&[None, DRAWN]), None);
    }

    #[test]
    fn the_die_proves_only_what_all_its_outcomes_agree_on() {
        let [one, two] = Side::BOTH;
        let of = |children: &[Option<Proof>]| Proof::follows(Mover::Chance, children.iter().copied());
        assert_eq!(of(&[won(one, 2), won(one, 8)]), won(one, 9));
        assert_eq!(of(&[won(one, 2), won(two, 8)]), None);
        assert_eq!(of(&[won(one, 2), None]), None);
    }
}
