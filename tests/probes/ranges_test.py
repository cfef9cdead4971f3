"""Values and intervals of all results stay within their measure's range, and each interval holds its value."""
import json
import random

NO_RANGE = (".l1.", ".l2.", ".dot.", ".e1_", ".e2_", "margin", "threshold")
SIMILARITIES = ("sim_", "normalised_", "_mean", "mean_ab", "mean_at", "mean_bt", "baseline", "spearman", "pearson", "kendall")


def range_of(name):
    if any(part in name for part in NO_RANGE):
        return float("-inf"), float("inf")
    return (-1, 1) if any(part in name for part in SIMILARITIES) else (0, 1)


def test_results_stay_in_their_ranges(sonde):
    """Uses eight random numbers per text, for measures far from their published values, and few items, for wide intervals."""
    data = [word for name in ("pairs-en", "heros-nl", "sets-en", "negation-detection", "argument-sensitivity-nl")
            for word in ("--data", name)]
    sonde("run", "--encoder", "random?dimension=8", "--encoder", "tfidf", *data, "--limit", "24", "--store", "none",
          "--out", "r.sonde")
    results = json.loads(sonde("show", "r.sonde", "--format", "json").out)["results"]
    assert len(results) > 500
    for result in results:
        low, high = range_of(result["name"])
        found = [result[key] for key in ("low", "value", "high") if result[key] is not None]
        assert found == sorted(found), result
        assert all(low - 1e-9 <= number <= high + 1e-9 for number in found), result
    bounded = [result for result in results if result["value"] is not None]
    gate = '[[gate]]\nresult = "{name}"\nprobe = "{probe}"\ndata = "{dataset}"\nslice = "{slice}"\nsubject = "{subject}"\nat_most = {value!r}\n'
    (sonde.folder / "own.toml").write_text("".join(gate.format(**result) for result in bounded if '"' not in result["slice"]))
    assert "verdict: pass" in sonde("check", "r.sonde", "own.toml").out  # each value is a possible bound


def range_of_agreement(name):
    if name.startswith(("mean", "median")):
        return 1, 7
    if name.startswith("deviation"):
        return 0, 6
    if name in ("percent_agreement", "shuffled_ks", "shuffled_p"):
        return 0, 1
    return (0 if name == "noise_ceiling" else float("-inf")), 1


def test_intervals_of_agreement_stay_in_their_ranges(sonde):
    """10 to 14 items and few raters, who nearly agree: ends that are moved by bias would pass 1."""
    for seed in range(8):
        draw = random.Random(seed)
        lines = ["item\tannotator\tvalue"]
        for item in range(draw.randint(10, 14)):
            rating = draw.randint(1, 7)
            lines += [f"{item}\t{rater}\t{min(7, max(1, rating + (draw.random() < 0.15) * draw.choice((-1, 1))))}"
                      for rater in range(draw.randint(2, 4))]
        (sonde.folder / "r.tsv").write_text("\n".join(lines) + "\n")
        report = json.loads(sonde("rate", "agreement", "r.tsv", "--replicates", 200, "--splits", 10, "--format", "json").out)
        for result in report["results"]:
            low, high = range_of_agreement(result["name"])
            found = [result[key] for key in ("low", "value", "high") if result[key] is not None]
            assert all(low - 1e-9 <= number <= high + 1e-9 for number in found), (seed, result)
