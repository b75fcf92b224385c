//! What a net learns from, in batches.

use super::config::Learn;
use super::record::{Ply, Record};
use super::tree::mover;
use tabula_core::encode::turn_planes;
use tabula_core::{Encode, Insight, Planes, Side};
use tabula_nets::LEAD;

/// Positions with what is to be said of them, side by side.
#[derive(Default)]
pub(super) struct Batch {
    pub inputs: Vec<f32>,
    pub policy: Vec<f32>,
    pub value: Vec<f32>,
    pub owners: Vec<f32>,
    pub lead: Vec<f32>,
    /// 1 where owners and lead are known, otherwise 0.
    pub known: Vec<f32>,
}

impl Batch {
    pub(super) fn clear(&mut self) {
        let Self { inputs, policy, value, owners, lead, known } = self;
        [inputs, policy, value, owners, lead, known].into_iter().for_each(Vec::clear);
    }
}

/// What is to be said of one position, for its mover.
pub(super) struct Answer<'a> {
    pub policy: &'a [(u16, f32)],
    pub value: f32,
    /// By cell; none where it is not known.
    pub owners: Option<&'a [f32]>,
    /// In points.
    pub lead: f32,
}

/// Adds a position to a batch, turned.
pub(super) fn add<G: Encode>(
    game: &G,
    set: &Planes,
    recent: &[&G::Position],
    symmetry: usize,
    answer: &Answer<'_>,
    batch: &mut Batch,
) {
    let mut plain = vec![0.0; set.size()];
    game.encode(set, recent, &mut plain);
    let start = batch.inputs.len();
    batch.inputs.resize(start + set.size(), 0.0);
    turn_planes(game, set, symmetry, &plain, &mut batch.inputs[start..]);
    let start = batch.policy.len();
    batch.policy.resize(start + game.places(), 0.0);
    let total: f32 = answer.policy.iter().map(|(_, share)| share).sum();
    for &(place, share) in answer.policy {
        batch.policy[start + game.turn_place(symmetry, usize::from(place))] += share / total.max(f32::MIN_POSITIVE);
    }
    batch.value.push(answer.value);
    batch.lead.push(answer.lead / LEAD);
    batch.known.push(f32::from(u8::from(answer.owners.is_some())));
    let start = batch.owners.len();
    batch.owners.resize(start + set.cells(), 0.0);
    for (cell, &owner) in answer.owners.unwrap_or_default().iter().enumerate() {
        batch.owners[start + game.turn_cell(symmetry, cell)] = owner;
    }
}

/// Something to learn from.
pub(super) trait Lessons {
    /// How many there are.
    fn len(&self) -> usize;
    /// Adds one of them to a batch, turned by a symmetry of the game.
    fn fill(&self, lesson: usize, symmetry: usize, batch: &mut Batch);
}

/// The last positions of self-play.
pub(super) struct Window<'a, G: Encode> {
    game: &'a G,
    set: Planes,
    games: Vec<Played<G>>,
    /// Game and ply.
    lessons: Vec<(u32, u16)>,
    /// The share of the result in the value.
    result: f32,
}

struct Played<G: Encode> {
    moves: Vec<G::Move>,
    plies: Vec<Ply>,
    result: i8,
    after: Option<Insight>,
}

impl<'a, G: Encode> Window<'a, G> {
    /// The last positions of these games, which are in the order of their numbers.
    pub(super) fn new(game: &'a G, set: Planes, records: &[Record], learn: &Learn) -> Self {
        let count = |record: &Record| record.plies.iter().filter(|ply| !ply.policy.is_empty()).count();
        let mut first = records.len();
        let mut positions = 0;
        while first > 0 && positions < learn.window {
            first -= 1;
            positions += count(&records[first]);
        }
        let games: Vec<Played<G>> = records[first..].iter().map(|record| replay(game, record)).collect();
        let lessons = games.iter().enumerate().flat_map(|(index, played)| {
            let learnt = played.plies.iter().enumerate().filter(|(_, ply)| !ply.policy.is_empty());
            learnt.map(move |(ply, _)| (index as u32, ply as u16))
        });
        Self { game, set, lessons: lessons.collect(), games, result: learn.result }
    }
}

/// A game played again: as far as its moves are legal, which they are unless the file is of another game.
fn replay<G: Encode>(game: &G, record: &Record) -> Played<G> {
    let mut at = game.start();
    let (mut moves, mut legal) = (Vec::new(), Vec::new());
    for ply in &record.plies {
        legal.clear();
        game.moves(&at, &mut legal);
        let Some(&m) = legal.get(usize::from(ply.choice)) else { break };
        game.play(&mut at, m, &mut ());
        moves.push(m);
    }
    let plies = record.plies[..moves.len()].to_vec();
    Played { moves, plies, result: record.result, after: game.aftermath(&at) }
}

impl<G: Encode> Lessons for Window<'_, G> {
    fn len(&self) -> usize {
        self.lessons.len()
    }

    fn fill(&self, lesson: usize, symmetry: usize, batch: &mut Batch) {
        let (index, ply) = self.lessons[lesson];
        let (game, played) = (self.game, &self.games[index as usize]);
        let ply = usize::from(ply);
        let mut positions = vec![game.start()];
        for &m in &played.moves[..ply] {
            let mut next = positions.last().expect("it holds the start").clone();
            game.play(&mut next, m, &mut ());
            if positions.len() > self.set.memory {
                positions.remove(0);
            }
            positions.push(next);
        }
        let recent: Vec<&G::Position> = positions.iter().rev().collect();
        let sign = if mover(game, recent[0]) == Side::First { 1.0 } else { -1.0 };
        let Ply { value, policy, .. } = &played.plies[ply];
        let owners: Option<Vec<f32>> =
            played.after.as_ref().map(|after| after.owners.iter().map(|owner| sign * owner).collect());
        let answer = Answer {
            policy,
            value: self.result * sign * f32::from(played.result) + (1.0 - self.result) * value,
            owners: owners.as_deref(),
            lead: played.after.as_ref().map_or(0.0, |after| sign * after.lead),
        };
        add(game, &self.set, &recent, symmetry, &answer, batch);
    }
}
