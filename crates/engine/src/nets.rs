//! Files of networks as judges: `tabula:net=FILE`.
//!
//! A game says in the [catalogue](crate::catalogue) which reader makes an evaluator of a file's bytes ([`Read`]); files are opened
//! here and nowhere else. A reader refuses what is not for its game, and says in one sentence what is wrong. Another kind of net is
//! another reader.

use crate::GameCard;
use std::path::Path;
use std::sync::{Arc, LazyLock};
use tabula_arsenal::Arm;
use tabula_board::Bits;
use tabula_chess::nnue::{self, Learnt, Network};
use tabula_chess::{Chess, Orthodox, Rules as Laws};
use tabula_core::{AnyEvaluator, Encode, Evaluator, Fault, Game, Search};
use tabula_go::{Go, Rules};
use tabula_nets::{Advisor, Appraiser, Mind};
use tabula_nn::nnue::Whole;
use tabula_search::{Method, Params};

/// Makes a judge of the bytes of a file.
pub(crate) type Read<G, E> = fn(&G, &GameCard, &[u8]) -> Result<E, Fault>;

/// Makes a judge of the bytes of a file, and of the judge any search.
pub(crate) type ReadNet<G> = Box<dyn Fn(&G, &GameCard, &[u8]) -> Result<Judging<G>, Fault> + Send + Sync>;

/// Makes any search of a judge.
pub(crate) type Judging<G> = Box<dyn FnOnce(Method, Params) -> Box<dyn Search<G>>>;

/// Reads nets in this way; what was read is searched with by this arm.
pub(crate) fn reader<G: Game, E: Evaluator<G> + 'static>(read: Read<G, E>, arm: Arm<G, E>) -> ReadNet<G> {
    Box::new(move |game, card, bytes| {
        let judge = read(game, card, bytes)?;
        Ok(Box::new(move |method, params| arm(method, judge, params)))
    })
}

/// Reads nets whose layers are described by this word in one way, all others in another.
pub(crate) fn by_kind<G: Game>(word: &'static str, one: ReadNet<G>, other: ReadNet<G>) -> ReadNet<G> {
    Box::new(move |game, card, bytes| {
        let (_, layers) = tabula_nn::about(bytes).map_err(|fault| Fault::new(fault.to_string()))?;
        let is_it = layers.split(' ').next() == Some(word);
        (if is_it { &one } else { &other })(game, card, bytes)
    })
}

/// Larger files are not read: no net of this house comes near it, and a wrong name may be anything.
const MOST_BYTES: u64 = 1 << 30;

/// The net of a file, where the game can have one.
pub(crate) fn open<G: Game>(
    read: Option<&ReadNet<G>>,
    game: &G,
    card: &GameCard,
    file: &Path,
) -> Result<Judging<G>, Fault> {
    let read = read.ok_or_else(|| Fault::new(format!("there are no networks for {}", card.name)))?;
    let cannot = |why: String| Fault::new(format!("cannot read the net {}: {why}", file.display()));
    let about = std::fs::metadata(file).map_err(|error| cannot(error.to_string()))?;
    if !about.is_file() {
        return Err(cannot("it is not a file".to_string()));
    }
    if about.len() > MOST_BYTES {
        return Err(cannot("it is larger than any net".to_string()));
    }
    let bytes = std::fs::read(file).map_err(|error| cannot(error.to_string()))?;
    read(game, card, &bytes).map_err(|fault| Fault::new(format!("{}: {}", file.display(), fault.what)))
}

/// Nets with a policy and a value, of any game that shows itself to them.
pub(crate) fn policy_and_value<G: Encode>(game: &G, card: &GameCard, bytes: &[u8]) -> Result<AnyEvaluator<G>, Fault> {
    let mind = Mind::read(game, &card.id, bytes)?;
    Ok(AnyEvaluator::new(Advisor::new(Arc::new(mind))))
}

/// Nets that are updated move by move, of any game of the chess family.
pub(crate) fn updated<B: Bits, R: Laws<B>>(
    game: &Chess<B, R>,
    card: &GameCard,
    bytes: &[u8],
) -> Result<AnyEvaluator<Chess<B, R>>, Fault> {
    Ok(AnyEvaluator::new(Network::new(whole(nnue::inputs(game), card, bytes)?)))
}

/// The same for orthodox chess and Chess960, which know more of endings.
pub(crate) fn learnt(game: &Chess<u64, Orthodox>, card: &GameCard, bytes: &[u8]) -> Result<Learnt, Fault> {
    Ok(Learnt::new(whole(nnue::inputs(game), card, bytes)?))
}

/// Nets that are shown the whole board each time and tell a value or a class.
pub(crate) fn shown<G: Encode>(game: &G, _: &GameCard, bytes: &[u8]) -> Result<AnyEvaluator<G>, Fault> {
    Appraiser::read(game, bytes).map(AnyEvaluator::new)
}

/// The net by which chess is played unless another judge is wanted, trained as `docs/networks.md` tells.
static HOUSE: &[u8] = include_bytes!("../../../nets/chess-nnue.safetensors");

/// It as an evaluator.
pub(crate) fn house(game: &Chess<u64, Orthodox>) -> Learnt {
    let (net, _) = Whole::load(HOUSE).expect("a test plays with the net that is built in");
    assert_eq!((net.span().inputs, net.span().buckets), (nnue::inputs(game), nnue::BUCKETS), "the net is one of chess");
    Learnt::new(Arc::new(net))
}

/// Nets of the house that see the whole board of chess, trained as `docs/networks.md` tells: Beast's first model, ...
pub(crate) static BEAST_VALUES: &[u8] = include_bytes!("../../../nets/beast-model1.safetensors");
/// ... its second ...
pub(crate) static BEAST_CONVOLUTIONS: &[u8] = include_bytes!("../../../nets/beast-model2.safetensors");
/// ... and its third.
pub(crate) static BEAST_CLASSES: &[u8] = include_bytes!("../../../nets/beast-model3.safetensors");

/// One of them as an evaluator.
pub(crate) fn beast(game: &Chess<u64, Orthodox>, bytes: &[u8]) -> Appraiser {
    Appraiser::read(game, bytes).expect("a test plays with the nets that are built in")
}

/// The net by which Go on 9x9 is played unless another judge is wanted, trained as `docs/networks.md` tells.
static GO9: &[u8] = include_bytes!("../../../nets/go9.safetensors");

/// It as an evaluator, and as the oracle of the tree search.
pub(crate) fn go9() -> Advisor {
    static MIND: LazyLock<Arc<Mind>> = LazyLock::new(|| {
        let game = Go::new(9, Rules::CHINESE).expect("a board of the usual size");
        Arc::new(Mind::read(&game, "go9", GO9).expect("a test plays with the net that is built in"))
    });
    Advisor::new(Arc::clone(&MIND))
}

/// A net with so many inputs, for this game. Games that differ in their starts alone may use each other's.
fn whole(inputs: usize, card: &GameCard, bytes: &[u8]) -> Result<Arc<Whole>, Fault> {
    let (net, origin) = Whole::load(bytes).map_err(|fault| Fault::new(fault.to_string()))?;
    let span = net.span();
    if span.inputs == inputs && span.buckets == nnue::BUCKETS {
        return Ok(Arc::new(net));
    }
    let shape = format!("{} inputs and {} buckets", span.inputs, span.buckets);
    let wanted = format!("{} needs {inputs} and {}", card.name, nnue::BUCKETS);
    Err(Fault::new(format!("the net is for the game '{}', with {shape}; {wanted}", origin.game)))
}

#[cfg(test)]
mod tests {
    use crate::catalogue::find;
    use crate::{Choice, Clock, Player, Question, Setup};
    use tabula_core::{Fault, Stop};

    fn seated(game: &str, spec: &str) -> Result<Box<dyn Player>, Fault> {
        find(game).unwrap().player(&spec.parse().unwrap())
    }

    /// A net for tic-tac-toe that has learnt nothing.
    fn file(name: &str, keep: usize) -> String {
        let plan = "2x3x3: flatten, heads policy (dense 9) value (dense 1, tanh)";
        let net = tabula_nn::Net::new(plan.parse().unwrap(), 1).unwrap();
        let origin = tabula_nn::Origin { game: "tictactoe".into(), run: "test".into(), planes: "stones".into() };
        let bytes = tabula_nn::save(&net, &origin).unwrap();
        let place = std::env::temp_dir().join(format!("tabula-net-{}-{name}", std::process::id()));
        std::fs::write(&place, &bytes[..bytes.len().min(keep)]).unwrap();
        place.display().to_string()
    }

    #[test]
    fn a_net_plays_by_the_tree_search() {
        let net = file("plays", usize::MAX);
        for spec in [format!("tabula:net={net},nodes=400"), format!("tabula:net={net},search=strong,depth=3")] {
            let mut player = seated("tictactoe", &spec).unwrap();
            let table = find("tictactoe").unwrap().table(&Setup { game: "tictactoe".into(), start: None }).unwrap();
            let question = table.record();
            let choice = player.choose(&Question::new(&question, &Clock::default()), &Stop::default(), &mut |_| {});
            assert!(matches!(choice, Ok(Choice::Move(_))), "{spec}: {choice:?}");
        }
        std::fs::remove_file(net).unwrap();
    }

    #[test]
    fn a_net_that_sees_the_whole_board_plays_chess_by_every_kind_of_search() {
        for (name, end) in [("value", "dense 1"), ("classes", "dense 7, softmax")] {
            let plan = format!("7x8x8: conv 4 3x3 valid, norm, relu, flatten, {end}");
            let net = tabula_nn::Net::new(plan.parse().unwrap(), 1).unwrap();
            let origin = tabula_nn::Origin { game: "chess".into(), run: "test".into(), planes: "beast".into() };
            let place = std::env::temp_dir().join(format!("tabula-beast-{}-{name}", std::process::id()));
            std::fs::write(&place, tabula_nn::save(&net, &origin).unwrap()).unwrap();
            let file = place.display();
            for rest in ["search=alphabeta-ordered,depth=2", "search=mcts,nodes=50", "depth=2"] {
                let mut player = seated("chess", &format!("tabula:net={file},{rest}")).unwrap();
                let table = find("chess").unwrap().table(&Setup { game: "chess".into(), start: None }).unwrap();
                let record = table.record();
                let choice = player.choose(&Question::new(&record, &Clock::default()), &Stop::default(), &mut |_| {});
                assert!(matches!(choice, Ok(Choice::Move(_))), "{rest}: {choice:?}");
            }
            assert!(seated("chess960", &format!("tabula:net={file},depth=1")).is_ok());
            assert!(seated("janus", &format!("tabula:net={file},depth=1")).is_err());
            std::fs::remove_file(place).unwrap();
        }
    }

    #[test]
    fn chess_is_judged_by_the_net_of_the_house_unless_somebody_wants_another() {
        for game in ["chess", "chess960"] {
            let shelf = find(game).unwrap();
            assert_eq!(shelf.evaluators()[0].name, "nnue");
            let queen_up = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
            let values = shelf.values(Some(queen_up)).unwrap();
            assert!(values[0].score.value() > 400, "{game}: {:?}", values[0].score);
        }
    }

    #[test]
    fn go_on_nine_lines_is_judged_by_the_net_of_the_house_and_other_boards_by_playouts() {
        let first = |game: &str| find(game).unwrap().evaluators()[0].name;
        assert_eq!(["go9", "go13", "go9-japanese"].map(first), ["network", "playouts", "playouts"]);
        let mut player = seated("go9", "tabula:nodes=60").unwrap();
        let table = find("go9").unwrap().table(&Setup { game: "go9".into(), start: None }).unwrap();
        let record = table.record();
        let choice = player.choose(&Question::new(&record, &Clock::default()), &Stop::default(), &mut |_| {});
        assert!(matches!(choice, Ok(Choice::Move(_))), "{choice:?}");
    }

    #[test]
    fn a_file_that_is_no_net_of_the_game_is_refused_with_one_sentence() {
        let (whole, cut) = (file("whole", usize::MAX), file("cut", 200));
        let said = |game: &str, net: &str| seated(game, &format!("tabula:net={net}")).err().unwrap().what;
        assert!(said("go9", &whole).ends_with("the net is for the game 'tictactoe', not for 'go9'"));
        assert!(said("tictactoe", &cut).contains("cut short"), "{}", said("tictactoe", &cut));
        assert!(said("tictactoe", "nowhere.net").starts_with("cannot read the net nowhere.net: "));
        assert!(said("tictactoe", "/").contains("it is not a file"));
        assert!(said("chess", &whole).contains("net"), "{}", said("chess", &whole));
        [whole, cut].iter().for_each(|net| std::fs::remove_file(net).unwrap());
    }
}
