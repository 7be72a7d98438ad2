//! The whole past of a match, as a client of the real server gets it.

use std::io;

use protocol::{LookBack, Past, Welcome};

use crate::client::Client;

/// The welcome with all events before those that it has.
pub(crate) async fn with_past(client: Client, mut welcome: Welcome, key: Option<&str>) -> io::Result<Welcome> {
    while let Some(up_to) = welcome.moments.first().map(|first| first.seq - 1).filter(|missing| *missing > 0) {
        let asked = LookBack { key: key.map(str::to_owned), up_to };
        let Past { mut moments } = client.post(&format!("/api/tables/{}/past", welcome.table), &asked).await?;
        moments.append(&mut welcome.moments);
        welcome.moments = moments;
    }
    Ok(welcome)
}
