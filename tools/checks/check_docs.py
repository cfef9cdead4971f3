#!/usr/bin/env python3
"""Holds the limits of the documents: words in all, per page and per paragraph, one opening sentence, links that lead somewhere.

The documents are the .md files at the top, in examples/, and everywhere under docs/ and data/. Pages for maintainers and
reporters (UNCOUNTED) are checked, but their words do not count. Nor do those of generated pages, which are made in build/.
"""
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MOST_WORDS = 50_000
MOST_OF_PAGE = 2_500
MOST_OF_PARAGRAPH = 90
MOST_OF_OPENING = 40
UNCOUNTED = {"CODE_OF_CONDUCT.md", "RELEASING.md", "SECURITY.md"}
KINDS = ("tutorial", "guides", "reference", "explanation")
LINK = re.compile(r"\]\(([^)#\s]*)(?:#([^)\s]*))?\)")
CODE = re.compile(r"^( *)```.*?^\1```", re.M | re.S)


def pages(root=ROOT):
    return [path for pattern in ("*.md", "docs/**/*.md", "examples/*.md", "data/**/*.md") for path in sorted(root.glob(pattern))]


def words(text):
    return len(text.split())


def paragraphs(text):
    """Texts between blank lines that are neither code, table, heading, quotation nor HTML. Each item of a list is one."""
    for block in re.split(r"\n\s*\n", CODE.sub("", text)):
        if not re.match(r"\s*([|#<>]| {4})", block):
            yield from re.split(r"\n(?=\s*(?:[-*]|\d+\.) )", block)


def opening(text):
    """The first paragraph after the title."""
    return next((block for block in paragraphs(re.sub(r"^# .*\n", "", text)) if block.strip()), "")


def anchors(text):
    """The headings of a page as GitHub links them."""
    titles = re.findall(r"^#+ (.*)$", CODE.sub("", text), re.M)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def broken_links(page, text):
    for path, anchor in LINK.findall(CODE.sub("", text)):
        if ":" in path:
            continue
        to = (page.parent / path).resolve()
        if path and not to.exists():
            yield f"links to {path}, which is missing"
        elif anchor and anchor not in anchors(to.read_text(encoding="utf-8") if path else text):
            yield f"links to {path}#{anchor}, a heading that is missing"


def problems_of(page, text):
    if words(text) > MOST_OF_PAGE:
        yield f"{words(text)} words, at most {MOST_OF_PAGE}"
    for paragraph in paragraphs(text):
        if words(paragraph) > MOST_OF_PARAGRAPH:
            yield f"a paragraph of {words(paragraph)} words, at most {MOST_OF_PARAGRAPH}: {paragraph.strip()[:60]}..."
    first = " ".join(opening(text).split())
    if not first.endswith(".") or re.search(r"[.!?] [A-Z]", first) or words(first) > MOST_OF_OPENING:
        yield f"opens with something else than one sentence of at most {MOST_OF_OPENING} words: {first[:60]}..."
    yield from broken_links(page, text)


def misplaced(root):
    """Pages of docs/ that belong to none of the four kinds."""
    return [path for path in root.glob("docs/**/*.md")
            if path != root / "docs/README.md" and path.relative_to(root / "docs").parts[0] not in KINDS]


def problems(root=ROOT):
    texts = {page: page.read_text(encoding="utf-8") for page in pages(root)}
    total = sum(words(text) for page, text in texts.items() if page.name not in UNCOUNTED)
    found = [f"{total} words in all documents, at most {MOST_WORDS}"] if total > MOST_WORDS else []
    found += [f"{page.relative_to(root)}: not in docs/{', docs/'.join(KINDS)}" for page in misplaced(root)]
    found += [f"{page.relative_to(root)}: {problem}" for page, text in texts.items() for problem in problems_of(page, text)]
    return found, total, len(texts)


def main():
    found, total, count = problems()
    print("\n".join(found) or f"documents: {count} pages, {total} words, well")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
