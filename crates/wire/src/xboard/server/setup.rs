//! Games that XBoard does not know by itself: the board, the men and their moves, in answer to `variant`.

use crate::xboard::names;
use tabula_core::KindView;
use tabula_engine::{Setup, Shelf};

/// The variants of XBoard that begin and move as ours do.
const KNOWN: [&str; 6] = ["normal", "fischerandom", "janus", "capablanca", "caparandom", "grand"];
/// How many pictures XBoard has for each side; the king's is the last.
const PICTURES: usize = 22;
/// Which picture fits which way of moving.
const FITTING: [(&str, usize); 8] =
    [("N", 1), ("B", 2), ("R", 3), ("Q", 4), ("BN", 7), ("RN", 8), ("QN", 18), ("K", PICTURES - 1)];
/// The pictures for everything else, the least misleading first.
const OTHERS: [usize; 13] = [20, 15, 16, 17, 19, 12, 11, 13, 14, 10, 9, 5, 6];

/// The lines that explain a game; `None` where there is nothing to explain.
pub(super) fn lines(shelf: &dyn Shelf) -> Option<Vec<String>> {
    let card = shelf.card();
    if KNOWN.contains(&names::name(&card.id)) {
        return None;
    }
    let start = shelf.table(&Setup { game: card.id.clone(), start: None }).ok()?.start();
    let kinds = shelf.kinds();
    let table = pictures(&kinds);
    let (files, ranks) = card.size;
    let small = table.to_ascii_lowercase();
    let mut lines = vec![format!("setup ({table}{small}) {files}x{ranks}+0_fairy {start}")];
    lines.extend(kinds.iter().map(|kind| format!("piece {}& {}", kind.letter, kind.moves)));
    Some(lines)
}

/// The letters of the kinds, each in the place of its picture; a dot where there is none.
fn pictures(kinds: &[KindView]) -> String {
    let mut table = ['.'; PICTURES];
    // Those whose picture is certain come first, so that nobody else takes it.
    let (mut certain, mut others) = (Vec::new(), Vec::new());
    for (i, kind) in kinds.iter().enumerate() {
        let moves = kind.moves.split('O').next().unwrap_or_default();
        let fitting = FITTING.iter().find(|(gait, _)| *gait == moves).map(|(_, place)| *place);
        match if i == 0 { Some(0) } else { fitting } {
            Some(place) => certain.push((place, kind.letter)),
            None => others.push(kind.letter),
        }
    }
    for (place, letter) in certain {
        if table[place] == '.' {
            table[place] = letter;
        } else {
            others.push(letter);
        }
    }
    for letter in others {
        if let Some(&place) = OTHERS.iter().find(|&&place| table[place] == '.') {
            table[place] = letter;
        }
    }
    table.iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_engine::catalogue::find;

    #[test]
    fn embassy_is_explained_as_fairy_stockfish_explains_it() {
        assert_eq!(
            lines(&*find("embassy").unwrap()).unwrap()[0],
            "setup (PNBRQ..AC............Kpnbrq..ac............k) 10x8+0_fairy \
             rnbqkcabnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNBQKCABNR w KQkq - 0 1"
        );
        let lines = lines(&*find("embassy").unwrap()).unwrap();
        for line in ["piece P& fmWfceFifmnD", "piece A& BN", "piece C& RN", "piece K& KO3", "piece Q& Q"] {
            assert!(lines.iter().any(|told| told == line), "{line}: {lines:#?}");
        }
    }

    #[test]
    fn what_xboard_knows_is_not_explained() {
        for id in ["chess", "chess960", "janus", "capablanca", "caparandom", "grand"] {
            assert_eq!(lines(&*find(id).unwrap()), None, "{id}");
        }
        assert!(lines(&*find("amazon").unwrap()).unwrap()[0].starts_with("setup (PNBR..............A..K"));
    }
}
