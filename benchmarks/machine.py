"""The facts about the machine that a reader needs to judge the figures."""

import os
import platform
from pathlib import Path

EXTENSIONS = ["avx2", "fma", "avx_vnni", "avx512f", "avx512_vnni", "avx512_bf16", "avx512_fp16",
              "amx_tile", "amx_bf16", "amx_int8", "asimd", "bf16"]


def _cpuinfo(*keys):
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        key, _, value = line.partition(":")
        if key.strip() in keys:
            return value.strip()
    return ""


def extensions():
    flags = set(_cpuinfo("flags", "Features").split())
    return [name for name in EXTENSIONS if name in flags]


def has_bf16():
    return bool({"avx512_bf16", "amx_bf16", "bf16"} & set(extensions()))


def has_int8():
    return bool({"avx512_vnni", "avx_vnni"} & set(extensions()))


def has_amx():
    return "amx_bf16" in extensions()


def processors():
    return len(os.sched_getaffinity(0))


class Others:
    """The load of other programs on the processors. Figures measured under such a load mean little."""

    def __init__(self):
        self._begin = self._counts()

    def share(self):
        busy, whole, ours = (b - a for a, b in zip(self._begin, self._counts(), strict=True))
        return max(0.0, busy - ours) / max(1, whole)

    @staticmethod
    def _counts():
        ticks = [int(n) for n in Path("/proc/stat").read_text().split("\n", 1)[0].split()[1:9]]
        idle = ticks[3] + ticks[4]
        ours = sum(os.times()[:4]) * os.sysconf("SC_CLK_TCK")
        return sum(ticks) - idle, sum(ticks), ours


def facts(threads):
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "CPU": f"{_cpuinfo('model name') or platform.processor()} "
               f"(family {_cpuinfo('cpu family')}, model {_cpuinfo('model')})",
        "extensions": " ".join(extensions()),
        "processors": f"{processors()}, threads used by every contestant: {threads}",
        "memory": f"{memory:.0f} GiB",
        "system": platform.platform(),
        "load before": "%.2f %.2f %.2f" % os.getloadavg(),
    }
