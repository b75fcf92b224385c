//! A game as it was written: nodes with properties, and what follows each of them.
//!
//! Nodes live in an arena, so a tree of any depth costs no stack.

use super::Value;

/// Names a node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The place in the arena: nodes are numbered in the order in which they were added.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A property with its values; a move or a text has one, a list of points has many.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Property {
    /// Capital letters.
    name: String,
    /// At least one.
    values: Vec<Value>,
}

impl Property {
    /// A property with one value; of the name only letters count, and all of them as capitals.
    pub fn new(name: &str, value: Value) -> Self {
        let name: String = name.chars().filter(char::is_ascii_alphabetic).collect();
        let name = if name.is_empty() { "X".into() } else { name.to_ascii_uppercase() };
        Self { name, values: vec![value] }
    }

    /// A property with a text.
    pub fn text(name: &str, text: &str) -> Self {
        Self::new(name, Value::text(text))
    }

    /// The same with another value.
    #[must_use]
    pub fn with(mut self, value: Value) -> Self {
        self.add(value);
        self
    }

    pub(super) fn add(&mut self, value: Value) {
        self.values.push(value);
    }

    pub(super) fn replace(&mut self, value: Value) {
        self.values = vec![value];
    }

    /// Its name in capital letters.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// All values, in order.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// The first value.
    pub fn first(&self) -> &Value {
        // The constructor puts one there, and nothing takes it away.
        &self.values[0]
    }
}

/// A node: usually a move with what is said about it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Node {
    /// The properties in order, unknown and repeated ones too.
    pub properties: Vec<Property>,
    /// What follows; the first is the main line.
    children: Vec<NodeId>,
}

impl Node {
    /// The first property with a name.
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name() == name)
    }

    /// The first value of a property, as a text of one line.
    pub fn simple_text(&self, name: &str) -> Option<String> {
        self.property(name).map(|property| property.first().to_simple_text())
    }

    /// What follows; the first is the main line.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }
}

/// A game: its nodes from the root.
///
/// ```
/// use tabula_wire::sgf::{Property, Tree};
/// let mut tree = Tree::default();
/// tree.node_mut(Tree::ROOT).properties.push(Property::text("SZ", "9"));
/// let first = tree.add(Tree::ROOT);
/// tree.node_mut(first).properties.push(Property::text("B", "ee"));
/// assert_eq!(tabula_wire::sgf::write(&tree), "(;SZ[9]\n;B[ee])\n");
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: vec![Node::default()] }
    }
}

impl Tree {
    /// The first node, which says what the game is.
    pub const ROOT: NodeId = NodeId(0);

    /// How many nodes there are, in all variations.
    #[expect(clippy::len_without_is_empty, reason = "there is always a root")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// The root.
    pub fn root(&self) -> &Node {
        self.node(Self::ROOT)
    }

    /// All nodes of all variations, in the order of the arena.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// Adds a node behind another: the first continues the line, each further one begins a variation.
    pub fn add(&mut self, behind: NodeId) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::default());
        self.node_mut(behind).children.push(id);
        id
    }

    /// The main line from the root.
    pub fn main(&self) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(Self::ROOT), |&id| self.node(id).children.first().copied())
    }

    /// Takes the last node back, which nothing follows yet.
    pub(super) fn drop_last(&mut self, behind: NodeId) {
        if self.nodes.len() > 1 {
            self.nodes.pop();
            self.node_mut(behind).children.pop();
        }
    }
}
