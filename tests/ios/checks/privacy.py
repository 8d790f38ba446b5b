"""The privacy manifest: nothing is tracked or collected, and every reason is one of Apple's."""

import plistlib
from pathlib import Path

# Apple's categories with the reasons that are true of the package: times between events inside the app, and
# the files of its own folder.
KIT = {
    "NSPrivacyAccessedAPICategorySystemBootTime": {"35F9.1"},
    "NSPrivacyAccessedAPICategoryFileTimestamp": {"C617.1"},
}
# And of the app: what its user prefers, which no other app reads.
APP = KIT | {"NSPrivacyAccessedAPICategoryUserDefaults": {"CA92.1"}}


def check_manifest(path: Path, reasons: dict[str, set[str]]) -> list[str]:
    """What a manifest says that is not so, or leaves out."""
    try:
        manifest = plistlib.loads(path.read_bytes())
    except (plistlib.InvalidFileException, ValueError, Exception) as error:
        return [f"no property list: {error}"]
    problems = []
    if manifest.get("NSPrivacyTracking") is not False:
        problems.append("does not say that nothing is tracked")
    for key in ("NSPrivacyTrackingDomains", "NSPrivacyCollectedDataTypes"):
        if manifest.get(key) != []:
            problems.append(f"{key} is not empty")
    entries = manifest.get("NSPrivacyAccessedAPITypes", [])
    found = {
        entry.get("NSPrivacyAccessedAPIType"): set(entry.get("NSPrivacyAccessedAPITypeReasons", []))
        for entry in entries
    }
    if found != reasons:
        problems.append(f"gives the reasons {found}, not {reasons}")
    return problems
