#!/usr/bin/env bash
# apple-faults.sh CARGO-OPTION...: lets calls of the made-up macOS fail one by one, and proves that
# a test notices each. The options are those that the tests were built with (make/apple.mk), so that
# nothing is rebuilt.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# The fault (tests/apple-on-linux/src/settings.rs), the test of core/tests/apple_live.rs that has to
# fail, and the text that its message has to contain.
FAULTS='
timebase=1/1        the_counter_has_the_unit_that_is_told
cpu_number=refused  a_thread_is_told_where_it_runs
sysctl=refused      the_machine_tells_its_cores_by_their_kinds
sysctl=refused      work_is_seen_on_the_processors_where_it_is
qos=refused         a_threads_urgency_is_set_and_given_back
qos=ignored         a_threads_urgency_is_set_and_given_back
background=anywhere background_work_is_on_efficiency_cores_only
task_counts=zero    the_kernel_counts_what_the_task_does TaskEnergy,.why:.StandsStill
task_counts=refused the_kernel_counts_what_the_task_does TaskCycles,.why:.Refused
task_counts=absent  the_kernel_counts_what_the_task_does TaskCycles,.why:.NotInTheSystem
task_counts=short   the_kernel_counts_what_the_task_does TaskPerformanceTime,.why:.NotInTheSystem
'

log=$(mktemp)
trap 'rm -f "$log"' EXIT
status=0
while read -r fault test named; do
    [[ -n $fault ]] || continue
    if TRUEGHZ_APPLE="levels=0/1 $fault" "$ROOT/tools/cross.sh" aarch64-apple-darwin test --quiet "$@" --test apple_live -- \
        --exact "$test" >"$log" 2>&1; then
        say "error: with $fault nothing fails"
        status=1
    elif ! grep -q "^test $test ... FAILED\|^    $test$" "$log"; then
        say "error: with $fault the test $test did not run:"
        cat "$log" >&2
        status=1
    elif ! grep -q "$named" "$log"; then
        say "error: with $fault the test $test does not name $named:"
        cat "$log" >&2
        status=1
    else
        say "$fault: noticed by $test"
    fi
done <<<"$FAULTS"
exit "$status"
