//! A report in words, in the parts that every text has: the terminal, Markdown and a page lay them out, each in its own way.

/// What a report says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    /// What was done.
    pub title: &'static str,
    /// The program's verb that does it.
    pub verb: &'static str,
    /// The machine, in a line.
    pub machine: String,
    /// What is asked for first; absent where it could not be told.
    pub headline: Option<Headline>,
    /// What is known besides, each under its label.
    pub facts: Vec<(String, String)>,
    /// Rows of numbers.
    pub tables: Vec<OutlineTable>,
    /// What it comes to, in a sentence or two; may be empty.
    pub summary: String,
}

/// The number that is asked for first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Headline {
    /// The number.
    pub number: String,
    /// Its unit.
    pub unit: &'static str,
    /// What it is the number of.
    pub of: String,
}

/// Rows of numbers. A row may end early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutlineTable {
    /// What it is of; empty where the report has but one.
    pub title: String,
    /// The columns.
    pub head: Vec<&'static str>,
    /// The rows.
    pub rows: Vec<Vec<String>>,
}
