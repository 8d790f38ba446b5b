"""Prints the words of README's pictures: the terminal, and the pages at a desk and on a phone.

`make pictures` keeps them in docs/pictures.txt; `make lint-pictures` compares, so that a picture is what
the program prints.
"""

import sys
from html.parser import HTMLParser

from recordings import replayed

UNSEEN = ("style", "details")


class Words(HTMLParser):
    """The text of a page, a line for each piece. Folded data are not in the picture."""

    def __init__(self) -> None:
        """Begins with none."""
        super().__init__()
        self.words: list[str] = []
        self.left_out = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Leaves out what is not seen."""
        del attrs
        self.left_out += tag in UNSEEN

    def handle_endtag(self, tag: str) -> None:
        """Ends it."""
        self.left_out -= tag in UNSEEN

    def handle_data(self, data: str) -> None:
        """Takes a piece."""
        if data.strip() and not self.left_out:
            self.words.append(data.strip())


def main(program: str) -> None:
    """Prints the words."""
    print("# The terminal\n")
    print(replayed(program, "one-core"))
    for place, recording in (("at a desk", "one-core"), ("on a phone", "varying")):
        page = Words()
        page.feed(replayed(program, recording, "--html", "-"))
        print(f"# The page {place}\n")
        print("\n".join(page.words), end="\n\n")


if __name__ == "__main__":
    main(sys.argv[1])
