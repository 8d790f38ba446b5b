#!/usr/bin/env bash
# swift-test-shipped.sh KIT MODELS: the tests of both Swift packages, built into these folders, against the library that
# PKG_CONFIG_PATH names: one without faults on purpose, as it is shipped. Then one test that needs those faults, which
# must fail: else a test that cannot pass on Apple's systems would not be found.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: swift-test-shipped.sh KIT MODELS"
kit=${1:?$usage}
models=${2:?$usage}
swift_test() { "$ROOT/tools/swift.sh" swift test --disable-xctest "$@"; }

mkdir -p "$kit" "$models"
# SwiftPM does not notice a newer library.
find "$kit" "$models" -name '*.xctest' -prune -exec rm -rf {} +
swift_test --package-path "$ROOT" --scratch-path "$kit"
# Debian's Observation refers to a function that is absent; only LLVM's linker accepts that.
swift_test --package-path "$ROOT/ios/TrueGHzModels" --scratch-path "$models" -Xswiftc -use-ld=lld
if said=$(TRUEGHZ_FAULTS=1 swift_test --package-path "$ROOT" --scratch-path "$kit" --skip-build \
    --filter faultsCrossByName 2>&1); then
    fail "a test passed that needs a library with faults on purpose."
fi
grep -q "no error" <<<"$said" || fail "the test that needs faults failed for another reason: $said"
say "a test that needs faults on purpose is refused by the shipped library, as it should be"
