//! Helpers for several test files.

pub(crate) mod naive;
