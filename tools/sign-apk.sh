#!/usr/bin/env bash
# sign-apk.sh UNSIGNED.apk SIGNED.apk: signs an APK (schemes v2 and v3) and says with which key.
#
#   TRUEGHZ_KEYSTORE            a keystore; without it a key is made that is good for trying only
#   TRUEGHZ_KEYSTORE_PASSWORD   its password
#   TRUEGHZ_KEY_ALIAS           the key's name in it
#   TRUEGHZ_KEY_PASSWORD        the key's own password, where it has one
set -euo pipefail
. "$(dirname "$0")/lib.sh"

unsigned=${1:?usage: sign-apk.sh UNSIGNED.apk SIGNED.apk}
signed=${2:?usage: sign-apk.sh UNSIGNED.apk SIGNED.apk}

need keytool "it comes with Java"
if [[ -n ${TRUEGHZ_KEYSTORE:-} ]]; then
    [[ -r $TRUEGHZ_KEYSTORE ]] || fail "TRUEGHZ_KEYSTORE names no file that can be read."
    : "${TRUEGHZ_KEYSTORE_PASSWORD:?the password of TRUEGHZ_KEYSTORE}"
    : "${TRUEGHZ_KEY_ALIAS:?the name of the key}"
    export TRUEGHZ_KEY_PASSWORD=${TRUEGHZ_KEY_PASSWORD:-$TRUEGHZ_KEYSTORE_PASSWORD}
    key="the key $TRUEGHZ_KEY_ALIAS of TRUEGHZ_KEYSTORE"
else
    throw_away_key
    key="a THROW-AWAY DEBUG KEY: for trying on a device, not for release"
fi
# Signature schemes are chosen by the oldest Android.
# Passwords go by the environment: arguments can be read by everyone on the machine.
"$TOOLS/android/apksigner" sign --ks "$TRUEGHZ_KEYSTORE" --ks-key-alias "$TRUEGHZ_KEY_ALIAS" \
    --ks-pass env:TRUEGHZ_KEYSTORE_PASSWORD --key-pass env:TRUEGHZ_KEY_PASSWORD \
    --min-sdk-version "$(catalog android-min-sdk)" --v1-signing-enabled false --v2-signing-enabled true \
    --v3-signing-enabled true --v4-signing-enabled false --out "$signed.new" "$unsigned" ||
    fail "apksigner cannot sign $unsigned."
mv "$signed.new" "$signed"
say "$signed is signed with $key"
