"""sonde audit of large texts: memory does not grow with them, and Ctrl-C ends it within a second."""
import json
import os
import re
import signal
import subprocess

from program import Sonde
from waiting import until_it_works, work_done

QUICK = ("--replicates", 20)


def test_ctrl_c_while_passages_are_ranked(tmp_path):
    """Each of 20,000 queries is compared with 10,000 passages, which takes seconds."""
    sonde = Sonde(tmp_path)
    (tmp_path / "pairs.tsv").write_text("".join(f"find the number {n}\tThe number is {n} today.\n" for n in range(20_000)))
    with (tmp_path / "err").open("wb") as err:
        process = sonde.start("audit", "--pairs", "pairs.tsv", "--encoder", "random", "--language", "any", *QUICK, "-o", "r.html",
                              stdout=subprocess.DEVNULL, stderr=err)
        until_it_works(process, lambda: re.search(rb"encoding random: (\d+) of \1,", (tmp_path / "err").read_bytes()))
        encoded = work_done(process.pid)
        until_it_works(process, lambda: work_done(process.pid) > encoded + .4)
        worked = work_done(process.pid)
        process.send_signal(signal.SIGINT)
        _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 130, (tmp_path / "err").read_text()
    assert used.ru_utime + used.ru_stime - worked < 1
    assert not (tmp_path / "r-set").exists() and not (tmp_path / "r.html").exists()


def peak_of(sonde, name, count):
    """Megabytes of memory that an audit of so many sentences took."""
    (sonde.folder / name).write_text("".join(f"The bus to street {n} stops near house {n % 97} in the evening.\n" for n in range(count)))
    process = sonde.start("audit", name, "--encoder", "random", "--language", "any", "--store", "none", *QUICK, "-o", name + ".html",
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    return used.ru_maxrss / 1024


def test_memory_does_not_grow_with_the_sentences(tmp_path):
    """Items and variants are in files. Memory has the texts and a few numbers per row."""
    sonde = Sonde(tmp_path)
    few, many = peak_of(sonde, "few.txt", 10_500), peak_of(sonde, "many.txt", 24_000)
    assert many - few < 22, (few, many)  # 1 KB per sentence
    report = json.loads(re.search('id="report">(.*?)</script>', (tmp_path / "many.txt.html").read_text(), re.S)[1])
    assert report["tasks"][0]["items"] == 24_000
    assert any("show 10,000 of 24,000 items, drawn at random" in note for note in report["notes"])
