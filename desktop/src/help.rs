//! Help texts after the options.

/// Summary in one sentence.
pub const ABOUT: &str = "Measures the true clock of this machine's cores by timing instructions.";

/// After the short help (`-h`).
pub const SHORT: &str = "\
Examples:
  trueghz                     measure one core of each type
  trueghz --cpu all           measure every core
  trueghz --watch             repeat until Ctrl-C
  trueghz clocks              quality of this system's clocks

--help explains the reading and the exit status.";

/// After the long help.
pub const LONG: &str = "\
Examples:
  trueghz                           measure one core of each type
  trueghz --cpu 0,1 --repeat 5      cores 0 and 1, five times
  trueghz --watch                   repeat until Ctrl-C
  trueghz --json | jq '.cores[].frequency_hz'
  trueghz -q --at-least 1GHz        one line per core; status 3 if one is slower
  trueghz --raw windows.json        keep the raw data, and
  trueghz replay windows.json       recompute the reading from it
  trueghz --html reading.html       write a page with plots
  trueghz help sustained            explain a command

What the reading means:
  The clock at which the core ran during the measurement, whatever the
  system claims. Chains of dependent instructions take a known number of
  cycles and are timed against a clock of known rate. \"\u{b1} 210 kHz\" is the
  half-width of the 95 % confidence interval. Most of it is the tolerance of
  the reference clock; \"repeatable \u{b1} 30 kHz\" is how far other readings by
  that clock may lie. The last digit of the reading is a guard digit.

Verdicts:
  steady            the clock: no movement was found
  varying           the mean of a clock that moved, and its range
  unconfirmed       correct only if an addition takes one cycle: the checks
                    match no core in the list: another one, or an emulator
  refused           no reading; the reason is printed instead

Output:
  -q              one line per core: core, GHz, \u{b1} GHz, verdict, between tabs
  -v              everything that is known
  --json          one document per measurement; JSON lines with --repeat and
                  --watch, each printed as soon as its measurement ends
  --csv           a row per core; \"reading\" counts from 1
  --markdown      a table per measurement
  --html, --svg   also write a page, or its plots alone
  --raw           also write the raw data
  --openmetrics   also write gauges for Prometheus
  --keep          also append the report to a file, for \"trueghz history\"

Exit status:
  0    every core in reach has a reading (steady, varying or unconfirmed)
  1    at least one core was refused, and no condition was given
  2    wrong usage, or a file that could not be read or written
  3    a condition is not met: --require, --at-least, compare --fail-over
  130  stopped before the first reading, or by a second signal

Ctrl-C, SIGTERM and SIGHUP end the measurement and print the reading so
far; the exit status is that of the reading, or 130 if there is none yet. A
signal that comes a second or more after the first ends the program at once.";

/// After the help of `measure`.
pub const MEASURE: &str = "\
Examples:
  trueghz measure --cpu 0 --duration 2s    longer, for a narrower interval
  trueghz measure --repeat 10              median and spread of ten
  trueghz measure --watch --csv > log.csv  a row per core, until Ctrl-C
  trueghz measure --html reading.html      a page to look at or to send
  trueghz measure -q --require steady --at-least 1GHz
                                           for CI: exit status 3 if not met
  trueghz measure --cpu all --watch --every 5min --openmetrics trueghz.prom
                                           gauges for Prometheus, rewritten
                                           after each measurement

The page of --html is one file without scripts that loads nothing: the clock
of each core over time with its interval and the claimed clock, the agreement
of the chains, the uncertainty budget, and the distribution of the windows.
Each plot has its data as a table.

--at-least compares with the upper end of the interval: a core fails if it is
slower beyond the uncertainty, or has no reading.

The first Ctrl-C ends the measurement and prints the reading so far; another
one a second later ends the program at once. SIGTERM and SIGHUP do the same.
\"trueghz --help\" explains the reading and the exit status.";

/// Defines a help text with examples for the target architecture.
macro_rules! by_processor {
    ($(#[$doc:meta])* $name:ident = $x86_64:literal, $aarch64:literal, $rest:literal) => {
        $(#[$doc])*
        #[cfg(not(target_arch = "aarch64"))]
        pub const $name: &str = concat!($x86_64, $rest);
        $(#[$doc])*
        #[cfg(target_arch = "aarch64")]
        pub const $name: &str = concat!($aarch64, $rest);
    };
}

by_processor!(
    /// After the help of `instructions`.
    INSTRUCTIONS = "\
Examples:
  trueghz instructions                   all that this core has, in seconds
  trueghz instructions imul 'vfmadd*'    these
  trueghz instructions --compare zen4    beside published figures
",
    "\
Examples:
  trueghz instructions                   all that this core has, in seconds
  trueghz instructions mul 'fmadd*'      these
  trueghz instructions --compare a72     beside published figures
",
    "  trueghz instructions --group crypto    a group
  trueghz instructions --list            what there is
  trueghz instructions --units --group integer,multiply   which share units
  trueghz instructions --html table.html   a page

Latency is the number of cycles from one operand to the result: \"2>1 4\" says
that the first operand is ready 4 cycles after the second. \"+\" marks a
latency that includes the instruction which moves the result back to the
first register file. Throughput is the mean number of cycles per instruction
of many independent ones.

Each number is the ratio of two timed differences, of the instruction's chain
and of additions that take a cycle each, so no counter of the core is needed
and a clock that moves does not matter. It is measured in three shapes: 100
steps in a loop of 100, 1,000 steps in a loop of 10, and 1,000 steps without
a loop. \"~\": the three shapes disagree, and the lowest is shown. Eliminated
moves and zeroing idioms show less than one cycle.

--units times mixes of two instructions. Those of a group wait for each other:
mixed, they take as long as one after the other. \"At once\" is how many of a
group begin in a cycle, which is the number of their units if each needs one.
\"B 3 (81 %)\" says that three units are of use to this group and to B, and that
a balanced mix takes 81 % of the shorter one's time more than the longer one."
);

/// After the help of `identify`.
pub const IDENTIFY: &str = "\
Examples:
  trueghz identify
  trueghz identify --csv    every known core with its distance

Compares the measured latencies with those published of known cores
(docs/sources.md). The distance is about the share of latencies that differ:
0.02 is the same core, 0.4 a different one. Cores that the latencies cannot
tell apart are one class. Names that the system reports are not used: virtual
machines and phones hide them.

Exit status: 0 if a known core is near, 1 if none is.";

by_processor!(
    /// After the help of `run`.
    RUN = "\
Examples:
  trueghz run imul                         until Ctrl-C
  trueghz run 'imul r32, r32' --repeat 5   five rounds of a second
  trueghz run --bytes 480fafc3 --repeat 1  machine code of your own
  trueghz run --asm 'imul rax, rbx' --latency rbx:rax --repeat 1
",
    "\
Examples:
  trueghz run mul                          until Ctrl-C
  trueghz run 'fadd s, s, s' --repeat 5    five rounds of a second
  trueghz run --bytes 007c019b --repeat 1  machine code of your own
  trueghz run --asm 'mul x0, x1, x2' --latency x1:x0 --repeat 1
",
    "
Of a mnemonic with several forms the widest one runs whose operands are all
registers; the answer says so. \"trueghz instructions --list\" has all forms.

THR: cycles per instruction of many independent ones. LAT: cycles from
operand to result. Both are the lowest of all rounds. ipc is instructions per
cycle. Where hardware counters can be read, instructions and cycles are
counted, with the difference of that round; otherwise instructions are those
of the chain, and cycles follow from its time and that of additions
(derived). Ticks are those of the reference clock; boost is the core's clock
divided by the claimed clock. --json and --csv print the table of each round.

Code of your own runs in a process of its own, so what it does there harms no
measurement and no file of this program; its system calls do what they do. All
general registers hold an address in memory that can be read and written, all
vector registers 1.0; --before sets other values. It must leave the stack
pointer as it was, and x30 on AArch64 is the loop's. THR is the cycles of a
step, with whatever it waits for of the step before."
);

/// After the help of `ramp`.
pub const RAMP: &str = "\
Examples:
  trueghz ramp                         five rests of a second, 300 ms after each
  trueghz ramp --rest 10ms --repeat 20   after short rests
  trueghz ramp --csv > ramp.csv        every window
  trueghz ramp --html ramp.html        a page with all runs in one plot

An idle core drops to a lower clock and takes a while to come back. Shown are
the clock at the beginning and at the end, the times at which 50, 90 and 99
percent of the rise are over (time zero is the first instruction after the
rest), and steps of 3 percent and more. A window is some 40 microseconds long;
interrupted ones are flagged and left out. Virtual machines often show no
ramp: the host's core may not have rested.";

/// After the help of `turbo`.
pub const TURBO: &str = "\
Examples:
  trueghz turbo                  a table per core type: busy CPUs by work
  trueghz turbo --class vector   with vector instructions only
  trueghz turbo --cpu 0          of one core
  trueghz turbo --json           the whole readings
  trueghz turbo --html t.html    a page with a plot

Beside the measured core other CPUs work: first those of its own type, then
the rest; SMT siblings of busy ones come last. The measured core works, too,
between its windows. Up to 16 every number of busy CPUs is measured, beyond
that half as many again each time. On Apple's systems busy threads are
counted, which the system puts on the fastest cores first.

Work is of three classes: scalar (integers and doubles, one at a time),
vector (fused multiplications and additions of the widest vectors) and memory
(the same beside a stream that no cache holds). Processors lower their clock
by how much of them is busy, and with what. Operations per cycle tell that the
work was done; in brackets the range of 95 percent of its pieces.
\"*\" marks a reading during which an SMT sibling of the measured core was
busy; the clock is that of the moments without it.";

/// After the help of `sustained`.
pub const SUSTAINED: &str = "\
Examples:
  trueghz sustained                              five minutes on one core
  trueghz sustained --load all --duration 20min  twenty minutes on all cores
  trueghz sustained --class scalar               lighter work than vectors
  trueghz sustained --kind efficiency            on the slowest type of core
  trueghz sustained --html heat.html             a page with the clock over time
  trueghz sustained --svg heat.svg               its plots alone
  trueghz sustained --record heat.jsonl          kept line by line
  trueghz replay heat.jsonl                      shown again

The cores work on vectors: fused multiplications and additions of the widest
that they have; with --class scalar on one number at a time, with --class
memory beside a stream that no cache holds. SMT siblings of the measured core
rest. Within that load,
every ten milliseconds, a window of 60 microseconds times additions (less
often in runs of more than ten minutes: at most 60,000 windows). Shown are the
peak, the clock of the last minute (of a load of less than five minutes: of
its last fifth), the loss between the two, when the clock fell by more than 3
percent after its peak and stayed there, its steps, and the temperatures that
the system reports. Ctrl-C ends the load and prints what is known.";

/// After the help of `history`.
pub const HISTORY: &str = "\
Examples:
  trueghz measure --keep kept.jsonl      store a reading
  trueghz history kept.jsonl             list what is stored
  trueghz history kept.jsonl --show 3    print one, in any form
  trueghz history kept.jsonl --compare 1 3
  trueghz history kept.jsonl --remove 2

Nothing is stored without --keep. A report is a line of the file; damaged
lines and those of later versions are counted and left as they are. Of ramps
and sustained loads some 2,000 windows are stored, with all results. Times
are UTC.";

/// After the help of `compare`.
pub const COMPARE: &str = "\
Examples:
  trueghz measure --json > before.json
  trueghz measure --json > after.json
  trueghz compare before.json after.json
  trueghz compare before.json after.json --fail-over 1%
  trueghz compare --ab 'trueghz --cpu 0' 'trueghz --cpu 1'
  trueghz compare --ab 'trueghz --cpu 0' 'nice -n 19 trueghz --cpu 0 --json'

Cores are matched by number and type, and by type alone if each measurement
has one core of it left.

Two files: the interval of the difference combines both readings in
quadrature. \"*\" marks a difference whose 95 % interval does not contain 0.
Of twenty differences of equal clocks one is marked by chance. A clock varies
from one minute to the next, so a mark says that the clock differed, not why.

--ab answers why: A and B are measured alternately, B first in every other
round, so that both meet the same variation. The difference is the
Hodges-Lehmann estimate of all rounds, with its interval and the exact p-value
of Wilcoxon's signed-rank test. Fewer than 6 rounds carry no 95 % interval.

\"(*)\" marks a difference that is real only if one clock timed both: two
reference clocks, each off by its tolerance, would explain it.

Exit status:
  0    a difference was computed for every matched core, significant or not
  1    at least one matched core has no difference
  2    wrong usage, or a file that could not be read
  3    with --fail-over P%: the 95 % interval of a difference lies beyond \u{b1}P%";

/// After the help of `clocks`.
pub const CLOCKS: &str = "\
Examples:
  trueghz clocks
  trueghz clocks --json

Shown are the smallest step of each clock between two reads, which is never
less than a read takes; the read cost; the larger of the two as the precision;
the rate against the reference clock. (The step in \"measure --json\" is
finer: how much the differences of reads differ.) Then whether the clock shows
the same time on all cores, how far an oscillator that is off by its tolerance
gets in a second, a day and so on, and what the kernel states about its own
clock. Takes less than a second on most machines.";

/// After the help of `timebase`.
pub const TIMEBASE: &str = "\
Examples:
  trueghz timebase 24MHz    the clock of Apple's chips
  trueghz timebase 125/3    the same as a fraction

A count of ticks times NUMER over DENOM is nanoseconds. In 64 bits the
product overflows after the span that is shown. Fractions: as stated; reduced
to lowest terms, if that differs; over 1024, so that a shift divides, if the
denominator is larger; and the nearest one that lasts for ten years. Of each
is shown how far it is off, and the error after ten years.";

/// After the help of `replay`.
pub const REPLAY: &str = "\
Examples:
  trueghz replay windows.json
  trueghz replay windows.json --html reading.html    the page of a reading

The readings are those of the original measurement, unless the method has
improved since.

Files of more than 1.8 GB are refused: an hour of windows needs no more, and
the whole file is held in memory. A value that no measurement can have
recorded is refused, with the name of its field.";

/// After the help of `info`.
pub const INFO: &str = "\
Examples:
  trueghz info
  trueghz info --json
  trueghz info --record machine.json    what this system reports, for a report
  trueghz info --from machine.json      what the program makes of it, anywhere
  trueghz info --from copied/           the same of copied /proc and /sys

A recording holds the files, registers and properties that are read here, as
the system gave them, and nothing else: no serial number, no address, no name
of a host or user, no path of a home. It is JSON; look into it before you send
it. Recordings of more than 64 MB are refused.";

/// After the help of `completions`.
pub const COMPLETIONS: &str = "\
Examples:
  trueghz completions bash > ~/.local/share/bash-completion/completions/trueghz
  trueghz completions zsh > ~/.zfunc/_trueghz
  trueghz completions fish > ~/.config/fish/completions/trueghz.fish";

/// After the help of `man`.
pub const MAN: &str = "\
Examples:
  trueghz man | man -l -
  trueghz man --out ~/.local/share/man/man1";
