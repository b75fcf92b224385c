//! Tables of draughts, against searches and against what is known of small endings.

#![allow(clippy::unwrap_used)]

mod plain;

use plain::{plain, tables};
use std::fs::File;
use std::path::Path;
use tabula_core::cache::Mapped;
use tabula_core::{Claims, Dice, Endings, Exact, Fate, Game, Known, Line, Mover, Notation};
use tabula_draughts::{Code, Draughts, code};
use tabula_tables::{Tables, format};

/// The tables of all materials of up to so many pieces, every position checked.
fn up_to(game: &Draughts, pieces: u32) -> Tables<Draughts> {
    let names: Vec<_> =
        (2..=pieces).flat_map(|pieces| game.materials(pieces)).map(|material| game.write_material(&material)).collect();
    tables(game, &names.iter().map(String::as_str).collect::<Vec<_>>())
}

#[test]
fn three_pieces_end_as_searches_of_a_few_plies_say() {
    for code in [code::CZECH, code::ENGLISH] {
        let game = Draughts::new(code);
        let tables = up_to(&game, 3);
        for name in ["K-K", "M-M", "K-M", "MM-M", "MM-K"] {
            plain(&game, name, &tables);
        }
    }
}

#[test]
fn what_the_books_say_of_a_few_kings() {
    let czech = Draughts::new(code::CZECH);
    let english = Draughts::new(code::ENGLISH);
    let (of_czech, of_english) = (tables(&czech, &["KKK-K"]), tables(&english, &["KK-K"]));
    let fate = |game: &Draughts, tables: &Tables<Draughts>, text: &str| {
        tables.fate(game, &game.read_position(text).unwrap()).map(Fate::exact)
    };
    // Two kings of short steps drive a lone one even out of the double corner.
    assert_eq!(fate(&english, &of_english, "W:WK14,K15:BK1"), Some(Exact::Win));
    assert_eq!(fate(&english, &of_english, "W:WK18,K22:BK5"), Some(Exact::Win));
    // A lone king that flies holds the main road against two and three, and nothing but the main road against three.
    assert_eq!(fate(&czech, &of_czech, "W:WK5,K6:BK29"), Some(Exact::Draw));
    assert_eq!(fate(&czech, &of_czech, "W:WK5,K6,K12:BK29"), Some(Exact::Draw));
    assert_eq!(fate(&czech, &of_czech, "W:WK5,K6,K29:BK12"), Some(Exact::Win));
}

/// Plays a won position out against best or against any defence; answers whether it was won by the rules of the game.
fn is_won(game: &Draughts, tables: &Tables<Draughts>, mut line: Line<Draughts>, mut dice: Option<Dice>) -> bool {
    let winner = game.mover(line.now());
    loop {
        if let Some(outcome) = line.outcome(game, Claims::Taken) {
            return outcome.winner.map(Mover::from) == Some(winner);
        }
        let m = match &mut dice {
            Some(dice) if game.mover(line.now()) != winner => *dice.pick(&line.legal(game)).unwrap(),
            _ => tables.choices(game, &line).unwrap().1[0],
        };
        line.play(game, m);
    }
}

#[test]
fn what_is_said_to_be_won_is_won_before_the_rule_of_quiet_moves() {
    let game = Draughts::new(code::CZECH);
    let tables = tables(&game, &["MM-K", "MM-M"]);
    let mut dice = Dice::new(15);
    let mut counts = [0; 3];
    for name in ["MM-K", "KM-K", "KM-M", "MM-M"] {
        let table = tables.get(&game, &game.read_material(name).unwrap()).unwrap();
        for _ in 0..3000 {
            let index = dice.below(table.span());
            let (Some(Fate::Win(plies)), Some(at)) = (table.fate_of(index), table.position(&game, index)) else {
                continue;
            };
            let text = format!("{}:H{}", game.write_position(&at), dice.below(30));
            let line = Line::from(&game, game.read_position(&text).unwrap());
            let left = game.patience(line.now()).unwrap();
            let (exact, _) = tables.choices(&game, &line).unwrap();
            let inside = tables.probe(&game, line.now());
            assert_eq!(inside, (plies <= left).then_some(Exact::Win), "{text}");
            // Some of the wins that are too long have progress on the way.
            let kind = usize::from(plies > left) + usize::from(exact == Exact::Draw);
            counts[kind] += 1;
            if exact == Exact::Win {
                assert!(is_won(&game, &tables, line.clone(), None), "{text}");
                assert!(is_won(&game, &tables, line, Some(Dice::new(index as u64))), "{text}");
            }
        }
    }
    let [near, proved, unproved] = counts;
    assert!(near > 1000 && proved > 100 && unproved > 0 && unproved < proved, "{counts:?}");
}

#[test]
fn a_packed_table_answers_as_an_unpacked_one() {
    let game = Draughts::new(code::CZECH);
    let tables = tables(&game, &["KM-K"]);
    let whole = tables.get(&game, &game.read_material("KM-K").unwrap()).unwrap();
    let bytes = format::write(&game, whole);
    assert!(bytes.len() * 2 < whole.span(), "{} of {}", bytes.len(), whole.span());
    let packed = format::open(&game, Box::new(bytes.clone())).unwrap();
    assert!((0..=whole.span()).all(|index| packed.fate_of(index) == whole.fate_of(index)));
    assert_eq!(format::write(&game, &packed), bytes);
    // In a broken block nothing is known; elsewhere all that was.
    let mut broken = bytes.clone();
    *broken.last_mut().unwrap() ^= 1;
    let broken = format::open(&game, Box::new(broken)).unwrap();
    assert_eq!(broken.fate_of(0), whole.fate_of(0));
    assert_eq!(broken.fate_of(whole.span() - 1), None);
    assert!(format::open(&game, Box::new(bytes[..bytes.len() - 9].to_vec())).is_err());
}

#[test]
#[ignore = "takes a minute: cargo test -p tabula-tables --test draughts -- --ignored four_pieces"]
fn every_position_of_four_pieces_is_what_its_moves_say() {
    for code in [code::CZECH, code::ENGLISH] {
        let game = Draughts::new(code);
        let tables = up_to(&game, 4);
        let positions: usize = tables.materials().map(|material| positions(&game, material)).sum();
        println!("{}: {positions} positions of up to four pieces compared with those that follow them", code.id);
        // Those of the Chinook project with both sides present; another count is in the crate of the game.
        assert_eq!(positions, 6_408_836, "{}", code.id);
    }
}

fn positions(game: &Draughts, material: &<Draughts as Endings>::Material) -> usize {
    let layout = game.layout(material);
    (0..game.span(&layout)).filter(|&index| game.place(&layout, index).is_some()).count()
}

/// The tables of a folder, mapped; `None` if there are none of so many pieces.
fn stored(code: Code, pieces: u32) -> Option<Tables<Draughts>> {
    let game = Draughts::new(code);
    let folder = std::env::var("TABULA_ENDINGS").ok()?;
    let mut tables = Tables::default();
    for material in (2..=pieces).flat_map(|pieces| game.materials(pieces)) {
        let name = format!("{}.{}.ending", code.id, game.write_material(&material));
        let file = File::open(Path::new(&folder).join(name)).ok()?;
        let table = format::open(&game, Box::new(Mapped::new(&file).unwrap())).unwrap();
        tables.add(&game, std::sync::Arc::new(table));
    }
    Some(tables)
}

/// What a search can prove of a position of five pieces without their tables; captures lead to smaller ones, which are asked.
struct Prover<'a> {
    game: &'a Draughts,
    small: &'a Tables<Draughts>,
    left: u32,
    seen: std::collections::HashMap<(u64, u32), (Exact, Exact)>,
}

const fn seen_before(exact: Exact) -> Exact {
    match exact {
        Exact::Loss => Exact::Win,
        Exact::Draw => Exact::Draw,
        Exact::Win => Exact::Loss,
    }
}

impl Prover<'_> {
    /// The worst and the best that the result can be, as far as so many plies show.
    fn look(&mut self, at: &<Draughts as Game>::Position, depth: u32) -> (Exact, Exact) {
        if let Some(fate) = self.small.fate(self.game, at) {
            return (fate.exact(), fate.exact());
        }
        let mut moves = Vec::new();
        self.game.moves(at, &mut moves);
        if moves.is_empty() {
            return (Exact::Loss, Exact::Loss);
        }
        if depth == 0 || self.left == 0 {
            return (Exact::Loss, Exact::Win);
        }
        let key = (self.game.key(at).0, depth);
        if let Some(&known) = self.seen.get(&key) {
            return known;
        }
        self.left -= 1;
        let mut bounds = (Exact::Loss, Exact::Loss);
        for m in moves {
            let mut next = *at;
            self.game.play(&mut next, m, &mut ());
            let (worst, best) = self.look(&next, depth - 1);
            bounds = (bounds.0.max(seen_before(best)), bounds.1.max(seen_before(worst)));
            if bounds.0 == Exact::Win {
                break;
            }
        }
        if self.left > 0 {
            self.seen.insert(key, bounds);
        }
        bounds
    }
}

#[test]
#[ignore = "needs tables of five pieces: TABULA_ENDINGS=DIR cargo test -p tabula-tables --test draughts -- --ignored five"]
fn ten_thousand_positions_of_five_pieces_end_as_searches_say() {
    const EFFORT: u32 = 20_000;
    for code in [code::CZECH, code::ENGLISH] {
        let game = Draughts::new(code);
        // Who asks for this test by name wants to know.
        let [tables, small] = [5, 4].map(|pieces| {
            stored(code, pieces)
                .unwrap_or_else(|| panic!("TABULA_ENDINGS names no folder with the tables of {}", code.id))
        });
        let materials = game.materials(5);
        let layouts: Vec<_> = materials.iter().map(|material| game.layout(material)).collect();
        let spans: Vec<_> = layouts.iter().enumerate().map(|(i, layout)| (i, game.span(layout) as u32)).collect();
        let mut dice = Dice::new(5);
        let (mut open, mut solved) = (0, [0; 3]);
        while solved.iter().sum::<u32>() < 10_000 {
            // Every number is as likely as any other, whatever its material.
            let layout = &layouts[dice.pick_weighted(&spans).unwrap()];
            let Some(at) = game.place(layout, dice.below(game.span(layout))) else { continue };
            let exact = tables.fate(&game, &at).unwrap().exact();
            let mut prover = Prover { game: &game, small: &small, left: EFFORT, seen: Default::default() };
            let (mut worst, mut best) = (Exact::Loss, Exact::Win);
            let mut depth = 0;
            while worst != best && prover.left > 0 {
                let (low, high) = prover.look(&at, depth);
                (worst, best) = (worst.max(low), best.min(high));
                depth += 1;
            }
            assert!(
                worst <= exact && exact <= best,
                "{} is {exact:?}, not {worst:?} to {best:?}",
                game.write_position(&at)
            );
            if worst == best {
                solved[exact as usize] += 1;
            } else {
                open += 1;
            }
        }
        let [losses, draws, wins] = solved;
        println!("{}: {losses} losses, {draws} draws and {wins} wins as in the tables", code.id);
        println!("{open} more positions were not solved by {EFFORT} nodes, and not contradicted");
        // Most can be solved; fewer in English, whose wins are longer.
        assert!(open < 10_000, "{open}");
    }
}
