//! What several test files use.

pub(crate) mod naive;
