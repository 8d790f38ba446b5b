"""Takes a picture of each page of the iPhone app's screens, and of all of a look: `make app-screens`."""

import sys
from itertools import groupby
from pathlib import Path

from pages import browser, opened

# The columns of a sheet; the width of a screen and its greatest height, in pixels of usual density.
COLUMNS = 7
WIDTH = 300
HEIGHT = 900

SHEET = f"""<!doctype html>
<style>
    body {{
        margin: 12px; display: grid; gap: 12px; align-items: start;
        grid-template-columns: repeat({COLUMNS}, {WIDTH}px);
    }}
    div {{ max-height: {HEIGHT}px; overflow: hidden }}
</style>
"""


def main(folder: Path) -> None:
    """Writes NAME.png next to each NAME.html, and sheet-LOOK.png."""
    by_look = sorted(folder.glob("[0-9]*.html"), key=lambda page: (page.stem[3:], page.stem))
    with browser() as chromium:
        for look, of_look in groupby(by_look, key=lambda page: page.stem[3:]):
            pictures = []
            for file in of_look:
                page, heard = opened(chromium, file, 390, {"media": "screen"})
                if heard.complaints:
                    sys.exit(f"{file.name}: {heard.complaints}")
                picture = file.with_suffix(".png")
                page.screenshot(path=picture, full_page=True)
                page.close()
                pictures.append(picture.name)
            sheet = folder / f"sheet-{look}.html"
            images = "\n".join(f'<div><img src="{name}" width="{WIDTH}"></div>' for name in pictures)
            sheet.write_text(SHEET + images, "utf-8")
            page, _ = opened(chromium, sheet, COLUMNS * (WIDTH + 12) + 12, {"media": "screen"})
            page.screenshot(path=sheet.with_suffix(".png"), full_page=True, scale="css")
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
