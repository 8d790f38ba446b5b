//! The screens of both apps: actions come in, screens go out.
//!
//! `trueghz-app` has the states and texts. This module has the sessions, the files and the thread
//! for its effects:
//!
//! * [`AppScreens::act_on_load`] and the observer of a session change the state, under a lock held
//!   for that change alone, and send the effects to the thread `trueghz-app`.
//! * That thread starts and ends sessions and writes files, one effect after the other.
//! * After each change the shell is called, without the lock: it fetches the screen when it draws
//!   next. So many changes between two frames cost one screen, and no event of a session crosses.

#[cfg(feature = "fault-injection")]
mod player;
mod session;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::panic::AssertUnwindSafe;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;

use trueghz::host::Conditions;
use trueghz_app::language::{Language, LocaleStyle};
use trueghz_app::load::{self, Battery, Effect, Event, Failure, Load, LoadAction, LoadScreen};
use trueghz_loads::sustained::SustainedReport;
use trueghz_report::Report;

use crate::error::{TrueGhzError, guarded};
use crate::store::{ReportStore, StoreError};
use session::LoadSession;

/// The views of an app.
#[uniffi::export(foreign)]
pub trait AppShell: Send + Sync {
    /// The screen of the load has changed: fetch it when it is drawn next. Called from any thread.
    fn load_changed(&self);
}

/// A form of a result that can be shared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Enum)]
pub enum ShareForm {
    /// Text in the user's language.
    Text,
    /// JSON, by the schema that it names.
    Json,
    /// CSV, units in the header.
    Csv,
}

struct State {
    load: Load,
    language: Language,
}

/// The screens of a process. Every call but `load_shared` returns within microseconds: it can be
/// made by the thread that draws.
#[derive(uniffi::Object)]
pub struct AppScreens {
    shell: Arc<dyn AppShell>,
    state: Mutex<State>,
    effects: Sender<Effect>,
    session: Mutex<Option<LoadSession>>,
    /// The file with the records of the last load.
    records: PathBuf,
}

#[uniffi::export]
impl AppScreens {
    /// The screens of this process. `folder` is for what may be lost with the process: the records
    /// of the last load.
    #[uniffi::constructor]
    pub fn new(shell: Arc<dyn AppShell>, folder: String, style: LocaleStyle) -> Arc<Self> {
        let (effects, to_do) = channel();
        let language = Language::of(style);
        Arc::new_cyclic(|screens: &Weak<Self>| {
            let worker = screens.clone();
            let started =
                thread::Builder::new().name("trueghz-app".to_owned()).spawn(move || work(&worker, &to_do));
            if let Err(error) = started {
                // Sending an effect reports it.
                log::error!("{error}");
            }
            Self {
                shell,
                state: Mutex::new(State { load: Load::default(), language }),
                effects,
                session: Mutex::new(None),
                records: PathBuf::from(folder).join("load.jsonl"),
            }
        })
    }

    /// The user acts on the screen of the load.
    pub fn act_on_load(&self, action: LoadAction) {
        self.change(|load| load.act(action));
    }

    /// The screen of the load.
    pub fn load_screen(&self) -> LoadScreen {
        self.locked(|state| {
            let State { load, language } = state;
            let screen = guarded(AssertUnwindSafe(|| load.screen(language)));
            screen.unwrap_or_else(|defect: TrueGhzError| {
                load.fail(Failure::from(defect));
                load.screen(language)
            })
        })
    }

    /// The result of the load to be shared; `None` if there is none. JSON and CSV take some
    /// milliseconds: not for a thread that draws.
    pub fn load_shared(&self, form: ShareForm) -> Result<Option<String>, TrueGhzError> {
        // Megabytes of JSON take milliseconds: the lock is held for the copy alone.
        let report = || self.locked(|state| any_report(&state.load));
        guarded(AssertUnwindSafe(|| match form {
            ShareForm::Text => self.locked(|state| state.load.text(&state.language)),
            ShareForm::Json => report().map(|report| report.to_json()),
            ShareForm::Csv => report().map(|report| report.to_csv()),
        }))
    }

    /// Adds the result of the load to the store in this file: when this returns it is on the disk.
    /// Returns the time of keeping, which identifies the report; `None` if there is no result. Not
    /// for a thread that draws.
    pub fn keep_load(&self, path: String) -> Result<Option<u64>, StoreError> {
        let Some(report) = self.locked(|state| any_report(&state.load)) else { return Ok(None) };
        ReportStore::new(path).append(report, None).map(Some)
    }

    /// Passes on conditions that only the platform can determine; absent ones keep their last
    /// value. A load waits half a minute for the app's return to the front.
    pub fn tell(&self, conditions: Conditions) {
        self.locked(|state| state.load.tell(conditions));
        if let Some(session) = &*self.session() {
            session.tell(conditions);
        }
    }

    /// Passes on the state of the battery: whenever the screen of a load changes.
    pub fn power(&self, battery: Battery) {
        self.locked(|state| state.load.power(battery));
    }

    /// The user has changed the language, or how numbers are written.
    pub fn set_style(&self, style: LocaleStyle) {
        self.locked(|state| state.language = Language::of(style));
        self.shell.load_changed();
    }
}

/// The result of a kept load in a line, in the user's language.
#[uniffi::export]
pub fn sustained_line(report: SustainedReport, style: LocaleStyle) -> Result<String, TrueGhzError> {
    guarded(|| load::line(report, &Language::of(style)))
}

/// The result of a kept load as text in the user's language.
#[uniffi::export]
pub fn sustained_text(report: SustainedReport, style: LocaleStyle) -> Result<String, TrueGhzError> {
    guarded(|| load::text(report, &Language::of(style)))
}

impl AppScreens {
    /// The lock is never held while the shell is called, nor across an effect.
    fn locked<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn session(&self) -> std::sync::MutexGuard<'_, Option<LoadSession>> {
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Load) -> Vec<Effect>) {
        let effects = self.locked(|state| {
            let effects = guarded(AssertUnwindSafe(|| change(&mut state.load)));
            effects.unwrap_or_else(|defect: TrueGhzError| {
                state.load.fail(Failure::from(defect));
                vec![Effect::Stop]
            })
        });
        for effect in effects {
            if self.effects.send(effect).is_err() {
                self.locked(|state| state.load.fail(Failure::NoThread));
            }
        }
        self.shell.load_changed();
    }

    fn take(&self, event: Event) {
        self.change(|load| load.take(event));
    }

    fn carry_out(self: &Arc<Self>, effect: Effect) {
        match effect {
            Effect::Restore => self.restore(),
            Effect::Start { length_ms, load } => {
                let started = LoadSession::start(self, length_ms, load);
                match started {
                    Ok(session) => {
                        // Stored first: a change at that time reaches it one way or the other.
                        let mut current = self.session();
                        let session = current.insert(session);
                        session.tell(self.locked(|state| state.load.told()));
                    }
                    Err(error) => self.take(Event::Failed(error.into())),
                }
            }
            Effect::Stop => {
                if let Some(session) = &*self.session() {
                    session.cancel();
                }
            }
            Effect::KeepFirst(line) => self.keep(&line, true),
            Effect::Keep(line) => self.keep(&line, false),
        }
    }

    /// A full disk loses the records; a damaged line is skipped when they are read.
    fn keep(&self, line: &str, is_first: bool) {
        let written = || -> io::Result<()> {
            if let Some(folder) = self.records.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut options = OpenOptions::new();
            options.create(true).write(true).append(!is_first).truncate(is_first);
            options.open(&self.records)?.write_all(line.as_bytes())
        };
        if let Err(error) = written() {
            log::warn!("the records of the load are not kept: {error}");
        }
    }

    fn restore(&self) {
        let Ok(lines) = fs::read_to_string(&self.records) else { return };
        match SustainedReport::from_lines(&lines) {
            // The process ended before the first record.
            Ok(read) if read.report.records.is_empty() => {}
            Ok(read) => self.take(Event::Restored(Box::new(read.report))),
            Err(error) => {
                // For example of another version.
                log::info!("the records of the last load: {error}");
                let _ = fs::remove_file(&self.records);
            }
        }
    }
}

fn any_report(load: &Load) -> Option<Report> {
    Some(Report::Sustained(Box::new(load.report()?.clone())))
}

/// Carries out effects until the screens are let go of.
fn work(screens: &Weak<AppScreens>, effects: &Receiver<Effect>) {
    for effect in effects {
        let Some(screens) = screens.upgrade() else { return };
        let done: Result<(), TrueGhzError> = guarded(AssertUnwindSafe(|| screens.carry_out(effect)));
        if let Err(defect) = done {
            screens.take(Event::Failed(defect.into()));
        }
    }
}

impl From<TrueGhzError> for Failure {
    fn from(error: TrueGhzError) -> Self {
        match error {
            TrueGhzError::NoClock(_) => Self::NoClock,
            TrueGhzError::NoThread(_) => Self::NoThread,
            TrueGhzError::NoCore(_) => Self::NoCore,
            other => Self::Defect(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Silent;

    impl AppShell for Silent {
        fn load_changed(&self) {}
    }

    #[test]
    fn a_panic_is_a_screen_that_reports_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path().display().to_string();
        let screens = AppScreens::new(Arc::new(Silent), folder, LocaleStyle::default());
        screens.act_on_load(LoadAction::Start { is_busy: false });
        screens.change(|_| std::panic::resume_unwind(Box::new("on purpose")));
        let screen = screens.load_screen();
        assert!(!screen.is_running);
        assert_eq!(
            screen.number.and_then(|number| number.below).as_deref(),
            Some("Internal error in TrueGHz")
        );
        assert!(screen.status.ends_with("on purpose"), "{}", screen.status);
        // The next load starts as ever.
        screens.act_on_load(LoadAction::Start { is_busy: false });
        assert!(screens.load_screen().is_running);
    }
}
