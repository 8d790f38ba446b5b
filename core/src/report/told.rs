//! Codes with their words: what is serialised for programs also carries a sentence for people.

use serde::{Serialize, Serializer};

use super::warning::Warning;

#[derive(Serialize)]
struct Told<'a> {
    #[serde(flatten)]
    warning: &'a Warning,
    text: String,
    advice: &'static str,
}

/// Serialises warnings as their code and arguments, with the text and the advice beside them.
pub(super) fn told_warnings<S: Serializer>(warnings: &[Warning], serializer: S) -> Result<S::Ok, S::Error> {
    let told = |warning| Told { warning, text: warning.text(), advice: warning.advice() };
    serializer.collect_seq(warnings.iter().map(told))
}
