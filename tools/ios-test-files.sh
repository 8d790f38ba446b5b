#!/usr/bin/env bash
# ios-test-files.sh FOLDER: what the tests read of the repository, for a test bundle that runs where the repository is
# not: on a device. A build phase of the test targets calls it.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

folder=${1:?usage: ios-test-files.sh FOLDER}
rm -rf "$folder"
for path in tests/vectors ios/TrueGHz/Localizable.xcstrings ios/TrueGHz/Licences.json \
    ios/TrueGHzKit/Sources/TrueGHzKit ios/TrueGHzKit/Tests/TrueGHzKitTests; do
    mkdir -p "$folder/$(dirname "$path")"
    cp -R "$ROOT/$path" "$folder/$path"
done
