"""sonde.run and sonde.open: their inputs and outputs agree with the command line's."""
import math
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest
from program import ROOT
from python_package import FOLDER, PAIRS, letters, python, sonde
from waiting import until_it_works, work_done

QUICK = {"replicates": 20, "progress": False, "store": "none"}


def test_a_run_has_the_same_bytes_as_the_command_s(tmp_path, request):
    command = request.getfixturevalue("sonde")
    command("run", "--encoder", "random?dimension=16", "--data", "negation-detection", "--limit", 50,
            "--replicates", 20, "--store", "none", "--out", tmp_path / "command.sonde")
    sonde.run("random?dimension=16", data="negation-detection", limit=50, out=tmp_path / "python.sonde", **QUICK)
    assert (tmp_path / "python.sonde").read_bytes() == (tmp_path / "command.sonde").read_bytes()


def test_results_are_records_and_an_array():
    run = sonde.run({"mine": letters, "noise": "random"}, data=sonde.Data(PAIRS, name="pairs"), **QUICK)
    assert [one["name"] for one in run.subjects] == ["mine", "noise"]
    one = run.result(subject="mine", result="spearman")
    assert (one.dataset, one.probe, one.slice, one.n) == ("pairs", "sts", "all", len(PAIRS))
    assert one.low <= one.value <= one.high
    table = run.table()
    assert len(table) == len(run.results)
    row = table[(table["subject"] == "mine") & (table["name"] == "spearman") & (table["slice"] == "all")]
    assert row["value"] == [one.value] and row["n"] == [len(PAIRS)]
    assert run.find(subject="mine", slice="topic=animal", result="spearman")[0].n == 20
    with pytest.raises(sonde.Error, match="no result with subject='nobody'"):
        run.result(subject="nobody")
    with pytest.raises(sonde.Error, match="say more"):
        run.result(result="spearman")


def test_items_and_measurements_are_those_of_the_encoder():
    run = sonde.run(letters, data=sonde.Data(PAIRS, name="pairs"), **QUICK)
    items = run.items("pairs")
    assert [item["sentences"] for item in items] == [[one["first"], one["second"]] for one in PAIRS]
    assert items[0]["labels"] == {"topic": "animal"}
    first, second = letters([PAIRS[3]["first"], PAIRS[3]["second"]]).astype(float)
    cosine = first @ second / np.linalg.norm(first) / np.linalg.norm(second)
    column = run.tasks[0]["measurements"].index("similarity")
    assert run.measurements("pairs", "letters")[3, column] == pytest.approx(cosine, abs=1e-7)
    assert items[3]["subjects"]["letters"]["similarity"] == pytest.approx(cosine, abs=1e-7)
    with pytest.raises(sonde.Error, match="no data set 'others'; it has pairs"):
        run.items("others")
    with pytest.raises(sonde.Error, match="no subject 'nobody'"):
        run.measurements("pairs", "nobody")


def test_vectors_are_kept_by_the_key_alone(tmp_path):
    asked = []

    def counting(texts):
        asked.extend(texts)
        return letters(texts)

    def run(**words):
        asked.clear()
        made = sonde.run(sonde.Encoder(counting, batch_dependent=False, **words), data=sonde.Data(PAIRS),
                         **{**QUICK, "store": tmp_path / "store.sqlite"})
        return made, len(set(asked) - {"A sentence."})
    made, first = run(key="letters 1")
    assert first == made.counts["texts"] == made.counts["encoded"] and made.counts["served"] == 0
    again, second = run(key="letters 1")
    assert second == 0 and again.counts["served"] == first
    assert again.results == made.results
    assert run(key="letters 2")[1] == first
    keyless, third = run()
    assert third == first and any("without" in note or "give it a key" in note for note in keyless.notes)
    assert run()[1] == first  # nothing was kept


def test_a_file_that_is_up_to_date_is_left(tmp_path):
    encoder = sonde.Encoder(letters, key="1")
    words = {**QUICK, "out": tmp_path / "run.sonde", "data": sonde.Data(PAIRS)}
    assert not sonde.run(encoder, **words).counts["up_to_date"]
    before = (tmp_path / "run.sonde").read_bytes()
    assert sonde.run(encoder, **words).counts["up_to_date"]
    assert (tmp_path / "run.sonde").read_bytes() == before
    with pytest.raises(sonde.Error, match="holds another run"):
        sonde.run(encoder, seed=2, **words)
    assert sonde.run(encoder, seed=2, replace=True, **words).path == str(tmp_path / "run.sonde")


def test_a_temporary_file_goes_with_its_run(tmp_path):
    run = sonde.run("random", data=sonde.Data(PAIRS), **QUICK)
    path = run.path
    kept = sonde.open(run.save(tmp_path / "kept.sonde"))
    assert kept.results == run.results
    with pytest.raises(sonde.Error, match="already exists"):
        run.save(tmp_path / "kept.sonde")
    del run
    with pytest.raises(sonde.Error):
        sonde.open(path)


def test_errors_have_kind_place_and_advice(tmp_path):
    with pytest.raises(sonde.Error) as caught:
        sonde.open(tmp_path / "none.sonde")
    assert (caught.value.kind, caught.value.file) == ("input", str(tmp_path / "none.sonde"))
    (tmp_path / "pairs.tsv").write_text("first\tsecond\tgold\nA cat.\tA dog.\t1\nA cat.\tA hen.\ttwo\n")
    with pytest.raises(sonde.Error) as caught:
        sonde.run("random", data=str(tmp_path / "pairs.tsv"), **QUICK)
    assert (caught.value.kind, caught.value.line) == ("input", 3) and "pairs.tsv:3:" in str(caught.value)
    with pytest.raises(sonde.Error, match="did you mean 'random'") as caught:
        sonde.run("randm", data=sonde.Data(PAIRS), **QUICK)
    assert caught.value.kind == "usage"
    with pytest.raises(sonde.Error, match="two subjects are named 'letters'"):
        sonde.run([letters, letters], data=sonde.Data(PAIRS), **QUICK)
    with pytest.raises(sonde.Error, match="needs a subject"):
        sonde.run(data=sonde.Data(PAIRS), **QUICK)
    for words, said in (({"seed": -1}, "seed is -1"), ({"limit": [1]}, "a limit of"), ({"threads": 600}, "600 threads"),
                        ({"replicates": 3}, "3 replicates"), ({"progress": 3}, "progress is int"),
                        ({"resources": "/nowhere"}, "is not a folder")):
        with pytest.raises(sonde.Error, match=said):
            sonde.run("random", data=sonde.Data(PAIRS), **{**QUICK, **words})


def test_what_an_encoder_raises_comes_whole():
    class Mine(Exception):
        pass
    thrown = Mine("of the encoder", 7)

    def failing(texts):
        if len(texts) > 1:
            raise thrown
        return letters(texts)
    with pytest.raises(Mine) as caught:
        sonde.run(failing, data=sonde.Data(PAIRS), **QUICK)
    assert caught.value is thrown
    assert any(entry.name == "failing" for entry in caught.traceback)


def test_progress_is_told():
    told = []
    sonde.run(letters, data=sonde.Data(PAIRS), progress=lambda *words: told.append(words), replicates=20, store="none")
    phases = {phase for phase, done, total in told}
    assert "encoding letters" in phases
    assert all(0 <= done <= total for _, done, total in told)

    def stopping(phase, done, total):
        raise KeyError(phase)
    with pytest.raises(KeyError):
        sonde.run(letters, data=sonde.Data(PAIRS), progress=stopping, replicates=20, store="none")


def test_other_threads_run_beside():
    """The GIL is free while sonde works."""
    ticks, ended = 0, threading.Event()

    def tick():
        nonlocal ticks
        while not ended.wait(0.001):
            ticks += 1
    thread = threading.Thread(target=tick)
    thread.start()
    sonde.run("random?dimension=4096", data=["heros-en"], replicates=2000, progress=False, store="none")
    ended.set()
    thread.join()
    assert ticks > 50


def test_runs_beside_each_other_have_their_own_objects():
    results = {}

    def work(factor):
        run = sonde.run({"mine": lambda texts: letters(texts)[:, :factor]}, data=sonde.Data(PAIRS), **QUICK)
        results[factor] = run.result(result="spearman").value
    threads = [threading.Thread(target=work, args=(factor,)) for factor in (5, 27)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results[5] != results[27]
    for factor, value in results.items():
        alone = sonde.run({"mine": lambda texts: letters(texts)[:, :factor]}, data=sonde.Data(PAIRS), **QUICK)
        assert alone.result(result="spearman").value == value


SLOW = """
import signal, sys, sonde
sys.path.insert(0, sys.argv[1])
def slow(texts):
    print("asked", flush=True)
    signal.pause()
    return [[len(text), text.count("e")] for text in texts]
try:
    sonde.run(sonde.Encoder(slow, batch=2, key="1"), data="heros-en", progress=False, out="run.sonde", store="store.sqlite")
except KeyboardInterrupt:
    print("interrupted", flush=True)
    for _ in range(1000): pass  # another one would come now
    sys.exit(7)
"""


def test_ctrl_c_is_a_keyboard_interrupt(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", SLOW, str(FOLDER)], cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env={"PYTHONPATH": str(FOLDER), "HOME": str(tmp_path)})
    assert process.stdout.readline() == "asked\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=600)
    assert process.returncode == 7 and out.endswith("interrupted\n"), err
    assert not (tmp_path / "run.sonde").exists()


STRUCK = """
import os, signal, sys, threading
import sonde
from waiting import until
DATA = [{"first": f"a sentence {i}", "second": f"another {i * i % 41}", "gold": i % 5} for i in range(200)]
def letters(texts):
    return [[text.count(one) for one in "abcdefghijklmnopqrstuvwxyz"] + [1] for text in texts]
ENCODER = sonde.Encoder(letters, name="letters", key="letters 1", batch=16, batch_dependent=False)
def measure(out, progress=False):
    return sonde.run([ENCODER, "random"], data=sonde.Data(DATA, name="pairs"), out=out, store="store.sqlite",
                     replicates=2000, progress=progress)
def is_within(name):
    frame = sys._current_frames()[threading.main_thread().ident]
    while frame and frame.f_code.co_name != name: frame = frame.f_back
    return frame is not None
def is_heard(out, event, when):
    # Ctrl-C at an event of the progress, or once its function has returned. A lost one would let the run continue, and
    # have no effect.
    events, threads = [], []
    def strike():
        until(lambda: when == "during" or not is_within("progress"), pause=.0001)
        os.kill(os.getpid(), signal.SIGINT)
    def progress(*words):
        events.append(words)
        if len(events) == event:
            threads.append(threading.Thread(target=strike))
            threads[0].start()
    try:
        measure(out, progress)
        threads[0].join()
        for _ in range(1000): pass
    except KeyboardInterrupt:
        threads[0].join()
        return True
    return False
events = []
measure("whole.sonde", lambda *words: events.append(words))
whole = open("whole.sonde", "rb").read()
os.remove("store.sqlite")
interrupted = 0
for event in range(1, len(events) + 1):
    for when in ("during", "after"):
        out = f"{event}-{when}.sonde"
        assert is_heard(out, event, when), (event, when)
        interrupted += not os.path.exists(out)
        measure(out)
        assert open(out, "rb").read() == whole, (event, when)
        assert measure(out).counts["up_to_date"]
        if when == "after": os.remove("store.sqlite")
print(len(events), interrupted)
"""


def test_no_ctrl_c_is_lost_and_what_was_kept_is_usable(tmp_path):
    done = python(tmp_path, STRUCK, environment={"PYTHONPATH": f"{FOLDER}:{ROOT / 'tests'}"})
    assert done.returncode == 0, done.stderr
    events, interrupted = map(int, done.stdout.split())
    assert events > 3 and interrupted > 2, done.stdout


def test_ctrl_c_stops_the_engine_too(tmp_path):
    """Nothing of Python is called while it works."""
    code = """
import sonde, sys
try:
    sonde.run("random?dimension=20000", data=["heros-en", "sets-en"], progress=lambda *words: print("begun", flush=True),
              out="run.sonde", store="none", replicates=1000000)
except KeyboardInterrupt:
    sys.exit(7)
"""
    process = subprocess.Popen([sys.executable, "-c", code], cwd=tmp_path, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, env={"PYTHONPATH": str(FOLDER), "HOME": str(tmp_path)})
    assert process.stdout.readline() == "begun\n"
    begun = work_done(process.pid)
    until_it_works(process, lambda: work_done(process.pid) > begun + 0.3)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 7, err  # not 0, as at its end


def test_importing_loads_nothing_heavy(tmp_path):
    done = python(tmp_path, "import sys, sonde; print(sorted({'numpy', 'torch', 'pandas', 'openvino', 'sonde._core'} "
                            "& set(sys.modules))); sonde.run; print('numpy' in sys.modules)")
    assert done.stdout == "[]\nFalse\n", done.stderr


def test_notebooks_and_reports(tmp_path):
    run = sonde.run({"mine": letters}, data=sonde.Data([{**one, "topic": "<b>x</b>"} for one in PAIRS], name="pairs"),
                    **QUICK)
    assert "<td>mine</td>" in run._repr_html_() and "spearman" in run._repr_html_()
    with pytest.raises(sonde.Error, match="no such folder for the report of sonde"):
        run.report(tmp_path / "none" / "report.html")
    page = run.report(tmp_path / "report.html", "Letters")
    assert "Letters" in page.read_text()
    assert "Again" in run.report(page, "Again").read_text()
    (tmp_path / "notes.html").write_text("mine")
    for mine in (tmp_path / "notes.html", run.path):
        before = Path(mine).read_bytes()
        with pytest.raises(sonde.Error, match="is not a report of sonde"):
            run.report(mine)
        assert Path(mine).read_bytes() == before
    figures = run.figures()
    assert figures
    bundle = figures[0]._repr_mimebundle_()
    assert "vega-lite" in bundle["application/vnd.vegalite.v5+json"]["$schema"]
    assert "pairs" in run.text() and run.text("csv").startswith("subject,")
    assert "all pairs" in run.text(summary=True) and "spearman" in run.text("csv", summary=True)


def test_undefined_is_nan():
    run = sonde.run({"one": lambda texts: np.ones((len(texts), 3))}, data=sonde.Data(PAIRS), **QUICK)
    assert math.isnan(run.result(result="spearman").value)


def test_a_line_shows_progress_where_it_is_asked_for(capsys):
    sonde.run(letters, data=sonde.Data(PAIRS), progress=True, replicates=20, store="none")
    told = capsys.readouterr().err
    assert "\rencoding letters: 0 of 36" in told and "sonde: data set data (sts)" in told
    sonde.run(letters, data=sonde.Data(PAIRS), replicates=20, store="none")  # this is no terminal
    assert capsys.readouterr().err == ""
