"""The code of docs/guides/python.md runs, block by block."""
import re

from python_package import ROOT, sonde

BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs/guides/python.md").read_text(), re.S)


def test_every_block_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert len(BLOCKS) >= 6
    names = {"__name__": "page"}
    for block in BLOCKS:
        exec(compile(block, "docs/guides/python.md", "exec"), names)
    out = capsys.readouterr().out
    assert "accuracy" in out and "Ik slaap niet." in out
    assert sonde.open("first.sonde").result(subject="letters", result="accuracy").n == 60
