#!/usr/bin/env bash
# android-linker.sh ARGUMENT...: gcc, which hands on to the LLVM linker, with the library's list of
# exports reduced to the intended ones. uniffi also marks its descriptions for export
# (UNIFFI_META_...), which only the generator reads, and that from the host's library: nothing in an
# app asks for them.
#
# A program is one of the tests. It has no start file and begins with `main`, which the loader in tests/bionic calls
# by way of Android's C library, as a start file would.
set -euo pipefail

kind=("-Wl,--entry=main" "-Wl,--dynamic-linker,/system/bin/linker64")
for argument in "$@"; do
    case $argument in
    -shared) kind=() ;;
    -Wl,--version-script=*) sed -i '/^ *UNIFFI_META_/d' "${argument#*=}" ;;
    esac
done
exec gcc "$@" "${kind[@]}"
