"""sonde.distributed without Ray: its message if that is missing, and a merge of parts. Clusters: ./dev oracle."""
import hashlib
import os
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import cloudpickle
import pytest
from python_package import FOLDER, PAIRS, arrow_stand_in, letters, python, sonde
from sonde import _part_tasks, _ray_command, distributed
from sonde._ray import MOST_PARTS, sent
from sonde._load import core, resources
from sonde._progress import Told


TABLE = "first\tsecond\tgold\n" + "".join(f"a {i}\tb {i}\t{i % 5}\n" for i in range(20))


def make(**options):
    return distributed.run("random", data=PAIRS, replicates=20, progress=False, **options)


@pytest.mark.parametrize("version", ["1.13.0", "2.3.1", "3.0.0"])
def test_a_version_of_ray_that_does_not_fit(tmp_path, monkeypatch, version):
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace(__version__=version))
    with pytest.raises(sonde.Error, match=rf"Ray {version} does not fit; it takes from 2\.40 to below 3\.0"):
        make(out=tmp_path / "a.sonde")


def test_ray_is_missing(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(sonde.Error, match="the package ray is missing; pip install 'sonde-nlp") as raised:
        make(out=tmp_path / "a.sonde")
    assert raised.value.kind == "outside"


def test_bad_calls(tmp_path, monkeypatch):
    with pytest.raises(sonde.Error, match="no such folder"):
        make(out=tmp_path / "none" / "a.sonde")
    with pytest.raises(sonde.Error, match="unknown engine 'dask'"):
        make(out=tmp_path / "a.sonde", engine="dask")
    answer = python(tmp_path, "import sys; from sonde._cli import main; sys.exit(main(['run', '--on']))")
    assert answer.returncode == 2 and "--on needs a value" in answer.stderr


def task_of(folder, encoders, scorers, data, probes=()):
    """Makes a task as distributed.run() does, with the words of the data."""
    folder.mkdir()
    words = [data.write(folder)]
    plan = {"probes": list(probes), "datasets": words, "limit": "", "seed": 1, "replicates": 20, "strict": False,
            "stream_above": 10**5}
    return _part_tasks.Task(encoders, scorers, plan, [], SimpleNamespace(data=folder)), words


def merged(tmp_path, parts, words):
    files = []
    for number, content in enumerate(parts, 1):
        files.append(tmp_path / f"{number}.part")
        files[-1].write_bytes(content)
    out = {"parts": [str(file) for file in files], "out": str(tmp_path / "many.sonde"), "datasets": words,
           "resources": resources(None)}
    core().merge(out, Told())
    return (tmp_path / "many.sonde").read_bytes()


def test_two_parts_of_an_object_are_merged(tmp_path):
    """Merges them as workers and the driver do."""
    data = sonde.Data(PAIRS, name="pairs", probe="sts")
    encoder = sonde.Encoder(letters, key="letters 1", group="mine")
    scorers = ["hybrid=hybrid:letters?weights=1"]
    task, words = task_of(tmp_path / "pairs", [encoder], scorers, data)
    parts = [_part_tasks.Worker(sent(Ray, task), 1).make(share) for share in ("1/2", "2/2")]
    sonde.run(encoder, data=data, scorers=scorers, out=tmp_path / "one.sonde", replicates=20, store="none", progress=False)
    assert merged(tmp_path, parts, words) == (tmp_path / "one.sonde").read_bytes()


PLUGINS = '''
import numpy as np
import sonde
from sonde.plugin import Encoder, Mean, Probe, Scorer, register

FACTOR = 3


def scaled(number):
    return number * FACTOR


class Base(Probe):
    columns = ("first", "second")

    def summarise(self, frame, values):
        return [Mean("scaled", scaled(values[:, 0]))]


@register
class Scaled(Base):
    name = "sent-probe"


@register
class Vowels(Encoder):
    name, key, batch_dependent = "sent-encoder", "1", False

    def encode(self, texts, side):
        return np.array([[text.count(one) for one in "aeiou"] + [scaled(len(text))] for text in texts], dtype=np.float32)


@register
class Lengths(Scorer):
    name = "sent-scorer"

    def score(self, rows):
        return [scaled(len(first)) - len(second) for first, second in rows]
'''
WORKER = """
import sys
from pathlib import Path
from sonde._part_tasks import Worker
worker = Worker(Path(sys.argv[1]).read_bytes(), 1)
for share in ("1/2", "2/2"):
    Path(share.replace("/", "-of-")).write_bytes(worker.make(share))
"""


def test_registered_plugins_go_to_workers(tmp_path, monkeypatch):
    """Only the driver finds their file."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "sent_plugins.py").write_text(PLUGINS)
    monkeypatch.syspath_prepend(tmp_path / "mine")
    import sent_plugins  # noqa: F401
    data = sonde.Data(PAIRS, name="pairs", probe="sent-probe")
    task, words = task_of(tmp_path / "pairs", "sent-encoder", "sent-scorer", data)
    assert {kind.__name__ for kind, _ in task.plugins} >= {"Scaled", "Vowels", "Lengths"}
    (tmp_path / "task").write_bytes(sent(Ray, task))
    done = python(tmp_path, WORKER, "task")
    assert done.returncode == 0, done.stderr
    sonde.run("sent-encoder", data=data, scorers="sent-scorer", out=tmp_path / "one.sonde", replicates=20, store="none",
              progress=False)
    content = merged(tmp_path, [(tmp_path / f"{number}-of-2").read_bytes() for number in (1, 2)], words)
    assert content == (tmp_path / "one.sonde").read_bytes()
    # A changed class is another run. An unnamed class is not part of it.
    version = {kind.name: version for kind, version in task.plugins}["sent-probe"]
    assert version in task.question()
    other, _ = task_of(tmp_path / "others", "random", [], sonde.Data(PAIRS, probe="sts"), ["sts"])
    assert other.plugins == []


def test_what_workers_cannot_read_or_drivers_not_send_is_said(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "sent_encoder.py").write_text("class Vowels:\n    def encode(self, texts):\n        return [[1.0]] * len(texts)\n")
    monkeypatch.syspath_prepend(tmp_path / "mine")
    import sent_encoder
    task, _ = task_of(tmp_path / "pairs", sent_encoder.Vowels(), [], sonde.Data(PAIRS, probe="sts"))
    (tmp_path / "task").write_bytes(sent(Ray, task))
    done = python(tmp_path, WORKER, "task")
    assert "cannot read what it was sent: ModuleNotFoundError: No module named 'sent_encoder'; install on" in done.stderr

    class Locked:
        lock = threading.Lock()

        def encode(self, texts):
            return [[1.0]] * len(texts)
    task, _ = task_of(tmp_path / "others", Locked(), [], sonde.Data(PAIRS, probe="sts"))
    with pytest.raises(sonde.Error, match="cannot send the encoders, scorers and plugins to workers: .*lock"):
        sent(Ray, task)


def test_a_part_by_the_command_runs_no_file_of_the_users_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    (tmp_path / "json.py").write_text("import pathlib\npathlib.Path('it-ran').touch()\nraise ImportError('mine')\n")
    (tmp_path / "sonde.py").write_text("import pathlib\npathlib.Path('it-ran').touch()\n")
    (tmp_path / "pairs.tsv").write_text(TABLE)
    task = _part_tasks.Command(["--encoder", "random", "--data", "pairs.tsv", "--probe", "sts"], str(tmp_path), [])
    folder = tmp_path / "part"
    folder.mkdir()
    content = task.make("1/2", folder, 1)
    assert content.startswith(b"SQLite format 3")
    assert not (tmp_path / "it-ran").exists()


class Ray:
    """A cluster of this process: a call is made when its result is needed. shares: which were made, in order."""

    __version__ = "2.40.0"
    cloudpickle = cloudpickle  # it has its own copy

    class exceptions:
        class RayError(Exception):
            pass

        class RayTaskError(RayError):
            def __init__(self, cause):
                super().__init__(str(cause))
                self.cause = cause

    def __init__(self):
        self.shares = []
        self.dies_at = None

    def is_initialized(self):
        return True

    def cluster_resources(self):
        return {"CPU": 2}

    def put(self, thing):
        return thing

    def remote(self, **_):
        return lambda kind: SimpleNamespace(remote=lambda *given: self._actor(kind(*given)))

    def _actor(self, worker):
        def call(share, *more):
            self.shares.append(share)
            if share == self.dies_at:
                return KeyboardInterrupt()
            try:
                return worker.make(share, *more)
            except Exception as error:
                return Ray.exceptions.RayTaskError(error)
        return SimpleNamespace(make=SimpleNamespace(remote=lambda *given: Done(call(*given))))

    def wait(self, calls):
        return calls[:1], calls[1:]

    def get(self, call):
        if isinstance(call.value, BaseException):
            raise call.value
        return call.value

    def kill(self, _):
        pass

    def made(self):
        """The shares made since the last call."""
        shares, self.shares = self.shares, []
        return shares


class Done:
    def __init__(self, value):
        self.value = value


@pytest.fixture
def ray(monkeypatch):
    made = Ray()
    monkeypatch.setitem(sys.modules, "ray", made)
    return made


ASKED = f"1/{MOST_PARTS}"  # whether what is there is of this run


def measure(out, encoder, **options):
    given = {"data": sonde.Data(PAIRS, name="pairs", probe="sts"), "replicates": 20, "progress": False, "parts": 3,
             "workers": 1, **options}
    return distributed.run(encoder, out=out, **given)


def stopped(ray, out, encoder, at, **options):
    """Runs a driver that dies when it requests that part."""
    ray.dies_at = at
    with pytest.raises(KeyboardInterrupt):
        measure(out, encoder, **options)
    ray.dies_at = None
    return ray.made()


def keyed(function=letters, key="letters 1"):
    return sonde.Encoder(function, name="letters", key=key, batch_dependent=False)


def test_a_call_goes_on_from_the_parts_of_another_where_nothing_may_have_changed(ray, tmp_path):
    out = tmp_path / "a.sonde"
    assert stopped(ray, out, keyed(), "3/3") == ["1/3", "2/3", "3/3"]
    measure(out, keyed())
    assert ray.made() == ["3/3"]
    assert not Path(f"{out}.parts").exists()


@pytest.mark.parametrize("which", ["encoder", "scorer"])
def test_what_may_have_changed_is_made_again(ray, tmp_path, which):
    """A function without a key: parts of an old and a new version must not be mixed."""
    def subject(factor):
        def changed(asked):
            return letters(asked) * factor if which == "encoder" else [factor * len(a) / len(b) for a, b in asked]
        changed.__name__ = "mine"
        return {"mine": changed}

    def run(how, out, factor, *more):
        if which == "encoder":
            return how(out, sonde.Encoder(subject(factor)["mine"], name="mine", batch_dependent=False), *more)
        return how(out, keyed(), *more, scorers=subject(factor))
    out = tmp_path / "a.sonde"
    run(lambda *given, **options: stopped(ray, *given, **options), out, [1] * 27 if which == "encoder" else 1, "3/3")
    assert len(list(Path(f"{out}.parts").glob("*.part"))) == 2
    other = [1, 0] * 13 + [1] if which == "encoder" else -1
    made = run(measure, out, other)
    assert ray.made() == ["1/3", "2/3", "3/3"]
    assert any("work is repeated" in note and "mine" in note for note in made.notes), made.notes
    run(measure, tmp_path / "new.sonde", other)
    assert out.read_bytes() == (tmp_path / "new.sonde").read_bytes()


def test_data_in_memory_that_changed_is_another_run(ray, tmp_path):
    out = tmp_path / "a.sonde"
    stopped(ray, out, keyed(), "3/3")
    changed = sonde.Data([{**PAIRS[0], "second": "Others."}, *PAIRS[1:]], name="pairs", probe="sts")
    with pytest.raises(sonde.Error, match="holds parts of another run"):
        measure(out, keyed(), data=changed)
    assert ray.made() == []
    measure(out, keyed(), data=changed, replace=True)
    assert ray.made() == ["1/3", "2/3", "3/3"]


def test_a_plugin_or_bench_file_that_changed_is_another_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("mine.py", "bench.toml", "pairs.tsv"):
        Path(name).write_text("1")
    task = _part_tasks.Command(["bench.toml", "--data", "x=pairs.tsv", "--replace"], str(tmp_path), ["mine.py"])
    questions = {task.question()}
    assert task.question() in questions
    assert hashlib.sha256(b"1").hexdigest() in task.question()
    for name in ("mine.py", "bench.toml", "pairs.tsv"):
        Path(name).write_text("22")
        assert task.question() not in questions, name
        questions.add(task.question())


def test_the_driver_lists_once_and_workers_read_their_own(ray, tmp_path):
    lines = [f"the number {i} is not the number {i + 1} of {'very ' * (i % 9)}many" for i in range(6000)]
    corpus, out = tmp_path / "corpus.txt", tmp_path / "a.sonde"
    corpus.write_text("\n".join(lines) + "\n")
    options = {"data": str(corpus), "stream_above": 1000, "parts": 4}
    stopped(ray, out, "random?dimension=2", "4/4", **options)
    listing = Path(f"{out}.parts") / "listing"
    made = listing.stat().st_mtime_ns
    # The last worker needs neither the first half nor another listing.
    whole, stat = corpus.read_bytes(), corpus.stat()
    first, half = whole.index(b"\n") + 1, len(whole) // 2
    corpus.write_bytes(whole[:first] + b"\xff" * (half - first) + whole[half:])
    os.utime(corpus, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    with pytest.raises(sonde.Error, match="corpus.txt: the data set changed since it was listed"):
        measure(out, "random?dimension=2", **options)
    assert ray.made() == ["4/4"] and listing.stat().st_mtime_ns == made
    corpus.write_bytes(whole)
    os.utime(corpus, ns=(stat.st_atime_ns, stat.st_mtime_ns))
    measure(out, "random?dimension=2", **options)
    assert ray.made() == []
    sonde.run("random?dimension=2", data=str(corpus), out=tmp_path / "one.sonde", replicates=20, progress=False)
    assert out.read_bytes() == (tmp_path / "one.sonde").read_bytes()


def test_workers_read_the_row_groups_of_their_own(ray, tmp_path, monkeypatch):
    rows = [{"kind": f"k{i % 3}", "sentence": f"the number {i} is not {i + 1} {'very ' * (i % 9)}many"} for i in range(20000)]
    read = arrow_stand_in(monkeypatch, rows, 800)
    (tmp_path / "corpus.parquet").touch()
    data = {"corpus": tmp_path / "corpus.parquet"}
    options = {"stream_above": 1000, "probes": "curves"}
    groups = {}
    make = _part_tasks.Task.make

    def made(self, share, *more):
        read.clear()
        part = make(self, share, *more)
        groups[share] = list(read)
        return part
    monkeypatch.setattr(_part_tasks.Task, "make", made)
    measure(tmp_path / "a.sonde", "random?dimension=2", data=data, parts=4, **options)
    assert list(groups) == ["1/4", "2/4", "3/4", "4/4"]
    assert all(0 in some and len(some) < 16 for some in groups.values()), groups
    assert set().union(*groups.values()) == set(range(25))
    assert not set(groups["4/4"]) & set(range(1, 16)) and not set(groups["1/4"]) & set(range(14, 25))
    sonde.run("random?dimension=2", "curves", data, out=tmp_path / "one.sonde", replicates=20, progress=False)
    assert (tmp_path / "a.sonde").read_bytes() == (tmp_path / "one.sonde").read_bytes()


def test_a_run_file_that_is_there_is_looked_at_before_the_work(ray, tmp_path):
    out = tmp_path / "a.sonde"
    measure(out, keyed())
    assert ray.made() == ["1/3", "2/3", "3/3"]
    before = out.stat().st_mtime_ns
    for replace in (False, True):
        assert measure(out, keyed(), replace=replace).results
        assert ray.made() == [ASKED]
    assert out.stat().st_mtime_ns == before
    with pytest.raises(sonde.Error, match="holds another run") as raised:
        measure(out, keyed(key="letters 2"))
    assert ray.made() == [ASKED] and raised.value.kind == "usage"
    out.write_text("mine")
    with pytest.raises(sonde.Error, match="is not a run file"):
        measure(out, keyed(), replace=True)
    assert ray.made() == [ASKED] and out.read_text() == "mine"
    assert not Path(f"{out}.parts").exists()


def test_replacing_goes_on_too(ray, tmp_path):
    out = tmp_path / "a.sonde"
    measure(out, keyed(key="letters 2"))
    ray.made()
    stopped(ray, out, keyed(), "3/3", replace=True)
    measure(out, keyed(), replace=True)
    assert ray.made() == [ASKED, "3/3"]


class Unreadable(Exception):
    """Pickled, and not read again."""

    def __init__(self, one, two):
        super().__init__("no")


def unreadable(texts):
    raise Unreadable(1, 2)


def test_errors_leave_nothing_but_parts(ray, tmp_path):
    out = tmp_path / "a.sonde"
    with pytest.raises(sonde.Error, match="workers is 0"):
        measure(out, keyed(), workers=0)
    with pytest.raises(sonde.Error, match="num_cpus is nan"):
        measure(out, keyed(), num_cpus=float("nan"))
    with pytest.raises(sonde.Error, match="has no record"):
        measure(out, keyed(), data=sonde.Data([], name="pairs", probe="sts"))
    with pytest.raises(sonde.Error, match="a limit of 1.0; give a number"):
        measure(out, keyed(), limit=1.0)
    with pytest.raises(sonde.Error, match="seed is -1"):
        measure(out, keyed(), seed=-1)
    with pytest.raises(ValueError, match="invalid literal") as raised:  # as on one machine
        measure(out, keyed(lambda texts: int("no")))
    assert raised.value.__notes__[0].startswith("part 1/3, on ") and "Traceback" in raised.value.__notes__[0]
    with pytest.raises(sonde.Error, match="part 1/3, on .*Unreadable: no"):
        measure(out, keyed(unreadable))
    assert list(tmp_path.iterdir()) == []
    stopped(ray, out, keyed(), "2/3")
    assert sorted(file.name for file in Path(f"{out}.parts").iterdir()) == ["1-of-3.part", "listing", "listing.json", "lock",
                                                                            "plan.json"]


def test_a_damaged_part_is_made_again(ray, tmp_path):
    out = tmp_path / "a.sonde"
    stopped(ray, out, keyed(), "3/3")
    part = Path(f"{out}.parts") / "1-of-3.part"
    part.write_bytes(part.read_bytes()[:5000])
    measure(out, keyed())
    assert ray.made() == ["1/3", "3/3"]


@pytest.fixture
def command(ray, tmp_path, monkeypatch, capfd):
    """`sonde run --encoder random --data pairs.tsv ... --on local`: the exit code and all output."""
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    monkeypatch.chdir(tmp_path)
    Path("pairs.tsv").write_text(TABLE)

    def run(*words, start=("--encoder", "random", "--data", "pairs.tsv", "--probe", "sts", "--replicates", "20")):
        try:
            code = _ray_command.run_words([*start, *words], "local", [])
        except sonde.Error as error:
            return error.kind, str(error)
        said = capfd.readouterr()
        return code, said.out + said.err
    return run


@pytest.mark.parametrize("words, says", [
    (["--show"], "--show does not go with --on; `sonde show` shows"), (["--dry-run"], "--dry-run does not go"),
    (["--part", "1/2"], "--part does not"), (["--left-out=a"], "--left-out does not"), (["--store", "s"], "--store does not"),
    (["--threads", "2"], "use --cpus"), (["--workers", "x"], "--workers is 'x'; give a whole number"),
    (["--parts", "1.5"], "--parts is '1.5'"), (["--cpus", "many"], "--cpus is 'many'; give a number"),
    (["--gpus", "-1"], "num_gpus is -1.0"), (["--workers", "0"], "workers is 0")])
def test_options_that_do_not_fit_a_cluster(command, ray, words, says):
    kind, message = command("--out", "a.sonde", *words)
    assert kind == "usage" and says in message
    assert ray.made() == [] and not Path("a.sonde.parts").exists()


def test_the_command_on_a_cluster(command, ray):
    assert command("--out", "a.sonde", "--parts", "2", "--workers", "1")[0] == 0
    assert ray.made() == ["1/2", "2/2"]
    assert command("--out", "a.sonde", "--parts", "2")[1].endswith("a.sonde is up to date\n")
    assert ray.made() == [ASKED]
    kind, message = command("--out", "a.sonde", "--seed", "7")
    assert kind == "usage" and "holds another run" in message


def test_a_bench_file_on_a_cluster(command, ray):
    words = 'encoder = "random"\nprobe = "sts"\ndata = "pairs.tsv"\nreplicates = 20\nout = "b.sonde"\n'
    Path("bench.toml").write_text(words + 'left-out = "l"\n')
    assert command("--parts", "2", start=["bench.toml"]) == (
        "usage", "'left-out' of bench.toml does not go with --on; run one part alone for it, without --on")
    Path("bench.toml").write_text(words)
    assert command("--parts", "2", start=["bench.toml"])[0] == 0
    before = Path("b.sonde").read_bytes()
    Path("bench.toml").write_text(words + "replace = true\nseed = 7\n")
    assert command("--parts", "2", start=["bench.toml"])[0] == 0
    assert Path("b.sonde").read_bytes() != before


def test_resources_are_the_merges_too(command, tmp_path):
    folder = tmp_path / "more" / "data" / "mine"
    folder.mkdir(parents=True)
    (folder / "mine.tsv").write_text(TABLE)
    (folder / "mine.toml").write_text('name = "mine"\nprobe = "sts"\nfile = "mine.tsv"\n')
    start = ["--encoder", "random", "--data", "mine", "--replicates", "20", "--resources", "more"]
    code, said = command("--out", "a.sonde", "--parts", "2", start=start)
    assert code == 0, said


def test_options_before_the_command(ray, tmp_path, monkeypatch):
    """`sonde --resources FOLDER run ... --on local`, as the program takes them without --on."""
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "more" / "data" / "mine"
    folder.mkdir(parents=True)
    (folder / "mine.tsv").write_text(TABLE)
    (folder / "mine.toml").write_text('name = "mine"\nprobe = "sts"\nfile = "mine.tsv"\n')
    Path("bench.toml").write_text('encoder = "random"\ndata = "mine"\nreplicates = 20\nout = "b.sonde"\n')
    from sonde._cli import main
    for before in (["--resources", "more"], ["--resources=more"]):
        assert main([*before, "run", "bench.toml", "--replace", "--parts", "2", "--on=local"]) == 0
    assert ray.made() == ["1/2", "2/2", ASKED]
    assert main(["--resources"]) == 2
