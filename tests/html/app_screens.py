"""Takes a picture of each page of the iPhone app's screens, and of all those of a look together: `make app-screens`."""

import sys
from itertools import groupby
from pathlib import Path

from pages import browser, opened

# A sheet shows the screens in this many columns, each this wide and at most this high, in pixels of a screen of usual density.
COLUMNS = 7
WIDTH = 300
HEIGHT = 900


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
            images = "".join(f'<div style="max-height: {HEIGHT}px; overflow: hidden"><img src="{name}" width="{WIDTH}"></div>' for name in pictures)
            style = f"display: grid; grid-template-columns: repeat({COLUMNS}, {WIDTH}px); gap: 12px; align-items: start"
            sheet.write_text(f'<!doctype html><body style="margin: 12px"><div style="{style}">{images}</div>', "utf-8")
            page, _ = opened(chromium, sheet, COLUMNS * (WIDTH + 12) + 12, {"media": "screen"})
            page.screenshot(path=sheet.with_suffix(".png"), full_page=True, scale="css")
            page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
