//! Why a session on one core has no report.

/// Why there is no report.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoReport {
    /// The core cannot be used.
    #[error("the core cannot be used: {0}")]
    NoCore(String),
    /// The clock stands still, or no chains are written for this processor.
    #[error("the clock stands still, or no chains are written for this processor")]
    NoTiming,
    /// Here no thread can ask for a core: which ones are busy is not to be said.
    #[error("no thread can ask for a core here, so that it is not known which are busy")]
    NotPinnable,
}
