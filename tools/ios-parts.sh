#!/usr/bin/env bash
# ios-parts.sh [FILE]: writes the list of other people's libraries that are in the iPhone app, as cargo knows
# them, into FILE: the app shows it under "Licences".
set -euo pipefail
. "$(dirname "$0")/lib.sh"

file=${1:-$ROOT/ios/TrueGHzModels/Sources/TrueGHzModels/PartList.swift}
{
    cat <<'SWIFT'
// Written by `make ios-parts` from the libraries that cargo links.

extension Part {
    /// All of them, by name.
    public static let all = [
SWIFT
    # Macros and build scripts run when the app is built: they are not in it.
    cargo tree --locked -p trueghz-ffi -e normal,no-proc-macro --target aarch64-apple-ios --prefix none \
        --format '{p}|{l}' | sed 's/ (\*)//' | grep -v '^trueghz' | sort -u |
        sed -E 's/^([^ ]+) v[^|]*\|(.*)$/        Part("\1", "\2"),/; s#(")([^"/]*)/([^"/]*)(")#\1\2 OR \3\4#'
    printf '    ]\n}\n'
} > "$file"
