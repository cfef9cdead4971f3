"""Progress: drawn over itself on a terminal, plain lines elsewhere."""
import os
import pty
import re

from program import write_sts


def call(sonde):
    write_sts(sonde.folder / "many.tsv", 400)
    return ("run", "--encoder", "minilm", "--probe", "sts", "--data", "many.tsv", "--out", "a.sonde",
            "--replicates", 20, "--threads", 1)


def read_all(terminal):
    text = b""
    while True:
        try:
            part = os.read(terminal, 65536)
        except OSError:  # the other end is closed
            return text.decode()
        if not part:
            return text.decode()
        text += part


def seen_on_a_terminal(sonde, name, words):
    sonde.environment["TERM"] = name
    terminal, end = pty.openpty()
    process = sonde.start(*words, stderr=end)
    os.close(end)
    seen = read_all(terminal)
    os.close(terminal)
    assert process.wait() == 0
    process.communicate()
    return seen


def test_a_terminal_sees_rate_and_time_left(sonde):
    seen = seen_on_a_terminal(sonde, "xterm", call(sonde))
    assert re.search(r"\r\x1b\[Kencoding minilm: \d+ of 800, \d+ a second, \d+ s left", seen)
    assert re.search(r"\r\x1b\[Kmeasuring: 1 of 1", seen)
    assert seen.splitlines()[-1].startswith("sonde: wrote a.sonde")


def test_a_dumb_terminal_gets_plain_lines(sonde):
    words = [word if word != "minilm" else "random" for word in call(sonde)]
    seen = seen_on_a_terminal(sonde, "dumb", words)
    assert "\x1b" not in seen and "encoding random: 800 of 800" in seen


def test_elsewhere_there_are_plain_lines(sonde):
    err = sonde(*call(sonde)).err
    assert "\r" not in err and "\x1b" not in err
    assert re.search(r"^encoding minilm: 800 of 800, \d+ a second$", err, re.M)
    assert len(err.splitlines()) < 10
