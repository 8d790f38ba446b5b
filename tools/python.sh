#!/usr/bin/env bash
# python.sh REQUIREMENTS COMMAND...: runs a command of Python with the packages that
# REQUIREMENTS pins, which are put into .tools/python the first time, and again when they change.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

requirements=$(realpath "${1:?usage: python.sh REQUIREMENTS COMMAND...}")
shift
folder=$TOOLS/python
need python3 "the checks of the iPhone app are written in it"
if ! cmp -s "$requirements" "$folder/requirements.txt"; then
    say "fetching $(grep -c '==' "$requirements") packages of Python into .tools/python"
    rm -rf "$folder" "$folder.new"
    python3 -m venv "$folder.new" || fail "python3 makes no environment (Debian: package python3-venv)."
    "$folder.new/bin/python" -m pip install --quiet --disable-pip-version-check -r "$requirements" >&2
    cp "$requirements" "$folder.new/requirements.txt"
    mv "$folder.new" "$folder"
fi
exec "$folder/bin/python" "$@"
