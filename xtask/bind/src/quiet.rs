//! Takes the words of panics out of the module. A panic is a bug of ours, and a browser can only say that the module has
//! stopped: nobody ever reads the message, and its preparation takes 2 % of the download. The standard library could be compiled
//! without it, but not the one that rustup has. So it is done here, when everything is compiled: whatever does nothing but
//! prepare a panic becomes the one instruction that stops, and the places in the sources that panics would name become zeros.

use std::collections::BTreeSet;
use std::convert::Infallible;
use std::ops::Range;

use wasm_encoder::reencode::{Error, Reencode};
use wasm_encoder::{CodeSection, DataSection, DataSegment, DataSegmentMode, Module};
use wasmparser::{
    CodeSectionReader, DataKind, DataSectionReader, ElementItems, ExternalKind, FunctionBody, KnownCustom, Name,
    Operator, Parser, Payload, TypeRef,
};

/// The name of the function in which every panic ends, as a part of its name in the module.
const END_OF_PANICS: &str = "rust_begin_unwind";
/// A body without variables that stops at once: no locals, `unreachable`, `end`.
const STOP: [u8; 3] = [0, UNREACHABLE, 0x0b];
const UNREACHABLE: u8 = 0x00;
/// The bytes of a place in the sources.
const PLACE: usize = 16;
/// What a place in the sources has less of.
const LONGEST_PATH: usize = 250;
const MOST_LINES: u32 = 100_000;
const MOST_COLUMNS: u32 = 1_000;

/// The module without the words of its panics, and without the names of its functions.
pub(crate) fn quiet(module: &[u8]) -> Result<Vec<u8>, String> {
    let read = Read::new(module).map_err(|error| error.to_string())?;
    if read.ends.is_empty() {
        eprintln!("the module has no function {END_OF_PANICS}, so the words of panics stay in it");
    }
    let mut quiet = Quiet { written: read.rewritten().map_err(|error| error.to_string())? };
    let mut written = Module::new();
    quiet.parse_core_module(&mut written, Parser::new(0), module).map_err(|error| error.to_string())?;
    Ok(written.finish())
}

/// What has to be known of the module.
struct Read<'a> {
    bytes: &'a [u8],
    imported: u32,
    bodies: Vec<FunctionBody<'a>>,
    /// The functions that somebody outside can call, or that are called by their places in the table.
    roots: Vec<u32>,
    /// The function in which every panic ends.
    ends: Vec<u32>,
}

impl<'a> Read<'a> {
    fn new(bytes: &'a [u8]) -> wasmparser::Result<Self> {
        let mut read = Self { bytes, imported: 0, bodies: Vec::new(), roots: Vec::new(), ends: Vec::new() };
        for payload in Parser::new(0).parse_all(bytes) {
            match payload? {
                Payload::ImportSection(imports) => {
                    for import in imports.into_imports() {
                        read.imported += u32::from(matches!(import?.ty, TypeRef::Func(_)));
                    }
                }
                Payload::ExportSection(exports) => {
                    for export in exports {
                        let export = export?;
                        read.roots.extend((export.kind == ExternalKind::Func).then_some(export.index));
                    }
                }
                Payload::StartSection { func, .. } => read.roots.push(func),
                Payload::ElementSection(elements) => {
                    for element in elements {
                        match element?.items {
                            ElementItems::Functions(functions) => {
                                for function in functions {
                                    read.roots.push(function?);
                                }
                            }
                            ElementItems::Expressions(_, expressions) => {
                                for expression in expressions {
                                    for operator in expression?.get_operators_reader() {
                                        if let Operator::RefFunc { function_index } = operator? {
                                            read.roots.push(function_index);
                                        }
                                    }
                                }
                            }
                        }
                    }
                }
                Payload::CodeSectionEntry(body) => read.bodies.push(body),
                Payload::CustomSection(section) => {
                    if let KnownCustom::Name(names) = section.as_known() {
                        for name in names {
                            let Name::Function(names) = name? else { continue };
                            for name in names {
                                let name = name?;
                                read.ends.extend(name.name.ends_with(END_OF_PANICS).then_some(name.index));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
        Ok(read)
    }

    /// The bodies of all functions. Those that can only panic, and those that nothing calls any more, only stop.
    fn rewritten(&self) -> wasmparser::Result<Vec<Vec<u8>>> {
        let mut panics: BTreeSet<u32> = self.ends.iter().copied().collect();
        let mut rewritten;
        loop {
            let known = panics.len();
            rewritten = Vec::with_capacity(self.bodies.len());
            for (function, body) in (self.imported..).zip(&self.bodies) {
                let body = self.rewrite(body, &panics)?;
                if body.only_panics {
                    panics.insert(function);
                }
                rewritten.push(body);
            }
            if panics.len() == known {
                break;
            }
        }
        let mut is_called = vec![false; self.imported as usize + self.bodies.len()];
        let mut next = self.roots.clone();
        while let Some(function) = next.pop() {
            let was_called = std::mem::replace(&mut is_called[function as usize], true);
            if let Some(own) = function.checked_sub(self.imported).filter(|_| !was_called) {
                next.extend(&rewritten[own as usize].calls);
            }
        }
        let is_kept = |function: u32| is_called[function as usize] && !panics.contains(&function);
        let bodies = (self.imported..).zip(rewritten);
        Ok(bodies.map(|(function, body)| if is_kept(function) { body.bytes } else { STOP.to_vec() }).collect())
    }

    /// A body in which everything that only leads to one of these functions is gone.
    fn rewrite(&self, body: &FunctionBody<'_>, panics: &BTreeSet<u32>) -> wasmparser::Result<Rewritten> {
        let operators = body.get_operators_reader()?;
        let mut writer = Writer {
            bytes: self.bytes[body.range().start..operators.original_position()].to_vec(),
            barrier: 0,
            depth: 0,
            dead: None,
        };
        writer.barrier = writer.bytes.len();
        let (mut calls, mut panics_itself, mut returns) = (Vec::new(), false, false);
        let mut operators = operators.into_iter_with_offsets().peekable();
        while let Some(operator) = operators.next() {
            let (operator, start) = operator?;
            let end = match operators.peek() {
                Some(Ok((_, next))) => *next,
                Some(Err(_)) | None => body.range().end,
            };
            if writer.skips(&operator) {
                continue;
            }
            match operator {
                Operator::Call { function_index } if panics.contains(&function_index) => {
                    panics_itself = true;
                    writer.stop();
                    continue;
                }
                Operator::Call { function_index } | Operator::RefFunc { function_index } => calls.push(function_index),
                Operator::Return => returns = true,
                Operator::Br { relative_depth } | Operator::BrIf { relative_depth } => {
                    returns |= relative_depth == writer.depth;
                }
                Operator::BrTable { ref targets } => {
                    returns |= targets.default() == writer.depth;
                    for target in targets.targets() {
                        returns |= target? == writer.depth;
                    }
                }
                Operator::End if writer.depth == 0 => returns |= writer.dead.is_none(),
                _ => {}
            }
            writer.keep(self.bytes, start..end, &operator);
        }
        // A function that calls the browser may tell a person something first.
        let tells = calls.iter().any(|function| *function < self.imported);
        Ok(Rewritten { bytes: writer.bytes, calls, only_panics: panics_itself && !returns && !tells })
    }
}

struct Rewritten {
    bytes: Vec<u8>,
    calls: Vec<u32>,
    /// Whether it cannot return and panics.
    only_panics: bool,
}

/// Writes a body and leaves out what cannot be reached, and what is done only for a panic.
struct Writer {
    bytes: Vec<u8>,
    /// Where the instructions begin that are done one after the other up to here, and have no effect outside.
    barrier: usize,
    /// How many blocks are open.
    depth: u32,
    /// How many blocks are open that are left out, if nothing can be reached here.
    dead: Option<u32>,
}

impl Writer {
    /// Whether this cannot be reached and is left out. The end of the block is kept.
    fn skips(&mut self, operator: &Operator<'_>) -> bool {
        let Some(inner) = &mut self.dead else { return false };
        match operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => *inner += 1,
            Operator::End | Operator::Else if *inner == 0 => return false,
            Operator::End => *inner -= 1,
            _ => {}
        }
        true
    }

    /// Stops here, and does not do what would only be done for the panic.
    fn stop(&mut self) {
        self.bytes.truncate(self.barrier);
        self.bytes.push(UNREACHABLE);
        self.dead = Some(0);
    }

    fn keep(&mut self, module: &[u8], range: Range<usize>, operator: &Operator<'_>) {
        let is_effect = !is_plain(module[range.start]);
        self.bytes.extend_from_slice(&module[range]);
        match operator {
            Operator::Block { .. } | Operator::Loop { .. } | Operator::If { .. } => self.depth += 1,
            Operator::End => {
                self.depth = self.depth.saturating_sub(1);
                self.dead = None;
            }
            Operator::Else => self.dead = None,
            Operator::Unreachable | Operator::Br { .. } | Operator::BrTable { .. } | Operator::Return => {
                self.dead = Some(0);
            }
            _ => {}
        }
        if is_effect {
            self.barrier = self.bytes.len();
        }
    }
}

/// Whether an instruction with this first byte only computes or writes to memory, which nobody reads after a panic.
fn is_plain(opcode: u8) -> bool {
    matches!(opcode, 0x1a | 0x1b | 0x20..=0x24 | 0x28..=0x3e | 0x41..=0xc4)
}

/// Writes the module again with other bodies.
struct Quiet {
    written: Vec<Vec<u8>>,
}

impl Reencode for Quiet {
    type Error = Infallible;

    fn parse_code_section(
        &mut self,
        written: &mut CodeSection,
        _section: CodeSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for body in &self.written {
            written.raw(body);
        }
        Ok(())
    }

    fn parse_data_section(
        &mut self,
        written: &mut DataSection,
        section: DataSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        for segment in section {
            let segment = segment?;
            let DataKind::Active { memory_index, offset_expr } = segment.kind else {
                written.segment(DataSegment { mode: DataSegmentMode::Passive, data: segment.data.iter().copied() });
                continue;
            };
            let data = match offset_expr.get_operators_reader().read()? {
                Operator::I32Const { value } => without_places(segment.data, value.cast_unsigned()),
                _ => segment.data.to_vec(),
            };
            written.active(memory_index, &self.const_expr(offset_expr)?, data);
        }
        Ok(())
    }

    /// The names of the functions have served their purpose. Players have no use for them, and they are a fifth of the module.
    fn parse_custom_section(
        &mut self,
        _module: &mut Module,
        _section: wasmparser::CustomSectionReader<'_>,
    ) -> Result<(), Error<Infallible>> {
        Ok(())
    }
}

/// The data with zeros for every place in the sources: the address and the length of a path, a line and a column, four bytes
/// each. Only panics read them. The first byte of the data has this address.
fn without_places(data: &[u8], start: u32) -> Vec<u8> {
    let mut written = data.to_vec();
    for at in (0..data.len().saturating_sub(PLACE - 1)).step_by(4) {
        let number = |index: usize| {
            let bytes = data[at + 4 * index..][..4].try_into().expect("there are four");
            u32::from_le_bytes(bytes)
        };
        let path = number(0).checked_sub(start).and_then(|from| data.get(from as usize..)?.get(..number(1) as usize));
        let is_path = path.is_some_and(|path| path.len() <= LONGEST_PATH && path.ends_with(b".rs"));
        if is_path && (1..MOST_LINES).contains(&number(2)) && (1..MOST_COLUMNS).contains(&number(3)) {
            written[at..at + PLACE].fill(0);
        }
    }
    written
}

#[cfg(test)]
mod tests {
    use wasm_encoder::{
        ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection, ImportSection, MemorySection,
        MemoryType, NameMap, NameSection, TypeSection,
    };

    use super::*;

    /// The numbers of the functions of [`module`].
    const TELL: u32 = 0;
    const END: u32 = 1;
    const FAIL: u32 = 2;
    const COMPLAIN: u32 = 3;

    /// A module with an imported function, the end of all panics, a function that only prepares a panic, one that tells
    /// something before it panics, and an exported function with this body.
    fn module(body: &Function) -> Vec<u8> {
        let mut types = TypeSection::new();
        types.ty().function([], []);
        let mut imports = ImportSection::new();
        imports.import("page", "tell", EntityType::Function(0));
        let mut functions = FunctionSection::new();
        let mut code = CodeSection::new();
        let (mut end, mut fail, mut complain) = (Function::new([]), Function::new([]), Function::new([]));
        end.instructions().loop_(wasm_encoder::BlockType::Empty).br(0).end().end();
        fail.instructions().i32_const(7).drop().call(END).unreachable().end();
        complain.instructions().call(TELL).call(FAIL).unreachable().end();
        for body in [&end, &fail, &complain, body] {
            functions.function(0);
            code.function(body);
        }
        let mut memories = MemorySection::new();
        memories.memory(MemoryType { minimum: 1, maximum: None, memory64: false, shared: false, page_size_log2: None });
        let mut exports = ExportSection::new();
        exports.export("start", ExportKind::Func, 4);
        let (mut names, mut of_functions) = (NameSection::new(), NameMap::new());
        of_functions.append(END, "_RNvCsabc_7___rustc17rust_begin_unwind");
        names.functions(&of_functions);
        let mut data = DataSection::new();
        let place: Vec<u8> = [64_u32, 8, 12, 5].into_iter().flat_map(u32::to_le_bytes).collect();
        data.active(0, &ConstExpr::i32_const(64), [b"src/a.rs".to_vec(), place, b"kept".to_vec()].concat());
        let mut module = Module::new();
        module.section(&types).section(&imports).section(&functions).section(&memories).section(&exports);
        module.section(&code).section(&data).section(&names);
        module.finish()
    }

    /// The instructions of each function after the step, and the data.
    fn after(body: &Function) -> (Vec<Vec<String>>, Vec<u8>) {
        let module = quiet(&module(body)).unwrap();
        let (mut functions, mut data) = (Vec::new(), Vec::new());
        for payload in Parser::new(0).parse_all(&module) {
            match payload.unwrap() {
                Payload::CodeSectionEntry(body) => {
                    let operators = body.get_operators_reader().unwrap().into_iter();
                    functions.push(operators.map(|operator| format!("{:?}", operator.unwrap())).collect());
                }
                Payload::DataSection(section) => {
                    data = section.into_iter().next().unwrap().unwrap().data.to_vec();
                }
                Payload::CustomSection(section) => panic!("{} is left", section.name()),
                _ => {}
            }
        }
        (functions, data)
    }

    fn empty() -> Function {
        let mut body = Function::new([]);
        body.instructions().end();
        body
    }

    #[test]
    fn what_only_prepares_a_panic_is_gone() {
        let mut body = Function::new([]);
        body.instructions().block(wasm_encoder::BlockType::Empty).i32_const(0).br_if(0);
        body.instructions().i32_const(1).i32_const(2).i32_store(wasm_encoder::MemArg {
            offset: 0,
            align: 2,
            memory_index: 0,
        });
        body.instructions().call(FAIL).unreachable().end().call(COMPLAIN).end();
        let (functions, _) = after(&body);
        assert_eq!(functions[0], ["Unreachable", "End"], "the end of panics");
        assert_eq!(functions[1], ["Unreachable", "End"], "nothing needs it any more");
        let block = "Block { blockty: Empty }";
        let complain = "Call { function_index: 3 }";
        let expected =
            [block, "I32Const { value: 0 }", "BrIf { relative_depth: 0 }", "Unreachable", "End", complain, "End"];
        assert_eq!(functions[3], expected);
    }

    #[test]
    fn what_is_told_before_a_panic_is_still_told() {
        let mut body = Function::new([]);
        body.instructions().call(COMPLAIN).end();
        assert_eq!(after(&body).0[2], ["Call { function_index: 0 }", "Unreachable", "End"]);
    }

    #[test]
    fn a_function_that_can_return_keeps_its_calls() {
        let mut body = Function::new([]);
        body.instructions().block(wasm_encoder::BlockType::Empty).i32_const(0).br_if(1).call(FAIL).end().end();
        let (functions, _) = after(&body);
        assert_eq!(functions[3].len(), 6);
        assert_eq!(functions[3][3], "Unreachable");
    }

    #[test]
    fn places_in_the_sources_are_zeros_and_other_data_stays() {
        let (_, data) = after(&empty());
        assert_eq!(data, [b"src/a.rs".as_slice(), &[0; 16], b"kept"].concat());
    }
}
