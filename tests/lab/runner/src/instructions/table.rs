//! Compares the program's table of instructions with the truth.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use trueghz_lab_model::clock::Clock;
use trueghz_lab_model::machine::Machine;

use crate::emulator::Ran;
use crate::list::Cell;

use super::listed::{Listed, Measure};
use super::truth::Truth;

/// Tolerance of a number, in cycles.
pub const WORST_CYCLES: f64 = 0.02;

/// The results of a machine.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Set {
    /// The measurement's number: the folder in which its files are kept.
    pub number: usize,
    /// The machine's file, without its ending, and its changes.
    pub name: String,
    /// The machine, with its clock and its forms drawn.
    pub machine: Machine,
    /// The verdict of the core's reading.
    pub verdict: String,
    /// Timer interrupts while the program ran.
    pub timer_interrupts: u64,
    /// Seconds of the machine from its start to its end.
    pub seconds: f64,
    /// Every row that has a truth.
    pub rows: Vec<Compared>,
    /// Forms that the guest's core lacks.
    pub absent: Vec<String>,
    /// Rows of which the model knows nothing.
    pub untold: Vec<String>,
}

/// A row, and the true value.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Compared {
    /// The form's text.
    pub form: String,
    /// The property measured.
    pub measure: Measure,
    /// The true value, in cycles.
    pub truth: f64,
    /// The value read, and its interval; `None` if a reason is given instead.
    pub read: Option<[f64; 3]>,
    /// Reason for the missing value.
    pub missing: Option<String>,
    /// Whether the shapes agree.
    pub shapes_agree: Option<bool>,
}

impl Compared {
    /// Error of the value, in cycles.
    pub fn error(&self) -> Option<f64> {
        self.read.map(|[cycles, ..]| cycles - self.truth)
    }

    /// Returns `true` if the value read is within the tolerance.
    pub fn is_right(&self) -> bool {
        self.error().is_some_and(|error| error.abs() <= WORST_CYCLES)
    }

    /// Returns `true` if the interval contains the truth.
    pub fn holds(&self) -> bool {
        self.read.is_some_and(|[_, low, high]| (low..=high).contains(&self.truth))
    }
}

impl Set {
    /// Compares the guest's list with the program's output.
    pub fn new(
        number: usize,
        cell: &Cell,
        machine: Machine,
        list: &[Listed],
        ran: &Ran,
    ) -> Result<Self, String> {
        let said: Value = serde_json::from_str(&ran.stdout)
            .map_err(|_| format!("the instrument printed no JSON: {}{}", ran.stdout, ran.stderr))?;
        let seconds = ran.truth["time_fs"].as_f64().unwrap_or_default() / 1e15;
        let marked = ran.truth["marked_fs"].as_f64().unwrap_or_default() / 1e15;
        let woken = f64::from(machine.events.interrupts_hz) * (seconds - marked);
        // Some may still be due when the machine ends.
        if (ran.guest.timer_interrupts as f64) < 0.9 * woken {
            return Err(format!(
                "{} timer interrupts are too few: the load was not there",
                ran.guest.timer_interrupts
            ));
        }
        let truth = Truth::new(&machine.clusters[0].core);
        let said_rows = said["rows"].as_array().map(Vec::as_slice).unwrap_or_default();
        let expected = list.iter().flat_map(|form| form.rows.iter().map(move |row| (form, row)));
        let (mut rows, mut untold) = (Vec::new(), Vec::new());
        for ((form, row), said) in expected.zip(said_rows) {
            let measure: Measure =
                serde_json::from_value(said["measure"].clone()).map_err(|error| error.to_string())?;
            if said["form"] != form.form || measure != row.measure {
                return Err(format!(
                    "{} {measure} came where {} {} was due",
                    said["form"], form.form, row.measure
                ));
            }
            let Some(truth) = truth.cycles(form, row) else {
                untold.push(format!("{} {}", form.form, row.measure));
                continue;
            };
            if !form.present {
                continue;
            }
            let cycles = |name: &str| said["cycles"][name].as_f64();
            let read = cycles("value").zip(cycles("low")).zip(cycles("high"));
            rows.push(Compared {
                form: form.form.clone(),
                measure,
                truth,
                read: read.map(|((value, low), high)| [value, low, high]),
                missing: said["missing"].as_str().map(str::to_owned),
                shapes_agree: said["shapes_agree"].as_bool(),
            });
        }
        let label = if cell.label.is_empty() { "" } else { ": " };
        let reading = &said["measurement"]["cores"][0];
        Ok(Self {
            number,
            name: format!("{}{label}{}", cell.machine, cell.label),
            verdict: reading["verdict"].as_str().unwrap_or("none").to_owned(),
            timer_interrupts: ran.guest.timer_interrupts,
            seconds: seconds - marked,
            rows,
            absent: list.iter().filter(|form| !form.present).map(|form| form.form.clone()).collect(),
            untold,
            machine,
        })
    }

    /// The farthest that a row is off, in cycles; infinite where one has no number.
    pub fn worst(&self) -> f64 {
        let errors = self.rows.iter().map(|row| row.error().map_or(f64::INFINITY, f64::abs));
        errors.fold(0.0, f64::max)
    }

    /// Median of the rows' absolute errors, in cycles.
    pub fn median(&self) -> f64 {
        let mut errors: Vec<f64> =
            self.rows.iter().map(|row| row.error().map_or(f64::INFINITY, f64::abs)).collect();
        errors.sort_by(f64::total_cmp);
        errors.get(errors.len() / 2).copied().unwrap_or(f64::INFINITY)
    }

    /// Rows that came back.
    pub fn right(&self) -> usize {
        self.rows.iter().filter(|row| row.is_right()).count()
    }

    /// Returns `true` if all rows are right.
    pub fn is_well(&self) -> bool {
        !self.rows.is_empty() && self.right() == self.rows.len()
    }

    /// The clock, in words.
    pub fn clock(&self) -> String {
        match &self.machine.clusters[0].clock {
            Clock::Mhz(mhz) => format!("{mhz:.3} MHz"),
            Clock::DrawMhz(bounds) => format!("{bounds:?} MHz"),
            Clock::Profile(profile) => {
                let mhz = || profile.points.iter().map(|point| point.mhz);
                let (low, high) = (mhz().fold(f64::INFINITY, f64::min), mhz().fold(0.0, f64::max));
                format!("{low:.0} to {high:.0} MHz")
            }
        }
    }
}
