"""The one exception type."""


class Error(Exception):
    """Bad usage, bad input, or a failure outside; str() is one line that says what to do.

    kind: "usage", "input", "outside" or "interrupted", as the command's exit codes 2, 3, 4 and 130.
    file, line, column, item: where the bad datum is; empty or 0 where that is unknown.
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
        super().__init__(kind, message, file, line, column, item, advice, text)
        self.kind, self.message, self.file, self.line = kind, message, file, line
        self.column, self.item, self.advice = column, item, advice
        self._text = text

    def __str__(self) -> str:
        if self._text:
            return self._text
        place = f"{self.file}:{self.line}: " if self.file and self.line else f"{self.file}: " if self.file else ""
        return place + self.message + (f"; {self.advice}" if self.advice else "")


def usage_error(message: str, advice: str = "") -> Error:
    """A wrong option, name or call."""
    return Error("usage", message, advice=advice)


def input_error(message: str, advice: str = "", file: str = "", line: int = 0, item: str = "") -> Error:
    """Bad data."""
    return Error("input", message, file, line, item=item, advice=advice)
