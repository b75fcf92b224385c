//! Making a table by retrograde analysis.
//!
//! 1. Forwards, once, from every position: how many different positions of the same material follow, and what the moves out of it
//!    (captures, promotions) are worth by the smaller tables. Where the game is over, the fate is known.
//! 2. Backwards, ply by ply: before a loss in `n` stands a win in `n + 1`; before a win in `n` one escape less, and where none is left
//!    a loss. A fate that comes from a smaller table waits until its ply is reached, unless a nearer win is found before.
//! 3. Whatever is left can be neither won nor lost.
//!
//! Fates are exact: the winner takes the shortest way, the loser the longest. The plies of step 2 are done one after the other, each
//! of them by all threads; what a ply decides belongs to later plies, so that the order within a ply does not matter.

use crate::follow::{Ahead, Follow};
use crate::lists::Lists;
use crate::table::{FARTHEST, Values, code};
use crate::{Crew, Stage, Table, Tables};
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU16, Ordering};
use tabula_core::{Endings, Fate, Fault};

/// The wanted materials with all that they need, each after what it needs.
pub fn order<G: Endings>(game: &G, wanted: &[G::Material]) -> Vec<G::Material> {
    let (mut order, mut seen) = (Vec::new(), BTreeSet::new());
    for material in wanted {
        visit(game, material, &mut seen, &mut order);
    }
    order
}

fn visit<G: Endings>(game: &G, material: &G::Material, seen: &mut BTreeSet<G::Material>, order: &mut Vec<G::Material>) {
    if seen.insert(material.clone()) {
        for smaller in game.below(material) {
            visit(game, &smaller, seen, order);
        }
        order.push(material.clone());
    }
}

/// Makes the table of a material; the smaller tables must be among `below`.
pub fn build<G: Endings>(
    game: &G,
    material: &G::Material,
    below: &Tables<G>,
    crew: &Crew<'_>,
) -> Result<Table<G>, Fault> {
    let layout = game.layout(material);
    let span = game.span(&layout);
    if span > u32::MAX as usize {
        let name = game.write_material(material);
        return Err(Fault::new(format!("{name} has {span} positions, more than a table can hold")));
    }
    let work = Work::forwards(game, material, &layout, below, crew)?;
    if game.goes_back(&layout) {
        work.backwards(|index, out| game.before(&layout, index, out), crew)?;
    } else {
        let lists = Lists::new(game, material, &layout, below, crew)?;
        work.backwards(|index, out| out.extend(lists.before(index)), crew)?;
    }
    Table::new(game, material.clone(), work.finish())
}

/// What is known of a position so far, in sixteen bits: two say what, the others after how many plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// No position has this number.
    Nowhere,
    /// The game is over, and drawn.
    Drawn,
    /// Nothing is known but that a loss takes at least so many plies.
    Open(u32),
    /// Won, if not sooner.
    Win(u32),
    /// Lost.
    Loss(u32),
}

const TAG: u16 = 0xC000;
const OPEN: u16 = 0;
const WIN: u16 = 0x4000;
const LOSS: u16 = 0x8000;
const REST: u16 = 0xC000;
const DRAWN: u16 = REST;
const NOWHERE: u16 = REST | 1;
/// Fourteen bits are left for plies.
const MOST_PLIES: u32 = if FARTHEST < 0x3FFF { FARTHEST } else { 0x3FFF };

impl State {
    const fn pack(self) -> u16 {
        match self {
            Self::Nowhere => NOWHERE,
            Self::Drawn => DRAWN,
            Self::Open(plies) => OPEN | plies as u16,
            Self::Win(plies) => WIN | plies as u16,
            Self::Loss(plies) => LOSS | plies as u16,
        }
    }

    const fn unpack(bits: u16) -> Self {
        let plies = (bits & !TAG) as u32;
        match bits & TAG {
            OPEN => Self::Open(plies),
            WIN => Self::Win(plies),
            LOSS => Self::Loss(plies),
            _ if bits == NOWHERE => Self::Nowhere,
            _ => Self::Drawn,
        }
    }
}

/// A table under way.
struct Work {
    states: Vec<AtomicU16>,
    /// Moves of a position that are not yet known to lose; one more where a move out of the material does not.
    escapes: Vec<AtomicU16>,
    /// The last ply that something is known to be decided in.
    last: u32,
}

impl Work {
    /// Step 1.
    fn forwards<G: Endings>(
        game: &G,
        material: &G::Material,
        layout: &G::Layout,
        below: &Tables<G>,
        crew: &Crew<'_>,
    ) -> Result<Self, Fault> {
        let span = game.span(layout);
        let blank = || (0..span).map(|_| AtomicU16::new(NOWHERE)).collect::<Vec<_>>();
        let (states, escapes) = (blank(), blank());
        let last = crew.sweep(
            Stage::Forwards,
            span,
            || (Follow::new(game, material, layout, below), 0),
            |(follow, last), piece| {
                for index in piece {
                    let Some(at) = game.place(layout, index) else { continue };
                    let (state, left) = match follow.look(&at)? {
                        Ahead::Over(Fate::Draw) => (State::Drawn, 0),
                        Ahead::Over(Fate::Win(plies)) => (State::Win(plies), 0),
                        Ahead::Over(Fate::Loss(plies)) => (State::Loss(plies), 0),
                        Ahead::On(best) => first_state(best, follow.inside.len()),
                    };
                    if let State::Win(plies) | State::Loss(plies) | State::Open(plies) = state {
                        within(plies)?;
                        *last = plies.max(*last);
                    }
                    states[index].store(state.pack(), Ordering::Relaxed);
                    escapes[index].store(left.try_into().map_err(|_| too_many())?, Ordering::Relaxed);
                }
                Ok(())
            },
        )?;
        Ok(Self { states, escapes, last: last.into_iter().map(|(_, last)| last).max().unwrap_or(0) })
    }

    /// Step 2; `before` appends the numbers from which one move leads to a number.
    fn backwards(&self, before: impl Fn(usize, &mut Vec<usize>) + Sync, crew: &Crew<'_>) -> Result<(), Fault> {
        let (mut ply, mut last) = (0, self.last);
        while ply <= last {
            within(ply + 1)?;
            let reached = crew.sweep(
                Stage::Backwards(ply),
                self.states.len(),
                || (Vec::new(), 0),
                |(found, reached), piece| {
                    for index in piece {
                        let state = State::unpack(self.states[index].load(Ordering::Relaxed));
                        if state != State::Loss(ply) && state != State::Win(ply) {
                            continue;
                        }
                        found.clear();
                        before(index, found);
                        if state == State::Loss(ply) {
                            found.iter().for_each(|&before| self.won(before, ply + 1));
                            *reached = ply + 1;
                            continue;
                        }
                        found.sort_unstable();
                        found.dedup();
                        for &before in &*found {
                            *reached = self.one_escape_less(before, ply + 1).max(*reached);
                        }
                    }
                    Ok(())
                },
            )?;
            last = reached.into_iter().fold(last, |last, (_, reached)| last.max(reached));
            ply += 1;
        }
        Ok(())
    }

    /// Notes a win, unless a nearer one is known.
    fn won(&self, index: usize, plies: u32) {
        let nearer = |bits| match State::unpack(bits) {
            State::Open(_) => Some(State::Win(plies).pack()),
            State::Win(known) if known > plies => Some(State::Win(plies).pack()),
            _ => None,
        };
        // Somebody else may have noted it, which is as good.
        let _ = self.states[index].fetch_update(Ordering::Relaxed, Ordering::Relaxed, nearer);
    }

    /// Notes that a move loses after `plies`; where it was the last one, answers after how many plies the position is lost.
    fn one_escape_less(&self, index: usize, plies: u32) -> u32 {
        let State::Open(least) = State::unpack(self.states[index].load(Ordering::Relaxed)) else { return 0 };
        if self.escapes[index].fetch_sub(1, Ordering::Relaxed) != 1 {
            return 0;
        }
        let plies = plies.max(least);
        self.states[index].store(State::Loss(plies).pack(), Ordering::Relaxed);
        plies
    }

    /// Step 3.
    fn finish(self) -> Values {
        let fate = |state: AtomicU16| match State::unpack(state.into_inner()) {
            State::Nowhere => None,
            State::Drawn | State::Open(_) => Some(Fate::Draw),
            State::Win(plies) => Some(Fate::Win(plies)),
            State::Loss(plies) => Some(Fate::Loss(plies)),
        };
        let codes: Vec<_> = self.states.into_iter().map(|state| code(fate(state))).collect();
        Values::new(&codes)
    }
}

/// What is known of a position from its moves out of the material, and how many escapes it has.
fn first_state(best: Option<Fate>, inside: usize) -> (State, usize) {
    match best {
        Some(Fate::Win(plies)) => (State::Win(plies), inside + 1),
        Some(Fate::Draw) => (State::Open(0), inside + 1),
        Some(Fate::Loss(plies)) if inside == 0 => (State::Loss(plies), 0),
        Some(Fate::Loss(plies)) => (State::Open(plies), inside),
        None => (State::Open(0), inside),
    }
}

fn within(plies: u32) -> Result<(), Fault> {
    if plies < MOST_PLIES { Ok(()) } else { Err(Fault::new(format!("an end is farther away than {MOST_PLIES} plies"))) }
}

fn too_many() -> Fault {
    Fault::new("a position has more moves than can be counted")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn states_fit_into_their_bits() {
        for plies in [0, 1, 77, MOST_PLIES] {
            for state in [State::Open(plies), State::Win(plies), State::Loss(plies), State::Nowhere, State::Drawn] {
                assert_eq!(State::unpack(state.pack()), state);
            }
        }
    }

    #[test]
    fn a_move_out_of_the_material_that_does_not_lose_is_an_escape_for_ever() {
        assert_eq!(first_state(Some(Fate::Draw), 3), (State::Open(0), 4));
        assert_eq!(first_state(Some(Fate::Win(7)), 3), (State::Win(7), 4));
        assert_eq!(first_state(Some(Fate::Loss(6)), 3), (State::Open(6), 3));
        assert_eq!(first_state(Some(Fate::Loss(6)), 0), (State::Loss(6), 0));
    }
}
