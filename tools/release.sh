#!/usr/bin/env bash
# release.sh address URL CONTACT [SUPPORT [PRIVACY]]: writes the project's address and its contact into every file that has
# them, the pages for support and privacy into the App Store's texts, and commits that. The first two stand in Cargo.toml and
# SECURITY.md; example.org stands for one that is not known yet. Without pages of their own, support is at the project's
# issues, and privacy in SECURITY.md.
# release.sh check VERSION: the sources are of that version and of an address, and the changelog says what is in it.
# release.sh artifacts VERSION: collects what `make verify` and `make package` left in dist and target, as it is
# published: dist/release, the archive in the layout of a Maven repository too, and SHA256SUMS of all.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

usage="usage: release.sh check|artifacts VERSION, address URL CONTACT [SUPPORT [PRIVACY]]"
what=${1:?$usage}
version=${2:?$usage}
dist=$ROOT/dist
release=$dist/release

address_now() { sed -n 's/^repository = "\(.*\)"/\1/p' "$ROOT/Cargo.toml"; }
contact_now() { sed -n 's/.*<\(.*@.*\)>.*/\1/p' "$ROOT/SECURITY.md"; }

# substitute OLD NEW: in every file of the repository.
substitute() {
    git -C "$ROOT" grep --files-with-matches --fixed-strings -e "$1" -- . ':!CHANGELOG.md' |
        (cd "$ROOT" && xargs sed -i "s|$1|$2|g")
}

address() {
    local url=${1%/} contact=$2 support=${3:-} privacy=${4:-} texts
    [[ $url == https://* && $contact == *@* ]] || fail "an address is https://…, a contact name@host."
    support=${support:-$url/issues}
    privacy=${privacy:-$url/blob/HEAD/SECURITY.md}
    [[ $support == https://* && $privacy == https://* ]] || fail "the pages for support and privacy are https://…."
    git -C "$ROOT" diff --quiet HEAD || fail "commit first what has changed."
    substitute "$(address_now)" "$url"
    substitute "$(contact_now)" "$contact"
    for texts in "$ROOT"/ios/fastlane/metadata/*/; do
        [[ -e $texts/support_url.txt ]] || continue
        echo "$support" > "$texts/support_url.txt"
        echo "$privacy" > "$texts/privacy_url.txt"
    done
    git -C "$ROOT" commit --quiet --all --message "release: set the project's address"
    say "the project's address is $url; write to $contact; support is at $support, privacy at $privacy"
}

check() {
    local of_sources
    of_sources=$(sed -n 's/^version = "\(.*\)"/\1/p' "$ROOT/Cargo.toml" | head -n 1)
    [[ $version == "$of_sources" ]] || fail "the sources are of version $of_sources, not $version."
    [[ $(address_now) != *example.org* && $(contact_now) != *example.org ]] ||
        fail "the project has no address: make release-address RELEASE_ADDRESS=… RELEASE_CONTACT=…"
    grep -q "^## \[\?$version" "$ROOT/CHANGELOG.md" || fail "CHANGELOG.md has nothing of $version."
    ! git -C "$ROOT" rev-parse --quiet --verify "refs/tags/$version" >/dev/null || fail "$version is tagged already."
}

# pack ARCHIVE FOLDER: what is in dist/release/FOLDER, the same bytes whenever it is packed.
pack() {
    tar -C "$release" --sort=name --mtime=@315532800 --owner=0 --group=0 --numeric-owner -czf "$release/$1" "$2"
    rm -r "${release:?}/$2"
}

# program FOLDER: a program with the licences of its parts, packed under the name of its system.
program() {
    local system=$1 name=trueghz-$version-$1 file
    mkdir -p "$release/$name"
    for file in "$dist/$system"/trueghz*; do cp "$file" "$release/$name/"; done
    cp "$ROOT/LICENSE-MIT" "$ROOT/LICENSE-APACHE" "$ROOT/README.md" "$release/$name/"
    cp "$dist/licences/${system#*-}.json" "$release/$name/licences.json"
    pack "$name.tar.gz" "$name"
}

# org.trueghz:trueghz, as Maven looks for it, with the sums that it asks for.
maven() {
    local place=$release/maven/org/trueghz/trueghz/$version file sum
    mkdir -p "$place"
    cp "$dist/trueghz-$version".{aar,pom} "$dist/trueghz-$version"-{sources,javadoc}.jar "$place/"
    for file in "$place"/*; do
        for sum in md5 sha1 sha256; do "${sum}sum" "$file" | cut -d ' ' -f 1 > "$file.$sum"; done
    done
    pack "trueghz-$version-maven.tar.gz" maven
}

artifacts() {
    local system
    rm -rf "$release"
    mkdir -p "$release"
    for system in x86_64-linux aarch64-linux aarch64-macos x86_64-windows; do program "$system"; done
    maven
    cp "$dist/TrueGHzFFI.xcframework.zip" "$release/"
    # Android installs no APK without a signature, and who has one by a throw-away key can never update it.
    if [[ -n ${TRUEGHZ_KEYSTORE:-} ]]; then
        cp "$dist/TrueGHz.apk" "$release/TrueGHz-$version.apk"
    else
        say "no APK: TRUEGHZ_KEYSTORE names no key (tools/sign-apk.sh). F-Droid and Play build their own."
    fi
    cp "${CARGO_TARGET_DIR:-$ROOT/target}"/package/trueghz*-"$version".crate "$release/"
    (cd "$release" && sha256sum -- * > SHA256SUMS)
    say "$(wc -l < "$release/SHA256SUMS") artifacts are in dist/release"
}

case $what in
address) address "$2" "${3:?$usage}" "${4:-}" "${5:-}" ;;
check | artifacts) "$what" ;;
*) fail "neither address, check nor artifacts: $what." ;;
esac
