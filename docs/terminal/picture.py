"""Draws docs/terminal/reading.svg: what the program prints for a recorded reading, in its colours.

The recording is one of the tests' vectors, so the same program draws the same picture on every machine.
"""

import sys
from io import StringIO

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from recordings import ROOT, replayed

PICTURE = ROOT / "docs/terminal/reading.svg"
# The options of the recording, for one core.
COMMAND = "trueghz --cpu 0 --duration 100ms"
# As wide as a terminal is, as a rule.
COLUMNS = 80
# Background, foreground, then the eight colours; 4.5:1 and more against the background.
THEME = TerminalTheme(
    (13, 22, 30),
    (226, 232, 236),
    [
        (13, 22, 30),
        (255, 123, 114),
        (126, 231, 135),
        (240, 180, 60),
        (121, 192, 255),
        (210, 168, 255),
        (84, 205, 210),
        (226, 232, 236),
    ],
)
# rich's own frame without its window title and without the font that it fetches from elsewhere.
FRAME = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {terminal_height}" role="img">
<title>A reading in the terminal</title>
<style>
.{unique_id}-matrix {{ font: {char_height}px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal"><rect width="{terminal_width}" height="{terminal_height}"/></clipPath>
{lines}
</defs>
<rect width="100%" height="100%" rx="10" fill="#0d161e"/>
<g transform="translate(16, 18)" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""


def main() -> None:
    """Draws the picture with the program that is named."""
    console = Console(record=True, width=COLUMNS, file=StringIO(), force_terminal=True, color_system="truecolor")
    answer = replayed(sys.argv[1], "one-core", "--color", "always")
    console.print(Text.from_ansi(f"$ {COMMAND}\n{answer}"))
    console.print()
    PICTURE.write_text(console.export_svg(theme=THEME, code_format=FRAME, unique_id="reading"))


if __name__ == "__main__":
    main()
