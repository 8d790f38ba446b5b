#!/usr/bin/env bash
# apk-reproducible.sh [BUILT.apk]: builds the unsigned APK of the last commit from clones in two folders, in
# other time zones, umasks and languages, and compares the bytes. With an APK that was built already from the
# same commit, one clone is enough. The clones share the tools of this folder; half an hour for each of them.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# build CLONE TIME-ZONE UMASK LANGUAGE: into CLONE/dist.
build() {
    local clone=$1 zone=$2 mask=$3 language=$4
    (
        umask "$mask"
        mkdir -p "${clone%/*}"
        git clone --quiet --no-hardlinks "$ROOT" "$clone"
        ln -s "$(realpath "$TOOLS")" "$clone/.tools"
        say "building in ${clone#"$work"/} (TZ=$zone, umask $mask, $language)"
        unset CARGO_TARGET_DIR
        TZ=$zone LC_ALL=$language make --directory "$clone" apk-unsigned >"$clone.log" 2>&1
    ) || {
        tail -n 20 "$clone.log" >&2
        fail "the clone ${clone#"$work"/} cannot be built."
    }
}

first=${1:-}
if [[ -z $first ]]; then
    build "$work/one" Pacific/Kiritimati 022 C
    first=$work/one/dist/TrueGHz-unsigned.apk
fi
build "$work/another-folder/and-deeper/two" America/St_Johns 077 C.UTF-8
second="$work/another-folder/and-deeper/two/dist/TrueGHz-unsigned.apk"
if ! cmp "$first" "$second"; then
    # Which of the files differ, by their sums.
    diff <(unzip -v "$first") <(unzip -v "$second") >&2 || true
    fail "two builds of one commit differ."
fi
say "two builds of one commit are the same: $(sha256sum "$first" | cut -d ' ' -f 1)"
