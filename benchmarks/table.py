"""Tables as markdown, aligned so that they read well as plain text too."""


def listing(tasks):
    return "tasks:\n" + "\n".join(f"  {name:14} {help}" for name, (help, _) in tasks.items())


def of_facts(facts):
    return _table(["machine", ""], [[key, value] for key, value in facts.items()])


def of_rows(title, rows, notes):
    head = ["what", "median (min to max)", "unit", "expected", ""]
    lines = "".join(f"- {note}\n" for note in notes)
    return f"\n### {title}\n\n{_table(head, [row.cells() for row in rows])}\n{lines}"


def _table(head, body):
    widths = [max(len(row[i]) for row in [head, *body]) for i in range(len(head))]
    rule = ["-" * max(3, width) for width in widths]
    return "".join(_line(row, widths) for row in [head, rule, *body])


def _line(cells, widths):
    return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |\n"
