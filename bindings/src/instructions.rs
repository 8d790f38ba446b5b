//! Instructions: those that can be measured, a set chosen by core, small enough for a phone's
//! library; and the figures of a table of them, compared with known cores.

use trueghz::report::number::RoundedNumber;
use trueghz_instructions::identify::{Class, NoMatch};
use trueghz_instructions::published::{self, ReferenceFigures};
use trueghz_instructions::{FORMS, FormFigures, Table, mark_text};

use crate::error::{TrueGhzError, guarded};

/// An instruction of the set.
#[derive(Debug, Clone, PartialEq, Eq, uniffi::Record)]
pub struct Instruction {
    /// Its text, with classes in place of registers: the name in a session's request.
    pub name: String,
    /// The group that it belongs to.
    pub group: String,
    /// Whether this core has it.
    pub is_present: bool,
}

/// The instructions that a session can measure on this processor.
#[uniffi::export]
pub fn instructions() -> Vec<Instruction> {
    let instruction = |form: &trueghz_instructions::InstructionForm| Instruction {
        name: form.name().to_owned(),
        group: form.group().to_owned(),
        is_present: form.is_present(),
    };
    FORMS.iter().map(instruction).collect()
}

/// A table of instructions as JSON, as `docs/schema/trueghz-instructions-2.schema.json` describes
/// it.
#[uniffi::export]
pub fn instructions_json(table: Table) -> Result<String, TrueGhzError> {
    guarded(|| table.to_json())
}

/// A table of instructions as CSV: a row for each latency and throughput.
#[uniffi::export]
pub fn instructions_csv(table: Table) -> Result<String, TrueGhzError> {
    guarded(|| table.to_csv())
}

/// A core of which latencies and throughputs are published.
#[derive(Debug, Clone, PartialEq, Eq, Hash, uniffi::Record)]
pub struct PublishedCore {
    /// The key in requests.
    pub key: String,
    /// Its name, with the source of the figures in parentheses.
    pub name: String,
}

/// The known cores nearest to a measured one, by their latencies alone. The names say what it
/// computes like, not what it is.
#[derive(Debug, Clone, PartialEq, uniffi::Enum)]
pub enum NearestCore {
    /// One is near.
    Near {
        /// The cores, nearest first; several if the measured latencies cannot distinguish them.
        cores: Vec<PublishedCore>,
        /// The distance of the first, 0 to 1: about the share of latencies that disagree.
        distance: RoundedNumber,
        /// Number of latencies compared.
        latencies: u64,
    },
    /// None computes like this one.
    TooFar {
        /// The nearest, nearest first.
        cores: Vec<PublishedCore>,
        /// The distance of the first, 0 to 1.
        distance: RoundedNumber,
        /// Number of latencies compared.
        latencies: u64,
    },
    /// All latencies equal a known core's times one factor, as with a wrong clock.
    OtherClock {
        /// That core.
        core: PublishedCore,
        /// Measured over published.
        factor: RoundedNumber,
    },
    /// Too little is both measured and published.
    TooFewLatencies {
        /// The most that can be compared with any core.
        latencies: u64,
        /// Number of latencies needed.
        needed: u64,
    },
}

/// The cores of which figures are published for this architecture.
#[uniffi::export]
pub fn published_cores() -> Vec<PublishedCore> {
    ReferenceFigures::here().cores().iter().map(|core| named(core)).collect()
}

/// The figures of a table, instruction by instruction, with the published figures of a core, given
/// by its key. An unknown key yields no published figures.
#[uniffi::export]
pub fn instruction_figures(
    table: Table,
    beside_key: Option<String>,
) -> Result<Vec<FormFigures>, TrueGhzError> {
    guarded(|| {
        let published = ReferenceFigures::here();
        let column = |key| published.cores().iter().position(|core| *core == key);
        table.figures(published, beside_key.and_then(column))
    })
}

/// Meaning of a mark of an instruction, in English; `None` if it is not about the instruction.
#[uniffi::export]
pub fn instruction_mark_text(mark: String) -> Option<String> {
    mark_text(&mark).map(str::to_owned)
}

/// The known core that is nearest to a table's.
#[uniffi::export]
pub fn nearest_core(table: Table) -> Result<NearestCore, TrueGhzError> {
    guarded(|| {
        let identification = table.identify(ReferenceFigures::here());
        match (identification.none_near, identification.classes.into_iter().next()) {
            (None, Some(class)) => {
                let (cores, distance, latencies) = shown(class);
                NearestCore::Near { cores, distance, latencies }
            }
            (Some(NoMatch::OtherClock { core, factor }), _) => {
                NearestCore::OtherClock { core: named(core), factor: RoundedNumber::new(factor, 3) }
            }
            (Some(NoMatch::TooFewPairs { pairs, needed }), _) => {
                NearestCore::TooFewLatencies { latencies: pairs as u64, needed: needed as u64 }
            }
            (_, Some(class)) => {
                let (cores, distance, latencies) = shown(class);
                NearestCore::TooFar { cores, distance, latencies }
            }
            (_, None) => NearestCore::TooFewLatencies { latencies: 0, needed: 0 },
        }
    })
}

fn named(core: &'static str) -> PublishedCore {
    PublishedCore { key: core.to_owned(), name: published::name(core).to_owned() }
}

fn shown(class: Class) -> (Vec<PublishedCore>, RoundedNumber, u64) {
    let distance = RoundedNumber::new(class.distance(), 2);
    let latencies = class.cores[0].pairs as u64;
    (class.cores.iter().map(|core| named(core.core)).collect(), distance, latencies)
}
