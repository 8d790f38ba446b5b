//! scratch
use fastrand::Rng;
use trueghz::Options;
use trueghz::estimate::{Estimate, estimate};
use trueghz::run::record::{Unwatched, record};
use trueghz::simulate::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let part: f64 = a[1].parse().unwrap();
    let each: f64 = a[2].parse().unwrap();
    for seed in a[3].parse::<u64>().unwrap()..a[4].parse::<u64>().unwrap() {
        let hz = 0.6e9 + Rng::with_seed(seed).f64() * 4.4e9;
        let begin = 55e6;
        let turns = (750e6 / each) as u32;
        let profile = if each < 0.0 {
            Profile::Steps(vec![(0.0, hz), (begin + 500e6 - 15e6, hz * (1.0 - part))])
        } else if each > 0.0 {
            Profile::Steps(
                (0..turns)
                    .map(|t| {
                        (
                            if t == 0 { 0.0 } else { begin + t as f64 * each },
                            if t % 2 == 0 { hz } else { hz * (1.0 - part) },
                        )
                    })
                    .collect(),
            )
        } else {
            Profile::Fixed(hz)
        };
        let d = Disturbances::interrupts(1000.0);
        let d = match std::env::var("SIB") {
            Ok(b) => {
                let v: Vec<f64> = b.split(',').map(|x| x.parse().unwrap()).collect();
                Disturbances::interrupts(250.0).and_sibling(Sibling { busy: v[0], burst_ns: v[1] })
            }
            Err(_) => d,
        };
        let d = match std::env::var("SHORT") {
            Ok(b) => Disturbances::interrupts(250.0).and_interrupts(Interrupts::short(b.parse().unwrap())),
            Err(_) => d,
        };
        let mut m = Machine::new(
            profile,
            CoreModel::default(),
            Timer {
                hz: std::env::var("TICK").ok().and_then(|t| t.parse().ok()).unwrap_or(24_000_000),
                read_ns: 25.0,
                jitter_ns: 5.0,
            },
            d,
            seed,
        );
        let r = record(&mut m, Some(0), &Options::new().seed(seed), &mut Unwatched).unwrap();
        let t = std::time::Instant::now();
        let e: Estimate = estimate(&r);
        let ms = t.elapsed().as_secs_f64() * 1e3;
        let st: Vec<String> = e
            .states
            .iter()
            .take(8)
            .map(|s| format!("{:+.0}:{:.1}%", (s.hz / hz - 1.0) * 1e6, s.share * 100.0))
            .collect();
        let f = e.frequency;
        println!(
            "{seed} {:.3} {:?} {:?} {:+.1} ppm kept {}/{} rounds {} {ms:.0} ms {} {:?}",
            hz / 1e9,
            e.verdict,
            e.reason,
            f.map_or(f64::NAN, |f| (f.hz / hz - 1.0) * 1e6),
            e.windows.kept,
            e.windows.taken,
            r.windows.0.last().unwrap().round + 1,
            st.join(" "),
            e.diagnostics
        );
    }
}
