#!/usr/bin/env bash
# lint-workflows.sh ACTIONLINT ZIZMOR: faults of the workflows, then of a copy with one of each kind, which must be
# refused: the proof that both can fail.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

actionlint=${1:?usage: lint-workflows.sh ACTIONLINT ZIZMOR}
zizmor=${2:?usage: lint-workflows.sh ACTIONLINT ZIZMOR}
workflows=$ROOT/.github/workflows
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT

"$actionlint" "$workflows"/*.yml
"$zizmor" --offline --no-progress --quiet "$workflows"

# spoil WHAT SED COMMAND...: the copy with one fault is refused.
spoil() {
    local what=$1 change=$2 file=$copy/.github/workflows/machines.yml
    shift 2
    mkdir -p "${file%/*}"
    sed "$change" "$workflows/machines.yml" > "$file"
    cmp -s "$file" "$workflows/machines.yml" && fail "$what: nothing was changed."
    if "$@" "$file" >/dev/null 2>&1; then fail "$what was not found."; fi
}
spoil "an action that is not pinned by hash" 's/@[0-9a-f]\{40\} # \(v[0-9]\)/@\1/' \
    "$zizmor" --offline --no-progress --quiet
spoil "permissions that nothing needs" 's/^permissions: {}/permissions: write-all/; /^    permissions:$/,+1d' \
    "$zizmor" --offline --no-progress --quiet
spoil "a value that is none" 's/matrix\.machine/matrix.machines/' "$actionlint"
say "the workflows are sound, and three spoiled ones are refused"
