//! `trueghz instructions`: latency and throughput, in cycles.

use glob::Pattern;
use trueghz_instructions::units::measure_units;
use trueghz_instructions::{Events, FORMS, InstructionForm, InstructionOptions, Table, measure_with};
use trueghz_report::{html, markdown};

use super::extra_files::ExtraFiles;
use super::interrupt::Interrupt;
use crate::cli::InstructionsArgs;
use crate::format::{paragraph, table};
use crate::live::Steps;
use crate::outcome::{Failure, Outcome, print};
use crate::output::instructions::{self, Listed};
use crate::output::{self, json};
use crate::style::{QUIET, paint};

/// Measures instructions, or lists them.
pub fn run(args: &InstructionsArgs) -> Result<Outcome, Failure> {
    let chosen = chosen(&args.patterns, &args.group)?;
    let mut files = ExtraFiles::pictures(args.html.as_deref(), None)?;
    if args.list {
        print(&if args.form.json { json::answer(&listed(&chosen)) } else { list(&chosen) })?;
        return Ok(Outcome::Complete);
    }
    let interrupt = Interrupt::listen()?;
    let options =
        InstructionOptions::new().forms(chosen.iter().map(|form| form.name())).core(args.core.which()?);
    if args.units {
        return units(options, args.form.into(), &mut files, &interrupt);
    }
    let table = measured(options.events(events(args.counters.as_deref())), &interrupt)?;
    let answer = match args.compare {
        Some(core) => instructions::compared(&table, core),
        None if args.yaml => table.to_osaca(),
        None => answer(output::Format::from(args.form), &table),
    };
    files.answer(&answer)?;
    files.write_page(|| {
        let (outline, pages) = (instructions::outline(&table), instructions::pages(&table));
        html::outline_with_pages(&outline, &pages, instructions::EXPLAINED, table.provenance())
    })?;
    Ok(interrupt.outcome(table.rows.iter().any(|row| row.cycles.is_some())))
}

/// The events of `--counters`.
fn events(counters: Option<&[String]>) -> Events {
    match counters {
        None => Events::None,
        Some([]) => Events::Operations,
        Some(names) => Events::Named(names.to_vec()),
    }
}

/// Groups the instructions by their units.
fn units(
    options: InstructionOptions,
    form: output::Format,
    files: &mut ExtraFiles,
    interrupt: &Interrupt,
) -> Result<Outcome, Failure> {
    let session = measure_units(options, Steps::new("mixing instructions")).map_err(Failure::new)?;
    let found = interrupt.wait(session)?;
    files.answer(&output::units::answer(form, &found))?;
    files.write_page(|| {
        html::outline_page(&output::units::in_words(&found), output::units::EXPLAINED, found.provenance())
    })?;
    Ok(interrupt.outcome(!found.groups.is_empty()))
}

/// A table in this form.
pub fn answer(form: output::Format, table: &Table) -> String {
    match form {
        output::Format::Json => json::answer(table),
        output::Format::Csv => table.to_csv(),
        output::Format::Markdown => markdown::outline(&instructions::outline(table), table.provenance()),
        output::Format::Quiet => output::quiet::instructions(table),
        output::Format::Text | output::Format::Verbose => instructions::text(table),
    }
}

/// Measures instructions and shows a progress line.
pub fn measured(options: InstructionOptions, interrupt: &Interrupt) -> Result<Table, Failure> {
    let session = measure_with(options, Steps::new("measuring instructions")).map_err(Failure::new)?;
    interrupt.wait(session)
}

/// Returns the forms that match one of the patterns and belong to one of the groups. An empty list
/// selects all.
pub fn chosen(patterns: &[Pattern], groups: &[String]) -> Result<Vec<&'static InstructionForm>, Failure> {
    if FORMS.is_empty() {
        let architecture = std::env::consts::ARCH;
        return Err(Failure::new(format!("instructions of {architecture} cannot be measured")));
    }
    if let Some(unknown) = groups.iter().find(|group| !FORMS.iter().any(|form| form.group() == **group)) {
        let known = known_groups().join(", ");
        return Err(Failure::new(format!("no group is called '{unknown}'; choose from: {known}")));
    }
    for pattern in patterns {
        if !FORMS.iter().any(|form| matches(pattern, form)) {
            let words = format!("no instruction matches '{pattern}'; see \"trueghz instructions --list\"");
            return Err(Failure::new(words));
        }
    }
    let is_chosen = |form: &&InstructionForm| {
        let named = patterns.is_empty() || patterns.iter().any(|pattern| matches(pattern, form));
        named && (groups.is_empty() || groups.iter().any(|group| form.group() == group))
    };
    let chosen: Vec<&InstructionForm> = FORMS.iter().filter(is_chosen).collect();
    if chosen.is_empty() {
        return Err(Failure::new("no instruction matches a pattern and is in one of the groups"));
    }
    Ok(chosen)
}

/// Returns `true` if the pattern matches the whole text or the mnemonic.
fn matches(pattern: &Pattern, form: &InstructionForm) -> bool {
    pattern.as_str() == form.name() || pattern.matches(form.name()) || pattern.matches(mnemonic(form))
}

/// The first word of a form.
pub fn mnemonic(form: &InstructionForm) -> &'static str {
    form.name().split(' ').next().unwrap_or_default()
}

fn known_groups() -> Vec<&'static str> {
    let mut groups: Vec<&str> = Vec::new();
    for form in FORMS {
        if !groups.contains(&form.group()) {
            groups.push(form.group());
        }
    }
    groups
}

fn listed<'a>(forms: &[&'a InstructionForm]) -> Vec<Listed<'a>> {
    forms.iter().map(|form| Listed::of(form)).collect()
}

fn list(forms: &[&InstructionForm]) -> String {
    let row = |form: &&InstructionForm| {
        let needs = if form.features().is_empty() { String::new() } else { form.features().join(", ") };
        let absent = if form.is_present() { "" } else { "not on this core" };
        vec![form.name().to_owned(), paint(QUIET, form.group()), paint(QUIET, needs), absent.to_owned()]
    };
    let header = ["instruction", "group", "needs", ""].map(|word| paint(QUIET, word)).to_vec();
    let rows: Vec<Vec<String>> = std::iter::once(header).chain(forms.iter().map(row)).collect();
    let absent = forms.iter().filter(|form| !form.is_present()).count();
    let count = format!("{} instructions, {absent} of which this core lacks.", forms.len());
    format!("{}\n{}", table(&rows, &[]), paragraph(&count, 2))
}
