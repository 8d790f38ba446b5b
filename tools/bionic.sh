# Sourced by cross.sh: linking for Android without Android's own kit, and running tests on its C library.
#
# A shared library's link needs only the symbol names of the system's libraries. The names are read
# from a list that states the first version of Android that has each, and those that the oldest
# supported version has go into libraries with nothing in them. So a name that it lacks fails the
# link.
# shellcheck shell=bash

BIONIC=$ROOT/tests/verify/reference/bionic_symbols.tsv

# bionic_stubs ARCHITECTURE LLD FOLDER: libc.so, libm.so, libdl.so and liblog.so of nothing but names.
bionic_stubs() {
    local architecture=$1 lld=$2 folder=$3 emulation library column oldest
    case $architecture in
    aarch64) emulation=aarch64linux column=4 ;;
    x86_64) emulation=elf_x86_64 column=5 ;;
    *) fail "no Android is known for $architecture." ;;
    esac
    [[ -r $BIONIC ]] || fail "the list of Android's symbols is missing: ${BIONIC#"$ROOT"/}."
    mkdir -p "$folder"
    oldest=$(catalog android-min-sdk)
    # The linker wants some input; the symbols themselves are given by name.
    echo "names only" > "$folder/input"
    for library in libc libm libdl liblog; do
        awk -F '\t' -v library="$library" -v column="$column" -v oldest="$oldest" \
            '$1 == library && $column != "-" && $column <= oldest { print "--defsym=" $2 "=0" }' \
            "$BIONIC" > "$folder/$library.names"
        [[ -s $folder/$library.names ]] || fail "the list of Android's symbols has none of $library."
        "$lld" -flavor gnu -m $emulation -shared -soname $library.so --format=binary "$folder/input" \
            "@$folder/$library.names" -o "$folder/$library.so"
    done
}

# link_android ARCHITECTURE: sets cargo's variables for the target.
link_android() {
    local architecture=$1 folder=$CROSS_TARGET_DIR/bionic-$1 sysroot lld name flags
    [[ -d $TOOLS/musl-$architecture ]] ||
        fail "the unwinder for $architecture is not set up: run \`make setup-musl-$architecture\`."
    need gcc "Debian's compiler links shared libraries through it; install gcc"
    sysroot=$(rustc --print sysroot)/lib/rustlib/x86_64-unknown-linux-gnu/bin
    lld=$sysroot/rust-lld
    [[ -x $lld ]] || fail "this Rust toolchain has no rust-lld; use the one of rustup."
    bionic_stubs "$architecture" "$lld" "$folder"
    # Android has an unwinder of its own since API 30 only. Debian's asks for nothing that Android lacks but
    # __fprintf_chk, which is glibc's: it prints when unwind tables are broken. Then the program ends instead.
    LD_LIBRARY_PATH=$(rustc --print sysroot)/lib "$sysroot/rust-objcopy" --redefine-sym __fprintf_chk=abort \
        "$TOOLS/musl-$architecture/link/libunwind.a" "$folder/libunwind.a"
    # The host's gcc only hands the arguments on to the LLVM linker: none of its own files go in.
    flags="-C link-arg=-fuse-ld=lld -C link-arg=-B$sysroot/gcc-ld -C link-arg=-nostdlib -L native=$folder"
    if [[ $architecture == aarch64 ]]; then flags+=" -C link-arg=-Wl,-m,aarch64linux"; fi
    flags+=" -C link-arg=-Wl,--exclude-libs=libunwind.a,-z,defs"
    # Newer devices have pages of 16 KB: segments, and the end of what becomes read-only, lie at multiples.
    flags+=" -C link-arg=-Wl,-z,max-page-size=16384,-z,common-page-size=16384"
    # A number of the content, by which crash reports find the right symbols.
    flags+=" -C link-arg=-Wl,--build-id=sha1"
    flags+=" $REMAP"
    name=CARGO_TARGET_${architecture^^}_LINUX_ANDROID
    export "${name}_LINKER=$ROOT/tools/android-linker.sh" "${name}_RUSTFLAGS=$flags"
}

# run_android TARGET: sets cargo's runner of tests: the emulator, the loader of tests/bionic, Android's C library.
run_android() {
    local target=$1 loader=$CROSS_TARGET_DIR/aarch64-unknown-linux-musl/debug/trueghz-bionic-loader
    [[ $target == aarch64-* ]] || fail "Android's C library is at hand for aarch64 only."
    [[ -d $TOOLS/bionic ]] || fail "Android's C library is not set up: run \`make setup-bionic\`."
    [[ -x $loader ]] || fail "the loader is not built: run \`make bionic-loader\`."
    # -L: the emulator finds the system's properties in that folder.
    options+=(--config "target.$target.runner = ['$TOOLS/emulator/qemu-aarch64', '-L', '$TOOLS/bionic',
        '$loader', '$TOOLS/bionic/lib64']")
    # Without the first Rust takes a folder that is on devices only. The second is for core/tests/emulated.rs: no
    # core is measured there.
    export TMPDIR=${TMPDIR:-/tmp} TRUEGHZ_TEST_EMULATOR=qemu-aarch64
}
