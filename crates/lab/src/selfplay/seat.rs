//! One game in progress: it goes on until it needs the net, and goes on from there when it was told.

use super::config::{Play, Root};
use super::gumbel::{chance, dirichlet, draw, halving, lots};
use super::record::{Ply, Record};
use super::tree::{Descent, Tree, choices, mover, worth_of};
use tabula_core::{Claims, Dice, Encode, Line, Outcome, Side, Tactics};
use tabula_nets::Mind;
use tabula_nn::Desk;

/// Shares below this are not worth keeping.
const LEAST: f32 = 0.001;

/// What a game needs to go on.
pub(super) enum Need {
    /// The opinion of the mind that plays the side to move at the root.
    Opinion,
    /// Nothing: it has ended.
    Nothing,
}

/// How a game differs from others of the run.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    /// Which mind plays for the first player, and which for the second.
    pub minds: [usize; 2],
    /// Whether noise and lots make it try things; otherwise it plays as well as it can.
    pub curious: bool,
}

pub(super) struct Seat<'a, G: Encode + Tactics> {
    game: &'a G,
    play: &'a Play,
    manner: Manner,
    number: u64,
    line: Line<G>,
    tree: Tree<G::Move>,
    dice: Dice,
    plies: Vec<Ply>,
    /// The search of the present move.
    full: bool,
    lots: Vec<f32>,
    /// How often the move of each simulation was visited before, in a Gumbel search; else only their number counts.
    order: Vec<u32>,
    done: usize,
    listed: Vec<G::Move>,
    logits: Vec<f32>,
}

impl<'a, G: Encode + Tactics> Seat<'a, G> {
    /// A game after so many random moves.
    pub(super) fn new(game: &'a G, play: &'a Play, manner: Manner, number: u64, seed: u64, opening: u32) -> Self {
        let mut seat = Self {
            game,
            play,
            manner,
            number,
            line: Line::new(game),
            tree: Tree::new(),
            dice: Dice::new(seed),
            plies: Vec::new(),
            full: false,
            lots: Vec::new(),
            order: Vec::new(),
            done: 0,
            listed: Vec::new(),
            logits: Vec::new(),
        };
        for _ in 0..opening {
            if seat.ended().is_some() {
                break;
            }
            seat.list();
            let Some(&m) = seat.dice.pick(&seat.listed) else { break };
            seat.make(m, 0.0, Vec::new());
        }
        seat
    }

    fn list(&mut self) {
        self.listed.clear();
        choices(self.game, self.line.now(), self.play.moves, &mut self.listed);
    }

    /// The mind that has to be asked.
    pub(super) fn mind(&self) -> usize {
        // While a leaf is judged the line stands below the root, whose mover searches.
        let root = &self.line.positions()[self.plies.len()];
        self.manner.minds[mover(self.game, root) as usize]
    }

    /// Goes on until it needs something.
    pub(super) fn advance(&mut self) -> Need {
        loop {
            if self.tree.is_empty() {
                if self.ended().is_some() {
                    return Need::Nothing;
                }
                self.list();
                if let [only] = self.listed[..] {
                    self.make(only, 0.0, Vec::new());
                    continue;
                }
                return Need::Opinion;
            }
            if self.done == self.order.len() {
                self.choose();
                continue;
            }
            let first = match self.play.search {
                Root::Gumbel => Some(self.most_promising(self.order[self.done])),
                Root::Puct => None,
            };
            match self.tree.descend(self.game, &mut self.line, self.play, first) {
                Descent::Leaf => return Need::Opinion,
                Descent::End => self.done += 1,
            }
        }
    }

    /// Adds what is to be judged to a batch.
    pub(super) fn show(&self, mind: &Mind, batch: &mut Vec<f32>) {
        let memory = mind.planes().memory;
        let recent: Vec<&G::Position> = self.line.positions().iter().rev().take(1 + memory).collect();
        mind.show(self.game, &recent, batch);
    }

    /// Hears the opinion it needed.
    pub(super) fn hear(&mut self, mind: &Mind, (desk, sample): (&Desk, usize)) {
        self.list();
        self.logits.clear();
        mind.logits((desk, sample), self.game, self.line.now(), &self.listed, &mut self.logits);
        let at_root = self.tree.is_empty();
        self.tree.grow(self.game, &mut self.line, &self.listed, &self.logits, mind.value((desk, sample)));
        if at_root { self.begin() } else { self.done += 1 }
    }

    /// The root was judged: how the search of this move will go.
    fn begin(&mut self) {
        let count = self.listed.len();
        let curious = self.manner.curious;
        self.full = curious && chance(self.play.full, &mut self.dice);
        let simulations = if self.full || !curious { self.play.simulations } else { self.play.fast };
        self.done = 0;
        self.lots = if curious { lots(count, &mut self.dice) } else { vec![0.0; count] };
        self.order = match self.play.search {
            Root::Gumbel => halving(self.play.considered.min(count), simulations as usize),
            Root::Puct => vec![0; simulations as usize],
        };
        if self.play.search == Root::Puct && self.full {
            let noise = dirichlet(count, &mut self.dice);
            for (edge, noise) in self.tree.root().iter_mut().zip(noise) {
                edge.share = (1.0 - self.play.noise) * edge.share + self.play.noise * noise;
            }
        }
    }

    /// Among the moves of the root that were visited so often, the one with the best lot and worth.
    fn most_promising(&mut self, visits: u32) -> usize {
        let scores = self.tree.swayed(self.play.sway);
        let lots = &self.lots;
        let fitting = self.tree.root().iter().enumerate().filter(|(_, edge)| edge.visits == visits);
        let best = fitting.max_by(|(a, _), (b, _)| (scores[*a] + lots[*a]).total_cmp(&(scores[*b] + lots[*b])));
        match best {
            Some((index, _)) => index,
            // With fewer moves than are considered, the order may ask for a count that nobody has.
            None => self.most_visited(),
        }
    }

    fn most_visited(&mut self) -> usize {
        let edges = self.tree.root();
        let most = edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
        edges.iter().position(|edge| edge.visits == most).unwrap_or(0)
    }

    /// The search is over: a move is made.
    fn choose(&mut self) {
        let value = self.tree.value();
        let counts: Vec<u32> = self.tree.root().iter().map(|edge| edge.visits).collect();
        let visits: Vec<f32> = counts.iter().map(|&visits| visits as f32).collect();
        let index = match self.play.search {
            Root::Gumbel => self.most_promising(counts.iter().copied().max().unwrap_or(0)),
            Root::Puct if self.manner.curious && self.plies.len() < self.play.drawn as usize => {
                draw(&visits, &mut self.dice)
            }
            Root::Puct => self.most_visited(),
        };
        let shares = match self.play.search {
            _ if !self.full => Vec::new(),
            Root::Gumbel => self.tree.improved(self.play.sway),
            Root::Puct => {
                let total: f32 = visits.iter().sum();
                visits.iter().map(|visits| visits / total.max(1.0)).collect()
            }
        };
        let m = self.tree.root()[index].m;
        let moves: Vec<G::Move> = self.tree.root().iter().map(|edge| edge.m).collect();
        let policy = self.policy(&moves, &shares);
        self.make(m, value, policy);
    }

    /// Shares by place.
    fn policy(&self, moves: &[G::Move], shares: &[f32]) -> Vec<(u16, f32)> {
        let mut policy: Vec<(u16, f32)> = Vec::new();
        for (&m, &share) in moves.iter().zip(shares).filter(|(_, share)| **share >= LEAST) {
            let place = self.game.place(self.line.now(), m) as u16;
            match policy.iter_mut().find(|(known, _)| *known == place) {
                Some((_, sum)) => *sum += share,
                None => policy.push((place, share)),
            }
        }
        policy
    }

    fn make(&mut self, m: G::Move, value: f32, policy: Vec<(u16, f32)>) {
        let legal = self.line.legal(self.game);
        let choice = legal.iter().position(|other| *other == m).unwrap_or(0) as u16;
        self.plies.push(Ply { choice, value, policy });
        self.line.play(self.game, m);
        self.tree.clear();
    }

    /// The result, if the game is over or as long as games may be; then the board is counted if it can be.
    fn ended(&self) -> Option<Outcome> {
        let at = self.line.now();
        let over = self.line.outcome(self.game, Claims::Taken);
        let late = self.plies.len() >= self.play.longest as usize;
        over.or_else(|| {
            late.then(|| self.game.counted(at, &[]).unwrap_or(Outcome::draw(tabula_core::Cause::NoProgress)))
        })
    }

    /// What is kept of it.
    pub(super) fn record(self) -> Record {
        let result = self.ended().map_or(0, |outcome| worth_of(outcome, Side::First) as i8);
        Record { number: self.number, result, plies: self.plies }
    }
}
