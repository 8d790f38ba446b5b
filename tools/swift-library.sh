#!/usr/bin/env bash
# swift-library.sh ARCHIVE FOLDER: puts the core's static library into FOLDER with the trueghz.pc that names
# it, so that SwiftPM finds it on Linux. FOLDER holds no shared library: the linker would prefer that.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

archive=${1:?usage: swift-library.sh ARCHIVE FOLDER}
mkdir -p "${2:?usage: swift-library.sh ARCHIVE FOLDER}"
folder=$(realpath "$2")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$ROOT/Cargo.toml")
ln -f "$archive" "$folder/libtrueghz_ffi.a"
cat > "$folder/trueghz.pc" <<PC
Name: trueghz
Description: The core of TrueGHz
Version: $version
Libs: -L$folder -ltrueghz_ffi
PC
