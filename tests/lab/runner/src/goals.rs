//! Requirements on the results of many measurements.

use crate::curves::Followed;
use crate::instructions::{Known, Set, Shared};
use crate::list::Part;
use crate::row::Row;

/// A requirement and the value reached.
#[derive(Debug, Clone, PartialEq)]
pub struct Goal {
    /// In words.
    pub what: String,
    /// The bound, with its unit.
    pub asked: String,
    /// The figure, with its unit.
    pub reached: String,
    /// Whether that is within the bound.
    pub met: bool,
}

/// A class of readings of which errors are compared with intervals: their name, and who belongs to
/// it.
type Class = (&'static str, fn(&Row) -> bool);

const CLASSES: [Class; 4] = [
    ("500 ms, timers of 13 MHz and more", |row| !row.is_short() && !row.is_coarse()),
    ("500 ms, slower timers", |row| !row.is_short() && row.is_coarse()),
    ("100 ms, timers of 13 MHz and more", |row| row.is_short() && !row.is_coarse()),
    ("100 ms, slower timers", |row| row.is_short() && row.is_coarse()),
];

/// Every goal that any of the rows has to do with.
pub fn of(rows: &[Row]) -> Vec<Goal> {
    let part = |part| move |row: &Row| row.part == part;
    let mut goals = Goals { rows, list: Vec::new() };
    goals.errors("27 clocks and timers, 500 ms: median error", part(Part::Timers), median, 5.0);
    goals.errors(
        "the same, timers of 13 MHz and more: worst error",
        |row| row.part == Part::Timers && !row.is_coarse(),
        worst,
        30.0,
    );
    goals.errors(
        "the same, 1.92 MHz: worst error (60 hoped for)",
        |row| row.part == Part::Timers && row.is_coarse(),
        worst,
        150.0,
    );
    goals.errors(
        "100 ms, timers of 13 MHz and more: worst error",
        |row| row.part == Part::Short && !row.is_coarse(),
        worst,
        100.0,
    );
    goals.share(
        "fixed clocks that nothing disturbs: `steady`",
        Row::is_plain,
        |row| row.verdict == "steady",
        98,
    );
    goals.share("the same: the interval holds the truth", Row::is_plain, |row| row.holds() == Some(true), 90);
    for (name, is_of) in CLASSES {
        goals.width(&format!("half-width against the error, both RMS: {name}"), move |row| {
            row.is_plain() && is_of(row)
        });
    }
    goals.tight_loop();
    goals.share(
        "`steady` readings that are not off by a factor",
        |row| row.verdict == "steady",
        |row| row.error_ppm().is_some_and(|error| error.abs() < 1e4),
        100,
    );
    goals.share(
        "clocks that have climbed to their peak: `steady` and right",
        part(Part::Ramps),
        Row::is_well,
        100,
    );
    goals.share("clocks that move: `varying`, both states right", part(Part::Moving), Row::is_well, 100);
    goals.share(
        "250 and 2,000 interrupts a second: `steady` and right",
        part(Part::Interrupts),
        Row::is_well,
        100,
    );
    goals.errors(
        "beside a hog: median of the errors, with their signs",
        part(Part::Hog),
        median_signed,
        100.0,
    );
    goals.share(
        "beside a hog: the interval holds the truth",
        part(Part::Hog),
        |row| row.holds() == Some(true),
        90,
    );
    goals.share(
        "timers that are wrong: what is right to say is said",
        part(Part::TimerFaults),
        Row::is_well,
        100,
    );
    goals.share("cores that cannot be seen through: not `steady`", part(Part::Blind), Row::is_well, 100);
    goals.share(
        "the program for macOS: no type of core but the one that it ran on",
        part(Part::Apple),
        Row::is_well,
        100,
    );
    goals.list
}

/// The goals of the tables of instructions.
pub fn of_instructions(sets: &[Set]) -> Vec<Goal> {
    let rows = || sets.iter().flat_map(|set| &set.rows);
    if rows().next().is_none() {
        return Vec::new();
    }
    let (right, all) = (rows().filter(|row| row.is_right()).count(), rows().count());
    let mut goals = vec![Goal {
        what: "instructions: every latency and throughput within ± 0.02 cycles of what the core was given"
            .into(),
        asked: "all".into(),
        reached: format!("{right} of {all}"),
        met: right == all,
    }];
    goals.extend(frinta(sets));
    goals
}

/// The goals of machines whose units are drawn.
pub fn of_shared(shared: &[Shared]) -> Vec<Goal> {
    if shared.is_empty() {
        return Vec::new();
    }
    let sum = |of: fn(&Shared) -> usize| shared.iter().map(of).sum::<usize>();
    let (pairs, told) = (sum(|one| one.pairs), sum(|one| one.told));
    let right = told - sum(|one| one.wrong.len());
    vec![
        Goal {
            what: "units: pairs of instructions of which it is told how many units they share, and rightly"
                .into(),
            asked: "99 % of those told".into(),
            reached: format!("{right} of {told}"),
            met: right * 100 >= told * 99,
        },
        Goal {
            what: "units: pairs of which it is told".into(),
            asked: "90 %".into(),
            reached: format!("{told} of {pairs}"),
            met: told * 10 >= pairs * 9,
        },
    ]
}

/// The goals of cores that compute as a published one.
pub fn of_known(known: &[Known]) -> Vec<Goal> {
    let named = known.iter().filter(|known| known.is_well()).count();
    let goal = Goal {
        what: "cores that compute as a published one: named by `trueghz identify`".into(),
        asked: "all".into(),
        reached: format!("{named} of {}", known.len()),
        met: named == known.len(),
    };
    if known.is_empty() { Vec::new() } else { vec![goal] }
}

/// The goals of clocks that are followed window by window.
pub fn of_curves(curves: &[Followed]) -> Vec<Goal> {
    if curves.is_empty() {
        return Vec::new();
    }
    let sum = |of: fn(&Followed) -> usize| curves.iter().map(of).sum::<usize>();
    let (windows, unflagged, within) =
        (sum(|one| one.windows), sum(|one| one.unflagged), sum(|one| one.within));
    let few = curves.iter().all(Followed::flags_few);
    let checks = || curves.iter().flat_map(|one| &one.checks);
    let met = checks().filter(|check| check.is_met()).count();
    vec![
        Goal {
            what: "clocks that are followed: windows that are not flagged as interrupted, on each machine"
                .into(),
            asked: "95 %".into(),
            reached: format!("{:.1} % of all", unflagged as f64 / windows as f64 * 100.0),
            met: few,
        },
        Goal {
            what: "of these, those that are the profile's integral within a step of the clock and a read"
                .into(),
            asked: "all".into(),
            reached: format!("{within} of {unflagged}"),
            met: within == unflagged,
        },
        Goal {
            what: "their clocks, times and steps".into(),
            asked: "all".into(),
            reached: format!("{met} of {}", checks().count()),
            met: met == checks().count(),
        },
    ]
}

/// On the core like an M1: what docs/sources.md has of it, Latencies.
fn frinta(sets: &[Set]) -> Option<Goal> {
    const ASKED: [f64; 2] = [3.0, 0.25];
    let set = sets.iter().find(|set| set.name.starts_with("m1-like"))?;
    let of_half = set.rows.iter().filter(|row| row.form == "frinta h, h");
    let read: Vec<f64> = of_half.filter_map(|row| row.read.map(|[cycles, ..]| cycles)).collect();
    let words =
        |cycles: &[f64]| cycles.iter().map(|cycles| format!("{cycles:.2}")).collect::<Vec<_>>().join(", ");
    Some(Goal {
        what: "a core like an M1: FRINTA of a half, latency and throughput".into(),
        asked: words(&ASKED),
        reached: words(&read),
        met: words(&read) == words(&ASKED),
    })
}

struct Goals<'a> {
    rows: &'a [Row],
    list: Vec<Goal>,
}

impl<'a> Goals<'a> {
    fn rows(&self, is_of: impl Fn(&Row) -> bool) -> Vec<&'a Row> {
        self.rows.iter().filter(|row| is_of(row)).collect()
    }

    /// A figure of the errors. A reading without a number is as wrong as can be.
    fn errors(
        &mut self,
        what: &str,
        is_of: impl Fn(&Row) -> bool,
        figure: fn(Vec<f64>) -> f64,
        most_ppm: f64,
    ) {
        let rows = self.rows(is_of);
        let errors: Vec<f64> = rows.iter().map(|row| row.error_ppm().unwrap_or(f64::INFINITY)).collect();
        if errors.is_empty() {
            return;
        }
        let reached = figure(errors);
        self.list.push(Goal {
            what: format!("{what} ({} readings)", rows.len()),
            asked: format!("≤ {most_ppm} ppm"),
            reached: format!("{reached:.1} ppm"),
            met: reached.abs() <= most_ppm,
        });
    }

    /// Adds the share of some rows that are as they should be.
    fn share(
        &mut self,
        what: &str,
        is_of: impl Fn(&Row) -> bool,
        is_right: impl Fn(&Row) -> bool,
        percent: usize,
    ) {
        /// Fewer readings than this do not determine a share.
        const ROWS_MIN: usize = 10;
        let rows = self.rows(is_of);
        if rows.is_empty() || percent < 100 && rows.len() < ROWS_MIN {
            return;
        }
        let right = rows.iter().filter(|row| is_right(row)).count();
        self.list.push(Goal {
            what: what.into(),
            asked: if percent == 100 { "all".into() } else { format!("≥ {percent} %") },
            reached: format!("{right} of {}", rows.len()),
            met: right * 100 >= percent * rows.len(),
        });
    }

    /// The stated half-widths against the errors, both by their root of the mean square.
    fn width(&mut self, what: &str, is_of: impl Fn(&Row) -> bool) {
        /// Fewer readings than this do not determine an error's size within a third.
        const ROWS_MIN: usize = 5;
        const TIMES_MOST: f64 = 3.0;
        let rows = self.rows(is_of);
        let rms = |figure: fn(&Row) -> Option<f64>| {
            let squares: Vec<f64> = rows.iter().filter_map(|row| figure(row)).map(|ppm| ppm * ppm).collect();
            (squares.iter().sum::<f64>() / squares.len() as f64).sqrt()
        };
        if rows.len() < ROWS_MIN {
            return;
        }
        let times = rms(Row::half_width_ppm) / rms(Row::error_ppm);
        // The root of the mean square of N errors is itself uncertain, by 1 / sqrt(2 N) of it.
        let error = times / (2.0 * rows.len() as f64).sqrt();
        self.list.push(Goal {
            what: format!("{what} ({} readings)", rows.len()),
            asked: format!("≤ {TIMES_MOST} times"),
            reached: format!("{times:.1} ± {error:.1} times"),
            met: times <= TIMES_MOST,
        });
    }

    fn tight_loop(&mut self) {
        const MOST: f64 = 0.005;
        let rows = self.rows(|row| row.verdict == "steady");
        let errors = rows.iter().map(|row| row.tight_error().unwrap_or(f64::INFINITY));
        let Some(worst) = errors.map(f64::abs).max_by(f64::total_cmp) else { return };
        self.list.push(Goal {
            what: "the tight loop of every `steady` reading: worst error".into(),
            asked: format!("≤ {MOST} cycles"),
            reached: format!("{worst:.4} cycles"),
            met: worst <= MOST,
        });
    }
}

fn worst(errors: Vec<f64>) -> f64 {
    errors.into_iter().map(f64::abs).fold(0.0, f64::max)
}

fn median(errors: Vec<f64>) -> f64 {
    median_signed(errors.into_iter().map(f64::abs).collect())
}

fn median_signed(mut errors: Vec<f64>) -> f64 {
    errors.sort_by(f64::total_cmp);
    let middle = errors.len() / 2;
    if errors.len() % 2 == 1 { errors[middle] } else { f64::midpoint(errors[middle - 1], errors[middle]) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::tests::row;

    fn goal<'a>(goals: &'a [Goal], what: &str) -> &'a Goal {
        goals.iter().find(|goal| goal.what.contains(what)).expect(what)
    }

    #[test]
    fn a_refusal_is_no_small_error() {
        let mut rows = vec![row("steady", 1.0), row("steady", -2.0), row("steady", 3.0)];
        assert_eq!(goal(&of(&rows), "median error").reached, "2.0 ppm");
        assert!(goal(&of(&rows), "worst error").met);
        rows[1].reading_hz = None;
        assert!(!goal(&of(&rows), "worst error").met);
        rows[0].reading_hz = None;
        assert!(!goal(&of(&rows), "median error").met);
    }

    #[test]
    fn intervals_must_hold_and_must_not_be_wide() {
        // Half-widths of 1 ppm.
        let of_errors = |error_ppm: f64, wrong: usize| {
            let right = (wrong..10).map(|_| row("steady", error_ppm));
            of(&right.chain((0..wrong).map(|_| row("steady", 1.1))).collect::<Vec<_>>())
        };
        let goals = of_errors(0.5, 1);
        assert!(goal(&goals, "holds").met && goal(&goals, "half-width").met, "{goals:#?}");
        assert!(!goal(&of_errors(0.5, 2), "holds").met);
        assert!(!goal(&of_errors(0.2, 0), "half-width").met);
    }
}
