//! The instructions of a chain, and their dependencies.
//!
//! *Latency* from operand 2 to operand 1: both are given the same register, so that each step waits
//! for the one before. If the instruction also reads the register that it overwrites, that register
//! must not be the chain's: the steps rotate through four registers, and the overwritten one has
//! been ready for three steps. If the two ends are in different files, an instruction that leads
//! back closes the chain, and a step consists of both. *Throughput*: as many copies as there are
//! registers for, none of which waits for another.

use std::collections::HashMap;
use std::ops::Range;

use crate::registers::{Architecture, File, Register, Width};
use crate::table::{InstructionForm, Operand, Pair, Piece, Place, Template, Value};

/// Registers through which a chain rotates if steps overwrite registers that they read.
const ROUND: usize = 4;

/// Copies for throughput, most first: each divides the steps of every body, 20, 100 and 1,000.
const COPIES: [usize; 6] = [20, 10, 5, 4, 2, 1];

/// Maximum number of copies of a part: more than the longest latency of a fully pipelined
/// instruction needs in one unit.
const MOST_COPIES_OF_PART: usize = 12;

/// 64-bit words of a register's start value: the widest has 512 bits.
pub const WORDS: usize = 8;

/// The places whose start values are passed to a chain, in order.
pub const SLOTS: [&str; 13] =
    ["d", "e", "a", "b", "c", "rax", "rcx", "rdx", "xmm0", "v28", "v29", "v30", "v31"];

/// Full-width odd numbers: no multiplier ends early on them, and no product becomes zero. One for
/// each slot.
const INTEGERS: [u64; SLOTS.len()] = [
    0x0123_4567_89ab_cdef,
    0xfedc_ba98_7654_3211,
    0x9e37_79b9_7f4a_7c15,
    0xc2b2_ae3d_27d4_eb4f,
    0x1656_67b1_9e37_79f9,
    0x27d4_eb2f_1656_67c5,
    0x85eb_ca77_c2b2_ae63,
    0xd6e8_feb8_6659_fd93,
    0xa076_1d64_78bd_642f,
    0xe703_7ed1_a0b4_28db,
    0x8ebc_6af0_9c88_c6e3,
    0x5899_65cc_7537_4cc3,
    0x1d8e_4e27_c47d_124f,
];

/// A chain's code.
pub struct Code {
    /// The instructions that load the registers.
    pub loads: Vec<String>,
    /// The instructions of a pattern, and the number of its steps.
    pub pattern: Vec<String>,
    pub steps: usize,
    /// Whether the condition flags are part of the chain, so that the loop must preserve them.
    pub through_flags: bool,
    pub width: Width,
}

/// Copies of a form that use half of the registers, so that copies of another form can use the
/// other half.
pub struct Part {
    /// The instructions that load the registers.
    pub loads: Vec<String>,
    /// None of them waits for another until the first is repeated.
    pub copies: Vec<String>,
}

/// Half of the registers of each file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Half {
    Lower,
    Upper,
}

impl Half {
    pub const ALL: [Half; 2] = [Half::Lower, Half::Upper];

    /// Its registers, out of `available`.
    fn of(self, available: usize) -> Range<usize> {
        match self {
            Half::Lower => 0..available / 2,
            Half::Upper => available / 2..available,
        }
    }
}

/// The chain of a pair.
pub fn latency(architecture: Architecture, form: &InstructionForm, pair: &Pair) -> Code {
    let through_flags = pair.from == Place::Flags || pair.to == Place::Flags;
    let mut seats = Seats::new(architecture, form, through_flags);
    let mut pattern = Vec::new();
    match (&pair.from, &pair.to) {
        (Place::Role(from), Place::Role(to)) if from != to && pair.via.is_none() => {
            assert_eq!(seats.file(*from), seats.file(*to), "{}: no way back", form.name());
            if form.updates(*from) {
                // It writes both ends: what one step leaves in either the next one reads.
                assert!(form.updates(*to), "{}: the way back from {to} is overwritten", form.name());
            } else if form.updates(*to) {
                let round = seats.round(*from);
                seats.seat_all();
                for index in 0..ROUND {
                    seats.put(*from, round[index]);
                    seats.put(*to, round[(index + 1) % ROUND]);
                    pattern.push(seats.written(&form.text));
                }
            } else {
                let shared = seats.seat(*from);
                seats.put(*to, shared);
            }
        }
        (Place::Role(role), Place::Fixed(name)) | (Place::Fixed(name), Place::Role(role))
            if pair.via.is_none() =>
        {
            seats.put(*role, architecture.fixed(name));
        }
        (from, to) => {
            let natural = from == to || pair.via.is_some();
            assert!(natural, "{}: {} and {} want a way back", form.name(), form.label(from), form.label(to));
        }
    }
    seats.seat_all();
    let mut steps = ROUND;
    if pattern.is_empty() {
        steps = 1;
        pattern.push(seats.written(&form.text));
        pattern.extend(pair.via.iter().map(|via| seats.written(via)));
    }
    Code { loads: seats.loads(), pattern, steps, through_flags, width: seats.width() }
}

/// The copies of a form, none of which waits for another.
pub fn throughput(architecture: Architecture, form: &InstructionForm) -> Code {
    let copied = copied(form);
    let copies =
        COPIES.into_iter().find(|&copies| Seats::new(architecture, form, false).holds(&copied, copies));
    let copies = copies.unwrap_or_else(|| panic!("{}: more operands than registers", form.name()));
    let mut seats = Seats::new(architecture, form, false);
    let pattern = seats.copies(&copied, copies);
    Code { loads: seats.loads(), pattern, steps: copies, through_flags: false, width: seats.width() }
}

/// Copies of a form in half of the registers; `None` if it needs others, or more.
pub fn part(architecture: Architecture, form: &InstructionForm, half: Half) -> Option<Part> {
    let copied = copied(form);
    let seats = || {
        let mut seats = Seats::new(architecture, form, false);
        seats.half = Some(half);
        seats
    };
    let is_in_half = |register: &Register| seats().registers(register.file).contains(&register.number);
    if !seats().fixed.iter().all(is_in_half) {
        return None;
    }
    let copies = (1..=MOST_COPIES_OF_PART).rev().find(|&copies| seats().holds(&copied, copies))?;
    let mut seats = seats();
    let copies = seats.copies(&copied, copies);
    Some(Part { loads: seats.loads(), copies })
}

/// The operands of which each copy has its own register: those that it writes.
fn copied(form: &InstructionForm) -> Vec<Operand> {
    form.own_operands().into_iter().filter(|o| o.updated || "de".contains(o.role)).collect()
}

/// The start values of a form's places, as the words of their registers; `None` for an address.
pub fn values(architecture: Architecture, form: &InstructionForm) -> Vec<Option<u64>> {
    let operands = form.operands();
    let value = |(slot, name): (usize, &&str)| {
        let is_here = |place: &Place| match place {
            Place::Role(role) => *name == role.to_string(),
            Place::Fixed(fixed) => *name == architecture.whole(fixed),
            Place::Flags => false,
        };
        match form.values.iter().find(|(place, _)| is_here(place)) {
            Some((_, Value::Word(word))) => Some(*word),
            Some((_, Value::Pointer)) => None,
            None if operands.iter().any(|o| o.class == "p" && o.role.to_string() == **name) => None,
            None => Some(INTEGERS[slot]),
        }
    };
    SLOTS.iter().enumerate().map(value).collect()
}

/// Assignment of operands to registers.
struct Seats<'a> {
    architecture: Architecture,
    form: &'a InstructionForm,
    operands: Vec<Operand>,
    /// The half of the registers to which it is confined.
    half: Option<Half>,
    /// The registers that the form uses implicitly.
    fixed: Vec<Register>,
    taken: Vec<Register>,
    seats: HashMap<char, Register>,
    /// The start value that each register is loaded from.
    loaded: Vec<(Register, usize)>,
}

impl<'a> Seats<'a> {
    /// `through_flags`: the loop needs a register of its own if flags are part of the chain.
    fn new(architecture: Architecture, form: &'a InstructionForm, through_flags: bool) -> Seats<'a> {
        let fixed: Vec<(String, Register)> =
            fixed_names(form).into_iter().map(|name| (name.clone(), architecture.fixed(&name))).collect();
        let mut seats = Seats {
            architecture,
            form,
            operands: form.operands(),
            half: None,
            taken: Vec::new(),
            fixed: Vec::new(),
            seats: HashMap::new(),
            loaded: Vec::new(),
        };
        if through_flags && let Some(counter) = architecture.counts_beside_flags() {
            let is_free = fixed.iter().all(|(_, register)| *register != counter);
            assert!(is_free, "{}: it needs the register that counts the iterations", form.name());
            seats.taken.push(counter);
        }
        for (name, register) in fixed {
            if !seats.taken.contains(&register) {
                let slot = SLOTS.iter().position(|slot| *slot == architecture.whole(&name));
                let slot = slot.unwrap_or_else(|| panic!("{}: nothing is loaded into {name}", form.name()));
                seats.taken.push(register);
                seats.loaded.push((register, slot));
                seats.fixed.push(register);
            }
        }
        seats
    }

    fn operand(&self, role: char) -> &Operand {
        let known = self.operands.iter().find(|operand| operand.role == role);
        known.unwrap_or_else(|| panic!("{}: no operand {role}", self.form.name()))
    }

    fn file(&self, role: char) -> File {
        self.architecture.file(&self.operand(role).class)
    }

    /// The numbers of a file's registers.
    fn registers(&self, file: File) -> Range<usize> {
        match self.half {
            Some(half) => half.of(self.architecture.available_if_kept(file)),
            None => 0..self.architecture.available(file),
        }
    }

    fn free(&mut self, file: File) -> Register {
        let mut all = self.registers(file).map(|number| Register { file, number });
        let found = all.find(|register| !self.taken.contains(register));
        let register = found.unwrap_or_else(|| panic!("{}: too few registers", self.form.name()));
        self.taken.push(register);
        register
    }

    fn put(&mut self, role: char, register: Register) {
        if self.loaded.iter().all(|(known, _)| *known != register) {
            self.loaded.push((register, slot(role)));
        }
        self.seats.insert(role, register);
    }

    /// The register of an operand; one of its own if it has none yet.
    fn seat(&mut self, role: char) -> Register {
        self.seats.get(&role).copied().unwrap_or_else(|| self.move_on(role))
    }

    fn seat_all(&mut self) {
        for role in self.operands.iter().map(|operand| operand.role).collect::<Vec<_>>() {
            self.seat(role);
        }
    }

    /// Another register for an operand.
    fn move_on(&mut self, role: char) -> Register {
        let register = self.free(self.file(role));
        self.put(role, register);
        register
    }

    /// Registers to rotate through, which start with the value of the operand that is read from
    /// them.
    fn round(&mut self, role: char) -> Vec<Register> {
        let file = self.file(role);
        (0..ROUND)
            .map(|_| {
                let register = self.free(file);
                self.loaded.push((register, slot(role)));
                register
            })
            .collect()
    }

    /// Returns `true` if there are registers for `copies` copies of these operands.
    fn holds(&self, copied: &[Operand], copies: usize) -> bool {
        [File::General, File::Vector, File::Mask].into_iter().all(|file| {
            let of_file = |operand: &&Operand| self.architecture.file(&operand.class) == file;
            let copied_here = copied.iter().filter(of_file).count();
            let own = self.form.own_operands();
            let all = own.iter().filter(of_file).count();
            let fixed = self.fixed.iter().filter(|register| register.file == file).count();
            fixed + (all - copied_here) + copied_here * copies <= self.registers(file).len()
        })
    }

    /// Writes `copies` copies of the form, each of which writes registers of its own.
    fn copies(&mut self, copied: &[Operand], copies: usize) -> Vec<String> {
        for operand in self.form.own_operands() {
            if copied.iter().all(|other| other.role != operand.role) {
                self.seat(operand.role);
            }
        }
        let copy = |_| {
            for operand in copied {
                self.move_on(operand.role);
            }
            self.written(&self.form.text)
        };
        (0..copies).map(copy).collect()
    }

    fn written(&self, template: &Template) -> String {
        let piece = |piece: &Piece| match piece {
            // In `asm!` a brace is written twice.
            Piece::Text(text) => text.replace('{', "{{").replace('}', "}}"),
            Piece::Operand(operand) => self.architecture.name(self.seats[&operand.role], &operand.class),
        };
        template.iter().map(piece).collect()
    }

    fn width(&self) -> Width {
        let classes = || self.operands.iter().map(|operand| operand.class.as_str());
        if classes().any(|class| class == "z" || class == "k") {
            Width::Whole
        } else if classes().any(|class| class == "y") || self.form.name().starts_with('v') {
            Width::Avx
        } else {
            Width::Sse
        }
    }

    fn loads(&self) -> Vec<String> {
        let mut loaded = self.loaded.clone();
        loaded.sort_by_key(|(register, _)| {
            (
                register.file == File::General,
                self.architecture.is_address_of_values(*register),
                register.number,
            )
        });
        let load = |(register, slot): (Register, usize)| {
            self.architecture.load(register, self.width(), slot * WORDS * 8)
        };
        loaded.into_iter().map(load).collect()
    }
}

fn slot(role: char) -> usize {
    SLOTS.iter().position(|slot| *slot == role.to_string()).expect("every role has a slot")
}

/// The registers that a form uses implicitly: those of its pairs and values, and those in its text.
fn fixed_names(form: &InstructionForm) -> Vec<String> {
    let ends = form.pairs.iter().flat_map(|pair| [&pair.from, &pair.to]);
    let places = ends.chain(form.values.iter().map(|(place, _)| place));
    let mut names: Vec<String> = places
        .filter_map(|place| if let Place::Fixed(name) = place { Some(name.clone()) } else { None })
        .collect();
    for piece in form.texts().flatten() {
        if let Piece::Text(text) = piece {
            let words = text.split(|letter: char| !letter.is_ascii_alphanumeric());
            let is_fixed = |word: &&str| PARTS.contains(word) || SLOTS[5..].contains(word);
            names.extend(words.filter(is_fixed).map(str::to_owned));
        }
    }
    names
}

/// Parts of registers that a text of x86-64 may name.
const PARTS: [&str; 9] = ["al", "ax", "eax", "cl", "cx", "ecx", "dl", "dx", "edx"];
