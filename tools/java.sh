#!/usr/bin/env bash
# java.sh: sees to it that Java 17 or newer and Maven are there, and that Maven has what the build wants.
#
# Debian's packages of both fill links and caches in by scripts when they are installed, so they cannot just be
# unpacked into .tools as the cross tools are. They are installed where this may be done; otherwise it says so.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# What the Kotlin compiler and its plugin run on, and what the tests are compiled for.
OLDEST_JAVA=17
PACKAGES=(openjdk-17-jdk-headless maven)

# The major version of the Java that is there; nothing where there is none.
java_version() {
    command -v java >/dev/null || return 0
    java -version 2>&1 | sed -n -E 's/.* version "([0-9]+)[."].*/\1/p' | head -n 1
}

is_there() {
    local version
    version=$(java_version)
    command -v mvn >/dev/null && [[ -n $version ]] && ((version >= OLDEST_JAVA))
}

install_packages() {
    local log
    command -v apt-get >/dev/null || fail "Java $OLDEST_JAVA and Maven are missing, and this is no Debian."
    ((EUID == 0)) || fail "Java $OLDEST_JAVA and Maven are missing; as root: apt-get install ${PACKAGES[*]}."
    log=$(mktemp)
    say "installing ${PACKAGES[*]}"
    if ! { apt-get -q update && DEBIAN_FRONTEND=noninteractive apt-get -q install --yes \
        --no-install-recommends "${PACKAGES[@]}"; } >"$log" 2>&1; then
        fail "apt-get cannot install ${PACKAGES[*]}: $(grep '^E:' "$log" | tail -n 1)"
    fi
    rm -f "$log"
    is_there || fail "Java $OLDEST_JAVA and Maven do not start after they were installed."
}

is_there || install_packages
