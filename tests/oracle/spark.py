"""examples/machines/spark_parts.py, in local mode: `./dev oracle`. It needs Java 17."""
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("SONDE", ROOT / "build/release/sonde"))


@pytest.mark.skipif(not shutil.which("java"), reason="Spark needs Java: openjdk-17-jre-headless")
def test_parts_by_map_in_pandas_are_one_run(tmp_path):
    (tmp_path / "corpus.txt").write_text("".join(f"The dog sees door number {i}.\n" for i in range(300)))
    program = (ROOT / "examples/machines/spark_parts.py").read_text()
    environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "XDG_CACHE_HOME": str(tmp_path),
                   "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    code = program.replace('"minilm"', '"random"').replace("/100", "/4").replace("101", "5").replace("(100)", "(4)")
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-3000:]
    subprocess.run([PROGRAM, "run", "--encoder", "random", "--data", "corpus.txt", "--out", "one.sonde"], cwd=tmp_path,
                   env=environment, check=True)
    assert (tmp_path / "corpus.sonde").read_bytes() == (tmp_path / "one.sonde").read_bytes()
    assert len(list(tmp_path.glob("*.part"))) == 4
