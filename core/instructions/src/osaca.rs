//! A table in the form of OSACA's machine models (docs/sources.md), in YAML: figures for authors of
//! such a model, or for comparison with one of llvm-mca.
//!
//! A form has one latency there: here the longest from operand to operand that needs no other
//! instruction to lead back. On which ports an instruction runs is not measured, so that is left
//! open.

use std::fmt::Write;

use serde_json::{Value, json};

use super::table::{Measure, Table, TableRow};

/// The order and the names of operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Isa {
    /// As AT&T's syntax has it: the destination is last.
    X86,
    Aarch64,
}

const HERE: Isa = if cfg!(target_arch = "x86_64") { Isa::X86 } else { Isa::Aarch64 };

impl Table {
    /// The forms of one instruction that have a value and only operands that OSACA can name, as a
    /// model of this architecture.
    pub fn to_osaca(&self) -> String {
        let isa = if HERE == Isa::X86 { "x86" } else { "AArch64" };
        let core = json!(self.reading().kind);
        let mut text = format!("# {}\nmicro_architecture: {core}\nisa: {isa}\n", self.provenance());
        text += "# On which ports an instruction runs is not measured.\nports: []\ninstruction_forms:\n";
        let mut known: Vec<[Value; 2]> = Vec::new();
        for rows in self.rows.chunk_by(|a, b| a.form == b.form) {
            let Some(form) = described(HERE, rows) else { continue };
            // Keep the first of the forms that OSACA does not distinguish, such as widths of
            // general registers.
            let key = ["name", "operands"].map(|part| form[part].clone());
            if !known.contains(&key) {
                known.push(key);
                // JSON is YAML, too.
                writeln!(text, "- {form}").expect("a string can be written");
            }
        }
        text
    }
}

/// Describes a form from its rows; `None` if OSACA has no name for it, or it has no value.
fn described(isa: Isa, rows: &[TableRow]) -> Option<Value> {
    let (name, operands) = operands(isa, &rows.first()?.form)?;
    let cycles = |is_wanted: &dyn Fn(&Measure) -> bool| {
        let wanted = rows.iter().filter(|row| is_wanted(&row.measure));
        // Four digits after the point are more than an interval has.
        wanted
            .filter_map(|row| row.cycles)
            .map(|cycles| (cycles.value * 1e4).round() / 1e4)
            .max_by(f64::total_cmp)
    };
    let latency = cycles(&|measure| matches!(measure, Measure::Latency { via: None, .. }));
    let throughput = cycles(&|measure| *measure == Measure::Throughput);
    latency.or(throughput)?;
    Some(json!({
        "name": name, "operands": operands, "latency": latency, "throughput": throughput, "port_pressure": [],
    }))
}

/// The mnemonic and the operands of a form's text.
fn operands(isa: Isa, form: &str) -> Option<(&str, Vec<Value>)> {
    let (name, operands) = form.split_once(' ').unwrap_or((form, ""));
    if form.contains([';', '{', '(']) || name == "lock" {
        return None;
    }
    // Not at the commas of an address.
    let mut depth = 0;
    let parts = operands.split(|c| {
        depth += i32::from(c == '[') - i32::from(c == ']');
        c == ',' && depth == 0
    });
    let parts = parts.map(str::trim).filter(|part| !part.is_empty());
    let mut operands = parts.map(|part| operand(isa, part)).collect::<Option<Vec<Value>>>()?;
    if isa == Isa::X86 {
        operands.reverse();
    }
    Some((name, operands))
}

/// An operand in the form of OSACA's models; `None` if they have no name for it.
fn operand(isa: Isa, text: &str) -> Option<Value> {
    let register = |key: &str, name: &str| json!({ "class": "register", key: name });
    let any_memory = json!({ "class": "memory", "base": "*", "offset": "*", "index": "*", "scale": "*" });
    let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    match (isa, text) {
        (Isa::X86, "r64" | "r32" | "r16" | "r8" | "cl") => Some(register("name", "gpr")),
        (Isa::X86, "x" | "xmm0") => Some(register("name", "xmm")),
        (Isa::X86, "y") => Some(register("name", "ymm")),
        (Isa::X86, "z") => Some(register("name", "zmm")),
        (Isa::X86, "k") => Some(register("name", "k")),
        (Isa::X86, memory) if memory.starts_with('[') => Some(any_memory),
        (Isa::X86, number) if is_number(number) => Some(json!({ "class": "immediate", "imd": "int" })),
        (Isa::Aarch64, "x" | "w" | "b" | "h" | "s" | "d" | "q") => Some(register("prefix", text)),
        (Isa::Aarch64, "p") => Some(register("prefix", "x")),
        (Isa::Aarch64, memory) if memory.starts_with('[') => {
            let mut memory = any_memory;
            memory["pre_indexed"] = json!(false);
            memory["post_indexed"] = json!(false);
            Some(memory)
        }
        (Isa::Aarch64, vector) if vector.starts_with("v.") && !vector.contains('[') => {
            let shape: String = vector.chars().skip(2).filter(char::is_ascii_alphabetic).collect();
            Some(json!({ "class": "register", "prefix": "v", "shape": shape }))
        }
        (Isa::Aarch64, number) => {
            number.strip_prefix('#').filter(|number| is_number(number))?;
            Some(json!({ "class": "immediate", "imd": "int" }))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(isa: Isa, form: &str) -> Option<String> {
        let (name, operands) = operands(isa, form)?;
        let part = |operand: &Value| {
            let part = ["name", "prefix"].iter().find_map(|key| operand[key].as_str());
            part.unwrap_or_else(|| operand["class"].as_str().unwrap_or_default()).to_owned()
        };
        let operands: Vec<String> = operands.iter().map(part).collect();
        Some(format!("{name} {}", operands.join(" ")))
    }

    #[test]
    fn operands_are_named_and_ordered_as_osaca_has_them() {
        for (isa, form, wanted) in [
            (Isa::X86, "imul r64, r32, 0x01234567", Some("imul immediate gpr gpr")),
            (Isa::X86, "vmovups y, [p]", Some("vmovups memory ymm")),
            (Isa::X86, "lea r64, [r64+r64+13]", Some("lea memory gpr")),
            (Isa::X86, "sha256rnds2 x, x, xmm0", Some("sha256rnds2 xmm xmm xmm")),
            (Isa::X86, "cmc", Some("cmc ")),
            (Isa::X86, "lock xadd [p], r64", None),
            (Isa::X86, "ptest x, x; cmovc r64, r64", None),
            (Isa::Aarch64, "fmla v.4s, v.4s, v.4s", Some("fmla v v v")),
            (Isa::Aarch64, "ldr x, [p, x, lsl #3]", Some("ldr x memory")),
            (Isa::Aarch64, "stp q, q, [p, #128]", Some("stp q q memory")),
            (Isa::Aarch64, "xar v.2d, v.2d, v.2d, #17", Some("xar v v v immediate")),
            (Isa::Aarch64, "fmla v.4s, v.4s, v.s[1]", None),
            (Isa::Aarch64, "csinv x, x, x, lt", None),
            (Isa::Aarch64, "add x, x, x, lsl #17", None),
        ] {
            assert_eq!(names(isa, form).as_deref(), wanted, "{form}");
        }
    }
}
