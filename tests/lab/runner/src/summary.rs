//! The tables of docs/lab.md.

use std::collections::BTreeSet;

use crate::curves::{Check, Followed};
use crate::figures::Figure;
use crate::goals::Goal;
use crate::instructions::{Compared, Known, Set};
use crate::list::Part;
use crate::row::Row;

/// The sections: each with its name and a sentence.
const SECTIONS: [(Part, &str, &str); 11] = [
    (Part::Timers, "Clocks and timers", "Nine clocks, each with three of nine timers. 500 ms."),
    (Part::Short, "In 100 ms", "The same clocks and timers."),
    (Part::Cores, "Cores", "Other cores, in 500 and 100 ms, each with a clock of its own."),
    (
        Part::Clusters,
        "Several kinds of core",
        "Each cluster has a core and a clock of its own, and one row. A row is as it should be only if every \
         kind was found, none twice, and none mixed with another.",
    ),
    (
        Part::Migration,
        "Moved to another core",
        "Another process moves the program to core 3, of the other kind, in the warm-up (40 ms) or among the \
         windows (200 ms). The truth is that of the core that the reading names; that it was moved must be \
         said.",
    ),
    (
        Part::Ramps,
        "Ramps",
        "The clock climbs from idle to its peak while the instrument warms up. The truth is the peak.",
    ),
    (
        Part::Moving,
        "Clocks that move",
        "The clock moves while windows are taken. The truth is the mean over time; lowest and highest state stand \
         beside it. `varying` is the only right word.",
    ),
    (
        Part::Interrupts,
        "Interrupts",
        "A process on the same core, of real-time priority, is woken so many times a second, besides the kernel's \
         own 250 ticks.",
    ),
    (
        Part::Hog,
        "A hog",
        "A process on the same core is busy all the time. \"Effective\" is what the program got of the core.",
    ),
    (
        Part::TimerFaults,
        "Timers that are wrong",
        "The register of the timer's rate lies, and the kernel knows better from the device tree; or the timer \
         stands still, or jumps, 200 ms after the program's start.",
    ),
    (
        Part::Blind,
        "What the method cannot see through",
        "All one-cycle kinds take 2 cycles, or ½; or everything takes one. The numbers may be half or twice the \
         clock, and `unconfirmed` says not to trust them.",
    ),
];

/// Prints everything, as Markdown.
pub fn print(rows: &[Row], sets: &[Set], curves: &[Followed], goals: &[Goal], figures: &[Figure], seed: u64) {
    println!("Seed {seed}, {} readings, {} tables of instructions.\n", rows.len(), sets.len());
    println!("## Goals\n");
    println!("| goal | asked | reached | met |");
    println!("|---|---:|---:|---|");
    for goal in goals {
        let met = if goal.met { "yes" } else { "**no**" };
        println!("| {} | {} | {} | {met} |", goal.what, goal.asked, goal.reached);
    }
    for (part, name, sentence) in SECTIONS {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.part == part).collect();
        if rows.is_empty() {
            continue;
        }
        println!("\n## {name}\n\n{sentence}\n");
        for figure in figures.iter().filter(|figure| figure.part == part) {
            println!("![{}](lab/{})\n\n{}\n", figure.says, figure.file, figure.says);
        }
        table(part, &rows);
    }
    if !sets.is_empty() {
        instructions(sets);
    }
    if !curves.is_empty() {
        followed(curves);
    }
}

/// The section of cores that compute as a published one.
pub fn known(known: &[Known]) {
    if known.is_empty() {
        return;
    }
    println!(
        "\n## Known cores\n\nForms take what is published of a core; the rest what their classes take. `trueghz identify` names the \
         nearest class.\n"
    );
    println!("| computes as | forms given | named | distance | latencies | |");
    println!("|---|---:|---|---:|---:|---|");
    for one in known {
        let (distance, pairs) = one.distance.map_or_else(
            || (none(), none()),
            |(distance, pairs)| (format!("{distance:.2}"), pairs.to_string()),
        );
        println!(
            "| {} | {} | {} | {distance} | {pairs} | {} |",
            one.core,
            one.given,
            one.nearest.join(", "),
            if one.is_well() { "" } else { "**not as it should be**" }
        );
    }
}

/// The section of clocks that are followed window by window.
fn followed(curves: &[Followed]) {
    println!(
        "\n## Clocks that are followed\n\n`trueghz ramp` after a rest, and `trueghz sustained` inside a load. \"Within\" are the \
         unflagged windows whose time is that of the profile, within a step of the clock and a read. What was found comes first, \
         what is true in brackets.\n"
    );
    println!("| machine | timer | windows | unflagged | within | found (true) | |");
    println!("|---|---:|---:|---:|---:|---|---|");
    for one in curves {
        let checks: Vec<String> = one.checks.iter().map(Check::text).collect();
        println!(
            "| {} | {} MHz | {} | {} | {} | {} | {} |",
            one.name,
            one.machine.timer_hz as f64 / 1e6,
            one.windows,
            one.unflagged,
            one.within,
            checks.join("; "),
            if one.is_well() { "" } else { "**not as it should be**" }
        );
    }
}

/// The section of instructions: a row for each machine, then what did not come back.
fn instructions(sets: &[Set]) {
    println!(
        "\n## Instructions\n\nEvery form has a latency for each source and result and a throughput of its own, drawn \
         from the seed: whole cycles, halves, thirds, quarters, and any number. \"Off\" is how far a number of \
         `trueghz instructions` is from what the core was given, in cycles.\n"
    );
    println!(
        "| machine | timer | clock | reading | rows | within ± 0.02 | median off | most off | interval holds | \
         shapes agree | timer interrupts | time | absent | |"
    );
    println!("|---|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---|");
    for set in sets {
        let count = |is: fn(&Compared) -> bool| set.rows.iter().filter(|row| is(row)).count();
        println!(
            "| {} | {} MHz | {} | {} | {} | {} | {:.4} | {:.3} | {} | {} | {} | {:.0} s | {} | {} |",
            set.name,
            set.machine.timer_hz as f64 / 1e6,
            set.clock(),
            set.verdict,
            set.rows.len(),
            set.right(),
            set.median(),
            set.worst(),
            count(Compared::holds),
            count(|row| row.shapes_agree != Some(false)),
            set.timer_interrupts,
            set.seconds,
            set.absent.len(),
            if set.is_well() { "" } else { "**not as it should be**" }
        );
    }
    for set in sets {
        let wrong: Vec<&Compared> = set.rows.iter().filter(|row| !row.is_right()).collect();
        if !wrong.is_empty() {
            println!(
                "\n{}, not as it should be:\n\n| instruction | | given | read | |\n|---|---|---:|---:|---|",
                set.name
            );
        }
        for row in wrong {
            let read =
                row.read.map_or(none(), |[cycles, low, high]| format!("{cycles:.3} ({low:.3} to {high:.3})"));
            let missing = row.missing.as_deref().unwrap_or_default();
            println!("| {} | {} | {:.3} | {read} | {missing} |", row.form, row.measure, row.truth);
        }
    }
    let list = |texts: fn(&Set) -> &[String]| {
        let all: BTreeSet<&String> = sets.iter().flat_map(texts).collect();
        if all.is_empty() {
            "none".into()
        } else {
            all.into_iter().map(|text| format!("`{text}`")).collect::<Vec<_>>().join(", ")
        }
    };
    println!(
        "\nAbsent from the emulator's core: {}. Not modelled: {}.",
        list(|set| &set.absent),
        list(|set| &set.untold)
    );
}

/// A column: its head, and what a row has in it.
type Column = (&'static str, fn(&Row) -> String);

const PLAIN: [Column; 6] = [
    ("truth, MHz", |row| mhz(row.truth_hz[1])),
    ("reading, MHz", |row| row.reading_hz.map_or(none(), |[hz, ..]| mhz(hz))),
    ("error, ppm", |row| row.error_ppm().map_or(none(), |error| format!("{error:+.1}"))),
    ("± ppm", |row| row.half_width_ppm().map_or(none(), |ppm| format!("{ppm:.1}"))),
    ("holds", |row| row.holds().map_or(none(), |holds| yes_or_no(holds).into())),
    ("tight loop: set, read", |row| {
        let read = row.tight_loop.1.map_or(none(), |cycles| format!("{cycles:.3}"));
        format!("{:.3}, {read}", row.tight_loop.0)
    }),
];

const MOVING: [Column; 4] = [
    ("mean: truth, read, MHz", |row| {
        format!("{}, {}", mhz(row.truth_hz[1]), row.reading_hz.map_or(none(), |[hz, ..]| mhz(hz)))
    }),
    ("lowest: truth, read, MHz", |row| {
        format!("{}, {}", mhz(row.truth_hz[0]), row.range_hz.map_or(none(), |[low, _]| mhz(low)))
    }),
    ("highest: truth, read, MHz", |row| {
        format!("{}, {}", mhz(row.truth_hz[2]), row.range_hz.map_or(none(), |[_, high]| mhz(high)))
    }),
    ("states off by, ppm", |row| {
        row.state_errors_ppm().map_or(none(), |[low, high]| format!("{low:+.0}, {high:+.0}"))
    }),
];

const WARM_UP: Column = ("warm-up, ms", |row| format!("{:.0}, {}", row.warm_up.0, row.warm_up.1));
const INTERRUPTS: Column = ("timer interrupts", |row| row.guest.timer_interrupts.to_string());
const EFFECTIVE: Column = ("effective, %", |row| {
    row.effective_hz.map_or(none(), |hz| format!("{:.1}", hz / row.truth_hz[1] * 100.0))
});
const CLEAN: Column =
    ("windows kept, %", |row| format!("{:.0}", row.windows[0] as f64 / row.windows[1].max(1) as f64 * 100.0));

/// What a section shows besides verdict and names.
fn columns(part: Part) -> Vec<Column> {
    let (plain, extra): (&[Column], &[Column]) = match part {
        Part::Ramps => (&PLAIN, &[WARM_UP]),
        Part::Moving => (&MOVING, &[WARM_UP]),
        Part::Interrupts | Part::Hog => (&PLAIN, &[INTERRUPTS, EFFECTIVE, CLEAN]),
        _ => (&PLAIN, &[]),
    };
    [plain, extra].concat()
}

fn table(part: Part, rows: &[&Row]) {
    let columns = columns(part);
    let heads: Vec<&str> = columns.iter().map(|(head, _)| *head).collect();
    println!("| machine | timer | time | verdict | {} | named | |", heads.join(" | "));
    println!("|---|---:|---:|---|{}---|---|", "---:|".repeat(columns.len()));
    for row in rows {
        let cells: Vec<String> = columns.iter().map(|(_, cell)| cell(row)).collect();
        println!(
            "| {} | {} MHz | {} ms | {} | {} | {} | {} |",
            row.name,
            row.machine.timer_hz as f64 / 1e6,
            row.duration_ms,
            row.verdict,
            cells.join(" | "),
            row.named.join(", "),
            if row.is_well() { "" } else { "**not as it should be**" }
        );
    }
}

fn mhz(hz: f64) -> String {
    format!("{:.3}", hz / 1e6)
}

fn none() -> String {
    "–".into()
}

fn yes_or_no(yes: bool) -> &'static str {
    if yes { "yes" } else { "no" }
}
