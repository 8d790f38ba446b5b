"""The asset catalog: complete, the icon as the store wants it, colours that can be read."""

import json
from pathlib import Path

from PIL import Image

# WCAG 2.2: text needs 4.5 to 1 against its ground, lines and signs 3 to 1.
TEXT_CONTRAST = 4.5

GROUNDS = {False: (255, 255, 255), True: (0, 0, 0)}


def check_catalog(folder: Path) -> list[str]:
    """Every set lists its files, and every file that it lists is there."""
    problems = []
    for contents in [folder / "Contents.json", *folder.glob("*/Contents.json")]:
        if not contents.is_file():
            problems.append(f"{contents.parent.name} has no Contents.json")
            continue
        listed = {image["filename"] for image in json.loads(contents.read_text()).get("images", [])}
        there = {path.name for path in contents.parent.iterdir() if path.is_file()} - {"Contents.json"}
        problems += [
            f"{contents.parent.name}: {name} is listed and not there" for name in sorted(listed - there)
        ]
        problems += [
            f"{contents.parent.name}: {name} is there and not listed" for name in sorted(there - listed)
        ]
    return problems


def check_icon(path: Path) -> list[str]:
    """1024 by 1024 without an alpha channel."""
    with Image.open(path) as icon:
        problems = []
        if icon.size != (1024, 1024):
            problems.append(f"{path.name} is {icon.size}")
        if icon.mode != "RGB":
            problems.append(f"{path.name} is {icon.mode}: the store takes no alpha channel")
        return problems


def check_colour(folder: Path) -> list[str]:
    """A colour for each of light, dark and increased contrast, each readable as text."""
    found = {}
    for entry in json.loads((folder / "Contents.json").read_text())["colors"]:
        appearances = {item["value"] for item in entry.get("appearances", [])}
        channels = entry["color"]["components"]
        found["dark" in appearances, "high" in appearances] = tuple(
            int(channels[name], 16) for name in ("red", "green", "blue")
        )
    problems = []
    for dark in (False, True):
        for high in (False, True):
            if (dark, high) not in found:
                problems.append(f"{folder.stem} has no colour for dark: {dark}, increased contrast: {high}")
            elif contrast(found[dark, high], GROUNDS[dark]) < TEXT_CONTRAST:
                problems.append(f"{folder.stem} is too faint for dark: {dark}, increased contrast: {high}")
    return problems


def contrast(first: tuple[int, int, int], second: tuple[int, int, int]) -> float:
    """The contrast of two colours, 1 to 21, as WCAG defines it."""
    high, low = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def _luminance(colour: tuple[int, int, int]) -> float:
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
