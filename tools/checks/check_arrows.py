#!/usr/bin/env python3
"""Checks that each folder of src/ includes only what src/rooms.cmake lets it include, and that it needs every arrow.

`sonde_room(NAME ARROWS ...)` is a library, `sonde_part(ROOM/NAME ARROWS ...)` a folder within one. A file belongs to the
longest of these that its path begins with. `testing/` is part of the folder it is in, and only tests include it. An arrow
to another room allows all of its parts. Public headers (include/sonde/) belong to the room that their first line names
("// Room: base."). The parts of that room need no arrow to them. Tests may include anything that a part of their room may,
and everything that `TESTS` names."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
INCLUDE = re.compile(r'^\s*#include\s+"([^"]+)"', re.M)
TEST = re.compile(r"_(test|fuzz|bench)\.(cpp|h)$")
MOST_FILES = 45  # in a folder
MOST_PUBLIC_LINES = 2000
# Headers of others that only these rooms include.
SEALED = {"openvino/": {"engine"}, "sqlite3.h": {"store"}, "CLI/": {"apps", "workshop"},
          "link-grammar/": {"workshop"}, "curl/": {"outside"}, "xxhash.h": {"store"},
          "boost/beast/": {"apps"}, "lemon/": {"graphs"}}


def read_arrows():
    """Reads src/rooms.cmake: folder -> the folders it may include, the rooms, room -> the folders that only its tests may include."""
    text = re.sub(r"#.*", "", (ROOT / "src/rooms.cmake").read_text())
    found, rooms, tests = {}, set(), {}
    for kind, name, words in re.findall(r"sonde_(room|part)\(([\w/]+)\s+([^)]*)\)", text):
        lists, key = {}, ""
        for word in words.split():
            if word in ("ARROWS", "TESTS", "LIBRARIES", "PYTHON"):
                key = word
            else:
                lists.setdefault(key, []).append(word)
        found[name] = lists.get("ARROWS", [])
        tests[name] = lists.get("TESTS", [])
        if kind == "room":
            rooms.add(name)
    return found, rooms, tests


def owner(path, folders):
    """The longest of the folders that a path is in."""
    parts = path.split("/")
    for end in range(len(parts) - 1, 0, -1):
        if "/".join(parts[:end]) in folders:
            return "/".join(parts[:end])
    return None


def public_rooms():
    rooms = {}
    for header in sorted((ROOT / "include/sonde").glob("*.h")):
        match = re.match(r"// Room: ([\w/]+)\.", header.read_text())
        if not match:
            sys.exit(f"{header}: the first line must be '// Room: NAME.'")
        rooms[f"sonde/{header.name}"] = match.group(1)
    return rooms


def circle(needs):
    """A circle of folders that include each other, or nothing."""
    state, path = {}, []

    def visit(folder):
        state[folder] = 1
        path.append(folder)
        for other in sorted(needs.get(folder, ())):
            if state.get(other) == 1:
                return path[path.index(other):]
            if other not in state and (found := visit(other)):
                return found
        path.pop()
        state[folder] = 2
        return None

    for folder in sorted(needs):
        if folder not in state and (found := visit(folder)):
            return found
    return None


class House:
    def __init__(self):
        self.arrows, self.rooms, self.tests = read_arrows()
        self.public = public_rooms()
        self.problems = []
        self.used = set()  # (folder, arrow), by the product
        self.needs = {}  # folder -> folders that its product includes
        self.files = 0

    def room(self, folder):
        return owner(folder + "/x", self.rooms)

    def allows(self, arrow, folder, other):
        return other == arrow or self.room(other) == arrow != self.room(folder)

    def test_arrows(self, room):
        parts = [part for part in self.arrows if self.room(part) == room]
        return {arrow for part in parts for arrow in [part, *self.arrows[part]]} | set(self.tests.get(room, []))

    def check_include(self, name, folder, include, test):
        own_public = include in self.public
        other = self.public[include] if own_public else owner(include, self.arrows)
        if other is None:
            return self.problems.append(f"{name}: no folder of src/rooms.cmake has {include}")
        if "/testing/" in include and not test and "/testing/" not in name:
            self.problems.append(f"{name}: only tests include {include}")
        if other == folder or own_public and self.room(folder) == other:
            return None
        if not test:
            self.needs.setdefault(folder, set()).add(other)
        allowed = self.test_arrows(self.room(folder)) if test else self.arrows[folder]
        arrow = next((arrow for arrow in allowed if self.allows(arrow, folder, other)), None)
        if arrow is None:
            self.problems.append(f"{name}: {folder} may not include {include}")
        elif not test:
            self.used.add((folder, arrow))
        return None

    def check_file(self, path, folder):
        name, text = str(path.relative_to(ROOT)), path.read_text()
        test = bool(TEST.search(name)) or "/testing/" in name
        self.files += 1
        for include in INCLUDE.findall(text):
            if name.startswith("include/") and include not in self.public:
                self.problems.append(f"{name}: a public header may not include {include}")
            else:
                self.check_include(name, folder, include, test)
        for header, rooms in SEALED.items():
            if re.search(rf'#include\s+[<"]{re.escape(header)}', text) and folder.split("/")[0] not in rooms and not test:
                self.problems.append(f"{name}: only {', '.join(sorted(rooms))} may include {header}")

    def check_files(self):
        for path in sorted((ROOT / "src").rglob("*")):
            if path.suffix not in {".cpp", ".h"}:
                continue
            folder = owner(str(path.relative_to(ROOT / "src")), self.arrows)
            if folder is None or str(path.relative_to(ROOT / "src").parent) not in {folder, folder + "/testing"}:
                self.problems.append(f"{path.relative_to(ROOT)}: src/rooms.cmake has no such folder")
            else:
                self.check_file(path, folder)
        for name, room in self.public.items():
            self.check_file(ROOT / "include" / name, room)

    def check_arrows(self):
        for folder, arrows in self.arrows.items():
            for arrow in arrows:
                if (folder, arrow) not in self.used:
                    self.problems.append(f"src/rooms.cmake: {folder} does not need its arrow to {arrow}")
        if found := circle(self.needs):
            self.problems.append("folders include each other in a circle: " + " -> ".join([*found, found[0]]))
        workshop = [f"{folder} -> {other}" for folder, others in self.needs.items() for other in others
                    if other.startswith("workshop/") and not folder.startswith(("workshop/", "apps/programs"))]
        self.problems += [f"the instrument may not include the workshop: {line}" for line in sorted(workshop)]

    def check_sizes(self):
        for folder in sorted({path.parent for path in (ROOT / "src").rglob("*") if path.is_file()}):
            count = sum(path.is_file() for path in folder.iterdir())
            if count > MOST_FILES:
                self.problems.append(f"{folder.relative_to(ROOT)} has {count} files; at most {MOST_FILES} are wanted")
        lines = sum(len((ROOT / "include" / name).read_text().splitlines()) for name in self.public)
        if lines > MOST_PUBLIC_LINES:
            self.problems.append(f"include/sonde has {lines} lines; at most {MOST_PUBLIC_LINES} are wanted")


def main():
    house = House()
    house.check_files()
    house.check_arrows()
    house.check_sizes()
    count = sum(len(others) for others in house.needs.values())
    print("\n".join(house.problems) or f"arrows: {house.files} files in {len(house.arrows)} folders of {len(house.rooms)} "
          f"libraries include each other along {count} arrows, without a circle")
    return 1 if house.problems else 0


if __name__ == "__main__":
    sys.exit(main())
