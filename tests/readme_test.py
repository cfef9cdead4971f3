"""The README's commands are run, so that they stay true."""
import re
import subprocess

from program import BUILD, PROGRAM, ROOT, Sonde

README = ROOT / "README.md"


def commands():
    """The lines of shell blocks that call the program; a backslash at the end joins lines."""
    found = []
    for block in re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", README.read_text(), re.M | re.S):
        for line in block.replace("\\\n", " ").splitlines():
            line = line.removeprefix("$ ").strip()
            if re.match(r"(printf|echo|cat)\b.*\bsonde\b|(build/release/)?sonde\s", line):
                found.append(line)
    return found


def test_every_command_of_the_readme_works(tmp_path):
    assert commands(), "the README shows no command of the program"
    sonde = Sonde(tmp_path)
    (tmp_path / "build").mkdir()
    (tmp_path / "build/release").symlink_to(PROGRAM.parent)
    (tmp_path / "data").symlink_to(ROOT / "data")
    environment = {**sonde.environment, "PATH": f"{PROGRAM.parent}:{sonde.environment['PATH']}"}
    for command in commands():
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, env=environment,
                              capture_output=True, text=True, timeout=300)
        assert done.returncode == 0, f"{command}\n{done.stderr}"


def test_the_readme_names_files_that_exist():
    for path in re.findall(r"\]\(([^)#:]+)\)", README.read_text()):
        assert (ROOT / path).exists(), path


def test_the_example_of_the_library_prints_what_the_program_does(tmp_path):
    (example,) = re.findall(r"^```cpp\n(.*?)^```", README.read_text(), re.M | re.S)
    assert example == (ROOT / "tests/library_example.cpp").read_text()
    done = subprocess.run([str(BUILD / "library_example")], cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    sonde = Sonde(tmp_path)
    assert done.stdout == sonde("show", "first.sonde").out and "minilm" in done.stdout
