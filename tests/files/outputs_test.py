"""Every file that a command writes: it replaces its own kind and nothing else."""
import re
import shutil
from dataclasses import dataclass

import pytest
from program import ROOT, Sonde, helps, write_sts

MEASURE = ("run", "--encoder", "random?dimension=2", "--probe", "sts", "--data", "pairs.tsv", "--replicates", 20, "--store",
           "none")
OUTPUT_OPTIONS = {"--out", "--figures", "--junit", "--unknown", "--left-out", "--listing", "--store", "--cache", "--ledger", "--refused",
                  "--confirm"}


@dataclass(frozen=True)
class Output:
    """How an output is made: `words` name it OUT. `replaced`: by what option, or None if it never is."""
    words: tuple
    replaced: tuple | None = ()
    folder: tuple = ()  # of a set: names among its files
    stdin: bytes = b""
    inputs: tuple = ()


OUTPUTS = {
    "run --out": Output((*MEASURE, "--out", "OUT"), ("--replace",), inputs=("pairs.tsv",)),
    "run --out (a part)": Output((*MEASURE, "--part", "1/2", "--out", "OUT"), ("--replace",)),
    "run --listing": Output((*MEASURE, "--listing", "OUT"), ("--replace",)),
    "run --left-out": Output((*MEASURE, "--replace", "--out", "again.sonde", "--left-out", "OUT"), None, inputs=("a.sonde",)),
    "run --out (merged)": Output(("run", "--merge", "1.part", "2.part", "--out", "OUT"), ("--replace",), inputs=("1.part",)),
    "report --out": Output(("report", "a.sonde", "--out", "OUT"), ("--replace",), inputs=("a.sonde",)),
    "report --figures": Output(("report", "a.sonde", "--figures", "OUT"), ("--replace",), ("sts-pairs-correlations.csv", "sts-pairs-distribution.vl.json")),
    "check --junit": Output(("check", "a.sonde", "gates.toml", "--against", "a.sonde", "--junit", "OUT"),
                            inputs=("a.sonde", "gates.toml")),
    "encode --unknown": Output(("encode", "sentences.txt", "--encoder", "words:words.txt", "--unknown", "OUT"), None,
                               inputs=("sentences.txt", "words.txt")),
    "list --out": Output(("list", "datasets", "pairs.tsv", "--probe", "sts", "--length-like", "pairs.tsv", "--out", "OUT"), None,
                             inputs=("pairs.tsv",)),
    "make --out": Output(("make", "curves", "sentences.txt", "--out", "OUT"), ("--replace",), inputs=("sentences.txt",)),
    "make --out (negations)": Output(("make", "negations", "sentences.txt", "--out", "OUT"), None, inputs=("sentences.txt",)),
    "rate sheet --out": Output(("rate", "sheet", "study", "--out", "OUT"), (), ("p1.tsv", "guidelines.txt")),
    "rate export --out": Output(("rate", "export", "study", "--out", "OUT"), (),
                                ("answers.jsonl", "raters.tsv", "ratings.tsv", "gold.tsv", "gold.toml")),
}
# Written too, and tested elsewhere.
ELSEWHERE = {
    "rate new --out": "a new or empty folder: rate_test.py",
    "run --store": "a database that is opened, never replaced: store_test.py",
    "audit --out": "audit_test.py", "audit --store": "as of run",
    "store --store": "as of run",
    "pull --cache": "a cache of the hub's form: pull_test.py",
    "roles --ledger": "a ledger only grows: make_test.py",
    "audit --ledger": "a ledger only grows: make_test.py",
    "make --ledger": "a ledger only grows: make_test.py",
    "make --confirm": "part of the set that is made: make_heros_test.py",
    "make --refused": "part of the set that is made: make_triplets_test.py",
}
# The files of src/ that call what creates files, and what they write.
WRITERS = {
    "atomic_file.cpp": "the functions", "output_file.cpp": "the one function for a file",
    "output_set.cpp": "the one function for a set",
    "digest.cpp": "remembered digests, in the cache", "word_index.cpp": "an index, in the cache",
    "model_download.cpp": "pull --cache", "ledger.cpp": "ledgers", "made_file.cpp": "make --out, audit's set",
    "audit_command.cpp": "audit --out",
    "project.cpp": "rate new --out",
    "report_command.cpp": "report --out, report --figures", "check_command.cpp": "check --junit",
    "encode_command.cpp": "encode --unknown", "describe.cpp": "list --out", "make_negations.cpp": "make negations --out",
    "rate_command.cpp": "rate sheet --out, rate export --out", "skipped_items.cpp": "run --left-out",
    "working_files.cpp": "a claim to the run file", "bind_run_file.cpp": "Run.report",
    "parts_file.cpp": "run --out, parts and listings", "store_file.cpp": "run --store", "sqlite.cpp": "databases",
    "file_lock.cpp": "locks",
}
CREATES = re.compile(r"\b(write_file_atomically|replace_file|NewFile|NewFolder|ofstream|fopen|O_CREAT|create_directory|write_output\w*"
                     r"|Access::kExclusive|fs::rename|sqlite3_open_v2)\b")


@pytest.fixture(scope="module")
def workplace(tmp_path_factory):
    sonde = Sonde(tmp_path_factory.mktemp("outputs"))
    folder = sonde.folder
    write_sts(folder / "pairs.tsv", 12)
    (folder / "gates.toml").write_text('[[gate]]\nresult = "spearman"\nsmallest = 0.5\n')
    (folder / "sentences.txt").write_text("The dog barks.\nA man is singing.\nThe old ships left the harbour.\n")
    (folder / "words.txt").write_text("the 1 2\ndog 2 1\n")
    sonde(*MEASURE, "--out", "a.sonde")
    for part in (1, 2):
        sonde(*MEASURE, "--part", f"{part}/2", "--out", f"{part}.part")
    sonde("report", "a.sonde", "--out", "a.html")
    sonde("rate", "new", "pairs.tsv", "--out", "study", "--per-item", 1, "--checks", 0)
    rate(sonde, "study")
    return sonde


def rate(sonde, project):
    sonde("rate", "sheet", project, "--out", "filled")
    sheet = sonde.folder / "filled/p1.tsv"
    head, *lines = sheet.read_text().splitlines()
    sheet.write_text("\n".join([head, *(line + str(1 + i % 7) for i, line in enumerate(lines))]) + "\n")
    sonde("rate", "take", project, "filled/p1.tsv", "--person", "p1")


def write(sonde, output, place, *more, code=0):
    words = [place if word == "OUT" else word for word in output.words]
    process = sonde.start(*words, *more)
    err = process.communicate()[1].decode()
    assert process.returncode == code or (code is None and process.returncode in (2, 3, 4)), err
    return err


def victims(sonde):
    """The files of users: their texts, and sonde's files of another kind."""
    yield "notes", b"my notes\n"
    yield "a page", b"<!doctype html>\n<title>mine</title>\n"
    yield "JUnit of another", b'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="mine"/>\n'
    for name in ("a.sonde", "1.part", "a.html", "filled/p1.tsv"):
        yield name, (sonde.folder / name).read_bytes()


OWN = {"run --out": "a.sonde", "run --out (merged)": "a.sonde", "run --out (a part)": "1.part", "report --out": "a.html"}


@pytest.mark.parametrize("name", OUTPUTS)
def test_nothing_else_is_replaced(workplace, tmp_path, name):
    output = OUTPUTS[name]
    place = tmp_path / "out"
    for what, content in victims(workplace):
        if what == OWN.get(name):
            continue
        for more in {(), output.replaced or ()}:
            for file in output.folder or ("",):
                mine = place / file if file else place
                mine.parent.mkdir(exist_ok=True)
                mine.write_bytes(content)
                err = write(workplace, output, place, *more, code=None)
                assert str(mine) in err and "another" in err, (what, err)
                assert mine.read_bytes() == content and len(list(mine.parent.iterdir())) == 1
                mine.unlink()


@pytest.mark.parametrize("name", OUTPUTS)
def test_its_own_kind_is(workplace, tmp_path, name):
    output = OUTPUTS[name]
    write(workplace, output, tmp_path / "out")
    if output.replaced is None:
        assert "already exists" in write(workplace, output, tmp_path / "out", code=2)
    else:
        write(workplace, output, tmp_path / "out", *output.replaced)
        if name == "make --out":  # whose origin has another name then
            return
        (tmp_path / "link").symlink_to(tmp_path / "out")
        write(workplace, output, tmp_path / "link", *output.replaced)
        assert (tmp_path / "link").is_symlink()


@pytest.mark.parametrize("name", [name for name, output in OUTPUTS.items() if output.inputs])
def test_its_input_is_not(workplace, tmp_path, name):
    output = OUTPUTS[name]
    for file in output.inputs:
        before = (workplace.folder / file).read_bytes()
        for more in {(), output.replaced or ()}:
            write(workplace, output, file, *more, code=None)
            assert (workplace.folder / file).read_bytes() == before


@pytest.mark.parametrize("name", [name for name, output in OUTPUTS.items() if output.folder])
def test_an_edited_file_of_a_set_is_kept_with_the_whole_set(workplace, tmp_path, name):
    output, place = OUTPUTS[name], tmp_path / "out"
    write(workplace, output, place)
    files = {file.name: file.read_bytes() for file in place.iterdir()}
    for edited in output.folder:
        (place / edited).write_bytes(files[edited] + b"mine")
        err = write(workplace, output, place, *output.replaced, code=2)
        assert f"{place / edited} was changed since" in err
        now = {file.name: file.read_bytes() for file in place.iterdir()}
        assert now == files | {edited: files[edited] + b"mine"}
        (place / edited).write_bytes(files[edited])


def test_an_export_without_answers_that_count_leaves_no_gold_values(workplace, tmp_path):
    workplace("rate", "export", "study", "--out", tmp_path / "out")
    (tmp_path / "out/notes.txt").write_text("mine\n")
    shutil.copytree(workplace.folder / "study", tmp_path / "study")
    (tmp_path / "study/answers.ledger").unlink()
    workplace("rate", "export", tmp_path / "study", "--out", tmp_path / "out")
    assert {file.name for file in (tmp_path / "out").iterdir()} == {
        "answers.jsonl", "raters.tsv", "export.sha256", "notes.txt"}


CURVES = ("make", "curves", "sentences.txt", "--out", "new.tsv")
HEROS = ("make", "heros", "sentences.txt", "--misspellings", "none", "--out", "new.tsv")
AUDIT = ("audit", "sentences.txt", "--encoder", "random", "--out", "new.html")
# Two outputs of a command in one file, by equal or other names, derived ones too.
ONE_FILE = (
    (*CURVES, "--refused", "new.tsv"), (*CURVES, "--refused", "new.toml"), (*CURVES, "--refused", "./new.tsv.made.json"),
    (*HEROS, "--confirm", "new.tsv"), (*HEROS, "--confirm", "new.toml"), (*HEROS, "--confirm", "new.c", "--refused", "new.c"),
    (*MEASURE, "--out", "new.sonde", "--left-out", "study/../new.sonde"), (*MEASURE, "--listing", "new", "--left-out", "new"),
    (*MEASURE[:-1], "new.sonde", "--out", "new.sonde"), (*AUDIT, "--store", "new.sonde"), (*AUDIT, "--store", "new-set"),
    ("report", "a.sonde", "--out", "new", "--figures", "new/"),
)
# An output in the place of an input that is not its first.
AN_INPUT = (
    (*CURVES, "--refused", "sentences.txt"), (*MEASURE, "--out", "new.sonde", "--left-out", "pairs.tsv"),
    (*MEASURE[:-1], "pairs.tsv", "--out", "new.sonde"), (*AUDIT, "--same", "pairs.tsv", "--store", "pairs.tsv"),
)


@pytest.mark.parametrize("words, says", [(words, "are the same file") for words in ONE_FILE]
                         + [(words, "which the command reads; choose another --") for words in AN_INPUT])
def test_an_output_has_a_file_to_itself(workplace, words, says):
    def files():
        return {file: file.is_file() and file.read_bytes() for file in workplace.folder.rglob("*") if "cache" not in file.parts}
    before = files()
    assert says in workplace(*words, code=2).err
    assert files() == before


# The tables are whole.

def test_each_output_option_is_in_a_table(sonde):
    found = set()
    kinds = {line.split()[0] for what in ("makers", "labellers") for line in sonde("list", what).out.splitlines()}
    for words, text in helps(sonde):
        command = " ".join(word for word in words if word not in kinds)
        options = re.findall(r"(?<![`\w])--[a-z-]+", re.sub(r"`.*?`", "", text, flags=re.S))
        found |= {f"{command} {option}" for option in options if option in OUTPUT_OPTIONS}
    assert {name.split(" (")[0] for name in OUTPUTS} | set(ELSEWHERE) == found


def test_each_file_that_writes_is_in_a_table():
    found = set()
    for file in sorted((ROOT / "src").rglob("*.cpp")):
        if not re.search(r"_(test|slow_test|fuzz|bench)\.cpp$", file.name) and CREATES.search(file.read_text()):
            found.add(file.name)
    assert found == set(WRITERS)
