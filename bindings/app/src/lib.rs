//! The screens of TrueGHz's two apps: states, texts and order, without views.
//!
//! The input is a user's action or a session's event, the output a screen and the work to be done
//! ([`load::Effect`]). A screen is a value: all shown and spoken texts, in the user's language. A
//! view gives each part its place, size and colour. This crate reads no clock, no file and no
//! system; `trueghz-ffi` starts the sessions and passes their events on
//! (docs/adr/0031-one-app-behind-two-faces.md).
//!
//! | file | what it holds |
//! |---|---|
//! | `load` | the screen "Sustained load" |
//! | `parts` | the parts of screens |
//! | `language` | texts and digits of a language |
//! | `names` | names of cores and machines |

// uniffi's derives ask `module_path!()` to which component a type belongs, and a component is a
// Kotlin package and a Swift file. All belongs to the one whose functions use it
// (docs/adr/0010-one-set-of-types.md).
#[cfg(feature = "uniffi")]
macro_rules! module_path {
    () => {
        "trueghz_ffi"
    };
}

pub mod language;
pub mod load;
mod names;
pub mod parts;

#[cfg(feature = "uniffi")]
#[doc(hidden)]
pub use trueghz::UniFfiTag;
