//! Parsers of the values on the command line.

use std::time::Duration;

use trueghz::clock::Timebase;
use trueghz::host::cpulist;
use trueghz::run::target::Selection;
use trueghz_instructions::published::ReferenceFigures;

/// Maximum measuring time per core. Beyond it, repeat the measurement: a clock is not constant for
/// long.
const LONGEST: Duration = Duration::from_secs(60);

/// Maximum duration of a load, and maximum interval between measurements: a day.
const A_DAY: Duration = Duration::from_secs(24 * 3_600);

/// Parses the cores to measure.
pub fn selection(text: &str) -> Result<Selection, String> {
    match text {
        "all" => Ok(Selection::All),
        "current" => Ok(Selection::Current),
        _ => {
            let cpus =
                cpulist::parse(text).map_err(|error| format!("{error}; write 0,2-3, all or current"))?;
            if cpus.is_empty() {
                return Err("no core is given; write 0,2-3, all or current".to_owned());
            }
            Ok(Selection::Cpus(cpus))
        }
    }
}

/// Parses a measuring time.
pub fn duration(text: &str) -> Result<Duration, String> {
    time(text, LONGEST, "1min")
}

/// Parses the duration of a load or the interval between measurements.
pub fn long_duration(text: &str) -> Result<Duration, String> {
    time(text, A_DAY, "24h")
}

/// Parses a time: a number with a unit, at most `longest`.
fn time(text: &str, longest: Duration, limit: &str) -> Result<Duration, String> {
    let ill_formed = || "write a number with ms, s, min or h, such as 500ms, 1.5s or 5min".to_owned();
    let (number, unit) = number_and_unit(text).ok_or_else(ill_formed)?;
    let seconds_per_unit = match unit {
        "ms" => 1e-3,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3_600.0,
        _ => return Err(ill_formed()),
    };
    let seconds = number.parse::<f64>().map_err(|_| ill_formed())? * seconds_per_unit;
    if seconds > longest.as_secs_f64() {
        return Err(format!("must be at most {limit}"));
    }
    match Duration::try_from_secs_f64(seconds) {
        Ok(time) if !time.is_zero() => Ok(time),
        _ => Err("must be greater than 0".to_owned()),
    }
}

/// Splits a text after its leading digits and points.
fn number_and_unit(text: &str) -> Option<(&str, &str)> {
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    Some((&text[..split], text[split..].trim()))
}

/// Parses a percentage.
pub fn percent(text: &str) -> Result<f64, String> {
    let number = number_and_unit(text).filter(|(_, unit)| *unit == "%");
    let percent = number.and_then(|(number, _)| number.parse::<f64>().ok());
    percent.ok_or_else(|| "write a percentage with its sign, such as 1% or 0.5%".to_owned())
}

/// Parses a frequency, in hertz.
pub fn frequency(text: &str) -> Result<u64, String> {
    let hz = hertz(text).ok_or("write a number with Hz, kHz, MHz or GHz, such as 3.5GHz")?;
    if hz == 0 { Err("must be greater than 0".to_owned()) } else { Ok(hz) }
}

/// Parses a pattern of instructions.
pub fn instructions(text: &str) -> Result<glob::Pattern, String> {
    glob::Pattern::new(text).map_err(|error| format!("{}, at letter {}", error.msg, error.pos + 1))
}

/// Parses the name of a core with published figures; returns its index.
pub fn published_core(text: &str) -> Result<usize, String> {
    let cores = ReferenceFigures::here().cores();
    let named: Vec<usize> = (0..cores.len()).filter(|&core| cores[core].contains(text)).collect();
    if let Some(exact) = cores.iter().position(|core| *core == text) {
        return Ok(exact);
    }
    match named.as_slice() {
        [core] => Ok(*core),
        [] => Err(format!("no published figures for '{text}'; choose from: {}", cores.join(", "))),
        several => {
            let names: Vec<&str> = several.iter().map(|&core| cores[core]).collect();
            Err(format!("'{text}' matches {} cores; choose from: {}", names.len(), names.join(", ")))
        }
    }
}

/// Parses a number of repetitions.
pub fn count(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(0) => Err("must be at least 1".to_owned()),
        Ok(count) => Ok(count),
        Err(_) => Err(format!("write a whole number from 1 to {}", u32::MAX)),
    }
}

/// Allowed number of rounds: at least as many as a 95 % interval needs (the two extreme sign
/// patterns of six differences have a probability of 2/64 = 3 %), at most as many as the exact test
/// can process in a second.
const ROUNDS: std::ops::RangeInclusive<u32> = 6..=500;

/// Parses a number of rounds of two settings.
pub fn rounds(text: &str) -> Result<u32, String> {
    let rounds = text.parse().ok().filter(|rounds| ROUNDS.contains(rounds));
    rounds.ok_or_else(|| format!("write a whole number from {} to {}", ROUNDS.start(), ROUNDS.end()))
}

/// Parses a fraction of two whole numbers, or a rate.
pub fn timebase(text: &str) -> Result<Timebase, String> {
    let ill_formed = || {
        "write a rate with its unit, such as 24MHz, or a fraction of two whole numbers up to 4,294,967,295, such as 125/3"
            .to_owned()
    };
    if text.trim_end().ends_with("Hz") {
        return Timebase::from_hz(hertz(text).ok_or_else(ill_formed)?).map_err(|error| error.to_string());
    }
    let (numer, denom) = text.split_once('/').ok_or_else(ill_formed)?;
    let whole = |text: &str| text.trim().parse::<u32>().map_err(|_| ill_formed());
    Timebase::new(whole(numer)?, whole(denom)?).map_err(|error| error.to_string())
}

/// Parses a rate in whole hertz: a number with a unit. Decimals are exact, not rounded: 19.2MHz is
/// 19200000 Hz.
fn hertz(text: &str) -> Option<u64> {
    let (number, unit) = number_and_unit(text)?;
    let zeros: u32 = match unit {
        "Hz" => 0,
        "kHz" => 3,
        "MHz" => 6,
        "GHz" => 9,
        _ => return None,
    };
    let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
    let decimals = decimals.trim_end_matches('0');
    let zeros = zeros.checked_sub(u32::try_from(decimals.len()).ok()?)?;
    format!("{whole}{decimals}").parse::<u64>().ok()?.checked_mul(10_u64.pow(zeros))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_a_unit() {
        for (text, ms) in
            [("500ms", 500), ("2s", 2_000), ("1.5s", 1_500), ("0.5 ms", 0), ("60s", 60_000), ("1min", 60_000)]
        {
            assert_eq!(duration(text).map(|d| d.as_millis()), Ok(ms), "{text}");
        }
        for text in
            ["", "5", "ms", "1e3s", "-1s", "1.2.3s", "5m", "61s", "0s", "0ms", "0.0s", "1e400s", "infs", "1h"]
        {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn long_times_end_with_a_day() {
        for (text, seconds) in [("30s", 30), ("5min", 300), ("1.5 min", 90), ("24h", 86_400), ("500ms", 0)] {
            assert_eq!(long_duration(text).map(|time| time.as_secs()), Ok(seconds), "{text}");
        }
        assert_eq!(long_duration("25h"), Err("must be at most 24h".to_owned()));
        assert_eq!(long_duration("0s"), Err("must be greater than 0".to_owned()));
        assert!(long_duration("5m").is_err_and(|said| said.contains("5min")));
    }

    #[test]
    fn thresholds_have_a_unit() {
        assert_eq!((percent("1%"), percent("0.5 %"), percent("0%")), (Ok(1.0), Ok(0.5), Ok(0.0)));
        assert_eq!((frequency("3.5GHz"), frequency("800 MHz")), (Ok(3_500_000_000), Ok(800_000_000)));
        for text in ["", "1", "-1%", "%", "1.2.3%", "1ppm"] {
            assert!(percent(text).is_err(), "{text}");
        }
        for text in ["", "3.5", "GHz", "0GHz", "-1GHz", "3.5ghz"] {
            assert!(frequency(text).is_err(), "{text}");
        }
    }

    #[test]
    fn cores_are_a_list_or_a_word() {
        assert_eq!(selection("all"), Ok(Selection::All));
        assert_eq!(selection("current"), Ok(Selection::Current));
        assert_eq!(selection("0,2-3"), Ok(Selection::Cpus(vec![0, 2, 3])));
        for text in ["", "x", "3-1", "-1", "99999999999"] {
            assert!(selection(text).is_err(), "{text}: {:?}", selection(text));
        }
    }

    #[test]
    fn a_timebase_may_be_a_rate() {
        for (text, numer, denom) in [
            ("24MHz", 125, 3),
            ("19.2 MHz", 625, 12),
            ("1GHz", 1, 1),
            ("32.768kHz", 1_953_125, 64),
            ("1000000000Hz", 1, 1),
            ("33.3333350MHz", 200_000_000, 6_666_667),
        ] {
            assert_eq!(timebase(text), Ok(Timebase::new(numer, denom).unwrap()), "{text}");
        }
        for text in ["Hz", "MHz", "0Hz", "1.5Hz", "24mhz", "1..2MHz", "-1MHz", "99999999999GHz", "1.2.3MHz"] {
            assert!(timebase(text).is_err(), "{text}: {:?}", timebase(text));
        }
    }

    #[test]
    fn a_timebase_is_a_fraction() {
        assert_eq!(timebase("125/3"), Ok(Timebase::new(125, 3).unwrap()));
        for text in ["125", "125/0", "0/3", "1/2/3", "-1/3", "4294967296/1", "a/b"] {
            assert!(timebase(text).is_err(), "{text}");
        }
    }
}
