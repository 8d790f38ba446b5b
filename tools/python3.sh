#!/usr/bin/env bash
# python3.sh: sees to it that Python 3 with pip and venv is there: Debian has each in a package of its own, and
# installs them where this may be done.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

is_there() { command -v python3 >/dev/null && python3 -c 'import ensurepip, pip, venv' 2>/dev/null; }

if ! is_there; then
    debian_packages "Python 3 with pip and venv" python3 python3-pip python3-venv
    is_there || fail "Python 3 does not start after it was installed."
fi
