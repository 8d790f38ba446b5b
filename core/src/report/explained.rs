//! Texts for people in data that is serialised for programs: warnings with text and advice, and the
//! source of a tolerance.

use serde::{Serialize, Serializer};

use crate::warning::Warning;

#[derive(Serialize)]
struct Explained<'a> {
    #[serde(flatten)]
    warning: &'a Warning,
    text: String,
    advice: &'static str,
}

/// Serialises warnings as their code and arguments, with the text and the advice.
pub(super) fn explained_warnings<S: Serializer>(
    warnings: &[Warning],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let explained = |warning| Explained { warning, text: warning.text(), advice: warning.advice() };
    serializer.collect_seq(warnings.iter().map(explained))
}

/// The source of a clock's tolerance in the words used in files. These do not change when the
/// displayed text does.
pub(super) mod tolerance_source {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::clock::quality::ToleranceSource;

    const fn words(source: ToleranceSource) -> &'static str {
        match source {
            ToleranceSource::Assumed => "assumed",
            ToleranceSource::Kernel => "the kernel's NTP correction",
        }
    }

    pub(in crate::report) fn serialize<S: Serializer>(
        source: &ToleranceSource,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(words(*source))
    }

    pub(in crate::report) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<ToleranceSource, D::Error> {
        let read = String::deserialize(deserializer)?;
        let known = [ToleranceSource::Assumed, ToleranceSource::Kernel];
        let source = known.into_iter().find(|&source| words(source) == read);
        source.ok_or_else(|| Error::custom(format!("{read:?} is no source of a clock's tolerance")))
    }
}

#[cfg(test)]
mod tests {
    use serde::{Deserialize, Serialize};

    use super::tolerance_source;
    use crate::clock::quality::ToleranceSource;

    #[derive(Serialize, Deserialize)]
    struct File(#[serde(with = "tolerance_source")] ToleranceSource);

    #[test]
    fn a_tolerances_source_survives_its_words_and_no_others_are_taken() {
        for (source, words) in [
            (ToleranceSource::Assumed, r#""assumed""#),
            (ToleranceSource::Kernel, r#""the kernel's NTP correction""#),
        ] {
            assert_eq!(serde_json::to_string(&File(source)).unwrap(), words);
            assert_eq!(serde_json::from_str::<File>(words).unwrap().0, source);
        }
        assert!(serde_json::from_str::<File>(r#""somebody""#).is_err());
    }
}
