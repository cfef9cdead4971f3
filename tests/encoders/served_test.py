"""Encoders on servers: requests, replies, failures, keys and resuming, against a server in another process."""
import json
import math
import signal
import subprocess
import sys
from pathlib import Path

import embedding_server
import numpy as np
import pytest
from embeddings import EmbeddingServer
from program import ROOT, sentences
from waiting import until_it_works

KEY = "sk-a-secret-0123/456="
SERVICES = ["openai", "ollama", "cohere", "voyage", "jina", "google"]


@pytest.fixture
def server():
    server = EmbeddingServer()
    yield server
    server.end()


def expected(texts, dimension=embedding_server.DIMENSION, rule=None):
    return np.array([embedding_server.vector(text, rule or {}, dimension) for text in texts], np.float32)


def encode(sonde, spec, texts, code=0, *words):
    stdin = "".join(text + "\n" for text in texts).encode()
    return sonde("encode", "--encoder", spec, *words, stdin=stdin, code=code)


def error_of(sonde, spec, texts=("one", "two", "three"), code=4):
    (line,) = encode(sonde, spec, texts, code).messages
    return line


# Forms --------------------------------------------------------------------------------------------

@pytest.mark.parametrize("service", SERVICES)
def test_each_service_gives_its_vectors_in_order(sonde, server, service):
    texts = sentences(50)
    spec = server.spec("batch=7", service=service)
    assert np.array_equal(sonde.encode(texts, spec), expected(texts))
    # One for the dimension, then eight batches.
    assert len(server.log) == 9


def bodies(server):
    return [entry["body"] for entry in server.log][1:]


def test_what_is_sent_to_each_service(sonde, server):
    sent = {}
    for service in SERVICES:
        before = len(server.log)
        options = ["key_env=SECRET", "dimensions=8"] + (["task=a_task"] if service not in ("openai", "ollama") else [])
        sonde.environment["SECRET"] = KEY
        spec = server.spec(*options, service=service)
        if service == "google":
            assert encode(sonde, spec, ["A text."], 4).messages  # this stand-in's vectors are of another dimension
        else:
            assert sonde.encode(["A text."], spec).shape == (1, 8)
        sent[service] = server.log[before]
    texts = ["A text."]
    assert sent["openai"]["body"] == {"model": "m", "input": texts, "encoding_format": "float", "dimensions": 8}
    assert sent["ollama"]["body"] == {"model": "m", "input": texts, "truncate": False, "dimensions": 8}
    assert sent["cohere"]["body"] == {"model": "m", "texts": texts, "input_type": "a_task", "truncate": "NONE",
                                      "embedding_types": ["float"], "output_dimension": 8}
    assert sent["voyage"]["body"] == {"model": "m", "input": texts, "truncation": False, "input_type": "a_task",
                                      "output_dimension": 8}
    assert sent["jina"]["body"] == {"model": "m", "input": texts, "truncate": False, "task": "a_task",
                                    "embedding_type": "float", "dimensions": 8}
    assert sent["google"]["body"] == {"requests": [{"model": "models/m", "content": {"parts": [{"text": "A text."}]},
                                                    "taskType": "a_task", "outputDimensionality": 8}]}
    assert sent["google"]["path"] == "/v1beta/models/m:batchEmbedContents"
    assert sent["google"]["google_key"] == KEY and sent["google"]["key"] is None
    assert all(sent[service]["key"] == f"Bearer {KEY}" for service in SERVICES if service != "google")


@pytest.mark.parametrize("service", ["openai", "voyage", "jina"])
def test_packed_numbers_are_the_same(sonde, server, service):
    texts = sentences(9)
    assert np.array_equal(sonde.encode(texts, server.spec("encoding=base64", service=service)), expected(texts))
    asked = server.log[-1]["body"]
    assert "base64" in (asked.get("encoding_format"), asked.get("embedding_type"))


def test_the_byte_order_is_checked(sonde, server):
    server.does({"do": "answer", "order": ">"})
    assert "highest byte first" in error_of(sonde, server.spec("encoding=base64"))


def test_prompts_tasks_and_further_members(sonde, server):
    spec = server.spec("query=find: ", "document=text: ", 'extra={"user": "me"}', "dimensions=16")
    texts = ["A text."]
    assert np.array_equal(sonde.encode(texts, spec), expected(["find: A text."]))
    assert np.array_equal(sonde.encode(texts, spec, "--side", "second"), expected(["text: A text."]))
    assert all(entry["body"]["user"] == "me" for entry in server.log)
    spec = server.spec("task=search_query,search_document", service="cohere")
    for side, task in (("first", "search_query"), ("second", "search_document")):
        sonde.encode(texts, spec, "--side", side)
        assert server.log[-1]["body"]["input_type"] == task


# Batches ------------------------------------------------------------------------------------------

def test_batches_by_count_and_tokens(sonde, server):
    texts = sentences(20)
    sonde.encode(texts, server.spec("batch=6", "dimensions=16"))
    assert sorted(len(entry["body"]["input"]) for entry in server.log) == [2, 6, 6, 6]
    before = len(server.log)
    sonde.encode(["x" * 298] * 9 + ["y" * 3000], server.spec("batch_tokens=300", "dimensions=16"))
    sizes = sorted(len(entry["body"]["input"]) for entry in server.log[before:])
    assert sum(sizes) == 10 and max(sizes) == 2 and sizes[0] == 1  # a long one goes alone


def test_several_requests_at_once(sonde, server):
    server.does({"do": "answer", "together": 8})
    texts = sentences(8)
    spec = server.spec("batch=1", "parallel=8", "dimensions=16")
    assert np.array_equal(sonde.encode(texts, spec), expected(texts))


def test_a_smaller_batch_is_found_where_the_server_wants_one(sonde, server):
    server.does({"do": "answer", "most": 5})
    texts = sentences(40)
    assert np.array_equal(sonde.encode(texts, server.spec()), expected(texts))


def test_a_sentence_that_is_too_long_is_named(sonde, server):
    server.does({"do": "answer", "longest": 60})
    texts = sentences(20)
    texts[7] = "This one goes on " + "and on " * 20
    answer = encode(sonde, server.spec("dimensions=16"), texts)
    assert "maximum context length is 8 tokens" in answer.err and "'This one goes on and on" in answer.err
    assert len(server.log) < 13  # halves, no other try, one of another sentence


@pytest.mark.parametrize("how, bad", [("500", 0), ("500", 67), ("NaN", 37), ("NaN", 99), ("null", 11), ("none", 11)])
def test_a_text_that_the_server_can_not_encode_is_isolated(sonde, server, sts, how, bad):
    """It is named, counted and undefined. All others have their vectors, after few requests. With --strict it ends the run."""
    texts = sentences(100)
    texts[bad] = "a crash of numbers"
    server.does({"do": "answer", "bad": "crash", "how": how})
    spec = server.spec("dimensions=16", "batch=100", "parallel=1")
    vectors = sonde.encode(texts, spec)
    assert np.isnan(vectors[bad]).all()
    others = [i for i in range(100) if i != bad]
    assert np.array_equal(vectors[others], expected([texts[i] for i in others]))
    # The batch (500: twice), halves, another sentence, the text again (500: twice), what was left.
    assert len(server.log) <= (2 if how == "500" else 1) * 2 + math.ceil(math.log2(100)) + 2
    (sonde.folder / "bad.tsv").write_text("s1\ts2\tgold\n" + "".join(f"{a}\t{b}\t{i % 5}\n" for i, (a, b) in enumerate(
        zip(texts[:50], texts[50:]))))
    done = sonde("run", "--encoder", "e=" + spec, "--data", "bad.tsv", "--store", "none", "--out", "bad.sonde")
    assert "crash" in done.err
    result = next(one for one in json.loads(sonde("show", "bad.sonde", "--format", "json").out)["results"] if one["name"] == "spearman")
    assert (result["n"], result["left_out"]) == (49, 1)
    stopped = sonde("run", "--strict", "--encoder", "e=" + spec, "--data", "bad.tsv", "--store", "none", "--out", "s.sonde", code=4)
    assert "crash" in stopped.err


def test_a_server_that_fails_for_all_texts_ends_the_call(sonde, server):
    server.does({"do": "fail", "status": 500})
    assert "500" in encode(sonde, server.spec("dimensions=16", "tries=2"), ["one"], 4).err


def test_an_outage_leaves_no_text_without_a_vector(sonde, server):
    """Each text alone fails twice, and then the server is well."""
    server.does(*[{"do": "fail", "status": 500}] * 8, {"do": "answer"})
    vectors = sonde.encode(["one", "two"], server.spec("dimensions=16", "parallel=1", "tries=9"))
    assert np.array_equal(vectors, expected(["one", "two"]))


def test_a_server_that_has_no_numbers_at_all_ends_the_call(sonde, server):
    server.does({"do": "answer", "bad": "", "how": "none"})
    assert "no numbers" in encode(sonde, server.spec("dimensions=16"), ["one"], 4).err


def test_numbers_of_another_width_are_refused_and_the_advice_works(sonde, server):
    server.does({"do": "answer", "width": "e"})
    line = error_of(sonde, server.spec("encoding=base64"))
    assert "2 bytes each" in line and "encoding=float" in line
    assert len(sonde.encode(["one"], server.spec("encoding=float"))) == 1


def test_half_the_width_is_found_in_the_first_answer(sonde, server):
    """A server that packs without a request for it, in float16 or float32."""
    server.does({"do": "answer", "packs": True, "width": "e", "dimension": 128})
    line = error_of(sonde, server.spec())
    assert "is packed as float16" in line and "plain numbers were requested" in line and "encoding=float" not in line
    server.does({"do": "answer", "packs": True, "dimension": 48})
    line = error_of(sonde, server.spec("dimensions=16"))  # three times as many numbers, none of another width
    assert "has 48 numbers, asked for were 16" in line and "bytes each" not in line
    server.does({"do": "answer", "packs": True})
    assert np.array_equal(sonde.encode(["one"], server.spec()), expected(["one"]))


# Failures -----------------------------------------------------------------------------------------

PASSING = {
    "too many requests": {"do": "fail", "status": 429, "retry_after": "0"},
    "an overloaded server": {"do": "fail", "status": 503},
    "an answer that breaks off": {"do": "close"},
    "an empty answer": {"do": "say", "body": ""},
}


@pytest.mark.parametrize("what", PASSING)
def test_what_may_pass_is_asked_again(sonde, server, what):
    server.does(PASSING[what], PASSING[what], {"do": "answer"})
    texts = sentences(30)
    answer = encode(sonde, server.spec("parallel=1"), texts)
    assert "trying again in" in answer.err
    assert len(server.log) == 4


def test_it_waits_as_long_as_it_is_told(sonde, server):
    server.does({"do": "answer"}, {"do": "fail", "status": 429, "retry_after": "1"}, {"do": "answer"})
    encode(sonde, server.spec(), ["one"])
    assert server.log[2]["time"] - server.log[1]["time"] >= 1
    server.does({"do": "fail", "status": 429, "retry_after": "3000"})
    assert "wants a wait of 3000 s" in error_of(sonde, server.spec())


LASTING = {
    "another dimension": ({"dimension": 12}, "has 12 numbers, others have 16"),
    "another model": ({"model": "other-model"}, "answered for the model 'other-model' now, at first for 'm'"),
    "too few vectors": ({"fewer": 1}, "has 2 vectors for 3 texts"),
    "a place twice": ({"index": "twice"}, " twice"),
    "a place too many": ({"index": 7}, "has index 7 for 3 texts"),
    "a place in words": ({"index": "0"}, "an index that is not a natural number"),
}


@pytest.mark.parametrize("what", LASTING)
def test_wrong_answers_are_refused(sonde, server, what):
    rule, says = LASTING[what]
    server.does({"do": "answer"}, {"do": "answer", **rule})
    line = error_of(sonde, server.spec())
    assert says in line and f"{server.base}/v1/embeddings: " in line, line
    assert len(server.log) == 2


REFUSED = {
    "HTML": ({"do": "say", "body": "<html>hello</html>", "type": "text/html"}, "answered HTML, no JSON"),
    "a wrong key": ({"do": "fail", "status": 401}, "check the key"),
    "no such model": ({"do": "fail", "status": 404}, "check the URL"),
    "no vectors": ({"do": "say", "body": '{"error": null}'}, "has no vectors"),
    "a redirect": ({"do": "redirect", "to": "http://127.0.0.1:1/"}, "a redirect to"),
    "a model of another name": ({"do": "answer", "model": "x"}, "use model=x, or answers=x"),
    "a delay": ({"do": "hang"}, "tried 2 times"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_refusals_are_told(sonde, server, what):
    rule, says = REFUSED[what]
    server.does(rule)
    assert says in error_of(sonde, server.spec("timeout=0.5" if what == "a delay" else "timeout=120", "tries=2"))


@pytest.mark.parametrize("said", ["m", "M", "org/m", "m-002", "m:latest"])
def test_other_spellings_of_a_model(sonde, server, said):
    server.does({"do": "answer", "model": said})
    assert len(sonde.encode(["one"], server.spec())) == 1


def test_a_name_to_answer_with(sonde, server):
    server.does({"do": "answer", "model": "other"})
    assert len(sonde.encode(["one"], server.spec("answers=other"))) == 1


WRONG = {
    "no model": "openai:http://127.0.0.1:1/v1", "no URL": "openai:?model=m", "no scheme": "openai:host/v1?model=m",
    "a password": "openai:http://me:word@x/v1?model=m", "a task": "openai:http://x/v1?model=m&task=t",
    "packed": "cohere:?model=m&encoding=base64", "three tasks": "jina:?model=m&task=a,b,c",
    "no JSON": "openai:http://x/v1?model=m&extra=x", "no variable": "openai:http://x/v1?model=m&key_env=NO_SUCH",
    "the key": f"openai:http://x/v1?model=m&key={KEY}", "the key for its name": f"openai:http://x/v1?model=m&key_env={KEY}",
    "no time": "openai:http://x/v1?model=m&timeout=-1", "an unknown option": "openai:http://x/v1?model=m&bacth=1",
}


@pytest.mark.parametrize("what", WRONG)
def test_wrong_specifications(sonde, what):
    line = error_of(sonde, WRONG[what], code=2)
    assert "; " in line and "secret" not in line and "word@" not in line


def test_a_member_that_the_request_has_already(sonde, server):
    assert "'input'" in error_of(sonde, server.spec('extra={"input": []}'), code=2)


# Runs ---------------------------------------------------------------------------------------------

def noise_of(sonde, file):
    return sonde.shown(file)["subjects"][0]["noise_floor"]


def test_a_run_asks_for_each_sentence_once_and_again_for_the_noise(sonde, server, sts):
    sonde.run("a.sonde", "--encoder", server.spec("dimensions=16"), "--data", sts)
    sent = server.sent
    texts = set(sent)
    assert len(texts) == 120 and len(sent) == 240  # each text again for the noise floor
    before = len(server.log)
    sonde.run("b.sonde", "--encoder", server.spec("dimensions=16"), "--data", sts)
    assert len(server.log) == before  # from the store
    sonde.run("c.sonde", "--encoder", server.spec("dimensions=16", "version=2"), "--data", sts)
    assert len(server.sent) == 480


def test_the_noise_floor_is_told(sonde, server, sts):
    server.does({"do": "answer", "noise": 0.001})
    sonde.run("a.sonde", "--encoder", server.spec(), "--data", sts)
    floor = noise_of(sonde, "a.sonde")
    assert 1e-4 < floor < 0.1
    assert "encoded again, a cosine changed by up to" in sonde("show", "a.sonde").out


def test_a_run_that_failed_goes_on_without_asking_twice(sonde, server, sts):
    server.does(*[{"do": "answer"}] * 5, {"do": "fail", "status": 401})
    words = ["--encoder", server.spec("batch=10", "dimensions=16", "parallel=2"), "--data", sts]
    sonde.run("a.sonde", *words, code=4)
    assert len([entry for entry in server.log if entry["rule"] == "answer"]) == 5
    kept = {text for entry in server.log if entry["rule"] == "answer" for text in entry["body"]["input"]}
    before = len(server.log)
    server.does({"do": "answer"})
    sonde.run("a.sonde", *words)
    first = [text for entry in server.log[before:] for text in entry["body"]["input"]][:70]
    assert len(kept) == 50 and not kept & set(first)


def test_a_run_that_is_stopped_goes_on(sonde, server, sts):
    server.does(*[{"do": "answer"}] * 4, {"do": "hang"})
    words = ["--encoder", server.spec("batch=10", "dimensions=16", "parallel=1"), "--data", sts]
    process = sonde.start("run", *words, "--out", "a.sonde", "--replicates", "20")
    until_it_works(process, lambda: len(server.log) == 5)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)
    assert process.returncode == 130
    before = len(server.log)
    server.does({"do": "answer"})
    sonde.run("a.sonde", *words)
    asked = [text for entry in server.log[before:] for text in entry["body"]["input"]]
    assert len(asked) == 80 + 120  # what was lacking, and the noise floor's


def test_no_invisible_sentence_is_sent(sonde, server):
    vectors = sonde.encode(["one", "\u2003", "\u200b\ufeff", "two"], server.spec("dimensions=16"))
    assert np.isnan(vectors[1:3]).all() and np.isfinite(vectors[::3]).all()
    assert set(server.sent) == {"one", "two"}


def forecast(sonde, *words):
    """The five numbers of a dry run."""
    (line,) = sonde("run", *words, "--out", "dry.sonde", "--dry-run").out.splitlines()
    return [int(word) for word in line.split(":", 3)[-1].replace(",", "").split() if word.isdigit()]


def test_a_dry_run_asks_nothing_and_is_right(sonde, server, sts):
    words = ["--encoder", "e=" + server.spec("batch=10", "dimensions=16"), "--data", sts]
    texts, kept, requests, tokens, noise, noise_tokens = forecast(sonde, *words)
    assert not server.log and not list(sonde.folder.glob("dry*"))
    assert (texts, kept, requests, noise) == (120, 0, 12, 18) and tokens == noise_tokens > 120 * 8
    server.does(*[{"do": "answer"}] * 5, {"do": "fail", "status": 401})
    sonde.run("a.sonde", *words, code=4)
    left = len(server.log)
    assert forecast(sonde, *words)[:3] == [120, 50, 7] and len(server.log) == left
    server.does({"do": "answer"})
    sonde.run("a.sonde", *words)
    assert len(server.log) - left == 7 + 18
    assert forecast(sonde, *words) == [120, 120, 0, 0, 0, 0]


# Has the provider changed its model? -----------------------------------------------------------------

def run_on_a_day(sonde, server, sts, day, **rule):
    """Runs as docs/guides/compare.md does: vectors are requested again."""
    server.does({"do": "answer", **rule})
    sonde.run(f"{day}.sonde", "--encoder", "m=" + server.spec(), "--data", sts, "--store", "none")


@pytest.mark.parametrize("noise", [0, 1e-4])
def test_a_model_that_changes_slightly_is_found(sonde, server, sts, noise):
    run_on_a_day(sonde, server, sts, "monday", noise=noise)
    run_on_a_day(sonde, server, sts, "friday", noise=noise)
    run_on_a_day(sonde, server, sts, "sunday", noise=noise, shift=0.02)
    same = sonde("check", "friday.sonde", "--against", "monday.sonde", "--unchanged")
    assert "verdict: pass" in same.out and "change of similarity" in same.out
    # No probe sees it, the cosines do.
    assert "verdict: pass" in sonde("check", "sunday.sonde", "--against", "monday.sonde").out
    changed = sonde("check", "sunday.sonde", "--against", "monday.sonde", "--unchanged", code=1)
    assert "verdict: fail" in changed.out and "where encoding again changes" in changed.out
    (sonde.folder / "gates.toml").write_text("unchanged = true\n")
    report = json.loads(sonde("check", "sunday.sonde", "gates.toml", "--against", "monday.sonde", "--format", "json",
                              code=1).out)
    (check,) = report["checks"]
    assert 0.001 < check["value"] < 0.1 and check["n"] == 60


def test_a_served_model_is_compared_with_another(sonde, server, sts):
    """Within a tolerance it is the same. If not, the pairs that differ most are listed. Names may differ."""
    for name, shift in (("trained", 0), ("served", 0.002)):
        server.does({"do": "answer", "shift": shift})
        sonde.run(f"{name}.sonde", "--encoder", f"{name}=" + server.spec(), "--data", sts, "--store", "none")
    words = ("check", "served.sonde", "--same-as", "trained.sonde")
    assert "verdict: pass" in sonde(*words, "--tolerance", "1e-2").out
    assert "verdict: fail" in sonde(*words, code=1).out  # the noise is 0
    report = json.loads(sonde(*words, "--tolerance", "1e-6", "--format", "json", code=1).out)
    (check,) = report["checks"]
    assert check["value"] > 1e-6 and check["asked"] == "at most 1e-06" and check["n"] == 60
    pairs = [" | ".join(line.split("\t")[:2]) for line in (sonde.folder / sts).read_text().splitlines()]
    listed = [note for note in report["notes"] if " | " in note]
    assert len(listed) == 5 and all(any(note.endswith(pair) for pair in pairs) for note in listed)
    (sonde.folder / "gates.toml").write_text("tolerance = 1e-6\n")
    gated = sonde("check", "served.sonde", "gates.toml", "--against", "trained.sonde", "--format", "json", code=1)
    assert json.loads(gated.out) == report


def test_a_text_that_only_the_server_leaves_undefined_is_no_match(sonde, server, sts):
    text = (sonde.folder / sts).read_text().splitlines()[1].split("\t")[0]
    for name, rule in (("trained", {}), ("served", {"bad": text, "how": "null"})):
        server.does({"do": "answer", **rule})
        sonde.run(f"{name}.sonde", "--encoder", "m=" + server.spec(), "--data", sts, "--store", "none")
    told = sonde("check", "served.sonde", "--same-as", "trained.sonde", "--tolerance", "2", code=1).out
    assert "1 that the base has is undefined" in told
    assert "verdict: pass" in sonde("check", "trained.sonde", "--same-as", "served.sonde", "--tolerance", "2").out


def test_what_a_check_of_sameness_needs(sonde, server, sts):
    sonde.run("a.sonde", "--encoder", "m=" + server.spec(), "--data", sts)
    assert "--against" in sonde("check", "a.sonde", code=2).err
    assert "--same-as" in sonde("check", "a.sonde", "--same-as", "a.sonde", "--against", "a.sonde", code=2).err
    for tolerance in ("-1", "nan", "inf"):
        assert "0 or more" in sonde("check", "a.sonde", "--same-as", "a.sonde", f"--tolerance={tolerance}", code=2).err


# Keys ---------------------------------------------------------------------------------------------

def test_the_key_stands_nowhere(sonde, server, sts):
    sonde.environment["SECRET"] = KEY
    spec = server.spec("key_env=SECRET", "pause=0.01").replace("pause=0.01&", "", 1)
    said = []
    server.does({"do": "answer"}, {"do": "fail", "status": 503}, {"do": "answer"})
    said.append(sonde.run("a.sonde", "--encoder", spec, "--data", sts))
    assert all(entry["key"] == f"Bearer {KEY}" for entry in server.log)
    server.does({"do": "echo_key"})
    said.append(sonde.run("b.sonde", "--encoder", spec + "&version=2", "--data", sts, code=4))
    server.does({"do": "quote_key", "whole": False})
    said.append(sonde.run("c.sonde", "--encoder", spec + "&version=3", "--data", sts, code=4))
    for how in ("php", "gson", "escapes", "nested"):
        server.does({"do": "spell_key", "how": how, "status": 400})
        said.append(sonde.run("d.sonde", "--encoder", spec + "&version=4", "--data", sts, code=4))
    said.append(sonde("show", "a.sonde", "--subjects"))
    said.append(sonde("export", "a.sonde", "--items", "--format", "jsonl"))
    for answer in said:
        assert "a-secret" not in answer.out and "a-secret" not in answer.err
    files = [file for file in Path(sonde.folder).rglob("*") if file.is_file()]
    assert len(files) >= 3
    for file in files:
        assert b"a-secret" not in file.read_bytes(), file


def test_a_gateway_gets_its_parameters_and_headers(sonde, server, sts):
    """Azure wants both. The values of headers are secrets. The advice on a URL that was pasted works."""
    sonde.environment.update(AZURE_KEY="azure-a-secret-99", GATE="Bearer gate-a-secret-77")
    url = f"openai:{server.base}/openai/deployments/d?api-version=2024-10-21"
    line = error_of(sonde, url + "&model=m", code=2)
    spec = line.split("second question mark: ")[1] + "&pause=0.01&header=api-key=AZURE_KEY,Authorization=GATE"
    assert np.array_equal(sonde.encode(["one", "two"], spec), expected(["one", "two"]))
    entry = server.log[-1]
    assert entry["path"] == "/openai/deployments/d/embeddings?api-version=2024-10-21"
    assert (entry["api_key"], entry["key"]) == ("azure-a-secret-99", "Bearer gate-a-secret-77")
    said = [sonde.run("a.sonde", "--encoder", spec, "--data", sts), sonde("show", "a.sonde", "--subjects")]
    server.does({"do": "echo_key"})
    said.append(sonde.run("b.sonde", "--encoder", spec + "&version=2", "--data", sts, code=4))
    assert "wrong key" in said[-1].err and "check the key" in said[-1].err
    assert not any("a-secret" in answer.out + answer.err for answer in said)
    assert not any(b"a-secret" in file.read_bytes() for file in Path(sonde.folder).rglob("*") if file.is_file())
    assert "takes the name of a variable" in error_of(sonde, spec.replace("GATE", "NO_SUCH"), code=2)


@pytest.mark.parametrize("options, says", [
    ("header=Authorization=KEY&key_env=KEY", "the key is sent as the header Authorization, which is given as well; give one"),
    ("header=authorization=KEY&key_env=KEY", "the key is sent as the header Authorization"),
    ("header=X-Team=KEY,x-team=KEY", "the header x-team is given twice"), ("header=Host=KEY", "the header Host is set by sonde; leave it out"),
    ("header=content-type=KEY", "the header content-type is set by sonde"), ("header=Content-Length=KEY", "Content-Length is set by sonde"),
    ("header=a b=KEY", "'a b' is not a name of an HTTP header"), ("header=a:=KEY", "'a:' is not a name"), ("header=\xe9=KEY", "is not a name"),
    ("header==KEY", "'' is not a name"), ("header=a", "header= has a name without a variable"), ("header=a=KEY,", "without a variable"),
    ("header=a=", "the variable that header names is not set"), ("header=api-key=lower", "header=HEADER=NAME take its name, in capitals"), ("header=a=LINES", "isn't plain ASCII in one line")])
def test_headers_that_cannot_be_sent(sonde, server, options, says):
    sonde.environment.update(KEY="a-secret-99", lower="a-secret-99", LINES="a-secret\r\nX-More: b")
    line = error_of(sonde, server.spec(options), code=2)
    assert says in line and "a-secret" not in line and not server.log


# Connections --------------------------------------------------------------------------------------

@pytest.fixture
def certificate(tmp_path):
    files = tmp_path / "certificate.pem", tmp_path / "private.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=test",
                    "-addext", "subjectAltName=IP:127.0.0.1", "-out", files[0], "-keyout", files[1]],
                   check=True, capture_output=True)
    return files


def test_https(sonde, certificate):
    server = EmbeddingServer(*certificate)
    try:
        trusting = server.spec(f"certificates={certificate[0]}")
        assert np.array_equal(sonde.encode(["one"], trusting), expected(["one"]))
        assert "certificate" in error_of(sonde, server.spec("tries=1"))
    finally:
        server.end()


def test_a_proxy(sonde, server):
    spec = f"openai:http://embeddings.invalid/v1?model=m&proxy={server.base}"
    assert np.array_equal(sonde.encode(["one"], spec), expected(["one"]))
    assert server.log[0]["path"] == "http://embeddings.invalid/v1/embeddings"
    sonde.environment["http_proxy"] = "http://127.0.0.1:1"
    assert len(sonde.encode(["one"], server.spec())) == 1  # none but the one that is named


@pytest.fixture
def start_proxy(tmp_path):
    """Starts a proxy. Returns its URL and the file of all that it sees."""
    started = []

    def start(*status):
        seen = tmp_path / f"seen{len(started)}"
        process = subprocess.Popen([sys.executable, ROOT / "tests/connect_proxy.py", seen, *status],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        started.append(process)
        return f"http://127.0.0.1:{int(process.stdout.readline())}", seen

    yield start
    for process in started:
        process.stdin.close()
        process.wait(10)


def test_https_through_a_proxy(sonde, certificate, start_proxy):
    server = EmbeddingServer(*certificate)
    proxy, seen = start_proxy()
    sonde.environment.update(SECRET=KEY, no_proxy="127.0.0.1")  # which isn't asked
    try:
        spec = server.spec("key_env=SECRET", f"proxy={proxy}")
        texts = sentences(20)
        assert np.array_equal(sonde.encode(texts, spec + f"&certificates={certificate[0]}"), expected(texts))
        assert {entry["key"] for entry in server.log} == {f"Bearer {KEY}"}
        asked = len(server.log)
        tunnelled = seen.read_bytes()
        assert tunnelled.startswith(f"CONNECT 127.0.0.1:{server.port} HTTP/1.1\r\n".encode())
        # It sees that bytes pass, and neither the key nor a sentence.
        assert len(tunnelled) > 1000 and b"a-secret" not in tunnelled and b"uthorization" not in tunnelled
        assert not any(text.encode() in tunnelled for text in texts)
        assert "certificate" in error_of(sonde, spec + "&tries=1")  # the server's is checked behind a proxy too
        assert len(server.log) == asked and b"a-secret" not in seen.read_bytes()
    finally:
        server.end()


def test_a_proxy_that_refuses(sonde, certificate, start_proxy):
    server = EmbeddingServer(*certificate)
    proxy, seen = start_proxy("403")
    sonde.environment["SECRET"] = KEY
    try:
        spec = server.spec("key_env=SECRET", f"proxy={proxy}", f"certificates={certificate[0]}", "tries=1")
        assert "CONNECT tunnel failed, response 403" in error_of(sonde, spec) and not server.log
        assert seen.read_bytes().startswith(b"CONNECT ") and b"a-secret" not in seen.read_bytes()
    finally:
        server.end()
