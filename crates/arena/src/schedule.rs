//! Who plays whom, with which colours, from which opening: everybody against everybody, each opening twice.

/// One game of an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// Its number, from 0.
    pub number: usize,
    /// Who moves first, by number.
    pub first: usize,
    /// Who moves second.
    pub second: usize,
    /// The number of the pair of games to which it belongs.
    pub pair: usize,
    /// The number of the opening, which both games of a pair share.
    pub opening: usize,
}

/// All games of an event, never written down: the n-th is computed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    entrants: usize,
    /// Games of each two entrants.
    games: usize,
}

impl Schedule {
    /// Everybody meets everybody in so many games.
    pub const fn new(entrants: usize, games: usize) -> Self {
        Self { entrants, games }
    }

    /// How many couples there are.
    const fn couples(&self) -> usize {
        self.entrants * self.entrants.saturating_sub(1) / 2
    }

    /// How many games there are.
    pub const fn len(&self) -> usize {
        self.couples() * self.games
    }

    /// Whether nobody plays.
    pub const fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// A game by its number. Round by round, so that an event that is stopped is a smaller whole.
    ///
    /// ```
    /// use tabula_arena::schedule::Schedule;
    /// let two = Schedule::new(2, 4);
    /// let games: Vec<_> = (0..4).map(|n| two.get(n).unwrap()).map(|game| (game.first, game.opening)).collect();
    /// assert_eq!(games, [(0, 0), (1, 0), (0, 1), (1, 1)]);
    /// ```
    pub fn get(&self, number: usize) -> Option<Fixture> {
        if number >= self.len() {
            return None;
        }
        let couples = self.couples();
        let in_pairs = couples * (self.games / 2) * 2;
        // An odd number of games leaves one for each couple at the end.
        let (pair, swapped) =
            if number < in_pairs { (number / 2, number % 2 == 1) } else { (in_pairs / 2 + (number - in_pairs), false) };
        let (one, other) = self.couple(pair % couples);
        let (first, second) = if swapped { (other, one) } else { (one, other) };
        Some(Fixture { number, first, second, pair, opening: pair / couples })
    }

    fn couple(&self, mut index: usize) -> (usize, usize) {
        let mut one = 0;
        while index >= self.entrants - 1 - one {
            index -= self.entrants - 1 - one;
            one += 1;
        }
        (one, one + 1 + index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashMap;

    #[test]
    fn everybody_meets_everybody_with_both_colours_from_the_same_openings() {
        for (entrants, games) in [(2, 5), (3, 4), (8, 50), (5, 1)] {
            let schedule = Schedule::new(entrants, games);
            let mut met: HashMap<(usize, usize), usize> = HashMap::new();
            let mut pairs: HashMap<usize, Vec<Fixture>> = HashMap::new();
            for number in 0..schedule.len() {
                let game = schedule.get(number).unwrap();
                assert_eq!(game.number, number);
                *met.entry((game.first, game.second)).or_default() += 1;
                pairs.entry(game.pair).or_default().push(game);
            }
            for one in 0..entrants {
                for other in one + 1..entrants {
                    let (there, back) = (met[&(one, other)], met.get(&(other, one)).copied().unwrap_or(0));
                    assert_eq!((there + back, there - back), (games, games % 2));
                }
            }
            for pair in pairs.values().filter(|pair| pair.len() == 2) {
                assert_eq!((pair[0].first, pair[0].opening), (pair[1].second, pair[1].opening));
            }
            assert_eq!(schedule.get(schedule.len()), None);
        }
    }

    #[test]
    fn one_player_alone_plays_nothing() {
        assert!(Schedule::new(1, 10).is_empty() && Schedule::new(0, 10).is_empty());
        assert_eq!(Schedule::new(1, 10).get(0), None);
    }
}
