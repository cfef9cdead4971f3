"""`sonde pull` against a hub in another process: the cache's layout, breaks at any byte, wrong hashes, and `hf:ORG/NAME@REVISION`."""
import json
import shutil
import signal
import subprocess
import sys
import urllib.request

import hub_server
import numpy as np
import pytest
from program import ROOT, sentences
from waiting import until, until_it_works

TOKEN = "hf_a-secret-token-123"
COMMIT = hub_server.COMMIT


class Hub:
    def __init__(self, folder):
        self.process = subprocess.Popen([sys.executable, ROOT / "tests/hub_server.py", folder],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port, self.store = (int(word) for word in self.process.stdout.readline().split())
        self.url = f"http://127.0.0.1:{self.port}"

    def does(self, **rules):
        urllib.request.urlopen(urllib.request.Request(self.url + "/script", json.dumps(rules).encode())).read()

    @property
    def log(self):
        return json.load(urllib.request.urlopen(self.url + "/log"))

    @property
    def broken(self):
        """The number of replies that broke off."""
        return sum(entry["broke"] for entry in self.log)

    def end(self):
        self.process.stdin.close()
        self.process.wait(10)


@pytest.fixture
def model(tmp_path):
    """A model with files that aren't wanted."""
    folder = shutil.copytree(ROOT / "tests/golden/prompted", tmp_path / "model")
    for name in ("pytorch_model.bin", "modeling.py", "README.md", "onnx/model.onnx"):
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text("not wanted")
    (folder / "a name.json").write_text("{}")
    return folder


@pytest.fixture
def hub(sonde, model):
    hub = Hub(model)
    sonde.environment.update(HF_ENDPOINT=hub.url, HF_HUB_CACHE=str(sonde.folder / "hub"))
    sonde.environment.pop("HF_TOKEN", None)
    yield hub
    hub.end()


def told(answer):
    (line,) = answer.messages
    return line


def snapshot(sonde):
    return sonde.folder / "hub/models--own--tiny/snapshots" / COMMIT


def is_whole(sonde, model):
    """Whether the snapshot has the wanted files with the model's bytes, as links to blobs."""
    wanted = sorted(f.relative_to(model) for f in model.rglob("*") if f.suffix in (".json", ".safetensors")
                    or f.name in ("vocab.txt", "merges.txt"))
    there = sorted(f.relative_to(snapshot(sonde)) for f in snapshot(sonde).rglob("*") if f.is_symlink())
    assert there == wanted and len(wanted) > 4
    for name in wanted:
        link = snapshot(sonde) / name
        assert link.resolve().parent == sonde.folder / "hub/models--own--tiny/blobs"
        assert link.read_bytes() == (model / name).read_bytes()
    assert not list((sonde.folder / "hub").rglob("*.incomplete"))
    return True


def test_a_model_is_fetched_and_used(sonde, hub, model):
    answer = sonde("pull", "own/tiny")
    assert is_whole(sonde, model) and "use it as hf:own/tiny" in answer.err
    assert (sonde.folder / "hub/models--own--tiny/refs/main").read_text() == COMMIT
    blobs = {file.name for file in (sonde.folder / "hub/models--own--tiny/blobs").iterdir()}
    for entry in hub_server_listing(model):
        if entry["rfilename"] == "model.safetensors":
            assert entry["lfs"]["sha256"] in blobs
        if entry["rfilename"] == "config.json":
            assert entry["blobId"] in blobs
    texts = sentences(5)
    assert np.array_equal(sonde.encode(texts, "hf:own/tiny"), sonde.encode(texts, f"hf:{model}"))
    before = len(hub.log)
    assert "of which 0.0 fetched now" in sonde("pull", "own/tiny").err
    assert len(hub.log) == before + 1  # the listing


def hub_server_listing(model):
    hub_server.ROOT = model
    return hub_server.listing()["siblings"]


def test_the_python_library_finds_it(sonde, hub, model):
    """Its layout, as huggingface_hub looks it up: refs/REVISION names a folder of snapshots."""
    sonde("pull", "own/tiny@v1")
    storage = sonde.folder / "hub/models--own--tiny"
    commit = (storage / "refs/v1").read_text()
    assert (storage / "snapshots" / commit / "config.json").exists() and not (storage / "refs/main").exists()


def test_revisions(sonde, hub):
    sonde("pull", "own/tiny@v1")
    sonde("pull", "own/tiny@refs/pr/1")
    texts = sentences(2)
    for revision in ("v1", "refs/pr/1", COMMIT):
        assert len(sonde.encode(texts, f"hf:own/tiny@{revision}")) == 2
    for revision in ("main", "v2", "f" * 40, "../v1", ""):
        line = told(sonde("encode", "--encoder", f"hf:own/tiny@{revision}", stdin=b"one\n", code=3))
        assert "own/tiny@" in line
    line = told(sonde("encode", "--encoder", "hf:own/tiny", stdin=b"one\n", code=3))
    assert "fetch it once: sonde pull own/tiny" in line
    assert "check the name and the revision" in told(sonde("pull", "own/tiny@v2", code=4))
    assert "check the name" in told(sonde("pull", "own/other", code=4))


def test_a_download_that_breaks_off_at_any_point_goes_on(sonde, hub, model):
    size = sum(f.stat().st_size for f in model.rglob("*") if f.suffix in (".json", ".safetensors"))
    fetched = []
    for after in (0, 1, 100, 1000, size // 3, size // 2, size - 1, size):
        shutil.rmtree(sonde.folder / "hub", ignore_errors=True)
        hub.does(after=after)
        asked_again = hub.broken + 2
        process = sonde.start("pull", "own/tiny")
        until(lambda: process.poll() is not None or hub.broken >= asked_again)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kept = sum(f.stat().st_size for f in (sonde.folder / "hub").rglob("*") if f.is_file() and "blobs" in str(f))
        assert kept <= after
        fetched.append(kept)
        hub.does()
        before = len(hub.log)
        sonde("pull", "own/tiny")
        assert is_whole(sonde, model)
        asked = sum(part(entry["range"]) for entry in hub.log[before:] if entry["range"] and not is_redirected(hub, entry))
        assert asked == sum(f.stat().st_size for f in {p.resolve() for p in snapshot(sonde).rglob("*") if p.is_file()}) - kept
    assert fetched[0] == 0 and fetched[-2] > size // 2  # what came is kept


def part(text):
    first, last = text.removeprefix("bytes=").split("-")
    return int(last) - int(first) + 1


def is_redirected(hub, entry):
    return entry["path"].endswith(".safetensors") and entry["port"] == hub.port


def test_a_break_is_mended_within_a_call(sonde, hub, model):
    hub.does(after=5000)
    process = sonde.start("pull", "own/tiny")
    until_it_works(process, lambda: hub.broken)
    hub.does()
    _, err = process.communicate(timeout=600)
    assert process.returncode == 0 and b"trying again" in err and is_whole(sonde, model)


@pytest.mark.parametrize("name", ["model.safetensors", "config.json"])
def test_a_file_of_another_hash_is_not_kept(sonde, hub, model, name):
    hub.does(corrupt=name)
    line = told(sonde("pull", "own/tiny", code=4))
    assert f"own/tiny/{name}: the " in line and ", but the hub's is " in line
    assert not (snapshot(sonde) / name).exists() and not (sonde.folder / "hub/models--own--tiny/refs").exists()
    hub.does()
    sonde("pull", "own/tiny")
    assert is_whole(sonde, model)


def test_a_damaged_blob_is_fetched_again(sonde, hub, model):
    sonde("pull", "own/tiny")
    blob = (snapshot(sonde) / "model.safetensors").resolve()
    blob.write_bytes(blob.read_bytes()[:-1] + b"\0")
    sonde("pull", "own/tiny")
    assert is_whole(sonde, model)


def test_the_token_goes_to_the_hub_alone_and_stands_nowhere(sonde, hub):
    sonde.environment["HF_TOKEN"] = TOKEN
    answers = [sonde("pull", "own/tiny"), sonde("pull", "own/other", code=4)]
    keys = {(entry["port"] == hub.port, entry["key"]) for entry in hub.log}
    assert keys == {(True, f"Bearer {TOKEN}"), (False, None)}
    assert all("secret" not in answer.err + answer.out for answer in answers)
    for file in sonde.folder.rglob("*"):
        assert not file.is_file() or TOKEN.encode() not in file.read_bytes()


LISTINGS = {
    "a name that leads out": ({"rfilename": "../../x.json", "size": 2, "blobId": "0" * 40}, "it lists the file"),
    "an absolute name": ({"rfilename": "/etc/x.json", "size": 2, "blobId": "0" * 40}, "it lists the file"),
    "no hash": ({"rfilename": "x.json", "size": 2, "blobId": "main"}, "it gives no hash of 'x.json'"),
    "no size": ({"rfilename": "x.json", "blobId": "0" * 40}, "it gives no size of 'x.json'"),
}


@pytest.mark.parametrize("what", LISTINGS)
def test_wrong_listings(sonde, hub, what):
    entry, says = LISTINGS[what]
    hub.does(listing={"sha": COMMIT, "siblings": [entry]})
    assert says in told(sonde("pull", "own/tiny", code=4))
    assert not list(sonde.folder.glob("hub/**/*.json"))


def test_what_is_no_model(sonde, hub):
    hub.does(listing={"sha": COMMIT, "siblings": [{"rfilename": "x.json", "size": 2, "blobId": "0" * 40}]})
    assert "has no safetensors" in told(sonde("pull", "own/tiny", code=3))
    hub.does(listing={"sha": "main", "siblings": []})
    assert "names no commit" in told(sonde("pull", "own/tiny", code=4))
    for name in ("tiny", "own/tiny/x", "../tiny", "own/", "own/tiny@"):
        assert "is not a model's name" in told(sonde("pull", name, code=2))
