#!/usr/bin/env bash
# android-linker.sh ARGUMENT...: gcc, which hands on to the LLVM linker, with the list of what the library exports
# cut down to what is meant. uniffi also marks its descriptions for export (UNIFFI_META_...), which only the
# generator reads, and that from the host's library: nothing in an app asks for them.
set -euo pipefail

for argument in "$@"; do
    case $argument in
    -Wl,--version-script=*) sed -i '/^ *UNIFFI_META_/d' "${argument#*=}" ;;
    esac
done
exec gcc "$@"
