//! A player of this house: a search and an evaluator on one game.
//!
//! It keeps its own [`Line`] and brings it up to date with whatever record it is asked about, so that a
//! take-back, a new game and a jump in an analysis are all the same to it.

use crate::clock::{Budget, Patience, Timekeeper, watched};
use crate::desk::{read_move, write_line};
use crate::kit::Kit;
use crate::level::{self, Weakness, Weighed};
use crate::lore::Lore;
use crate::near::unknown;
use crate::settings::{self, Knob, Settings};
use crate::weights::Weights;
use crate::{Choice, Clock, Info, Player, PlayerCard, Question, Record, Setup};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tabula_core::tuning::Pair;
use tabula_core::{Dice, Fault, Game, Job, Line, Mover, Notation, Report, Score, Search, Show, Stop, Tactics};
use tabula_search::{Method, Params};

/// A search at the board.
///
/// The search is boxed: it is called once per move, and its nodes inside are all monomorphised.
pub(crate) struct Searcher<G: Game> {
    kit: Arc<Kit<G>>,
    card: PlayerCard,
    settings: Settings,
    search: Box<dyn Search<G>>,
    lore: Lore<G>,
    /// Games begun: none of them need be like the last.
    games: u64,
    line: Line<G>,
    /// What `line` holds, as text.
    known: Record,
    /// After how many plies it last chose, and what its position was worth then.
    before: Option<(usize, Score)>,
}

impl<G: Tactics + Notation + Show> Searcher<G> {
    /// The best search of the house with the first evaluator of the game.
    pub(crate) fn tabula(kit: Arc<Kit<G>>) -> Result<Self, Fault> {
        let settings = Settings::best(kit.first_judge()?, kit.search_of_choice());
        Self::new(kit, "tabula", settings, &Knob::ALL)
    }

    /// Any legal move.
    pub(crate) fn random(kit: Arc<Kit<G>>) -> Result<Self, Fault> {
        let mut settings =
            Settings { method: Method::Random, ..Settings::best(kit.first_judge()?, kit.search_of_choice()) };
        // Who draws lots does not calculate.
        settings.lore.forced = false;
        Self::new(kit, "random", settings, &[Knob::Seed])
    }

    fn new(kit: Arc<Kit<G>>, name: &str, settings: Settings, options: &[Knob]) -> Result<Self, Fault> {
        let judges: Vec<_> = kit.judges().map(|card| card.name).collect();
        let offered = |option: &&Knob| match option {
            Knob::Lore(knob) => kit.has_lore(*knob),
            Knob::Sample | Knob::Throws => G::CHANCE,
            Knob::Net => kit.has_nets(),
            Knob::Weights => kit.has_weights(),
            _ => true,
        };
        let options = options.iter().filter(offered).map(|option| option.card(&settings, &judges)).collect();
        let card = PlayerCard { name: name.into(), author: "the Tabula authors".into(), options };
        Ok(Self {
            search: kit.search(&settings)?,
            lore: kit.teach(&settings.lore)?,
            games: 0,
            line: Line::new(&*kit.game),
            known: Record::default(),
            before: None,
            kit,
            card,
            settings,
        })
    }

    /// Thinks by other settings; what the search remembers is kept where it stays the same search.
    fn adopt(&mut self, wanted: Settings) -> Result<(), Fault> {
        if !wanted.same_search(&self.settings) {
            self.search = self.kit.search(&wanted)?;
        }
        self.settings = wanted;
        Ok(())
    }

    /// Makes `line` the game of `record`, keeping what both have in common.
    fn follow(&mut self, record: &Record) -> Result<(), Fault> {
        let game = &*self.kit.game;
        if self.known.setup != record.setup {
            self.line = match &record.setup.start {
                Some(text) => {
                    let start = game.read_position(text).map_err(|faults| Fault::new(faults.to_string()))?;
                    Line::from(game, start)
                }
                None => Line::new(game),
            };
            self.known = Record { setup: record.setup.clone(), moves: Vec::new() };
        }
        let common = self.known.moves.iter().zip(&record.moves).take_while(|(a, b)| a == b).count();
        while self.known.moves.len() > common {
            self.known.moves.pop();
            self.line.back();
        }
        for text in &record.moves[common..] {
            let m = read_move(game, self.line.now(), text)
                .map_err(|fault| Fault::new(format!("move {} of the record: {fault}", self.line.plies() + 1)))?;
            self.line.play(game, m);
            self.known.moves.push(text.clone());
        }
        Ok(())
    }

    /// The moves to which a question is confined.
    fn read_only(&self, only: &[String]) -> Result<Vec<G::Move>, Fault> {
        only.iter().map(|text| read_move(&*self.kit.game, self.line.now(), text)).collect()
    }

    /// Which lots are drawn in this game: whoever plays it again meets another opponent, whoever sets the seed and
    /// begins anew meets the same one.
    const fn lots(&self) -> u64 {
        self.settings.seed.wrapping_add(self.games)
    }

    /// What a weaker player draws lots with.
    fn dice(&self) -> Dice {
        Dice::new(self.lots() ^ self.kit.game.key(self.line.now()).0)
    }

    /// The move that a weaker player chooses: in the same position of the same game always the same.
    fn pick(&self, weak: Weakness, mut weighed: Vec<Weighed<G::Move>>) -> Option<G::Move> {
        let (game, now) = (&*self.kit.game, self.line.now());
        if let ([.., before, _], [.., last]) = (self.line.positions(), self.line.moves()) {
            let (_, arrived) = game.trail(before, *last);
            for one in &mut weighed {
                one.obvious = arrived.is_some() && game.trail(now, one.m).1 == arrived;
            }
        }
        let mut dice = self.dice();
        let before = self.before.filter(|(plies, _)| plies + 2 == self.line.plies()).map(|(_, score)| score);
        weak.pick(&weighed, before, &mut dice)
    }

    /// What this move may cost. The time for a game is not spent on a move that is forced.
    fn budget(&self, clock: &Clock, choices: u64) -> Budget {
        let budget = Budget::new(clock, self.settings.kept_in_hand());
        let forced = choices <= 1 && budget.soft.is_some();
        Budget { soft: if forced { Some(Duration::ZERO) } else { budget.soft }, ..budget }
    }

    /// A move from the book, where a move is wanted and not an analysis.
    fn book_move(&self, question: &Question<'_>, clock: &Clock) -> Option<G::Move> {
        if clock.is_endless() || !question.only.is_empty() || question.ponder.is_some() {
            return None;
        }
        let code = self.lore.book_move(question.record, self.lots())?;
        read_move(&*self.kit.game, self.line.now(), &code).ok()
    }
}

/// Keeps the moves of the last iteration, the best one first.
fn weigh<G: Game>(weighed: &mut Vec<Weighed<G::Move>>, report: &Report<G>) {
    weighed.truncate(report.rank.saturating_sub(1));
    if let Some(&m) = report.line.first() {
        weighed.push(Weighed { m, score: report.score, obvious: false });
    }
}

impl<G: Tactics + Notation + Show> Player for Searcher<G> {
    fn card(&self) -> &PlayerCard {
        &self.card
    }

    fn set(&mut self, option: &str, value: &str) -> Result<(), Fault> {
        let names: Vec<_> = self.card.options.iter().map(|card| card.name.as_str()).collect();
        let mut wanted = self.settings.clone();
        if let Some(margin) = Params::number(option) {
            settings::apply_margin(margin, value, &mut wanted)?;
        } else {
            let knob = Knob::ALL
                .into_iter()
                .find(|knob| knob.name() == option && names.contains(&option))
                .ok_or_else(|| Fault::new(unknown(&format!("setting of {}", self.card.name), option, &names)))?;
            knob.apply(value, &mut wanted)?;
            if let Knob::Lore(_) = knob {
                self.lore = self.kit.teach(&wanted.lore)?;
            }
            // Who names a net and no search gets the one that makes the most of it.
            let (usual, with_net) = (self.kit.search_of_choice().0, self.kit.search_with_net());
            if knob == Knob::Net && [usual, with_net].contains(&wanted.method) {
                wanted.method = if wanted.net.is_empty() { usual } else { with_net };
            }
        }
        self.adopt(wanted)
    }

    fn weigh(&mut self, weights: &Arc<[Pair]>) -> Result<(), Fault> {
        self.adopt(Settings { weights: Weights::Given(Arc::clone(weights)), ..self.settings.clone() })
    }

    fn ready(&mut self, setup: &Setup) -> Result<(), Fault> {
        self.search.forget();
        self.games += 1;
        self.search.prepare(&*self.kit.game);
        self.before = None;
        self.follow(&Record { setup: setup.clone(), moves: Vec::new() })
    }

    fn choose(&mut self, question: &Question<'_>, stop: &Stop, tell: &mut dyn FnMut(&Info)) -> Result<Choice, Fault> {
        self.follow(question.record)?;
        let (game, line) = (&*self.kit.game, &self.line);
        if game.mover(line.now()) == Mover::Chance {
            return Err(Fault::new("it is the die's turn, nobody can choose"));
        }
        let begun = Instant::now();
        let mut only = self.read_only(question.only)?;
        let clock = question.clock.and(&self.settings.clock);
        if let Some(m) = self.book_move(question, &clock) {
            let code = game.write_move(line.now(), m);
            tell(&Info { rank: 1, line: vec![code.clone()], ..Info::default() });
            return Ok(Choice::Move(code));
        }
        if let Some(rating) = self.settings.rating
            && only.is_empty()
            && let Some(m) = self.kit.by_dial(line.now(), level::near(rating), &mut self.dice())
        {
            let code = game.write_move(line.now(), m);
            tell(&Info { rank: 1, line: vec![code.clone()], ..Info::default() });
            return Ok(Choice::Move(code));
        }
        // A weaker player knows no more than people do.
        let known = self.lore.tables.as_deref().filter(|_| self.settings.rating.is_none());
        // The moves that keep a known result, for searches that do not ask; who wants several lines wants to see others, too.
        if only.is_empty() && self.settings.lines == 1 && known.is_some() && !self.settings.method.asks_known() {
            only = self.lore.root_moves(game, line);
        }
        let choices = if only.is_empty() { game.count(line.now()) } else { only.len() as u64 };
        let pace = Timekeeper::new(begun, self.budget(&clock, choices), question.ponder);
        let weakness = self.settings.rating.map(Weakness::of).map(|weak| {
            let [men, at_first] = [line.now(), &game.start()].map(|at| game.view(at).men.len());
            // Few are left only where there were more: a board that fills begins with few.
            if men < at_first { weak.with_men(men) } else { weak }
        });
        let clock = weakness.map_or(clock.clone(), |weak| clock.and(&Clock::nodes(weak.most_nodes())));
        let pace = Patience { clock: pace, nodes: weakness.map(|weak| weak.nodes()).or(self.settings.soft) };
        let lines = weakness.map_or(self.settings.lines, |weak| weak.lines().max(self.settings.lines));
        let mut weighed = Vec::new();
        // The move that was told of last.
        let mut told = None;
        let mut hear = |report: &Report<G>| {
            tell(&Info {
                depth: report.depth,
                reach: report.reach,
                rank: report.rank,
                score: report.score,
                bound: report.bound,
                nodes: report.nodes,
                hits: report.hits,
                full: report.full,
                time: begun.elapsed(),
                line: write_line(game, line.now(), &report.line),
                tries: report.tries,
                insight: report.insight.clone(),
            });
        };
        let search = &mut self.search;
        let verdict = watched(&pace.clock, stop, question.ponder, |stop| {
            let job = Job {
                only: &only,
                limits: clock.limits,
                pace: &pace,
                seed: self.settings.seed,
                lines,
                known,
                ..Job::new(game, line, stop)
            };
            search.think(&job, &mut |report| {
                if report.rank == 1 {
                    told = report.line.first().copied();
                }
                if weakness.is_some() {
                    weigh(&mut weighed, report);
                }
                if report.rank <= self.settings.lines {
                    hear(report);
                }
            })
        });
        // A search that changed its mind since then says so.
        if told.is_none() || told != verdict.best {
            hear(&verdict.report);
        }
        let best = match weakness {
            Some(weak) => self.pick(weak, weighed).or(verdict.best),
            None => verdict.best,
        };
        self.before = Some((line.plies(), verdict.report.score));
        match best {
            Some(m) => Ok(Choice::Move(game.write_move(line.now(), m))),
            None => Err(Fault::new("the game is over, there is nothing to choose")),
        }
    }
}

#[cfg(test)]
mod tests;
