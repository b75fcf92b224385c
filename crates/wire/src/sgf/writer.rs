//! Trees as text.

use super::charset::WRITTEN;
use super::reader::POINTS;
use super::{NodeId, Property, Tree};
use std::fmt::Write;

/// Where a new line begins before the next node.
const WIDTH: usize = 76;

/// What is still to be written.
enum Step {
    Open,
    Node(NodeId),
    Close,
}

/// Writes a game, which [`read_all`](super::read_all) gives back. Letters are those of UTF-8, whatever `CA` said.
pub fn write(tree: &Tree) -> String {
    let mut text = String::new();
    // Where the last line of the text begins.
    let mut line = 0;
    let mut steps = vec![Step::Close, Step::Node(Tree::ROOT), Step::Open];
    while let Some(step) = steps.pop() {
        match step {
            Step::Open => {
                if !text.is_empty() {
                    text.push('\n');
                    line = text.len();
                }
                text.push('(');
            }
            Step::Close => text.push(')'),
            Step::Node(id) => {
                let begun = text.len();
                text.push(';');
                for property in &tree.node(id).properties {
                    push(&mut text, property);
                }
                line = text[begun..].rfind('\n').map_or(line, |at| begun + at + 1);
                match tree.node(id).children() {
                    &[only] => {
                        if id == Tree::ROOT || text.len() - line > WIDTH {
                            text.push('\n');
                            line = text.len();
                        }
                        steps.push(Step::Node(only));
                    }
                    several => {
                        let variation = |&child| [Step::Close, Step::Node(child), Step::Open];
                        steps.extend(several.iter().rev().flat_map(variation));
                    }
                }
            }
        }
    }
    text.push('\n');
    text
}

/// Writes games one behind the other, an empty line between each two.
pub fn write_all<'a>(trees: impl IntoIterator<Item = &'a Tree>) -> String {
    let texts: Vec<_> = trees.into_iter().map(write).collect();
    texts.join("\n")
}

fn push(text: &mut String, property: &Property) {
    text.push_str(property.name());
    if property.name() == "CA" {
        // Writing to a string cannot fail.
        let _ = write!(text, "[{WRITTEN}]");
        return;
    }
    for value in property.values() {
        if POINTS.contains(&property.name()) {
            let _ = write!(text, "[{}]", escaped(value.raw()));
        } else {
            let _ = write!(text, "{value}");
        }
    }
}

/// What begins something else would end a value that should be a point.
fn escaped(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut after = false;
    for c in raw.chars() {
        if !after && ";()[".contains(c) {
            text.push('\\');
        }
        after = c == '\\' && !after;
        text.push(c);
    }
    text
}
