#!/usr/bin/env bash
# swift.sh COMMAND [ARGUMENT...]: runs a command where Swift is: on this machine if it has one, else in the
# root that `make setup-swift` made, with the repository and the target folder at their own places.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

if command -v swift >/dev/null; then exec "$@"; fi
[[ -d $TOOLS/swift ]] || fail "Swift is not set up: run \`make setup-swift\`."
[[ $(id -u) == 0 ]] || fail "only root may enter the root that Swift is in."

SWIFT_ROOT=$(realpath "$TOOLS/swift")
mkdir -p "${CARGO_TARGET_DIR:-$ROOT/target}"
TARGET=$(realpath "${CARGO_TARGET_DIR:-$ROOT/target}")
export SWIFT_ROOT ROOT TARGET
# The mounts live in a namespace of their own and vanish with the command. Only the variables
# that the commands are meant to see go in. /sys: the system's description of the machine's cores.
# shellcheck disable=SC2016
exec unshare --mount --propagation private bash -euc '
    mkdir -p "$SWIFT_ROOT$ROOT" "$SWIFT_ROOT$TARGET"
    mount -t proc proc "$SWIFT_ROOT/proc"
    mount --rbind /dev "$SWIFT_ROOT/dev"
    mount --rbind /sys "$SWIFT_ROOT/sys"
    mount --bind "$ROOT" "$SWIFT_ROOT$ROOT"
    mount --bind "$TARGET" "$SWIFT_ROOT$TARGET"
    exec chroot "$SWIFT_ROOT" /usr/bin/env -i PATH=/usr/bin:/bin LANG=C.UTF-8 CI="${CI:-}" \
        PKG_CONFIG_PATH="${PKG_CONFIG_PATH:-}" ${TRUEGHZ_FAULTS:+TRUEGHZ_FAULTS="$TRUEGHZ_FAULTS"} bash -euc "cd \"\$1\"; shift; exec \"\$@\"" bash "$PWD" "$@"
' bash "$@"
