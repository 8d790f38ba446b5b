#!/usr/bin/env bash
# swift-release.sh VERSION CLONE [ADDRESS]: makes the commit that a release of the Swift package is tagged at, in a
# clone of this repository's last commit, and the tag. What no other commit has: in Package.swift the ADDRESS and
# checksum of dist/TrueGHzFFI.xcframework.zip. Without an ADDRESS the package is for Linux, and for those who build
# the framework themselves.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: swift-release.sh VERSION CLONE [ADDRESS]"
version=${1:?$usage}
clone=${2:?$usage}
address=${3:-}

git clone --quiet "$ROOT" "$clone"
if [[ -n $address ]]; then
    checksum=$(cat "$ROOT/dist/TrueGHzFFI.xcframework.zip.sha256")
    sed -i.old "s|^let release: .*|let release: (address: String, checksum: String)? = (\\
    \"$address\", \"$checksum\"\\
)|" "$clone/Package.swift"
    rm "$clone/Package.swift.old"
    grep -q "$checksum" "$clone/Package.swift" || fail "Package.swift has no line for the release."
    git -C "$clone" commit --quiet --all --message "Swift package $version"
fi
git -C "$clone" tag "$version"
say "$version is tagged in $clone"
