//! The files of the page, handed in with the configuration, and the headers that keep them safe.

use std::borrow::Cow;
use std::collections::HashMap;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use sha2::{Digest as _, Sha256};

/// A file of the page.
#[derive(Clone, Debug)]
pub struct Asset {
    /// Where it is asked for, such as `/index.html`.
    pub path: Cow<'static, str>,
    /// Its type, such as `text/html; charset=utf-8`.
    pub content_type: &'static str,
    /// What is in it.
    pub bytes: Cow<'static, [u8]>,
    /// The same, compressed, for clients that accept it: by the encoding's name (`br`, `gzip`), the smallest first.
    pub packed: Vec<(&'static str, Cow<'static, [u8]>)>,
}

/// What answers `/`. The page's own places stand behind a `#`, which is never sent.
const INDEX: &str = "/index.html";

const NOT_BUILT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sixfold</title>\
<h1>Sixfold</h1><p>The server runs, but the page was not built into it. <code>cargo xtask play</code> builds both.</p>";

/// What every answer says. Scripts and WebAssembly come from here and nowhere else, and nobody frames us.
static HEADERS: [(HeaderName, &str); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
         worker-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; \
         frame-ancestors 'none'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
];

/// The files by their paths.
#[derive(Debug)]
pub(crate) struct Pages(HashMap<Cow<'static, str>, (Asset, String)>);

impl Pages {
    pub(crate) fn new(assets: Vec<Asset>) -> Self {
        let mut pages: HashMap<_, _> =
            assets.into_iter().map(|asset| (asset.path.clone(), (tag(&asset.bytes), asset))).collect();
        pages.entry(INDEX.into()).or_insert_with(|| {
            let bytes = NOT_BUILT.as_bytes().into();
            let (path, content_type) = (INDEX.into(), "text/html; charset=utf-8");
            (tag(NOT_BUILT.as_bytes()), Asset { path, content_type, bytes, packed: Vec::new() })
        });
        Self(pages.into_iter().map(|(path, (tag, asset))| (path, (asset, tag))).collect())
    }

    /// The file at this path.
    pub(crate) fn answer(&self, path: &str, asked: &HeaderMap) -> Response {
        let Some((asset, tag)) = self.0.get(if path == "/" { INDEX } else { path }) else {
            return (StatusCode::NOT_FOUND, "There is nothing here. Sixfold is at /").into_response();
        };
        let mut response = Response::new(Body::empty());
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(asset.content_type));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache")); // ask, and mostly hear «the same»
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Ok(tag) = HeaderValue::from_str(tag) {
            headers.insert(header::ETAG, tag);
        }
        let says = |name, wanted: &str| {
            asked
                .get(name)
                .and_then(|value: &HeaderValue| value.to_str().ok())
                .is_some_and(|text| text.contains(wanted))
        };
        if says(header::IF_NONE_MATCH, tag) {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
            return response;
        }
        let bytes = match asset.packed.iter().find(|(encoding, _)| says(header::ACCEPT_ENCODING, encoding)) {
            Some((encoding, packed)) => {
                headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
                packed
            }
            None => &asset.bytes,
        };
        *response.body_mut() = match bytes {
            Cow::Borrowed(bytes) => Body::from(*bytes),
            Cow::Owned(bytes) => Body::from(bytes.clone()),
        };
        response
    }
}

/// Adds what every answer says.
pub(crate) async fn add_headers(mut response: Response) -> Response {
    for (name, value) in &HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Adds what a server says that speaks TLS: browsers ask it for nothing in plain text for a year.
pub(crate) async fn add_strict_transport(mut response: Response) -> Response {
    let year = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    response
}

fn tag(bytes: &[u8]) -> String {
    let hash: [u8; 32] = Sha256::digest(bytes).into();
    let (half, _) = hash.split_first_chunk::<16>().expect("a hash has 32 bytes");
    format!("\"{:032x}\"", u128::from_be_bytes(*half))
}
