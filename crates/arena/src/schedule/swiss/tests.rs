use super::*;
use proptest::prelude::*;
use std::collections::HashMap;

/// Plays a tournament with results drawn from `lots`, and answers its rounds.
fn play(entrants: usize, rounds: usize, games: usize, lots: &[u8]) -> Vec<Round> {
    let mut swiss = Swiss::new(entrants, rounds, games);
    let mut lots = lots.iter().cycle();
    let (mut all, mut played) = (Vec::new(), Vec::new());
    while let Some(round) = swiss.next(&played) {
        let mut lot = || usize::from(*lots.next().unwrap()) % (2 * games + 1);
        played = round
            .meetings
            .iter()
            .map(|&(one, other)| {
                let won = lot();
                Met { one, other, half_points: [won, 2 * games - won] }
            })
            .collect();
        all.push(round);
    }
    all
}

/// What must hold of every tournament.
fn check(entrants: usize, games: usize, rounds: &[Round]) {
    let mut met = HashSet::new();
    let mut byes = HashMap::new();
    let mut colours: HashMap<usize, Vec<Side>> = HashMap::new();
    for round in rounds {
        let mut present: Vec<_> = round.bye.into_iter().collect();
        for &(first, second) in &round.meetings {
            assert!(met.insert((first.min(second), first.max(second))), "{first} and {second} meet twice");
            present.extend([first, second]);
            for game in 0..games {
                let swapped = game % 2 == 1;
                colours.entry(first).or_default().push(if swapped { Side::Second } else { Side::First });
                colours.entry(second).or_default().push(if swapped { Side::First } else { Side::Second });
            }
        }
        present.sort_unstable();
        assert_eq!(present, (0..entrants).collect::<Vec<_>>(), "somebody is missing or plays twice");
        assert_eq!(round.bye.is_some(), entrants % 2 == 1);
        if let Some(player) = round.bye {
            *byes.entry(player).or_insert(0) += 1;
        }
    }
    assert!(byes.values().all(|&count| count == 1), "two byes: {byes:?}");
    for (player, colours) in colours {
        assert!(
            !colours.windows(3).any(|three| three.iter().all(|side| *side == three[0])),
            "{player} has a colour three times in a row: {colours:?}"
        );
        let firsts = colours.iter().filter(|&&side| side == Side::First).count();
        assert!((2 * firsts).abs_diff(colours.len()) <= 2, "{player}: {colours:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn sixteen_players_never_meet_twice_and_have_balanced_colours(
        lots in proptest::collection::vec(any::<u8>(), 64), rounds in 1_usize..=8, games in 1_usize..=3,
    ) {
        let played = play(16, rounds, games, &lots);
        prop_assert_eq!(played.len(), rounds);
        check(16, games, &played);
    }

    #[test]
    fn any_number_of_players_is_paired(
        lots in proptest::collection::vec(any::<u8>(), 64), entrants in 2_usize..=33, games in 1_usize..=2, part in 1_usize..=4,
    ) {
        let rounds = (most_rounds(entrants) * part).div_ceil(4);
        let played = play(entrants, rounds, games, &lots);
        prop_assert_eq!(played.len(), rounds);
        check(entrants, games, &played);
    }
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower() {
    let rounds = play(8, 1, 2, &[0]);
    assert_eq!(rounds[0].meetings, [(0, 4), (1, 5), (2, 6), (3, 7)]);
    let rounds = play(5, 1, 1, &[0]);
    assert_eq!(rounds[0].bye, Some(4));
}

#[test]
fn winners_meet_winners() {
    // Who has the lower number wins.
    let mut swiss = Swiss::new(8, 2, 2);
    let first = swiss.next(&[]).unwrap();
    let played: Vec<_> = first.meetings.iter().map(|&(one, other)| Met { one, other, half_points: [4, 0] }).collect();
    let second = swiss.next(&played).unwrap();
    let pairs: Vec<_> = second.meetings.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    assert_eq!(pairs, [(0, 2), (1, 3), (4, 6), (5, 7)]);
}
