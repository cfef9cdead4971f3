"""The one exception type."""
import re

# The command's options as arguments of Python, if they have other names or take no value.
_ARGUMENTS = {"probe": "probes=", "encoder": "encoders=", "scorer": "scorers=", "replace": "replace=True", "strict": "strict=True",
              "mixed-processors": "mixed_processors=True", "plugin": "sonde.plugin.register"}
_OPTION = re.compile(r"(?<![\w-])--([a-z][a-z-]+)(?:=| (?=[A-Z'\"]))?")
# Unchanged parts: quoted sentences, and a shell's commands, in backticks or from the program's name to the end of the advice.
_COMMAND = re.compile(r"`[^`]*`|\"[^\"]*\"|\b(?:pip|soffice|optimum-cli|llama-server) [^;]*|\bsonde [a-z]+ [^;,]*?(?<![\w-])--[^;)]*")
# Values that a call writes otherwise.
_VALUES = {"--data NAME=PATH": "data={NAME: PATH}", "--scorer NAME=head:ENCODER": "scorers={NAME: 'head:ENCODER'}", "--store none": "store=False",
           "--subjects A B": "subjects=['A', 'B']", "--language nl": "language='nl'", "--language any": "language='any'",
           "take --format json,csv": "take its spec", "--store-cap gives it more room, ": "", "--plugin FILE": "sonde.plugin.register",
           "name one with --probe, or write a card": "name the probe and its columns: sonde.Data(records, probe=..., columns={...})"}


class Error(Exception):
    """Bad usage, bad input, or a failure outside. str() is one line that includes what to do.

    kind: "usage", "input", "outside" or "interrupted", as the command's exit codes 2, 3, 4 and 130.
    file, line, column, item: the place of the bad datum. Empty or 0 if unknown.
    """

    kind: str
    message: str
    file: str
    line: int
    column: str
    item: str
    advice: str

    def __init__(self, kind: str, message: str, file: str = "", line: int = 0, column: str = "", item: str = "",
                 advice: str = "", text: str = "") -> None:
        if text:  # the engine's, which speaks of the command's options
            message, advice, text = map(in_python, (message, advice, text))
        super().__init__(kind, message, file, line, column, item, advice, text)
        self.kind, self.message, self.file, self.line = kind, message, file, line
        self.column, self.item, self.advice = column, item, advice
        self._text = text

    def __str__(self) -> str:
        if self._text:
            return self._text
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        return place + self.message + (f"; {self.advice}" if self.advice else "")


def in_python(text: str) -> str:
    """A message with Python's arguments in place of the command's options.

    >>> in_python("choose another --out, or say --replace")
    'choose another out=, or say replace=True'
    >>> in_python("rename one: --data NAME=PATH")
    'rename one: data={NAME: PATH}'
    >>> in_python("`sonde store --prune` makes room, or name another --store")
    '`sonde store --prune` makes room, or name another store='
    """
    made, place = "", 0
    for command in _COMMAND.finditer(text):
        made += _with_arguments(text[place:command.start()]) + command[0]
        place = command.end()
    return made + _with_arguments(text[place:])


def _with_arguments(text: str) -> str:
    for option, argument in _VALUES.items():
        text = text.replace(option, argument)
    return _OPTION.sub(lambda found: _ARGUMENTS.get(found[1], found[1].replace("-", "_") + "="), text)


def is_name(name: object) -> bool:
    """Whether a subject or data set may be called so: a text that can be printed."""
    return isinstance(name, str) and name.isprintable() and name.strip() == name != ""


def usage_error(message: str, advice: str = "") -> Error:
    """A wrong option, name or call."""
    return Error("usage", message, advice=advice)


def input_error(message: str, advice: str = "", file: str = "", line: int = 0, item: str = "") -> Error:
    """Bad data."""
    return Error("input", message, file, line, item=item, advice=advice)
