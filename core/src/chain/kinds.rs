//! The one list of chain kinds. A new kind begins with an entry here; CONTRIBUTING.md ("Adding a
//! kind of chain") lists the other files that it changes.
//!
//! **Rules for a step:** each step depends on the one before and writes `{a}`, which is its first
//! operand. It is not a zero idiom, a move or a load, and the values do not change its latency.
//! Operands come from memory, never from a move-immediate (see [`Operands`]).
//!
//! An entry gives the step, or the steps in turn, for each architecture: `{a}` is the register that
//! the chain runs through (the accumulator), `{b}` the operand that it never writes. The frame
//! named before the steps (`integer`, `float`, `tight`) is the loop around them: `frame.rs`, with
//! the words of `aarch64.rs` or `x86_64.rs`. Every entry has steps for both architectures. The
//! disassembled machine code is checked against the same texts (tests/disassembly/main.rs).

use serde::{Deserialize, Serialize};

use super::{BodyLength, Entry, Operands};

/// Role of a kind in the estimate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// One cycle per step on every known core: determines the frequency. `independent` kinds are
    /// different instructions and count as evidence of their own; a mixture of them does not.
    OneCycle {
        /// Whether it counts as evidence of its own.
        independent: bool,
    },
    /// A whole number of cycles per step on every known core: together these kinds distinguish a
    /// core whose one-cycle kinds take one cycle from one on which all cycles are multiplied.
    Ratio,
    /// The empty loop: its cycles per iteration are a result, never an assumption.
    TightLoop,
}

macro_rules! kinds {
    ($(
        $(#[$doc:meta])*
        $kind:ident {
            name: $name:literal,
            role: $role:expr,
            operands: $operands:ident,
            aarch64: $a_frame:ident [$($a_step:literal),+],
            x86_64: $x_frame:ident [$($x_step:literal),+],
        }
    )+) => {
        /// The kinds of chains, in the order in which they are reported.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Enum), uniffi(name = "ChainKind"))]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum ChainKind {
            $( $(#[$doc])* $kind, )+
        }

        impl ChainKind {
            /// Every kind.
            pub const ALL: &'static [ChainKind] = &[$( ChainKind::$kind, )+];

            /// The name in reports, the same as in JSON.
            pub const fn name(self) -> &'static str {
                match self { $( ChainKind::$kind => $name, )+ }
            }

            /// The role of this kind.
            pub const fn role(self) -> Role {
                match self { $( ChainKind::$kind => $role, )+ }
            }

            /// The instructions of a step on AArch64, in turn: `{a}` the accumulator, `{b}` the
            /// operand.
            pub const fn steps_aarch64(self) -> &'static [&'static str] {
                match self { $( ChainKind::$kind => &[$($a_step),+], )+ }
            }

            /// The instructions of a step on x86-64 (Intel's order), in turn.
            pub const fn steps_x86_64(self) -> &'static [&'static str] {
                match self { $( ChainKind::$kind => &[$($x_step),+], )+ }
            }

            pub(super) const fn operands(self) -> Operands {
                match self { $( ChainKind::$kind => Operands::$operands, )+ }
            }

            pub(super) fn entry(self, length: BodyLength) -> Option<Entry> {
                match self { $( ChainKind::$kind => code::$kind::entry(length), )+ }
            }
        }

        /// The machine code, a module for each kind.
        #[allow(non_snake_case)]
        mod code {
            $(
                pub(super) mod $kind {
                    #[allow(unused_imports, reason = "not every frame needs all of them")]
                    use crate::chain::{Entry, BodyLength, Operands};

                    chain! {
                        aarch64: $a_frame [$($a_step),+],
                        x86_64: $x_frame [$($x_step),+],
                    }
                }
            )+
        }
    };
}

kinds! {
    /// The loop of one instruction and its branch (`subs`/`b.ne`, `dec`/`jnz`).
    ///
    /// One cycle an iteration on Apple cores, two on Cortex-A72: a result of the measurement.
    TightLoop {
        name: "tight_loop",
        role: Role::TightLoop,
        operands: INTEGER,
        aarch64: tight ["subs {a}, {a}, #1"],
        x86_64: tight ["dec {a}"],
    }
    /// The tight loop's instruction, unrolled: subtracts an immediate of one.
    ///
    /// One cycle unless immediates are folded at rename. Golden Cove and later Intel cores do fold
    /// them, up to six a cycle (InstLatx64): then this kind disagrees with the others and is
    /// reported.
    Decrement {
        name: "decrement",
        role: Role::OneCycle { independent: true },
        operands: INTEGER,
        aarch64: integer ["subs {a}, {a}, #1"],
        x86_64: integer ["dec {a}"],
    }
    /// Adds a register. One cycle on every core in the tables of ocxtal, Johnson and InstLatx64.
    Add {
        name: "add",
        role: Role::OneCycle { independent: true },
        operands: INTEGER,
        aarch64: integer ["add {a}, {a}, {b}"],
        x86_64: integer ["add {a}, {b}"],
    }
    /// Exclusive or with another register (with itself it would be a zero idiom). One cycle
    /// everywhere.
    Xor {
        name: "xor",
        role: Role::OneCycle { independent: true },
        operands: INTEGER,
        aarch64: integer ["eor {a}, {a}, {b}"],
        x86_64: integer ["xor {a}, {b}"],
    }
    /// Subtracts a register. One cycle everywhere.
    Subtract {
        name: "subtract",
        role: Role::OneCycle { independent: true },
        operands: INTEGER,
        aarch64: integer ["sub {a}, {a}, {b}"],
        x86_64: integer ["sub {a}, {b}"],
    }
    /// Rotates: by a register on AArch64 (by an immediate takes two cycles on Cortex-A53), by an
    /// immediate on x86 (by `cl` takes two or three on Intel). One cycle everywhere in these forms.
    Rotate {
        name: "rotate",
        role: Role::OneCycle { independent: true },
        operands: INTEGER,
        aarch64: integer ["ror {a}, {a}, {b}"],
        x86_64: integer ["rol {a}, 13"],
    }
    /// Add, exclusive or, subtract and rotate in rotation: a renamer that folds one instruction
    /// with another of the same kind finds no pair here. Not evidence of its own.
    Mixed {
        name: "mixed",
        role: Role::OneCycle { independent: false },
        operands: INTEGER,
        aarch64: integer [
            "add {a}, {a}, {b}", "eor {a}, {a}, {b}", "sub {a}, {a}, {b}", "ror {a}, {a}, {b}"
        ],
        x86_64: integer ["add {a}, {b}", "xor {a}, {b}", "sub {a}, {b}", "rol {a}, 13"],
    }
    /// 64-bit multiplication: 2 cycles on Cortex-X1, 3 on Apple's and most x86 cores, 4 on Neoverse
    /// N1 and Cortex-A53, 5 on Cortex-A72 and Gracemont.
    Multiply {
        name: "multiply",
        role: Role::Ratio,
        operands: INTEGER,
        aarch64: integer ["mul {a}, {a}, {b}"],
        x86_64: integer ["imul {a}, {b}"],
    }
    /// Addition of doubles: 2 cycles on Cortex-X1 and Golden Cove, 3 on Apple's cores and Zen, 4 on
    /// Cortex-A72 and Skylake.
    FloatAdd {
        name: "float_add",
        role: Role::Ratio,
        operands: FLOAT_ADD,
        aarch64: float ["fadd {a:d}, {a:d}, {b:d}"],
        x86_64: float ["addsd {a}, {b}"],
    }
    /// Multiplication of doubles: 3 cycles on Cortex-X1 and Zen, 4 on Apple's cores, Cortex-A72 and
    /// Skylake, 5 on Haswell.
    FloatMultiply {
        name: "float_multiply",
        role: Role::Ratio,
        operands: FLOAT_MULTIPLY,
        aarch64: float ["fmul {a:d}, {a:d}, {b:d}"],
        x86_64: float ["mulsd {a}, {b}"],
    }
}

impl ChainKind {
    /// The instructions of a step, in order, on the architecture of this build; empty if there are
    /// no chains for it.
    pub const fn steps(self) -> &'static [&'static str] {
        if cfg!(target_arch = "aarch64") {
            self.steps_aarch64()
        } else if cfg!(target_arch = "x86_64") {
            self.steps_x86_64()
        } else {
            &[]
        }
    }

    /// Dependent steps in one iteration of the loop.
    pub const fn steps_per_iteration(self, length: BodyLength) -> u32 {
        match self.role() {
            Role::TightLoop => 1,
            Role::OneCycle { .. } | Role::Ratio => length.steps(),
        }
    }
}

impl std::fmt::Display for ChainKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
