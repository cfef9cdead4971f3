"""The location of the published data that tests and benchmarks read. They are not part of the project."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = Path(os.environ.get("SONDE_SHARED_DATA") or ROOT.parent / "shared" / "data")
LACKING = "published data are not here"  # the words by which tools/skipped.py counts tests
# Whether a test fails, and is not skipped, if the machine's data for it are missing: .ci/run sets it.
MUST_RUN = os.environ.get("SONDE_LACKING") == "fail"
