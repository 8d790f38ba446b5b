#!/usr/bin/env bash
# ios-clone.sh FOLDER: proves that a fresh clone is whole to SwiftPM, as Xcode reads it on a Mac: both packages resolve,
# with Apple's branch of the manifest and nothing but committed files and the XCFramework, and the generated Swift is
# among their sources. The XCFramework is a release's or the one that tools/xcframework.sh leaves in dist; to
# SwiftPM only its list of libraries matters here, so one of names stands in for it.
# Then without each of the two: the proof can fail.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

folder=${1:?usage: ios-clone.sh FOLDER}
clone=$folder/TrueGHz
kit=ios/TrueGHzKit/Sources/TrueGHzKit

rm -rf "$folder"
mkdir -p "$clone"
# Files that git has or is about to have, changes of the working tree included.
git -C "$ROOT" ls-files -z --cached --others --exclude-standard -- Package.swift ios |
    (cd "$ROOT" && xargs -0 cp --parents -t "$clone")
if grep -q '^let release: .* = nil$' "$clone/Package.swift"; then
    mkdir -p "$clone/dist/TrueGHzFFI.xcframework"
    "$ROOT/tools/xcframework-info.sh" > "$clone/dist/TrueGHzFFI.xcframework/Info.plist"
fi
sed -i 's/^#if os(Linux)$/#if os(Windows)/' "$clone/Package.swift"
cmp -s "$ROOT/Package.swift" "$clone/Package.swift" && fail "Package.swift has no branch for Linux."

# describe PACKAGE: what SwiftPM makes of a package of the clone.
describe() {
    "$ROOT/tools/swift.sh" swift package --package-path "$clone/$1" --scratch-path "$folder/built-${1//\//-}" \
        --cache-path "$folder/cache" --disable-sandbox describe --type json 2>&1
}

whole() {
    local kit models
    kit=$(describe .) && grep -q '"Generated/TrueGHzKit.swift"' <<<"$kit" &&
        models=$(describe ios/TrueGHzModels) && grep -q '"TrueGHzModelsTests"' <<<"$models"
}

whole || fail "a fresh clone does not resolve: $(describe . | grep -E 'error|Generated' | head -n 3)"
mv "$clone/$kit/Generated" "$folder/Generated"
if whole; then fail "a clone without the generated Swift was taken for whole."; fi
mv "$folder/Generated" "$clone/$kit/Generated"
if [[ -d $clone/dist ]]; then
    rm -r "$clone/dist"
    if whole; then fail "a clone without the XCFramework was taken for whole."; fi
fi
say "a fresh clone resolves, and one that lacks a part is refused"
