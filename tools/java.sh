#!/usr/bin/env bash
# java.sh: sees to it that Java 17 or newer and Maven are there.
#
# Debian's packages of both fill links and caches in by scripts when they are installed, so they
# cannot just be unpacked into .tools as the cross tools are. They are installed where this may be
# done; otherwise a message states this.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

# The Java version of the Kotlin compiler and its plugin, and the target of the tests.
OLDEST_JAVA=17
PACKAGES=(openjdk-17-jdk-headless maven)

# The major version of the installed Java; empty if there is none.
java_version() {
    command -v java >/dev/null || return 0
    java -version 2>&1 | sed -n -E 's/.* version "([0-9]+)[."].*/\1/p' | head -n 1
}

is_there() {
    local version
    version=$(java_version)
    command -v mvn >/dev/null && [[ -n $version ]] && ((version >= OLDEST_JAVA))
}

if ! is_there; then
    debian_packages "Java $OLDEST_JAVA with Maven" "${PACKAGES[@]}"
    is_there || fail "Java $OLDEST_JAVA and Maven do not start after they were installed."
fi
