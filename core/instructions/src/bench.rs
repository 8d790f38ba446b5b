//! Operations that timing instructions needs in addition to a [`Bench`].

use trueghz::internal::{Hardware, time_with};
use trueghz::run::bench::{Bench, TickAlignment, Timing};
use trueghz_host::LiveSystem;
use trueghz_host::counters::{self, CounterError, CountingEvent};

use super::form::{Body, InstructionForm, InstructionProperty};
#[cfg(feature = "all")]
use super::units::mix::Mix;

/// A bench that also runs forms.
pub trait FormBench: Bench {
    /// Runs a row's body `calls` times, each time for `iterations` iterations, and times all of it.
    /// `None` if the core lacks the form, or the body is not built in.
    fn time_row(&mut self, window: &RowWindow<'_>, edges: TickAlignment) -> Option<Timing>;

    /// Runs a body of a mix `calls` times, each time for `iterations` iterations, and times all of
    /// it. `None` if the core lacks one of its forms, or no code can be written.
    #[cfg(feature = "all")]
    fn time_mix(&mut self, window: &MixWindow<'_>, edges: TickAlignment) -> Option<Timing>;

    /// Opens an event of the performance monitoring unit of `cpu`.
    ///
    /// # Errors
    /// [`CounterError`], as of [`counters::open_event`].
    fn open_event(&mut self, cpu: Option<u32>, name: &str) -> Result<Box<dyn CountingEvent>, CounterError>;

    /// The names of the events that count operations of `cpu`.
    ///
    /// # Errors
    /// [`CounterError`], as of [`counters::operation_events`].
    fn operation_events(&mut self, cpu: Option<u32>) -> Result<Vec<String>, CounterError>;
}

/// A run of a row's chain.
#[derive(Debug, Clone, Copy)]
pub struct RowWindow<'a> {
    /// The form.
    pub form: &'a InstructionForm,
    /// The row of the form.
    pub row: &'a InstructionProperty,
    /// The body.
    pub body: Body,
    /// Iterations in each call; at least 1.
    pub iterations: u32,
    /// Calls.
    pub calls: u32,
}

/// A run of a mix.
#[cfg(feature = "all")]
#[derive(Debug, Clone, Copy)]
pub struct MixWindow<'a> {
    /// The mix.
    pub mix: &'a Mix,
    /// Its long body, or its short one.
    pub is_long: bool,
    /// Iterations in each call; at least 1.
    pub iterations: u32,
    /// Calls.
    pub calls: u32,
}

impl FormBench for Hardware {
    fn time_row(&mut self, window: &RowWindow<'_>, edges: TickAlignment) -> Option<Timing> {
        let mut run = window.form.ready(window.row, window.body)?;
        Some(time_with(self.clock_to_read(), edges, || run.calls(window.iterations, window.calls)))
    }

    #[cfg(feature = "all")]
    fn time_mix(&mut self, window: &MixWindow<'_>, edges: TickAlignment) -> Option<Timing> {
        let mut run = window.mix.ready(window.is_long)?;
        Some(time_with(self.clock_to_read(), edges, || run.calls(window.iterations, window.calls)))
    }

    fn open_event(&mut self, cpu: Option<u32>, name: &str) -> Result<Box<dyn CountingEvent>, CounterError> {
        counters::open_event(&LiveSystem, cpu, name)
    }

    fn operation_events(&mut self, cpu: Option<u32>) -> Result<Vec<String>, CounterError> {
        counters::operation_events(&LiveSystem, cpu)
    }
}
