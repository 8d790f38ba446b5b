//! One core: its number, what is known besides, and its plots.

use maud::{Markup, html};

use super::{chains, curve, deviation, histogram, uncertainty};
use crate::estimate::verdict::Verdict;
use crate::report::histogram::WindowHistogram;
use crate::report::lines::{claim, core, core_and_kind, range, reference_clock, tight_loop, windows};
use crate::report::numbers::ReadingNumbers;
use crate::report::words::states;
use crate::report::{Measurement, Reading};

pub(super) fn heading(reading: &Reading) -> Markup {
    html! { h2 { (core_and_kind(reading)) } }
}

/// The number, the largest thing, with its uncertainty and verdict; or the reason in its place, and what to
/// do.
pub(super) fn number(reading: &Reading) -> Markup {
    let Some(display) = reading.display() else { return no_number(reading) };
    let (carried, guard) = display.carried_and_guard();
    html! {
        p.number {
            (carried) span.guard { (guard) } " " span.unit { (display.number.unit.symbol()) }
        }
        p.uncertainty { "\u{b1} " (display.uncertainty) " \u{b7} " (verdict(reading.verdict)) }
        @for line in [range(reading), states(reading)].into_iter().flatten() { p { (line) } }
        @if let Some(advice) = reading.advice() { p.quiet { (advice.text()) } }
    }
}

fn no_number(reading: &Reading) -> Markup {
    let (reason, advice) = reading.reason.map_or(("", ""), |reason| (reason.text(), reason.advice()));
    html! {
        @if let Some(bound) = reading.at_least() {
            p.number { span.unit { "at least " } (bound.digits()) " " span.unit { (bound.unit.symbol()) } }
            p.uncertainty { (verdict(reading.verdict)) " \u{b7} " (reason) }
        } @else {
            p.number.reason { (reason) }
            p.uncertainty { (verdict(reading.verdict)) }
        }
        p.quiet { (advice) }
    }
}

/// The verdict in its colour, which adds to the word and never stands for it.
pub(super) fn verdict(verdict: Verdict) -> Markup {
    let class = match verdict {
        Verdict::Steady => "steady",
        Verdict::Varying | Verdict::Unconfirmed => "attention",
        Verdict::Refused => "refused",
    };
    html! { span class=(class) { (verdict.text()) } }
}

/// What stands beside the number, with the labels of the terminal.
pub(super) fn facts(reading: &Reading, measurement: &Measurement) -> Markup {
    let numbers = ReadingNumbers::of(reading);
    let mut facts: Vec<(&str, String)> = vec![("core", core(reading, measurement))];
    facts.extend(reading.claim.map(|compared| ("claimed", claim(compared))));
    facts.extend(tight_loop(reading.tight_loop).map(|cycles| ("tight loop", cycles)));
    facts.extend(numbers.effective.map(|effective| ("effective clock", effective.to_string())));
    facts.push(("reference", reference_clock(reading, measurement)));
    facts.extend(windows(reading).map(|windows| ("windows", windows)));
    if let Some(counters) = &reading.counters {
        let missing = counters.missing_texts().into_iter().map(|text| format!("not read: {text}"));
        facts.extend(counters.counted_texts().into_iter().chain(missing).map(|text| ("counters", text)));
    }
    html! {
        dl { @for (label, value) in &facts { div { dt { (label) } dd { (value) } } } }
    }
}

/// The plots of a core, as far as there is something to be drawn.
pub(super) fn figures(reading: &Reading, histogram: Option<&WindowHistogram>) -> Markup {
    let numbers = ReadingNumbers::of(reading);
    html! {
        div.figures {
            @if let Some(figure) = curve::figure(reading) { (figure) }
            div {
                (chains::table(reading, &numbers))
                @if let Some(histogram) = histogram { (histogram::figure(histogram, reading)) }
            }
            div {
                @if let Some(frequency) = reading.frequency() { (uncertainty::table(&frequency, &numbers)) }
                @if let Some(figure) = deviation::figure(reading) { (figure) }
            }
        }
    }
}
