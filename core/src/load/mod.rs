//! Loops that keep a core busy, as programs do: the loads under which a clock is measured.
//!
//! The power of a core, and so the clock that it can keep, depends on the instructions that it
//! executes. The loops are `asm!`: they are the same instructions at every optimisation level of
//! the crate, and the check of artifacts counts them in the shipped code.
//!
//! * [`LoadClass`]: what is done, for users.
//! * [`forms`]: the loops of each class, in instructions.
//! * `architecture` (`aarch64.rs`, `x86_64.rs`): their machine code.
//! * `stream`: memory that no cache holds.
//! * [`Load`]: a loop for the core that this runs on.
//!
//! The threads that run these loops are in `run::load_threads`. `core/host/src/cpu_load.rs`
//! concerns something else: how busy other programs keep the system.

pub mod forms;
mod stream;

#[cfg_attr(target_arch = "aarch64", path = "aarch64.rs")]
#[cfg_attr(target_arch = "x86_64", path = "x86_64.rs")]
#[cfg_attr(not(any(target_arch = "aarch64", target_arch = "x86_64")), path = "unsupported.rs")]
mod architecture;

use std::fmt::{self, Debug, Formatter};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use forms::LoadForm;
pub use stream::Stream;

/// Kind of work of a load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "snake_case")]
pub enum LoadClass {
    /// One number at a time: additions and multiplications of integers and of doubles.
    Scalar,
    /// Fused multiplications and additions of the widest vectors that the core has.
    #[default]
    Vector,
    /// Like `Vector`, but with operands from more memory than a cache holds.
    Memory,
}

impl LoadClass {
    /// Every class.
    pub const ALL: [LoadClass; 3] = [LoadClass::Scalar, LoadClass::Vector, LoadClass::Memory];

    /// The code, the same as in JSON and on the command line.
    pub const fn code(self) -> &'static str {
        match self {
            LoadClass::Scalar => "scalar",
            LoadClass::Vector => "vector",
            LoadClass::Memory => "memory",
        }
    }
}

/// Description of a load.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct LoadFacts {
    /// Its class.
    pub class: LoadClass,
    /// The instructions of the measured core's loop: "AVX2 FMA, 4 doubles".
    pub instructions: String,
    /// Bytes of the stream that all loops of the class `memory` read; `None` for other classes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "uniffi", uniffi(default = None))]
    pub stream_bytes: Option<u64>,
}

impl LoadFacts {
    /// "vector (AVX2 FMA, 4 doubles)"
    pub fn text(&self) -> String {
        format!("{} ({})", self.class.code(), self.loop_text())
    }

    /// Without the class: "NEON FMA, 2 doubles, beside 128 MiB".
    pub fn loop_text(&self) -> String {
        let beside = self.stream_bytes.map(|bytes| format!(", beside {} MiB", bytes >> 20));
        self.instructions.clone() + &beside.unwrap_or_default()
    }
}

/// Vectors of the operands: as many as an architecture has registers, and those beyond the last
/// that the widest vector reaches.
const VECTORS: usize = 36;

/// Doubles from one vector of the operands to the next. Wider vectors overlap.
const LANES: usize = 8;

/// The vectors by which the loops without fused instructions multiply, one after the other.
const FACTORS: [usize; 2] = [14, 15];

/// Start values of the loops.
///
/// No product is ever subnormal, infinite or NaN, which are slower on some cores: a loop subtracts
/// what it added, and each call starts from the same values. The digits differ from each value to
/// the next, like those of a program's numbers: circuits draw power when bits change.
#[derive(Clone)]
#[repr(C, align(64))]
struct Operands([[f64; LANES]; VECTORS]);

impl Operands {
    fn new() -> Operands {
        // The order of the digits does not matter.
        let mut random = fastrand::Rng::with_seed(1);
        let mut values = std::array::from_fn(|_| std::array::from_fn(|_| 1.0 + random.f64()));
        let [factors, inverses] = FACTORS;
        values[inverses] = values[factors].map(|factor: f64| factor.recip());
        Operands(values)
    }
}

/// A loop's machine code: reads its operands, and the stream for the class `memory`; runs
/// `iterations` iterations.
type Entry = unsafe extern "C" fn(operands: *const Operands, iterations: u64, stream: *const u8);

/// A loop that keeps the core busy on which it is called. Clones read the same stream.
#[derive(Clone)]
pub struct Load {
    class: LoadClass,
    /// `None` on simulated machines: no code runs there.
    code: Option<Box<Code>>,
}

/// The machine code of a load, and its data.
#[derive(Clone)]
struct Code {
    form: &'static LoadForm,
    entry: Entry,
    lanes: u32,
    operands: Operands,
    stream: Option<Reading>,
}

/// A stream, and the offset at which the next call begins to read.
#[derive(Clone)]
struct Reading {
    stream: Arc<Stream>,
    at: usize,
}

impl Debug for Load {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Load").field(&self.facts()).finish()
    }
}

/// Approximate number of instructions of a call: some ten microseconds, so that clock reads between
/// calls take a small share of the time.
const INSTRUCTIONS: u32 = 48_000;

/// Bytes that a call reads of a stream: some ten microseconds at 6 GB/s.
const CHUNK: usize = 1 << 16;

/// Bytes of a double.
const DOUBLE: u32 = 8;

impl Load {
    /// Makes the loop of a class with the widest instructions that this processor has; for the
    /// class `memory`, with a stream that no cache of this machine holds.
    ///
    /// # Errors
    /// [`NoLoad`] if there is no loop for this architecture, or no memory for the stream.
    pub fn new(class: LoadClass) -> Result<Load, NoLoad> {
        let here =
            architecture::entries().into_iter().find(|(form, _, is_here)| form.class == class && *is_here);
        let (form, entry, _) = here.ok_or(NoLoad::Architecture)?;
        let stream = (class == LoadClass::Memory).then(Stream::new).transpose()?;
        let stream = stream.map(|stream| Reading { stream: Arc::new(stream), at: 0 });
        let lanes = form.lanes.unwrap_or_else(architecture::vector_lanes);
        let code = Code { form, entry, lanes, operands: Operands::new(), stream };
        Ok(Load { class, code: Some(Box::new(code)) })
    }

    /// Makes a load of a simulated machine.
    pub fn simulated(class: LoadClass) -> Load {
        Load { class, code: None }
    }

    /// Its class.
    pub fn class(&self) -> LoadClass {
        self.class
    }

    /// Describes the load.
    pub fn facts(&self) -> LoadFacts {
        let code = self.code.as_ref();
        LoadFacts {
            class: self.class,
            instructions: code.map_or_else(|| "simulated".to_owned(), |code| code.form.text(code.lanes)),
            stream_bytes: code.and_then(|code| Some(code.stream.as_ref()?.stream.bytes() as u64)),
        }
    }

    /// Works for some ten microseconds; returns the number of operations: additions and
    /// multiplications of one number by one other.
    pub fn work(&mut self) -> f64 {
        self.code.as_mut().map_or(0.0, |code| code.work())
    }

    /// Starts at another place of the stream: that of thread `index` of `threads`.
    #[must_use]
    pub(crate) fn of_thread(mut self, index: usize, threads: usize) -> Load {
        if let Some(Reading { stream, at }) = self.code.as_mut().and_then(|code| code.stream.as_mut()) {
            *at = stream.bytes() / threads.max(1) * index / CHUNK * CHUNK;
        }
        self
    }
}

impl Code {
    fn work(&mut self) -> f64 {
        let (iterations, start) = match &mut self.stream {
            None => (INSTRUCTIONS / self.form.instructions(), std::ptr::null()),
            Some(reading) => {
                let iteration_bytes = self.form.stream_vectors * self.lanes * DOUBLE;
                ((CHUNK as u32 / iteration_bytes).max(1), reading.next_chunk())
            }
        };
        let operands = std::hint::black_box(&raw const self.operands);
        // SAFETY: the processor has the instructions of the form, as `architecture::entries`
        // reports; it reads the operands, and `iterations` times `stream_vectors` vectors from
        // `start`, where a chunk of the stream begins; it writes registers only.
        unsafe { (self.entry)(operands, u64::from(iterations), start) };
        f64::from(iterations) * self.form.operations(self.lanes)
    }
}

impl Reading {
    /// Start of the next chunk; the first one follows the last.
    fn next_chunk(&mut self) -> *const u8 {
        if self.at + CHUNK > self.stream.bytes() {
            self.at = 0;
        }
        let start = self.stream.at(self.at);
        self.at += CHUNK;
        start
    }
}

/// Reason why there is no load.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoLoad {
    /// No loop is written for this architecture.
    #[error("no load is written for the architecture {}", std::env::consts::ARCH)]
    Architecture,
    /// The system gives no memory.
    #[error("the system has no {0} MiB of memory for a stream that no cache holds")]
    Memory(usize),
}

#[cfg(all(test, any(target_arch = "aarch64", target_arch = "x86_64")))]
mod tests {
    use super::*;

    #[test]
    fn each_form_that_this_processor_has_runs() {
        let operands = Operands::new();
        let stream = Stream::new().expect("memory");
        for (form, entry, is_here) in architecture::entries() {
            if is_here {
                // SAFETY: as in `Load::work`.
                unsafe { entry(&raw const operands, 3, stream.at(0)) };
            }
            assert!(form.instructions() > 0);
        }
    }

    #[test]
    fn a_load_counts_what_it_does() {
        for class in LoadClass::ALL {
            let mut load = Load::new(class).expect("a load");
            let each = load.code.as_ref().map(|code| code.form.operations(code.lanes)).expect("machine code");
            for _ in 0..3 {
                let operations = load.work();
                assert!(operations > 0.0 && operations % each == 0.0, "{class:?}: whole iterations");
            }
            assert_eq!(load.facts().stream_bytes.is_some(), class == LoadClass::Memory);
        }
    }

    #[test]
    fn a_stream_is_read_from_different_places_and_again_from_its_beginning() {
        let mut load = Load::new(LoadClass::Memory).expect("a load").of_thread(3, 4);
        let bytes = load.facts().stream_bytes.expect("a stream") as usize;
        let mut reading = load.code.take().and_then(|code| code.stream).expect("a stream");
        assert_eq!(reading.at, bytes / 4 * 3 / CHUNK * CHUNK);
        let first = reading.stream.at(0);
        let chunks = (bytes - reading.at) / CHUNK;
        assert!((0..chunks).all(|_| reading.next_chunk() > first));
        assert_eq!(reading.next_chunk(), first);
    }
}
