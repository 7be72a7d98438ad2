//! Message files: every language has every sentence that is said, with the same placeholders, and every placeholder is filled.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde_json::Value;

use super::suite::{Verdict, ensure};
use crate::message::PLURAL_RULE;
use crate::{Arg, Game, Message, OptionKind, SortedMap, Texts};

/// The message files of a game, and the keys of the sentences that it has said so far.
pub struct Speech {
    languages: Vec<(&'static str, Texts)>,
    seat_names: &'static [&'static str],
    said: RefCell<BTreeSet<String>>,
}

impl Speech {
    /// Reads every message file of a game and checks them ([`check_files`]). Every language must have the sentences about
    /// the game itself: summary, credit, seats, options and presets.
    pub fn of<G: Game>() -> Result<Self, String> {
        check_files(G::INFO.texts)?;
        let texts = |file| Texts::parse(file).map_err(|error| error.to_string());
        let languages = G::INFO.texts.iter().map(|&(language, file)| Ok((language, texts(file)?)));
        let languages = languages.collect::<Result<Vec<_>, String>>()?;
        let speech = Self { languages, seat_names: G::INFO.seat_names, said: RefCell::default() };
        speech.require("summary")?;
        speech.require("credit")?;
        for name in G::INFO.seat_names {
            speech.require(&format!("seat.{name}"))?;
        }
        for spec in G::INFO.options {
            let key = format!("option.{}", spec.key);
            speech.require(&key)?;
            speech.require(&format!("{key}.help"))?;
            let words = match &spec.kind {
                OptionKind::Choice(words) => words,
                // The default is the only value that has a word.
                OptionKind::Text { known: [], .. } => std::slice::from_ref(&spec.default),
                OptionKind::Text { known, .. } => known,
                OptionKind::Whole { .. } | OptionKind::Switch => &[],
            };
            for word in words {
                speech.require(&format!("{key}.{word}"))?;
            }
            // The words of an option may need no explanation. If one has it, all of them have.
            let helps: Vec<String> = words.iter().map(|word| format!("{key}.{word}.help")).collect();
            if helps.iter().any(|help| speech.has(help)) {
                helps.iter().try_for_each(|help| speech.require(help))?;
            }
        }
        for preset in G::INFO.presets {
            speech.require(&format!("preset.{}", preset.key))?;
            speech.require(&format!("preset.{}.help", preset.key))?;
        }
        Ok(speech)
    }

    /// Checks that every language has the message, with every placeholder filled.
    pub fn check(&self, message: &Message) -> Result<(), String> {
        self.require(&message.key).map_err(|problem| format!("{problem} ({message})"))?;
        for arg in message.args.values() {
            match arg {
                Arg::Word(key) => self.require(key)?,
                Arg::Hundredths(_) | Arg::Tenths(_) => self.require("decimal-sign")?,
                Arg::Number(_) | Arg::Text(_) | Arg::Seat(_) => {}
            }
        }
        for (language, texts) in &self.languages {
            let said = texts.say(message, self.seat_names);
            ensure(!said.contains('{'), || format!("a placeholder stays open in {language}: {said}"))?;
        }
        Ok(())
    }

    /// Checks every message and every button label in this data.
    pub fn check_all_in(&self, data: &impl Serialize) -> Result<(), String> {
        messages_in(data).iter().try_for_each(|message| self.check(message))
    }

    /// Checks that every language has a sentence with this key, and counts the key as said.
    pub fn require(&self, key: &str) -> Result<(), String> {
        self.said.borrow_mut().insert(key.to_owned());
        let lacking = self.languages.iter().find(|(_, texts)| !has(texts, key));
        lacking.map_or(Ok(()), |(language, _)| Err(no_sentence(key, language)))
    }

    fn has(&self, key: &str) -> bool {
        self.languages.iter().any(|(_, texts)| has(texts, key))
    }

    /// Compares the sentences that were said with message files. A sentence may be unsaid if its key is in `not_reached`.
    pub fn compare(&self, files: &[(&str, impl AsRef<str>)], not_reached: &BTreeSet<String>) -> Vec<String> {
        let said = self.said.borrow();
        let mut problems = Vec::new();
        for (language, file) in files {
            let texts = match Texts::parse(file.as_ref()) {
                Ok(texts) => texts,
                Err(error) => {
                    problems.push(format!("message file {language}: {error}"));
                    continue;
                }
            };
            let lacking = said.union(not_reached).filter(|key| !has(&texts, key));
            problems.extend(lacking.map(|key| no_sentence(key, language)));
            let unsaid = texts.keys().filter(|key| *key != PLURAL_RULE && !said.contains(*key));
            let unsaid = unsaid.filter(|key| !not_reached.contains(*key));
            problems.extend(unsaid.map(|key| format!("`{key}` is never said: delete the line, or reach it")));
        }
        let stale = not_reached.intersection(&said);
        problems.extend(stale.map(|key| format!("`{key}` is listed as not reached, but it is said")));
        problems
    }
}

fn has(texts: &Texts, key: &str) -> bool {
    texts.keys().any(|known| known == key)
}

fn no_sentence(key: &str, language: &str) -> String {
    format!("no sentence `{key}` in {language}")
}

/// Checks that message files parse and have the same keys with the same placeholders.
pub fn check_files(files: &[(&str, impl AsRef<str>)]) -> Result<(), String> {
    let mut first: Option<BTreeMap<String, BTreeSet<String>>> = None;
    for (language, file) in files {
        let file = file.as_ref();
        let located = |problem| format!("message file {language}: {problem}");
        plurals_are_whole(file).map_err(located)?;
        percents_stay_whole(file).map_err(located)?;
        let placeholders = placeholders_of(file).map_err(located)?;
        let wanted = first.get_or_insert_with(|| placeholders.clone());
        let odd = wanted.keys().find(|key| !placeholders.contains_key(*key));
        let odd = odd.or_else(|| placeholders.keys().find(|key| !wanted.contains_key(*key)));
        ensure(odd.is_none(), || format!("message file {language} lacks or adds {}", odd.map_or("", String::as_str)))?;
        same_placeholders(language, wanted, &placeholders)?;
    }
    first.map_or_else(|| Err("there is no message file".to_owned()), |_| Ok(()))
}

fn same_placeholders(
    language: &str,
    wanted: &BTreeMap<String, BTreeSet<String>>,
    placeholders: &BTreeMap<String, BTreeSet<String>>,
) -> Verdict {
    let other = wanted.iter().find(|(key, names)| placeholders.get(*key) != Some(names));
    other.map_or(Ok(()), |(key, names)| {
        let found = placeholders.get(key).cloned().unwrap_or_default();
        Err(format!("`{key}` has the placeholders {names:?}, but {found:?} in {language}"))
    })
}

/// Whether a number and its percent sign stay on one line.
fn percents_stay_whole(file: &str) -> Verdict {
    let breaks = file.lines().find(|line| !line.trim_start().starts_with('#') && line.contains(" %"));
    breaks.map_or(Ok(()), |line| Err(format!("write a no-break space (U+00A0) before the percent sign of `{line}`")))
}

/// Whether every word that depends on a number has as many forms as the language's rule for plurals wants.
fn plurals_are_whole(file: &str) -> Verdict {
    let texts = Texts::parse(file).map_err(|error| error.to_string())?;
    let rule = texts.plural_rule();
    for placeholder in
        file.lines().filter(|line| !line.trim_start().starts_with('#')).flat_map(|line| line.split('{').skip(1))
    {
        let inside = placeholder.split('}').next().unwrap_or_default();
        let forms = inside.split_once(':').map_or(rule.forms, |(_, forms)| forms.split('|').count());
        ensure(forms == rule.forms, || {
            format!("`{{{inside}}}` has {forms} forms, and {} has {}", rule.name, rule.forms)
        })?;
    }
    let named = file.lines().filter_map(|line| line.split_once('=')).find(|(key, _)| key.trim() == PLURAL_RULE);
    named.map_or(Ok(()), |(_, name)| ensure(name.trim() == rule.name, || format!("there is no rule `{}`", name.trim())))
}

/// The keys of a file, each with the names of its placeholders.
fn placeholders_of(file: &str) -> Result<BTreeMap<String, BTreeSet<String>>, String> {
    Texts::parse(file).map_err(|error| error.to_string())?;
    let sentences =
        file.lines().filter(|line| !line.trim_start().starts_with('#')).filter_map(|line| line.split_once('='));
    let names = |text: &str| {
        let names = text.split('{').skip(1).filter_map(|rest| rest.split(['}', ':']).next());
        names.map(str::to_owned).collect()
    };
    // `plural-rule` is no sentence. Only a language that needs another rule than the usual one has this line.
    let sentences = sentences.filter(|(key, _)| key.trim() != PLURAL_RULE);
    Ok(sentences.map(|(key, text)| (key.trim().to_owned(), names(text))).collect())
}

/// The keys of a message file.
///
/// # Panics
/// If the file cannot be parsed.
pub fn keys_of(file: &str) -> BTreeSet<String> {
    Texts::parse(file).expect("a message file").keys().map(str::to_owned).collect()
}

/// The source files in a folder and its subfolders, each with its path and its code without the tests.
///
/// # Panics
/// If the folder cannot be read.
pub fn sources_in(folder: &Path) -> Vec<(String, String)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("it can be listed").path());
    let read = |path: PathBuf| {
        if path.is_dir() {
            return sources_in(&path);
        }
        let source = fs::read_to_string(&path).expect("source is text");
        let code = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default().to_owned();
        vec![(path.display().to_string(), code)]
    };
    entries.flat_map(read).collect()
}

/// The keys that code says, as in `say("key")` for the opening `say("`.
pub fn keys_said<'a>(code: &'a str, openings: &[&str]) -> Vec<&'a str> {
    let said = |opening: &&str| code.split(*opening).skip(1).filter_map(|rest| rest.split('"').next()).collect();
    openings.iter().flat_map(|opening: &&str| -> Vec<&str> { said(opening) }).collect()
}

/// Every message that stands anywhere in this data, and every button as the message that is its label.
pub fn messages_in(data: &impl Serialize) -> Vec<Message> {
    let mut found = Vec::new();
    collect(&serde_json::to_value(data).expect("it is plain data"), &mut found);
    found
}

fn collect(value: &Value, found: &mut Vec<Message>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
        Value::Object(fields) => {
            let is_message =
                fields.contains_key("key") && fields.keys().all(|name| matches!(name.as_str(), "key" | "args"));
            match (is_message.then(|| serde_json::from_value(value.clone())), fields.get("button")) {
                (Some(Ok(message)), _) => found.push(message),
                (_, Some(Value::String(button))) => {
                    found.push(Message { key: Cow::Owned(button.clone()), args: SortedMap::new() });
                    fields.values().for_each(|value| collect(value, found));
                }
                _ => fields.values().for_each(|value| collect(value, found)),
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn files(en: &str, de: &str) -> [(&'static str, String); 2] {
        [("en", en.to_owned()), ("de", de.to_owned())]
    }

    #[test]
    fn no_line_ends_between_a_number_and_its_percent_sign() {
        let check = |en: &str| check_files(&[("en", en.to_owned())]);
        assert_eq!(check("odds = {percent}\u{a0}%\n"), Ok(()));
        assert!(check("odds = {percent} %\n").unwrap_err().contains("no-break space"));
    }

    #[test]
    fn files_have_the_same_sentences_with_the_same_placeholders() {
        let en = "# a = b\ntaken = {seat} takes {count:one|# of them}\nmade = done\n";
        assert_eq!(check_files(&files(en, "made = fertig\ntaken = {count} für {seat}")), Ok(()));
        let problem = |de| check_files(&files(en, de)).unwrap_err();
        assert_eq!(problem("made = fertig"), "message file de lacks or adds taken");
        assert!(problem("made = fertig\ntaken = {count}").starts_with("`taken` has the placeholders"));
        assert!(check_files(&[] as &[(&str, &str)]).is_err());
        let forms = "made = fertig\ntaken = {seat} {count:einen|zwei|viele}";
        assert!(problem(forms).contains("has 3 forms, and one-other has 2"), "{}", problem(forms));
        assert_eq!(check_files(&files(en, &format!("plural-rule = polish\n{forms}"))), Ok(()));
        assert!(
            problem("plural-rule = klingon\nmade = fertig\ntaken = {seat} {count:a|b}").contains("no rule `klingon`")
        );
    }

    #[test]
    fn messages_are_found_wherever_they_stand() {
        let data = json!({"pieces": [{"title": {"key": "pawn", "args": {"n": {"number": 1}}}}], "picks": [[{"button": "go", "label": {"key": "at once"}}]]});
        let keys: Vec<String> = messages_in(&data).into_iter().map(|message| message.key.into_owned()).collect();
        assert_eq!(keys, ["go", "at once", "pawn"]);
        assert!(messages_in(&json!({"key": "a", "default": "b"})).is_empty(), "an option is no message");
    }
}
