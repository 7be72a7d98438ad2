//! Monte-Carlo tree search for any game.
//!
//! The search does not assume that seats alternate, that there are two seats or that nothing is hidden. The value of an
//! edge is the value for the seat that acts at its node. Every chance outcome leads to a node of its own. In a game
//! with hidden knowledge, every simulation imagines a new state from the view.

use game::{Chance, Dice, Game, Random, Values};

use crate::evaluation::Evaluation;
use crate::report::{Considered, Report};
use crate::tree::{Edge, NodeId, Tree};

/// How a search behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The weight of the bonus for actions that were tried seldom (the constant of UCT).
    pub exploration: f32,
    /// The largest number of nodes in the tree. A full tree is searched on without growing.
    pub most_nodes: usize,
}

impl Default for Settings {
    fn default() -> Self {
        Self { exploration: 0.3, most_nodes: 1 << 20 }
    }
}

/// Totals of a search, for benchmarks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// The number of actions played, in the tree and in evaluations.
    pub actions: u64,
    /// The sum of the first seat's results over all simulations.
    pub first_seat: f64,
}

/// A search from one seat's view. The caller runs it in slices and can ask for a report at any time.
pub struct Search<G: Game, E> {
    view: G::View,
    /// The only state that fits the view, if nothing is hidden.
    known: Option<G>,
    tree: Tree<G::Action>,
    evaluation: E,
    settings: Settings,
    random: Random,
    dice: Dice,
    simulations: u32,
    tally: Tally,
    path: Vec<(NodeId, usize)>,
    legal: Vec<G::Action>,
    weights: Vec<u32>,
}

impl<G: Game, E: Evaluation<G>> Search<G, E> {
    /// Creates a search that has run no simulation yet.
    pub fn new(view: &G::View, evaluation: E, settings: Settings, mut random: Random) -> Self {
        let imagined = G::imagine(view, &mut random);
        Self {
            view: view.clone(),
            tree: Tree::new(imagined.turn().seat.0, settings.most_nodes),
            known: (!G::INFO.hidden).then_some(imagined),
            evaluation,
            settings,
            dice: Dice::for_search(random.split()),
            random,
            simulations: 0,
            tally: Tally::default(),
            path: Vec::new(),
            legal: Vec::new(),
            weights: Vec::new(),
        }
    }

    /// Runs this many more simulations.
    pub fn run(&mut self, simulations: u32) {
        for _ in 0..simulations {
            self.simulate();
        }
        self.simulations += simulations;
    }

    /// The number of simulations so far.
    pub fn simulations(&self) -> u32 {
        self.simulations
    }

    /// The number of nodes in the tree.
    pub fn nodes(&self) -> usize {
        self.tree.len()
    }

    /// The totals so far.
    pub fn tally(&self) -> Tally {
        Tally { actions: self.tally.actions + self.evaluation.actions_played(), ..self.tally }
    }

    /// The actions tried so far, the best first.
    pub fn report(&self) -> Report<G::Action> {
        let tried = self.tree.node(Tree::<G::Action>::ROOT).edges.iter().filter(|edge| edge.visits > 0);
        let considered = tried.map(|edge| Considered {
            action: edge.action.clone(),
            visits: edge.visits,
            value: edge.value / edge.visits as f32,
        });
        Report::new(self.simulations, considered.collect())
    }

    fn simulate(&mut self) {
        let mut state = match &self.known {
            Some(known) => known.clone(),
            None => G::imagine(&self.view, &mut self.random),
        };
        self.path.clear();
        let mut node = Tree::<G::Action>::ROOT;
        let values = loop {
            if let Some(outcome) = state.outcome() {
                break self.evaluation.ending(outcome);
            }
            // A node is evaluated at its first visit and lists its actions only at the second. Most nodes are visited
            // once, so this saves most lists.
            if self.tree.node(node).visits == 0 && node != Tree::<G::Action>::ROOT {
                break self.evaluation.evaluate(&mut state, &mut self.random, &mut self.dice);
            }
            let edge = self.select(node, &state);
            self.path.push((node, edge));
            let outcome = self.play(&mut state, node, edge);
            match self.tree.end_of(node, edge, outcome, state.turn().seat.0) {
                Some(end) => node = end,
                None => break self.evaluation.evaluate(&mut state, &mut self.random, &mut self.dice),
            }
        };
        self.tally.actions += self.path.len() as u64;
        self.tally.first_seat += f64::from(values[0]);
        self.learn(&values, node);
    }

    /// The edge to follow: the one with the largest sum of its average result and a bonus for few tries (UCT). An
    /// untried edge counts as tried once with the average result of its node.
    fn select(&mut self, id: NodeId, state: &G) -> usize {
        let opened = !self.tree.node(id).edges.is_empty();
        // Without hidden knowledge the legal actions of a node never change, so they are listed once.
        if !opened || G::INFO.hidden {
            self.legal.clear();
            state.legal(&mut self.legal);
            self.evaluation.narrow(state, &mut self.legal);
            debug_assert!(!self.legal.is_empty(), "the seat that acts has a legal action");
            let edges = &mut self.tree.node_mut(id).edges;
            for action in self.legal.drain(..) {
                match edges.iter_mut().find(|edge| opened && edge.action == action) {
                    Some(edge) => edge.available += 1,
                    None => edges.push(Edge::new(action)),
                }
            }
        }
        let node = self.tree.node(id);
        let is_open = |edge: &Edge<G::Action>| !G::INFO.hidden || state.check(&edge.action).is_ok();
        let mean = if node.visits > 0 { node.value / node.visits as f32 } else { 0.5 };
        let log_of_node = (node.visits.max(1) as f32).ln();
        let score = |edge: &Edge<G::Action>| {
            let log = if G::INFO.hidden { (edge.available.max(1) as f32).ln() } else { log_of_node };
            let bonus = |tries: f32| self.settings.exploration * (log / tries).sqrt();
            let tries = edge.visits as f32;
            if edge.visits == 0 { mean + bonus(1.0) } else { edge.value / tries + bonus(tries) }
        };
        // The scan starts at a random edge, so that ties (such as among untried edges) are broken at random.
        let count = node.edges.len();
        let start = self.random.below(count as u32) as usize;
        let order = (start..count).chain(0..start).filter(|&index| is_open(&node.edges[index]));
        let best = order.map(|index| (index, score(&node.edges[index])));
        best.reduce(|best, next| if next.1 > best.1 { next } else { best }).expect("some action is legal").0
    }

    /// Plays an edge's action and returns the number that identifies the chance outcome.
    fn play(&mut self, state: &mut G, node: NodeId, edge: usize) -> u64 {
        let action = &self.tree.node(node).edges[edge].action;
        self.weights.clear();
        match state.chance(action, &mut self.weights) {
            Chance::Certain => {
                state.apply(action, &mut self.dice);
                0
            }
            Chance::Listed => {
                let outcome = self.random.weighted(&self.weights);
                state.apply_outcome(action, outcome);
                outcome as u64
            }
            Chance::Rolled => {
                state.apply(action, &mut self.dice);
                state.state_hash()
            }
        }
    }

    fn learn(&mut self, values: &Values, last: NodeId) {
        for &(id, edge) in &self.path {
            let node = self.tree.node_mut(id);
            node.learn(values);
            let value = values[usize::from(node.actor)];
            let edge = &mut node.edges[edge];
            edge.visits += 1;
            edge.value += value;
        }
        // The last node is not on the path, so it is counted here. If the tree was full, `last` is on the path already.
        if self.path.last().is_none_or(|&(id, _)| id != last) {
            self.tree.node_mut(last).learn(values);
        }
    }
}
