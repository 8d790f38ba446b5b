"""Nothing newer than the oldest iOS is used unguarded.

What an app may use of Apple's frameworks is what the stand-ins declare, or it does not compile; each of those
symbols has its line in availability.tsv. Swift's own modules, and what of Foundation is written in Swift,
tell by themselves since when they have something: the compiler's symbol graphs say so.
"""

import csv
import json
import re
from pathlib import Path

# The requirements of a result builder, a property wrapper or a conformance have no page of their
# own: they are as old as their type.
MACHINERY = {"body", "rawValue", "wrappedValue", "projectedValue"}
# Apple's own types that satisfy a requirement.
WITNESSES = {"String.transferRepresentation", "Image.transferRepresentation"}
LITERALS = ("init(rawValue", "init(stringLiteral", "init(stringInterpolation", "init(wrappedValue")
CONFORMANCES = ("Never.", "Optional.", "LocalizedStringKey")
SET_ALGEBRA = re.compile(
    r"(contains|union|intersection|symmetricDifference|insert|remove|update|init|form\w+)\("
)

APPLE = "developer.apple.com/documentation/"
GUARD = re.compile(r"(?:#|@)available\(\s*iOS\s+(\d+)")


def read_table(path: Path) -> dict[tuple[str, str], int]:
    """Module and symbol with the iOS that has it first."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("#")]
    rows = csv.DictReader(lines, delimiter="\t")
    table = {}
    for row in rows:
        if page(row["source"]) != own_page(row["symbol"]):
            raise ValueError(f"{row['symbol']}: {row['source'] or 'nothing'} is not its page")
        table[row["module"], row["symbol"]] = int(row["ios"])
    return table


def page(source: str) -> str:
    """What a page of Apple's documentation is of: its address without module and number of the overload."""
    _, _, address = source.partition(APPLE)
    address = re.sub(r"-swift(\.[a-z]+)+", "", address.partition("/")[2])
    return re.sub(r"-[0-9a-z]{4,5}$", "", address)


def own_page(symbol: str) -> str:
    """What the page of a symbol is of: its path, in small letters, with the labels that it has."""
    path, bracket, labels = symbol.partition("(")
    return (path.replace(".", "/") + bracket + labels).lower()


def declared(folder: Path) -> set[tuple[str, str]]:
    """Module and symbol of all that the stand-ins declare, from the compiler's symbol graphs."""
    symbols = set()
    for path in folder.glob("*.symbols.json"):
        module = path.name.split(".")[0].split("@")[0]
        for symbol in json.loads(path.read_text())["symbols"]:
            names = symbol["pathComponents"]
            if symbol["kind"]["identifier"] != "swift.associatedtype" and not _is_machinery(names):
                symbols.add((module, ".".join(names)))
    return symbols


def _is_machinery(names: list[str]) -> bool:
    name = ".".join(names)
    last = names[-1]
    return (
        any(part.startswith("_") for part in names)
        or any(part.endswith("Builder") for part in names[:-1])
        or last in MACHINERY
        or name in WITNESSES
        or last.startswith(LITERALS)
        or name.startswith(CONFORMANCES)
        or (names[0] == "AccessibilityTraits" and SET_ALGEBRA.match(last) is not None)
        or (names[0] == "AppShortcutPhrase" and len(names) > 1)
    )


def check_declared(symbols: set[tuple[str, str]], table: dict[tuple[str, str], int]) -> list[str]:
    """Every symbol of the stand-ins is in the table, and nothing else."""
    missing = [
        f"{module}: {symbol} has no line in availability.tsv" for module, symbol in symbols - table.keys()
    ]
    unused = [
        f"{module}: {symbol} is in availability.tsv and unused" for module, symbol in table.keys() - symbols
    ]
    return sorted(missing + unused)


def check_used(sources: list[Path], table: dict[tuple[str, str], int], oldest: int) -> list[str]:
    """What is newer than the oldest iOS stands behind `#available` or `@available`, wherever it is named."""
    newer = {symbol: ios for (_, symbol), ios in table.items() if ios > oldest}
    problems = []
    for symbol, ios in newer.items():
        name = re.sub(r"\(.*", "", symbol.split(".")[-1])
        if name == "init":
            name = symbol.split(".")[-2]
        for source in sources:
            for number, line, guarded in _lines(source):
                if re.search(rf"\b{re.escape(name)}\b", line) and guarded < ios:
                    problems.append(f"{source.name}:{number}: {symbol} is of iOS {ios}, not {oldest}")
    return problems


def _lines(source: Path):
    """Lines without comments, each with the newest iOS that a guard around it asks for."""
    guards: list[tuple[int, int]] = []
    depth, pending = 0, 0
    for number, line in enumerate(source.read_text().splitlines(), 1):
        line = re.sub(r"//.*", "", line)
        found = GUARD.search(line)
        if found:
            pending = int(found.group(1))
        yield number, line, max([ios for _, ios in guards] + [pending])
        for character in line:
            if character == "{":
                depth += 1
                if pending:
                    guards.append((depth, pending))
                    pending = 0
            elif character == "}":
                guards = [guard for guard in guards if guard[0] != depth]
                depth -= 1


def own_names(sources: list[Path]) -> set[str]:
    """Names that the sources declare themselves."""
    pattern = re.compile(r"\b(?:func|var|let|case|class|struct|enum|protocol)\s+(\w+)")
    return {name for source in sources for name in pattern.findall(source.read_text())}


def newer_in(folder: Path, oldest: int) -> dict[tuple[str, str], int]:
    """What Swift's own modules have only in a newer iOS, from the compiler's symbol graphs of them.

    A name that also belongs to something older tells nothing by itself and is left out.
    """
    newer: dict[tuple[str, str], int] = {}
    older: set[str] = set()
    for path in folder.glob("*.symbols.json"):
        module = path.name.split(".")[0].split("@")[0]
        for symbol in json.loads(path.read_text())["symbols"]:
            name = re.sub(r"\(.*", "", symbol["pathComponents"][-1])
            since = [
                entry["introduced"]["major"]
                for entry in symbol.get("availability", [])
                if entry.get("domain") == "iOS" and "introduced" in entry
            ]
            if since and min(since) > oldest:
                newer[module, name] = min(since)
            else:
                older.add(name)
    return {
        (module, name): ios
        for (module, name), ios in newer.items()
        if name not in older and name.isidentifier() and not name.startswith("_")
    }
