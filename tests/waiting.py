"""Waiting for something to happen, never for time to pass: of all tests only until() sleeps."""
import os
import time


def until(condition, seconds=300, pause=.01, says=lambda: "it never happened"):
    """Returns the condition's result once that is true. The deadline only ends a test that would wait for ever, with
    the message of `says`."""
    deadline = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < deadline, says()
        time.sleep(pause)
    return found


def until_it_works(process, condition, **options):
    """until(), while the process lasts."""
    def there():
        assert process.poll() is None, f"it ended too early: {process.returncode}"
        return condition()
    return until(there, **options)


def bytes_moved(pid, how):
    """Bytes that a process has passed to calls that write (`wchar`), or got from those that read (`rchar`)."""
    with open(f"/proc/{pid}/io") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(how + ":"))


def has_ended(pid):
    """Whether a child has ended. Its exit status stays available."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def work_done(pid):
    """Seconds that the processors worked for a process."""
    fields = open(f"/proc/{pid}/stat").read().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def is_pending(pid, signal):
    """Whether the process has yet to handle a signal that was sent."""
    lines = dict(line.split(":\t", 1) for line in open(f"/proc/{pid}/status") if ":\t" in line)
    return any(int(lines[name], 16) >> (signal - 1) & 1 for name in ("SigPnd", "ShdPnd"))
