//! Rule sets: the rule data of a game as text files, and the typed value that a match uses.
//!
//! A game reads no file and keeps no rule data in statics. Somebody who has the files (the command line, a server,
//! a page that was sent them) makes [`RuleFiles`] of them, parses those once into [`NamedRules`], and hands the result in
//! with the setup. One process can play by several sets at the same time.

use std::fmt::{self, Debug};
use std::ops::{Deref, DerefMut, Range};
use std::str::FromStr;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use sha2::{Digest as _, Sha256};

use crate::fair::{HexDigitsError, hex_text, read_hex, write_hex};
use crate::record::readable;
use crate::sorted::SortedMap;

/// The name of every built-in set. No other set may have it.
pub const STANDARD: &str = "standard";

/// The most files of a set.
const MOST_FILES: usize = 16;
/// The most bytes of all files together: four times what the largest built-in set needs. Servers send sets to pages.
const MOST_BYTES: usize = 128 << 10;
/// The longest name of a file.
const LONGEST_FILE_NAME: usize = 40;
/// The longest name of a set. It is a value of an option in some games, and has to fit there.
const LONGEST_NAME: usize = 24;
/// How many digits of a fingerprint people are shown.
const SHORT: usize = 12;

/// A rule set that is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RulesError {
    /// A file is missing, too large or not readable.
    #[error("{file}: {problem}")]
    File {
        /// Which file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A line of a file is wrong.
    #[error("{file}, line {line}: {problem}")]
    Mistake {
        /// In which file.
        file: String,
        /// In which line of it, from 1.
        line: usize,
        /// What is wrong and what would be right.
        problem: String,
    },
    /// The set as a whole is wrong.
    #[error("{0}")]
    Set(String),
}

impl RulesError {
    /// A mistake at these bytes of a file; in the first line if it is not known where.
    pub fn at(file: &str, text: &str, span: Option<Range<usize>>, problem: impl Into<String>) -> Self {
        let at = span.map_or(0, |span| span.start);
        let line = 1 + text.bytes().take(at).filter(|&byte| byte == b'\n').count();
        Self::Mistake { file: file.to_owned(), line, problem: problem.into() }
    }

    /// A mistake in the first line that begins in this way; in the first line of the file if none does.
    pub fn in_line(file: &str, text: &str, begins: &str, problem: impl Into<String>) -> Self {
        let line = 1 + text.lines().position(|line| line.starts_with(begins)).unwrap_or(0);
        Self::Mistake { file: file.to_owned(), line, problem: problem.into() }
    }
}

/// The files of a rule set by name, read but not parsed. Their number and size are bounded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "SortedMap<String, String>")]
pub struct RuleFiles(SortedMap<String, String>);

impl RuleFiles {
    /// These files, if there are not too many and they are not too large. Line ends are made the same on all platforms, so
    /// that the fingerprint does not depend on who checked the files out.
    pub fn new(files: impl IntoIterator<Item = (String, String)>) -> Result<Self, RulesError> {
        let mut kept = SortedMap::new();
        let mut bytes = 0;
        for (name, text) in files {
            bytes += name.len() + text.len();
            if kept.len() == MOST_FILES || bytes > MOST_BYTES {
                let problem = format!("a rule set has at most {MOST_FILES} files with {MOST_BYTES} bytes together");
                return Err(RulesError::Set(problem));
            }
            let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'-' | b'.');
            if name.is_empty() || name.len() > LONGEST_FILE_NAME || !name.bytes().all(fits) {
                let problem = "its name is not made of small letters, digits, hyphens and dots".to_owned();
                return Err(RulesError::File { file: readable(&name, LONGEST_FILE_NAME), problem });
            }
            kept.insert(name, if text.contains('\r') { text.replace("\r\n", "\n") } else { text });
        }
        Ok(Self(kept))
    }

    /// The files that are compiled in.
    fn built_in(files: &[(&str, &str)]) -> Self {
        let owned = files.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        Self::new(owned).expect("a test parses every built-in set")
    }

    /// The text of a file.
    pub fn get(&self, name: &str) -> Result<&str, RulesError> {
        let missing = || RulesError::File { file: name.to_owned(), problem: "the file is missing".to_owned() };
        self.0.get(name).map(String::as_str).ok_or_else(missing)
    }

    /// The files by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(name, text)| (name.as_str(), text.as_str()))
    }

    /// The hash of all names and texts.
    pub fn fingerprint(&self) -> Fingerprint {
        let mut hash = Sha256::new().chain_update(b"sixfold rules 1");
        for text in self.0.iter().flat_map(|(name, text)| [name, text]) {
            // With its length, so that no text can pass for a name.
            hash = hash.chain_update((text.len() as u64).to_be_bytes()).chain_update(text.as_bytes());
        }
        Fingerprint(hash.finalize().into())
    }
}

impl TryFrom<SortedMap<String, String>> for RuleFiles {
    type Error = RulesError;

    fn try_from(files: SortedMap<String, String>) -> Result<Self, RulesError> {
        Self::new(files)
    }
}

/// The hash of a rule set's files, written as 64 hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fingerprint(pub [u8; 32]);

hex_text!(Fingerprint);

impl Fingerprint {
    /// Its first digits: enough for people to tell sets apart.
    pub fn short(&self) -> String {
        self.to_string()[..SHORT].to_owned()
    }
}

/// Which rule set a match is played by, if it is not the built-in one. Written as `NAME FINGERPRINT`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesId {
    /// The name that its files give it.
    pub name: String,
    /// The hash of its files. Two sets of the same name are told apart by it.
    pub fingerprint: Fingerprint,
}

impl RulesId {
    /// For people: `tuned (3f79bb7b435b)`.
    pub fn short(&self) -> String {
        format!("{} ({})", self.name, self.fingerprint.short())
    }
}

impl fmt::Display for RulesId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.name, self.fingerprint)
    }
}

impl FromStr for RulesId {
    type Err = RulesError;

    fn from_str(text: &str) -> Result<Self, RulesError> {
        let wrong = || RulesError::Set("a rule set is written NAME FINGERPRINT, the latter 64 digits".to_owned());
        let (name, fingerprint) = text.split_once(' ').ok_or_else(wrong)?;
        if !is_name(name) {
            return Err(wrong());
        }
        Ok(Self { name: name.to_owned(), fingerprint: fingerprint.parse().map_err(|_| wrong())? })
    }
}

fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(fits)
}

/// What a game makes of its rule files: typed, checked, and never changed afterwards. `()` for a game that has no tables.
pub trait RuleSet: PartialEq + Debug + Send + Sync + Sized + 'static {
    /// Every file of a set, with the built-in text. The first one has a line `name = "…"`, which names the set.
    const FILES: &'static [(&'static str, &'static str)];

    /// Reads and checks the files.
    fn parse(files: &RuleFiles) -> Result<Self, RulesError>;

    /// The name of the set: small letters, digits and hyphens.
    fn name(&self) -> &str;

    /// Whether a set may have a file of this name.
    fn takes(file: &str) -> bool {
        Self::FILES.iter().any(|(known, _)| *known == file)
    }

    /// The set that is compiled in. This parses it: keep the result.
    fn built_in() -> Self {
        Self::parse(&RuleFiles::built_in(Self::FILES)).expect("a test parses every built-in set")
    }
}

impl RuleSet for () {
    const FILES: &'static [(&'static str, &'static str)] = &[];

    fn parse(_files: &RuleFiles) -> Result<Self, RulesError> {
        Ok(())
    }

    fn name(&self) -> &str {
        STANDARD
    }
}

/// A parsed rule set, with its name in records.
#[derive(Debug)]
pub struct NamedRules<R> {
    rules: Arc<R>,
    built_in: Arc<R>,
    /// None for the built-in set, which records do not mention.
    id: Option<RulesId>,
}

impl<R> Clone for NamedRules<R> {
    fn clone(&self) -> Self {
        Self { rules: Arc::clone(&self.rules), built_in: Arc::clone(&self.built_in), id: self.id.clone() }
    }
}

impl<R: RuleSet> NamedRules<R> {
    /// The set that is compiled in. This parses it: keep the result.
    pub fn built_in() -> Self {
        let rules = Arc::new(R::built_in());
        Self { built_in: Arc::clone(&rules), rules, id: None }
    }

    /// Reads and checks a set. This parses the built-in set too: a caller that has a set uses [`NamedRules::another`].
    pub fn parse(files: &RuleFiles) -> Result<Self, RulesError> {
        Self::built_in().another(files)
    }

    /// Reads and checks another set of the same game. Files that say the same as the built-in ones are the built-in set.
    pub fn another(&self, files: &RuleFiles) -> Result<Self, RulesError> {
        if R::FILES.is_empty() {
            return Err(RulesError::Set("the rules of this game are not in files".to_owned()));
        }
        if let Some((stranger, _)) = files.iter().find(|(name, _)| !R::takes(name)) {
            let known: Vec<&str> = R::FILES.iter().map(|(known, _)| *known).collect();
            let problem = format!("this is no file of the set; there is {}", known.join(", "));
            return Err(RulesError::File { file: stranger.to_owned(), problem });
        }
        let rules = R::parse(files)?;
        let built_in = Arc::clone(&self.built_in);
        if rules == *built_in {
            return Ok(Self { rules: Arc::clone(&built_in), built_in, id: None });
        }
        let name = rules.name().to_owned();
        if name == STANDARD || !is_name(&name) {
            let file = R::FILES[0].0;
            let problem = match name.as_str() {
                STANDARD => format!("this is not the built-in set: give it another `name` than {STANDARD}"),
                _ => format!("`name` has up to {LONGEST_NAME} small letters, digits and hyphens"),
            };
            return Err(RulesError::in_line(file, files.get(file)?, "name", problem));
        }
        let id = RulesId { name, fingerprint: files.fingerprint() };
        Ok(Self { rules: Arc::new(rules), built_in, id: Some(id) })
    }

    /// The set itself.
    pub fn rules(&self) -> &Arc<R> {
        &self.rules
    }

    /// How records call it; none for the built-in set.
    pub fn id(&self) -> Option<&RulesId> {
        self.id.as_ref()
    }
}

/// A view together with the rule set by which it is read and drawn. Only the view is sent: the reader has the set.
#[derive(Debug)]
pub struct Ruled<V, R> {
    view: V,
    rules: Arc<R>,
}

impl<V, R> Ruled<V, R> {
    /// A view and its set.
    pub fn new(view: V, rules: &Arc<R>) -> Self {
        Self { view, rules: Arc::clone(rules) }
    }

    /// The set.
    pub fn rule_set(&self) -> &Arc<R> {
        &self.rules
    }
}

impl<V: Clone, R> Clone for Ruled<V, R> {
    fn clone(&self) -> Self {
        Self { view: self.view.clone(), rules: Arc::clone(&self.rules) }
    }
}

/// Equal sets are nearly always the very same one, so that their tables are seldom compared.
impl<V: PartialEq, R: PartialEq> PartialEq for Ruled<V, R> {
    fn eq(&self, other: &Self) -> bool {
        self.view == other.view && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules == other.rules)
    }
}

impl<V, R> Deref for Ruled<V, R> {
    type Target = V;

    fn deref(&self) -> &V {
        &self.view
    }
}

impl<V, R> DerefMut for Ruled<V, R> {
    fn deref_mut(&mut self) -> &mut V {
        &mut self.view
    }
}

impl<V: Serialize, R> Serialize for Ruled<V, R> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view.serialize(serializer)
    }
}

/// A view that can be read with the rule set of its match. Views of games without tables are read as they are.
pub trait OpenView<R>: Sized {
    /// Reads a view.
    fn open<'de, D: Deserializer<'de>>(from: D, rules: &Arc<R>) -> Result<Self, D::Error>;
}

impl<V: DeserializeOwned, R> OpenView<R> for V {
    fn open<'de, D: Deserializer<'de>>(from: D, _rules: &Arc<R>) -> Result<Self, D::Error> {
        V::deserialize(from)
    }
}

impl<V: DeserializeOwned, R> OpenView<R> for Ruled<V, R> {
    fn open<'de, D: Deserializer<'de>>(from: D, rules: &Arc<R>) -> Result<Self, D::Error> {
        Ok(Self::new(V::deserialize(from)?, rules))
    }
}
