"""`sonde make`: triples of documents, and fusions by a chat server that fails and returns false content."""
import json
import os
import random
import re
import signal
import subprocess
from collections import Counter

import pytest
from program import ROOT, sentences, write_table
from waiting import until_it_works


@pytest.fixture
def triples(tmp_path):
    """Five rows with an id and a label."""
    return write_triples(tmp_path / "triples.tsv", 5)


def write_triples(file, count):
    texts = sentences(3 * count)
    rows = [(f"t{i}", *texts[3 * i:3 * i + 3], ["odd", "even"][i % 2]) for i in range(count)]
    return write_table(file, ["id", "prev", "curr", "next", "kind"], rows)


ANSWER = {"do": "answer"}


def fusion_words(server, out):
    return ["make", "fusions", "triples.tsv", "--chat", server.url, "--model", "m", "--out", out,
            "--pause", 0.01]


def fuse(sonde, server, *words, code=0, out="set.tsv", **options):
    return sonde(*fusion_words(server, out), *words, code=code, **options)


def table(file):
    lines = [line.split("\t") for line in file.read_text().splitlines()]
    return [dict(zip(lines[0], line)) for line in lines[1:]]


def ledger_lines(file):
    """The replies in a ledger: each line is a checksum and JSON."""
    return [json.loads(line.partition(b" ")[2]) for line in file.read_bytes().splitlines() if b'"answer"' in line]


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()]


def told(answer):
    (line,) = answer.messages
    return line


# Triples ------------------------------------------------------------------------------------------

TEXT = """The sun rose over the hills. Mr. Smith opened the old gate. Nobody had come before him.

Chapter Two

The rain fell on the
empty street. A dog barked at the moon. The night went on and on.
"""


def test_triples_of_a_text(sonde):
    (sonde.folder / "a.txt").write_text(TEXT)
    answer = sonde("make", "triples", "a.txt", "--out", "t.tsv")
    rows = table(sonde.folder / "t.tsv")
    assert rows == [
        {"id": "1.1", "prev": "The sun rose over the hills.", "curr": "Mr. Smith opened the old gate.",
         "next": "Nobody had come before him."},
        {"id": "1.5", "prev": "The rain fell on the empty street.", "curr": "A dog barked at the moon.",
         "next": "The night went on and on."}]
    assert "1 document, 7 sentences (1 too short, 0 too long), 2 triples" in answer.err
    assert "up to date" in sonde("make", "triples", "a.txt", "--out", "t.tsv").err
    made = json.loads((sonde.folder / "t.tsv.made.json").read_text())
    assert made["made_of"]["maker"] == "triples" and made["counts"]["kept"] == 2


def make(sonde, documents, *words):
    """The first and last words of each sentence of each triple."""
    (sonde.folder / "d.jsonl").write_text("".join(json.dumps({"text": d}) + "\n" for d in documents))
    sonde("make", "triples", "d.jsonl", "--out", "t.tsv", "--replace", "--min-words", 1, *words)
    return ["".join(row[name][0] for name in ("prev", "curr", "next"))
            for row in table(sonde.folder / "t.tsv")]


def letters(text):
    return " ".join(f"{letter} is here." if letter != "|" else "\n\n" for letter in text)


def test_what_triples_cross(sonde):
    assert make(sonde, [letters("ABCDEFG"), letters("HI"), letters("JKL")]) == ["ABC", "DEF", "JKL"]
    assert make(sonde, [letters("ABCDE")], "--overlapping") == ["ABC", "BCD", "CDE"]
    assert make(sonde, [letters("AB|CDEF|G")]) == ["ABC", "DEF"]
    assert make(sonde, [letters("AB|CDEF|G")], "--within", "paragraph") == ["CDE"]
    assert make(sonde, [letters("ABC") + "\n" + letters("DEF")], "--within", "line") == ["ABC", "DEF"]
    long = letters("AB") + " C is much too long for this. " + letters("DEFG")
    assert make(sonde, [long], "--max-words", 3) == ["DEF"]


def test_triples_are_given_once_and_drawn_by_a_seed(sonde):
    documents = [letters("ABC"), letters("ABC"), letters("AAB"), letters("DEF")]
    assert make(sonde, documents) == ["ABC", "DEF"]
    counts = json.loads((sonde.folder / "t.tsv.made.json").read_text())["counts"]
    assert (counts["repeated"], counts["alike"], counts["kept"]) == (1, 1, 2)
    alphabet = letters("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
    whole = make(sonde, [alphabet], "--overlapping")
    draws = {seed: make(sonde, [alphabet], "--overlapping", "--most", 5, "--seed", seed) for seed in range(1, 6)}
    assert len({tuple(draw) for draw in draws.values()}) > 1
    for seed, draw in draws.items():
        assert len(draw) == 5 and draw == [one for one in whole if one in draw]
        more = make(sonde, [alphabet], "--overlapping", "--most", 9, "--seed", seed)
        assert set(draw) < set(more)


BAD_DOCUMENTS = {
    "no JSON": ('{"text": "a"}\nplain text\n', "d.jsonl:2: is not valid JSON"),
    "no text": ('{"body": "a"}\n', "d.jsonl:1: has no such key (column text)"),
    "no sentences": ('{"text": "a"}\n', "no triple of sentences"),
    "a NUL": ('{"text": "a\\u0000"}\n', "d.jsonl:1: the text contains a NUL"),
    "an empty file": ("", "no triple of sentences"),
}


@pytest.mark.parametrize("what", BAD_DOCUMENTS)
def test_bad_documents(sonde, what):
    content, says = BAD_DOCUMENTS[what]
    (sonde.folder / "d.jsonl").write_text(content)
    line = told(sonde("make", "triples", "d.jsonl", "--out", "t.tsv", code=3))
    assert says in line and "; " in line
    assert not list(sonde.folder.glob("t.tsv*"))


ASKED = ("fusions", "a.txt", "--chat", "http://x", "--model", "m")
WRONG = {
    "no maker": (), "an unknown maker": ("tripples", "a.txt"), "no input": ("triples",),
    "an unknown option": ("triples", "a.txt", "--min-wrods", "3"),
    "no language": ("triples", "a.txt", "--language", "n0"),
    "an empty range": ("triples", "a.txt", "--min-words", "9", "--max-words", "8"),
    "no unit": ("triples", "a.txt", "--within", "book"),
    "no server": ("fusions", "a.txt"), "no model": ASKED[:4],
    "no URL": ("fusions", "a.txt", "--chat", "x", "--model", "m"),
    "a password": ("fusions", "a.txt", "--chat", "http://me:word@x/v1", "--model", "m"),
    "below 0": (*ASKED, "--temperature", "-1"), "no number": (*ASKED, "--word-limit", "half"),
    "no JSON": (*ASKED, "--extra", "top_p"), "no object": (*ASKED, "--extra", "[1]"),
    "taken": (*ASKED, "--extra", '{"seed": 1}'), "no places": (*ASKED, "--prompt", "a.txt"),
    "no variable": (*ASKED, "--key-env", "NO_SUCH"), "two keys": (*ASKED, "--key-env", "HOME", "--key-file", "a.txt"),
    "a key in lines": (*ASKED, "--key-file", "a.txt"), "no UTF-8": (*ASKED[:4], "--model", b"\xff"),
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_words(sonde, what):
    (sonde.folder / "a.txt").write_text(TEXT)
    words = WRONG[what] if what in ("no maker", "no input") else (*WRONG[what], "--out", "t")
    process = subprocess.Popen([sonde.program, "make", *words], cwd=sonde.folder, env=sonde.environment,
                               stderr=subprocess.PIPE)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 2 and len(err.splitlines()) == 1 and b"word@" not in err, err
    assert not list(sonde.folder.glob("t*"))


def test_makers_are_listed(sonde):
    listed = sonde("list", "makers").out
    assert "triples DOCUMENTS" in listed and "fusions TRIPLES.tsv" in listed
    for maker in ("triples", "fusions"):
        assert maker in sonde("make", "--help").out
        assert "--seed N" in sonde("make", maker, "--help").out


# Fusions ------------------------------------------------------------------------------------------

def test_a_set_is_made_that_the_probe_takes(sonde, server, triples):
    answer = fuse(sonde, server)
    rows = table(sonde.folder / "set.tsv")
    assert [row["id"] for row in rows] == ["t0", "t1", "t2", "t3", "t4"]
    assert list(rows[0]) == ["id", "prev", "curr", "next", "kind", "s1", "s2"]
    assert len(server.log) == 10 and "5 of 5 rows" in answer.err and "10 answers asked now" in answer.err
    sonde.run("r.sonde", "--encoder", "random", "--probe", "sets", "--data", "set.tsv")
    assert sonde.shown("r.sonde")["tasks"][0]["items"] == 5


def test_the_commands_of_the_docs_work_as_they_stand(sonde, server):
    text = (ROOT / "docs/guides/make-a-data-set.md").read_text()
    (commands,) = re.findall(r"^```sh\n(sonde make triples.*?)^```", text, re.M | re.S)
    documents = [{"text": ". ".join(s.capitalize() for s in sentences(7, seed)) + "."} for seed in (1, 2)]
    (sonde.folder / "articles.jsonl").write_text("".join(json.dumps(d) + "\n" for d in documents))
    for command in commands.splitlines():
        words = command.replace("http://127.0.0.1:8080/v1", server.url).split()
        assert words.pop(0) == "sonde"
        sonde(*words)
    assert sonde.shown("set.sonde")["tasks"][0]["items"] == 4 and len(server.log) == 8


def test_what_is_asked_and_what_is_kept_of_it(sonde, server, triples):
    (sonde.folder / "key").write_text("sk-very-secret\n")
    fuse(sonde, server, "--key-file", "key", "--temperature", 0.25, "--seed", 7, "--max-tokens", 90,
         "--extra", '{"top_p": 0.5}', "--parallel", 1)
    row = table(triples)[0]
    words = len(row["prev"].split()) + len(row["curr"].split())
    entry = server.log[0]
    body = entry["body"]
    system, user = body.pop("messages")
    assert body == {"model": "m", "temperature": 0.25, "seed": 7, "max_tokens": 90, "top_p": 0.5}
    assert entry["path"] == "/v1/chat/completions" and entry["key"] == "Bearer sk-very-secret"
    assert (system["role"], user["role"]) == ("system", "user")
    assert f"at most {words // 2} words" in user["content"]
    assert user["content"].endswith(f"\n{row['prev']}\n{row['curr']}")
    first, second = lines(sonde.folder / "set.tsv.fusions.jsonl")[:2]
    assert (first["row"], first["id"], first["fusion"], second["fusion"]) == (1, "t0", "s1", "s2")
    assert first["user"] == user["content"] and first["system"] == system["content"]
    assert first["parameters"] == {"temperature": 0.25, "seed": 7, "max_tokens": 90, "top_p": 0.5}
    assert first["sentence"] == table(sonde.folder / "set.tsv")[0]["s1"] and first["used"]
    assert (first["model"], first["model_asked"], first["created"]) == ("m", "m", 1700000000)
    assert (first["words"], first["limit"], first["over"]) == (4, words // 2, False)
    for file in sonde.folder.iterdir():
        assert file.name == "key" or file.is_dir() or b"secret" not in file.read_bytes(), file


def test_the_key_of_a_variable_is_never_shown(sonde, server, triples):
    sonde.environment["MY_KEY"] = "sk-very-secret"
    server.does({"do": "echo_key"})
    line = told(fuse(sonde, server, "--key-env", "MY_KEY", code=4))
    assert server.log[0]["key"] == "Bearer sk-very-secret"
    assert "answered 401: 'wrong key Bearer [key]'; check the key" in line and "secret" not in line


def test_the_key_is_hidden_in_answers_that_are_used(sonde, server, triples):
    (sonde.folder / "key").write_text("sk-very-secret\n")
    server.does({"do": "quote_key", "whole": True})
    fuse(sonde, server, "--key-file", "key")
    assert lines(sonde.folder / "set.tsv.fusions.jsonl")[0]["sentence"].endswith(" Bearer [key]")
    server.does({"do": "quote_key", "whole": False})
    answer = fuse(sonde, server, "--key-file", "key", out="other.tsv", code=4)
    assert "its answer has no choices" in answer.err and "secret" not in answer.err
    for file in sonde.folder.iterdir():
        assert file.name == "key" or file.is_dir() or b"secret" not in file.read_bytes(), file


def test_a_placeholder_for_a_key_is_left_in_answers(sonde, server, triples):
    (sonde.folder / "key").write_text("none\n")
    server.does({"do": "quote_key", "whole": True})
    fuse(sonde, server, "--key-file", "key")
    assert lines(sonde.folder / "set.tsv.fusions.jsonl")[0]["sentence"].endswith(" Bearer none")


@pytest.mark.parametrize("stream", ["2>&-", "<&-", ">&-", "<&- >&- 2>&-"])
def test_a_closed_stream_does_no_harm_to_files(sonde, server, triples, stream):
    words = ["-c", f'exec "$0" "$@" {stream}', sonde.program, *fusion_words(server, "set.tsv")]
    assert sonde(*words, program="sh").out == ""
    fuse(sonde, server, out="other.tsv")
    for end in ("", ".made.json", ".fusions.jsonl"):
        made, other = (sorted((sonde.folder / (out + end)).read_bytes().splitlines()) for out in ("set.tsv", "other.tsv"))
        assert made == other, end
    # A line has its number and a checksum of it. The threads decide which answer comes first.
    made, other = (sorted(one["answer"] for one in ledger_lines(sonde.folder / (out + ".ledger"))) for out in ("set.tsv", "other.tsv"))
    assert made == other


def test_the_shipped_prompts_are_the_usual_ones(sonde, server, triples):
    fuse(sonde, server)
    asked = len(server.log)
    prompts = ROOT / "data/prompts"
    fuse(sonde, server, "--system", prompts / "fusion.system.txt", "--prompt", prompts / "fusion.user.txt",
         "--ledger", "set.tsv.ledger", out="other.tsv")
    assert len(server.log) == asked


def test_prompts_of_ones_own(sonde, server, triples):
    (sonde.folder / "system").write_text("")
    (sonde.folder / "prompt").write_text("{limit}|{B}|{A}|{C}\n")
    fuse(sonde, server, "--system", "system", "--prompt", "prompt", "--word-limit", 0.75, "--parallel", 1)
    row = table(triples)[0]
    words = len(row["prev"].split()) + len(row["curr"].split())
    (message,) = server.log[0]["body"]["messages"]
    assert message["content"] == f"{words * 3 // 4}|{row['curr']}|{row['prev']}|{{C}}"


def test_equal_calls_make_equal_bytes_and_ask_nothing(sonde, server, triples):
    fuse(sonde, server, "--parallel", 8)
    files = ("set.tsv", "set.tsv.fusions.jsonl", "set.tsv.made.json")
    before = [(sonde.folder / name).read_bytes() for name in files]
    assert "up to date" in fuse(sonde, server).err
    for name in files:
        (sonde.folder / name).unlink()
    assert "0 answers asked now" in fuse(sonde, server, "--parallel", 1).err
    assert [(sonde.folder / name).read_bytes() for name in files] == before
    assert len(server.log) == 10
    # A changed question is another one, and so is another server.
    fuse(sonde, server, "--temperature", 0.6, "--replace")
    assert len(server.log) == 20


def test_only_what_was_made_is_replaced(sonde, server, triples):
    for replace in ((), ("--replace",)):
        line = told(fuse(sonde, server, *replace, out="triples.tsv", code=2))
        assert "is the input of the data set" in line and "--out" in line
    fuse(sonde, server)
    line = told(fuse(sonde, server, "--temperature", 1, code=2))
    assert "--replace" in line
    (sonde.folder / "set.tsv").write_text("edited\n")
    for replace in ((), ("--replace",)):
        assert "was changed since" in told(fuse(sonde, server, *replace, code=2))
    assert len(server.log) == 10
    (sonde.folder / "set.tsv").unlink()
    fuse(sonde, server)
    assert len(server.log) == 10 and len(table(sonde.folder / "set.tsv")) == 5
    # Its input is not replaced either, by whatever name it goes.
    documents = [{"text": ". ".join(s.capitalize() for s in sentences(6)) + "."}]
    (sonde.folder / "d.jsonl").write_text("".join(json.dumps(d) + "\n" for d in documents))
    sonde("make", "triples", "d.jsonl", "--out", "made.tsv")
    (sonde.folder / "linked.tsv").symlink_to("made.tsv")
    before = (sonde.folder / "made.tsv").read_bytes()
    for name in ("made.tsv", "linked.tsv"):
        words = ["make", "fusions", name, "--chat", server.url, "--model", "m", "--out", "made.tsv", "--replace"]
        line = told(sonde(*words, code=2))
        assert "is the input of the data set, which the command reads; choose another --out" in line
        assert (sonde.folder / "made.tsv").read_bytes() == before
    (sonde.folder / "mine").write_text("my notes\n")
    line = told(fuse(sonde, server, "--ledger", "mine", out="b.tsv", code=3))
    assert "mine: is something else than a ledger" in line
    assert (sonde.folder / "mine").read_text() == "my notes\n"


@pytest.mark.parametrize("end", [".made.json", ".fusions.jsonl"])
def test_what_lies_beside_the_set_is_left_unless_it_was_made(sonde, server, triples, end):
    (sonde.folder / ("set.tsv" + end)).write_text("mine\n")
    answer = fuse(sonde, server, code=2)
    assert f"set.tsv{end} is not a file that `sonde make` wrote" in answer.err
    assert (sonde.folder / ("set.tsv" + end)).read_text() == "mine\n" and not server.log
    (sonde.folder / ("set.tsv" + end)).unlink()
    fuse(sonde, server)
    (sonde.folder / "set.tsv").unlink()  # as a kill leaves them
    fuse(sonde, server)


def test_places_that_cannot_be_written_are_noticed_before_anything_is_asked(sonde, server, triples):
    assert "no such folder" in told(fuse(sonde, server, "--ledger", "l", out="no/set.tsv", code=4))
    for taken in ("set.tsv", "set.tsv.fusions.jsonl", "set.tsv.made.json"):
        assert "same file" in told(fuse(sonde, server, "--ledger", f"./{taken}", code=2))
    assert "ledger" in told(fuse(sonde, server, "--ledger", "no/l", code=4))
    assert not server.log and not list(sonde.folder.glob("set*"))


def test_equal_questions_are_asked_once(sonde, server):
    rows = [("a b c", "d e f", "g h i")] * 6
    write_table(sonde.folder / "triples.tsv", ["prev", "curr", "next"], rows)
    server.does({"do": "answer"})
    fuse(sonde, server, "--parallel", 6)
    assert len(server.log) == 2 and len(table(sonde.folder / "set.tsv")) == 6


PASSING = {
    "429": {"do": "fail", "status": 429, "retry_after": "0"},
    "500": {"do": "fail", "status": 500},
    "503": {"do": "fail", "status": 503, "body": "<html>busy</html>"},
    "a closed connection": {"do": "close"},
    "no byte": {"do": "close", "after": 0},
    "JSON that is cut": {"do": "say", "body": '{"choices": [{"mess'},
    "nothing": {"do": "say", "body": ""},
    "a drip": {"do": "drip"},
}


@pytest.mark.parametrize("what", PASSING)
def test_what_may_pass_is_asked_again(sonde, server, triples, what):
    server.does(ANSWER, PASSING[what], PASSING[what], ANSWER)
    answer = fuse(sonde, server, "--timeout", 4 if what == "a drip" else 120)
    assert len(server.log) == 12 and answer.err.count("; trying again in ") == 2
    assert len(table(sonde.folder / "set.tsv")) == 5


def test_a_server_may_ask_for_patience(sonde, server, triples):
    server.does({"do": "fail", "status": 429, "retry_after": "1"}, ANSWER)
    fuse(sonde, server, "--parallel", 1)
    first, second = server.log[:2]
    assert second["time"] - first["time"] >= 1
    server.does({"do": "fail", "status": 429, "retry_after": "3600"})
    line = told(fuse(sonde, server, "--temperature", 1, out="b.tsv", code=4))
    assert "wants a wait of 3600 s" in line


LASTING = {
    "no such model": ({"do": "fail", "status": 404}, ("answered 404: 'told by the server'", "model")),
    "a bad request": ({"do": "fail", "status": 400, "body": "no\x1b[31m"}, ("answered 400: 'no\\x1b[31m'",)),
    "HTML": ({"do": "say", "body": "<!DOCTYPE html>\n<p>Welcome", "type": "text/html"},
             ("answered HTML, no JSON: '<!DOCTYPE html>...'", "/v1")),
    "HTML that says it is JSON": ({"do": "say", "body": "\n<html>"}, ("answered HTML",)),
    "plain text": ({"do": "say", "body": "hello", "type": "text/plain"}, ("a JSON object: 'hello'",)),
    "another API": ({"do": "say", "body": '{"object": "list", "data": []}'}, ("has no choices", "chat server")),
    "an error that says it went well": ({"do": "say", "body": '{"error": "overloaded"}'}, ("answered an error", "overloaded")),
    "no message": ({"do": "say", "body": '{"choices": [{"text": "x"}]}'}, ("has no message",)),
    "a number for a text": ({"do": "say", "body": '{"choices": [{"message": {"content": 3}}]}'}, ("no text as content",)),
    "half a character": ({"do": "say", "body": '{"choices": [{"message": {"content": "\\ud800"}}]}'}, ("JSON object",)),
    "invalid UTF-8": ({"do": "say", "hex": "2263686f69636573ff22"}, ("\\xff",)),
    "a huge answer": ({"do": "huge"}, ("longer than 16 MiB",)),
    "a redirect": ({"do": "redirect", "to": "http://127.0.0.1:9/v1"}, ("answered 302, a redirect to",)),
}


@pytest.mark.parametrize("what", LASTING)
def test_what_will_not_pass_is_told_at_once(sonde, server, triples, what):
    rule, says = LASTING[what]
    server.does(ANSWER, ANSWER, ANSWER, rule)
    tries = ("--tries", 2, "--parallel", 1)
    answer = fuse(sonde, server, *tries, code=4)
    line = answer.messages[-1]
    assert line.startswith(f"sonde: {server.url}/chat/completions: ") and "; " in line
    for part in says:
        assert part in line, line
    assert "\x1b" not in answer.err
    assert not (sonde.folder / "set.tsv").exists()
    server.does(ANSWER)
    fuse(sonde, server, *tries)
    assert set(server.answered.values()) == {1} and len(server.answered) == 10


@pytest.mark.parametrize("parallel", [1, 8])
def test_nobody_there(sonde, server, triples, parallel):
    server.end()
    answer = fuse(sonde, server, "--tries", 3, "--parallel", parallel, code=4)
    assert "(tried 3 times); is the server running" in answer.messages[-1]
    assert 2 <= answer.err.count("trying again in") <= 2 * parallel


# A possible answer of a model, and the sentence or the reason for not having one.
ANSWERS = {
    "space and quotes": (' "It rained\u00a0and\tsnowed." \n', "It rained and snowed."),
    "English quotes": ("\u201cIt rained.\u201d", "It rained."),
    "quotes inside": ('"Yes," she said, "no."', '"Yes," she said, "no."'),
    "thinking": ("<think>\nHm.\n\n</think>\n\nIt rained.", "It rained."),
    "empty": (" \n", None), "null": (None, None), "several lines": ("Here it is:\n\nIt rained.", None),
    "HTML": ("<html><p>x</p></html>", None), "a NUL": ("a\0b", None), "endless thought": ("<think> Hm", None),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_what_becomes_of_answers(sonde, server, what):
    text, sentence = ANSWERS[what]
    write_table(sonde.folder / "triples.tsv", ["prev", "curr", "next"], [("a b", "c d", "e f")])
    server.does({"do": "answer", "text": text}, ANSWER)
    fuse(sonde, server, "--parallel", 1)
    drawn = lines(sonde.folder / "set.tsv.fusions.jsonl")
    assert drawn[0]["answer"] == (text or "")
    assert [line["used"] for line in drawn] == ([True, True] if sentence else [False, True, True])
    assert bool(drawn[0]["unusable"]) == (sentence is None)
    (row,) = table(sonde.folder / "set.tsv")
    assert row["s1"] == drawn[-2]["sentence"]
    if sentence:
        assert row["s1"] == sentence
    elif text:
        # The next draw repeats the same question, so that its text need not reveal it.
        assert server.log[0]["body"] == server.log[1]["body"] and drawn[1]["draw"] == 1


def test_rows_that_cannot_be_used_are_left_out_and_counted(sonde, server, triples):
    row = table(triples)[0]
    bad = {"do": "answer", "text": ""}
    repeated = {"do": "answer", "text": row["curr"]}
    cut = {"do": "answer", "text": "It rained and", "finish": "length"}
    server.does(bad, repeated, cut, ANSWER, {"do": "answer", "model": "m-2"}, *[ANSWER] * 8)
    answer = fuse(sonde, server, "--parallel", 1, "--seed", 5)
    assert [row["id"] for row in table(sonde.folder / "set.tsv")] == ["t1", "t2", "t3", "t4"]
    assert "4 of 5 rows" in answer.err and "left out: 1 cut short by the server's limit" in answer.err
    assert "answered by: 9 'm', 1 'm-2'" in answer.err
    assert [entry["body"]["seed"] for entry in server.log[:4]] == [5, 6, 7, 5]
    drawn = lines(sonde.folder / "set.tsv.fusions.jsonl")[:4]
    assert [line["unusable"] for line in drawn] == [
        "empty", "repeats a sentence of its row", "cut short by the server's limit", ""]
    # A bad answer is an answer: its question isn't repeated.
    (sonde.folder / "set.tsv").unlink()
    assert "0 answers asked now" in fuse(sonde, server, "--seed", 5).err


def test_what_a_server_calls_its_model_cannot_harm(sonde, server, triples):
    server.does(*({"do": "answer", "model": f"m{i}\x1b[2J\n"} for i in range(9)), {"do": "answer", "model": ""})
    answer = fuse(sonde, server, "--parallel", 1)
    assert "1 unnamed, 1 'm0\\x1b[2J', " in answer.err and " and 5 more\n" in answer.err and "\x1b" not in answer.err


def test_no_answer_can_be_used(sonde, server, triples):
    server.does({"do": "answer", "text": "a\nb"})
    line = told(fuse(sonde, server, "--draws", 2, code=4))
    assert "no answer can be used: 5 several lines" in line and "set.tsv.ledger" in line
    assert len(server.log) == 20 and not (sonde.folder / "set.tsv").exists()


def test_fusions_over_the_limit_are_kept_and_counted(sonde, server, triples):
    long = " ".join(["word"] * 30) + "."
    server.does({"do": "answer", "text": long}, ANSWER)
    answer = fuse(sonde, server, "--parallel", 1)
    assert "1 of 10 fusions over the word limit" in answer.err
    first = lines(sonde.folder / "set.tsv.fusions.jsonl")[0]
    assert (first["words"], first["over"], first["used"]) == (30, True, True)
    assert table(sonde.folder / "set.tsv")[0]["s1"] == long


BAD_TRIPLES = {
    "no column": ("prev\tcurr\na\tb\n", "triples.tsv:1: has no column next"),
    "fused before": ("prev\tcurr\tnext\ts1\na\tb\tc\td\n", "triples.tsv:1: has a column s1 already"),
    "a column twice": ("prev\tcurr\tnext\tx\tx\na\tb\tc\td\te\n", "triples.tsv:1: has the column 'x' twice"),
    "too few fields": ("prev\tcurr\tnext\na\tb\tc\na\tb\n", "triples.tsv:3: has 2 columns"),
    "an empty sentence": ("prev\tcurr\tnext\na\t \tc\n", "triples.tsv:2: empty sentence (column curr)"),
    "nothing": ("", "is empty"), "no rows": ("prev\tcurr\tnext\n", "has no rows"),
}


@pytest.mark.parametrize("what", BAD_TRIPLES)
def test_bad_triples(sonde, server, what):
    content, says = BAD_TRIPLES[what]
    (sonde.folder / "triples.tsv").write_text(content)
    line = told(fuse(sonde, server, code=3))
    assert says in line and "; " in line and not server.log


def test_a_killed_job_goes_on_and_asks_nothing_twice(sonde, server):
    """Killed at a question with a reply, while others have none yet."""
    write_triples(sonde.folder / "triples.tsv", 40)
    fuse(sonde, server, out="whole.tsv")
    assert len(server.log) == 80
    words = ("make", "fusions", "triples.tsv", "--chat", server.url, "--model", "m", "--out", "set.tsv")
    draw = random.Random(1)
    kills = 8
    for _ in range(kills):
        more = draw.randint(5, 9)
        server.does(*[ANSWER] * more, {"do": "hang"})
        enough = len(server.log) + more
        process = sonde.start(*words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        until_it_works(process, lambda: len(server.log) >= enough)
        process.kill()
        process.wait()
    assert len((sonde.folder / "set.tsv.ledger").read_bytes().splitlines()) > 5
    server.does(ANSWER)
    fuse(sonde, server)
    for name in ("", ".fusions.jsonl"):
        whole, resumed = ((sonde.folder / (out + name)).read_bytes() for out in ("whole.tsv", "set.tsv"))
        assert whole == resumed
    # A question that was on its way when its asker was killed has no answer: only those come again.
    again = len(server.log) - 160
    assert 0 <= again <= 4 * kills


def test_ctrl_c_keeps_what_is_done(sonde, server):
    write_triples(sonde.folder / "triples.tsv", 40)
    server.does(*[ANSWER] * 20, {"do": "hang"})
    process = sonde.start("make", "fusions", "triples.tsv", "--chat", server.url, "--model", "m", "--out",
                          "set.tsv", "--parallel", 2)
    until_it_works(process, lambda: len(server.log) == 22)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130 and b"the same command continues" in err
    assert not (sonde.folder / "set.tsv").exists()
    kept = len((sonde.folder / "set.tsv.ledger").read_text().splitlines()) - 1
    assert kept == 20
    server.does(ANSWER)
    found = re.search(r"(\d+) answers asked now", fuse(sonde, server).err)
    assert int(found[1]) == 60 and len(server.log) == 80 + 2


def test_a_damaged_answer_is_asked_again(sonde, server, triples):
    fuse(sonde, server)
    before = (sonde.folder / "set.tsv").read_bytes()
    ledger = sonde.folder / "set.tsv.ledger"
    content = ledger.read_bytes()
    at = content.index(b"Fused")
    ledger.write_bytes(content[:at] + b"Faked" + content[at + 5:-40])
    (sonde.folder / "set.tsv").unlink()
    answer = fuse(sonde, server)
    assert "1 damaged answer, requested again" in answer.err and "2 answers asked now" in answer.err
    assert (sonde.folder / "set.tsv").read_bytes() == before
    assert Counter(server.answered.values()) == {1: 8, 2: 2}


def test_two_at_once_do_not_share_a_ledger(sonde, server, triples):
    server.does({"do": "hang"})
    process = sonde.start("make", "fusions", "triples.tsv", "--chat", server.url, "--model", "m", "--out", "set.tsv")
    until_it_works(process, lambda: server.log)
    assert "another process has this ledger" in told(fuse(sonde, server, code=4))
    process.kill()
    process.communicate()


# Hostile servers ----------------------------------------------------------------------------------

KEY = 'sk-ab/cd+ef==0123"4\\56&x'


def unspelled(content):
    """Without escapes of JSON, however often they were escaped themselves."""
    content = re.sub(rb"\\+u00([0-9a-fA-F]{2})", lambda found: bytes([int(found[1], 16)]), content)
    return content.replace(b"\\", b"")


def check_no_key(sonde, *answers):
    texts = {"output": "".join(answer.out + answer.err for answer in answers).encode()}
    texts |= {file.name: file.read_bytes() for file in sonde.folder.iterdir() if file.is_file() and file.name != "key"}
    wanted = unspelled(KEY.encode())
    for name, content in texts.items():
        assert wanted not in unspelled(content) and wanted[-12:] not in unspelled(content), name


@pytest.mark.parametrize("how", ["plain", "php", "gson", "escapes", "nested"])
def test_a_key_is_cut_out_however_a_server_spells_it(sonde, server, triples, how):
    (sonde.folder / "key").write_text(KEY + "\n")
    server.does({"do": "spell_key", "how": how})
    answers = [fuse(sonde, server, "--key-file", "key")]
    assert server.log[0]["key"] == "Bearer " + KEY
    assert lines(sonde.folder / "set.tsv.fusions.jsonl")[0]["sentence"].endswith(" it is [key]")
    assert "answered by: 10 'it is [key]'" in answers[0].err
    for status in (400, 401, 403, 404, 429, 500):
        server.does({"do": "spell_key", "how": how, "status": status})
        answers.append(fuse(sonde, server, "--key-file", "key", "--tries", 2, out="b.tsv", code=4))
        assert f"answered {status}: 'it is [key]'" in answers[-1].err
    server.does({"do": "spell_key", "how": how, "cut": True})
    answers.append(fuse(sonde, server, "--key-file", "key", "--tries", 2, out="c.tsv", code=4))
    check_no_key(sonde, *answers)


def test_a_key_in_place_of_its_file_or_variable_is_not_shown(sonde, server, triples):
    for option, code in (("--key-file", 3), ("--key-env", 2)):
        line = told(fuse(sonde, server, option, KEY, code=code))
        assert option in line and "not the key" in line and "sk-" not in line
    assert not server.log


def test_a_key_and_a_prompt_may_come_by_pipes(sonde, server, triples):
    words = " ".join(map(str, fusion_words(server, "set.tsv")))
    script = f"'{sonde.program}' {words} --key-file <(printf %s sk-of-a-pipe) --prompt <(echo '{{A}} {{B}} piped')"
    sonde("-c", script, program="bash")
    assert server.log[0]["key"] == "Bearer sk-of-a-pipe"
    assert server.log[0]["body"]["messages"][1]["content"].endswith(" piped")


def test_pipes_that_nobody_writes_into_are_told(sonde, server, triples):
    os.mkfifo(sonde.folder / "pipe")
    (sonde.folder / "empty").write_text("\n")
    for file in ("pipe", "empty"):
        assert "--key-file names is empty" in told(fuse(sonde, server, "--key-file", file, code=3))
    assert "is neither in" in told(fuse(sonde, server, "--prompt", "pipe", "--system", "empty", code=2))
    (sonde.folder / "a.txt").write_text(TEXT)
    line = told(sonde("make", "triples", "a.txt", "--out", "t.tsv", "--abbreviations", "pipe", code=3))
    assert "pipe: is a pipe" in line
    for maker, code in ((("triples", "pipe"), 3), (fusion_words(server, "set.tsv")[1:2] + ["pipe"], 3)):
        words = ["--chat", server.url, "--model", "m"] if maker[0] == "fusions" else []
        assert "pipe: is a pipe" in told(sonde("make", *maker, *words, "--out", "b.tsv", code=code))


LIMITS = {
    "endless trailers": ({"do": "trailers"}, "its headers are longer than 256 KiB"),
    "an endless header": ({"do": "long_header"}, "a line of its headers is too long"),
    "a message of 1 MB": ({"do": "fail", "status": 400, "body": "x" * 1000000}, "answered 400: 'xxx"),
    "a model's name of 1 MB": ({"do": "answer", "model": "x" * 1000000}, "has a longer model than 1000 bytes"),
    "a million objects": ({"do": "objects", "bytes": 3000000}, "its answer has no choices"),
    "16 MiB of objects": ({"do": "objects", "bytes": (16 << 20) - 100}, "its answer has no choices"),
}


@pytest.mark.parametrize("what", LIMITS)
def test_what_a_server_says_has_limits(sonde, server, triples, what):
    rule, says = LIMITS[what]
    server.does(rule)
    answer = fuse(sonde, server, "--parallel", 1, code=4)
    assert says in answer.messages[-1] and len(answer.err) < 1000


def test_answers_that_no_set_can_hold_are_left_out(sonde, server, triples):
    long, hidden = {"do": "answer", "text": "x" * 1100000}, {"do": "answer", "text": "It\x9b31m rained."}
    server.does(long, hidden, ANSWER)
    fuse(sonde, server, "--parallel", 1)
    drawn = lines(sonde.folder / "set.tsv.fusions.jsonl")
    assert [line["unusable"] for line in drawn[:3]] == ["longer than 64 KiB", "holds control characters", ""]
    sonde.run("r.sonde", "--encoder", "random", "--probe", "sets", "--data", "set.tsv")
    row = table(triples)[0]
    write_table(triples, row, [["x" * 1000000, *list(row.values())[1:]]])
    assert "two fusions don't fit" in told(fuse(sonde, server, out="b.tsv", code=3))


def test_a_url_keeps_its_query(sonde, server, triples):
    words = ["make", "fusions", "triples.tsv", "--model", "m", "--out", "set.tsv", "--chat"]
    sonde(*words, server.url + "/?api-version=1")
    assert {entry["path"] for entry in server.log} == {"/v1/chat/completions?api-version=1"}
    line = told(sonde(*words, "http:/chat", "--replace", code=2))
    assert "'http:/chat' is not a URL of a server" in line


@pytest.mark.parametrize("rule", [{"do": "hang"}, {"do": "drip"}])
def test_ctrl_c_is_heard_at_once_while_a_server_hangs(sonde, server, rule):
    write_triples(sonde.folder / "triples.tsv", 40)
    server.does(*[ANSWER] * 10, rule)
    process = sonde.start(*fusion_words(server, "set.tsv"), "--parallel", 4, "--timeout", 3600)
    until_it_works(process, lambda: len(server.log) == 14)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130 and b"the same command continues" in err
    assert len((sonde.folder / "set.tsv.ledger").read_text().splitlines()) == 11
