"""Runs a program and reports its wall time, its processor time and its peak memory.

usage: measured.py DESCRIPTOR PROGRAM WORD...

This is a separate, small process, because the system counts in a child's peak what its parent
held when the child was made. The result, one JSON object, goes to the open file DESCRIPTOR."""

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
