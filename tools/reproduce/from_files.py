"""Printed figures from files that a reader gives: each function measures one source and returns results named as the figures are.

In these results `dataset` is the place, `subject` the row and `name` the column of a printed figure.
"""
import csv
import json
import re
import statistics
import zipfile
from xml.etree import ElementTree

from . import sts3k
from .evidence import wilson
from .paper import Paper
from .work import Counted, Failed, Results, published, result_row

LENGTHS = {"0-10": (0, 10), "10-20": (10, 20), "20-30": (20, 30), "30-40": (30, 40), "40-50": (40, 50), "50 and more": (50, 10 ** 9)}
CORPORA = {"ess": "ESS", "cnl": "CNL", "paracrawl-nl": "PC NL", "paracrawl-en": "PC EN"}
DUTCH = ("cnl", "paracrawl-nl")
PUBLISHED, BY_PLACE = "curves?cosine=published", "curves?by=place"
NEAR_MINUS_ONE = -0.9
LONG = 20  # words of a long question
SUBSETS = ("synonym", "antonym", "negation_main", "negation_antonym", "random", "typo")
OVERLAPS = {"R1": ("rouge1", 100), "R2": ("rouge2", 100), "RL": ("rougeL", 100), "Lev": ("token_distance", 1), "Len": ("tokens", 1)}
CASES = {"both": "tt", "first": "tf", "second": "ft", "none": "ff"}
MARGINS = {
    "Table 12": {f"{word} {what}": ("c1", f"margin{at}_{what}") for at, word in enumerate(("first", "second"), 1) for what in ("mean", "sd")},
    "Table 14": {"B,D": ("c3", "mean_bt"), "A,D - B,D": ("c3", "margin1_mean"), "A,B - B,D": ("c3", "margin2_mean")}}
SAMPLE = ("A", "B", "target")
TESTS = {"negation-detection": "Table 2", "negation-variants": "Table 3", "clause-relatedness": "Table 4", "argument-sensitivity": "Table 5",
         "fixed-point-reorder": "Table 6"}
COSINES = {"S, S+": "sim_s_plus", "S, S*": "sim_s_star", "S+, S*": "sim_plus_star"}
SHEET = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def figure(place, row, column, one, scale=1):
    value, low, high = (None if number is None else scale * number for number in (one.value, one.low, one.high))
    return result_row(place, row, column, Counted(value, low, high, one.n))


def counted(place, row, column, value, n=0):
    return result_row(place, row, column, Counted(value, None, None, n))


def subjects(chosen):
    """row -> specification as words for the program, and the rows' names there."""
    names = {row: f"row{at}" for at, row in enumerate(chosen)}
    return [word for row, spec in chosen.items() for word in ("--encoder", f"{names[row]}={spec}")], names


def printed_rows(paper, places, chosen):
    """The encoders that have a row in the places."""
    rows = {key.row for key in Paper(paper).printed if key.place in places}
    return {row: spec for row, spec in chosen.items() if row in rows}


def sheet(file):
    """The rows of a workbook's first sheet, each a list of cells."""
    with zipfile.ZipFile(file) as packed:
        strings = ["".join(text.text or "" for text in one.iter(f"{SHEET}t"))
                   for one in ElementTree.fromstring(packed.read("xl/sharedStrings.xml")).iter(f"{SHEET}si")]
        rows = ElementTree.fromstring(packed.read("xl/worksheets/sheet1.xml")).iter(f"{SHEET}row")
        for row in rows:
            cells = {re.match("[A-Z]+", cell.get("r"))[0]: cell for cell in row.iter(f"{SHEET}c")}
            values = {column: cell.findtext(f"{SHEET}v") for column, cell in cells.items()}
            yield {column: strings[int(text)] if text and cells[column].get("t") == "s" else text for column, text in values.items()}


def sentences(file):
    """A corpus: a text file, or the ESS questions' workbook, whose column `question_clean` it takes."""
    if file.suffix != ".xlsx":
        found = [line for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
    else:
        header, *rows = sheet(file)
        column, = (column for column, title in header.items() if title == "question_clean")
        found = [row[column].strip() for row in rows if row.get(column)]
    if not found:
        raise Failed(f"{file}: no sentences")
    return found


def shares_of_lengths(corpus, texts):
    """Table 2: how many sentences have how many words."""
    words = [len(text.split()) for text in texts]
    rows = [counted("Table 2", title, corpus, 100 * sum(low <= n < high for n in words) / len(words), len(words))
            for title, (low, high) in LENGTHS.items()]
    return [*rows, counted("Table 2", "sentences", corpus, len(words), len(words))]


def corpus_table(work, option, texts):
    """The corpus as a table of sentences with their size, long or short."""
    lines = (f"{' '.join(text.split())}\t{'long' if len(text.split()) >= LONG else 'short'}\n" for text in texts)
    work.write(f"{option}.tsv", "sentence\tsize\n" + "".join(lines))
    return work.write(f"{option}.toml", f'probe = "curves"\nname = "{option}"\nfile = "{option}.tsv"\nseparator = "\\t"\n'
                      f'language = "{"nl" if option in DUTCH else "en"}"\ncolumns = ["sentence", "label:size"]\n')


def measure_corpus(work, option, file, chosen):
    """Tables 2 and 3 of the curves paper for one corpus, by the published program's cosine, and results by the true cosine for the claims."""
    texts, corpus = sentences(file), CORPORA[option]
    rows = shares_of_lengths(corpus, texts)
    chosen = printed_rows("curves", ("Table 3",), chosen)
    words, names = subjects(chosen)
    run = work.run(f"file-{option}", "--data", corpus_table(work, option, texts), "--probe", PUBLISHED, "--probe", BY_PLACE, *words)
    for row, name in names.items():
        one = run.get(option, name, "overlap", probe=PUBLISHED)
        rows.append(figure("Table 3", row, corpus, one))
        for key in Paper("curves").printed:
            if key.place == "Figures 4 to 7" and key.row.upper().endswith(f"{row}, {corpus}".upper()):
                rows.append(figure(key.place, key.row, "printed", one))
    evidence_of_corpus(work, option, run, names).keep(option, lambda one: True)
    return Results(rows)


def measure_heros(work, _option, file, chosen):
    """Table 1's row of HEROS, and Figures 1 and 2."""
    described = {one["name"]: one["value"] for one in work.asked("list", "datasets", file, "--probe", "heros")["results"] if one["slice"] == "all"}
    rows = [counted("Table 1", "HEROS", column, scale * described[name]) for column, (name, scale) in OVERLAPS.items()]
    for place in ("Figure 1", "Figure 2"):
        part = printed_rows("heros", (place,), chosen)
        if part:
            words, names = subjects(part)
            run = work.run(f"file-heros-{place[-1]}", "--data", file, "--probe", "heros", *words)
            data = run.rows[0]["dataset"]
            rows += [figure(place, row, subset, run.get(data, name, f"normalised_{subset}"))
                     for row, name in names.items() for subset in SUBSETS]
    return Results(rows)


def samples(work, folder):
    """The samples of the three operators as one table."""
    lines = ["operator\tA\tB\ttarget"]
    for operator in ("overlap", "difference", "union"):
        path = folder / f"{operator}.tsv"
        if not path.exists():
            raise Failed(f"{path}: not found; the folder has to have overlap.tsv, difference.tsv and union.tsv")
        with open(path, encoding="utf-8", newline="") as file:
            read = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
            if missing := [title for title in SAMPLE if title not in (read.fieldnames or ())]:
                raise Failed(f"{path}:1: no column '{missing[0]}'; the first line has to name {', '.join(SAMPLE)}, with tabs between them")
            lines += ["\t".join((operator, *(row[title] or "" for title in SAMPLE))) for row in read]
    return work.write("sofsat.tsv", "\n".join(lines) + "\n")


def margins(run, row, name):
    """Tables 12 and 14: means and deviations of the differences of similarities, by five measures."""
    rows = []
    for place in {key.place for key in Paper("sets").printed if key.place.startswith(("Table 12", "Table 14"))}:
        columns = MARGINS[place[:8]]
        rows += [figure(place, row, column, one) for column, (case, what) in columns.items()
                 if (one := run.get("sofsat", name, f"{case}.{place.split(', ')[1].lower()}.{what}"))]
    return rows


def measure_samples(work, _option, folder, chosen):
    """Shares of C1, C3 and C4 by cosine and NED, and margins by five measures."""
    words, names = subjects(printed_rows("sets", ("Table 1",), chosen))
    work.run("file-sofsat", "--data", samples(work, folder), "--probe", "sets?filter=none", *words)
    run = Results(work.asked("show", "file-sofsat.sonde", "--details")["results"])
    tables = {"Table 1": "c1.cosine", "Table 13": "c1.ned", "Table 2": "c3.cosine", "Table 15": "c3.ned"}
    rows = []
    for row, name in names.items():
        for place, what in tables.items():
            for column, case in CASES.items():
                one = run.get("sofsat", name, f"{what}.{case}") or run.get("sofsat", name, f"{what[:2]}_{case}")
                rows += [figure(place, row, column, one, 100)] if one else []
        for column in ("cosine", "NED"):
            one = run.get("sofsat", name, f"c4.{column.lower()}.t") or run.get("sofsat", name, "c4_t")
            rows.append(figure("Table 3", row, column, one, 100))
        rows += margins(run, row, name)
    return Results(rows)


def measure_triplets(work, _option, folder, chosen):
    """Tables 1 to 6 of the sentence triplets, for the tests whose file is there. Table 5's accuracies are by another rule than the text's."""
    rows = []
    for test, place in TESTS.items():
        file = folder / f"{test}.tsv"
        if not file.exists():
            continue
        words, names = subjects(printed_rows("triplets", (place,), chosen))
        run = work.run(f"file-{test}", "--data", file, "--probe", f"triplets?test={test}", *(words or ("--encoder", "random")))
        title = test.replace("-", " ").title()
        rows.append(counted("Table 1", title, "sentences", run.rows[0]["n"]))
        for row, name in names.items():
            accuracy = run.get(test, name, "accuracy_published") or run.get(test, name, "accuracy")
            rows.append(figure(place, row, "accuracy", accuracy, 100))
            rows += [figure(place, row, column, run.get(test, name, cosine), 100) for column, cosine in COSINES.items()]
    if not rows:
        raise Failed(f"{folder}: none of {', '.join(f'{test}.tsv' for test in TESTS)}")
    return Results(rows)


def measure_relatedness(work, _option, file, chosen):
    """Table 9's column of STR-2022. Its pairs never leave the folder of this run."""
    with open(file, encoding="utf-8", newline="") as table:
        pairs = [(*(" ".join(text.split()) for text in row["Text"].split("\n", 1)), row["Score"]) for row in csv.DictReader(table)]
    data = work.write("str.tsv", "first\tsecond\tgold\n" + "".join("\t".join(pair) + "\n" for pair in pairs))
    words, names = subjects(printed_rows("sts3k", ("Table 9",), chosen))
    run = work.run("file-str", "--data", data, "--probe", "sts?standardize=separate", *words)
    rows = [figure("Table 9", row, "STR-2022", run.get("str", name, "spearman")) for row, name in names.items()]
    return Results([*rows, counted("Table 5", "STR-2022", "pairs", len(pairs))])


def measure_parsers(work, _option, file, _chosen):
    """The two parsers' rows of Table 11 with ConceptNet's vectors, and how they correlate."""
    vectors = f"words:{file}".replace("%", "%25").replace("?", "%3F").replace("&", "%26")
    parsers = {"SemParse": "full_VerbNet_pass_STS3k_all_mod", "GPT-4": "GPT4_STS3k_all"}
    words = [word for parser, name in parsers.items() for word in (
        "--scorer", f"{parser}=roles:{sts3k.STUDY}/roles/{name}.json?vectors={vectors}&stopwords={sts3k.STUDY}/stopwords.txt")]
    data = work.write("parsers.toml", sts3k.card("parsers", sts3k.STUDY / "datasets/STS3k_all.txt", sts3k.subsets()))
    run = work.run("file-numberbatch", "--data", data, *words)
    rows = [figure("Table 11", parser, column.replace("STS3k", "STS"), run.get("parsers", parser, "spearman", part))
            for parser in parsers for column, part in sts3k.SLICES.items()]
    pairs = [[item["subjects"][parser]["similarity"] for parser in parsers] for item in exported(work, "file-numberbatch")]
    both = [pair for pair in pairs if None not in pair]
    return Results([*rows, counted("text", "8.3: correlation of the two parsers", "printed", statistics.correlation(*zip(*both)), len(both))])


def benchmark(train):
    """(genre, source, two sentences) of every pair of the STS benchmark: its training pairs, and the published test data's others."""
    for file in (train, *(published("heros/stsb") / f"sts-{part}.csv" for part in ("dev", "test"))):
        for line in file.read_text(encoding="utf-8").splitlines():
            cells = line.split("\t")
            yield cells[0], cells[1], (cells[5].strip(), cells[6].strip())


def measure_benchmark(_work, _option, file, _chosen):
    """Table 6: how many sentences of STS-b's captions and headlines are short, long, or full of capitals."""
    rows = list(benchmark(file))
    captions = [text for genre, _, pair in rows if genre == "main-captions" for text in pair]
    videos, headlines = ([text for _, source, pair in rows if source == name for text in pair] for name in ("MSRvid", "MSRpar"))
    words = {"videos": [len(text.split()) for text in videos], "headlines": [len(text.split()) for text in headlines]}
    return Results([
        counted("Table 6", "captions: no verb but is", "of", len(captions)),
        counted("Table 6", "video captions: up to four words", "of", len(videos)),
        counted("Table 6", "video captions: up to four words", "sentences", sum(n <= 4 for n in words["videos"])),
        counted("Table 6", "headlines: over 20 words", "of", len(headlines)),
        counted("Table 6", "headlines: over 20 words", "sentences", sum(n > 20 for n in words["headlines"])),
        counted("Table 6, capitals", "headlines", "capitals a sentence", sum(map(str.isupper, "".join(headlines))) / len(headlines)),
        counted("Table 5", "STSb", "pairs", len(rows))])


def exported(work, name):
    for line in work.sonde("export", f"{name}.sonde", "--items", "--format", "jsonl").splitlines():
        yield json.loads(line)


def near_minus_one(items, probe, name):
    """The mean share of a sentence's variants whose cosine is below -.9."""
    of = [[cosine < NEAR_MINUS_ONE for cosine in item["subjects"][name]["cosine"] if cosine is not None]
          for item in items if item["probe"] == probe and name in item["subjects"]]
    return wilson(sum(sum(one) / len(one) for one in of if one) / len(of), len(of))


def evidence_of_corpus(work, option, run, names):
    """Evidence for claims about a corpus: overlaps by place and size, and the second peak, for the paper's models at hand."""
    items, rows = list(exported(work, f"file-{option}")), []
    for row, label in {"TFIDF": "tfidf", "MPNET": "mpnet"}.items():
        if row in names:
            rows += [one | {"subject": label} for one in run.rows if one["subject"] == names[row] and one["name"] == "overlap"]
            rows += [result_row(option, label, "near_minus_one", near_minus_one(items, probe, names[row]), probe=probe)
                     for probe in (PUBLISHED, BY_PLACE)]
    return Results(rows)


MEASURED = {**dict.fromkeys(CORPORA, measure_corpus), "heros": measure_heros, "sofsat": measure_samples, "triplets": measure_triplets,
            "str": measure_relatedness, "stsb": measure_benchmark, "numberbatch": measure_parsers}


def measure(work, option, path, chosen):
    """Measures the figures of a source and stores them for the page."""
    MEASURED[option](work, option, path, chosen).keep(f"file-{option}", lambda one: True)
