//! A report in words, in the parts that every text has: the terminal, Markdown and a page lay them
//! out, each in its own way.

/// A report in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// The kind of measurement, as a title.
    pub title: &'static str,
    /// The command that makes such a report.
    pub verb: &'static str,
    /// The machine, in a line.
    pub machine: String,
    /// The main result; `None` if it is unknown.
    pub headline: Option<Headline>,
    /// Further facts, each with its label.
    pub facts: Vec<(String, String)>,
    /// Rows of numbers.
    pub tables: Vec<OutlineTable>,
    /// Summary in a sentence or two; may be empty.
    pub summary: String,
}

/// The main result, as a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    /// The number.
    pub number: String,
    /// Its unit.
    pub unit: &'static str,
    /// Description of the number.
    pub of: String,
}

/// Rows of numbers. A row may end early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineTable {
    /// The title; empty if the report has only one table.
    pub title: String,
    /// The columns.
    pub head: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}

/// A report that has an outline.
pub trait Outlined {
    /// The report in words.
    fn outline(&self) -> Outline;
}
