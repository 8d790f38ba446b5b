#!/usr/bin/env bash
# ios-typecheck.sh MODULES OUT [SOURCES]: compiles the iPhone app, or another folder of its SOURCES, against the
# stand-ins in tests/ios/stubs and the modules of its packages in MODULES, as SwiftPM has built them. Leaves the
# stand-ins' symbols in OUT/symbols. SIL, not only types: races are found on the way there.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: ios-typecheck.sh MODULES OUT [SOURCES]"
modules=${1:?$usage}
out=${2:?$usage}
sources=${3:-$ROOT/ios/TrueGHz}
stubs=$ROOT/tests/ios/stubs
mkdir -p "$out/symbols"
swiftc() { "$ROOT/tools/swift.sh" swiftc -swift-version 6 -I "$out" "$@"; }

# In the order in which they need each other.
modules_of_apple="UniformTypeIdentifiers CoreTransferable Accessibility SwiftUI Charts AppIntents"
for module in $modules_of_apple; do
    swiftc -suppress-warnings -parse-as-library -emit-module -module-name "$module" \
        -o "$out/$module.swiftmodule" "$stubs/$module"*.swift
done
mapfile -t files < <(find "$sources" -name '*.swift' | sort)
((${#files[@]} > 0)) || fail "$sources holds no Swift files."
swiftc -warnings-as-errors -parse-as-library -wmo -emit-sil -o "$out/app.sil" -module-name TrueGHz -I "$modules" \
    -I "$ROOT/ios/TrueGHzKit/Sources/TrueGHzFFI" "${files[@]}"
# The compiler's own list of what the stand-ins declare. Members of protocols once, not with each type: the
# compiler of Debian 13 gives up on some.
# shellcheck disable=SC2016
"$ROOT/tools/swift.sh" bash -euc '
    swift=$(dirname "$(realpath "$(command -v swiftc)")")
    for module in $2; do
        "$swift/swift-symbolgraph-extract" -skip-synthesized-members -module-name "$module" -I "$1" \
            -target "$(swiftc -print-target-info | sed -n "s/.*\"triple\": \"\(.*\)\",/\1/p" | head -n 1)" \
            -resource-dir "$swift/../lib/swift" -output-dir "$1/symbols"
    done' bash "$out" "$modules_of_apple"
say "${#files[@]} files compile against stand-ins"
