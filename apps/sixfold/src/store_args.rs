//! The arguments of the commands that use a store: which one, and what to do with it.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use server::{Retention, StoreAddress};

use crate::address_text::AddressText;
use crate::failure::Failure;

#[derive(Debug, Subcommand)]
pub(crate) enum StoreCommand {
    /// Read and replay everything that a server keeps, and name what is damaged; no server may use a folder meanwhile
    #[command(after_help = "Example: sixfold store check --data-dir /var/lib/sixfold || echo damaged")]
    Check(KnownStoreArgs),
    /// Copy everything from one store to another, empty one, and compare both; no server may use either
    #[command(after_help = "\
Examples:
  sixfold store copy sqlite:data postgres://sixfold@127.0.0.1/sixfold
  sixfold store copy postgres://sixfold@127.0.0.1/sixfold sqlite:data
After an interruption, the same command goes on where it was. Nothing in the second store is ever replaced.")]
    Copy(CopyArgs),
    /// Remove tables that nobody uses, as a server does every hour; no server may use a folder meanwhile
    #[command(after_help = "\
Examples:
  sixfold store clean --data-dir /var/lib/sixfold --dry-run
  sixfold store clean --store postgres://sixfold@127.0.0.1/sixfold --keep-unbegun-days 2
Finished matches and the matches of campaigns are never removed.")]
    Clean(CleanArgs),
}

#[derive(Args, Debug)]
pub(crate) struct CleanArgs {
    #[command(flatten)]
    pub(crate) store: KnownStoreArgs,

    #[command(flatten)]
    pub(crate) keep: KeepArgs,

    /// Say what would be removed, and remove nothing
    #[arg(long)]
    pub(crate) dry_run: bool,
}

/// How long tables are kept that nobody uses.
#[derive(Args, Debug)]
pub(crate) struct KeepArgs {
    /// For how many days a table is kept at which no match has begun, after somebody was last there; 0 for ever
    #[arg(long, default_value_t = Retention::default().unbegun_days, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(0..=36_500))]
    pub(crate) keep_unbegun_days: u32,

    /// The same for a match that has begun and is not over
    #[arg(long, default_value_t = Retention::default().unfinished_days, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(0..=36_500))]
    pub(crate) keep_unfinished_days: u32,
}

impl KeepArgs {
    pub(crate) fn retention(&self) -> Retention {
        Retention { unbegun_days: self.keep_unbegun_days, unfinished_days: self.keep_unfinished_days }
    }
}

/// Which store.
#[derive(Args, Debug)]
pub(crate) struct StoreArgs {
    /// Where matches are kept: `sqlite:DIR`, or `postgres://USER@HOST:PORT/DATABASE`, for which PGPASSWORD in the environment
    /// may have the password; `sqlite:data` if left out
    #[arg(long, value_name = "ADDRESS")]
    pub(crate) store: Option<AddressText>,

    /// The same as `--store sqlite:DIR`
    #[arg(long, value_name = "DIR", conflicts_with = "store")]
    pub(crate) data_dir: Option<PathBuf>,
}

/// The same for a command that is used beside a server. Its settings say which store.
#[derive(Args, Debug)]
pub(crate) struct KnownStoreArgs {
    #[command(flatten)]
    store: StoreArgs,

    /// Take the store from this TOML file, the one of the server; `SIXFOLD_STORE` and `SIXFOLD_DATA_DIR` in the environment
    /// count before it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
}

impl KnownStoreArgs {
    pub(crate) fn address(&self) -> Result<StoreAddress, Failure> {
        self.store.address()
    }
}

impl StoreArgs {
    /// The address of the store, or what is wrong with it.
    pub(crate) fn address(&self) -> Result<StoreAddress, Failure> {
        match (&self.store, &self.data_dir) {
            (Some(text), _) => text.store(),
            (None, Some(folder)) => Ok(folder.clone().into()),
            (None, None) => Ok(PathBuf::from("data").into()),
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct CopyArgs {
    /// The store to copy: `sqlite:DIR` or `postgres://USER@HOST:PORT/DATABASE`
    pub(crate) from: AddressText,

    /// The store that gets everything
    pub(crate) to: AddressText,
}

#[derive(Args, Debug)]
pub(crate) struct BackupArgs {
    /// The file of the backup
    pub(crate) file: PathBuf,

    #[command(flatten)]
    pub(crate) store: KnownStoreArgs,
}
