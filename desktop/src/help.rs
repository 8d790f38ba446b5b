//! What `--help` teaches.

/// In one sentence.
pub const ABOUT: &str = "Measures the true clock of this machine's cores by timing instructions.";

/// After the short help (`-h`).
pub const SHORT: &str = "\
Examples:
  trueghz                     measure one core of each type
  trueghz --cpu all           measure every core
  trueghz --watch             go on until Ctrl-C
  trueghz clocks              clock quality of this system

--help explains the reading and the exit status.";

/// After the long help.
pub const LONG: &str = "\
Examples:
  trueghz                           measure one core of each type
  trueghz --cpu 0,2-3 --repeat 5    cores 0, 2 and 3, five times
  trueghz --watch                   go on until Ctrl-C
  trueghz --json | jq '.cores[].frequency_hz'
  trueghz --raw windows.json        keep every window, and
  trueghz replay windows.json       estimate them again
  trueghz --html reading.html       the reading as a page, with its plots

What the reading means:
  The clock at which the core ran during the measurement, whatever the
  system claims. Chains of dependent instructions take a known number of
  cycles and are timed against a clock of known rate. \"\u{b1} 30 kHz\" is the
  half-width of the 95 % confidence interval. The tolerance of the reference
  clock is stated separately, in parts per million (ppm). The last digit of
  the reading is a guard digit.

Verdicts:
  steady            the clock, with its 95 % confidence interval
  varying           the mean of a clock that moved, and its range
  unconfirmed       the checks match no known core (an emulator?); treat the
                    reading with care
  refused           no reading; the reason stands in its place

Output:
  --json prints one document per measurement; with --repeat and --watch,
  JSON lines, one as soon as each measurement ends. --csv prints a row per
  core; \"reading\" counts from 1. --markdown prints a table per measurement.
  --html and --raw write a file besides.

Exit status:
  0    every core in reach has a reading (steady, varying or unconfirmed)
  1    at least one core was refused
  2    wrong usage, or a file that could not be read or written
  130  stopped before the first reading, or at once

Ctrl-C, SIGTERM and SIGHUP end the measurement and print the reading so
far; the exit status is that of the reading: 0, 1, or 130 if there was no
reading yet. One that comes a second or more after the first ends the
program at once, with 130.";

/// After the help of `measure`.
pub const MEASURE: &str = "\
Examples:
  trueghz measure --cpu 0 --duration 2s    longer, for a narrower interval
  trueghz measure --repeat 10              median and spread of ten
  trueghz measure --watch --csv > log.csv  a row for each core, until Ctrl-C
  trueghz measure --html reading.html      a page to look at or to send
  trueghz measure --cpu all --watch --every 5min --openmetrics trueghz.prom
                                           gauges for Prometheus, rewritten
                                           after each measurement

The page of --html holds everything in one file: the curve of each core with
its band and the claimed clock, the agreement of the chains, what the
uncertainty is made of, and how long the windows were. It loads nothing and
runs no script; each plot has its data as a table.

The first Ctrl-C ends the measurement and shows the reading so far; another
one a second later ends the program at once. SIGTERM and SIGHUP do the same.
\"trueghz --help\" explains the reading.";

/// After the help of `instructions`.
pub const INSTRUCTIONS: &str = "\
Examples:
  trueghz instructions                   all that this core has, within a minute
  trueghz instructions imul 'vfmadd*'    these
  trueghz instructions --group crypto    a group
  trueghz instructions --list            what there is
  trueghz instructions --compare zen4    beside published figures
  trueghz instructions --html table.html   a page

Latency is the number of cycles from one operand to the result: \"2>1 4\" says
that the first operand is ready 4 cycles after the second. Where an
instruction leads from one file of registers to another, a second one leads
back, and the number is that of both. Throughput is the number of cycles
per instruction of many that do not wait for each other.

Each number is the ratio of two timed differences, of the instruction's chain
and of additions that take a cycle each, so no counter of the core is needed
and a clock that moves does not matter. It is measured in three shapes: 100
steps in a loop of 100, 1,000 steps in a loop of 10, and 1,000 steps without
a loop. \"~\" marks a number of which the shapes tell different ones; the
lowest is shown. Idioms that a core resolves without executing anything,
moves above all, show less than a cycle.";

/// After the help of `identify`.
pub const IDENTIFY: &str = "\
Compares the latencies that this core has with those that others have
published of known cores (docs/sources.md). The distance is about the share of
latencies that disagree: 0.02 is a core of that kind, 0.4 another one. Cores
that the latencies cannot tell apart are one class. Names of chips are not
looked at: virtual machines and phones hide them.";

/// After the help of `run`.
pub const RUN: &str = "\
Examples:
  trueghz run imul                       until Ctrl-C
  trueghz run 'fadd d, d, d' --rounds 5  five rounds of a second

THR: cycles per instruction of many that do not wait for each other. LAT:
cycles from operand to result. Both are the lowest of all rounds. ipc is
instructions per cycle. Where the processor's own counters can be read,
instructions and cycles are theirs (counted, with the difference of that
round); else instructions are those of the chain, and cycles follow from its
time and that of additions (derived). ticks are those of the reference clock;
boost is the core's clock by the clock that the system states.";

/// After the help of `ramp`.
pub const RAMP: &str = "\
Examples:
  trueghz ramp                       five rests of a second, 300 ms after each
  trueghz ramp --rest 10ms --runs 20 after short rests
  trueghz ramp --csv > ramp.csv      every window
  trueghz ramp --html ramp.html      a page with the runs over each other

A core that has nothing to do falls to a lower clock and takes a while to come
back. Shown are the clock with which it begins and that at the end, the times
at which it has come 50, 90 and 99 percent of the way (time zero is the first
instruction after the rest), and its steps of 3 percent and more. A window is
some 40 microseconds long; those that were interrupted are flagged, and say
nothing of the clock. Virtual machines often show no ramp: their host's core
may not have rested.";

/// After the help of `turbo`.
pub const TURBO: &str = "\
Examples:
  trueghz turbo                  a table and bars, kind after kind
  trueghz turbo --json           the whole readings
  trueghz turbo --html t.html    a page with a plot

Beside the measured core other processors run additions: first those of its
own type, then the rest; threads that share a core with a busy one come last
(a busy sibling is no lower clock, and is named). Up to 16 every number of
busy processors is measured, beyond that half as many again each time.";

/// After the help of `sustained`.
pub const SUSTAINED: &str = "\
Examples:
  trueghz sustained                            five minutes on one core
  trueghz sustained --load all --minutes 20    twenty minutes on all cores
  trueghz sustained --html heat.html           a page with the clock over time
  trueghz sustained --svg heat.svg             its plots alone
  trueghz sustained --record heat.jsonl        kept line by line
  trueghz replay heat.jsonl                    shown again

Busy threads work on integers and floating-point numbers. Inside that load a
window of 60 microseconds times additions, each ten milliseconds (of more than
ten minutes more seldom: never more than 60,000 windows). Shown are the peak,
the clock of the last minute (of a load of less than five minutes: of its last
fifth), what was lost between the two, when the clock fell by more than 3
percent after its peak and stayed there, its steps, and the temperatures that
the system tells. Ctrl-C ends it with what is known.";

/// After the help of `history`.
pub const HISTORY: &str = "\
Examples:
  trueghz measure --keep kept.jsonl      add a reading
  trueghz history kept.jsonl             what is kept
  trueghz history kept.jsonl --show 3    one of it again, in any form
  trueghz history kept.jsonl --compare 1 3
  trueghz history kept.jsonl --remove 2

Nothing is kept unless --keep says so. A report is a line of the file; one that
is damaged, or that a later version wrote, is counted and left alone. Of
ramps and sustained loads some 2,000 windows are kept, and all that was found.
Times are those of the system's clock, in UTC.";

/// After the help of `compare`.
pub const COMPARE: &str = "\
Examples:
  trueghz measure --json > before.json
  trueghz measure --json > after.json
  trueghz compare before.json after.json
  trueghz compare --ab 'trueghz --cpu 0' 'trueghz --cpu 1'
  trueghz compare --ab 'trueghz --cpu 0' 'nice -n 19 trueghz --cpu 0 --json'

Cores are matched by number and type, and by type alone where each
measurement has one core of it left.

Two files: the difference has the intervals of both readings in quadrature.
\"*\" marks a difference whose 95 % interval does not hold 0. Of twenty
differences of equal clocks one is marked by chance. A clock wanders from one
minute to the next, so a mark says that the clock was another one, not why.

--ab answers why: A and B are measured in turns, B first in every other
round, so that both meet the same wandering. The difference is the
Hodges-Lehmann estimate of all rounds, with its interval and the exact p-value
of Wilcoxon's signed-rank test.

\"(*)\" marks a difference that is real only if one clock timed both: two
reference clocks, each off by its tolerance, would explain it.

Exit status: 0 if every core that was matched has a difference, 1 if not.";

/// After the help of `clocks`.
pub const CLOCKS: &str = "\
Shown are the smallest step of each clock between two reads, which is
never less than a read takes; the time of a read; the larger of the two as
the precision; the rate against the clock that times. (The step of
\"measure --json\" is finer: how far the differences of reads differ.) Then
whether the clock shows the same time on all cores, what an oscillator
that is off by its tolerance does to spans of time, and what the kernel
believes of its own clock. Takes less than a second on most machines.";

/// After the help of `timebase`.
pub const TIMEBASE: &str = "\
Examples:
  trueghz timebase 24MHz    the clock of Apple's chips
  trueghz timebase 125/3    the same as a fraction

A count of ticks times NUMER over DENOM is nanoseconds. In 64 bits the
product overflows after the span that is shown. Four fractions: as stated;
reduced to lowest terms; over 1024, so that a shift divides; and the nearest
one that lasts for ten years. Of each is shown how far it is off, and what that
makes of ten years.";

/// After the help of `replay`.
pub const REPLAY: &str = "\
Examples:
  trueghz replay windows.json
  trueghz replay windows.json --html reading.html    the page of a reading

The readings are those of the original measurement, unless the method has
improved since.

Files of more than 1.8 GB are refused: an hour of windows needs no more, and
the whole file is held in memory. A value that no measurement can have
recorded is refused by the name of its field.";

/// After the help of `completions`.
pub const COMPLETIONS: &str = "\
Examples:
  trueghz completions bash > ~/.local/share/bash-completion/completions/trueghz
  trueghz completions zsh > ~/.zfunc/_trueghz
  trueghz completions fish > ~/.config/fish/completions/trueghz.fish";
