//! The loops of the loads: instructions of an iteration, and the operations counted for them.
//!
//! A loop has more values in flight than a core can have: its latency times its pipes is 16 on
//! Apple's cores and the widest of Arm's (four pipes of four cycles), 10 on Haswell, 8 on later x86
//! (docs/sources.md, Latencies). So the pipes are full, and an iteration takes its operations
//! divided by the core's operations per cycle.

use super::LoadClass;

/// A loop.
#[derive(Debug, PartialEq, Eq)]
pub struct LoadForm {
    /// Its class.
    pub class: LoadClass,
    /// Its instructions, without the size of a vector: "AVX2 FMA".
    pub name: &'static str,
    /// Instructions of an iteration, except for its counter.
    pub iteration: &'static [Counted],
    /// Doubles in a vector; `None` if it depends on the core.
    pub lanes: Option<u32>,
    /// Vectors of the stream that an iteration reads.
    pub stream_vectors: u32,
}

/// Instructions of an iteration with the same text.
#[derive(Debug, PartialEq, Eq)]
pub struct Counted {
    /// Beginning of their text in assembly language, with the class of the register.
    pub text: &'static str,
    /// Number of such instructions.
    pub count: u32,
    /// Operations of each: 2 for a fused multiplication and addition.
    pub operations: u32,
}

const fn counted(text: &'static str, count: u32, operations: u32) -> Counted {
    Counted { text, count, operations }
}

impl LoadForm {
    /// Instructions that work in an iteration.
    pub fn instructions(&self) -> u32 {
        self.iteration.iter().map(|counted| counted.count).sum()
    }

    /// Operations of an iteration, with `lanes` doubles in a vector.
    pub fn operations(&self, lanes: u32) -> f64 {
        let each: u32 = self.iteration.iter().map(|counted| counted.count * counted.operations).sum();
        f64::from(each * lanes)
    }

    /// Its instructions: "AVX2 FMA, 4 doubles".
    pub fn text(&self, lanes: u32) -> String {
        match lanes {
            1 => self.name.to_owned(),
            lanes => format!("{}, {lanes} doubles", self.name),
        }
    }
}

/// The forms for AArch64. The widest of a class comes first.
pub const AARCH64: [LoadForm; 5] = [
    LoadForm {
        class: LoadClass::Scalar,
        name: "integer and double",
        iteration: &[
            counted("fmadd d", 24, 2),
            counted("fmsub d", 24, 2),
            counted("mul x", 12, 1),
            counted("add x", 12, 1),
            counted("eor x", 12, 1),
            counted("ror x", 12, 1),
        ],
        lanes: Some(1),
        stream_vectors: 0,
    },
    LoadForm {
        class: LoadClass::Vector,
        name: "SVE FMA",
        iteration: &[counted("fmla z", 24, 2), counted("fmls z", 24, 2)],
        lanes: None,
        stream_vectors: 0,
    },
    LoadForm {
        class: LoadClass::Vector,
        name: "NEON FMA",
        iteration: &[counted("fmla v", 24, 2), counted("fmls v", 24, 2)],
        lanes: Some(2),
        stream_vectors: 0,
    },
    LoadForm {
        class: LoadClass::Memory,
        name: "SVE FMA",
        iteration: &[counted("fmla z", 16, 2), counted("fmls z", 16, 2), counted("ld1d { z", 16, 0)],
        lanes: None,
        stream_vectors: 16,
    },
    LoadForm {
        class: LoadClass::Memory,
        name: "NEON FMA",
        iteration: &[counted("fmla v", 16, 2), counted("fmls v", 16, 2), counted("ldp q", 8, 0)],
        lanes: Some(2),
        stream_vectors: 16,
    },
];

/// The forms for x86-64. The widest of a class comes first.
pub const X86_64: [LoadForm; 7] = [
    LoadForm {
        class: LoadClass::Scalar,
        name: "integer and double",
        iteration: &[
            counted("addsd xmm", 6, 1),
            counted("subsd xmm", 6, 1),
            counted("mulsd xmm", 12, 1),
            counted("imul r", 6, 1),
            counted("add r", 6, 1),
            counted("xor r", 6, 1),
            counted("rol r", 6, 1),
        ],
        lanes: Some(1),
        stream_vectors: 0,
    },
    LoadForm {
        class: LoadClass::Vector,
        name: "AVX-512 FMA",
        iteration: &[counted("vfmadd231pd zmm", 24, 2), counted("vfnmadd231pd zmm", 24, 2)],
        lanes: Some(8),
        stream_vectors: 0,
    },
    LoadForm {
        class: LoadClass::Vector,
        name: "AVX2 FMA",
        iteration: &[counted("vfmadd231pd ymm", 12, 2), counted("vfnmadd231pd ymm", 12, 2)],
        lanes: Some(4),
        stream_vectors: 0,
    },
    LoadForm {
        class: LoadClass::Vector,
        name: "SSE2",
        iteration: &[counted("addpd xmm", 6, 1), counted("subpd xmm", 6, 1), counted("mulpd xmm", 12, 1)],
        lanes: Some(2),
        stream_vectors: 0,
    },
    LoadForm {
        class: LoadClass::Memory,
        name: "AVX-512 FMA",
        iteration: &[counted("vfmadd231pd zmm", 24, 2), counted("vfnmadd231pd zmm", 24, 2)],
        lanes: Some(8),
        stream_vectors: 16,
    },
    LoadForm {
        class: LoadClass::Memory,
        name: "AVX2 FMA",
        iteration: &[counted("vfmadd231pd ymm", 12, 2), counted("vfnmadd231pd ymm", 12, 2)],
        lanes: Some(4),
        stream_vectors: 16,
    },
    LoadForm {
        class: LoadClass::Memory,
        name: "SSE2",
        iteration: &[counted("addpd xmm", 6, 1), counted("subpd xmm", 6, 1), counted("mulpd xmm", 12, 1)],
        lanes: Some(2),
        stream_vectors: 8,
    },
];
