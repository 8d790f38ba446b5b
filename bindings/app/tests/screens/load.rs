//! The states of a load: what follows from an action or an event, and properties of every screen.

use crate::samples::{Second, ended, english, falling, report, running};
use proptest::prelude::*;
use trueghz::host::{Conditions, ThermalStatus};
use trueghz_app::load::{Battery, Effect, Event, Failure, Load, LoadAction, PowerSource};
use trueghz_loads::sustained::SustainedLoad;

const START: LoadAction = LoadAction::Start { is_busy: false };

fn heat(thermal: ThermalStatus) -> Conditions {
    Conditions { thermal: Some(thermal), ..Conditions::default() }
}

fn background(is_away: bool) -> Conditions {
    Conditions { in_background: Some(is_away), ..Conditions::default() }
}

#[test]
fn what_is_chosen_is_what_is_started() {
    let mut load = Load::default();
    load.act(LoadAction::ChooseLength { index: 2 });
    load.act(LoadAction::ChooseLoad { index: 2 });
    let started = load.act(START);
    assert_eq!(started, [Effect::Start { length_ms: 1_200_000, load: SustainedLoad::All }]);
    // Nothing changes while it runs.
    load.act(LoadAction::ChooseLength { index: 0 });
    assert_eq!(load.act(START), []);
    assert_eq!(load.screen(&english()).length.chosen, 2);
}

#[test]
fn an_option_that_is_not_there_is_the_last() {
    let mut load = Load::default();
    load.act(LoadAction::ChooseLength { index: u32::MAX });
    assert_eq!(load.screen(&english()).length.chosen, 2);
}

#[test]
fn a_load_is_stopped_once() {
    let mut load = Load::default();
    assert_eq!(load.act(LoadAction::Stop), []);
    load.act(START);
    assert_eq!(load.act(LoadAction::Stop), [Effect::Stop]);
    assert!(!load.screen(&english()).button.is_enabled);
    let report = report(1, &falling(20));
    load.take(Event::Begun(Box::new(report.run.clone())));
    load.take(Event::Ended(Box::new(report)));
    assert!(!load.is_running() && load.screen(&english()).button.is_enabled);
}

#[test]
fn the_records_are_kept_as_they_come() {
    let report = report(1, &falling(3));
    let mut load = Load::default();
    load.act(START);
    let first = load.take(Event::Begun(Box::new(report.run.clone())));
    assert_eq!(first, [Effect::KeepFirst(report.run.to_line())]);
    let next = load.take(Event::Recorded(Box::new(report.records[0].clone())));
    assert_eq!(next, [Effect::Keep(report.records[0].to_line())]);
}

#[test]
fn the_load_of_an_earlier_process_comes_back_once_with_its_choices() {
    let mut load = Load::default();
    assert_eq!(load.act(LoadAction::Open), [Effect::Restore]);
    assert_eq!(load.act(LoadAction::Open), []);
    load.take(Event::Restored(Box::new(report(1, &falling(30)))));
    let screen = load.screen(&english());
    assert!(screen.can_share && screen.plot.is_some());
    assert_eq!(screen.length.chosen, 0);
    // A choice of this process stays.
    let mut load = Load::default();
    load.act(LoadAction::ChooseLength { index: 2 });
    load.act(LoadAction::Open);
    load.take(Event::Restored(Box::new(report(1, &falling(30)))));
    assert_eq!(load.screen(&english()).length.chosen, 2);
}

#[test]
fn what_was_measured_since_stays() {
    let mut load = running(&report(5, &falling(30)), 3, Battery::default());
    load.take(Event::Restored(Box::new(report(1, &falling(30)))));
    assert!(load.is_running());
    let mut load = Load::default();
    load.act(LoadAction::Open);
    load.act(START);
    assert_eq!(load.act(LoadAction::Open), []);
}

#[test]
fn during_another_session_nothing_starts_and_the_last_result_stays() {
    let mut load = ended(&report(1, &falling(60)), Battery::default());
    assert_eq!(load.act(LoadAction::Start { is_busy: true }), []);
    let screen = load.screen(&english());
    assert_eq!(screen.status, "Another measurement is running");
    assert!(screen.can_share);
    load.act(LoadAction::ChooseLength { index: 0 });
    assert_ne!(load.screen(&english()).status, "Another measurement is running");
}

#[test]
fn nothing_starts_on_a_hot_device_or_in_the_background() {
    let mut load = Load::default();
    load.tell(heat(ThermalStatus::Critical));
    assert_eq!(load.act(START), []);
    let number = load.screen(&english()).number.expect("the reason");
    assert_eq!(number.below.as_deref(), Some("The device is too hot to start"));
    load.tell(heat(ThermalStatus::Severe));
    assert_eq!(load.act(START).len(), 1);

    let mut load = Load::default();
    load.tell(background(true));
    assert_eq!(load.act(START), []);
    assert!(load.screen(&english()).number.is_none());
    load.tell(background(false));
    assert_eq!(load.act(START).len(), 1);
}

#[test]
fn the_batterys_range_and_its_charging_are_remembered() {
    let battery = |power, decidegrees| Battery { power: Some(power), decidegrees: Some(decidegrees) };
    let report = report(1, &falling(60));
    let mut load = running(&report, 60, battery(PowerSource::Charging, 314));
    load.power(battery(PowerSource::Battery, 362));
    load.take(Event::Ended(Box::new(report)));
    // It is over: what the battery does now is another matter.
    load.power(battery(PowerSource::Battery, 500));
    let screen = load.screen(&english());
    assert!(screen.rows.iter().any(|row| row.value == "31.4 to 36.2 °C"));
    assert_eq!(screen.notes[0].text, "The device is charging");
}

#[test]
fn late_events_of_a_load_that_has_failed_change_nothing() {
    let report = report(1, &falling(60));
    let mut load = running(&report, 3, Battery::default());
    load.take(Event::Failed(Failure::NoCore));
    let before = load.screen(&english());
    assert_eq!(load.take(Event::Recorded(Box::new(report.records[3].clone()))), []);
    load.take(Event::Ended(Box::new(report)));
    assert_eq!(load.screen(&english()), before);
}

#[test]
fn a_core_without_a_number_is_named_by_its_type() {
    let mut apple = report(1, &falling(60));
    apple.run.machine.has_os_cpu_ids = false;
    let load = ended(&apple, Battery::default());
    assert_eq!(load.screen(&english()).core.as_deref(), Some("Measured: Cortex-A78"));
}

/// A number in English digits.
fn value(digits: &str) -> f64 {
    digits.replace(',', "").replace('\u{2212}', "-").parse().expect("digits")
}

proptest! {
    /// No loss is outside its own interval as it is shown, and every state is spoken.
    #[test]
    fn a_shown_loss_is_in_its_shown_interval(
        clocks in proptest::collection::vec(1.5e9..3.0e9, 1..6),
        seconds in 2_usize..12,
    ) {
        let load: Vec<Second> =
            clocks.iter().flat_map(|hz| vec![Second::at(*hz); seconds]).collect();
        let load = ended(&report(1, &load), Battery::default());
        let screen = load.screen(&english());
        let number = screen.number.expect("it has ended");
        prop_assert!(!number.spoken.is_empty());
        prop_assert!(screen.status_spoken.is_some());
        if let (Some(digits), Some(below)) = (&number.digits, &number.below)
            && let Some((_, range)) = below.split_once(" · ")
        {
            let (low, high) = range.trim_end_matches(" %").split_once(" to ").expect("a range");
            prop_assert!(value(low) <= value(digits) && value(digits) <= value(high), "{} of {}", digits, below);
        }
    }
}
