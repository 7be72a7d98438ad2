//! Players come over TLS: by the server itself, and through nginx and Caddy with the files that we ship.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod client;
#[path = "../../testkit/postgres.rs"]
mod cluster;
mod proxy;
mod rolling;
#[path = "../../testkit/seated.rs"]
mod seated;
mod tls;
