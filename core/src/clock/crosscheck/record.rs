//! Record of the clocks in a session.

use serde::{Deserialize, Serialize};

use super::MeasuredRate;
use crate::clock::{Clock, ClockId, Clocks, Rate, Timebase, Witness, step::smallest_step};

/// A witness's count between two counts of the primary clock, all on one thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bracket {
    /// The primary clock before, in its ticks.
    pub before_ticks: u64,
    /// The witness, in its own ticks.
    pub witness_ticks: u64,
    /// The primary clock after, in its ticks.
    pub after_ticks: u64,
}

impl Bracket {
    /// Ticks of the primary clock between its two reads; negative if it went back.
    pub fn width_ticks(&self) -> i64 {
        self.after_ticks.wrapping_sub(self.before_ticks).cast_signed()
    }
}

/// Attempts at a tight bracket. An interrupt hits one in thousands, so a few suffice; if reads are
/// trapped (2 µs each) five cost some 20 µs.
const TRIES: usize = 5;

/// Reads a witness between two reads of the primary clock: the tightest of five attempts.
pub fn bracket(primary: &dyn Clock, witness: &Witness) -> Bracket {
    let attempt = || Bracket {
        before_ticks: primary.ticks(),
        witness_ticks: witness.ticks(),
        after_ticks: primary.ticks(),
    };
    // A negative width is a primary clock that went back: as an unsigned number it is the widest of
    // all.
    let tighter = |a: Bracket, b: Bracket| {
        if b.width_ticks().cast_unsigned() < a.width_ticks().cast_unsigned() { b } else { a }
    };
    (1..TRIES).map(|_| attempt()).fold(attempt(), tighter)
}

/// The primary clock of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ClockRecord {
    /// The source.
    pub id: ClockId,
    /// The length of a tick, as stated or, if `measured` is present, as measured.
    pub timebase: Timebase,
    /// The smallest step seen, in ticks, at least 1; absent if the clock was not seen to move.
    pub resolution_ticks: Option<u64>,
    /// The measurement of the rate; absent if the clock states its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<MeasuredRate>,
}

/// A witness of a record.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WitnessRecord {
    /// The source.
    pub id: ClockId,
    /// The stated rate, or the reason why there is none.
    pub rate: Rate,
    /// The smallest step seen, in ticks, at least 1; absent if the clock was not seen to move.
    pub resolution_ticks: Option<u64>,
    /// In the order of time; the n-th of each witness was taken at the same time.
    pub brackets: Vec<Bracket>,
}

/// All that a cross-check needs, and all that a file needs to repeat it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SessionRecord {
    /// The timing clock of the session.
    pub primary: ClockRecord,
    /// The others.
    pub witnesses: Vec<WitnessRecord>,
}

impl SessionRecord {
    /// Returns the record with each clock's count starting at 0 at the start of the session:
    /// `start_ticks` of the primary clock, and for each witness its first reading. Absolute counts
    /// would reveal the device's uptime, which is private.
    #[must_use]
    pub fn relative_to(mut self, start_ticks: u64) -> Self {
        for witness in &mut self.witnesses {
            let first = witness.brackets.first().map_or(0, |bracket| bracket.witness_ticks);
            for bracket in &mut witness.brackets {
                bracket.before_ticks = bracket.before_ticks.wrapping_sub(start_ticks);
                bracket.witness_ticks = bracket.witness_ticks.wrapping_sub(first);
                bracket.after_ticks = bracket.after_ticks.wrapping_sub(start_ticks);
            }
        }
        self
    }
}

/// Takes brackets during a session.
#[derive(Debug)]
pub struct Recorder {
    clocks: Clocks,
    record: SessionRecord,
}

impl Recorder {
    /// Measures each clock's step. Takes below a millisecond per clock.
    pub fn new(clocks: Clocks) -> Self {
        let primary = ClockRecord {
            id: clocks.primary.id(),
            timebase: clocks.primary.timebase(),
            resolution_ticks: smallest_step(|| clocks.primary.ticks()),
            measured: clocks.primary.measured_rate(),
        };
        let witness = |witness: &Witness| WitnessRecord {
            id: witness.id(),
            rate: witness.rate(),
            resolution_ticks: smallest_step(|| witness.ticks()),
            brackets: Vec::new(),
        };
        let witnesses = clocks.witnesses.iter().map(witness).collect();
        Self { clocks, record: SessionRecord { primary, witnesses } }
    }

    /// Takes one bracket of every witness: a few microseconds, tens if reads are trapped.
    ///
    /// Twenty of them, spread over a session, show steps; the rate's uncertainty falls with the
    /// session's length, not with their number.
    pub fn sample(&mut self) {
        for (witness, record) in self.clocks.witnesses.iter().zip(&mut self.record.witnesses) {
            record.brackets.push(bracket(self.clocks.primary.as_ref(), witness));
        }
    }

    /// The record so far.
    pub fn record(&self) -> &SessionRecord {
        &self.record
    }

    /// Returns the record. If a clock's ticks are longer than the time for which it was watched
    /// before the session, the brackets give an upper limit of its resolution.
    pub fn into_record(mut self) -> SessionRecord {
        for witness in &mut self.record.witnesses {
            let steps = || {
                let ticks = |pair: &[Bracket]| {
                    pair[1].witness_ticks.wrapping_sub(pair[0].witness_ticks).cast_signed()
                };
                witness.brackets.windows(2).map(ticks).filter(|step| *step > 0).min()
            };
            witness.resolution_ticks = witness.resolution_ticks.or_else(|| steps().map(i64::cast_unsigned));
        }
        self.record
    }
}
