"""Tables of documents: Markdown tables between marks on a page, and the same in full as CSV files next to it.

On a page a table is between `<!-- made: NAME -->` and `<!-- end -->`. The text around it is written by hand.
"""
import csv
import io
import re


def table(header, rows):
    """A Markdown table. All columns but the first are numbers."""
    lines = ["| " + " | ".join(header) + " |", "| --- |" + " ---: |" * (len(header) - 1)]
    return "\n".join([*lines, *("| " + " | ".join(row) + " |" for row in rows)])


def rows_of(table):
    """The header and the rows of a Markdown table."""
    header, _, *rows = [[cell.strip() for cell in line.strip()[1:-1].split(" |")] for line in table.splitlines()]
    return [header, *rows]


def plain(cell):
    """A cell without links, code marks and bold type."""
    return re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", cell).replace("**", "").replace("`", "").replace("\\", "")


def to_csv(table):
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([plain(cell) for cell in row] for row in rows_of(table))
    return text.getvalue()


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def file_of(folder, name):
    return folder / (re.sub(r"[^\w]+", "-", name.lower()).strip("-") + ".csv")


def write_all(folder, tables):
    folder.mkdir(parents=True, exist_ok=True)
    for name, table in tables.items():
        file_of(folder, name).write_text(to_csv(table), encoding="utf-8")


def without_intervals(table):
    return re.sub(r"(\d) \[[^\]|]*\]", r"\1", table)


def put_into(text, tables):
    for name, content in tables.items():
        mark = re.compile(rf"(<!-- made: {re.escape(name)} -->\n).*?(<!-- end -->)", re.DOTALL)
        assert mark.search(text), f"the page has no place for the table '{name}'"
        text = mark.sub(lambda found, content=content: f"{found[1]}\n{content}\n\n{found[2]}", text)
    return text


def on_page(text):
    """The tables of a page by name."""
    return dict(re.findall(r"<!-- made: ([^\n]+) -->\n\n(.*?)\n\n<!-- end -->", text, re.DOTALL))
