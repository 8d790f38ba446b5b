//! Errors with their intervals.

use std::collections::BTreeMap;
use std::path::Path;

use plotters::style::RGBColor;

use super::Drawn;
use super::style::{ATTENTION, Axes, Key, MEASURED, QUIET, dot, figure, panel, thin_line, under};
use crate::list::Part;
use crate::row::Row;

/// Rows in columns, each under its name.
type Columns<'a> = Vec<(String, Vec<&'a Row>)>;

/// All fixed clocks that nothing disturbs.
pub fn by_timer(rows: &[Row], file: &Path) -> Drawn {
    let mut timers: BTreeMap<u64, Vec<&Row>> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.is_plain()) {
        timers.entry(row.machine.timer_hz).or_default().push(row);
    }
    let name = |hz: u64| format!("{}", hz as f64 / 1e6);
    let mut columns: Columns<'_> = timers.into_iter().map(|(hz, rows)| (name(hz), rows)).collect();
    for (_, rows) in &mut columns {
        rows.sort_by_key(|row| row.is_short());
    }
    draw(&columns, "timer, MHz", file)
}

/// Errors without a load, and with each.
pub fn by_load(rows: &[Row], file: &Path) -> Drawn {
    let fine = |row: &&Row| !row.is_coarse() && !row.is_short();
    let of = |part, hz: Option<u32>| {
        let rows = rows.iter().filter(fine).filter(move |row| row.part == part);
        rows.filter(|row| hz.is_none_or(|hz| row.machine.events.interrupts_hz == hz)).collect()
    };
    let columns = vec![
        ("nothing".to_owned(), of(Part::Timers, None)),
        ("250 interrupts a second".to_owned(), of(Part::Interrupts, Some(250))),
        ("2,000 a second".to_owned(), of(Part::Interrupts, Some(2000))),
        ("a hog".to_owned(), of(Part::Hog, None)),
    ];
    draw(&columns, "", file)
}

fn draw(columns: &Columns<'_>, x_name: &str, file: &Path) -> Drawn {
    let all = || columns.iter().flat_map(|(_, rows)| rows.iter().copied());
    let some_are_short = all().any(Row::is_short);
    let one = if some_are_short { "500 ms" } else { "a reading and its 95 % interval" };
    let mut signs = vec![(Key::Interval(MEASURED), one)];
    if some_are_short {
        signs.push((Key::Interval(QUIET), "100 ms"));
    }
    if all().any(|row| row.holds() == Some(false)) {
        signs.push((Key::Interval(ATTENTION), "the interval misses the truth"));
    }
    let reach = |row: &Row| Some(row.error_ppm()?.abs() + row.half_width_ppm()?);
    let most = all().filter_map(reach).fold(1.0, f64::max) * 1.08;
    let axes = Axes { x: 0.0..columns.len() as f64, y: -most..most, x_labels: 0, y_labels: 7, y_places: 0 };
    figure(file, 320, &signs, x_name, |area| {
        let mut chart = panel(area, "error of the reading", "ppm", &axes)?;
        chart.draw_series([thin_line([(0.0, 0.0), (columns.len() as f64, 0.0)], QUIET)])?;
        for (number, (name, rows)) in columns.iter().enumerate() {
            for (place, row) in rows.iter().enumerate() {
                let (Some(error), Some(width)) = (row.error_ppm(), row.half_width_ppm()) else { continue };
                let x = number as f64 + 0.1 + 0.8 * (place as f64 + 0.5) / rows.len() as f64;
                let colour = colour_of(row);
                chart.draw_series([thin_line([(x, error - width), (x, error + width)], colour)])?;
                chart.draw_series([dot((x, error), false, colour)])?;
            }
            under(area, &chart, number as f64 + 0.5, -most, name)?;
        }
        Ok(())
    })
}

fn colour_of(row: &Row) -> RGBColor {
    match (row.holds(), row.is_short()) {
        (Some(false), _) => ATTENTION,
        (_, true) => QUIET,
        _ => MEASURED,
    }
}
