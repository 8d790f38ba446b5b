//! What `--help` teaches.

/// In one sentence.
pub const ABOUT: &str = "Measures the true clock of this machine's cores by timing instructions.";

/// After the short help (`-h`).
pub const SHORT: &str = "\
Examples:
  trueghz                     measure one core of each kind
  trueghz --cpu all           measure every core
  trueghz --watch             go on until Ctrl-C
  trueghz clocks              what this system's clocks are worth

--help says what the number means, and what the exit codes are.";

/// After the long help.
pub const LONG: &str = "\
Examples:
  trueghz                           measure one core of each kind
  trueghz --cpu 0,2-3 --repeat 5    cores 0, 2 and 3, five times
  trueghz --watch                   go on until Ctrl-C
  trueghz --json | jq '.cores[].frequency_hz'
  trueghz --raw windows.json        keep every window, and
  trueghz replay windows.json       estimate them anew

What the number means:
  The clock at which the core really ran meanwhile, whatever the system
  says. Chains of instructions, each waiting for the one before, take a
  known number of cycles; their time is taken with a clock of known rate.
  \"\u{b1} 30 kHz\" is half of an interval that holds the truth in 95 of 100
  readings. How far the timing clock itself may be off is told apart, in
  parts per million (ppm). Of the number, the last digit is a guard digit.

Verdicts:
  steady            the evidence carries the number
  clock is changing the number is a mean over time; the range is shown
                    (in tables \"changing\", in JSON and CSV \"varying\")
  unconfirmed core  the checks fit no known core (an emulator?); treat the
                    number with care
  no reading        no number; the reason stands in its place

Forms:
  --json prints one document for one measurement. With --repeat and --watch
  it prints JSON lines: a document on a line for each, as soon as it is
  there. --csv prints a row for each core; \"reading\" counts from 1.

Exit codes:
  0    every core has a number (steady, changing or unconfirmed)
  1    at least one core has none
  2    wrong usage, or something that could not be read or written
  130  stopped before anything was known, or at once

Ctrl-C, SIGTERM and SIGHUP end the measurement and print the reading so
far; the exit code is that of the reading: 0, 1, or 130 if there was no
number yet. One that comes a second or more after the first ends the
program at once, with 130.";

/// After the help of `measure`.
pub const MEASURE: &str = "\
Examples:
  trueghz measure --cpu 0 --duration 2s    longer, for a narrower interval
  trueghz measure --repeat 10              median and spread of ten
  trueghz measure --watch --csv > log.csv  a row for each core, until Ctrl-C

The first Ctrl-C ends the measurement and shows what is known; another one a
second later ends the program at once. SIGTERM and SIGHUP do the same.
\"trueghz --help\" says what the number means.";

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
The numbers are those of the day on which the file was written, unless the
method has become better since.

Files of more than 1.8 GB are refused: an hour of windows needs no more, and
the whole file is held in memory. A value that no measurement can have
recorded is refused by the name of its field.";

/// After the help of `completions`.
pub const COMPLETIONS: &str = "\
Examples:
  trueghz completions bash > ~/.local/share/bash-completion/completions/trueghz
  trueghz completions zsh > ~/.zfunc/_trueghz
  trueghz completions fish > ~/.config/fish/completions/trueghz.fish";
