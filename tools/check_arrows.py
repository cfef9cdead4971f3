#!/usr/bin/env python3
"""Checks that each room includes only what CMakeLists.txt lets it include.

A file of src/ROOM/ may include headers of its own room and of those that its
`sonde_room(ROOM ARROWS ...)` names; a public header of include/sonde/ belongs to
the room that its first line names ("// Room: base.") and counts as it.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"', re.M)
# Only these may be seen from the rooms named.
SEALED = {"openvino/": {"engine"}, "sqlite3.h": {"store"}, "CLI/": {"cli"},
          "link-grammar/": {"language"}, "curl/": {"outside"}, "xxhash.h": {"store"},
          "boost/beast/": {"server"}, "lemon/": {"meaning"}}


def arrows():
    """room -> the rooms it may include, as CMakeLists.txt has them."""
    text = (ROOT / "CMakeLists.txt").read_text()
    found = {}
    for match in re.finditer(r"sonde_room\((\w+)\s+ARROWS([^)]*?)(?:LIBRARIES[^)]*)?\)", text):
        found[match.group(1)] = set(match.group(2).split())
    return found


def public_rooms():
    rooms = {}
    for header in sorted((ROOT / "include/sonde").glob("*.h")):
        match = re.match(r"// Room: (\w+)\.", header.read_text())
        if not match:
            sys.exit(f"{header}: the first line must be '// Room: NAME.'")
        rooms[f"sonde/{header.name}"] = match.group(1)
    return rooms


def acyclic(allowed):
    done = set()
    while len(done) < len(allowed):
        free = [room for room in allowed if room not in done and allowed[room] <= done]
        if not free:
            return False
        done.update(free)
    return True


def main():
    allowed, public = arrows(), public_rooms()
    problems = [] if acyclic(allowed) else ["CMakeLists.txt: the arrows make a circle"]
    files = [(path, path.relative_to(ROOT / "src").parts[0]) for path in (ROOT / "src").rglob("*")
             if path.suffix in {".cpp", ".h"}]
    files += [(ROOT / "include" / name, room) for name, room in public.items()]
    for path, room in files:
        if room not in allowed:
            problems.append(f"{path.relative_to(ROOT)}: no such room in CMakeLists.txt: {room}")
            continue
        text = path.read_text()
        test = re.search(r"_(test|fuzz|bench)\.cpp$", path.name)
        for include in INCLUDE.findall(text):
            other = public.get(include, include.split("/")[0])
            if path.parent.name == "sonde" and include not in public:
                problems.append(f"{path.relative_to(ROOT)}: a public header may not include {include}")
            elif other not in allowed:
                problems.append(f"{path.relative_to(ROOT)}: no room has {include}")
            elif other != room and other not in allowed[room]:
                problems.append(f"{path.relative_to(ROOT)}: {room} may not include {include}")
        for header, rooms in SEALED.items():
            if re.search(rf'#include\s+[<"]{re.escape(header)}', text) and room not in rooms and not test:
                problems.append(f"{path.relative_to(ROOT)}: only {', '.join(rooms)} sees {header}")
    lines = sum(len((ROOT / "include" / name).read_text().splitlines()) for name in public)
    if lines > 2000:
        problems.append(f"include/sonde has {lines} lines; at most 2000 are wanted")
    print("\n".join(problems) or f"arrows: {len(files)} files in {len(allowed)} rooms, well")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
