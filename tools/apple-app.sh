#!/usr/bin/env bash
# apple-app.sh LIBRARY PROGRAM: links tests/apple-on-linux/app with a static library for iOS, as
# Xcode links an app, but without Apple's kit. The linker gets the names that the library may
# import; any other fails the link.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/macos.sh"

library=${1:?usage: apple-app.sh LIBRARY PROGRAM} program=${2:?usage: apple-app.sh LIBRARY PROGRAM}
target=aarch64-apple-ios
# As in tools/xcframework.sh, whose compiled core library is taken, too.
export IPHONEOS_DEPLOYMENT_TARGET=17.0
RUSTFLAGS=$(remap_flags)
export RUSTFLAGS
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/apple-$IPHONEOS_DEPLOYMENT_TARGET-14.0
object=$CARGO_TARGET_DIR/cross/$target/release/apple-app.o
# Machine code: for link-time optimisation it would be bitcode.
"$ROOT/tools/cross.sh" "$target" rustc --locked --release -p trueghz-apple-app --lib -- -C lto=off -C linker-plugin-lto=no \
    --emit "obj=$object"

lld=$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
names=$CARGO_TARGET_DIR/ios-names
mkdir -p "$names"
system_library arm64-ios "$ROOT/tests/verify/reference/apple_symbols.txt" > "$names/libSystem.tbd"
"$lld" -flavor darwin -arch arm64 -platform_version ios "$IPHONEOS_DEPLOYMENT_TARGET" "$IPHONEOS_DEPLOYMENT_TARGET" \
    -dead_strip -o "$program" "$object" "$library" "-L$names" -lSystem
