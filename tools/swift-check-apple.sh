#!/usr/bin/env bash
# swift-check-apple.sh OUT: compiles the package's code for Apple's systems against stand-ins of the few
# things that only those have. It finds what does not compile; it cannot find what the stand-ins have wrong,
# nor what is newer than the oldest system.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

out=${1:?usage: swift-check-apple.sh OUT}
kit=$ROOT/ios/TrueGHzKit
mkdir -p "$out"
swiftc() { "$ROOT/tools/swift.sh" swiftc -swift-version 6 -warnings-as-errors "$@"; }

for module in Darwin os; do
    swiftc -parse-as-library -emit-module -module-name "$module" -o "$out/$module.swiftmodule" \
        "$kit/AppleStandIns/$module.swift"
done
# SIL, not only types: races are found on the way there. What the package's resources add is SwiftPM's.
swiftc -wmo -emit-sil -o "$out/kit.sil" -module-name TrueGHzKit -I "$out" -I "$kit/Sources/TrueGHzFFI" \
    -Xfrontend -import-module -Xfrontend Darwin "$kit"/Sources/TrueGHzKit/*.swift \
    "$kit"/Sources/TrueGHzKit/Generated/*.swift
grep -q PlatformConditions "$out/kit.sil" || fail "the code for Apple's systems was not compiled."
say "the code for Apple's systems compiles against stand-ins"
