//! The progress line on a terminal during a measurement.
//!
//! It is drawn on standard error, and only if that is a terminal. It needs only a carriage return
//! and spaces, so it works on every kind of terminal. The rest of the line stays free: a line that
//! is padded to the edge breaks when the terminal echoes Ctrl-C as `^C`.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use terminal_size::{Width, terminal_size_of};
use textwrap::core::display_width;
use trueghz::report::display::FrequencyDisplay;
use trueghz::run::event::{Event, Observer};
use trueghz::run::target::Target;
use trueghz_loads::sustained::SustainedRecord;
use trueghz_report::moving::time_ms;

use crate::format::shortened;

/// Minimum time between two drawings: twenty per second are more than the eye can follow.
const REDRAW_EVERY: Duration = Duration::from_millis(50);

/// Width of the bar.
const CELLS: usize = 16;

/// Width of `^C`, which the terminal may have echoed after the line.
const ECHO_WIDTH: usize = 2;

/// Assumed width of a terminal that does not report it.
const USUAL_WIDTH: usize = 80;

/// Returns the first of these texts that fits on one line of the terminal with room for the echo,
/// or the last one, cut: a line that wraps would scroll.
fn fitting(texts: &[String], columns: usize) -> String {
    // The last column stays free: some terminals wrap when it is written.
    let most = columns.saturating_sub(ECHO_WIDTH + 1).max(1);
    let fits = texts.iter().find(|text| display_width(text) <= most);
    fits.cloned().or_else(|| Some(shortened(texts.last()?, most))).unwrap_or_default()
}

/// The progress line now on the terminal; the program has only one. It is removed before anything
/// is printed, even if an observer of an abandoned session still draws.
static DRAWN: Mutex<OnTerminal> = Mutex::new(OnTerminal { width: 0, turn: 0 });

struct OnTerminal {
    /// Width of the drawn text, in columns; 0 if nothing is drawn.
    width: usize,
    /// Number of removals. Lines created before the last removal are no longer drawn.
    turn: usize,
}

fn on_terminal() -> MutexGuard<'static, OnTerminal> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes the line permanently, before other text is printed. Only lines created afterwards are
/// drawn.
pub fn clear() {
    let mut on_terminal = on_terminal();
    on_terminal.turn += 1;
    if on_terminal.width > 0 {
        let _ = write!(stderr(), "\r{}\r", " ".repeat(on_terminal.width + ECHO_WIDTH));
        on_terminal.width = 0;
    }
}

/// A line that is redrawn in place.
struct Line {
    on_terminal: bool,
    turn: usize,
    drawn: Option<Instant>,
}

impl Line {
    fn new() -> Line {
        Line { on_terminal: stderr().is_terminal(), turn: on_terminal().turn, drawn: None }
    }

    /// Draws the first of these texts that fits, unless the line was drawn less than
    /// [`REDRAW_EVERY`] ago.
    fn draw(&mut self, texts: &[String]) {
        if !self.on_terminal || self.drawn.is_some_and(|drawn| drawn.elapsed() < REDRAW_EVERY) {
            return;
        }
        let mut on_terminal = on_terminal();
        if on_terminal.turn != self.turn {
            return;
        }
        let columns = terminal_size_of(stderr()).map_or(USUAL_WIDTH, |(Width(columns), _)| columns.into());
        let text = fitting(texts, columns);
        let width = display_width(&text);
        let rest = " ".repeat(on_terminal.width.saturating_sub(width));
        // The cursor returns to the end of the text. An error is ignored: the terminal may be
        // closed.
        let _ = write!(stderr(), "\r{text}{rest}\r{text}");
        on_terminal.width = width;
        self.drawn = Some(Instant::now());
    }
}

/// A progress bar; `part` is the fraction done, from 0 to 1.
fn bar(part: f64) -> String {
    let done = ((part.clamp(0.0, 1.0) * CELLS as f64) as usize).min(CELLS);
    format!("{}{}", "\u{2501}".repeat(done), "\u{2500}".repeat(CELLS - done))
}

/// Draws the progress of a measurement.
pub struct Live {
    line: Line,
    targets: Vec<Target>,
    core: usize,
}

impl Live {
    /// Creates a line on standard error.
    pub fn new() -> Live {
        Live { line: Line::new(), targets: Vec::new(), core: 0 }
    }

    fn draw(&mut self, part: f64, words: &str) {
        let several = match self.targets.len() {
            0 | 1 => String::new(),
            count => format!(" ({} of {count})", self.core + 1),
        };
        let cpu = self.targets.get(self.core).and_then(|target| target.cpu);
        let name = cpu.map_or_else(|| "core".to_owned(), |cpu| format!("core {cpu}"));
        self.line.draw(&[
            format!("  {name}{several}  {}  {words}", bar(part)),
            format!("  {name}{several}  {words}"),
            format!("  {words}"),
        ]);
    }
}

impl Observer for Live {
    /// Returns `false` without a terminal: no running estimate is needed if nothing is drawn.
    fn is_enabled(&self) -> bool {
        self.line.on_terminal
    }

    fn is_progress_display(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Started { targets } => self.targets = targets,
            Event::CoreStarted { core } => {
                self.core = core;
                self.draw(0.0, "warming up");
            }
            Event::WarmUp { samples, .. } => {
                if let Some(sample) = samples.last() {
                    // A few blocks support two decimals, which suffice to show the trend of the
                    // clock.
                    self.draw(0.0, &format!("{:.2} GHz, warming up", sample.hz / 1e9));
                }
            }
            Event::Running { estimate, part, .. } => {
                let display = estimate.frequency.and_then(|frequency| FrequencyDisplay::of(&frequency.hz));
                let words = display.map(|shown| format!("{} \u{b1} {}", shown.number, shown.uncertainty));
                self.draw(part, &words.unwrap_or_default());
            }
            _ => {}
        }
    }
}

/// A progress line for counted steps.
pub struct Steps {
    line: Line,
    what: &'static str,
}

impl Steps {
    /// Creates a line on standard error; `what` names the activity.
    pub fn new(what: &'static str) -> Steps {
        Steps { line: Line::new(), what }
    }

    /// Draws that `done` of `total` steps are done.
    pub fn at(&mut self, done: usize, total: usize) {
        let part = done as f64 / total.max(1) as f64;
        self.line.draw(&[
            format!("  {}  {}  {done} of {total}", self.what, bar(part)),
            format!("  {}  {done} of {total}", self.what),
            format!("  {done} of {total}"),
        ]);
    }
}

impl Observer for Steps {
    fn is_enabled(&self) -> bool {
        self.line.on_terminal
    }

    fn is_progress_display(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        if let Event::Progressed { done, total } = event {
            self.at(done, total);
        }
    }
}

/// A progress line for a sustained load: current clock and temperature, and elapsed time.
pub struct Sustaining {
    line: Line,
    length_ms: f64,
}

impl Sustaining {
    /// Creates a line on standard error.
    pub fn new() -> Sustaining {
        Sustaining { line: Line::new(), length_ms: f64::INFINITY }
    }

    /// Returns `true` if the line is drawn.
    pub fn is_drawn(&self) -> bool {
        self.line.on_terminal
    }

    /// Starts the line for a load of this length.
    pub fn begin(&mut self, length_ms: f64) {
        self.length_ms = length_ms;
        self.line.draw(&["  calibrating".to_owned()]);
    }

    /// Draws the latest record.
    pub fn at(&mut self, record: &SustainedRecord) {
        let clock = record.hz().map_or_else(|| "interrupted".to_owned(), |hz| format!("{:.3} GHz", hz / 1e9));
        let heat =
            record.hottest_celsius().map_or_else(String::new, |celsius| format!(", {celsius:.0} \u{b0}C"));
        let time = format!("{} of {}", time_ms(record.at_ms), time_ms(self.length_ms));
        self.line.draw(&[
            format!("  {}  {time}  {clock}{heat}", bar(record.at_ms / self.length_ms)),
            format!("  {clock}{heat}"),
        ]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_never_wraps() {
        let texts = ["a long line with a bar", "a line", "line"].map(str::to_owned);
        for (columns, shown) in
            [(80, &*texts[0]), (25, &*texts[0]), (24, "a line"), (7, "line"), (5, "l\u{2026}")]
        {
            assert_eq!(fitting(&texts, columns), shown, "{columns}");
        }
        for columns in 0..80 {
            assert!(display_width(&fitting(&texts, columns)) <= columns.max(1), "{columns}");
        }
    }

    #[test]
    fn a_line_that_was_left_behind_is_not_drawn_after_the_answer() {
        let mut left_behind = Line { on_terminal: true, ..Line::new() };
        clear();
        left_behind.draw(&["core 0".to_owned()]);
        assert!(left_behind.drawn.is_none());
    }

    #[test]
    fn the_bar_is_as_long_as_what_is_done() {
        for (part, done) in [(-1.0, 0), (0.0, 0), (0.5, 8), (1.0, 16), (7.0, 16), (f64::NAN, 0)] {
            let bar = bar(part);
            assert_eq!(bar.matches('\u{2501}').count(), done, "{part}");
            assert_eq!(bar.chars().count(), CELLS, "{part}");
        }
    }
}
