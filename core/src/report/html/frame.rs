//! What every page has: its head, the machine above all, and nothing that XML would not take.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The looks: the colours of the apps, by day and by night.
const STYLE: &str = concat!(include_str!("colors.css"), include_str!("style.css"), include_str!("plot.css"));

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
    printable(page)
}

/// The text of markup. Names come from the system: a control character in one would be no XML, and nothing to see.
pub(super) fn printable(markup: Markup) -> String {
    markup.into_string().replace(|c: char| c.is_control() && c != '\n', " ")
}
