"""The lines of docs/guides/more-machines.md for Slurm, on a cluster of this one machine: `./dev oracle`.

It needs Debian's slurmctld, slurmd, slurm-client and munge, and starts separate daemons, with separate ports, keys
and folders."""
import os
import re
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.append(str(ROOT / "tests"))
from waiting import until  # noqa: E402

PROGRAM = Path(os.environ.get("SONDE", ROOT / "build/release/sonde"))
PATH = f"{PROGRAM.parent}:{os.environ['PATH']}:/usr/sbin"
DAEMONS = ("slurmctld", "slurmd", "munged", "sbatch")
PARTS = 3
BENCH = 'encoder = "random"\ndata = "corpus.txt"\n'


def free_port():
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        return listening.getsockname()[1]


def configuration(folder):
    name = socket.gethostname()
    return f"""
ClusterName=test
SlurmctldHost={name}(127.0.0.1)
NodeName={name} NodeAddr=127.0.0.1 CPUs={os.cpu_count()} State=UNKNOWN
PartitionName=all Nodes={name} Default=YES State=UP
SlurmctldPort={free_port()}
SlurmdPort={free_port()}
SlurmUser=root
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
ReturnToService=2
AuthType=auth/munge
AuthInfo=socket={folder}/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
SlurmctldLogFile={folder}/slurmctld.log
SlurmdLogFile={folder}/slurmd.log
"""


@pytest.fixture
def environment(tmp_path):
    """The environment of a user of the cluster."""
    lacking = [name for name in DAEMONS if not shutil.which(name, path=PATH)]
    if lacking or os.geteuid() != 0:
        pytest.skip("Slurm's test runs as root and needs slurmctld, slurmd, slurm-client and munge; lacking: "
                    + (", ".join(lacking) or "root"))
    folder = Path("/run") / f"sonde-slurm-{os.getpid()}"  # munged wants all folders above it to be root's alone
    for name in ("state", "spool"):
        (folder / name).mkdir(parents=True)
    (folder / "key").write_bytes(os.urandom(128))
    (folder / "key").chmod(0o400)
    (folder / "slurm.conf").write_text(configuration(folder))
    variables = {**os.environ, "PATH": PATH, "SLURM_CONF": str(folder / "slurm.conf"), "XDG_CACHE_HOME": str(tmp_path)}
    files = [f"--{name}-file={folder}/{name}" for name in ("key", "pid", "log", "seed")]
    daemons = [subprocess.Popen(words, env=variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for words in (
        ["munged", "-F", f"--socket={folder}/munge", *files], ["slurmctld", "-D"], ["slurmd", "-D"])]
    yield variables
    for daemon in reversed(daemons):
        daemon.terminate()
        daemon.wait()
    shutil.rmtree(folder)


def test_an_array_of_parts_and_their_merge_are_one_run(environment, tmp_path):
    def told(*words):
        return subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True).stdout
    (tmp_path / "corpus.txt").write_text("".join(f"The dog sees door number {i}.\n" for i in range(300)))
    (tmp_path / "bench.toml").write_text(BENCH)
    section = (ROOT / "docs/guides/more-machines.md").read_text().partition("## Slurm")[2].partition("\n## ")[0]
    parts, submit = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    cpus = os.cpu_count()
    few = parts.replace("100", str(PARTS)).replace("=8", f"={cpus}").replace("--threads 8", f"--threads {cpus}")
    assert few.count(str(PARTS)) == 2
    (tmp_path / "parts.sh").write_text(few)
    until(lambda: " idle" in told("sinfo", "-h", "-o", "%P %T"), pause=.5, says=lambda: told("sinfo", "-R") or "no node")
    done = subprocess.run(["sh", "-ec", submit], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr

    def outputs():
        return told("squeue") + "".join(file.read_text() for file in sorted(tmp_path.glob("slurm-*.out")))
    until(lambda: not told("squeue", "-h").strip(), pause=.5, says=outputs)
    assert len(list(tmp_path.glob("*.part"))) == PARTS, outputs()
    subprocess.run([PROGRAM, "run", "bench.toml", "--out", "one.sonde"], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "corpus.sonde").read_bytes() == (tmp_path / "one.sonde").read_bytes(), outputs()
