//! Players come over TLS: by the server itself, and through nginx with the configuration that we ship.

#![allow(clippy::unwrap_used, reason = "the helpers of a test are tests too")]

mod client;
mod proxy;
mod tls;
