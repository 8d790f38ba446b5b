//! Types for Swift and Kotlin: additional code that uniffi's derives need
//! (docs/adr/0010-one-set-of-types.md).

use crate::{CoreClass, CoreId, Fact, LoadHint, Thermal, Virtualisation};

/// The type for which uniffi's derives implement their traits.
#[doc(hidden)]
pub struct UniFfiTag;

/// A number of things, or an index. It has 64 bits in the other languages.
type Count = usize;

uniffi::custom_type!(Count, u64, {
    remote,
    lower: |count| count as u64,
    try_lift: |count| Ok(usize::try_from(count)?),
});

/// Declares one use of the generic [`Fact`], which uniffi does not support.
macro_rules! fact {
    ($(#[$doc:meta])* $name:ident, $value:ty) => {
        type $name = Fact<$value>;

        $(#[$doc])*
        #[uniffi::remote(Enum)]
        enum $name {
            /// The value, and where it was read.
            Known {
                /// The value.
                value: $value,
                /// The file, call or register that stated it.
                source: String,
            },
            /// Nothing that can be relied on.
            Unknown {
                /// Reason, in words for the reader of a report.
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
