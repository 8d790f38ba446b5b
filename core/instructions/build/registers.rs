//! The registers of an architecture, by the names of each class.

/// A file of registers: a value written into one of its registers can be read from there only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum File {
    General,
    Vector,
    Mask,
}

/// A register of a file, by its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Register {
    pub file: File,
    pub number: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Architecture {
    Aarch64,
    X86_64,
    /// No instructions are described for it.
    Other,
}

/// General registers of x86-64 without their prefix, by number. rsp is the stack pointer. The
/// compiler does not lend rbx and rbp, and r15 counts the iterations: a chain has none of these
/// three. r14 holds the address of the values, until the last of them is loaded.
const X86_GENERAL: [&str; 15] =
    ["ax", "cx", "dx", "si", "di", "8", "9", "10", "11", "12", "13", "14", "15", "bx", "bp"];

/// Number of these that a chain may use.
const X86_OF_CHAINS: usize = 12;

/// The first general register of AArch64 that is free: x0 holds the address of the values, x1
/// counts the iterations.
const FIRST_FREE: usize = 2;

impl Architecture {
    pub fn named(name: &str) -> Architecture {
        match name {
            "aarch64" => Architecture::Aarch64,
            "x86_64" => Architecture::X86_64,
            _ => Architecture::Other,
        }
    }

    /// Number of registers of a file that are free for operands, without those that a callee has to
    /// preserve if the others are enough.
    pub fn available(self, file: File) -> usize {
        match (self, file) {
            // x2 to x17.
            (Architecture::Aarch64, File::General) => 16,
            // v0 to v7 and v16 to v31.
            (Architecture::Aarch64, File::Vector) => 24,
            // p0 to p15.
            (Architecture::Aarch64, File::Mask) => 16,
            (Architecture::X86_64, File::General) => X86_OF_CHAINS,
            (Architecture::X86_64, File::Vector) => 16,
            // k0 cannot be a predicate.
            (Architecture::X86_64, File::Mask) => 7,
            _ => 0,
        }
    }

    /// Number of registers of a file that are free in code around which all of them are preserved
    /// (`call_own`).
    pub fn available_if_kept(self, file: File) -> usize {
        match (self, file) {
            // x2 to x17, x19 to x28.
            (Architecture::Aarch64, File::General) => 26,
            (Architecture::Aarch64, File::Vector) => 32,
            (Architecture::X86_64, File::General) => X86_GENERAL.len(),
            _ => self.available(file),
        }
    }

    /// Returns `true` if a register holds the address of the values until all others are loaded.
    pub fn is_address_of_values(self, register: Register) -> bool {
        self == Architecture::X86_64 && register.file == File::General && X86_GENERAL[register.number] == "14"
    }

    /// The file in which the registers of a class are.
    pub fn file(self, class: &str) -> File {
        match (self, class) {
            (_, "p") | (Architecture::Aarch64, "x" | "w") => File::General,
            (Architecture::Aarch64, "b" | "h" | "s" | "d" | "q" | "v") | (_, "x" | "y" | "z") => File::Vector,
            (_, "r64" | "r32" | "r16" | "r8") => File::General,
            (_, "k") | (Architecture::Aarch64, "pred") => File::Mask,
            _ => panic!("no class of registers is called {class}"),
        }
    }

    /// The full register to which the name `name` of a part belongs: `rcx` for `cl`.
    pub fn whole(self, name: &str) -> String {
        let stem = name.trim_start_matches('e').trim_end_matches(['l', 'x']);
        match (self, stem) {
            (Architecture::X86_64, "a" | "c" | "d") => format!("r{stem}x"),
            _ => name.to_owned(),
        }
    }

    /// The register that an instruction uses implicitly.
    pub fn fixed(self, name: &str) -> Register {
        let whole = self.whole(name);
        let (file, class) = if self == Architecture::Aarch64 {
            (File::Vector, "v")
        } else if name.starts_with("xmm") {
            (File::Vector, "x")
        } else {
            (File::General, "r64")
        };
        let mut all = (0..self.available(file)).map(|number| Register { file, number });
        all.find(|register| self.name(*register, class) == whole)
            .unwrap_or_else(|| panic!("no register {name}"))
    }

    /// The register that counts the iterations without touching the flags, if operands use it
    /// otherwise: `jrcxz` supports no other.
    pub fn counts_beside_flags(self) -> Option<Register> {
        (self == Architecture::X86_64).then(|| self.fixed("rcx"))
    }

    /// A register's name in a class.
    pub fn name(self, register: Register, class: &str) -> String {
        let number = register.number;
        if self == Architecture::Aarch64 {
            let number = match register.file {
                // x18 is the system's.
                File::General if number >= 16 => number + 1 + FIRST_FREE,
                File::General => number + FIRST_FREE,
                // Only p0 to p7 can govern most instructions: each half has four of them, first.
                File::Mask => number & 3 | (number & 4) << 1 | (number & 8) >> 1,
                // v8 to v15, the caller's in part, come last.
                _ if number >= 24 => number - 16,
                _ if number >= 8 => number + 8,
                _ => number,
            };
            return match class {
                "p" => format!("x{number}"),
                "pred" => format!("p{number}"),
                class => format!("{class}{number}"),
            };
        }
        let stem = X86_GENERAL.get(number).copied().unwrap_or_default();
        let is_numbered = stem.starts_with(|letter: char| letter.is_ascii_digit());
        match class {
            "x" | "y" | "z" => format!("{class}mm{number}"),
            "k" => format!("k{}", number + 1),
            "p" | "r64" => format!("r{stem}"),
            "r32" if is_numbered => format!("r{stem}d"),
            "r32" => format!("e{stem}"),
            "r16" if is_numbered => format!("r{stem}w"),
            "r16" => stem.to_owned(),
            "r8" if is_numbered => format!("r{stem}b"),
            "r8" => format!("{}l", stem.trim_end_matches('x')),
            _ => panic!("no class of registers is called {class}"),
        }
    }

    /// The instructions, a line each, that load a register from `offset` of the values.
    pub fn load(self, register: Register, width: Width, offset: usize) -> String {
        if self == Architecture::Aarch64 {
            let name = |class| self.name(register, class);
            return match (register.file, width) {
                (File::General, _) => format!("ldr {}, [x0, #{offset}]", name("x")),
                // All lanes of any size are active.
                (File::Mask, _) => format!("ptrue {}.b", name("pred")),
                // As often as it has 128 bits: the program does not know how many a register has.
                (File::Vector, Width::Whole) => {
                    format!("ldr {q}, [x0, #{offset}]\nmov {}.q, {q}", name("z"), q = name("q"))
                }
                (File::Vector, _) => format!("ldr {}, [x0, #{offset}]", name("q")),
            };
        }
        let (instruction, class) = match (register.file, width) {
            (File::General, _) => ("mov", "r64"),
            (File::Mask, _) => ("kmovw", "k"),
            (File::Vector, Width::Sse) => ("movups", "x"),
            (File::Vector, Width::Avx) => ("vmovups", "y"),
            (File::Vector, Width::Whole) => ("vmovups", "z"),
        };
        format!("{instruction} {}, [r14 + {offset}]", self.name(register, class))
    }
}

/// Used width of vector registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Width {
    /// 128 bits, those of Advanced SIMD as well.
    Sse,
    Avx,
    /// All of it: AVX-512, SVE.
    Whole,
}
