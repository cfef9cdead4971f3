"""`sonde serve`: permitted requests, the replies, and how it ends."""
import json
import math
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from embeddings import EmbeddingServer
from page_server import Server
from program import Sonde, sentences, write_table
from waiting import until

CURVES = {"fuzz_terms": ["a", "the"], "negation_terms": ["not"], "variants": 3, "language": "en"}


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    sonde = Sonde(tmp_path_factory.mktemp("serve"))
    server = Server(sonde, "--encoder", "minilm", "--encoder", "tokens=minilm?layer=words", "--encoder", "random")
    server.sonde = sonde
    yield server
    if server.process.poll() is None:
        assert server.stop()[0] == 0


@pytest.fixture
def tiny_server(sonde, tiny):
    servers = []

    def start(*words):
        servers.append(Server(sonde, "--encoder", "tiny=hf:tiny", *words))
        return servers[-1]
    yield start
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait()


@pytest.fixture
def embeddings():
    server = EmbeddingServer()
    yield server
    server.end()


def test_variables_of_keys_are_not_shown(sonde, embeddings):
    sonde.environment = {**sonde.environment, "PRIVATE_KEY_NAME": "sk-0123456789abcdef"}
    server = Server(sonde, "--encoder", embeddings.spec("key_env=PRIVATE_KEY_NAME"))
    _, _, page = server.ask("GET", f"/?token={server.token}")
    assert b"model=m" in page and b"PRIVATE_KEY_NAME" not in page
    assert "PRIVATE_KEY_NAME" not in json.dumps(server.json("GET", "/api/encoders"))
    assert server.stop()[0] == 0


# Access control.

@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "localhost:1",
                                  "127.0.0.1:{port}.evil.example", "[::1]:{port}", ""])
def test_a_foreign_host_is_refused(served, host):
    status, _, raw = served.ask("GET", "/api/encoders", Host=host.format(port=served.port))
    assert status == 403 and "127.0.0.1" in json.loads(raw)["error"]


def test_its_own_names_are_known(served):
    for name in ("127.0.0.1", "localhost"):
        host = f"{name}:{served.port}"
        assert served.status("GET", "/api/encoders", Host=host, Origin="http://" + host) == 200


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1", "https://127.0.0.1:{port}",
                                    "http://127.0.0.1:{port}.evil.example", "http://localhost:1"])
def test_a_foreign_origin_is_refused(served, origin):
    assert served.status("GET", "/api/encoders", Origin=origin.format(port=served.port)) == 403
    assert served.status("POST", "/api/sentences", {"sentences": ["a"]},
                         Origin=origin.format(port=served.port)) == 403


@pytest.mark.parametrize("path", ["/", "/api/encoders", "/api/jobs/j1", "/nothing"])
def test_all_need_the_token(served, path):
    wrong = ("0" if served.token[0] != "0" else "1") + served.token[1:]
    assert served.status("GET", path, drop=["X-Sonde-Token"]) == 403
    for token in (wrong, served.token[:-1], served.token + "0", served.token.upper() + "x"):
        assert served.status("GET", path, X_Sonde_Token=token) == 403


def test_the_address_has_the_token_for_the_page_alone(served):
    status, headers, raw = served.ask("GET", "/?token=" + served.token, drop=["X-Sonde-Token"])
    assert status == 200 and headers["Content-Type"].startswith("text/html") and b'id="serve"' in raw
    assert served.status("GET", "/?token=x", drop=["X-Sonde-Token"]) == 403
    assert served.status("GET", "/api/encoders?token=" + served.token, drop=["X-Sonde-Token"]) == 403


def test_tokens_are_long_and_of_chance(served, tiny_server):
    assert len(served.token) == 32 and tiny_server().token != served.token


def test_only_this_machine_can_connect(served):
    own = {info[4][0] for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)}
    for address in own - {"127.0.0.1"}:
        if address.startswith("127."):
            continue
        with pytest.raises(OSError):
            socket.create_connection((address, served.port), timeout=5)


def test_every_answer_is_guarded(served):
    for path, status in (("/api/encoders", 200), ("/nothing", 404), ("/", 200)):
        code, headers, _ = served.ask("GET", path)
        assert code == status
        assert headers["Cache-Control"] == "no-store"
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert headers["Content-Security-Policy"].startswith("default-src 'none'")
        assert headers["X-Frame-Options"] == "DENY"
        assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("path", ["/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/etc/passwd",
                                  "/api/../api/encoders", "/api/jobs/../../etc/passwd", "/api/encoders/",
                                  "/" + "a" * 5000, "/%00"])
def test_there_is_nothing_else_to_get(served, path):
    status, _, raw = served.ask("GET", path)
    assert status in (400, 404) and b"root:" not in raw and "error" in json.loads(raw)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "OPTIONS", "HEAD", "TRACE"])
def test_other_methods_are_refused(served, method):
    assert served.status(method, "/api/encoders") in (400, 405)


# Size limits.

def test_bodies_are_bounded(served):
    assert served.status("POST", "/api/sentences", b" " * ((1 << 20) + 1)) == 413
    assert served.status("POST", "/api/curves", b" " * ((8 << 20) + 1)) == 413
    # Only announced, never sent: refused at once.
    assert served.status("POST", "/api/sentences", b"{}", Content_Length=str(1 << 60)) == 413


def test_bodies_are_plain_json(served):
    assert served.status("POST", "/api/sentences", {"sentences": ["a"]}, Content_Type="text/plain") == 415
    assert served.status("POST", "/api/sentences", {"sentences": ["a"]}, Content_Encoding="gzip") == 415
    assert served.status("POST", "/api/sentences", {}, drop=["Content-Length"]) == 411
    chunked = (f"POST /api/sentences HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nX-Sonde-Token: {served.token}\r\n"
               "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    assert b" 415 " in served.send(chunked.encode() + b"2\r\n{}\r\n0\r\n\r\n").split(b"\r\n")[0]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'"a"', b'{"sentences":["\xff"]}', b"[" * 100_000,
                                  b'{"sentences":["a"],"sentences":["b"]}'])
def test_bad_json_is_an_error(served, body):
    assert "error" in served.json("POST", "/api/sentences", body, 400)


@pytest.mark.parametrize("body, says", [
    ({}, "'sentences' is missing"), ({"sentences": "a"}, "must be a list"), ({"sentences": [1]}, "must be text"),
    ({"sentences": []}, "at least one sentence"), ({"sentences": [" \t"]}, "sentence 1 is empty"),
    ({"sentences": ["a\0b"]}, "NUL"), ({"sentences": ["a"], "more": 1}, "'more'"),
    ({"sentences": ["a"] * 201}, "at most 200"), ({"sentences": ["a" * 32769]}, "32768")])
def test_bad_sentences_are_errors(served, body, says):
    assert says in served.json("POST", "/api/sentences", body, 400)["error"]


def test_slow_requests_end(served):
    """A header that never ends."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=600) as connection:
        connection.sendall(b"GET /api/encoders HTTP/1.1\r\n")

        def is_closed():
            try:
                connection.sendall(b"X: y\r\n")
            except OSError:
                return True
        until(is_closed, seconds=60, pause=0.2)
    assert served.status("GET", "/api/encoders") == 200


def test_endless_headers_end(served):
    with socket.create_connection(("127.0.0.1", served.port), timeout=600) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\n")
        with pytest.raises(OSError):
            for _ in range(1000):
                connection.sendall(b"X: " + b"y" * 8000 + b"\r\n")
    assert served.status("GET", "/api/encoders") == 200


@pytest.mark.parametrize("raw", [b"\r\n\r\n", b"GET\r\n\r\n", b"\x16\x03\x01\x02\x00\x01\x00", b"\0" * 1000,
                                 b"GET / HTTP/9.9\r\n\r\n", b"GET / HTTP/1.1\r\nHost\r\n\r\n",
                                 b"A" * 100_000 + b" / HTTP/1.1\r\n\r\n"])
def test_what_is_no_http_does_no_harm(served, raw):
    with socket.create_connection(("127.0.0.1", served.port), timeout=600) as connection:
        try:
            connection.sendall(raw)
            connection.shutdown(socket.SHUT_WR)
            assert b" 200 " not in connection.recv(65536)
        except OSError:
            pass
    assert served.status("GET", "/api/encoders") == 200


def test_a_hundred_at_once(served):
    """A hundred requests, after more silent connections than the server serves at once."""
    idle = [socket.create_connection(("127.0.0.1", served.port), timeout=600) for _ in range(150)]
    started = time.monotonic()
    try:
        with ThreadPoolExecutor(100) as pool:
            def one(number):
                answer = served.post("sentences", sentences=[f"sentence {number}", "another"])
                return answer["encoders"][0]["similarities"][0][1]
            found = list(pool.map(one, range(100)))
    finally:
        for connection in idle:
            connection.close()
    assert all(isinstance(value, float) for value in found) and len(set(found)) > 90
    assert time.monotonic() - started > 1.5  # the silent ones were waited for


# The responses: the numbers of a run.

def test_encoders_are_listed(served):
    encoders = served.json("GET", "/api/encoders")
    assert [encoder["name"] for encoder in encoders] == ["minilm", "tokens", "random"]
    assert encoders[0]["dimension"] == 384 and encoders[0]["facts"]["pooling"] == "mean"


def test_similarities_are_those_of_the_vectors(served):
    import numpy as np
    texts = ["The cat sat on the mat.", "The cat did not sit on the mat.", "A dog barked."]
    answer = served.post("sentences", sentences=texts)
    for encoder, spec in zip(answer["encoders"], ["minilm", "minilm?layer=words", "random"]):
        vectors = served.sonde.encode(texts, spec).astype(np.float64)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        assert np.allclose(encoder["similarities"], vectors @ vectors.T, atol=1e-12)


def test_tokens_are_told_with_those_cut_off(served):
    answer = served.post("sentences", sentences=["Embeddings.", "word " * 300])
    minilm, tokens, random = answer["encoders"]
    first, long = minilm["tokens"]
    assert [t["text"] for t in first] == ["[CLS]", "em", "##bed", "##ding", "##s", ".", "[SEP]"]
    assert [t["special"] for t in first] == [True] + [False] * 5 + [True]
    assert all(t["kept"] for t in first)
    kept = [t["kept"] for t in long]
    assert kept == [True] * 255 + [False] * 46 + [True]  # [SEP] stays
    remark = minilm["remarks"][1]
    assert (remark["tokens"], remark["kept"]) == (302, 256) == (len(kept), sum(kept))
    assert [t["text"] for t in tokens["tokens"][0]] == [t["text"] for t in first[1:-1]]
    assert random["tokens"] is None


def run_items(sonde, data, probe, *words):
    file = f"{data.stem}.sonde"
    sonde.run(file, "--data", data, "--probe", probe, "--encoder", "minilm", "--encoder",
              "tokens=minilm?layer=words", "--encoder", "random", *words)
    return sonde.items(file), sonde.results(file)


def test_triplets_are_those_of_a_run(served, tmp_path):
    rows = [("A man reads a letter.", "A letter is read by a man.", "A man does not read a letter."),
            ("She is happy.", "She is glad.", "She is not happy.")]
    data = write_table(tmp_path / "t.tsv", ["S", "S+", "S*"], rows)
    items, results = run_items(served.sonde, data, "triplets?test=argument-sensitivity")
    passed = dict.fromkeys(("minilm", "tokens", "random"), 0)
    for row, item in zip(rows, items):
        answer = served.post("triplet", test="argument-sensitivity", s=row[0], plus=row[1], star=row[2])
        for encoder in answer["encoders"]:
            name = encoder["name"]
            of_run = item["subjects"][name]
            assert encoder["margin"] == of_run["margin"][0]
            assert encoder["similarities"] == {
                label.removeprefix("sim_"): value for label, value in zip(item["rows"], of_run["similarity"])}
            passed[name] += encoder["passes"]
    for name, count in passed.items():
        assert results["t", name, "all", "accuracy"]["value"] * len(rows) == pytest.approx(count)


def test_edits_are_those_of_a_run(served, tmp_path):
    columns = ["Original", "Synonym", "Typo", "Antonym", "Random", "Negation (main)", "Negation (antonym)"]
    keys = ["sentence", "synonym", "typo", "antonym", "random", "negation_main", "negation_antonym"]
    whole = ("The path is safe.", "The path is secure.", "The path is saef.", "The path is dangerous.", "The path is narrow.",
             "The path is not safe.", "The path is unsafe.")
    for i, row in enumerate((whole, (*whole[:2], "", *whole[3:6], " "), (whole[0], "", "", *whole[3:]))):
        data = write_table(tmp_path / f"e{i}.tsv", columns, [row])
        items, results = run_items(served.sonde, data, "heros")
        given = {key: text for key, text in zip(keys, row, strict=True) if text}  # a missing edit is a blank one
        for encoder in served.post("edits", **given)["encoders"]:
            of_run = dict(zip(items[0]["rows"], items[0]["subjects"][encoder["name"]]["similarity"], strict=True))
            assert encoder["similarities"] == {key: of_run.get(key) for key in keys[1:]}
            value = {name: results[f"e{i}", encoder["name"], "all", name]["value"] for name in
                     ("synonym_beats_antonym", "synonym_beats_random", "synonym_beats_negation_main",
                      "synonym_beats_negation_antonym", "typo_costs_more")}
            holds = [None if share is None else share == (name != "typo_costs_more") for name, share in value.items()]
            assert [one["holds"] for one in encoder.get("criteria", [])] == [one for one in holds if one is not None]
    assert "fill in at least one" in served.json("POST", "/api/edits", {"sentence": "The path is safe."}, 400)["error"]


def test_sets_are_those_of_a_run(served, tmp_path):
    rows = [("overlap", "The dog barks and the cat sleeps.", "The dog barks and a bird sings.", "The dog barks."),
            ("difference", "The dog barks and the cat sleeps.", "The dog barks.", "The cat sleeps."),
            ("union", "The cat sleeps.", "The dog barks loudly.", "The dog barks loudly and the cat sleeps.")]
    criteria = {"C1": "c1_tt_at0", "C2": "c2", "C3": "c3_tt_at0", "C4": "c4_t_at0", "C5": "c5", "C6": "c6"}
    for operator, a, b, target in rows:
        data = write_table(tmp_path / f"{operator}.tsv", ["operator", "A", "B", "target"], [(operator, a, b, target)])
        items, results = run_items(served.sonde, data, "sets")
        answer = served.post("sets", a=a, b=b, target=target, operator=operator)
        for encoder in answer["encoders"]:
            name = encoder["name"]
            of_run = items[0]["subjects"][name]
            assert encoder["similarities"] == {pair: of_run["cosine_" + pair] for pair in ("ab", "at", "bt")}
            for criterion in encoder["criteria"]:
                share = results[operator, name, "all", criteria[criterion["name"]]]["value"]
                assert criterion["holds"] == (None if share is None else share == 1)
            plane = encoder["plane"]
            angle = math.atan2(plane["b"][1], plane["b"][0])
            assert angle == pytest.approx(of_run["angle"], abs=1e-12)
            assert math.atan2(*plane["target"][::-1]) == pytest.approx(of_run["from_a"], abs=1e-12)
            assert math.hypot(*plane["a"]) / math.hypot(*plane["b"]) == pytest.approx(of_run["norm_ratio"])
            # A target in the plane at this distance has the cosines that were measured.
            whole = math.sqrt(math.hypot(*plane["target"]) ** 2 + plane["distance"] ** 2)
            assert plane["target"][0] / whole == pytest.approx(of_run["cosine_at"], abs=1e-6)


def test_passages_rank_among_the_near_misses_of_an_audit(served, tmp_path):
    pairs = [("the train to Berlin", "Good morning. The train to Berlin leaves at nine."),
             ("late buses", "The bus is late."), ("trams", "There are no trams.")]
    data = write_table(tmp_path / "pairs.tsv", ["query", "passage"], pairs)
    served.sonde("audit", "--pairs", data, "--encoder", "minilm", "--replicates", 20, "-o", "search.html")
    [first, *_] = served.sonde.items("search.sonde")
    answer = served.post("search", query=pairs[0][0], passages=[passage for _, passage in pairs], right=1)
    made = [one for one in answer["passages"] if one["near_miss"]]
    assert made and {one["near_miss"]: one["text"] for one in made} == dict(zip(first["rows"][1:], first["sentences"][2:], strict=True))
    assert [one["right"] for one in answer["passages"]] == [True, False, False] + [False] * len(made)
    minilm, _, _ = answer["encoders"]
    of_run = first["subjects"]["minilm"]["similarity"]
    near = {one["near_miss"]: value for one, value in zip(answer["passages"], minilm["similarities"], strict=True) if one["near_miss"]}
    assert minilm["similarities"][0] == pytest.approx(of_run[0], abs=1e-6)
    assert near == pytest.approx(dict(zip(first["rows"][1:], of_run[1:], strict=True)), abs=1e-6)
    for own, rank in zip(minilm["similarities"], minilm["ranks"], strict=True):
        assert rank == 1 + sum(other > own + 1e-6 for other in minilm["similarities"])


def test_bad_searches_are_refused(served):
    assert "two passages" in served.error("search", query="a", passages=["b"])
    assert "right" in served.error("search", query="a", passages=["b", "c"], right=3)
    assert "passage 2" in served.error("search", query="a", passages=["b", " "])
    assert "query" in served.error("search", query=" ", passages=["b", "c"])


def test_a_target_that_is_a_is_refused(served):
    assert "same sentence" in served.error("sets", a="one", b="two", target="one", operator="union")
    assert "operator" in served.error("sets", a="one", b="two", target="three", operator="minus")
    assert "did you mean" in served.error("triplet", test="plian", s="a", plus="b", star="c")


def test_collinear_vectors_have_no_plane(served):
    answer = served.post("sets", a="cat dog", b="dog cat", target="bird", operator="union")
    bag = answer["encoders"][1]
    assert bag["plane"] is None and [c["holds"] for c in bag["criteria"]] == [None]


def density(served, job, **changes):
    asked = {"job": job, "bandwidth": 0.2, "resolution": 2001, "low": -1, "high": 1, **changes}
    return served.post("density", **asked)["encoders"]


def test_curves_are_those_of_a_run(served, tmp_path):
    data = tmp_path / "corpus.txt"
    data.write_text("".join(line + ".\n" for line in sentences(40)))
    items, results = run_items(served.sonde, data, "curves?variants=2", "--replicates", "20")
    job = served.post("curves", **CURVES | {"variants": 2}, encoders=["minilm", "random"],
                      text=data.read_text())["job"]
    done = served.finished(job)
    assert done["state"] == "done" and done["done"] == done["total"] == 160
    found = done["result"]
    assert found["encoders"] == ["minilm", "random"] and found["pairs"] == 160 and found["originals"] == 40
    of_run = [(item["sentences"][0], item["sentences"][1 + row], kind,
               [item["subjects"][name]["cosine"][row] for name in ("minilm", "random")])
              for item in items for row, kind in enumerate(item["rows"])]
    assert [(e["original"], e["variant"], e["kind"], e["cosines"]) for e in found["examples"]] == of_run
    assert {e["place"] for e in found["examples"]} == {"start", "middle", "end"}
    shown = served.sonde.shown("corpus.sonde")
    for encoder in density(served, job):
        for key, name in {"overlap": "overlap", "threshold": "threshold", "auc": "auc",
                          "balanced_error": "balanced_error"}.items():
            assert encoder[key] == results["corpus", encoder["name"], "all", name]["value"]
        for kind in ("fuzz", "negation"):
            series = [s for s in shown["series"] if s["subject"] == encoder["name"] and kind in s["name"]]
            assert encoder[kind] == series[0]["values"]


def test_densities_follow_the_sliders(served, tmp_path):
    job = served.post("curves", **CURVES, encoders=["minilm"], text="\n".join(sentences(30, 3)))["job"]
    served.finished(job)
    whole = density(served, job)[0]
    # A wide kernel: the coarser grid has each tenth point, and a part of the grid its own share.
    wide = density(served, job, bandwidth=3)[0]
    coarse = density(served, job, bandwidth=3, resolution=201)[0]
    tenth = wide["fuzz"][::10]
    assert coarse["fuzz"] == pytest.approx([share / sum(tenth) for share in tenth], rel=1e-4, abs=1e-8)
    assert coarse["overlap"] == pytest.approx(wide["overlap"], abs=0.02)
    part = density(served, job, bandwidth=3, low=0.9, high=1, resolution=101)[0]
    assert (part["x0"], part["step"]) == (0.9, pytest.approx(0.001)) and len(part["fuzz"]) == 101
    of_part = wide["fuzz"][1900:]
    assert part["fuzz"] == pytest.approx([share / sum(of_part) for share in of_part], rel=1e-4, abs=1e-8)
    narrow = density(served, job, bandwidth=0.05)[0]
    assert max(wide["fuzz"]) < max(whole["fuzz"]) < max(narrow["fuzz"])
    assert density(served, job, bandwidth="scott")[0]["overlap"] != density(served, job, bandwidth="silverman")[0]["overlap"]
    assert {d["threshold"] for d in (whole, coarse, part, wide, narrow)} == {whole["threshold"]}
    for bad in ({"bandwidth": "x"}, {"bandwidth": 0}, {"resolution": 1}, {"resolution": 1e9}, {"low": 1}, {"high": 2}):
        served.post("density", 400, **{"job": job, "bandwidth": .2, "resolution": 11, "low": -1, "high": 1, **bad})


def test_a_corpus_is_measured_as_a_run_limits_it(served, tmp_path):
    corpora = {corpus["name"]: corpus for corpus in served.json("GET", "/api/corpora")}
    assert corpora["curves-en"]["items"] == 480 and corpora["curves-nl"]["language"] == "nl"
    served.sonde.run("limited.sonde", "--data", "curves-en", "--encoder", "random", "--limit", 20)
    results = served.sonde.results("limited.sonde")
    job = served.post("curves", **CURVES, encoders=["random"], corpus="curves-en", limit=20)["job"]
    assert served.finished(job)["result"]["originals"] == 20
    assert density(served, job)[0]["overlap"] == results["curves-en", "random", "all", "overlap"]["value"]


@pytest.mark.parametrize("change, says", [
    ({"corpus": "../../etc/passwd"}, "no such corpus"), ({"corpus": "/etc/passwd"}, "no such corpus"),
    ({"corpus": "heros-en"}, "no such corpus"), ({"corpus": "curves-en", "text": "a b"}, "not both"), ({}, "not both"),
    ({"text": " \n "}, "no sentence"), ({"text": "a b", "fuzz_terms": []}, "no term"),
    ({"text": "a b", "fuzz_terms": ["a,b"]}, "comma"), ({"text": "a b", "encoders": ["x"]}, "no encoder"),
    ({"text": "a b", "encoders": ["random", "random"]}, "twice"), ({"text": "a b", "variants": 0}, "variants"),
    ({"text": "a b", "language": "no such language"}, "language")])
def test_bad_questions_about_curves(served, change, says):
    assert says in served.error("curves", **{"encoders": ["random"], **CURVES, **change})


def test_a_language_without_terms_of_its_own(served):
    job = served.post("curves", encoders=["random"], fuzz_terms=["der"], negation_terms=["nicht"], variants=2,
                      language="de", text="Der Hund bellt laut. Die Katze schläft.")["job"]
    result = served.finished(job)["result"]
    assert result["originals"] == 2 and any("nicht" in e["variant"] for e in result["examples"])


# Jobs.

LONG_TEXT = "\n".join(sentences(6000, 9))


def long_job(server, name="minilm", variants=1):
    return server.post("curves", **CURVES | {"variants": variants}, encoders=[name], text=LONG_TEXT)["job"]


def wait_for_progress(server, job):
    def progress():
        view = server.job(job)
        assert view["state"] == "working", view
        return view if view["done"] > 0 else None
    return until(progress, pause=0.05)


def test_a_job_is_cancelled_in_the_middle(served):
    job = long_job(served)
    before = wait_for_progress(served, job)
    assert 0 < before["done"] < before["total"] and before["total"] > 10_000
    assert served.json("DELETE", "/api/jobs/" + job)["state"] in ("working", "cancelled")
    assert served.finished(job)["state"] == "cancelled"
    assert "not done" in served.post("density", 400, job=job, bandwidth=.2, resolution=11, low=-1, high=1)["error"]


def test_too_many_pairs_are_refused(served):
    job = served.post("curves", **CURVES | {"variants": 20}, encoders=["random"],
                      text="\n".join(4 * sentences(9999)))["job"]
    view = served.finished(job)
    assert view["state"] == "failed" and "500000 pairs" in view["error"]


def test_a_view_has_its_turn_beside_jobs(served):
    jobs = [long_job(served) for _ in range(4)]
    try:
        for job in jobs:
            wait_for_progress(served, job)
        assert "too many jobs" in served.error("curves", 429, **CURVES, encoders=["random"], text="a b")
        served.post("sentences", sentences=["one", "two"])
        assert all(served.job(job)["state"] == "working" for job in jobs)
    finally:
        for job in jobs:
            served.status("DELETE", "/api/jobs/" + job)
    assert [served.finished(job)["state"] for job in jobs] == ["cancelled"] * 4


def test_old_jobs_are_forgotten(served):
    def small():
        job = served.post("curves", **CURVES, encoders=["random"], text="the cat sat\nthe dog ran")["job"]
        assert served.finished(job)["state"] == "done"
        return job
    first = small()
    for _ in range(16):
        small()
    assert served.status("GET", "/api/jobs/" + first) == 404
    assert served.status("DELETE", "/api/jobs/nothing") == 404


# How it ends.

@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_while_a_job_works(tiny_server, number):
    server = tiny_server()
    wait_for_progress(server, long_job(server, "tiny", 20))
    idle = socket.create_connection(("127.0.0.1", server.port))  # says nothing
    server.process.send_signal(number)
    assert server.process.wait(60) == 0
    idle.close()
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0.1", server.port), timeout=5)
    err = server.process.stderr.read().decode()
    assert "Traceback" not in err and "terminate" not in err


def test_a_port_is_taken_once(sonde, tiny, tiny_server):
    first = tiny_server()
    answer = sonde("serve", "--encoder", "hf:tiny", "--port", first.port, code=4)
    assert "Address already in use" in answer.err and "--port" in answer.err and answer.out == ""
    assert first.stop()[0] == 0
    assert tiny_server("--port", str(first.port)).port == first.port  # at once again


def test_bad_starts(sonde, tiny):
    assert "data set" in sonde("serve", "--encoder", "tfidf", code=2).err
    assert "two encoders" in sonde("serve", "--encoder", "a=hf:tiny", "--encoder", "a=random", code=2).err
    assert "did you mean" in sonde("serve", "--encoder", "minilmm", code=2).err
    assert sonde("serve", "--port", "65536", code=2).out == ""
    assert "ratings" in sonde("serve", "--ratings", "r.tsv", "--encoder", "random", code=2).err
    assert "missing.sonde" in sonde("serve", "missing.sonde", "--encoder", "random", code=3).err


def test_runs_stand_in_the_page(sonde, tiny, triplets, tiny_server):
    sonde.run("one.sonde", "--encoder", "random", "--data", triplets, "--probe", "triplets")
    sonde("report", "one.sonde", "--out", "one.html")
    server = tiny_server("one.sonde")
    page = server.ask("GET", "/")[2].decode()
    report = (sonde.folder / "one.html").read_text()
    for block in ("report", "items-t0"):
        mark = f'<script type="application/json" id="{block}">'
        assert page.count(mark) == 1
        assert page.split(mark)[1].split("</script>")[0] == report.split(mark)[1].split("</script>")[0]


def test_views_of_an_encoder_are_encoders(tiny_server):
    server = tiny_server("--encoder", "two=hf:tiny?layer=0,-1")
    names = [encoder["name"] for encoder in server.json("GET", "/api/encoders")]
    assert names[:2] == ["tiny", "two@layer=0"] and names[2].startswith("two@layer=")
    tiny, _, last = server.post("sentences", sentences=["the dog", "the man reads"])["encoders"]
    assert last["similarities"] == tiny["similarities"]
