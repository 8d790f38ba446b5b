#!/usr/bin/env bash
# xcframework.sh: builds the core for Apple's systems and puts it together as
# dist/TrueGHzFFI.xcframework, on Linux as on a Mac; zips it, and writes the checksum that SwiftPM
# asks for. On a Mac it needs Xcode and rustup, no more: the headers come from the committed
# package. With TASK_COUNTERS=1 the library asks for counts that no device has confirmed
# (docs/first-mac.md).
set -euo pipefail
. "$(dirname "$0")/lib.sh"

name=TrueGHzFFI
headers=$ROOT/ios/TrueGHzKit/Sources/$name
library=libtrueghz_ffi.a
made=$ROOT/dist/$name.xcframework
new=$made.new

# The oldest systems that the package runs on (Package.swift). Cargo does not see that they change: builds for
# each pair keep a folder of their own.
export IPHONEOS_DEPLOYMENT_TARGET=17.0 MACOSX_DEPLOYMENT_TARGET=14.0
systems=apple-$IPHONEOS_DEPLOYMENT_TARGET-$MACOSX_DEPLOYMENT_TARGET
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/$systems
RUSTFLAGS=$(remap_flags)
export RUSTFLAGS
# Archives are to be the same whenever they are made.
export ZERO_AR_DATE=1

# On a Mac the standard library is rustup's, compiled for whatever is the oldest system of Rust's target.
older=$([[ $(uname -s) == Darwin ]] && echo older || echo exactly)

# tool NAME ARGUMENT...: lipo or objdump, of Xcode or of LLVM.
tool() {
    local tool=$1
    shift
    case $(uname -s):$tool in
    Darwin:lipo) xcrun lipo "$@" ;;
    Darwin:objdump) xcrun llvm-objdump "$@" ;;
    *) "$TOOLS/apple/llvm-$tool-19" "$@" ;;
    esac
}

# strip_library LIBRARY: takes out what no app needs. Symbols stay: they are what a library is linked by.
strip_library() {
    if [[ $(uname -s) == Darwin ]]; then
        xcrun strip -S "$1"
        return
    fi
    # Beside debug information: the bitcode that link-time optimisation leaves in the compiler's own library.
    # Apple's linker drops it; LLVM's lipo wants to read it, and reads only that of its own version.
    "$TOOLS/apple/llvm-strip-19" -S --remove-section=__LLVM,__bitcode --remove-section=__LLVM,__cmdline "$1"
}

# build TARGET: compiles the static library and leaves it, stripped, in $built.
build() {
    local target=$1 arguments=(rustc --locked --release -p trueghz-ffi --lib --crate-type staticlib)
    # Never for shipped libraries: `make verify` refuses its imports.
    if [[ ${TASK_COUNTERS:-} == 1 ]]; then arguments+=(--features task-counters); fi
    say "compiling for $target"
    if [[ $(uname -s) == Darwin ]]; then
        rustup target add "$target"
        cargo "${arguments[@]}" --target "$target"
        built=$CARGO_TARGET_DIR/$target/release/$library
    else
        "$ROOT/tools/cross.sh" "$target" "${arguments[@]}"
        built=$CARGO_TARGET_DIR/cross/$target/release/$library
    fi
    cp "$built" "$built.stripped"
    strip_library "$built.stripped"
    built=$built.stripped
}

# slice NAME PLATFORM VERSION TARGET...: one folder of the framework, all its architectures in one archive.
slice() {
    local slice=$1 platform=$2 version=$3 target libraries=()
    shift 3
    for target in "$@"; do
        build "$target"
        tool objdump --macho --private-headers "$built" |
            "$ROOT/tools/apple-minimum.sh" "$platform" "$version" "$older" || fail "$built is for other systems."
        libraries+=("$built")
    done
    mkdir -p "$new/$slice/Headers/$name"
    # One architecture stays a plain archive: the form that every linker reads.
    if ((${#libraries[@]} == 1)); then
        cp "${libraries[0]}" "$new/$slice/$library"
    else
        tool lipo -create "${libraries[@]}" -output "$new/$slice/$library"
    fi
    # In a folder of the module's name: a second package's module map must not meet this one.
    cp "$headers/$name.h" "$headers/module.modulemap" "$new/$slice/Headers/$name/"
    say "$slice: $(wc -c < "$new/$slice/$library") bytes"
}

# Equal files give an equal archive: one time for all, in one order, without the builder's own
# attributes.
archive() {
    local zip=zip checksum
    if [[ -x $TOOLS/apple/zip ]]; then zip=$TOOLS/apple/zip; fi
    # The earliest time that a zip can state, in its own zone.
    find "$made" -exec env TZ=UTC touch -t 198001010000 {} +
    rm -f "$made.zip"
    (cd "$ROOT/dist" && find "$name.xcframework" -type f | LC_ALL=C sort |
        TZ=UTC "$zip" -q -X -9 "$made.zip" -@)
    checksum=$(if command -v sha256sum >/dev/null; then sha256sum; else shasum -a 256; fi < "$made.zip")
    echo "${checksum%% *}" > "$made.zip.sha256"
    say "dist/$name.xcframework.zip: $(wc -c < "$made.zip") bytes"
    say "checksum for SwiftPM: $(cat "$made.zip.sha256")"
}

rm -rf "$new"
ios=$IPHONEOS_DEPLOYMENT_TARGET
slice ios-arm64 ios "$ios" aarch64-apple-ios
slice ios-arm64_x86_64-simulator iossimulator "$ios" aarch64-apple-ios-sim x86_64-apple-ios
slice macos-arm64_x86_64 macos "$MACOSX_DEPLOYMENT_TARGET" aarch64-apple-darwin x86_64-apple-darwin
"$ROOT/tools/xcframework-info.sh" > "$new/Info.plist"
rm -rf "$made"
mv "$new" "$made"
archive
