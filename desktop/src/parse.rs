//! What the words of the command line mean.

use std::time::Duration;

use trueghz::clock::Timebase;
use trueghz::host::cpulist;
use trueghz::instructions::published::Published;
use trueghz::run::target::Selection;

/// The longest measurement of a core. What is longer is better repeated: a clock is not one number for long.
const LONGEST: Duration = Duration::from_secs(60);

/// Which cores.
pub fn selection(text: &str) -> Result<Selection, String> {
    match text {
        "all" => Ok(Selection::All),
        "current" => Ok(Selection::Current),
        _ => {
            let cpus =
                cpulist::parse(text).map_err(|error| format!("{error}; write 0,2-3, all or current"))?;
            if cpus.is_empty() {
                return Err("no core is named; write 0,2-3, all or current".to_owned());
            }
            Ok(Selection::Cpus(cpus))
        }
    }
}

/// A time: a number with a unit.
pub fn duration(text: &str) -> Result<Duration, String> {
    let ill_formed = || "a time is a number with ms or s: 500ms, 2s, 1.5s".to_owned();
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).ok_or_else(ill_formed)?;
    let (number, unit) = text.split_at(split);
    let seconds_per_unit = match unit.trim_start() {
        "ms" => 1e-3,
        "s" => 1.0,
        _ => return Err(ill_formed()),
    };
    let number: f64 = number.parse().map_err(|_| ill_formed())?;
    let seconds = number * seconds_per_unit;
    if seconds > LONGEST.as_secs_f64() {
        return Err(format!("at most {} s; for longer, use --repeat or --watch", LONGEST.as_secs()));
    }
    let duration = Duration::try_from_secs_f64(seconds).map_err(|_| ill_formed())?;
    if duration.is_zero() {
        return Err("no time leaves nothing to measure; 500ms is usual".to_owned());
    }
    Ok(duration)
}

/// The longest load, in minutes: a day.
const LONGEST_LOAD: f64 = 1_440.0;

/// Minutes of a load.
pub fn minutes(text: &str) -> Result<Duration, String> {
    let minutes: f64 = text.parse().map_err(|_| "a number of minutes, 5 or 0.5".to_owned())?;
    if minutes > LONGEST_LOAD {
        return Err(format!("at most {LONGEST_LOAD} minutes, which is a day"));
    }
    match Duration::try_from_secs_f64(minutes * 60.0) {
        Ok(length) if !length.is_zero() => Ok(length),
        _ => Err("a load takes some time; 5 minutes are usual".to_owned()),
    }
}

/// The longest time from one measurement to the next.
const LONGEST_INTERVAL: Duration = Duration::from_secs(24 * 3_600);

/// How often to begin: a number with a unit.
pub fn interval(text: &str) -> Result<Duration, String> {
    let ill_formed = || "an interval is a number with s, min or h, at most 24h: 30s, 5min, 1h".to_owned();
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.')).ok_or_else(ill_formed)?;
    let (number, unit) = text.split_at(split);
    let seconds_per_unit = match unit.trim_start() {
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3_600.0,
        _ => return Err(ill_formed()),
    };
    let number: f64 = number.parse().map_err(|_| ill_formed())?;
    let interval = Duration::try_from_secs_f64(number * seconds_per_unit).map_err(|_| ill_formed())?;
    if interval.is_zero() || interval > LONGEST_INTERVAL { Err(ill_formed()) } else { Ok(interval) }
}

/// Which instructions.
pub fn instructions(text: &str) -> Result<glob::Pattern, String> {
    glob::Pattern::new(text).map_err(|error| format!("{}, at letter {}", error.msg, error.pos + 1))
}

/// A core of which figures are published: its place among them.
pub fn published_core(text: &str) -> Result<usize, String> {
    let cores = Published::here().cores();
    let named: Vec<usize> = (0..cores.len()).filter(|&core| cores[core].contains(text)).collect();
    if let Some(exact) = cores.iter().position(|core| *core == text) {
        return Ok(exact);
    }
    match named.as_slice() {
        [core] => Ok(*core),
        [] => Err(format!("nothing is published of it here; there are {}", cores.join(", "))),
        several => {
            let names: Vec<&str> = several.iter().map(|&core| cores[core]).collect();
            Err(format!("several are called so: {}", names.join(", ")))
        }
    }
}

/// How often.
pub fn times(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(0) => Err("no measurement leaves nothing to show; 1 is usual".to_owned()),
        Ok(times) => Ok(times),
        Err(_) => Err(format!("a number of measurements from 1 to {}: 5", u32::MAX)),
    }
}

/// How many rounds: the fewest that carry a 95 % interval (2 of the 64 ways in which six coins fall are 3 %), and what a test of
/// them takes a second for.
const ROUNDS: std::ops::RangeInclusive<u32> = 6..=500;

/// How many rounds of two settings.
pub fn rounds(text: &str) -> Result<u32, String> {
    let rounds = text.parse().ok().filter(|rounds| ROUNDS.contains(rounds));
    rounds.ok_or_else(|| format!("a number of rounds from {} to {}: 10", ROUNDS.start(), ROUNDS.end()))
}

/// A fraction of two whole numbers, or a rate.
pub fn timebase(text: &str) -> Result<Timebase, String> {
    let ill_formed = || {
        "a timebase is a rate or a fraction of two whole numbers up to 4294967295: 24MHz, 125/3".to_owned()
    };
    if text.trim_end().ends_with("Hz") {
        return Timebase::from_hz(hertz(text).ok_or_else(ill_formed)?).map_err(|error| error.to_string());
    }
    let (numer, denom) = text.split_once('/').ok_or_else(ill_formed)?;
    let whole = |text: &str| text.trim().parse::<u32>().map_err(|_| ill_formed());
    Timebase::new(whole(numer)?, whole(denom)?).map_err(|error| error.to_string())
}

/// A rate in whole hertz: a number with a unit. Decimals are counted, not rounded: 19.2MHz is 19200000 Hz.
fn hertz(text: &str) -> Option<u64> {
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (number, unit) = text.split_at(split);
    let zeros: u32 = match unit.trim() {
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
        for (text, ms) in [("500ms", 500), ("2s", 2_000), ("1.5s", 1_500), ("0.5 ms", 0), ("60s", 60_000)] {
            assert_eq!(duration(text).map(|d| d.as_millis()), Ok(ms), "{text}");
        }
        for text in
            ["", "5", "ms", "1e3s", "-1s", "1.2.3s", "5m", "61s", "0s", "0ms", "0.0s", "1e400s", "infs"]
        {
            assert!(duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn intervals_have_a_unit_and_an_end() {
        for (text, seconds) in [("30s", 30), ("5min", 300), ("1.5 min", 90), ("24h", 86_400)] {
            assert_eq!(interval(text).map(|time| time.as_secs()), Ok(seconds), "{text}");
        }
        for text in ["", "5", "5m", "500ms", "0s", "25h", "-1s", "1e9s", "1.2.3s"] {
            assert!(interval(text).is_err(), "{text}");
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
