//! The positions that were: what superko forbids to make again.
//!
//! A list that shares its older part with every position that came from it, so that copying is cheap, and a sieve of
//! bits in front of it, so that it is rarely walked. Play-outs do not keep it.

use std::sync::Arc;

const WORDS: usize = 32;

struct Node {
    key: u64,
    before: Option<Arc<Self>>,
}

impl Drop for Node {
    /// One after the other: a long list dropped the usual way would need as deep a stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(node) = next {
            match Arc::try_unwrap(node) {
                Ok(mut last) => next = last.before.take(),
                Err(_) => break,
            }
        }
    }
}

/// Keys of earlier positions.
#[derive(Clone, Default)]
pub(crate) struct Past {
    last: Option<Arc<Node>>,
    sieve: [u64; WORDS],
}

/// Two places in the sieve.
const fn places(key: u64) -> [(usize, u64); 2] {
    let (one, two) = (key as usize % (WORDS * 64), (key >> 32) as usize % (WORDS * 64));
    [(one / 64, 1 << (one % 64)), (two / 64, 1 << (two % 64))]
}

impl Past {
    pub(crate) fn push(&mut self, key: u64) {
        for (word, bit) in places(key) {
            self.sieve[word] |= bit;
        }
        self.last = Some(Arc::new(Node { key, before: self.last.take() }));
    }

    pub(crate) fn contains(&self, key: u64) -> bool {
        if places(key).iter().any(|&(word, bit)| self.sieve[word] & bit == 0) {
            return false;
        }
        let mut node = self.last.as_deref();
        while let Some(this) = node {
            if this.key == key {
                return true;
            }
            node = this.before.as_deref();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_is_known_and_what_was_not_is_not() {
        let mut dice = tabula_core::Dice::new(1);
        let keys: Vec<u64> = (0..5000).map(|_| dice.next_u64()).collect();
        let mut past = Past::default();
        for &key in &keys {
            past.push(key);
        }
        assert!(keys.iter().step_by(97).all(|&key| past.contains(key)));
        assert!((0..100).all(|_| !past.contains(dice.next_u64())));
    }

    #[test]
    fn a_long_past_is_dropped_without_a_deep_stack() {
        let mut past = Past::default();
        (0..1_000_000).for_each(|key| past.push(key));
        let copy = past.clone();
        drop(past);
        assert!(copy.contains(7));
    }
}
