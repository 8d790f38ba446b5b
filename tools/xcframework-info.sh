#!/usr/bin/env bash
# xcframework-info.sh: the Info.plist of TrueGHzFFI.xcframework: which library is for which system.
set -euo pipefail

library=libtrueghz_ffi.a

# entry SLICE PLATFORM VARIANT ARCHITECTURE...: the entry of a slice in Info.plist.
entry() {
    local slice=$1 platform=$2 variant=$3 architecture
    shift 3
    printf '\t\t<dict>\n'
    printf '\t\t\t<key>BinaryPath</key>\n\t\t\t<string>%s</string>\n' "$library"
    printf '\t\t\t<key>HeadersPath</key>\n\t\t\t<string>Headers</string>\n'
    printf '\t\t\t<key>LibraryIdentifier</key>\n\t\t\t<string>%s</string>\n' "$slice"
    printf '\t\t\t<key>LibraryPath</key>\n\t\t\t<string>%s</string>\n' "$library"
    printf '\t\t\t<key>SupportedArchitectures</key>\n\t\t\t<array>\n'
    for architecture in "$@"; do printf '\t\t\t\t<string>%s</string>\n' "$architecture"; done
    printf '\t\t\t</array>\n'
    printf '\t\t\t<key>SupportedPlatform</key>\n\t\t\t<string>%s</string>\n' "$platform"
    if [[ -n $variant ]]; then
        printf '\t\t\t<key>SupportedPlatformVariant</key>\n\t\t\t<string>%s</string>\n' "$variant"
    fi
    printf '\t\t</dict>\n'
}

cat <<'PLIST'
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
	<key>AvailableLibraries</key>
	<array>
PLIST
entry ios-arm64 ios '' arm64
entry ios-arm64_x86_64-simulator ios simulator arm64 x86_64
entry macos-arm64_x86_64 macos '' arm64 x86_64
cat <<'PLIST'
	</array>
	<key>CFBundlePackageType</key>
	<string>XFWK</string>
	<key>XCFrameworkFormatVersion</key>
	<string>1.0</string>
</dict>
</plist>
PLIST
