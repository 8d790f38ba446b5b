"""The app's icon and the stores' banner, made from docs/brand: `python -m checks.icon SVG PNG`."""

import io
import sys
from pathlib import Path

import resvg_py
from PIL import Image, ImageChops

# The one size that Xcode makes all others from, and the width of Play's banner.
WIDTH = 1024


def draw(svg: Path) -> Image.Image:
    """The picture without an alpha channel: systems cut the icon's corners themselves."""
    png = bytes(resvg_py.svg_to_bytes(svg_path=str(svg), width=WIDTH))
    return Image.open(io.BytesIO(png)).convert("RGB")


def check(svg: Path, png: Path) -> list[str]:
    """The icon is what the mark makes."""
    with Image.open(png) as icon:
        difference = ImageChops.difference(icon.convert("RGB"), draw(svg))
    return [f"{png.name} is not made from {svg.name}: run `make ios-icon`"] if difference.getbbox() else []


if __name__ == "__main__":
    draw(Path(sys.argv[1])).save(sys.argv[2], optimize=True)
