"""Users' data: JSON lines, columns by name, the interpretation of a file, and variants for `curves`."""
import csv
import json
import re
import subprocess

import numpy as np
import pytest
from program import sentences, shared_data, write_table

PAIRS = [("a cat", "a dog", 1.5), ("one thing", "another thing", 2.5), ("here", "there", 4)]
RANDOM = ("--encoder", "random")


def write_json(file, records):
    file.write_text("".join(json.dumps(record) + "\n" for record in records))
    return file


def told(answer):
    """The program's interpretation of the data sets."""
    return [line.removeprefix("sonde: data set ") for line in answer.err.splitlines()
            if line.startswith("sonde: data set ")]


def values_of(sonde, file):
    return {key[1:]: r["value"] for key, r in sonde.results(file).items()}


def test_what_a_file_is_taken_for_is_told(sonde):
    write_table(sonde.folder / "pairs.tsv", ["first", "second", "gold", "age"], [(*pair, "x") for pair in PAIRS])
    (sonde.folder / "corpus.txt").write_text("One sentence.\n\nAnother sentence.\n")
    write_json(sonde.folder / "p.jsonl", [dict(zip(("first", "second", "gold"), pair)) for pair in PAIRS])
    answer = sonde.run("a.sonde", *RANDOM, "--data", "pairs.tsv", "--data", "corpus.txt", "--data", "p.jsonl",
                       "--data", "curves-en", "--limit", 2)
    assert told(answer) == [
        'pairs (sts): pairs.tsv, a table of first, second, gold, label:age; 2 of 3 items; the first: '
        + next(line.split("the first: ")[1] for line in told(answer) if line.startswith("pairs")),
        'corpus (curves): corpus.txt, a sentence per line; 2 items, 1 left out (blank line: line 2); '
        'the first: "One sentence."',
        'p (sts): p.jsonl, JSON lines with first, gold, second; 2 of 3 items; the first: '
        + next(line.split("the first: ")[1] for line in told(answer) if line.startswith("p ")),
        "curves-en (curves): 2 of 480 items"]
    again = sonde.run("a.sonde", *RANDOM, "--data", "pairs.tsv", "--data", "corpus.txt", "--data", "p.jsonl",
                      "--data", "curves-en", "--limit", 2)
    assert "up to date" in again.err and told(again) == told(answer)


NONSENSE = {
    "a list in JSON": ("d.json", '[{"first": "a", "second": "b", "gold": 1}]\n', 3, "is a JSON document, not JSON lines"),
    "a JSON document": ("d.json", '{\n "first": "a"\n}\n', 3, "is a JSON document, not JSON lines"),
    "one without a name": ("d", '[\n {"first": "a"}\n]\n', 3, "is a JSON document, not JSON lines"),
    "JSON lines of something else": ("d.jsonl", '{"a": "x", "b": "y"}\n', 2, "cannot tell which probe"),
    "the same without a name": ("d.txt", '{"a": "x", "b": "y"}\n', 2, "cannot tell which probe"),
    "JSON lines with a sentence": ("d.jsonl", '{"sentence": "x", "paraphrase": "y"}\n', 2, "cannot tell which probe"),
    "a table with a sentence": ("d.tsv", "sentence\tparaphrase\nx\ty\n", 2, "cannot tell which probe"),
    "a table with an original": ("d.tsv", "Original\tParaphrase\nx\ty\n", 2, "cannot tell which probe"),
    "a table in a text file": ("d.txt", "sentence\tparaphrase\nx\ty\n", 2, "cannot tell which probe"),
    "commas in a text file": ("d.txt", "id,sentence,topic\n1,x,y\n", 3, "the header is one column"),
    "triplets or variants": ("d.tsv", "original\tsame\tchanged\na\tb\tc\n", 2, "is for: curves or triplets"),
}


@pytest.mark.parametrize("what", NONSENSE)
def test_a_table_or_json_is_no_corpus(sonde, what):
    name, content, code, says = NONSENSE[what]
    (sonde.folder / name).write_text(content)
    (line,) = sonde.run("a.sonde", *RANDOM, "--data", f"d=./{name}", code=code).messages
    assert says in line and name in line
    assert not (sonde.folder / "a.sonde").exists()


@pytest.mark.parametrize("name, content, says", [
    ("d.txt", "topic\ttext\nx\ty\n", None),
    ("d.txt", "topic\tword\nx\ty\n", "d.txt:1: no column 'sentence' among: topic, word"),
    ("d.txt", "id,sentence,topic\n1,x,y\n", "d.txt:1: the header is one column: 'id,sentence,topic'; columns are"),
    ("d.jsonl", '{"a": "x"}\n', "d.jsonl:1: no column 'sentence' among: a"),
    ("d.json", '[{"sentence": "x"}]\n', "d.json:1: is a JSON document, not JSON lines"),
])
def test_nor_where_the_probe_is_named(sonde, name, content, says):
    (sonde.folder / name).write_text(content)
    answer = sonde.run("a.sonde", *RANDOM, "--probe", "curves", "--data", name, code=3 if says else 0)
    if says:
        assert says in answer.messages[0]
    else:
        assert told(answer)[0].startswith("d (curves): d.txt, a table of label:topic, text; 1 item;")


def test_a_card_may_say_that_anything_is_lines(sonde):
    (sonde.folder / "d.txt").write_text('{"a": 1}\n[tab\there]\n')
    (sonde.folder / "d.toml").write_text('probe = "curves"\nfile = "d.txt"\nlayout = "lines"\n')
    answer = sonde.run("a.sonde", *RANDOM, "--data", "d.toml")
    assert "a sentence per line; 2 items" in told(answer)[0]


FORMS = {
    "sts": [{"id": f"p{i}", "first": a, "second": b, "gold": i / 3, "kind": "xy"[i % 2]}
            for i, (a, b) in enumerate(zip(sentences(24, 1), sentences(24, 2)))],
    "triplets": [{"S": a, "S+": b, "S*": c} for a, b, c in zip(sentences(24, 1), sentences(24, 2), sentences(24, 3))],
    "heros": [{"Original": a, "Synonym": b, "Antonym": c} for a, b, c in
              zip(sentences(24, 1), sentences(24, 2), sentences(24, 3))],
    "sets": [{"operator": "union", "A": a, "B": b, "target": f"{a} {b}"} for a, b in
             zip(sentences(24, 1), sentences(24, 2))],
    "curves": [{"sentence": a, "topic": "xy"[i % 2]} for i, a in enumerate(sentences(24, 1))],
}


@pytest.mark.parametrize("probe", FORMS)
def test_json_lines_give_what_the_table_gives(sonde, probe):
    records = FORMS[probe]
    write_table(sonde.folder / "d.tsv", list(records[0]), [record.values() for record in records])
    for form, file in (("table", "d.tsv"), ("json", "d.jsonl"), ("content", "d.dat")):
        if form != "table":
            write_json(sonde.folder / file, [dict(reversed(record.items())) for record in records])
        sonde.run(f"{form}.sonde", *RANDOM, "--probe", probe, "--data", f"d=./{file}")
    for form in ("json", "content"):
        assert sonde.items(f"{form}.sonde") == sonde.items("table.sonde")
        assert sonde.results(f"{form}.sonde") == sonde.results("table.sonde")


@pytest.mark.parametrize("line, says", [
    ('{"first": "a", "second": "b", "gold": 1', ":3: is not valid JSON"),
    ('["a", "b", 1]', ":3: the line is not a JSON object"),
    ("", ":3: the line is blank"),
    ('{"first": "a", "first": "c", "second": "b", "gold": 1}', ":3: JSON has the key 'first' twice"),
    ('{"first": "a", "gold": 1}', ":3: an empty sentence in second"),
    ('{"first": "a", "second": null, "gold": 1}', ":3: an empty sentence in second"),
    ('{"first": ["a", "c"], "second": "b", "gold": 1}', ":3: a list of texts, but one text is expected (column first"),
    ('{"first": {"text": "a"}, "second": "b", "gold": 1}', ":3: an object, or a list"),
    ('{"first": "a", "second": "b", "gold": "high"}', ":3: 'high' is not a number"),
    ('{"first": "a", "second": "b", "gold": 1, "id": "x"}', ":3: the first line has no 'id'"),
    ('{"first": "a\\u0000", "second": "b", "gold": 1}', ":3: a text has a NUL character"),
])
def test_bad_json_lines(sonde, line, says):
    good = '{"first": "a cat", "second": "a dog", "gold": 1, "extra": {"nested": [1, 2]}, "tags": ["x", "y"]}\n'
    (sonde.folder / "bad.jsonl").write_text(good * 2 + line + "\n")
    (message,) = sonde.run("a.sonde", *RANDOM, "--probe", "sts", "--data", "bad.jsonl", "--strict", code=3).messages
    assert f"bad.jsonl{says}" in message and "; " in message


def test_labels_and_ratings_in_json_lines(sonde, sts):
    write_json(sonde.folder / "l.jsonl", [{"where": "ab"[i % 2], "n": i} for i in range(60)])
    (sonde.folder / "c.toml").write_text('probe = "sts"\nfile = "pairs.tsv"\n'
                                         'labels = { file = "l.jsonl", column = "where" }\n')
    sonde.run("a.sonde", *RANDOM, "--data", "c.toml")
    assert [item["labels"]["where"] for item in sonde.items("a.sonde")][:3] == ["a", "b", "a"]
    rows = [(f"i{i}", f"ann{a}", (i * 7 + a) % 5) for i in range(12) for a in range(4)]
    write_table(sonde.folder / "r.tsv", ["item", "annotator", "value"], rows)
    write_json(sonde.folder / "r.jsonl", [dict(zip(("item", "annotator", "value"), row)) for row in rows])
    shown = [json.loads(sonde("rate", "agreement", file, "--replicates", 20, "--format", "json").out)["results"]
             for file in ("r.tsv", "r.jsonl")]
    assert shown[0] == shown[1]


def test_columns_by_name_and_constants(sonde):
    rows = [(a, "drama", b, i % 6, f"{a} {b}") for i, (a, b) in enumerate(zip(sentences(24, 1), sentences(24, 2)))]
    header = ["sentence1", "genre", "sentence2", "score", "both"]
    write_table(sonde.folder / "d.tsv", header, rows)
    write_json(sonde.folder / "d.jsonl", [dict(zip(header, row)) for row in rows])
    for file in ("d.tsv", "d.jsonl"):
        (sonde.folder / "sts.toml").write_text(
            f'probe = "sts"\nfile = "{file}"\n'
            'columns = { first = "sentence1", second = "sentence2", gold = "score", "label:kind" = "genre" }\n')
        (sonde.folder / "sets.toml").write_text(
            f'probe = "sets"\nfile = "{file}"\noperator = "union"\n'
            'columns = { A = "sentence1", B = "sentence2", target = "both" }\n')
        sonde.run("a.sonde", *RANDOM, "--data", "sts.toml", "--data", "sets.toml", "--replace")
        items = sonde.items("a.sonde")
        assert [item["labels"] for item in items] == [{"kind": "drama"}] * 24 + [{}] * 24
        assert items[25]["rows"] == "union" and items[25]["sentences"] == [rows[1][0], rows[1][2], rows[1][4]]
        assert items[5]["gold"] == 5


@pytest.mark.parametrize("card, says", [
    ('columns = { first = "s1", second = "right", gold = "score" }', "d.tsv:1: no column 's1', which the card names"),
    ('columns = { frist = "left" }', "card.toml:3: unknown column 'frist' in the card; did you mean 'first'?"),
    ('columns = { first = "left", second = "left", gold = "score" }', "card.toml:3: the card names the column"),
    ('columns = { first = "left", gold = "score" }', "d.tsv:1: no column 'second' among"),
    ('columns = ["first", "rest", "second", "gold"]', "card.toml:3: 'rest' is not the last of the columns"),
    ('columns = ["first", "second", "gold", "rest"]\ngold = 3', "card.toml:3: the column 'gold' has the part of"),
    ('columns = ["first", "second", "gold", "-", "-", "rest"]', "d.tsv:1: the line has 4 columns, not 5"),
    ('columns = { first = 3 }', "card.toml:3: "),
    ('columns = { first = "left", second = "right", gold = "score" }\ngolt = 3', "card.toml:4: unknown key 'golt'"),
])
def test_bad_columns_of_a_card(sonde, card, says):
    write_table(sonde.folder / "d.tsv", ["left", "right", "score", "more"], [("a", "b", 1, "x")] * 3)
    (sonde.folder / "card.toml").write_text(f'probe = "sts"\nfile = "d.tsv"\n{card}\n')
    (line,) = sonde.run("a.sonde", *RANDOM, "--data", "card.toml", code=3).messages
    assert says in line


def test_the_official_sts_benchmark_is_read(sonde):
    file = shared_data("heros/stsb") / "sts-test.csv"
    (sonde.folder / "stsb.toml").write_text(
        f'probe = "sts"\nfile = "{file}"\nseparator = "\\t"\nheader = false\nquoted = false\n'
        'columns = ["label:genre", "-", "-", "-", "gold", "first", "second", "rest"]\n')
    answer = sonde.run("a.sonde", *RANDOM, "--data", "stsb.toml")
    with open(file, newline="") as lines:
        rows = list(csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert "1379 items" in told(answer)[0] and {len(row) for row in rows} == {7, 9}
    items = sonde.items("a.sonde")
    assert [(item["gold"], *item["sentences"]) for item in items] == [(float(r[4]), r[5], r[6]) for r in rows]


def test_a_long_list_of_columns_is_cut(sonde):
    write_table(sonde.folder / "d.tsv", [f"column{i}" for i in range(33)], [range(33)])
    (line,) = sonde.run("a.sonde", *RANDOM, "--probe", "sts", "--data", "d.tsv", code=3).messages
    assert "no column 'first' among: column0, column1, " in line and "column7, ... and 25 more;" in line


def own_variants(count):
    return [{"original": a, "same": [f"the {a}", f"{a} indeed"][:1 + i % 2], "changed": [f"not {a}"] * (i != 3)}
            for i, a in enumerate(sentences(count))]


def test_variants_of_ones_own_are_measured(sonde, tiny):
    records = own_variants(40)
    write_json(sonde.folder / "own.jsonl", records)
    write_table(sonde.folder / "own.tsv", ["original", "same", "same 2", "changed", "topic"],
                [(r["original"], r["same"][0], *(r["same"][1:] or [""]), *(r["changed"] or [""]), "xy"[i % 2])
                 for i, r in enumerate(records)])
    answer = sonde.run("t.sonde", "--encoder", "hf:tiny", "--data", "own.tsv")
    assert told(answer)[0].startswith("own (curves): own.tsv, a table of original, same, same 2, changed, label:topic;")
    assert "English words" not in answer.err
    sonde.run("j.sonde", "--encoder", "hf:tiny", "--data", "own.jsonl", "--probe", "curves")
    items = sonde.items("t.sonde")
    assert [item["sentences"] for item in items] == [[r["original"], *r["same"], *r["changed"]] for r in records]
    assert items[1]["rows"] == ["fuzz", "fuzz", "negation"] and items[3]["rows"] == ["fuzz", "fuzz"]
    assert [i["sentences"] for i in sonde.items("j.sonde")] == [i["sentences"] for i in items]
    texts = [text for item in items for text in item["sentences"]]
    vectors = dict(zip(texts, sonde.encode(texts, "hf:tiny").astype(float)))

    def cosine(a, b):
        return vectors[a] @ vectors[b] / np.linalg.norm(vectors[a]) / np.linalg.norm(vectors[b])
    mean = np.mean([cosine(r["original"], text) for r in records for text in r["same"]])
    value = values_of(sonde, "t.sonde")
    assert value["tiny", "all", "fuzz_mean"] == pytest.approx(mean, abs=1e-6)
    assert ("tiny", "topic=x", "overlap") in value
    (task,) = sonde.shown("t.sonde")["tasks"]
    assert task["language"] == "" and task["settings"] == {"own_variants": "true"}
    assert sonde("compare", "t.sonde", "t.sonde").out and sonde("list", "datasets", "own.tsv").out


def test_a_card_does_not_say_what_a_run_finds(sonde):
    (sonde.folder / "own.txt").write_text("One sentence.\nAnother one.\n")
    (sonde.folder / "own.toml").write_text('probe = "curves"\nfile = "own.txt"\nown_variants = true\n')
    told = sonde("run", "--encoder", "random", "--data", "own.toml", "--out", "a.sonde", code=3).err
    assert "own.toml:3" in told and "'own_variants' is set by a run, not by a card; remove it" in told


def test_records_without_variants_are_left_out(sonde):
    rows = [(f"{a} b c", f"the {a} b c", f"not {a} b c") for a in "uvwxyz"]
    rows += [("alone here", "", " "), ("the same", "the same", "not the same"), ("", "a", "b")]
    write_table(sonde.folder / "own.tsv", ["original", "same", "changed"], rows)
    answer = sonde.run("a.sonde", *RANDOM, "--probe", "curves", "--data", "own.tsv")
    (task,) = sonde.shown("a.sonde")["tasks"]
    assert task["items"] == 6
    assert task["left_out"] == {"no variant": 1, "a variant is the original itself": 1, "blank line": 1}
    assert "1 left out (no variant: line 8)" in told(answer)[0]
    (line,) = sonde.run("b.sonde", *RANDOM, "--probe", "curves", "--data", "own.tsv", "--strict", code=3).messages
    assert "own.tsv:8: no variant (item 7); correct it" in line


@pytest.mark.parametrize("header, says", [
    (["original", "same"], "own.tsv:1: no column 'changed' among: original, same"),
    (["same", "changed"], "own.tsv:1: no column 'sentence' among: same, changed"),
])
def test_columns_of_variants_go_together(sonde, header, says):
    write_table(sonde.folder / "own.tsv", header, [header])
    assert says in sonde.run("a.sonde", *RANDOM, "--probe", "curves", "--data", "own.tsv", code=3).messages[0]


@pytest.mark.parametrize("option", ["variants=2", "fuzz_terms=so", "negation=grammatical", "by=place", "by=word"])
def test_nothing_is_inserted_beside_ones_own_variants(sonde, option):
    write_json(sonde.folder / "own.jsonl", own_variants(12))
    words = (*RANDOM, "--probe", f"curves?{option}", "--data", "own.jsonl")
    assert "its own variants" in sonde.run("a.sonde", *words, code=2).messages[0]


def place_of(original, variant):
    """Before which word, from 1, one was put in: the last, of several that may be."""
    words, more = original.split(), variant.split()
    return {i + 1 for i in range(len(words)) if more[:i] + more[i + 1:] == words}


def test_curves_by_place_word_and_length(sonde, tiny):
    short = [" ".join(line.split()[:4]) for line in sentences(60, 5)]
    long = [" ".join([*line.split(), *line.split()[::-1]]) for line in sentences(60, 6)]
    (sonde.folder / "c.txt").write_text("".join(line + "\n" for line in dict.fromkeys(short + long)))
    sonde.run("plain.sonde", "--encoder", "hf:tiny", "--probe", "curves", "--data", "c.txt")
    sonde.run("by.sonde", "--encoder", "hf:tiny", "--probe", "curves?by=place,word,length", "--data", "c.txt")
    value, plain = values_of(sonde, "by.sonde"), values_of(sonde, "plain.sonde")
    assert {key: value[key] for key in plain} == plain
    sums = {}
    for item in sonde.items("by.sonde"):
        (measured,) = item["subjects"].values()
        original, *variants = item["sentences"]
        words = len(original.split())
        assert item["labels"] == {"length": "1-9" if words < 10 else "10-19" if words < 20 else "20-29"}
        for row, variant, cosine in zip(item["rows"], variants, measured["cosine"]):
            kind, place, word = row.split(":")
            number = int(word.removeprefix("word=").rstrip("+"))
            assert number in place_of(original, variant)
            where = "start" if number == 1 else "end" if number == words else "middle"
            assert place == f"place={where}"
            for name in (place, word, f"length={item['labels']['length']}"):
                sums.setdefault((name, kind), []).append(cosine)
    for (name, kind), cosines in sums.items():
        assert value["tiny", name, f"{kind}_mean"] == pytest.approx(np.mean(cosines), abs=1e-12), name
    slices = [r["slice"] for r in sonde.shown("by.sonde")["results"] if r["name"] == "overlap"]
    assert slices[0] == "all" and slices[1].startswith("length=")
    assert slices[slices.index("place=start"):][:5] == ["place=start", "place=middle", "place=end", "word=1", "word=2"]
    assert slices.index("word=2") < slices.index("word=10")
    counted = {r["slice"]: (r["n"], r["left_out"]) for r in sonde.shown("by.sonde")["results"] if r["name"] == "overlap"}
    assert 0 < counted["place=end"][0] < counted["all"][0] and counted["place=end"][1] == 0
    assert "place=end" in sonde("show", "by.sonde", "--label", "place").out


def test_slices_by_place_survive_streaming(sonde, tiny):
    (sonde.folder / "c.txt").write_text("".join(line + "\n" for line in sentences(150)))
    words = ("--encoder", "hf:tiny", "--probe", "curves?by=place,length", "--data", "c.txt")
    sonde.run("kept.sonde", *words)
    sonde.run("streamed.sonde", *words, "--stream-above", 100)
    assert (sonde.folder / "kept.sonde").read_bytes() == (sonde.folder / "streamed.sonde").read_bytes()


@pytest.mark.parametrize("option, says", [
    ("by=size", "by=size is neither place, word nor length"),
    ("by=place&negation=grammatical", "negation=grammatical"),
])
def test_bad_slices_are_told(sonde, option, says):
    (sonde.folder / "c.txt").write_text("one sentence here\n")
    assert says in sonde.run("a.sonde", *RANDOM, "--probe", f"curves?{option}", "--data", "c.txt", code=2).messages[0]


def test_unknown_words_of_a_file_are_told_once(sonde, sts):
    (sonde.folder / "v.txt").write_text("the 1 2\nnear -2 1\n")
    (sonde.folder / "w.txt").write_text("the 1 2\nnear -2 1\nriver 1 1\n")
    words = ("--encoder", "mean=words:v.txt", "--encoder", "sum=words:v.txt?combine=sum",
             "--encoder", "other=words:w.txt", "--probe", "sts", "--data", "pairs.tsv")
    lines = [line for line in sonde.run("a.sonde", *words).messages if "its vocabulary does not contain" in line]
    assert [line.split(" on ")[0] for line in lines] == ["sonde: mean", "sonde: other"]


# What spreadsheets of Europe and other libraries write -----------------------------------------------

EUROPEAN = "first;second;gold\nA is.;B is.;{}\nC is, or was.;\"D; is.\";3,25\nE;F;1,0\nG;H;2\n"


def gold_of(sonde, run):
    lines = sonde("export", run, "--items", "--format", "jsonl").out.splitlines()
    return [json.loads(line)["gold"] for line in lines]


@pytest.mark.parametrize("name, content, card", [
    ("p.csv", EUROPEAN.format("4,5"), None),
    ("p.csv", "\ufeff" + EUROPEAN.format("4.5").replace("\n", "\r\n"), None),
    ("p.csv", "sep=;\n" + EUROPEAN.format("4,5"), None),
    ("p.csv", "sep=|\n" + EUROPEAN.format("4,5").replace(";", "|").replace('"D| is."', "D; is."), None),
    ("p.csv", EUROPEAN.format("4,5").replace(";", "\t").replace('"D\t is."', "D; is."), None),
    ("p.tsv", EUROPEAN.format("4,5").replace(";", "\t").replace('"D\t is."', "D; is."), None),
    ("p.csv", EUROPEAN.format("4,500"), 'decimal = ","'),
    ("p.tsv", EUROPEAN.format("4,500").replace(";", "\t").replace('"D\t is."', "D; is."), 'decimal = ","'),
])
def test_tables_of_european_spreadsheets(sonde, name, content, card):
    (sonde.folder / name).write_text(content, encoding="utf-8", newline="")
    (sonde.folder / "c.toml").write_text(f'probe = "sts"\nfile = "{name}"\n{card or ""}\n')
    sonde.run("a.sonde", *RANDOM, "--data", "c.toml" if card else name)
    assert gold_of(sonde, "a.sonde") == [4.5, 3.25, 1, 2]
    texts = [line for line in sonde("export", "a.sonde", "--items", "--format", "jsonl").out.splitlines() if "D; is." in line]
    assert len(texts) == 1


def test_a_comma_that_may_part_thousands_is_not_guessed(sonde):
    (sonde.folder / "p.tsv").write_text("first\tsecond\tgold\nA\tB\t4,333\nC\tD\t2\n")
    (line,) = sonde.run("a.sonde", *RANDOM, "--data", "p.tsv", code=3).messages
    assert "p.tsv:2: '4,333' is not a number" in line and 'decimal = ","' in line
    (sonde.folder / "c.toml").write_text('probe = "sts"\nfile = "p.tsv"\ndecimal = ","\n')
    sonde.run("a.sonde", *RANDOM, "--data", "c.toml")
    assert gold_of(sonde, "a.sonde") == [4.333, 2]
    (sonde.folder / "c.toml").write_text('probe = "sts"\nfile = "p.tsv"\ndecimal = ";"\n')
    assert "'decimal' is neither" in sonde.run("b.sonde", *RANDOM, "--data", "c.toml", code=3).messages[0]


def test_triplets_of_other_libraries(sonde):
    """SimCSE's CSV; FlagEmbedding's JSON lines, whose lists jq parts as the message says."""
    rows = list(zip(sentences(6, 1), sentences(6, 2), sentences(6, 3)))
    write_table(sonde.folder / "s.tsv", ["sent0", "sent1", "hard_neg"], rows)
    sonde.run("a.sonde", *RANDOM, "--data", "s.tsv")
    write_json(sonde.folder / "f.jsonl", [{"query": q, "pos": [p], "neg": [n]} for q, p, n in rows])
    sonde.run("b.sonde", *RANDOM, "--data", "f.jsonl")
    incomplete = [{"query": "A dog sleeps.", "pos": ["A dog rests."]}, {"query": "A dog waits.", "pos": ["A dog rests."], "neg": []}]
    write_json(sonde.folder / "g.jsonl", [{"query": q, "pos": [p], "neg": [n, n.upper()]} for q, p, n in rows] + incomplete)
    for probe in ([], ["--probe", "triplets"]):
        line = sonde.run("c.sonde", *RANDOM, *probe, "--data", "g.jsonl", code=3).messages[-1]
        assert "g.jsonl:1: a list of texts, but one text is expected (column neg)" in line
    command = re.search("`(jq .*)`", line)[1].replace("FILE", "g.jsonl").replace("OTHER", "h")
    subprocess.run(command, shell=True, check=True, cwd=sonde.folder)
    assert "12 items, 2 left out" in told(sonde.run("c.sonde", *RANDOM, "--data", "h.jsonl"))[0]
    counts = [len(sonde("export", run, "--items", "--format", "jsonl").out.splitlines()) for run in ("a.sonde", "b.sonde", "c.sonde")]
    assert counts == [6, 6, 12]


def test_names_of_columns_are_spelled_freely(sonde):
    rows = [(a, b, i) for i, (a, b) in enumerate(zip(sentences(6, 1), sentences(6, 2)))]
    write_table(sonde.folder / "p.tsv", ["Sentence A", "Sentence B", "Similarity Score"], rows)
    assert "6 items" in told(sonde.run("a.sonde", *RANDOM, "--data", "p.tsv"))[0]
