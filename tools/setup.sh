#!/usr/bin/env bash
# setup.sh PART: fetches one part of the cross tools into .tools/PART. Run by make; safe to run again.
#
#   android        apksigner and dexdump: what an APK is signed and read back with
#   apple          lipo, strip and objdump of LLVM, and zip: what an XCFramework is put together with
#   chromium       Chromium without a window, and a font: `make test-html` opens pages with it
#   compiler       Debian's rustc and the source of its standard library
#   device-tree    dtc, which describes the lab's machines to their kernel
#   emulator       qemu-aarch64, which runs programs for aarch64 Linux
#   fresh          an empty Debian 12 as a root to change into, in which `make test-fresh` is run: needs root
#   lab            qemu-system-aarch64 and Debian's arm64 kernel: the machines of tests/lab
#   musl-aarch64   C library, start files and unwinder for static programs
#   musl-x86_64    the same for x86_64
#   prometheus     Prometheus with promtool, and node_exporter, which read what fleets write
#   windows        gcc and the C runtime for Windows (GNU), which link programs for it, and dlltool, which
#                  rustc needs even to check code for it
#   wine           wine64, which runs them
#   swift          Debian 13 with its Swift, as a root to change into: needs root
#
# Why Debian's compiler: docs/adr/0002-cross-toolchain.md.
set -euo pipefail
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/apt.sh"

# The release whose package names are written below (the unwinder's and gcc's carry a version).
DEBIAN_VERSION=12

host_is_supported() {
    [[ $(uname -sm) == "Linux x86_64" ]] || fail "the cross tools are set up on x86_64 Linux only."
    [[ -r /etc/os-release ]] || fail "this system does not say what it is (no /etc/os-release)."
    (
        . /etc/os-release
        [[ ${ID:-} == debian && ${VERSION_ID:-} == "$DEBIAN_VERSION" ]] ||
            fail "the cross tools are packages of Debian $DEBIAN_VERSION; this is ${PRETTY_NAME:-unknown}."
    )
}

# wrap FOLDER PROGRAM...: a script FOLDER/PROGRAM that runs FOLDER/usr/bin/PROGRAM with the libraries of
# FOLDER. It calls the loader itself instead of setting LD_LIBRARY_PATH, which the children (the
# machine's own gcc) would inherit.
wrap() {
    local folder=$1 program
    shift
    for program in "$@"; do wrap_path "$folder" "usr/bin/$program"; done
}

# wrap_path FOLDER PATH: the same for a program that lies at FOLDER/PATH.
wrap_path() {
    local wrapper=$1/${2##*/}
    [[ -x $1/$2 ]] || fail "the packages hold no ${2##*/}."
    cat > "$wrapper" <<WRAPPER
#!/bin/sh
here=\${0%/*}
exec /lib64/ld-linux-x86-64.so.2 \\
    --library-path "\$here/usr/lib/x86_64-linux-gnu:\$here/lib/x86_64-linux-gnu" \\
    "\$here/$2" "\$@"
WRAPPER
    chmod +x "$wrapper"
}

# apksigner is one jar. dexdump's libraries lie in folders of their own.
android() {
    local said
    apt_programs "$1" dexdump
    mv "$1"/usr/lib/x86_64-linux-gnu/android/* "$1"/usr/lib/p7zip/7z.so "$1/usr/lib/x86_64-linux-gnu/"
    wrap "$1" dexdump
    # Without a file it complains, and so it has started.
    said=$("$1/dexdump" 2>&1 || true)
    [[ $said == *"No file specified"* ]] || fail "dexdump does not start from $1."
    apt_files "$1" apksigner
    cat > "$1/apksigner" <<'PROGRAM'
#!/bin/sh
exec java -jar "${0%/*}/usr/share/java/apksigner.jar" "$@"
PROGRAM
    chmod +x "$1/apksigner"
}

apple() {
    apt_programs "$1" llvm-19 zip
    wrap "$1" llvm-lipo-19 llvm-objdump-19 llvm-strip-19 zip
    "$1/llvm-lipo-19" --version >/dev/null || fail "llvm-lipo does not start from $1."
}

# A wrapper that sets LD_LIBRARY_PATH, not `wrap`: it starts itself again for every process of a
# page. The font is its own, so that a page looks alike on every machine that takes its picture.
chromium() {
    local LEFT_OUT=('./usr/share/doc' './usr/share/icons' './usr/share/locale')
    apt_programs "$1" chromium-headless-shell fonts-inter
    cat > "$1/fonts.conf" <<'FONTS'
<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
  <alias binding="same"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="same"><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
</fontconfig>
FONTS
    cat > "$1/chromium" <<'WRAPPER'
#!/bin/sh
here=$(realpath "${0%/*}")
export FONTCONFIG_FILE="$here/fonts.conf"
libraries=$here/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH="$libraries:$here/lib/x86_64-linux-gnu:$libraries/pulseaudio"
exec "$here/usr/lib/chromium/chromium-headless-shell" "$@"
WRAPPER
    chmod +x "$1/chromium"
    "$1/chromium" --version >&2 || fail "Chromium does not start from $1."
}

# rustdoc compiles its examples with the bin/rustc of its sysroot. Debian's would look for its libraries where the
# package would be installed, so a script takes its place.
compiler() {
    apt_programs "$1" rustc-web rust-web-src
    mv "$1/usr/bin/rustc" "$1/usr/lib/rustc"
    wrap_path "$1" usr/lib/rustc
    wrap "$1" rustdoc
    cat > "$1/usr/bin/rustc" <<'SCRIPT'
#!/bin/sh
exec "${0%/*}/../../rustc" "$@"
SCRIPT
    chmod +x "$1/usr/bin/rustc"
    "$1/rustc" --version >&2 || fail "Debian's rustc does not start from $1."
    [[ -d $("$1/rustc" --print sysroot)/lib/rustlib/src/rust/library/std/src ]] ||
        fail "the packages hold no source of the standard library."
    rustdoc_tests "$1"
}

# rustdoc_tests FOLDER: its rustdoc tests an example, and so starts the compiler.
rustdoc_tests() {
    local work status=0
    work=$(mktemp -d)
    cat > "$work/example.rs" <<'EXAMPLE'
//! ```
//! assert_eq!(1 + 1, 2);
//! ```
EXAMPLE
    "$1/rustdoc" --test "$work/example.rs" >"$work/log" 2>&1 || status=$?
    if ((status != 0)); then cat "$work/log" >&2; fi
    rm -rf "$work"
    ((status == 0)) || fail "Debian's rustdoc does not test an example from $1."
}

device-tree() {
    apt_programs "$1" device-tree-compiler
    wrap "$1" dtc
    "$1/dtc" --version >&2 || fail "dtc does not start from $1."
}

emulator() {
    apt_programs "$1" qemu-user
    wrap "$1" qemu-aarch64
    "$1/qemu-aarch64" --version | head -n 1 >&2 || fail "qemu-aarch64 does not start from $1."
}

# The kernel's package carries its version in its name; the package that follows the newest names it.
lab() {
    local kernel
    apt_programs "$1" qemu-system-arm
    kernel=$(apt-cache -c "$APT/apt.conf" depends linux-image-cloud-arm64:arm64 |
        sed -n 's/.*Depends: \(linux-image-[0-9][^:]*\).*/\1/p' | head -n 1)
    [[ -n $kernel ]] || fail "apt knows no arm64 kernel for cloud machines."
    apt_files "$1" "$kernel:arm64"
    mv "$1"/boot/vmlinuz-* "$1/kernel" || fail "$kernel holds no kernel image."
    rm -rf "${1:?}/boot" "$1/lib/modules"
    echo "$kernel" > "$1/kernel.name"
    wrap "$1" qemu-system-aarch64
    "$1/qemu-system-aarch64" --version | head -n 1 >&2 || fail "qemu-system-aarch64 does not start from $1."
}

# musl FOLDER DEBIAN-ARCHITECTURE GNU-NAME: gathers in FOLDER/link what a static link reads.
musl() {
    local folder=$1 architecture=$2 name=$3 file
    apt_files "$folder" "musl-dev:$architecture" "libgcc-12-dev:$architecture" \
        "libunwind-14-dev:$architecture"
    mkdir "$folder/link"
    for file in "$name-linux-musl"/{crt1.o,crti.o,crtn.o,rcrt1.o,Scrt1.o,lib{c,m,dl,rt,util,pthread}.a} \
        "gcc/$name-linux-gnu/12"/{crtbegin,crtbeginS,crtbeginT,crtend,crtendS}.o \
        llvm-14/lib/libunwind.a; do
        mv "$folder/usr/lib/$file" "$folder/link/" || fail "the packages hold no $file."
    done
    rm -r "${folder:?}/usr"
}

# The C compiler is of no use here, but gcc knows which of its files and libraries a program is linked with.
windows() {
    apt_programs "$1" gcc-mingw-w64-x86-64-win32
    wrap "$1" x86_64-w64-mingw32-{as,dlltool,gcc-win32}
    "$1/x86_64-w64-mingw32-gcc-win32" --version | head -n 1 >&2 || fail "gcc for Windows does not start from $1."
}

# Only the optional parts of wine that a program in a terminal needs: no fonts, no sound. A wrapper
# that sets LD_LIBRARY_PATH, not `wrap`: wine starts itself again, and all of its children are wine.
wine() {
    local dlls=$1/prefix/drive_c/windows/system32 status=0
    # Its tables of languages are in usr/share. Programs of 32 bits are not run.
    local LEFT_OUT=('./usr/share/doc' './usr/lib/x86_64-linux-gnu/wine/i386-windows')
    apt_files "$1" wine64 libwine libz-mingw-w64 libunwind8 liblzma5
    # The package's script of this name looks for the server where the package would be installed.
    ln -sf wineserver64 "$1/usr/lib/wine/wineserver"
    mkdir -p "$dlls"
    mv "$1/usr/x86_64-w64-mingw32/lib/zlib1.dll" "$dlls/" || fail "libz-mingw-w64 holds no zlib1.dll."
    "$TOOLS/windows/x86_64-w64-mingw32-gcc-win32" -O2 -shared -s -o "$dlls/bcryptprimitives.dll" \
        "$ROOT/tools/wine-random.c" -ladvapi32 || fail "the library of random numbers does not compile."
    cat > "$1/wine" <<'WRAPPER'
#!/bin/sh
here=$(realpath "${0%/*}")
export LD_LIBRARY_PATH="$here/usr/lib/x86_64-linux-gnu:$here/lib/x86_64-linux-gnu"
exec "$here/usr/lib/wine/wine64" "$@"
WRAPPER
    chmod +x "$1/wine"
    # The first start writes a system of some 700 MB, with which every later one goes on. It reports
    # that programs of 32 bits are missing; the programs that it runs show whether it is complete.
    export WINEPREFIX=$1/prefix WINEDEBUG=-all
    "$1/wine" wineboot --init >"$TOOLS/wine.log" 2>&1 || say "wine has no programs of 32 bits; none is needed"
    # Rust's programs are for Windows 10 and later; wine 8 calls itself 7.
    "$1/wine" winecfg -v win10 >>"$TOOLS/wine.log" 2>&1 || fail "wine does not become Windows 10."
    "$1/wine" cmd /c exit 7 >>"$TOOLS/wine.log" 2>&1 || status=$?
    [[ $status == 7 ]] || fail "wine does not start from $1; see .tools/wine.log."
    "$1/usr/lib/wine/wineserver64" --wait
    "$1/wine" --version >&2
}

# debian_root FOLDER SUITE PACKAGES: a small Debian of its own in FOLDER, made by debootstrap from this machine's
# archive. Only root may make and enter one.
debian_root() {
    local folder=$1 suite=$2 packages=$3 work=$TOOLS/debootstrap mirror
    [[ $(id -u) == 0 ]] || fail "a root of Debian is made and entered by root only."
    # debootstrap fetches packages with it.
    command -v wget >/dev/null || debian_packages wget wget
    mirror=$(private_apt indextargets --format "\$(REPO_URI)" 'Created-By: Packages' 'Codename: bookworm' |
        head -n 1)
    [[ -n $mirror ]] || fail "apt's sources name no archive of Debian $DEBIAN_VERSION."
    rm -rf "$work"
    mkdir "$work"
    (cd "$work" && private_apt download debootstrap) >"$APT/download.log" 2>&1 ||
        fail "apt cannot download debootstrap ($(apt_reason "$APT/download.log"))."
    dpkg-deb -x "$work"/debootstrap_*.deb "$work"
    DEBOOTSTRAP_DIR=$work/usr/share/debootstrap "$work/usr/sbin/debootstrap" --variant=minbase \
        --include="$packages" "$suite" "$folder" "$mirror" >"$TOOLS/debootstrap.log" 2>&1 ||
        fail "debootstrap failed ($(apt_reason "$TOOLS/debootstrap.log")); see .tools/debootstrap.log."
    rm -rf "$work" "$folder"/var/cache/apt/archives/*.deb
}

# Swift is in no package of this release, so tools/swift.sh runs it in a root of the next one. git is for
# packages that depend on others; the two libraries are what Swift's package forgets to ask for.
swift() {
    say "making a root of Debian 13 with Swift: some 570 MB to download, 2.7 GB on disk, a minute or two"
    debian_root "$1" trixie swiftlang,libc6-dev,libstdc++-14-dev,ca-certificates,git
    # shellcheck disable=SC2016 # The shell inside reads its own variables.
    chroot "$1" /usr/bin/env -i PATH=/usr/bin:/bin sh -c '
        mount -t proc proc /proc && { swift --version; status=$?; umount /proc; exit $status; }' >&2 ||
        fail "Swift does not start in its root."
}

# Go's programs need the C library only.
prometheus() {
    local program
    apt_files "$1" prometheus prometheus-node-exporter
    wrap "$1" prometheus promtool prometheus-node-exporter
    for program in prometheus promtool prometheus-node-exporter; do
        "$1/$program" --version >/dev/null 2>&1 || fail "$program does not start from $1."
    done
}

# The tools that README requires of a machine, and the certificates with which cargo reaches its
# registry: tools/test-fresh.sh.
fresh() {
    say "making an empty Debian $DEBIAN_VERSION: some 130 MB to download, 0.5 GB on disk"
    debian_root "$1" bookworm git,make,gcc,libc6-dev,ca-certificates
}

main() {
    local part=${1:?usage: setup.sh PART} make recipe
    local new=$TOOLS/$part.new
    case $part in
    android | apple | chromium | compiler | device-tree | emulator | fresh | lab | prometheus | swift | windows | wine)
        make=("$part") ;;
    musl-aarch64) make=(musl arm64 aarch64) ;;
    musl-x86_64) make=(musl amd64 x86_64) ;;
    *) fail "no part is called $part." ;;
    esac
    host_is_supported
    mkdir -p "$TOOLS"
    # Two parts at once would share apt's lists and cache.
    exec 9>"$TOOLS/lock"
    flock 9
    # A part that an older recipe made is made again.
    recipe=$(declare -f "${make[0]}" wrap wrap_path | sha256sum | cut -d ' ' -f 1)
    if [[ $(cat "$TOOLS/$part/recipe" 2>/dev/null) == "$recipe" ]]; then return; fi
    apt_open
    rm -rf "$new"
    mkdir "$new"
    "${make[0]}" "$new" "${make[@]:1}"
    echo "$recipe" > "$new/recipe"
    # The folder appears under its name only when it is whole.
    rm -rf "${TOOLS:?}/$part"
    mv "$new" "$TOOLS/$part"
    say "$part is ready: $(du -sh "$TOOLS/$part" | cut -f 1) in .tools/$part"
}

main "$@"
