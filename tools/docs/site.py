"""Builds the documents as a site: `./dev docs`. Usage: site.py PROGRAM

The pages are copied to build/docs/pages with those that are generated, so that links work as they do in the repository.
Needs no network: search, fonts and scripts are in the site. A broken link ends the build.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import generated
import yaml

ROOT = generated.ROOT
OUT = ROOT / "build/docs"
PAGES = OUT / "pages"
SECTIONS = {"Tutorials": "tutorial", "Guides": "guides", "Reference": "reference", "Explanation": "explanation"}
COPIED = {".md", ".csv", ".png", ".svg", ".ipynb"}


def copy_pages():
    shutil.rmtree(PAGES, ignore_errors=True)
    named = ROOT.glob("*.md")
    docs = [path for path in ROOT.glob("docs/**/*") if path.suffix in COPIED]
    for path in [*named, *docs, *ROOT.glob("examples/**/*"), *ROOT.glob("data/*/README.md")]:
        if path.is_file():
            to = PAGES / path.relative_to(ROOT)
            to.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, to)


def named_pages():
    """The pages at the top but the home page, CONTRIBUTING first."""
    names = [path.name for path in PAGES.glob("*.md") if path.name != "README.md"]
    return sorted(names, key=lambda name: (name != "CONTRIBUTING.md", name))


def title(page):
    return re.match(r"# (.*)", page.read_text(encoding="utf-8"))[1]


def listed(section):
    """A section's pages in the order of docs/README.md, then the generated ones."""
    index = (PAGES / "docs/README.md").read_text(encoding="utf-8")
    found = list(dict.fromkeys(re.findall(rf"\]\(({section}/[\w/.-]+\.md)\)", index.split("## Tutorials")[1])))
    return found + sorted(str(page.relative_to(PAGES / "docs")) for page in (PAGES / "docs" / section).glob("*.md")
                          if str(page.relative_to(PAGES / "docs")) not in found)


def entry(page):
    return {title(PAGES / "docs" / page): f"docs/{page}"}


def listed_below(readme):
    """The pages that a folder's README lists, a section of the navigation for each of its headings."""
    text = (PAGES / "docs" / readme).read_text(encoding="utf-8")
    for part in text.split("\n## ")[1:]:
        heading, lines = part.split("\n", 1)
        yield {heading: [entry(Path(readme).parent / name) for name in re.findall(r"\]\(([\w-]+\.md)\)", lines)]}


def grouped(pages):
    """Entries of the navigation. Pages of one folder below a section are one entry, which begins with its README. If
    docs/README.md names only that README, it lists the others."""
    found = {}
    for page in pages:
        folder = Path(page).parent if len(Path(page).parts) > 2 else page
        found.setdefault(folder, []).append(page)
    for group in found.values():
        first, *others = sorted(group, key=lambda page: not page.endswith("README.md"))
        below = list(map(entry, others)) or (list(listed_below(first)) if first.endswith("README.md") else [])
        yield {title(PAGES / "docs" / first): [f"docs/{first}", *below]} if below else entry(first)


def navigation():
    home = [{"sonde": "README.md"}, {"Where to read on": "docs/README.md"}]
    sections = [{name: list(grouped(listed(folder)))} for name, folder in SECTIONS.items()]
    data = [{title(page): str(page.relative_to(PAGES))} for page in sorted(PAGES.glob("data/*/README.md"))]
    return [*home, *sections, {"Examples": "examples/README.md"}, {"Data": data}, *({title(PAGES / name): name} for name in named_pages())]


def scheme(name, media, icon, other):
    return {"media": f"(prefers-color-scheme: {media})", "scheme": name, "primary": "indigo", "accent": "indigo",
            "toggle": {"icon": icon, "name": f"Switch to {other} mode"}}


def settings():
    return {"site_name": "sonde", "docs_dir": str(PAGES), "site_dir": str(OUT / "site"), "use_directory_urls": False, "nav": navigation(),
            "theme": {"name": "material", "font": False, "features": ["navigation.tabs", "navigation.indexes", "navigation.top", "toc.follow",
                                                                      "search.suggest", "search.highlight", "content.code.copy"],
                      "palette": [scheme("default", "light", "material/weather-night", "dark"),
                                  scheme("slate", "dark", "material/weather-sunny", "light")]},
            "plugins": ["search"], "markdown_extensions": ["tables", "fenced_code", "sane_lists", "md_in_html", {"toc": {"permalink": True}},
                                                           "pymdownx.superfences", "pymdownx.highlight"],
            "validation": {"omitted_files": "warn", "absolute_links": "warn", "unrecognized_links": "warn", "anchors": "warn"}}


def main(program):
    copy_pages()
    for path, text in generated.pages(program).items():
        (PAGES / path).write_text(text, encoding="utf-8")
    (OUT / "mkdocs.yml").write_text(yaml.safe_dump(settings(), sort_keys=False), encoding="utf-8")
    code = subprocess.run([sys.executable, "-m", "mkdocs", "build", "--strict", "-f", OUT / "mkdocs.yml"],
                          env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, check=False).returncode
    if code == 0:
        site = (OUT / "site").relative_to(ROOT)
        print(f"The site is in {site}. Browsers search it only over HTTP: python3 -m http.server --bind 127.0.0.1 --directory {site}")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
