#!/usr/bin/env bash
# lint.sh: every check of the sources that this host can make, then the failed checks, and those not
# run with the reason.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

log=$(mktemp)
trap 'rm -f "$log"' EXIT
failed=()
not_run=()

verb() { make --no-print-directory -C "$ROOT" "$@"; }

# check TARGET: goes on after a failure, so that one run names them all.
check() { verb "$1" || failed+=("make $1"); }

# check_with SETUP TARGET: the same for what needs tools, which SETUP fetches. Where they cannot be had, TARGET is
# not run.
check_with() {
    if verb "$1" 2>&1 | tee "$log" >&2; then
        check "$2"
    else
        not_run+=("make $2: $(sed -n 's/.*error: //p' "$log" | head -n 1)")
    fi
}

check lint-rust
check lab-lint
check lint-pictures
check lint-prose
if [[ $(uname -sm) == "Linux x86_64" ]]; then
    check lint-public-api
else
    not_run+=("make lint-public-api: the list is made on x86_64 Linux; other systems have other items")
fi
if [[ $(uname -s) == Linux ]]; then
    check_with setup-java lint-kotlin-api
else
    not_run+=("make lint-kotlin-api: Java and Maven are set up on Linux only")
fi
check_with setup-lint-scripts lint-scripts
check_with setup-lint-workflows lint-workflows
check_with setup-lint-fdroid lint-fdroid
check_with setup-deny lint-deny
check_with setup-advisories lint-advisories

if ((${#not_run[@]} > 0)); then
    echo "Not run:"
    printf '  %s\n' "${not_run[@]}"
fi
if ((${#failed[@]} > 0)); then
    echo "Failed:"
    printf '  %s\n' "${failed[@]}"
    exit 1
fi
