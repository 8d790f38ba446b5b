//! A recorded load in the place of a session, for the tests of Swift and Kotlin. As with
//! [`faults`](crate::faults), nothing is exported for it: the folder of the screens has a file
//! `played.jsonl`, to which the test appends the next events, a line each: the run, its records,
//! the word "end".

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use trueghz_app::load::{Event, Failure};
use trueghz_loads::sustained::SustainedReport;

use super::AppScreens;

/// Interval between two reads of the file.
const EVERY: Duration = Duration::from_millis(2);

/// Plays a file until its load has ended.
pub struct Player {
    is_cancelled: Arc<AtomicBool>,
}

impl Player {
    /// Plays the file in the folder of `screens`; `None` if there is none.
    pub fn start(screens: &Arc<AppScreens>) -> Option<Self> {
        let file = File::open(screens.records.with_file_name("played.jsonl")).ok()?;
        let is_cancelled = Arc::new(AtomicBool::new(false));
        let (screens, until) = (Arc::downgrade(screens), Arc::clone(&is_cancelled));
        thread::spawn(move || play(BufReader::new(file), &screens, &until));
        Some(Self { is_cancelled })
    }

    /// Ends the load: the rest of the file is not played.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }
}

fn play(mut file: BufReader<File>, screens: &Weak<AppScreens>, is_cancelled: &AtomicBool) {
    let (mut run, mut records) = (String::new(), String::new());
    let mut line = String::new();
    while !is_cancelled.load(Ordering::Relaxed) {
        let _ = file.read_line(&mut line);
        if !line.ends_with('\n') {
            thread::sleep(EVERY);
            continue;
        }
        if line == "end\n" {
            break;
        }
        let Some(screens) = screens.upgrade() else { return };
        if run.is_empty() {
            run.clone_from(&line);
            if let Some(report) = report(&run, "") {
                screens.take(Event::Begun(Box::new(report.run)));
            }
        } else {
            if let Some(record) = report(&run, &line).and_then(|mut report| report.records.pop()) {
                screens.take(Event::Recorded(Box::new(record)));
            }
            records.push_str(&line);
        }
        line.clear();
    }
    let Some(screens) = screens.upgrade() else { return };
    let ended = report(&run, &records).map(|report| Event::Ended(Box::new(report)));
    screens.take(ended.unwrap_or(Event::Failed(Failure::NoCore)));
}

fn report(run: &str, records: &str) -> Option<SustainedReport> {
    Some(SustainedReport::from_lines(&format!("{run}{records}")).ok()?.report)
}
