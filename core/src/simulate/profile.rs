//! The clock of a simulated core over time.

/// What the clock does.
#[derive(Debug, Clone, PartialEq)]
pub enum Profile {
    /// It stays, at so many hertz.
    Fixed(f64),
    /// At each of these moments (nanoseconds, ascending, the first at 0) it becomes so many hertz, at once.
    Steps(Vec<(f64, f64)>),
    /// It changes between two values.
    Alternating {
        /// The first, in hertz.
        hz: f64,
        /// The second, in hertz.
        other_hz: f64,
        /// How long each lasts, in nanoseconds.
        each_ns: f64,
    },
    /// It moves evenly from one value to another, then stays.
    Drift {
        /// At 0, in hertz.
        from_hz: f64,
        /// At the end and from then on, in hertz.
        to_hz: f64,
        /// When it begins to move, in nanoseconds.
        start_ns: f64,
        /// How long it moves, in nanoseconds.
        over_ns: f64,
    },
}

/// A drift is cut into stretches of this length, in nanoseconds: a window long, so that nothing sees the cuts.
const DRIFT_STEP_NS: f64 = 250e3;

impl Profile {
    /// The clock at `now_ns` in hertz, and until when it stays that.
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

    /// The stretches in which it stayed, from one moment until another (nanoseconds): so many hertz, for so many
    /// nanoseconds.
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

    /// Its mean over the time from one moment until a later one (nanoseconds), in hertz: what a reading of it should say.
    pub fn mean_hz(&self, from_ns: f64, until_ns: f64) -> f64 {
        let cycles: f64 = self.stretches(from_ns, until_ns).iter().map(|(hz, ns)| hz * ns).sum();
        cycles / (until_ns - from_ns)
    }
}
