//! Machine code that the user provides: text for the system's assembler, hexadecimal digits, or a
//! function of an object file.

use std::path::Path;
use std::process::Command;

use object::{Object, ObjectSection, ObjectSymbol};
use trueghz_instructions::own::MOST_BYTES;

use crate::cli::RunArgs;
use crate::outcome::{Failure, plain};

use super::own::Request;

/// Return instruction at the end of a function, which a step does not contain.
const RETURN: &[u8] = if cfg!(target_arch = "x86_64") { &[0xc3] } else { &[0xc0, 0x03, 0x5f, 0xd6] };

/// Assemblers, with the options that make them read a file as assembly text.
const ASSEMBLERS: [(&str, &[&str]); 3] =
    [("as", &[]), ("clang", &["-c", "-x", "assembler"]), ("gcc", &["-c", "-x", "assembler"])];

/// Request for the code that these arguments specify; `None` if they specify none.
///
/// # Errors
/// [`Failure`] if the code cannot be read or is not valid.
pub fn request(args: &RunArgs) -> Result<Option<Request>, Failure> {
    let own = &args.own;
    let (name, mut step) = match (&own.asm, &own.bytes, &own.object) {
        (Some(text), _, _) => (text.clone(), assembled(text)?),
        (_, Some(digits), _) => (digits.clone(), hexadecimal(digits)?),
        (_, _, Some(place)) => (place.clone(), of_object(place)?),
        _ => return Ok(None),
    };
    let latency = own.latency.as_ref().map(|(from, to)| (from.clone(), to.clone(), link(from, to)));
    if let Some((_, _, link)) = &latency {
        step.extend(assembled(link)?);
    }
    if step.is_empty() {
        return Err(Failure::new("there is no code in it"));
    }
    if step.len() > MOST_BYTES {
        let length = step.len();
        return Err(Failure::new(format!("the code has {length} bytes; at most {MOST_BYTES} are measured")));
    }
    let first = own.before.as_deref().map(assembled).transpose()?.unwrap_or_default();
    Ok(Some(Request { name, first, step, latency, duration: args.duration, seed: 0 }))
}

/// Instruction that moves the result back to the source register: for general registers one with a
/// latency of one cycle, for vector registers a permutation.
fn link(from: &str, to: &str) -> String {
    let number = |register: &str| register.trim_start_matches(|c: char| c.is_ascii_alphabetic()).to_owned();
    let is_vector =
        to.starts_with(|c: char| "bhsdqvyz".contains(c)) && to[1..].starts_with(|c: char| c.is_ascii_digit());
    if cfg!(target_arch = "x86_64") {
        match to.get(1..3) {
            Some("mm") if to.starts_with('x') => format!("pshufd {from}, {to}, 0x4e"),
            Some("mm") => format!("vpshufd xmm{}, xmm{}, 0x4e", number(from), number(to)),
            _ => format!("lea {from}, [{to}]"),
        }
    } else if is_vector {
        let (from, to) = (number(from), number(to));
        format!("ext v{from}.16b, v{to}.16b, v{to}.16b, #8")
    } else {
        format!("add x{}, x{}, #0", number(from), number(to))
    }
}

/// Assembles a text with the system's assembler; ";" separates instructions, as a line end does.
fn assembled(text: &str) -> Result<Vec<u8>, Failure> {
    let folder = tempfile::tempdir().map_err(Failure::new)?;
    let (source, object) = (folder.path().join("own.s"), folder.path().join("own.o"));
    let syntax = if cfg!(target_arch = "x86_64") { ".intel_syntax noprefix\n" } else { "" };
    let lines = text.replace(';', "\n");
    std::fs::write(&source, format!("{syntax}.text\n{lines}\n"))
        .map_err(|error| Failure::new(plain(&error)))?;
    for (program, options) in ASSEMBLERS {
        let made = Command::new(program).args(options).arg("-o").arg(&object).arg(&source).output();
        let Ok(made) = made else { continue };
        if !made.status.success() {
            return Err(Failure::new(format!("{program} refuses {text:?}: {}", refusal(&made.stderr))));
        }
        return of_file(&object, None);
    }
    let names = ASSEMBLERS.map(|(name, _)| name).join(", ");
    Err(Failure::new(format!("this system has no assembler ({names}): use --bytes or --object")))
}

/// First error message of an assembler.
fn refusal(said: &[u8]) -> String {
    let said = String::from_utf8_lossy(said);
    let error =
        said.lines().find_map(|line| line.split_once("rror: ")).map(|(_, error)| error.trim().to_owned());
    error.unwrap_or_else(|| said.trim().to_owned())
}

fn hexadecimal(digits: &str) -> Result<Vec<u8>, Failure> {
    let digits: Option<Vec<u8>> = digits
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).map(|digit| digit as u8))
        .collect();
    let bytes = digits.filter(|digits| digits.len() % 2 == 0);
    let bytes = bytes.map(|digits| digits.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]).collect());
    bytes.ok_or_else(|| Failure::new("--bytes takes pairs of hexadecimal digits, such as 480fafc3"))
}

/// Reads the code at `FILE:SYMBOL`; the file's name may contain colons.
fn of_object(place: &str) -> Result<Vec<u8>, Failure> {
    let (file, symbol) = place.rsplit_once(':').ok_or_else(|| Failure::new("--object takes FILE:SYMBOL"))?;
    of_file(Path::new(file), Some(symbol))
}

/// Returns the code of a symbol without its return instruction, or the whole first code section if
/// `symbol` is `None`.
fn of_file(path: &Path, symbol: Option<&str>) -> Result<Vec<u8>, Failure> {
    let cannot = |why: &dyn std::fmt::Display| Failure::file("read", path, why);
    let bytes = std::fs::read(path).map_err(|error| cannot(&plain(&error)))?;
    let file = object::File::parse(&*bytes).map_err(|error| cannot(&error))?;
    let native = if cfg!(target_arch = "x86_64") {
        object::Architecture::X86_64
    } else {
        object::Architecture::Aarch64
    };
    if file.architecture() != native {
        return Err(cannot(&"it has code of another architecture"));
    }
    let Some((section, start, end)) = place(&file, symbol).map_err(|why| cannot(&why))? else {
        return Ok(Vec::new());
    };
    if section.relocations().any(|(offset, _)| (start..end).contains(&offset)) {
        return Err(match symbol {
            Some(name) => {
                cannot(&format!("{name} refers to symbols outside itself, so it cannot run elsewhere"))
            }
            None => Failure::new("the code refers to symbols outside itself"),
        });
    }
    let data = section.data().map_err(|error| cannot(&error))?;
    let within = usize::try_from(start).ok().zip(usize::try_from(end).ok());
    let code = within.and_then(|(start, end)| data.get(start..end));
    let code = code.ok_or_else(|| cannot(&"the symbol is not in its section"))?;
    Ok(match symbol {
        Some(_) => code.strip_suffix(RETURN).unwrap_or(code).to_vec(),
        None => code.to_vec(),
    })
}

/// Section of a symbol, and start and end of its code within the section. Without a symbol, all of
/// the first code section; `None` if there is none.
fn place<'data, 'file>(
    file: &'file object::File<'data>,
    symbol: Option<&str>,
) -> Result<Option<(object::Section<'data, 'file>, u64, u64)>, String> {
    let Some(name) = symbol else {
        let text = file.sections().find(|section| section.kind() == object::SectionKind::Text);
        return Ok(text.map(|section| {
            let end = section.size();
            (section, 0, end)
        }));
    };
    // Apple's compilers put an underscore before every name.
    let is_it = |found: &object::Symbol<'_, '_>| {
        found.section_index().is_some()
            && found.name().is_ok_and(|known| known == name || known.strip_prefix('_') == Some(name))
    };
    let found = file.symbols().find(is_it).ok_or_else(|| format!("it defines no symbol {name}"))?;
    let section = found.section_index().and_then(|index| file.section_by_index(index).ok());
    let section = section.ok_or_else(|| format!("{name} is in no section"))?;
    let start = found.address().checked_sub(section.address());
    let start = start.ok_or_else(|| format!("{name} is not in its section"))?;
    let others = file.symbols().filter(|other| other.section_index() == found.section_index());
    let next = others.map(|other| other.address()).filter(|address| *address > found.address()).min();
    let end = match (found.size(), next) {
        (0, Some(next)) => start + (next - found.address()),
        (0, None) => section.size(),
        (size, _) => start.saturating_add(size),
    };
    Ok(Some((section, start, end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_bytes_and_nothing_else_is() {
        assert_eq!(hexadecimal("48 0f af\nC3").unwrap(), [0x48, 0x0f, 0xaf, 0xc3]);
        for wrong in ["4", "480", "4g", "0x48", "+4"] {
            assert!(hexadecimal(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_link_leads_back_between_registers_of_one_file() {
        let (from, to, link_of) = if cfg!(target_arch = "x86_64") {
            (
                ["rbx", "xmm1", "ymm12"],
                ["rax", "xmm0", "ymm3"],
                ["lea rbx, [rax]", "pshufd xmm1, xmm0, 0x4e", "vpshufd xmm12, xmm3, 0x4e"],
            )
        } else {
            (
                ["x1", "w4", "d2"],
                ["x0", "w3", "d1"],
                ["add x1, x0, #0", "add x4, x3, #0", "ext v2.16b, v1.16b, v1.16b, #8"],
            )
        };
        for ((from, to), wanted) in from.into_iter().zip(to).zip(link_of) {
            assert_eq!(link(from, to), wanted);
        }
    }
}
