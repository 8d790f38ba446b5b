"""The pages in a browser, light, dark and as printed, on a phone and at a desk.

Nothing overflows, nothing is loaded, no label stands on another. The pictures are in target/html:
look at them.
"""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from pages import INSTRUCTIONS, MOVING, browser, opened, take_picture, write_page
from recordings import RECORDINGS, ROOT

PICTURES = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "html"
# A phone, a desk.
WIDTHS = (390, 1440)
LOOKS = {
    "light": {"media": "screen", "color_scheme": "light"},
    "dark": {"media": "screen", "color_scheme": "dark"},
}
# A4 within margins of 10 mm, in CSS pixels.
PAPER_WIDTH = 718

# Whatever reaches out of the window, unless it stands in a box of its own that scrolls.
OUTSIDE = """() => [...document.querySelectorAll('body *')]
    .filter(element => !element.closest('.scrolled'))
    .filter(element => {
        const place = element.getBoundingClientRect();
        return place.width > 0 && (place.right > window.innerWidth + 0.5 || place.left < -0.5);
    })
    .map(element => element.outerHTML.slice(0, 120))"""

# Cells whose text reaches into the next one.
TOO_WIDE = """() => [...document.querySelectorAll('td, th, dt, dd')]
    .filter(cell => !cell.querySelector('svg') && cell.scrollWidth > cell.clientWidth + 1)
    .map(cell => cell.textContent)"""

# Words with letters on two lines. A browser may break after a hyphen, and within text that is not a
# word.
BROKEN = r"""() => [...document.querySelectorAll('body *')].filter(element => !element.closest('svg'))
    .flatMap(element => [...element.childNodes]).filter(node => node.nodeType === Node.TEXT_NODE)
    .flatMap(node => [...node.textContent.matchAll(/[\p{L}\p{N}]+/gu)].filter(word => {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        return new Set([...range.getClientRects()].map(place => Math.round(place.top))).size > 1;
    }).map(word => word[0]))"""

# Labels of one plot that stand on each other, or so near that they read as one.
COLLISIONS = """() => [...document.querySelectorAll('svg.plot, svg.strip')].flatMap(svg => {
    const labels = [...svg.querySelectorAll('text')]
        .map(text => [text.textContent, text.getBoundingClientRect()]);
    const overlap = (a, b) => a.top < b.bottom && b.top < a.bottom;
    const near = (a, b) => a.left < b.right + 3 && b.left < a.right + 3;
    const meet = (a, b) => overlap(a, b) && near(a, b);
    return labels.flatMap(([first, a], place) =>
        labels.slice(place + 1).filter(([, b]) => meet(a, b)).map(([second]) => `${first} / ${second}`));
})"""

FAULTS = (OUTSIDE, TOO_WIDE, BROKEN, COLLISIONS)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests."""
    with browser() as chromium:
        yield chromium


@pytest.fixture(scope="session", params=(*RECORDINGS, *MOVING, INSTRUCTIONS))
def page_file(request: pytest.FixtureRequest) -> Path:
    """A page that the program wrote."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    target = PICTURES / f"{request.param}.html"
    write_page(os.environ["TRUEGHZ"], request.param, target)
    return target


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("looks", LOOKS)
def test_a_page_fits_its_window_and_loads_nothing(
    chromium: Browser, page_file: Path, looks: str, width: int
) -> None:
    page, heard = opened(chromium, page_file, width, LOOKS[looks])
    take_picture(page, PICTURES / f"{page_file.stem}-{looks}-{width}.png")
    assert heard.requests == [page_file.as_uri()]
    assert heard.complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert [page.evaluate(fault) for fault in FAULTS] == [[]] * len(FAULTS)
    page.close()


def test_pages_of_any_reading_have_no_label_upon_another(chromium: Browser) -> None:
    files = sorted(PICTURES.glob("random-*.html"))
    assert len(files) >= 20, "core/tests/pure/random_pages.rs writes them"
    for file in files:
        for width in WIDTHS:
            page, heard = opened(chromium, file, width, LOOKS["light"])
            found = [page.evaluate(fault) for fault in FAULTS]
            take_picture(page, PICTURES / f"{file.stem}-{width}.png")
            assert (heard.complaints, found) == ([], [[]] * len(FAULTS)), f"{file.name} at {width}"
            page.close()


def test_unfolded_data_fit_a_phone(chromium: Browser, page_file: Path) -> None:
    page, _ = opened(chromium, page_file, WIDTHS[0], LOOKS["light"])
    page.evaluate("document.querySelectorAll('details').forEach(details => { details.open = true })")
    assert page.evaluate("document.documentElement.scrollWidth") <= WIDTHS[0]
    assert page.evaluate(OUTSIDE) == []
    page.close()


def test_paper_is_light_and_wide_enough(chromium: Browser, page_file: Path) -> None:
    page, _ = opened(chromium, page_file, PAPER_WIDTH, {"media": "print", "color_scheme": "dark"})
    take_picture(page, PICTURES / f"{page_file.stem}-print.png")
    assert page.evaluate(OUTSIDE) == []
    ink = page.evaluate("getComputedStyle(document.body).color")
    assert ink == "rgb(21, 28, 31)", "dark ink, whatever the screen has"
    page.close()
