//! HTML: one page, which needs nothing else.

use trueghz::instructions::Table;
use trueghz::report::words::machine_line;

use super::lines::groups;

/// The looks: the colours of the apps, by day and by night.
const STYLE: &str = "\
:root { color-scheme: light dark;
  --ink: #16211f; --quiet: #5d6b68; --line: #d5dedb; --paper: #fbfdfc; --mark: #006b60 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4ecea; --quiet: #93a29e; --line: #2b3936; --paper: #101615; --mark: #5fd3c2 } }
body { margin: 2.5rem auto; max-width: 62rem; padding: 0 1.25rem;
  background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
h1 { font-size: 1.6rem; margin: 0 0 .25rem }
h2 { font-size: 1.05rem; margin: 2.25rem 0 .4rem; color: var(--mark) }
p { margin: 0; color: var(--quiet) }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums }
th { text-align: left; font-weight: 500; color: var(--quiet) }
th, td { padding: .28rem .6rem .28rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
td:first-child { font-family: ui-monospace, monospace; font-size: .92em; width: 38% }
td:nth-child(2) { white-space: nowrap }
td:nth-child(3), th:nth-child(3) { text-align: right; width: 8rem; padding-right: 2rem }
td:last-child { color: var(--quiet); font-size: .9em; width: 22% }
";

/// The whole table.
pub fn html(table: &Table) -> String {
    let machine = escaped(&machine_line(&table.measurement.machine));
    let clock = table.reading().display();
    let clock =
        clock.map_or(String::new(), |clock| format!(" \u{b7} {} \u{b1} {}", clock.number, clock.uncertainty));
    let mut body = format!("<h1>Instructions in cycles</h1>\n<p>{machine}{clock}</p>\n");
    for warning in &table.reading().warnings {
        body.push_str(&format!("<p>! {}</p>\n", escaped(&warning.text())));
    }
    for group in groups(table) {
        body.push_str(&format!(
            "<h2>{}</h2>\n<table>\n<tr><th>instruction<th>latency<th>throughput<th></tr>\n",
            escaped(&group.name)
        ));
        for line in group.lines {
            let latencies: Vec<String> = line.latencies.iter().map(|latency| escaped(latency)).collect();
            let (form, remark) = (escaped(&line.form), escaped(&line.remark));
            let cells = [form, latencies.join("<br>"), line.throughput, remark];
            body.push_str(&format!("<tr><td>{}</tr>\n", cells.join("<td>")));
        }
        body.push_str("</table>\n");
    }
    body.push_str("<p>Cycles. \u{201c}~\u{201d}: the shapes of the loop differ; the lowest is shown. Measured by TrueGHz.</p>\n");
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>Instructions in cycles: {machine}</title>\n<style>\n{STYLE}</style>\n{body}</html>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
