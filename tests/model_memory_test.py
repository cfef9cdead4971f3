"""What a model will need of memory: told before it is loaded, held against measured peaks, and refused."""
import resource
import subprocess
import sys
import time
from pathlib import Path

import pytest
from program import ROOT, has_bf16, has_int8

MEBI = 2**20
PRECISIONS = ["f32", *["bf16"] * has_bf16(), *["int8"] * has_int8()]


@pytest.fixture(scope="module", params=["F32", "BF16"])
def decoder(request, tmp_path_factory):
    """Of 50 million numbers in dense layers."""
    folder = tmp_path_factory.mktemp("decoder") / request.param
    subprocess.run([sys.executable, ROOT / "tools/make_random_decoder.py", folder, "--hidden", "768",
                    "--layers", "8", "--intermediate", "2048", "--vocabulary", "8000",
                    "--type", request.param], check=True)
    return folder


def described(sonde, spec):
    lines = sonde("list", "encoders", "--describe", spec, "--threads", 1).out.splitlines()
    return {key.strip(): value.strip() for key, value in (line.strip().split("  ", 1) for line in lines)}


def mebibytes(text):
    return float(text.split()[0]) * 1024


def peak(sonde, spec, text):
    """Of memory that the system can't have back, in MiB."""
    process = sonde.start("encode", "--encoder", spec, "--threads", "1", stdin=subprocess.PIPE,
                          stdout=subprocess.DEVNULL)
    process.stdin.write(text)
    process.stdin.close()
    most = 0
    while process.poll() is None:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        most = max([most, *(int(line.split()[1]) / 1024 for line in lines if line.startswith("RssAnon"))])
        time.sleep(.002)
    assert process.returncode == 0
    return most


@pytest.mark.parametrize("precision", PRECISIONS)
def test_what_is_told_is_what_is_taken(sonde, decoder, precision):
    spec = f"hf:{decoder}?precision={precision}"
    told = described(sonde, spec)
    most = mebibytes(told["memory for weights"]) + mebibytes(told["memory for work"])
    measured = peak(sonde, spec, b"the cat sees the dog and " * 900)
    print(decoder.name, precision, "told", round(most), "measured", round(measured))
    assert .5 * most <= measured <= most
    assert peak(sonde, spec, b"a cat\n") <= mebibytes(told["least memory"])


def limited(sonde, limit, spec):
    """With so many MiB for data."""
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
    assert "--describe" in sonde("list", "probes", "--describe", "random", code=2).err
    assert "memory" not in sonde("list", "encoders", "--describe", "random").out
