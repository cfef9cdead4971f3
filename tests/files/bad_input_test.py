"""Bad input: one line with the place and the remedy, exit code 3, nothing harmed."""
import re
import struct

import pytest
from program import edit_json, read_safetensors, write_safetensors

EARLIER = "earlier.sonde"
GOOD = ["first\tsecond\tgold", "a cat\ta dog\t1", "one thing\tanother thing\t2.5", "here\tthere\t4"]


@pytest.fixture
def workplace(sonde, sts, triplets, tiny):
    """A folder with a finished run, whose file every test tries to replace."""
    sonde.run(EARLIER, "--encoder", "random", "--probe", "sts", "--data", sts)
    return sonde


def refused(sonde, *words, says=()):
    """Asserts that a run is refused as bad input should be."""
    file = sonde.folder / EARLIER
    before = (file.read_bytes(), file.stat().st_ino)
    others = {path.name for path in sonde.folder.iterdir()}
    answer = sonde.run(EARLIER, *words, "--replace", code=3)
    assert len(answer.messages) == 1 and answer.out == ""
    assert not [line for line in answer.err.splitlines()
                if line not in answer.messages
                and not re.match(r"encoding |measuring|sonde: (data set|encoder) ", line)]
    (line,) = answer.messages
    assert "; " in line, f"no advice: {line}"
    for part in says:
        assert part in line, line
    assert (file.read_bytes(), file.stat().st_ino) == before
    assert {path.name for path in sonde.folder.iterdir()} - others <= {"cache"}
    assert sonde.results(EARLIER)
    return line


def table(lines):
    return "".join(line + "\n" for line in lines).encode()


def with_line(number, line):
    return table(line if i == number else old for i, old in enumerate(GOOD, 1))


def with_bytes(before, after):
    return table(GOOD).replace(before, after, 1)


TABLES = {
    "an empty file": (b"", None, ()),
    "only a header": (table(GOOD[:1]), None, ()),
    "too few columns": (with_line(3, "alone\t3"), 3, ("2 columns", "3")),
    "too many columns": (with_line(3, "a\tb\t3\textra"), 3, ("4 columns",)),
    "a blank line": (with_line(3, ""), 3, ("is blank",)),
    "a blank last line": (table(GOOD) + b"\n", 5, ("is blank",)),
    "one column": (with_line(3, "alone"), 3, ("has 1 column, not 3",)),
    "a rating in words": (with_line(4, "here\tthere\thigh"), 4, ("'high'", "gold")),
    "a rating with a comma": (with_line(2, "here\tthere\t2,512"), 2, ("'2,512'",)),
    "an infinite rating": (with_line(2, "here\tthere\tinf"), 2, ("'inf'",)),
    "invalid UTF-8": (with_bytes(b"another", b"an\xffther"), 3, ("UTF-8",)),
    "an over-long form in UTF-8": (with_bytes(b"another", b"an\xc0\xafther"), 3, ("UTF-8",)),
    "half a surrogate pair": (with_bytes(b"another", b"an\xed\xa0\x80ther"), 3, ("UTF-8",)),
    "UTF-16": ("\n".join(GOOD).encode("utf-16"), 1, ("is UTF-16", "save it as UTF-8")),
    "UTF-32": ("\n".join(GOOD).encode("utf-32"), 1, ("is UTF-32", "save it as UTF-8")),
    "UTF-16 without a mark": ("\n".join(GOOD).encode("utf-16-le"), 1, ("NUL", "not UTF-16")),
    "a NUL byte": (with_bytes(b"a dog", b"a\0dog"), 2, ("NUL",)),
    "a missing column": (table(line.rsplit("\t", 1)[0] for line in GOOD), 1, ("gold",)),
    "a column twice": (table(["first\tsecond\tgold\tgold", "a\tb\t1\t1"]), 1, ("gold",)),
    "an endless line": (table(GOOD[:2]) + b"x" * (3 << 20), 3, ("1 MiB",)),
    "duplicate ids": (table(["id\tfirst\tsecond\tgold", "x\ta\tb\t1", "y\ta\tc\t1", "x\ta\td\t1"]), 4, ("x",)),
    "semicolons": (table(line.replace("\t", ";") for line in GOOD), 1, ("one column", 'separator = ";"')),
    "line ends of old": (table(GOOD).replace(b"\n", b"\r"), 1, ("carriage returns",)),
    "an empty id": (table(["id\tfirst\tsecond\tgold", "x\ta\tb\t1", "\ta\tc\t1"]), 3, ("id",)),
}


INCOMPLETE = {
    "an empty sentence": ("\tsecond\t3", "an empty sentence in first"),
    "a blank sentence": ("first\t  \t3", "an empty sentence in second"),
    "an invisible sentence": ("first\t\u200b\u00a0\t3", "a sentence of invisible characters alone in second"),
}


@pytest.mark.parametrize("what", INCOMPLETE)
def test_incomplete_records_are_left_out_unless_strict(workplace, what):
    line, says = INCOMPLETE[what]
    (workplace.folder / "bad.tsv").write_bytes(with_line(3, line))
    words = ("--encoder", "random", "--probe", "sts", "--data", "bad.tsv")
    refused(workplace, *words, "--strict", says=(f"bad.tsv:3: {says}", "without --strict it is left out and counted"))
    assert f"1 left out ({says}: line 3)" in workplace.run("left.sonde", *words).err


OF_THE_HEADER = {"a missing column"}  # which then names no probe


@pytest.mark.parametrize("probe", [("--probe", "sts"), ()], ids=["named", "by the header"])
@pytest.mark.parametrize("what", TABLES)
def test_bad_tables(workplace, what, probe):
    content, line, says = TABLES[what]
    (workplace.folder / "bad.tsv").write_bytes(content)
    place = f"bad.tsv:{line}: " if line else "bad.tsv: "
    words = ("--encoder", "random", *probe, "--data", "bad.tsv")
    if what in OF_THE_HEADER and not probe:
        assert "name one with --probe" in workplace.run(EARLIER, *words, "--replace", code=2).err
    else:
        refused(workplace, *words, says=(place, *says))


FIRST_RECORDS = {
    "too few columns": ("first\tsecond\tgold", b"a cat\t1", "2 columns, not 3"),
    "invalid UTF-8": ("first\tsecond\tgold", b"a c\xfft\tb\t1", "UTF-8"),
    "a blank line": ("first\tsecond\tgold", b"", "is blank"),
    "a NUL byte": ("first\tsecond\tgold", b"a\0\tb\t1", "NUL"),
    "an unclosed quote": ("first,second,gold", b'"a,b,1', "quote"),
    "an empty id": ("id\tfirst\tsecond\tgold", b"\ta\tb\t1", "an empty id"),
    "too few columns of triplets": ("S\tS+\tS*", b"a\tb", "2 columns, not 3"),
    "too few columns of sets": ("prev\tcurr\tnext\ts1\ts2", b"a\tb", "2 columns, not 5"),
}


@pytest.mark.parametrize("what", FIRST_RECORDS)
def test_a_bad_first_record_does_not_hide_the_probe(workplace, what):
    header, record, says = FIRST_RECORDS[what]
    name = "bad.csv" if "," in header else "bad.tsv"
    (workplace.folder / name).write_bytes(header.encode() + b"\n" + record + b"\n")
    refused(workplace, "--encoder", "random", "--data", name, says=(f"{name}:2: ", says))


def test_bad_triplets(workplace):
    (workplace.folder / "bad.tsv").write_bytes(table(["S\tS+\tS*", "a\tb\tc", "a\t\tc"]))
    refused(workplace, "--strict", "--encoder", "random", "--probe", "triplets", "--data", "bad.tsv",
            says=("bad.tsv:3: ", "S+"))


def test_a_header_without_any_of_the_probes_columns(workplace):
    (workplace.folder / "bad.tsv").write_bytes(table(["x\ty", "a\tb"]))
    refused(workplace, "--encoder", "random", "--probe", "sets", "--data", "bad.tsv",
            says=("bad.tsv:1: ", "prev, curr, next"))


@pytest.mark.parametrize("header, missing", [("prev\tcurr\tnext", "s1"), ("operator\tA\tB", "target"),
                                             ("complex", "split")])
def test_columns_of_sets_go_together(workplace, header, missing):
    (workplace.folder / "bad.tsv").write_text(header + "\n" + header + "\n")
    refused(workplace, "--encoder", "random", "--probe", "sets", "--data", "bad.tsv",
            says=("bad.tsv:1: ", f"no column '{missing}'"))


CONTROLS = "\x1b[31m\x7f\x9b2J"


def test_nothing_in_a_file_steers_a_terminal(workplace):
    """Ids, labels and names with control characters, in errors and all formats. JSON preserves them."""
    rows = [f"{CONTROLS}{i}\ta cat {i}\ta dog {i}\t{i}\t{CONTROLS}" for i in range(20)]
    (workplace.folder / "c.tsv").write_text("\n".join(["id\tfirst\tsecond\tgold\tlabel:x", *rows]) + "\n")
    card = 'probe = "sts"\nfile = "c.tsv"\ncolumns = ["id", "first", "second", "gold", "label:x"]\nheader = true\n'
    (workplace.folder / "c.toml").write_text(card)
    out = f"out{CONTROLS}.sonde"
    said = workplace.run(out, "--encoder", "random", "--data", "c.toml").err
    said += workplace.run(out, "--encoder", "random", "--data", "c.toml").err
    for words in (("show",), ("show", "--format", "csv"), ("show", "--format", "json"), ("export", "--items"),
                  ("export", "--items", "--format", "csv")):
        said += workplace(words[0], out, *words[1:]).out
    (workplace.folder / "d.tsv").write_text("\n".join(["id\tfirst\tsecond\tgold", rows[0][:-len(CONTROLS) - 1] + CONTROLS]) + "\n")
    said += workplace.run("b.sonde", "--encoder", "random", "--probe", "sts", "--data", "d.tsv", code=3).err
    assert "\\x9b2J" in said and "\\u009b2J" in said
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", said)
    assert workplace.items(out)[0]["item"] == CONTROLS + "0"


def test_a_long_name_makes_no_long_error(workplace):
    (workplace.folder / "id.tsv").write_text("id\tfirst\tsecond\tgold\n" + ("x" * 10**6 + "\ta\tb\t1\n") * 2)
    (workplace.folder / "wide.tsv").write_text("\t".join(f"c{i}" for i in range(100000)) + "\na\n")
    for name in ("id.tsv", "wide.tsv"):
        line = refused(workplace, "--encoder", "random", "--probe", "sts", "--data", name, says=(name,))
        assert len(line) < 2000


def test_a_missing_file(workplace):
    words = ("--encoder", "random", "--probe", "sts", "--data")
    refused(workplace, *words, "nowhere.tsv", says=("nowhere.tsv",))
    refused(workplace, *words, "nowhere.toml", says=("nowhere.toml",))
    (workplace.folder / "folder.tsv").mkdir()
    refused(workplace, *words, "folder.tsv", says=("folder.tsv",))


SCORES = {
    "too few": ("0.5\n" * 59, ("59", "60")),
    "too many": ("0.5\n" * 61, ("61", "60")),
    "a word": ("0.5\n" * 9 + "high\n" + "0.5\n" * 50, ("scores.txt:10: ", "'high'")),
    "a number that cannot be squared": ("0.5\n" * 9 + "-1e308\n" + "0.5\n" * 50,
                                        ("scores.txt:10: ", "-1e+308", "too large")),
}


@pytest.mark.parametrize("what", SCORES)
def test_bad_scores(workplace, what):
    content, says = SCORES[what]
    (workplace.folder / "scores.txt").write_text(content)
    refused(workplace, "--scorer", "scores:scores.txt", "--probe", "sts", "--data", "pairs.tsv", says=says)


def test_missing_scores(workplace):
    refused(workplace, "--scorer", "scores:gone.txt", "--probe", "sts", "--data", "pairs.tsv", says=("gone.txt",))


CARD = 'probe = "sts"\nfile = "pairs.tsv"\n'
CARDS = {
    "no TOML": ('probe = sts"\n', ("card.toml:1: ",)),
    "no probe": ('file = "pairs.tsv"\n', ("card.toml", "'probe'")),
    "no file": ('probe = "sts"\n', ("card.toml", "'file'")),
    "a missing file": ('probe = "sts"\nfile = "gone.tsv"\n', ("gone.tsv",)),
    "an unknown key": (CARD + 'seperator = ";"\n', ("card.toml:3: ", "'seperator'", "did you mean 'separator'?")),
    "an unknown test": ('probe = "triplets"\nfile = "triples.tsv"\ntest = "negation-detektion"\n',
                        ("card.toml:3: ", "'negation-detection'")),
    "an unknown probe": ('probe = "stss"\nfile = "pairs.tsv"\n', ("card.toml: ", "'sts'")),
    "a long separator": (CARD + 'separator = "; "\n', ("card.toml:3: ", "separator")),
    "a quote as separator": (CARD + "separator = '\"'\n", ("card.toml:3: ", "separator")),
    "a name with a line end": (CARD + 'name = "a\\nb"\n', ("card.toml:3: ", "'name'")),
    "a number for a name": (CARD + "name = 3\n", ("card.toml:3: ", "'name'")),
    "an unknown column": (CARD + 'header = false\ncolumns = ["first", "second", "gould", "age"]\n',
                          ("card.toml:4: ", "'gold'")),
    "too few columns": (CARD + 'columns = ["first", "second", "gold"]\n', ("pairs.tsv:1: ",)),
    "labels without a file": (CARD + '[[labels]]\ncolumn = "x"\n', ("card.toml:3: ",)),
    "missing labels": (CARD + '[[labels]]\nfile = "gone.txt"\ncolumn = "x"\n', ("gone.txt",)),
    "labels of another length": (CARD + '[[labels]]\nfile = "three.tsv"\ncolumn = "x"\n', ("three.tsv:4: ", "3 labels")),
    "a label's missing column": (CARD + '[[labels]]\nfile = "three.tsv"\ncolumn = "y"\n', ("three.tsv:1", "'y'")),
    "a rated item to drop that is none": (CARD + 'ratings = "rated.tsv"\nratings_drop = "x"\n',
                                          ("card.toml:4: ", "'x'")),
    "an index beyond the end": (CARD + '[[labels]]\nname = "i"\nindex = true\nfile = "index.txt"\n',
                                ("index.txt:2: ", "60")),
}


@pytest.mark.parametrize("what", CARDS)
def test_bad_cards(workplace, what):
    content, says = CARDS[what]
    (workplace.folder / "card.toml").write_text(content)
    (workplace.folder / "three.tsv").write_text("x\none\ntwo\nthree\n")
    (workplace.folder / "index.txt").write_text("59\n60\n")
    (workplace.folder / "rated.tsv").write_text("item\tannotator\tvalue\n1\tann\t3\n")
    refused(workplace, "--encoder", "random", "--data", "card.toml", says=says)


BENCHES = {
    "no TOML": ("encoder = [random\n", ("bench.toml:1: ", "is not valid TOML at character 12", "a text needs quotes")),
    "an unknown key": ('out = "x"\n\nencodr = "random"\n', ("bench.toml:3: ", "'encoder'")),
    "a negative seed": ("seed = -1\n", ("bench.toml:1: ", "'seed'")),
    "a table without spec": ('[[encoder]]\nname = "x"\n', ("bench.toml:1: ", "spec")),
    "a number for an encoder": ("encoder = 3\n", ("bench.toml:1: ",)),
    "a bad name": ('[encoder]\nspec = "random"\nname = "a b"\n', ("bench.toml:3: ", "'name'")),
    "two names": ('[[encoder]]\nspec = "a=random"\nname = "b"\n', ("bench.toml:1: ", "'name'")),
    "a word for a boolean": ('replace = "yes"\n', ("bench.toml:1: ", "'replace'")),
    "an empty specification": ('encoder = ""\n', ("bench.toml:1: ",)),
    "a limit in words": ('\nlimit = "some"\n', ("bench.toml:2: ", "'some'")),
    "too few replicates": ("\nreplicates = 1\n", ("bench.toml:2: ",)),
    "too many threads": ("\nthreads = 513\n", ("bench.toml:2: ",)),
    "an unknown encoder": ('\nencoder = ["random", "ramdom"]\n', ("bench.toml:2: ", "did you mean 'random'?")),
    "a bad option": ('\n[[encoder]]\nspec = "random"\n[[encoder]]\nspec = "random"\nname = "x"\ndimension = 0\n',
                     ("bench.toml:4: ", "dimension=0")),
    "an unknown probe": ('encoder = "random"\nprobe = "stss"\n', ("bench.toml:2: ", "did you mean 'sts'?")),
    "a probe's bad option": ('encoder = "random"\ndata = "pairs.tsv"\nprobe = "sts?standardize=x"\n',
                             ("bench.toml:3: ", "standardize")),
    "a bad scorer": ('\nscorer = "scores:"\ndata = "pairs.tsv"\n', ("bench.toml:2: ", "names no file")),
}


@pytest.mark.parametrize("what", BENCHES)
def test_bad_bench_files(workplace, what):
    content, says = BENCHES[what]
    (workplace.folder / "bench.toml").write_text(content)
    before = (workplace.folder / EARLIER).read_bytes()
    answer = workplace("run", "bench.toml", "--out", EARLIER, "--replace", code=3)
    (line,) = answer.messages
    assert "; " in line and all(part in line for part in says), line
    assert (workplace.folder / EARLIER).read_bytes() == before


def test_a_missing_bench_file(workplace):
    answer = workplace("run", "gone.toml", "--out", EARLIER, code=3)
    assert "gone.toml" in answer.err and len(answer.err.splitlines()) == 1


def header_edit(edit):
    def damage(folder):
        file = folder / "model.safetensors"
        header, data = read_safetensors(file)
        edit(header)
        write_safetensors(file, header, data)
    return damage


def raw_edit(edit):
    def damage(folder):
        file = folder / "model.safetensors"
        file.write_bytes(edit(file.read_bytes()))
    return damage


def some_tensors(header):
    return [header[name] for name in header if name != "__metadata__"]


def overlap(header):
    one, two = some_tensors(header)[:2]
    size = two["data_offsets"][1] - two["data_offsets"][0]
    two["data_offsets"] = [one["data_offsets"][0], one["data_offsets"][0] + size]


def overflow(header):
    some_tensors(header)[0]["data_offsets"] = [2**64 - 8, 2**64 - 4]


def beyond(header):
    begin, end = some_tensors(header)[-1]["data_offsets"]
    some_tensors(header)[-1]["data_offsets"] = [begin + 2**40, end + 2**40]


def wrong_shape(header):
    some_tensors(header)[0]["shape"] = [2**32, 2**32]


def backwards(header):
    some_tensors(header)[0]["data_offsets"].reverse()


def set_weight(value):
    def damage(folder):
        file = folder / "model.safetensors"
        header, data = read_safetensors(file)
        tensor = next(t for t in some_tensors(header) if t["dtype"] == "F32")
        begin = tensor["data_offsets"][0]
        write_safetensors(file, header, data[:begin] + struct.pack("<f", value) + data[begin + 4:])
    return damage


def json_edit(name, edit):
    return lambda folder: edit_json(folder / name, edit)


def write(name, content):
    return lambda folder: (folder / name).write_bytes(content)


def only_pickled(folder):
    (folder / "model.safetensors").rename(folder / "pytorch_model.bin")


def pickled_dense(folder):
    (folder / "2_Dense/model.safetensors").rename(folder / "2_Dense/pytorch_model.bin")


def only_a_pickled_index(folder):
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin.index.json").write_text("{}")


def remove(name):
    return lambda folder: (folder / name).unlink()


MODELS = {
    "a header that is longer than the file": (raw_edit(lambda b: (1 << 40).to_bytes(8, "little") + b[8:]),
                                              ("model.safetensors",)),
    "a header of no length": (raw_edit(lambda b: bytes(8) + b[8:]), ("model.safetensors",)),
    "a header that is no JSON": (raw_edit(lambda b: b[:8] + b"!" * 40 + b[48:]), ("model.safetensors",)),
    "a header that is a list": (raw_edit(lambda b: (8).to_bytes(8, "little") + b"[1,2,3] "), ("model.safetensors",)),
    "weights cut short": (raw_edit(lambda b: b[:-64]), ("model.safetensors",)),
    "bytes behind the weights": (raw_edit(lambda b: b + b"more"), ("model.safetensors",)),
    "an empty file": (raw_edit(lambda b: b""), ("model.safetensors",)),
    "offsets that overlap": (header_edit(overlap), ("model.safetensors",)),
    "offsets that overflow": (header_edit(overflow), ("model.safetensors",)),
    "offsets beyond the end": (header_edit(beyond), ("model.safetensors",)),
    "offsets in reverse": (header_edit(backwards), ("model.safetensors",)),
    "a shape that overflows": (header_edit(wrong_shape), ("model.safetensors",)),
    "an unknown type": (header_edit(lambda h: some_tensors(h)[0].update(dtype="F31")), ("model.safetensors", "F31")),
    "a missing tensor": (header_edit(lambda h: h.update(
        {"renamed": h.pop(next(n for n in h if n.endswith("word_embeddings.weight")))})), ("word_embeddings",)),
    "a NaN weight": (set_weight(float("nan")), ("model.safetensors", "NaN")),
    "an infinite weight": (set_weight(float("inf")), ("model.safetensors", "infinite")),
    "a tokenizer that is no JSON": (write("tokenizer.json", b"{\n not json"), ("tokenizer.json:2: ",)),
    "a tokenizer that is not a tokenizer": (write("tokenizer.json", b'{"version": "1.0"}'), ("tokenizer.json",)),
    "a wrong unk_token": (json_edit("tokenizer.json", lambda c: c["model"].update(unk_token="[GONE]")),
                          ("tokenizer.json", "[GONE]")),
    "no tokenizer": (remove("tokenizer.json"), ("tokenizer.json",)),
    "an unknown family": (json_edit("config.json", lambda c: c.update(model_type="berrt")),
                          ("config.json", "'berrt'", "'bert'")),
    "no family": (json_edit("config.json", lambda c: c.pop("model_type")), ("config.json", "model_type")),
    "a size of another kind": (json_edit("config.json", lambda c: c.update(hidden_size="big")),
                               ("config.json", "hidden_size")),
    "another size": (json_edit("config.json", lambda c: c.update(vocab_size=c["vocab_size"] + 1)), ("word_embeddings",)),
    "more layers than there are": (json_edit("config.json", lambda c: c.update(
        num_hidden_layers=c["num_hidden_layers"] + 1)), ("model.safetensors",)),
    "heads that don't divide": (json_edit("config.json", lambda c: c.update(num_attention_heads=7)), ("config.json",)),
    "no config": (remove("config.json"), ("config.json",)),
    "a config that is no JSON": (write("config.json", b"{\n\n"), ("config.json:3: ",)),
    "only pickled weights": (only_pickled, ("pytorch_model.bin", "pickled", "AutoModel.from_pretrained(FOLDER)")),
    "pickled weights in parts": (only_a_pickled_index, ("pytorch_model.bin.index.json", "pickled", "AutoModel")),
    "a pickled module": (pickled_dense, ("2_Dense/pytorch_model.bin", "pickled", "SentenceTransformer(MODEL).save(MODEL)")),
    "no weights": (remove("model.safetensors"), ("safetensors",)),
    "a bad list of modules": (write("modules.json", b'[{"type": "sentence_transformers.models.Fancy", "path": "1"}]'),
                              ("modules.json",)),
}


@pytest.mark.parametrize("what", MODELS)
def test_bad_models(workplace, what):
    damage, says = MODELS[what]
    damage(workplace.folder / "tiny")
    refused(workplace, "--encoder", "hf:tiny", "--probe", "sts", "--data", "pairs.tsv", says=says)


def test_a_model_that_cannot_be_read(workplace):
    (workplace.folder / "round").symlink_to("round")
    refused(workplace, "--encoder", "hf:./round", "--probe", "sts", "--data", "pairs.tsv",
            says=("round: cannot be read: ",))


def test_a_missing_model(workplace):
    refused(workplace, "--encoder", "hf:gone", "--probe", "sts", "--data", "pairs.tsv", says=("gone",))
    refused(workplace, "--encoder", "hf:org/gone", "--probe", "sts", "--data", "pairs.tsv", says=("org/gone",))


@pytest.mark.parametrize("what", ["cut", "without a head", "results", "items"])
def test_a_run_file_that_is_damaged_is_named(workplace, what):
    content = (workplace.folder / EARLIER).read_bytes()
    damaged = {"cut": content[:len(content) // 2], "without a head": bytes(100) + content[100:],
               "results": content.replace(b"spearman", b"spearmen"),
               "items": content.replace(b"farmer", b"former")}[what]
    assert damaged != content
    (workplace.folder / "bad.sonde").write_bytes(damaged)
    for words in (("show", "bad.sonde"), ("export", "bad.sonde", "--items")):
        if (what, words[0]) in (("items", "show"), ("results", "export")):
            continue  # what a command does not read it need not check
        answer = workplace(*words, code=3)
        assert len(answer.err.splitlines()) == 1 and "bad.sonde" in answer.err
