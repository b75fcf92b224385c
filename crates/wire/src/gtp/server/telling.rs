//! What a player thinks, in the words of other programs: Leela Zero's and KataGo's, as boards parse them.
//!
//! Everything is in the eyes of whoever is to move. `pv` stands last in each move, since boards read on from it to the
//! next `info`.

use super::commands::Form;
use crate::gtp::vertex;
use tabula_core::{Insight, Score, Side};
use tabula_engine::Info;

/// One line for all moves, the best first.
pub(super) fn line(form: Form, infos: &[Info], insight: Option<&Insight>, side: Side) -> String {
    // Of the position, not of the move: games that are played out tell no more.
    let lead = insight.map(|known| sided(known.lead, side));
    // What nobody has looked at yet is not worth a word, unless there is nothing else.
    let tried = |info: &Info| info.rank <= 1 || info.tries.is_none_or(|tries| tries.visits > 0);
    let moves = infos.iter().filter(|info| !info.line.is_empty() && tried(info));
    let texts: Vec<_> = moves.enumerate().map(|(order, info)| candidate(form, order, info, lead)).collect();
    texts.join(" ")
}

/// Whose each point will be, from the top left corner, seen by `side`; empty where nobody knows.
pub(super) fn owners(known: &Insight, size: usize, side: Side) -> String {
    if known.owners.len() != size * size {
        return String::new();
    }
    let rows = known.owners.chunks(size).rev();
    let texts: Vec<_> = rows.flatten().map(|&owner| format!("{:.3}", sided(owner, side))).collect();
    format!(" ownership {}", texts.join(" "))
}

fn candidate(form: Form, order: usize, info: &Info, lead: Option<f32>) -> String {
    let visits = info.tries.map_or(info.nodes, |tries| tries.visits);
    let chance = info.tries.map_or_else(|| chance(info.score), |tries| tries.chance.clamp(0.0, 1.0));
    let prior = info.tries.map_or(0.0, |tries| tries.prior.clamp(0.0, 1.0));
    let bound = lower_bound(chance, visits);
    let line: Vec<_> = info.line.iter().map(|code| vertex(code)).collect();
    let (first, line) = (line[0].clone(), line.join(" "));
    match form {
        Form::Leela => {
            let part = |share: f32| (share * 10_000.0).round() as u32;
            let (chance, prior, bound) = (part(chance), part(prior), part(bound));
            format!(
                "info move {first} visits {visits} winrate {chance} prior {prior} lcb {bound} order {order} pv {line}"
            )
        }
        Form::Kata => {
            let lead = lead.map_or(String::new(), |lead| format!(" scoreMean {lead:.3} scoreLead {lead:.3}"));
            format!(
                "info move {first} visits {visits} winrate {chance:.6}{lead} prior {prior:.6} lcb {bound:.6} \
                 order {order} pv {line}"
            )
        }
    }
}

fn sided(value: f32, side: Side) -> f32 {
    if side == Side::First { value } else { -value }
}

/// The chance to win that a value stands for, where nobody counted wins.
fn chance(score: Score) -> f32 {
    match score.plies_to_end() {
        Some(_) => (score.value().signum() as f32 + 1.0) / 2.0,
        None => 1.0 / (1.0 + (-score.value() as f32 / 200.0).exp()),
    }
}

/// A chance that is exceeded almost surely, by the spread of so many tries.
fn lower_bound(chance: f32, visits: u64) -> f32 {
    let spread = (chance * (1.0 - chance) / visits.max(1) as f32).sqrt();
    (chance - 2.0 * spread).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tabula_core::Tries;

    fn infos() -> Vec<Info> {
        let tries = |visits, chance| Some(Tries { visits, chance, prior: 0.25 });
        let line = |texts: &[&str]| texts.iter().map(ToString::to_string).collect();
        vec![
            Info { rank: 1, tries: tries(400, 0.5), line: line(&["a1", "b2"]), ..Info::default() },
            Info { rank: 2, tries: tries(1, 0.25), line: line(&["pass"]), ..Info::default() },
        ]
    }

    #[test]
    fn thoughts_are_told_as_leela_zero_tells_them() {
        assert_eq!(
            line(Form::Leela, &infos(), None, Side::First),
            "info move A1 visits 400 winrate 5000 prior 2500 lcb 4500 order 0 pv A1 B2 \
             info move pass visits 1 winrate 2500 prior 2500 lcb 0 order 1 pv pass"
        );
    }

    #[test]
    fn thoughts_are_told_as_katago_tells_them() {
        let known = Insight { lead: -1.5, owners: vec![1.0, 0.5, -1.0, 0.0] };
        let said = line(Form::Kata, &infos()[..1], Some(&known), Side::Second) + &owners(&known, 2, Side::Second);
        assert_eq!(
            said,
            "info move A1 visits 400 winrate 0.500000 scoreMean 1.500 scoreLead 1.500 prior 0.250000 lcb 0.450000 \
             order 0 pv A1 B2 ownership 1.000 -0.000 -1.000 -0.500"
        );
        assert_eq!(owners(&known, 3, Side::First), "");
    }

    #[test]
    fn values_become_chances_where_nobody_counted() {
        assert_eq!(chance(Score::ZERO), 0.5);
        assert!(chance(Score::estimate(300)) > 0.8 && chance(Score::estimate(-300)) < 0.2);
    }
}
