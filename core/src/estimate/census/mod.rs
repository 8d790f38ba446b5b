//! The estimate for cores that nothing can share: one model of all windows, in stages, each of which takes the results of those
//! before it and changes none.
//!
//! 1. [`windows`]: the recording's windows in the order of time;
//! 2. [`edges`]: what each sort takes on the usual level, and the noise of the reads;
//! 3. [`levels`]: the levels on which the clock may have stood;
//! 4. [`decode`]: on which it was in each window, and which windows something interrupted;
//! 5. [`found`]: the three before it in turns, until they agree;
//! 6. [`usual`]: what a cycle takes on the usual level, and which kinds of chains say so;
//! 7. [`mean`]: the mean clock over the reading's time, window by window;
//! 8. [`told`]: the number with its interval, the verdict, and what the clock did.
//!
//! docs/adr/0021-a-model-of-the-windows.md says why.

mod decode;
mod edges;
mod exposed;
mod found;
mod hypotheses;
mod interruptions;
mod levels;
mod mean;
mod modes;
pub mod parameters;
mod told;
mod usual;
mod windows;

use super::recording::Recording;
use super::result::{Estimate, Lateness};
use super::verdict::Reason;
use super::windows::WindowCount;
use found::Found;
use mean::Census;
use usual::Usual;
use windows::Windows;

/// Estimates the clock of a core that nothing can share.
pub(super) fn estimate(recording: &Recording, cpu: Option<u32>) -> (Estimate, Vec<Lateness>) {
    let windows = Windows::of(recording);
    let refused = |reason, windows| Estimate { windows, cpu, ..Estimate::refused(reason) };
    let Some(found) = Found::of(&windows) else {
        let counts = WindowCount { taken: windows.taken, kept: 0 };
        return (refused(Reason::Starved, counts), Vec::new());
    };
    let kept = found.clean.iter().filter(|clean| **clean).count();
    let counts = WindowCount { taken: windows.taken, kept };
    let usual = Usual::of(&windows, &found.decoded, &found.edges, found.noise_ns, &found.clean);
    let estimate = match usual {
        Ok(usual) => {
            let census = Census::of(&windows, &found.decoded, found.noise_ns);
            told::estimate(recording, &windows, &found, usual, &census, counts, cpu)
        }
        Err(reason) => refused(reason, counts),
    };
    (estimate, found.lateness(&windows))
}
