#!/usr/bin/env bash
# setup-bionic.sh: fetches Android's own C library into .tools/bionic, for tests only. Safe to run again.
#
#   lib64 libc, libm, libdl, liblog and libc++ of Android 6.0 for arm64, as AOSP built them
#   dev   the system properties of such a device
#
# They lie in the jar of an emulator of Android libraries, on Maven Central: docs/adr/0014-bionic.md.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

JAR=com.github.zhkl0228:unidbg-android:0.9.8:jar
JAR_SHA256=e2f71ffc5fdec4d4aaed71e7a9a2b06a9a3c7cc86316c573d1ea5bb5da8ab1fd
FOLDER=android/sdk23
# The file of each library in the jar; the C++ library has another name there than other libraries know it by.
LIBRARIES=(libc libm libdl liblog libcpp)

bionic=$TOOLS/bionic
new=$bionic.new
recipe=$(sha256sum "$0" | cut -d ' ' -f 1)
mkdir -p "$TOOLS"
# Another run may be fetching it.
exec 9>"$TOOLS/lock"
flock 9
if [[ $(cat "$bionic/recipe" 2>/dev/null) == "$recipe" ]]; then exit 0; fi

"$ROOT/tools/java.sh"
need jar "it comes with a Java development kit"
say "fetching Android's C library (6 MB)"
rm -rf "$new"
mkdir "$new"
mvn --batch-mode --no-transfer-progress --strict-checksums --quiet --file "$ROOT/android/tools" "-Dmaven.repo.local=$TOOLS/m2" \
    "-Dbuild.root=$new/maven" dependency:copy "-Dartifact=$JAR" "-DoutputDirectory=$new" >&2 ||
    fail "Maven cannot fetch $JAR: is Maven Central within reach?"
sha256sum --quiet --check - <<<"$JAR_SHA256  $(echo "$new"/*.jar)" >&2 || fail "$JAR is not the one that is known."
(cd "$new" && jar xf ./*.jar "$FOLDER/lib64" "$FOLDER/dev")
mkdir "$new/lib64"
for library in "${LIBRARIES[@]}"; do mv "$new/$FOLDER/lib64/$library.so" "$new/lib64/"; done
mv "$new/lib64/libcpp.so" "$new/lib64/libc++.so"
mv "$new/$FOLDER/dev" "$new/"
rm -rf "$new/android" "$new/maven" "$new"/*.jar
echo "$recipe" > "$new/recipe"
rm -rf "$bionic"
mv "$new" "$bionic"
say "bionic is ready: $(du -sh "$bionic" | cut -f 1) in .tools/bionic"
