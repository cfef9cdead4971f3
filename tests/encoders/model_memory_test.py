"""A model's estimated memory: reported before loading, compared with measured peaks, and refused if too large."""
import resource
import subprocess
import sys
from pathlib import Path

import pytest
from program import EXHAUSTIVE, ROOT, has_bf16, has_int8
from waiting import until

MEBI = 2**20
STORED = ["F32", "BF16"]
PRECISIONS = ["f32", *["bf16"] * has_bf16(), *["int8"] * has_int8()]
# Each way to compute once, if the processor has several. All of them from both ways to store with SONDE_EXHAUSTIVE.
COMPUTED = [(stored, precision) for stored in STORED for precision in PRECISIONS
            if EXHAUSTIVE or (stored == "F32") == (precision == "f32") or PRECISIONS == ["f32"]]


@pytest.fixture(scope="module", params=STORED)
def decoder(request, tmp_path_factory):
    """A decoder with 50 million numbers in dense layers."""
    return made(tmp_path_factory, request.param, hidden=768, layers=8, intermediate=2048, vocabulary=8000)


def made(tmp_path_factory, stored, **sizes):
    folder = tmp_path_factory.mktemp("decoder") / stored
    words = [str(word) for name, size in sizes.items() for word in (f"--{name}", size)]
    subprocess.run([sys.executable, ROOT / "tools/golden/make_random_decoder.py", folder, *words,
                    "--type", stored], check=True)
    return folder


def described(sonde, spec):
    lines = sonde("list", "encoders", spec, "--threads", 1).out.splitlines()
    return {key.strip(): value.strip() for key, value in (line.strip().split("  ", 1) for line in lines)}


def mebibytes(text):
    return float(text.split()[0]) * 1024


def peak(sonde, spec, text):
    """The peak of memory that the system can't have back, in MiB."""
    process = sonde.start("encode", "--encoder", spec, "--threads", "1", stdin=subprocess.PIPE,
                          stdout=subprocess.DEVNULL)
    process.stdin.write(text)
    process.stdin.close()
    most = 0

    def ended():
        nonlocal most
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        most = max([most, *(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon"))])
        return process.poll() is not None
    until(ended, pause=.004)
    assert process.returncode == 0
    return most


@pytest.mark.parametrize("decoder, precision", COMPUTED, indirect=["decoder"])
def test_what_is_told_is_what_is_taken(sonde, decoder, precision):
    spec = f"hf:{decoder}?precision={precision}"
    told = described(sonde, spec)
    most = mebibytes(told["memory for weights"]) + mebibytes(told["memory for work"])
    measured = peak(sonde, spec, b"the cat sees the dog and " * 900)
    print(decoder.name, precision, "told", round(most), "measured", round(measured))
    assert .5 * most <= measured <= most
    assert peak(sonde, spec, b"a cat\n") <= mebibytes(told["least memory"])


# The rule takes the fast way for a model of this size.
@pytest.mark.parametrize("precision", [name for name in PRECISIONS if name != "int8"])
def test_the_least_memory_is_taken_when_asked_for(sonde, decoder, precision):
    fast, least = f"hf:{decoder}?precision={precision}", f"hf:{decoder}?precision={precision}&memory=least"
    told = described(sonde, least)
    if decoder.name == "F32" or tiles(told):  # there is one way alone
        assert told["numerics"] == described(sonde, fast)["numerics"]
        assert "least memory by the other way" not in told
        return
    assert "weights as stored" in told["numerics"] and told["memory for weights"].endswith("memory=least")
    assert "as stored" not in described(sonde, fast)["numerics"]
    assert described(sonde, fast)["least memory by the other way"] == told["least memory"] + ", memory=least"
    measured, of_fast = (peak(sonde, spec, b"a cat\n") for spec in (least, fast))
    print(precision, "least", round(measured), "fast", round(of_fast))
    assert measured <= mebibytes(told["least memory"])
    assert measured < .8 * of_fast


def tiles(told):
    return "tiles" in told["numerics"]


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """A decoder with 320 million numbers in dense layers, and a token table of 8 million."""
    return made(tmp_path_factory, "BF16", hidden=2048, layers=6, intermediate=7168, vocabulary=4000)


@pytest.mark.parametrize("precision", PRECISIONS if EXHAUSTIVE else PRECISIONS[-1:])
def test_weights_take_their_size_and_a_gibibyte(sonde, large, precision):
    """Checks by default the precision that the rule chooses for a model of this size."""
    spec = f"hf:{large}?precision={precision}"
    told = described(sonde, spec)
    measured = peak(sonde, spec, b"the cat sees the dog\n" * (60 if EXHAUSTIVE else 12))
    weights = int(told["parameters"]) * {"f32": 4, "bf16": 2, "int8": 1}[precision] / MEBI
    print(precision, "weights", round(weights), "told", told["least memory"], "measured", round(measured))
    assert measured <= mebibytes(told["least memory"])
    assert measured <= weights + 1024


def limited(sonde, limit, spec):
    """Encodes with so many MiB for data."""
    def limit_data():
        resource.setrlimit(resource.RLIMIT_DATA, (limit * MEBI, limit * MEBI))
    return sonde("encode", "--encoder", spec, "--threads", "1", stdin=b"a cat\n", code=3,
                 preexec_fn=limit_data).err


def test_a_model_that_does_not_fit_is_refused(sonde, decoder):
    err = limited(sonde, 20, f"hf:{decoder}")
    assert f"{decoder.name}: needs at least " in err and ".02 GiB are left" in err
    assert "smaller model" in err


@pytest.mark.skipif(not has_int8(), reason="this processor does not compute in int8")
def test_int8_is_offered_first_where_it_fits(sonde, decoder):
    least = {name: mebibytes(described(sonde, f"hf:{decoder}?precision={name}")["least memory"])
             for name in ("f32", "int8")}
    err = limited(sonde, int(least["f32"]) - 20, f"hf:{decoder}")
    assert "; use precision=int8, which needs " in err
    assert least["int8"] < least["f32"] - 20


def test_only_encoders_are_described(sonde):
    assert "only encoders and data sets" in sonde("list", "probes", "random", code=2).err
    shown = sonde("list", "encoders", "random").out
    assert "memory" not in shown and sonde("list", "encoders", "--describe", "random").out == shown
