"""The probe sets on sonde's own set, on wiki_split and on bad files, against numpy."""
import json
import re

import numpy as np
import pytest
from program import EXHAUSTIVE, ROOT, Sonde, shared_data, write_table

TEXTS = ("prev", "curr", "next", "s1", "s2")
OVERLAPS = {"": ("s1", "s2", "curr")}
DIFFERENCES = {"s1-prev": ("s1", "prev", "curr"), "s1-curr": ("s1", "curr", "prev"),
               "s1-s2": ("s1", "s2", "prev"), "s2-next": ("s2", "next", "curr"),
               "s2-curr": ("s2", "curr", "next"), "s2-s1": ("s2", "s1", "next")}
UNIONS = {"prev+curr": ("prev", "curr", "s1"), "curr+next": ("curr", "next", "s2")}


def dot(a, b):
    return np.sum(a * b, axis=1)


def cosine(a, b):
    return dot(a, b) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


def ned(a, b):
    return .5 * np.var(a - b, axis=1) / (np.var(a, axis=1) + np.var(b, axis=1))


DISTANCES = {"cosine": lambda a, b: -cosine(a, b), "dot": lambda a, b: -dot(a, b), "ned": ned,
             "l1": lambda a, b: np.sum(np.abs(a - b), axis=1),
             "l2": lambda a, b: np.linalg.norm(a - b, axis=1)}


def cases(first, second, ranges):
    """Shares of TT, TF, FT, FF over a grid of 132 x 132, pair by pair of thresholds."""
    a, b = (list_of[:, None] >= np.linspace(*ends, 132) for list_of, ends in zip((first, second), ranges))
    counts = [one.astype(float).T @ two.astype(float) for one in (a, ~a) for two in (b, ~b)]
    return [np.mean(count) / len(first) for count in counts]


class World:
    """An encoder's vectors of the set, and the margins of the criteria."""

    def __init__(self, run, rows, spec):
        vectors = run.encode([row[text] for text in TEXTS for row in rows], spec).astype(np.float64)
        self.vectors = dict(zip(TEXTS, np.split(vectors, len(TEXTS))))
        self.kept = np.array([row["kept"] == "yes" for row in rows])

    def samples(self, kinds, keep=None):
        for texts in kinds.values():
            a, b, target = (self.vectors[text] for text in texts)
            yield (a, b, target) if keep is None else (a[keep], b[keep], target[keep])

    def margins(self, measure):
        """The margins by criterion: two lists (one for C4), an item's samples in any order."""
        sim = lambda x, y: -DISTANCES[measure](x, y)
        overlaps = [(sim(a, o) - sim(a, b), sim(b, o) - sim(a, b)) for a, b, o in self.samples(OVERLAPS)]
        differences = list(self.samples(DIFFERENCES, self.kept))
        c3 = [(sim(a, d) - sim(b, d), sim(a, b) - sim(b, d)) for a, b, d in differences]
        c4 = [(sim(a - b, d) - sim(a - b, b),) for a, b, d in differences]
        return {name: [np.concatenate(part) for part in zip(*found)]
                for name, found in (("c1", overlaps), ("c3", c3), ("c4", c4))}


def some_of(file):
    """The header and every sixth row of a table, or all of it."""
    lines = file.read_text().splitlines()
    return lines if EXHAUSTIVE else [lines[0], *lines[1::6]]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    sonde = Sonde(tmp_path_factory.mktemp("sets"))
    (sonde.folder / "sets-en.tsv").write_text("".join(line + "\n" for line in some_of(ROOT / "data/sets/en.tsv")))
    sonde.run("a.sonde", "--encoder", "minilm", "--encoder", "tfidf", "--encoder", "random",
              "--probe", "sets", "--data", "sets-en.tsv", "--replicates", 50)
    return sonde


@pytest.fixture(scope="module")
def worlds(run, rows):
    return {spec: World(run, rows, spec) for spec in ("minilm", "random")}


@pytest.fixture(scope="module")
def rows():
    lines = some_of(ROOT / "data/sets/en.tsv")
    header = lines[0].split("\t")
    return [dict(zip(header, line.split("\t"))) for line in lines[1:]]


def of(run, file, spec, slice_name="all"):
    return {key[3]: r for key, r in run.results(file).items() if key[1:3] == (spec, slice_name)}


@pytest.mark.parametrize("measure", DISTANCES)
def test_criteria_are_numpys(run, worlds, measure):
    specs = ("minilm", "random")
    file = "two.sonde"
    if not (run.folder / file).exists():
        run.run(file, *(word for spec in specs for word in ("--encoder", spec)), "--probe", "sets", "--data", "sets-en.tsv",
                "--replicates", 20)
    found = {spec: worlds[spec].margins(measure) for spec in specs}
    joint = measure in ("cosine", "ned")
    for spec in specs:
        value = of(run, file, spec)
        for criterion, margins in found[spec].items():
            name = lambda last: (f"{criterion}_{last}" if measure == "cosine" and last[0] == "t" and last != "tf"
                                 and not last.startswith("tf_") else f"{criterion}.{measure}.{last}")
            ranges = []
            for i in range(len(margins)):
                over = [found[other][criterion][i] for other in (specs if joint else (spec,))]
                ranges.append((min(map(np.min, over)), max(map(np.max, over))))
                low, high = (value[f"{criterion}.{measure}.e{i + 1}_{end}"] for end in ("low", "high"))
                assert (low["value"], high["value"]) == pytest.approx(ranges[-1], abs=1e-5)
                assert low["scope"] == ("minilm, random" if joint else "")
                sign = 1 if measure in ("cosine", "dot") else -1
                mean = value[f"{criterion}.{measure}.margin{i + 1}_mean"]["value"]
                assert mean == pytest.approx(sign * np.mean(margins[i]), abs=1e-6)
                assert value[f"{criterion}.{measure}.margin{i + 1}_sd"]["value"] == pytest.approx(
                    np.std(margins[i], ddof=1), abs=1e-6)
            if criterion == "c4":
                share = np.mean([np.mean(margins[0] >= e) for e in np.linspace(*ranges[0], 132)])
                assert value[name("t")]["value"] == pytest.approx(share, abs=1e-3)
                assert value[name("t_at0")]["value"] == pytest.approx(np.mean(margins[0] >= 0), abs=1e-3)
                continue
            for last, share in zip(("tt", "tf", "ft", "ff"), cases(*margins, ranges)):
                assert value[name(last)]["value"] == pytest.approx(share, abs=1e-3)
            both = np.mean((margins[0] >= 0) & (margins[1] >= 0))
            assert value[name("tt_at0")]["value"] == pytest.approx(both, abs=2e-3)


def position(a, b, target):
    """Angles of A and B, and of the projection with both, in degrees, by least squares."""
    found = []
    for one, two, v in zip(a, b, target):
        plane = np.stack([one, two], axis=1)
        projection = plane @ np.linalg.lstsq(plane, v, rcond=None)[0]
        angle = lambda x, y: np.degrees(np.arccos(np.clip(
            x @ y / np.linalg.norm(x) / np.linalg.norm(y), -1, 1)))
        found.append((angle(one, two), angle(projection, one), angle(projection, two)))
    return np.array(found).T


@pytest.mark.parametrize("spec", ("minilm", "random"))
def test_positions_are_numpys(run, worlds, spec):
    world, value = worlds[spec], of(run, "a.sonde", spec)
    inside = [to_a + to_b <= between + 1 for between, to_a, to_b in
              (position(*sample) for sample in world.samples(OVERLAPS))]
    assert value["c2"]["value"] == pytest.approx(np.mean(inside), abs=1e-3)
    near = [to_a < between / 2 for between, to_a, _ in
            (position(*sample) for sample in world.samples(DIFFERENCES, world.kept))]
    assert value["c5"]["value"] == pytest.approx(np.mean(near), abs=2e-3)
    middle = []
    for a, b, union in world.samples(UNIONS):
        half = a / np.linalg.norm(a, axis=1)[:, None] + b / np.linalg.norm(b, axis=1)[:, None]
        between, to_a, to_b = position(a, b, union)
        _, to_middle, _ = position(half, b, union)
        middle.append(to_middle < between / 4)
    assert value["c6"]["value"] == pytest.approx(np.mean(middle), abs=3e-3)
    assert value["c6.comparable"]["value"] == value["c6"]["value"]


def test_results_say_what_fell_out(run, rows):
    dropped = sum(row["kept"] == "no" for row in rows)
    assert 0 < dropped < len(rows)
    value = of(run, "a.sonde", "minilm")
    for name in ("c3_tt", "c4_t", "c5"):
        assert value[name]["n"] == len(rows) - dropped
        assert value[name]["why"] == {"not kept for differences": dropped}
    assert value["c1_tt"]["n"] == value["c6"]["n"] == len(rows)
    assert f"{dropped} (not kept for differences)" in run("show", "a.sonde").out
    assert of(run, "a.sonde", "minilm", "difference=s1-s2")["c3_tt"]["n"] == len(rows) - dropped
    assert 0 < of(run, "a.sonde", "minilm", "register=news")["c3_tt"]["n"] < sum(row["register"] == "news" for row in rows)
    names = {series["name"] for series in run.shown("a.sonde")["series"]}
    assert {"overlap_position", "difference_position", "union_position"} <= names


def test_tables_show_details_when_asked(run):
    plain, details = run("show", "a.sonde").out, run("show", "a.sonde", "--details").out
    assert "c1_tt" in plain and "c1.ned.tt" not in plain
    assert "c1.ned.tt" in details and "c3.l1.margin2_sd" in details


def test_subjects_are_compared_and_checked(run):
    compared = json.loads(run("compare", "a.sonde", "--subjects", "minilm", "random", "--name", "all",
                              "--format", "json", "--replicates", 20).out)
    named = {d["name"]: d for d in compared["differences"]}
    assert len(named) == len(compared["differences"])  # the probe's own slices only where asked for
    value = {spec: of(run, "a.sonde", spec) for spec in ("minilm", "random")}
    for name in ("c1_tt", "c3_tt", "c4_t", "c2", "c5", "c6", "c3.l2.mean_ab"):
        assert named[name]["difference"] == pytest.approx(
            value["random"][name]["value"] - value["minilm"][name]["value"], abs=1e-12)
        assert named[name]["undefined"] == ""
    checked = json.loads(run("check", "a.sonde", "--against", "a.sonde", "--format", "json", "--replicates", 20).out)
    assert {c["verdict"] for c in checked["checks"]} == {"pass"}
    assert {"c1_tt", "c6"} <= {c["name"] for c in checked["checks"]}


def mean_margins(world):
    """An item's: of its overlap and its differences, each the smaller margin of the two."""
    margins = world.margins("cosine")
    total, count = np.minimum(*margins["c1"]), np.ones(len(world.kept))
    total[world.kept] += np.minimum(*margins["c3"]).reshape(len(DIFFERENCES), -1).sum(axis=0)
    count[world.kept] += len(DIFFERENCES)
    return total / count


def test_the_items_that_moved_most_are_numpys(run, worlds, rows):
    found = json.loads(run("compare", "a.sonde", "--subjects", "minilm", "random", "--format", "json",
                           "--replicates", 20).out)
    (moves,) = found["moves"]
    assert moves["score"] == "margin of C1 and C3" and "gained" not in moves
    before, after = (mean_margins(worlds[spec]) for spec in ("minilm", "random"))
    order = np.argsort(after - before)
    for way, wanted in (("better", order[::-1][:5]), ("worse", order[:5])):
        assert [move["sentences"] for move in moves[way]] == [[rows[i][text] for text in TEXTS] for i in wanted]
        for move, i in zip(moves[way], wanted):
            assert (move["first"], move["second"]) == pytest.approx((before[i], after[i]), abs=1e-6)


def test_wiki_split(sonde):
    lines = (shared_data("sets") / "wiki_split/tune.tsv").read_text().splitlines()[:120]
    (sonde.folder / "split.tsv").write_text("complex\tsplit\n" + "\n".join(lines) + "\n")
    sonde.run("a.sonde", "--encoder", "random", "--data", "split.tsv")
    value = of(sonde, "a.sonde", "random")
    assert "c1_tt" not in value and value["c3_tt"]["n"] == value["c6"]["n"] == 120
    item = sonde.items("a.sonde")[0]
    assert item["rows"] == ["difference:complex-first", "difference:complex-second", "union:first+second"]


BASE = "\t".join((*TEXTS, "kept"))
DIRECT = "operator\tA\tB\ttarget"
GOOD = "It rained.\tAnn slept.\tA bus came.\tIt rained as Ann slept.\tAnn slept, a bus came.\tyes"


def test_an_exported_sample_says_its_operator(sonde):
    samples = [(operator, *(f"{text} {operator}" for text in "abc"))
               for operator in ("overlap", "difference", "union")]
    data = write_table(sonde.folder / "own.tsv", DIRECT.split("\t"), samples)
    sonde.run("a.sonde", "--encoder", "random", "--probe", "sets?filter=none", "--data", data)
    items = sonde.items("a.sonde")
    assert [item["rows"] for item in items] == ["overlap", "difference", "union"]
    assert all(isinstance(item["subjects"]["random"]["cosine_ab"], float) for item in items)


@pytest.mark.parametrize("text, told", [
    (BASE + "\n", "has no item"),
    (BASE + "\n" + GOOD.replace("It rained.", " ") + "\n", "no item of the data set is left: 1 an empty sentence in prev"),
    (BASE + "\n" + GOOD + "\n" + GOOD.replace("yes", "perhaps") + "\n", ":3: 'perhaps' is neither yes nor no"),
    (BASE + "\n" + GOOD + "\n" + GOOD.removesuffix("yes").replace("bus", "tram") + "\n", "filter=none"),
    (BASE + "\n" + GOOD.replace("It rained as Ann slept.", "It rained.") + "\n",
     "no item of the data set is left: 1 s1 and prev are the same sentence"),
    (DIRECT + "\nminus\ta b\tc d\te f\n", ":2: unknown operator 'minus'"),
    (DIRECT + "\nunion\ta b\t\te f\n", "no item of the data set is left: 1 an empty sentence in B"),
    ("complex\tsplit\na b\ta, b\n", ":2: not two sentences"),
    ("one\ttwo\na\tb\n", "bad.tsv:1: none of the columns prev, curr, next"),
])
def test_bad_files(sonde, text, told):
    (sonde.folder / "bad.tsv").write_text(text)
    answer = sonde("run", "--encoder", "random", "--probe", "sets", "--data", "bad.tsv", "--out",
                   "a.sonde", code=3)
    assert "bad.tsv" in answer.err and told in answer.err
    assert not (sonde.folder / "a.sonde").exists()


def test_rows_whose_target_is_asked_of_itself_are_left_out_and_listed(sonde):
    rows = [("union", f"a {i}", f"b {i}", f"{'ab'[i % 2]} {i}" if i % 5 < 2 else f"a {i} b {i}") for i in range(60)]
    data = write_table(sonde.folder / "own.tsv", DIRECT.split("\t"), rows)
    words = ("--encoder", "random", "--probe", "sets", "--data", data)
    answer = sonde.run("a.sonde", *words, "--left-out", "left.tsv")
    why = {"target and A are the same sentence": 12, "target and B are the same sentence": 12}
    (task,) = sonde.shown("a.sonde")["tasks"]
    assert (task["items"], task["left_out"]) == (36, why)
    assert "36 items, 12 left out (target and A are the same sentence: lines 2, 8, 12, 18, 22, " in answer.err
    assert "48, ... (all: --left-out FILE))" in answer.err
    listed = [line.split("\t") for line in (sonde.folder / "left.tsv").read_text().splitlines()]
    assert listed[0] == ["dataset", "file", "line", "item", "why"]
    assert [int(line[2]) for line in listed[1:]] == [i + 2 for i in range(60) if i % 5 < 2]
    assert listed[2] == ["own", str(data), "3", "2", "target and B are the same sentence"]
    (line,) = sonde.run("b.sonde", *words, "--strict", code=3).messages
    assert "own.tsv:2: target and A are the same sentence (item 1); correct it or remove it" in line
    write_table(data, DIRECT.split("\t"), [row for i, row in enumerate(rows) if i % 5 > 1])
    sonde.run("b.sonde", *words, "--strict")


def test_the_same_letters_are_dropped_and_counted(sonde):
    same = GOOD.replace("Ann slept.\tA", "IT RAINED\tA")
    unfiltered = [line.split("\t")[:5] for line in (GOOD, same, GOOD.replace("bus", "tram"))]
    data = write_table(sonde.folder / "own.tsv", TEXTS, unfiltered)
    sonde.run("a.sonde", "--encoder", "random", "--probe", "sets?filter=none", "--data", data)
    value = of(sonde, "a.sonde", "random")
    assert value["c3_tt"]["n"] == 2
    assert value["c3_tt"]["why"]["prev and curr are the same letters and digits"] == 1 == value["c3_tt"]["left_out"]


def test_runs_are_compared_on_joint_thresholds(run):
    for name in ("minilm", "random"):
        run.run(f"{name}.sonde", "--encoder", name, "--probe", "sets", "--data", "sets-en.tsv", "--replicates", 20)
    run.run("both.sonde", "--encoder", "minilm", "--encoder", "random", "--probe", "sets", "--data", "sets-en.tsv",
            "--replicates", 20)
    words = ("--name", "all", "--format", "json", "--replicates", 20)
    apart = json.loads(run("compare", "minilm.sonde", "random.sonde", *words).out)["differences"]
    joint = json.loads(run("compare", "both.sonde", *words).out)["differences"]
    number = {(d["slice"], d["name"]): d["difference"] for d in joint}
    assert len(apart) == len(joint) > 200
    for d in apart:
        assert d["difference"] == number[d["slice"], d["name"]]
    alone, beside = (of(run, f"{file}.sonde", "minilm")["c1_tt"]["value"] for file in ("minilm", "both"))
    assert {d["first_value"] for d in apart if d["name"] == "c1_tt" and d["slice"] == "all"} == {beside}
    assert alone != beside
    # Shares over separate thresholds per subject can't be compared.
    own = re.compile(r"c\d\.(dot|l1|l2)\.(tt|tf|ft|ff|t)$")
    assert sum(d["slice"] == "all" for d in joint if own.match(d["name"])) == 3 * (4 + 4 + 1)
    for d in joint:
        if own.match(d["name"]):
            assert d["undefined"] == "each has thresholds of its own" and d["p"] is None and d["low"] is None
        elif re.match(r"c\d(\.\w+\.|_)(tt?|tf|ft|ff)(_at0)?$", d["name"]) and d["slice"] == "all":
            assert d["p"] is not None, d
