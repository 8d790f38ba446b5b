//! What crosses the boundary: declarations of core's own types.
//!
//! uniffi is told of each type where core cannot: core stays free of uniffi. A declaration repeats the type's
//! shape and its words, since the words become the documentation in Swift and Kotlin; the compiler refuses one
//! that differs from core. Where core's name would be ambiguous beside Foundation or Kotlin, the declaration
//! gives it another (docs/adr/0006-bindings.md).

mod chain;
mod clock;
mod estimate;
mod fact;
mod machine;
mod numbers;
mod plot;
mod reading;
mod session;

pub use chain::ChainKind;
pub use clock::{ClockEventKind, TickLength};
pub use estimate::{FrequencyRange, RefusalReason, TimePoint};
pub use fact::{
    CapacityFact, CoreClassFact, CoreIdFact, FlagFact, LoadFact, TextFact, ThermalFact, VirtualisationFact,
};
pub use machine::{CoreDescription, OperatingSystem};
pub use plot::ClockCurve;
pub use reading::MeasurementReport;
pub use session::{CoreSelection, SessionEvent};

/// How many, or which of a list; core counts in the machine's own word.
pub type Count = usize;

uniffi::custom_type!(Count, u64, {
    remote,
    lower: |count| count as u64,
    try_lift: |count| Ok(usize::try_from(count)?),
});
