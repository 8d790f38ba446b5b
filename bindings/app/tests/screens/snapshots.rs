//! Every state of each screen as text, in both languages: `tests/snapshots` has what is shown and
//! spoken, so that a change of it is seen in review. `TRUEGHZ_WRITE_SCREENS=1` writes the files.

use std::fmt::Write;
use std::path::Path;

use crate::samples::{Second, ended, english, falling, german, report, running};
use trueghz::host::{Conditions, ThermalStatus};
use trueghz_app::language::Language;
use trueghz_app::load::{Battery, Event, Failure, Load, LoadAction, LoadScreen, PowerSource};
use trueghz_app::parts::ScreenChoice;

#[test]
fn the_screen_of_a_load_is_as_in_its_snapshots() {
    for (name, language) in [("en", english()), ("de", german())] {
        let mut told = String::new();
        for (state, load) in loads() {
            let screen = written(&load.screen(&language));
            writeln!(told, "=== {state}\n{screen}").expect("a string takes all");
            if let Some(text) = load.text(&language) {
                writeln!(told, "--- shared\n{text}\n").expect("a string takes all");
            }
        }
        compare(&format!("load-{name}.txt"), &told);
    }
}

/// A load in each state.
fn loads() -> Vec<(&'static str, Load)> {
    let battery = Battery { power: Some(PowerSource::Battery), decidegrees: Some(314) };
    let charging = Battery { power: Some(PowerSource::Charging), ..battery };
    let throttled = report(5, &falling(300));
    let mut begun = Load::default();
    begun.act(LoadAction::Start { is_busy: false });
    let mut stopping = running(&throttled, 75, battery);
    stopping.act(LoadAction::Stop);
    let mut warmer = running(&throttled, 200, charging);
    warmer.power(Battery { decidegrees: Some(362), ..charging });
    warmer.take(Event::Ended(Box::new(throttled.clone())));
    let mut away = falling(300);
    away[30..38].iter_mut().for_each(|second| second.is_away = true);
    away[40].is_saving = true;
    let mut critical = falling(120);
    critical[119].thermal = Some("critical");
    let mut hot = Load::default();
    hot.tell(Conditions { thermal: Some(ThermalStatus::Critical), ..Conditions::default() });
    hot.act(LoadAction::Start { is_busy: false });
    let mut busy = ended(&throttled, battery);
    busy.act(LoadAction::Start { is_busy: true });
    let failed = |failure| {
        let mut load = Load::default();
        load.act(LoadAction::Start { is_busy: false });
        load.take(Event::Failed(failure));
        load
    };
    // It falls in the last tenth of the part that is compared with the peak.
    let late: Vec<Second> =
        (0..300).map(|place| Second::at(if place < 294 { 2.8e9 } else { 2.1e9 })).collect();
    let mut moving = falling(300);
    for (place, second) in moving.iter_mut().enumerate() {
        second.hz *= 1.0 + (place % 5) as f64 * 4e-4;
    }
    let held: Vec<Second> = (0..60).map(|_| Second::at(2.8e9)).collect();
    let recovered: Vec<Second> = falling(300)
        .into_iter()
        .enumerate()
        .map(|(place, second)| if place > 250 { Second { hz: 2.8e9, ..second } } else { second })
        .collect();
    let nothing = Battery::default();
    let short = |thermal| vec![Second { thermal, is_disturbed: true, ..Second::at(2.8e9) }];
    let second = vec![Second::at(2.8e9)];
    let mut kept = Load::default();
    kept.take(Event::Restored(Box::new(throttled.clone())));
    vec![
        ("first", Load::default()),
        ("begun", begun),
        ("running", running(&throttled, 75, battery)),
        ("running, charging and hot", running(&throttled, 200, charging)),
        ("running, of an unknown device", running(&report(1, &held), 30, nothing)),
        ("stopping", stopping),
        ("throttled", ended(&throttled, battery)),
        ("throttled, charging and warmer", warmer),
        ("throttled, moving", ended(&report(5, &moving), nothing)),
        ("throttled shortly before the end", ended(&report(5, &late), nothing)),
        ("held", ended(&report(1, &held), nothing)),
        ("recovered", ended(&report(5, &recovered), nothing)),
        ("stopped", ended(&report(5, &falling(200)), nothing)),
        ("away for a while, power saving", ended(&report(5, &away), nothing)),
        ("too hot", ended(&report(5, &critical), nothing)),
        ("too hot at once", ended(&report(5, &short(Some("critical"))), nothing)),
        ("disturbed throughout", ended(&report(1, &short(None)), nothing)),
        ("stopped after a second", ended(&report(1, &second), nothing)),
        ("too hot to start", hot),
        ("another measurement runs", busy),
        ("no clock", failed(Failure::NoClock)),
        ("no thread", failed(Failure::NoThread)),
        ("no core", failed(Failure::NoCore)),
        ("defect", failed(Failure::Defect("index out of bounds".to_owned()))),
        ("of an earlier process", kept),
    ]
}

/// A screen as text: its parts in order, spoken texts in « ».
fn written(screen: &LoadScreen) -> String {
    let mut lines: Vec<String> = Vec::new();
    lines.extend(screen.core.clone());
    if let Some(number) = &screen.number {
        let digits = number.digits.clone().unwrap_or_else(|| "–".to_owned());
        let shown = if number.is_refused { "!".to_owned() } else { format!("# {digits} {}", number.unit) };
        let parts = [number.label.clone(), Some(shown), number.below.clone()];
        lines.push(parts.into_iter().flatten().collect::<Vec<String>>().join(" | "));
        lines.push(format!("  « {} »", number.spoken));
    }
    lines.push(format!("> {}", screen.status));
    lines.extend(screen.status_spoken.iter().map(|spoken| format!("  « {spoken} »")));
    lines.extend(screen.advice.clone());
    if let Some(plot) = &screen.plot {
        let heat: Vec<&str> = plot.heat.iter().map(|heat| heat.text.as_str()).collect();
        let mark = plot.curve.throttled_ms.map(|_| plot.mark.as_str()).unwrap_or_default();
        let points = plot.curve.points.len();
        lines.push(format!("~ {points} points, {}; {}; {mark}", plot.time, heat.join(", ")));
        lines.push(format!("  « {}: {} »", plot.title, plot.spoken));
    }
    lines.extend(screen.finding.clone());
    lines.extend(screen.rows.iter().map(|row| format!("{}: {}", row.label, row.value)));
    lines.extend(
        screen
            .notes
            .iter()
            .map(|note| format!("! {} {}", note.text, note.advice.clone().unwrap_or_default())),
    );
    if !screen.is_running {
        lines.extend([&screen.length, &screen.load].map(choice));
    }
    let button = &screen.button;
    let off = if button.is_enabled { "" } else { ", off" };
    let share = if screen.can_share { " [share]" } else { "" };
    lines.push(format!("[{}{off}] {:.0} %{share}", button.text, button.part * 100.0));
    lines.join("\n") + "\n"
}

fn choice(choice: &ScreenChoice) -> String {
    let option = |(place, text): (usize, &String)| {
        if place == choice.chosen as usize { format!("({text})") } else { text.clone() }
    };
    let options: Vec<String> = choice.options.iter().enumerate().map(option).collect();
    format!("{}: {}", choice.label, options.join(" "))
}

fn compare(name: &str, told: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots").join(name);
    if std::env::var_os("TRUEGHZ_WRITE_SCREENS").is_some() {
        std::fs::write(&path, told).expect("the folder is writable");
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = kept.lines().zip(told.lines()).position(|(kept, told)| kept != told);
    let line = differs.unwrap_or_else(|| kept.lines().count().min(told.lines().count()));
    assert!(
        kept == told,
        "{name}, line {}: {:?} is now {:?} (TRUEGHZ_WRITE_SCREENS=1 writes the file)",
        line + 1,
        kept.lines().nth(line),
        told.lines().nth(line)
    );
}

/// The languages differ in words only.
#[test]
fn both_languages_show_the_same_parts() {
    let parts = |language: &Language, load: &Load| {
        let screen = load.screen(language);
        let number = screen.number.map(|number| (number.label.is_some(), number.digits.is_some()));
        (number, screen.rows.len(), screen.notes.len(), screen.plot.is_some(), screen.advice.is_some())
    };
    for (state, load) in loads() {
        assert_eq!(parts(&english(), &load), parts(&german(), &load), "{state}");
    }
}
