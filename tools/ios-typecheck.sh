#!/usr/bin/env bash
# ios-typecheck.sh MODULES OUT [SOURCES]: compiles the iPhone app, or another folder of its
# SOURCES, against the stand-ins in tests/ios/stubs and the modules of its packages in MODULES, as SwiftPM has
# built them. Leaves the stand-ins' symbols in OUT/symbols. SIL, not only types: races are found on the way
# there.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: ios-typecheck.sh MODULES OUT [SOURCES]"
modules=${1:?$usage}
out=${2:?$usage}
sources=${3:-$ROOT/ios/TrueGHz}
stubs=$ROOT/tests/ios/stubs
mkdir -p "$out/symbols/app" "$out/symbols/swift"
swiftc() { "$ROOT/tools/swift.sh" swiftc -swift-version 6 -I "$out" "$@"; }

# other_types MODULE: declares the public types that Apple's documentation lists and no stand-in is
# needed of, so that a name that would be ambiguous in Xcode is ambiguous here. They are left out of
# the list of types that the app uses.
other_types() {
    local types=$ROOT/tests/ios/types/$1.txt
    [[ -e $types ]] || return 0
    # A declaration anywhere in the stand-ins, nested ones too: one more would be none of Apple's.
    comm -23 <(grep -v '^#' "$types" | LC_ALL=C sort) \
        <(grep -ohE '(struct|enum|class|protocol|typealias) [A-Z][A-Za-z0-9]*' "$stubs/$1"*.swift |
            cut -d ' ' -f 2 | LC_ALL=C sort -u) |
        sed 's/.*/@_documentation(visibility: private) public enum & {}/'
}

# In the order in which they need each other.
modules_of_apple=$(< "$stubs/modules.txt")
for module in $modules_of_apple; do
    mkdir -p "$out/others"
    other_types "$module" > "$out/others/$module-others.swift"
    # As Swift 5: what stand-ins draw, they draw on one thread.
    swiftc -swift-version 5 -suppress-warnings -parse-as-library -emit-module -module-name "$module" \
        -o "$out/$module.swiftmodule" "$stubs/$module"*.swift "$out/others/$module-others.swift"
done
mapfile -t files < <(find "$sources" -name '*.swift' | sort)
((${#files[@]} > 0)) || fail "$sources holds no Swift files."
# Previews become functions. And what waits for the SDK of iOS 26, which comes with Swift 6.2, is compiled by this older
# compiler, too.
newer='#if compiler(>=6.2)'
mkdir -p "$out/changed"
for index in "${!files[@]}"; do
    grep -qF -e '#Preview' -e "$newer" "${files[index]}" || continue
    copy=$out/changed/$(basename "${files[index]}")
    awk -f "$ROOT/tools/previews.awk" "${files[index]}" | sed "s/$newer/#if true/" > "$copy"
    if grep -q '^#Preview' "$copy"; then fail "${files[index]} has a preview in another form."; fi
    files[index]=$copy
done
swiftc -warnings-as-errors -parse-as-library -wmo -emit-sil -o "$out/app.sil" -module-name TrueGHz \
    -D DEBUG -I "$modules" -I "$ROOT/ios/TrueGHzKit/Sources/TrueGHzFFI" "${files[@]}"
say "${#files[@]} files compile against stand-ins"
# The extension, with the file that it shares with the app (tests/ios/checks/project.py).
swiftc -warnings-as-errors -parse-as-library -wmo -emit-sil -o "$out/controls.sil" -module-name TrueGHzControls \
    -D CONTROLS "$ROOT"/ios/TrueGHzControls/*.swift "$sources/Intents/StartMeasuring.swift"
swiftc -suppress-warnings -parse-as-library -emit-module -module-name XCTest -o "$out/XCTest.swiftmodule" \
    "$stubs"/XCTest.swift
swiftc -warnings-as-errors -parse-as-library -wmo -emit-sil -o "$out/ui-tests.sil" -module-name TrueGHzUITests \
    "$ROOT"/ios/TrueGHzUITests/*.swift
# Set by the proof that this can fail, which needs no more.
[[ -z ${COMPILE_ONLY:-} ]] || exit 0

# The compiler's own lists: declarations of the stand-ins, and declarations of Swift's modules with
# the first version of each. Members of protocols once, not with each type: the compiler of Debian
# 13 gives up on some.
# shellcheck disable=SC2016
"$ROOT/tools/swift.sh" bash -euc '
    tools=$(dirname "$(realpath "$(command -v swiftc)")")
    triple=$(swiftc -print-target-info | sed -n "s/.*\"moduleTriple\": \"\(.*\)\",/\1/p")
    list() {
        "$tools/swift-symbolgraph-extract" -skip-synthesized-members -module-name "$1" -I "$out" \
            -target "$triple" -resource-dir "$tools/../lib/swift" -output-dir "$2"
    }
    out=$1
    for module in $2; do list "$module" "$out/symbols/app"; done
    for module in Swift _Concurrency Synchronization Observation Foundation FoundationEssentials \
        FoundationInternationalization; do
        list "$module" "$out/symbols/swift"
    done
' bash "$out" "$modules_of_apple"
say "the compiler has listed what the stand-ins and Swift itself declare"
