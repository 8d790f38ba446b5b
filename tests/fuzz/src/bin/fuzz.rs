//! LLVM's fuzzer, on the target that `TRUEGHZ_FUZZ_TARGET` names.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use trueghz_fuzz::Target;

static TARGET: LazyLock<Target> = LazyLock::new(|| {
    let name = std::env::var("TRUEGHZ_FUZZ_TARGET").expect("TRUEGHZ_FUZZ_TARGET names a target");
    Target::named(&name).unwrap_or_else(|| panic!("there is no target {name}"))
});

fuzz_target!(|data: &[u8]| (TARGET.check)(data));
