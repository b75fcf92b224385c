//! The genetic algorithm of the draughts thesis: a population of weights, whose fitness is what it scores in games between pairs drawn by lot.
//!
//! A step is a generation: everyone is judged, parents are selected, crossed and mutated, and their children take places of the
//! population. What is played with is the mean of the fittest fifth: a single champion owes much of its score to luck.

mod operators;

pub use operators::{Crossover, Replacement, Selection};

use super::Genes;
use super::course::{Around, Told, Walker};
use super::field::{Played, Purpose, Weights};
use super::genes::{lots, unit};
use operators::{cross, mutate, ranked, replaced, select};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use tabula_core::{Dice, Fault};

/// How to breed.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Settings {
    /// How many individuals there are, an even number.
    pub population: usize,
    /// Opponents of each in a generation, each met in a pair of games.
    pub rounds: usize,
    /// How far the first individuals differ from the start, as a share of each weight's size.
    pub spread: f64,
    /// Who has children.
    pub selection: Selection,
    /// How many meet in a tournament.
    pub tournament: usize,
    /// How genes of two parents are mixed.
    pub crossover: Crossover,
    /// Cuts of the crossover at several points.
    pub points: usize,
    /// The share of genes that mutate ...
    pub mutation: f64,
    /// ... by this share of their size at most.
    pub by: f64,
    /// Whose places children take.
    pub replacement: Replacement,
    /// How many children there are; `None` for what suits the replacement: as many as places where all are replaced, half as many where
    /// some are, twice as many where the best are chosen.
    pub children: Option<usize>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            population: 20,
            rounds: 3,
            spread: 0.3,
            selection: Selection::Tournament,
            tournament: 3,
            crossover: Crossover::Uniform,
            points: 3,
            mutation: 0.01,
            by: 0.1,
            replacement: Replacement::Weakest,
            children: None,
        }
    }
}

impl Settings {
    fn children(&self) -> usize {
        self.children.unwrap_or(match self.replacement {
            Replacement::Full => self.population,
            Replacement::Weakest | Replacement::Random => self.population / 2,
            Replacement::Best => 2 * self.population,
        })
    }
}

/// An individual.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Individual(#[serde(with = "crate::exact::doubles")] Vec<f64>);

/// A generation.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(super) struct Walk {
    settings: Settings,
    population: Vec<Individual>,
    /// The mean of the fittest of the generation that was judged last.
    mean: Individual,
}

impl Walk {
    /// The first generation: the start, and individuals that differ from it by lot.
    pub(super) fn new(settings: &Settings, genes: &Genes, start: &[f64], seed: u64) -> Self {
        let mut dice = lots(seed, 0);
        let mut individual = |nth: usize| {
            let spread = if nth == 0 { 0.0 } else { settings.spread };
            let moved = start.iter().zip(genes.sizes());
            let mut values: Vec<_> =
                moved.map(|(value, size)| value + spread * size * (2.0 * unit(&mut dice) - 1.0)).collect();
            genes.bound(&mut values);
            Individual(values)
        };
        let population = (0..settings.population).map(&mut individual).collect();
        Self { settings: settings.clone(), population, mean: Individual(start.to_vec()) }
    }

    /// The children of a generation that was judged.
    fn breed(&self, fitness: &[f64], genes: &Genes, dice: &mut Dice) -> Vec<Individual> {
        let count = self.settings.children();
        let parents = select(&self.settings, fitness, 2 * count, dice);
        let child = |two: &[usize]| {
            let [a, b] = [two[0], two[1]].map(|parent| &self.population[parent].0[..]);
            let mut child = cross(&self.settings, a, b, dice);
            mutate(&mut child, genes, self.settings.mutation, self.settings.by, dice);
            genes.bound(&mut child);
            Individual(child)
        };
        parents.chunks_exact(2).map(child).collect()
    }
}

/// What everyone scored, and the games.
type Judged = (Vec<f64>, Vec<Played>);

/// What everyone scores on the whole, from 0 to 1, against opponents drawn by lot; `first` is the first opening. `None` if it was stopped.
fn judged(
    around: &Around<'_>,
    settings: &Settings,
    population: &[Individual],
    first: usize,
    dice: &mut Dice,
) -> Result<Option<Judged>, Fault> {
    let weights: Vec<Weights> = population.iter().map(|one| around.weights(&one.0)).collect();
    let mut order: Vec<usize> = (0..population.len()).collect();
    let mut couples = Vec::new();
    for _ in 0..settings.rounds {
        dice.shuffle(&mut order);
        couples.extend(order.chunks_exact(2).map(|two| (two[0], two[1])));
    }
    let pairs: Vec<_> = (first..)
        .zip(&couples)
        .map(|(opening, &(a, b))| (opening, Arc::clone(&weights[a]), Arc::clone(&weights[b])))
        .collect();
    let Some(played) = around.field.pairs(Purpose::Learning, &pairs)? else { return Ok(None) };
    let mut sums = vec![(0, 0); population.len()];
    for (&(a, b), (half_points, _)) in couples.iter().zip(&played) {
        for (who, points) in [(a, *half_points), (b, 4 - half_points)] {
            sums[who] = (sums[who].0 + points, sums[who].1 + 4);
        }
    }
    // With an odd number somebody may have met nobody: half is what nobody knows better.
    let fitness = sums.iter().map(|&(points, of)| if of == 0 { 0.5 } else { points as f64 / of as f64 }).collect();
    Ok(Some((fitness, played.into_iter().flat_map(|(_, games)| games).collect())))
}

impl Walker for Walk {
    fn step(&mut self, around: &Around<'_>, step: u64) -> Result<Option<Told>, Fault> {
        let settings = &self.settings;
        let mut dice = lots(around.plan.manner.seed, step);
        // Openings that no other generation has: the best of more children are judged, too.
        let most = settings.rounds * (self.population.len() + settings.children());
        let first = step as usize * most;
        let Some((fitness, mut games)) = judged(around, settings, &self.population, first, &mut dice)? else {
            return Ok(None);
        };
        let mut children = self.breed(&fitness, around.genes, &mut dice);
        if settings.replacement == Replacement::Best {
            let half = first + most / 2;
            let Some((scores, more)) = judged(around, settings, &children, half, &mut dice)? else { return Ok(None) };
            let best: Vec<_> = ranked(&scores).into_iter().take(self.population.len()).collect();
            children = best.into_iter().map(|nth| children[nth].clone()).collect();
            games.extend(more);
        }
        let order = ranked(&fitness);
        let elite = &order[..operators::fifth(order.len())];
        let mean: Vec<f64> = (0..self.mean.0.len())
            .map(|gene| elite.iter().map(|&nth| self.population[nth].0[gene]).sum::<f64>() / elite.len() as f64)
            .collect();
        let spread = self.population.iter().map(|one| around.genes.distance(&one.0, &mean)).sum::<f64>();
        let numbers = vec![
            ("best_score", fitness[order[0]]),
            ("elite_score", elite.iter().map(|&nth| fitness[nth]).sum::<f64>() / elite.len() as f64),
            ("spread", spread / self.population.len() as f64),
        ];
        for (place, child) in replaced(settings.replacement, &fitness, children.len(), &mut dice).zip(children) {
            self.population[place] = child;
        }
        self.mean = Individual(mean);
        Ok(Some(Told { games: games.len() as u64, numbers, sample: games.into_iter().next() }))
    }

    fn values(&self) -> Vec<f64> {
        self.mean.0.clone()
    }
}
