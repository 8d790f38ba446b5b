"""No public type of ours has the name of one of Apple's: with both modules imported, it would be ambiguous.

The names are facts of Apple's documentation: tests/ios/types holds every public type at the top level of each
module that the app imports. tools/ios-typecheck.sh declares those that the stand-ins lack, for the compiler.
"""

import re
from pathlib import Path

# Prefixes of names in Accessibility, UIKit, Foundation, Core Graphics, Core Foundation and Uniform
# Type Identifiers. SwiftUI brings most of them along.
PREFIXES = re.compile(r"(AX|UI|NS|CG|CF|UT|Accessibility)[A-Z]")

# Foundation's, which Linux's has not: a stand-in declares it where it is used.
OF_FOUNDATION = {"CustomLocalizedStringResourceConvertible", "LocalizedStringResource"}

DECLARED = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:public|open)\s+(?:(?:final|indirect)\s+)*"
    r"(?:struct|enum|class|protocol|actor|typealias)\s+(\w+)",
    re.MULTILINE,
)


def apples(folder: Path) -> dict[str, set[str]]:
    """The modules that have a type of each name."""
    found: dict[str, set[str]] = {}
    for path in folder.glob("*.txt"):
        for name in path.read_text().splitlines():
            if name and not name.startswith("#"):
                found.setdefault(name, set()).add(path.stem)
    return found


def check_names(sources: list[Path], types: Path) -> list[str]:
    """The public types of the sources that share a name with one of Apple's."""
    known = apples(types)
    if not known:
        return [f"{types.name} lists no types"]
    problems = []
    for source in sources:
        for name in DECLARED.findall(source.read_text()):
            if name in known:
                problems.append(f"{source.name}: {name} is a type of {', '.join(sorted(known[name]))}, too")
            elif PREFIXES.match(name):
                problems.append(f"{source.name}: {name} has a prefix of Apple's")
    return problems


def check_stand_ins(stand_ins: set[tuple[str, str]], types: Path) -> list[str]:
    """Every type that the stand-ins declare at the top level of a listed module is in Apple's list of it."""
    known = apples(types)
    listed = {path.stem for path in types.glob("*.txt")}
    return [
        f"{module}: {name} is no type that Apple's documentation lists"
        for module, name in sorted(stand_ins)
        if module in listed
        and module not in known.get(name, ())
        and name not in OF_FOUNDATION
        and not PREFIXES.match(name)
    ]
