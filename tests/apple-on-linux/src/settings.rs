//! The properties of the emulated machine, and the calls that fail on it: words of the form
//! NAME=VALUE, before the program or in the environment variable `TRUEGHZ_APPLE`.
//!
//! | word | meaning |
//! |---|---|
//! | `levels=4-7/0-3` | the processors of each level of cores, the fastest first; else by Linux's `cpu_capacity` |
//! | `spill=first`, `last`, `stir` | which urgent threads run on slow cores if there are too many: `shim::urgency` |
//! | `background=anywhere` | threads of background priority run on fast cores, too |
//! | `late_ms=150` | for this time after a thread became background work, only the first core of the slowest level takes it |
//! | `qos=refused`, `ignored` | no urgency can be set; it can be set and has no effect |
//! | `cpu_number=refused` | no thread knows where it runs |
//! | `sysctl=refused` | no sysctl can be read, as in a sandbox |
//! | `task_counts=zero`, `refused`, `absent`, `short` | the kernel's counters of the task are zero, or refused; the call is absent, or its structure old |
//! | `timebase=1/1` | the reported unit of the counter; the counter itself is unchanged |
//! | `hw.model=Mac14,2` | a sysctl |

use std::collections::BTreeMap;
use std::sync::OnceLock;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};

/// The environment's words.
pub const VARIABLE: &str = "TRUEGHZ_APPLE";

static SETTINGS: OnceLock<Settings> = OnceLock::new();

/// How too many urgent threads share the fast cores, which Apple does not describe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Spill {
    /// Who came first stays.
    #[default]
    First,
    /// Who came last gets the first one's core.
    Last,
    /// They take turns.
    Stir,
}

/// The effect of a request for urgency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Urgencies {
    /// It is kept.
    #[default]
    Kept,
    /// It is refused.
    Refused,
    /// The request is accepted and has no effect.
    Ignored,
}

/// The state of the kernel's counters of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TaskCounts {
    /// All.
    #[default]
    Counted,
    /// Zeros in place of cycles, instructions, energy and the time on fast cores, as a virtual
    /// machine has.
    Zero,
    /// Nothing.
    Refused,
    /// The function of cycles and instructions is missing.
    Absent,
    /// Less than the newest structures hold.
    Short,
}

/// A machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The processors of each level, the fastest first. Empty: what Linux says.
    pub levels: Vec<Vec<usize>>,
    /// Who is left over for slow cores.
    pub spill: Spill,
    /// Whether background work may run on fast cores.
    pub is_background_anywhere: bool,
    /// For so long after a thread became background work, only the first core of the slowest level
    /// takes it.
    pub late: Duration,
    /// The effect of a request for urgency.
    pub urgencies: Urgencies,
    /// Whether a thread can query which processor it runs on.
    pub has_cpu_numbers: bool,
    /// Whether any sysctl is answered.
    pub has_sysctls: bool,
    /// The task counters that the kernel provides.
    pub task_counts: TaskCounts,
    /// The counter's unit in nanoseconds, as a fraction.
    pub timebase: (u32, u32),
    /// Answers of sysctls.
    pub sysctls: BTreeMap<String, String>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            levels: Vec::new(),
            spill: Spill::default(),
            is_background_anywhere: false,
            late: Duration::ZERO,
            urgencies: Urgencies::default(),
            has_cpu_numbers: true,
            has_sysctls: true,
            task_counts: TaskCounts::default(),
            // 24 MHz, as every Mac on Apple's processors says.
            timebase: (125, 3),
            sysctls: BTreeMap::new(),
        }
    }
}

impl Settings {
    /// Reads words.
    ///
    /// # Errors
    /// Names the word that means nothing.
    pub fn parse<'word>(words: impl IntoIterator<Item = &'word str>) -> Result<Self> {
        let mut settings = Self::default();
        for word in words {
            let (name, value) = word.split_once('=').with_context(|| format!("{word}: not NAME=VALUE"))?;
            match (name, value) {
                ("levels", list) => settings.levels = levels(list).with_context(|| word.to_owned())?,
                ("spill", "first") => settings.spill = Spill::First,
                ("spill", "last") => settings.spill = Spill::Last,
                ("spill", "stir") => settings.spill = Spill::Stir,
                ("background", "anywhere") => settings.is_background_anywhere = true,
                ("late_ms", ms) => settings.late = Duration::from_millis(ms.parse()?),
                ("qos", "refused") => settings.urgencies = Urgencies::Refused,
                ("qos", "ignored") => settings.urgencies = Urgencies::Ignored,
                ("cpu_number", "refused") => settings.has_cpu_numbers = false,
                ("sysctl", "refused") => settings.has_sysctls = false,
                ("task_counts", "zero") => settings.task_counts = TaskCounts::Zero,
                ("task_counts", "refused") => settings.task_counts = TaskCounts::Refused,
                ("task_counts", "absent") => settings.task_counts = TaskCounts::Absent,
                ("task_counts", "short") => settings.task_counts = TaskCounts::Short,
                ("timebase", value) => {
                    let (above, below) = value.split_once('/').with_context(|| word.to_owned())?;
                    settings.timebase = (above.parse()?, below.parse()?);
                }
                (name, value) if name.contains('.') => {
                    settings.sysctls.insert(name.to_owned(), value.to_owned());
                }
                _ => bail!("{word}: no such setting"),
            }
        }
        Ok(settings)
    }
}

/// Lists of processors, as Linux writes them, with a slash between levels.
fn levels(text: &str) -> Result<Vec<Vec<usize>>> {
    let level = |list: &str| {
        let mut cpus = Vec::new();
        for range in list.split(',') {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            cpus.extend(first.parse::<usize>()?..=last.parse()?);
        }
        ensure!(!cpus.is_empty(), "a level without processors");
        Ok(cpus)
    };
    text.split('/').map(level).collect()
}

/// The machine that this process runs on; the default one if there are no settings.
pub fn settings() -> &'static Settings {
    SETTINGS.get_or_init(Settings::default)
}

/// Takes the words of the environment and of the command line, those before the program. Returns
/// the words from the program on.
///
/// # Errors
/// Names the word that means nothing.
pub fn take(arguments: Vec<String>) -> Result<Vec<String>> {
    let environment = std::env::var(VARIABLE).unwrap_or_default();
    let program = arguments.iter().position(|word| !is_setting(word)).unwrap_or(arguments.len());
    let words = environment.split_whitespace().chain(arguments[..program].iter().map(String::as_str));
    let settings = Settings::parse(words)?;
    ensure!(SETTINGS.set(settings).is_ok(), "the machine was asked about before it was known");
    Ok(arguments[program..].to_vec())
}

/// Returns `true` if `word` is a setting before the program: a path has no `=` before its first
/// `/`.
fn is_setting(word: &str) -> bool {
    word.split_once('=').is_some_and(|(name, _)| !name.contains('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_the_machine_is() {
        assert_eq!(Settings::parse([]).unwrap(), Settings::default());
        let words = [
            "levels=4-7/0-1,3",
            "spill=stir",
            "background=anywhere",
            "late_ms=150",
            "qos=refused",
            "cpu_number=refused",
            "sysctl=refused",
            "task_counts=zero",
            "timebase=1/1",
            "hw.model=Mac14,2",
        ];
        let sysctls = [("hw.model".to_owned(), "Mac14,2".to_owned())].into();
        let expected = Settings {
            levels: vec![vec![4, 5, 6, 7], vec![0, 1, 3]],
            spill: Spill::Stir,
            is_background_anywhere: true,
            late: Duration::from_millis(150),
            urgencies: Urgencies::Refused,
            has_cpu_numbers: false,
            has_sysctls: false,
            task_counts: TaskCounts::Zero,
            timebase: (1, 1),
            sysctls,
        };
        assert_eq!(Settings::parse(words).unwrap(), expected);
        assert_eq!(Settings::parse(["spill=last"]).unwrap().spill, Spill::Last);
        for (word, counts) in
            [("refused", TaskCounts::Refused), ("absent", TaskCounts::Absent), ("short", TaskCounts::Short)]
        {
            let word = format!("task_counts={word}");
            assert_eq!(Settings::parse([word.as_str()]).unwrap().task_counts, counts);
        }
        assert_eq!(Settings::parse(["qos=ignored"]).unwrap().urgencies, Urgencies::Ignored);
    }

    #[test]
    fn a_word_that_means_nothing_is_refused() {
        for word in [
            "spill",
            "spill=second",
            "late_ms=soon",
            "cpunumber=refused",
            "qos=",
            "timebase=24",
            "levels=",
            "levels=4-/1",
        ] {
            assert!(Settings::parse([word]).is_err(), "{word}");
        }
    }

    #[test]
    fn settings_come_before_the_program() {
        assert!(is_setting("spill=stir") && is_setting("levels=0/1") && is_setting("hw.model=a/b"));
        assert!(!is_setting("/tmp/a=b/trueghz") && !is_setting("trueghz"));
    }
}
