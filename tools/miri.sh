#!/usr/bin/env bash
# miri.sh: Miri, which is a part of rustup's nightly compiler, or why it cannot be had.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# cargo would look for the compiler of rust-toolchain.toml first.
cd /
if rustup run nightly cargo miri --version >/dev/null 2>&1; then exit; fi
need rustup "Miri comes with its nightly compiler"
say "fetching the nightly compiler with Miri"
rustup --quiet toolchain install nightly --profile minimal --component miri --component rust-src >/dev/null ||
    fail "Miri is missing: rustup cannot fetch the nightly compiler with it."
