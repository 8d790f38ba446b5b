//! One core: its number, further facts, and its plots.

use maud::{Markup, html};
use trueghz::estimate::verdict::Verdict;
use trueghz::report::Reading;
use trueghz::report::histogram::WindowHistogram;
use trueghz::report::numbers::ReadingNumbers;

use super::{chains, curve, deviation, histogram, uncertainty};
use crate::measurement_outline::CoreOutline;

/// The number, the largest text, with its uncertainty and verdict, or the reason if there is none;
/// and the advice.
pub(super) fn number(core: &CoreOutline) -> Markup {
    let Some(display) = core.number else { return no_number(core) };
    let (carried, guard) = display.carried_and_guard();
    html! {
        p.number {
            (carried) span.guard { (guard) } " " span.unit { (display.number.unit.symbol()) }
        }
        p.uncertainty { "\u{b1} " (display.uncertainty) " \u{b7} " (verdict(core.verdict)) }
        @if let Some(moved) = &core.moved { p { (moved) } }
        @if let Some(advice) = core.advice { p.quiet { (advice) } }
    }
}

fn no_number(core: &CoreOutline) -> Markup {
    let reason = core.reason.unwrap_or_default();
    html! {
        @if let Some(bound) = core.at_least {
            p.number { span.unit { "at least " } (bound.digits()) " " span.unit { (bound.unit.symbol()) } }
            p.uncertainty { (verdict(core.verdict)) " \u{b7} " (reason) }
        } @else {
            p.number.reason { (reason) }
            p.uncertainty { (verdict(core.verdict)) }
        }
        @if let Some(advice) = core.advice { p.quiet { (advice) } }
    }
}

/// The verdict in its colour, which supplements the word and never replaces it.
pub(super) fn verdict(verdict: Verdict) -> Markup {
    let class = match verdict {
        Verdict::Steady => "steady",
        Verdict::Varying | Verdict::Unconfirmed => "attention",
        Verdict::Refused => "refused",
    };
    html! { span class=(class) { (verdict.text()) } }
}

/// The facts next to the number, with the labels of the terminal.
pub(super) fn facts(core: &CoreOutline) -> Markup {
    html! {
        dl {
            @if let Some(claim) = &core.claim { div { dt { "claimed" } dd { (claim) } } }
            @for of_label in core.facts.chunk_by(|(label, _), (next, _)| label == next) {
                div { dt { (of_label[0].0) } @for (_, value) in of_label { dd { (value) } } }
            }
        }
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
