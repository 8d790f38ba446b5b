//! Constant clocks: coverage and width of the interval.

use trueghz::estimate::verdict::Verdict;
use trueghz::simulate::{Disturbances, Hog, Interrupts, Profile, Timer};

use super::trial::{TIMERS, drawn_hz, reading, run_all};

/// Stalls per second that are shorter than a tick.
const STALLS_PER_SECOND: f64 = 50.0;

struct Setting {
    hz: u64,
    read_ns: f64,
    jitter_ns: f64,
    interrupts: f64,
    hog: bool,
}

impl Setting {
    fn disturbances(&self) -> Disturbances {
        let tick_ns = 1e9 / self.hz as f64;
        let stalls = Interrupts::uniform(STALLS_PER_SECOND, 0.0..=tick_ns);
        Disturbances {
            hog: self.hog.then_some(Hog { slice_ns: 4e6 }),
            ..Disturbances::interrupts(self.interrupts).and_interrupts(stalls)
        }
    }

    fn timer(&self) -> Timer {
        Timer { hz: self.hz, read_ns: self.read_ns, jitter_ns: self.jitter_ns }
    }
}

fn settings() -> Vec<Setting> {
    let mut settings = Vec::new();
    for hog in [false, true] {
        for (hz, read_ns) in TIMERS {
            for jitter_ns in [0.1e9 / hz as f64, 5.0] {
                for interrupts in [250.0, 1000.0, 2000.0] {
                    settings.push(Setting { hz, read_ns, jitter_ns, interrupts, hog });
                }
            }
        }
    }
    settings
}

/// The result of one reading.
struct Outcome {
    verdict: Verdict,
    error_ppm: f64,
    half_ppm: f64,
    holds: bool,
}

fn outcome(setting: &Setting, seed: u64) -> Outcome {
    let truth = drawn_hz(seed);
    let estimate = reading(Profile::Fixed(truth), setting.timer(), setting.disturbances(), seed);
    let (error_ppm, half_ppm, holds) = match estimate.frequency {
        Some(f) => ((f.hz.value / truth - 1.0) * 1e6, f.hz.half_width() / truth * 1e6, f.hz.contains(truth)),
        None => (f64::NAN, f64::NAN, false),
    };
    Outcome { verdict: estimate.verdict, error_ppm, half_ppm, holds }
}

/// Prints the table with `runs` per setting.
pub fn table(runs: u64) {
    println!(
        "tick_ns,jitter_ns,interrupts_per_s,hog,readings,coverage_percent,bias_ppm,rms_ppm,half_width_ppm,half_width_over_rms,\
         steady_percent,varying_percent"
    );
    for setting in settings() {
        let outcomes = run_all(runs, |seed| outcome(&setting, seed));
        let count = outcomes.len() as f64;
        let share = |of: &dyn Fn(&Outcome) -> bool| outcomes.iter().filter(|o| of(o)).count() as f64 / count;
        let numbers = || outcomes.iter().filter(|o| o.error_ppm.is_finite());
        let read = numbers().count() as f64;
        let bias = numbers().map(|o| o.error_ppm).sum::<f64>() / read;
        let rms = (numbers().map(|o| o.error_ppm.powi(2)).sum::<f64>() / read).sqrt();
        let half = numbers().map(|o| o.half_ppm).sum::<f64>() / read;
        println!(
            "{:.2},{:.1},{},{},{runs},{:.2},{bias:.2},{rms:.2},{half:.2},{:.2},{:.2},{:.2}",
            1e9 / setting.hz as f64,
            setting.jitter_ns,
            setting.interrupts,
            if setting.hog { "yes" } else { "no" },
            share(&|o| o.holds) * 100.0,
            half / rms,
            share(&|o| o.verdict == Verdict::Steady) * 100.0,
            share(&|o| o.verdict == Verdict::Varying) * 100.0,
        );
    }
}
