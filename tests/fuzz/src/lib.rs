//! What must hold of the parsers of outside text, whatever the text.
//!
//! A [`Target`] takes bytes as a file might hold them and panics where a property does not hold. Three look
//! for such bytes: the inputs in `tests/corpus`, each named for what it is; changes of them, a fixed number
//! (`tests/corpus.rs`, a part of `make test-all`); and LLVM's fuzzer, guided by coverage, for a stated time
//! (`make fuzz`). What is found is mended, and joins the corpus.

mod host;
mod kept;
mod measured;

/// Bytes from outside, and what must hold of them.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, and that of its folder in `tests/corpus`.
    pub name: &'static str,
    /// Panics where something does not hold that must.
    pub check: fn(&[u8]),
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "cpulist", check: host::cpulist },
    Target { name: "cpuinfo", check: host::cpuinfo },
    Target { name: "files", check: host::files },
    Target { name: "recorded-host", check: host::recorded_host },
    Target { name: "raw", check: measured::raw },
    Target { name: "measurement", check: measured::measurement },
    Target { name: "report", check: kept::report },
];

impl Target {
    /// The target of this name.
    pub fn named(name: &str) -> Option<Target> {
        TARGETS.iter().copied().find(|target| target.name == name)
    }
}
