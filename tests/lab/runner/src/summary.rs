//! The table of docs/lab.md, and what it comes to.

use crate::table::Row;

/// Below this rate a timer is called coarse: its limits are wider.
const COARSE_HZ: u64 = 13_000_000;
/// The worst error that is well, in ppm: 500 ms readings by a fine timer, 100 ms, and by a coarse timer.
const WORST_PPM: f64 = 30.0;
const WORST_SHORT_PPM: f64 = 100.0;
const WORST_COARSE_PPM: f64 = 150.0;
/// How far the tight loop's cycles may be from the machine's.
const WORST_TIGHT: f64 = 0.005;

fn limit_ppm(row: &Row) -> f64 {
    match (row.timer_hz < COARSE_HZ, row.duration_ms >= 500) {
        (true, _) => WORST_COARSE_PPM,
        (false, true) => WORST_PPM,
        (false, false) => WORST_SHORT_PPM,
    }
}

/// Whether a machine was read as it should be: a right verdict, and, where it vouches for a number, a right
/// number.
pub fn is_well(row: &Row) -> bool {
    let sure = row.verdict == "steady";
    let error = row.error_ppm().is_some_and(|error| error.abs() <= limit_ppm(row));
    let tight = row.tight_loop.1.is_some_and(|cycles| (cycles - row.tight_loop.0).abs() <= WORST_TIGHT);
    row.expected && (!sure || error && tight)
}

/// Prints the table and the summary, as Markdown.
pub fn print(rows: &[Row], seed: u64) {
    println!("Seed {seed}.\n");
    println!(
        "| machine | timer | time | truth, MHz | reading, MHz | error, ppm | ± ppm | holds | verdict | \
         tight loop: set, read | named | |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|---|---|---|---|---|");
    for row in rows {
        println!("{}", line(row));
    }
    println!();
    sums(rows);
}

fn line(row: &Row) -> String {
    let number = |value: Option<f64>, places| value.map_or("–".into(), |value| format!("{value:.places$}"));
    let truth = Some(row.truth_hz / 1e6).filter(|mhz| mhz.is_finite());
    let reading = row.reading.map(|[hz, ..]| hz / 1e6);
    let holds = row.holds().map_or("–", |holds| if holds { "yes" } else { "no" });
    format!(
        "| {} | {} MHz | {} ms | {} | {} | {} | {} | {} | {} | {:.3}, {} | {} | {} |",
        row.machine,
        row.timer_hz as f64 / 1e6,
        row.duration_ms,
        number(truth, 3),
        number(reading, 3),
        row.error_ppm().map_or("–".into(), |error| format!("{error:+.1}")),
        number(row.half_width_ppm(), 1),
        holds,
        row.verdict,
        row.tight_loop.0,
        number(row.tight_loop.1, 3),
        row.named.join(", "),
        if is_well(row) { "" } else { "**not as it should be**" }
    )
}

/// The figures of the machines that are to be `steady`, by timer and time.
fn sums(rows: &[Row]) {
    println!(
        "| readings | number | steady | median of errors, ppm | worst | interval holds | half-width / RMS |"
    );
    println!("|---|---:|---:|---:|---:|---:|---:|");
    for (name, coarse, long) in [
        ("500 ms, timers of 13 MHz and more", false, true),
        ("500 ms, slower timers", true, true),
        ("100 ms, timers of 13 MHz and more", false, false),
        ("100 ms, slower timers", true, false),
    ] {
        let is_of = |row: &&Row| {
            let class = (row.timer_hz < COARSE_HZ, row.duration_ms >= 500);
            row.must_be_steady && class == (coarse, long)
        };
        let class: Vec<&Row> = rows.iter().filter(is_of).collect();
        if !class.is_empty() {
            println!("| {name} | {} |", sum(&class));
        }
    }
}

fn sum(class: &[&Row]) -> String {
    let mut errors: Vec<f64> = class.iter().filter_map(|row| row.error_ppm()).map(f64::abs).collect();
    errors.sort_by(f64::total_cmp);
    let steady = class.iter().filter(|row| row.verdict == "steady").count();
    let hold = class.iter().filter(|row| row.holds() == Some(true)).count();
    let (Some(median), Some(worst)) = (errors.get(errors.len() / 2), errors.last()) else {
        return format!("{} | {steady} | – | – | – | –", class.len());
    };
    let rms = (errors.iter().map(|error| error * error).sum::<f64>() / errors.len() as f64).sqrt();
    let widths: Vec<f64> = class.iter().filter_map(|row| row.half_width_ppm()).collect();
    let width = widths.iter().sum::<f64>() / widths.len() as f64;
    let of = class.len();
    format!("{of} | {steady} | {median:.1} | {worst:.1} | {hold} | {:.1}", width / rms)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(verdict: &str, reading_hz: f64, cycles: f64) -> Row {
        Row {
            machine: "a machine".into(),
            truth_hz: 1e9,
            timer_hz: 24_000_000,
            duration_ms: 500,
            verdict: verdict.into(),
            expected: verdict != "varying",
            must_be_steady: true,
            reading: Some([reading_hz, reading_hz - 1e3, reading_hz + 1e3]),
            tight_loop: (1.0, Some(cycles)),
            named: Vec::new(),
        }
    }

    #[test]
    fn a_wrong_number_is_not_well() {
        assert!(is_well(&row("steady", 1e9 + 29e3, 1.0)));
        assert!(!is_well(&row("steady", 1e9 + 31e3, 1.0)), "31 ppm off");
        assert!(!is_well(&row("steady", 1e9, 1.006)), "the tight loop is off");
        assert!(!is_well(&row("varying", 1e9, 1.0)), "not a verdict for this machine");
        assert!(is_well(&row("unconfirmed", 2e9, 2.0)), "nobody vouches for this number");
    }

    #[test]
    fn a_number_without_a_value_is_not_well() {
        let mut steady = row("steady", 1e9, 1.0);
        steady.reading = None;
        assert!(!is_well(&steady));
    }
}
