//! Markdown: a table for each group.

use trueghz::instructions::Table;
use trueghz::report::words::machine_line;

use super::lines::groups;

/// The whole table.
pub fn markdown(table: &Table) -> String {
    let mut text = format!("# Instructions in cycles\n\n{}", machine_line(&table.measurement.machine));
    if let Some(clock) = table.reading().display() {
        text.push_str(&format!(", {} \u{b1} {}", clock.number, clock.uncertainty));
    }
    text.push('\n');
    for warning in &table.reading().warnings {
        text.push_str(&format!("\n> {}\n", warning.text()));
    }
    for group in groups(table) {
        text.push_str(&format!(
            "\n## {}\n\n| instruction | latency | throughput | |\n|---|---:|---:|---|\n",
            group.name
        ));
        for line in group.lines {
            let form = line.form.replace('|', "\\|");
            text.push_str(&format!(
                "| `{form}` | {} | {} | {} |\n",
                line.latencies.join(", "),
                line.throughput,
                line.remark
            ));
        }
    }
    text
}
