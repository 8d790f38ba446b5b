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
  trueghz --json | jq '.cores[].frequency_hz.value'
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
                    match no known core, so it is a new core or an emulator
  refused           no reading; the reason is printed instead

Output:
  -q              one tab-separated line per core: core, GHz, \u{b1} GHz, verdict
  -v              all results, warnings and details
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
far; the exit status reflects that reading, or is 130 if there is none yet. A
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
  trueghz instructions                   all that this core has; takes seconds
  trueghz instructions imul 'vfmadd*'    only these
  trueghz instructions --compare zen4    compared with published figures
",
    "\
Examples:
  trueghz instructions                   all that this core has; takes seconds
  trueghz instructions mul 'fmadd*'      only these
  trueghz instructions --compare a72     compared with published figures
",
    "  trueghz instructions --group crypto    one group
  trueghz instructions --list            list them; nothing is measured
  trueghz instructions --units --group integer,multiply   which share units
  trueghz instructions --html table.html   a page, with one of each instruction
  trueghz instructions --counters --group multiply   operations by unit

Latency is the number of cycles from one operand to the result: \"2>1 4\" means
that the first operand is ready 4 cycles after the second. \"+\" marks a
latency that includes the instruction which moves the result back to the
first register file. Throughput is the mean number of cycles per instruction
of many independent ones.

Each number is the ratio of two timed differences, of the instruction's chain
and of additions that take a cycle each, so no hardware counter is needed and
a varying clock does not matter. It is measured in three loop shapes: 100
steps in a loop of 100, 1,000 steps in a loop of 10, and 1,000 steps without
a loop. \"~\": the three shapes disagree, and the lowest is shown. Eliminated
moves and zeroing idioms show less than one cycle.

--units times mixes of two instructions. Those of a group compete for the same
units: mixed, they take as long as one after the other. \"At once\" is the
number of instructions of a group that begin in one cycle; it equals the number
of their units if each needs one. \"B 3 (81 %)\" means that this group and B can
both use three units, and that a balanced mix takes longer than the longer one
alone, by 81 % of the time of the shorter one.

--counters needs a kernel that lets a plain user count, on a real machine:
perf_event_paranoid of at most 2. The table states which events it lacks."
);

/// After the help of `identify`.
pub const IDENTIFY: &str = "\
Examples:
  trueghz identify
  trueghz identify --csv    every known core with its distance

Compares the measured latencies with those published of known cores
(docs/sources.md). The distance is about the share of latencies that differ:
0.02 is the same core, 0.4 a different one. Cores that the latencies cannot
distinguish form one class. Names that the system reports are not used:
virtual machines and phones hide them.

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
If a mnemonic has several forms, the widest one with only register operands
runs; the output states which. \"trueghz instructions --list\" shows all forms.

THR: cycles per instruction of many independent ones. LAT: cycles from
operand to result. Both are the lowest of all rounds. ipc is instructions per
cycle. If hardware counters can be read, instructions and cycles are counted,
and the difference from the timed cycles of that round is shown in ppm;
otherwise instructions are those of the chain, and cycles are derived from its
time and the time of additions. Ticks are counted by the reference clock; boost
is the core's clock divided by the claimed clock. --json and --csv print the
table of each round.

Code of your own runs in a separate process, so it cannot harm a measurement
or a file of this program; its system calls do take effect. At the start all
general registers hold an address in memory that can be read and written, and
all vector registers hold 1.0; --before sets other values. The code must
preserve the stack pointer; on AArch64 the loop uses x30. THR is the number of
cycles per step, including waits for the previous step."
);

/// After the help of `ramp`.
pub const RAMP: &str = "\
Examples:
  trueghz ramp                         five runs of 300 ms, each after 1 s idle
  trueghz ramp --rest 10ms --repeat 20   after short idle times
  trueghz ramp --csv > ramp.csv        every window
  trueghz ramp --html ramp.html        a page with all runs in one plot

An idle core lowers its clock and takes some time to raise it again. The output
shows the clock at the beginning and at the end of a run, the times at which
50, 90 and 99 percent of the rise are over (time zero is the first instruction
after the idle time), and steps of 3 percent and more. A window is some 40
microseconds long; interrupted ones are flagged and excluded. Virtual machines
often show no ramp: the host's core may not have been idle.";

/// After the help of `turbo`.
pub const TURBO: &str = "\
Examples:
  trueghz turbo                  a table per core type: busy CPUs by work
  trueghz turbo --class vector   with vector instructions only
  trueghz turbo --cpu 0          for one core
  trueghz turbo --json           the complete readings
  trueghz turbo --html t.html    a page with a plot

The clock of one core is measured while other CPUs are busy: first those of its
own type, then the rest; SMT siblings of busy CPUs come last. The measured core
also works between its windows. Every number of busy CPUs up to 16 is measured;
beyond that, the number rises by half each time. On Apple's systems the number
counts busy threads, which the system places on the fastest cores first.

There are three classes of work: scalar (integers and doubles, one at a time),
vector (fused multiply-adds on the widest vectors) and memory (vector work on
data that no cache can hold). Processors lower their clock depending on how many
cores are busy, and on the work. Operations per cycle show that the work was
done, with the range of 95 percent of its pieces in brackets. \"*\" marks a
reading during which an SMT sibling of the measured core was busy; its clock is
estimated from the times without contention.";

/// After the help of `sustained`.
pub const SUSTAINED: &str = "\
Examples:
  trueghz sustained                              five minutes on one core
  trueghz sustained --load all --duration 20min  twenty minutes on all cores
  trueghz sustained --class scalar               lighter work than vectors
  trueghz sustained --kind efficiency            on the slowest type of core
  trueghz sustained --html heat.html             a page with the clock over time
  trueghz sustained --svg heat.svg               its plots alone
  trueghz sustained --record heat.jsonl          saved line by line
  trueghz replay heat.jsonl                      shown again

The cores run fused multiply-adds on the widest vectors that they have; with
--class scalar on one number at a time, with --class memory on data that no
cache can hold. SMT siblings of the measured core stay idle. During the load,
every ten milliseconds, a window of 60 microseconds times additions (less often
in runs of more than ten minutes: at most 60,000 windows). The output shows the
peak, the clock of the last minute (for loads of less than five minutes, of the
last fifth), the loss between the two, the time at which the clock fell by more
than 3 percent below its peak and stayed there, its steps, and the temperatures
that the system reports. Ctrl-C ends the load and prints the result so far.";

/// After the help of `running`.
pub const HISTORY: &str = "\
Examples:
  trueghz measure --keep kept.jsonl      store a reading
  trueghz history kept.jsonl             list the stored reports
  trueghz history kept.jsonl --show 3    print one, in any form
  trueghz history kept.jsonl --compare 1 3
  trueghz history kept.jsonl --remove 2

Nothing is stored without --keep. Each report is a line of the file; damaged
lines and lines of other versions are counted and remain unchanged. For ramps
and sustained loads, some 2,000 windows are stored with all results. Times are
UTC.";

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
One in twenty differences of equal clocks is marked by chance. A clock varies
from one minute to the next, so a mark shows that the clock differed, not why.

--ab shows whether the commands cause it: A and B are measured alternately, B
first in every other round, so both are subject to the same variation. The
difference is the Hodges-Lehmann estimate of all rounds, with its interval and
the exact p-value of Wilcoxon's signed-rank test. Fewer than 6 rounds give no
95 % interval.

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

For each clock the output shows its smallest step between two reads, which is
never less than the read cost; the read cost; the larger of the two as the
precision; and the rate against the reference clock. (The step in
\"measure --json\" is finer: how much the differences of reads differ.) Then it
shows whether the clock has the same time on all cores, the error that an
oscillator off by its tolerance accumulates in a second, a day and so on, and
the kernel's estimate of its own clock. Takes less than a second on most
machines.";

/// After the help of `timebase`.
pub const TIMEBASE: &str = "\
Examples:
  trueghz timebase 24MHz    the clock of Apple's chips
  trueghz timebase 125/3    the same as a fraction

A count of ticks times NUMER over DENOM is nanoseconds. In 64 bits the
product overflows after the time that is shown. Fractions: as stated; reduced
to lowest terms, if that differs; over 1024, so that a shift divides, if the
denominator is larger; and the nearest one that lasts for ten years. For each,
the output shows its rate error and the error after ten years.";

/// After the help of `replay`.
pub const REPLAY: &str = "\
Examples:
  trueghz replay windows.json
  trueghz replay windows.json --html reading.html    the page of a reading

The readings equal those of the original measurement, unless the method has
changed since.

Files of more than 1.8 GB are refused: an hour of windows needs no more, and
the whole file is held in memory. A value that no measurement can have
recorded is refused, with the name of its field.";

/// After the help of `info`.
pub const INFO: &str = "\
Examples:
  trueghz info
  trueghz info --json
  trueghz info --record machine.json    record what this system reports
  trueghz info --from machine.json      show that recording, on any machine
  trueghz info --from copied/           show copied /proc and /sys files

A recording holds the files, registers and properties that this command reads,
as the system reports them, and nothing else: no serial number, no address, no
name of a host or user, no path of a home directory. It is JSON; inspect it
before you attach it to a bug report. Recordings of more than 64 MB are refused.";

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
