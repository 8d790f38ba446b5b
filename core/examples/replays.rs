//! scratch
use std::path::Path;
use trueghz::estimate::estimate;
use trueghz::report::{Outcome, RawMeasurement};
fn main() {
    for path in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&path).unwrap();
        let raw = RawMeasurement::from_json(&text).unwrap();
        let Outcome::Recorded(recording) = &raw.cores[0].outcome else { continue };
        let begun = std::time::Instant::now();
        let e = estimate(recording);
        let ms = begun.elapsed().as_secs_f64() * 1e3;
        let name = Path::new(&path).file_stem().unwrap().to_str().unwrap().to_owned();
        let st: Vec<String> = e
            .states
            .iter()
            .filter(|s| s.share > 0.002)
            .map(|s| format!("{:.2}:{:.1}%", s.hz / 1e6, s.share * 100.0))
            .collect();
        let shared = e
            .diagnostics
            .iter()
            .find_map(|d| match d {
                trueghz::estimate::diagnostic::Diagnostic::SharedCore {
                    percent_of_time,
                    slower_percent,
                    ..
                } => Some(format!("sh {percent_of_time:.0}% {:.2}%", slower_percent.unwrap_or(-1.0))),
                _ => None,
            })
            .unwrap_or_default();
        let Some(f) = e.frequency else {
            println!("{name:14} {:?} {:?} {ms:.0} ms", e.verdict, e.reason);
            continue;
        };
        println!(
            "{name:14} {:11} {:9.3} [{:9.3}, {:9.3}] kept {:6}/{:6} range {} tight {:.3} {ms:.0} ms  {:?} {shared} {}",
            e.verdict.code(),
            f.hz / 1e6,
            f.low_hz / 1e6,
            f.high_hz / 1e6,
            e.windows.kept,
            e.windows.taken,
            e.range.map_or(String::new(), |r| format!("{:.1}-{:.1}", r.low_hz / 1e6, r.high_hz / 1e6)),
            e.tight_loop.cycles_per_iteration.unwrap_or(f64::NAN),
            (
                f.parts.batch_spread_ppm as i32,
                f.parts.chain_disagreement_ppm as i32,
                f.parts.undetected_ppm as i32
            ),
            st.join(" ")
        );
    }
}
