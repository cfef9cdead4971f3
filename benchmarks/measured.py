"""Runs a program and says how long it took, how long processors worked for it and how much memory it held.

usage: measured.py DESCRIPTOR PROGRAM WORD...

A process of its own, and a small one: the system counts as a child's peak also what its parent
held while it was made. The answer, one JSON object, goes to the open file DESCRIPTOR.
"""

import json
import os
import sys
import time

descriptor, words = int(sys.argv[1]), sys.argv[2:]
begin = time.perf_counter()
child = os.posix_spawn(words[0], words, os.environ,
                       file_actions=[(os.POSIX_SPAWN_CLOSE, descriptor)])
_, status, usage = os.wait4(child, 0)
seconds = time.perf_counter() - begin
answer = {"seconds": seconds, "processor_seconds": usage.ru_utime + usage.ru_stime,
          "peak_bytes": usage.ru_maxrss * 1024,
          "code": os.waitstatus_to_exitcode(status)}
os.write(descriptor, json.dumps(answer).encode())
