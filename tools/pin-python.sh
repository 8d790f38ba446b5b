#!/usr/bin/env bash
# pin-python.sh: writes each requirements.txt from the requirements.in next to it: every package
# that its packages need, with the sums of all its files. Run it after a change of a
# requirements.in, with the oldest Python that is supported (Debian 12's).
set -euo pipefail
. "$(dirname "$0")/lib.sh"

PIP_TOOLS=7.6.2

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/venv" || fail "python3 makes no environment."
"$folder/venv/bin/python" -m pip install --quiet --disable-pip-version-check "pip-tools==$PIP_TOOLS"
cd "$ROOT"
git ls-files '*requirements.in' | while read -r file; do
    {
        grep '^#' "$file"
        echo "# Written by tools/pin-python.sh from requirements.in."
        (cd "$(dirname "$file")" && "$folder/venv/bin/pip-compile" --quiet --generate-hashes --allow-unsafe --no-header \
            --no-annotate --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --strip-extras --output-file - requirements.in)
    } > "$folder/new"
    mv "$folder/new" "${file%.in}.txt"
    say "$(grep -c '==' "${file%.in}.txt") packages in ${file%.in}.txt"
done
