//! Everything the border knows of one game: its rules, its card, and who can judge its positions.
//!
//! A [`Kit`] is the shelf of its game. It is filled in [`catalogue`](crate::catalogue), one expression per game.

use crate::desk::Desk;
use crate::endings::{self, Endgames};
use crate::lore::{Lore, LoreKnob, Wanted};
use crate::methods::{self, MethodCard};
use crate::near::unknown;
use crate::nets::{self, Read, ReadNet};
use crate::searcher::Searcher;
use crate::settings::Settings;
use crate::spec::{Kind, PlayerSpec};
use crate::value::{Valued, Why};
use crate::weights::{self, Weights};
use crate::{GameCard, Player, Setup, Shelf, Table};
use std::path::Path;
use std::sync::Arc;
use tabula_arsenal::Arm;
use tabula_core::perft::{self, Ends};
use tabula_core::tuning::{Pair, Tunable};
use tabula_core::{
    AnyEvaluator, Dice, Endings, Evaluator, Fault, Faults, Game, KindView, Notation, Score, Search, Show, Sight,
    Tactics,
};
use tabula_search::alphabeta::Resources;
use tabula_search::{Method, Params};
use tabula_tables::Workshop;

/// A game with all that belongs to it.
pub(crate) struct Kit<G: Game> {
    pub(crate) game: Arc<G>,
    card: Arc<GameCard>,
    arm: Arm<G>,
    /// The search that plays it best, and the memory in MiB that it wants.
    choice: (Method, usize),
    judges: Vec<Judge<G>>,
    /// Who judges for players below full strength; the first judge where nobody is named.
    apprentice: Option<&'static str>,
    deal: Option<Deal<G>>,
    dial: Option<Dial<G>>,
    teach: Option<(Teach<G>, &'static [LoreKnob])>,
    sight: Option<Looking>,
    endgames: Option<Numbered<G>>,
    nets: Option<(ReadNet<G>, Method)>,
}

/// The start position of a lot.
type Deal<G> = fn(&G, u64) -> Option<String>;

/// The move of a weaker player, who has a way of his own to be weak; levels as in [`level`](crate::level).
pub(crate) type Dial<G> = fn(&G, &<G as Game>::Position, u32, &mut Dice) -> Option<<G as Game>::Move>;

/// Makes what a tuner asks.
type Tuning = Box<dyn Fn() -> Arc<dyn Tunable> + Send + Sync>;

/// Makes what the teacher of a network asks.
type Looking = Box<dyn Fn() -> Arc<dyn Sight> + Send + Sync>;

/// Opens the endgame tables and the book that are wanted.
type Teach<G> = fn(&G, &Wanted) -> Result<Lore<G>, Fault>;

/// Opens a folder of endgame tables.
type Numbered<G> = Box<dyn Fn(Arc<G>, Arc<GameCard>, &Path) -> Result<Box<dyn Endgames>, Fault> + Send + Sync>;

/// An evaluator in the catalogue, able to make any search that uses it.
///
/// The evaluator's type ends here: a search is asked once per move, its evaluator once per node.
struct Judge<G: Game> {
    card: MethodCard,
    build: Build<G>,
    value: Value<G>,
    why: Option<Explain<G>>,
    weights: Option<Weighing<G>>,
}

/// The weights of an evaluator: as a tuner sees them, and how a search judges by others.
struct Weighing<G: Game> {
    tunable: Tuning,
    build: Weigh<G>,
}

type Weigh<G> = Box<dyn Fn(&[Pair], Method, Params) -> Box<dyn Search<G>> + Send + Sync>;

type Build<G> = Box<dyn Fn(Method, Params) -> Box<dyn Search<G>> + Send + Sync>;
/// The bare opinion of an evaluator.
type Value<G> = Box<dyn Fn(&G, &<G as Game>::Position) -> Score + Send + Sync>;
/// Its reasons.
type Explain<G> = Box<dyn Fn(&G, &<G as Game>::Position) -> Why + Send + Sync>;

impl<G: Tactics + Notation + Show> Kit<G> {
    /// A game without evaluators yet, and its searches. The size of the board is taken from its start position.
    pub(crate) fn new(game: G, mut card: GameCard, arm: Arm<G>) -> Self {
        let view = game.view(&game.start());
        card.size = (view.files, view.ranks);
        Self {
            game: Arc::new(game),
            card: Arc::new(card),
            arm,
            choice: (if G::CHANCE { Method::Star } else { Method::Strong }, Resources::default().hash),
            judges: Vec::new(),
            apprentice: None,
            deal: None,
            dial: None,
            teach: None,
            sight: None,
            endgames: None,
            nets: None,
        }
    }

    /// It is played best by this search, with so much memory in MiB.
    #[must_use]
    pub(crate) const fn searched_by(mut self, method: Method, hash: usize) -> Self {
        self.choice = (method, hash);
        self
    }

    /// The search that plays it best, and the memory in MiB that it wants.
    pub(crate) const fn search_of_choice(&self) -> (Method, usize) {
        self.choice
    }

    /// Adds an evaluator; the first one added is the default.
    #[must_use]
    pub(crate) fn judge<E: Evaluator<G> + Clone + 'static>(
        self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> E + Send + Sync + 'static,
    ) -> Self {
        let arm = self.arm;
        self.champion(name, about, move || AnyEvaluator::new(make()), arm)
    }

    /// Adds an evaluator that is worth searches of its own type: faster in play, slower to compile.
    #[must_use]
    pub(crate) fn champion<E: Evaluator<G> + Clone + 'static>(
        mut self,
        name: &'static str,
        about: &'static str,
        make: impl Fn() -> E + Send + Sync + 'static,
        arm: Arm<G, E>,
    ) -> Self {
        let make = Arc::new(make);
        let another = Arc::clone(&make);
        self.judges.push(Judge {
            card: MethodCard { name, about, exact: false },
            build: Box::new(move |method, params| arm(method, make(), params)),
            value: Box::new(move |game, at| {
                let mut judge = another();
                judge.reset(game, at);
                judge.value(game, at)
            }),
            why: None,
            weights: None,
        });
        self
    }

    /// The evaluator added last can tell its reasons.
    #[must_use]
    pub(crate) fn explained(mut self, why: impl Fn(&G, &G::Position) -> Why + Send + Sync + 'static) -> Self {
        if let Some(last) = self.judges.last_mut() {
            last.why = Some(Box::new(why));
        }
        self
    }

    /// The evaluator added last has weights that can be tuned, and can judge by others.
    #[must_use]
    pub(crate) fn tuned<E: Evaluator<G> + Clone + 'static>(
        mut self,
        tunable: impl Fn() -> Arc<dyn Tunable> + Send + Sync + 'static,
        with: impl Fn(&G, &[Pair]) -> E + Send + Sync + 'static,
        arm: Arm<G, E>,
    ) -> Self {
        let game = Arc::clone(&self.game);
        if let Some(last) = self.judges.last_mut() {
            let build = move |pairs: &[Pair], method, params| arm(method, with(&game, pairs), params);
            last.weights = Some(Weighing { tunable: Box::new(tunable), build: Box::new(build) });
        }
        self
    }

    /// Whether one of its evaluators has weights.
    pub(crate) fn has_weights(&self) -> bool {
        self.judges.iter().any(|judge| judge.weights.is_some())
    }

    /// The evaluator of this name; the fault says which there are.
    fn judge_named(&self, name: &str) -> Result<&Judge<G>, Fault> {
        self.judges.iter().find(|judge| judge.card.name == name).ok_or_else(|| {
            let known: Vec<_> = self.judges().map(|card| card.name).collect();
            Fault::new(unknown("eval", name, &known))
        })
    }

    /// The judge that is wanted. Who names no evaluation means the first one that has weights, if he brings some, and the
    /// apprentice, if he wants less than full strength.
    fn judge_wanted(&self, wanted: &Settings) -> Result<&Judge<G>, Fault> {
        let judge = self.judge_named(&wanted.eval)?;
        if self.first_judge()? != judge.card.name {
            return Ok(judge);
        }
        match (&wanted.weights, self.apprentice) {
            (Weights::File(_) | Weights::Given(_), _) if judge.weights.is_none() => self.judge_with_weights(),
            (Weights::BuiltIn, Some(name)) if wanted.rating.is_some() => self.judge_named(name),
            _ => Ok(judge),
        }
    }

    /// The first evaluator that has weights, or the first of all.
    fn judge_with_weights(&self) -> Result<&Judge<G>, Fault> {
        let weighed = self.judges.iter().find(|judge| judge.weights.is_some());
        weighed.map_or_else(|| self.judge_named(self.first_judge()?), Ok)
    }

    /// Its weights, or the sentence that there are none.
    fn weighing<'a>(&self, judge: &'a Judge<G>) -> Result<&'a Weighing<G>, Fault> {
        judge.weights.as_ref().ok_or_else(|| {
            let others: Vec<_> = self.judges.iter().filter(|judge| judge.weights.is_some()).collect();
            let others: Vec<_> = others.iter().map(|judge| judge.card.name).collect();
            let (name, game) = (judge.card.name, &self.card.name);
            let hint = if others.is_empty() {
                "none of it has".into()
            } else {
                format!("those that have: {}", others.join(", "))
            };
            Fault::new(format!("the evaluation '{name}' of {game} has no weights; {hint}"))
        })
    }

    /// A network that is updated move by move can judge it.
    #[must_use]
    pub(crate) fn seen(mut self, sight: impl Fn() -> Arc<dyn Sight> + Send + Sync + 'static) -> Self {
        self.sight = Some(Box::new(sight));
        self
    }

    /// New games begin from a position that is drawn by lot.
    #[must_use]
    pub(crate) fn deal(mut self, deal: Deal<G>) -> Self {
        self.deal = Some(deal);
        self
    }

    /// Players below full strength judge by this evaluator: what a network sees at a glance a beginner does not.
    #[must_use]
    pub(crate) const fn weaker_by(mut self, judge: &'static str) -> Self {
        self.apprentice = Some(judge);
        self
    }

    /// Its weaker levels do not think, they have a dial.
    #[must_use]
    pub(crate) fn dial(mut self, dial: Dial<G>) -> Self {
        self.dial = Some(dial);
        self
    }

    /// The move of a level below the greatest, where the game has a dial.
    pub(crate) fn by_dial(&self, at: &G::Position, level: u32, dice: &mut Dice) -> Option<G::Move> {
        self.dial.and_then(|dial| dial(&self.game, at, level, dice))
    }

    /// There are endgame tables or opening books for it, found by these settings.
    #[must_use]
    pub(crate) fn lore(mut self, teach: Teach<G>, knobs: &'static [LoreKnob]) -> Self {
        self.teach = Some((teach, knobs));
        self
    }

    /// Whether something that can be known without thinking is found by this setting.
    pub(crate) fn has_lore(&self, knob: LoreKnob) -> bool {
        self.teach.is_some_and(|(_, knobs)| knobs.contains(&knob))
    }

    /// The tables and the book that are wanted.
    pub(crate) fn teach(&self, wanted: &Wanted) -> Result<Lore<G>, Fault> {
        self.teach.map_or(Ok(Lore::NONE), |(teach, _)| teach(&self.game, wanted))
    }

    /// Tables of its endings can be made.
    #[must_use]
    pub(crate) fn endgames(mut self, workshop: Workshop<G>) -> Self
    where
        G: Endings,
    {
        self.endgames =
            Some(Box::new(move |game, card, folder| Ok(Box::new(endings::Known::open(game, card, workshop, folder)?))));
        self
    }

    /// Files of networks, read in this way, can judge its positions, and with one of them it is best played by this search.
    #[must_use]
    pub(crate) fn nets(self, read: Read<G, AnyEvaluator<G>>, search: Method) -> Self {
        let arm = self.arm;
        self.champion_nets(read, search, arm)
    }

    /// The same for networks that are worth searches of their own type.
    #[must_use]
    pub(crate) fn champion_nets<E: Evaluator<G> + 'static>(
        mut self,
        read: Read<G, E>,
        search: Method,
        arm: Arm<G, E>,
    ) -> Self {
        self.nets = Some((nets::reader(read, arm), search));
        self
    }

    /// Files of networks whose layers are not described by this word are read in this way instead.
    #[must_use]
    pub(crate) fn nets_but(mut self, word: &'static str, read: Read<G, AnyEvaluator<G>>) -> Self {
        let arm = self.arm;
        self.nets = self.nets.map(|(one, search)| (nets::by_kind(word, one, nets::reader(read, arm)), search));
        self
    }

    /// Whether a file of a network can.
    pub(crate) const fn has_nets(&self) -> bool {
        self.nets.is_some()
    }

    /// The search that it is best played by with a network.
    pub(crate) fn search_with_net(&self) -> Method {
        self.nets.as_ref().map_or(self.choice.0, |(_, search)| *search)
    }

    /// Puts it on the shelf.
    pub(crate) fn shelve(self) -> Arc<dyn Shelf> {
        Arc::new(Shelved(Arc::new(self)))
    }

    /// The evaluators.
    pub(crate) fn judges(&self) -> impl Iterator<Item = MethodCard> {
        self.judges.iter().map(|judge| judge.card)
    }

    /// The name of the evaluator that is used unless another one is wanted.
    pub(crate) fn first_judge(&self) -> Result<&'static str, Fault> {
        self.judges().next().map(|card| card.name).ok_or_else(|| Fault::new("this game has no evaluator"))
    }

    /// The search that is wanted; the fault says which evaluators there are, or what is wrong with a net.
    pub(crate) fn search(&self, wanted: &Settings) -> Result<Box<dyn Search<G>>, Fault> {
        if !wanted.net.is_empty() {
            if wanted.weights != Weights::BuiltIn {
                return Err(Fault::new("a net judges instead of the evaluation: it has no use for weights"));
            }
            let read = self.nets.as_ref().map(|(read, _)| read);
            let judging = nets::open(read, &self.game, &self.card, Path::new(&wanted.net))?;
            return Ok(judging(wanted.method, wanted.params));
        }
        let judge = self.judge_wanted(wanted)?;
        let build = |pairs: &[Pair]| Ok((self.weighing(judge)?.build)(pairs, wanted.method, wanted.params));
        match &wanted.weights {
            Weights::BuiltIn => Ok((judge.build)(wanted.method, wanted.params)),
            Weights::File(path) => build(&weights::open(Path::new(path), &*(self.weighing(judge)?.tunable)())?),
            Weights::Given(pairs) => build(pairs),
        }
    }

    /// The position that `text` describes; `None` is the start.
    fn position(&self, text: Option<&str>) -> Result<G::Position, Faults> {
        match text {
            Some(text) => self.game.read_position(text),
            None => Ok(self.game.start()),
        }
    }
}

/// A kit on the shelf; shared with the players it seats.
struct Shelved<G: Game>(Arc<Kit<G>>);

impl<G: Tactics + Notation + Show> Shelf for Shelved<G> {
    fn card(&self) -> &GameCard {
        &self.0.card
    }

    fn kinds(&self) -> Vec<KindView> {
        self.0.game.kinds()
    }

    fn table(&self, setup: &Setup) -> Result<Box<dyn Table>, Faults> {
        if setup.game != self.0.card.id {
            let what = format!("expected a game of {}, found one of '{}'", self.0.card.id, setup.game);
            return Err(Fault::new(what).into());
        }
        let desk = Desk::open(Arc::clone(&self.0.game), Arc::clone(&self.0.card), setup.start.as_deref())?;
        Ok(Box::new(desk))
    }

    fn deal(&self, lot: u64) -> Option<String> {
        self.0.deal.and_then(|deal| deal(&self.0.game, lot))
    }

    fn player(&self, spec: &PlayerSpec) -> Result<Box<dyn Player>, Fault> {
        let mut player = match spec.kind {
            Kind::Tabula => Searcher::tabula(Arc::clone(&self.0))?,
            Kind::Random => Searcher::random(Arc::clone(&self.0))?,
            Kind::Human => return Err(Fault::at(1, "a human cannot be seated by a program, only asked by one")),
        };
        // Weights are read by the evaluation that is wanted, wherever in the spec it stands.
        let (weights, others): (Vec<_>, Vec<_>) = spec.settings.iter().partition(|one| one.name == "weights");
        for setting in others.into_iter().chain(weights) {
            player.set(&setting.name, &setting.value).map_err(|fault| Fault::at(setting.column, fault.what))?;
        }
        Ok(Box::new(player))
    }

    fn searches(&self) -> Vec<MethodCard> {
        methods::searches()
    }

    fn evaluators(&self) -> Vec<MethodCard> {
        self.0.judges().collect()
    }

    fn values(&self, position: Option<&str>) -> Result<Vec<Valued>, Faults> {
        let (game, at) = (&*self.0.game, self.0.position(position)?);
        let value = |judge: &Judge<G>| Valued {
            card: judge.card,
            score: (judge.value)(game, &at),
            why: judge.why.as_ref().map(|why| why(game, &at)),
        };
        Ok(self.0.judges.iter().map(value).collect())
    }

    fn tunable(&self, eval: Option<&str>) -> Result<Arc<dyn Tunable>, Fault> {
        let kit = &self.0;
        let judge = match eval {
            Some(name) => kit.judge_named(name)?,
            None => kit.judge_with_weights()?,
        };
        Ok((kit.weighing(judge)?.tunable)())
    }

    fn sight(&self) -> Option<Arc<dyn Sight>> {
        self.0.sight.as_ref().map(|sight| sight())
    }

    fn endgames(&self, folder: &Path) -> Option<Result<Box<dyn Endgames>, Fault>> {
        let open = self.0.endgames.as_ref()?;
        Some(open(Arc::clone(&self.0.game), Arc::clone(&self.0.card), folder))
    }

    fn ends(&self, position: Option<&str>, depth: u32) -> Result<Vec<Ends>, Faults> {
        Ok(perft::ends(&*self.0.game, &self.0.position(position)?, depth))
    }

    fn perft(&self, position: Option<&str>, depth: u32, threads: usize) -> Result<Vec<(String, u64)>, Faults> {
        let at = self.0.position(position)?;
        let game = &*self.0.game;
        let counts = tabula_search::perft::divide(game, &at, depth, threads);
        Ok(counts.into_iter().map(|(m, nodes)| (game.write_move(&at, m), nodes)).collect())
    }
}
