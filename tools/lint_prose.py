#!/usr/bin/env python3
"""Compare the phrases of lint_prose.tsv in comments and documents with the counts that folders may have.

lint_prose.py                compares with lint_prose_counts.tsv
lint_prose.py --list PATH    prints each phrase below PATH, with what to write instead
lint_prose.py --lower        takes the counts over if there are fewer phrases than a folder may have

Comments of Rust have 100 columns at most. A line with "prose: ok", code, quoted text and URLs are not read.
"""

import collections
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
COUNTS = HERE / "lint_prose_counts.tsv"
SLASHES = {".rs", ".swift", ".kt", ".kts", ".java", ".c", ".h"}
HASHES = {".py", ".sh", ".mk", ".toml", ".yml", ".yaml"}
COLUMNS = 100
SKIPPED = re.compile(
    r"(^|/)(Generated|corpus|devices|recordings)/|(^|/)(faults|lab|simulation|CHANGELOG)\.md$|^core/method\.md$"
)
NOT_PROSE = re.compile(r"`[^`]*`|\"[^\"]*\"|https?://\S+|\]\([^)]*\)")
# END: a table row or a heading ends a block of lines. FUNCTION: the block before it documents a function.
END, FUNCTION = "\1", "fn"
ROWS = (HERE / "lint_prose.tsv").read_text(encoding="utf-8").splitlines()
PATTERNS = [(name, re.compile(regex), hint) for name, regex, hint in (row.split("\t") for row in ROWS[1:])]


def lines_of_prose(path):
    """Yield (line number, text); the text is None between blocks, and FUNCTION at a function's first line."""
    suffix = ".mk" if path.name == "Makefile" else path.suffix
    fenced = in_comment = False
    for number, raw in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        text = raw.strip()
        if "prose: ok" in text:
            yield number, None
        elif suffix == ".md":
            fenced ^= text.startswith("```")
            skipped = fenced or not text or text[0] in "`<"
            if skipped or re.match(r"[|#*-]|\d+\.", text):
                yield number, None
            if not skipped:
                yield number, text + (END if text[0] in "|#" else "")
        elif suffix in SLASHES and (in_comment or re.match(r"//|/\*", text)):
            in_comment = (in_comment or text.startswith("/*")) and "*/" not in text
            body = re.sub(r"^(?:/\*+|//[/!]?|\*+(?!/))|\*+/$", "", text).strip()
            fenced ^= body.startswith("```")
            yield number, None if fenced or not body or body.startswith(("```", "#")) else body
        elif suffix in HASHES and text.startswith("#") and not text.startswith("#!"):
            yield number, text.lstrip("# ") or None
        elif not re.match(r"#\[|@\w+$", text):  # An attribute stands between a comment and its item.
            is_function = re.match(r"(?:[\w()]+ )*(?:fn|func|fun) ", text)
            yield number, FUNCTION if is_function else None


def wide_comments(path):
    """Yield a message for each comment of Rust beyond COLUMNS; tables and code are not wrapped."""
    fenced = False
    for number, raw in enumerate(path.read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        comment = re.match(r"\s*//[/!]?(.*)", raw)
        fenced = comment is not None and fenced ^ comment[1].strip().startswith("```")
        is_prose = comment is not None and not fenced and not re.match(r" ?\||     ", comment[1])
        if is_prose and len(raw) > COLUMNS:
            yield f"{path}:{number}: columns: {raw.strip()} [at most {COLUMNS} columns]"


def phrases(path):
    """Yield a message for each phrase and for each wide comment in the file."""
    if path.suffix == ".rs":
        yield from wide_comments(path)
    block = []
    for number, text in [*lines_of_prose(path), (0, None)]:
        is_line = text not in (None, FUNCTION)
        if is_line:
            block.append((number, text.rstrip(END)))
        if is_line and not text.endswith(END):
            continue
        joined = NOT_PROSE.sub(lambda match: "_" * len(match[0]), " ".join(line for _, line in block))
        for name, regex, hint in PATTERNS if block else ():
            for match in regex.finditer(joined + "\0" + (text if text == FUNCTION else "")):
                at = match.start() + len(match[0]) - len(match[0].lstrip(" .;:"))
                index = 0
                while index < len(block) - 1 and at > len(block[index][1]):
                    at -= len(block[index][1]) + 1
                    index += 1
                yield f"{path}:{block[index][0]}: {name}: {block[index][1]} [{hint}]"
        block = []


def files(below):
    """The files of the project with comments or prose, of these folders."""
    listed = subprocess.run(["git", "ls-files", *below], check=True, capture_output=True, text=True).stdout
    for path in map(pathlib.Path, listed.splitlines()):
        has_prose = path.suffix in {*SLASHES, *HASHES, ".md"} or path.name == "Makefile"
        if has_prose and path.is_file() and not SKIPPED.search(path.as_posix()):
            yield path


def folder(path):
    """What a file counts for: two folders at most, in core three."""
    depth = 3 if path.parts[0] == "core" else 2
    return "/".join(path.parts[:-1][:depth]) or "."


def main(arguments):
    if arguments[:1] == ["--list"]:
        print("\n".join(message for path in files(arguments[1:]) for message in phrases(path)))
        return 0
    found = collections.Counter()
    for path in files([]):
        found[folder(path)] += sum(1 for _ in phrases(path))
    recorded = COUNTS.read_text(encoding="utf-8").splitlines() if COUNTS.exists() else []
    rows = (row.split("\t") for row in recorded)
    allowed = {name: int(count) for name, count in rows}
    if arguments == ["--lower"]:
        now = {name: min(count, allowed.get(name, count)) for name, count in found.items() if count}
        COUNTS.write_text("".join(f"{name}\t{now[name]}\n" for name in sorted(now)), encoding="utf-8")
        return 0
    more = [name for name in sorted(found) if found[name] > allowed.get(name, 0)]
    fewer = [name for name in sorted(allowed) if found[name] < allowed[name]]
    for name in more:
        most = allowed.get(name, 0)
        print(f"{name}: {found[name]} phrases, at most {most}: tools/lint_prose.py --list {name}")
    for name in fewer:
        print(f"{name}: {found[name]}, recorded {allowed[name]}: tools/lint_prose.py --lower")
    print(f"{sum(found.values())} phrases in all")
    return 1 if more else 0


sys.exit(main(sys.argv[1:]))
