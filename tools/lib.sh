# Sourced by the scripts of tools/: where things are, and how to speak.
# What is set here is for them.
# shellcheck shell=bash disable=SC2034

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Everything that set-up fetches; ignored by git, safe to delete.
TOOLS=$ROOT/.tools
# Cross builds keep their own folder, so that they never invalidate native ones.
CROSS_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/cross

# remap_flags: what keeps the builder's folders out of panic messages.
remap_flags() {
    local from=--remap-path-prefix flags
    flags="$from=$ROOT/= $from=${CARGO_HOME:-$HOME/.cargo}/registry/src/="
    # The standard library's source, where .tools is a link to another folder.
    if [[ -L $TOOLS ]]; then flags+=" $from=$(realpath "$TOOLS")/=.tools/"; fi
    echo "$flags"
}

# rust_source: where the compiler of rust-toolchain.toml has the source of its standard library, if it has it.
rust_source() { echo "$(rustc --print sysroot)/lib/rustlib/src/rust/library"; }

# catalog NAME: a version of Gradle's catalog, in which those stand that several builds share.
catalog() { sed -n "s/^$1 = \"\(.*\)\"/\1/p" "$ROOT/android/gradle/libs.versions.toml"; }

# One line of progress.
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# One clear sentence, then the end.
fail() {
    say "error: $*"
    exit 1
}

# need PROGRAM REASON: stops when PROGRAM is not there.
need() { command -v "$1" >/dev/null || fail "$1 is missing: $2."; }

# debian_packages WHAT PACKAGE...: installs them where this may be done; says in one line where it may not.
debian_packages() {
    local what=$1 log
    shift
    command -v apt-get >/dev/null || fail "$what is missing, and this is no Debian."
    ((EUID == 0)) || fail "$what is missing; as root: apt-get install $*."
    log=$(mktemp)
    say "installing $*"
    if ! { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install --yes \
        --no-install-recommends "$@"; } >"$log" 2>&1; then
        fail "apt-get cannot install $*: $(grep '^E:' "$log" | tail -n 1)"
    fi
    rm -f "$log"
}

# throw_away_key: names in the environment a key that is good for trying an app only (tools/sign-apk.sh has the
# variables). Made once, so that one build can replace another on a device, and valid for more than a release's life.
throw_away_key() {
    export TRUEGHZ_KEYSTORE=$TOOLS/debug.keystore TRUEGHZ_KEYSTORE_PASSWORD=android
    export TRUEGHZ_KEY_ALIAS=debug TRUEGHZ_KEY_PASSWORD=android
    [[ -e $TRUEGHZ_KEYSTORE ]] && return
    need keytool "it comes with Java"
    mkdir -p "$TOOLS"
    keytool -genkeypair -keystore "$TRUEGHZ_KEYSTORE.new" -storetype PKCS12 -storepass android -alias debug \
        -keyalg RSA -keysize 2048 -validity 10000 -dname "CN=TrueGHz debug key" >/dev/null 2>&1 ||
        fail "keytool cannot make a key."
    mv "$TRUEGHZ_KEYSTORE.new" "$TRUEGHZ_KEYSTORE"
}
