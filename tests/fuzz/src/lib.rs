//! Properties that the parsers of outside text must have, whatever the text.
//!
//! A [`Target`] takes bytes as a file might hold them and panics if a property does not hold. There
//! are three sources of such bytes: the inputs in `tests/corpus`, each named after its contents;
//! changes of them, a fixed number (`tests/corpus.rs`, a part of `make test-all`); and LLVM's
//! fuzzer, guided by coverage, for a stated time (`make fuzz`). Every failure is fixed, and joins
//! the corpus.

mod host;
mod kept;
mod measured;

/// Outside text of one kind, and the properties that must hold.
#[derive(Debug, Clone, Copy)]
pub struct Target {
    /// Its name, and that of its folder in `tests/corpus`.
    pub name: &'static str,
    /// Panics if a property does not hold.
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
