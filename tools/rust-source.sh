#!/usr/bin/env bash
# rust-source.sh: the standard library's source for the compiler of rust-toolchain.toml, by rustup. With it tools/cross.sh compiles
# tests in half of the time; without, Debian's compiler serves.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

cd "$ROOT"
if [[ -d $(rust_source) ]] || ! command -v rustup >/dev/null; then exit; fi
say "fetching the standard library's source"
rustup --quiet component add rust-src || say "it cannot be had: tests for other systems are compiled by Debian's compiler"
