"""Runs on a cluster of Ray with three nodes, on this machine, against runs of one process: `./dev oracle`."""
import contextlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
BUILD = Path(os.environ.get("SONDE_BUILD", ROOT / "build/release"))
# Before the cluster starts: its workers have this environment.
os.environ["PYTHONPATH"] = os.pathsep.join([str(BUILD / "python"), str(ROOT / "tests/oracle"), str(ROOT / "tests")])
os.environ["XDG_CACHE_HOME"] = "/nonexistent"
os.environ["RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO"] = "0"
sys.path.insert(0, str(BUILD / "python"))
sys.path.append(str(ROOT / "tests"))

import ray  # noqa: E402
from ray.cluster_utils import Cluster  # noqa: E402
from waiting import until  # noqa: E402

import sonde  # noqa: E402
from sonde import distributed  # noqa: E402

PAIRS = [{"first": f"sentence {i} of the first", "second": f"sentence {i * i % 97} of others {i % 7}", "gold": i % 6}
         for i in range(240)]
LINES = [f"The {noun} {verb} the {thing}." for noun in ("dog", "child", "driver", "judge", "singer")
         for verb in ("sees", "finds", "paints", "opens", "loses", "closes") for thing in ("door", "book", "boat", "stone")]


def parts_of(out):
    return list(Path(f"{out}.parts").glob("*.part"))


def letters(log=None, fails_on=None, held=None, slow_once=None):
    """An encoder: how often each letter is in a text. It may fail on a text. `held`: a run file, a number and another
    file. Once the run has so many parts, the encoder waits until the other file exists. `slow_once`: a run file, a
    number and another file. The first worker creates the other file, and waits until the run has so many parts."""
    def encode(texts):
        if log:
            with open(log, "a") as file:
                file.write("".join(f"{os.getpid()}\t{text}\n" for text in texts))
        if slow_once:
            out, count, file = slow_once
            with contextlib.suppress(FileExistsError), open(file, "x") as mine:
                mine.write(str(os.getpid()))
                mine.flush()
                until(lambda: len(parts_of(out)) >= count)
        if held:
            out, count, file = held
            until(lambda: len(parts_of(out)) < count or os.path.exists(file))
        for text in texts:
            if fails_on and fails_on in text:
                raise ValueError(f"cannot say what {text!r} is")
        return np.array([[text.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz0123456789"] for text in texts],
                        dtype=np.float32)
    return sonde.Encoder(encode, name="letters", key="letters 1", batch_dependent=False, batch=64)


@pytest.fixture(scope="module")
def cluster():
    memory = 80 << 20
    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "object_store_memory": memory})
    for _ in range(2):
        made.add_node(num_cpus=1, object_store_memory=memory)
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


@pytest.fixture
def data(tmp_path):
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("".join(line + "\n" for line in LINES))
    return {"pairs": sonde.Data(PAIRS, name="pairs", probe="sts"), "corpus": str(corpus)}


PROBES = ["sts?standardize=joint", "curves"]


def one_machine(tmp_path, data, encoders, **options):
    sonde.run(encoders, PROBES, data, out=tmp_path / "one.sonde", replicates=20, store="none", progress=False, **options)
    return (tmp_path / "one.sonde").read_bytes()


def on_cluster(out, data, encoders, **options):
    run = distributed.run(encoders, PROBES, data, out=out, replicates=20, progress=False, **options)
    assert not Path(f"{out}.parts").exists()
    return Path(out).read_bytes(), run


@pytest.mark.parametrize("options", [{"workers": 1, "parts": 2}, {"workers": 3, "parts": 7},
                                     {"workers": 3, "stream_above": 50}])
def test_the_same_bytes_by_any_number_of_workers(cluster, tmp_path, data, options):
    encoders = {"letters": letters(), "r": "random?dimension=24", "words": "tfidf"}
    content, run = on_cluster(tmp_path / "many.sonde", data, encoders, **options)
    assert content == one_machine(tmp_path, data, encoders)
    assert {result.subject for result in run.results} >= {"letters", "r", "words"}


def test_a_node_that_dies(cluster, tmp_path, data):
    import threading
    node = cluster.add_node(num_cpus=1, object_store_memory=80 << 20)
    until(lambda: ray.cluster_resources().get("CPU") == 4)
    out, removed = tmp_path / "many.sonde", tmp_path / "removed"

    def kill():
        until(lambda: len(parts_of(out)) >= 3)
        cluster.remove_node(node, allow_graceful=False)
        removed.touch()
    killer = threading.Thread(target=kill)
    killer.start()
    encoder = letters(held=(str(out), 3, str(removed)))
    content, run = on_cluster(out, data, encoder, workers=4, parts=24)
    killer.join()
    assert content == one_machine(tmp_path, data, letters())
    assert any("died; it is made again" in note for note in run.notes), run.notes


DRIVER = """
import sys
import ray
import sonde
from sonde import distributed
from distributed_parts import LINES, PAIRS, letters
address, out, corpus, log = sys.argv[1:]
ray.init(address=address, log_to_driver=False)
data = {"pairs": sonde.Data(PAIRS, name="pairs", probe="sts"), "corpus": corpus}
distributed.run(letters(held=(out, 4, log + ".on"), log=log), ["sts?standardize=joint", "curves"], data, out=out, replicates=20,
                progress=False, workers=2, parts=12)
"""


def test_a_driver_that_dies_goes_on(cluster, tmp_path, data):
    (tmp_path / "distributed_parts.py").write_text(
        f"import runpy\nglobals().update(runpy.run_path({str(Path(__file__))!r}, run_name='parts'))\n")
    out, log = tmp_path / "many.sonde", tmp_path / "log"
    call = [sys.executable, "-c", DRIVER, cluster.address, str(out), data["corpus"], str(log)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([os.environ["PYTHONPATH"], str(tmp_path)])}
    driver = subprocess.Popen(call, env=environment)
    folder = tmp_path / "many.sonde.parts"
    until(lambda: len(parts_of(out)) >= 4)
    driver.send_signal(signal.SIGKILL)
    driver.wait()
    there = {file.name: file.stat().st_mtime_ns for file in folder.glob("*.part")}
    assert 4 <= len(there) < 12 and not out.exists()
    kept = {}

    def look():
        for name in there:
            with contextlib.suppress(FileNotFoundError):  # the driver removes them at its end
                kept[name] = (folder / name).stat().st_mtime_ns
        return driver.poll() is not None
    Path(f"{log}.on").touch()
    driver = subprocess.Popen(call, env=environment)
    until(look)
    assert driver.returncode == 0
    assert kept == there  # none was made again
    assert out.read_bytes() == one_machine(tmp_path, data, letters())


def test_a_slow_worker_holds_up_its_own_part_alone(cluster, tmp_path, data):
    out, log, slow = tmp_path / "many.sonde", tmp_path / "log", tmp_path / "slow"
    encoder = letters(log=str(log), slow_once=(str(out), 11, str(slow)))
    content, _ = on_cluster(out, data, encoder, workers=3, parts=12)
    assert content == one_machine(tmp_path, data, letters())
    by_worker = {}
    for line in log.read_text().splitlines():
        pid = line.partition("\t")[0]
        by_worker[pid] = by_worker.get(pid, 0) + 1
    assert len(by_worker) > 1
    assert by_worker[slow.read_text()] < sum(by_worker.values()) / len(by_worker)


def test_the_error_of_one_block_is_the_encoders(cluster, tmp_path, data):
    with pytest.raises(ValueError, match="cannot say what 'sentence 200 of the first") as raised:
        on_cluster(tmp_path / "no.sonde", data, letters(fails_on="sentence 200 of"), workers=3, parts=8)
    assert raised.value.__notes__[0].startswith("part 7/8, on ") and not (tmp_path / "no.sonde").exists()
    # Finished parts are stored, and a better encoder of the same key resumes from them.
    done = len(list((tmp_path / "no.sonde.parts").glob("*.part")))
    assert done > 0
    content, _ = on_cluster(tmp_path / "no.sonde", data, letters())
    assert content == one_machine(tmp_path, data, letters())


def test_parts_of_another_run_are_not_taken(cluster, tmp_path, data):
    with pytest.raises(ValueError):
        on_cluster(tmp_path / "no.sonde", data, letters(fails_on="sentence 200 of"), workers=3, parts=8)
    with pytest.raises(sonde.Error, match="holds parts of another run"):
        on_cluster(tmp_path / "no.sonde", data, "random")
    with pytest.raises(sonde.Error, match="holds a run in 8 parts, not 5"):
        on_cluster(tmp_path / "no.sonde", data, letters(), parts=5)
    assert on_cluster(tmp_path / "no.sonde", data, letters(), parts=5, replace=True)[0]


PLUGIN = """
import numpy as np
from sonde.plugin import Encoder, Mean, Probe, register

@register
class Middles(Probe):
    name = "middles"
    columns = ("first", "second")

    def summarise(self, frame, values):
        return [Mean("middle", values[:, 0] / 2)]

@register
class Vowels(Encoder):
    name, key, batch_dependent = "vowels", "1", False

    def encode(self, texts, side):
        return np.array([[text.count(one) for one in "aeiou"] + [1] for text in texts], dtype=np.float32)
"""


def test_plugins_of_the_driver_alone(cluster, tmp_path, monkeypatch):
    (tmp_path / "plugin_of_the_driver.py").write_text(PLUGIN)
    monkeypatch.syspath_prepend(tmp_path)
    import plugin_of_the_driver  # noqa: F401
    data = sonde.Data(PAIRS, name="pairs", probe="middles")
    distributed.run("vowels", data=data, out=tmp_path / "many.sonde", replicates=20, progress=False, workers=2, parts=4)
    sonde.run("vowels", data=data, out=tmp_path / "one.sonde", replicates=20, progress=False, store="none")
    assert (tmp_path / "many.sonde").read_bytes() == (tmp_path / "one.sonde").read_bytes()


@pytest.fixture
def older_node(cluster, tmp_path, monkeypatch):
    """A node whose processor shows no AVX-512: a library hides it from all programs."""
    compiler = shutil.which("cc")
    if " avx512f " not in Path("/proc/cpuinfo").read_text() or compiler is None:
        pytest.skip("the processor has no AVX-512 to hide, or there is no C compiler")
    library = tmp_path / "older.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-O2", ROOT / "tests/oracle/older_processor.c", "-o", library], check=True)
    if subprocess.run(["true"], env={"LD_PRELOAD": str(library)}).returncode:
        pytest.skip("the processor or the kernel lets CPUID not fault")
    monkeypatch.setenv("LD_PRELOAD", str(library))  # of this node's processes
    node = cluster.add_node(num_cpus=1, object_store_memory=80 << 20, resources={"older": 1})
    monkeypatch.delenv("LD_PRELOAD")
    until(lambda: ray.cluster_resources().get("older") == 1)
    yield node
    cluster.remove_node(node)
    until(lambda: not ray.cluster_resources().get("older"))


def test_processors_of_two_classes_are_refused_or_named(cluster, older_node, tmp_path, data):
    """Uses as many workers as there are nodes, so that the older one has one."""
    model = f"hf:{ROOT / 'tests/golden/prompted'}"
    out, options = tmp_path / "many.sonde", {"workers": int(ray.cluster_resources()["CPU"]), "parts": 16}
    with pytest.raises(sonde.Error) as raised:
        on_cluster(out, data, model, **options)
    assert raised.value.kind == "usage" and "was computed differently (" in raised.value.message
    assert "avx2" in raised.value.message and "avx512" in raised.value.message and not out.exists()
    # The stored parts are of one class.
    kept = {sonde._load.core().numerics_of_part(str(file))[0][1] for file in Path(f"{out}.parts").glob("*.part")}
    assert len(kept) == 1
    _, run = on_cluster(out, data, model, **options, mixed_processors=True)
    numerics = run.subjects[0]["numerics"]
    assert " | " in numerics and "avx2" in numerics and "avx512" in numerics


def test_a_worker_that_wants_more_than_there_is(cluster, tmp_path, data):
    with pytest.raises(sonde.Error, match="0 GPUs, a worker wants 1 and 1"):
        on_cluster(tmp_path / "no.sonde", data, "random", num_gpus=1)


def test_the_command(cluster, tmp_path, data):
    words = ["run", "--encoder", "random", "--encoder", "tfidf", "--data", data["corpus"], "--replicates", "20"]

    def sonde_command(*more, code=0):
        done = subprocess.run([sys.executable, "-m", "sonde", *words, *more], capture_output=True, text=True, cwd=tmp_path)
        assert done.returncode == code, done.stderr
        return done.stderr
    sonde_command("--out", "one.sonde", "--store", "none")
    sonde_command("--out", "many.sonde", "--on", cluster.address, "--workers", "2", "--parts", "3")
    assert (tmp_path / "many.sonde").read_bytes() == (tmp_path / "one.sonde").read_bytes()
    err = sonde_command("--out", "no.sonde", "--on", cluster.address, "--encoder", "hf:nowhere", code=3)
    assert "part " in err and "nowhere" in err
    assert "cannot connect to Ray" in sonde_command("--out", "no.sonde", "--on", "127.0.0.1:1", code=4)


def test_parquet_by_row_groups(cluster, tmp_path):
    import pyarrow
    from pyarrow import parquet
    rows = [{"kind": f"k{i % 3}", "sentence": f"the number {i} is not {i + 1} {'very ' * (i % 9)}many"} for i in range(6000)]
    parquet.write_table(pyarrow.Table.from_pylist(rows), tmp_path / "corpus.parquet", row_group_size=500)
    data = {"corpus": tmp_path / "corpus.parquet"}
    distributed.run("random?dimension=2", "curves", data, out=tmp_path / "many.sonde", replicates=20, progress=False, workers=3,
                    stream_above=1000)
    sonde.run("random?dimension=2", "curves", data, out=tmp_path / "one.sonde", replicates=20, store="none", progress=False)
    assert (tmp_path / "many.sonde").read_bytes() == (tmp_path / "one.sonde").read_bytes()
