//! Whatever a machine's file holds, it is refused in words or describes a machine whose quantities
//! are numbers.

use proptest::prelude::*;
use trueghz_lab_model::machine::Machine;

/// A sound machine, with a number or a word in the place of each `@`.
const FORM: &str = r#"
timer_hz = @
cpu = "cortex-a72"

[[cluster]]
name = "big"
cores = @
capacity = @
claimed_mhz = @
vectors = { part = @, for_ms = @ }

[[cluster.clock.profile.points]]
at_ms = @
mhz = @

[[cluster.clock.profile.points]]
at_ms = @
mhz = @
ramp = true

[cluster.core]
width = @
window = @
taken_branch = @
latency = { multiply = @ }
occupancy = { multiply = @ }
pipes = { multiply = @ }
"#;

/// Values that make it valid.
const SOUND: [&str; 16] = [
    "24000000", "2", "1024", "2400", "0.88", "0.65", "0", "2000.5", "10", "2500", "3", "128", "1.0", "3",
    "1", "1",
];

/// Values that a file may hold in a number's place.
const WORDS: [&str; 16] = [
    "0",
    "-0.0",
    "-1",
    "1",
    "0.5",
    "1e-300",
    "1e308",
    "inf",
    "-inf",
    "nan",
    "4294967296",
    "9223372036854775807",
    "99999999999999999999",
    "true",
    "\"3\"",
    "[]",
];

fn text(words: &[&str]) -> String {
    let mut words = words.iter();
    FORM.split('@').map(|part| format!("{part}{}", words.next().unwrap_or(&""))).collect()
}

fn check(text: &str) -> Result<(), TestCaseError> {
    let Ok(machine) = toml::from_str::<Machine>(text) else { return Ok(()) };
    match machine.check() {
        Ok(()) => {
            let told = format!("{machine:?}");
            prop_assert!(!told.contains("inf") && !told.contains("NaN"), "taken: {}", told);
            let written = toml::to_string(&machine).expect("TOML");
            prop_assert_eq!(toml::from_str::<Machine>(&written).expect("what was just written"), machine);
        }
        Err(invalid) => prop_assert!(!invalid.to_string().is_empty()),
    }
    Ok(())
}

#[test]
fn the_form_is_sound() {
    let machine: Machine = toml::from_str(&text(&SOUND)).expect("well-formed");
    assert_eq!(machine.check(), Ok(()));
}

#[test]
fn any_one_number_may_be_anything() {
    for place in 0..SOUND.len() {
        for word in WORDS {
            let mut words = SOUND;
            words[place] = word;
            let text = text(&words);
            check(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        }
    }
}

proptest! {
    #[test]
    fn all_numbers_may_be_anything(words in prop::collection::vec(prop::sample::select(&WORDS[..]), SOUND.len())) {
        check(&text(&words))?;
    }

    #[test]
    fn any_part_may_be_missing_or_twice(cut in any::<prop::sample::Index>(), length in 0_usize..80, twice in any::<bool>()) {
        let sound = text(&SOUND);
        let from = cut.index(sound.len());
        let to = (from + length).min(sound.len());
        let again = if twice { &sound[from..] } else { &sound[to..] };
        check(&format!("{}{again}", &sound[..if twice { to } else { from }]))?;
    }
}
