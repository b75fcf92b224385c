//! The 960 starts of Chess960, by their usual numbers (Scharnagl's).

/// How many starts there are.
pub const STARTS: u32 = 960;

/// The start position with this number, as text; `None` from 960 on. 518 is the usual one.
///
/// ```
/// assert!(tabula_chess::fischer_start(518).unwrap().starts_with("rnbqkbnr/"));
/// assert_eq!(tabula_chess::fischer_start(960), None);
/// ```
pub fn fischer_start(number: u32) -> Option<String> {
    if number >= STARTS {
        return None;
    }
    let mut array = [None; 8];
    let (number, light) = (number / 4, number % 4);
    let (number, dark) = (number / 4, number % 4);
    let (knights, queen) = (number / 6, number % 6);
    array[light as usize * 2 + 1] = Some('b');
    array[dark as usize * 2] = Some('b');
    place(&mut array, queen as usize, 'q');
    // The ten ways of two knights on five free files, in order.
    let (first, second) = (0..5).flat_map(|a| (a + 1..5).map(move |b| (a, b))).nth(knights as usize)?;
    place(&mut array, second, 'n');
    place(&mut array, first, 'n');
    for piece in ['r', 'k', 'r'] {
        place(&mut array, 0, piece);
    }
    let black: String = array.iter().flatten().collect();
    Some(format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{} w KQkq - 0 1", black.to_uppercase()))
}

/// Puts a piece on the n-th free file.
fn place(array: &mut [Option<char>; 8], n: usize, piece: char) {
    if let Some(free) = array.iter_mut().filter(|file| file.is_none()).nth(n) {
        *free = Some(piece);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_starts_are_distinct_and_known_numbers_give_known_arrays() {
        let starts: HashSet<_> = (0..STARTS).map(|n| fischer_start(n).unwrap()).collect();
        assert_eq!(starts.len(), 960);
        for (number, array) in [(0, "bbqnnrkr"), (518, "rnbqkbnr"), (959, "rkrnnqbb"), (95, "nnrkrqbb")] {
            assert!(fischer_start(number).unwrap().starts_with(array), "{number}");
        }
    }
}
