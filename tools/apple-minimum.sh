#!/usr/bin/env bash
# apple-minimum.sh PLATFORM VERSION exactly|older: reads objdump's output for a static library's
# objects (--macho --private-headers) and fails unless each is made for PLATFORM from VERSION on.
# `older` is for objects of rustup's standard library: each has its target's own oldest system, in
# whichever form that had, and some, which are for any, have none.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: apple-minimum.sh PLATFORM VERSION exactly|older"
platform=${1:?$usage}
version=${2:?$usage}
which=${3:?$usage}
[[ $which =~ ^(exactly|older)$ ]] || fail "$usage"

# order VERSION: a number that sorts as versions do.
order() {
    local major minor patch
    IFS=. read -r major minor patch <<<"$1"
    echo $((major * 1000000 + ${minor:-0} * 1000 + ${patch:-0}))
}

# An object's name ends its line in "):"; its load command states platform and version. Before LC_BUILD_VERSION there
# was a command for each system, and the one of iOS was the simulator's, too.
made=$(awk '
    function state() { if (object) print found ? platform " " minimum : "any 0" }
    /\):$/ { state(); object = 1; found = old = 0 }
    $1 == "cmd" { old = 0 }
    /cmd LC_BUILD_VERSION/ { found = 1 }
    /cmd LC_VERSION_MIN_MACOSX/ { found = old = 1; platform = "macos" }
    /cmd LC_VERSION_MIN_IPHONEOS/ { found = old = 1; platform = "ios*" }
    $1 == "platform" { platform = $2 }
    $1 == "minos" || (old && $1 == "version") { minimum = $2 }
    END { state() }' | sort -u)
[[ -n $made ]] || fail "there is no object."
while read -r its_platform its_version; do
    its="is made for $its_platform $its_version, not for $platform $version"
    if [[ $which == exactly ]]; then
        [[ "$its_platform $its_version" == "$platform $version" ]] || fail "an object $its."
        continue
    fi
    case $its_platform in
    any | "$platform") ;;
    'ios*') [[ $platform == ios* ]] || fail "an object $its." ;;
    *) fail "an object $its." ;;
    esac
    (($(order "$its_version") <= $(order "$version"))) || fail "an object $its."
done <<<"$made"
