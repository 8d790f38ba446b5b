#!/usr/bin/env bash
# dist.sh ARCHITECTURE: builds dist/ARCHITECTURE-linux/trueghz, one static file that runs on any Linux of
# that architecture (and from adb's shell on Android), and proves that it is static and small.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# The program is meant to be copied to devices; what is larger than this carries something it should not.
MAX_BYTES=2000000

architecture=${1:?usage: dist.sh ARCHITECTURE}
target=$architecture-unknown-linux-musl
program=$ROOT/dist/$architecture-linux/trueghz
need readelf "install binutils"

"$ROOT/tools/cross.sh" "$target" build --locked --release -p trueghz-desktop
mkdir -p "$(dirname "$program")"
cp "$CROSS_TARGET_DIR/$target/release/trueghz" "$program.new"

check() {
    local headers sections bytes
    headers=$(readelf --wide --program-headers "$program.new") || fail "$program.new is not an ELF file."
    if grep -q -w INTERP <<<"$headers"; then fail "the program asks for a loader: it is not static."; fi
    if readelf --wide --dynamic "$program.new" | grep -q NEEDED; then
        fail "the program asks for shared libraries: it is not static."
    fi
    sections=$(readelf --wide --sections "$program.new")
    if grep -q -w '.symtab' <<<"$sections"; then fail "the program is not stripped."; fi
    bytes=$(stat -c %s "$program.new")
    if ((bytes > MAX_BYTES)); then fail "the program has $bytes bytes, more than $MAX_BYTES."; fi
    say "dist/$architecture-linux/trueghz: $bytes bytes, static, stripped"
}
check
mv "$program.new" "$program"
