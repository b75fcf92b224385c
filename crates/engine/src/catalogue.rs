//! The one list of games. Ids, menus, `--help` and the tables of the laboratory derive from it.
//!
//! A new game is one expression in [`shelves`]; its evaluators follow it, the default first.
//! Searches are listed in [`methods`](crate::methods).

use crate::kit::Kit;
use crate::lore::LoreKnob;
use crate::near::unknown;
use crate::value::why_tapered;
use crate::{GameCard, Shelf, defined, go, lore, nets};
use std::sync::{Arc, LazyLock, OnceLock};
use tabula_arsenal::{self as arsenal, Arm};
use tabula_board::Bits;
use tabula_chess::general::Lesson;
use tabula_chess::nnue::Looker;
use tabula_chess::tapered::Weights;
use tabula_chess::{
    Chess, Flat, FlatLesson, General, Laboratory, Orthodox, Rules, Tables, Tapered, Terms, chess, chess960, classic,
};
use tabula_core::{AnyEvaluator, Fault, Faults, Opinion, Plain, Score, Sight};
use tabula_draughts::code::CODES;
use tabula_draughts::judge::{Thesis, ThesisLesson};
use tabula_draughts::{self as draughts, Code, Colour, Draughts, Pattern};
use tabula_rows::gomoku::{Law, greedy, threats};
use tabula_rows::tictactoe::{Bertie, open_rows};
use tabula_rows::{Gomoku, TicTacToe};
use tabula_search::Method;
use tabula_tables::Workshop;

/// Every game of the house, in the order in which menus show them.
pub fn shelves() -> &'static [Arc<dyn Shelf>] {
    static SHELVES: LazyLock<Vec<Arc<dyn Shelf>>> = LazyLock::new(|| {
        vec![
            orthodox_kit(chess(), card("chess", "Chess", "chess", CHESS_SIDES, "checkmate the king")).shelve(),
            orthodox_kit(
                chess960(),
                card("chess960", "Chess960", "chess", CHESS_SIDES, "chess from one of 960 arrays"),
            )
            .shelve(),
        ]
        .into_iter()
        .chain(defined::shipped())
        .chain(CODES.map(|code| draughts_kit(code).shelve()))
        .chain(go::shelves())
        .chain([tictactoe_kit().shelve()])
        .chain(FIVES.map(|five| gomoku_kit(five).shelve()))
        .collect()
    });
    &SHELVES
}

/// The game that a word names: its id or the tag by which files know it, in whatever way that is spelt.
///
/// The one way from a word to a game. The path of a definition file (`./my-variant.toml`) names one too.
///
/// ```
/// use tabula_engine::catalogue::find;
/// assert_eq!(find("Tic-tac-toe").unwrap().card().id, "tictactoe");
/// ```
pub fn find(name: &str) -> Result<Arc<dyn Shelf>, Faults> {
    if defined::is_path(name) { defined::open(name) } else { named(name) }
}

/// As [`find`], and opens no file: for words that come from strangers.
pub fn named(name: &str) -> Result<Arc<dyn Shelf>, Faults> {
    if let Some(shelf) = shelves().iter().find(|shelf| shelf.card().is_called(name)) {
        return Ok(Arc::clone(shelf));
    }
    // Go has more boards and rules than menus list.
    go::named(name).map(|found| found.map_err(Faults::from)).unwrap_or_else(|| {
        let known: Vec<_> = shelves().iter().map(|shelf| shelf.card().id.as_str()).collect();
        Err(Fault::new(unknown("game", name, &known)).into())
    })
}

/// The game that the text of a definition describes, or everything that is wrong with it; `id` is what it will be called.
pub fn defined(text: &str, id: &str) -> Result<Arc<dyn Shelf>, Faults> {
    defined::shelve(text, id)
}

/// The text of the definition that a game of the house is made from, if it is.
pub fn definition(id: &str) -> Option<&'static str> {
    defined::text(id)
}

pub(crate) const CHESS_SIDES: [&str; 2] = ["White", "Black"];

/// Chess with the usual men, and the evaluators that know them.
fn orthodox_kit(game: Chess<u64, Orthodox>, card: GameCard) -> Kit<Chess<u64, Orthodox>> {
    let kit = Kit::new(game, card, arsenal::chess);
    let [tapered, flat, seen, learnt] = [(); 4].map(|()| Arc::clone(&kit.game));
    // Nets are read when somebody first plays by them.
    let house = OnceLock::new();
    let house = move || house.get_or_init(|| nets::house(&learnt)).clone();
    let kit = kit
        .champion(
            "nnue",
            "a network that learnt from games of the house, updated move by move",
            house,
            arsenal::chess_learnt,
        )
        .champion("tapered", "many terms, weighed by how far the game has gone", Tapered::new, arsenal::chess_tapered)
        .explained(why_tapered)
        .tuned(
            move || Arc::<Chess<u64, Orthodox>>::clone(&tapered),
            |_, pairs| Tapered::with(Arc::new(Weights::from_pairs(pairs))),
            arsenal::chess_tapered,
        )
        .weaker_by("tapered")
        .judge("classic", "material, and how near everyone is to the enemy king (Beast)", || Opinion::new(classic))
        .judge("lab", "material, places, mobility, king shield, rooks on open files", Laboratory::new)
        .judge("flat", "who covers and attacks whom, as one vector that can be bred", || by_flat(Flat::default()))
        .tuned(
            move || Arc::new(FlatLesson::new(Arc::clone(&flat))),
            |_, pairs| AnyEvaluator::new(by_flat(Flat::with(pairs))),
            arsenal::chess,
        );
    let shown = |bytes: &'static [u8]| {
        let (game, net) = (Arc::clone(&kit.game), OnceLock::new());
        move || net.get_or_init(|| nets::beast(&game, bytes)).clone()
    };
    let [values, convolutions, classes] =
        [nets::BEAST_VALUES, nets::BEAST_CONVOLUTIONS, nets::BEAST_CLASSES].map(shown);
    let kit = kit
        .judge("neural-network", "dense layers that were shown labelled positions (Beast's model 1)", values)
        .judge("neural-convolutions", "convolutions that were shown labelled positions (Beast's model 2)", convolutions)
        .judge("neural-classes", "convolutions that tell one of seven classes (Beast's model 3)", classes);
    serve_all(kit, arsenal::chess_tables())
        .lore(lore::of_chess, &LoreKnob::OF_CHESS)
        .champion_nets(nets::learnt, Method::Strong, arsenal::chess_learnt)
        .nets_but(tabula_nn::nnue::KIND, nets::shown)
        .seen(move || Arc::new(Looker::new(Arc::clone(&seen), || AnyEvaluator::new(Tapered::new()))))
}

fn by_flat(flat: Flat) -> Opinion<Chess<u64, Orthodox>> {
    Opinion::new(move |game: &_, at: &_| flat.judge(game, at))
}

/// A game of the chess family, with the evaluators that serve all of them.
pub(crate) fn chess_kit<B: Bits, R: Rules<B>>(
    game: Chess<B, R>,
    card: GameCard,
    arm: Arm<Chess<B, R>>,
    champion: Arm<Chess<B, R>, General<B>>,
    workshop: Workshop<Chess<B, R>>,
) -> Kit<Chess<B, R>> {
    let id = card.id.clone();
    let kit = Kit::new(game, card, arm);
    let (named, lesson) = (id.clone(), lesson(&kit, &id));
    let kit = kit.champion(GENERAL.0, GENERAL.1, move || General::<B>::named(&named), champion).tuned(
        move || Arc::new(lesson()),
        |_, pairs| General::with(pairs.into()),
        champion,
    );
    serve_family(kit, &id, workshop)
}

/// The same without a strong search of its own type: for games that few play, whose copy every build would pay for.
pub(crate) fn rare_kit<B: Bits, R: Rules<B>>(
    game: Chess<B, R>,
    card: GameCard,
    arm: Arm<Chess<B, R>>,
    workshop: Workshop<Chess<B, R>>,
) -> Kit<Chess<B, R>> {
    let id = card.id.clone();
    let kit = Kit::new(game, card, arm);
    let (named, lesson) = (id.clone(), lesson(&kit, &id));
    let kit = kit.judge(GENERAL.0, GENERAL.1, move || General::<B>::named(&named)).tuned(
        move || Arc::new(lesson()),
        |_, pairs| AnyEvaluator::new(General::<B>::with(pairs.into())),
        arm,
    );
    serve_family(kit, &id, workshop)
}

const GENERAL: (&str, &str) = ("general", "many terms, for any board and any men");

/// What follows the general evaluation.
fn serve_family<B: Bits, R: Rules<B>>(
    kit: Kit<Chess<B, R>>,
    id: &str,
    workshop: Workshop<Chess<B, R>>,
) -> Kit<Chess<B, R>> {
    let why = lesson(&kit, id);
    let (game, named) = (Arc::clone(&kit.game), id.to_owned());
    let general = move |named: &str| AnyEvaluator::new(General::<B>::named(named));
    let seen = move || {
        let named = named.clone();
        Arc::new(Looker::new(Arc::clone(&game), move || general(&named))) as Arc<dyn Sight>
    };
    let search = kit.search_of_choice().0;
    let kit = kit.explained(move |_, at| why().explain(at).into()).seen(seen).nets(nets::updated, search);
    serve_all(kit, workshop).lore(lore::of_family, &[LoreKnob::Tables])
}

/// Makes the general evaluation of a game written out.
fn lesson<B: Bits, R: Rules<B>>(kit: &Kit<Chess<B, R>>, id: &str) -> impl Fn() -> Lesson<B, R> + use<B, R> {
    let (game, id) = (Arc::clone(&kit.game), id.to_owned());
    move || Lesson::new(Arc::clone(&game), &id)
}

fn serve_all<B: Bits, R: Rules<B>>(kit: Kit<Chess<B, R>>, workshop: Workshop<Chess<B, R>>) -> Kit<Chess<B, R>> {
    kit.deal(Chess::deal)
        .judge("placed", "what the men are worth, and where they stand", || Tables::new(Terms::Placed))
        .judge("material", "what the men are worth", || Tables::new(Terms::Material))
        .endgames(workshop)
}

/// Tic-tac-toe, with Bertie's dial for its levels.
fn tictactoe_kit() -> Kit<TicTacToe> {
    let card = card("tictactoe", "Tic-tac-toe", "rows", ["X", "O"], "three in a row on nine cells");
    Kit::new(TicTacToe, card, arsenal::tictactoe)
        .judge("rows", "rows that can still be completed", || Plain::new(open_rows))
        .judge("blind", "every unfinished position is even", || Plain::new(|_: &TicTacToe, _: &_| Score::ZERO))
        .dial(|_, at, level, dice| Bertie::new(level).choose(at, dice))
        .nets(nets::policy_and_value, Method::Mcts)
}

/// Id, name, law, lines and what it is about.
type Five = (&'static str, &'static str, Law, usize, &'static str);

const FIVES: [Five; 7] = [
    ("gomoku", "Gomoku", Law::Freestyle, 15, "five or more in a row"),
    ("gomoku-standard", "Gomoku, standard", Law::Standard, 15, "exactly five in a row"),
    ("renju", "Renju", Law::Renju, 15, "five in a row; Black may not make two threes, two fours or six"),
    ("gomoku9", "Gomoku 9x9", Law::Freestyle, 9, "five or more in a row, on a small board"),
    ("gomoku19", "Gomoku 19x19", Law::Freestyle, 19, "five or more in a row, on the large board"),
    ("gomoku-standard19", "Gomoku 19x19, standard", Law::Standard, 19, "exactly five in a row, on the large board"),
    ("renju19", "Renju 19x19", Law::Renju, 19, "renju on the large board"),
];

/// Five in a row.
fn gomoku_kit((id, name, law, size, about): Five) -> Kit<Gomoku> {
    Kit::new(Gomoku::new(law, size), card(id, name, "rows", ["Black", "White"], about), arsenal::gomoku)
        .judge("threats", "threats of both players, fitted to games", || Plain::new(threats))
        .judge("greedy", "the longest rows, and no thought of what follows", || Plain::new(greedy))
        .lore(lore::of_rows, &[LoreKnob::Forced])
        .nets(nets::policy_and_value, Method::Mcts)
}

/// Draughts by one of its codes.
fn draughts_kit(code: Code) -> Kit<Draughts> {
    let sides = [code.first, !code.first].map(Colour::name);
    let card = card(code.id, code.name, "draughts", sides, code.about);
    // Its weights are read when somebody first plays by them.
    let pattern = OnceLock::new();
    let pattern = move || pattern.get_or_init(|| Pattern::new(&Draughts::new(code))).clone();
    Kit::new(Draughts::new(code), card, arsenal::draughts)
        .champion("pattern", "what men are worth together, learnt from games", pattern, arsenal::draughts_pattern)
        .tuned(
            move || Arc::new(draughts::pattern::Lesson::new(Draughts::new(code))),
            Pattern::with,
            arsenal::draughts_pattern,
        )
        .judge("thesis", "pieces above all; a little for men at home, at the sides and covered", || {
            by_thesis(Thesis::default())
        })
        .tuned(
            move || Arc::new(ThesisLesson::new(Draughts::new(code))),
            |_, pairs| AnyEvaluator::new(by_thesis(Thesis::with(pairs))),
            arsenal::draughts,
        )
        .judge("material", "men and kings", || Plain::new(draughts::judge::material))
        .endgames(arsenal::draughts_tables())
        .nets(nets::policy_and_value, Method::Mcts)
        .lore(lore::of_family, &[LoreKnob::Tables])
}

fn by_thesis(thesis: Thesis) -> Opinion<Draughts> {
    Opinion::new(move |game: &_, at: &_| thesis.judge(game, at))
}

/// The facts of a game; the size is taken from its board.
pub(crate) fn card(id: &str, name: &str, family: &str, sides: [&str; 2], about: &str) -> GameCard {
    GameCard {
        id: id.into(),
        name: name.into(),
        family: family.into(),
        size: (0, 0),
        about: about.into(),
        sides: sides.map(Into::into),
        // Without one, files hold chess.
        variant_tag: (id != "chess").then(|| name.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clock, Question, Setup};
    use tabula_core::Stop;

    #[test]
    fn ids_are_distinct_and_every_game_can_be_opened_counted_and_played() {
        for shelf in shelves() {
            let card = shelf.card();
            assert_eq!(shelves().iter().filter(|other| other.card().id == card.id).count(), 1, "{}", card.id);
            assert!(card.size.0 > 0 && card.size.1 > 0 && !card.about.is_empty(), "{}", card.id);
            for name in card.variant_tag.iter().chain([&card.id, &card.id.to_uppercase()]) {
                assert_eq!(find(name).unwrap().card().id, card.id);
            }
            let table = find(&card.id).unwrap().table(&Setup { game: card.id.clone(), start: None }).unwrap();
            let counts = shelf.perft(None, 1, 1).unwrap();
            assert_eq!(counts.len(), table.legal().len(), "{}", card.id);
            for spec in ["random", "tabula:depth=1"] {
                let mut player = shelf.player(&spec.parse().unwrap()).unwrap();
                player
                    .choose(&Question::new(&table.record(), &Clock::default()), &Stop::default(), &mut |_| {})
                    .unwrap();
            }
        }
    }

    #[test]
    fn an_unknown_game_is_answered_with_the_nearest() {
        let said = find("tictaktoe").err().unwrap().to_string();
        assert!(said.starts_with("unknown game 'tictaktoe'; did you mean 'tictactoe'? Known: "), "{said}");
    }

    #[test]
    fn a_table_of_another_game_and_a_human_are_refused() {
        let shelf = find("tictactoe").unwrap();
        let said = shelf.table(&Setup { game: "go".into(), start: None }).err().unwrap().to_string();
        assert_eq!(said, "expected a game of tictactoe, found one of 'go'");
        assert!(shelf.player(&"human".parse().unwrap()).is_err());
    }
}
