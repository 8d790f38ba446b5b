#!/usr/bin/env bash
# python.sh REQUIREMENTS COMMAND...: runs a command of Python with the packages that
# REQUIREMENTS pins, which are put into .tools/python the first time, and again when they change.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

requirements=$(realpath "${1:?usage: python.sh REQUIREMENTS COMMAND...}")
shift
folder=$TOOLS/python
"$ROOT/tools/python3.sh"
if ! cmp -s "$requirements" "$folder/requirements.txt"; then
    say "fetching $(grep -c '==' "$requirements") packages of Python into .tools/python"
    rm -rf "$folder" "$folder.new"
    python3 -m venv "$folder.new" || fail "python3 makes no environment."
    "$folder.new/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements" >&2 ||
        fail "pip cannot install the packages of ${requirements##*/}."
    cp "$requirements" "$folder.new/requirements.txt"
    mv "$folder.new" "$folder"
fi
exec "$folder/bin/python" "$@"
