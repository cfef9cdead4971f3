"""examples/machines/airflow_dag.py, by `airflow dags test` in a separate home: `./dev oracle`.

AIRFLOW (the command), or PATH, locates the package. .venv-peers doesn't contain it."""
import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
PROGRAM = Path(os.environ.get("SONDE", ROOT / "build/release/sonde"))
AIRFLOW = os.environ.get("AIRFLOW") or shutil.which("airflow")
PARTS = 3


@pytest.mark.skipif(not AIRFLOW, reason="no Airflow: pip install apache-airflow into an environment, and AIRFLOW=its command")
def test_the_parts_and_their_merge_are_one_run(tmp_path):
    shared, home = tmp_path / "shared", tmp_path / "home"
    shared.mkdir()
    (home / "dags").mkdir(parents=True)
    (shared / "corpus.txt").write_text("".join(f"The dog sees door number {i}.\n" for i in range(300)))
    (shared / "bench.toml").write_text('encoder = "random"\ndata = "corpus.txt"\n')
    program = (ROOT / "examples/machines/airflow_dag.py").read_text()
    few = program.replace("PARTS = 100", f"PARTS = {PARTS}").replace("/shared", str(shared))
    assert few.count(f"PARTS = {PARTS}") == 1 and few.count(str(shared)) == 4
    (home / "dags" / "measure.py").write_text(few)
    environment = {**os.environ, "PATH": f"{PROGRAM.parent}:{os.environ['PATH']}", "XDG_CACHE_HOME": str(tmp_path),
                   "AIRFLOW_HOME": str(home), "AIRFLOW__CORE__LOAD_EXAMPLES": "False"}
    environment.pop("PYTHONPATH", None)

    def airflow(*words):
        done = subprocess.run([AIRFLOW, *words], cwd=tmp_path, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, (done.stdout + done.stderr)[-5000:]
        return done.stdout + done.stderr
    airflow("db", "migrate")
    said = airflow("dags", "test", "measure")
    assert "airflow.decorators" not in said, said  # as deprecated
    assert len(list(shared.glob("*.part"))) == PARTS, said[-5000:]
    subprocess.run([PROGRAM, "run", "bench.toml", "--out", "one.sonde"], cwd=shared, env=environment, check=True)
    assert (shared / "corpus.sonde").read_bytes() == (shared / "one.sonde").read_bytes()
