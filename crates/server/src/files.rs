//! Games as text: anything pasted is understood if it can be, and any tree of moves is written in the notation of its game.

use crate::api::analyse::Value;
use crate::api::board::number;
use crate::api::files::{Node, ReadAnswer, ReadAsk, Tree, WriteAnswer, WriteAsk};
use crate::config::Limits;
use crate::games;
use crate::problem::Problem;
use tabula_core::{Faults, Score, Side};
use tabula_engine::{Setup, Shelf, Table, catalogue};
use tabula_wire::Kind;
use tabula_wire::games as notation;
use tabula_wire::pgn::{self, Dialect, Game, Import, LineId, Note, Tag, Verdict};

/// Games of a text that are read; the rest is told as left out.
const MOST_GAMES: usize = 200;
/// Faults that are told.
const MOST_FAULTS: usize = 50;
/// Moves of a tree.
const MOST_NODES: usize = 20_000;

/// Finds out what a text is, and reads it.
pub(crate) fn read(ask: &ReadAsk) -> Result<ReadAnswer, Problem> {
    let text = ask.text.trim();
    if text.is_empty() {
        return Err(Problem::bad("expected a game or a position, found nothing").at("text"));
    }
    let hint = ask.game.as_deref().map(games::find).transpose()?;
    let hint = hint.as_deref();
    if text.starts_with('(') && text.contains(';') {
        return Ok(games_of(text, Dialect::Sgf, hint, "sgf"));
    }
    if !text.starts_with('[')
        && let Some(tree) = position(text, hint)
    {
        return Ok(ReadAnswer { format: "fen", games: vec![tree], faults: Vec::new() });
    }
    let draughts = hint.is_some_and(|shelf| notation::dialect(shelf.card()) == Dialect::Pdn);
    let tagged = text.starts_with('[');
    let (dialect, format) = match (tagged, text.contains("[GameType") || (draughts && !text.contains("[Variant"))) {
        (true, true) => (Dialect::Pdn, "pdn"),
        (true, false) => (Dialect::Pgn, "pgn"),
        (false, true) => (Dialect::Pdn, "moves"),
        (false, false) => (Dialect::Pgn, "moves"),
    };
    let answer = games_of(text, dialect, hint, format);
    let empty = answer.games.iter().all(|tree| tree.nodes.len() <= 1);
    if !tagged && empty {
        let what = "this is neither a game (PGN, PDN, SGF), nor a position, nor a list of moves";
        return Err(Problem::bad(match answer.faults.first() {
            Some(fault) => format!("{what}: {fault}"),
            None => what.to_string(),
        })
        .at("text"));
    }
    Ok(answer)
}

/// A position as text, of the game at hand or of the first that understands it.
fn position(text: &str, hint: Option<&dyn Shelf>) -> Option<Tree> {
    if text.lines().count() > 1 {
        return None;
    }
    let understood = |shelf: &dyn Shelf| {
        let setup = Setup { game: shelf.card().id.clone(), start: Some(text.to_string()) };
        let table = shelf.table(&setup).ok()?;
        Some(Tree {
            game: shelf.card().id.clone(),
            start: Some(table.position()),
            tags: Vec::new(),
            nodes: vec![Node::default()],
            result: "*".into(),
        })
    };
    hint.and_then(understood).or_else(|| catalogue::shelves().iter().find_map(|shelf| understood(&**shelf)))
}

/// The games of a text; a game that does not say which it is, is one of `hint`.
fn games_of(text: &str, dialect: Dialect, hint: Option<&dyn Shelf>, format: &'static str) -> ReadAnswer {
    let open = |setup: &Setup| -> Result<Box<dyn Table>, Faults> {
        let start = setup.start.clone();
        let at = |shelf: &dyn Shelf| shelf.table(&Setup { game: shelf.card().id.clone(), start: start.clone() });
        match hint {
            // PGN without a tag means chess, unless the page is looking at another game.
            Some(shelf) if dialect == Dialect::Pgn && setup.game == "chess" && !text.contains("[Variant") => at(shelf),
            Some(shelf) if shelf.card().is_called(&setup.game) => at(shelf),
            _ => at(&*catalogue::named(&setup.game)?),
        }
    };
    let mut answer = ReadAnswer { format, games: Vec::new(), faults: Vec::new() };
    for reading in notation::reader(text.as_bytes(), dialect) {
        let Ok(reading) = reading else { break };
        if answer.games.len() == MOST_GAMES {
            answer.faults.push(format!("only the first {MOST_GAMES} games were read"));
            break;
        }
        let import = notation::import(reading, dialect, &open);
        // A bare list of moves promises no result.
        let told = import.faults.iter().filter(|fault| format != "moves" || fault.kind != Kind::Result);
        answer.faults.extend(told.map(ToString::to_string));
        if let Some(tree) = tree(&import) {
            answer.games.push(tree);
        }
    }
    answer.faults.truncate(MOST_FAULTS);
    answer
}

/// A game that was read, as pages hold it: as far as its moves could be replayed.
fn tree(import: &Import) -> Option<Tree> {
    let table = import.table.as_ref()?;
    let mut nodes = vec![Node::default()];
    nodes[0].comment = comment(&import.game.tree.line(LineId::MAIN).lead).0;
    // A line of the file, the node before its first move, and the nodes of its moves.
    let mut open = vec![(LineId::MAIN, 0)];
    while let Some((line, before)) = open.pop() {
        let mut parent = before;
        for &id in &import.game.tree.line(line).moves {
            let Some(played) = &import.played[id.index()] else { break };
            let written = import.game.tree.node(id);
            open.extend(written.variations.iter().map(|&variation| (variation, parent)));
            let (words, value) = comment(&written.after);
            nodes.push(Node {
                code: played.code.clone(),
                text: played.text.clone(),
                by: played.by.map(number),
                children: Vec::new(),
                comment: words,
                signs: written.nags.clone(),
                value,
            });
            let child = nodes.len() - 1;
            nodes[parent].children.push(child);
            parent = child;
        }
    }
    Some(Tree {
        game: table.card().id.clone(),
        start: import.setup.start.as_ref().map(|_| table.start()),
        tags: import.game.tags.iter().map(|tag| (tag.name.clone(), tag.value.clone())).collect(),
        nodes,
        result: import.game.result.text().into(),
    })
}

/// What notes say, and the value that an analysis wrote into them, for the first player.
fn comment(notes: &[Note]) -> (String, Option<Value>) {
    let mut value = None;
    let mut words = Vec::new();
    for note in notes {
        let Note::Comment(text) = note else { continue };
        for (name, said) in pgn::commands(text) {
            if name == "eval" {
                value = eval(said).or(value);
            }
        }
        let plain = without_commands(text);
        if !plain.is_empty() {
            words.push(plain);
        }
    }
    (words.join(" "), value)
}

/// `0.35` or `#-3`.
fn eval(text: &str) -> Option<Value> {
    let text = text.split(',').next()?.trim();
    let score = match text.strip_prefix('#') {
        Some(moves) => {
            let moves: i32 = moves.parse().ok().filter(|moves: &i32| moves.abs() < 500)?;
            let plies = 2 * moves.unsigned_abs();
            if moves > 0 { Score::win_in(plies - 1) } else { Score::loss_in(plies) }
        }
        None => {
            let pawns: f64 = text.parse().ok().filter(|pawns: &f64| pawns.abs() < 200.0)?;
            Score::estimate((pawns * 100.0).round() as i32)
        }
    };
    Some(Value::of(score, Side::First))
}

/// A comment without `[%...]`.
fn without_commands(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("[%") {
        plain += before;
        rest = after.split_once(']').map_or("", |(_, rest)| rest);
    }
    (plain + rest).split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Writes a tree, or a position of it.
pub(crate) fn write(limits: &Limits, ask: &WriteAsk) -> Result<WriteAnswer, Problem> {
    let WriteAsk { tree, format, at } = ask;
    let shelf = games::find(&tree.game)?;
    check(tree)?;
    let own = games::card(&*shelf).map_or(Vec::new(), |card| card.formats);
    if !own.contains(&format.as_str()) {
        let what = format!("games of {} are written as {}", shelf.card().name, own.join(" or "));
        return Err(Problem::bad(what).at("format"));
    }
    if format == "fen" {
        let node = at.unwrap_or(0);
        let path = path(tree, node).ok_or_else(|| Problem::bad(format!("there is no node {node}")).at("at"))?;
        let codes: Vec<String> = path.iter().map(|&node| tree.nodes[node].code.clone()).collect();
        let table = games::set_up(limits, &*shelf, tree.start.clone(), &codes)?;
        return Ok(WriteAnswer { text: table.position(), name: format!("{}.fen", tree.game) });
    }
    let main: Vec<usize> = main_line(tree);
    let codes: Vec<String> = main.iter().map(|&node| tree.nodes[node].code.clone()).collect();
    let table = games::set_up(limits, &*shelf, tree.start.clone(), &codes)?;
    let tags: Vec<Tag> = tree.tags.iter().map(|(name, value)| Tag::new(name.clone(), value.clone())).collect();
    let dialect = notation::dialect(shelf.card());
    let mut game = notation::export(&*table, &tags, Verdict::read(&tree.result));
    annotate(tree, &main, &mut game, dialect);
    Ok(WriteAnswer { text: notation::write(&game, dialect), name: format!("{}.{format}", tree.game) })
}

/// Refuses what is no tree: everything else may then follow its numbers.
fn check(tree: &Tree) -> Result<(), Problem> {
    let bad = |what: String| Err(Problem::bad(what).at("tree"));
    if tree.nodes.is_empty() || tree.nodes.len() > MOST_NODES {
        return bad(format!("expected 1 to {MOST_NODES} nodes, found {}", tree.nodes.len()));
    }
    let mut parents = vec![0; tree.nodes.len()];
    for (number, node) in tree.nodes.iter().enumerate() {
        for &child in &node.children {
            // Children come after their parents: there can be no circle.
            if child <= number || child >= tree.nodes.len() {
                return bad(format!("node {number} has the child {child}, which cannot be"));
            }
            parents[child] += 1;
        }
    }
    match parents.iter().skip(1).position(|&parents| parents != 1) {
        Some(lost) => bad(format!("node {} has {} parents, expected one", lost + 1, parents[lost + 1])),
        None => Ok(()),
    }
}

fn main_line(tree: &Tree) -> Vec<usize> {
    std::iter::successors(tree.nodes[0].children.first().copied(), |&node| tree.nodes[node].children.first().copied())
        .collect()
}

/// The nodes from the first move to a node.
fn path(tree: &Tree, node: usize) -> Option<Vec<usize>> {
    if node >= tree.nodes.len() {
        return None;
    }
    let mut parent = vec![0; tree.nodes.len()];
    for (number, one) in tree.nodes.iter().enumerate() {
        for &child in &one.children {
            parent[child] = number;
        }
    }
    let mut path: Vec<usize> =
        std::iter::successors(Some(node), |&node| Some(parent[node])).take_while(|&node| node != 0).collect();
    path.reverse();
    Some(path)
}

/// Comments, signs, values and variations, into a game that has its main line.
fn annotate(tree: &Tree, main: &[usize], game: &mut Game, dialect: Dialect) {
    let spelled = |node: &Node| match dialect {
        // The grammar for writing has no other sign for a capture.
        Dialect::Pdn => node.text.replace(':', "x"),
        _ => node.text.clone(),
    };
    if !tree.nodes[0].comment.is_empty() {
        let lead = &mut game.tree.line_mut(LineId::MAIN).lead;
        lead.push(Note::Comment(tree.nodes[0].comment.clone()));
    }
    // A line in the file, and the nodes that stand in it from its first move on; a die's word belongs to the move before it.
    let ids = game.tree.line(LineId::MAIN).moves.clone();
    let mut open = vec![(ids, std::iter::once(0).chain(main.iter().copied()).collect::<Vec<_>>())];
    while let Some((ids, nodes)) = open.pop() {
        for (step, &id) in nodes.windows(2).zip(&ids) {
            let [before, here] = [step[0], step[1]];
            let node = &tree.nodes[here];
            let written = game.tree.node_mut(id);
            written.nags.extend(&node.signs);
            let value = node.value.map(|value| match (value.mate, value.units) {
                (Some(moves), _) => format!("[%eval #{moves}]"),
                (None, units) => format!("[%eval {:.2}]", f64::from(units.unwrap_or(0)) / 100.0),
            });
            let words: Vec<String> =
                value.into_iter().chain((!node.comment.is_empty()).then(|| node.comment.clone())).collect();
            if !words.is_empty() {
                written.after.push(Note::Comment(words.join(" ")));
            }
            for &other in tree.nodes[before].children.iter().filter(|&&child| child != here) {
                if tree.nodes[before].children.first() == Some(&here) {
                    let line = game.tree.vary(id);
                    let mut branch = vec![before, other];
                    while let Some(&next) = tree.nodes[branch[branch.len() - 1]].children.first() {
                        branch.push(next);
                    }
                    let ids = branch[1..].iter().map(|&node| game.tree.add(line, spelled(&tree.nodes[node]))).collect();
                    open.push((ids, branch));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(text: &str, game: Option<&str>) -> ReadAnswer {
        read(&ReadAsk { text: text.into(), game: game.map(str::to_owned) }).unwrap()
    }

    fn texts(tree: &Tree) -> Vec<&str> {
        main_line(tree).into_iter().map(|node| tree.nodes[node].text.as_str()).collect()
    }

    #[test]
    fn anything_pasted_is_understood() {
        for (text, game, format, found) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None, "fen", "chess"),
            ("[Event \"x\"]\n\n1. e4 e5 2. Nf3 *", None, "pgn", "chess"),
            ("1. e4 e5 2. Nf3", None, "moves", "chess"),
            ("e4 e5 Nf3", None, "moves", "chess"),
            ("(;GM[1]FF[4]SZ[9];B[ee];W[cc])", None, "sgf", "go9"),
            ("[GameType \"20\"]\n\n1. 32-28 19-23 *", None, "pdn", "international"),
            ("[Variant \"Janus\"]\n\n1. e4 *", None, "pgn", "janus"),
        ] {
            let answer = read_text(text, game);
            assert_eq!((answer.format, answer.games[0].game.as_str()), (format, found), "{text}: {:?}", answer.faults);
            assert!(format == "pgn" || answer.faults.is_empty(), "{text}: {:?}", answer.faults);
        }
    }

    #[test]
    fn nonsense_is_refused_with_a_sentence() {
        let problem = read(&ReadAsk { text: "what is this".into(), game: None }).unwrap_err();
        assert!(problem.error.starts_with("this is neither a game"), "{}", problem.error);
    }

    #[test]
    fn variations_comments_and_signs_survive_the_way_there_and_back() {
        let text = "1. e4 $1 {good} e5 (1... c5 2. Nf3 (2. c3 {Alapin} d5) d6) 2. Nf3 {[%eval 0.35] calm} *";
        let tree = &read_text(text, None).games[0];
        assert_eq!(texts(tree), ["e4", "e5", "Nf3"]);
        assert_eq!((tree.nodes.len(), tree.nodes[1].comment.as_str()), (9, "good"));
        let answer =
            write(&Limits::default(), &WriteAsk { tree: tree.clone(), format: "pgn".into(), at: None }).unwrap();
        let again = &read_text(&answer.text, None).games[0];
        assert_eq!(again.nodes.len(), tree.nodes.len(), "{}", answer.text);
        let all = |tree: &Tree| {
            let mut all: Vec<_> = (1..tree.nodes.len())
                .map(|node| {
                    let line: Vec<_> =
                        path(tree, node).unwrap().iter().map(|&node| tree.nodes[node].text.clone()).collect();
                    (line.join(" "), tree.nodes[node].comment.clone(), tree.nodes[node].signs.clone())
                })
                .collect();
            all.sort();
            all
        };
        assert_eq!(all(again), all(tree));
        assert_eq!(again.nodes[3].value.and_then(|value| value.units), Some(35));
    }

    #[test]
    fn a_position_of_a_tree_is_written() {
        let tree = read_text("1. e4 e5", None).games[0].clone();
        let answer = write(&Limits::default(), &WriteAsk { tree, format: "fen".into(), at: Some(1) }).unwrap();
        assert_eq!(answer.text, "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    }

    #[test]
    fn what_is_no_tree_is_refused() {
        let tree = read_text("1. e4 e5", None).games[0].clone();
        for (children, said) in
            [(vec![0], "cannot be"), (vec![9], "cannot be"), (vec![2, 2], "2 parents"), (vec![], "0 parents")]
        {
            let mut tree = tree.clone();
            tree.nodes[1].children = children;
            let problem = write(&Limits::default(), &WriteAsk { tree, format: "pgn".into(), at: None }).unwrap_err();
            assert!(problem.error.contains(said), "{}", problem.error);
        }
    }

    #[test]
    fn a_game_of_go_is_written_as_sgf_and_read_again() {
        let tree = read_text("(;GM[1]FF[4]SZ[9]KM[7.5];B[ee]C[middle](;W[cc];B[gg])(;W[gc]))", None).games[0].clone();
        let answer =
            write(&Limits::default(), &WriteAsk { tree: tree.clone(), format: "sgf".into(), at: None }).unwrap();
        let again = &read_text(&answer.text, None).games[0];
        assert_eq!((texts(again), again.nodes.len()), (texts(&tree), tree.nodes.len()), "{}", answer.text);
        assert_eq!(again.nodes[1].comment, "middle");
    }
}
