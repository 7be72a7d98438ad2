//! Finite pieces of the triangular lattice with their tables.

use std::collections::BTreeSet;

use crate::{Direction, Edge, Mask, Points, Triangle, Vertex};

/// A finite set of vertices, numbered in reading order, with the triangles and edges whose corners are all in it,
/// numbered in reading order too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    vertices: Vec<Vertex>,
    triangles: Vec<Triangle>,
    edges: Vec<Edge>,
    neighbours: Vec<Vec<u16>>,
    corners: Vec<[u16; 3]>,
    triangles_at: Vec<Vec<u16>>,
}

impl Lattice {
    /// The lattice on any set of vertices; repeats count once.
    ///
    /// # Panics
    /// If there are more vertices than 32,768: a `u16` could not number their triangles.
    pub fn new(vertices: impl IntoIterator<Item = Vertex>) -> Lattice {
        let mut ordered = BTreeSet::new();
        ordered.extend(vertices); // `collect` would bring a sort of its own into the page
        let vertices: Vec<Vertex> = ordered.into_iter().collect();
        assert!(vertices.len() <= 1 << 15, "a lattice has at most 32,768 vertices, not {}", vertices.len());
        let index = |vertex: Vertex| vertices.binary_search(&vertex).ok().map(|index| index as u16);

        let mut triangles = Vec::new();
        let mut corners = Vec::new();
        let mut triangles_at = vec![Vec::new(); vertices.len()];
        for triangle in vertices.iter().flat_map(|&v| [Triangle::new(v, Points::Up), Triangle::new(v, Points::Down)]) {
            if let [Some(a), Some(b), Some(c)] = triangle.corners().map(index) {
                for corner in [a, b, c] {
                    triangles_at[usize::from(corner)].push(triangles.len() as u16);
                }
                triangles.push(triangle);
                corners.push([a, b, c]);
            }
        }
        let neighbours = vertices.iter().map(|v| v.neighbours().into_iter().filter_map(index).collect()).collect();
        // Every edge is listed once, at its earlier end. The later end lies in one of these directions.
        let later = |v: Vertex| [Direction::SE, Direction::S, Direction::SW].map(|direction| v.neighbour(direction));
        let edges =
            vertices.iter().flat_map(|&v| later(v).into_iter().filter(|v| index(*v).is_some()).map(move |w| (v, w)));
        let edges = edges.filter_map(|(v, w)| Edge::between(v, w)).collect();
        Lattice { vertices, triangles, edges, neighbours, corners, triangles_at }
    }

    /// The lattice with rows of these lengths from the top, each centred above the next.
    ///
    /// The first row is r = −n/2 (rounded towards 0), so an odd number of rows has its middle row at r = 0. With an
    /// even number of rows, the row at r = 0 is the first one of the lower half. The row at r = 0 is centred on the
    /// origin if its length is odd. If its length is even, it is centred half a step to the left of the origin, so that
    /// the origin is the vertex just right of its middle. A row whose centred position would fall between the vertices
    /// lies half a step further left.
    pub fn rows(lengths: &[u16]) -> Lattice {
        let middle = lengths.len() / 2;
        let twice_centre = lengths.get(middle).map_or(0, |length| i32::from(length % 2) - 1);
        Lattice::new(lengths.iter().enumerate().flat_map(|(row, &length)| {
            let (r, length) = (row as i32 - middle as i32, i32::from(length));
            // A vertex stands at q + r/2 along its row; the first of the row at centre − (length − 1)/2.
            let first = (twice_centre - (length - 1) - r).div_euclid(2);
            (first..first + length).map(move |q| Vertex::new(q, r))
        }))
    }

    /// The vertices within `radius` of the origin for which `keep` holds.
    pub fn within(radius: u32, keep: impl Fn(Vertex) -> bool) -> Lattice {
        Lattice::new(Vertex::ORIGIN.hex().disc(radius).map(Vertex::from).filter(|vertex| keep(*vertex)))
    }

    /// The vertices in reading order.
    pub fn vertices(&self) -> &[Vertex] {
        &self.vertices
    }

    /// The triangles in reading order.
    pub fn triangles(&self) -> &[Triangle] {
        &self.triangles
    }

    /// The edges in the reading order of their first ends.
    pub fn edges(&self) -> &[Edge] {
        &self.edges
    }

    /// The number of a vertex, if it is in the lattice.
    pub fn index(&self, vertex: Vertex) -> Option<usize> {
        self.vertices.binary_search(&vertex).ok()
    }

    /// The number of a triangle, if it is in the lattice.
    pub fn triangle_index(&self, triangle: Triangle) -> Option<usize> {
        self.triangles.binary_search(&triangle).ok()
    }

    /// The vertices next to a vertex, clockwise from N.
    pub fn neighbours(&self, vertex: usize) -> &[u16] {
        &self.neighbours[vertex]
    }

    /// The three corners of a triangle, clockwise from its first in reading order.
    pub fn corners(&self, triangle: usize) -> [u16; 3] {
        self.corners[triangle]
    }

    /// The triangles at a vertex, in reading order.
    pub fn triangles_at(&self, vertex: usize) -> &[u16] {
        &self.triangles_at[vertex]
    }

    /// The vertices that are not surrounded by six triangles, in reading order.
    pub fn rim(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.vertices.len()).filter(|&vertex| self.triangles_at[vertex].len() < 6)
    }

    /// The numbers of those vertices for which `keep` holds, as a set; none if the lattice has more than 128 vertices.
    pub fn vertex_mask(&self, keep: impl Fn(Vertex) -> bool) -> Option<Mask> {
        (self.vertices.len() <= 128).then(|| (0..self.vertices.len()).filter(|&i| keep(self.vertices[i])).collect())
    }

    /// The corners of a triangle as a set; none if the lattice has more than 128 vertices.
    pub fn corner_mask(&self, triangle: usize) -> Option<Mask> {
        (self.vertices.len() <= 128).then(|| self.corners[triangle].into_iter().map(usize::from).collect())
    }
}
