//! Instructions of a simulated machine.

use trueghz::run::bench::{TickAlignment, Timing};
#[cfg(feature = "all")]
use trueghz::simulate::CoreUnits;
use trueghz::simulate::Machine;
use trueghz_host::counters::{CounterError, CountingEvent};

#[cfg(feature = "all")]
use super::bench::MixWindow;
use super::bench::{FormBench, RowWindow};
use super::form::InstructionProperty;
#[cfg(feature = "all")]
use super::form::{InstructionForm, Metric};
#[cfg(feature = "all")]
use super::set::FORMS;

impl FormBench for Machine {
    fn time_row(&mut self, window: &RowWindow<'_>, edges: TickAlignment) -> Option<Timing> {
        let same_code = |row: &InstructionProperty| row.metric() == window.row.metric();
        let place = window.form.properties().iter().position(same_code)?;
        let step = *self.form(window.form.name())?.get(place)?;
        let cycles = f64::from(window.body.steps()) * step;
        Some(self.time_calls((window.calls, window.iterations), cycles, edges))
    }

    #[cfg(feature = "all")]
    fn time_mix(&mut self, window: &MixWindow<'_>, edges: TickAlignment) -> Option<Timing> {
        let counts: Vec<(&str, u32)> =
            window.mix.counts().iter().map(|(form, count)| (form.name(), *count)).collect();
        let cycles = f64::from(window.mix.rounds(window.is_long)) * self.units().cycles(&counts)?;
        Some(self.time_calls((window.calls, window.iterations), cycles, edges))
    }

    fn open_event(&mut self, _: Option<u32>, name: &str) -> Result<Box<dyn CountingEvent>, CounterError> {
        self.event(name).ok_or(CounterError::NoEvent)
    }

    fn operation_events(&mut self, _: Option<u32>) -> Result<Vec<String>, CounterError> {
        Ok(Machine::EVENTS.map(str::to_owned).into())
    }
}

/// The machine with a core that has these units, and the throughput of each form on them.
#[cfg(feature = "all")]
#[must_use]
pub fn with_units(machine: Machine, units: CoreUnits) -> Machine {
    let numbers = |form: &&InstructionForm| {
        let throughput = units.cycles(&[(form.name(), 1)])?;
        // Only units are drawn: every latency is a cycle.
        let cycles = |row: &InstructionProperty| {
            if matches!(row.metric(), Metric::Throughput { .. }) { throughput } else { 1.0 }
        };
        Some((form.name(), form.properties().iter().map(cycles).collect()))
    };
    let forms = FORMS.iter().filter_map(|form| numbers(&form)).collect();
    machine.with_forms(forms).with_units(units)
}
