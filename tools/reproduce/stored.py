"""Tables made of stored results alone, without the program. `python -m reproduce.stored` compares them with the page and its files.

Another encoder among the stored results changes the counts of the claims."""
import sys

from . import claims, curves_claims, evidence, heros, heros_claims, sets, sets_claims, triplets_claims
from .paper import Paper
from .work import ROOT, kept

sys.path.append(str(ROOT / "tools"))
from tables import file_of, on_page, to_csv

PAGE = ROOT / "docs/explanation/papers.md"
FULL = ROOT / "docs/explanation/papers"
SHORT = {"heros": "HEROS", "curves": "curves", "sets": "sets", "sts3k": "STS3k", "triplets": "triplets"}
CLAIMS = {
    "heros": lambda paper, found: heros_claims.claims(paper, found, kept("heros"), kept("sts")),
    "curves": lambda paper, found: curves_claims.claims(paper, found, kept("curves"), kept("ess")),
    "sets": lambda paper, found: sets_claims.claims(paper, found, kept("sets")),
    "triplets": triplets_claims.claims,
}


def made(found):
    """(files: name -> table, the page's table of claims as far as these papers go)."""
    of_paper = {name: make(Paper(name), found) for name, make in CLAIMS.items()}
    files = {f"{name} claims": claims.detailed(told) for name, told in of_paper.items()}
    files |= {"heros encoders": heros.beside(Paper("heros"), kept("heros")), "sets encoders": sets.beside(Paper("sets"), kept("sets")),
              "sets kinds": sets.by_kind(found)}
    return files, claims.short({SHORT[name]: told for name, told in of_paper.items()})


def outdated(files, short, page=PAGE, folder=FULL):
    """Names of files that differ from the stored results."""
    for name, table in files.items():
        file = file_of(folder, name)
        if not file.exists() or file.read_text(encoding="utf-8") != to_csv(table):
            yield file.name
    theirs = [line for line in on_page(page.read_text(encoding="utf-8"))["claims"].splitlines() if f"| {SHORT['sts3k']} |" not in line]
    if theirs != short.splitlines():
        yield page.name


def main():
    if wrong := list(outdated(*made(evidence.findings()))):
        sys.exit(f"older than the results in docs/explanation/findings or tools/reproduce/kept: {', '.join(wrong)}; run ./dev reproduce")


if __name__ == "__main__":
    main()
