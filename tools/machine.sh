#!/usr/bin/env bash
# machine.sh: the tests on this machine, then its reading: text, JSON and raw data in dist/machine. Bash and cargo are
# all that it needs, so it also runs on Windows (in Git's bash). A refused reading is a result: only tests can fail.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

kept=$ROOT/dist/machine
cd "$ROOT"
cargo test --locked -p trueghz -p trueghz-host -p trueghz-instructions -p trueghz-loads -p trueghz-report -p trueghz-desktop
cargo build --locked --release -p trueghz-desktop
program() { cargo run --quiet --locked --release -p trueghz-desktop -- "$@"; }

mkdir -p "$kept"
program info --json > "$kept/info.json"
status=0
program measure --json --raw "$kept/raw.json" > "$kept/reading.json" || status=$?
# 1: nothing was read, and the reading says why.
((status <= 1)) || fail "the program ended with $status."
program replay "$kept/raw.json" | tee "$kept/reading.txt" || true
say "the reading is in dist/machine"
