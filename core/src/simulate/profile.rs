//! The clock of a simulated core over time.

/// Course of the clock.
#[derive(Debug, Clone, PartialEq)]
pub enum Profile {
    /// Constant, in hertz.
    Fixed(f64),
    /// It changes abruptly at each of these times (nanoseconds, ascending, the first at 0) to the
    /// given frequency, in hertz.
    Steps(Vec<(f64, f64)>),
    /// It alternates between two frequencies.
    Alternating {
        /// The first, in hertz.
        hz: f64,
        /// The second, in hertz.
        other_hz: f64,
        /// Duration of each, in nanoseconds.
        each_ns: f64,
    },
    /// It changes linearly from one frequency to another, then stays constant.
    Drift {
        /// At 0, in hertz.
        from_hz: f64,
        /// At the end and from then on, in hertz.
        to_hz: f64,
        /// Start of the change, in nanoseconds.
        start_ns: f64,
        /// Duration of the change, in nanoseconds.
        over_ns: f64,
    },
}

/// A drift is approximated by steps of this length, in nanoseconds: as long as a window, so that
/// the steps are invisible.
const DRIFT_STEP_NS: f64 = 250e3;

impl Profile {
    /// The clock at `now_ns` in hertz, and the time until which it stays constant.
    pub fn at(&self, now_ns: f64) -> (f64, f64) {
        match self {
            Profile::Fixed(hz) => (*hz, f64::INFINITY),
            Profile::Steps(steps) => {
                let next = steps.partition_point(|&(from_ns, _)| from_ns <= now_ns);
                let hz = steps[next.saturating_sub(1)].1;
                (hz, steps.get(next).map_or(f64::INFINITY, |&(from_ns, _)| from_ns))
            }
            Profile::Alternating { hz, other_hz, each_ns } => {
                let turn = (now_ns / each_ns).floor();
                let hz = if turn % 2.0 == 0.0 { hz } else { other_hz };
                (*hz, (turn + 1.0) * each_ns)
            }
            Profile::Drift { from_hz, to_hz, start_ns, over_ns } => {
                let part = (now_ns - start_ns) / over_ns;
                if part >= 1.0 {
                    return (*to_hz, f64::INFINITY);
                }
                if part < 0.0 {
                    return (*from_hz, *start_ns);
                }
                let step = (now_ns / DRIFT_STEP_NS).floor();
                (from_hz + (to_hz - from_hz) * part, (step + 1.0) * DRIFT_STEP_NS)
            }
        }
    }

    /// The stretches with a constant clock between two times (nanoseconds): frequency in hertz, and
    /// duration in nanoseconds.
    pub fn stretches(&self, from_ns: f64, until_ns: f64) -> Vec<(f64, f64)> {
        let mut stretches = Vec::new();
        let mut now_ns = from_ns;
        while now_ns < until_ns {
            let (hz, next_ns) = self.at(now_ns);
            let end_ns = next_ns.min(until_ns);
            stretches.push((hz, end_ns - now_ns));
            now_ns = end_ns;
        }
        stretches
    }

    /// Time average of the clock between two times (nanoseconds), in hertz: the true value of a
    /// reading.
    pub fn mean_hz(&self, from_ns: f64, until_ns: f64) -> f64 {
        let cycles: f64 = self.stretches(from_ns, until_ns).iter().map(|(hz, ns)| hz * ns).sum();
        cycles / (until_ns - from_ns)
    }
}
