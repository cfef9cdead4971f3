#!/usr/bin/env python3
"""Runs a test and notes its processor time, its own and that of all its processes, also of those that
outlive their parents, as a browser's do.

    python3 tools/timed.py NOTE COMMAND...
"""
import ctypes
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

PR_SET_CHILD_SUBREAPER = 36  # orphans become children of this process


def reap_orphans():
    """Reaps orphans that have ended. Only then does their time count."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        pass


def main():
    note, *command = sys.argv[1:]
    started = time.monotonic()
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    code = subprocess.run(command).returncode
    reap_orphans()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    Path(note).parent.mkdir(parents=True, exist_ok=True)
    Path(note).write_text(json.dumps({"processor": used.ru_utime + used.ru_stime,
                                      "clock": time.monotonic() - started}))
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
