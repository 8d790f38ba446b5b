#!/usr/bin/env bash
# test.sh: every test that this host can run, then what was not run, by name and with the reason.
# The output of cargo passes through unchanged.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
not_run=()
status=0

# run NAME COMMAND...: runs it, keeps a log, remembers a failure.
run() {
    local name=$1
    shift
    "$@" 2>&1 | tee "$logs/$name" || status=1
}

# The tests of aarch64: natively where the host is one, under the emulator where its tools can be had.
run_aarch64() {
    if [[ $(uname -m) =~ ^(aarch64|arm64)$ ]]; then return; fi
    if ((status != 0)); then
        not_run+=("all tests on aarch64: the native tests failed already")
        return
    fi
    if ! make --no-print-directory -C "$ROOT" setup-aarch64 2>&1 | tee "$logs/setup" >&2; then
        not_run+=("all tests on aarch64: $(sed -n 's/.*error: //p' "$logs/setup" | head -n 1)")
        return
    fi
    run aarch64 make --no-print-directory -C "$ROOT" test-aarch64
}

# The tests of the Kotlin library, on the host's JVM.
run_kotlin() {
    if [[ $(uname -s) != Linux ]]; then
        not_run+=("all Kotlin tests: they are set up on Linux only")
        return
    fi
    if ! make --no-print-directory -C "$ROOT" setup-java 2>&1 | tee "$logs/setup" >&2; then
        not_run+=("all Kotlin tests: $(sed -n 's/.*error: //p' "$logs/setup" | head -n 1)")
        return
    fi
    run kotlin make --no-print-directory -C "$ROOT" kotlin-test
}

# Code of other systems is only type-checked (`make check-targets`): a test needs the system itself.
name_other_systems() {
    local system
    for system in Linux Darwin:macOS Windows iOS Android; do
        if [[ $(uname -s) == "${system%:*}"* ]]; then continue; fi
        not_run+=("tests on ${system#*:}: this host runs $(uname -s)")
    done
}

name_ignored() {
    local log line
    for log in "$logs"/native "$logs"/aarch64; do
        [[ -e $log ]] || continue
        while read -r line; do
            not_run+=("$line (${log##*/})")
        done < <(sed -n -E 's/^test (.*) \.\.\. ignored(, )?(.*)$/\1: ignored, \3/p' "$log" |
            sed 's/: ignored, $/: ignored without a reason/')
    done
}

# count NAME: adds up the result lines of cargo or of Maven, and fails a run in which no test ran.
count() {
    local passed failed
    [[ -e $logs/$1 ]] || return 0
    # Maven's line for all classes has no class behind it: "Tests run: 9, Failures: 0, Errors: 0, Skipped: 0".
    read -r passed failed < <(awk '/^test result:/ { passed += $4; failed += $6 }
        /Tests run: .*Skipped: [0-9]+$/ {
            gsub(/[^0-9]+/, " ")
            passed += $1 - $2 - $3 - $4
            failed += $2 + $3
        }
        END { print passed + 0, failed + 0 }' "$logs/$1")
    echo "  $1: $passed passed, $failed failed"
    if ((passed + failed == 0)); then
        echo "  $1: no test ran at all, which is a failure"
        status=1
    fi
}

run native cargo test --workspace --locked --no-fail-fast
run_aarch64
run_kotlin
name_other_systems
name_ignored

echo
echo "Ran on $(uname -sm):"
count native
count aarch64
count kotlin
echo "Not run:"
printf '  %s\n' "${not_run[@]}"
exit "$status"
