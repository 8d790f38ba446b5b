//! The estimate for cores that cannot be shared with an SMT sibling: one model of all windows, in
//! stages, each of which takes the results of the stages before it and changes none of them.
//!
//! 1. [`windows`]: the windows of the recording in order of time;
//! 2. [`edges`]: the lower edge of each window type and the noise of the reads;
//! 3. [`levels`]: the levels on which the clock may have been;
//! 4. [`decode`]: the level in each window, and the interrupted windows;
//! 5. [`solution`]: edges, levels and decoding in alternation, until they agree;
//! 6. [`reference_level`]: the duration of a cycle on the reference level, and the kinds that agree
//!    on it;
//! 7. [`mean`]: the mean clock over the time of the reading, window by window;
//! 8. [`reading`]: the value with its interval, the verdict, and the clock over time.
//!
//! The *reference level* ([`Level::reference`](levels::Level::reference)) is the lowest mode of the
//! windows; all other levels are relative to it.
//!
//! docs/adr/0021-a-model-of-the-windows.md gives the reasons.

mod decode;
mod edges;
mod exposed;
mod hypotheses;
mod interruptions;
mod levels;
mod mean;
mod modes;
pub mod parameters;
mod reading;
mod reference_level;
mod solution;
mod windows;

use super::recording::Recording;
use super::result::{Estimate, Lateness};
use super::verdict::Reason;
use super::windows::WindowCount;
use mean::Census;
use reference_level::ReferenceLevel;
use solution::Solution;
use windows::Windows;

/// Estimates the clock of a core that cannot be shared with an SMT sibling.
pub(super) fn estimate(recording: &Recording, cpu: Option<u32>) -> (Estimate, Vec<Lateness>) {
    let windows = Windows::of(recording);
    let refused = |reason, windows| Estimate { windows, cpu, ..Estimate::refused(reason) };
    let Some(solution) = Solution::of(&windows) else {
        let counts = WindowCount { total: windows.taken, undisturbed: 0 };
        return (refused(Reason::TooFewWindows, counts), Vec::new());
    };
    let kept = solution.clean.iter().filter(|clean| **clean).count();
    let counts = WindowCount { total: windows.taken, undisturbed: kept };
    let reference =
        ReferenceLevel::of(&windows, &solution.decoded, &solution.edges, solution.noise_ns, &solution.clean);
    let estimate = match reference {
        Ok(reference) => {
            let census = Census::of(&windows, &solution.decoded, solution.noise_ns);
            reading::estimate(recording, &windows, &solution, reference, &census, counts, cpu)
        }
        Err(reason) => refused(reason, counts),
    };
    (estimate, solution.lateness(&windows))
}
