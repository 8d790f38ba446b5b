//! Stored reports of every kind, possibly edited.

use trueghz_loads::sustained::SustainedReport;
use trueghz_report::html::report_page;
use trueghz_report::store::StoreContents;
use trueghz_report::{Report, markdown};

/// Lines of a store, or of a sustained load: refused, or shown in every form with numbers that are
/// some.
pub fn report(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if SustainedReport::may_be_lines(&text) {
        let Ok(read) = SustainedReport::from_lines(&text) else { return };
        return shown(&Report::Sustained(Box::new(read.report)), &text);
    }
    for kept in StoreContents::of(bytes).reports {
        shown(&kept.report, &text);
        let line = serde_json::to_string(&kept).expect("JSON");
        assert_eq!(StoreContents::of(line.as_bytes()).reports, [kept], "read anew");
    }
}

/// In every form that a reader meets there is no number that is none. What the file itself says in
/// its strings is its own.
fn shown(report: &Report, file: &str) {
    let forms =
        [report.found(), report.to_text(), report.to_csv(), markdown::report(report), report_page(report)];
    for form in forms {
        for none in ["NaN", "inf", "\u{b1} \u{2212}", "\u{b1} -", "\u{b1}\u{a0}-"] {
            let stands_alone = |at: usize| {
                let [before, behind] =
                    [form[..at].chars().next_back(), form[at + none.len()..].chars().next()];
                ![before, behind].into_iter().flatten().any(char::is_alphabetic)
            };
            let mut found = form.match_indices(none).map(|(at, _)| at);
            assert!(file.contains(none) || !found.any(stands_alone), "{none} in: {form}");
        }
    }
}
