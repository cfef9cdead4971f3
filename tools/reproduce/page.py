"""The tables of docs/explanation/papers.md: a few on the page, all of them as CSV files in docs/explanation/papers/."""
import sys

from . import claims, curves, evidence, heros, sets, sts3k, sts3k_claims, triplets
from .paper import TITLES, VERDICTS, Paper, table, text_table
from .stored import CLAIMS, FULL, PAGE, SHORT
from .work import ROOT, kept

sys.path.append(str(ROOT / "tools"))
from tables import put_into, write_all

ON_PAGE = ("summary", "claims")
PAPERS = {"heros": heros, "curves": curves, "sets": sets, "sts3k": sts3k, "triplets": triplets}


def formulas(module):
    return text_table(["formula", "in sonde", "checked against", "where text, code and data part, and what sonde takes"], module.FORMULAS)


def compared(told, of):
    """(theirs, ours) of published code: how many, and the largest difference."""
    apart = max(abs(theirs - ours) for theirs, ours in told)
    return [of, str(len(told)), "less than 1e-12" if apart < 1e-12 else f"{apart:.0e}"]


def of_heros(work, found):
    paper = heros.measure(work)
    return paper, CLAIMS["heros"](paper, found), {
        "heros table 1": paper.matrix("Table 1", "pairs of"),
        "heros own figures": heros.own_figures(paper),
        "heros encoders": heros.beside(paper, kept("heros")),
    }


def of_curves(work, found):
    paper = curves.measure(work)
    return paper, CLAIMS["curves"](paper, found), {
        "curves code": text_table(["what the published program computes", "cases", "largest difference"], [
            compared(curves.measure_overlaps(work), "overlaps of fixed lists of cosines, three bandwidths, 2,001 points")]),
        "curves own figures": curves.own_figures(paper),
    }


def of_sets(work, found):
    paper = sets.measure()
    return paper, CLAIMS["sets"](paper, found), {
        "sets code": text_table(["what the published code computes", "cases", "largest difference"], [
            compared(sets.measure_criteria(work), "the four shares of C1 and the share of C2 on twelve triples")]),
        "sets own figures": sets.own_figures(paper),
        "sets kinds": sets.by_kind(found),
        "sets encoders": sets.beside(paper, kept("sets")),
    }


def of_sts3k(work, _found):
    columns = kept("study")
    paper, stored, by_kind = sts3k.measure(work, columns)
    return paper, sts3k_claims.claims(stored, by_kind, columns, kept("sts"), sts3k_claims.smatch_f1(work), work.replicates or 2000), {
        "sts3k table 9, STS3k": sts3k.with_files(paper.matrix("Table 9", "model", columns=list(sts3k.SLICES))),
        "sts3k table 9, other sets": paper.matrix("Table 9", "model", columns=["STSb-test", *sts3k.REPOSITORY, "STR-2022"]),
        "sts3k two files": sts3k.two_files(stored),
        "sts3k encoders": sts3k.beside(kept("sts")),
    }


def of_triplets(_work, found):
    paper = triplets.measure()
    return paper, CLAIMS["triplets"](paper, found), {"triplets own figures": triplets.own_figures(paper)}


MADE = {"heros": of_heros, "curves": of_curves, "sets": of_sets, "sts3k": of_sts3k, "triplets": of_triplets}


def summary(papers):
    rows = [[f"[{TITLES[name]}](#{TITLES[name].lower().replace(' ', '-')})", *map(str, paper.count())] for name, paper in papers.items()]
    total = [sum(numbers) for numbers in zip(*(paper.count() for paper in papers.values()))]
    return table(["paper", "printed figures", *VERDICTS], [*rows, ["all", *map(str, total)]])


def made(work, chosen):
    """The papers, and table by its mark. The tables of all papers are made only if all are chosen."""
    found, tables, papers, told = evidence.findings(), {}, {}, {}
    for name in chosen:
        paper, of_paper, own = MADE[name](work, found)
        assert isinstance(paper, Paper) and not paper.unexplained(), paper.unexplained()[:3]
        papers[name], told[name] = paper, of_paper
        tables |= {f"{name} figures": paper.figures(PAPERS[name].TOLD), f"{name} formulas": formulas(PAPERS[name]),
                   f"{name} claims": claims.detailed(of_paper), **own}
        if paper.given:
            tables[f"{name} parts"] = paper.parts()
    if set(chosen) == set(PAPERS):
        tables["summary"] = summary(papers)
        tables["claims"] = claims.short({SHORT[name]: of_paper for name, of_paper in told.items()})
    return papers, tables


def write(tables):
    """Writes every table as CSV, and those of the page on it."""
    write_all(FULL, {name: table for name, table in tables.items() if name not in ("summary", "claims")})
    on_page = {name: table for name, table in tables.items() if name in ON_PAGE}
    PAGE.write_text(put_into(PAGE.read_text(encoding="utf-8"), on_page), encoding="utf-8")
