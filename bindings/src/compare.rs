//! Two measurements compared: core finds the difference, its interval and its digits.

use trueghz::report::Measurement;
use trueghz::report::display::FrequencyDisplay;
use trueghz_report::compare::{Contrast, Difference, DifferenceNumbers, Side, compare};

use crate::error::{TrueGhzError, guarded};

/// Compares `other` with `first`, core by core; `None` if they share none. The subject has no name.
#[uniffi::export]
pub fn compare_measurements(
    first: Measurement,
    other: Measurement,
) -> Result<Option<Contrast>, TrueGhzError> {
    guarded(|| {
        let comparison = compare(("", &first), &[("", &other)]).ok()?;
        comparison.others.into_iter().next()
    })
}

/// The numbers of a difference, in its significant digits.
#[uniffi::export]
pub fn difference_numbers(difference: Difference) -> Option<DifferenceNumbers> {
    DifferenceNumbers::of(&difference)
}

/// The clock of one side of a comparison; `None` if it was refused.
#[uniffi::export]
pub fn side_display(side: Side) -> Option<FrequencyDisplay> {
    side.display()
}
