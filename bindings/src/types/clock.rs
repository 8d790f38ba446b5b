//! Clocks, what each is worth, and whether they agree.

use trueghz::clock::crosscheck::{
    Agreement, ClockEvent, ClockFinding, CrossCheck, Disagreement, EventKind, NotChecked, Ppm, WitnessCheck,
};
use trueghz::clock::quality::{
    AccessTime, ClockQuality, CountsInSleep, NotAClock, QualityRow, QualityTable, ToleranceSource,
};
use trueghz::clock::{ClockError, ClockId, Rate, RateSource, Timebase, UnknownRate};
use trueghz::report::TimingClock;

use super::Count;

/// A time source, named as its platform names it.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum ClockId {
    /// `mach_absolute_time()`: Apple's monotonic counter, stopped in sleep.
    MachAbsoluteTime,
    /// `clock_gettime(CLOCK_MONOTONIC_RAW)`: Linux and Android, the hardware's rate without NTP's slewing.
    MonotonicRaw,
    /// `clock_gettime(CLOCK_MONOTONIC)`: steered by NTP where it runs.
    Monotonic,
    /// `clock_gettime(CLOCK_REALTIME)`: the wall clock, which may step.
    Realtime,
    /// `QueryPerformanceCounter`: Windows.
    QueryPerformanceCounter,
    /// `CNTVCT_EL0`: the Arm generic timer, read directly.
    Cntvct,
    /// The x86 time stamp counter.
    Tsc,
    /// `mach_continuous_time()`: Apple's counter with the time asleep added.
    MachContinuousTime,
    /// `clock_gettime(CLOCK_UPTIME_RAW)`: Apple's nanoseconds of `mach_absolute_time`.
    UptimeRaw,
    /// `clock_gettime(CLOCK_MONOTONIC_COARSE)`: Linux, as of the last timer interrupt.
    MonotonicCoarse,
    /// `clock_gettime(CLOCK_REALTIME_COARSE)`: Linux, as of the last timer interrupt.
    RealtimeCoarse,
    /// `clock_gettime(CLOCK_BOOTTIME)`: Linux, `CLOCK_MONOTONIC` with the time asleep added.
    Boottime,
    /// `GetTickCount64`: Windows, milliseconds as of the last timer interrupt.
    TickCount64,
    /// `GetSystemTimePreciseAsFileTime`: Windows' wall clock, which may step.
    SystemTimePrecise,
    /// `QueryInterruptTime`: Windows, as of the last timer interrupt.
    InterruptTime,
    /// `std::time::Instant`: what Rust's standard library takes for monotonic here.
    Instant,
    /// A clock of the tests, which does what it is told.
    Mock,
}

/// The length of a tick in nanoseconds, as the fraction `numer / denom`, neither of them 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, uniffi::Record)]
pub struct TickLength {
    /// The numerator, as the platform states it.
    pub numer: u32,
    /// The denominator, as the platform states it.
    pub denom: u32,
}

uniffi::custom_type!(Timebase, TickLength, {
    remote,
    lower: |timebase| TickLength { numer: timebase.numer(), denom: timebase.denom() },
    try_lift: |length| Ok(Timebase::new(length.numer, length.denom)?),
});

/// The clock that times, as far as it is the same for all cores.
#[uniffi::remote(Record)]
pub struct TimingClock {
    /// Which source.
    pub id: ClockId,
    /// Its name in the platform's own spelling.
    pub name: String,
    /// The nominal length of its unit.
    pub timebase: Timebase,
    /// Its nominal rate, in hertz.
    pub nominal_hz: f64,
    /// The smallest step seen, in nanoseconds; absent where nothing was measured.
    pub step_ns: Option<f64>,
    /// What a read costs, in nanoseconds; absent where nothing was measured.
    pub access_ns: Option<f64>,
    /// Whether windows began and ended at edges of the tick.
    pub meets_edges: bool,
}

/// A value in parts per million with the bound of its error, which is hard: no confidence level applies.
#[uniffi::remote(Record)]
pub struct Ppm {
    /// The value.
    pub ppm: f64,
    /// It is off by no more than this.
    pub uncertainty_ppm: f64,
}

/// Why nothing was checked.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum NotChecked {
    /// There is no second clock.
    NoSecondClock,
    /// No second clock states a rate.
    NoSecondRate,
    /// Too few samples, or all at one moment.
    TooFewSamples,
}

/// The name of a disagreement.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum ClockFinding {
    /// The stated rates contradict each other, and the primary clock is not cleared.
    ClocksDisagree,
    /// A witness's stated rate is wrong: the primary clock is confirmed by another one.
    CounterRateWrong,
    /// The rates moved against each other, and the primary clock is not cleared.
    ClocksDrift,
    /// A witness's rate moved: the primary clock is confirmed by another one.
    CounterUnsteady,
}

/// Two clocks that contradict each other beyond the errors of both and 100 ppm.
#[uniffi::remote(Record)]
pub struct Disagreement {
    /// What is to be said about it.
    pub finding: ClockFinding,
    /// Whether a reading by the primary clock is to be refused.
    pub refuses: bool,
    /// The clock that is wrong, if a third one names it.
    pub culprit: Option<ClockId>,
    /// The primary clock.
    pub primary: ClockId,
    /// Its nominal rate in hertz.
    pub primary_hz: f64,
    /// The witness that is farthest off.
    pub witness: ClockId,
    /// The witness's nominal rate in hertz.
    pub witness_nominal_hz: Option<f64>,
    /// The witness's rate in hertz as the primary clock sees it.
    pub witness_seen_hz: Option<f64>,
    /// How far the witness is off, in ppm of the primary clock.
    pub difference: Ppm,
    /// How far one of the two may be steered on purpose, in ppm.
    pub tolerance_ppm: f64,
}

/// Whether the clocks agree on something.
#[uniffi::remote(Enum)]
pub enum Agreement {
    /// Nobody could say.
    Unchecked {
        /// Why not.
        reason: NotChecked,
    },
    /// All witnesses agree with the primary clock; the value is that of the most precise.
    Agree {
        /// The most precise witness.
        witness: ClockId,
        /// How far apart the two are.
        difference: Ppm,
    },
    /// At least one does not.
    Disagree(Disagreement),
}

/// What one witness has to say.
#[uniffi::remote(Record)]
pub struct WitnessCheck {
    /// The witness.
    pub id: ClockId,
    /// Its nominal rate in hertz, where one is stated.
    pub nominal_hz: Option<f64>,
    /// Its rate in hertz as the primary clock sees it.
    pub seen_hz: Option<f64>,
    /// How fast it runs against the primary clock, by both nominal rates: positive if the witness gains.
    pub rate: Option<Ppm>,
    /// How much faster it ran in the second half of the session than in the first.
    pub steadiness: Option<Ppm>,
    /// How far the system may steer one of the two clocks on purpose, in parts per million.
    pub tolerance_ppm: f64,
    /// Brackets left out because they are wide: the thread was interrupted inside.
    pub wide_brackets: Count,
}

/// What happened to a clock.
pub type ClockEventKind = EventKind;

/// What happened to a clock.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum ClockEventKind {
    /// A count was lower than one before it.
    SteppedBack,
    /// Time was gained or lost at once.
    Jumped,
    /// A count did not move while time passed.
    Froze,
    /// The rate was another one, for at least two samples in a row.
    RateChanged,
}

/// A moment at which two clocks parted.
#[uniffi::remote(Record)]
pub struct ClockEvent {
    /// What happened.
    pub kind: ClockEventKind,
    /// The clock to which it happened, where the record tells: by the count itself, or by a third clock.
    pub culprit: Option<ClockId>,
    /// The witness that noticed it.
    pub witness: ClockId,
    /// It happened after this moment, in nanoseconds of the primary clock since the first sample...
    pub after_ns: f64,
    /// ...and began before this one.
    pub before_ns: f64,
    /// What the witness gained on the primary clock (lost: negative), in nanoseconds.
    pub gain_ns: f64,
    /// The bound of the gain's error, in nanoseconds.
    pub gain_uncertainty_ns: f64,
}

/// The outcome of a session's cross-check.
#[uniffi::remote(Record)]
pub struct CrossCheck {
    /// The primary clock.
    pub primary: ClockId,
    /// Its nominal rate in hertz.
    pub primary_hz: f64,
    /// What each witness says.
    pub witnesses: Vec<WitnessCheck>,
    /// Jumps, stops, steps back, changes of rate, in the order of time.
    pub events: Vec<ClockEvent>,
    /// Do the stated rates agree?
    pub rate: Agreement,
    /// Did the rates stay the same against each other?
    pub steadiness: Agreement,
}

/// Who states a clock's rate.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum RateSource {
    /// The operating system, which answers for its own unit.
    System,
    /// A register that firmware fills in (`CNTFRQ_EL0`); the hardware does not interpret it.
    Register,
    /// The processor: CPUID leaf 0x15, crystal and ratio.
    Cpuid,
    /// The hypervisor: CPUID leaf 0x40000010.
    Hypervisor,
}

/// Why a counter's rate is not known.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum UnknownRate {
    /// Neither CPUID leaf 0x15 nor a hypervisor's leaf 0x40000010 gives it (AMD, most guests).
    NotInCpuid,
    /// A rate is stated that no counter of this kind has: firmware or a hypervisor did not fill it in, or
    /// filled it in wrongly.
    NotBelieved {
        /// What it states, in hertz.
        hz: u64,
    },
    /// The test wants it so.
    Mock,
}

/// A counter's nominal rate, or why there is none.
#[uniffi::remote(Enum)]
pub enum Rate {
    /// Stated, without measuring.
    Stated {
        /// The length of a tick.
        timebase: Timebase,
        /// Who says so.
        by: RateSource,
    },
    /// Nobody states it. Such a counter can witness that the other clock is steady, not that it is right.
    Unknown {
        /// Why.
        reason: UnknownRate,
    },
}

/// The time of a read, over many blocks of reads. A block's mean is one value of the distribution.
#[uniffi::remote(Record)]
pub struct AccessTime {
    /// The median, in nanoseconds.
    pub median_ns: f64,
    /// The 99th percentile, in nanoseconds: interrupts are in it.
    pub p99_ns: f64,
    /// Blocks that were timed.
    pub blocks: Count,
    /// Reads in a block.
    pub reads_per_block: u32,
}

/// Whether a clock counts while the machine sleeps, by its platform's documentation.
#[uniffi::remote(Enum)]
pub enum CountsInSleep {
    /// It does.
    Yes,
    /// It stands still.
    No,
    /// The documents do not say, or leave it to the hardware.
    Unknown,
}

/// What a clock is worth.
#[uniffi::remote(Record)]
pub struct ClockQuality {
    /// The clock.
    pub id: ClockId,
    /// The nominal rate, or why there is none.
    pub nominal: Rate,
    /// The smallest positive step seen, in ticks; none if the clock did not move while it was watched.
    pub resolution_ticks: Option<u64>,
    /// The same in nanoseconds.
    pub resolution_ns: Option<f64>,
    /// The time of a read.
    pub access: AccessTime,
    /// The shortest time that the clock can tell, in nanoseconds: the resolution or the time of a read.
    pub precision_ns: Option<f64>,
    /// Reads that were lower than the read before.
    pub steps_back: u64,
    /// Reads in which such were looked for.
    pub reads: u64,
    /// The rate against the primary clock; none for that clock itself, and where no rate is stated.
    pub rate: Option<Ppm>,
    /// The rate in hertz as the primary clock sees it.
    pub seen_hz: Option<f64>,
    /// Whether it counts in sleep.
    pub in_sleep: CountsInSleep,
    /// Seconds from now until the count starts anew, by its documented width.
    pub rolls_over_in_s: Option<f64>,
}

/// Why a counter is no clock.
#[uniffi::remote(Enum)]
#[non_exhaustive]
pub enum NotAClock {
    /// It counts the core's cycles, whose rate is what TrueGHz wants to know.
    CountsCycles,
    /// It counts the time that a processor spent on this process or thread.
    CountsCpuTime,
}

// Why a clock does not open: its words. Front ends show them, and nothing sends them back.
uniffi::custom_type!(ClockError, String, {
    remote,
    lower: |error| error.to_string(),
    try_lift: |text| Err(uniffi::deps::anyhow::anyhow!("{text:?}: errors come out of the core only")),
});

/// A row of the table of clocks.
#[uniffi::remote(Enum)]
pub enum QualityRow {
    /// A clock.
    Clock(ClockQuality),
    /// A clock that does not open here.
    Unavailable {
        /// The clock.
        id: ClockId,
        /// Why it does not, in words.
        error: ClockError,
    },
    /// What is taken for a clock and is none.
    NotAClock {
        /// Its name on the platform.
        name: String,
        /// Why it is none.
        reason: NotAClock,
    },
}

/// The table of clocks.
#[uniffi::remote(Record)]
pub struct QualityTable {
    /// The clock against which all was timed.
    pub primary: ClockId,
    /// A row per clock, the system's order.
    pub rows: Vec<QualityRow>,
}

/// Where a clock's tolerance comes from.
#[uniffi::remote(Enum)]
pub enum ToleranceSource {
    /// The usual tolerance of oscillators: nothing is known of this one.
    Assumed,
    /// The kernel keeps time with the help of NTP and knows what correction this clock would need.
    Kernel,
}
