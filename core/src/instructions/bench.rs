//! What timing instructions needs of the world besides a [`Bench`].

use crate::run::bench::{Bench, Edges, Timing, time_with};
use crate::run::hardware::Hardware;

use super::form::{Body, Form, Row};

/// A bench on which forms run, too.
pub trait FormBench: Bench {
    /// Runs a row's body `calls` times, each time `trips` times round its loop, and times all of it. `None` where the core
    /// lacks the form, or the body is not built in.
    fn time_row(&mut self, window: &RowWindow<'_>, edges: Edges) -> Option<Timing>;
}

/// A run of a row's chain.
#[derive(Debug, Clone, Copy)]
pub struct RowWindow<'a> {
    /// The form.
    pub form: &'a Form,
    /// Which row of it.
    pub row: &'a Row,
    /// The body.
    pub body: Body,
    /// Times round the loop, in each call; at least 1.
    pub trips: u32,
    /// Calls.
    pub calls: u32,
}

impl FormBench for Hardware {
    fn time_row(&mut self, window: &RowWindow<'_>, edges: Edges) -> Option<Timing> {
        let mut run = window.form.ready(window.row, window.body)?;
        Some(time_with(self.clock_to_read(), edges, || run.calls(window.trips, window.calls)))
    }
}
