#!/usr/bin/env python3
"""Draws the rooms of src/rooms.cmake, from the ground up, into docs/explanation/architecture.svg. `--check` compares instead.

A room is one floor above the highest room that it includes. An arrow that a longer way implies is left out."""
import html
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "checks"))
from check_arrows import ROOT, owner, read_arrows

PICTURE = ROOT / "docs/explanation/architecture.svg"
WIDTH, FLOOR, BOX, GAP = 720, 74, 30, 14
STYLE = """
svg { font: 13px system-ui, sans-serif; background: #fff }
rect { fill: #eef3fa; stroke: #6b86ab } .workshop rect { fill: #fbf1e3; stroke: #b08a4a } .apps rect { fill: #e9f5ec; stroke: #5f9470 }
path { fill: none; stroke: #9aa7b8; stroke-width: 1.1 } text { fill: #1b2430; text-anchor: middle }
@media (prefers-color-scheme: dark) { svg { background: #14181e } rect { fill: #22303f; stroke: #7c97bd } text { fill: #e6ebf2 }
 .workshop rect { fill: #3a2f1e; stroke: #b9955a } .apps rect { fill: #203428; stroke: #74a986 } path { stroke: #5d6a7b } }
"""


def room_arrows():
    """room -> the rooms that it or its parts include."""
    arrows, rooms, _ = read_arrows()
    rooms = rooms | {"apps/programs"}
    found = {room: set() for room in rooms if room != "text/no_negation"}
    for folder, others in arrows.items():
        room = owner(folder + "/x", found)
        for other in others:
            target = owner(other + "/x", found)
            if room and target and target != room:
                found[room].add(target)
    return found


def reachable(arrows, room, known):
    if room not in known:
        known[room] = set()
        for other in arrows[room]:
            known[room] |= {other} | reachable(arrows, other, known)
    return known[room]


def reduced(arrows):
    known = {}
    for room in arrows:
        reachable(arrows, room, known)
    return {room: {other for other in others if not any(other in known[via] for via in others)} for room, others in arrows.items()}


def floors_of(arrows):
    floors = {}

    def floor(room):
        if room not in floors:
            floors[room] = 1 + max((floor(other) for other in arrows[room]), default=-1)
        return floors[room]

    for room in sorted(arrows):
        floor(room)
    return floors


def placed(arrows, floors):
    """room -> (x of its middle, y of its top, width). Rooms of a floor are ordered by the middle of what they include."""
    places, top = {}, max(floors.values())
    for level in range(top + 1):
        row = [room for room, floor in floors.items() if floor == level]

        def pull(room):
            below = [places[other][0] for other in arrows[room]]
            return (sum(below) / len(below) if below else WIDTH / 2, room)

        row.sort(key=pull)
        widths = [8 * len(room) + 22 for room in row]
        x = (WIDTH - sum(widths) - GAP * (len(row) - 1)) / 2
        for room, width in zip(row, widths):
            places[room] = (x + width / 2, 20 + (top - level) * FLOOR, width)
            x += width + GAP
    return places


def drawing():
    arrows = room_arrows()
    shown, floors = reduced(arrows), floors_of(arrows)
    places = placed(shown, floors)
    height = 40 + (max(floors.values()) + 1) * FLOOR - (FLOOR - BOX)
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" aria-label="The rooms of src and '
             f'what each includes">', f"<style>{STYLE}</style>"]
    for room in sorted(shown):
        x, y, _ = places[room]
        for other in sorted(shown[room]):
            to_x, to_y, _ = places[other]
            middle = (y + BOX + to_y) / 2
            lines.append(f'<path d="M{x:.0f} {y + BOX:.0f} C{x:.0f} {middle:.0f} {to_x:.0f} {middle:.0f} {to_x:.0f} {to_y:.0f}"/>')
    for room in sorted(places):
        x, y, width = places[room]
        lines.append(f'<g class="{room.split("/")[0]}"><rect x="{x - width / 2:.0f}" y="{y:.0f}" width="{width:.0f}" height="{BOX}" '
                     f'rx="6"/><text x="{x:.0f}" y="{y + 20:.0f}">{html.escape(room)}</text></g>')
    return "\n".join([*lines, "</svg>", ""])


def main():
    picture = drawing()
    if "--check" in sys.argv:
        if not PICTURE.is_file() or PICTURE.read_text() != picture:
            print(f"{PICTURE.relative_to(ROOT)} is not what src/rooms.cmake says: run ./dev map")
            return 1
        return 0
    PICTURE.parent.mkdir(parents=True, exist_ok=True)
    PICTURE.write_text(picture)
    print(f"wrote {PICTURE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
