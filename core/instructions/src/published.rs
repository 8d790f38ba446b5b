//! Published latencies and throughputs of known cores, for comparison with the measured ones.
//!
//! One matrix for each architecture: a line for each form and latency pair of the set, a column for
//! each core. The heads of the files name the sources, and the conversions. No measurement depends
//! on a published figure.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::form::{InstructionForm, InstructionProperty};

/// The pair under which a matrix states throughputs, in cycles per instruction.
pub const THROUGHPUT: &str = "throughput";

/// The pair under which a matrix states the longest latency of a form that has no way back, if its
/// source uses one register for all operands.
const LONGEST: &str = "longest";

/// Entry of a matrix for an unpublished figure.
const NOT_PUBLISHED: &str = "-";

/// Names of the columns, as in the sources.
const NAMES: [(&str, &str); 21] = [
    ("firestorm_ocxtal", "Apple M1, Firestorm (ocxtal)"),
    ("neoverse_n1_graviton2", "AWS Graviton2, Neoverse N1 (ocxtal)"),
    ("neoverse_n1_altra", "Ampere Altra, Neoverse N1 (ocxtal)"),
    ("neoverse_v1_graviton3", "AWS Graviton3, Neoverse V1 (ocxtal)"),
    ("cortex_x1_8cx_gen3", "Snapdragon 8cx Gen 3, Cortex-X1 (ocxtal)"),
    ("cortex_a72_lx2160a", "NXP LX2160A, Cortex-A72 (ocxtal)"),
    ("cortex_a53_rpi3", "Raspberry Pi 3, Cortex-A53 (ocxtal)"),
    ("firestorm_johnson", "Apple M1, Firestorm (Johnson)"),
    ("icestorm_johnson", "Apple M1, Icestorm (Johnson)"),
    ("haswell", "Haswell (InstLatx64)"),
    ("cascade_lake", "Cascade Lake (InstLatx64)"),
    ("ice_lake", "Ice Lake (InstLatx64)"),
    ("golden_cove", "Golden Cove (InstLatx64)"),
    ("gracemont", "Gracemont (InstLatx64)"),
    ("lion_cove", "Lion Cove (InstLatx64)"),
    ("skymont", "Skymont (InstLatx64)"),
    ("zen2", "Zen 2 (InstLatx64)"),
    ("zen3", "Zen 3 (InstLatx64)"),
    ("zen4", "Zen 4 (InstLatx64, 2024)"),
    ("zen4_genoa", "Zen 4, server (InstLatx64, 2022)"),
    ("zen5", "Zen 5 (InstLatx64)"),
];

/// The name of a core for people, or the column's name if none is known.
pub fn name(core: &'static str) -> &'static str {
    NAMES.iter().find(|(column, _)| *column == core).map_or(core, |(_, name)| name)
}

/// Reason why a text is not a matrix of published figures. Lines count from 1.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MatrixError {
    /// The first line that is not a comment does not begin with `form` and `pair`.
    #[error("no header")]
    NoHeader,
    /// The line and the header differ in the number of columns.
    #[error("line {line}: {columns} columns")]
    Columns {
        /// The line.
        line: usize,
        /// The number of its columns.
        columns: usize,
    },
    /// A figure is neither a positive number nor absent.
    #[error("line {line}: {text} is no figure")]
    Figure {
        /// The line.
        line: usize,
        /// The text in place of a figure.
        text: String,
    },
    /// A form and its pair come twice.
    #[error("line {line}: repeated")]
    Repeated {
        /// The line of the second.
        line: usize,
    },
}

/// Published figures: of each form and pair, those of each core, in cycles.
#[derive(Debug, Clone, PartialEq)]
pub struct ReferenceFigures {
    cores: Vec<&'static str>,
    /// By form and pair.
    figures: BTreeMap<&'static str, BTreeMap<&'static str, Vec<Option<f64>>>>,
}

impl ReferenceFigures {
    /// The figures of AArch64 cores.
    pub fn aarch64() -> &'static ReferenceFigures {
        static MATRIX: LazyLock<ReferenceFigures> = LazyLock::new(|| {
            ReferenceFigures::parse(include_str!("published_aarch64.tsv"))
                .expect("a test parses the same text")
        });
        &MATRIX
    }

    /// The figures of x86-64 cores.
    pub fn x86_64() -> &'static ReferenceFigures {
        static MATRIX: LazyLock<ReferenceFigures> = LazyLock::new(|| {
            ReferenceFigures::parse(include_str!("published_x86_64.tsv"))
                .expect("a test parses the same text")
        });
        &MATRIX
    }

    /// The figures of cores of the architecture that this was compiled for; those of AArch64 if
    /// there are none for it.
    pub fn here() -> &'static ReferenceFigures {
        if cfg!(target_arch = "x86_64") { ReferenceFigures::x86_64() } else { ReferenceFigures::aarch64() }
    }

    /// Reads a matrix: columns separated by tabs, `#` before comments, the header `form pair` and
    /// the cores.
    ///
    /// # Errors
    ///
    /// [`MatrixError`], of the first line that is not as described.
    pub fn parse(text: &'static str) -> Result<ReferenceFigures, MatrixError> {
        let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#'));
        let header: Vec<&str> = lines.next().ok_or(MatrixError::NoHeader)?.1.split('\t').collect();
        let ["form", "pair", cores @ ..] = header.as_slice() else {
            return Err(MatrixError::NoHeader);
        };
        let mut figures = BTreeMap::<_, BTreeMap<_, _>>::new();
        for (line, row) in lines {
            let columns: Vec<&str> = row.split('\t').collect();
            let [form, pair, row @ ..] = columns.as_slice() else {
                return Err(MatrixError::Columns { line, columns: columns.len() });
            };
            if row.len() != cores.len() {
                return Err(MatrixError::Columns { line, columns: columns.len() });
            }
            let row = row.iter().map(|text| figure(text, line)).collect::<Result<_, _>>()?;
            if figures.entry(*form).or_default().insert(*pair, row).is_some() {
                return Err(MatrixError::Repeated { line });
            }
        }
        Ok(ReferenceFigures { cores: cores.to_vec(), figures })
    }

    /// The cores, in the order of the columns.
    pub fn cores(&self) -> &[&'static str] {
        &self.cores
    }

    /// The figures of a form's pair, or of its [`THROUGHPUT`], in cycles: one for each of
    /// [`cores`](Self::cores), `None` if unpublished. Empty if no core has one.
    pub fn figures(&self, form: &str, pair: &str) -> &[Option<f64>] {
        self.figures.get(form).and_then(|pairs| pairs.get(pair)).map_or(&[], Vec::as_slice)
    }

    /// Returns `true` if a latency of the form is published of any core.
    pub fn has_latency_of(&self, form: &InstructionForm) -> bool {
        let is_published =
            |row: &InstructionProperty| row.key != THROUGHPUT && !self.figures(form.key, row.key).is_empty();
        form.properties().iter().any(is_published)
    }

    /// Published figures of these rows of a form on a core, in their order; `None` if unpublished.
    /// A figure of the longest latency is assigned to the longest measured one.
    pub(super) fn beside(&self, form: &str, rows: &[(&str, Option<f64>)], core: usize) -> Vec<Option<f64>> {
        let figure = |pair: &str| self.figures(form, pair).get(core).copied().flatten();
        let mut found: Vec<Option<f64>> = rows.iter().map(|(pair, _)| figure(pair)).collect();
        let longest = rows
            .iter()
            .enumerate()
            .filter(|(_, (pair, _))| *pair != THROUGHPUT && !pair.contains("flags"))
            .max_by(|(_, a), (_, b)| a.1.unwrap_or(0.0).total_cmp(&b.1.unwrap_or(0.0)));
        if let (Some(figure), Some((place, _))) = (figure(LONGEST), longest) {
            found[place].get_or_insert(figure);
        }
        found
    }

    /// All forms and pairs that have a figure, in order.
    pub fn pairs(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.figures.iter().flat_map(|(form, pairs)| pairs.keys().map(move |pair| (*form, *pair)))
    }
}

fn figure(text: &str, line: usize) -> Result<Option<f64>, MatrixError> {
    if text == NOT_PUBLISHED {
        return Ok(None);
    }
    match text.parse::<f64>() {
        Ok(cycles) if cycles > 0.0 && cycles.is_finite() => Ok(Some(cycles)),
        _ => Err(MatrixError::Figure { line, text: text.to_owned() }),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// The latency pairs of each form, without the ways back.
    fn set(text: &'static str) -> BTreeMap<&'static str, Vec<&'static str>> {
        let lines = text.lines().filter(|line| !line.starts_with('#')).skip(1);
        let pairs =
            |latency: &'static str| latency.split("; ").filter_map(|pair| pair.split(' ').next()).collect();
        lines.map(|line| line.split('\t').collect::<Vec<_>>()).map(|row| (row[0], pairs(row[3]))).collect()
    }

    #[test]
    fn what_is_published_is_of_forms_and_pairs_in_the_set() {
        are_of_the_set(ReferenceFigures::aarch64(), include_str!("aarch64.tsv"), 250, 200);
        are_of_the_set(ReferenceFigures::x86_64(), include_str!("x86_64.tsv"), 150, 100);
    }

    /// Asserts that the set has at least `forms` forms, and that at least `latencies` latencies are
    /// published for each core.
    fn are_of_the_set(published: &ReferenceFigures, set_text: &'static str, forms: usize, latencies: usize) {
        let set = set(set_text);
        assert!(set.len() >= forms, "{}", set.len());
        for (form, pair) in published.pairs() {
            let pairs = set.get(form).unwrap_or_else(|| panic!("{form} is not in the set"));
            let is_known = [THROUGHPUT, LONGEST].contains(&pair) || pairs.contains(&pair);
            assert!(is_known, "{form}: no pair {pair}");
        }
        for (index, core) in published.cores().iter().enumerate() {
            let of_core = |(form, pair)| published.figures(form, pair)[index].is_some();
            let published = published.pairs().filter(|(_, pair)| *pair != THROUGHPUT);
            let found = published.filter(|pair| of_core(*pair)).count();
            assert!(found >= latencies, "{core}: {found}");
            assert_ne!(name(core), *core);
        }
    }

    #[test]
    fn figures_are_the_sources_own() {
        let published = ReferenceFigures::aarch64();
        let of = |form, pair, core| {
            let column = published.cores().iter().position(|other| *other == core).unwrap();
            published.figures(form, pair).get(column).copied().flatten()
        };
        assert_eq!(of("smulh {d:x}, {a:x}, {b:x}", "a>d", "neoverse_n1_graviton2"), Some(5.25));
        assert_eq!(of("fmadd {d:d}, {a:d}, {b:d}, {c:d}", "a>d", "cortex_a53_rpi3"), Some(8.04));
        assert_eq!(of("fmadd {d:d}, {a:d}, {b:d}, {c:d}", "c>d", "cortex_a53_rpi3"), Some(4.02));
        assert_eq!(of("madd {d:x}, {a:x}, {b:x}, {c:x}", "c>d", "icestorm_johnson"), Some(1.0));
        assert_eq!(of("fadd {d:h}, {a:h}, {b:h}", "a>d", "cortex_a72_lx2160a"), None);
        assert_eq!(of("fdiv {d:d}, {a:d}, {b:d}", "b>d", "cortex_x1_8cx_gen3"), None);
        assert!(published.figures("no such form", "a>d").is_empty());
    }

    #[test]
    fn a_text_that_is_no_matrix_is_refused_by_line() {
        let refused = |text| ReferenceFigures::parse(text).unwrap_err();
        assert_eq!(refused(""), MatrixError::NoHeader);
        assert_eq!(refused("# only\nform\tcore\n"), MatrixError::NoHeader);
        assert_eq!(refused("form\tpair\tx\nadd\n"), MatrixError::Columns { line: 2, columns: 1 });
        assert_eq!(refused("form\tpair\tx\nadd\ta>d\t1\t2\n"), MatrixError::Columns { line: 2, columns: 4 });
        for text in ["", "one", "0", "-1", "inf", "NaN"] {
            let matrix = format!("#\nform\tpair\tx\nadd\ta>d\t{text}\n").leak();
            assert_eq!(refused(matrix), MatrixError::Figure { line: 3, text: text.to_owned() });
        }
        assert_eq!(refused("form\tpair\tx\nadd\ta>d\t1\nadd\ta>d\t2\n"), MatrixError::Repeated { line: 3 });
    }
}
