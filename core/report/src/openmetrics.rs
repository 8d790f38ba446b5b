//! A measurement as gauges for Prometheus.
//!
//! The text is of two formats at once: Prometheus' text format 0.0.4 and OpenMetrics 1.0
//! (docs/sources.md). node_exporter's textfile collector reads the first only. It knows neither the
//! types `stateset` and `info` nor timestamps, and takes `# UNIT` and `# EOF` for comments; so
//! everything is a gauge, and nothing has a timestamp.
//!
//! An unknown value has no sample. Its gauge is still written, with type and help, so that each
//! text lists all names.

use std::fmt::Write;

use trueghz::Warning;
use trueghz::estimate::verdict::Verdict;
use trueghz::report::provenance::unix_seconds;
use trueghz::report::{Measurement, Reading};
use trueghz_host::{Claim, Machine};

/// The gauges of `measurement`: names begin with `trueghz_` and end with the base unit, and the
/// samples of a core have the labels `cpu` (absent if the system reports no number) and `kind`.
///
/// Two readings of one core and kind would be the same series, with which Prometheus refuses the
/// whole text: only the first of them is written.
pub fn text(measurement: &Measurement) -> String {
    let mut text = String::new();
    let of_readings = of_readings(&measurement.machine, &distinct(&measurement.cores));
    for gauge in of_measurement(measurement).iter().chain(&of_readings) {
        gauge.write(&mut text);
    }
    text.push_str("# EOF\n");
    text
}

/// Returns the first reading of each pair of core and kind.
fn distinct(readings: &[Reading]) -> Vec<&Reading> {
    let mut distinct: Vec<&Reading> = Vec::new();
    for reading in readings {
        if !distinct.iter().any(|other| (other.cpu, &other.kind) == (reading.cpu, &reading.kind)) {
            distinct.push(reading);
        }
    }
    distinct
}

/// A metric family of type gauge.
struct Gauge {
    name: &'static str,
    help: &'static str,
    samples: Vec<Sample>,
}

struct Sample {
    labels: Labels,
    value: f64,
}

type Labels = Vec<(&'static str, String)>;

/// Units with which names end. OpenMetrics requires the unit of a name to be declared.
const UNITS: [&str; 4] = ["hertz", "seconds", "ratio", "cycles_per_iteration"];

impl Gauge {
    fn write(&self, text: &mut String) {
        let Gauge { name, help, samples } = self;
        let _ = writeln!(text, "# TYPE {name} gauge");
        if let Some(unit) = UNITS.iter().find(|unit| name.ends_with(*unit)) {
            let _ = writeln!(text, "# UNIT {name} {unit}");
        }
        let _ = writeln!(text, "# HELP {name} {help}");
        for Sample { labels, value } in samples {
            let labels: Vec<String> =
                labels.iter().map(|(label, value)| format!("{label}=\"{}\"", escaped(value))).collect();
            let labels = if labels.is_empty() { String::new() } else { format!("{{{}}}", labels.join(",")) };
            let _ = writeln!(text, "{name}{labels} {value}");
        }
    }
}

/// A label's value: both formats escape these three characters.
fn escaped(value: &str) -> String {
    value.replace('\\', r"\\").replace('"', "\\\"").replace('\n', r"\n")
}

/// Gauges that are common to all cores.
fn of_measurement(measurement: &Measurement) -> [Gauge; 4] {
    let clock = &measurement.clock;
    let mut timer = vec![("timer", clock.name.clone())];
    timer.extend(clock.rate_from.map(|from| ("rate_from", from.name().to_owned())));
    let precision_ns = clock.step_ns.zip(clock.read_cost_ns).map(|(step, access)| step.max(access));
    let mut version = vec![("version", measurement.version.clone())];
    version.extend(measurement.options.clone().map(|options| ("options", options)));
    let began = measurement.measured_at.as_deref().and_then(unix_seconds);
    [
        Gauge {
            name: "trueghz_build_info",
            help: "The version that measured, and its options; always 1.",
            samples: vec![Sample { labels: version, value: 1.0 }],
        },
        Gauge {
            name: "trueghz_measurement_start_time_seconds",
            help: "When the measurement began, in seconds since 1970.",
            samples: began
                .map(|seconds| Sample { labels: Vec::new(), value: seconds as f64 })
                .into_iter()
                .collect(),
        },
        Gauge {
            name: "trueghz_timer_info",
            help: "The reference clock, and the clock that its rate was measured against; always 1.",
            samples: vec![Sample { labels: timer, value: 1.0 }],
        },
        Gauge {
            name: "trueghz_timer_precision_seconds",
            help: "Precision of the reference clock: its step or the time that a read takes, whichever is longer.",
            samples: precision_ns
                .map(|ns| Sample { labels: Vec::new(), value: ns / 1e9 })
                .into_iter()
                .collect(),
        },
    ]
}

/// A gauge that has one sample for each core of which the value is known.
struct OfCore {
    name: &'static str,
    help: &'static str,
    value: fn(&Reading) -> Option<f64>,
}

const OF_CORE: [OfCore; 15] = [
    OfCore {
        name: "trueghz_clock_hertz",
        help: "The core's measured clock; of one that moved, the mean over time.",
        value: |reading| reading.hz(),
    },
    OfCore {
        name: "trueghz_clock_lower_hertz",
        help: "Lower end of the clock's confidence interval.",
        value: |reading| Some(reading.frequency_hz?.low),
    },
    OfCore {
        name: "trueghz_clock_upper_hertz",
        help: "Upper end of the clock's confidence interval.",
        value: |reading| Some(reading.frequency_hz?.high),
    },
    OfCore {
        name: "trueghz_clock_repeatable_lower_hertz",
        help: "Lower end of the interval in which other readings by the same reference clock lie.",
        value: |reading| Some(reading.repeatable_hz?.low),
    },
    OfCore {
        name: "trueghz_clock_repeatable_upper_hertz",
        help: "Upper end of the interval in which other readings by the same reference clock lie.",
        value: |reading| Some(reading.repeatable_hz?.high),
    },
    OfCore {
        name: "trueghz_clock_confidence_ratio",
        help: "Confidence level of these intervals.",
        value: |reading| reading.hz().map(|_| reading.confidence),
    },
    OfCore {
        name: "trueghz_clock_at_least_hertz",
        help: "Lower bound of the clock where no moment was undisturbed and there is no reading.",
        value: |reading| reading.at_least_hz,
    },
    OfCore {
        name: "trueghz_clock_range_low_hertz",
        help: "Lowest clock of a core whose clock moved.",
        value: |reading| reading.range.map(|range| range.low_hz),
    },
    OfCore {
        name: "trueghz_clock_range_high_hertz",
        help: "Highest clock of a core whose clock moved.",
        value: |reading| reading.range.map(|range| range.high_hz),
    },
    OfCore {
        name: "trueghz_effective_clock_hertz",
        help: "Cycles that the measuring thread got per second of wall time.",
        value: |reading| reading.effective_hz,
    },
    OfCore {
        name: "trueghz_tight_loop_cycles_per_iteration",
        help: "Cycles that an iteration of an empty loop takes.",
        value: |reading| reading.tight_loop.cycles_per_iteration,
    },
    OfCore {
        name: "trueghz_tight_loop_standard_error_cycles_per_iteration",
        help: "Standard error of the cycles of an empty loop.",
        value: |reading| reading.tight_loop.error_cycles,
    },
    OfCore {
        name: "trueghz_windows_taken",
        help: "Timed windows of the reading.",
        value: |reading| Some(reading.windows.total as f64),
    },
    OfCore {
        name: "trueghz_windows_kept",
        help: "Timed windows of the reading that nothing disturbed.",
        value: |reading| Some(reading.windows.undisturbed as f64),
    },
    OfCore {
        name: "trueghz_timer_tolerance_ratio",
        help: "How far the reference clock may be off, a part of the clock's interval.",
        value: |reading| Some(reading.clock_tolerance_ppm / 1e6),
    },
];

/// The verdicts, a state each.
const VERDICTS: [Verdict; 4] = [Verdict::Steady, Verdict::Varying, Verdict::Unconfirmed, Verdict::Refused];

/// The base clock of the core of `reading`.
fn base_clock(machine: &Machine, reading: &Reading) -> Option<Claim> {
    let core = machine.cores.iter().find(|core| Some(core.cpu) == reading.cpu)?;
    // The exact ones are the first.
    core.claims.iter().filter(|claim| claim.source.is_base()).min_by_key(|claim| claim.source).copied()
}

/// Gauges of each core.
fn of_readings(machine: &Machine, readings: &[&Reading]) -> Vec<Gauge> {
    let numbers = OF_CORE.iter().map(|&OfCore { name, help, value }| {
        gauge(name, help, readings, |reading| {
            value(reading).map(|value| (Vec::new(), value)).into_iter().collect()
        })
    });
    numbers.chain(with_labels(machine, readings)).collect()
}

/// The gauges with samples that have a further label.
fn with_labels(machine: &Machine, readings: &[&Reading]) -> [Gauge; 7] {
    let of_witnesses = |reading: &Reading, value: fn(f64, f64) -> f64| -> Vec<(Labels, f64)> {
        let witnesses = reading.cross_check.iter().flat_map(|check| &check.witnesses);
        let rated = witnesses.filter_map(|witness| Some((witness.id.name(), witness.rate?)));
        rated
            .map(|(name, rate)| {
                (vec![("witness", name.to_owned())], value(rate.ppm, rate.uncertainty_ppm) / 1e6)
            })
            .collect()
    };
    [
        gauge(
            "trueghz_claimed_clock_hertz",
            "What the system claims that the core runs at, and where it says so.",
            readings,
            |reading| {
                reading.claim.iter().map(|claim| (one("source", claim.source.code()), claim.hz)).collect()
            },
        ),
        gauge(
            "trueghz_base_clock_hertz",
            "The clock that is guaranteed with all cores busy, and where the system says so.",
            readings,
            |reading| {
                let base = base_clock(machine, reading);
                base.iter().map(|base| (one("source", base.source.code()), base.hz as f64)).collect()
            },
        ),
        gauge(
            "trueghz_timer_deviation_ratio",
            "How much faster another clock of the machine runs than the reference clock, by their stated rates.",
            readings,
            |reading| of_witnesses(reading, |ppm, _| ppm),
        ),
        gauge(
            "trueghz_timer_deviation_bound_ratio",
            "How far that deviation may be off: a hard bound.",
            readings,
            |reading| of_witnesses(reading, |_, uncertainty_ppm| uncertainty_ppm),
        ),
        gauge(
            "trueghz_verdict",
            "1 for the verdict on the core's reading, 0 for the others.",
            readings,
            |reading| {
                let state = |verdict: Verdict| f64::from(u8::from(verdict == reading.verdict));
                VERDICTS.iter().map(|&verdict| (one("verdict", verdict.code()), state(verdict))).collect()
            },
        ),
        gauge(
            "trueghz_refusal_info",
            "Why the core has no reading; always 1, and absent where it has one.",
            readings,
            |reading| reading.reason.iter().map(|reason| (one("reason", reason.code()), 1.0)).collect(),
        ),
        gauge(
            "trueghz_warning_info",
            "A warning about the core's reading; always 1, and absent where there is none.",
            readings,
            |reading| {
                // A code may come twice, with other arguments; a series may not.
                let mut codes: Vec<&str> = reading.warnings.iter().map(Warning::code).collect();
                codes.sort_unstable();
                codes.dedup();
                codes.into_iter().map(|code| (one("code", code), 1.0)).collect()
            },
        ),
    ]
}

fn one(label: &'static str, value: &str) -> Labels {
    vec![(label, value.to_owned())]
}

/// A gauge of these samples of each reading, which get the core's labels before their own.
fn gauge(
    name: &'static str,
    help: &'static str,
    readings: &[&Reading],
    samples: impl Fn(&Reading) -> Vec<(Labels, f64)>,
) -> Gauge {
    let of_reading = |reading: &&Reading| {
        let core: Labels = core_labels(reading);
        let samples = samples(reading).into_iter();
        samples
            .map(move |(labels, value)| Sample { labels: [core.clone(), labels].concat(), value })
            .collect::<Vec<_>>()
    };
    Gauge { name, help, samples: readings.iter().flat_map(of_reading).collect() }
}

fn core_labels(reading: &Reading) -> Labels {
    let cpu = reading.cpu.map(|cpu| ("cpu", cpu.to_string()));
    cpu.into_iter().chain([("kind", reading.kind.clone())]).collect()
}
