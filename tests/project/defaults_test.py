"""Defaults that Python's signatures, docstrings and the documents repeat are those of the program, which `--help` and the
error of an unknown option print."""
import importlib
import inspect
import json
import re
import shutil

import pytest
from program import ROOT
from python_package import sonde as package

# Python's numbers that no option of the program has: sizes of batches, retries, lines of files.
PYTHON_ALONE = {"batch", "batch_size", "line", "retries", "num_cpus", "num_gpus", "threads"}
MODULES = ["sonde", "sonde.distributed", "sonde.evaluators", "sonde.graphs", "sonde.mteb", "sonde.plugin", "sonde.pytest_plugin",
           "sonde.stats"]
# The command that a function's number is an option of, if it isn't `sonde run`.
COMMANDS = {"sonde.compare": "compare", "sonde.agreement": "rate agreement", "sonde.audit": "audit", "sonde.negate": "make negations",
            "sonde.pytest_plugin.sonde_gate": "compare"}
GATES = {"sonde.stats.difference_of_means", "sonde.stats.difference_of_correlations"}
# Numbers that are options of a part: its specification and their names there.
PARTS = {"sonde.graphs.wlk": "wlk", "sonde.graphs.wwlk": "wwlk", "sonde.stats.density": "curves", "sonde.stats.overlap": "curves"}


def help_of(sonde, command):
    return " ".join(sonde(*command.split(), "--help").out.split())


def default_of(sonde, command, option):
    """The default of an option, a number, as the help prints it."""
    after = re.search(rf"--{option} .*?default: ([\d.]+)", help_of(sonde, command))
    assert after, f"`sonde {command} --help` gives no default of --{option}"
    return float(after[1].rstrip("."))


def options_of(sonde, *words):
    """Known options of a part with their defaults: the program lists them with the error of an unknown one."""
    listed = re.search(r"known, with their defaults: (.*)", sonde(*words, code=2).err)
    assert listed, sonde(*words, code=2).err
    return dict(re.match(r"(\w+)=?(.*)", one).groups() for one in re.split(r", (?=\w+(?:=|,|$))", listed[1].strip()))


@pytest.fixture
def parts(sonde):
    """The options of each part that docs/reference has a table of."""
    (sonde.folder / "pairs.tsv").write_text("first\tsecond\tgold\na cat\ta dog\t1\n")
    (sonde.folder / "sentences.tsv").write_text("sentence\na cat sleeps\n")
    for name in ("first", "second"):
        (sonde.folder / f"{name}.amr").write_text("(c / cat)\n")
    (sonde.folder / "v.txt").write_text("cat 1 0\ndog 0 1\n")
    golden = ROOT / "tests/golden"

    def probe(name, data):
        return options_of(sonde, "run", "--encoder", "random", "--probe", f"{name}?qqqq=1", "--data", data, "--out", "r")

    def scorer(text):
        return options_of(sonde, "run", "--scorer", text, "--probe", "sts", "--data", "pairs.tsv", "--out", "r")

    def encoder(text):
        return options_of(sonde, "encode", "--encoder", text)
    return {
        "curves": lambda: probe("curves", "sentences.tsv"), "sets": lambda: probe("sets", "sets-en"),
        "smatch": lambda: scorer("smatch:first.amr,second.amr?qqqq=1"),
        "hillclimb": lambda: scorer("smatch:first.amr,second.amr?qqqq=1&solver=hillclimb"),
        "wlk": lambda: scorer("wlk:first.amr,second.amr?qqqq=1"),
        "wwlk": lambda: scorer("wwlk:first.amr,second.amr?qqqq=1&vectors=random"),
        "amr-cn": lambda: scorer("amr-cn:first.amr,second.amr?qqqq=1&vectors=random"),
        "openai": lambda: encoder("openai:http://127.0.0.1:1/v1?model=m&qqqq=1"),
        "exec": lambda: encoder("exec:cat?qqqq=1"), "hf": lambda: encoder(f"hf:{golden / 'plain-bert'}?qqqq=1"),
        "words": lambda: encoder("words:v.txt?qqqq=1"), "random": lambda: encoder("random?qqqq=1")}


def numbers():
    """The parameters of Python's functions whose default is a number."""
    for module in map(importlib.import_module, MODULES):
        for name in getattr(module, "__all__", ["run"]):
            one = getattr(module, name)
            place = f"{module.__name__}.{name}"
            if not callable(one) or (module is package and one.__module__ in MODULES[1:]):
                continue
            try:
                parameters = inspect.signature(one).parameters.values()
            except ValueError:
                continue
            for parameter in parameters:
                default = parameter.default
                if isinstance(default, (int, float)) and not isinstance(default, bool) and parameter.name not in PYTHON_ALONE:
                    yield place, parameter.name, default


def test_python_has_the_programs_numbers(sonde, parts):
    found = list(numbers())
    assert {("sonde.run", "replicates"), ("sonde.agreement", "splits"), ("sonde.compare", "items"), ("sonde.stats.mean", "seed"),
            ("sonde.distributed.run", "stream_above")} <= {(place, name) for place, name, _ in found}
    for place, name, default in found:
        if place in PARTS:
            expected = float(parts[PARTS[place]]()[name])
        elif name == "replicates" and place in GATES:
            expected = default_of(sonde, "check", name)
        else:
            expected = default_of(sonde, COMMANDS.get(place, "run"), name.replace("_", "-"))
        assert default == expected, (place, name)


def test_python_has_the_programs_bounds(sonde):
    low, high = re.search(r"bootstrap replicates, (\d+) to (\d+)", help_of(sonde, "run")).groups()
    for number in (int(low) - 1, int(high) + 1):
        with pytest.raises(package.Error, match=f"give from {low} to {high}"):
            package.stats.mean([1, 2], replicates=number)
    most = re.search(r"up to (\d+)", sonde("run", "--part", "1/x", "--out", "r", code=2).err)[1]
    assert importlib.import_module("sonde._ray").MOST_PARTS == int(most)


def plain(text):
    return float(text.replace(",", ""))


# A sentence of a document, and the program's number: a command and its option.
SAID = [
    ("docs/reference/gates.md", r"Gates draw ([\d,]+) replicates", "check", "replicates"),
    ("docs/reference/gates.md", r"a check without gates ([\d,]+)", "run", "replicates"),
    ("docs/reference/probes/README.md", r"more than ([\d,]+) texts \(`--stream-above`\)", "run", "stream-above"),
    ("docs/reference/program.md", r"`--store-cap` \((\d+) GiB\)", "run", "store-cap"),
    ("docs/explanation/statistics.md", r"In each of ([\d,]+) replicates", "run", "replicates"),
    ("docs/reference/makers.md", r"`--min-relatedness` \(([\d.]+)\)", "make triplets", "min-relatedness"),
    ("docs/reference/makers.md", r"`--min-likeness` \(([\d.]+)\)", "make triplets", "min-likeness"),
    ("docs/guides/rate.md", r"`--per-item (\d+)`", "rate new", "per-item"),
    ("docs/guides/rate.md", r"`--per-person (\d+)`", "rate new", "per-person"),
    ("docs/guides/rate.md", r"port (\d+) \(`--port`\)", "rate serve", "port"),
    ("docs/guides/report.md", r"`--width (\d+)mm`", "report", "width"),
    ("python/sonde/_compare.py", r"Default: ([\d,]+) for gates", "check", "replicates"),
    ("python/sonde/_compare.py", r"for gates, ([\d,]+) without", "run", "replicates"),
]


@pytest.mark.parametrize("file, pattern, command, option", SAID)
def test_documents_say_the_programs_numbers(sonde, file, pattern, command, option):
    text = " ".join((ROOT / file).read_text().split())
    said = re.findall(pattern, text)
    assert said, f"{file} no longer says {pattern}: remove the row"
    expected = default_of(sonde, command, option)
    assert all(plain(one) == expected for one in said), (said, expected)


# Pages with tables of options, and the parts whose options these are.
PAGES = {
    "probes/curves.md": ["curves"], "probes/sets.md": ["sets"], "scorers/graphs.md": ["smatch", "hillclimb", "wwlk", "amr-cn"],
    "encoders/servers.md": ["openai"], "encoders/programs.md": ["exec"], "encoders/transformers.md": ["hf"],
    "encoders/words.md": ["words"]}
VALUE = r"(?:-?\d[\d.]*|`[^`]+`)"
VALUES = re.compile(rf"({VALUE}(?:, {VALUE})*)(?: \(.*\))?$")  # "120, 6" or "32 (96 for `cohere:`)", not "`a`, else `b`"


def rows_of(page):
    """The rows of tables of options: names, and their defaults if the page gives values."""
    for head, body in re.findall(r"^\| option \| (.*) \|\n\|[ -|]*\n((?:\|.*\n)+)", page, re.M):
        last = head.split(" | ")[-1] == "default"
        for line in body.splitlines():
            cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
            names = re.findall(r"`(\w+)`", cells[0])
            if last:
                whole = VALUES.match(cells[-1])
                values = whole[1].split(", ") if whole else []
            else:  # "`f1` (default), `precision`" or "100000"
                values = re.findall(r"`([^`]+)` \(default\)", cells[1]) or re.findall(r"^(-?[\d.]+)(?:, (-?[\d.]+)$)?", cells[1])
                values = [value for group in values for value in (group if isinstance(group, tuple) else (group,)) if value]
            values = [value.strip("`") for value in values]
            if len(names) == len(values):
                yield from zip(names, values, strict=True)


def is_same(said, default):
    try:
        return float(said) == float(default)
    except ValueError:
        return said == default


@pytest.mark.parametrize("page", PAGES)
def test_tables_of_options_have_the_programs_defaults(parts, page):
    known = {}
    for part in PAGES[page]:
        known.update(parts[part]())
    rows = [(name, value) for name, value in rows_of((ROOT / "docs/reference" / page).read_text())
            if not (value in known and name != value)]  # "`prompt`": that of another option
    compared = [(name, value, known[name]) for name, value in rows if known.get(name)]
    assert len(compared) >= 2, (rows, known)
    assert [(name, said, default) for name, said, default in compared if not is_same(said, default)] == []


def test_the_page_of_transformers_lists_what_is_read(sonde):
    """Every family and every pooling, and none besides."""
    page = (ROOT / "docs/reference/encoders/transformers.md").read_text()
    rows = [line.split(" | ") for line in page.split("## Families")[1].split("## Keys")[0].splitlines() if line.startswith("| ")]
    families = {name for row in rows for name in re.findall(r"`([\w-]+)`", row[1]) if name != "model_type"}
    shutil.copytree(ROOT / "tests/golden/plain-bert", sonde.folder / "model")
    config = sonde.folder / "model/config.json"
    whole = json.loads(config.read_text())
    config.write_text(json.dumps(whole | {"model_type": "z" * 20}))
    told = sonde("encode", "--encoder", "hf:model", stdin=b"one\n", code=3).err
    assert families == set(told.split("known families: ")[1].strip().split(", "))
    config.write_text(json.dumps(whole))
    told = sonde("encode", "--encoder", "hf:model?pooling=x", stdin=b"one\n", code=2).err
    poolings = re.search(r"\| `pooling` \| ([^|]*) \|", page)[1]
    assert set(re.findall(r"`(\w+)`", poolings)) == set(told.split("known are: ")[1].strip().split(", "))


# Forms of `sonde list` give examples, such as sets[?grid=even]. A number there that isn't an example is the default.
EXAMPLES = {"threshold", "dimension", "components"}


def test_forms_have_the_programs_defaults(parts):
    compared = 0
    for one in (*package.probes(), *package.encoders(), *package.scorers()):
        if one.name not in parts:
            continue
        known = parts[one.name]()
        for name, value in re.findall(r"[?&](\w+)=(\d[\d.]*)(?=[&\]]|$)", one.form):
            if known.get(name) and name not in EXAMPLES:
                assert is_same(value, known[name]), (one.form, name, known[name])
                compared += 1
    assert compared >= 3
