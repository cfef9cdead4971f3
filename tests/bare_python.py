"""An environment that contains only Python and a wheel's dependencies."""
import subprocess

NEEDED = ("openvino", "openvino-telemetry", "numpy")  # what the wheel depends on
# Like a user's machine without compiler, Rust and Node.
CODE = """
import sonde, sys
def letters(texts):
    return [[text.count(letter) for letter in "abcdefghijklmnopqrstuvwxyz"] + [1] for text in texts]
run = sonde.run({"letters": letters, "noise": "random"}, data=["negation-detection", "heros-nl"], limit=60,
                replicates=50, progress=False, out=sys.argv[1], store="none")
assert run.result(subject="letters", data="negation-detection", result="accuracy").n == 60
page = run.report(sys.argv[1] + ".html")
assert "vega" in page.read_text()
print(sonde.__file__)
"""


def check_the_wheel_works(folder):
    """The environment `bare` of a folder has the wheel installed."""
    (folder / "home").mkdir()
    environment = {"PATH": str(folder / "bare/bin"), "HOME": str(folder / "home")}

    def go(*words):
        done = subprocess.run(words, env=environment, cwd=folder, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return done.stdout
    assert str(folder / "bare") in go("python", "-c", CODE, folder / "a.sonde")
    assert "negation or rewording" in go("sonde", "show", "a.sonde", "--summary")
    assert "sets-en" in go("sonde", "list", "datasets") and "heros-nl" in go("sonde", "list", "datasets")
    assert go("python", "-c", "import sonde, sys; print('numpy' in sys.modules)") == "False\n"


def check_the_files(names):
    assert "sonde/py.typed" in names and "sonde/share/data/heros/nl.tsv" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
