#!/usr/bin/env bash
# in-debian.sh COMMAND...: runs a command of this repository in Debian 12, whose packages the cross tools are, on a
# machine that is none: in a container, with this machine's rustup. For the workflows; CI is handed on. Privileged: Swift
# stands in a root of its own, which is entered by mounts (tools/swift.sh).
set -euo pipefail
. "$(dirname "$0")/lib.sh"

need docker "install it, or run the command on Debian 12"
rust=$(dirname "$(dirname "$(command -v rustup)")")
toolchains=$(rustup show home)
# shellcheck disable=SC2016
docker run --rm --privileged --volume "$ROOT:$ROOT" --workdir "$ROOT" \
    --volume "$rust:$rust" --volume "$toolchains:$toolchains" --env "RUSTUP_HOME=$toolchains" --env CI \
    --env "PATH=$rust/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" debian:12 bash -euc '
    apt-get -q update
    apt-get -q install --yes --no-install-recommends ca-certificates gcc git libc6-dev make xz-utils
    git config --global --add safe.directory "$PWD"
    "$@"' in-debian "$@"
