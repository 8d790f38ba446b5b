# Sourced by the scripts of tools/: where things are, and how to speak.
# shellcheck shell=bash

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# Everything that set-up fetches; ignored by git, safe to delete.
TOOLS=$ROOT/.tools
# Cross builds keep their own folder, so that they never invalidate native ones.
CROSS_TARGET_DIR=${CARGO_TARGET_DIR:-$ROOT/target}/cross

# One line of progress.
say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }

# One clear sentence, then the end.
fail() {
    say "error: $*"
    exit 1
}

# need PROGRAM REASON: stops when PROGRAM is not there.
need() { command -v "$1" >/dev/null || fail "$1 is missing: $2."; }
