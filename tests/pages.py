"""Pages of docs/ as tests: their files are written, their commands run in order, and print what the page shows."""
import re
import subprocess

from program import PROGRAM, ROOT, Sonde, common_cache

# A block between fences, perhaps after a line that names its file.
BLOCK = re.compile(r"(?:`(?P<file>[\w./-]+)`[^`]*:\n\n)?^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)


def blocks(page):
    """The blocks between fences: (language, text, name of the file or None)."""
    return [(found["language"], found["text"], found["file"]) for found in BLOCK.finditer(page)]


def commands_and_outputs(page):
    """A shell script that writes the page's files and runs its commands, and what each block of these shall print."""
    script, outputs = [], []
    for language, text, file in blocks(page):
        if language == "sh":
            script += [text, "printf '\\0'"]
            outputs.append(None)
        elif language == "text":
            assert outputs[-1] is None, "an output without a command"
            outputs[-1] = text
        else:
            assert file, f"a block of {language} without the name of its file"
            script.append(f"cat > {file} <<'END OF FILE'\n{text}END OF FILE")
    return "\n".join(script), outputs


NUMBER = re.compile(r"(?:(?<![\w.])-?|(?<=(?<![\w.])0))\.\d{3}(?!\d)")  # .125, and what follows the 0 of 0.125


def lines_of(text):
    """Lines without what is drawn, and without spaces that are there for a table's sake."""
    lines = [re.sub(r"[ ─]+", " ", line).strip() for line in text.splitlines()]
    return [line for line in lines if line]


def is_like(printed, shown):
    """Whether a line is that of the page: another processor may round a number's third decimal the other way."""
    if NUMBER.sub("#", printed) != NUMBER.sub("#", shown):
        return False
    return all(abs(float(a) - float(b)) < 0.0015 for a, b in
               zip(NUMBER.findall(printed), NUMBER.findall(shown), strict=True))


def assert_prints(printed, shown, command):
    """Each line of the page is printed, in its order. Nothing else is, except in the place of `...`."""
    lines = lines_of(printed)
    at, skips = 0, False
    for line in lines_of(shown):
        if line == "...":
            skips = True
            continue
        until = len(lines) if skips else at + 1
        found = next((i for i in range(at, min(until, len(lines))) if is_like(lines[i], line)), None)
        assert found is not None, f"{command}\nprints no line\n  {line}\nbut\n{printed}"
        at, skips = found + 1, False
    assert skips or at == len(lines), f"{command}\nprints more than the page shows: {lines[at:]}"


def as_cloned(folder):
    """Makes a folder like a clone in which `./dev demo` was run."""
    (folder / "build").mkdir()
    (folder / "build/sonde").symlink_to(PROGRAM)
    for name in (".venv", ".setup", "data", "examples"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def run_page(page, folder, **environment):
    """Runs the commands of a page, and compares what they print."""
    text = page.read_text(encoding="utf-8")
    script, outputs = commands_and_outputs(text)
    environment = {**Sonde(folder, cache=common_cache()).environment, **environment}
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, capture_output=True, text=True, timeout=6000)
    said = done.stderr
    printed = done.stdout.split("\0")
    commands = [text for language, text, _ in blocks(text) if language == "sh"]
    assert len(printed) == len(outputs) + 1, done.stdout + said
    for shown, wanted, command in zip(printed, outputs, commands, strict=False):
        assert_prints(shown, wanted or "", command + said)
