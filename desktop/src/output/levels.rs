//! A clock that moves: whose it is, and its levels.

use trueghz::estimate::timed::Level;
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::words::stated_hz;

/// In the digits that its interval carries.
pub fn level(level: &Level) -> String {
    let display = FrequencyDisplay::new(level.hz, level.high_hz - level.low_hz);
    display.map_or_else(|| stated_hz(level.hz), |display| display.number.to_string())
}

/// The core and its kind: "core 4, Cortex-A78".
pub fn whose(cpu: Option<u32>, kind: &str) -> String {
    cpu.map_or_else(|| kind.to_owned(), |cpu| format!("core {cpu}, {kind}"))
}
