//! The laws of planes and places.

use super::Battery;
use crate::encode::turn_planes;
use crate::{Claims, Dice, Encode, Game, Line, Planes};
use std::collections::HashMap;

/// Plays random games and checks that every move has a place, that symmetries are permutations, and that a game played turned
/// is seen turned; panics with the law that is broken.
///
/// # Panics
/// If the game breaks a law.
pub fn encoding<G: Encode>(game: &G, how: Battery) {
    let mut dice = Dice::new(how.seed);
    let sets = game.planes();
    assert!(!sets.is_empty(), "a game that is encoded has planes");
    for symmetry in 0..game.symmetries() {
        check_permutation(game.places(), |place| game.turn_place(symmetry, place));
        sets.iter().for_each(|set| check_permutation(set.cells(), |cell| game.turn_cell(symmetry, cell)));
    }
    for _ in 0..how.games {
        let symmetry = dice.below(game.symmetries());
        let (mut line, mut turned) = (Line::new(game), Line::new(game));
        for _ in 0..how.plies {
            let places = by_place(game, &line);
            for set in &sets {
                let (plain, other) = (seen(game, set, &line), seen(game, set, &turned));
                let mut moved = vec![0.0; set.size()];
                turn_planes(game, set, symmetry, &plain, &mut moved);
                assert!(moved == other, "the planes '{}' do not turn with the game", set.name);
            }
            if line.outcome(game, Claims::Taken).is_some() {
                break;
            }
            let Some(&m) = dice.pick(&line.legal(game)) else { break };
            let place = game.turn_place(symmetry, game.place(line.now(), m));
            let same = by_place(game, &turned);
            assert_eq!(same.len(), places.len(), "a turned position has as many places");
            let candidates = same.get(&place).map_or(&[][..], Vec::as_slice);
            let Some(&twin) = candidates.first() else { panic!("no move of the turned game has the place {place}") };
            // Where several moves share a place, which of them is the twin is not known: such a game is left here.
            if candidates.len() > 1 {
                break;
            }
            line.play(game, m);
            turned.play(game, twin);
        }
    }
}

fn seen<G: Encode>(game: &G, set: &Planes, line: &Line<G>) -> Vec<f32> {
    let mut out = vec![0.0; set.size()];
    let recent: Vec<&G::Position> = line.positions().iter().rev().take(1 + set.memory).collect();
    game.encode(set, &recent, &mut out);
    out
}

fn by_place<G: Encode>(game: &G, line: &Line<G>) -> HashMap<usize, Vec<<G as Game>::Move>> {
    let mut places = HashMap::new();
    for m in line.legal(game) {
        let place = game.place(line.now(), m);
        assert!(place < game.places(), "the place {place} of {m:?} is beyond the policy");
        places.entry(place).or_insert_with(Vec::new).push(m);
    }
    places
}

fn check_permutation(size: usize, turn: impl Fn(usize) -> usize) {
    let mut met = vec![false; size];
    for from in 0..size {
        let to = turn(from);
        assert!(!std::mem::replace(&mut met[to], true), "a symmetry sends two to {to}");
    }
}
