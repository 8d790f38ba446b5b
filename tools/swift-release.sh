#!/usr/bin/env bash
# swift-release.sh VERSION GENERATED CLONE [ADDRESS]: makes the commit that a release of the Swift package
# is tagged at, in a clone of this repository's last commit, and the tag. Two things are in it that are in
# no other: the generated sources, and in Package.swift the ADDRESS and checksum of
# dist/TrueGHzFFI.xcframework.zip. Without an ADDRESS the package is for Linux, and for those who build the
# framework themselves.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: swift-release.sh VERSION GENERATED CLONE [ADDRESS]"
version=${1:?$usage}
generated=${2:?$usage}
clone=${3:?$usage}
address=${4:-}
kit=ios/TrueGHzKit/Sources

git clone --quiet "$ROOT" "$clone"
"$ROOT/tools/copy-changed.sh" "$generated" "$clone/$kit/TrueGHzKit/Generated" TrueGHzKit.swift
"$ROOT/tools/copy-changed.sh" "$generated" "$clone/$kit/TrueGHzFFI" TrueGHzFFI.h module.modulemap
if [[ -n $address ]]; then
    checksum=$(cat "$ROOT/dist/TrueGHzFFI.xcframework.zip.sha256")
    sed -i.old "s|^let release: .*|let release: (address: String, checksum: String)? = (\\
    \"$address\", \"$checksum\"\\
)|" "$clone/Package.swift"
    rm "$clone/Package.swift.old"
    grep -q "$checksum" "$clone/Package.swift" || fail "Package.swift has no line for the release."
fi
cd "$clone"
git add --force "$kit/TrueGHzKit/Generated" "$kit/TrueGHzFFI" Package.swift
git commit --quiet --message "Swift package $version"
git tag "$version"
say "$version is tagged in $clone"
