//! What a session is told and tells.

use trueghz::estimate::recording::{WarmUpEnd, WarmUpSample};
use trueghz::estimate::{Estimate, Frequency};
use trueghz::host::{Conditions, ThermalStatus, Urgency};
use trueghz::report::Reading;
use trueghz::run::event::Event;
use trueghz::run::target::{Selection, Target};

use super::Count;

/// Which cores a measurement is asked for.
pub type CoreSelection = Selection;

/// Which cores a measurement is asked for.
#[uniffi::remote(Enum)]
pub enum CoreSelection {
    /// One core of each kind that this process may use.
    EachKind,
    /// Every core that this process may use. Refused where a thread cannot ask for a core (Apple's systems).
    All,
    /// The core that the thread happens to be on, without pinning it.
    Current,
    /// These cores, in this order. Refused like all of them where none can be asked for.
    Cpus(Vec<u32>),
}

/// One thing to measure.
#[uniffi::remote(Record)]
pub struct Target {
    /// The core to pin to; absent where none is asked for or the system cannot pin.
    pub cpu: Option<u32>,
    /// How urgent the thread is to be: on Apple systems this decides the kind of core.
    pub urgency: Urgency,
    /// Busy threads that keep the faster cores occupied meanwhile.
    pub load_threads: Count,
    /// The kind of core that this is meant to be, or what is known instead.
    pub kind: String,
    /// All cores of that kind.
    pub cpus: Vec<u32>,
}

/// Something that happened in a session.
pub type SessionEvent = Event;

/// Something that happened in a session. In a measurement `core` is the place of the core among those measured,
/// from 0.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum SessionEvent {
    /// It is known what will be measured.
    Started {
        /// The cores, in order.
        targets: Vec<Target>,
    },
    /// A core's turn has come.
    CoreStarted {
        /// Which.
        core: Count,
    },
    /// A piece of the warm-up's curve. All pieces together are the curve.
    WarmUp {
        /// Which core.
        core: Count,
        /// The points since the last piece; fewer of them, medians of several, if many had to wait.
        samples: Vec<WarmUpSample>,
    },
    /// The warm-up has ended and the windows begin.
    WarmedUp {
        /// Which core.
        core: Count,
        /// How it ended.
        end: WarmUpEnd,
        /// How long it took, in milliseconds.
        elapsed_ms: f64,
    },
    /// The number so far. Of a long run it rests on a part of the windows, from all of its time; the reading at the
    /// end rests on all.
    Running {
        /// Which core.
        core: Count,
        /// The number; absent as long as the windows carry none.
        frequency: Option<Frequency>,
        /// The whole estimate so far.
        estimate: Box<Estimate>,
        /// The part of the windows' time that is over, 0 to 1.
        part: f64,
    },
    /// A core is done.
    CoreDone {
        /// Which.
        core: Count,
        /// Its reading.
        reading: Box<Reading>,
    },
    /// Some of the system's clocks have been looked at.
    ClocksSeen {
        /// How many.
        done: Count,
        /// How many there are.
        total: Count,
    },
}

/// How hot the device is, by Android's seven steps; Apple's four are the first, second, fourth and fifth.
#[uniffi::remote(Enum)]
pub enum ThermalStatus {
    /// Not throttled. Apple: nominal.
    Nominal,
    /// Light throttling that users do not feel. Apple: fair.
    Light,
    /// Moderate throttling.
    Moderate,
    /// Severe throttling that users feel. Apple: serious.
    Severe,
    /// Everything is done to cool it. Apple: critical.
    Critical,
    /// Parts are being switched off.
    Emergency,
    /// It switches itself off.
    Shutdown,
}

/// What a platform tells; absent what it does not.
#[uniffi::remote(Record)]
pub struct Conditions {
    /// How hot the device is.
    pub thermal: Option<ThermalStatus>,
    /// How near severe throttling is: 1 at its limit, above 1 beyond it.
    pub thermal_headroom: Option<f64>,
    /// Whether the user, or a low battery, asked for less power.
    pub power_saving: Option<bool>,
    /// Whether another program is in front.
    pub in_background: Option<bool>,
}
