//! A value with its source, or the reason why there is none.

use serde::{Deserialize, Serialize};
use std::fmt::Display;

/// One property of the machine, known or unknown.
///
/// "Unknown" is a result, not an error: a phone may hide its chip's name, a virtual machine its
/// clocks. It always has a reason, so that a report can explain an empty line.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "state")]
pub enum Fact<T> {
    /// The value, and where it was read.
    Known {
        /// The value that was read.
        value: T,
        /// The file, call or register that the value is from.
        source: String,
    },
    /// No reliable value.
    Unknown {
        /// The reason, in words for the reader of a report.
        reason: String,
    },
}

impl<T> Fact<T> {
    /// A value with its source.
    pub fn known(value: T, source: impl Display) -> Self {
        Self::Known { value, source: source.to_string() }
    }

    /// No value, with the reason.
    pub fn unknown(reason: impl Display) -> Self {
        Self::Unknown { reason: reason.to_string() }
    }

    /// The value, if there is one.
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Known { value, .. } => Some(value),
            Self::Unknown { .. } => None,
        }
    }

    /// Returns `true` if there is a value.
    pub const fn is_known(&self) -> bool {
        matches!(self, Self::Known { .. })
    }

    /// The first that is known; if neither is, this one's reason is kept.
    #[must_use]
    pub fn or_else(self, other: impl FnOnce() -> Self) -> Self {
        if self.is_known() {
            return self;
        }
        let other = other();
        if other.is_known() { other } else { self }
    }

    /// Derives a fact from the value; the source or reason is kept.
    pub fn map<U>(self, derive: impl FnOnce(T) -> U) -> Fact<U> {
        match self {
            Self::Known { value, source } => Fact::Known { value: derive(value), source },
            Self::Unknown { reason } => Fact::Unknown { reason },
        }
    }
}
