//! The files of the page inside the binary. `build.rs` finds them.

use server::Asset;

struct File {
    name: &'static str,
    bytes: &'static [u8],
    /// The compressed contents, each with the name of its encoding.
    packed: &'static [(&'static str, &'static [u8])],
}

static FILES: &[File] = include!(concat!(env!("OUT_DIR"), "/page_files.rs"));

/// All files of the page. The list is empty if the binary was built without the page.
pub(crate) fn assets() -> Vec<Asset> {
    let asset = |file: &File| Asset {
        path: format!("/{}", file.name).into(),
        content_type: content_type(file.name),
        bytes: file.bytes.into(),
        packed: file.packed.iter().map(|&(encoding, bytes)| (encoding, bytes.into())).collect(),
    };
    FILES.iter().map(asset).collect()
}

/// The media type of a file. Browsers do not guess it (`nosniff`), so every kind of file in the page is listed.
fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "txt" | "toml" => "text/plain; charset=utf-8",
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
