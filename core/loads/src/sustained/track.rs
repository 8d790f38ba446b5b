//! A clock under a steady load over time, ready to be drawn: while it runs, and afterwards.

use trueghz::host::ThermalStatus;
use trueghz::internal::{median, quantile};
use trueghz::report::axis::Axis;
use trueghz::report::curve::NARROWEST;
use trueghz::report::display::{FrequencyUnit, Rounded};
use trueghz::report::number::RoundedNumber;

use super::{SustainedRecord, SustainedReport, SustainedRun};

/// Points that are drawn: as many as a phone's screen shows apart.
const POINTS: usize = 240;

/// Quantiles of a point's windows between which the band is drawn: single windows show little.
const BAND: (f64, f64) = (0.05, 0.95);

/// Digits of the clock while it runs: a point has no interval that would support more.
pub(crate) const NOW_DIGITS: usize = 3;

/// Longer loads are shown in minutes.
const IN_MINUTES_MS: f64 = 180e3;

/// Unit in which a time is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
pub enum TimeUnit {
    /// Seconds.
    Seconds,
    /// Minutes.
    Minutes,
}

impl TimeUnit {
    fn of(length_ms: f64) -> TimeUnit {
        if length_ms > IN_MINUTES_MS { TimeUnit::Minutes } else { TimeUnit::Seconds }
    }

    fn ms(self) -> f64 {
        match self {
            TimeUnit::Seconds => 1e3,
            TimeUnit::Minutes => 60e3,
        }
    }
}

/// The clock in an interval of the load.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedPoint {
    /// Time in milliseconds since the load began.
    pub at_ms: f64,
    /// The median clock, in hertz.
    pub hz: f64,
    /// Nine tenths of the windows were above this, in hertz, and below `high_hz`.
    pub low_hz: f64,
    /// The upper end of that.
    pub high_hz: f64,
    /// Index of the piece of the line that it is in: absences separate pieces.
    pub segment: u32,
}

/// An interval of the load, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct TimeSpan {
    /// Its beginning.
    pub from_ms: f64,
    /// Its end.
    pub to_ms: f64,
}

/// An interval of the load with constant thermal status.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ThermalSpan {
    /// Its beginning, in milliseconds since the load began.
    pub from_ms: f64,
    /// Its end.
    pub to_ms: f64,
    /// The thermal status.
    pub thermal: ThermalStatus,
}

/// The clock over time, with the thermal status.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedCurve {
    /// The clock: some hundred points at most.
    pub points: Vec<SustainedPoint>,
    /// Time at which it fell; `None` if it did not, and while the load runs.
    pub throttled_ms: Option<f64>,
    /// Times at which the program was in the background: the clock is unknown then.
    pub missing: Vec<TimeSpan>,
    /// Thermal status over time; empty if the system does not report it.
    pub heat: Vec<ThermalSpan>,
    /// The time: positions in milliseconds, labels in its unit.
    pub time: Axis,
    /// The unit of the time's labels.
    pub time_unit: TimeUnit,
    /// The clock: positions in hertz, labels in its unit.
    pub frequency: Axis,
    /// The unit of the clock's labels.
    pub frequency_unit: FrequencyUnit,
}

/// State of a running load.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct SustainedProgress {
    /// The clock; `None` if it is unknown.
    pub frequency: Option<Rounded>,
    /// Thermal status of the device; `None` if the system does not report it.
    pub thermal: Option<ThermalStatus>,
    /// Proximity to severe throttling, in percent of its limit; `None` if the system does not
    /// report it.
    pub headroom_percent: Option<RoundedNumber>,
    /// Elapsed time, in `time_unit`.
    pub elapsed: RoundedNumber,
    /// Duration of the load, in `time_unit`.
    pub length: RoundedNumber,
    /// The unit of the two.
    pub time_unit: TimeUnit,
    /// Share of the load's time that is over, 0 to 1.
    pub part: f64,
}

/// A load's clock while its records arrive. It keeps a point of each record, so that records may be
/// dropped.
#[derive(Debug, Clone, PartialEq)]
pub struct SustainedTimeline {
    length_ms: f64,
    end_ms: f64,
    points: Vec<SustainedPoint>,
    missing: Vec<TimeSpan>,
    was_away: bool,
    heat: Vec<ThermalSpan>,
    last_thermal: Option<ThermalStatus>,
}

impl SustainedTimeline {
    /// Creates the track of a load that has begun.
    pub fn new(run: &SustainedRun) -> SustainedTimeline {
        SustainedTimeline {
            length_ms: run.length_ms,
            end_ms: 0.0,
            points: Vec::new(),
            missing: Vec::new(),
            was_away: false,
            heat: Vec::new(),
            last_thermal: None,
        }
    }

    /// Adds the next record, and returns the state of the load.
    pub fn add(&mut self, record: &SustainedRecord) -> SustainedProgress {
        let (from_ms, to_ms) = (self.end_ms, record.at_ms);
        self.end_ms = to_ms;
        match self.missing.last_mut().filter(|_| self.was_away) {
            Some(last) if record.is_away() => last.to_ms = to_ms,
            _ if record.is_away() => self.missing.push(TimeSpan { from_ms, to_ms }),
            _ => self.points.extend(point(record, u32::try_from(self.missing.len()).unwrap_or(u32::MAX))),
        }
        self.was_away = record.is_away();
        let thermal = record.conditions.thermal;
        match (thermal, self.heat.last_mut()) {
            (Some(_), Some(last)) if thermal == self.last_thermal => last.to_ms = to_ms,
            (Some(thermal), _) => self.heat.push(ThermalSpan { from_ms, to_ms, thermal }),
            (None, _) => {}
        }
        self.last_thermal = thermal;
        self.now(record)
    }

    fn now(&self, record: &SustainedRecord) -> SustainedProgress {
        let time_unit = TimeUnit::of(self.length_ms);
        let clock = record.hz().filter(|_| !record.is_away());
        let headroom = record.conditions.thermal_headroom.filter(|headroom| headroom.is_finite());
        let in_unit = |ms: f64| RoundedNumber::new(ms.min(self.length_ms) / time_unit.ms(), 0);
        SustainedProgress {
            frequency: clock.and_then(|hz| Rounded::significant(hz, NOW_DIGITS)),
            thermal: record.conditions.thermal,
            headroom_percent: headroom.map(|headroom| RoundedNumber::new(headroom * 100.0, 0)),
            elapsed: in_unit(self.end_ms),
            length: in_unit(self.length_ms),
            time_unit,
            part: (self.end_ms / self.length_ms).clamp(0.0, 1.0),
        }
    }

    /// The curve so far, on an axis as long as the load.
    pub fn curve(&self) -> SustainedCurve {
        self.drawn(self.length_ms, None)
    }

    fn drawn(&self, end_ms: f64, throttled_ms: Option<f64>) -> SustainedCurve {
        let points = thinned(&self.points);
        let lowest = points.iter().map(|point| point.low_hz).fold(f64::INFINITY, f64::min);
        let highest = points.iter().map(|point| point.high_hz).fold(f64::NEG_INFINITY, f64::max);
        let (frequency_unit, unit_hz) = FrequencyUnit::of_axis(highest);
        let time_unit = TimeUnit::of(end_ms);
        SustainedCurve {
            points,
            throttled_ms,
            missing: self.missing.clone(),
            heat: self.heat.clone(),
            time: Axis::exact(0.0, end_ms, time_unit.ms()),
            time_unit,
            frequency: Axis::around(lowest, highest, highest * NARROWEST, unit_hz),
            frequency_unit,
        }
    }
}

impl SustainedCurve {
    /// The curve of a load that has ended.
    pub fn of(report: &SustainedReport) -> SustainedCurve {
        let mut track = SustainedTimeline::new(&report.run);
        for record in &report.records {
            track.add(record);
        }
        let throttled = report.found.as_ref().and_then(|found| found.throttled_ms);
        track.drawn(track.end_ms, throttled.map(|ms| ms.value))
    }
}

/// The clock in a record; `None` if no window was undisturbed.
fn point(record: &SustainedRecord, piece: u32) -> Option<SustainedPoint> {
    let windows = || record.windows.iter().filter(|window| !window.interrupted);
    let mut clocks: Vec<f64> = windows().map(|window| window.hz).collect();
    Some(SustainedPoint {
        at_ms: median(&mut windows().map(|window| window.at_ns / 1e6).collect::<Vec<f64>>())?,
        hz: median(&mut clocks)?,
        low_hz: quantile(&mut clocks, BAND.0)?,
        high_hz: quantile(&mut clocks, BAND.1)?,
        segment: piece,
    })
}

/// Joins points until there are few enough to be drawn: the band of the joined point contains their
/// bands.
fn thinned(points: &[SustainedPoint]) -> Vec<SustainedPoint> {
    let stretch = points.len().div_ceil(POINTS).max(1);
    let pieces = points.chunk_by(|one, next| one.segment == next.segment);
    let joined = |points: &[SustainedPoint]| {
        let of = |value: fn(&SustainedPoint) -> f64| points.iter().map(value).collect::<Vec<f64>>();
        Some(SustainedPoint {
            at_ms: median(&mut of(|point| point.at_ms))?,
            hz: median(&mut of(|point| point.hz))?,
            low_hz: of(|point| point.low_hz).into_iter().reduce(f64::min)?,
            high_hz: of(|point| point.high_hz).into_iter().reduce(f64::max)?,
            segment: points[0].segment,
        })
    };
    pieces.flat_map(|piece| piece.chunks(stretch)).filter_map(joined).collect()
}
