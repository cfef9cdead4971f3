"""Wrong calls: one line, the nearest right word, exit code 2, and codes 3 and 4."""
import os
import re
import resource
import signal

import pytest
from program import ROOT, Sonde, helps
from waiting import bytes_moved, until_it_works

NEAREST = {
    "command": (("rum",), "run"),
    "option of a command": (("run", "--encodr", "random", "--out", "a"), "--encoder"),
    "encoder": (("run", "--encoder", "ramdom", "--data", "pairs.tsv", "--out", "a"), "random"),
    "encoder before the file": (("run", "--encoder", "ramdom", "--data", "pairs.tsv"), "random"),
    "data set before the file": (("run", "--encoder", "random", "--data", "negation-detecton"), "negation-detection"),
    "option of an encoder": (("run", "--encoder", "random?sed=1", "--probe", "sts", "--data",
                              "pairs.tsv", "--out", "a"), "seed"),
    "folder of a model": (("run", "--encoder", "tiny", "--data", "pairs.tsv", "--out", "a"), "hf:tiny"),
    "value of an option": (("encode", "--encoder", "hf:tiny?pooling=meen"), "mean"),
    "scorer": (("run", "--scorer", "score:x.txt", "--probe", "sts", "--data", "pairs.tsv", "--out",
                "a"), "scores"),
    "probe": (("run", "--encoder", "random", "--probe", "stss", "--data", "pairs.tsv", "--out",
               "a"), "sts"),
    "data set": (("run", "--encoder", "random", "--data", "negation-detecton", "--out", "a"),
                 "negation-detection"),
    "value that is the default": (("encode", "--encoder", "words:v.txt?lower=falback"), "fallback"),
    "list": (("list", "encodrs"), "encoders"),
    "a name without its end": (("make", "triplet", "x.txt", "--out", "a"), "triplets"),
    "format": (("show", "a.sonde", "--format", "jsn"), "json"),
    "test of triplets": (("run", "--encoder", "random", "--probe",
                          "triplets?test=negation-detektion", "--data", "triples.tsv", "--out",
                          "a"), "negation-detection"),
    "key of a bench file": (("run", "bench.toml"), "encoder"),
}


@pytest.fixture
def workplace(sonde, sts, triplets, tiny):
    (sonde.folder / "bench.toml").write_text('encodr = "random"\n')
    sonde.run("a.sonde", "--encoder", "random", "--probe", "sts", "--data", sts)
    (sonde.folder / "strange.tsv").write_text("x\ty\n1\t2\n")
    return sonde


@pytest.mark.parametrize("what", NEAREST)
def test_the_nearest_right_word_is_suggested(workplace, what):
    words, suggestion = NEAREST[what]
    code = 3 if what == "key of a bench file" else 2
    answer = workplace(*words, code=code, stdin=b"a sentence\n")
    assert len(answer.messages) == 1 and len(answer.err.splitlines()) == 1
    assert f"did you mean '{suggestion}'?" in answer.err


def test_a_kind_of_encoder_may_be_the_name_of_a_folder(workplace):
    (workplace.folder / "random").mkdir()
    workplace("run", "--encoder", "random", "--data", "pairs.tsv", "--out", "b.sonde")


# These belong to other programs, to old commands and to the Python package.
FOREIGN = {"--no-deps", "--convert-to", "--headless", "--embeddings", "--task", "--dpi-x", "--dpi-y", "--sonde", "--plugin", "--version",
           "--hidden", "--seeds", "--describe", "--user", "--userpwd", "--proxy-user"}


def test_every_option_that_a_message_names_exists(sonde):
    known = set(re.findall(r"--[a-z][a-z-]*", "".join(text for _, text in helps(sonde)))) | FOREIGN
    named = {(option, source.name) for source in (ROOT / "src").rglob("*.cpp") if not source.stem.endswith(("_test", "_fuzz"))
             for text in re.findall(r'"((?:[^"\\\n]|\\.)*)"', source.read_text())
             for option in re.findall(r"(?<![\w-])--[a-z][a-z-]*", text)}
    assert len(known) > 100 and not [one for one in named if one[0] not in known]


WRONG = {
    "no subject": ("run", "--probe", "sts", "--data", "pairs.tsv", "--out", "b"),
    "no file to write": ("run", "--encoder", "random", "--data", "pairs.tsv", "--probe", "sts"),
    "no probe for a file": ("run", "--encoder", "random", "--data", "strange.tsv", "--out", "b"),
    "bad limit": ("run", "--encoder", "random", "--probe", "sts", "--data", "pairs.tsv", "--out",
                  "b", "--limit", "-3"),
    "too few replicates": ("run", "--encoder", "random", "--probe", "sts", "--data", "pairs.tsv",
                           "--out", "b", "--replicates", "1"),
    "a limit below one item": ("run", "--encoder", "random", "--probe", "sts", "--data",
                               "pairs.tsv", "--out", "b", "--limit", "1e-9"),
    "a word for a number": ("run", "--encoder", "random", "--seed", "one"),
    "a negative seed": ("run", "--encoder", "random", "--seed", "-1"),
    "a seed too large": ("run", "--encoder", "random", "--seed", "18446744073709551616"),
    "negative threads": ("encode", "--encoder", "random", "--threads", "-1"),
    "the same data twice": ("run", "--encoder", "random", "--probe", "sts", "--data", "pairs.tsv",
                            "--data", "pairs.tsv", "--out", "b"),
    "a seed of 64 bits": ("run", "--encoder", "random", "--seed", "9223372036854775808"),
    "a place for a probe": ("run", "--encoder", "random", "--probe", "sts:x", "--data", "pairs.tsv",
                            "--out", "b"),
    "a place for random": ("run", "--encoder", "random:x", "--data", "pairs.tsv", "--out", "b"),
    "a missing file of words": ("encode", "--encoder", "words:v.txt+"),
    "missing resources": ("list", "--resources", "nowhere"),
    "a bad percent code": ("run", "--encoder", "random?seed=%zz", "--out", "b"),
    "no command": (),
    "help for no command": ("help", "rum"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_usage_has_exit_code_2(workplace, what):
    answer = workplace(*WRONG[what], code=2)
    assert len(answer.err.splitlines()) == (1 if what != "no command" else 0)
    assert not (workplace.folder / "b").exists()


@pytest.mark.parametrize("file", ["pairs.tsv", "cache/sonde/vectors.sqlite", "tiny/config.json", "."])
@pytest.mark.parametrize("more", [(), ("--replace",)])
def test_only_runs_are_replaced(workplace, file, more):
    path = workplace.folder / file
    before = path.read_bytes() if path.is_file() else None
    words = ("--encoder", "random", "--probe", "sts", "--data", "pairs.tsv")
    answer = workplace.run(file, *words, *more, code=2)
    assert len(answer.messages) == 1 and "--out" in answer.err
    assert before is None or path.read_bytes() == before


def test_a_damaged_run_is_replaced_when_asked(workplace):
    file = workplace.folder / "a.sonde"
    content = file.read_bytes()
    file.write_bytes(content[:len(content) // 2])
    words = ("--encoder", "random", "--probe", "sts", "--data", "pairs.tsv")
    assert "--replace" in workplace.run("a.sonde", *words, code=3).err
    workplace.run("a.sonde", *words, "--replace")
    assert file.read_bytes() == content


def test_failures_outside_have_exit_code_4(workplace):
    words = ("--encoder", "random", "--probe", "sts", "--data", "pairs.tsv")
    for out, store in (("missing/folder/b.sonde", "s.sqlite"), ("b.sonde", "pairs.tsv/s.sqlite")):
        answer = workplace.run(out, *words, "--store", store, code=4)
        assert len(answer.messages) == 1, answer.err


@pytest.mark.parametrize("words", [("show", "a.sonde"), ("show", "a.sonde", "--format", "json"),
                                   ("export", "a.sonde", "--items"), ("list",),
                                   ("run", "--help"), ("--help",), ("--version",),
                                   ("encode", "pairs.tsv", "--encoder", "random")])
def test_a_full_disk_is_noticed(workplace, words):
    with open("/dev/full", "wb") as full:
        process = workplace.start(*words, stdout=full)
        _, err = process.communicate(timeout=600)
    assert process.returncode == 4 and len(err.splitlines()) == 1


def test_missing_runs_have_exit_code_3(workplace):
    (workplace.folder / "text.sonde").write_text("no run at all\n" * 100)
    for file, says in (("nowhere.sonde", "cannot read"), ("text.sonde", "this is not a run file"),
                       ("pairs.tsv", "this is not a run file"), (".", "this is a folder"),
                       (workplace.store, "this is not a run file")):
        for words in (("show", file), ("export", file, "--items")):
            answer = workplace(*words, code=3)
            assert len(answer.err.splitlines()) == 1 and f"{file}: {says}" in answer.err
            assert "--replace" not in answer.err


def test_the_other_option_is_named_where_encoder_and_scorer_are_confused(workplace):
    words = ("run", "--data", "pairs.tsv", "--out", "b")
    assert "--scorer" in workplace(*words, "--encoder", "scores:x.txt", code=2).err
    assert "--encoder" in workplace(*words, "--scorer", "random", code=2).err


def test_the_largest_seed_is_taken(workplace):
    words = ("--encoder", "random", "--probe", "sts", "--data", "pairs.tsv")
    workplace.run("b.sonde", *words, "--seed", 2**63 - 1)
    assert workplace.shown("b.sonde")["run"]["seed"] == 2**63 - 1
    assert f"is more than {2**63 - 1}" in workplace.run("c.sonde", *words, "--seed", 2**63, code=2).err


GROUPS = {"Measure": ["run", "encode", "audit"], "Look at results": ["show", "report", "serve", "export"],
          "Compare": ["compare", "check"], "Make data": ["make", "rate", "roles"], "Housekeeping": ["list", "pull", "store"]}


def test_help_is_there_for_every_command(workplace):
    commands = [line.split()[0] for line in workplace("list", "commands").out.splitlines()]
    assert sorted(commands) == sorted(sum(GROUPS.values(), [])) and len(commands) <= 15
    for command in commands:
        text = workplace(command, "--help").out
        assert "--help" in text and "Excludes" not in text
    blocks = [block.splitlines() for block in workplace("--help").out.split("\n\n")]
    named = {title: [line.split()[0] for line in lines] for title, *lines in blocks if lines and lines[0].startswith("  ")}
    assert named == GROUPS
    assert "sonde" in workplace("--version").out


FORMER = {"merge": "sonde run --merge", "layers": "sonde show --layers", "describe": "sonde list datasets",
          "figures": "sonde report --figures FOLDER", "heads": "python3 tools/reproduce/heads.py",
          "agreement": "sonde rate agreement", "negate": "sonde make negations"}


@pytest.mark.parametrize("name", FORMER)
def test_a_former_name_works_and_prints_the_new_one(sonde, name):
    old = sonde(name, "--help")
    assert old.err == f"sonde: `sonde {name}` is now `{FORMER[name]}`; the old name works until 1.0\n"
    now = [word for word in FORMER[name].split() if not word.startswith("--") and word != "FOLDER"]
    assert now[0] == "python3" or old.out == sonde(*now[1:], "--help").out
    assert name not in [line.split()[0] for line in sonde("list", "commands").out.splitlines()]


def test_former_names_take_the_words_that_they_took(workplace, tmp_path):
    words = ("--encoder", "random", "--data", "pairs.tsv", "--replicates", 20)
    for part in (1, 2):
        workplace("run", *words, "--part", f"{part}/2", "--out", tmp_path / f"{part}.part")
    parts = [tmp_path / "2.part", tmp_path / "1.part"]
    for command in (("merge", "--out", tmp_path / "old.sonde", *parts), ("run", "--out", tmp_path / "new.sonde", "--merge", *parts)):
        workplace(*command)
    assert (tmp_path / "old.sonde").read_bytes() == (tmp_path / "new.sonde").read_bytes()
    assert workplace("describe", "pairs.tsv", "--format", "csv").out == workplace("list", "datasets", "pairs.tsv", "--format", "csv").out


@pytest.mark.parametrize("words, message", [
    (("run", "--merge", "1.part", "--encoder", "random"), "--encoder does not go with --merge"),
    (("run", "--merge"), "no part is named"), (("run", "--mixed-processors"), "--mixed-processors goes with --merge"),
    (("run", "a.sonde", "--encoder", "random"), "'a.sonde' is not expected there"),
    (("show", "a.sonde", "--name", "all"), "--name goes with --layers"),
    (("show", "a.sonde", "--layers", "--slices"), "--slices does not go with --layers"),
    (("show", "a.sonde", "a.sonde"), "together with --layers only"),
    (("show", "a.sonde", "--items", "0"), "--items: '0' is not a whole number, 1 or more; see sonde show --help"),
    (("list", "encoders", "--format", "json"), "--format goes with `sonde list datasets NAME`")])
def test_options_that_do_not_go_together_are_refused(workplace, words, message):
    assert message in workplace(*words, code=2).err


def test_help_reads_well_in_a_narrow_terminal(sonde):
    sonde.environment = {**sonde.environment, "COLUMNS": "60"}
    for words, text in helps(sonde):
        for line in text.splitlines():
            assert len(line) <= 60 or len(line.split()) == 1 or line.startswith("Usage:"), (words, line)


def test_list_names_what_there_is(workplace):
    for what, wanted in (("encoders", {"hf", "minilm", "random"}), ("scorers", {"scores"}),
                         ("probes", {"sts", "triplets"}),
                         ("labellers", {"linkgrammar", "chat", "exec", "verbnet"}),
                         ("datasets", {"negation-detection", "fixed-point-reorder"})):
        listed = workplace("list", what).out
        names = {line.split()[0].split(":")[0].split("?")[0].split("[")[0]
                 for line in listed.splitlines()}
        assert wanted <= names
        assert listed in workplace("list").out


def test_without_a_home_the_program_still_runs(tmp_path, sts):
    sonde = Sonde(tmp_path)
    for name in ("HOME", "XDG_CACHE_HOME"):
        sonde.environment.pop(name, None)
    sonde.run("a.sonde", "--encoder", "random", "--probe", "sts", "--data", sts)
    assert sonde.results("a.sonde")


def test_a_place_that_cannot_be_written_is_noticed_before_any_work(workplace):
    words = ("run", "--encoder", "random", "--probe", "sts", "--data", "pairs.tsv", "--out")
    before = workplace.store.stat().st_size
    for store in ((), ("--store", "none"), ("--store", "other.sqlite")):
        answer = workplace(*words, "no/b.sonde", *store, code=4)
        assert answer.err.startswith("sonde: no: no such folder") and "; " in answer.err
        assert len(answer.err.splitlines()) == 1
    assert not (workplace.folder / "no").exists() and not (workplace.folder / "other.sqlite").exists()
    assert workplace.store.stat().st_size == before


def test_a_store_that_is_none_is_told_in_one_line(workplace):
    answer = workplace("store", "--store", ".", code=3)
    assert len(answer.err.splitlines()) == 1 and "filesystem" not in answer.err
    workplace.environment = {name: value for name, value in workplace.environment.items()
                             if name not in ("HOME", "XDG_CACHE_HOME")}
    assert "--store" in workplace("store", code=2).err


def test_resources_are_named_in_both_ways_and_in_the_help(workplace, tmp_path):
    assert "--resources" in workplace("--help").out
    folder = workplace.folder / "mine" / "data" / "sts"
    folder.mkdir(parents=True)
    (folder / "own.toml").write_text('probe = "sts"\nfile = "../../../pairs.tsv"\n')
    for words in (("--resources=mine",), ("--resources", "mine")):
        assert "\n  own " in "\n" + workplace("list", "datasets", *words).out
        assert "\n  own " in "\n" + workplace(*words, "list", "datasets").out
    assert [line.split() for line in workplace("list", "datasets", "--resources=mine").out.splitlines()
            if "own" in line] == [["own", "(sts)"]]


def test_a_bad_card_among_the_resources_stops_only_who_needs_it(workplace):
    folder = workplace.folder / "mine" / "data" / "sts"
    folder.mkdir(parents=True)
    (folder / "bad.toml").write_text('probe = "sts"\n')
    words = ("run", "--resources", "mine", "--encoder", "random", "--out", "b.sonde", "--replicates", 20)
    workplace(*words, "--probe", "sts", "--data", "pairs.tsv")
    workplace(*words[:-3], "c.sonde", "--data", "negation-detection", "--limit", 10)
    for data in ((), ("--data", "bad")):
        assert "bad.toml:1: " in workplace(*words, *data, "--replace", code=3).err
    for what in (("datasets",), ()):
        answer = workplace("list", *what, "--resources", "mine", code=3)
        assert "bad.toml:1: " in answer.err and len(answer.err.splitlines()) == 1
        assert "\n  negation-detection " in "\n" + answer.out
    assert "\nmakers\n" in answer.out


def test_no_control_character_reaches_a_terminal(workplace):
    (workplace.folder / "esc.tsv").write_text(
        "first\tsecond\tgold\tage\n" + "".join(f"a\x1b[31m {i}\tb\x07 {i * i}\t{i}\tx\x1b\n" for i in range(12)))
    words = ("--encoder", "random", "--encoder", "other=random?seed=2", "--probe", "sts", "--data", "esc.tsv")
    workplace.run("esc.sonde", *words)
    for show in (("show", "esc.sonde", "--slices"), ("compare", "esc.sonde", "--slices"),
                 ("show", "esc.sonde", "--format", "md", "--slices")):
        out = workplace(*show).out
        assert not [c for c in out if ord(c) < 32 and c != "\n"], show
    assert "a\\x1b[31m" in workplace("compare", "esc.sonde").out
    for code in ("%0a", "%1b", "%7f"):
        workplace.run("b", "--encoder", f"random?group=x{code}", "--data", "esc.tsv", code=2)


def test_a_remark_stands_once_for_all_variants_of_a_probe(workplace):
    (workplace.folder / "v.txt").write_text("the 1 2\nnear -2 1\n")
    words = ("--encoder", "v=words:v.txt", "--probe", "sts", "--probe", "sts?similarity=l1", "--data", "pairs.tsv")
    assert workplace.run("v.sonde", *words).err.count("its vocabulary does not contain") == 1
    shown = workplace("show", "v.sonde").out
    assert shown.count("with words that its vocabulary does not contain") == 1
    (workplace.folder / "s.txt").write_text("nan\n" + "0.5\n0.25\n" * 29 + "1\n")
    words = ("--scorer", "stored=scores:s.txt", *words[2:])
    workplace.run("w.sonde", *words)
    notes = [line for line in workplace("show", "w.sonde").out.splitlines() if "left out: 1 " in line]
    assert [line.split(":")[0] for line in notes] == ["stored on pairs by sts",
                                                      "stored on pairs by sts?similarity=l1"]


def test_a_fraction_in_a_bench_file_stays_one(workplace):
    """1.0 is all of the items, 1 is one of them."""
    bench = 'out = "whole.sonde"\nencoder = "random"\nprobe = "sts"\ndata = "pairs.tsv"\nreplicates = 20\nlimit = '
    file = workplace.folder / "whole.toml"
    file.write_text(bench + "1.0\n")
    workplace("run", file)
    assert len(workplace.items("whole.sonde")) > 1
    file.write_text(bench + "2.0\n")
    assert "bad limit '2.0'" in workplace("run", file, code=3).err


@pytest.mark.parametrize("probe, text", {
    "sts": "first\tsecond\tgold\na b\tc d\t1\n", "triplets": "S\tS+\tS*\na b\tc d\te f\n",
    "heros": "Original\tSynonym\tNegation (main)\na b\tc d\te f\n", "curves": "sentence\na b\n",
    "sets": "operator\tA\tB\ttarget\nunion\ta b\tc d\te f\n"}.items())
def test_a_native_layout_says_its_probe(sonde, probe, text):
    (sonde.folder / "own.tsv").write_text(text)
    sonde.run("a.sonde", "--encoder", "random", "--data", "own.tsv")
    assert {item["probe"] for item in sonde.items("a.sonde")} == {probe}


def test_data_of_no_layout_are_not_guessed_at(sonde):
    (sonde.folder / "own.tsv").write_text("x\ty\na\tb\n")
    words = ("run", "--encoder", "random", "--data", "own.tsv", "--out", "a.sonde")
    assert "name one with --probe" in sonde(*words, code=2).err
    (sonde.folder / "own.tsv").write_text("")
    assert "own.tsv: is empty" in sonde(*words, code=3).err


def test_a_bench_file_says_the_same_as_the_command_line(workplace):
    words = ("--encoder", "random", "--probe", "sts", "--data", "pairs.tsv")
    workplace.run("half.sonde", *words, "--limit", "0.5")
    (workplace.folder / "half.toml").write_text(
        'out = "half.sonde"\nencoder = "random"\nprobe = "sts"\ndata = "pairs.tsv"\nlimit = 0.5\nreplicates = 20\n')
    assert "up to date" in workplace("run", "half.toml").err
    (workplace.folder / "half.toml").write_text(
        'out = "half.sonde"\nencoder = "random"\nprobe = "sts"\ndata = "pairs.tsv"\nreplicates = 20\nreplace = true\n')
    assert "wrote half.sonde" in workplace("run", "half.toml").err


def test_an_interrupt_is_heard_while_the_file_is_hashed_or_its_texts_are_listed(workplace):
    (workplace.folder / "long.tsv").write_text(
        "first\tsecond\tgold\n" + "".join(f"one {i}\ttwo {i}\t{i % 6}\n" for i in range(800_000)))
    # --store: the texts of no data set are streamed, so all are listed
    process = workplace.start("run", "--encoder", "random", "--data", "long.tsv", "--out", "b", "--store", "s")
    half = (workplace.folder / "long.tsv").stat().st_size // 2
    until_it_works(process, lambda: bytes_moved(process.pid, "rchar") > half, pause=.001)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130 and b"sonde: stopped" in err and not (workplace.folder / "b").exists()
    assert not (workplace.folder / "b").exists()


def test_one_unknown_word_is_one_word(workplace):
    (workplace.folder / "one.tsv").write_text("first\tsecond\tgold\nthe dog\tthe\t1\nthe\tthe the\t2\n")
    (workplace.folder / "v.txt").write_text("the 1 2\nnear -2 1\n")
    words = ("--encoder", "words:v.txt", "--probe", "sts", "--data", "one.tsv")
    assert "does not contain 1 word, which occurs 1 time: dog 1" in workplace.run("o.sonde", *words).err


def test_the_header_tells_the_probe(workplace):
    workplace("run", "--encoder", "random", "--data", "pairs.tsv", "--out", "h.sonde")
    assert [task["probe"] for task in workplace.shown("h.sonde")["tasks"]] == ["sts"]


def test_a_bench_file_that_is_not_first_is_refused(workplace):
    (workplace.folder / "late.toml").write_text('out = "x"\n')
    answer = workplace("run", "--encoder", "random", "--out", "b", "late.toml", code=2)
    assert "comes first" in answer.err


def test_help_has_both_orders(sonde):
    assert sonde("help", "run").out == sonde("run", "--help").out


def test_a_table_with_an_unknown_header_is_no_corpus(sonde):
    words = ("run", "--encoder", "random", "--data", "own.txt", "--out", "a.sonde")
    (sonde.folder / "own.txt").write_text("frist\tsecond\tgold\na b\tc d\t1\n")
    assert "name one with --probe" in sonde(*words, code=2).err
    (sonde.folder / "own.txt").write_text("one two three\nfour five six\n")
    sonde(*words)
    assert {item["probe"] for item in sonde.items("a.sonde")} == {"curves"}


PIPES = {"data": ("run", "--data", "pipe.tsv", "--encoder", "random", "--out", "b"),
         "vectors": ("encode", "--encoder", "vectors:pipe.tsv?sentences=pairs.tsv"),
         "words": ("encode", "--encoder", "words:pipe.tsv"),
         "fit": ("encode", "--encoder", "tfidf?fit=pipe.tsv"),
         "scores": ("run", "--data", "pairs.tsv", "--scorer", "scores:pipe.tsv", "--out", "b"),
         "documents": ("make", "triples", "pipe.tsv", "--out", "b"),
         "ratings": ("rate", "agreement", "pipe.tsv"),
         "gates": ("check", "a.sonde", "pipe.tsv", "--against", "a.sonde"),
         "a card": ("run", "--data", "card.toml", "--encoder", "random", "--out", "b"),
         "a bench file": ("run", "pipe.toml", "--out", "b")}


@pytest.mark.parametrize("what", PIPES)
def test_a_pipe_is_refused_and_not_waited_for(workplace, what):
    os.mkfifo(workplace.folder / "pipe.tsv")
    os.mkfifo(workplace.folder / "pipe.toml")
    (workplace.folder / "card.toml").write_text(
        'probe = "sts"\nfile = "pairs.tsv"\nlabels = { file = "pipe.tsv", column = "x" }\n')
    answer = workplace(*PIPES[what], code=3, stdin=b"a sentence\n")
    assert re.search("pipe.(tsv|toml): is a pipe or a device", answer.err) and len(answer.messages) == 1


@pytest.mark.parametrize("file", ["config.json", "modules.json", "tokenizer.json", "tokenizer_config.json",
                                  "1_Pooling/config.json", "model.safetensors"])
def test_a_pipe_in_a_model_is_refused(workplace, file):
    path = workplace.folder / "tiny" / file
    path.unlink(missing_ok=True)
    os.mkfifo(path)
    answer = workplace("encode", "--encoder", "hf:tiny", code=3, stdin=b"a sentence\n")
    assert f"{file}: is a pipe or a device" in answer.err and len(answer.err.splitlines()) == 1


def test_a_folder_is_no_data_set(workplace):
    words = ("run", "--encoder", "random", "--data", "tiny", "--out", "b")
    assert "tiny: is a folder, not a file" in workplace(*words, code=3).err


def test_a_file_that_may_not_grow_is_told(workplace):
    def bound():
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    words = ("run", "--encoder", "random", "--data", "pairs.tsv", "--out", "b", "--replicates", 20)
    assert len(workplace(*words, code=4, preexec_fn=bound).messages) == 1
