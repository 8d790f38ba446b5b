//! `trueghz running`: the reports that `--keep` stored.

use std::path::Path;

use trueghz::Measurement;
use trueghz_report::Report;
use trueghz_report::compare::compare;
use trueghz_report::store::{Store, StoreContents, StoredReport};

use super::extra_files::ExtraFiles;
use crate::cli::{FormatArgs, HistoryArgs};
use crate::distinct::distinct;
use crate::outcome::{Failure, Outcome, complain, plain, print};
use crate::output::{Format, compare as comparison, history as output, json};

/// Lists, shows, compares or removes.
pub fn run(args: &HistoryArgs) -> Result<Outcome, Failure> {
    let store = Store::at(&args.file);
    if args.clear {
        return store
            .clear()
            .map(|()| Outcome::Complete)
            .map_err(|error| cannot("remove", &args.file, &error));
    }
    let (html, svg) = (args.html.as_deref(), args.svg.as_deref());
    distinct(&[("FILE", Some(&args.file)), ("--html", html), ("--svg", svg)])?;
    let mut files = ExtraFiles::pictures(html, svg)?;
    // An empty file is a store without reports; a missing file is probably a mistyped name.
    let there = std::fs::metadata(&args.file).map_err(|error| cannot("read", &args.file, &error))?;
    if there.is_dir() {
        return Err(Failure::file("read", &args.file, "it is a folder"));
    }
    let contents = store.read().map_err(|error| cannot("read", &args.file, &error))?;
    tell_what_was_left_out(&contents);
    let form = Format::from(args.form);
    if let Some(place) = args.show {
        let report = &at(&contents, place)?.report;
        files.answer(&form.report(report))?;
        files.draw(report)?;
    } else if let [first, other] = args.compare[..] {
        print(&compared(&contents, [first, other], args.form)?)?;
    } else if let Some(place) = args.remove {
        let removed = store.remove(at(&contents, place)?);
        removed.map_err(|error| cannot("write", &args.file, &error))?;
    } else {
        print(&output::list(&contents.reports, form))?;
    }
    Ok(Outcome::Complete)
}

fn cannot(doing: &str, file: &Path, error: &std::io::Error) -> Failure {
    Failure::file(doing, file, plain(error))
}

fn tell_what_was_left_out(contents: &StoreContents) {
    let lines = |count: usize| if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
    if contents.corrupt > 0 {
        complain(format!("{} cannot be read", lines(contents.corrupt)));
    }
    if contents.other_versions > 0 {
        complain(format!("{} written by another version", lines(contents.other_versions)));
    }
}

/// The report at a place of the list, which counts from 1.
fn at(contents: &StoreContents, place: usize) -> Result<&StoredReport, Failure> {
    let found = place.checked_sub(1).and_then(|index| contents.reports.get(index));
    found.ok_or_else(|| {
        Failure::new(format!("there is no report {place}: the list has {}", contents.reports.len()))
    })
}

fn compared(contents: &StoreContents, places: [usize; 2], form: FormatArgs) -> Result<String, Failure> {
    let measurement = |place: usize| -> Result<(String, &Measurement), Failure> {
        let kept = at(contents, place)?;
        match &kept.report {
            Report::Measurement(measurement) => Ok((output::name(place, kept), measurement)),
            _ => Err(Failure::new(format!("report {place} is not a reading; only readings can be compared"))),
        }
    };
    let [(first, a), (other, b)] = [measurement(places[0])?, measurement(places[1])?];
    let found = compare((&first, a), &[(&other, b)]).map_err(Failure::new)?;
    Ok(match form {
        FormatArgs { json: true, .. } => json::answer(&found),
        FormatArgs { csv: true, .. } => comparison::csv(&found),
        FormatArgs { .. } => comparison::text(&found),
    })
}
