"""Files of well-known kinds that sonde doesn't read: each reader names the kind, and advice that is a command works."""
import bz2
import gzip
import io
import lzma
import pickle
import shlex
import shutil
import sqlite3
import subprocess
import sys
import zipfile

import numpy as np
import pytest
from program import sentences

PAIRS = "first\tsecond\tgold\n" + "".join(f"{a}\t{b}\t{i % 5}\n" for i, (a, b) in enumerate(
    zip(sentences(12), sentences(12, 2))))


def zipped(name, content):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(name, content)
    return out.getvalue()


def saved(save, *what):
    out = io.BytesIO()
    save(out, *what)
    return out.getvalue()


VECTORS = np.arange(6, dtype=np.float32).reshape(3, 2)
KINDS = {
    "GGUF": b"GGUF\x03\0\0\0" + bytes(64),
    "Parquet": b"PAR1\x15\x04" + bytes(64) + b"PAR1",
    "Excel": zipped("[Content_Types].xml", "<Types/>"),
    "zip archive": zipped("pairs.tsv", PAIRS),
    "npz": saved(np.savez, VECTORS),
    "pickle": pickle.dumps([1, 2]),
    "is a pickle": pickle.dumps(["a dog", "a cat"], protocol=0),
    "XML": b"<?xml version='1.0'?>\n<a/>\n",
    "web page": b"<html><body>a dog</body></html>\n",
    "gzip": gzip.compress(PAIRS.encode()),
    "bzip2": bz2.compress(PAIRS.encode()),
    "xz": lzma.compress(PAIRS.encode()),
    "PDF": b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n",
    "git lfs": b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
}


READERS = {
    "a data set": ("run", "--encoder", "random", "--probe", "sts", "--data", "FILE", "--store", "none", "--out", "o.sonde"),
    "a card": ("run", "--encoder", "random", "--data", "FILE.toml", "--store", "none", "--out", "o.sonde"),
    "sentences": ("encode", "FILE", "--encoder", "random"),
    "words": ("encode", "s.txt", "--encoder", "words:FILE"),
    "vectors": ("encode", "s.txt", "--encoder", "vectors:FILE?sentences=s.txt"),
    "sentences of vectors": ("encode", "s.txt", "--encoder", "vectors:v.npy?sentences=FILE"),
    "safetensors": ("encode", "s.txt", "--encoder", "vectors:FILE.safetensors?sentences=s.txt"),
    "a model": ("encode", "s.txt", "--encoder", "hf:FILE"),
    "ratings": ("rate", "agreement", "FILE"),
    "graphs": ("run", "--scorer", "smatch:FILE,FILE", "--probe", "sts", "--data", "pairs.tsv", "--store", "none", "--out",
               "o.sonde"),
    "scores": ("run", "--scorer", "scores:FILE", "--probe", "sts", "--data", "pairs.tsv", "--store", "none", "--out", "o.sonde"),
}


@pytest.mark.parametrize("reader", READERS)
def test_each_reader_names_the_kind(sonde, reader):
    (sonde.folder / "s.txt").write_text("one\ntwo\nthree\n")
    (sonde.folder / "pairs.tsv").write_text(PAIRS)
    np.save(sonde.folder / "v.npy", VECTORS)
    for kind, content in KINDS.items():
        for end in ("", ".toml", ".safetensors"):
            (sonde.folder / ("given" + end)).write_bytes(content)
        line = sonde(*(word.replace("FILE", "given") for word in READERS[reader]), code=3).messages[-1]
        assert kind in line and "given" in line, line


def follow(sonde, file):
    """Does what the message on a data set's file advises."""
    (line,) = sonde("run", "--encoder", "random", "--probe", "sts", "--data", file, "--store", "none", "--out", "o.sonde",
                    code=3).messages
    command = line[line.index("; ") + 2:].split(": ", 1)[1]
    command = command.replace("python3", shlex.quote(sys.executable), 1)
    subprocess.run(command, shell=True, cwd=sonde.folder, check=True, timeout=120, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


def measure(sonde, file):
    sonde.run("good.sonde", "--encoder", "random", "--probe", "sts", "--data", file)
    assert sonde.results("good.sonde")


@pytest.mark.parametrize("end, pack", [(".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress)])
def test_a_compressed_file_is_unpacked(sonde, end, pack):
    (sonde.folder / ("my pairs.tsv" + end)).write_bytes(pack(PAIRS.encode()))
    follow(sonde, "my pairs.tsv" + end)
    measure(sonde, "my pairs.tsv")


def test_an_archive_is_unpacked(sonde):
    (sonde.folder / "a.zip").write_bytes(zipped("pairs.tsv", PAIRS))
    follow(sonde, "a.zip")
    measure(sonde, "pairs.tsv")


def test_an_array_of_many_is_saved(sonde):
    (sonde.folder / "a.npz").write_bytes(saved(np.savez, VECTORS))
    (sonde.folder / "s.txt").write_text("one\ntwo\nthree\n")
    follow(sonde, "a.npz")
    assert np.array_equal(sonde.encode(["three"], "vectors:a.npy?sentences=s.txt"), VECTORS[2:])


def test_a_sheet_is_saved_as_csv(sonde):
    if not shutil.which("soffice"):
        pytest.skip("no LibreOffice (Debian's libreoffice-calc): ./dev oracle installs it and runs this test")
    (sonde.folder / "pairs.csv").write_text(PAIRS.replace("\t", ","))
    subprocess.run(["soffice", f"-env:UserInstallation=file://{sonde.folder}/office", "--headless", "--convert-to", "xlsx",
                    "pairs.csv"], cwd=sonde.folder, check=True, timeout=120, stdout=subprocess.DEVNULL)
    (sonde.folder / "pairs.csv").unlink()
    follow(sonde, "pairs.xlsx")
    measure(sonde, "pairs.csv")


@pytest.mark.parametrize("kind", ["parquet", "feather"])
def test_a_table_of_pandas_is_saved_as_csv(sonde, kind):
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    getattr(pandas.read_csv(io.StringIO(PAIRS), sep="\t"), "to_" + kind)(sonde.folder / ("pairs." + kind))
    follow(sonde, "pairs." + kind)
    measure(sonde, "pairs.csv")


def test_a_database_is_told(sonde, sts):
    sqlite3.connect(sonde.folder / "a.db").execute("create table t (x)").connection.close()
    sonde.run("run.sonde", "--encoder", "random", "--data", sts)
    for file in ("a.db", "run.sonde"):
        (line,) = sonde("encode", file, "--encoder", "random", code=3).messages
        assert "SQLite" in line and "sonde show" in line


# Text pasted into hf: --------------------------------------------------------------------------------

def advised(sonde, location, says=""):
    """The encoder that the message on a location advises."""
    (line,) = sonde("encode", "--encoder", "hf:" + location, stdin=b"one\n", code=3).messages
    assert says in line, line
    return line[line.rindex("hf:"):]


PASTED = (
    "https://huggingface.co/org/tiny-model", "huggingface.co/org/tiny-model/tree/main", "HTTPS://HuggingFace.co/org/tiny-model",
    "https://hf.co/org/tiny-model/blob/main/config.json", "https://huggingface.co/org/tiny-model#usage", "HF.CO/org/tiny-model/",
    "https://huggingface.co/org/tiny-model?library=sentence-transformers", "https://hf-mirror.com/org/tiny-model",
    "https://huggingface.co/org/tiny-model/resolve/main/model.safetensors?download=true", "hf://org/tiny-model",
    "https://huggingface.co/org/tiny-model/discussions/3", "https://huggingface.co/api/models/org/tiny-model",
    "https://huggingface.co/org/tiny-model.git", "git@hf.co:org/tiny-model.git", "org/tiny-model.git", "org/tiny-model/",
    "'org/tiny-model'", '"org/tiny-model"', '"org/tiny-model",', " org/tiny-model\t", "org/tiny-model\r", "`org/tiny-model`.",
    "\u201corg/tiny-model\u201d", "\u201eorg/tiny-model\u201c", "\xaborg/tiny-model\xbb", "\xa0org/tiny-model\u3000", "org/\u200btiny-model",
    "org/tiny\u2011model", "org/tiny\u2013model", "<org/tiny-model>", "**org/tiny-model**", "(org/tiny-model)", "org\\tiny-model", "org\\\\tiny-model",
    "[the model](https://huggingface.co/org/tiny-model)", "[org/tiny-model](https://hf.co/org/tiny-model)", "Org/Tiny-Model", "tiny-model",
    "TINY-MODEL", "hf:org/tiny-model", "hf:hf:org/tiny-model", "hf:https://huggingface.co/org/tiny-model", "models--org--tiny-model",
    "models--org--tiny-model/snapshots/c", "/elsewhere/hub/models--org--tiny-model")

# Nothing shows their meaning.
UNKNOWN = (
    "org/tiny model", "tiny model", "org/tiny-model@v 1", "org/tiny-model@", "org/tiny-model:latest", "org/tiny-model#usage",
    "huggingface.co/org/tiny model", "https://huggingface.co/org/tiny model", "https://huggingface.co/org", "https://huggingface.co",
    "https://huggingface.co/datasets/org/tiny-model", "https://huggingface.co/spaces/org/tiny-model", "org/tiny-model org/other",
    "https://huggingface.co/collections/org/x-1", "org/tiny-model,org/other", "C:\\models\\tiny-model", "C:\\\\models\\\\tiny-model", "C:/models/tiny-model",
    "%USERPROFILE%\\models", "SentenceTransformer('org/tiny-model')", "org / tiny-model", "\uff2f\uff32\uff27/tiny-model", "org/\u6a21\u578b",
    "./org/tiny-model", "/org/tiny-model", "~me/x", "~/a$(b)", "$A/`b`", "file:///nowhere/model", "file:///C:/models/x", "localhost:8080/v1",
    "s3://bucket/model", "models--org", "notes.txt", "-", "--help", "https://host/a b")


def test_no_command_is_advised_for_what_is_not_understood(sonde, tiny):
    (sonde.folder / "notes.txt").write_text("a dog\n")
    sonde.environment["HF_HUB_CACHE"] = str(sonde.folder)
    for location in UNKNOWN:
        (line,) = sonde("encode", "--encoder", "hf:" + location, stdin=b"one\n", code=3).messages
        advice = line.replace(location, "").replace("hf:ORG/NAME", "")
        assert "pull" not in advice and "hf:" not in advice and "openai:" not in advice, line
    for kind in ("splade", "static"):
        assert f"or {kind}:ORG/NAME" in sonde("encode", "--encoder", f"{kind}:org/a b", stdin=b"one\n", code=3).err
        assert sonde("encode", "--encoder", f"{kind}:'tiny'", stdin=b"one\n", code=3).err.endswith(f"write {kind}:tiny\n")
    assert "is not a model's name" in sonde("pull", "org/tiny model", code=2).err


def test_what_is_pasted_gets_its_name(sonde, tiny):
    hub = sonde.folder / "hub"
    snapshot = hub / "models--org--tiny-model" / "snapshots" / "c"
    snapshot.parent.mkdir(parents=True)
    shutil.copytree(sonde.folder / "tiny", snapshot)
    (hub / "models--org--tiny-model" / "refs").mkdir()
    (hub / "models--org--tiny-model" / "refs" / "main").write_text("c")
    sonde.environment["HF_HUB_CACHE"] = str(hub)
    vectors = sonde.encode(["one"], "hf:tiny")
    for location in (*PASTED, str(hub / "models--org--tiny-model")):
        spec = advised(sonde, location)
        assert spec == "hf:org/tiny-model"
        assert np.array_equal(sonde.encode(["one"], spec), vectors)
    commit = "0123456789" * 4
    for location, revision in (("https://huggingface.co/org/tiny-model/tree/v2", "v2"), ("hf://org/tiny-model@v2", "v2"),
                               ("https://huggingface.co/org/tiny-model/raw/refs%2Fpr%2F1/config.json", "refs/pr/1"),
                               (f"~/hub/models--org--tiny-model/snapshots/{commit}/", commit)):
        assert advised(sonde, location) == f"hf:org/tiny-model@{revision}"
    (line,) = sonde("encode", "--encoder", "hf:s3://bucket/model", stdin=b"one\n", code=3).messages
    assert "is a URL" in line and "openai:" not in line
    assert advised(sonde, "~/tiny", "~") == 'hf:$HOME/tiny"'
    assert advised(sonde, "~/my models/x", "write it in double quotes: \"hf:") == 'hf:$HOME/my models/x"'
    assert advised(sonde, "$HOME/tiny", "single quotes") == 'hf:$HOME/tiny"'
    folder = sonde.folder / "tiny"
    assert advised(sonde, f"file://{folder}", "URL of a folder") == advised(sonde, f"'{folder}'") == f"hf:{folder}"
    assert advised(sonde, f"FILE://localhost{folder}") == advised(sonde, f"{folder}/.\\ ") == f"hf:{folder}"
    for location in ("minilm", "MiniLM", "hf:minilm", "'minilm'"):
        assert sonde("encode", "--encoder", "hf:" + location, stdin=b"one\n", code=3).messages[0].endswith("write minilm")
    for file in ("tiny/config.json", "tiny/model.safetensors", "tiny/1_Pooling/config.json"):
        spec = advised(sonde, file, "is a file")
        assert np.array_equal(sonde.encode(["one"], spec), vectors)
    (sonde.folder / "quantised").mkdir()
    (sonde.folder / "quantised" / "m.gguf").write_bytes(KINDS["GGUF"])
    assert "llama-server" in sonde("encode", "--encoder", "hf:quantised", stdin=b"one\n", code=3).err
