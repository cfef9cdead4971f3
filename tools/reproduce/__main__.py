"""`./dev reproduce [PAPER...]`: compares the five papers' figures with sonde's and writes the tables of
docs/explanation/papers.md and the CSV files next to it.

Without options only the fast parts run, which need the published data alone. Results of the slow parts
stay in tools/reproduce/kept/ until they run again. The last lines name the files that would give more figures."""
import argparse
import sys
from pathlib import Path

from . import evidence, hub, sources
from .paper import TITLES
from .work import KEPT, ROOT, Failed, Work, shared_data


def options():
    words = argparse.ArgumentParser(prog="./dev reproduce", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("paper", nargs="*", metavar="PAPER", help=", ".join(TITLES))
    words.add_argument("--encoders", action="store_true", help="measure real encoders again: a gigabyte to fetch, an hour and a half")
    words.add_argument("--only", action="append", metavar="NAME", choices=evidence.ALL,
                       help="with --encoders: only this one; again for more; results of the others stay (sets: all are measured, their thresholds are joint): " + ", ".join(evidence.ALL))
    words.add_argument("--study", type=Path, help="a copy of the STS3k study's repository: three more columns of its Table 9")
    words.add_argument("--fetch", action="store_true", help="download the files that may be downloaded, and check their hashes")
    words.add_argument("--encoder", action="append", default=[], metavar="ROW=SPEC", help="an encoder for a row of a printed table")
    words.add_argument("--hub", action="store_true", help="every row whose model is in the cache of the Hugging Face hub")
    for source in sources.ALL:
        words.add_argument(f"--{source.option}", metavar=source.form, help=f"{source.what}, from {source.place}")
    return words


def measure_slow(given, chosen):
    """Real encoders, the study's repository, and the files that the reader gave."""
    from . import encoders, from_files
    work = encoders.slow_work()
    for name in [name for name in chosen if given.encoders and name in encoders.MEASURED]:
        encoders.MEASURED[name](work, given.only or evidence.ALL)
    if given.study:
        encoders.measure_study(work, given.study.resolve())
    found = sources.given({name.replace("_", "-"): value for name, value in vars(given).items()}, given.fetch)
    rows = hub.rows(given.encoder, given.hub) if found else {}
    for option, path in found.items():
        from_files.measure(work, option, path, rows)
    print(f"kept what was measured in {KEPT.relative_to(ROOT)}")


def main():
    words = options()
    given = words.parse_args()
    chosen = given.paper or list(TITLES)
    if unknown := set(chosen) - set(TITLES):
        words.error(f"no paper is called {', '.join(sorted(unknown))}; there are {', '.join(TITLES)}")
    if given.only and not given.encoders:
        words.error("--only is for --encoders")
    if not shared_data.FOLDER.exists():
        words.error(f"{shared_data.LACKING} ({shared_data.FOLDER}); SONDE_SHARED_DATA names another folder")
    files = given.fetch or any(getattr(given, one.option.replace("-", "_")) for one in sources.ALL)
    if (given.encoder or given.hub) and not files:
        words.error("--encoder and --hub are for the rows of a file: give one too, by --fetch, --" + ", --".join(sources.BY_OPTION))
    if given.encoders or given.study or files:
        try:
            measure_slow(given, chosen)
        except Failed as refused:
            sys.exit(str(refused))
    from . import page  # after --help, which needs no package
    papers, made = page.made(Work(ROOT / "build/reproduce"), chosen)
    page.write(made)
    print(f"wrote {len(made)} tables of {page.PAGE.relative_to(ROOT)} and {page.FULL.relative_to(ROOT)}; the runs are in build/reproduce")
    print("\n".join(sources.needed(papers)))


if __name__ == "__main__":
    main()
