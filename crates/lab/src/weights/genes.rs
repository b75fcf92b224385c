//! The weights that are learnt, as a row of numbers.
//!
//! A weight of a term is called by the term's name and its number from 1, `material.2`; where the term has one weight, by the name alone.
//! A pattern (`material.*`, `place.*`, `tempo`) means the weights whose names it fits, and all weights of the terms whose names it fits.

use serde::{Deserialize, Serialize};
use tabula_core::tuning::{Pair, Tunable};
use tabula_core::{Dice, Fault};

/// No weight grows beyond this, in hundredths of a pawn, unless it was greater at the start: sums in play have their limits.
const MOST: f64 = 3000.0;
/// A weight counts as at least so large when it is asked how large its changes may be ...
const LEAST: f64 = 8.0;
/// ... and as at least this share of the mean of its term.
const SHARE: f64 = 0.25;

/// How weights are spoilt.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spoil {
    /// What the lots are drawn from.
    pub seed: u64,
    /// How far each weight may be moved, as a share of its size.
    pub amount: f64,
}

/// A number of the row.
#[derive(Clone, PartialEq, Debug)]
struct Gene {
    name: String,
    place: usize,
    /// Which half of the pair; `None` where both are alike.
    half: Option<usize>,
    /// How large it is, as changes are measured.
    size: f64,
}

/// The weights that are learnt; all others stay as they are.
#[derive(Clone, PartialEq, Debug)]
pub struct Genes {
    genes: Vec<Gene>,
    base: Vec<Pair>,
}

impl Genes {
    /// The weights of `game` that fit one of the patterns, or all where there is none; `base` has the values of all weights.
    pub fn new(game: &dyn Tunable, base: &[Pair], patterns: &[String]) -> Result<Self, Fault> {
        let mut genes = Vec::new();
        let mut used = vec![false; patterns.len()];
        let headings = game.headings();
        for term in &headings {
            let pairs = &base[term.start..term.start + term.count];
            for (n, _) in pairs.iter().enumerate() {
                let name = if term.count == 1 { term.name.to_string() } else { format!("{}.{}", term.name, n + 1) };
                let hits = patterns.iter().map(|pattern| fits(pattern, term.name) || fits(pattern, &name));
                let hits: Vec<_> = hits.collect();
                used.iter_mut().zip(&hits).for_each(|(used, hit)| *used |= hit);
                if !patterns.is_empty() && !hits.contains(&true) {
                    continue;
                }
                let halves = if game.is_tapered() { vec![Some(0), Some(1)] } else { vec![None] };
                for half in halves {
                    let mean = pairs.iter().map(|pair| of(*pair, half).abs()).sum::<f64>() / pairs.len() as f64;
                    let size = of(pairs[n], half).abs().max(SHARE * mean).max(LEAST);
                    genes.push(Gene { name: name.clone(), place: term.start + n, half, size });
                }
            }
        }
        if let Some(unused) = used.iter().position(|used| !used) {
            let names: Vec<_> = headings.iter().map(|term| term.name).collect();
            let what = format!("no weight is called '{}'; there are {}", patterns[unused], names.join(", "));
            return Err(Fault::new(what));
        }
        Ok(Self { genes, base: base.to_vec() })
    }

    /// How many numbers there are.
    pub fn count(&self) -> usize {
        self.genes.len()
    }

    /// How large each number is, as changes are measured.
    pub(super) fn sizes(&self) -> impl Iterator<Item = f64> {
        self.genes.iter().map(|gene| gene.size)
    }

    /// The numbers of these weights.
    pub(super) fn values(&self, weights: &[Pair]) -> Vec<f64> {
        self.genes.iter().map(|gene| of(weights[gene.place], gene.half)).collect()
    }

    /// The weights with these numbers, in whole hundredths.
    pub(super) fn pairs(&self, values: &[f64]) -> Vec<Pair> {
        let mut pairs = self.base.clone();
        for (gene, &value) in self.genes.iter().zip(values) {
            let value = self.bounded(gene, value).round() as i16;
            let pair = &mut pairs[gene.place];
            match gene.half {
                Some(0) => pair.0 = value,
                Some(_) => pair.1 = value,
                None => *pair = (value, value),
            }
        }
        pairs
    }

    /// Keeps numbers within what can be played with.
    pub(super) fn bound(&self, values: &mut [f64]) {
        for (gene, value) in self.genes.iter().zip(values) {
            *value = self.bounded(gene, *value);
        }
    }

    fn bounded(&self, gene: &Gene, value: f64) -> f64 {
        let most = MOST.max(of(self.base[gene.place], gene.half).abs());
        value.clamp(-most, most)
    }

    /// Which numbers count how much in a position: the place of a weight and its half, to the place in the row.
    pub(crate) fn places(&self, weights: usize) -> Vec<[Option<u32>; 2]> {
        let mut places = vec![[None; 2]; weights];
        for (n, gene) in self.genes.iter().enumerate() {
            match gene.half {
                Some(half) => places[gene.place][half] = Some(n as u32),
                // What counts in the end is nothing where both are alike: the first half is played by.
                None => places[gene.place][0] = Some(n as u32),
            }
        }
        places
    }

    /// The weights spoilt: each is moved by lot.
    pub(super) fn spoilt(&self, spoil: Spoil) -> Vec<Pair> {
        let mut dice = Dice::new(spoil.seed);
        let values = self.genes.iter().map(|gene| {
            of(self.base[gene.place], gene.half) + spoil.amount * gene.size * (2.0 * unit(&mut dice) - 1.0)
        });
        self.pairs(&values.collect::<Vec<_>>())
    }

    /// How far numbers are from each other on the whole: the root of the mean of the squares, in sizes.
    pub(super) fn distance(&self, a: &[f64], b: &[f64]) -> f64 {
        let sum: f64 = a.iter().zip(b).zip(self.sizes()).map(|((a, b), size)| ((a - b) / size).powi(2)).sum();
        (sum / a.len().max(1) as f64).sqrt()
    }

    /// A number for each gene: of the last of `rules` whose pattern its name fits, `usual` where there is none. The fault names a rule that
    /// fits nothing.
    pub(super) fn by_pattern(&self, rules: &[(String, f64)], usual: impl Fn(f64) -> f64) -> Result<Vec<f64>, Fault> {
        let fitting = |rule: &str, gene: &Gene| {
            fits(rule, &gene.name) || gene.name.rsplit_once('.').is_some_and(|(term, _)| fits(rule, term))
        };
        if let Some((rule, _)) = rules.iter().find(|(rule, _)| !self.genes.iter().any(|gene| fitting(rule, gene))) {
            return Err(Fault::new(format!("no weight that is learnt is called '{rule}'")));
        }
        let number = |gene: &Gene| {
            rules
                .iter()
                .rev()
                .find(|(rule, _)| fitting(rule, gene))
                .map_or_else(|| usual(gene.size), |(_, number)| *number)
        };
        Ok(self.genes.iter().map(number).collect())
    }
}

fn of(pair: Pair, half: Option<usize>) -> f64 {
    if half == Some(1) { pair.1.into() } else { pair.0.into() }
}

/// A number from 0 to 1, drawn by lot.
pub(super) fn unit(dice: &mut Dice) -> f64 {
    (dice.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
}

/// The lots of a step: they follow from the seed and its number alone.
pub(super) fn lots(seed: u64, step: u64) -> Dice {
    Dice::new(seed ^ step.wrapping_add(1).wrapping_mul(0xD1B5_4A32_D192_ED03))
}

/// Whether a name fits a pattern, in which `*` stands for anything.
fn fits(pattern: &str, name: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return pattern == name };
    name.strip_prefix(head)
        .is_some_and(|rest| rest.char_indices().map(|(at, _)| at).chain([rest.len()]).any(|at| fits(tail, &rest[at..])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue::find;

    fn genes(game: &str, eval: &str, patterns: &[&str]) -> Result<Genes, Fault> {
        let tunable = find(game).unwrap().tunable(Some(eval)).unwrap();
        let patterns: Vec<_> = patterns.iter().map(ToString::to_string).collect();
        Genes::new(&*tunable, &tunable.weights(), &patterns)
    }

    #[test]
    fn patterns_fit_terms_and_single_weights() {
        for (pattern, name, fit) in [
            ("material.*", "material.2", true),
            ("material.*", "material", false),
            ("*", "tempo", true),
            ("*.king*", "passed.own-king.3", false),
            ("*king*", "passed.own-king.3", true),
            ("tempo", "tempo.1", false),
        ] {
            assert_eq!(fits(pattern, name), fit, "{pattern} {name}");
        }
        // Five values, each for the middlegame and the endgame; one by its number.
        assert_eq!(genes("chess", "tapered", &["material.*"]).unwrap().count(), 10);
        assert_eq!(genes("chess", "tapered", &["material"]).unwrap().count(), 10);
        assert_eq!(genes("chess", "tapered", &["material.2", "tempo"]).unwrap().count(), 4);
        assert_eq!(genes("czech", "thesis", &[]).unwrap().count(), 5);
        let said = genes("chess", "tapered", &["material.*", "tempi"]).unwrap_err().what;
        assert!(said.starts_with("no weight is called 'tempi'; there are material, "), "{said}");
    }

    #[test]
    fn numbers_become_the_weights_they_came_from_and_others_stay() {
        let tunable = find("chess").unwrap().tunable(None).unwrap();
        let some = genes("chess", "tapered", &["material.*"]).unwrap();
        let mut values = some.values(&tunable.weights());
        assert_eq!(some.pairs(&values), tunable.weights());
        values[0] += 7.4;
        values[1] = 1e9;
        let changed = some.pairs(&values);
        assert_eq!(changed[0], (tunable.weights()[0].0 + 7, 3000));
        assert_eq!(changed[1..], tunable.weights()[1..]);
        let flat = genes("czech", "thesis", &["king"]).unwrap();
        assert_eq!(flat.pairs(&[250.0])[1], (250, 250), "both halves are kept alike");
    }

    #[test]
    fn spoiling_follows_its_seed_and_stays_within_its_amount() {
        let all = genes("chess", "tapered", &["material.*", "place.*"]).unwrap();
        let spoil = Spoil { seed: 3, amount: 0.5 };
        let (once, again) = (all.spoilt(spoil), all.spoilt(spoil));
        assert_eq!(once, again);
        assert_ne!(once, all.spoilt(Spoil { seed: 4, ..spoil }));
        let moved = all.distance(&all.values(&once), &all.values(&all.base));
        assert!((0.2..0.4).contains(&moved), "{moved}");
        let most = all
            .genes
            .iter()
            .map(|gene| (of(once[gene.place], gene.half) - of(all.base[gene.place], gene.half)).abs() / gene.size);
        assert!(most.fold(0.0, f64::max) < 0.57);
    }

    #[test]
    fn rules_by_pattern_name_their_weights() {
        let some = genes("czech", "thesis", &[]).unwrap();
        let rules = [("man*".to_string(), 2.0), ("man.side".to_string(), 3.0)];
        assert_eq!(some.by_pattern(&rules, |size| size / 10.0).unwrap(), [2.0, 30.0, 2.0, 3.0, 2.0]);
        assert!(some.by_pattern(&[("tempo".to_string(), 1.0)], |_| 0.0).is_err());
    }
}
