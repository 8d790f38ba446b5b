#!/usr/bin/env python3
"""store-icon.py RESOURCES OUT.png: draws the stores' icon, 512 pixels square, from the app's own.

The app's icon is lines of one colour each (drawable/icon_foreground.xml) on a ground that goes from one
colour at the top to another at the bottom (values/colors.xml): no more is understood.
"""

import itertools
import pathlib
import re
import struct
import sys
import xml.etree.ElementTree as xml
import zlib

SIZE = 512
# Launchers show the middle 72 of an adaptive icon's 108 units; the rest is for their effects.
WHOLE, FIRST, SHOWN = 108.0, 18.0, 72.0
ANDROID = "{http://schemas.android.com/apk/res/android}"


def colour(text):
    digits = text.lstrip("#")[-6:]
    return tuple(int(digits[at : at + 2], 16) for at in (0, 2, 4))


class Line:
    """A line of straight parts with round ends."""

    def __init__(self, path):
        data = path.get(ANDROID + "pathData")
        points = re.findall(r"([ML])(-?[\d.]+),(-?[\d.]+)", data)
        if " ".join(f"{kind}{x},{y}" for kind, x, y in points) != data:
            sys.exit("store-icon.py: error: the icon has more than lines of straight parts.")
        corners = [(float(x), float(y)) for _, x, y in points]
        self.parts = list(itertools.pairwise(corners))
        self.width = float(path.get(ANDROID + "strokeWidth"))
        self.ink = colour(path.get(ANDROID + "strokeColor"))

    def covers(self, x, y, unit):
        """How much of the pixel there it covers: all inside, none outside, its edge one pixel wide."""
        nearest = min(distance(x, y, *part) for part in self.parts)
        return max(0.0, min(1.0, (self.width / 2 - nearest) / unit + 0.5))


def named_colour(resources, name):
    colours = xml.parse(resources / "values/colors.xml").getroot()
    return next(colour(entry.text) for entry in colours if entry.get("name") == name)


def mixed(one, other, part):
    return tuple(a + (b - a) * part for a, b in zip(one, other, strict=True))


def distance(x, y, start, end):
    """From a point to a part of the line, its round ends included."""
    (ax, ay), (bx, by) = start, end
    dx, dy = bx - ax, by - ay
    along = max(0.0, min(1.0, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)))
    return ((x - ax - along * dx) ** 2 + (y - ay - along * dy) ** 2) ** 0.5


def draw(lines, top, bottom):
    unit = SHOWN / SIZE
    for row in range(SIZE):
        y = FIRST + (row + 0.5) * unit
        # The ground is drawn over all of the icon, of which the middle is shown.
        ground = mixed(top, bottom, y / WHOLE)
        pixels = bytearray()
        for column in range(SIZE):
            x = FIRST + (column + 0.5) * unit
            pixel = ground
            for line in lines:
                pixel = mixed(pixel, line.ink, line.covers(x, y, unit))
            pixels += bytes(round(value) for value in pixel)
        yield pixels


def png(rows):
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    # Eight bits of red, green and blue; each row without a filter.
    head = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 2, 0, 0, 0)
    image = b"".join(b"\0" + row for row in rows)
    parts = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(image, 9)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def main(resources, out):
    resources = pathlib.Path(resources)
    lines = [
        Line(path) for path in xml.parse(resources / "drawable/icon_foreground.xml").getroot().findall("path")
    ]
    top, bottom = named_colour(resources, "icon_top"), named_colour(resources, "icon_bottom")
    pathlib.Path(out).write_bytes(png(draw(lines, top, bottom)))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: store-icon.py RESOURCES OUT.png")
    main(*sys.argv[1:])
