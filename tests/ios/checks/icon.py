"""The app's icon and the stores' banner, made from docs/brand: `python -m checks.icon SVG PNG`.

`python -m checks.icon SVG ASSETS.xcassets` makes all pictures of the catalog that are made from the mark.
"""

import io
import re
import sys
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops

# The one size that Xcode makes all others from, and the width of Play's banner.
WIDTH = 1024

# 24 points on the sharpest screens, as next to the footer of a shared picture.
MARK_WIDTH = 72

BACKGROUND = re.compile(r'<rect id="background"[^>]*/>')

# Greys by the luminance of the mark's two colours: iOS replaces them with the tint that the user
# has chosen.
GREYS = {"#ffffff": "#ffffff", "#41d3c6": "#bdbdbd"}


def draw(svg: Path) -> Image.Image:
    """The picture without an alpha channel: systems cut the icon's corners themselves."""
    return _render(svg.read_text(), WIDTH).convert("RGB")


def dark(svg: Path) -> Image.Image:
    """By night: the mark alone, behind which iOS puts its own dark ground."""
    return _render(BACKGROUND.sub("", svg.read_text()), WIDTH).convert("RGBA")


def tinted(svg: Path) -> Image.Image:
    """In greys on black, which iOS tints."""
    text = BACKGROUND.sub('<rect width="24" height="24" fill="#000000"/>', svg.read_text())
    for colour, grey in GREYS.items():
        text = text.replace(f'stroke="{colour}"', f'stroke="{grey}"')
    return _render(text, WIDTH).convert("L")


def mark(svg: Path) -> Image.Image:
    """The icon with its corners cut, to stand among words."""
    text = svg.read_text().replace('<rect id="background"', '<rect id="background" rx="5.4"')
    return _render(text, MARK_WIDTH).convert("RGBA")


# The pictures of the catalog that are made from the mark, by their place.
PICTURES = {
    "AppIcon.appiconset/AppIcon.png": draw,
    "AppIcon.appiconset/AppIcon-dark.png": dark,
    "AppIcon.appiconset/AppIcon-tinted.png": tinted,
    "Mark.imageset/Mark.png": mark,
}


def _render(svg: str, width: int) -> Image.Image:
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    return Image.open(io.BytesIO(png))


def check(svg: Path, png: Path, made=draw) -> list[str]:
    """A picture is what the mark makes."""
    wanted = made(svg)
    with Image.open(png) as found:
        if found.mode != wanted.mode or found.size != wanted.size:
            return [f"{png.name} is {found.mode} of {found.size}: run `make ios-icon`"]
        difference = ImageChops.difference(found, wanted)
    # Compare all channels: with an alpha channel, `getbbox` of the whole picture would use only
    # that one.
    is_other = any(channel.getbbox() for channel in difference.split())
    return [f"{png.name} is not made from {svg.name}: run `make ios-icon`"] if is_other else []


def check_all(svg: Path, catalog: Path) -> list[str]:
    """All pictures of the catalog that are made from the mark."""
    return [problem for place, made in PICTURES.items() for problem in check(svg, catalog / place, made)]


def main(svg: Path, target: Path) -> None:
    """Draws one picture, or all of a catalog."""
    if target.suffix != ".xcassets":
        draw(svg).save(target, optimize=True)
        return
    for place, made in PICTURES.items():
        made(svg).save(target / place, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
