//! The colours. They add; whatever they say stands in words and signs too.

use anstyle::{AnsiColor, Style};

/// The number.
pub const NUMBER: Style = Style::new().bold();
/// What is less important: labels, the guard digit.
pub const QUIET: Style = Style::new().dimmed();
/// A verdict without a but.
pub const STEADY: Style = AnsiColor::Cyan.on_default();
/// What deserves attention.
pub const ATTENTION: Style = AnsiColor::Yellow.on_default();
/// Refused, and nothing else.
pub const REFUSED: Style = AnsiColor::Red.on_default();

/// `text` in a style.
pub fn paint(style: Style, text: impl std::fmt::Display) -> String {
    format!("{style}{text}{style:#}")
}
