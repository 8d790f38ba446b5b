#!/usr/bin/env bash
# java-program.sh PROFILE [MAIN-CLASS [ARGUMENT...]]: runs a program of android/tools/pom.xml, which Maven
# fetches; without a class only fetches it. BUILD_ROOT is where Maven may write.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

profile=${1:?usage: java-program.sh PROFILE [MAIN-CLASS [ARGUMENT...]]}
shift
: "${BUILD_ROOT:?}"
"$ROOT/tools/java.sh"
class_path=$BUILD_ROOT/tools/$profile.classpath
mkdir -p "$(dirname "$class_path")"
if [[ ! -s $class_path || $ROOT/android/tools/pom.xml -nt $class_path ]]; then
    mvn --batch-mode --no-transfer-progress --strict-checksums --quiet --file "$ROOT/android/tools" "-P$profile" \
        "-Dmaven.repo.local=$TOOLS/m2" "-Dbuild.root=$BUILD_ROOT" dependency:build-classpath \
        "-Dmdep.outputFile=$class_path" >&2 ||
        fail "Maven cannot fetch $profile: is Maven Central within reach?"
fi
if (($# > 0)); then exec java -classpath "$(cat "$class_path")" "$@"; fi
