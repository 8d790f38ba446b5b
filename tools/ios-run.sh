#!/usr/bin/env bash
# ios-run.sh simulator [NAME] | device: builds the app with Xcode and starts it. On a Mac
# only; not yet tried on one.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

where=${1:?usage: ios-run.sh simulator [NAME] | device}
name=${2:-iPhone 16}
built=${CARGO_TARGET_DIR:-$ROOT/target}/xcode
[[ $(uname -s) == Darwin ]] || fail "iPhone apps are built on a Mac, with Xcode 16 or later."
need xcodebuild "install Xcode and open it once"

# build DESTINATION FOLDER: leaves the app in $app.
build() {
    xcodebuild -project "$ROOT/ios/TrueGHz.xcodeproj" -scheme TrueGHz -configuration Release \
        -destination "$1" -derivedDataPath "$built" ${3:+"$3"} build
    app=$built/Build/Products/Release-$2/TrueGHz.app
}

identifier() { /usr/libexec/PlistBuddy -c 'Print :CFBundleIdentifier' "$app/Info.plist"; }

case $where in
simulator)
    build "platform=iOS Simulator,name=$name" iphonesimulator
    xcrun simctl boot "$name" 2>/dev/null || true
    open -a Simulator
    xcrun simctl install "$name" "$app"
    xcrun simctl launch "$name" "$(identifier)"
    ;;
device)
    [[ -e $ROOT/ios/Configuration/Local.xcconfig ]] ||
        fail "copy ios/Configuration/Local.xcconfig.example to Local.xcconfig and fill it in."
    device=$(xcrun devicectl list devices --hide-headers --columns Identifier | head -n 1 | tr -d ' ')
    [[ -n $device ]] || fail "no iPhone or iPad is connected."
    build "generic/platform=iOS" iphoneos -allowProvisioningUpdates
    xcrun devicectl device install app --device "$device" "$app"
    xcrun devicectl device process launch --device "$device" "$(identifier)"
    ;;
*) fail "neither a simulator nor a device: $where." ;;
esac
