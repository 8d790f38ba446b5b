#!/usr/bin/env python3
"""Draws the plots of docs/simulation.md from the tables in docs/simulation: `make simulation-plots`."""

import csv
import math
from collections.abc import Callable
from html import escape
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1] / "docs/simulation"

# The colours of the lab's figures (tests/lab/runner/src/figures/style.rs), on a white ground.
MEASURED, QUIET, ATTENTION = "#0e7490", "#8a94a3", "#c2610a"
TEXT, GRID = "#374151", "#e5e7eb"
WIDTH, MARGIN, HEAD = 760, 16, 34
# How timers of this resolution, in ns, are drawn; all others are quiet.
TIMER_COLOURS = {"1.00": MEASURED, "41.67": ATTENTION, "100.00": ATTENTION}


class Scale:
    """Values to pixels, evenly or by their logarithms."""

    def __init__(self, low: float, high: float, start: float, end: float, log: bool = False):
        """Maps `low` to `start` and `high` to `end`."""
        self.convert: Callable[[float], float] = math.log10 if log else float
        self.low, self.high, self.start, self.end = self.convert(low), self.convert(high), start, end

    def __call__(self, value: float) -> float:
        """The pixel of a value; beyond the ends, that of the end."""
        part = (self.convert(value) - self.low) / (self.high - self.low)
        return self.start + min(max(part, 0), 1) * (self.end - self.start)


class Picture:
    """An SVG of panels under a line of keys."""

    def __init__(self, name: str, says: str, height: int, keys: list[tuple[str, str]]):
        """Begins the picture; each key is a colour and what it stands for."""
        self.path, self.height, self.parts = (
            FOLDER / f"{name}.svg",
            height + HEAD,
            [f"<title>{escape(says)}</title>"],
        )
        x = MARGIN
        for colour, text in keys:
            self.dot(x + 4, 18, colour)
            self.text(x + 13, 22, text)
            x += 34 + 6.4 * len(text)

    def add(self, element: str, **attributes: object) -> None:
        """Adds an element; an underscore in an attribute's name is a dash."""
        written = " ".join(f'{name.replace("_", "-")}="{value}"' for name, value in attributes.items())
        self.parts.append(f"<{element} {written}/>")

    def text(self, x: float, y: float, text: str, anchor: str = "start", weight: str = "normal") -> None:
        """Writes a text."""
        place = f'x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-weight="{weight}"'
        self.parts.append(f"<text {place}>{escape(text)}</text>")

    def dot(self, x: float, y: float, colour: str, radius: float = 3) -> None:
        """Draws a dot."""
        self.add("circle", cx=f"{x:.1f}", cy=f"{y:.1f}", r=radius, fill=colour)

    def line(
        self, points: list[tuple[float, float]], colour: str, dashes: str = "none", width: float = 1.5
    ) -> None:
        """Draws a line through points."""
        drawn = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        self.add(
            "polyline", points=drawn, fill="none", stroke=colour, stroke_width=width, stroke_dasharray=dashes
        )

    def grid(self, xs: Scale, ys: Scale, x_ticks: dict, y_ticks: dict, titles: tuple[str, str]) -> None:
        """Draws a panel's grid: ticks with their labels, its name and that of its horizontal axis."""
        name, x_name = titles
        for value, label in y_ticks.items():
            self.line([(xs.start, ys(value)), (xs.end, ys(value))], GRID, width=1)
            self.text(xs.start - 6, ys(value) + 4, label, "end")
        for value, label in x_ticks.items():
            self.line([(xs(value), ys.start), (xs(value), ys.end)], GRID, width=1)
            self.text(xs(value), ys.start + 16, label, "middle")
        self.text(xs.start, ys.end - 9, name, weight="600")
        self.text(xs.end, ys.start + 31, x_name, "end")

    def save(self) -> None:
        """Writes the file."""
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {self.height}" width="{WIDTH}" '
            f'height="{self.height}" role="img" font-family="system-ui, Segoe UI, Helvetica, sans-serif" '
            f'font-size="12" fill="{TEXT}">'
        )
        ground = f'<rect width="{WIDTH}" height="{self.height}" fill="#fff"/>'
        self.path.write_text("\n".join([head, self.parts[0], ground, *self.parts[1:], "</svg>\n"]))


def table(name: str) -> list[dict[str, str]]:
    """The rows of a table."""
    with (FOLDER / f"{name}.csv").open(newline="") as file:
        return list(csv.DictReader(file))


def decades(low: int, high: int) -> dict[float, str]:
    """Ticks of a logarithmic axis, from one power of ten to another."""
    return {
        10.0**power: f"{10.0**power:g}" if power < 4 else f"10{'⁰¹²³⁴⁵⁶'[power]}"
        for power in range(low, high + 1)
    }


def number(row: dict[str, str], column: str) -> float:
    """A cell as a number."""
    return float(row[column])


def fixed() -> None:
    """Coverage, and width beside error, of fixed clocks by the timer's resolution."""
    rows = table("fixed")
    timers = list(dict.fromkeys(row["tick_ns"] for row in rows))
    keys = [(MEASURED, "a setting: coverage, RMS error"), (QUIET, "half-width of the interval")]
    picture = Picture(
        "fixed", "Fixed clocks: coverage, error and width of the 95 % interval, by timer.", 270, keys
    )
    place = {tick: index for index, tick in enumerate(timers)}
    names = {index: f"{float(tick):.3g}" for tick, index in place.items()}
    left = Scale(-0.5, len(timers) - 0.5, 56, 370)
    coverage = Scale(90, 100, 264, 62)
    ticks = {value: f"{value} %" for value in range(90, 101, 2)}
    picture.add(
        "rect", x=56, y=coverage(97.1), width=314, height=coverage(92.9) - coverage(97.1), fill="#f1f5f9"
    )
    picture.grid(left, coverage, names, ticks, ("coverage (shaded: chance)", "resolution of the timer, ns"))
    right = Scale(-0.5, len(timers) - 0.5, 430, 744)
    ppm = Scale(0.05, 300, 264, 62, log=True)
    picture.grid(
        right, ppm, names, decades(-1, 2), ("error and half-width, ppm", "resolution of the timer, ns")
    )
    picture.line([(56, coverage(95)), (370, coverage(95))], QUIET)
    for tick in timers:
        settings = [row for row in rows if row["tick_ns"] == tick]
        for index, row in enumerate(settings):
            x = place[tick] - 0.3 + 0.6 * index / (len(settings) - 1)
            picture.dot(left(x), coverage(number(row, "coverage_percent")), MEASURED)
            picture.dot(right(x), ppm(number(row, "half_width_ppm")), QUIET)
            picture.dot(right(x), ppm(number(row, "rms_ppm")), MEASURED)
    picture.save()


def moving() -> None:
    """The share of moving clocks that are found, by motion, size and sibling."""
    rows = table("moving")
    motions = list(dict.fromkeys(row["motion"] for row in rows))
    busy = {"0": "no sibling", "50": "sibling half busy", "90": "sibling nine tenths busy"}
    keys = [(MEASURED, "timer of 1 ns"), (ATTENTION, "of 100 ns"), (QUIET, "of 10 to 521 ns")]
    picture = Picture(
        "moving", "Moving clocks that are called varying, by size of the motion.", 3 * 200 + 14, keys
    )
    for line, (percent, label) in enumerate(busy.items()):
        for column, motion in enumerate(motions):
            xs = Scale(120, 3e5, 56 + 176 * column, 210 + 176 * column, log=True)
            ys = Scale(0, 100, 206 + 200 * line, 84 + 200 * line)
            x_ticks = decades(3, 5) | {200: "200"}
            y_ticks = {value: "" if column else f"{value} %" for value in (0, 50, 100)}
            picture.grid(xs, ys, x_ticks, y_ticks, (motion, "motion, ppm" if line == 2 else ""))
            if column == 0:
                picture.text(MARGIN, ys.end - 25, label, weight="600")
            of = [row for row in rows if row["sibling_busy_percent"] == percent and row["motion"] == motion]
            for tick in sorted(
                {row["tick_ns"] for row in of}, key=lambda tick: (tick in ("1.00", "100.00"), tick)
            ):
                colour = QUIET if tick == "41.67" else TIMER_COLOURS.get(tick, QUIET)
                # Of fewer than ten readings a share says little.
                seen = [row for row in of if row["tick_ns"] == tick and number(row, "fell_into") >= 10]
                points = [(xs(number(row, "size_ppm")), ys(number(row, "varying_percent"))) for row in seen]
                picture.line(points, colour)
                for x, y in points:
                    picture.dot(x, y, colour)
    picture.save()


def neighbours() -> None:
    """Errors and half-widths beside siblings and among short interruptions."""
    rows = table("neighbours")
    siblings = [row for row in rows if "sibling" in row["beside"]]
    short = [row for row in rows if row not in siblings]
    keys = [(MEASURED, "95 % of the errors are smaller"), (QUIET, "half-width (median)")]
    lines = [(clock, siblings, clock, ("1.00", "100.00")) for clock in ("fixed", "wandering")]
    lines += [("fixed", short, "fixed", ticks) for ticks in (("1.00", "41.67"), ("100.00", "520.83"))]
    height = 2 * (13 * 18 + 76) + (3 + 5) * 18 + 2 * 76
    picture = Picture("neighbours", "Errors beside siblings and short interruptions.", height, keys)
    top = HEAD + 30
    for clock, among, name, ticks in lines:
        names = list(dict.fromkeys(row["beside"] for row in among if row["tick_ns"] in ticks))
        for column, tick in enumerate(ticks):
            xs = Scale(0.3, 2e4, 206 + 280 * column, 414 + 280 * column, log=True)
            ys = Scale(len(names) - 0.5, -0.5, top + 18 * len(names), top)
            picture.grid(xs, ys, decades(0, 4), {}, (f"{name}, timer of {float(tick):.3g} ns", "ppm"))
            picture.text(xs.end + 46, top - 9, "coverage", "end")
            for row in among:
                if (row["clock"], row["tick_ns"]) != (clock, tick):
                    continue
                y = ys(names.index(row["beside"]))
                error, width = xs(number(row, "error_95_ppm")), xs(number(row, "half_width_ppm"))
                picture.line([(error, y), (width, y)], GRID, width=3)
                picture.dot(width, y, QUIET)
                picture.dot(error, y, MEASURED)
                picture.text(xs.end + 46, y + 4, f"{row['coverage_percent']} %", "end")
        for index, beside in enumerate(names):
            picture.text(198, ys(index) + 4, beside, "end")
        top += 18 * len(names) + 76
    picture.save()


def claims() -> None:
    """Errors and half-widths of clocks that stand and clocks that move, one dot a setting."""
    rows = [row for row in table("claims") if row["setting"] != "all"]
    keys = [
        (MEASURED, "half-width in ppm; 86 % of the intervals or more hold the mean"),
        (ATTENTION, "fewer"),
        (QUIET, "dashed: as large as the error"),
    ]
    picture = Picture("claims", "Half-widths of intervals over their errors.", 286, keys)
    groups = {"standing": "the clock stands", "moving": "it moves", "apart": "within the shortest windows"}
    for column, (group, name) in enumerate(groups.items()):
        xs = Scale(0.05, 1e4, 52 + 240 * column, 252 + 240 * column, log=True)
        ys = Scale(0.5, 1e5, 262, 62, log=True)
        heights = decades(0, 5)
        titles = (name, "median error, ppm")
        picture.grid(xs, ys, decades(-1, 4), dict.fromkeys(heights, "") if column else heights, titles)
        # Where the half-width is as large as the error.
        picture.line([(xs(0.5), ys(0.5)), (xs(1e4), ys(1e4))], QUIET, "3 3", 1)
        for row in rows:
            if row["group"] == group:
                colour = MEASURED if number(row, "holds_percent") >= 86 else ATTENTION
                picture.dot(xs(number(row, "median_error_ppm")), ys(number(row, "half_width_ppm")), colour)
    picture.save()


if __name__ == "__main__":
    for draw in (claims, fixed, moving, neighbours):
        draw()
