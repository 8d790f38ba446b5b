//! List of windows, stored in files by columns, one for each field: compact and readable by any
//! program.

use serde::{Deserialize, Serialize};

use crate::chain::{BodyLength, ChainKind};

/// One timed run of a chain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Window {
    /// The chain's kind.
    pub kind: ChainKind,
    /// The chain's body.
    pub length: BodyLength,
    /// Iterations of the loop, at least 1.
    pub iterations: u32,
    /// Number of its round, from 0 over the whole run: a round is one window of each type in random
    /// order. For a long run not every round is recorded.
    pub round: u32,
    /// Start in ticks since the session's start.
    pub start_ticks: u64,
    /// Duration in ticks; negative if the clock stepped back.
    pub elapsed_ticks: i64,
    /// Clock reads from the end of the chain to the clock's next tick; 0 if windows are not aligned
    /// to edges.
    pub polls: u32,
    /// The CPU on which the thread was at the end of the window, if the system reports it.
    pub ran_on: Option<u32>,
}

/// The windows of a measurement, in the order in which they ran.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "Columns", into = "Columns")]
pub struct Windows(pub Vec<Window>);

/// Number of windows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct WindowCount {
    /// All.
    pub total: usize,
    /// Undisturbed windows.
    pub undisturbed: usize,
}

impl WindowCount {
    /// Share of undisturbed windows, in percent; `None` if no window was taken.
    pub fn undisturbed_percent(&self) -> Option<f64> {
        (self.total > 0).then(|| self.undisturbed as f64 / self.total as f64 * 100.0)
    }
}

/// A recorded list of windows that is not valid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WindowsError {
    /// The columns have different lengths.
    #[error("the columns of the windows have different lengths ({0} and {1})")]
    Ragged(usize, usize),
    /// A window without an iteration.
    #[error("window {0} has no iterations")]
    NoIterations(usize),
    /// Rounds must be in ascending order; some may be missing.
    #[error("window {0} belongs to an earlier round than the one before it")]
    RoundOutOfPlace(usize),
}

#[derive(Serialize, Deserialize)]
struct Columns {
    kind: Vec<ChainKind>,
    length: Vec<BodyLength>,
    #[serde(alias = "trips")]
    iterations: Vec<u32>,
    round: Vec<u32>,
    start_ticks: Vec<u64>,
    elapsed_ticks: Vec<i64>,
    polls: Vec<u32>,
    cpu: Vec<Option<u32>>,
}

impl From<Windows> for Columns {
    fn from(windows: Windows) -> Columns {
        let list = windows.0;
        Columns {
            kind: list.iter().map(|w| w.kind).collect(),
            length: list.iter().map(|w| w.length).collect(),
            iterations: list.iter().map(|w| w.iterations).collect(),
            round: list.iter().map(|w| w.round).collect(),
            start_ticks: list.iter().map(|w| w.start_ticks).collect(),
            elapsed_ticks: list.iter().map(|w| w.elapsed_ticks).collect(),
            polls: list.iter().map(|w| w.polls).collect(),
            cpu: list.iter().map(|w| w.ran_on).collect(),
        }
    }
}

impl TryFrom<Columns> for Windows {
    type Error = WindowsError;

    fn try_from(columns: Columns) -> Result<Windows, WindowsError> {
        let count = columns.kind.len();
        let others = [
            columns.length.len(),
            columns.iterations.len(),
            columns.round.len(),
            columns.start_ticks.len(),
            columns.elapsed_ticks.len(),
            columns.polls.len(),
            columns.cpu.len(),
        ];
        if let Some(&other) = others.iter().find(|&&other| other != count) {
            return Err(WindowsError::Ragged(count, other));
        }
        if let Some(index) = columns.iterations.iter().position(|&iterations| iterations == 0) {
            return Err(WindowsError::NoIterations(index));
        }
        if let Some(before) = columns.round.windows(2).position(|pair| pair[1] < pair[0]) {
            return Err(WindowsError::RoundOutOfPlace(before + 1));
        }
        let window = |i: usize| Window {
            kind: columns.kind[i],
            length: columns.length[i],
            iterations: columns.iterations[i],
            round: columns.round[i],
            start_ticks: columns.start_ticks[i],
            elapsed_ticks: columns.elapsed_ticks[i],
            polls: columns.polls[i],
            ran_on: columns.cpu[i],
        };
        Ok(Windows((0..count).map(window).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn window(round: u32, ran_on: Option<u32>) -> Window {
        let (kind, length) = (ChainKind::Add, BodyLength::Long);
        Window { kind, length, iterations: 1, round, start_ticks: 0, elapsed_ticks: 1, polls: 0, ran_on }
    }

    #[test]
    fn rounds_may_be_left_out_but_do_not_go_back() {
        let with_holes = Windows([0, 0, 31, 64, 64, u32::MAX].map(|round| window(round, None)).to_vec());
        let json = serde_json::to_string(&with_holes).unwrap();
        assert_eq!(serde_json::from_str::<Windows>(&json).unwrap(), with_holes);

        let back = Windows([0, 64, 63].map(|round| window(round, None)).to_vec());
        let error = serde_json::from_value::<Windows>(serde_json::to_value(back).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "window 2 belongs to an earlier round than the one before it");
    }

    #[test]
    fn a_column_of_another_length_is_refused() {
        let mut json = serde_json::to_value(Windows(vec![window(0, None), window(0, Some(3))])).unwrap();
        assert_eq!(json["cpu"], serde_json::json!([null, 3]));
        json["cpu"] = serde_json::json!([1]);
        let error = serde_json::from_value::<Windows>(json).unwrap_err().to_string();
        assert!(error.contains("different lengths (2 and 1)"), "{error}");
    }
}
