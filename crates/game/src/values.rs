//! Reads types from JSON values with little code. The page reads everything in this way: views, messages, what it has stored.
//!
//! `serde_json` can do the same and is far larger in WebAssembly: it compiles for every type how to read a struct from a list, and the
//! words of every mistake. A value that the page cannot read is only refused, and nobody reads why.

use std::fmt;

use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};
use serde_json::{Value, map, value::Index};

/// A value that is not of the wanted type. Outside the page it says more, if something is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    #[cfg(not(target_family = "wasm"))]
    words: Option<String>,
}

impl Unreadable {
    /// Nothing more is known.
    pub const PLAIN: Self = Self {
        #[cfg(not(target_family = "wasm"))]
        words: None,
    };
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        #[cfg(not(target_family = "wasm"))]
        if let Some(words) = &self.words {
            return f.write_str(words);
        }
        f.write_str("it cannot be read as what it should be")
    }
}

impl std::error::Error for Unreadable {}

impl de::Error for Unreadable {
    #[cfg(not(target_family = "wasm"))]
    fn custom<T: fmt::Display>(words: T) -> Self {
        Self { words: Some(words.to_string()) }
    }

    #[cfg(target_family = "wasm")]
    fn custom<T: fmt::Display>(_words: T) -> Self {
        Self::PLAIN
    }
}

/// Reads a value as a type.
pub fn read_value<'de, T: Deserialize<'de>>(value: &'de Value) -> Result<T, Unreadable> {
    T::deserialize(ValueReader(value))
}

/// Reads an entry of an object as a type. An entry that is missing is read as null.
pub fn read_entry<'de, T: Deserialize<'de>>(value: &'de Value, name: impl Index) -> Result<T, Unreadable> {
    read_value(value.get(name).unwrap_or(&Value::Null))
}

/// A JSON value that types can be read from.
#[derive(Clone, Copy, Debug)]
pub struct ValueReader<'de>(pub &'de Value);

macro_rules! numbers {
    ($visit:ident, $as:ident: $($read:ident)*) => {
        $(fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            visitor.$visit(self.0.$as().ok_or(Unreadable::PLAIN)?)
        })*
    };
}

impl<'de> Deserializer<'de> for ValueReader<'de> {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        match self.0 {
            Value::Null => visitor.visit_unit(),
            Value::Bool(is_true) => visitor.visit_bool(*is_true),
            Value::Number(number) => match (number.as_u64(), number.as_i64(), number.as_f64()) {
                (Some(number), ..) => visitor.visit_u64(number),
                (_, Some(number), _) => visitor.visit_i64(number),
                (.., Some(number)) => visitor.visit_f64(number),
                _ => Err(Unreadable::PLAIN),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(_) => self.deserialize_seq(visitor),
            Value::Object(_) => self.deserialize_map(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_bool(self.0.as_bool().ok_or(Unreadable::PLAIN)?)
    }

    numbers! { visit_u64, as_u64: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }
    numbers! { visit_i64, as_i64: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }
    numbers! { visit_f64, as_f64: deserialize_f32 deserialize_f64 }
    numbers! { visit_borrowed_str, as_str: deserialize_char deserialize_str deserialize_string deserialize_identifier }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        if self.0.is_null() { visitor.visit_unit() } else { Err(Unreadable::PLAIN) }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        let mut list = List(self.0.as_array().ok_or(Unreadable::PLAIN)?);
        let read = visitor.visit_seq(&mut list)?;
        if list.0.is_empty() { Ok(read) } else { Err(Unreadable::PLAIN) }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_map(Entries { rest: self.0.as_object().ok_or(Unreadable::PLAIN)?.iter(), value: &Value::Null })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_enum(match self.0 {
            Value::String(name) => Variant { name, value: &Value::Null },
            Value::Object(entries) if entries.len() == 1 => {
                let (name, value) = entries.iter().next().ok_or(Unreadable::PLAIN)?;
                Variant { name, value }
            }
            _ => return Err(Unreadable::PLAIN),
        })
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { i128 u128 bytes byte_buf }
}

/// The rest of a list.
struct List<'de>(&'de [Value]);

impl<'de> SeqAccess<'de> for List<'de> {
    type Error = Unreadable;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Unreadable> {
        let Some((first, rest)) = self.0.split_first() else { return Ok(None) };
        self.0 = rest;
        seed.deserialize(ValueReader(first)).map(Some)
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.0.len())
    }
}

/// The rest of the entries of an object, and the value of the entry whose name was read last.
struct Entries<'de> {
    rest: map::Iter<'de>,
    value: &'de Value,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Unreadable;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Unreadable> {
        let Some((name, value)) = self.rest.next() else { return Ok(None) };
        self.value = value;
        seed.deserialize(Name(name)).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Unreadable> {
        seed.deserialize(ValueReader(self.value))
    }
}

/// The name of an entry. Numbers that are keys of a map are written as texts.
struct Name<'de>(&'de str);

macro_rules! numbers_in_names {
    ($visit:ident: $($read:ident)*) => {
        $(fn $read<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
            visitor.$visit(self.0.parse().map_err(|_| Unreadable::PLAIN)?)
        })*
    };
}

impl<'de> Deserializer<'de> for Name<'de> {
    type Error = Unreadable;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_borrowed_str(self.0)
    }

    numbers_in_names! { visit_u64: deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64 }
    numbers_in_names! { visit_i64: deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 }
    numbers_in_names! { visit_bool: deserialize_bool }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Unreadable> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Unreadable> {
        visitor.visit_enum(Variant { name: self.0, value: &Value::Null })
    }

    forward_to_deserialize_any! {
        i128 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// A variant of an enum with its value, which is null for one that has none.
struct Variant<'de> {
    name: &'de str,
    value: &'de Value,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Unreadable;
    type Variant = ValueReader<'de>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, ValueReader<'de>), Unreadable> {
        let name = IntoDeserializer::<Unreadable>::into_deserializer(self.name);
        Ok((seed.deserialize(name)?, ValueReader(self.value)))
    }
}

impl<'de> VariantAccess<'de> for ValueReader<'de> {
    type Error = Unreadable;

    fn unit_variant(self) -> Result<(), Unreadable> {
        if self.0.is_null() { Ok(()) } else { Err(Unreadable::PLAIN) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Unreadable> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_seq(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Unreadable> {
        self.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use serde::Serialize;
    use serde_json::json;

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Kind {
        Plain,
        Named(String),
        Pair(i8, u64),
        Full { size: Option<f64>, is_set: bool },
    }

    #[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
    struct Number(u8);

    #[derive(Debug, PartialEq, Serialize, Deserialize)]
    struct Everything {
        kinds: Vec<Kind>,
        by_number: BTreeMap<Number, [i16; 2]>,
        by_name: BTreeMap<String, char>,
        #[serde(default)]
        left_out: u8,
        nothing: (),
        any: Value,
    }

    fn everything() -> Everything {
        Everything {
            kinds: vec![
                Kind::Plain,
                Kind::Named("x".to_owned()),
                Kind::Pair(-3, u64::MAX),
                Kind::Full { size: Some(0.5), is_set: true },
                Kind::Full { size: None, is_set: false },
            ],
            by_number: BTreeMap::from([(Number(7), [-300, 300])]),
            by_name: BTreeMap::from([("a".to_owned(), 'ß')]),
            left_out: 0,
            nothing: (),
            any: json!({ "a": [1, -1, 1.5, null, true, "b"] }),
        }
    }

    #[test]
    fn what_was_written_is_read() {
        let mut value = serde_json::to_value(everything()).unwrap();
        value.as_object_mut().unwrap().remove("left_out");
        value["later"] = json!({ "fields that are not known": ["are skipped"] });
        assert_eq!(read_value::<Everything>(&value), Ok(everything()));
        assert_eq!(read_entry::<Vec<Kind>>(&value, "kinds"), Ok(everything().kinds));
        assert_eq!(read_entry::<Option<u8>>(&value, "missing"), Ok(None));
    }

    #[test]
    fn what_is_of_another_type_is_refused_as_serde_json_refuses_it() {
        fn refused<T: for<'de> Deserialize<'de>>(values: &[Value]) {
            for value in values {
                assert!(read_value::<T>(value).is_err() && T::deserialize(value).is_err(), "{value}");
            }
        }
        refused::<u8>(&[json!(256), json!(-1), json!(1.5), json!("1"), json!(null), json!([1])]);
        refused::<i8>(&[json!(128), json!(-129)]);
        refused::<[u8; 2]>(&[json!([1]), json!([1, 2, 3]), json!({}), json!(1)]);
        refused::<(u8, bool)>(&[json!([1, true, 1]), json!([true, 1])]);
        refused::<Kind>(&[
            json!("other"),
            json!("named"),
            json!({ "named": 1 }),
            json!({ "named": "a", "plain": null }),
            json!({ "plain": 1 }),
            json!({}),
            json!({ "full": { "size": 1.0 } }),
            json!({ "pair": [1] }),
        ]);
        refused::<char>(&[json!("ab"), json!("")]);
        refused::<BTreeMap<Number, u8>>(&[json!({ "x": 1 }), json!({ "256": 1 }), json!([])]);
        refused::<Everything>(&[json!({}), json!(null)]);
        refused::<()>(&[json!(0), json!(false)]);
    }
}
