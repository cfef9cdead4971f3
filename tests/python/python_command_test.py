"""The package's command is the program: the same words, output and exit codes, and plugins."""
import signal
import subprocess
import sys

import pytest
from program import Sonde
from python_package import FOLDER


class Command(Sonde):
    """python -m sonde"""

    def __init__(self, folder):
        super().__init__(folder)
        self.environment["PYTHONPATH"] = str(FOLDER)

    def start(self, *words, **options):
        return super().start("-m", "sonde", *words, program=sys.executable, **options)


@pytest.fixture
def command(tmp_path):
    return Command(tmp_path)


PLUGIN = '''
import numpy as np
import sonde


@sonde.plugin.register
class Counts(sonde.plugin.Encoder):
    """How often some letters stand in a text."""

    name = "counts"
    help = "counts of letters"
    key = "counts 1"
    batch_dependent = False

    def __init__(self, location="", letters="aeiou"):
        self.letters = location or letters

    def encode(self, texts, side):
        return np.array([[text.count(one) for one in self.letters] + [1] for text in texts])
'''


def test_commands_are_the_program_s(command, sonde, sts):
    for words, code in ((("list", "probes"), 0), (("--version",), 0), (("run", "--help"), 0), (("lits",), 2),
                        (("show", "none.sonde"), 3), ((), 2)):
        here, there = command(*words, code=code), sonde(*words, code=code)
        assert (here.raw, here.err) == (there.raw, there.err)
    command.run("a.sonde", "--encoder", "minilm", "--data", sts, "--store", "none")
    sonde.run("b.sonde", "--encoder", "minilm", "--data", sts, "--store", "none")
    assert (command.folder / "a.sonde").read_bytes() == (sonde.folder / "b.sonde").read_bytes()


def test_a_plugin_s_encoder_is_a_kind_like_others(command, sts):
    (command.folder / "mine.py").write_text(PLUGIN)
    words = ("--plugin", "mine.py", "--encoder", "vowels=counts", "--encoder", "rest=counts:xyzst", "--data", sts)
    made = command.run("a.sonde", *words)
    assert made.made_and_served[0] > 0
    assert command.run("b.sonde", *words).made_and_served[0] == 0  # by the key
    assert {one["subject"] for one in command.shown("a.sonde")["results"]} >= {"vowels", "rest"}
    assert "counts of letters" in command("list", "encoders", "--plugin=mine.py").out
    assert "counts" not in command("list", "encoders").out
    assert "unknown encoder 'counts'" in command("run", "--encoder", "counts", "--data", sts, "--out", "c.sonde", code=2).err
    failed = command.run("d.sonde", "--plugin", "mine.py", "--encoder", "counts?vowels=a", "--data", sts, code=2)
    assert "unexpected keyword argument 'vowels'" in failed.err


def test_a_plugin_that_fails_is_named_with_its_line(command):
    for text, line, said in (("import sonde\nraise ValueError('oh')\n", 2, "ValueError: oh"),
                             ("import no_such_module\n", 1, "ModuleNotFoundError"),
                             ("x = \n", 1, "SyntaxError"),
                             ("import sonde\nsonde.plugin.register(3)\n", 0, "not a plugin"),
                             ("import sonde\n@sonde.plugin.register\nclass A(sonde.plugin.Encoder):\n  name='minilm'\n", 0,
                              "there is another encoder 'minilm'"),
                             ("raise SystemExit\n", 1, "SystemExit")):
        (command.folder / "bad.py").write_text(text)
        answer = command("list", "encoders", "--plugin", "bad.py", code=3 if line else 2)
        assert said in answer.err and "Traceback" not in answer.err
        assert f"bad.py:{line}:" in answer.err or not line
    assert "no such plugin" in command("list", "encoders", "--plugin", "none.py", code=3).err
    (command.folder / "unregistered.py").write_text("import sonde\n\nclass Mine(sonde.plugin.Probe):\n    name = 'mine'\n")
    assert "unregistered.py: the plugin registers nothing; put @sonde.plugin.register above its class" in command(
        "list", "probes", "--plugin", "unregistered.py", code=3).err
    assert "names no file" in command("list", "encoders", "--plugin", code=2).err


def test_ctrl_c_ends_the_command(command):
    (command.folder / "slow.py").write_text(
        "import threading, sonde\n@sonde.plugin.register\nclass Slow(sonde.plugin.Encoder):\n  name = 'slow'\n  batch = 2\n"
        "  def encode(self, texts, side):\n    print('asked', flush=True)\n    threading.Event().wait(.05)\n"
        "    return [[len(text), 1] for text in texts]\n")
    process = command.start("run", "--plugin", "slow.py", "--encoder", "slow", "--data", "heros-en", "--out", "a.sonde",
                            stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"asked\n"
    process.send_signal(2)
    _, err = process.communicate(timeout=600)
    assert process.returncode == 130 and b"stopped" in err and b"Traceback" not in err


def test_a_closed_pipe_ends_the_command_silently(command, sonde):
    for program in (command, sonde):
        process = program.start("list", stdout=subprocess.PIPE)
        process.stdout.close()
        assert (process.wait(timeout=600), process.stderr.read()) == (-signal.SIGPIPE, b"")


def test_locations_of_a_plugin_without_a_key_are_told_apart(command, sts):
    (command.folder / "mine.py").write_text(PLUGIN.replace('    key = "counts 1"\n', ""))
    command.run("a.sonde", "--plugin", "mine.py", "--encoder", "one=counts:aeiou", "--encoder", "two=counts:tnslr", "--data", sts)
    items = command.items("a.sonde")
    assert any(item["subjects"]["one"] != item["subjects"]["two"] for item in items)


def test_ctrl_c_in_a_plugin_s_file_and_afterwards(command):
    (command.folder / "stop.py").write_text("raise KeyboardInterrupt\n")
    assert command("list", "encoders", "--plugin", "stop.py", code=130).err == "sonde: stopped\n"
    code = ("import signal, sonde._cli; kinds = signal.SIGINT, signal.SIGPIPE; before = [*map(signal.getsignal, kinds)]; "
            "sonde._cli.main(['--version']); assert [*map(signal.getsignal, kinds)] == before")
    done = subprocess.run([sys.executable, "-c", code], env=command.environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
