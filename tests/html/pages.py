"""The pages that the program writes, and a browser that opens them."""

import gzip
import json
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
VECTORS = ROOT / "tests/vectors"
# As long as names of processors are.
LONG_NAME = "Intel(R) Xeon(R) Platinum 8488C processor"
CHROMIUM = ROOT / ".tools/chromium/chromium"


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


# Each page: a recording, and what is made of it.
RECORDINGS: dict[str, tuple[Path, Callable[[dict], dict]]] = {
    "one-core": (VECTORS / "raw-two-cores-100ms.json", one_core),
    "varying": (ROOT / "tests/recordings/cascade-lake-guest-idle5.json.gz", unchanged),
    "many-cores": (VECTORS / "raw-two-cores-100ms.json", many_cores),
    "refused": (VECTORS / "raw-every-reason.json", unchanged),
    "warned": (VECTORS / "raw-every-warning.json", unchanged),
    "clocks-disagree": (VECTORS / "raw-clocks-disagree.json", unchanged),
}


# Pages of simulated cores, which core's own test writes (core/tests/pure/moving_pages.rs).
MOVING = ("ramp", "no-ramp", "turbo", "sustained")

# The page of this machine's instructions.
INSTRUCTIONS = "instructions"


def write_page(program: str, name: str, target: Path) -> None:
    """Writes the page of a recording, or of instructions, with the program. Those of clocks that move are there already."""
    if name in MOVING:
        return
    if name == INSTRUCTIONS:
        subprocess.run([program, "instructions", "--html", str(target)], capture_output=True, check=True)
        return
    path, change = RECORDINGS[name]
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    command = [program, "replay", "-", "--html", str(target)]
    answer = subprocess.run(command, input=json.dumps(change(json.loads(text))).encode(), capture_output=True)
    # 1: a core was refused, and the page says so.
    assert answer.returncode in (0, 1), answer.stderr.decode()


@dataclass
class Heard:
    """What a page asked for, and what the browser complained about."""

    requests: list[str] = field(default_factory=list)
    complaints: list[str] = field(default_factory=list)


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, as .tools has it."""
    with sync_playwright() as playwright:
        # Its sandbox needs rights that a container does not give; the pages are the program's own.
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def opened(chromium: Browser, file: Path, width: int, looks: dict[str, str]) -> tuple[Page, Heard]:
    """The page in a window of this width, and what it said while it was loaded."""
    page = chromium.new_page(viewport={"width": width, "height": 900}, device_scale_factor=2)
    page.emulate_media(**looks)
    heard = Heard()
    page.on("request", lambda request: heard.requests.append(request.url))
    page.on("console", lambda message: heard.complaints.append(message.text))
    page.on("pageerror", lambda error: heard.complaints.append(str(error)))
    page.on("requestfailed", lambda request: heard.complaints.append(f"failed: {request.url}"))
    page.goto(file.as_uri())
    return page, heard
