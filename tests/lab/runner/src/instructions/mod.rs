//! Instructions on a machine whose forms' timings are known: does each latency and throughput come
//! back?
//!
//! | file | what it holds |
//! |---|---|
//! | `listed` | what the program would measure, with the machine words of each form |
//! | `draw` | draws what the forms of a core take |
//! | `truth` | what is true of a row |
//! | `table` | compares the program's table with the truth |
//! | `units` | compares the forms found to share units with the truth |
//! | `known` | cores that compute as a published one, and how the program calls them |

mod draw;
mod known;
mod listed;
mod table;
mod truth;
mod units;

use std::collections::BTreeMap;
use std::path::Path;

use trueghz_lab_model::event::Events;
use trueghz_lab_model::machine::{CoreTiming, Form, FormTiming, Machine};

use crate::emulator::{self, Error, Program, Ran};
use crate::list::Cell;
use listed::Listed;

pub use known::{Known, identified};
pub use table::{Compared, Set};
pub use units::Shared;

/// Measures a cell: first the guest's list, by which forms are drawn, then the table.
pub fn measured(
    number: usize,
    cell: &Cell,
    mut machine: Machine,
    program: &Program,
    seed: u64,
    keep: &Path,
) -> Result<Set, Error> {
    let draw = if cell.draw_forms { Some(draw::forms as Draw) } else { None };
    let (list, ran) = run(cell, &mut machine, program, draw.map(|draw| (draw, seed)), keep)?;
    Set::new(number, cell, machine, &list, &ran).map_err(|reason| wrong(cell, reason))
}

/// Finds out which forms share units on a machine whose units are drawn.
pub fn shared(
    number: usize,
    cell: &Cell,
    mut machine: Machine,
    program: &Program,
    seed: u64,
    keep: &Path,
) -> Result<Shared, Error> {
    let (list, ran) = run(cell, &mut machine, program, Some((draw::units, seed)), keep)?;
    Shared::new(number, cell, &machine, &list, &ran).map_err(|reason| wrong(cell, reason))
}

/// Draws what the forms of a list take on a core.
type Draw = fn(&[Listed], &CoreTiming, &mut fastrand::Rng) -> BTreeMap<Form, FormTiming>;

/// Runs the program on a machine whose forms are drawn by its own list; returns that list, too.
fn run(
    cell: &Cell,
    machine: &mut Machine,
    program: &Program,
    draw: Option<(Draw, u64)>,
    keep: &Path,
) -> Result<(Vec<Listed>, Ran), Error> {
    let list = list(machine, program).map_err(|reason| wrong(cell, reason))?;
    if let Some((draw, seed)) = draw {
        let core = &mut machine.clusters[0].core;
        core.forms = draw(&list, core, &mut fastrand::Rng::with_seed(seed));
    }
    machine.check().map_err(|error| wrong(cell, error.to_string()))?;
    let ran = emulator::linux(machine, program, false, Some(keep))?;
    Ok((list, ran))
}

fn wrong(cell: &Cell, reason: String) -> Error {
    Error::Machine(cell.machine.clone(), reason)
}

/// The rows that the program would measure on this machine if nothing disturbs it.
fn list(machine: &Machine, program: &Program) -> Result<Vec<Listed>, String> {
    let quiet = Machine { events: Events::default(), ..machine.clone() };
    let mut program = program.clone();
    // A list is of what would be measured, not of what would be mixed.
    program.arguments.retain(|argument| argument != "--units");
    program.arguments.push("--list".into());
    let ran = emulator::linux(&quiet, &program, false, None).map_err(|error| error.to_string())?;
    serde_json::from_str(&ran.stdout)
        .map_err(|error| format!("no list: {error}: {}{}", ran.stdout, ran.stderr))
}
