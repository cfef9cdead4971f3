"""`exec:`: a child process that encodes."""
import contextlib
import fcntl
import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import termios

import numpy as np
import pytest
from program import ROOT, sentences, write_sts
from waiting import has_ended, is_pending, until, until_it_works

PYTHON = sys.executable
LENGTHS = """
import json, sys, os
for line in sys.stdin:
    texts = json.loads(line)["texts"]
    {before}
    print(json.dumps({{"vectors": [[len(t), t.count("e"), ord(t[-1]) - 100] for t in texts]}}), flush=True)
"""


def write_script(folder, before="pass", name="my_encoder.py"):
    (folder / name).write_text(LENGTHS.format(before=before))
    return f"exec:{PYTHON} {name}"


def alive(marker):
    """The processes that have a word of this name in their command."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            words = open(f"/proc/{entry}/cmdline", "rb").read().split(b"\0")
            state = open(f"/proc/{entry}/stat").read().rpartition(") ")[2][0]
        except OSError:
            continue
        if marker.encode() in words and state != "Z" and b"python" in words[0]:
            found.append(int(entry))
    return found


def on_a_terminal():
    """Makes standard error the terminal of a new session."""
    os.setsid()
    fcntl.ioctl(2, termios.TIOCSCTTY, 0)


def test_a_program_that_asks_on_the_terminal_is_not_waited_for(sonde, sts):
    (sonde.folder / "asks.sh").write_text("read -r password < /dev/tty\n")
    ours, theirs = os.openpty()
    process = sonde.start("run", "--encoder", "exec:sh asks.sh?timeout=60&dimension=2", "--data", sts,
                          "--out", "a.sonde", stderr=theirs, preexec_fn=on_a_terminal)
    os.close(theirs)
    told = b""
    with contextlib.suppress(OSError):  # how a terminal ends
        while more := os.read(ours, 1000):
            told += more
    assert process.wait(30) == 4
    assert b"asked for the terminal and was stopped without an answer" in told


def test_the_script_of_the_docs_works_as_it_stands(sonde, sts):
    text = (ROOT / "docs/guides/new-encoder.md").read_text()
    (script,) = re.findall(r"^```python\n(import json, sys\n.*?)^```", text, re.M | re.S)
    assert len(script.splitlines()) == 5
    (command,) = re.findall(r"^    sonde (run --encoder 'exec:.*)$", text, re.M)
    (sonde.folder / "my_encoder.py").write_text(script)
    vectors = sonde.encode(["a dog sleeps", "caf\u00e9"], "exec:python3 my_encoder.py")
    assert vectors.tolist() == [[12, 2], [4, 0]]
    done = subprocess.run(f"{sonde.program} {command} --data {sts}", shell=True, cwd=sonde.folder,
                          env=sonde.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert {key[1] for key in sonde.results("mine.sonde")} >= {"python3 my_encoder.py?batch=32"}


def test_a_child_measures_as_a_file_of_its_vectors_does(sonde, sts):
    spec = write_script(sonde.folder)
    sonde.run("child.sonde", "--encoder", f"it={spec}", "--data", sts)
    texts = sorted({text for item in sonde.items("child.sonde") for text in item["sentences"]})
    vectors = [[len(text), text.count("e"), ord(text[-1]) - 100] for text in texts]
    np.save(sonde.folder / "v.npy", np.array(vectors, "f4"))
    (sonde.folder / "s.txt").write_text("".join(text + "\n" for text in texts))
    sonde.run("file.sonde", "--encoder", "it=vectors:v.npy?sentences=s.txt", "--data", sts)
    assert sonde.items("child.sonde") == sonde.items("file.sonde")
    (subject,) = json.loads(sonde("show", "child.sonde", "--subjects", "--format", "json").out)["subjects"]
    assert subject["batch_dependent"] and subject["facts"]["command"].endswith("my_encoder.py")


def test_vectors_that_depend_on_the_batch_are_told_everywhere(sonde, sts):
    spec = write_script(sonde.folder, "texts = [text + '!' * (len(texts) % 5) for text in texts]")
    sonde.run("a.sonde", "--encoder", f"it={spec}", "--encoder", "random", "--data", sts)
    it, sure = json.loads(sonde("show", "a.sonde", "--subjects", "--format", "json").out)["subjects"]
    assert 1e-6 < it["noise_floor"] < 0.1 and sure["noise_floor"] == 0
    said = f"it: may depend on batch and order; encoded again, a cosine changed by up to {it['noise_floor']:.2g}"
    assert said in sonde("show", "a.sonde").out.splitlines()
    assert f"{it['noise_floor']:.2g}" in sonde("show", "a.sonde", "--subjects").out
    assert said in json.loads(sonde("compare", "a.sonde", "--format", "json").out)["notes"]
    notes = json.loads(sonde("check", "a.sonde", "--against", "a.sonde", "--format", "json").out)["notes"]
    assert notes == [said.replace("it:", "it in the base:"), said]


def test_a_run_from_the_store_starts_nothing(sonde, sts):
    spec = write_script(sonde.folder, "open('asked', 'a').write('x')") + "?dimension=3"
    sonde.run("a.sonde", "--encoder", spec, "--data", sts)
    asked = (sonde.folder / "asked").read_text()
    sonde.run("b.sonde", "--encoder", spec, "--data", sts)
    sonde.run("b.sonde", "--encoder", spec, "--data", sts)
    assert (sonde.folder / "asked").read_text() == asked != ""
    assert (sonde.folder / "a.sonde").read_bytes() == (sonde.folder / "b.sonde").read_bytes()
    sonde.run("c.sonde", "--encoder", spec + "&version=2", "--data", sts)
    assert len((sonde.folder / "asked").read_text()) == 2 * len(asked)


def edit_weights(sonde, spec, *words):
    """A run, another one after an edit of the file `weights`, and a third: vectors made by each."""
    made = []
    for number, weights in enumerate((2, 3, 3)):
        (sonde.folder / "models").mkdir(exist_ok=True)
        (sonde.folder / "models/weights").write_text(str(weights))
        answer = sonde.run(f"{number}.sonde", "--encoder", spec, *words)
        made.append(answer.made_and_served[0])
    items = [sonde.items(f"{number}.sonde") for number in range(3)]
    assert items[0] != items[1] == items[2] and made[0] == made[1] > 0
    return made[2], answer


WEIGHED = """#!{python}
import json, sys, pathlib
weight = float(pathlib.Path("models/weights").read_text())
for line in sys.stdin:
    texts = json.loads(line)["texts"]
    answer = {{"vectors": [[len(t), t.count("e") * weight, ord(t[-1]) - 100] for t in texts]}}
    {more}
    print(json.dumps(answer), flush=True)
"""


@pytest.mark.parametrize("command", [
    "{python} enc.py models/weights", "{python} enc.py --set=k=models/weights", "{python} enc.py -cmodels/weights",
    "myenc models/weights"])
def test_a_file_that_the_command_names_is_part_of_the_identity(sonde, sts, command):
    script = WEIGHED.format(python=PYTHON, more="pass")
    for name in ("enc.py", "myenc"):
        (sonde.folder / name).write_text(script)
        (sonde.folder / name).chmod(0o755)
    sonde.environment["PATH"] = f"{sonde.folder}:{sonde.environment['PATH']}"
    made, answer = edit_weights(sonde, "exec:" + command.format(python=PYTHON), "--data", sts)
    assert made == 0 and "without sonde's knowledge" not in answer.err
    before = sonde.items("2.sonde")
    for name in ("enc.py", "myenc"):
        (sonde.folder / name).write_text(script.replace("- 100", "- 90"))
    sonde.run("3.sonde", "--encoder", "exec:" + command.format(python=PYTHON), "--data", sts)
    assert sonde.items("3.sonde") != before


@pytest.mark.parametrize("words", [(), ("--store", "none"), ("--stream-above", 10)])
@pytest.mark.parametrize("command", ["sh -c '{python} enc.py'", "{python} enc.py models", "{python} ./enc.py -xmodels"])
def test_vectors_of_what_sonde_cannot_see_are_kept_for_one_run_alone(sonde, sts, command, words):
    (sonde.folder / "enc.py").write_text(WEIGHED.format(python=PYTHON, more="pass"))
    spec = "exec:" + command.format(python=PYTHON)
    made, answer = edit_weights(sonde, spec, "--data", sts, *words)
    assert made > 0
    (line,) = [line for line in answer.err.splitlines() if "without sonde's knowledge" in line]
    assert "stored for this run only" in line and "identity" in line and "version=TEXT" in line
    assert not list(sonde.folder.glob("*.passing*")) and not list(sonde.folder.glob("*.measured*"))
    line = sonde.run("2.sonde", "--encoder", spec, "--data", sts, *words, code=2).messages[-1]
    assert "may have changed since" in line and "--replace" in line
    sonde.run("2.sonde", "--encoder", spec, "--data", sts, *words, "--replace")
    made, _ = sonde.run("3.sonde", "--encoder", spec + "?version=1", "--data", sts).made_and_served
    assert made > 0 and sonde.run("4.sonde", "--encoder", spec + "?version=1", "--data", sts).made_and_served[0] == 0


def test_a_program_may_say_who_it_is(sonde, sts):
    (sonde.folder / "enc.py").write_text(WEIGHED.format(python=PYTHON, more='answer["identity"] = str(weight)'))
    made, answer = edit_weights(sonde, f"exec:sh -c '{PYTHON} enc.py'", "--data", sts)
    assert made == 0 and "without sonde's knowledge" not in answer.err
    shown = json.loads(sonde("show", "2.sonde", "--subjects", "--format", "json").out)
    assert shown["subjects"][0]["facts"]["identity"] == "3.0"
    words = ("--encoder", f"exec:sh -c '{PYTHON} enc.py'", "--data", sts)
    assert "up to date" in sonde.run("2.sonde", *words).err


FAILURES = {
    "dies": ("sys.exit('no more')", "ended with exit status 1 without an answer", "no more"),
    "is killed": ("os.kill(os.getpid(), 9)", "was ended by signal 9 (Killed)", "nothing"),
    "raises": ("1 / 0", "ended with exit status 1", "ZeroDivisionError"),
    "hangs": ("import signal; signal.pause()", "gave no answer within 3 s; it was killed", "nothing"),
    "half a line": ("print('{\"vectors\": [[1,', end='', flush=True); sys.exit(0)",
                    "ended with exit status 0 in the middle of a line", "nothing"),
    "no JSON": ("print('Loading ...')", "is not valid JSON: 'Loading ...'", "standard error"),
    "NaN": ("print(json.dumps({'vectors': [[1, float('nan'), 2]] * len(texts)}), flush=True)",
            "vector 1 of 8, of 'the", "holds NaN"),
    "infinite": ("print(json.dumps({'vectors': [[1, -float('inf'), 2]] * len(texts)}), flush=True)",
                 "vector 1 of 8", "holds Infinity"),
    "too few": ("texts.pop()", "its answer has 7 vectors for 8 texts", "in order"),
    "too many": ("texts.append('more')", "its answer has more vectors for 8 texts", "in order"),
    "another dimension": ("print(json.dumps({'vectors': [[1, 2]] * len(texts)}), flush=True)",
                          "has only 2 numbers, others have 3", "same dimension"),
    "closes its output": ("os.close(1); import signal; signal.pause()",
                          "closed its standard output without an answer", "nothing"),
    "another form": ("print('[[1, 2, 3]]')", "its answer has the wrong form: '[[1, 2, 3]]'", "vectors"),
}


@pytest.mark.parametrize("name", FAILURES)
def test_a_failure_is_clear_and_loses_nothing(sonde, sts, name):
    """The child is sound for two batches, then it is not."""
    fault, says, also = FAILURES[name]
    before = f"\n    if not os.path.exists('mended') and len(open('log', 'a+').write('x') and open('log').read()) == 3:\n        {fault}"
    spec = write_script(sonde.folder, before) + "?batch=8&dimension=3&timeout="
    (sonde.folder / "log").write_text("")
    timeout = "3" if name == "hangs" else "60"
    answer = sonde.run("a.sonde", "--encoder", spec + timeout, "--data", sts, code=4)
    (line,) = answer.messages
    assert "my_encoder.py" in line and says in line and also in line and "; " in line
    assert not (sonde.folder / "a.sonde").exists()
    assert not alive("my_encoder.py")
    (sonde.folder / "mended").touch()
    made, served = sonde.run("a.sonde", "--encoder", spec + timeout, "--data", sts).made_and_served
    assert served == 16 and made > 0


def test_a_program_that_is_not_there(sonde, sts):
    answer = sonde.run("a.sonde", "--encoder", "exec:no-such-program x", "--data", sts, code=4)
    assert "no-such-program: cannot be started: No such file" in answer.err


def test_a_script_without_its_interpreter(sonde, sts):
    (sonde.folder / "my_encoder.py").write_text("")
    for spec, code in (("exec:my_encoder.py", 4), ("exec:./my_encoder.py", 4), ("my_encoder.py", 2)):
        answer = sonde.run("a.sonde", "--encoder", spec, "--data", sts, code=code)
        assert f"for a program: exec:python3 {spec.removeprefix('exec:')}" in answer.err


def test_quotes_keep_words_together(sonde):
    folder = sonde.folder / "a folder"
    folder.mkdir()
    (folder / "it's.py").write_text(LENGTHS.format(before="assert sys.argv[1:] == ['$HOME', '*', '']"))
    spec = f"""exec:{PYTHON} 'a folder'/"it's.py" $HOME '*' ''"""
    assert sonde.encode(["a bee"], spec).tolist() == [[5, 2, 1]]


def gone(pid):
    try:
        return open(f"/proc/{pid}/stat").read().rpartition(") ")[2][0] == "Z"
    except OSError:
        return True


def started_by_children(sonde):
    pids = (sonde.folder / "pids").read_text().split()
    assert pids
    return pids


def start_slow(sonde, data):
    """A run whose child starts a process for each batch, and hangs once the store has some vectors."""
    before = ("import subprocess; own = subprocess.Popen(['sleep', '600']); "
              "print(own.pid, file=open('pids', 'a')); open('go', 'rb', 0).read(1)")
    spec = write_script(sonde.folder, before, "slow_encoder.py") + "?batch=4&dimension=3"
    os.mkfifo(sonde.folder / "go")
    go = os.open(sonde.folder / "go", os.O_RDWR)
    let = 0

    def has_vectors():
        """Lets the child return one batch more while the store is empty."""
        nonlocal let
        if stored(sonde.folder / "s.sqlite") > 0:
            return True
        pids = sonde.folder / "pids"
        if pids.exists() and len(pids.read_text().split()) > let:
            let += os.write(go, b"x")
        return False
    process = sonde.start("run", "--encoder", spec, "--data", data, "--out", "a.sonde", "--store", "s.sqlite",
                          "--replicates", 20)
    until_it_works(process, has_vectors, pause=.1)
    assert alive("slow_encoder.py")
    return process


def stored(file):
    try:
        database = sqlite3.connect(f"file:{file}?mode=ro", uri=True)
        try:
            return database.execute("select count(*) from vectors").fetchone()[0]
        finally:
            database.close()
    except sqlite3.Error:
        return 0


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_no_child_is_left(sonde, how):
    data = write_sts(sonde.folder / "many.tsv", 60)
    process = start_slow(sonde, data)
    process.send_signal(how)
    _, err = process.communicate(timeout=600)
    assert process.returncode == (-9 if how == signal.SIGKILL else 130), err
    until(lambda: not alive("slow_encoder.py"))
    until(lambda: all(gone(pid) for pid in started_by_children(sonde)))
    assert stored(sonde.folder / "s.sqlite") >= 4


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_is_heard_while_an_answer_is_awaited(sonde, sign):
    write_sts(sonde.folder / "pairs.tsv", 5)
    (sonde.folder / "silent.py").write_text("import signal; signal.pause()")
    marker = f"awaited-{os.getpid()}"
    process = sonde.start("run", "--encoder", f"exec:{PYTHON} silent.py {marker}", "--data", "pairs.tsv",
                          "--out", "a.sonde")
    until_it_works(process, lambda: alive(marker))
    process.send_signal(sign)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130 and b"the same command continues" in err
    assert not alive(marker)


def test_a_second_interrupt_ends_at_once(sonde):
    process = start_slow(sonde, write_sts(sonde.folder / "many.tsv", 60))
    process.send_signal(signal.SIGINT)
    until(lambda: has_ended(process.pid) or not is_pending(process.pid, signal.SIGINT))
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=600)
    until(lambda: not alive("slow_encoder.py"))
    until(lambda: all(gone(pid) for pid in started_by_children(sonde)))


def test_what_the_child_started_is_killed_with_it(sonde):
    before = ("import signal, subprocess; own = subprocess.Popen(['sleep', '601']); "
              "print(own.pid, file=open('pids', 'a')); signal.pause()")
    spec = write_script(sonde.folder, before) + "?dimension=3&timeout=3"
    answer = sonde("encode", "--encoder", spec, stdin=b"a\n", code=4)
    assert "killed" in answer.err
    until(lambda: all(gone(pid) for pid in started_by_children(sonde)))


def test_large_batches_pass(sonde):
    """A request and an answer of megabytes, and much on standard error."""
    (sonde.folder / "wide.py").write_text("""
import json, sys
for line in sys.stdin:
    texts = json.loads(line)["texts"]
    sys.stderr.write("x" * 1000000)
    print(json.dumps({"vectors": [[i + j / 7 for j in range(1000)] for i in range(len(texts))]}), flush=True)
""")
    texts = [text + " and so on" * 300 for text in sentences(600)]
    vectors = sonde.encode(texts, f"exec:{PYTHON} wide.py?batch=600")
    expected = np.arange(600)[:, None] + np.arange(1000) / 7
    assert np.array_equal(vectors, expected.astype("f4"))
