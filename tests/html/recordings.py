"""The recordings of which pages and pictures are made: a program makes the same of them everywhere."""

import gzip
import json
import subprocess
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests/vectors"
# As long as names of processors are.
LONG_NAME = "Intel(R) Xeon(R) Platinum 8488C processor"


def one_core(raw: dict) -> dict:
    """A recording of its first core alone."""
    return raw | {"cores": raw["cores"][:1]}


def many_cores(raw: dict) -> dict:
    """A recording of as many cores as a phone has, some of whose names are long."""
    cores = [json.loads(json.dumps(raw["cores"][number % 2])) for number in range(8)]
    for number, core in enumerate(cores):
        core["context"]["cpu"] = number
        recorded = core["outcome"]["recorded"]
        recorded["cpu"] = number
        recorded["windows"]["cpu"] = [number] * len(recorded["windows"]["cpu"])
        core["context"]["kind"] = LONG_NAME if number % 3 == 0 else "Cortex-A78"
    return raw | {"cores": cores}


def unchanged(raw: dict) -> dict:
    """The recording."""
    return raw


# Each page: a recording, and the change made to it.
RECORDINGS: dict[str, tuple[Path, Callable[[dict], dict]]] = {
    "one-core": (VECTORS / "raw-two-cores-100ms.json", one_core),
    "varying": (ROOT / "tests/recordings/cascade-lake-guest-idle5.json.gz", unchanged),
    "many-cores": (VECTORS / "raw-two-cores-100ms.json", many_cores),
    "refused": (VECTORS / "raw-every-reason.json", unchanged),
    "warned": (VECTORS / "raw-every-warning.json", unchanged),
    "clocks-disagree": (VECTORS / "raw-clocks-disagree.json", unchanged),
}


def replayed(program: str, name: str, *options: str) -> str:
    """What the program makes of a recording with these options of `replay`."""
    path, change = RECORDINGS[name]
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    command = [program, "replay", "-", *options]
    answer = subprocess.run(command, input=json.dumps(change(json.loads(text))).encode(), capture_output=True)
    # 1: a core was refused, which the page states.
    assert answer.returncode in (0, 1), answer.stderr.decode()
    return answer.stdout.decode()
