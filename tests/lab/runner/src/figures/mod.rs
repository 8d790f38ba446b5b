//! The figures of docs/lab.md: one look for all of them.
//!
//! | file | what it holds |
//! |---|---|
//! | `style` | colours, type, frames: the look |
//! | `errors` | errors with their intervals |
//! | `curves` | the clock over time, as it was read and as it was |

mod curves;
mod errors;
mod style;

use std::path::Path;

use crate::emulator::Error;
use crate::list::Part;
use crate::row::Row;

/// A figure that was drawn.
pub struct Figure {
    /// Its file's name.
    pub file: &'static str,
    /// Its content, in a sentence.
    pub says: String,
}

/// The result of a drawing.
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws every figure that there are rows for; `keep` is where the recordings are.
pub fn draw(rows: &[Row], keep: &Path, folder: &Path) -> Result<Vec<Figure>, Error> {
    std::fs::create_dir_all(folder).map_err(|error| Error::File(folder.into(), error))?;
    let mut figures = Vec::new();
    let mut add = |part, file: &'static str, says: &str, draw: &dyn Fn(&Path) -> Drawn| {
        if !rows.iter().any(|row| row.part == part) {
            return Ok(());
        }
        let path = folder.join(file);
        draw(&path).map_err(|error| Error::File(path, std::io::Error::other(error.to_string())))?;
        figures.push(Figure { file, says: says.into() });
        Ok(())
    };
    add(
        Part::Timers,
        "errors.svg",
        "Errors of all fixed clocks that nothing disturbs, with their 95 % intervals, by timer.",
        &|file| errors::by_timer(rows, file),
    )?;
    add(
        Part::Ramps,
        "ramps.svg",
        "Six clocks that climb from idle to their peak: what the warm-up saw, and the truth.",
        &|file| curves::ramps(rows, keep, file),
    )?;
    add(
        Part::Moving,
        "moving.svg",
        "Three clocks that move while windows are taken: every pair of windows, and the truth.",
        &|file| curves::moving(rows, keep, file),
    )?;
    add(
        Part::Hog,
        "hog.svg",
        "Errors under loads, with their 95 % intervals, timers of 13 MHz and more, 500 ms.",
        &|file| errors::by_load(rows, file),
    )?;
    Ok(figures)
}
