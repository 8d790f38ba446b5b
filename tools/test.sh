#!/usr/bin/env bash
# test.sh [PART...]: every test that this host can run, or those of some parts. Each group runs
# whether or not those before it passed. At the end: the groups that passed and failed, by name, the
# duration of each, and those not run, with the reason. The output of cargo, SwiftPM and Maven
# passes through unchanged. With TEST_MINUTES set no group begins after that many minutes.
#
#   native        core, bindings and the program, with the examples of their documentation
#   workspace     native, and the project's own tools
#   rust-package  an external consumer of the crate
#   miri          what threads share, for undefined behaviour
#   aarch64 android apple windows
#                 for other systems, under emulators and wine: the program, the libraries, both and both
#   html fleet    pages in a browser; gauges and alert rules with Prometheus
#   kotlin swift  the libraries for other languages, and the apps
#   lab           machines of known clock
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# The first build the programs that the tests of pages and apps start. Then those under emulators
# run in parallel with the others: many of both have work for one processor only, and the lab makes
# both sides about as long.
NATIVE=(native workspace rust-package miri)
EMULATED=(aarch64 android apple windows)
APPS=(html fleet kotlin swift lab)
ALL=(workspace rust-package miri "${EMULATED[@]}" "${APPS[@]}")
parts=("$@")
if (($# == 0)); then parts=("${ALL[@]}"); fi
for part in "${parts[@]}"; do
    [[ " native ${ALL[*]} " == *" $part "* ]] || fail "there is no part called $part: native ${ALL[*]}."
done

# Disk space that they need on a disk that has none of it yet (measured by `make test-fresh`): the
# native tests, and all.
DISK_GB=20
if [[ ${parts[*]} == native ]]; then DISK_GB=6; fi

# Properties are tried with the same cases each time, so that a failure is caused by the change;
# `make chance` tries others.
export PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1}

# Nobody goes on from these builds: what would make the next one quicker takes half of the disk.
if [[ -n ${CI:-} ]]; then export CARGO_INCREMENTAL=0; fi

free_gb=$(($(df -Pk "$ROOT" | awk 'NR == 2 { print $4 }') / 1048576))
if ((free_gb < DISK_GB)); then
    say "$free_gb GB are free here; on a machine that has built nothing yet these tests take up to $DISK_GB GB"
fi

# In files, as two groups at a time write them: a line for each group that ended, with its kind (tests or checks), its seconds by
# the clock and of all processors, and whether it failed; a line for each thing that was not run; the seconds of each set-up.
logs=$(mktemp -d)
emulated=
# In an own process group, which Ctrl-C does not reach.
trap 'if [[ -n $emulated ]]; then kill -- "-$emulated" 2>/dev/null || true; fi; rm -rf "$logs"' EXIT
touch "$logs"/{ended,not-run,setups}
status=0

cd "$ROOT"
export GNUMAKEFLAGS=--no-print-directory

not_run() { echo "$1" >> "$logs/not-run"; }

# alone LOCK COMMAND...: while no other has the lock. (A folder, as a Mac has no flock.)
alone() {
    local lock=$logs/$1.lock failed=0
    shift
    until mkdir "$lock" 2>/dev/null; do sleep 0.2; done
    "$@" || failed=1
    rmdir "$lock"
    return "$failed"
}

# is_late WHAT: whether the time is over in which groups may begin. Then WHAT is not run.
is_late() {
    if [[ -z ${TEST_MINUTES:-} ]] || ((SECONDS < TEST_MINUTES * 60)); then return 1; fi
    not_run "$1: this machine is slow, and no group begins after $TEST_MINUTES minutes (TEST_MINUTES)"
}

# run_kind KIND GROUP COMMAND...: runs it, keeps its log, its time and its result. If two groups run
# at a time, each is printed when it has ended.
run_kind() {
    local kind=$1 group=$2 begun=$SECONDS failed=0
    shift 2
    if is_late "$group"; then return; fi
    # Its own processes only: a part of a pipe is a shell by itself.
    if [[ -n ${SIDE_BY_SIDE:-} ]]; then
        { TIMEFORMAT='%U %S'; time "$@" >"$logs/$group" 2>&1; } 2>"$logs/$group.processors" || failed=1
    else
        printf '\n== %s\n' "$group"
        { TIMEFORMAT='%U %S'; time "$@" 2>&1; } 2>"$logs/$group.processors" | tee "$logs/$group" || failed=1
    fi
    echo "$group $kind $((SECONDS - begun)) $(awk 'END { printf "%.0f", $1 + $2 }' "$logs/$group.processors") $failed" \
        >> "$logs/ended"
    if [[ -n ${SIDE_BY_SIDE:-} ]]; then alone print sed "1s/^/\n== $group\n/" "$logs/$group"; fi
}

# A group of tests in which none ran has failed; one of checks holds none.
run() { run_kind tests "$@"; }
check() { run_kind checks "$@"; }

# setups PART: the verbs that fetch what it needs beyond Rust.
setups() {
    case $1 in
    miri) echo setup-miri ;;
    aarch64) echo setup-aarch64 ;;
    android) echo setup-bionic ;;
    apple) echo setup-aarch64 ;;
    windows) echo setup-wine ;;
    lab) echo lab-setup ;;
    html) echo setup-html ;;
    fleet) echo setup-fleet ;;
    kotlin) echo setup-kotlin ;;
    swift) echo setup-swift setup-ios-checks ;;
    esac
}

# Tools are fetched while the first group compiles, which leaves the network idle. A tool that
# cannot be fetched is reported where its group would begin.
fetch_tools() {
    local part setup
    for part in "${parts[@]}"; do
        for setup in $(setups "$part"); do alone setup make "$setup" || true; done
    done
}

# has_tools WHAT SETUP: whether the tools can be had, as `make SETUP` reports. If not, WHAT is not
# run.
has_tools() {
    local begun=$SECONDS
    if is_late "$1"; then return 1; fi
    # Two of them at once would write to the same folders.
    if ! alone setup make "$2" >"$logs/$2" 2>&1; then
        cat "$logs/$2" >&2
        not_run "$1: $(sed -n 's/.*error: //p' "$logs/$2" | head -n 1)"
        return 1
    fi
    echo "$((SECONDS - begun))" >> "$logs/setups"
}

name_arithmetic() {
    not_run "tests of the estimate and of simulated machines for $1: the arithmetic of the native ones (PORTED in Makefile)"
}

# The program on aarch64: natively where the host is one, under the emulator where its tools can be had.
run_aarch64() {
    if [[ $(uname -m) =~ ^(aarch64|arm64)$ ]]; then return; fi
    has_tools "all tests on aarch64" setup-aarch64 || return 0
    run aarch64 make test-aarch64
    not_run "core's tests on aarch64 Linux: they run on Android's C library"
}

# State that threads share, if the nightly compiler can be had.
run_miri() {
    has_tools "what threads share, under Miri" setup-miri || return 0
    run miri make miri
}

# The tests for Android, on its own C library.
run_android() {
    has_tools "all tests for Android, on its C library" setup-bionic || return 0
    run android make test-android
    name_arithmetic Android
}

# The tests for macOS, whose calls tests/apple-on-linux answers.
run_apple() {
    if [[ $(uname -sm) != "Linux x86_64" ]]; then return; fi
    has_tools "all tests for macOS, on Linux" setup-aarch64 || return 0
    run apple make test-apple
    not_run "tests of the estimate, of instructions and of reports for macOS: the arithmetic of the native ones (make/apple.mk)"
}

# The lab's own tests, and a few machines of known clock.
run_lab() {
    has_tools "the lab and its machines of known clock" lab-setup || return 0
    run lab make lab-quick
}

# The files of fleets, read by Prometheus.
run_fleet() {
    has_tools "the gauges and alert rules of fleets, with Prometheus" setup-fleet || return 0
    check fleet make test-fleet
}

# The tests for Windows, whose programs and clock wine has on Linux.
run_windows() {
    if [[ $(uname -sm) != "Linux x86_64" ]]; then return; fi
    has_tools "all tests for Windows, under wine" setup-wine || return 0
    run windows make test-windows
    name_arithmetic Windows
}

# The page of a reading, in a browser.
run_html() {
    has_tools "the page of a reading, in a browser" setup-html || return 0
    run html make test-html
}

# The Kotlin library on the host's JVM, and the app on Android systems that run in one.
run_kotlin() {
    if [[ $(uname -s) != Linux ]]; then
        not_run "the Kotlin library and the Android app: their tools are set up on Linux only"
        return
    fi
    has_tools "the Kotlin library and the Android app" setup-kotlin || return 0
    check kotlin-style make kotlin-lint
    run kotlin make kotlin-test
    run android-app make app-test
    check gradle-sources make gradle-sources
    run shrunk-app make app-test-shrunk
}

# The Swift package, where Swift is or can be had.
run_swift() {
    has_tools "the Swift package" setup-swift || return 0
    check swift-style make swift-lint
    run swift make swift-test
    if [[ $(uname -s) == Darwin ]]; then
        not_run "an external consumer of the Swift package: on a Mac SwiftPM takes the core from a release's address only"
        return
    fi
    check swift-package make swift-consumer
    # A Mac has compiled that code already.
    check swift-apple make swift-check-apple
    has_tools "the checks of the iPhone app" setup-ios-checks || return 0
    run iphone-app make ios-check
}

run_part() {
    case $1 in
    native) run native cargo test --locked --no-fail-fast ;;
    workspace) run workspace cargo test --workspace --locked --no-fail-fast ;;
    rust-package) check rust-package make rust-consumer ;;
    miri) run_miri ;;
    aarch64) run_aarch64 ;;
    android) run_android ;;
    apple) run_apple ;;
    windows) run_windows ;;
    lab) run_lab ;;
    html) run_html ;;
    fleet) run_fleet ;;
    kotlin) run_kotlin ;;
    swift) run_swift ;;
    esac
}

# is_asked PART...: whether any of them was requested.
is_asked() {
    local part
    for part in "$@"; do
        if [[ " ${parts[*]} " == *" $part "* ]]; then return 0; fi
    done
    return 1
}

# Names the parts that were not asked for.
name_others() {
    local part others=()
    for part in "${ALL[@]}"; do
        is_asked "$part" || others+=("$part")
    done
    if ((${#others[@]} > 0)); then not_run "${others[*]}: \`make test-all\` runs these, too"; fi
}

# Code of other systems is only type-checked (`make check-targets`), or runs on stand-ins of them: a test needs
# the system itself.
name_other_systems() {
    local system
    for system in Linux Darwin:macOS Windows iOS Android; do
        if [[ $(uname -s) == "${system%:*}"* ]]; then continue; fi
        not_run "tests on ${system#*:}: this host runs $(uname -s)"
    done
}

name_ignored() {
    local log line
    for log in "$logs"/{native,workspace,aarch64,android,apple,windows,lab}; do
        [[ -e $log ]] || continue
        while read -r line; do
            not_run "$line (${log##*/})"
        done < <(sed -n -E 's/^test (.*) \.\.\. ignored(, )?(.*)$/\1: ignored, \3/p' "$log" |
            sed 's/: ignored, $/: ignored without a reason/')
    done
}

# count GROUP: how many tests passed and failed, by the result lines of cargo, of Maven or of pytest, or by the tests
# that Swift lists one by one. "0 0" for a group that holds no tests but checks.
count() {
    # Maven's line for all classes has no class behind it: "Tests run: 9, Failures: 0, Errors: 0, Skipped: 0".
    awk '/^test result:/ { passed += $4; failed += $6 }
        / Test .*\) passed after / { ++passed }
        / Test .*\) failed after / { ++failed }
        /^[0-9]+ passed.* in [0-9.]+s/ { passed += $1 }
        /^[0-9]+ failed.* in [0-9.]+s/ { failed += $1 }
        /Tests run: .*Skipped: [0-9]+$/ {
            gsub(/[^0-9]+/, " ")
            passed += $1 - $2 - $3 - $4
            failed += $2 + $3
        }
        END { print passed + 0, failed + 0 }' "$logs/$1"
}

# failures GROUP: the tests that failed, as cargo, Swift, pytest, Maven and the lab name them; of a group that died
# otherwise, the last lines.
failures() {
    local names name
    names=$(sed -n -E -e 's/^test (.*) \.\.\. FAILED$/\1/p' -e 's/.* Test (.*\)) failed after .*/\1/p' \
        -e 's/^FAILED (.*)/\1/p' -e 's/^\[ERROR\]   ([A-Za-z].*)/\1/p' \
        "$logs/$1" | sort -u | head -n 40)
    if [[ -z $names ]]; then names=$(sed '/^$/d' "$logs/$1" | tail -n 5); fi
    while IFS= read -r name; do echo "      $name"; done <<<"$names"
}

report() {
    local group kind took_s processors_s group_failed passed failed took all_passed=0 all_failed=0 all_processors_s=0
    printf '\nRan on %s, after %d s of set-up:\n' "$(uname -sm)" "$(awk '{ all += $1 } END { print all + 0 }' "$logs/setups")"
    while read -r group kind took_s processors_s group_failed; do
        took="$took_s s ($processors_s s of processors)"
        all_processors_s=$((all_processors_s + processors_s))
        read -r passed failed < <(count "$group")
        all_passed=$((all_passed + passed))
        all_failed=$((all_failed + failed))
        if ((passed + failed > 0)); then
            printf '  %-14s %4d passed, %d failed, %s\n' "$group" "$passed" "$failed" "$took"
        elif [[ $kind == checks ]]; then
            printf '  %-14s checked, %s\n' "$group" "$took"
        else
            printf '  %-14s no test ran, which is a failure, %s\n' "$group" "$took"
            group_failed=1
        fi
        if [[ $group == lab ]]; then sed -n 's/^trueghz-lab: /                 /p' "$logs/lab"; fi
        if ((group_failed)); then
            status=1
            echo "    FAILED:"
            failures "$group"
        fi
    done < "$logs/ended"
    # If nothing ran, that is a failure.
    if [[ ! -s $logs/ended ]]; then status=1; fi
    echo "Not run:"
    sed 's/^/  /' "$logs/not-run"
    printf '\n%d passed, %d failed, in %d s (%d s of processors); on disk:\n' "$all_passed" "$all_failed" "$SECONDS" \
        "$all_processors_s"
    # A missing folder takes no space.
    du -sh "$ROOT/.tools" "${CARGO_TARGET_DIR:-$ROOT/target}" 2>/dev/null || true
}

# run_parts PART...: the requested parts, in this order.
run_parts() {
    local part
    for part in "$@"; do
        if is_asked "$part"; then run_part "$part"; fi
    done
}

if [[ $(uname -sm) == "Linux x86_64" ]]; then fetch_tools > "$logs/fetched" 2>&1 & fi
run_parts "${NATIVE[@]}"
if is_asked "${EMULATED[@]}" && is_asked "${APPS[@]}"; then
    export SIDE_BY_SIDE=1
    set -m
    run_parts "${EMULATED[@]}" </dev/null &
    emulated=$!
    set +m
    run_parts "${APPS[@]}"
    wait "$emulated" || status=1
    emulated=
else
    run_parts "${EMULATED[@]}" "${APPS[@]}"
fi
name_others
name_other_systems
name_ignored
report
exit "$status"
