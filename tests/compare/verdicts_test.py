"""`sonde show --summary`: levels that vectors without information get."""
import re

from program import EXHAUSTIVE

SEEDS = 100 if EXHAUSTIVE else 40
SETS = ("heros-en", "curves-en", "sets-en", "negation-detection", "negation-variants", "argument-sensitivity")
SIGNS = "●◐=▼"  # better or worse than chance


def lines_of_needed(text):
    """Encoder -> what follows its name."""
    block = re.search(r"^\? Items that would decide \(power 80%\):\n((?:  .*\n)+)", text, re.M)[1]
    return dict(re.findall(r"^  (\S+): (.*(?:\n {4}.*)*)", block, re.M))


def test_random_vectors_are_at_chance_in_95_of_100_runs(sonde):
    """The corrections of a subject's tests depend on that subject alone, so each subject is a run."""
    words = [word for seed in range(1, SEEDS + 1) for word in ("--encoder", f"r{seed}=random?seed={seed}&dimension=64")]
    words += [word for name in SETS for word in ("--data", name)]
    sonde.run("r.sonde", *words, "--limit", 50, "--replicates", 100)
    header, _, *rows = [line.strip("| \n").split(" | ") for line in
                        sonde("show", "r.sonde", "--summary", "--format", "md").out.splitlines() if line.startswith("| ")]
    subjects = [name for name in header if re.fullmatch(r"r\d+", name)]
    assert len(subjects) == SEEDS and len(rows) >= 10
    with_a_level = {name for row in rows for name, cell in zip(header, row, strict=True)
                    if name in subjects and cell[-1] in SIGNS}
    assert len(with_a_level) <= SEEDS // 20, with_a_level


def test_show_leads_with_the_verdicts_and_what_would_tell(sonde):
    sonde.run("v.sonde", "--encoder", "minilm", "--data", "negation-detection", "--limit", 30, "--replicates", 100)
    summary = sonde("show", "v.sonde", "--summary").out
    assert re.search(r"^negation or rewording +\d+% +\d+% .*\?$", summary, re.M)
    assert re.search(r"^\? Items that would decide \(power 80%\):\n  minilm: about \d+ for negation or rewording$", summary, re.M)
    whole = sonde("show", "v.sonde").out
    assert whole.startswith(summary) and "\ntriplets · negation-detection (partial: 30 of" in whole
    again = sonde("run", "--encoder", "minilm", "--data", "negation-detection", "--limit", 30, "--replicates", 100,
                  "--out", "v.sonde", "--show").out
    assert again == whole


def test_a_variant_that_no_item_has_makes_no_row(sonde):
    """heros without its column of typos. The results themselves stay, undefined and counted."""
    (sonde.folder / "data.tsv").write_text("Original\tSynonym\tAntonym\n" + "".join(
        f"the big dog saw {i} cats\tthe large dog saw {i} cats\tthe small dog saw {i} cats\n" for i in range(20)))
    sonde.run("v.sonde", "--encoder", "minilm", "--probe", "heros", "--data", "data.tsv", "--replicates", 100)
    summary = sonde("show", "v.sonde", "--summary").out
    assert "antonym or synonym" in summary and "typo" not in summary and "undefined" not in summary
    assert "sim_typo" in sonde("show", "v.sonde").out


def test_one_count_of_items_that_would_tell_names_all_its_questions(sonde):
    """Five items are too few on every question: each needs the same number."""
    sonde.run("v.sonde", "--encoder", "minilm", "--data", "heros-en", "--limit", 5, "--replicates", 100)
    parts = " ".join(lines_of_needed(sonde("show", "v.sonde", "--summary").out)["minilm"].split()).split("; ")
    counts = [re.match(r"about (\d+) for (.*)", part).groups() for part in parts]
    assert len({count for count, _ in counts}) == len(counts) and any(", " in rows for _, rows in counts)


def test_items_that_would_decide_have_a_line_per_encoder_in_any_width(sonde):
    sonde.run("v.sonde", "--encoder", "minilm", "--encoder", "cls=minilm?pooling=cls", "--data", "heros-en", "--limit", 5, "--replicates", 100)
    wide = lines_of_needed(sonde("show", "v.sonde", "--summary").out)
    sonde.environment["COLUMNS"] = "60"
    text = sonde("show", "v.sonde", "--summary").out
    narrow = lines_of_needed(text)
    assert set(wide) == set(narrow) == {"minilm", "cls"}
    assert [" ".join(line.split()) for line in narrow.values()] == [" ".join(line.split()) for line in wide.values()]
    assert max(len(line) for line in text[text.index("? Items that would"):].splitlines()) <= 60
