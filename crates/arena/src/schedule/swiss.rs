//! Equals meet, nobody twice, with balanced colours.
//!
//! Each round is drawn from the top: the first of those with the same points meets the first of their lower half, and
//! where that is not possible the next; whoever finds nobody is paired with those who have fewer points. What must hold:
//! nobody meets twice, nobody has the same colour three times in a row, nobody has one colour three times more often than
//! the other, and nobody has two byes. The search goes back where it runs into a corner.

use super::draw::Met;
use std::collections::HashSet;
use tabula_core::Side;

/// How many ways a round is tried before a weaker rule for the colours is.
const TRIES: usize = 200_000;

/// How many rounds can always be drawn without a second meeting: while everybody has half of the others left, there is
/// a way to pair all (Dirac).
pub const fn most_rounds(entrants: usize) -> usize {
    entrants.div_ceil(2)
}

/// The state of a tournament.
#[derive(Clone, Debug)]
pub struct Swiss {
    /// Rounds that are still to come.
    left: usize,
    /// Games of each meeting.
    games: usize,
    players: Vec<State>,
    met: HashSet<(usize, usize)>,
}

#[derive(Clone, Debug, Default)]
struct State {
    half_points: usize,
    /// Which side it had, game by game.
    colours: Vec<Side>,
    bye: bool,
}

/// A round: the meetings, with who has the first move in the first game of each, and who has a bye.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Round {
    /// Who meets whom.
    pub meetings: Vec<(usize, usize)>,
    /// Whoever is left over where their number is odd; it has the points of a meeting that was won.
    pub bye: Option<usize>,
}

impl Swiss {
    /// Before the first round.
    pub fn new(entrants: usize, rounds: usize, games: usize) -> Self {
        Self { left: rounds, games, players: vec![State::default(); entrants], met: HashSet::new() }
    }

    /// The next round, after what was played in the last; `None` at the end.
    pub fn next(&mut self, played: &[Met]) -> Option<Round> {
        for met in played {
            self.players[met.one].half_points += met.half_points[0];
            self.players[met.other].half_points += met.half_points[1];
        }
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let round = self.draw()?;
        for &(first, second) in &round.meetings {
            self.met.insert((first.min(second), first.max(second)));
            for game in 0..self.games {
                let side = if game % 2 == 0 { Side::First } else { Side::Second };
                self.players[first].colours.push(side);
                self.players[second].colours.push(!side);
            }
        }
        if let Some(player) = round.bye {
            self.players[player].bye = true;
            self.players[player].half_points += 2 * self.games;
        }
        Some(round)
    }

    /// The half-points that byes have brought a player.
    pub fn gift(&self, player: usize) -> usize {
        if self.players[player].bye { 2 * self.games } else { 0 }
    }

    fn draw(&self) -> Option<Round> {
        let mut order: Vec<_> = (0..self.players.len()).collect();
        order.sort_by_key(|&player| (std::cmp::Reverse(self.players[player].half_points), player));
        [UNFAIR, THRICE, usize::MAX].into_iter().find_map(|most| {
            let byes: Vec<Option<usize>> = if order.len() % 2 == 0 {
                vec![None]
            } else {
                // The last who has had none.
                order.iter().rev().filter(|&&player| !self.players[player].bye).map(|&player| Some(player)).collect()
            };
            byes.into_iter().find_map(|bye| {
                let rest: Vec<_> = order.iter().copied().filter(|&player| Some(player) != bye).collect();
                let mut search = Search { swiss: self, most, tries: TRIES, meetings: Vec::new() };
                search.pair(&rest).then_some(Round { meetings: search.meetings, bye })
            })
        })
    }

    /// Whether two may meet with less than so much strain; which of them then has the first move.
    fn meeting(&self, one: usize, other: usize, most: usize) -> Option<(usize, usize)> {
        if self.met.contains(&(one.min(other), one.max(other))) {
            return None;
        }
        let ways = [(one, other), (other, one)].into_iter();
        let rated = ways
            .map(|(first, second)| (self.strain(first, Side::First), self.strain(second, Side::Second), first, second));
        let best = rated.min_by_key(|&(a, b, ..)| (a.max(b), a + b))?;
        let (a, b, first, second) = best;
        (a.max(b) < most).then_some((first, second))
    }

    /// How little it suits a player to begin its next meeting with this side.
    fn strain(&self, player: usize, side: Side) -> usize {
        let colours = &self.players[player].colours;
        let next = (0..self.games).map(|game| if game % 2 == 0 { side } else { !side });
        let all: Vec<Side> = colours.iter().copied().chain(next).collect();
        let firsts = all.iter().filter(|&&side| side == Side::First).count();
        let imbalance = (2 * firsts).abs_diff(all.len());
        let repeats = usize::from(colours.last() == Some(&side));
        let thrice = all.windows(3).any(|three| three.iter().all(|&side| side == three[0]));
        2 * imbalance + repeats + if imbalance > 2 { UNFAIR } else { 0 } + if thrice { THRICE } else { 0 }
    }
}

/// The strain of one side having been given three times more often than the other ...
const UNFAIR: usize = 1 << 10;
/// ... and of the same side three times in a row.
const THRICE: usize = 1 << 20;

/// Looks for a way to pair everybody.
struct Search<'a> {
    swiss: &'a Swiss,
    /// The strain that is too much.
    most: usize,
    tries: usize,
    meetings: Vec<(usize, usize)>,
}

impl Search<'_> {
    /// Pairs those who are left, the strongest first.
    fn pair(&mut self, rest: &[usize]) -> bool {
        let Some((&top, others)) = rest.split_first() else { return true };
        let points = |player: usize| self.swiss.players[player].half_points;
        let equals = others.iter().take_while(|&&player| points(player) == points(top)).count();
        // The lower half of the equals, then the upper half from below, then the others.
        let half = equals / 2;
        let wanted = (half..equals).chain((0..half).rev()).chain(equals..others.len());
        for at in wanted {
            let Some(meeting) = self.swiss.meeting(top, others[at], self.most) else { continue };
            if self.tries == 0 {
                return false;
            }
            self.tries -= 1;
            self.meetings.push(meeting);
            let left: Vec<_> = others.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, &player)| player).collect();
            if self.pair(&left) {
                return true;
            }
            self.meetings.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests;
