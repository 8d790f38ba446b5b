//! The parts of screens. A view decides place, size and colour of a part; everything else is
//! decided here.

/// Something to know, and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ScreenNote {
    /// The statement.
    pub text: String,
    /// What to do, or how to read it; absent if there is nothing to add.
    pub advice: Option<String>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ScreenFact {
    /// Its name.
    pub label: String,
    /// Its value.
    pub value: String,
}

/// The large number, or the reason for its absence.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ScreenNumber {
    /// Its name, above it.
    pub label: Option<String>,
    /// The digits; absent if there is no number, or none yet.
    pub digits: Option<String>,
    /// The unit.
    pub unit: String,
    /// The line below it.
    pub below: Option<String>,
    /// Whether there will be no number; `below` has the reason.
    pub is_refused: bool,
    /// All of it, for a screen reader.
    pub spoken: String,
}

/// A choice between several options.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ScreenChoice {
    /// Its name.
    pub label: String,
    /// The options, in order.
    pub options: Vec<String>,
    /// Index of the chosen option.
    pub chosen: u32,
}

/// The button that starts and stops.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
pub struct ScreenButton {
    /// Its text.
    pub text: String,
    /// Whether it stops what runs; otherwise it starts.
    pub is_stop: bool,
    /// Whether it can be pressed.
    pub is_enabled: bool,
    /// Share of the session that is over, 0 to 1.
    pub part: f64,
}
