//! Colours. They carry no information that words or signs do not also give.

use anstyle::{AnsiColor, Style};

/// Main number.
pub const NUMBER: Style = Style::new().bold();
/// Less important text: labels, the guard digit.
pub const QUIET: Style = Style::new().dimmed();
/// Verdict `steady`.
pub const STEADY: Style = AnsiColor::Cyan.on_default();
/// Text that needs attention.
pub const ATTENTION: Style = AnsiColor::Yellow.on_default();
/// Verdict `refused` only.
pub const REFUSED: Style = AnsiColor::Red.on_default();

/// `text` in a style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
