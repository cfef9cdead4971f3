"""The slow parts of `./dev reproduce`: real encoders, downloaded as for `./dev findings`, and a copy of the STS3k study's repository.

Each writes its results to kept/, from which the page is made. A call that doesn't run a part leaves its results unchanged."""
import math
import re

import findings
from . import sts3k
from .evidence import ALL, TRAINED
from .from_files import SUBSETS, exported
from .work import Counted, Results, Work, kept, result_row

COMPARED = ("mpnet", "minilm-l6")  # the two of the paper on sets


def specifications(names):
    return {name: findings.ENCODERS[name]() for name in ALL if name in names}


def in_order(one):
    """Encoders as in the other tables, then what is about two of them or another way of measuring one."""
    names = re.split(", | and | less ", one["subject"])
    return len(names), [ALL.index(name) if name in ALL else -1 for name in names]


def keep(part, rows, wanted, names):
    """Stores what was measured of the encoders `names`. Stored results of the others stay."""
    now = {row["subject"] for row in rows}
    others = [] if set(names) >= set(ALL) else [row for row in kept(part).rows if row["subject"] not in now]
    Results(sorted([*others, *rows], key=in_order)).keep(part, wanted)


def subjects(chosen):
    return [word for name, spec in chosen.items() for word in ("--encoder", f"{name}={spec}")]


def slow_work():
    findings.FOLDER.mkdir(parents=True, exist_ok=True)
    return Work(findings.ROOT / "build/reproduce", store=findings.FOLDER / "store.sonde-store", libraries=findings.LIBRARIES)


def students(values):
    """Mean and 95% interval of numbers, one per item."""
    import scipy.stats
    mean = sum(values) / len(values)
    deviation = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    away = scipy.stats.t.ppf(.975, len(values) - 1) * deviation / math.sqrt(len(values))
    return Counted(mean, mean - away, mean + away, len(values))


DIFFERENCES = {"negations_apart": ("negation_antonym", "negation_main"), "typo_less_synonym": ("synonym", "typo"),
               "denial_less_synonym": ("synonym", "negation_main")}


def differences(items, chosen):
    """(encoder, result) -> by how much one edit leaves a sentence closer than another, if the two differ."""
    apart = {(name, result): [] for result in DIFFERENCES for name in chosen}
    for item in items:
        at = {kind: place for place, kind in enumerate(item["rows"])}
        for result, kinds in DIFFERENCES.items():
            first, second = (at.get(kind) for kind in kinds)
            if None in (first, second) or item["sentences"][1 + first] == item["sentences"][1 + second]:
                continue
            for name in chosen:
                of = item["subjects"][name]["similarity"]
                apart[name, result].append(of[first] - of[second])
    return {key: students(values) for key, values in apart.items()}


def measure_heros(work, names=ALL):
    chosen = specifications(names)
    found = work.run("encoders-heros", "--data", "heros-en", *subjects(chosen))
    rows = [one for one in found.rows if one["name"] in {f"normalised_{subset}" for subset in SUBSETS} and one["slice"] == "all"]
    rows += [result_row("heros-en", name, result, one) for (name, result), one in
             differences(exported(work, "encoders-heros"), chosen).items()]
    keep("heros", rows, lambda one: True, names)


def measure_curves(work, names=ALL):
    chosen = specifications(names)
    data = [word for name in ("curves-en", "curves-forms-en") for word in ("--data", name)]
    found = work.run("encoders-curves", *data, "--probe", "curves?by=place,length", *subjects(chosen))
    rows = found.rows
    if some := {name: spec for name, spec in chosen.items() if name in COMPARED}:
        rows += work.run("encoders-published", "--data", "curves-en", "--probe", "curves?cosine=published", *subjects(some)).rows
    keep("curves", rows, asked_of_curves, names)


def asked_of_curves(one):
    """Whether the claims read it: a corpus as a whole, and curves-en by place and length."""
    of_part = one["dataset"] == "curves-en" and one["slice"].startswith(("place=start", "place=end", "length="))
    return one["name"] in ("overlap", "auc") and (one["slice"] == "all" or of_part and one["name"] == "overlap")


def measure_sets(work, _names=ALL):
    """Measures all encoders in one run, also for `--only`: joint thresholds span all subjects of a run."""
    found = work.run("encoders-sets", "--data", "sets-en", *subjects(specifications(ALL)))
    wanted = {"c1_tt", "c3_tt", "c4_t", "c2", "c5", "c6", "c1_tt_at0", "c3_tt_at0"}
    rows = [one for one in found.rows if one["name"] in wanted and one["slice"] == "all"]
    for name in ("c1_tt", "c3_tt", "c4_t"):
        told = work.difference("encoders-sets", *COMPARED, name)
        one = Counted(told["difference"], told["low"], told["high"], told["n"])
        rows.append(result_row("sets-en", "minilm-l6 less mpnet", name, one))
    keep("sets", rows, lambda one: True, ALL)


def trained_apart(work, data):
    """The difference of each two trained encoders on a set of rated pairs."""
    work.run("encoders-pairs", "--data", data, *subjects(specifications(TRAINED)))
    told = work.asked("compare", "encoders-pairs.sonde", "--subjects", *TRAINED)
    return [result_row("stsb", f"{one['first']} and {one['second']}", "spearman_apart",
                       Counted(one["difference"], one["low"], one["high"], one["n"])) for one in told["differences"] if one["name"] == "spearman"]


def measure_sts(work, names=ALL):
    chosen = specifications(names)
    a = work.write("sts3k.toml", sts3k.card("sts3k", sts3k.STUDY / "datasets/STS3k_all.txt",
                                            f'reference = "subset=non-adversarial"\n{sts3k.subsets()}'))
    b = work.write("stsb.toml", sts3k.card("stsb", sts3k.STUDY / "datasets/STSb_test.txt"))
    rows = work.run("encoders-sts", "--data", a, "--data", b, *subjects(chosen)).rows
    if "mpnet" in chosen:
        standard = work.run("encoders-standard", "--data", a, "--probe", "sts?standardize=separate", "--encoder", f"mpnet={chosen['mpnet']}")
        rows += [one | {"subject": f"{one['subject']}, standardised"} for one in standard.rows if one["subject"] == "mpnet"]
    if set(names) & set(TRAINED):
        rows += trained_apart(work, b)
    keep("sts", rows, lambda one: one["name"] in ("spearman", "spearman_difference", "spearman_apart"), names)


def measure_study(work, repository):
    """The columns of Table 9 whose pairs and similarities are only in the study's repository."""
    sts3k.measure_repository(work, repository).keep("study", lambda one: one["name"] == "spearman")


MEASURED = {"heros": measure_heros, "curves": measure_curves, "sets": measure_sets, "sts3k": measure_sts}
