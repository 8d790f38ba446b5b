#!/usr/bin/env bash
# ios-run.sh run|test|pictures simulator|device [NAME]: on a Mac, builds the app with Xcode and starts it, runs the
# scheme's tests, or takes a picture of every screen. Without a NAME, on the simulator or device that
# ios-destination.py chooses. Not yet tried on a Mac.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: ios-run.sh run|test|pictures simulator|device [NAME]"
what=${1:?$usage}
kind=${2:?$usage}
name=${3:-}
built=${CARGO_TARGET_DIR:-$ROOT/target}/xcode
pictures=$ROOT/dist/ios-pictures
[[ $(uname -s) == Darwin ]] || fail "iPhone apps are built on a Mac, with Xcode 26 (16 builds them, too, but not for the App Store)."
need xcodebuild "install Xcode and open it once"

listed=$(mktemp)
trap 'rm -f "$listed"' EXIT
case $kind in
simulator) xcrun simctl list devices available -j > "$listed" ;;
device)
    [[ -e $ROOT/ios/Configuration/Local.xcconfig ]] ||
        fail "copy ios/Configuration/Local.xcconfig.example to Local.xcconfig and fill it in."
    # Its other output, apart from the file, is for people.
    xcrun devicectl list devices --json-output "$listed" >/dev/null
    ;;
*) fail "$usage" ;;
esac
chosen=$("$ROOT/tools/ios-destination.py" "$kind" "$name" < "$listed") || exit 1

# xcode ACTION ARGUMENT...: on the chosen destination.
xcode() {
    local action=$1 signing=()
    shift
    if [[ $kind == device ]]; then signing=(-allowProvisioningUpdates); fi
    # A Mac's bash takes an empty list for one that is not set.
    xcodebuild -project "$ROOT/ios/TrueGHz.xcodeproj" -scheme TrueGHz -destination "id=$chosen" \
        -derivedDataPath "$built" ${signing[@]+"${signing[@]}"} "$@" "$action"
}

start() {
    local app
    xcode build -configuration Release
    app=$built/Build/Products/Release-$([[ $kind == device ]] && echo iphoneos || echo iphonesimulator)/TrueGHz.app
    identifier=$(/usr/libexec/PlistBuddy -c 'Print :CFBundleIdentifier' "$app/Info.plist")
    if [[ $kind == device ]]; then
        xcrun devicectl device install app --device "$chosen" "$app"
        xcrun devicectl device process launch --device "$chosen" "$identifier"
        return
    fi
    # It may have been started before.
    xcrun simctl boot "$chosen" 2>/dev/null || true
    open -a Simulator
    xcrun simctl install "$chosen" "$app"
    xcrun simctl launch "$chosen" "$identifier"
}

# The tests of the screens keep their pictures among the results.
take_pictures() {
    local results=$built/pictures.xcresult
    rm -rf "$results" "$pictures"
    xcode test -only-testing:TrueGHzUITests -resultBundlePath "$results"
    mkdir -p "$pictures"
    xcrun xcresulttool export attachments --path "$results" --output-path "$pictures"
    say "the pictures are in dist/ios-pictures"
}

case $what in
run) start ;;
test) xcode test -skip-testing:TrueGHzUITests ;;
pictures) take_pictures ;;
*) fail "$usage" ;;
esac
