"""Values and intervals of all results stay within their measure's range, and each interval holds its value."""
import json

NO_RANGE = (".l1.", ".l2.", ".dot.", ".e1_", ".e2_", "margin", "threshold")
SIMILARITIES = ("sim_", "normalised_", "_mean", "mean_ab", "mean_at", "mean_bt", "baseline", "spearman", "pearson", "kendall")


def range_of(name):
    if any(part in name for part in NO_RANGE):
        return float("-inf"), float("inf")
    return (-1, 1) if any(part in name for part in SIMILARITIES) else (0, 1)


def test_results_stay_in_their_ranges(sonde):
    """Eight random numbers a text, so that every measure is far from its published values; few items, so that intervals are wide."""
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
