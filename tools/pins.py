"""Requirements files with hashes, as pip reads them and tools/release/lock.py writes them."""
import re


def pinned(file):
    """name -> its line, `name==version --hash=sha256:... --hash=sha256:...`. The name is spelled as in the index."""
    text = re.sub(r"^#.*\n", "", file.read_text(encoding="utf-8"), flags=re.M).replace("\\\n", " ")
    lines = [" ".join(line.split()) for line in text.splitlines() if line.strip()]
    return {canonical(line.split("==")[0]): line for line in lines}


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def version_of(line):
    return line.split()[0].split("==")[1]


def hashes_of(line):
    return re.findall(r"--hash=sha256:([0-9a-f]{64})\b", line)
