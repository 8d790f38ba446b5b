#!/usr/bin/env bash
# python.sh REQUIREMENTS COMMAND...: runs a command of Python with the packages that REQUIREMENTS pins. They are put
# into an environment of its own the first time, and again when the file changes: .tools/python/tests-ios for
# tests/ios/requirements.txt.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

requirements=$(realpath "${1:?usage: python.sh REQUIREMENTS COMMAND...}")
shift
name=$(dirname "${requirements#"$ROOT"/}")
folder=$TOOLS/python/${name//\//-}
"$ROOT/tools/python3.sh"
if ! cmp -s "$requirements" "$folder/requirements.txt"; then
    say "fetching $(grep -c '==' "$requirements") packages of Python into .tools/python/${folder##*/}"
    rm -rf "$folder" "$folder.new"
    mkdir -p "$TOOLS/python"
    python3 -m venv "$folder.new" || fail "python3 makes no environment."
    "$folder.new/bin/python" -m pip install --quiet --disable-pip-version-check --require-hashes -r "$requirements" >&2 ||
        fail "pip cannot install the packages of ${requirements#"$ROOT"/}."
    cp "$requirements" "$folder.new/requirements.txt"
    mv "$folder.new" "$folder"
fi
exec "$folder/bin/python" "$@"
