//! The set as Rust source: a static table, and the code of each chain as a call of `code!`.

use std::fmt::Write;

use crate::chains::{self, Code, Half, Part, SLOTS, WORDS};
use crate::registers::{Architecture, Width};
use crate::table::{InstructionForm, Pair, shown};

/// The source of `FORMS` and of everything to which it refers.
pub fn source(forms: &[InstructionForm], architecture: Architecture, whole: bool) -> String {
    let mut source = String::new();
    let mut table = String::new();
    let mut names: Vec<String> = Vec::new();
    for (index, form) in forms.iter().enumerate() {
        let name = form.name();
        assert!(!names.contains(&name), "two lines are of {name}");
        names.push(name);
        write_form((&mut table, &mut source), architecture, form, index, whole);
    }
    format!(
        "/// Places whose start values a chain is handed.\n\
         pub(super) const SLOTS: usize = {};\n\n\
         /// 64-bit words of each: as many as the widest register has.\n\
         pub(super) const WORDS: usize = {WORDS};\n\n\
         /// Every form of this architecture that is described here{}.\n\
         pub static FORMS: &[InstructionForm] = &[\n{table}];\n\n{source}",
        SLOTS.len(),
        if whole { "" } else { ", of the chosen set" }
    )
}

fn write_form(
    (table, source): (&mut String, &mut String),
    architecture: Architecture,
    form: &InstructionForm,
    index: usize,
    whole: bool,
) {
    let mut rows = String::new();
    for (number, pair) in form.pairs.iter().enumerate() {
        let name = format!("f{index}_{number}");
        let code = chains::latency(architecture, form, pair);
        push_code(source, &name, form, &code);
        let (key, metric) = (&pair.key, latency(form, pair));
        let text = if whole { code.pattern.join("\n") } else { String::new() };
        rows.push_str(&row(key, &metric, &name, &text));
    }
    if !form.has_mark("no_throughput") {
        let name = format!("f{index}_t");
        let code = chains::throughput(architecture, form);
        push_code(source, &name, form, &code);
        let metric = format!("Metric::Throughput {{ copies: {} }}", code.steps);
        let text = if whole { &code.pattern[0] } else { "" };
        rows.push_str(&row("throughput", &metric, &name, text));
    }
    // Only a whole set is mixed: a phone's app may not write code.
    let is_mixed =
        whole && ["no_throughput", "serialises", "writes_all"].iter().all(|mark| !form.has_mark(mark));
    let parts = Half::ALL.map(|half| {
        let part = is_mixed.then(|| chains::part(architecture, form, half)).flatten();
        let name = format!("f{index}_{}", if half == Half::Lower { "lower" } else { "upper" });
        part.map_or("None".to_owned(), |part| {
            push_part(source, &name, form, &part);
            format!("Some({name})")
        })
    });
    let values = chains::values(architecture, form);
    let values: Vec<String> =
        values.iter().map(|word| word.map_or("None".into(), |word| format!("Some({word:#x})"))).collect();
    let detected = match architecture {
        Architecture::Aarch64 => "std::arch::is_aarch64_feature_detected!",
        _ => "std::arch::is_x86_feature_detected!",
    };
    let present: Vec<String> = form.features.iter().map(|name| format!("{detected}({name:?})")).collect();
    let present = if present.is_empty() { "true".to_owned() } else { present.join(" && ") };
    writeln!(
        table,
        "InstructionForm {{ key: {:?}, name: {:?}, group: {:?}, features: &{:?}, marks: &{:?}, is_present: || {present}, \
         values: [{}], properties: &[{rows}], {} }},",
        form.key,
        form.name(),
        form.group,
        form.features,
        form.marks,
        values.join(", "),
        if whole { format!("parts: [{}]", parts.join(", ")) } else { String::new() },
    )
    .expect("a string");
}

/// A row of the table, whose code is in the module `name`.
fn row(key: &str, metric: &str, name: &str, text: &str) -> String {
    format!("InstructionProperty {{ key: {key:?}, metric: {metric}, code: {name}::CODE, text: {text:?} }}, ")
}

fn latency(form: &InstructionForm, pair: &Pair) -> String {
    let via = pair.via.as_ref().map_or("None".to_owned(), |via| format!("Some({:?})", shown(via)));
    let (from, to) = (form.label(&pair.from), form.label(&pair.to));
    format!("Metric::Latency {{ from: {from:?}, to: {to:?}, via: {via} }}")
}

fn push_code(source: &mut String, name: &str, form: &InstructionForm, code: &Code) {
    // Several instructions of a line are several lines.
    let lines = code.pattern.iter().flat_map(|line| line.split("; ")).collect::<Vec<_>>();
    let enable = enable(form);
    writeln!(
        source,
        "code! {{ {name}, [{enable}], loads {:?}, pattern {lines:?}, {} steps, {}, {} }}",
        code.loads,
        code.steps,
        if code.through_flags { "keeping_flags" } else { "counting" },
        if code.width > Width::Sse { "wide" } else { "narrow" },
    )
    .expect("a string");
}

fn push_part(source: &mut String, name: &str, form: &InstructionForm, part: &Part) {
    let copies: Vec<String> = part.copies.iter().map(|copy| copy.replace("; ", "\n")).collect();
    writeln!(source, "part! {{ {name}, [{}], loads {:?}, copies {copies:?} }}", enable(form), part.loads)
        .expect("a string");
}

/// The attribute with which the assembler accepts the form.
fn enable(form: &InstructionForm) -> String {
    if form.features.is_empty() {
        return String::new();
    }
    format!("#[target_feature(enable = {:?})]", form.features.join(","))
}
