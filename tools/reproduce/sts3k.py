"""Fodor, De Deyne and Suzuki: STS3k. The study's similarities are published, so most figures come without a model."""
import json
import math

from . import heads
from .evidence import role_findings
from .paper import Given, Key, Paper, interval, shown, table
from .sources import BY_OPTION
from .work import Failed, kept, published

STUDY = published("sts3k-study")
ROWS = {"Mean-CN": "mean", "Mult-CN": "mult", "Conv-CN": "conv", "InferSent": "infersent", "USE": "universal_norml",
        "ERNIE-0": "ernie_0_norml", "ERNIE-12": "ernie_12_norml", "SentBERT": "sentbert_mpnet_norml",
        "DefSent": "defsent_cls_norml", "OpenAI": "openai_norml", "AMR-SMATCH": "smatch", "AMR-WWLK": "WLK_Wasser",
        "AMRBART": "amrbart_norml", "S3BERT": "S3BERT_norml", "AMR-CN": "AMR", "VerbNet-CN": "verbnet_fixedparms_basic"}
OTHERS = {"ERNIE-0-raw": "ernie_0", "DefSent-mean": "defsent_mean_norml", "untrained-on-STS3k": "sentbert_ft_STSb_trainset_4_epochs_norml",
          "tuned-random": "sentbert_mpnet_ft_10fold_4_epochs_norml",
          "tuned-adversarial": "sentbert_mpnet_ft_adversarial_4_epochs_norml"}
TRANSFORMERS = ("USE", "ERNIE-0", "ERNIE-12", "SentBERT", "DefSent", "OpenAI")
HYBRID_TRANSFORMERS = ("AMRBART", "S3BERT")
# Columns of Table 9 whose pairs and similarities are only in a copy of the study's repository.
REPOSITORY = {"STSb-capt": "STSb_captions_test.txt", "SICK": "SICK_relatedness.txt", "STSS-131": "STS131_processed.csv"}
SLICES = {"STS3k-all": "all", "STS3k-non": "subset=non-adversarial", "STS3k-adv": "subset=adversarial"}
FIGURE_8 = ("Mean-CN", "SentBERT", "OpenAI", "DefSent", "VerbNet-CN")
GROUPS = {"AB_VERB": "Single", "AB_SUBJ": "Single", "AB_DOBJ": "Single", "SWAP_DOBJ_VERB": "Swap-2",
          "SWAP_SUBJ_DOBJ": "Swap-2", "SWAP_SUBJ_VERB": "Swap-2", "TRIPLE": "Swap-3", "QUAD": "Swap-4",
          "PARAPHRASE": "Paraphrase", "NEGATIVE": "Negative", "ZERO": "Zero"}
ROLES = ("Agent", "Verb", "Patient", "Theme", "Time", "Manner", "Location", "Trajectory")
TYPES = {"Zero": ("ZERO",), "Adjective": ("ADJECTIVE",), "Constant verb": ("CONST_VERB",), "Constant dobj": ("CONST_DOBJ",),
         "Constant subj": ("CONST_SUBJ",), "Single change (verb)": ("AB_VERB",), "Single change (dobj)": ("AB_DOBJ",),
         "Single change (subj)": ("AB_SUBJ",), "Other": ("OTHER",), "Check": ("CHECK",), "Paraphrase": ("PARAPHRASE",),
         "Added modifiers": ("ONLY_MOD",), "Double swap": ("SWAP_DOBJ_VERB", "SWAP_SUBJ_DOBJ", "SWAP_SUBJ_VERB"),
         "Triple swap": ("TRIPLE",), "Quadruple swap": ("QUAD",), "Negative": ("NEGATIVE",)}


def card(name, file, extra=""):
    return (f'probe = "sts"\nname = "{name}"\nfile = "{file}"\nseparator = ";"\nheader = false\nquoted = false\n'
            f'columns = ["first", "second", "gold"]\n{extra}')


def subsets():
    return "".join(f'[[labels]]\nname = "subset"\nvalue = "{value}"\nfile = "{STUDY}/datasets/STS3k_{file}_indices.txt"\n'
                   for value, file in (("non-adversarial", "non_adv"), ("adversarial", "adv_noneg")))


def kinds(groups):
    return "".join(f'[[labels]]\nfile = "{file}"\ncolumn = "{column}"\n' for file, column in (
        (STUDY / "STS3k_pair_types.tsv", "type"), (STUDY / "STS3k_pair_types.tsv", "kind_of_single_modifier"), (groups, "group")))


def group_of(kind, modifiers):
    """Figure 8's groups. Among added modifiers, those with one or two, whose number the list leaves blank."""
    return "Modifiers" if kind == "ONLY_MOD" and not modifiers else GROUPS.get(kind, "")


def pair_types():
    return [line.split("\t") for line in (STUDY / "STS3k_pair_types.tsv").read_text(encoding="utf-8").splitlines()[1:]]


def stored(dataset, model, folder=STUDY / "similarities"):
    return folder / f"{dataset}_{model}_similarities.txt"


def scorers(dataset, data, rows, folder=STUDY / "similarities"):
    words = []
    for row, model in rows.items():
        if stored(dataset, model, folder).exists():
            words += ["--scorer", f"{row}.{data}=scores:{stored(dataset, model, folder)}?data={data}"]
    return words


def graphs():
    return ",".join(str(STUDY / f"amr/STS3k_all_{side}_AMR_parse.txt") for side in "ab")


def measure_stored(work):
    """Table 9's stored similarities, on STS3k and on the test set of STS-b, and two scores of the study's graphs."""
    sts3k = work.write("sts3k.toml", card(
        "sts3k", STUDY / "datasets/STS3k_all.txt", f'reference = "subset=non-adversarial"\n{subsets()}'))
    stsb = work.write("stsb.toml", card("stsb", STUDY / "datasets/STSb_test.txt"))
    return work.run("table9", "--data", sts3k, "--data", stsb, *scorers("STS3k_all", "sts3k", ROWS | OTHERS),
                    *scorers("STSb_test", "stsb", ROWS | OTHERS), "--scorer", f"smatch.sts3k=smatch:{graphs()}?data=sts3k",
                    "--scorer", f"wlk.sts3k=wlk:{graphs()}?data=sts3k")


def measure_kinds(work):
    groups = work.write("groups.tsv", "pair_id\tgroup\n" + "".join(
        f"{pair}\t{group_of(kind, modifiers)}\n" for pair, kind, modifiers, _ in pair_types()))
    data = work.write("kinds.toml", card(
        "kinds", STUDY / "datasets/STS3k_all.txt", f'reference = "group=Modifiers"\n{kinds(groups)}'))
    return work.run("kinds", "--data", data, *scorers("STS3k_all", "kinds", {row: ROWS[row] for row in FIGURE_8}))


def measure_agreement(work):
    words = ("--replicates", work.replicates) if work.replicates else ()
    return work.asked("rate", "agreement", STUDY / "datasets/STS3k_ratings.tsv", "--scale", "1:7", "--drop", "1-10",
                      "--groups", STUDY / "datasets/STS3k_conditions.tsv", *words)


def measure_roles_head(work):
    """The adversarial split's linear regression on the study's eight role similarities."""
    told = json.loads((STUDY / "roles/full_VerbNet_pass_STS3k_all_rolewise_similarities.json").read_text(encoding="utf-8"))
    words = []
    for role in ROLES:
        values = [told["conceptnet"][str(pair)].get(role, 0) for pair in range(1, 2801)]
        file = work.write(f"{role}.txt", "".join(f"{0 if math.isnan(value) else value!r}\n" for value in values))
        words += ["--scorer", f"{role}=scores:{file}"]
    head = f"h=head:{'+'.join(ROLES)}?train=subset=non-adversarial&test=subset=adversarial"
    [(*_, value, _, _, _)] = heads.curve(work, [head], ["none"], 1, "--data", work.folder / "sts3k.toml", *words)
    return value


def measure_repository(work, repository):
    """The columns of Table 9 that need a copy of the study's repository."""
    folder, words = repository / "Data-model/Sentence Similarities", []
    if not folder.is_dir():
        raise Failed(f"{folder}: not found; --study is for a copy of the study's repository")
    for column, file in REPOSITORY.items():
        words += ["--data", work.write(f"{column}.toml", card(column, repository / "Data-experiment" / file))]
        words += scorers(file.rsplit(".", 1)[0], column, ROWS | OTHERS, folder)
    return work.run("columns", *words)


def weights(features, *hidden):
    """The weights of a network without biases, as the study counts."""
    layers = [features, *hidden, 1]
    return sum(a * b for a, b in zip(layers, layers[1:]))


RAW = ("sonde takes the `_norml` file, since section 4.3 standardises all transformers. The printed figure is that of the raw "
       "vectors' file (`ernie_0`)")
TWICE = "it was rounded twice"


def give_table_9(paper, found, repository):
    for row in ROWS:
        for column, part in SLICES.items():
            paper.give("Table 9", row, column, found.get("sts3k", f"{row}.sts3k", "spearman", part))
        for column, results, data in (("STSb-test", found, "stsb"), *((c, repository, c) for c in REPOSITORY)):
            if Key("Table 9", row, column) in paper.printed:
                one = results.get(data, f"{row}.{data}", "spearman")
                if one is None and row == "ERNIE-0":
                    one = results.get(data, f"{row}-raw.{data}", "spearman")
                paper.give("Table 9", row, column, one)
    for column in ("STS3k-adv", "STSb-test", "SICK", "STSS-131"):
        paper.reasons[Key("Table 9", "ERNIE-0", column)] = RAW
    paper.reasons[Key("Table 9", "DefSent", "STS3k-non")] = (
        "of two files: the other figures of the row are those of the CLS output (`defsent_cls_norml`), which Table 12 names; .868 is "
        "that of the mean (`defsent_mean_norml`)")
    for key in paper.printed:
        if key.place == "Table 9" and paper.verdict(key) == "within":
            paper.reasons.setdefault(key, TWICE)
    paper.give_results(kept("file-str"))
    paper.needs(BY_OPTION["str"], "Table 9", column="STR-2022", rows_at_hand=("SentBERT",))


def give_kinds(paper, found):
    def count(*types):
        return sum(found.get("kinds", "data", "mean_rating", f"type={one}").n for one in types)

    for row, types in TYPES.items():
        paper.give("Table 7", row, "pairs", Given(count(*types)))
    everything = [one for types in TYPES.values() for one in types]
    paper.give("Table 7", "Total", "pairs", Given(count(*everything, "CONST_*")))
    for row in ("Constant verb", "Constant dobj", "Constant subj"):
        paper.reasons[Key("Table 7", row, "pairs")] = (
            "the study's list of types is not public; of 62 pairs of the recovered one is known only that they are of one of these three rows, "
            "which have 278 together in both")
    for row in FIGURE_8:
        paper.give("text", f"Figure 8: deviation, {row}", "printed", found.get("kinds", f"{row}.kinds", "relative_deviation"))
    paper.give("text", "Figure 8: one element altered, rating", "printed", found.get("kinds", "data", "relative_rating", "group=Single"))
    paper.give("text", "Figure 8: four exchanged, rating", "printed", found.get("kinds", "data", "relative_rating", "group=Swap-4"))
    give_figure_9(paper, found)


def cost(one):
    return Given(1 - one.value, None if one.high is None else 1 - one.high, None if one.low is None else 1 - one.low)


def single_modifiers(found):
    """kind -> what a single added modifier costs people's ratings."""
    kinds = dict.fromkeys(line[3] for line in pair_types() if line[3])
    rated = {kind: found.get("kinds", "data", "mean_rating", f"kind_of_single_modifier={kind}") for kind in kinds}
    return {kind: (cost(one), one.n) for kind, one in rated.items() if one}


def give_figure_9(paper, found):
    costs = single_modifiers(found)
    values = [one.value for one, _ in costs.values()]
    everyone = sum(one.value * n for one, n in costs.values()) / sum(n for _, n in costs.values())
    mean = sum(values) / len(values)
    deviation = (sum((value - mean) ** 2 for value in values) / len(values)) ** .5
    why = "the study's list of types is not public; the recovered one has 12 passives, and too few pairs with an added indirect object"
    paper.give("text", "Figure 9: mean cost of a modifier", "printed", Given(everyone), why)
    paper.give("text", "Figure 9: cost of a passive", "printed", costs["passive"][0], why)
    paper.give("text", "Figure 9: its distance in deviations", "printed", Given((mean - costs["passive"][0].value) / deviation), why)


def of_scale(one, less=0):
    """A rating from 1 to 7, or a width of ratings, from 0 to 1."""
    return Given(*(None if value is None else (value - less) / 6 for value in (one["value"], one["low"], one["high"])))


def give_agreement(paper, told):
    of = {(one["slice"], one["name"]): one for one in told["results"]}
    people = {group["slice"]: group for group in told["groups"]}

    def plain(part, name):
        one = of[part, name]
        return Given(one["value"], one["low"], one["high"])

    slices = {"all": "all", "non-adversarial": "condition=NADV", "adversarial": "condition=ADV"}
    slices = {name: part if part in people else part.replace("condition", "group") for name, part in slices.items()}
    for name, part in slices.items():
        paper.give("text", f"5.1: split half, {name}", "printed", plain(part, "spearman_brown"),
                   "the study drew one split into halves, sonde takes the mean of 100")
        paper.give("text", f"5.1: kappa, {name}", "printed", plain(part, "kappa_halves_published"),
                   "as published: two halves' kappa stepped up by 2 k / (1 + k), which has no ground; kappa itself is "
                   f"{shown(plain(part, 'kappa_halves_linear').value, 3)}")
    paper.give("text", "5.1: mean of the ratings", "printed", of_scale(of["all", "mean_of_items"], 1))
    paper.give("text", "5.1: their deviation", "printed", of_scale(of["all", "deviation_of_items"]))
    paper.give("text", "5.1: mean deviation of a pair's ratings", "printed", of_scale(of["all", "deviation"]),
               "with n - 1 under the root; .212 with n: the printed one lies between")
    paper.give("text", "5.1: highest mean rating", "printed", Given((max(one["mean"] for one in told["items"]) - 1) / 6))
    paper.give("text", "5.1: p against shuffled ratings, exponent", "printed", Given(math.floor(math.log10(of["all", "shuffled_p"]["value"]))),
               "the study shuffled once (a distance of 866 of 2,790 items gives its p), sonde takes the middle of 100 shuffles")
    ratings = sum(one["ratings"] for one in told["annotators"])
    paper.give("text", "4.2: participants kept", "printed", Given(len(told["annotators"])))
    paper.give("text", "4.2: ratings", "printed", Given(ratings))
    paper.give("text", "4.2: pairs a participant", "printed", Given(ratings / len(told["annotators"])))
    paper.give("text", "4.2: ratings a pair", "printed", Given(ratings / len(told["items"])))
    paper.give("Table 5", "STS3k", "raters", Given(ratings / len(told["items"])))


def give_heads(paper):
    paper.give("Table 8", "one hidden layer: 10", "parameters", Given(weights(8, 10)), "the printed one leaves out the ten weights of the "
               "output, which the other rows count")
    paper.give("Table 8", "two: 60, 100", "parameters", Given(weights(8, 60, 10)), "")
    paper.give("Table 8", "three: 100, 100, 10", "parameters", Given(weights(8, 100, 100, 10)))
    features = {"Mean-CN": 598, "SentBERT": 1536, "OpenAI": 2800, "DefSent": 2048, "ERNIE": 1536}
    sizes = {"10^3": (), "10^4": (10,), "10^5": (100, 100, 10), "10^6": (1000, 100, 100, 10)}
    roles = {"10^3": (60, 10), "10^4": (100, 100, 10), "10^5": (1000, 100, 100, 10), "10^6": (1000, 1000, 100, 10)}
    for power, column in enumerate(sizes, 3):
        for row, count in features.items():
            paper.give("Table 10", row, column, Given(weights(count, *sizes[column]) / 10 ** power),
                       "the printed digits are those of the next column" if power == 5 else None)
        paper.give("Table 10", "VerbNet-CN", column, Given(weights(8, *roles[column]) / 10 ** power))


def give_stored(paper, found):
    def adversarial(row):
        return found.get("sts3k", f"{row}.sts3k", "spearman", "subset=adversarial")

    for row in ("Mean-CN", "InferSent", "USE", "ERNIE-0", "SentBERT", "OpenAI", "S3BERT", "DefSent"):
        one = found.get("sts3k", f"{row}.sts3k", "spearman_difference", "subset=adversarial")
        paper.give("text", f"Figure 4: {row}", "printed", Given(-one.value, one.high and -one.high, one.low and -one.low),
                   "the printed difference has the .868 of DefSent's other file" if row == "DefSent" else None)
    for part, name in (("subset=non-adversarial", "non-adversarial"), ("subset=adversarial", "adversarial")):
        two = [found.get("sts3k", f"{row}.sts3k", "spearman", part).value for row in ("Mean-CN", "DefSent")]
        paper.give("text", f"5.2.2: DefSent less Mean-CN, {name}", "printed", Given(two[1] - two[0]),
                   "the printed difference has the .868 of DefSent's other file")
    paper.give("text", "Figure 7: SentBERT, no training", "printed", adversarial("SentBERT"),
               "Table 9 and the stored file have .145. A MiniLM that was trained on STS-b "
               f"(`sentbert_ft_STSb_trainset_4_epochs_norml`) has {shown(adversarial('untrained-on-STS3k').value, 3)}")
    paper.give("text", "Figure 7: VerbNet-CN, no training", "printed", adversarial("VerbNet-CN"))
    paper.give("text", "Figure 7: SentBERT, random split, lowest", "printed", adversarial("tuned-random"),
               "the file of ten folds; the text says about .8 to .85 of both models")
    paper.give("text", "Figure 7: SentBERT, random split, highest", "printed", adversarial("tuned-random"), "the same")
    paper.give("text", "Figure 7: SentBERT, adversarial split", "printed", adversarial("tuned-adversarial"))
    for row, column, slice_name in (("SemParse", "STS-all", "all"), ("SemParse", "STS-non", "subset=non-adversarial"),
                                    ("SemParse", "STS-adv", "subset=adversarial")):
        paper.give("Table 11", row, column, found.get("sts3k", "VerbNet-CN.sts3k", "spearman", slice_name))


def give_counts(paper, found):
    """Numbers of pairs, and a wage."""
    for row, file in (("SICK", "SICK_relatedness.txt"), ("GS2011", "GS2011_processed.csv"), ("KS2013", "KS2013_processed.csv"),
                      ("STSS-131", "STS131_processed.csv"), ("STS3k", "STS3k_all.txt")):
        lines = (STUDY / "datasets" / file).read_text(encoding="utf-8").strip().splitlines()
        paper.give("Table 5", row, "pairs", Given(len(lines)), "the study's file has the 9,840 pairs that SemEval kept" if row == "SICK"
                   else "the study's file lacks one" if row == "GS2011" else None)
    paper.give_results(kept("file-stsb"))
    paper.reasons[Key("Table 6", "headlines: over 20 words", "sentences")] = "words between spaces; the paper does not say how it counts"
    for needed in (("Table 6, capitals",), ("Table 5", "STSb"), ("Table 6", "captions: no verb but is", "of"),
                   ("Table 6", "video captions: up to four words"), ("Table 6", "headlines: over 20 words")):
        paper.needs(BY_OPTION["stsb"], *needed)
    negatives = found.get("kinds", "data", "mean_rating", "type=NEGATIVE").n
    indices = (STUDY / "datasets/STS3k_adv_noneg_indices.txt").read_text(encoding="utf-8").split()
    paper.give("Table 7", "adversarial", "pairs", Given(len(indices) + negatives))
    paper.give("text", "4.2: pounds an hour", "printed", Given(4.50 / 24.6 * 60), "4.50 in 24.6 minutes; the minutes are rounded")


CITED = "cited by the paper from others, not measured by it"


def lacking(paper):
    paper.lacks(CITED, "Table 4")
    paper.lacks(CITED, "Table 5")
    paper.lacks("the paper does not give the rule for a sentence with no verb but is", "Table 6", row="captions: no verb but is", column="sentences")
    paper.lacks("50 posts that the paper drew, judged by people", "Table 6", row="forum posts: fragments")
    paper.give_results(kept("file-numberbatch"))
    paper.needs(BY_OPTION["numberbatch"], "Table 11", row="GPT-4")
    paper.needs(BY_OPTION["numberbatch"], "text", row="8.3: correlation of the two parsers")
    for row in ("participants", "men", "women", "other", "mean age", "deviation of age", "minutes", "pounds"):
        paper.lacks("the published workbook has no participants' data beyond their ratings", "text", row=f"4.2: {row}")
    for row in ("SICK, mean deviation", "STSS-131, mean deviation"):
        paper.lacks(CITED, "text", row=f"5.1: {row}")


def measure(work, repository):
    """The fast part: all that the published data give. repository: results of the slow one, or none."""
    paper = Paper("sts3k")
    found, by_kind = measure_stored(work), measure_kinds(work)
    give_table_9(paper, found, repository)
    give_kinds(paper, by_kind)
    give_agreement(paper, measure_agreement(work))
    give_heads(paper)
    paper.give("text", "Figure 7: VerbNet-CN, adversarial split", "printed", Given(measure_roles_head(work)))
    give_stored(paper, found)
    give_counts(paper, by_kind)
    lacking(paper)
    return paper, found, by_kind


FORMULAS = (
    ("p = f(w1, w2, ...), and the sums, products, convolution and tensor product of Table 1",
     "`words:FILE?combine=...`, `src/encoders/words/word_combination.cpp`", "NumPy and SciPy: `src/encoders/words/word_vectors_encoder_test.cpp`",
     "the study's convolution turns the result by half its length at each step: `published=true`; sonde's default is the circular one "
     "(docs/reference/encoders/words.md)"),
    ("(1), the order of a sentence's parts", "`sonde make pairs`, `src/workshop/makers/pairs/pair_frame.h`", "its roles found again: `tests/make/make_pairs_test.py`",
     "a pattern, nothing is computed"),
    ("(2), VerbNet-CN: the weighted mean of the roles' cosines", "`roles:`, `role_similarity` in `src/roles/role_similarity.cpp`",
     "all 2,800 stored similarities, six digits: `src/roles/role_similarity_test.cpp`",
     "the text divides by all weights; the study's other files by those present: `mean=basic` (default) and `norm`"),
    ("(3), AMR-CN: the mean of role similarities of two graphs", "`amr-cn:`, `role_path_similarity` in `src/roles/role_paths.cpp`",
     "605 stored similarities that need no word vectors, exactly: `src/roles/role_paths_test.cpp`",
     "where a chain of relations repeats, the code takes the last word, the text all: `fillers=last` (default) and `all`"),
    ("section 4.3, standardising: less the mean, by the deviation", "`sts?standardize=separate`, `src/probes/shared/standardize.cpp`",
     "a plain computation: `src/probes/sts/sts_test.cpp`", "the stored `_norml` files of the MiniLM only take the mean off; sonde follows the text"),
    ("section 5.1, split halves and kappa", "`sonde rate agreement`, `src/statistics/agreement/split_half.h`", "scikit-learn: `src/statistics/agreement/agreement_test.cpp`; the printed figures: `tests/make/agreement_test.py`",
     "kappa is printed stepped up: `kappa_halves_published`; sonde's own is `kappa_halves_linear`"),
    ("section 4.4, Smatch", "`smatch:`, `src/graphs/smatch_overlap.cpp`", "another exact solver on 2,800 pairs: `src/graphs/smatch_overlap_test.cpp`",
     "the stored column is matches / 12; sonde takes Smatch's F1"),
)

TOLD = (
    (["Table 4"], "what hybrid models gained, by their own papers", ""),
    (["Table 5"], "sizes of STS data sets", "the study's files, `sonde rate agreement`"),
    (["Table 6", "Table 6, capitals"], "how many sentences of STS-b are poor", ""),
    (["Table 7"], "pairs of each type", "`sonde show kinds.sonde --label type`"),
    (["Table 8"], "weights of the heads on eight components", "by the rule that the study counts by"),
    (["Table 9"], "Spearman of 16 models on eight sets", "`sonde show table9.sonde --slices`"),
    (["Table 10"], "weights of the heads without components", "by the same rule"),
    (["Table 11"], "two parsers", "`sonde show table9.sonde --slices`"),
    (["text"], "Figures 2 and 4 to 9, ratings, agreement, training", "`sonde rate agreement`, `show`, `tools/reproduce/heads.py`"),
)


def with_interval(one):
    return "–" if one is None else shown(one.value, 3) + interval(one, 3)


def with_files(matrix):
    """Table 9 with the name of each row's stored file: similarities/STS3k_all_FILE_similarities.txt."""
    files = ["stored file", "---", *(f"`{file}`" for file in ROWS.values())]
    return "\n".join(f"{line} {file} |" for line, file in zip(matrix.splitlines(), files, strict=True))


def two_files(stored_results):
    """Rows of Table 9 of which the repository has two files, and scores that go by another name."""
    rows = {"ERNIE-0 (`ernie_0_norml`)": "ERNIE-0", "ERNIE-0, raw (`ernie_0`)": "ERNIE-0-raw",
            "DefSent, CLS (`defsent_cls_norml`)": "DefSent", "DefSent, mean (`defsent_mean_norml`)": "DefSent-mean",
            "AMR-SMATCH as stored: matches / 12": "AMR-SMATCH", "Smatch's F1 of the same graphs (`smatch:`)": "smatch",
            "Weisfeiler-Leman kernel of the same graphs (`wlk:`)": "wlk"}
    return table(["Spearman", *SLICES], [[title, *(with_interval(stored_results.get("sts3k", f"{row}.sts3k", "spearman", part))
                                                   for part in SLICES.values())] for title, row in rows.items()])


def beside(kept):
    """Real encoders and role similarities on STS3k. mpnet is the paper's SentBERT."""
    rows = []
    for results in (kept, role_findings()):
        names = dict.fromkeys(row["subject"] for row in results.rows if row["dataset"] == "sts3k" and row["slice"] == "all")
        rows += [[name, *(with_interval(results.get("sts3k", name, "spearman", part)) for part in SLICES.values()),
                  with_interval(results.get("stsb", name, "spearman"))] for name in names]
    return table(["Spearman", *SLICES, "STSb-test"], rows)
