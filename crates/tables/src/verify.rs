//! Checking a table: every position is compared with the positions that follow it, by the rules alone.
//!
//! A table that passes is right, if the tables below it are. What it calls a win or a loss is one: along best play the plies fall to
//! an end of the game. What is a win or a loss it calls so: among those that it did not, take one that ends soonest; all that decides
//! it ends sooner, is called what it is, and so gives it away.

use crate::follow::{Ahead, Follow};
use crate::{Crew, Stage, Table, Tables};
use tabula_core::{Endings, Fate, Fault, Notation};

/// Answers how many positions were compared; the fault names the first that is wrong.
pub fn verify<G: Endings + Notation>(
    game: &G,
    table: &Table<G>,
    below: &Tables<G>,
    crew: &Crew<'_>,
) -> Result<usize, Fault> {
    let (material, layout) = (&table.material, &table.layout);
    let counts = crew.sweep(
        Stage::Check,
        table.span(),
        || (Follow::new(game, material, layout, below), 0),
        |(follow, count), piece| {
            for index in piece {
                let found = table.fate_of(index);
                let at = game.place(layout, index);
                let expected = match &at {
                    None => None,
                    Some(at) => Some(expected(table, follow, at)?),
                };
                if found != expected {
                    return Err(wrong(game, index, at.as_ref(), found, expected));
                }
                *count += usize::from(at.is_some());
            }
            Ok(())
        },
    )?;
    Ok(counts.into_iter().map(|(_, count)| count).sum())
}

fn expected<G: Endings>(table: &Table<G>, follow: &mut Follow<'_, G>, at: &G::Position) -> Result<Fate, Fault> {
    let best = match follow.look(at)? {
        Ahead::Over(fate) => return Ok(fate),
        Ahead::On(best) => best,
    };
    let mut all = best;
    for &next in &follow.inside {
        let missing = || Fault::new(format!("number {next} is a position, but the table has none there"));
        let fate = table.fate_of(next).ok_or_else(missing)?;
        all = all.max(Some(fate.seen_before()));
    }
    Ok(all.unwrap_or(Fate::Draw))
}

fn wrong<G: Notation>(
    game: &G,
    index: usize,
    at: Option<&G::Position>,
    found: Option<Fate>,
    expected: Option<Fate>,
) -> Fault {
    let say = |fate: Option<Fate>| fate.map_or("no position".to_owned(), |fate| fate.to_string());
    let place = at.map_or(String::new(), |at| format!(" ({})", game.write_position(at)));
    Fault::new(format!("number {index}{place} is {}, but its moves say {}", say(found), say(expected)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build;
    use crate::table::{Values, code};
    use tabula_core::Stop;
    use tabula_draughts::{Draughts, code::CZECH};

    #[test]
    fn a_table_with_one_wrong_value_does_not_pass() {
        let game = Draughts::new(CZECH);
        let material = game.read_material("K-K").unwrap();
        let (stop, below) = (Stop::default(), Tables::default());
        let crew = Crew { threads: 1, stop: &stop, tell: &|_| {} };
        let mut table = build(&game, &material, &below, &crew).unwrap();
        assert_eq!(verify(&game, &table, &below, &crew), Ok(992));
        let Values::Narrow(codes) = &mut table.values else { panic!("no end is far away") };
        let near = codes.iter_mut().find(|value| u16::from(**value) == code(Some(Fate::Win(3)))).unwrap();
        *near = code(Some(Fate::Win(5))) as u8;
        let fault = verify(&game, &table, &below, &crew).unwrap_err().what;
        assert!(fault.contains("is win in 5, but its moves say win in 3") || fault.contains("loss"), "{fault}");
    }
}
