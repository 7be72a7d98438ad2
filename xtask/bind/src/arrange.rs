//! Puts functions that look alike beside each other. gzip finds a repetition only within the last 32 KB, and the module is
//! many times as long, so the copies of one generic function must not stand far apart. This makes the download a tenth
//! smaller. Functions that are the same are kept once: the compiler finds those that were the same before it made them small, and
//! not those that became so. What the module does stays the same: only the numbers of its functions change.

use std::collections::{HashMap, VecDeque};
use std::convert::Infallible;

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{CodeSectionReader, FunctionSectionReader, Parser, Payload, TypeRef};

/// The length of the pieces that are compared. The value is the best of those tried, as are the next three.
const PIECE: usize = 6;
/// How far back copies are worth anything. gzip's window is a little longer.
const WINDOW: usize = 30_000;
/// Pieces that are in more functions than this say nothing about likeness.
const MOST_FUNCTIONS: usize = 120;
/// Added to the length of a function, so that very short functions are not all taken first.
const LEAST_LENGTH: usize = 100;

/// The module with its functions in a better order.
pub(crate) fn arrange(module: &[u8]) -> Result<Vec<u8>, String> {
    let mut module = module.to_vec();
    // Functions that call functions which were the same are the same themselves now.
    while let Some(merged) = merge(&module)? {
        module = merged;
    }
    let (imported, _, bodies) = functions(&module).map_err(|error| error.to_string())?;
    let order = order(&bodies);
    let mut places = vec![0; order.len()];
    for (place, &function) in (imported..).zip(&order) {
        places[function] = place;
    }
    write(&module, Arranger { imported, order, places })
}

/// The module in which functions of the same type and body are one; `None` if there are none.
fn merge(module: &[u8]) -> Result<Option<Vec<u8>>, String> {
    let (imported, types, bodies) = functions(module).map_err(|error| error.to_string())?;
    let (mut known, mut order, mut places) = (HashMap::new(), Vec::new(), Vec::new());
    for (function, same) in types.into_iter().zip(&bodies).enumerate() {
        let next = imported + order.len() as u32;
        let place = *known.entry(same).or_insert(next);
        if place == next {
            order.push(function);
        }
        places.push(place);
    }
    let is_less = order.len() < bodies.len();
    is_less.then(|| write(module, Arranger { imported, order, places })).transpose()
}

fn write(module: &[u8], mut arranger: Arranger) -> Result<Vec<u8>, String> {
    let mut written = Module::new();
    arranger.parse_core_module(&mut written, Parser::new(0), module).map_err(|error| error.to_string())?;
    Ok(written.finish())
}

/// The number of imported functions, and the types and bodies of the others.
type Functions<'m> = (u32, Vec<u32>, Vec<&'m [u8]>);

fn functions(module: &[u8]) -> wasmparser::Result<Functions<'_>> {
    let (mut imported, mut types, mut bodies) = (0, Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(imports) => {
                for import in imports.into_imports() {
                    imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                }
            }
            Payload::FunctionSection(section) => types = section.into_iter().collect::<wasmparser::Result<_>>()?,
            Payload::CodeSectionEntry(body) => bodies.push(body.as_bytes()),
            _ => {}
        }
    }
    Ok((imported, types, bodies))
}

/// The order of the functions: each is the one that has most in common with the functions just before it, for its length.
/// If none has anything in common, it is the first that is left.
fn order(bodies: &[&[u8]]) -> Vec<usize> {
    let likeness = Likeness::new(bodies);
    let mut window =
        Window { likeness: &likeness, counts: vec![0; likeness.functions_of.len()], shared: vec![0; bodies.len()] };
    let mut near: VecDeque<usize> = VecDeque::new();
    let mut near_length = 0;
    let mut left: Vec<usize> = (0..bodies.len()).collect();
    let mut order = Vec::with_capacity(bodies.len());
    while !left.is_empty() {
        let value = |function: usize| (window.shared[function], bodies[function].len() + LEAST_LENGTH);
        let mut best = 0;
        for index in 1..left.len() {
            let ((shared, length), (most, its_length)) = (value(left[index]), value(left[best]));
            if shared * its_length > most * length {
                best = index;
            }
        }
        let next = left.remove(best);
        order.push(next);
        window.enter(next);
        near.push_back(next);
        near_length += bodies[next].len();
        while near_length > WINDOW && near.len() > 1 {
            let gone = near.pop_front().expect("two are in it");
            near_length -= bodies[gone].len();
            window.leave(gone);
        }
    }
    order
}

/// Which functions contain which pieces. A piece is named by a number.
struct Likeness {
    pieces_of: Vec<Vec<usize>>,
    functions_of: Vec<Vec<usize>>,
}

impl Likeness {
    fn new(bodies: &[&[u8]]) -> Self {
        let mut found: Vec<(&[u8], usize)> = bodies
            .iter()
            .enumerate()
            .flat_map(|(function, body)| body.windows(PIECE).map(move |piece| (piece, function)))
            .collect();
        found.sort_unstable();
        found.dedup();
        let mut likeness = Self { pieces_of: vec![Vec::new(); bodies.len()], functions_of: Vec::new() };
        for same in found.chunk_by(|(a, _), (b, _)| a == b) {
            if (2..=MOST_FUNCTIONS).contains(&same.len()) {
                for &(_, function) in same {
                    likeness.pieces_of[function].push(likeness.functions_of.len());
                }
                likeness.functions_of.push(same.iter().map(|&(_, function)| function).collect());
            }
        }
        likeness
    }
}

/// The functions that gzip could copy from.
struct Window<'a> {
    likeness: &'a Likeness,
    /// How many functions in the window have each piece.
    counts: Vec<u32>,
    /// How many pieces of each function are in the window.
    shared: Vec<usize>,
}

impl Window<'_> {
    fn enter(&mut self, function: usize) {
        for &piece in &self.likeness.pieces_of[function] {
            self.counts[piece] += 1;
            if self.counts[piece] == 1 {
                for &other in &self.likeness.functions_of[piece] {
                    self.shared[other] += 1;
                }
            }
        }
    }

    fn leave(&mut self, function: usize) {
        for &piece in &self.likeness.pieces_of[function] {
            self.counts[piece] -= 1;
            if self.counts[piece] == 0 {
                for &other in &self.likeness.functions_of[piece] {
                    self.shared[other] -= 1;
                }
            }
        }
    }
}

/// Writes the module again with other numbers for its functions.
struct Arranger {
    imported: u32,
    /// The functions in their new order, without the imported ones.
    order: Vec<usize>,
    /// The new number of each function.
    places: Vec<u32>,
}

impl Reencode for Arranger {
    type Error = Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error<Infallible>> {
        Ok(match function.checked_sub(self.imported) {
            Some(own) => self.places[own as usize],
            None => function,
        })
    }

    fn parse_function_section(
        &mut self,
        written: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let types = section.into_iter().collect::<wasmparser::Result<Vec<u32>>>()?;
        for &function in &self.order {
            written.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(
        &mut self,
        written: &mut CodeSection,
        section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        let bodies = section.into_iter().collect::<wasmparser::Result<Vec<_>>>()?;
        for function in self.order.clone() {
            utils::parse_function_body(self, written, bodies[function].clone())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function, ImportSection, RefType,
        StartSection, TableSection, TableType, TypeSection,
    };
    use wasmparser::{ElementItems, Operator};

    use super::*;

    /// A module that imports one function and has eight of its own. Those with even numbers look alike, and so do those
    /// with odd numbers. The numbers of functions are used in all ways that the page's module has.
    fn module() -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("page", "log", EntityType::Function(0));
        let (mut functions, mut code) = (FunctionSection::new(), CodeSection::new());
        for number in 0..8 {
            functions.function(0);
            let mut body = Function::new([]);
            for line in 0..1_500 {
                body.instructions().i64_const(1_000_003 * (1 + line + 5_000 * (number % 2))).drop();
            }
            body.instructions().i32_const(100 + i32::try_from(number).unwrap()).drop();
            body.instructions().call(0).call(1 + u32::try_from((number + 3) % 8).unwrap()).end();
            code.function(&body);
        }
        let mut tables = TableSection::new();
        tables.table(TableType {
            element_type: RefType::FUNCREF,
            table64: false,
            minimum: 8,
            maximum: None,
            shared: false,
        });
        let mut exports = ExportSection::new();
        exports.export("third", ExportKind::Func, 3);
        let mut elements = ElementSection::new();
        elements.active(None, &ConstExpr::i32_const(0), Elements::Functions((1..9).collect::<Vec<u32>>().into()));
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&tables).section(&exports);
        module.section(&StartSection { function_index: 6 }).section(&elements).section(&code);
        module.finish()
    }

    /// The marks of the functions in their order, and by their marks: the exported one, the first one, those in the table,
    /// and for each function those that it calls. The imported one is 0.
    #[derive(Debug, PartialEq)]
    struct Read {
        order: Vec<i32>,
        exported: i32,
        start: i32,
        table: Vec<i32>,
        calls: Vec<(i32, Vec<i32>)>,
    }

    fn read(module: &[u8]) -> Read {
        let (mut marks, mut calls) = (vec![0], Vec::new());
        let (mut exported, mut start, mut table) = (0, 0, Vec::new());
        for payload in Parser::new(0).parse_all(module) {
            match payload.unwrap() {
                Payload::ExportSection(exports) => exported = exports.into_iter().next().unwrap().unwrap().index,
                Payload::StartSection { func, .. } => start = func,
                Payload::ElementSection(elements) => {
                    let ElementItems::Functions(functions) = elements.into_iter().next().unwrap().unwrap().items else {
                        panic!("no functions");
                    };
                    table = functions.into_iter().map(Result::unwrap).collect();
                }
                Payload::CodeSectionEntry(body) => {
                    let mut called = Vec::new();
                    for operator in body.get_operators_reader().unwrap() {
                        match operator.unwrap() {
                            Operator::I32Const { value } => marks.push(value),
                            Operator::Call { function_index } => called.push(function_index),
                            _ => {}
                        }
                    }
                    calls.push(called);
                }
                _ => {}
            }
        }
        let mark = |function: u32| marks[function as usize];
        let mut calls: Vec<(i32, Vec<i32>)> = (1..)
            .zip(&calls)
            .map(|(function, called)| (mark(function), called.iter().copied().map(mark).collect()))
            .collect();
        calls.sort_unstable();
        Read {
            order: marks[1..].to_vec(),
            exported: mark(exported),
            start: mark(start),
            table: table.into_iter().map(mark).collect(),
            calls,
        }
    }

    #[test]
    fn functions_that_look_alike_stand_together() {
        assert_eq!(read(&module()).order, [100, 101, 102, 103, 104, 105, 106, 107]);
        let order = read(&arrange(&module()).unwrap()).order;
        assert_eq!(order, [100, 102, 104, 106, 101, 103, 105, 107]);
    }

    #[test]
    fn every_number_of_a_function_still_means_the_same_function() {
        let before = read(&module());
        let after = read(&arrange(&module()).unwrap());
        assert_eq!(after, Read { order: after.order.clone(), ..before });
    }

    #[test]
    fn functions_that_are_the_same_are_kept_once_and_so_are_those_that_call_them() {
        let (mut types, mut functions, mut code) = (TypeSection::new(), FunctionSection::new(), CodeSection::new());
        types.ty().function([], []);
        let mut exports = ExportSection::new();
        // The first two are the same, so the next two are the same too. The last one is another.
        for (number, (mark, called)) in (0..).zip([(1, None), (1, None), (2, Some(0)), (2, Some(1)), (3, Some(3))]) {
            functions.function(0);
            let mut body = Function::new([]);
            body.instructions().i32_const(mark).drop();
            if let Some(called) = called {
                body.instructions().call(called);
            }
            body.instructions().end();
            code.function(&body);
            exports.export(&format!("f{number}"), ExportKind::Func, number);
        }
        let mut module = Module::new();
        module.section(&types).section(&functions).section(&exports).section(&code);
        let merged = arrange(&module.finish()).unwrap();
        let (_, _, bodies) = super::functions(&merged).unwrap();
        assert_eq!(bodies.len(), 3);
        let exported = Parser::new(0).parse_all(&merged).find_map(|payload| match payload.unwrap() {
            Payload::ExportSection(exports) => {
                Some(exports.into_iter().map(|export| export.unwrap().index).collect::<Vec<_>>())
            }
            _ => None,
        });
        let exported = exported.unwrap();
        assert_eq!((exported[0], exported[2]), (exported[1], exported[3]));
        assert!(exported[0] != exported[2] && exported[2] != exported[4]);
    }

    #[test]
    fn the_result_depends_only_on_the_module() {
        assert_eq!(arrange(&module()), arrange(&module()));
    }

    #[test]
    fn what_is_no_module_is_refused() {
        arrange(b"not a module").unwrap_err();
        let whole = module();
        arrange(&whole[..whole.len() / 2]).unwrap_err();
    }
}
