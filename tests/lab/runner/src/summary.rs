//! The tables of docs/lab.md, and the long ones as CSV files among its figures.

use std::collections::BTreeSet;
use std::path::Path;

use crate::curves::{Check, Followed};
use crate::emulator::Error;
use crate::figures::Figure;
use crate::goals::Goal;
use crate::instructions::{Compared, Known, Set, Shared};
use crate::list::Part;
use crate::row::Row;

/// The sections: each with its name and a sentence.
const SECTIONS: [(Part, &str, &str); 12] = [
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
    (
        Part::Apple,
        "The program for macOS",
        "It can put no thread on a core: it states urgency, and learns where background work runs. What macOS is \
         made up to be stands beside the machine: who of too many urgent threads is left over for slow cores, and \
         what fails. A row is as it should be only if the type that it names is the one that it ran on.",
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
    readings(rows);
    for figure in figures {
        println!("\n![{}](lab/{})\n\n{}", figure.says, figure.file, figure.says);
    }
    if !sets.is_empty() {
        instructions(sets);
    }
    if !curves.is_empty() {
        followed(curves);
    }
}

/// The section of readings: a row for each part, and every reading that is not as it should be.
fn readings(rows: &[Row]) {
    println!(
        "\n## Readings\n\nErrors and intervals are those of `steady` readings. Every reading: [readings.csv](lab/readings.csv).\n"
    );
    println!(
        "| part | | readings | as they should be | median error, ppm | worst error, ppm | intervals with the truth |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|");
    for (part, name, sentence) in SECTIONS {
        let rows: Vec<&Row> = rows.iter().filter(|row| row.part == part).collect();
        if rows.is_empty() {
            continue;
        }
        let steady = || rows.iter().filter(|row| row.verdict == "steady");
        let mut errors: Vec<f64> = steady().filter_map(|row| row.error_ppm()).map(f64::abs).collect();
        errors.sort_by(f64::total_cmp);
        let at = |place: usize| errors.get(place).map_or(none(), |ppm| format!("{ppm:.1}"));
        let holding = steady().filter(|row| row.holds() == Some(true)).count();
        let holding = if errors.is_empty() { none() } else { format!("{holding} of {}", errors.len()) };
        println!(
            "| {name} | {sentence} | {} | {} | {} | {} | {holding} |",
            rows.len(),
            rows.iter().filter(|row| row.is_well()).count(),
            at(errors.len() / 2),
            at(errors.len().saturating_sub(1)),
        );
    }
    for row in rows.iter().filter(|row| !row.is_well()) {
        let cells: Vec<String> =
            READINGS.iter().map(|(head, cell)| format!("{head} {}", cell(row))).collect();
        println!("\nNot as it should be: {}.", cells.join(", "));
    }
}

/// Writes the long tables into a folder: every reading, and every figure of the clocks that were
/// followed.
pub fn write(rows: &[Row], curves: &[Followed], folder: &Path) -> Result<(), Error> {
    let heads = READINGS.iter().map(|(head, _)| (*head).to_owned()).collect();
    let cells = |row: &Row| READINGS.iter().map(|(_, cell)| cell(row)).collect();
    write_csv(&folder.join("readings.csv"), heads, rows.iter().map(cells))?;
    let heads = ["machine", "timer_mhz", "windows", "unflagged", "within", "what", "found", "truth"];
    let checks = curves.iter().flat_map(|one| one.checks.iter().map(move |check| (one, check)));
    let cells = checks.map(|(one, check)| {
        vec![
            one.name.clone(),
            timer_mhz(one.machine.timer_hz),
            one.windows.to_string(),
            one.unflagged.to_string(),
            one.within.to_string(),
            check.what.clone(),
            check.found.map_or(String::new(), |found| format!("{found:.3}")),
            format!("{:.3}", check.truth),
        ]
    });
    write_csv(&folder.join("followed.csv"), heads.map(str::to_owned).to_vec(), cells)
}

fn write_csv(file: &Path, heads: Vec<String>, rows: impl Iterator<Item = Vec<String>>) -> Result<(), Error> {
    let quoted = |cell: &String| {
        if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.clone() }
    };
    let line = |cells: Vec<String>| cells.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
    let text: String = std::iter::once(heads).chain(rows).map(line).collect();
    std::fs::write(file, text).map_err(|error| Error::File(file.into(), error))
}

/// The section of units: a row for each machine, then the wrong pairs.
pub fn shared(all: &[Shared]) {
    if all.is_empty() {
        return;
    }
    println!(
        "\n## Units\n\nEach instruction is executed by some of the core's pipes, drawn from the seed. `trueghz instructions --units` \
         mixes them, and says of every two which pipes both use.\n"
    );
    println!("| machine | instructions | groups | pairs | told | wrong |\n|---|---:|---:|---:|---:|---:|");
    for Shared { name, forms, groups, pairs, told, wrong, .. } in all {
        println!("| {name} | {forms} | {groups} | {pairs} | {told} | {} |", wrong.len());
    }
    for wrong in all.iter().flat_map(|one| &one.wrong) {
        println!("\nWrong: {wrong}.");
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
    let sum = |of: fn(&Followed) -> usize| curves.iter().map(of).sum::<usize>();
    println!(
        "\n## Clocks that are followed\n\n`trueghz ramp` after a rest, and `trueghz sustained` inside a load, on {} machines. Of {} \
         windows {} are not flagged as interrupted; of these the time of {} is that of the profile, within a step of the clock and a \
         read. Every clock, time and step beside the truth: [followed.csv](lab/followed.csv).",
        curves.len(),
        sum(|one| one.windows),
        sum(|one| one.unflagged),
        sum(|one| one.within),
    );
    for one in curves.iter().filter(|one| !one.is_well()) {
        let checks: Vec<String> = one.checks.iter().map(Check::text).collect();
        println!("\nNot as it should be: {}: {}.", one.name, checks.join("; "));
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

/// A column of readings.csv: its head, and the cell of a row.
type Column = (&'static str, fn(&Row) -> String);

const READINGS: [Column; 23] = [
    ("part", |row| {
        SECTIONS.iter().find(|(part, ..)| *part == row.part).map_or("", |(_, name, _)| name).into()
    }),
    ("machine", |row| row.name.clone()),
    ("timer_mhz", |row| timer_mhz(row.machine.timer_hz)),
    ("duration_ms", |row| row.duration_ms.to_string()),
    ("verdict", |row| row.verdict.clone()),
    ("truth_mhz", |row| mhz(row.truth_hz[1])),
    ("reading_mhz", |row| row.reading_hz.map_or(String::new(), |[hz, ..]| mhz(hz))),
    ("error_ppm", |row| row.error_ppm().map_or(String::new(), |ppm| format!("{ppm:.1}"))),
    ("half_width_ppm", |row| row.half_width_ppm().map_or(String::new(), |ppm| format!("{ppm:.1}"))),
    ("holds", |row| row.holds().map_or("", yes_or_no).into()),
    ("lowest_truth_mhz", |row| mhz(row.truth_hz[0])),
    ("lowest_read_mhz", |row| row.range_hz.map_or(String::new(), |[low, _]| mhz(low))),
    ("highest_truth_mhz", |row| mhz(row.truth_hz[2])),
    ("highest_read_mhz", |row| row.range_hz.map_or(String::new(), |[_, high]| mhz(high))),
    ("tight_loop_set", |row| format!("{:.3}", row.tight_loop.0)),
    ("tight_loop_read", |row| row.tight_loop.1.map_or(String::new(), |cycles| format!("{cycles:.3}"))),
    ("warm_up_ms", |row| format!("{:.0}", row.warm_up.0)),
    ("warm_up_end", |row| row.warm_up.1.clone()),
    ("timer_interrupts", |row| row.guest.timer_interrupts.to_string()),
    ("effective_percent", |row| {
        row.effective_hz.map_or(String::new(), |hz| format!("{:.1}", hz / row.truth_hz[1] * 100.0))
    }),
    ("undisturbed_percent", |row| {
        format!("{:.0}", row.windows[0] as f64 / row.windows[1].max(1) as f64 * 100.0)
    }),
    ("named", |row| row.named.join("; ")),
    ("as_it_should_be", |row| yes_or_no(row.is_well()).into()),
];

fn timer_mhz(hz: u64) -> String {
    (hz as f64 / 1e6).to_string()
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
