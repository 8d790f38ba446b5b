//! What is serialised for programs also carries words for people: warnings with text and advice, and where a
//! tolerance comes from.

use serde::{Serialize, Serializer};

use super::warning::Warning;

#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    warning: &'a Warning,
    text: String,
    advice: &'static str,
}

/// Serialises warnings as their code and arguments, with the text and the advice beside them.
pub(super) fn explained_warnings<S: Serializer>(
    warnings: &[Warning],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let explained = |warning| Explained { warning, text: warning.text(), advice: warning.advice() };
    serializer.collect_seq(warnings.iter().map(explained))
}

/// Where a clock's tolerance comes from, as the words that files of the first version hold.
pub(super) mod tolerance_source {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::clock::quality::ToleranceSource;

    pub(in crate::report) fn serialize<S: Serializer>(
        source: &ToleranceSource,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(source)
    }

    pub(in crate::report) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ToleranceSource, D::Error> {
        let words = String::deserialize(deserializer)?;
        let known = [ToleranceSource::Assumed, ToleranceSource::Kernel];
        let source = known.into_iter().find(|source| source.to_string() == words);
        source.ok_or_else(|| Error::custom(format!("{words:?} is no source of a clock's tolerance")))
    }
}
