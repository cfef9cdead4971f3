"""The micro-benchmarks of rooms (Google Benchmark, preset `bench`)."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def built(bench, target):
    bench.tell(f"building the micro-benchmark in {bench.build}")
    for words in (["cmake", "--preset", "bench", "-B", bench.build],
                  ["cmake", "--build", bench.build, "--target", target]):
        done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
        if done.returncode != 0:
            raise RuntimeError(f"{words}:\n{(done.stdout + done.stderr)[-2000:]}")
    return bench.build / target


def seconds(program, name, time="real_time"):
    """Seconds of one benchmark. time: real_time or cpu_time."""
    found = measured(program, name)
    return found[time] * {"ms": 1e-3, "us": 1e-6, "s": 1}[found["time_unit"]]


def measured(program, name):
    """Everything that is reported for one benchmark, including its counters."""
    done = subprocess.run([program, f"--benchmark_filter=^{name}$", "--benchmark_format=json"],
                          check=True, capture_output=True)
    return json.loads(done.stdout)["benchmarks"][0]
