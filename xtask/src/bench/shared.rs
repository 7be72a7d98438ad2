//! The PostgreSQL and the NATS that nodes share while they are measured. They are those of the tests, with every commit on
//! disk, and end when they are dropped.

#[path = "../../../apps/server/testkit/nats.rs"]
mod nats;
#[path = "../../../apps/server/testkit/postgres.rs"]
mod postgres;

use nats::Nats;
use postgres::{Cluster, Sync};

/// A store and a bus that are running.
pub(super) struct Shared {
    cluster: Cluster,
    nats: Nats,
}

impl Shared {
    pub(super) fn start() -> Self {
        Self { cluster: Cluster::start(Sync::On), nats: Nats::start() }
    }

    /// The address of an empty database and that of the bus.
    pub(super) fn new_addresses(&self) -> [String; 2] {
        [self.cluster.new_database(), self.nats.address()]
    }
}
