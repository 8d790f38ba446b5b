#!/usr/bin/env python3
"""Reads collections of recorded machines with `trueghz info --from`.

Prints chip, hardware and core types with their claims for each machine. Then lists crashes, machines that
took over 2 s, refused ones, and those with unnamed or many core types. Ends with 1 if any crashed or
was slow.

The collections are not part of the project. These forms are read, as folders or in archives (.tar.gz,
.tar.bz2, .tar.xz):
- trees of Linux' files: util-linux' tests/ts/lscpu/dumps, hwloc's tests/hwloc/linux;
- cpuid dumps: libcpuid's tests/**/*.test, hwloc's tests/hwloc/x86;
- files of `trueghz info --record`.
"""

import argparse
import json
import lzma
import re
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SLOW_S = 2.0
# A machine that takes longer counts as a crash.
LIMIT_S = 60.0
# No machine on sale has more.
MANY_TYPES = 4
# How the names of core types begin that no table has.
UNNAMED = ("unknown core", "implementer ")

Leaves = dict[str, str]


@dataclass
class Findings:
    """Machines to look at, each with the reason."""

    machines: int = 0
    crashed: list[str] = field(default_factory=list)
    slow: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    odd: list[str] = field(default_factory=list)


def is_root(folder: Path) -> bool:
    """Whether a folder is the root of a Linux system's files."""
    return (folder / "proc").is_dir() or (folder / "sys/devices").is_dir()


def recording(cores: list[Leaves], name: str) -> str | None:
    """A recording of a Linux system of these cores, each with its cpuid leaves; `None` without leaves."""
    if not cores or not cores[0]:
        return None
    leaves = dict(cores[0])
    for cpu, own in enumerate(cores):
        leaves |= {f"{cpu}/{leaf}": registers for leaf, registers in own.items()}
    system = {"device": name, "origin": "converted from a cpuid dump", "platform": "linux"}
    return json.dumps(
        system | {"architecture": "x86_64", "allowed_cpus": list(range(len(cores))), "cpuid": leaves}
    )


def libcpuid_dump(text: str) -> list[Leaves]:
    """The cores of a dump of libcpuid: arrays of the first core alone, or a section for each core."""
    cores: list[Leaves] = []
    for line in text.splitlines():
        if re.search(r"CPU ?#\d+", line):
            cores.append({})
        elif raw := re.match(r"(basic|ext)_cpuid\[(\d+)\]=((?: ?[0-9a-f]{8}){4})", line):
            if not cores:
                cores.append({})
            leaf = int(raw[2]) + (0x80000000 if raw[1] == "ext" else 0)
            cores[0][f"{leaf:x}:0"] = raw[3]
        elif leaf := re.match(r"CPUID ([0-9A-F]{8}): ([0-9A-F-]{35})(?:.*?\[SL ([0-9A-F]+)\])?", line):
            if not cores:
                cores.append({})
            cores[-1][f"{int(leaf[1], 16):x}:{int(leaf[3] or '0', 16):x}"] = leaf[2].replace("-", " ")
    return [core for core in cores if core]


def hwloc_dump(folder: Path) -> list[Leaves]:
    """The cores of a dump of hwloc: a file `puN` for each, a line for each leaf."""
    files = sorted(folder.glob("pu[0-9]*"), key=lambda file: int(file.name[2:]))
    cores: list[Leaves] = []
    for file in files:
        leaves: Leaves = {}
        for line in file.read_text().splitlines():
            query, _, registers = line.partition(" => ")
            if not registers or line.startswith("#"):
                continue
            mask, leaf, _, subleaf, _ = (int(word, 16) for word in query.split())
            # Bit 2: the registers depend on ECX.
            leaves[f"{leaf:x}:{subleaf if mask & 4 else 0:x}"] = registers
        cores.append(leaves)
    return cores


def machines(folder: Path, name: str, work: Path) -> Iterator[tuple[str, Path]]:
    """Every machine below a folder: its name, and what `--from` takes."""

    def converted(cores: list[Leaves], name: str) -> Iterator[tuple[str, Path]]:
        text = recording(cores, name)
        if text is not None:
            file = work / "converted.json"
            file.write_text(text)
            yield name, file

    if is_root(folder):
        yield name, folder
        return
    if (folder / "hwloc-cpuid-info").exists():
        yield from converted(hwloc_dump(folder), name)
        return
    for entry in sorted(folder.iterdir()):
        name_here = f"{name}/{entry.name}"
        if entry.is_symlink():
            continue
        if entry.is_dir():
            yield from machines(entry, name_here, work)
        elif re.search(r"\.tar\.(gz|bz2|xz)$", entry.name):
            with tempfile.TemporaryDirectory() as unpacked, tarfile.open(entry) as archive:
                for member in archive:
                    # Pipes and devices are not evidence. The filter refuses links out of the
                    # folder.
                    if member.isfile() or member.isdir() or member.issym():
                        member.mode |= 0o700
                        try:
                            archive.extract(member, unpacked, filter="data")
                        except (tarfile.FilterError, OSError) as error:
                            print(f"{name_here}: left out: {error}", file=sys.stderr)
                yield from machines(Path(unpacked), name_here, work)
        elif re.search(r"\.test(\.xz)?$", entry.name):
            data = entry.read_bytes()
            if entry.suffix == ".xz" and not data.startswith(b"\xfd7zXZ"):
                # A pointer to a large file that is kept elsewhere.
                continue
            text = lzma.decompress(data) if entry.suffix == ".xz" else data
            yield from converted(libcpuid_dump(text.decode(errors="replace")), name_here)
        elif entry.suffix == ".json" and '"device"' in entry.read_text(errors="replace")[:200]:
            yield name_here, entry


def value(fact: dict) -> str:
    """The value of a fact in words, or "unknown"."""
    known = fact.get("value", "unknown")
    if isinstance(known, dict):
        return "".join(f"{kind} ({details['name']})" for kind, details in known.items())
    return str(known)


def types(machine: dict) -> Counter[str]:
    """The core types with their claims, and how many cores each has."""
    found: Counter[str] = Counter()
    for cluster in machine["clusters"]:
        claim = cluster["claim"]
        stated = f"{claim['hz'] / 1e9:.3f} GHz by {claim['source']}" if claim else "no claim"
        found[f"{cluster['name']}, {stated}"] += len(cluster["cpus"])
    return found


def read(program: Path, name: str, source: Path, findings: Findings) -> None:
    """Reads one machine, and prints and notes what was found."""
    findings.machines += 1
    start = time.monotonic()
    try:
        command = [program, "info", "--json", "--from", source]
        done = subprocess.run(command, capture_output=True, timeout=LIMIT_S, check=False)
    except subprocess.TimeoutExpired:
        findings.crashed.append(f"{name}: no answer within {LIMIT_S:.0f} s")
        return
    seconds = time.monotonic() - start
    if seconds > SLOW_S:
        findings.slow.append(f"{name}: {seconds:.1f} s")
    said = done.stderr.decode(errors="replace").strip()
    if done.returncode == 2 and "panicked" not in said:
        findings.refused.append(f"{name}: {said}")
        return
    if done.returncode != 0:
        findings.crashed.append(f"{name}: status {done.returncode}: {said}")
        return
    machine = json.loads(done.stdout)["machine"]
    found = types(machine)
    names = "; ".join(f"{count} x {kind}" for kind, count in found.items())
    print(f"{name}: {value(machine['chip'])} | {value(machine['virtualisation'])} | {names or 'no core'}")
    if not found or len(found) > MANY_TYPES or any(kind.startswith(UNNAMED) for kind in found):
        findings.odd.append(f"{name}: {names or 'no core'}")


def main() -> int:
    """Reads the collections of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    default = Path(__file__).resolve().parents[1] / "target/release/trueghz"
    parser.add_argument("--program", type=Path, default=default, help="trueghz (target/release/trueghz)")
    parser.add_argument("collection", type=Path, nargs="+", help="a folder of recorded machines")
    options = parser.parse_args()
    findings = Findings()
    with tempfile.TemporaryDirectory() as work:
        for folder in options.collection:
            for name, source in machines(folder, folder.name, Path(work)):
                read(options.program.absolute(), name, source, findings)
    print(f"\n{findings.machines} machines")
    for title, lines in [
        ("crashed", findings.crashed),
        (f"took over {SLOW_S:.0f} s", findings.slow),
        ("refused", findings.refused),
        (f"no core, an unnamed one, or more than {MANY_TYPES} core types", findings.odd),
    ]:
        print(f"\n{title}: {len(lines)}")
        for line in lines:
            print(f"  {line}")
    return 1 if findings.crashed or findings.slow else 0


if __name__ == "__main__":
    sys.exit(main())
