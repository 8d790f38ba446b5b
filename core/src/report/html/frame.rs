//! What every page has: its head, the machine above all, and nothing that XML would not take.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The looks: the colours of the apps, by day and by night.
const STYLE: &str = include_str!("style.css");

/// Elements without content, closed as XML wants it.
const META: &str =
    r#"<meta charset="utf-8"/><meta name="viewport" content="width=device-width, initial-scale=1"/>"#;

/// A page about a machine.
pub(super) fn page(machine: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                (PreEscaped(META))
                title { "TrueGHz: " (machine) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (machine) }
                (body)
            }
        }
    };
    // Names come from the system. A control character in one would be no XML, and nothing to see in HTML.
    page.into_string().replace(|c: char| c.is_control() && c != '\n', " ")
}
