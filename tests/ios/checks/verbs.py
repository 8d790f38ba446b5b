"""What the verbs for a Mac would run there: `make --dry-run SYSTEM=Darwin` tells on Linux.

Nothing of it may need what only the project's Linux set-up has, and libraries have a Mac's suffix.
"""

import re
import subprocess
from pathlib import Path

VERBS = ("xcframework", "ios-run", "ios-device", "ios-test", "swift-test", "swift-build", "bindings")

# A suffix of Linux, its tools, its package of cross compilers.
FOREIGN = {
    r"libtrueghz_ffi\.so\b": "a library of Linux",
    r"tools/setup\.sh": "the tools for Linux",
    r"-use-ld=lld": "the linker of Linux",
    r"TRUEGHZ_FAULTS=1": "tests that the shipped library cannot pass",
    r"-name '\*\.xctest'[^\n]* -delete": "deleting a folder as a file",
}

# Text that the commands must contain; otherwise the verb was not read.
NEEDED = {
    "bindings": r"libtrueghz_ffi\.dylib\b",
    "xcframework": r"tools/xcframework\.sh",
    "ios-run": r"tools/ios-run\.sh run simulator",
    "ios-device": r"tools/ios-run\.sh run device",
    "ios-test": r"tools/ios-run\.sh test simulator",
    "swift-test": r"swift test",
    "swift-build": r"swift build",
}


def dry_run(root: Path, verb: str) -> str:
    """The commands that a verb would run on a Mac."""
    command = ["make", "--dry-run", "--no-print-directory", "SYSTEM=Darwin", verb]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"make {verb}: {done.stderr.strip()}")
    return done.stdout


def check_verbs(root: Path) -> list[str]:
    """What a Mac could not run, for each verb."""
    problems = []
    for verb in VERBS:
        commands = dry_run(root, verb)
        problems += [
            f"make {verb} has {what} on a Mac" for text, what in FOREIGN.items() if re.search(text, commands)
        ]
        if not re.search(NEEDED[verb], commands):
            problems.append(f"make {verb} does not run {NEEDED[verb]} on a Mac")
    return problems
