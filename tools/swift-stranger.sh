#!/usr/bin/env bash
# swift-stranger.sh GENERATED FOLDER: proves that others can use the Swift package. A stranger's package in
# FOLDER depends on a tagged clone of this repository's last commit, is built and run. The library is found
# by pkg-config, as on any Linux: PKG_CONFIG_PATH names the folder of trueghz.pc.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

generated=${1:?usage: swift-stranger.sh GENERATED FOLDER}
folder=${2:?usage: swift-stranger.sh GENERATED FOLDER}
clone=$folder/TrueGHz
stranger=$folder/Stranger
# The tests' own tags, above any that the clone may bring along.
good=0.999.0
bad=0.999.1

rm -rf "$folder"
mkdir -p "$folder"
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test
"$ROOT/tools/swift-release.sh" "$good" "$generated" "$clone"
cp -r "$ROOT/tests/stranger/swift" "$stranger"

# SwiftPM remembers which commit a tag was; these tags are new each time, so it remembers nothing here.
stranger() {
    "$ROOT/tools/swift.sh" swift "$@" --package-path "$stranger" --cache-path "$folder/cache" \
        --security-path "$folder/security"
}

said=$(stranger run)
grep "^stranger: TrueGHz " <<<"$said" || fail "the stranger's program said: $said"

# The same with an unsafe flag, which SwiftPM refuses in what others depend on: the proof can fail.
sed -i.old 's|resources: \[[^]]*\]|&, swiftSettings: [.unsafeFlags(["-Onone"])]|' "$clone/Package.swift"
git -C "$clone" commit --quiet --all --message "An unsafe flag"
git -C "$clone" tag "$bad"
stranger package update >/dev/null
if said=$(stranger build 2>&1); then fail "SwiftPM took a package with an unsafe flag."; fi
grep -q "unsafe build flags" <<<"$said" || fail "SwiftPM refused the unsafe flag for another reason: $said"
say "a package with an unsafe flag is refused, as it should be"
