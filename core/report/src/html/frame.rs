//! The frame of every page: its head, and the machine as its heading, as well-formed XML.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The looks: the colours of the apps, by day and by night.
const STYLE: &str = concat!(include_str!("colors.css"), include_str!("style.css"), include_str!("plot.css"));

/// Elements without content, closed as XML wants it.
const META: &str =
    r#"<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>"#;

/// The title of a page, by which it is found among others: the result, the core, the verb, and the
/// day of `measured_at`, which is in RFC 3339 format.
pub(super) fn title(found: Option<&str>, core: &str, verb: &str, measured_at: Option<&str>) -> String {
    let day = measured_at.and_then(|time| time.split('T').next());
    let parts = [found, Some(core), Some(verb), day];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" \u{b7} ")
}

/// A page with a title, about a machine.
pub(super) fn page(title: &str, machine: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (PreEscaped(META))
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (machine) }
                (body)
            }
        }
    };
    printable(page)
}

/// Returns the markup as text without control characters: names from the system may contain some,
/// which are invisible and invalid in XML.
pub(super) fn printable(markup: Markup) -> String {
    markup.into_string().replace(|c: char| c.is_control() && c != '\n', " ")
}
