#!/usr/bin/env python3
"""Runs a test and notes its processor time, its own and that of all its processes.

    python3 tools/timed.py NOTE COMMAND...
"""
import json
import resource
import subprocess
import sys
import time
from pathlib import Path


def main():
    note, *command = sys.argv[1:]
    started = time.monotonic()
    code = subprocess.run(command).returncode
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    Path(note).parent.mkdir(parents=True, exist_ok=True)
    Path(note).write_text(json.dumps({"processor": used.ru_utime + used.ru_stime,
                                      "clock": time.monotonic() - started}))
    return code if code >= 0 else 128 - code


if __name__ == "__main__":
    sys.exit(main())
