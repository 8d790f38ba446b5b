"""String catalogs: complete in every language, and placeholders alike."""

import json
import re
from pathlib import Path

LANGUAGES = {"en", "de"}
PLACEHOLDER = re.compile(r"%\d\$@|\$\{\w+\}")
# `%` alone starts a placeholder without a value; next to others it must be doubled.
STRAY = re.compile(r"%(?!%|\d\$@)")


def check_catalog(path: Path) -> list[str]:
    """What is missing or differs between the languages of a catalog."""
    catalog = json.loads(path.read_text())
    problems = []
    if catalog.get("sourceLanguage") != "en" or catalog.get("version") != "1.0":
        problems.append("is not in Xcode's form")
    for key, entry in catalog["strings"].items():
        texts = {}
        for language, localization in entry.get("localizations", {}).items():
            unit = localization["stringUnit"]
            if unit["state"] != "translated":
                problems.append(f"{key}: {language} is {unit['state']}")
            texts[language] = unit["value"]
        for language in LANGUAGES - {name for name, text in texts.items() if text.strip()}:
            problems.append(f"{key}: nothing in {language}")
        places = {language: sorted(PLACEHOLDER.findall(text)) for language, text in texts.items()}
        if len({tuple(place) for place in places.values()}) > 1:
            problems.append(f"{key}: placeholders differ: {places}")
        for language, text in texts.items():
            if PLACEHOLDER.search(text) and STRAY.search(text.replace("%%", "")):
                problems.append(f"{key}: {language} has a percent sign that is not doubled")
    return problems


def keys(path: Path) -> set[str]:
    """All keys of a catalog."""
    return set(json.loads(path.read_text())["strings"])


def check_keys(catalog: set[str], needed: set[str]) -> list[str]:
    """Every key that is asked for is there."""
    return [f"{key} is asked for and not in the catalog" for key in sorted(needed - catalog)]


def snake_case(name: str) -> str:
    """`curveFinding1` as `curve_finding_1`: how the models spell a key."""
    return re.sub(r"([A-Z0-9])", lambda found: "_" + found.group(1).lower(), name)


def words(source: Path) -> set[str]:
    """The keys of the models' own words: the cases of `Word`."""
    found = set()
    for line in source.read_text().splitlines():
        if line.strip().startswith("case "):
            found |= {snake_case(name.strip()) for name in line.strip().removeprefix("case ").split(",")}
    return found


def literals(sources: list[Path]) -> set[str]:
    """The keys that App Intents and controls ask for by name: Xcode reads them from the source as well."""
    pattern = re.compile(
        r'(?:LocalizedStringResource = |IntentDescription\(|shortTitle: |displayName\(|Label\()"(\w+)"'
    )
    return {key for source in sources for key in pattern.findall(source.read_text())}


def phrases(sources: list[Path]) -> set[str]:
    """The phrases of App Shortcuts, in the spelling of their catalog."""
    found = set()
    for source in sources:
        for block in re.findall(r"phrases: \[(.*?)\]", source.read_text(), re.DOTALL):
            found |= set(re.findall(r'"([^"]+)"', block))
    return {phrase.replace(r"\(.applicationName)", "${applicationName}") for phrase in found}


def codes(report: Path) -> set[str]:
    """The keys of all codes in a report of tests/vectors."""
    found = set()
    for core in json.loads(report.read_text())["cores"]:
        found.add(f"verdict_{core['verdict']}")
        if core.get("reason"):
            found |= {f"reason_{core['reason']}_{part}" for part in ("text", "advice")}
        for warning in core["warnings"]:
            found |= {f"warning_{warning['code']}_{part}" for part in ("text", "advice")}
        for chain in core["chains"]:
            found |= {f"chain_{chain['kind']}", f"finding_{chain['finding']}"}
    return found
