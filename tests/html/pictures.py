"""Takes docs/html/*.png, the pictures of a page in README: one at a desk, one on a phone in the dark."""

import os
import tempfile
from pathlib import Path

from pages import browser, opened, write_page
from recordings import ROOT

FOLDER = ROOT / "docs/html"
# The file, the recording, the width of the window, the height that is shown, and how the page looks.
PICTURES = (
    ("desk-light.png", "one-core", 1180, 1220, "light"),
    ("phone-dark.png", "varying", 390, 1220, "dark"),
)


def main() -> None:
    """Takes the pictures of the page that the program writes."""
    with tempfile.TemporaryDirectory() as folder, browser() as chromium:
        target = Path(folder) / "reading.html"
        for name, recording, width, height, scheme in PICTURES:
            write_page(os.environ["TRUEGHZ"], recording, target)
            page, _ = opened(chromium, target, width, {"media": "screen", "color_scheme": scheme})
            page.set_viewport_size({"width": width, "height": height})
            # README shows them at half of their size: a pixel for each is enough.
            page.screenshot(path=FOLDER / name, scale="css")
            page.close()


if __name__ == "__main__":
    main()
