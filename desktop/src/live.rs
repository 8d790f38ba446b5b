//! The line that moves on a terminal while something is measured.
//!
//! It is drawn on standard error, and not at all where that is no terminal.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use trueghz::report::display::FrequencyDisplay;
use trueghz::run::event::{Event, Observer};
use trueghz::run::target::Target;

/// The bar's length is in thousandths of the windows' time.
const STEPS: u64 = 1_000;

/// What the bar is made of: done, the place where it is, to come.
const BAR: &str = "\u{2501}\u{2578}\u{2500}";

/// How often the line is drawn at most: as often as a number comes.
const REDRAWS_PER_S: u8 = 20;

/// Draws the progress of a measurement.
pub struct Live {
    bar: ProgressBar,
    targets: Vec<Target>,
}

impl Live {
    /// A line on standard error.
    pub fn new() -> Live {
        let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_PER_S);
        let bar = ProgressBar::with_draw_target(Some(STEPS), target);
        let style =
            ProgressStyle::with_template("  {prefix}  {bar:16}  {msg}").expect("the template is sound");
        bar.set_style(style.progress_chars(BAR));
        Live { bar, targets: Vec::new() }
    }

    fn name(&self, core: usize) -> String {
        let one_of = if self.targets.len() > 1 {
            format!(" ({} of {})", core + 1, self.targets.len())
        } else {
            String::new()
        };
        match self.targets.get(core).and_then(|target| target.cpu) {
            Some(cpu) => format!("core {cpu}{one_of}"),
            None => format!("core{one_of}"),
        }
    }
}

impl Observer for Live {
    fn event(&mut self, event: Event) {
        match event {
            Event::Started { targets } => self.targets = targets,
            Event::CoreStarted { core } => {
                self.bar.set_position(0);
                self.bar.set_prefix(self.name(core));
                self.bar.set_message("warming up");
            }
            Event::WarmUp { samples, .. } => {
                if let Some(sample) = samples.last() {
                    // Of a single block two decimals are certain, and it says where the clock is heading.
                    self.bar.set_message(format!("{:.2} GHz, warming up", sample.hz / 1e9));
                }
            }
            Event::Running { frequency, part, .. } => {
                self.bar.set_position((part * STEPS as f64) as u64);
                if let Some(display) = frequency.as_ref().and_then(FrequencyDisplay::of) {
                    self.bar.set_message(format!("{} \u{b1} {}", display.number, display.uncertainty));
                }
            }
            _ => {}
        }
    }
}

impl Drop for Live {
    /// The line goes; the answer comes in its place.
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line for something whose steps are counted.
pub struct Steps {
    bar: ProgressBar,
}

impl Steps {
    /// A line on standard error that says what is done.
    pub fn new(what: &'static str) -> Steps {
        let target = ProgressDrawTarget::stderr_with_hz(REDRAWS_PER_S);
        let bar = ProgressBar::with_draw_target(None, target);
        let style =
            ProgressStyle::with_template("  {msg}  {bar:16}  {pos} of {len}").expect("the template is sound");
        bar.set_style(style.progress_chars(BAR));
        bar.set_message(what);
        bar.enable_steady_tick(Duration::from_millis(250));
        Steps { bar }
    }

    /// So many of so many are done.
    pub fn at(&self, done: usize, total: usize) {
        self.bar.set_length(total as u64);
        self.bar.set_position(done as u64);
    }
}

impl Drop for Steps {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
