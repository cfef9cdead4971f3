"""`./dev reproduce [PAPER...]`: what the five papers print beside what sonde gives; writes the tables of
docs/explanation/papers.md and the CSV files next to it.

Without options only the fast parts run, which need the published data alone. What slow parts found is kept in
tools/reproduce/kept/ until they run again.
"""
import argparse
from pathlib import Path

from . import page
from .work import KEPT, ROOT, Work, shared_data


def main():
    words = argparse.ArgumentParser(prog="./dev reproduce", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("paper", nargs="*", metavar="PAPER", help=", ".join(page.PAPERS))
    words.add_argument("--encoders", action="store_true", help="measure real encoders again: a gigabyte to fetch, half an hour")
    words.add_argument("--study", type=Path, help="a copy of the STS3k study's repository: three more columns of its Table 9")
    given = words.parse_args()
    chosen = given.paper or list(page.PAPERS)
    if unknown := set(chosen) - set(page.PAPERS):
        words.error(f"no paper is called {', '.join(sorted(unknown))}; there are {', '.join(page.PAPERS)}")
    if not shared_data.FOLDER.exists():
        words.error(f"{shared_data.LACKING} ({shared_data.FOLDER}); SONDE_SHARED_DATA names another folder")
    if given.encoders or given.study:
        from . import encoders
        work = encoders.slow_work()
        for name in [name for name in chosen if given.encoders and name in encoders.MEASURED]:
            encoders.MEASURED[name](work)
        if given.study:
            encoders.measure_study(work, given.study.resolve())
        print(f"kept what was measured in {KEPT.relative_to(ROOT)}")
    made = page.made(Work(ROOT / "build/reproduce"), chosen)
    page.write(made)
    print(f"wrote {len(made)} tables of {page.PAGE.relative_to(ROOT)} and {page.FULL.relative_to(ROOT)}; the runs are in build/reproduce")


if __name__ == "__main__":
    main()
