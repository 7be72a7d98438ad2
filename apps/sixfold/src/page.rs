//! The page inside the binary: what `build.rs` has found of it.

use server::Asset;

/// A file of the page.
struct File {
    name: &'static str,
    bytes: &'static [u8],
    /// The same, compressed, by the encoding's name.
    packed: &'static [(&'static str, &'static [u8])],
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// Every file of the page; none if the binary was built without it.
pub(crate) fn assets() -> Vec<Asset> {
    let asset = |file: &File| Asset {
        path: format!("/{}", file.name).into(),
        content_type: content_type(file.name),
        bytes: file.bytes.into(),
        packed: file.packed.iter().map(|&(encoding, bytes)| (encoding, bytes.into())).collect(),
    };
    FILES.iter().map(asset).collect()
}

/// What a browser is told of a file. It believes nothing else (`nosniff`), so every kind in the page is listed.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_page_has_a_kind_that_browsers_accept() {
        for asset in assets() {
            assert_ne!(asset.content_type, "application/octet-stream", "{}", asset.path);
        }
    }
}
