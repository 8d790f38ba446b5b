//! The screen of a load, and its spoken texts.

use trueghz::host::ThermalStatus;
use trueghz::report::display::FrequencyUnit;
use trueghz_loads::sustained::{
    SustainedCurve, SustainedEnd, SustainedLoad, SustainedProgress, SustainedSummary, SustainedTimeline,
    TimeUnit,
};

use super::{Failure, Found, LENGTHS, LOADS, Load, Phase, PowerSource};
use crate::language::{Language, Word, word};
use crate::names;
use crate::parts::{ScreenButton, ScreenChoice, ScreenFact, ScreenNote, ScreenNumber};

/// An interval of the load with constant heat.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct LoadHeat {
    /// Its beginning, in milliseconds since the load began.
    pub from_ms: f64,
    /// Its end.
    pub to_ms: f64,
    /// The heat, for its colour.
    pub thermal: ThermalStatus,
    /// The heat in words.
    pub text: String,
}

/// The clock over time.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct LoadPlot {
    /// Points and axes.
    pub curve: SustainedCurve,
    /// The title of the axis of time.
    pub time: String,
    /// How hot the device was; empty if the system does not report it.
    pub heat: Vec<LoadHeat>,
    /// The text at the time at which the clock fell.
    pub mark: String,
    /// Its name, for a screen reader.
    pub title: String,
    /// Its content, for a screen reader; empty if there is none yet.
    pub spoken: String,
}

/// The screen "Sustained load".
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct LoadScreen {
    /// The measured core; absent until it is known.
    pub core: Option<String>,
    /// The present clock, or the loss in the end; absent if there has been no load.
    pub number: Option<ScreenNumber>,
    /// The line below the number. A screen reader speaks it when it changes.
    pub status: String,
    /// The text that it speaks instead, if that is longer.
    pub status_spoken: Option<String>,
    /// Advice for the time of a load; absent after the first one.
    pub advice: Option<String>,
    /// The clock over time; absent if there is no record yet.
    pub plot: Option<LoadPlot>,
    /// The sentence below the plot, or in its place.
    pub finding: Option<String>,
    /// The present state, or the result.
    pub rows: Vec<ScreenFact>,
    /// Missing time, power saving, charging.
    pub notes: Vec<ScreenNote>,
    /// Duration of the next load.
    pub length: ScreenChoice,
    /// Cores that the next load keeps busy.
    pub load: ScreenChoice,
    /// The button that starts and stops.
    pub button: ScreenButton,
    /// Whether a load runs: nothing can be chosen, and the display stays on.
    pub is_running: bool,
    /// Whether there is a result to share.
    pub can_share: bool,
}

impl Load {
    /// The screen in `language`.
    pub fn screen(&self, language: &Language) -> LoadScreen {
        Writer { load: self, language }.screen()
    }
}

/// Writes the texts of a state in a language.
pub(super) struct Writer<'a> {
    pub(super) load: &'a Load,
    pub(super) language: &'a Language,
}

impl Writer<'_> {
    fn screen(&self) -> LoadScreen {
        let load = self.load;
        let found = self.found();
        let finding = found.and_then(|found| self.finding(&found.summary));
        let end = self.end();
        let curve = match (&load.phase, &load.track) {
            (Phase::Done(found), _) => Some(found.curve.clone()),
            (_, track) => track.as_ref().map(SustainedTimeline::curve),
        };
        let plot = curve.filter(|curve| !curve.points.is_empty()).map(|curve| self.plot(curve, &finding));
        let to_come = || (plot.is_none() && load.is_running()).then(|| self.say(word::SUSTAINED_AFTER));
        LoadScreen {
            core: self.core(),
            number: self.number(),
            status: self.status(&finding, &end),
            status_spoken: self.status_spoken(&finding, &end),
            advice: (load.phase == Phase::Idle).then(|| self.say(word::SUSTAINED_KEEP_OPEN)),
            // The finding stands at the number unless the end of the load does.
            finding: finding.filter(|_| end.is_some()).or_else(to_come),
            plot,
            rows: found.map_or_else(|| self.present(), |found| self.result(&found.summary)),
            notes: self.notes(),
            length: ScreenChoice {
                label: self.say(word::SUSTAINED_LENGTH),
                options: LENGTHS.map(|minutes| self.minutes(minutes)).to_vec(),
                chosen: load.length as u32,
            },
            load: ScreenChoice {
                label: self.say(word::SUSTAINED_LOAD),
                options: LOADS.map(|load| self.say(cores(load))).to_vec(),
                chosen: load.load as u32,
            },
            button: self.button(),
            is_running: load.is_running(),
            can_share: found.is_some(),
        }
    }

    pub(super) fn say(&self, word: Word) -> String {
        self.language.say(word)
    }

    pub(super) fn fill(&self, word: Word, arguments: &[&str]) -> String {
        self.language.fill(word, arguments)
    }

    pub(super) fn found(&self) -> Option<&Found> {
        match &self.load.phase {
            Phase::Done(found) => Some(found),
            _ => None,
        }
    }

    /// "Measured: Cortex-X3 · core 7".
    pub(super) fn core(&self) -> Option<String> {
        let run = self.load.run.as_ref()?;
        let cpus: Vec<u32> = run.cpu.into_iter().collect();
        let name = names::core(self.language, &run.machine, &run.kind, &cpus);
        Some(self.fill(word::SUSTAINED_CORE, &[&name]))
    }

    /// How a load ended that ended early, with a result.
    pub(super) fn end(&self) -> Option<String> {
        let summary = &self.found()?.summary;
        summary.numbers.as_ref()?;
        Some(self.say(match summary.end {
            SustainedEnd::Critical => word::SUSTAINED_ENDED_CRITICAL,
            SustainedEnd::InBackground => word::SUSTAINED_ENDED_IN_BACKGROUND,
            SustainedEnd::Stopped => word::SUSTAINED_ENDED_EARLY,
            _ => return None,
        }))
    }

    fn minutes(&self, minutes: u32) -> String {
        self.fill(word::SUSTAINED_MINUTES, &[&self.language.digits(&minutes.to_string())])
    }

    pub(super) fn number(&self) -> Option<ScreenNumber> {
        match &self.load.phase {
            Phase::Idle => None,
            Phase::Running => Some(self.present_clock()),
            Phase::Done(found) => Some(match &found.summary.numbers {
                Some(numbers) => self.loss(numbers),
                None => refused(self.none(&found.summary).text),
            }),
            Phase::Failed(failure) => Some(refused(self.failure(failure).text)),
        }
    }

    /// The present clock. It has no interval and no verdict: it is not a reading.
    fn present_clock(&self) -> ScreenNumber {
        let now = self.load.now.and_then(|now| now.frequency);
        let chosen_ms = f64::from(LENGTHS[self.load.length]) * 60e3;
        let length_ms = self.load.run.as_ref().map_or(chosen_ms, |run| run.length_ms);
        let [elapsed, length] =
            [self.load.elapsed_ms, length_ms].map(|ms| self.language.minutes_and_seconds(ms));
        ScreenNumber {
            label: self.load.now.map(|_| self.say(word::SUSTAINED_NOW)),
            digits: now.map(|now| self.language.digits(&now.digits())),
            unit: now.map_or(FrequencyUnit::GHz, |now| now.unit).symbol().to_owned(),
            below: Some(self.fill(word::SUSTAINED_ELAPSED, &[&elapsed, &length])),
            is_refused: false,
            spoken: match now {
                Some(now) => self.fill(word::SUSTAINED_NOW_SPOKEN, &[&self.language.frequency(&now)]),
                None => self.say(word::STATE_WARMING),
            },
        }
    }

    /// Reason why a load has no numbers.
    fn none(&self, summary: &SustainedSummary) -> ScreenNote {
        match summary.end {
            SustainedEnd::Critical => self.failure(&Failure::TooHot),
            _ => self.note(word::SUSTAINED_FINDING_NONE, Some(word::SUSTAINED_FINDING_NONE_ADVICE)),
        }
    }

    fn failure(&self, failure: &Failure) -> ScreenNote {
        match failure {
            Failure::TooHot => self.note(word::SUSTAINED_TOO_HOT, Some(word::SUSTAINED_TOO_HOT_ADVICE)),
            Failure::NoClock => self.note(word::ERROR_NO_CLOCK, None),
            Failure::NoThread => self.note(word::ERROR_NO_THREAD, None),
            Failure::NoCore => self.note(word::ERROR_NO_CORE, None),
            Failure::Defect(text) => ScreenNote {
                text: self.say(word::ERROR_DEFECT),
                advice: Some(self.fill(word::ERROR_DEFECT_ADVICE, &[text])),
            },
        }
    }

    pub(super) fn note(&self, text: Word, advice: Option<Word>) -> ScreenNote {
        ScreenNote { text: self.say(text), advice: advice.map(|advice| self.say(advice)) }
    }

    /// Reason why there is no number, and what to do.
    pub(super) fn cause(&self) -> Option<ScreenNote> {
        match &self.load.phase {
            Phase::Failed(failure) => Some(self.failure(failure)),
            Phase::Done(found) if found.summary.numbers.is_none() => Some(self.none(&found.summary)),
            _ => None,
        }
    }

    fn status(&self, finding: &Option<String>, end: &Option<String>) -> String {
        let otherwise = match self.load.phase {
            _ if self.load.is_refused => word::STATE_OTHER_RUNNING,
            Phase::Idle => word::SUSTAINED_SENTENCE,
            Phase::Running => match self.load.thermal() {
                Some(thermal) => return self.heat(thermal),
                None => word::STATE_MEASURING,
            },
            Phase::Done(_) | Phase::Failed(_) => {
                let advice = self.cause().and_then(|cause| cause.advice);
                let known = end.clone().or(finding.clone()).or(advice);
                return known.unwrap_or_else(|| self.say(word::STATE_FAILED));
            }
        };
        self.say(otherwise)
    }

    fn status_spoken(&self, finding: &Option<String>, end: &Option<String>) -> Option<String> {
        if self.load.is_refused {
            return None;
        }
        let mut texts: Vec<String> = match self.cause() {
            Some(cause) => [Some(cause.text), cause.advice].into_iter().flatten().collect(),
            None => {
                self.found().and_then(|_| self.number()).map(|number| number.spoken).into_iter().collect()
            }
        };
        texts.extend([finding, end].into_iter().flatten().cloned());
        (!texts.is_empty()).then(|| self.language.sentences(&texts))
    }

    fn plot(&self, curve: SustainedCurve, finding: &Option<String>) -> LoadPlot {
        let heat: Vec<LoadHeat> = curve
            .heat
            .iter()
            .map(|heat| LoadHeat {
                from_ms: heat.from_ms,
                to_ms: heat.to_ms,
                thermal: heat.thermal,
                text: self.thermal(heat.thermal),
            })
            .collect();
        let mut spoken: Vec<String> = finding.iter().cloned().collect();
        spoken.extend(heat.iter().map(|heat| self.heat(heat.thermal)));
        LoadPlot {
            time: self.say(match curve.time_unit {
                TimeUnit::Minutes => word::SUSTAINED_TIME_MINUTES,
                TimeUnit::Seconds => word::SUSTAINED_TIME_SECONDS,
            }),
            heat,
            mark: self.say(word::SUSTAINED_THROTTLED_MARK),
            title: self.say(word::CURVE_TITLE),
            spoken: self.language.sentences(&spoken),
            curve,
        }
    }

    /// The present state, as far as the system reports it. The heat stands at the number.
    fn present(&self) -> Vec<ScreenFact> {
        let Some(now) = self.load.now else { return Vec::new() };
        let battery = self.load.battery;
        self.facts([
            (word::SUSTAINED_HEADROOM, self.headroom(&now)),
            (word::SUSTAINED_POWER, battery.power.map(|power| self.say(source(power)))),
            (word::SUSTAINED_BATTERY_TEMPERATURE, battery.decidegrees.map(|now| self.celsius((now, now)))),
        ])
    }

    fn headroom(&self, now: &SustainedProgress) -> Option<String> {
        let percent = self.language.number(now.headroom_percent.as_ref()?);
        Some(self.fill(word::SUSTAINED_HEADROOM_REACHED, &[&percent]))
    }

    /// Rows with a value.
    pub(super) fn facts<const N: usize>(&self, all: [(Word, Option<String>); N]) -> Vec<ScreenFact> {
        all.into_iter()
            .filter_map(|(label, value)| Some(ScreenFact { label: self.say(label), value: value? }))
            .collect()
    }

    fn button(&self) -> ScreenButton {
        let load = self.load;
        ScreenButton {
            text: self.say(match load.phase {
                Phase::Running if load.is_ending => word::STATE_ENDING,
                Phase::Running => word::DO_STOP,
                Phase::Idle => word::DO_START,
                _ => word::DO_AGAIN,
            }),
            is_stop: load.is_running(),
            is_enabled: !load.is_ending,
            part: load.now.map_or(0.0, |now| now.part),
        }
    }

    /// "31.4 °C", or the lowest and the highest temperature, in tenths of a degree.
    pub(super) fn celsius(&self, (low, high): (i32, i32)) -> String {
        let degrees = |tenths: i32| self.language.digits(&format!("{:.1}", f64::from(tenths) / 10.0));
        if low == high {
            self.fill(word::SUSTAINED_CELSIUS, &[&degrees(low)])
        } else {
            self.fill(word::SUSTAINED_CELSIUS_FROM_TO, &[&degrees(low), &degrees(high)])
        }
    }

    fn heat(&self, thermal: ThermalStatus) -> String {
        self.fill(word::THERMAL_LINE, &[&self.thermal(thermal)])
    }

    pub(super) fn thermal(&self, thermal: ThermalStatus) -> String {
        self.say(match thermal {
            ThermalStatus::Nominal => word::THERMAL_NOMINAL,
            ThermalStatus::Light => word::THERMAL_LIGHT,
            ThermalStatus::Moderate => word::THERMAL_MODERATE,
            ThermalStatus::Severe => word::THERMAL_SEVERE,
            ThermalStatus::Critical => word::THERMAL_CRITICAL,
            ThermalStatus::Emergency => word::THERMAL_EMERGENCY,
            ThermalStatus::Shutdown => word::THERMAL_SHUTDOWN,
        })
    }
}

fn refused(reason: String) -> ScreenNumber {
    ScreenNumber {
        label: None,
        digits: None,
        unit: String::new(),
        spoken: reason.clone(),
        below: Some(reason),
        is_refused: true,
    }
}

fn cores(load: SustainedLoad) -> Word {
    match load {
        SustainedLoad::One => word::SUSTAINED_LOAD_ONE,
        SustainedLoad::Kind => word::SUSTAINED_LOAD_KIND,
        SustainedLoad::All => word::SUSTAINED_LOAD_ALL,
    }
}

fn source(power: PowerSource) -> Word {
    match power {
        PowerSource::Battery => word::SUSTAINED_POWER_BATTERY,
        PowerSource::Charging => word::SUSTAINED_POWER_CHARGING,
        PowerSource::Full => word::SUSTAINED_POWER_FULL,
    }
}
