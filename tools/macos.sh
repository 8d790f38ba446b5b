# Sourced by cross.sh: linking for macOS without Apple's kit.
#
# A program's link needs only the symbol names of the system's libraries. The names are those that
# Apple documents and the project uses (the lists that `make verify` goes by): any other fails the
# link. The LLVM linker signs the program for no one in particular ("ad hoc"), which Apple's
# processors require.
# shellcheck shell=bash

APPLE_SYMBOLS=("$ROOT"/tests/verify/reference/apple{,_mac,_program}_symbols.txt)

# names_library TARGET INSTALL-NAME SYMBOLS: a library of nothing but names, as text.
names_library() {
    printf '%s\n' '--- !tapi-tbd' 'tbd-version: 4' "targets: [ $1 ]" "install-name: '$2'" \
        'exports:' "  - targets: [ $1 ]" "    symbols: [ $3 ]" '...'
}

# system_library TARGET LIST...: the system's library, with the names of these lists.
system_library() {
    local target=$1 symbols
    shift
    symbols=$(grep -hv '^#' "$@" | paste -s -d ,)
    [[ -n $symbols ]] || fail "the list of Apple's symbols is empty."
    names_library "$target" /usr/lib/libSystem.B.dylib "dyld_stub_binder,$symbols"
}

# link_macos [FLAG...]: sets cargo's variables for aarch64, with more flags for the linker.
link_macos() {
    local folder=$CROSS_TARGET_DIR/macos-names sysroot lld name=CARGO_TARGET_AARCH64_APPLE_DARWIN library
    # The oldest that is supported, as in tools/dist.sh: it decides in which form the linker writes addresses.
    export MACOSX_DEPLOYMENT_TARGET=${MACOSX_DEPLOYMENT_TARGET:-14.0}
    sysroot=$(rustc --print sysroot)
    lld=$sysroot/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
    [[ -x $lld ]] || fail "this Rust toolchain has no rust-lld; use the one of rustup."
    mkdir -p "$folder/usr/lib"
    # The C library and the one of mathematics are names of the system's.
    for library in System c m; do
        system_library arm64-macos "${APPLE_SYMBOLS[@]}" > "$folder/usr/lib/lib$library.tbd"
    done
    # Libraries that crates also link, of which the program uses nothing.
    names_library arm64-macos /usr/lib/libiconv.2.dylib '' > "$folder/usr/lib/libiconv.tbd"
    names_library arm64-macos /usr/lib/libobjc.A.dylib '' > "$folder/usr/lib/libobjc.tbd"
    library=System/Library/Frameworks/Foundation.framework
    mkdir -p "$folder/$library"
    names_library arm64-macos "/$library/Versions/C/Foundation" '' > "$folder/$library/Foundation.tbd"
    echo "{\"Version\":\"$MACOSX_DEPLOYMENT_TARGET\"}" > "$folder/SDKSettings.json"
    # Debian's compiler strips a program for macOS with the tool of rustup's, and looks for it in the PATH.
    mkdir -p "$folder/bin"
    printf '#!/bin/sh\nLD_LIBRARY_PATH=%q exec %q "$@"\n' "$sysroot/lib" "${lld%/*}/rust-objcopy" \
        > "$folder/bin/rust-objcopy"
    chmod +x "$folder/bin/rust-objcopy"
    export PATH=$folder/bin:$PATH
    export SDKROOT=$folder "${name}_LINKER=$lld" "${name}_RUSTFLAGS=-C linker-flavor=ld64.lld $* $REMAP"
}

# run_macos: the runner of the tests for cargo. Those use more of the system than the lists have:
# symbols without a definition are refused by the loader (tests/apple-on-linux) and not by the
# linker.
run_macos() {
    local loader=$CROSS_TARGET_DIR/aarch64-unknown-linux-musl/debug/trueghz-apple-on-linux
    [[ -x $loader ]] || fail "the loader is missing: run \`make apple-loader\`."
    [[ -x $TOOLS/emulator/qemu-aarch64 ]] || fail "the emulator is not set up: run \`make setup-emulator\`."
    link_macos -C link-arg=-undefined -C link-arg=dynamic_lookup
    export CARGO_TARGET_AARCH64_APPLE_DARWIN_RUNNER="$TOOLS/emulator/qemu-aarch64 $loader" TRUEGHZ_TEST_EMULATOR=qemu-aarch64
}
