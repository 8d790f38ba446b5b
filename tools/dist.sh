#!/usr/bin/env bash
# dist.sh TARGET: builds the program for a target and puts it into dist, where `make verify` proves it:
#
#   aarch64-unknown-linux-musl, x86_64-unknown-linux-musl   dist/ARCHITECTURE-linux/trueghz: one static file that
#                                                           runs on any Linux (and from adb's shell on Android)
#   x86_64-pc-windows-gnu                                   dist/x86_64-windows/trueghz.exe
#   aarch64-apple-darwin                                    dist/aarch64-macos/trueghz
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# The program is meant to be copied to devices; what is larger than this carries something it should not.
MAX_BYTES=4000000

target=${1:?usage: dist.sh TARGET}
architecture=${target%%-*}
case $target in
*-linux-musl) name=$architecture-linux/trueghz ;;
*-windows-gnu) name=$architecture-windows/trueghz.exe ;;
*-apple-darwin)
    name=$architecture-macos/trueghz
    # The oldest that is supported. Cargo does not see that it changes: each keeps a folder of its own.
    export MACOSX_DEPLOYMENT_TARGET=14.0
    export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/macos-$MACOSX_DEPLOYMENT_TARGET
    CROSS_TARGET_DIR=$CARGO_TARGET_DIR/cross
    ;;
*) fail "no program is made for $target." ;;
esac
program=$ROOT/dist/$name

# A panic ends the program at once (desktop/src/defect.rs), so it carries no tables to unwind by: a fifth of its size.
export CARGO_PROFILE_RELEASE_PANIC=abort

build=(build --locked --release -p trueghz-desktop)
mkdir -p "$(dirname "$program")"
if [[ $target == *-apple-darwin && $(uname -s) == Darwin ]]; then
    rustup target add "$target"
    cargo "${build[@]}" --target "$target"
    made=$CARGO_TARGET_DIR/$target/release
else
    "$ROOT/tools/cross.sh" "$target" "${build[@]}"
    made=$CROSS_TARGET_DIR/$target/release
fi
cp "$made/${name##*/}" "$program.new"
bytes=$(wc -c < "$program.new")
if ((bytes > MAX_BYTES)); then fail "the program has $bytes bytes, more than $MAX_BYTES."; fi
mv "$program.new" "$program"
say "dist/$name: $bytes bytes"
