#!/usr/bin/env bash
# ios-typecheck-fails.sh MODULES OUT: proves that tools/ios-typecheck.sh can fail. Faults
# of the kinds that it is for are put into copies of the app's code, one at a time; each must be found.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: ios-typecheck-fails.sh MODULES OUT"
modules=${1:?$usage}
out=${2:?$usage}
copy=$out/spoiled

# spoil WHAT FILE SED [MESSAGE]: the app with one fault is refused, with that message of the compiler.
spoil() {
    local what=$1 file=$2 change=$3 message=${4:-}
    rm -rf "$copy"
    cp -r "$ROOT/ios/TrueGHz" "$copy"
    sed -i.old "$change" "$copy/$file"
    if cmp -s "$copy/$file" "$copy/$file.old"; then fail "$what: nothing was changed in $file."; fi
    rm "$copy/$file.old"
    if COMPILE_ONLY=1 "$ROOT/tools/ios-typecheck.sh" "$modules" "$out" "$copy" >"$out/spoiled.log" 2>&1; then
        fail "$what in $file was not found."
    fi
    # A file that is changed before it is compiled stands in another folder.
    grep -qE "(spoiled/$file|changed/$(basename "$file")):.* error: .*$message" "$out/spoiled.log" || fail "$what was refused for another reason."
}

spoil "a name that no model has" Measure/NumberView.swift 's/hero\.advice/hero.advise/'
spoil "a modifier that is none" Measure/ClockAxes.swift 's/\.chartLegend(/.chartLegends(/'
spoil "a modifier of iOS 26 that is none" Layout/BottomBar.swift 's/safeAreaBar(/safeAreaBars(/'
spoil "a race" Measure/MeasureView.swift \
    's/^    let model: MeasureModel$/&; func race() { Task.detached { model.stop() } }/'
# A module of ours with a type of Charts, as TrueGHzKit once had it.
mkdir -p "$out/ambiguous"
echo 'public struct AxisTick {}' > "$out/ambiguous/Ambiguous.swift"
"$ROOT/tools/swift.sh" swiftc -swift-version 6 -parse-as-library -emit-module -module-name Ambiguous \
    -o "$out/Ambiguous.swiftmodule" "$out/ambiguous/Ambiguous.swift"
spoil "an ambiguous type name" Measure/ClockAxes.swift \
    's/^import Charts$/import Ambiguous\n&/; s/\[PlotTick\]/[AxisTick]/' \
    "'AxisTick' is ambiguous"
rm -rf "$copy"
say "five faults are found, as they should be"
