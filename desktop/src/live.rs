//! The line that moves on a terminal while something is measured.
//!
//! It is drawn on standard error, and not at all where that is no terminal. A carriage return and blanks are all
//! that it takes, so that it works on terminals of every kind. The rest of the line stays free: a line that is
//! padded to the edge breaks when the terminal echoes Ctrl-C as `^C`.

use std::io::{IsTerminal, Write, stderr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use terminal_size::{Width, terminal_size_of};
use textwrap::core::display_width;
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::sustained::SustainedRecord;
use trueghz::run::event::{Event, Observer};
use trueghz::run::target::Target;
use trueghz_report::moving::time_ms;

use crate::format::shortened;

/// Between two drawings: twenty a second are more than an eye follows.
const REDRAW_EVERY: Duration = Duration::from_millis(50);

/// The width of the bar.
const CELLS: usize = 16;

/// The width of `^C`, which the terminal may have put behind the line.
const ECHO_WIDTH: usize = 2;

/// The width of a terminal that does not tell.
const USUAL_WIDTH: usize = 80;

/// What fits on one line of the terminal, with room for the echo: a line that wraps would scroll. The first of
/// these texts that does, or the last one, cut.
fn fitting(texts: &[String], columns: usize) -> String {
    // The last column stays free: some terminals wrap when it is written.
    let most = columns.saturating_sub(ECHO_WIDTH + 1).max(1);
    let fits = texts.iter().find(|text| display_width(text) <= most);
    fits.cloned().or_else(|| Some(shortened(texts.last()?, most))).unwrap_or_default()
}

/// What stands on the terminal's last line. There is one for the program: whoever prints an answer takes it away first, although an
/// observer that was left behind still has something to draw.
static DRAWN: Mutex<OnTerminal> = Mutex::new(OnTerminal { width: 0, turn: 0 });

struct OnTerminal {
    /// The columns that are drawn; 0 where nothing is.
    width: usize,
    /// Counts the times that it was taken away. Lines of an earlier turn are not drawn any more.
    turn: usize,
}

fn on_terminal() -> MutexGuard<'static, OnTerminal> {
    DRAWN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Takes the line away for good: what follows on the terminal is an answer. A line that is begun afterwards is drawn again.
pub fn clear() {
    let mut on_terminal = on_terminal();
    on_terminal.turn += 1;
    if on_terminal.width > 0 {
        let _ = write!(stderr(), "\r{}\r", " ".repeat(on_terminal.width + ECHO_WIDTH));
        on_terminal.width = 0;
    }
}

/// A line that is drawn over and over.
struct Line {
    on_terminal: bool,
    turn: usize,
    drawn: Option<Instant>,
}

impl Line {
    fn new() -> Line {
        Line { on_terminal: stderr().is_terminal(), turn: on_terminal().turn, drawn: None }
    }

    /// Draws the longest of these texts for which there is room, unless the line was drawn a moment ago.
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
        // The cursor goes back behind the text. A terminal that has gone is no loss.
        let _ = write!(stderr(), "\r{text}{rest}\r{text}");
        on_terminal.width = width;
        self.drawn = Some(Instant::now());
    }
}

/// A bar, of which `part` from 0 to 1 is done.
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
    /// A line on standard error.
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
    /// Without a terminal nothing is drawn, and nothing need be estimated for it.
    fn watches(&self) -> bool {
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
            Event::WarmUp { curve, .. } => {
                if let Some(sample) = curve.warm_up.last() {
                    // Of a few blocks two decimals are certain, and it says where the clock is heading.
                    self.draw(0.0, &format!("{:.2} GHz, warming up", sample.hz / 1e9));
                }
            }
            Event::Running { frequency, part, .. } => {
                let display = frequency.as_ref().and_then(FrequencyDisplay::of);
                let words = display.map(|shown| format!("{} \u{b1} {}", shown.number, shown.uncertainty));
                self.draw(part, &words.unwrap_or_default());
            }
            _ => {}
        }
    }
}

/// A line for something whose steps are counted.
pub struct Steps {
    line: Line,
    what: &'static str,
}

impl Steps {
    /// A line on standard error that says what is done.
    pub fn new(what: &'static str) -> Steps {
        Steps { line: Line::new(), what }
    }

    /// So many of so many are done.
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
    fn watches(&self) -> bool {
        self.line.on_terminal
    }

    fn is_progress_display(&self) -> bool {
        true
    }

    fn event(&mut self, event: Event) {
        if let Event::StepsDone { done, total } = event {
            self.at(done, total);
        }
    }
}

/// A line for a sustained load: its clock and temperature now, and how far it is.
pub struct Sustaining {
    line: Line,
    length_ms: f64,
}

impl Sustaining {
    /// A line on standard error.
    pub fn new() -> Sustaining {
        Sustaining { line: Line::new(), length_ms: f64::INFINITY }
    }

    /// Whether anything is drawn.
    pub fn is_drawn(&self) -> bool {
        self.line.on_terminal
    }

    /// A load of this length has begun.
    pub fn begin(&mut self, length_ms: f64) {
        self.length_ms = length_ms;
        self.line.draw(&["  calibrating".to_owned()]);
    }

    /// Draws what was recorded last.
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
