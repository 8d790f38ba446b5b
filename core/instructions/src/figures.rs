//! A table as front ends show it: the rounded values of each form, with published ones for
//! comparison.

use trueghz::report::number::RoundedNumber;

use super::compare::Compared;
use super::published::ReferenceFigures;
use super::table::{Measure, Missing, Table, TableRow};

/// Decimals that published tables have.
const MOST_DECIMALS: usize = 2;

/// Marks about how, or on which platform, a form is measured, or that repeat its name: they add
/// nothing about the instruction.
const NOT_SHOWN: [&str; 4] = ["phone", "no_throughput", "nop", "writes_all"];

/// Marks about the instruction, each with its meaning.
const MEANINGS: [(&str, &str); 5] = [
    ("move", "a move that a core may do without executing it"),
    ("zero_idiom", "known not to depend on its operands"),
    ("predicted", "a core may guess what it loads"),
    ("values_matter", "depends on the operands' values"),
    ("serialises", "waits for all before it"),
];

/// All that is shown of a form.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "InstructionFigures"))]
pub struct FormFigures {
    /// The form's text, with classes in place of registers.
    pub form: String,
    /// The form's group.
    pub group: String,
    /// Special properties, as codes: `move`, `zero_idiom`, `predicted`, `values_matter`,
    /// `serialises`.
    pub marks: Vec<String>,
    /// Measured values: its latencies, pair by pair, and its throughput. Never empty.
    pub figures: Vec<Figure>,
}

/// A value of a form.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record), uniffi(name = "InstructionFigure"))]
pub struct Figure {
    /// The measured property.
    pub measure: Measure,
    /// Cycles to significant digits; absent if there is a reason.
    pub cycles: Option<RoundedNumber>,
    /// Reason why there is no value.
    pub missing: Option<Missing>,
    /// Whether the shapes of the chain differ, so that the lowest of them is shown.
    pub shapes_differ: bool,
    /// Published cycles; absent if none are published, or if nothing was measured.
    pub published: Option<RoundedNumber>,
    /// Whether the two differ by more than 3 %, and by more than 0.05 cycles.
    pub differs: bool,
}

impl Table {
    /// Returns the values of each form, in the order of the forms, with the published ones of
    /// `core`, a column of `published`, if given.
    pub fn figures(&self, published: &ReferenceFigures, core: Option<usize>) -> Vec<FormFigures> {
        let compared = core.map(|core| self.beside(published, core)).unwrap_or_default();
        // These are in the order of the rows, but not for all of them.
        let mut compared = compared.iter().peekable();
        let mut figure = |row: &TableRow| {
            let beside = compared.next_if(|beside| std::ptr::eq(beside.row, row));
            Figure::of(row, beside)
        };
        let form = |rows: &[TableRow]| FormFigures {
            form: rows[0].form.clone(),
            group: rows[0].group.clone(),
            marks: shown(&rows[0].marks),
            figures: rows.iter().map(&mut figure).collect(),
        };
        self.rows.chunk_by(|a, b| a.form == b.form).map(form).collect()
    }
}

/// Meaning of a mark, in English; `None` if it is not about the instruction.
pub fn mark_text(mark: &str) -> Option<&'static str> {
    MEANINGS.iter().find(|(code, _)| *code == mark).map(|(_, text)| *text)
}

/// The marks that are about the instruction.
fn shown(marks: &[String]) -> Vec<String> {
    marks.iter().filter(|mark| !NOT_SHOWN.contains(&mark.as_str())).cloned().collect()
}

impl Figure {
    fn of(row: &TableRow, beside: Option<&Compared<'_>>) -> Figure {
        Figure {
            measure: row.measure.clone(),
            cycles: row.cycles.map(|cycles| cycles.rounded()),
            missing: row.missing,
            shapes_differ: row.shapes_agree == Some(false),
            published: beside.map(|beside| RoundedNumber::new(beside.published, MOST_DECIMALS)),
            differs: beside.is_some_and(|beside| beside.differs),
        }
    }
}

#[cfg(all(test, feature = "json"))]
mod tests {
    use trueghz::Interval;

    use super::super::set::FORMS;
    use super::super::table::TABLE_SCHEMA;
    use super::*;

    /// A table of a core with the published values of the first core, and 3 cycles for unpublished
    /// ones.
    fn like_the_first(published: &ReferenceFigures) -> Table {
        let measurement = include_str!("../../../tests/vectors/report-two-cores-100ms.json");
        let row = |form, row: &super::super::form::InstructionProperty| {
            let form: &super::super::form::InstructionForm = form;
            let figure = published.figures(form.key, row.key).first().copied().flatten();
            let found = Some(Interval::around(figure.unwrap_or(3.0), 0.004));
            TableRow { cycles: found, missing: None, ..TableRow::missing(form, row, Missing::Disturbed) }
        };
        Table {
            schema: TABLE_SCHEMA.to_owned(),
            version: String::new(),
            measured_at: None,
            options: None,
            measurement: serde_json::from_str(measurement).expect("a report"),
            reference: None,
            rows: FORMS
                .iter()
                .flat_map(|form| form.properties().iter().map(move |of| row(form, of)))
                .collect(),
            uncounted: Vec::new(),
        }
    }

    fn all(shown: &[FormFigures]) -> Vec<&Figure> {
        shown.iter().flat_map(|form| &form.figures).collect()
    }

    #[test]
    fn a_core_stands_beside_its_own_figures_and_a_changed_one_is_marked() {
        let published = ReferenceFigures::here();
        let mut table = like_the_first(published);
        let shown = table.figures(published, Some(0));
        assert_eq!(all(&shown).len(), table.rows.len());
        let with_both = all(&shown).iter().filter(|figure| figure.published.is_some()).count();
        assert!(with_both > 100, "{with_both}");
        // Here the longest latency of a form, which is published without its operands, meets a
        // value of 3 cycles.
        let apart = |shown: &[FormFigures]| all(shown).iter().filter(|figure| figure.differs).count();
        let before = apart(&shown);
        let place = table
            .rows
            .iter()
            .position(|row| row.form.starts_with("imul") || row.form.starts_with("mul"))
            .unwrap();
        table.rows[place].cycles = Some(Interval::around(9.0, 0.004));
        let after = table.figures(published, Some(0));
        assert_eq!(apart(&after), before + 1);
        let changed = all(&after)[place];
        assert!(changed.differs);
        assert_eq!(changed.cycles.unwrap().digits(), "9.00");
    }

    #[test]
    fn without_a_known_core_nothing_stands_beside() {
        let published = ReferenceFigures::here();
        let table = like_the_first(published);
        assert!(all(&table.figures(published, None)).iter().all(|figure| figure.published.is_none()));
        let nearest = table.identify(published);
        assert_eq!(nearest.nearest().unwrap().cores[0].core, published.cores()[0]);
    }

    #[test]
    fn every_shown_mark_has_a_text() {
        let table = like_the_first(ReferenceFigures::here());
        let shown = table.figures(ReferenceFigures::here(), None);
        let marks: Vec<&str> = shown.iter().flat_map(|form| &form.marks).map(String::as_str).collect();
        assert!(!marks.is_empty() && marks.iter().all(|mark| mark_text(mark).is_some()), "{marks:?}");
        assert_eq!(mark_text("phone"), None);
    }

    #[test]
    fn a_row_without_a_number_says_why() {
        let published = ReferenceFigures::here();
        let mut table = like_the_first(published);
        table.rows[0].cycles = None;
        table.rows[0].missing = Some(Missing::Disturbed);
        let shown = table.figures(published, Some(0));
        let first = all(&shown)[0];
        assert_eq!((first.cycles, first.missing, first.published), (None, Some(Missing::Disturbed), None));
    }

    #[test]
    fn digits_are_those_that_the_interval_carries() {
        let digits = |half_width| Interval::around(4.0278, half_width).rounded().digits();
        assert_eq!(digits(0.004), "4.03");
        assert_eq!(digits(0.06), "4.0");
        assert_eq!(digits(0.6), "4");
    }
}
