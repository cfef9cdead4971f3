"""Disks that fail at each call that writes, in turn."""
import faults
import pytest
from faults import KINDS, FaultyRun


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("mode", faults.STORES)
def test_a_fault_at_each_call_harms_nothing(sonde, tiny, mode, kind):
    run = FaultyRun(sonde, mode, faults.WORDS if mode == "streamed" else "hf:tiny")
    at = 1
    while run.strike(kind, at) or at <= len(run.calls):
        at += 1


@pytest.mark.parametrize("mode", ["warm", "none"])
def test_faults_under_the_default_encoder_harm_nothing(sonde, mode):
    run = FaultyRun(sonde, mode, "minilm")
    for number, kind in enumerate(KINDS):
        for at in faults.moments(len(run.calls), 10, number):
            run.strike(kind, at)
