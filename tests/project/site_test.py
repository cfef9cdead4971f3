"""The pages that `./dev docs` generates: every command, every public name of Python, every public header."""
import re
import sys

import pytest
from program import PROGRAM, ROOT

sys.path.append(str(ROOT / "tools/docs"))
import generated


@pytest.fixture(scope="module")
def pages():
    return generated.pages(PROGRAM)


def test_every_command_has_its_help(pages):
    page = pages["docs/reference/commands.md"]
    commands = generated.commands_of(generated.help_of(PROGRAM).split("`sonde COMMAND")[0])
    assert {"run", "show", "compare", "check"} <= set(commands)
    for command in commands:
        assert f"\n## {command}\n" in page
    for below in ("make triplets", "rate serve", "roles score"):
        assert f"\n### {below}\n" in page
    assert "--limit" in page and page.count("Usage: ") > 30


def test_every_public_name_of_python_is_there(pages):
    page = pages["docs/reference/python.md"]
    names = generated.public_names()
    assert {"run", "compare", "Data", "Encoder"} <= set(names)
    for name in names:
        assert f"\n### {name}\n" in page
    for module in generated.MODULES:
        assert re.search(rf"\n## sonde\.{module}\n\n\w", page), module
    assert ">>> " in page


def test_every_header_is_there_with_declarations(pages):
    headers = {path.stem for path in (ROOT / "include/sonde").glob("*.h")}
    assert headers == set(generated.HEADERS)
    parts = re.split(r"^## (\w+)\.h$", pages["docs/reference/cpp.md"], flags=re.M)[1:]
    for name, text in zip(parts[::2], parts[1::2], strict=True):
        assert "```cpp" in text, name
        assert "private:" not in text
