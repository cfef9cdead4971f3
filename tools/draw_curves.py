#!/usr/bin/env python3
"""Draws the curves of a run as SVG, a panel a probe's options:

    sonde show RUN --format json | tools/draw_curves.py DATASET > FILE.svg
"""
import json
import sys

WIDTH, HEIGHT, LEFT, TOP, GAP = 640, 130, 10, 26, 50
COLOURS = {"fuzz": "#1b7837", "negation": "#b2182b"}


def points(series, top):
    """The points, without those that are level with both neighbours."""
    heights = [f"{TOP + HEIGHT * (1 - value / top):.1f}" for value in series["values"]]
    for i, height in enumerate(heights):
        x = LEFT + WIDTH * (series["first"] + i * series["step"] + 1) / 2
        if i in (0, len(heights) - 1) or not heights[i - 1] == height == heights[i + 1]:
            yield f"{x:.1f},{height}"


def panel(title, curves):
    top = max(max(s["values"]) for s in curves)
    overlap = sum(map(min, *(s["values"] for s in curves)))
    yield f'<text x="{LEFT}" y="{TOP - 9}">{title}: overlap {overlap:.3f}</text>'
    for at in (-1, -0.5, 0, 0.5, 1):
        x = LEFT + WIDTH * (at + 1) / 2
        yield f'<line x1="{x}" y1="{TOP}" x2="{x}" y2="{TOP + HEIGHT}" stroke="#ddd"/>'
        yield f'<text x="{x}" y="{TOP + HEIGHT + 15}" text-anchor="middle">{at}</text>'
    for i, series in enumerate(curves):
        colour = COLOURS[series["name"]]
        line = " ".join(points(series, top))
        yield f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="1.5"/>'
        yield f'<text x="{LEFT + WIDTH / 2}" y="{TOP + 15 + 16 * i}" fill="{colour}">{series["name"]}</text>'


def main():
    shown = json.load(sys.stdin)
    curves = {}
    for series in shown["series"]:
        if series["dataset"] == sys.argv[1]:
            curves.setdefault(series["subject"] + ", " + series["probe"], []).append(series)
    height = len(curves) * (HEIGHT + GAP) + 10
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH + 2 * LEFT} {height}" '
          'font-family="sans-serif" font-size="12">\n<rect width="100%" height="100%" fill="#fff"/>')
    for i, (title, both) in enumerate(curves.items()):
        print(f'<g transform="translate(0 {i * (HEIGHT + GAP)})">', *panel(title, both), "</g>", sep="\n")
    print("</svg>")


if __name__ == "__main__":
    main()
