//! The tree that a search grows: positions as nodes, actions as edges, chance outcomes as different ends of an edge.

use game::Values;

/// Where a node is in the tree.
pub(crate) type NodeId = u32;

/// A position that was reached.
pub(crate) struct Node<A> {
    /// Who acts there.
    pub(crate) actor: u8,
    /// How many simulations came here.
    pub(crate) visits: u32,
    /// The sum of what they brought to the seat that acts.
    pub(crate) value: f32,
    /// Which chance outcome of its edge led here; 0 without chance.
    outcome: u64,
    /// Another end of the same edge.
    next_end: Option<NodeId>,
    /// What can be done there, once the node was opened.
    pub(crate) edges: Vec<Edge<A>>,
}

/// An action at a node.
pub(crate) struct Edge<A> {
    pub(crate) action: A,
    /// How often it was tried.
    pub(crate) visits: u32,
    /// How often it could have been tried; with hidden knowledge an action is not open in every imagined state.
    pub(crate) available: u32,
    /// The sum of what it brought to the seat that acts.
    pub(crate) value: f32,
    first_end: Option<NodeId>,
}

impl<A> Edge<A> {
    pub(crate) fn new(action: A) -> Self {
        Self { action, visits: 0, available: 1, value: 0.0, first_end: None }
    }
}

/// The nodes, the root being number 0.
pub(crate) struct Tree<A> {
    nodes: Vec<Node<A>>,
    most_nodes: usize,
}

impl<A> Tree<A> {
    pub(crate) const ROOT: NodeId = 0;

    pub(crate) fn new(actor: u8, most_nodes: usize) -> Self {
        Self { nodes: vec![Node::new(actor, 0, None)], most_nodes }
    }

    pub(crate) fn node(&self, id: NodeId) -> &Node<A> {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut Node<A> {
        &mut self.nodes[id as usize]
    }

    /// The end of an edge for this chance outcome, made if it is new; none when the tree is full.
    pub(crate) fn end_of(&mut self, id: NodeId, edge: usize, outcome: u64, actor: u8) -> Option<NodeId> {
        let first = self.node(id).edges[edge].first_end;
        let mut end = first;
        while let Some(known) = end {
            let node = self.node(known);
            if node.outcome == outcome {
                return end;
            }
            end = node.next_end;
        }
        if self.nodes.len() >= self.most_nodes {
            return None;
        }
        let fresh = self.nodes.len() as NodeId;
        self.nodes.push(Node::new(actor, outcome, first));
        self.node_mut(id).edges[edge].first_end = Some(fresh);
        Some(fresh)
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }
}

impl<A> Node<A> {
    /// A simulation came here and brought this to each seat.
    pub(crate) fn learn(&mut self, values: &Values) {
        self.visits += 1;
        self.value += values[usize::from(self.actor)];
    }

    fn new(actor: u8, outcome: u64, next_end: Option<NodeId>) -> Self {
        Self { actor, visits: 0, value: 0.0, outcome, next_end, edges: Vec::new() }
    }
}
