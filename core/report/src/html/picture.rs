//! The plots of a report alone, as a picture in SVG for a document or a slide: as on the page, by
//! day.

use maud::{Markup, PreEscaped, html};
use trueghz::report::Measurement;

use super::figure::Figure;
use super::frame::printable;
use super::{curve, ramp, sustained, turbo};
use crate::lines::core_and_kind;
use crate::{Outlined, Report};

/// As wide as a page at a desk, in pixels.
const WIDTH: f64 = 960.0;

/// Around all of it, in pixels.
const MARGIN: f64 = 24.0;

/// Left of a plot there is room for the labels of its axis, in pixels, as on the page.
const LABELS: f64 = 56.0;

/// Height of the head: the machine and the result.
const HEAD: f64 = 64.0;

/// Above a plot: its title, and the unit of its axis.
const ABOVE: f64 = 72.0;

/// Below a plot: the labels of its axis.
const BELOW: f64 = 40.0;

/// Height of the foot, which has the provenance.
const FOOT: f64 = 40.0;

/// The picture of a report. If nothing was measured, it states this.
pub fn picture(report: &Report) -> String {
    let plots = plots(report);
    let mut below = HEAD;
    let mut placed: Vec<(f64, &(String, Figure))> = Vec::new();
    for plot in &plots {
        placed.push((below, plot));
        below += ABOVE + plot.1.drawing.height + BELOW;
    }
    let height = below + FOOT;
    let found = report.found();
    printable(html! {
        svg xmlns="http://www.w3.org/2000/svg" width=(WIDTH) height=(height) viewBox=(format!("0 0 {WIDTH} {height}")) {
            title { (report.machine()) ": " (found) }
            style { (PreEscaped(style())) }
            rect.surface width="100%" height="100%" {}
            text x=(MARGIN) y=(MARGIN + 12.0) { (report.machine()) }
            text.found x=(MARGIN) y=(MARGIN + 34.0) { (found) }
            @for (top, (title, figure)) in placed { (plot(top, title, figure)) }
            text x=(MARGIN) y=(height - MARGIN) { (report.provenance()) }
        }
    })
}

fn plot(top: f64, title: &str, figure: &Figure) -> Markup {
    let width = WIDTH - LABELS - 2.0 * MARGIN;
    html! {
        text.title x=(MARGIN) y=(top + 32.0) { (title) }
        svg x=(MARGIN + LABELS) y=(top + ABOVE) width=(width) height=(figure.drawing.height) {
            (figure.drawing.markup)
        }
    }
}

/// The plots with their titles.
fn plots(report: &Report) -> Vec<(String, Figure)> {
    let titled = |figure: Figure| (figure.title.to_owned(), figure);
    match report {
        Report::Measurement(report) => of_cores(report),
        Report::Ramp(report) => {
            ramp::figures(report, &report.outline().summary).into_iter().map(titled).collect()
        }
        Report::Turbo(report) => turbo::figures(report).into_iter().map(titled).collect(),
        Report::Sustained(report) => {
            sustained::figures(report, &report.outline().summary).into_iter().map(titled).collect()
        }
    }
}

/// The clock of each core over time.
fn of_cores(report: &Measurement) -> Vec<(String, Figure)> {
    let several = report.cores.len() > 1;
    let plots = report.cores.iter().filter_map(|reading| {
        let figure = curve::figure(reading)?;
        let title = if several { core_and_kind(reading) } else { figure.title.to_owned() };
        Some((title, figure))
    });
    plots.collect()
}

/// The looks by day. Programs that open pictures know no variables of a style: each has its value.
fn style() -> String {
    let colors = include_str!("colors.css");
    let mut style = format!(
        "{}.surface {{ fill: var(--surface) }}\nsvg text.title, svg text.found {{ font-size: 15px; fill: var(--ink) }}\n\
         svg text.title {{ font-weight: 600 }}\n",
        include_str!("plot.css")
    );
    for declaration in colors.split(['{', '}', ';']).filter(|part| part.trim_start().starts_with("--")) {
        if let Some((name, value)) = declaration.trim().split_once(':') {
            style = style.replace(&format!("var({name})"), value.trim());
        }
    }
    style
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_has_its_value() {
        assert!(!style().contains("var(") && style().contains("#00728c"), "{}", style());
    }
}
