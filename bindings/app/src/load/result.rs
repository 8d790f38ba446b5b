//! The result of a load: its numbers, rows and notes, and all of it as text.

use trueghz::load::LoadClass;
use trueghz::report::display::FrequencyDisplay;
use trueghz::report::number::RoundedNumber;
use trueghz_loads::sustained::{SustainedFinding, SustainedNumbers, SustainedReport, SustainedSummary};

use super::screen::Writer;
use super::{Event, Found, Load};
use crate::language::{Language, word};
use crate::names;
use crate::parts::{ScreenFact, ScreenNote, ScreenNumber};

/// A clock that stays lower than its peak by more than this is throttled (`sustained::throttling`).
const THROTTLED_PERCENT: f64 = 3.0;

/// A kept load in a line of a list: "Loss 21.7 %, 21.6 to 21.7 %", or why there is none.
pub fn line(report: SustainedReport, language: &Language) -> String {
    let load = kept(report);
    Writer { load: &load, language }.number().map(|number| number.spoken).unwrap_or_default()
}

/// The text of a kept load: a message that can be pasted anywhere, with the whole result.
pub fn text(report: SustainedReport, language: &Language) -> String {
    kept(report).text(language).unwrap_or_default()
}

fn kept(report: SustainedReport) -> Load {
    let mut load = Load::default();
    load.take(Event::Restored(Box::new(report)));
    load
}

impl Load {
    /// The result as text; `None` if there is none.
    pub fn text(&self, language: &Language) -> Option<String> {
        Writer { load: self, language }.text()
    }
}

impl Writer<'_> {
    pub(super) fn loss(&self, found: &SustainedNumbers) -> ScreenNumber {
        let label = self.say(word::SUSTAINED_LOSS);
        let loss = self.language.number(&self.loss_percent(found));
        let spoken = format!("{label} {}", self.fill(word::STATE_PERCENT, &[&loss]));
        let (below, spoken) = match self.loss_range(found) {
            Some(range) => (self.language.join(&label, &range), format!("{spoken}, {range}")),
            None => (label, spoken),
        };
        ScreenNumber {
            label: None,
            digits: Some(loss),
            unit: "%".to_owned(),
            below: Some(below),
            is_refused: false,
            spoken,
        }
    }

    /// "21.6 to 21.8 %"; `None` if both ends are the rounded loss.
    pub(super) fn loss_range(&self, found: &SustainedNumbers) -> Option<String> {
        let (low, high) = (&found.loss_low_percent, &found.loss_high_percent);
        let range = [self.language.number(low), self.language.number(high)];
        (low != high).then(|| self.fill(word::SUSTAINED_LOSS_RANGE, &[&range[0], &range[1]]))
    }

    /// The loss, as exact as its ends (22 is outside of 21.67 to 21.68); 0 if it may be none.
    fn loss_percent(&self, found: &SustainedNumbers) -> RoundedNumber {
        let (low, high) = (found.loss_low_percent, found.loss_high_percent);
        let sustained = self.found().and_then(|found| found.report.found.as_ref());
        match sustained {
            Some(sustained) if low.value > 0.0 || high.value < 0.0 => {
                RoundedNumber::new(sustained.loss.value * 100.0, low.decimals)
            }
            _ => RoundedNumber::new(0.0, low.decimals),
        }
    }

    /// The movement of the clock, and its range in the end; `None` without numbers.
    pub(super) fn finding(&self, summary: &SustainedSummary) -> Option<String> {
        let found = summary.numbers.as_ref()?;
        let movement = self.movement(found);
        let Some(range) = &summary.last_range else { return Some(movement) };
        let [low, high] = [&range.low, &range.high].map(|end| self.language.frequency(end));
        let range = self.fill(word::SUSTAINED_LAST_RANGE, &[&low, &high, &self.last(found)]);
        Some(format!("{movement} {range}"))
    }

    /// "Last minute", or of a shorter load "Last 12 s".
    fn last(&self, found: &SustainedNumbers) -> String {
        if found.is_last_minute {
            self.say(word::SUSTAINED_LAST_MINUTE)
        } else {
            self.fill(word::SUSTAINED_LAST_SECONDS, &[&self.language.number(&found.last_s)])
        }
    }

    fn movement(&self, found: &SustainedNumbers) -> String {
        // A clock that fell shortly before the end has lost less than that on average.
        if found.finding == SustainedFinding::Throttled && found.loss_low_percent.value > THROTTLED_PERCENT {
            let loss = self.language.number(&self.loss_percent(found));
            return self.fill(word::SUSTAINED_FINDING_THROTTLED_BY, &[&loss]);
        }
        self.say(match found.finding {
            SustainedFinding::Throttled => word::SUSTAINED_FINDING_THROTTLED,
            SustainedFinding::Recovered => word::SUSTAINED_FINDING_RECOVERED,
            SustainedFinding::Alternated => word::SUSTAINED_FINDING_ALTERNATED,
            _ => word::SUSTAINED_FINDING_HELD,
        })
    }

    pub(super) fn result(&self, summary: &SustainedSummary) -> Vec<ScreenFact> {
        let load = self.load;
        let mut facts = summary.numbers.as_ref().map_or_else(Vec::new, |numbers| self.clocks(numbers));
        facts.extend(self.facts([
            (word::SUSTAINED_WORK, summary.work.map(|class| self.work(class, summary))),
            (word::SUSTAINED_LENGTH, Some(self.language.minutes_and_seconds(load.elapsed_ms))),
            (word::SUSTAINED_HOTTEST, summary.hottest.map(|hottest| self.thermal(hottest))),
            (word::SUSTAINED_BATTERY_TEMPERATURE, load.decidegrees.map(|range| self.celsius(range))),
        ]));
        facts
    }

    pub(super) fn clocks(&self, found: &SustainedNumbers) -> Vec<ScreenFact> {
        let last = self.last(found);
        let throttled = match &found.throttled_after_s {
            Some(after) => self.fill(word::SUSTAINED_SECONDS, &[&self.language.number(after)]),
            None => self.say(word::SUSTAINED_THROTTLED_NONE),
        };
        let levels = found.levels.as_ref().map(|levels| {
            let [low, high] = [&levels.low, &levels.high].map(|level| self.language.frequency(level));
            self.fill(word::DETAILS_FROM_TO, &[&low, &high])
        });
        let clock = |label: String, clock| ScreenFact { label, value: self.clock(clock) };
        let mut facts = vec![clock(self.say(word::SUSTAINED_PEAK), &found.peak), clock(last, &found.last)];
        facts.extend(
            self.facts([(word::SUSTAINED_THROTTLED, Some(throttled)), (word::SUSTAINED_LEVELS, levels)]),
        );
        facts
    }

    /// "Vectors, 15.9 operations per cycle".
    fn work(&self, class: LoadClass, summary: &SustainedSummary) -> String {
        let work = self.say(match class {
            LoadClass::Scalar => word::SUSTAINED_WORK_SCALAR,
            LoadClass::Vector => word::SUSTAINED_WORK_VECTOR,
            LoadClass::Memory => word::SUSTAINED_WORK_MEMORY,
        });
        match &summary.operations {
            Some(operations) => {
                self.fill(word::SUSTAINED_WORK_OPERATIONS, &[&work, &self.language.number(operations)])
            }
            None => work,
        }
    }

    fn clock(&self, clock: &FrequencyDisplay) -> String {
        let [number, uncertainty] =
            [&clock.number, &clock.uncertainty].map(|one| self.language.frequency(one));
        self.fill(word::NUMBER_WITH_UNCERTAINTY, &[&number, &uncertainty])
    }

    pub(super) fn notes(&self) -> Vec<ScreenNote> {
        let mut notes = Vec::new();
        if let Some(Found { summary, .. }) = self.found() {
            notes.extend(summary.missing_s.as_ref().map(|missing| ScreenNote {
                text: self.fill(word::SUSTAINED_MISSING_TEXT, &[&self.language.number(missing)]),
                advice: Some(self.say(word::SUSTAINED_MISSING_ADVICE)),
            }));
            if summary.power_saving {
                notes.push(self.note(word::WARNING_LOW_POWER_TEXT, Some(word::WARNING_LOW_POWER_ADVICE)));
            }
        }
        if self.load.was_charging {
            notes.push(self.note(word::SUSTAINED_CHARGING_TEXT, Some(word::SUSTAINED_CHARGING_ADVICE)));
        }
        notes
    }

    fn text(&self) -> Option<String> {
        let Found { summary, report, .. } = self.found()?;
        let machine = names::machine(self.language, &report.run.machine);
        let loss = summary.numbers.as_ref().map(|numbers| self.loss(numbers).spoken);
        let finding = self.finding(summary);
        let notes = self.cause().into_iter().chain(self.notes());
        let note = |note: ScreenNote| match &note.advice {
            Some(advice) => self.language.join(&note.text, advice),
            None => note.text,
        };
        let fact = |fact: ScreenFact| self.language.join(&fact.label, &fact.value);
        let paragraphs: [Vec<String>; 5] = [
            [Some(machine), self.core()].into_iter().flatten().collect(),
            [loss, finding, self.end()].into_iter().flatten().collect(),
            self.result(summary).into_iter().map(fact).collect(),
            notes.map(note).collect(),
            vec![self.fill(word::SHARE_CARD_FOOTER, &[&report.run.version])],
        ];
        let paragraphs = paragraphs.iter().filter(|lines| !lines.is_empty());
        Some(paragraphs.map(|lines| lines.join("\n")).collect::<Vec<String>>().join("\n\n"))
    }
}
