//! TLS without a proxy: certificates from files, which are read again when they change, and the handshake.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, SystemTime};

use rustls::ServerConfig;
use rustls::crypto::ring;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;

/// Where the certificate of a server is.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// The certificate and those of its issuers, as PEM, its own first.
    pub cert: PathBuf,
    /// Its private key, as PEM.
    pub key: PathBuf,
    /// How often to look whether the files have changed: a certificate is renewed every few weeks.
    pub look_again: Duration,
}

impl TlsFiles {
    /// These files, looked at again every ten seconds.
    pub fn new(cert: impl Into<PathBuf>, key: impl Into<PathBuf>) -> Self {
        Self { cert: cert.into(), key: key.into(), look_again: Duration::from_secs(10) }
    }
}

/// What is wrong with the files of a certificate.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("{path}: {error}")]
    File {
        /// Which.
        path: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// A file is no PEM, or has something else in it.
    #[error("{path}: {problem}; a {wanted} in PEM form would be right")]
    Pem {
        /// Which.
        path: PathBuf,
        /// What should be in it.
        wanted: &'static str,
        /// What is wrong.
        problem: String,
    },
    /// Certificate and key do not fit together, or cannot be used.
    #[error("{cert} and {key} cannot be used together: {problem}")]
    Unfit {
        /// The file of the certificate.
        cert: PathBuf,
        /// The file of the key.
        key: PathBuf,
        /// Why not.
        problem: String,
    },
}

/// The certificate that handshakes use now.
pub(crate) struct Tls {
    files: TlsFiles,
    config: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    pub(crate) fn load(files: TlsFiles) -> Result<Self, TlsError> {
        let config = RwLock::new(Arc::new(read(&files)?));
        Ok(Self { files, config })
    }

    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        self.config.read().unwrap_or_else(PoisonError::into_inner).clone().into()
    }

    /// Reads the files again whenever they have changed. If they are wrong, the old certificate stays in use.
    pub(crate) async fn follow(self: Arc<Self>) {
        let mut known = stamps(&self.files);
        loop {
            tokio::time::sleep(self.files.look_again).await;
            let now = stamps(&self.files);
            if now == known {
                continue;
            }
            match read(&self.files) {
                Ok(config) => {
                    *self.config.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(config);
                    known = now;
                    tracing::info!("the certificate was read again");
                }
                // Perhaps one of the two files is written a moment later.
                Err(error) => tracing::warn!("the changed certificate is not used: {error}"),
            }
        }
    }
}

fn read(files: &TlsFiles) -> Result<ServerConfig, TlsError> {
    let cert = bytes(&files.cert)?;
    let key = bytes(&files.key)?;
    let no_cert = |problem: String| TlsError::Pem { path: files.cert.clone(), wanted: "certificate", problem };
    let chain: Vec<_> =
        CertificateDer::pem_slice_iter(&cert).collect::<Result<_, _>>().map_err(|error| no_cert(error.to_string()))?;
    if chain.is_empty() {
        return Err(no_cert("there is no certificate in it".to_owned()));
    }
    let key = PrivateKeyDer::from_pem_slice(&key).map_err(|error| {
        let path = files.key.clone();
        TlsError::Pem { path, wanted: "private key", problem: error.to_string() }
    })?;
    let unfit = |error: rustls::Error| TlsError::Unfit {
        cert: files.cert.clone(),
        key: files.key.clone(),
        problem: error.to_string(),
    };
    let builder = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let builder = builder.with_safe_default_protocol_versions().map_err(unfit)?;
    let mut config = builder.with_no_client_auth().with_single_cert(chain, key).map_err(unfit)?;
    config.alpn_protocols = vec![b"http/1.1".to_vec()];
    Ok(config)
}

fn bytes(path: &Path) -> Result<Vec<u8>, TlsError> {
    std::fs::read(path).map_err(|error| TlsError::File { path: path.to_owned(), error })
}

/// By what a change is noticed. A link that leads to another file is one too.
fn stamps(files: &TlsFiles) -> [Option<(SystemTime, u64)>; 2] {
    [&files.cert, &files.key].map(|path| {
        let about = std::fs::metadata(path).ok()?;
        Some((about.modified().ok()?, about.len()))
    })
}
