#!/usr/bin/env bash
# cross.sh TARGET CARGO-COMMAND [ARGUMENT...]: runs cargo for another target, with a standard library compiled from
# its source. `make setup-...` brings what it needs.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/bionic.sh"
. "$(dirname "$0")/macos.sh"

target=${1:?usage: cross.sh TARGET CARGO-COMMAND [ARGUMENT...]}
shift
need cargo "install Rust with rustup"
[[ -x $TOOLS/compiler/rustc ]] || fail "the cross compiler is not set up: run \`make setup-compiler\`."

# More for cargo.
options=()

REMAP=$(remap_flags)

# Shipped code is compiled by Debian's compiler (ADR 2). Its names are stripped, so that the
# standard library's reader of them could find none; of two algorithms it has the smaller one:
# together they save an eighth of the phone's library. The smaller selection of a rank takes forty
# times as long, so the estimate has its own (core/src/estimate/statistics.rs). Tests are compiled
# by rustup's, in half of the time, if that has the source.
RUSTC=$TOOLS/compiler/rustc RUSTDOC=$TOOLS/compiler/rustdoc
crates=build-std
if [[ ${CARGO_PROFILE_RELEASE_PANIC-} == abort ]]; then
    crates=build-std=std,panic_abort
    options+=(-Z "build-std-features=optimize_for_size")
elif [[ " $* " == *" --release "* ]]; then
    options+=(-Z "build-std-features=panic-unwind,optimize_for_size")
elif [[ -d $(rust_source) ]]; then
    programs=$(rustc --print sysroot)/bin
    RUSTC=$programs/rustc RUSTDOC=$programs/rustdoc
fi

# The dev profile leaves others' code unoptimised (Cargo.toml). Not the standard library's: it is in everything that runs.
for crate in alloc compiler_builtins core std; do options+=(--config "profile.dev.package.$crate.opt-level=1"); done

# Linux programs are static, on musl, linked by the LLVM linker that rustup's toolchain brings along.
link_static() {
    local architecture=$1 name lld flags
    [[ -d $TOOLS/musl-$architecture ]] ||
        fail "musl for $architecture is not set up: run \`make setup-musl-$architecture\`."
    lld=$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin/rust-lld
    [[ -x $lld ]] || fail "this Rust toolchain has no rust-lld; use the one of rustup."
    flags="-C linker-flavor=ld.lld -L native=$TOOLS/musl-$architecture/link"
    # Debian's unwinder was compiled against glibc with checks on: its messages go through __fprintf_chk,
    # which musl lacks. It prints only when it finds broken unwind tables; then the program ends instead.
    flags+=" -C link-arg=--defsym=__fprintf_chk=abort"
    flags+=" $REMAP"
    if [[ ${CARGO_PROFILE_RELEASE_PANIC-} == abort ]]; then flags+=" -C force-unwind-tables=no"; fi
    name=CARGO_TARGET_${architecture^^}_UNKNOWN_LINUX_MUSL
    export "${name}_LINKER=$lld" "${name}_RUSTFLAGS=$flags" "${name}_RUSTDOCFLAGS=$flags"
    if [[ $architecture == aarch64 ]]; then
        # The second is for core/tests/emulated.rs: no core is measured there.
        export "${name}_RUNNER=$TOOLS/emulator/qemu-aarch64" TRUEGHZ_TEST_EMULATOR=qemu-aarch64
    fi
}

# Programs for Windows are linked by gcc, and run by wine.
link_windows() {
    local folder=$CROSS_TARGET_DIR/windows-start file flags
    [[ -d $TOOLS/windows ]] || fail "the linker for Windows is not set up: run \`make setup-windows\`."
    # The start files of Rust's own, which come with a library that is not compiled here.
    mkdir -p "$folder"
    for file in rsbegin rsend; do
        RUSTC_BOOTSTRAP=1 "$RUSTC" --target "$target" --emit obj -o "$folder/$file.o" \
            "$("$RUSTC" --print sysroot)/lib/rustlib/src/rust/library/rtstartup/$file.rs"
    done
    flags="-L native=$folder $REMAP"
    name=CARGO_TARGET_X86_64_PC_WINDOWS_GNU
    export PATH=$TOOLS/windows:$PATH
    export "${name}_LINKER=x86_64-w64-mingw32-gcc-win32" "${name}_RUSTFLAGS=$flags" "${name}_RUSTDOCFLAGS=$flags"
    # Not by a variable: a test that starts the program would use that, inside wine, where none is needed.
    options+=(--config "target.$target.runner = ['$TOOLS/wine/wine']")
    export WINEPREFIX=$TOOLS/wine/prefix WINEDEBUG=-all
}

case $target in
aarch64-unknown-linux-musl) link_static aarch64 ;;
x86_64-unknown-linux-musl) link_static x86_64 ;;
# Type-checking needs no linker, but the tools of Windows.
*-linux-android)
    if [[ $1 != check ]]; then link_android "${target%%-*}"; fi
    if [[ $1 == test ]]; then run_android "$target"; fi
    ;;
*-windows-gnu) if [[ $1 != check ]]; then link_windows; else export PATH=$TOOLS/windows:$PATH; fi ;;
aarch64-apple-darwin)
    if [[ $1 == build ]]; then link_macos; fi
    if [[ $1 == test ]]; then run_macos; fi
    ;;
esac

# -Z build-std is an unstable option: RUSTC_BOOTSTRAP lets a release of the compiler take it.
export RUSTC RUSTDOC RUSTC_BOOTSTRAP=1
export CARGO_TARGET_DIR=$CROSS_TARGET_DIR
command=$1
shift
exec cargo "$command" -Z "$crates" --target "$target" "${options[@]}" "$@"
