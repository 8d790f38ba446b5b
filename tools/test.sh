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

# run_with_tools NAME WHAT SETUP VERB: runs the verb where its tools can be had, which `make SETUP` tells.
run_with_tools() {
    local name=$1 what=$2
    if ((status != 0)); then
        not_run+=("$what: other tests failed already")
        return
    fi
    if ! make --no-print-directory -C "$ROOT" "$3" 2>&1 | tee "$logs/setup" >&2; then
        not_run+=("$what: $(sed -n 's/.*error: //p' "$logs/setup" | head -n 1)")
        return
    fi
    run "$name" make --no-print-directory -C "$ROOT" "$4"
}

# The tests of aarch64: natively where the host is one, under the emulator where its tools can be had.
run_aarch64() {
    if [[ $(uname -m) =~ ^(aarch64|arm64)$ ]]; then return; fi
    run_with_tools aarch64 "all tests on aarch64" setup-aarch64 test-aarch64
}

# The lab's own tests, and a few machines of known clock.
run_lab() { run_with_tools lab "the lab and its machines of known clock" lab-setup lab-quick; }

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
    for log in "$logs"/native "$logs"/aarch64 "$logs"/lab; do
        [[ -e $log ]] || continue
        while read -r line; do
            not_run+=("$line (${log##*/})")
        done < <(sed -n -E 's/^test (.*) \.\.\. ignored(, )?(.*)$/\1: ignored, \3/p' "$log" |
            sed 's/: ignored, $/: ignored without a reason/')
    done
}

# count NAME: adds up cargo's result lines, and fails a run in which no test ran.
count() {
    local passed failed
    [[ -e $logs/$1 ]] || return 0
    read -r passed failed < <(awk '/^test result:/ { passed += $4; failed += $6 }
        END { print passed + 0, failed + 0 }' "$logs/$1")
    echo "  $1: $passed passed, $failed failed"
    if ((passed + failed == 0)); then
        echo "  $1: no test ran at all, which is a failure"
        status=1
    fi
}

run native cargo test --workspace --locked --no-fail-fast
run_aarch64
run_lab
name_other_systems
name_ignored

echo
echo "Ran on $(uname -sm):"
count native
count aarch64
count lab
if [[ -e $logs/lab ]]; then sed -n 's/^trueghz-lab: /  machines of known clock: /p' "$logs/lab"; fi
echo "Not run:"
printf '  %s\n' "${not_run[@]}"
exit "$status"
