//! Facts about the machine: a value with its source, or the reason why there is none.

use trueghz::host::{CoreClass, CoreId, Fact, LoadHint, Thermal, Virtualisation};

/// Declares one use of core's generic `Fact`, which uniffi cannot take as it is.
macro_rules! fact {
    ($(#[$doc:meta])* $name:ident, $value:ty) => {
        $(#[$doc])*
        pub type $name = Fact<$value>;

        $(#[$doc])*
        #[uniffi::remote(Enum)]
        pub enum $name {
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
