"""The pages that the program writes, and a browser that opens them."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Error, Page, sync_playwright

from recordings import ROOT, replayed

CHROMIUM = ROOT / ".tools/chromium/chromium"

# Pages of simulated cores, which core's own test writes (core/tests/pure/moving_pages.rs).
MOVING = ("ramp", "no-ramp", "turbo", "sustained")

# The page of this machine's instructions.
INSTRUCTIONS = "instructions"


def write_page(program: str, name: str, target: Path) -> None:
    """Writes the page of a recording or of instructions. Those of clocks that move are there already."""
    if name in MOVING:
        return
    if name == INSTRUCTIONS:
        subprocess.run([program, "instructions", "--html", str(target)], capture_output=True, check=True)
        return
    replayed(program, name, "--html", str(target))


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


def take_picture(page: Page, target: Path) -> None:
    """Writes a picture of the whole page.

    A browser under load, above all one that has just started, may refuse one picture and take the next.
    It is asked a second time, and no more often: a page that cannot be drawn fails.
    """
    try:
        page.screenshot(path=target, full_page=True)
    except Error as refused:
        if "Unable to capture screenshot" not in refused.message:
            raise
        page.screenshot(path=target, full_page=True)
