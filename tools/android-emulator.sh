#!/usr/bin/env bash
# android-emulator.sh [newest|newest-16k|oldest]: on Linux with KVM and Android's SDK (ANDROID_HOME), builds debug and
# release by Gradle, starts an emulator of that Android (16k: with pages of 16 KB), installs and runs both apps on it, and
# takes one reading by the command line: dist/android. Not yet tried with an SDK.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

: "${ANDROID_HOME:?the folder of Android\'s SDK}"
PATH=$ANDROID_HOME/cmdline-tools/latest/bin:$ANDROID_HOME/emulator:$ANDROID_HOME/platform-tools:$PATH
APP=org.trueghz.app
# Longer than a measurement of all core types on a busy emulator, in seconds.
PATIENCE=60

system=${1:-newest}
page_size=4096
case $system in
newest) image="android-$(catalog android-target-sdk);google_apis" ;;
newest-16k) image="android-$(catalog android-target-sdk);google_apis_ps16k" page_size=16384 ;;
oldest) image="android-$(catalog android-min-sdk);google_apis" ;;
*) fail "neither newest, newest-16k nor oldest: $system." ;;
esac
image="system-images;$image;x86_64"
need cargo-ndk "cargo install --locked cargo-ndk, in the version of android/gradle/libs.versions.toml"
[[ -w /dev/kvm ]] || fail "there is no KVM here (/dev/kvm): the emulator would take hours."
kept=$ROOT/dist/android
apk=$kept/dist/TrueGHz.apk
mkdir -p "${apk%/*}"

gradle() { "$ROOT/android/gradlew" "$@"; }

# `yes` ends when sdkmanager has read enough.
(yes || true) | sdkmanager --licenses >/dev/null
sdkmanager "$image" platform-tools emulator
throw_away_key
gradle :app:assembleDebug :app:assembleRelease
cp "$ROOT/android/app/build/outputs/apk/release/app-release.apk" "$apk"

echo no | avdmanager create avd --force --name "$system" --package "$image"
emulator -avd "$system" -no-window -no-audio -no-boot-anim -no-snapshot -gpu swiftshader_indirect &
emulator=$!
trap 'kill "$emulator" 2>/dev/null || true' EXIT
# The shell answers before the system is there. What stands in quotes is the device's to expand.
# shellcheck disable=SC2016
timeout 600 adb wait-for-device shell 'while [ -z "$(getprop sys.boot_completed)" ]; do sleep 1; done'
# Android 8.0 has no getconf.
if [[ $system == newest* ]]; then
    found=$(adb shell getconf PAGE_SIZE | tr -d '\r')
    [[ $found == "$page_size" ]] || fail "pages have $found bytes, not $page_size."
fi

# Debug: installed, started and measured by the instrumented test.
gradle :app:connectedDebugAndroidTest

# Release, by R8: the shortcut's intent starts it and a measurement.
adb uninstall "$APP" >/dev/null || true
adb install "$apk"
adb logcat -b crash -c
adb shell am start -W -a "$APP.MEASURE" -n "$APP/$APP.measure.MeasureActivity"
sleep "$PATIENCE"
adb exec-out screencap -p > "$kept/release.png"
crashes=$(adb logcat -b crash -d)
[[ $crashes != *"$APP"* ]] || fail "the release has crashed: $crashes"
adb shell pidof "$APP" >/dev/null || fail "the release does not run any more."

# A static program of Linux runs on Android, too.
rustup target add x86_64-unknown-linux-musl
cargo build --locked --release --target x86_64-unknown-linux-musl -p trueghz-desktop
adb push "${CARGO_TARGET_DIR:-$ROOT/target}/x86_64-unknown-linux-musl/release/trueghz" /data/local/tmp/trueghz
status=0
adb shell /data/local/tmp/trueghz measure --json > "$kept/reading.json" || status=$?
# 1: nothing was read, and the reading says why.
((status <= 1)) || fail "the program ended with $status."
say "both apps run on $image; pictures, reading and APK are in dist/android"
