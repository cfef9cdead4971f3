"""`sonde show --summary`: levels that vectors without information get."""
import re

SEEDS = 100
SETS = ("heros-en", "curves-en", "sets-en", "negation-detection", "negation-variants", "argument-sensitivity")
SIGNS = "●◐=▼"  # better or worse than chance


def test_random_vectors_are_at_chance_in_95_of_100_runs(sonde):
    """The corrections of a subject's tests depend on that subject alone, so 100 subjects are 100 runs."""
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
    assert re.search(r"^\? Items that would tell \(power 80%\): about \d+ for minilm on negation or rewording\.$", summary, re.M)
    whole = sonde("show", "v.sonde").out
    assert whole.startswith(summary) and "\ntriplets · negation-detection (partial: 30 of" in whole
    again = sonde("run", "--encoder", "minilm", "--data", "negation-detection", "--limit", 30, "--replicates", 100,
                  "--out", "v.sonde", "--show").out
    assert again == whole
