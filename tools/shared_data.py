"""Where the published data lie that tests and benchmarks read. They are no part of the project."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("SONDE_SHARED_DATA") or ROOT.parent / "shared" / "data")
LACKING = "published data are not here"  # the words by which tools/skipped.py counts tests
# Whether a test fails, and is not skipped, where the machine lacks what it needs: .ci/run sets it.
MUST_RUN = os.environ.get("SONDE_LACKING") == "fail"
