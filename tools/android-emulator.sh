#!/usr/bin/env bash
# android-emulator.sh: on Linux with KVM and Android's SDK (ANDROID_HOME), starts an emulator, runs the app's
# instrumented test on it, and takes one reading by the command line: dist/android. Not yet tried with an SDK.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

: "${ANDROID_HOME:?the folder of Android\'s SDK}"
PATH=$ANDROID_HOME/cmdline-tools/latest/bin:$ANDROID_HOME/emulator:$ANDROID_HOME/platform-tools:$PATH
need cargo-ndk "cargo install --locked cargo-ndk, in the version of android/gradle/libs.versions.toml"
[[ -w /dev/kvm ]] || fail "there is no KVM here (/dev/kvm): the emulator would take hours."
level=$(catalog android-target-sdk)
image="system-images;android-$level;google_apis;x86_64"
device=trueghz
kept=$ROOT/dist/android

# `yes` ends when sdkmanager has read enough.
(yes || true) | sdkmanager --licenses >/dev/null
sdkmanager "$image" platform-tools emulator
echo no | avdmanager create avd --force --name "$device" --package "$image"
emulator -avd "$device" -no-window -no-audio -no-boot-anim -no-snapshot -gpu swiftshader_indirect &
emulator=$!
trap 'kill "$emulator" 2>/dev/null || true' EXIT
# The shell answers before the system is there. What stands in quotes is the device's to expand.
# shellcheck disable=SC2016
timeout 600 adb wait-for-device shell 'while [ -z "$(getprop sys.boot_completed)" ]; do sleep 1; done'

mkdir -p "$kept"
"$ROOT/android/gradlew" --project-dir "$ROOT/android" :app:connectedDebugAndroidTest
# A static program of Linux runs on Android, too.
rustup target add x86_64-unknown-linux-musl
cargo build --locked --release --target x86_64-unknown-linux-musl -p trueghz-desktop
adb push "${CARGO_TARGET_DIR:-$ROOT/target}/x86_64-unknown-linux-musl/release/trueghz" /data/local/tmp/trueghz
status=0
adb shell /data/local/tmp/trueghz measure --json > "$kept/reading.json" || status=$?
# 1: nothing was read, and the reading says why.
((status <= 1)) || fail "the program ended with $status."
say "the reading is in dist/android"
