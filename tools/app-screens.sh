#!/usr/bin/env bash
# app-screens.sh OBJECTS LIBRARY OUT [TEXTS [KEPT]]: writes the screens of the iPhone app as pages of HTML: its own views and
# models with the samples of its previews, drawn by the stand-ins of SwiftUI, not by Apple. OBJECTS is SwiftPM's folder of the
# models, LIBRARY the one of the core, OUT takes the pages, TEXTS their texts in both languages. With KEPT, the texts as they
# should be, only these two looks are drawn, each as soon as it is as expected.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: app-screens.sh OBJECTS LIBRARY OUT [TEXTS [KEPT]]"
objects=$(realpath "${1:?$usage}")
library=$(realpath "${2:?$usage}")
mkdir -p "${3:?$usage}/build"
out=$(realpath "$3")
build=$out/build
stubs=$ROOT/tests/ios/stubs
swiftc() { "$ROOT/tools/swift.sh" swiftc -suppress-warnings -parse-as-library -I "$build" "$@"; }

if [[ ! -e $build/stand-ins || -n $(find "$stubs" -newer "$build/stand-ins") ]]; then
    rm -f "$build/stand-ins"
    read -ra modules < "$stubs/modules.txt"
    for module in "${modules[@]}"; do
        # As Swift 5: what stand-ins draw, they draw on one thread.
        swiftc -swift-version 5 -wmo -emit-module -module-name "$module" -emit-module-path "$build/$module.swiftmodule" \
            -emit-object -o "$build/$module.o" "$stubs/$module"*.swift
    done
    touch "$build/stand-ins"
fi

awk -v list=1 -f "$ROOT/tools/previews.awk" "$ROOT/ios/TrueGHz/Previews.swift" > "$build/Previews.swift"
mapfile -t files < <(find "$ROOT/ios/TrueGHz" -name '*.swift' -not -name TrueGHzApp.swift -not -name Previews.swift | sort)
swiftc -swift-version 6 -wmo -o "$build/screens" -module-name TrueGHz -D DEBUG -I "$objects/Modules" \
    -I "$ROOT/ios/TrueGHzKit/Sources/TrueGHzFFI" "${files[@]}" "$build/Previews.swift" "$ROOT/tests/ios/screens/Screens.swift" \
    "$ROOT/ios/TrueGHzModels/Tests/TrueGHzModelsTests/Catalog.swift" \
    "$build"/*.o "$objects"/TrueGHzModels.build/*.o "$objects"/TrueGHzKit.build/*.o -L "$library" -ltrueghz_ffi \
    -use-ld=lld
cp "$ROOT"/tests/ios/screens/{screens.css,fit.js} "$out"
"$ROOT/tools/swift.sh" "$build/screens" "$out" ${4:+"$(realpath "$4")"} ${5:+"$(realpath "$5")"}
say "$(find "$out" -maxdepth 1 -name '[0-9]*.html' | wc -l) pages are in $out"
