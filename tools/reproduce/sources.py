"""Files that printed figures need and that sonde does not contain: their form, their place, and the option for each."""
import hashlib
import sys
import urllib.request
from dataclasses import dataclass
from pathlib import Path

from .work import ROOT

FETCHED = ROOT / ".setup/reproduce"
LIMIT = 64 << 20  # bytes of a file that is fetched


@dataclass(frozen=True)
class Source:
    option: str
    form: str     # FILE or FOLDER
    what: str
    place: str    # where a reader finds it
    url: str = ""
    sha256: str = ""

    def needed(self, row_is_at_hand=True):
        """The file, and perhaps the encoder, that a figure needs."""
        encoder = "" if row_is_at_hand else ", and its encoder: `--encoder 'ROW=SPEC'` or `--hub`"
        return f"needs {self.what} ({self.place}): `--{self.option} {self.form}`{encoder}"


GITHUB = "https://raw.githubusercontent.com"
ALL = (
    Source("heros", "FILE", "HEROS as a table or its card", "huggingface.co/datasets/dcml0714/Heros"),
    Source("ess", "FILE", "ESS09_Ordinal.xlsx", "github.com/fqixiang/Survey-Embedding-Validity",
           f"{GITHUB}/fqixiang/Survey-Embedding-Validity/5f4de65b9f713c70b0713c46a740c843fde39d30/data/ESS/ESS09_Ordinal.xlsx",
           "f7f410ae1fd8e17f402e373b66c8b0bc0686292f7175add59c2b0bbf78d8bd50"),
    Source("cnl", "FILE", "CompetentNL's skills, one per line", "competentnl.nl"),
    Source("paracrawl-nl", "FILE", "ParaCrawl's Dutch sentences, one per line", "paracrawl.eu"),
    Source("paracrawl-en", "FILE", "ParaCrawl's English sentences, one per line", "paracrawl.eu"),
    Source("sofsat", "FOLDER", "the samples as overlap.tsv, difference.tsv and union.tsv with A, B and target", "the authors of the paper"),
    Source("numberbatch", "FILE", "ConceptNet Numberbatch's English vectors as text", "github.com/commonsense/conceptnet-numberbatch"),
    Source("triplets", "FOLDER", "the sentences as negation-detection.tsv, negation-variants.tsv, clause-relatedness.tsv, "
           "argument-sensitivity.tsv and fixed-point-reorder.tsv with S, S+ and S*", "the authors of the paper"),
    Source("stsb", "FILE", "sts-train.csv of the STS benchmark", "github.com/zhangzhenhu/Semantic-Texual-Similarity-Toolkits",
           f"{GITHUB}/zhangzhenhu/Semantic-Texual-Similarity-Toolkits/c55a72f51bd15a8bd75114247c06984b432050f9/data/stsbenchmark/sts-train.csv",
           "0f71910b59aa1ad973c5897f0791f3b0965a92b8f82b1a95f3eea9f4162fda82"),
    Source("str", "FILE", "sem_text_rel_ranked.csv of STR-2022, for research", "github.com/Priya22/semantic-textual-relatedness",
           f"{GITHUB}/Priya22/semantic-textual-relatedness/961f9a9be535f3299e4c0a7b0f656d583ba911ff/sem_text_rel_ranked.csv",
           "2624f378bbd4793466c235720e6d6b386449c322f576667825bea3998dc66a9d"),
)
BY_OPTION = {one.option: one for one in ALL}


def checked(source, path):
    """The path, if the file is the published one. A file without a published hash passes."""
    if source.sha256:
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != source.sha256:
            sys.exit(f"{path}: its SHA-256 is {found}, but --{source.option} is for the file with {source.sha256}; get it from {source.place}")
    return path


def check_form(source, path):
    wrong = "not found" if not path.exists() else "not a folder" if source.form == "FOLDER" and not path.is_dir() else \
        "a folder, not a file" if source.form == "FILE" and path.is_dir() else ""
    if wrong:
        sys.exit(f"--{source.option} {path}: {wrong}; it is for {source.what} ({source.place})")


def fetched(source, folder=FETCHED):
    """Downloads the file once, and checks it before it gets its name."""
    path = folder / source.url.rsplit("/", 1)[-1]
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        try:
            with urllib.request.urlopen(source.url, timeout=60) as answer:
                part.write_bytes(answer.read(LIMIT))
        except OSError as error:
            sys.exit(f"{source.url}: {error}; get the file yourself and give it by --{source.option} {source.form}")
        checked(source, part).rename(path)
    return checked(source, path)


def given(options, fetch):
    """option -> path, of what the reader gave and, with `fetch`, of what may be fetched."""
    found = {}
    for source in ALL:
        path = options.get(source.option)
        if path:
            check_form(source, Path(path))
            found[source.option] = checked(source, Path(path).resolve()) if Path(path).is_file() else Path(path).resolve()
        elif fetch and source.url:
            found[source.option] = fetched(source)
    return found


def needed(papers):
    """A line per file, and perhaps encoder, that would give more figures: how many, in which places."""
    figures = {}
    for name, paper in papers.items():
        for key in paper.needed:
            if key not in paper.given:
                figures.setdefault(paper.reasons[key], []).append((name, key.place.split(",")[0]))
    for reason, keys in figures.items():
        places = ", ".join(f"{name} {place}" for name, place in dict.fromkeys(keys))
        yield f"{len(keys)} figure{'s' * (len(keys) > 1)} ({places}): {reason}"
