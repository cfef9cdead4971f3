"""sonde.distributed without Ray: what it says where that is missing, and a merge of parts. Clusters: ./dev oracle."""
import sys
from types import SimpleNamespace

import pytest
from python_package import FOLDER, PAIRS, letters, python, sonde
from sonde import distributed


def make(**options):
    return distributed.run("random", data=PAIRS, replicates=20, progress=False, **options)


@pytest.mark.parametrize("version", ["1.13.0", "2.3.1", "3.0.0"])
def test_a_version_of_ray_that_does_not_fit(tmp_path, monkeypatch, version):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(__version__=version))
    with pytest.raises(sonde.Error, match=rf"Ray {version} does not fit; it takes from 2\.40 to below 3\.0"):
        make(out=tmp_path / "a.sonde")


def test_ray_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(sonde.Error, match="the package ray is missing; pip install 'sonde") as raised:
        make(out=tmp_path / "a.sonde")
    assert raised.value.kind == "outside"


def test_bad_calls(tmp_path, monkeypatch):
    with pytest.raises(sonde.Error, match="there is no folder"):
        make(out=tmp_path / "none" / "a.sonde")
    with pytest.raises(sonde.Error, match="unknown engine 'dask'"):
        make(out=tmp_path / "a.sonde", engine="dask")
    answer = python(tmp_path, "import sys; from sonde._cli import main; sys.exit(main(['run', '--on']))")
    assert answer.returncode == 2 and "--on needs a value" in answer.stderr


def test_two_parts_of_an_object_are_merged(tmp_path):
    """As workers and the driver do it."""
    (tmp_path / "pairs").mkdir()
    data = sonde.Data(PAIRS, name="pairs", probe="sts")
    encoder = sonde.Encoder(letters, key="letters 1", group="mine")
    folder = SimpleNamespace(data=tmp_path / "pairs")
    words = [data.write(folder.data)]
    plan = {"probes": [], "datasets": words, "limit": "", "seed": 1, "replicates": 20, "strict": False, "stream_above": 10**5}
    task = distributed._Task([encoder], ["hybrid=hybrid:letters?weights=1"], plan, [], folder)
    parts = []
    for number in (2, 1):
        worker = distributed._Worker(task, 1)
        parts.append(tmp_path / f"{number}.part")
        parts[-1].write_bytes(worker.make(f"{number}/2"))
    out = {"parts": [str(part) for part in parts], "out": str(tmp_path / "many.sonde"), "datasets": words,
           "resources": distributed._load.resources(None)}
    distributed._load.core().merge(out, distributed.Told())
    sonde.run(encoder, data=data, scorers=["hybrid=hybrid:letters?weights=1"], out=tmp_path / "one.sonde", replicates=20,
              store="none", progress=False)
    assert (tmp_path / "many.sonde").read_bytes() == (tmp_path / "one.sonde").read_bytes()


def test_a_part_by_the_command_runs_no_file_of_the_users_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    (tmp_path / "json.py").write_text("import pathlib\npathlib.Path('it-ran').touch()\nraise ImportError('mine')\n")
    (tmp_path / "sonde.py").write_text("import pathlib\npathlib.Path('it-ran').touch()\n")
    (tmp_path / "pairs.tsv").write_text("first\tsecond\tgold\n" + "".join(f"a {i}\tb {i}\t{i % 5}\n" for i in range(20)))
    task = distributed._Command(["--encoder", "random", "--data", "pairs.tsv", "--probe", "sts"], str(tmp_path))
    folder = tmp_path / "part"
    folder.mkdir()
    content = task.make("1/2", folder, 1)
    assert content.startswith(b"SQLite format 3")
    assert not (tmp_path / "it-ran").exists()
