//! An address that may have a password in it, as it was typed.

use server::{BusAddress, NotABus, NotAStoreAddress, StoreAddress};

use crate::failure::Failure;

/// The address of a store or a bus as it was typed. It is read later, and not by clap, because clap quotes what it cannot read, and a
/// password may be in there.
#[derive(Clone)]
pub(crate) struct AddressText(String);

impl AddressText {
    /// The address of a store, with the password of the environment if it has none.
    pub(crate) fn store(&self) -> Result<StoreAddress, Failure> {
        match self.0.parse().map_err(|error: NotAStoreAddress| Failure::Input(error.to_string()))? {
            StoreAddress::Postgres(address) => {
                let password = std::env::var("PGPASSWORD").ok();
                Ok(StoreAddress::Postgres(address.with_password(password.as_deref())))
            }
            folder @ StoreAddress::Sqlite(_) => Ok(folder),
        }
    }

    /// The address of a bus.
    pub(crate) fn bus(&self) -> Result<BusAddress, Failure> {
        self.0.parse().map_err(|error: NotABus| Failure::Input(error.to_string()))
    }

    /// As it was typed, for a process that is started with it.
    pub(crate) fn reveal(&self) -> &str {
        &self.0
    }
}

impl From<String> for AddressText {
    fn from(text: String) -> Self {
        Self(text)
    }
}

impl std::fmt::Debug for AddressText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("AddressText(…)")
    }
}
