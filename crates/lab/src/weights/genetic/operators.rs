//! The operators: who has children, how genes are mixed and mutate, and whose places children take.

use super::super::Genes;
use super::super::genes::unit;
use super::Settings;
use serde::{Deserialize, Serialize};
use tabula_core::Dice;

/// Makes an enum whose arms have names for command lines and files.
macro_rules! named {
    ($(#[$about:meta])* $kind:ident { $($(#[$arm_about:meta])* $arm:ident = $name:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
        pub enum $kind {
            $($(#[$arm_about])* #[serde(rename = $name)] $arm,)*
        }

        impl $kind {
            /// All of them, with their names.
            pub const ALL: &[(&str, Self)] = &[$(($name, Self::$arm)),*];

            /// The one of this name.
            pub fn named(name: &str) -> Option<Self> {
                Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, one)| *one)
            }

            /// Its name.
            pub fn name(self) -> &'static str {
                Self::ALL.iter().find(|(_, one)| *one == self).map_or("", |(name, _)| name)
            }
        }
    };
}

named! {
    /// Who has children.
    Selection {
        /// The fittest fifth, each as likely as the next.
        Elite = "elite",
        /// The fittest of a few drawn by lot.
        Tournament = "tournament",
        /// Everyone, as likely as fit.
        Roulette = "roulette",
        /// The same with one turn of the wheel for all: as many hands as parents, evenly spread (stochastic universal sampling).
        Universal = "universal",
    }
}

named! {
    /// How the genes of two parents are mixed.
    Crossover {
        /// The one's up to a gene drawn by lot, then the other's.
        OnePoint = "one-point",
        /// They alternate at several such points.
        MultiPoint = "multi-point",
        /// Each gene by lot.
        Uniform = "uniform",
    }
}

named! {
    /// Whose places children take.
    Replacement {
        /// Everyone's.
        Full = "full",
        /// Those of the least fit.
        Weakest = "weakest",
        /// Those of anyone.
        Random = "random",
        /// Everyone's, by the fittest of more children than there are places.
        Best = "best",
    }
}

/// About a fifth, and at least one.
pub(super) fn fifth(count: usize) -> usize {
    count.div_ceil(5).max(1).min(count.max(1))
}

/// Everyone's place, the fittest first; of equals, the one that was there first.
pub(super) fn ranked(fitness: &[f64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..fitness.len()).collect();
    order.sort_by(|&a, &b| fitness[b].total_cmp(&fitness[a]));
    order
}

/// So many parents, the couples beside each other.
pub(super) fn select(settings: &Settings, fitness: &[f64], count: usize, dice: &mut Dice) -> Vec<usize> {
    match settings.selection {
        Selection::Elite => {
            let order = ranked(fitness);
            (0..count).map(|_| order[dice.below(fifth(order.len()))]).collect()
        }
        Selection::Tournament => {
            let mut winner = || {
                let drawn = (0..settings.tournament.max(1)).map(|_| dice.below(fitness.len()));
                drawn.reduce(|best, next| if fitness[next] > fitness[best] { next } else { best }).unwrap_or_default()
            };
            (0..count).map(|_| winner()).collect()
        }
        Selection::Roulette => {
            let wheel = Wheel::new(fitness);
            (0..count).map(|_| wheel.at(unit(dice))).collect()
        }
        Selection::Universal => {
            let wheel = Wheel::new(fitness);
            let turn = unit(dice);
            let mut drawn: Vec<_> = (0..count).map(|hand| wheel.at((hand as f64 + turn) / count as f64)).collect();
            // Neighbours on the wheel are not to be couples.
            dice.shuffle(&mut drawn);
            drawn
        }
    }
}

/// A wheel on which everyone has a part.
struct Wheel {
    /// Where each part ends, from 0 to 1.
    ends: Vec<f64>,
}

impl Wheel {
    /// Parts grow with what someone is fitter than the least fit, who keeps a little: scores of a close field differ by little.
    fn new(fitness: &[f64]) -> Self {
        let least = fitness.iter().copied().fold(f64::INFINITY, f64::min);
        let most = fitness.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let little = if most > least { (most - least) / 10.0 } else { 1.0 };
        let parts = fitness.iter().map(|fit| fit - least + little);
        let sum: f64 = parts.clone().sum();
        let ends = parts.scan(0.0, |end, part| {
            *end += part / sum;
            Some(*end)
        });
        Self { ends: ends.collect() }
    }

    /// Whose part a hand points at.
    fn at(&self, hand: f64) -> usize {
        self.ends.partition_point(|&end| end <= hand).min(self.ends.len() - 1)
    }
}

/// A child of two.
pub(super) fn cross(settings: &Settings, a: &[f64], b: &[f64], dice: &mut Dice) -> Vec<f64> {
    let cuts = |count: usize, dice: &mut Dice| {
        // Before the first gene there is nothing to cut.
        let mut places: Vec<usize> = (1..a.len()).collect();
        dice.shuffle(&mut places);
        places.truncate(count);
        places
    };
    let mixed = |cuts: &[usize]| {
        let from_b = |gene: usize| cuts.iter().filter(|&&cut| cut <= gene).count() % 2 == 1;
        (0..a.len()).map(|gene| if from_b(gene) { b[gene] } else { a[gene] }).collect()
    };
    match settings.crossover {
        Crossover::OnePoint => mixed(&cuts(1, dice)),
        Crossover::MultiPoint => mixed(&cuts(settings.points.max(2), dice)),
        Crossover::Uniform => a.iter().zip(b).map(|(a, b)| if dice.next_u64() >> 63 == 0 { *a } else { *b }).collect(),
    }
}

/// Changes a share of the genes, each by a share of its size at most.
pub(super) fn mutate(values: &mut [f64], genes: &Genes, share: f64, by: f64, dice: &mut Dice) {
    for (value, size) in values.iter_mut().zip(genes.sizes()) {
        if unit(dice) < share {
            *value += by * size.max(value.abs()) * (2.0 * unit(dice) - 1.0);
        }
    }
}

/// The places that so many children take.
pub(super) fn replaced(
    replacement: Replacement,
    fitness: &[f64],
    children: usize,
    dice: &mut Dice,
) -> impl Iterator<Item = usize> + use<> {
    let mut places = ranked(fitness);
    match replacement {
        Replacement::Full | Replacement::Best => {}
        Replacement::Weakest => places.reverse(),
        Replacement::Random => dice.shuffle(&mut places),
    }
    places.into_iter().take(children)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue::find;

    /// Ten, the fittest in the middle.
    const FITNESS: [f64; 10] = [0.1, 0.2, 0.3, 0.4, 0.9, 0.8, 0.5, 0.45, 0.35, 0.0];

    fn parents(selection: Selection, count: usize) -> [usize; 10] {
        let settings = Settings { selection, ..Settings::default() };
        let mut times = [0; 10];
        for parent in select(&settings, &FITNESS, count, &mut Dice::new(5)) {
            times[parent] += 1;
        }
        times
    }

    #[test]
    fn the_elite_is_the_fittest_fifth() {
        let times = parents(Selection::Elite, 1000);
        assert_eq!(times[4] + times[5], 1000);
        assert!(times[4] > 400 && times[5] > 400, "{times:?}");
        assert_eq!([1, 4, 5, 6, 20].map(fifth), [1, 1, 1, 2, 4]);
    }

    #[test]
    fn a_tournament_is_won_by_the_fitter_and_sometimes_by_a_lesser_one() {
        let times = parents(Selection::Tournament, 10_000);
        assert!(times[4] > times[6] && times[6] > times[1], "{times:?}");
        // The fittest is among three of ten in 27.1 % of draws; the least fit wins only against himself.
        assert!((2_500..2_900).contains(&times[4]) && times[9] < 40, "{times:?}");
    }

    #[test]
    fn the_wheel_favours_the_fit_in_proportion() {
        let times = parents(Selection::Roulette, 10_000);
        // Parts: what is above the least, and a tenth of the range for everyone.
        let share = |fit: f64| (fit + 0.09) / (FITNESS.iter().sum::<f64>() + 0.9);
        for (who, fit) in FITNESS.iter().enumerate() {
            let wanted = 10_000.0 * share(*fit);
            assert!((times[who] as f64 - wanted).abs() < 200.0, "{who}: {} for {wanted}", times[who]);
        }
        let even = select(
            &Settings { selection: Selection::Roulette, ..Settings::default() },
            &[0.5; 4],
            4000,
            &mut Dice::new(1),
        );
        assert!((0..4).all(|who| even.iter().filter(|&&one| one == who).count() > 900), "equals are equal");
    }

    #[test]
    fn one_turn_of_the_wheel_gives_everyone_his_share_but_for_one() {
        let times = parents(Selection::Universal, 100);
        for (who, fit) in FITNESS.iter().enumerate() {
            let wanted = 100.0 * (fit + 0.09) / (FITNESS.iter().sum::<f64>() + 0.9);
            assert!((times[who] as f64 - wanted).abs() <= 1.0, "{who}: {} for {wanted}", times[who]);
        }
    }

    #[test]
    fn children_have_the_genes_of_their_parents_in_as_many_pieces_as_wanted() {
        let (a, b) = ([0.0; 40], [1.0; 40]);
        let mut dice = Dice::new(7);
        for (crossover, most, least) in
            [(Crossover::OnePoint, 1, 1), (Crossover::MultiPoint, 3, 3), (Crossover::Uniform, 39, 8)]
        {
            for _ in 0..50 {
                let child = cross(&Settings { crossover, ..Settings::default() }, &a, &b, &mut dice);
                let cuts = child.windows(2).filter(|two| two[0] != two[1]).count();
                assert!((least..=most).contains(&cuts), "{crossover:?}: {cuts}");
                assert!(crossover == Crossover::Uniform || child[0] == 0.0);
            }
        }
        // One gene cannot be cut.
        let child =
            cross(&Settings { crossover: Crossover::OnePoint, ..Settings::default() }, &[2.0], &[3.0], &mut dice);
        assert_eq!(child, [2.0]);
    }

    #[test]
    fn mutation_changes_its_share_of_the_genes_by_no_more_than_its_amount() {
        let tunable = find("chess").unwrap().tunable(None).unwrap();
        let genes = Genes::new(&*tunable, &tunable.weights(), &[]).unwrap();
        let before = genes.values(&tunable.weights());
        let (mut changed, mut dice) = (0, Dice::new(2));
        for _ in 0..100 {
            let mut values = before.clone();
            mutate(&mut values, &genes, 0.01, 0.1, &mut dice);
            for ((now, before), size) in values.iter().zip(&before).zip(genes.sizes()) {
                assert!((now - before).abs() <= 0.1 * size + 1e-9);
                changed += u32::from(now != before);
            }
        }
        let share = f64::from(changed) / (100 * before.len()) as f64;
        assert!((0.008..0.012).contains(&share), "{share}");
    }

    #[test]
    fn children_take_the_places_that_are_meant() {
        let taken = |replacement, children| {
            let mut places: Vec<_> = replaced(replacement, &FITNESS, children, &mut Dice::new(3)).collect();
            places.sort_unstable();
            places
        };
        assert_eq!(taken(Replacement::Full, 10), (0..10).collect::<Vec<_>>());
        assert_eq!(taken(Replacement::Best, 10), (0..10).collect::<Vec<_>>());
        assert_eq!(taken(Replacement::Weakest, 3), [0, 1, 9]);
        let random = taken(Replacement::Random, 5);
        assert!(random.len() == 5 && random != taken(Replacement::Weakest, 5), "{random:?}");
    }

    #[test]
    fn every_operator_is_found_by_its_name() {
        for (name, one) in Selection::ALL {
            assert_eq!((Selection::named(name), one.name()), (Some(*one), *name));
        }
        assert_eq!((Crossover::ALL.len(), Replacement::ALL.len()), (3, 4));
        assert_eq!(Crossover::named("two-point"), None);
    }
}
