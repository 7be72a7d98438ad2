//! A store in memory with hooks around everything that it is asked: a test says where it fails, waits or counts, and nothing else.

use std::sync::Arc;
use std::time::Duration;

use crate::bus::NodeId;
use crate::ids::TableId;
use crate::store::{
    Fence, Leases, LookedAt, Memory, Store, StoreError, StoredJourney, StoredTable, Touches, Untouched,
    UntouchedBefore, Write, Wrote,
};

/// What a store is asked for, as far as tests tell it apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A write, or whether one would succeed.
    Write,
    /// A table.
    Table,
    /// A journey.
    Journey,
    /// Something about when somebody was last at the tables.
    Touches,
    /// Something about nodes and claims.
    Leases,
}

/// What a test does around the questions to a store.
pub(crate) trait Hooks: Send + Sync + 'static {
    /// Comes before the store is asked. If it fails, the store is not asked.
    fn before(&self, _: Asked) -> Result<(), StoreError> {
        Ok(())
    }

    /// Stands for a write. A probe is a write of nothing.
    fn write(&self, store: &Memory, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        store.write(batch)
    }

    /// Comes after the store has answered. If it fails, the answer is lost.
    fn after(&self, _: Asked) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A store with hooks.
#[derive(Default)]
pub(crate) struct Hooked<H> {
    pub(crate) hooks: H,
    store: Arc<Memory>,
}

impl<H: Hooks> Hooked<H> {
    pub(crate) fn new(hooks: H) -> Self {
        Self::over(Arc::default(), hooks)
    }

    /// The same over a store that others may use too.
    pub(crate) fn over(store: Arc<Memory>, hooks: H) -> Self {
        Self { hooks, store }
    }

    fn ask<T>(&self, asked: Asked, ask: impl FnOnce(&Memory) -> Result<T, StoreError>) -> Result<T, StoreError> {
        self.hooks.before(asked)?;
        let answer = ask(&self.store)?;
        self.hooks.after(asked)?;
        Ok(answer)
    }
}

impl<H: Hooks> Store for Hooked<H> {
    fn write(&self, batch: &[Write]) -> Result<Vec<Wrote>, StoreError> {
        self.ask(Asked::Write, |store| self.hooks.write(store, batch))
    }

    fn probe(&self) -> Result<(), StoreError> {
        self.write(&[]).map(drop)
    }

    fn table(&self, id: TableId, known: u64) -> Result<Option<StoredTable>, StoreError> {
        self.ask(Asked::Table, |store| store.table(id, known))
    }

    fn journey(&self, id: TableId, known: u64) -> Result<Option<StoredJourney>, StoreError> {
        self.ask(Asked::Journey, |store| store.journey(id, known))
    }

    fn touches(&self) -> &dyn Touches {
        self
    }

    fn leases(&self) -> &dyn Leases {
        self
    }
}

impl<H: Hooks> Touches for Hooked<H> {
    fn untouched(
        &self,
        before: UntouchedBefore,
        after: Option<Untouched>,
        most: usize,
    ) -> Result<Vec<LookedAt>, StoreError> {
        self.ask(Asked::Touches, |store| store.untouched(before, after, most))
    }

    fn newest_touch(&self) -> Result<Option<u64>, StoreError> {
        self.ask(Asked::Touches, Touches::newest_touch)
    }

    fn put_off(&self, seconds: u64) -> Result<(), StoreError> {
        self.ask(Asked::Touches, |store| store.put_off(seconds))
    }
}

impl<H: Hooks> Leases for Hooked<H> {
    fn renew(&self, node: NodeId, lasts: Duration) -> Result<Vec<NodeId>, StoreError> {
        self.ask(Asked::Leases, |store| store.renew(node, lasts))
    }

    fn retire(&self, node: NodeId) -> Result<(), StoreError> {
        self.ask(Asked::Leases, |store| store.retire(node))
    }

    fn claim(&self, table: TableId, node: NodeId) -> Result<Option<Fence>, StoreError> {
        self.ask(Asked::Leases, |store| store.claim(table, node))
    }

    fn release(&self, table: TableId, node: NodeId) -> Result<(), StoreError> {
        self.ask(Asked::Leases, |store| store.release(table, node))
    }
}
