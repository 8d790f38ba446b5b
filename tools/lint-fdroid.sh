#!/usr/bin/env bash
# lint-fdroid.sh PYTHON: the recipe for F-Droid by F-Droid's own linter and scanner, and that its versions are the
# catalog's. Then one with a fault, which must be refused. PYTHON has fdroidserver.
set -euo pipefail
. "$(dirname "$0")/lib.sh"

python=${1:?usage: lint-fdroid.sh PYTHON}
app=org.trueghz.app
recipe=$ROOT/android/fdroid/$app.yml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/metadata" "$work/config"
# F-Droid's own list is in fdroiddata.
printf 'System:\n  name: System\n' > "$work/config/categories.yml"
touch "$work/config.yml"

lint() { (cd "$work" && "$python" -m fdroidserver lint "$app" 2>&1); }

cp "$recipe" "$work/metadata/"
said=$(lint) || fail "the linter refuses the recipe: $said"

while read -r line; do
    grep -qF -- "$line" "$recipe" || fail "the recipe does not say: $line"
done <<LINES
versionName: $(catalog app-version-name)
versionCode: $(catalog app-version-code)
CurrentVersion: $(catalog app-version-name)
CurrentVersionCode: $(catalog app-version-code)
ndk: $(catalog android-ndk)
cargo-ndk@$(catalog cargo-ndk)
LINES

# scan: what the scanner finds in the committed files, less what the recipe removes.
scan() {
    (cd "$work" && "$python" - "$work/sources" <<'PYTHON'
import sys
import types
from fdroidserver import common, metadata, scanner

common.get_config()
common.options = scanner.options = types.SimpleNamespace(json=False, verbose=False, refresh_scanner=False)
build = metadata.Build(
    {"versionCode": 1, "versionName": "1", "commit": "1", "subdir": "android/app", "gradle": ["yes"]}
)
sys.exit(scanner.scan_source(sys.argv[1], build) > 0)
PYTHON
    )
}
git clone --quiet "$ROOT" "$work/sources"
if scan >/dev/null 2>&1; then fail "the scanner does not see the compressed recordings."; fi
rm -rf "$work/sources/tests/recordings"
said=$(scan 2>&1) || fail "the scanner refuses the sources: $said"

sed 's/^License: .*/License: MIT OR Apache-2.0/' "$recipe" > "$work/metadata/$app.yml"
if lint >/dev/null; then fail "a licence that F-Droid does not take was not found."; fi
say "F-Droid's linter and scanner accept recipe and sources, and refuse spoiled ones"
