//! Any evaluator behind one type, so that a search is compiled once per game and not once per evaluator.
//!
//! What a search hears of a ply is noted and handed over in one call, when somebody asks for a value or goes deeper: a ply
//! that is taken back unasked costs the evaluator nothing. The strong search with a game's best evaluator is worth a copy of
//! its own; all others go through here.

use crate::{Evaluator, Game, Man, Oracle, Score, Square, Trace, Watch};

/// A man that came or went.
#[derive(Clone, Copy)]
enum Event {
    Put(Man, Square),
    Lift(Man, Square),
}

/// What every evaluator can do, without naming its type.
trait Held<G: Game>: Send {
    fn begin(&mut self, game: &G, at: &G::Position);
    fn judge(&mut self, game: &G, at: &G::Position) -> Score;
    fn follow(&mut self, events: &[Event]);
    fn undo(&mut self);
    fn advisor(&self) -> Option<Box<dyn Oracle<G>>>;
    fn another(&self) -> Box<dyn Held<G>>;
}

impl<G: Game, E: Evaluator<G> + Clone + 'static> Held<G> for E {
    fn begin(&mut self, game: &G, at: &G::Position) {
        Evaluator::reset(self, game, at);
    }

    fn judge(&mut self, game: &G, at: &G::Position) -> Score {
        Evaluator::value(self, game, at)
    }

    fn follow(&mut self, events: &[Event]) {
        let watch = Trace::push(self);
        for event in events {
            match *event {
                Event::Put(man, on) => watch.put(man, on),
                Event::Lift(man, from) => watch.lift(man, from),
            }
        }
    }

    fn undo(&mut self) {
        Trace::pop(self);
    }

    fn advisor(&self) -> Option<Box<dyn Oracle<G>>> {
        Evaluator::oracle(self)
    }

    fn another(&self) -> Box<dyn Held<G>> {
        Box::new(self.clone())
    }
}

/// An evaluator whose type is forgotten.
pub struct AnyEvaluator<G: Game> {
    held: Box<dyn Held<G>>,
    news: News,
}

/// What was heard of the last ply.
#[derive(Clone, Default)]
pub struct News {
    events: Vec<Event>,
    /// The last ply was not yet handed over.
    open: bool,
}

impl Watch for News {
    #[inline]
    fn put(&mut self, man: Man, on: Square) {
        self.events.push(Event::Put(man, on));
    }

    #[inline]
    fn lift(&mut self, man: Man, from: Square) {
        self.events.push(Event::Lift(man, from));
    }
}

impl<G: Game> AnyEvaluator<G> {
    /// Forgets the type of an evaluator.
    pub fn new(evaluator: impl Evaluator<G> + Clone + 'static) -> Self {
        Self { held: Box::new(evaluator), news: News::default() }
    }

    fn hand_over(&mut self) {
        if self.news.open {
            self.held.follow(&self.news.events);
            self.news.open = false;
        }
    }
}

impl<G: Game> Clone for AnyEvaluator<G> {
    fn clone(&self) -> Self {
        Self { held: self.held.another(), news: self.news.clone() }
    }
}

impl<G: Game> Trace for AnyEvaluator<G> {
    type Watch = News;

    fn push(&mut self) -> &mut News {
        self.hand_over();
        self.news.events.clear();
        self.news.open = true;
        &mut self.news
    }

    fn pop(&mut self) {
        if self.news.open {
            self.news.open = false;
        } else {
            self.held.undo();
        }
    }
}

impl<G: Game> Evaluator<G> for AnyEvaluator<G> {
    fn reset(&mut self, game: &G, at: &G::Position) {
        self.news = News::default();
        self.held.begin(game, at);
    }

    fn value(&mut self, game: &G, at: &G::Position) -> Score {
        self.hand_over();
        self.held.judge(game, at)
    }

    fn oracle(&self) -> Option<Box<dyn Oracle<G>>> {
        self.held.advisor()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::Tree;

    /// Counts the men that it has heard of in open plies.
    #[derive(Clone)]
    struct Count(Vec<i32>);

    impl Watch for Count {
        fn put(&mut self, _: Man, _: Square) {
            *self.0.last_mut().unwrap() += 1;
        }
        fn lift(&mut self, _: Man, _: Square) {
            *self.0.last_mut().unwrap() -= 1;
        }
    }

    impl Trace for Count {
        type Watch = Self;
        fn push(&mut self) -> &mut Self {
            self.0.push(*self.0.last().unwrap());
            self
        }
        fn pop(&mut self) {
            self.0.pop();
        }
    }

    impl Evaluator<Tree> for Count {
        fn reset(&mut self, _: &Tree, _: &<Tree as Game>::Position) {
            self.0 = vec![0];
        }
        fn value(&mut self, _: &Tree, _: &<Tree as Game>::Position) -> Score {
            Score::estimate(*self.0.last().unwrap())
        }
    }

    #[test]
    fn what_was_heard_reaches_the_evaluator_in_order_and_is_taken_back() {
        let tree = Tree::parse("(1 2)").unwrap();
        let at = tree.start();
        let mut any = AnyEvaluator::new(Count(vec![0]));
        any.reset(&tree, &at);
        any.push().put(Man(0), Square(0));
        any.push().put(Man(0), Square(1));
        assert_eq!(any.value(&tree, &at), Score::estimate(2));
        any.push().lift(Man(0), Square(1));
        any.pop();
        assert_eq!(any.value(&tree, &at), Score::estimate(2));
        any.pop();
        assert_eq!(any.clone().value(&tree, &at), Score::estimate(1));
        any.push().lift(Man(0), Square(0));
        assert_eq!(any.value(&tree, &at), Score::estimate(0));
    }
}
