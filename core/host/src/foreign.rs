//! Types for Swift and Kotlin: what uniffi's derives need beside them (docs/adr/0010-one-set-of-types.md).

use crate::{CoreClass, CoreId, Fact, LoadHint, Thermal, Virtualisation};

/// What uniffi's derives implement their traits for.
#[doc(hidden)]
pub struct UniFfiTag;

/// How many, or which of a list. Elsewhere it has 64 bits.
type Count = usize;

uniffi::custom_type!(Count, u64, {
    remote,
    lower: |count| count as u64,
    try_lift: |count| Ok(usize::try_from(count)?),
});

/// Declares one use of the generic [`Fact`], which uniffi cannot take as it is.
macro_rules! fact {
    ($(#[$doc:meta])* $name:ident, $value:ty) => {
        type $name = Fact<$value>;

        $(#[$doc])*
        #[uniffi::remote(Enum)]
        enum $name {
            /// The value, and where it was read.
            Known {
                /// What was read.
                value: $value,
                /// The file, call or register that said so.
                source: String,
            },
            /// Nothing that can be relied on.
            Unknown {
                /// Why not, in words for the reader of a report.
                reason: String,
            },
        }
    };
}

fact! {
    /// A text, or why it is not known.
    TextFact, String
}
fact! {
    /// Yes or no, or why it is not known.
    FlagFact, bool
}
fact! {
    /// A core's relative computing power, 1,024 for the strongest, or why it is not known.
    CapacityFact, u32
}
fact! {
    /// The numbers that identify a core, or why they are not known.
    CoreIdFact, CoreId
}
fact! {
    /// A core's rank, or why it is not known.
    CoreClassFact, CoreClass
}
fact! {
    /// Temperatures, or why they are not known.
    ThermalFact, Thermal
}
fact! {
    /// How busy the machine was, or why it is not known.
    LoadFact, LoadHint
}
fact! {
    /// Real hardware, virtual machine or emulator, or why it is not known.
    VirtualisationFact, Virtualisation
}
