"""Pages that are made from the program and its sources: the commands' help, Python's docstrings, the C++ headers."""
import ast
import re
import subprocess
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
# The modules that the package's first page names, in reading order.
MODULES = ("stats", "graphs", "roles", "plugin", "distributed", "evaluators", "finetune", "pytest_plugin", "mteb")
HEADERS = ("run", "run_file", "report", "compare", "comparison", "subject", "encoder", "scorer", "item", "dataset", "probe",
           "result", "stats", "resampling", "maker", "negation", "error", "matrix", "digest", "resources", "observer")


def help_of(program, *words):
    return subprocess.run([program, *words, "--help"], check=True, capture_output=True, text=True).stdout.strip()


def commands_of(text):
    """The names in the two-column list of a help text."""
    return re.findall(r"^  ([a-z]+) +\S", text, re.M)


def commands_page(program):
    """Every command and sub-command with its help."""
    first = help_of(program)
    parts = ["# Commands", "This page has the help of every command, as `sonde COMMAND --help` prints it.", f"```text\n{first}\n```"]
    for command in commands_of(first.split("`sonde COMMAND")[0]):
        text = help_of(program, command)
        parts.append(f"## {command}\n\n```text\n{text}\n```")
        below = re.search(r"^(?:Makers|Commands):\n((?:  .*\n)+)", text + "\n", re.M)
        names = commands_of(below[1]) if below else []
        parts += [f"### {command} {name}\n\n```text\n{help_of(program, command, name)}\n```" for name in names]
    return "\n\n".join(parts) + "\n"


def signature(node, source):
    """The text of a definition up to its colon."""
    first = node.lineno
    last = node.body[0].lineno - 1 if node.body[0].lineno > first else first
    lines = source.splitlines()
    text = re.sub(r":\s*(#.*)?$", "", "\n".join(lines[first - 1:last]).rstrip())
    if isinstance(node, ast.FunctionDef):
        return textwrap.dedent(text)
    fields = [lines[one.lineno - 1] for one in node.body if isinstance(one, ast.AnnAssign) and not one.target.id.startswith("_")]
    return "\n".join([text, *fields])


def public_names():
    """name -> module, of what `import sonde` gives."""
    text = (ROOT / "python/sonde/__init__.pyi").read_text(encoding="utf-8")
    found = {}
    for module, names in re.findall(r"^from sonde\.(\w+) import (.*)$", text, re.M):
        found |= {name.strip(): module for name in re.findall(r"(\w+) as \w+", names)}
    return found


def described(node, source, level):
    """Markdown for a function or class, and for the public methods of a class."""
    yield f"{'#' * level} {node.name}\n\n```python\n{signature(node, source)}\n```\n\n{ast.get_docstring(node) or ''}"
    if isinstance(node, ast.ClassDef):
        for method in node.body:
            if isinstance(method, ast.FunctionDef) and not method.name.startswith("_") and ast.get_docstring(method):
                yield from described(method, source, level + 1)


def definitions(module):
    source = (ROOT / f"python/sonde/{module}.py").read_text(encoding="utf-8")
    tree = ast.parse(source)
    nodes = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    return ast.get_docstring(tree) or "", nodes, source


def fenced(text):
    """A docstring's examples as code, and no line of it as a heading."""
    return re.sub(r"((?:^ *>>> .*\n?(?:^ *\S.*\n?)*)+)", r"\n```python\n\1```\n", text, flags=re.M)


def python_page():
    parts = ["# Python API", "This page has every public function and class of the Python package, from its docstrings.", "## sonde"]
    for name, module in public_names().items():
        _, nodes, source = definitions(module)
        parts += [fenced(text) for text in described(nodes[name], source, 3)]
    for module in MODULES:
        about, nodes, source = definitions(module)
        parts.append(f"## sonde.{module}\n\n{about}")
        for node in nodes.values():
            if not node.name.startswith("_") and ast.get_docstring(node):
                parts += [fenced(text) for text in described(node, source, 3)]
    return "\n\n".join(parts) + "\n"


DECLARATION = re.compile(r"^((?://.*\n)+)((?:class|struct|enum|using|template|\[\[|[\w:<>,&* ]+ \w+\().*(?:\n(?!\n|//).*)*?(?:;|\{)\n?(?:(?:  .*|public:|)\n)*?(?:\};?\n|\n|\Z))", re.M)


def declared(text):
    """(comment, code) for each declaration of a header that has a comment. Private parts are left out."""
    body = text[text.index("namespace sonde {") + len("namespace sonde {"):text.rindex("}")]
    for comment, code in DECLARATION.findall(body):
        words = " ".join(line.removeprefix("//").strip() for line in comment.splitlines())
        yield words, re.sub(r"\n private:.*?(?=\n\};?)", "", code, flags=re.S).strip()


def cpp_page():
    parts = ["# C++ API", "This page has the declarations of the public headers in `include/sonde/`, with their comments."]
    for name in HEADERS:
        text = (ROOT / f"include/sonde/{name}.h").read_text(encoding="utf-8")
        parts.append(f"## {name}.h")
        parts += [f"{comment}\n\n```cpp\n{code}\n```" for comment, code in declared(text)]
    return "\n\n".join(parts) + "\n"


def pages(program):
    """Path in the documents -> text."""
    return {"docs/reference/commands.md": commands_page(program), "docs/reference/python.md": python_page(),
            "docs/reference/cpp.md": cpp_page()}
