"""Runs every check on the app: `python -m checks SYMBOLS`, from tests/ios. A line for each.

SYMBOLS holds the compiler's symbol graphs: of the stand-ins in `app`, of Swift's own modules in `swift`.
"""

import itertools
import re
import sys
import tomllib
from pathlib import Path

from checks import assets, availability, icon, names, privacy, project, strings, verbs

ROOT = Path(__file__).resolve().parents[3]
IOS = ROOT / "ios"
APP = IOS / "TrueGHz"
CONTROLS = IOS / "TrueGHzControls"
PROJECT = IOS / "TrueGHz.xcodeproj"
MODELS = IOS / "TrueGHzModels" / "Sources" / "TrueGHzModels"
KIT = IOS / "TrueGHzKit" / "Sources" / "TrueGHzKit"
GENERATED = KIT / "Generated" / "TrueGHzKit.swift"
BANNER = ROOT / "fastlane" / "metadata" / "android" / "en-US" / "images" / "featureGraphic.png"
TYPES = ROOT / "tests" / "ios" / "types"


def oldest_ios() -> int:
    """The oldest iOS that the app runs on: the package's manifest says it."""
    return int(re.search(r"\.iOS\(\.v(\d+)\)", (ROOT / "Package.swift").read_text()).group(1))


def needed_settings() -> dict[str, str]:
    """What the app depends on; the version is the workspace's."""
    version = tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]
    return {
        "IPHONEOS_DEPLOYMENT_TARGET": f"{oldest_ios()}.0",
        "MARKETING_VERSION": version,
        "SWIFT_VERSION": "6.0",
        "TARGETED_DEVICE_FAMILY": "1,2",
        "SUPPORTS_MAC_DESIGNED_FOR_IPHONE_IPAD": "YES",
        "GENERATE_INFOPLIST_FILE": "YES",
        "ASSETCATALOG_COMPILER_GENERATE_SWIFT_ASSET_SYMBOL_EXTENSIONS": "NO",
        "ASSETCATALOG_COMPILER_APPICON_NAME": "AppIcon",
        "ASSETCATALOG_COMPILER_GLOBAL_ACCENT_COLOR_NAME": "AccentColor",
        "INFOPLIST_FILE": "Configuration/App-Info.plist",
        "LD_RUNPATH_SEARCH_PATHS": "$(inherited) @executable_path/Frameworks",
        "INFOPLIST_KEY_ITSAppUsesNonExemptEncryption": "NO",
    }


# The oldest iOS that has controls: their extension asks for it.
CONTROLS_IOS = 18


def needed_of_controls() -> dict[str, str]:
    """What the extension depends on."""
    return {
        "IPHONEOS_DEPLOYMENT_TARGET": f"{CONTROLS_IOS}.0",
        "APPLICATION_EXTENSION_API_ONLY": "YES",
        "PRODUCT_BUNDLE_IDENTIFIER": "$(APP_IDENTIFIER).$(TARGET_NAME)",
        "SWIFT_ACTIVE_COMPILATION_CONDITIONS": "$(inherited) CONTROLS",
        "INFOPLIST_FILE": "Configuration/Controls-Info.plist",
    }


def check_schemes(folder: Path) -> list[str]:
    """Run is for developers and previews: Debug, under the debugger. The other is for readings."""
    schemes = folder / "xcshareddata" / "xcschemes"
    daily, release = schemes / "TrueGHz.xcscheme", schemes / "TrueGHz Release.xcscheme"
    return (
        project.check_scheme(daily, folder)
        + project.check_targets(release, folder)
        + project.check_launch(daily, "Debug", project.DEBUGGER)
        + project.check_launch(release, "Release", "")
    )


# The app opens raw data of others, where they are.
APP_INFO = {
    "CFBundleDocumentTypes": [
        {
            "CFBundleTypeName": "JSON",
            "CFBundleTypeRole": "Viewer",
            "LSHandlerRank": "Alternate",
            "LSItemContentTypes": ["public.json"],
        }
    ],
    "LSSupportsOpeningDocumentsInPlace": True,
}
CONTROLS_INFO = {"NSExtension": {"NSExtensionPointIdentifier": "com.apple.widgetkit-extension"}}


def check_info() -> list[str]:
    """The property lists that no setting makes."""
    folder = IOS / "Configuration"
    return project.check_info(folder / "App-Info.plist", APP_INFO) + project.check_info(
        folder / "Controls-Info.plist", CONTROLS_INFO
    )


def asked_keys() -> set[str]:
    """Every key of the catalog that the app may ask for."""
    reports = (ROOT / "tests" / "vectors").glob("report-*.json")
    codes = set().union(*(strings.codes(report) for report in reports))
    verdicts = {f"verdict_{code}" for code in ("steady", "varying", "unconfirmed", "refused")}
    return strings.words(MODELS / "Word.swift") | codes | verdicts | strings.literals(sources(APP, CONTROLS))


def sources(*folders: Path) -> list[Path]:
    """The hand-written Swift files of folders."""
    files = (path for folder in folders for path in folder.rglob("*.swift"))
    return sorted(path for path in files if "Generated" not in path.parts)


def check_availability(symbols: Path) -> list[str]:
    """Of Apple's frameworks by the table, of Swift's own modules by the compiler."""
    table = availability.read_table(ROOT / "tests" / "ios" / "availability.tsv")
    oldest = oldest_ios()
    swift = availability.newer_in(symbols / "swift", oldest)
    if not swift:
        return ["the compiler tells of nothing newer in its own modules"]
    code = sources(APP, MODELS, KIT)
    own = availability.own_names(code)
    swift = {symbol: ios for symbol, ios in swift.items() if symbol[1] not in own}
    return (
        availability.check_declared(availability.declared(symbols / "app"), table)
        + availability.check_used(sources(APP), table, oldest)
        + availability.check_used(sources(CONTROLS), table, CONTROLS_IOS)
        + availability.check_used(code, swift, oldest)
    )


def checks(symbols: Path) -> dict[str, list[str]]:
    """Each check by its name, with what it found wrong."""
    needed = project.settings(IOS / "Configuration" / "Debug.xcconfig")
    needed |= project.settings(IOS / "Configuration" / "App.xcconfig")
    catalogs = [strings.check_catalog(path) for path in sorted(APP.glob("*.xcstrings"))]
    shortcuts = strings.phrases(sources(APP / "Intents"))
    colours = [assets.check_colour(path) for path in sorted((APP / "Assets.xcassets").glob("*.colorset"))]
    app_icon = APP / "Assets.xcassets" / "AppIcon.appiconset" / "AppIcon.png"
    stand_ins = {symbol for symbol in availability.declared(symbols / "app") if "." not in symbol[1]}
    return {
        "project": project.check_project(PROJECT),
        "schemes": check_schemes(PROJECT),
        "settings": project.check_settings(needed, needed_settings()),
        "settings of the controls": project.check_settings(
            project.settings(IOS / "Configuration" / "Controls.xcconfig"), needed_of_controls()
        ),
        "property lists": check_info(),
        "bars": project.check_bars(sources(APP)),
        "privacy manifests": privacy.check_manifest(APP / "PrivacyInfo.xcprivacy", privacy.APP)
        + privacy.check_manifest(KIT / "PrivacyInfo.xcprivacy", privacy.KIT),
        "string catalogs": list(itertools.chain(*catalogs)),
        "keys of words": strings.check_keys(strings.keys(APP / "Localizable.xcstrings"), asked_keys()),
        "phrases of Siri": strings.check_keys(strings.keys(APP / "AppShortcuts.xcstrings"), shortcuts),
        "asset catalog": assets.check_catalog(APP / "Assets.xcassets") + assets.check_icon(app_icon),
        "icons": icon.check_all(ROOT / "docs" / "brand" / "icon.svg", APP / "Assets.xcassets"),
        "stores' banner": icon.check(ROOT / "docs" / "brand" / "feature.svg", BANNER),
        "colours": list(itertools.chain(*colours)),
        "availability": check_availability(symbols),
        "names of types": names.check_names([GENERATED, *sources(KIT, MODELS)], TYPES),
        "stand-ins": names.check_stand_ins(stand_ins, TYPES),
        "verbs of a Mac": verbs.check_verbs(ROOT),
    }


def main() -> int:
    """Says what is sound and what is not; 1 if anything is not."""
    found = checks(Path(sys.argv[1]))
    for name, problems in found.items():
        print(f"sound   {name}" if not problems else f"UNSOUND {name}")
        for problem in problems:
            print(f"        {problem}")
    return 1 if any(found.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
