#!/usr/bin/env bash
# store-pictures.sh SCREENSHOTS: puts the tests' pictures of the app, and its icon, among the
# stores' texts. They are drawn by the tests on a simulated Android, not taken of a device: their
# names state this.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

from=${1:?usage: store-pictures.sh SCREENSHOTS (a folder that make screenshots wrote)}
texts=$ROOT/fastlane/metadata/android
# In the order in which the stores show them.
SCREENS=(reading measuring details)

# pictures LANGUAGE KIND SUFFIX: the screens in a language on a kind of device; the suffix is how the tests name them.
pictures() {
    local folder=$texts/$1/images/$2 suffix=$3 number=0 screen
    rm -rf "$folder"
    mkdir -p "$folder"
    for screen in "${SCREENS[@]}"; do
        number=$((number + 1))
        cp "$from/$screen$suffix.png" "$folder/$number-$screen-rendering.png" ||
            fail "there is no picture of $screen."
    done
}

pictures en-US phoneScreenshots ""
pictures de-DE phoneScreenshots -german
# Stores show the default language's where another has none.
pictures en-US sevenInchScreenshots -tablet
"$ROOT/tools/store-icon.py" "$ROOT/android/app/src/main/res" "$texts/en-US/images/icon.png"
say "pictures and icon are in ${texts#"$ROOT"/}"
