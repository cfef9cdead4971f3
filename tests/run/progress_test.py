"""Progress: drawn over itself on a terminal, plain lines elsewhere."""
import os
import pty
import re
import signal

import pytest

from program import write_sts, write_triplets


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


def seen_on_a_terminal(sonde, name, words, end_name="stderr"):
    sonde.environment["TERM"] = name
    terminal, end = pty.openpty()
    process = sonde.start(*words, **{end_name: end})
    os.close(end)
    seen = read_all(terminal)
    os.close(terminal)
    assert process.wait() == 0
    process.communicate()
    return seen


def test_a_terminal_sees_rate_and_time_left(sonde):
    seen = seen_on_a_terminal(sonde, "xterm", call(sonde))
    assert re.search(r"\r\x1b\[Kencoding minilm: \d+ of 800, [\d.]+ per second, \d+ s left", seen)
    assert re.search(r"\r\x1b\[Kmeasuring: 1 of 1", seen)
    assert seen.splitlines()[-1].startswith("sonde: wrote a.sonde")


def test_ctrl_c_is_answered_at_once(sonde):
    terminal, end = pty.openpty()
    process = sonde.start(*call(sonde), stderr=end)
    os.close(end)
    seen = b""
    while b"encoding minilm" not in seen:
        seen += os.read(terminal, 65536)
    process.send_signal(signal.SIGINT)
    seen += read_all(terminal).encode()
    os.close(terminal)
    assert process.wait() != 0
    process.communicate()
    first, last = seen.decode().split("sonde: stopping; press Ctrl-C again to end at once")
    assert "encoding minilm" in first and "stopped; vectors so far are saved" in last


def test_a_dumb_terminal_gets_plain_lines(sonde):
    words = [word if word != "minilm" else "random" for word in call(sonde)]
    seen = seen_on_a_terminal(sonde, "dumb", words)
    assert "\x1b" not in seen and "encoding random: 800 of 800" in seen


def test_elsewhere_there_are_plain_lines(sonde):
    err = sonde(*call(sonde)).err
    assert "\r" not in err and "\x1b" not in err
    assert re.search(r"^encoding minilm: 800 of 800, [\d.]+ per second$", err, re.M)
    assert len(err.splitlines()) < 10


def small_run(sonde):
    write_triplets(sonde.folder / "t.tsv", 40)
    sonde.run("t.sonde", "--encoder", "random", "--encoder", "other=random?seed=2", "--data", "t.tsv", "--replicates", 20)


@pytest.mark.parametrize("words, phase", [(("compare", "t.sonde", "--replicates", 20), "comparing"),
                                          (("check", "t.sonde", "--against", "t.sonde", "--replicates", 20), "checking"),
                                          (("report", "t.sonde", "--replace"), "summarising")])
def test_a_command_that_prints_its_result_draws_a_line_that_goes_away(sonde, words, phase):
    small_run(sonde)
    total = 2 if phase == "checking" else 1  # once per encoder
    seen = seen_on_a_terminal(sonde, "xterm", words)
    assert seen.startswith(f"\r\x1b[K{phase}: 0 of {total}\r\x1b[K{phase}: ") and f"{phase}: {total} of {total}\r\x1b[K" in seen
    assert 3 <= seen.count("\x1b[K") <= 2 + total and seen.split("\x1b[K")[-1].count("\n") == (words[0] == "report")
    assert phase not in sonde(*words).err


COLOUR = re.compile(r"\x1b\[\d+m")


def shown_in_colour(sonde, words, on_terminal, **variables):
    sonde.environment.update(variables)
    if not on_terminal:
        return sonde(*words).out
    terminal, end = pty.openpty()
    process = sonde.start(*words, stdout=end)
    os.close(end)
    seen = read_all(terminal)
    os.close(terminal)
    process.communicate()
    return seen


@pytest.mark.parametrize("on_terminal, variables, coloured", [
    (True, {}, True), (False, {}, False), (True, {"NO_COLOR": "1"}, False), (True, {"TERM": "dumb"}, False),
    (False, {"CLICOLOR_FORCE": "1"}, True), (False, {"CLICOLOR_FORCE": "0"}, False),
    (False, {"CLICOLOR_FORCE": "1", "NO_COLOR": "1"}, False), (True, {"NO_COLOR": ""}, True)])
def test_colours_are_where_a_terminal_has_them(sonde, on_terminal, variables, coloured):
    small_run(sonde)
    words = ("check", "t.sonde", "--against", "t.sonde", "--replicates", 20)
    seen = shown_in_colour(sonde, words, on_terminal, **{"TERM": "xterm", **variables})
    assert bool(COLOUR.search(seen)) == coloured
    assert "verdict: pass" in seen


def test_levels_and_errors_have_colours(sonde):
    small_run(sonde)
    sonde.run("t.sonde", "--encoder", "random", "--data", "negation-detection", "--replicates", 20, "--replace")
    sonde.environment["CLICOLOR_FORCE"] = "1"
    assert COLOUR.search(sonde("show", "t.sonde", "--summary").out)
    assert sonde("show", "nothing.sonde", code=3).err.startswith("\x1b[31msonde:\x1b[0m ")
    assert not COLOUR.search(sonde("show", "t.sonde", "--format", "md").out)


# A user's file may put this on a terminal: text that runs backwards, and C1 controls.
HOSTILE = "She goes \u202eback\u202c \u2066home\u2069 \u009b2J\u2028now."
NEGATIONS = ("make", "negations", "hostile.txt")


def hostile_files(sonde):
    (sonde.folder / "hostile.txt").write_text(HOSTILE + "\n")
    (sonde.folder / "hostile.tsv").write_text("sentence1\tsentence2\tscore\n" + "".join(
        f"{HOSTILE} {n}\tShe stays {n}.\t{n}\n" for n in range(12)))
    sonde.run("a.sonde", "--encoder", "random", "--encoder", "b=random?seed=2", "--probe", "sts", "--data", "hostile.tsv",
              "--store", "none")


PRINTS = (NEGATIONS, (*NEGATIONS, "--format", "jsonl"), ("export", "a.sonde", "--items"),
          *(("compare", "a.sonde", "--items", 3, "--format", name) for name in ("text", "md", "tex", "json")))


def test_a_terminal_gets_no_controls_of_a_users_text(sonde):
    hostile_files(sonde)
    for words in PRINTS:
        seen = seen_on_a_terminal(sonde, "dumb", words, "stdout")
        assert "She" in seen and not set(seen) & set("\u202e\u202c\u2066\u2069\u009b\u2028\x1b"), (words, seen)
    # A file gets the text as it was.
    assert "\u202eback\u202c" in sonde(*NEGATIONS).out
