"""Disks that can't be read, and output that does not fit."""
import shutil

import faults
import pytest
from program import sentences


def test_a_store_that_the_disk_cannot_read_is_left_as_it_is(sonde, tiny):
    disk = faults.make_workplace(sonde)
    total = sum(sonde(*faults.run_words("warm", "hf:tiny", 1)).made_and_served)
    again = faults.run_words("warm", "hf:tiny", 2)
    disk.save()
    for where in faults.check_read_errors(disk, again, 12):
        (sonde.folder / faults.OUT).unlink()
        assert sonde(*again).made_and_served == (0, total), where


READERS = {"show": ("show", faults.OUT), "export": ("export", faults.OUT, "--items"), "store": ("store", "--store", "disk/cache/store.sqlite"),
           "compare": ("compare", faults.OUT, faults.OUT), "describe": ("list", "datasets", "disk/pairs.tsv"),
           "run": ("run", "--data", "disk/pairs.tsv", "--encoder", "random", "--out", "disk/b.sonde", "--store", "none")}


@pytest.mark.parametrize("what", READERS)
def test_what_the_disk_cannot_read_is_not_called_damaged(sonde, tiny, what):
    disk = faults.make_workplace(sonde)
    sonde(*faults.run_words("warm", "hf:tiny", 1))
    shutil.copy(sonde.folder / "pairs.tsv", disk.folder)
    disk.save()
    assert list(faults.check_read_errors(disk, READERS[what], 8))


LONG = {"encode": ("encode", "many.txt", "--encoder", "random"),
        "export": ("export", "a.sonde", "--items"),
        "export as CSV": ("export", "a.sonde", "--items", "--format", "csv")}


@pytest.mark.parametrize("what", LONG)
@pytest.mark.parametrize("room", ["none", "some", "closed"])
def test_output_that_does_not_fit_is_an_error(sonde, triplets, what, room):
    """More than any buffer holds goes to a full device, to a file that may not grow past 64 KiB, and to
    an output that is closed."""
    (sonde.folder / "many.txt").write_text("".join(line + "\n" for line in sentences(4000)))
    rows = (sonde.folder / "triples.tsv").read_text().splitlines()
    many = [rows[0], *(f"{n}-{row}" for n in range(100) for row in rows[1:])]
    (sonde.folder / "many.tsv").write_text("".join(row + "\n" for row in many))
    if "export" in what:
        sonde.run("a.sonde", "--encoder", "random", "--probe", "triplets", "--data", "many.tsv")
    place = {"none": "> /dev/full", "some": "> partial.out", "closed": ">&-"}[room]
    limit = "ulimit -f 64; trap '' XFSZ; " if room == "some" else ""
    script = f'{limit}exec "$0" "$@" {place}'
    process = sonde.start("-c", script, str(sonde.program), *LONG[what], program="bash")
    _, err = process.communicate(timeout=600)
    assert process.returncode == 4, err
    assert len(err.splitlines()) == 1 and err.startswith(b"sonde: ")
