"""`sonde encode`: sentences in, an .npy out."""
import io
import json
import os
import socket
from urllib.parse import quote

import numpy as np
import pytest
from program import EXHAUSTIVE, ROOT, edit_json, sentences

GOLDEN = ROOT / "tests/golden"
LONG = "the farmer paints the door and " * 200


def test_a_row_a_sentence_in_order(sonde, tiny):
    texts = sentences(50)
    raw = sonde("encode", "--encoder", "hf:tiny", stdin="\n".join(texts).encode()).raw
    assert raw[:8] == b"\x93NUMPY\x01\x00"
    vectors = np.load(io.BytesIO(raw), allow_pickle=False)
    assert vectors.dtype == np.float32 and vectors.shape[0] == 50 and vectors.flags.c_contiguous
    for i in (0, 17, 49):
        assert sonde.encode([texts[i]], "hf:tiny").tobytes() == vectors[i:i + 1].tobytes()
    assert sonde.encode(texts[::-1], "hf:tiny").tobytes() == vectors[::-1].tobytes()


def test_a_file_is_read_as_standard_input_is(sonde, tiny):
    texts = sentences(20)
    (sonde.folder / "s.txt").write_text("\n".join(texts) + "\n")
    from_file = sonde("encode", "s.txt", "--encoder", "hf:tiny").raw
    assert np.array_equal(np.load(io.BytesIO(from_file)), sonde.encode(texts, "hf:tiny"))
    crlf = "".join(text + "\r\n" for text in texts).encode()
    assert sonde("encode", "--encoder", "hf:tiny", stdin=b"\xef\xbb\xbf" + crlf).raw == from_file


def test_a_pipe_is_read_too(sonde, tiny):
    os.mkfifo(sonde.folder / "pipe")
    process = sonde.start("encode", "pipe", "--encoder", "hf:tiny")
    (sonde.folder / "pipe").write_text("one\ntwo\n")
    out, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert np.array_equal(np.load(io.BytesIO(out)), sonde.encode(["one", "two"], "hf:tiny"))


def test_the_same_sentence_has_the_same_row(sonde, tiny):
    vectors = sonde.encode(["one", "two", "one"], "hf:tiny")
    assert np.array_equal(vectors[0], vectors[2]) and not np.array_equal(vectors[0], vectors[1])


def test_threads_change_no_byte(sonde, tiny):
    texts = sentences(300)
    first = sonde.encode(texts, "hf:tiny", "--threads", 1)
    for threads in (2, 4):
        assert sonde.encode(texts, "hf:tiny", "--threads", threads).tobytes() == first.tobytes()


@pytest.mark.parametrize("stdin, line", [(b"", None), (b"one\n\nthree\n", 2), (b"one\n \t\n", 2),
                                         (b"one\ntwo\xff\n", 2), (b"one\0two\n", 1)])
def test_bad_sentences_are_refused_without_a_byte(sonde, tiny, stdin, line):
    answer = sonde("encode", "--encoder", "hf:tiny", stdin=stdin, code=3)
    assert answer.raw == b"" and len(answer.err.splitlines()) == 1 and "; " in answer.err
    assert line is None or f":{line}: " in answer.err


def test_sentences_that_are_cut_are_counted(sonde, tiny):
    texts = ["short", LONG, LONG + "tail", "short too"]
    answer = sonde("encode", "--encoder", "hf:tiny", stdin="\n".join(texts).encode())
    assert len(answer.messages) == 1 and "cut at the length limit: 2 of 4 sentences" in answer.err
    assert "cut" not in sonde("encode", "--encoder", "hf:tiny", stdin=b"short\n").err
    limited = sonde("encode", "--encoder", "hf:tiny?max_tokens=8", stdin=sentences(1)[0].encode())
    assert "cut at the length limit: 1 of 1" in limited.err


def test_what_a_run_cuts_is_counted_and_shown(sonde, tiny, tmp_path):
    rows = ["first\tsecond\tgold"] + [f"a {i}\tb {i}\t{i % 3}" for i in range(9)] + [f"{LONG}\tb\t1"]
    (tmp_path / "p.tsv").write_text("\n".join(rows) + "\n")
    sonde.run("a.sonde", "--encoder", "hf:tiny", "--probe", "sts", "--data", "p.tsv")
    assert "texts cut at its length limit: 1 (item 10)\n" in sonde("show", "a.sonde").out


def test_random_vectors_are_those_of_their_seed(sonde):
    texts = sentences(30)
    one, same, two = (sonde.encode(texts, spec) for spec in ("random", "random", "random?seed=2"))
    assert one.tobytes() == same.tobytes() != two.tobytes()
    assert np.isfinite(one).all() and len(np.unique(one, axis=0)) == 30
    assert abs(float(np.corrcoef(one)[np.triu_indices(30, 1)].mean())) < 0.1


def test_a_prompt_stands_before_the_sentence(sonde, tiny):
    with_prompt = sonde.encode(["the farmer"], "hf:tiny?prompt=small%20")
    assert np.array_equal(with_prompt, sonde.encode(["small the farmer"], "hf:tiny"))
    named = sonde.encode(["the farmer"], "hf:tiny?prompt=query")
    assert np.array_equal(named, sonde.encode(["one query: the farmer"], "hf:tiny"))


@pytest.mark.parametrize("include", [True, False])
def test_each_side_has_its_prompt(sonde, tiny, include):
    """Its vectors are those of one prompt for both sides, whether its tokens are pooled or not."""
    edit_json(tiny / "1_Pooling/config.json", lambda c: c.update(include_prompt=include))
    texts, spec = ["the farmer", "a dog sleeps"], "hf:tiny?query=query&document=small cat "
    for side, prompt in (("first", "query"), ("second", "small cat ")):
        found = sonde.encode(texts, spec, "--side", side)
        assert np.array_equal(found, sonde.encode(texts, f"hf:tiny?prompt={prompt}"))
        assert not np.array_equal(found, sonde.encode(texts, "hf:tiny"))
    assert np.array_equal(sonde.encode(texts, "hf:tiny?query=query"), sonde.encode(texts, "hf:tiny?prompt=query"))
    (sonde.folder / "p.tsv").write_text("first\tsecond\tgold\n" + "".join(f"a {i} dog\ta {i} dog\t{i % 3}\n" for i in range(9)))
    sonde.run("a.sonde", "--encoder", "both=" + spec, "--encoder", "none=hf:tiny", "--data", "p.tsv")
    similarity = {name: [item["subjects"][name]["similarity"] for item in map(json.loads, sonde(
        "export", "a.sonde", "--items", "--format", "jsonl").out.splitlines())] for name in ("both", "none")}
    assert np.allclose(similarity["none"], 1, atol=1e-6) and max(similarity["both"]) < 0.9999
    assert "prompt of the second side" in sonde("show", "a.sonde", "--subjects").out


def test_several_views_are_refused_with_advice(sonde, tiny):
    answer = sonde("encode", "--encoder", "hf:tiny?layer=0,1", stdin=b"one\n", code=2)
    assert len(answer.err.splitlines()) == 1


def test_a_scorer_is_told(sonde, tiny):
    assert "'colbert' is a scorer" in sonde("encode", "--encoder", "colbert:tiny", stdin=b"one\n", code=2).err


def golden_encoders():
    """Golden models of hf: and onnx:. Other golden files have cases of another kind."""
    def is_one(path):
        expected = json.loads(path.read_text())
        name = path.parent.name
        return "sentences" in expected and not name.startswith("splade-") and ((path.parent / "config.json").exists() or name == "onnx")
    return sorted(path.parent.name for path in GOLDEN.glob("*/expected.json") if is_one(path))


@pytest.mark.parametrize("model", golden_encoders())
def test_vectors_are_those_of_the_published_libraries(sonde, model):
    """torch, transformers and sentence-transformers computed what is expected. Every case is in golden_slow_test.cpp too."""
    expected = json.loads((GOLDEN / model / "expected.json").read_text())
    assert expected["cases"]
    for case in expected["cases"] if EXHAUSTIVE else expected["cases"][:1]:
        options = "&".join(quote(option, safe="=") for option in case["options"].split("&"))
        place = f"onnx:{GOLDEN / model / case['file']}" if "file" in case else f"hf:{GOLDEN / model}"
        spec = place + (f"?{options}" if options else "")
        vectors = sonde.encode(expected["sentences"], spec)
        assert np.abs(vectors - np.array(case["vectors"])).max() <= 1e-5, case["options"]


def test_minilm_is_the_default(sonde):
    texts = ["A man is playing a guitar.", "Ein Satz mit Umlauten: über Öl.", "日本語 🎸"]
    vectors = np.load(io.BytesIO(sonde("encode", stdin="\n".join(texts).encode()).raw))
    assert vectors.shape == (3, 384)
    assert np.linalg.norm(vectors, axis=1) == pytest.approx(np.ones(3), abs=1e-6)
    assert np.array_equal(vectors, sonde.encode(texts, "minilm"))


def test_standard_input_may_be_a_socket(sonde, tiny):
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = sonde.start("encode", "--encoder", "random", stdin=theirs)
        ours.sendall(b"one\ntwo\n")
        ours.shutdown(socket.SHUT_WR)
        raw, err = process.communicate(timeout=60)
    assert process.returncode == 0, err
    assert np.array_equal(np.load(io.BytesIO(raw)), sonde.encode(["one", "two"], "random"))


def test_sentences_without_a_vector_are_counted(sonde, tiny):
    answer = sonde("encode", "--encoder", "hf:tiny?layer=words", stdin="dog\n\u00a0\n".encode())
    assert "without a vector (nan): 1 of 2 sentences" in answer.err
    assert np.isnan(np.load(io.BytesIO(answer.raw))).all(axis=1).tolist() == [False, True]


def test_standard_input_that_cannot_be_read_is_no_empty_one(sonde):
    folder = os.open(sonde.folder, os.O_RDONLY)
    process = sonde.start("encode", "--encoder", "random", stdin=folder)
    os.close(folder)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 3 and out == b"" and b"standard input: cannot be read" in err


def test_a_dash_is_standard_input(sonde):
    words = ("encode", "--encoder", "random")
    assert sonde(*words, "-", stdin=b"a b\n").raw == sonde(*words, stdin=b"a b\n").raw
