//! The tree of a search. Nodes are positions, edges are actions, and an edge has one end for each chance outcome.

use game::Values;

/// The index of a node in the tree.
pub(crate) type NodeId = u32;

/// A position that the search reached.
pub(crate) struct Node<A> {
    /// The seat that acts here.
    pub(crate) actor: u8,
    /// The number of simulations that passed through this node.
    pub(crate) visits: u32,
    /// The sum of their results for the seat that acts here.
    pub(crate) value: f32,
    /// The chance outcome of the edge that leads here; 0 if the action has no chance.
    outcome: u64,
    /// The next end of the same edge (a linked list).
    next_end: Option<NodeId>,
    /// The legal actions. Empty until the node is visited a second time.
    pub(crate) edges: Vec<Edge<A>>,
}

/// An action at a node.
pub(crate) struct Edge<A> {
    pub(crate) action: A,
    /// How often this action was tried.
    pub(crate) visits: u32,
    /// How often this action was legal at this node. With hidden knowledge it is not legal in every imagined state.
    pub(crate) available: u32,
    /// The sum of the results for the seat that acts.
    pub(crate) value: f32,
    first_end: Option<NodeId>,
}

impl<A> Edge<A> {
    pub(crate) fn new(action: A) -> Self {
        Self { action, visits: 0, available: 1, value: 0.0, first_end: None }
    }
}

/// All nodes. The root has number 0.
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

    /// The end of an edge for this chance outcome. A missing end is added; none if the tree is full.
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
    /// Adds the result of a simulation that passed through this node.
    pub(crate) fn learn(&mut self, values: &Values) {
        self.visits += 1;
        self.value += values[usize::from(self.actor)];
    }

    fn new(actor: u8, outcome: u64, next_end: Option<NodeId>) -> Self {
        Self { actor, visits: 0, value: 0.0, outcome, next_end, edges: Vec::new() }
    }
}
