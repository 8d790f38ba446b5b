#!/usr/bin/env bash
# copy-changed.sh FROM TO FILE...: copies files of one folder into another, but leaves those alone that are
# the same already: what depends on them is not built again.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

from=${1:?usage: copy-changed.sh FROM TO FILE...}
to=${2:?usage: copy-changed.sh FROM TO FILE...}
shift 2
mkdir -p "$to"
for file in "$@"; do
    cmp -s "$from/$file" "$to/$file" || cp "$from/$file" "$to/$file"
done
