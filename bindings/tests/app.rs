//! The screens of the apps with real sessions: threads, files and calls of the shell.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

use trueghz_app::language::LocaleStyle;
use trueghz_app::load::{LoadAction, LoadScreen};
use trueghz_ffi::{AppScreens, AppShell, ReportStore, ShareForm, sustained_line};
use trueghz_report::Report;

/// Counts the calls.
#[derive(Default)]
struct Shell {
    calls: AtomicU32,
}

impl AppShell for Shell {
    fn load_changed(&self) {
        self.calls.fetch_add(1, Ordering::Relaxed);
    }
}

fn screens(folder: &tempfile::TempDir) -> (Arc<AppScreens>, Arc<Shell>) {
    let shell = Arc::new(Shell::default());
    let folder = folder.path().to_str().expect("its name is text").to_owned();
    (AppScreens::new(shell.clone(), folder, LocaleStyle::default()), shell)
}

/// Longer than any machine needs: a watchdog.
fn wait_until(screens: &AppScreens, is_so: impl Fn(&LoadScreen) -> bool) -> LoadScreen {
    let begun = Instant::now();
    loop {
        let screen = screens.load_screen();
        if is_so(&screen) {
            return screen;
        }
        assert!(begun.elapsed() < Duration::from_secs(60), "{screen:?}");
        sleep(Duration::from_millis(5));
    }
}

const START: LoadAction = LoadAction::Start { is_busy: false };

#[test]
fn a_load_is_measured_stopped_shared_and_comes_back_in_the_next_process() {
    let folder = tempfile::tempdir().expect("a folder");
    let (first, shell) = screens(&folder);
    first.act_on_load(LoadAction::Open);
    first.act_on_load(START);
    assert!(first.load_screen().is_running, "at once");
    let running = wait_until(&first, |screen| screen.plot.is_some());
    assert!(running.core.is_some() && running.button.is_stop);
    first.act_on_load(LoadAction::Stop);
    let done = wait_until(&first, |screen| !screen.is_running);
    assert!(done.can_share && shell.calls.load(Ordering::Relaxed) > 4);
    let text = first.load_shared(ShareForm::Text).expect("no defect").expect("a result");
    assert!(text.contains("Measured with TrueGHz"), "{text}");
    let json = first.load_shared(ShareForm::Json).expect("no defect").expect("a result");
    assert!(json.contains("trueghz-sustained/2"));
    let history = folder.path().join("history.jsonl").display().to_string();
    let kept_at = first.keep_load(history.clone()).expect("a disk").expect("a result");
    let kept = ReportStore::new(history).read().expect("a disk").reports.pop().expect("it was kept");
    assert_eq!(kept.at_unix_ms, kept_at);
    let Report::Sustained(load) = kept.report else { panic!("another report: {:?}", kept.report) };
    let line = sustained_line(*load, LocaleStyle::default()).expect("no defect");
    assert_eq!(Some(line), done.number.as_ref().map(|number| number.spoken.clone()));
    drop(first);

    let (second, _) = screens(&folder);
    assert_eq!(second.load_shared(ShareForm::Csv).expect("no defect"), None);
    assert_eq!(second.keep_load(folder.path().join("none.jsonl").display().to_string()), Ok(None));
    second.act_on_load(LoadAction::Open);
    let restored = wait_until(&second, |screen| screen.can_share);
    assert_eq!(restored.number, done.number);
}

#[test]
fn a_stop_right_after_the_start_ends_the_load() {
    let folder = tempfile::tempdir().expect("a folder");
    let (screens, _) = screens(&folder);
    screens.act_on_load(START);
    screens.act_on_load(LoadAction::Stop);
    wait_until(&screens, |screen| !screen.is_running);
}

#[test]
fn records_of_another_version_are_removed() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("load.jsonl");
    std::fs::write(&file, "{\"schema\":\"trueghz-sustained/9\"}\n").expect("a disk");
    let (screens, _) = screens(&folder);
    screens.act_on_load(LoadAction::Open);
    let begun = Instant::now();
    while file.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60));
        sleep(Duration::from_millis(5));
    }
    assert!(!screens.load_screen().can_share);
}
