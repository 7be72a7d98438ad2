//! Who is connected to other nodes at this table, as these nodes have told. It is a hint: before somebody is counted out,
//! all nodes are asked again.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use game::Seat;

use super::attendance::AsOf;
use crate::bus::{Attendance, NodeId};

/// Who is connected to other nodes at this table. Has a lock of its own, so that nobody waits for the room to tell it.
#[derive(Debug, Default)]
pub(super) struct Elsewhere(Mutex<BTreeMap<NodeId, AsOf>>);

impl Elsewhere {
    /// Takes over what a node tells. Whether it was different before.
    pub(super) fn tell(&self, node: NodeId, attendance: Attendance) -> bool {
        let mut nodes = self.lock();
        let (before, told) = (nodes.remove(&node).unwrap_or_default(), AsOf::now(attendance));
        let is_different = !told.says_the_same_as(&before);
        if told.attendance != Attendance::default() {
            nodes.insert(node, told);
        }
        is_different
    }

    /// Nobody is connected to this node any more. Returns who was.
    pub(super) fn forget(&self, node: NodeId) -> Attendance {
        self.lock().remove(&node).map(|told| told.attendance).unwrap_or_default()
    }

    /// Whether the player of this seat is connected to another node.
    pub(super) fn has(&self, seat: Seat) -> bool {
        self.lock().values().any(|told| told.attendance.seats.contains(&seat))
    }

    /// Whether any player is connected to another node.
    pub(super) fn has_players(&self) -> bool {
        self.lock().values().any(|told| !told.attendance.seats.is_empty())
    }

    /// How many watch at other nodes.
    pub(super) fn watching(&self) -> u32 {
        self.lock().values().map(|told| told.attendance.watching).sum()
    }

    /// The time that another node counts down for this seat.
    pub(super) fn left(&self, seat: Seat) -> Option<Duration> {
        let nodes = self.lock();
        let lefts = nodes.values().flat_map(|told| told.attendance.lost_in.iter().map(move |lost| (lost, told.at)));
        lefts
            .filter(|((away, _), _)| *away == seat)
            .map(|((_, left), at)| Duration::from_millis(*left).saturating_sub(at.elapsed()))
            .min()
    }

    /// Whether another node counts down for anybody.
    pub(super) fn is_any_counting(&self) -> bool {
        self.lock().values().any(|told| !told.attendance.lost_in.is_empty())
    }

    /// Whether somebody is connected to a node that comes before this one. Nodes with connections to a table agree by
    /// their numbers which of them lets the computer think.
    pub(super) fn is_any_before(&self, node: NodeId) -> bool {
        self.lock().iter().any(|(other, told)| *other < node && !told.attendance.is_empty())
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<NodeId, AsOf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
