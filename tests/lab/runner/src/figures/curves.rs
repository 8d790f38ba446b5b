//! The clock over time, as it was read and as it was.

use std::path::Path;

use plotters::prelude::*;
use trueghz_lab_model::clock::FS_PER_MS;

use super::Drawn;
use super::style::{Area, Axes, Key, MEASURED, TRUTH, figure, keys, panel, x_name};
use crate::list::Part;
use crate::recording::{Point, Recording};
use crate::row::Row;

/// The ramps: the warm-up, and where it ended.
pub fn ramps(rows: &[Row], keep: &Path, file: &Path) -> Drawn {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.part == Part::Ramps).collect();
    let lines = rows.len().div_ceil(COLUMNS);
    let area = figure(file, 34 + 200 * lines as u32 + 14)?;
    let signs = [
        (Key::Dot(MEASURED), "blocks of the warm-up"),
        (Key::Line(TRUTH), "truth"),
        (Key::Mark(TRUTH), "the warm-up ends"),
    ];
    let area = keys(&area, &signs)?;
    x_name(&area, "ms since the program's start")?;
    let (_, height) = area.dim_in_pixel();
    let (panels, _) = area.split_vertically(height - 14);
    for (row, area) in rows.iter().zip(panels.split_evenly((lines, COLUMNS))) {
        let recording = Recording::read(&keep.join(row.number.to_string()), row.core)?;
        let end_ms = recording.began_ms(&row.guest) + row.warm_up.0;
        let name = row.name.split_once(": ").map_or(row.name.as_str(), |(_, label)| label);
        let axes = axes(row, RAMP_MS, 4, 5);
        draw(&area, name, axes, row, &recording.curve(&row.guest), Some(end_ms))?;
    }
    area.present()?;
    Ok(())
}

/// Panels in a line.
const COLUMNS: usize = 3;
/// How much of a ramp is shown: a warm-up of 100 ms takes twice as long.
const RAMP_MS: f64 = 300.0;

/// The clocks that move while windows are taken: one of each machine.
pub fn moving(rows: &[Row], keep: &Path, file: &Path) -> Drawn {
    let mut rows: Vec<&Row> = rows.iter().filter(|row| row.part == Part::Moving).collect();
    rows.dedup_by_key(|row| &row.name);
    let area = figure(file, 34 + 190 * rows.len() as u32 + 14)?;
    let signs = [(Key::Dot(MEASURED), "a long and a short window"), (Key::Line(TRUTH), "truth")];
    let area = keys(&area, &signs)?;
    x_name(&area, "ms since the program's start")?;
    let (_, height) = area.dim_in_pixel();
    let (panels, _) = area.split_vertically(height - 14);
    for (row, area) in rows.iter().zip(panels.split_evenly((rows.len(), 1))) {
        let recording = Recording::read(&keep.join(row.number.to_string()), row.core)?;
        let axes = axes(row, recording.span_ms(&row.guest)[1], 10, 5);
        draw(&area, &row.name, axes, row, &recording.pairs(&row.guest), None)?;
    }
    area.present()?;
    Ok(())
}

/// From 0 GHz, so that nothing looks larger than it is.
fn axes(row: &Row, to_ms: f64, x_labels: usize, y_labels: usize) -> Axes {
    let pieces = row.cluster.clock.pieces_between(0, (to_ms * FS_PER_MS) as u64);
    let most = pieces.iter().map(|piece| piece.hz).max().unwrap_or(1) as f64 / 1e9;
    Axes { x: 0.0..to_ms, y: 0.0..most * 1.15, x_labels, y_labels, y_places: 1 }
}

fn draw(area: &Area<'_>, name: &str, axes: Axes, row: &Row, points: &[Point], mark_ms: Option<f64>) -> Drawn {
    let mut chart = panel(area, name, "GHz", &axes)?;
    let (to_ms, most) = (axes.x.end, axes.y.end);
    let shown = points.iter().filter(|point| point.at_ms <= to_ms && (0.0..most).contains(&(point.hz / 1e9)));
    let dots =
        shown.map(|point| Circle::new((point.at_ms, point.hz / 1e9), 1.5, MEASURED.mix(0.55).filled()));
    chart.draw_series(dots)?;
    let mut line = Vec::new();
    let pieces = row.cluster.clock.pieces_between(0, (to_ms * FS_PER_MS) as u64);
    let ends = pieces.iter().skip(1).map(|piece| piece.from_fs as f64 / FS_PER_MS).chain([to_ms]);
    for (piece, end_ms) in pieces.iter().zip(ends) {
        let ghz = piece.hz as f64 / 1e9;
        line.extend([(piece.from_fs as f64 / FS_PER_MS, ghz), (end_ms, ghz)]);
    }
    chart.draw_series([PathElement::new(line, TRUTH.stroke_width(1))])?;
    if let Some(ms) = mark_ms.filter(|ms| *ms <= to_ms) {
        let mark = vec![(ms, 0.0), (ms, most)];
        chart.draw_series(DashedLineSeries::new(mark, 3, 3, TRUTH.stroke_width(1)))?;
    }
    Ok(())
}
