//! How many files this process may have open at once. Every connection of a server is one.

/// The files that a process has open beside its connections, generously.
const OTHER_FILES: u64 = 200;

/// Asks the system for as many open files as these connections need. Processes that are started later may have as many. Returns
/// how many connections there is room for, if that is fewer.
pub(crate) fn too_few_for(connections: u32) -> Option<u32> {
    let allowed = raise(u64::from(connections) + OTHER_FILES)?;
    // Of a very small limit half is for connections, so that a server can at least say that it is full.
    let room = allowed.saturating_sub(OTHER_FILES).max(allowed / 2);
    (room < u64::from(connections)).then_some(room as u32)
}

/// Raises the limit that holds to this many, or as far as the system lets this process. Returns what holds then; none without a
/// limit.
#[cfg(unix)]
fn raise(needed: u64) -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let current = current?;
    if current >= needed {
        return Some(current);
    }
    let higher = maximum.map_or(needed, |maximum| maximum.min(needed));
    match setrlimit(Resource::Nofile, Rlimit { current: Some(higher), maximum }) {
        Ok(()) => Some(higher),
        Err(_) => Some(current),
    }
}

/// Other systems have no such limit, or no way to ask for it.
#[cfg(not(unix))]
fn raise(_needed: u64) -> Option<u64> {
    None
}
