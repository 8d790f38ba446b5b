//! The functions of the system's library, on Linux's C library. A program finds them by Apple's
//! names, which begin with an underscore. Those that agree on both systems are Linux's own: `same`.
//! What is not here is refused when the program is loaded.

pub mod copying;
pub mod counts;
pub mod errors;
pub mod files;
pub mod folders;
pub mod loaded;
pub mod locks;
pub mod memory;
pub mod parking;
pub mod same;
pub mod signal_stack;
pub mod signals;
pub mod spawn;
pub mod stat;
pub mod system;
pub mod threads;
pub mod ticks;
pub mod time;
pub mod urgency;

use std::collections::HashMap;
use std::sync::OnceLock;

/// A function's name and its address.
pub type Function = (&'static str, usize);

/// Functions by the names under which programs import them.
macro_rules! answers {
    ($($name:literal => $function:expr),* $(,)?) => {
        /// The functions of this topic.
        pub fn functions() -> Vec<$crate::shim::Function> {
            vec![$(($name, $function as *const () as usize)),*]
        }
    };
}
pub(crate) use answers;

/// Calls that agree on both systems but for the number of an error.
macro_rules! but_for_the_error {
    ($($(#[$attribute:meta])* fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty;)*) => {
        $($(#[$attribute])* unsafe extern "C" fn $name($($argument: $type),*) -> $result {
            // SAFETY: the caller keeps to the interface, which is the same on both systems.
            $crate::shim::errors::result(unsafe { libc::$name($($argument),*) })
        })*
    };
}
pub(crate) use but_for_the_error;

/// All of them.
pub fn functions() -> Vec<Function> {
    let topics = [
        copying::functions,
        counts::functions,
        errors::functions,
        files::functions,
        folders::functions,
        loaded::functions,
        locks::functions,
        memory::functions,
        parking::functions,
        same::functions,
        signal_stack::functions,
        signals::functions,
        spawn::functions,
        stat::functions,
        system::functions,
        threads::functions,
        ticks::functions,
        time::functions,
        urgency::functions,
    ];
    topics.iter().flat_map(|functions| functions()).collect()
}

/// The address of a function, by the name under which programs import it.
pub fn find(name: &str) -> Option<usize> {
    static ALL: OnceLock<HashMap<&'static str, usize>> = OnceLock::new();
    ALL.get_or_init(|| functions().into_iter().collect()).get(name).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The symbols that `make verify` lets the program and the library use.
    const SHIPPED: [&str; 3] = [
        include_str!("../../../verify/reference/apple_symbols.txt"),
        include_str!("../../../verify/reference/apple_mac_symbols.txt"),
        include_str!("../../../verify/reference/apple_program_symbols.txt"),
    ];

    /// The additional symbols that only the tests compiled for macOS use.
    const TESTS: &str = include_str!("../../test_symbols.txt");

    fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
        text.lines().filter(|line| !line.starts_with('#') && !line.is_empty())
    }

    #[test]
    fn it_knows_what_is_shipped_and_tested_and_no_more() {
        let known: BTreeSet<&str> = functions().into_iter().map(|(name, _)| name).collect();
        let used: BTreeSet<&str> = SHIPPED.into_iter().chain([TESTS]).flat_map(lines).collect();
        let missing: Vec<_> = used.difference(&known).collect();
        assert!(missing.is_empty(), "not answered: {missing:?}");
        let more: Vec<_> = known.difference(&used).collect();
        assert!(more.is_empty(), "nobody asks for them: {more:?}");
    }

    #[test]
    fn every_name_is_there_once() {
        let all = functions();
        let names: BTreeSet<&str> = all.iter().map(|(name, _)| *name).collect();
        assert_eq!(names.len(), all.len());
        assert_eq!(find("_malloc"), Some(libc::malloc as *const () as usize));
        assert_eq!(find("malloc"), None);
    }
}
