#!/usr/bin/env bash
# install-apk.sh FILE.apk: puts the app on the one device that adb reaches.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

apk=${1:?usage: install-apk.sh FILE.apk}
need adb "it comes with Android's platform tools (Debian: apt-get install adb); or copy $apk to the device"
# Its first line is a heading.
devices=$(adb devices | awk 'NR > 1 && $2 == "device"' | wc -l)
((devices > 0)) || fail "adb reaches no device: connect one and allow USB debugging on it (\`adb devices\`)."
adb install -r "$apk" ||
    fail "the device refuses it. An app signed with another key goes first: adb uninstall org.trueghz.app"
say "${apk##*/} is on the device"
