"""Disks that fail at calls of each sort that write. fault_exhaustive_test.py takes all of them."""
import faults
import pytest
from faults import KINDS, FaultyDisk, FaultyRun
from program import write_sts


@pytest.mark.parametrize("mode", faults.STORES)
def test_a_fault_at_a_call_of_each_sort_harms_nothing(sonde, tiny, mode):
    run = FaultyRun(sonde, mode, "hf:tiny" if mode in ("cold", "warm") else faults.WORDS)
    for number, kind in enumerate(KINDS):  # about one kind per sort
        sorts = faults.of_each_sort(run.calls, number)
        struck = [run.strike(kind, at) for at in sorts[number::len(KINDS)]]
        assert any(struck)
    assert not run.strike("kill", len(run.calls) + 100)  # beyond the end


def test_digests_that_cannot_be_remembered_only_cost_time(sonde):
    run = FaultyRun(sonde, "cold", "minilm")
    remembering = [at for at, call in enumerate(run.calls, 1) if "/digests" in call[1]]
    assert len(remembering) >= 4
    for number in faults.moments(len(remembering), 3, 1):
        code, err, calls = run.again(("eio", "enospc")[number % 2], remembering[number - 1])
        assert code == 0 and faults.was_struck(calls), err
        assert run.out.read_bytes() == run.whole


def prune_words(sonde):
    view = next(line.split()[0] for line in sonde("store", "--store", faults.STORES["warm"]).out.splitlines()[1:]
                if "seed" in line)
    return ("store", "--store", faults.STORES["warm"], "--prune", view)


def test_a_fault_while_vectors_are_removed_harms_no_others(sonde, tiny):
    disk = faults.make_workplace(sonde)
    words = faults.run_words("warm", "hf:tiny", 1)
    total = sum(sonde(*words).made_and_served)
    whole = (sonde.folder / faults.OUT).read_bytes()
    disk.save()
    prune = prune_words(sonde)
    code, _, calls = disk.call(prune)
    assert code == 0 and len(calls) > 5
    for at in faults.moments(len(calls), 12, 1):
        kind = KINDS[at % len(KINDS)]
        disk.bring_back()
        code, err, _ = disk.call(prune, kind, at)
        assert code == 0 or faults.failed_well(code, err, kind), f"{kind} at {calls[at - 1]}: {code} {err}"
        (sonde.folder / faults.OUT).unlink()
        answer = sonde(*words)
        assert answer.made_and_served in ((0, total), (total // 2, total // 2)), answer.err
        assert (sonde.folder / faults.OUT).read_bytes() == whole


@pytest.mark.parametrize("kind", ["enospc", "kill"])
def test_a_rating_project_is_whole_or_not_there(sonde, kind):
    write_sts(sonde.folder / "pairs.tsv", 6)
    disk = FaultyDisk(sonde)
    disk.save()
    new, export = ("rate", "new", "pairs.tsv", "--out", "disk/p"), ("rate", "export", "disk/p", "--out", "disk/out")
    _, _, calls = disk.call(new)
    for at in range(1, len(calls) + 1):
        disk.bring_back()
        disk.call(new, kind, at)
        project = disk.folder / "p"
        if not project.exists():
            assert disk.call(new)[0] == 0, calls[at - 1]
        assert len(list(project.iterdir())) == 4 and disk.call(export)[0] == 0, calls[at - 1]
