//! Compression of what is sent over HTTP. Browsers unpack it by themselves.

use std::io::{Read as _, Write as _};

use axum::body::Bytes;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

/// Views of the same match resemble each other, so a fast level finds nearly as much as the best one.
const LEVEL: u32 = 4;

pub(crate) fn pack(plain: &[u8]) -> Bytes {
    let mut packing = GzEncoder::new(Vec::new(), Compression::new(LEVEL));
    packing.write_all(plain).expect("memory takes everything");
    packing.finish().expect("memory takes everything").into()
}

/// What [`pack`] has packed, for a client that does not unpack it.
pub(crate) fn unpack(packed: &[u8]) -> Bytes {
    let mut plain = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut plain).expect("it was packed here");
    plain.into()
}
