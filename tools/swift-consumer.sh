#!/usr/bin/env bash
# swift-consumer.sh FOLDER: proves that others can use the Swift package. A consumer's package in
# FOLDER depends on a tagged clone of this repository's last commit, is built and run. The library is found
# by pkg-config, as on any Linux: PKG_CONFIG_PATH names the folder of trueghz.pc.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

folder=${1:?usage: swift-consumer.sh FOLDER}
clone=$folder/TrueGHz
consumer=$folder/Consumer
# The tests' own tags, above any that the clone may bring along.
good=0.999.0
bad=0.999.1

rm -rf "$folder"
mkdir -p "$folder"
export GIT_AUTHOR_NAME=test GIT_AUTHOR_EMAIL=test GIT_COMMITTER_NAME=test GIT_COMMITTER_EMAIL=test
"$ROOT/tools/swift-release.sh" "$good" "$clone"
cp -r "$ROOT/tests/consumer/swift" "$consumer"

# SwiftPM remembers which commit a tag was; these tags are new each time, so it remembers nothing here.
consumer() {
    "$ROOT/tools/swift.sh" swift "$@" --package-path "$consumer" --cache-path "$folder/cache" \
        --security-path "$folder/security"
}

said=$(consumer run)
grep "^consumer: TrueGHz " <<<"$said" || fail "the consumer's program said: $said"

# Once more with an unsafe flag, which SwiftPM refuses in packages on which others depend: the proof
# can fail.
sed -i.old 's|resources: \[[^]]*\]|&, swiftSettings: [.unsafeFlags(["-Onone"])]|' "$clone/Package.swift"
git -C "$clone" commit --quiet --all --message "An unsafe flag"
git -C "$clone" tag "$bad"
consumer package update >/dev/null
if said=$(consumer build 2>&1); then fail "SwiftPM took a package with an unsafe flag."; fi
grep -q "unsafe build flags" <<<"$said" || fail "SwiftPM refused the unsafe flag for another reason: $said"
say "a package with an unsafe flag is refused, as it should be"
