//! The clock over time: measured and true.

use std::collections::BTreeSet;
use std::path::Path;

use trueghz_lab_model::clock::FS_PER_MS;

use super::Drawn;
use super::style::{Area, Axes, Key, MEASURED, QUIET, dot, figure, mark, panel, pixel, truth_line};
use crate::list::Part;
use crate::recording::{Point, Recording};
use crate::row::Row;

/// Panels of ramps in a line, and the height of a line.
const COLUMNS: usize = 3;
const RAMP_HEIGHT: i32 = 190;
/// Span of a ramp that is shown, in ms: a warm-up of 100 ms takes twice as long.
const RAMP_MS: f64 = 300.0;
/// The height of a clock that moves while windows are taken.
const MOVING_HEIGHT: i32 = 175;

const X_NAME: &str = "ms since the program's start";

/// The ramps: the warm-up, and where it ended.
pub fn ramps(rows: &[Row], keep: &Path, file: &Path) -> Drawn {
    let rows: Vec<&Row> = rows.iter().filter(|row| row.part == Part::Ramps).collect();
    let lines = rows.len().div_ceil(COLUMNS);
    let signs = [
        (Key::Dot(MEASURED), "a block of the warm-up"),
        (Key::Line(QUIET), "truth"),
        (Key::Mark(QUIET), "the warm-up ends"),
    ];
    let most_ghz = most_ghz(&rows, RAMP_MS);
    figure(file, RAMP_HEIGHT * lines as i32, &signs, X_NAME, |area| {
        for (row, area) in rows.iter().zip(area.split_evenly((lines, COLUMNS))) {
            let recording = Recording::read(&keep.join(row.number.to_string()), row.core)?;
            let end_ms = recording.began_ms(&row.guest) + row.warm_up.0;
            let name = row.name.split_once(": ").map_or(row.name.as_str(), |(_, label)| label);
            let axes = Axes { x: 0.0..RAMP_MS, y: 0.0..most_ghz, x_labels: 4, y_labels: 5, y_places: 1 };
            draw(&area, name, &axes, row, &recording.curve(&row.guest), Some(end_ms))?;
        }
        Ok(())
    })
}

/// The clocks that move while windows are taken: one of each machine.
pub fn moving(rows: &[Row], keep: &Path, file: &Path) -> Drawn {
    let mut rows: Vec<&Row> = rows.iter().filter(|row| row.part == Part::Moving).collect();
    rows.dedup_by_key(|row| &row.name);
    let signs = [(Key::Dot(MEASURED), "a long and a short window"), (Key::Line(QUIET), "truth")];
    let mut drawn = Vec::new();
    for row in &rows {
        let recording = Recording::read(&keep.join(row.number.to_string()), row.core)?;
        drawn.push((row, recording.span_ms(&row.guest)[1], recording.pairs(&row.guest)));
    }
    let to_ms = drawn.iter().map(|(_, to_ms, _)| *to_ms).fold(0.0, f64::max);
    let most_ghz = most_ghz(&rows, to_ms);
    figure(file, MOVING_HEIGHT * rows.len() as i32, &signs, X_NAME, |area| {
        for ((row, _, points), area) in drawn.iter().zip(area.split_evenly((rows.len(), 1))) {
            let axes = Axes { x: 0.0..to_ms, y: 0.0..most_ghz, x_labels: 10, y_labels: 5, y_places: 1 };
            draw(&area, &row.name, &axes, row, points, None)?;
        }
        Ok(())
    })
}

/// The top of all panels: a little above the highest clock. They begin at 0, so that nothing looks
/// larger than it is.
fn most_ghz(rows: &[&Row], to_ms: f64) -> f64 {
    let pieces = rows.iter().flat_map(|row| row.cluster.clock.pieces_between(0, (to_ms * FS_PER_MS) as u64));
    pieces.map(|piece| piece.hz).max().unwrap_or(1) as f64 / 1e9 * 1.1
}

fn draw(
    area: &Area<'_>,
    name: &str,
    axes: &Axes,
    row: &Row,
    points: &[Point],
    mark_ms: Option<f64>,
) -> Drawn {
    let mut chart = panel(area, name, "GHz", axes)?;
    let to_ms = axes.x.end;
    let mut line = Vec::new();
    let pieces = row.cluster.clock.pieces_between(0, (to_ms * FS_PER_MS) as u64);
    let ends = pieces.iter().skip(1).map(|piece| piece.from_fs as f64 / FS_PER_MS).chain([to_ms]);
    for (piece, end_ms) in pieces.iter().zip(ends) {
        let ghz = piece.hz as f64 / 1e9;
        line.extend([(piece.from_fs as f64 / FS_PER_MS, ghz), (end_ms, ghz)]);
    }
    chart.draw_series([truth_line(line)])?;
    let places = points.iter().map(|point| (point.at_ms, point.hz / 1e9));
    let shown = places.filter(|(ms, ghz)| axes.x.contains(ms) && axes.y.contains(ghz));
    // Thousands of blocks fall on the same pixels.
    let mut taken = BTreeSet::new();
    let seen: Vec<_> = shown.filter(|place| taken.insert(pixel(&chart, *place))).collect();
    chart.draw_series(seen.into_iter().map(|place| dot(place, true, MEASURED)))?;
    if let Some(ms) = mark_ms.filter(|ms| axes.x.contains(ms)) {
        mark(&mut chart, ms, axes.y.clone())?;
    }
    Ok(())
}
