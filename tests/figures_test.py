"""What stands beside a figure: its count, why it is undefined, and whether it has an interval."""
import pytest
from program import sentences, write_sts, write_table


def scored(sonde, name, scores, data, *words):
    (sonde.folder / "s.txt").write_text("".join(f"{score}\n" for score in scores))
    sonde.run(name, "--scorer", "s=scores:s.txt", "--data", data, "--replicates", 100, *words)
    return {key[3]: r for key, r in sonde.results(name).items() if key[2] == "all"}


@pytest.mark.parametrize("count, has_interval", [(9, False), (10, True)])
def test_few_items_have_no_interval(sonde, count, has_interval):
    data = write_sts(sonde.folder / "few.tsv", count)
    result = scored(sonde, "few.sonde", [i * 7 % 10 for i in range(count)], data)["spearman"]
    assert result["value"] is not None
    assert (result["low"] is not None) == (result["high"] is not None) == has_interval
    assert ("no interval: fewer than 10 items" in result["why"]) == (not has_interval)
    table = sonde("show", "few.sonde").out
    assert ("[undefined]: fewer than 10 items" in table) == (not has_interval)


@pytest.mark.parametrize("count, scores, rating, reason", [
    (1, [1], None, "fewer than two pairs"), (12, [1] * 12, None, "all similarities are the same"),
    (12, range(12), 3, "all ratings are the same")])
def test_an_undefined_correlation_has_a_reason(sonde, count, scores, rating, reason):
    texts = sentences(2 * count)
    rows = [(texts[2 * i], texts[2 * i + 1], i if rating is None else rating) for i in range(count)]
    data = write_table(sonde.folder / "d.tsv", ["first", "second", "gold"], rows)
    for result in scored(sonde, "u.sonde", scores, data).values():
        assert result["value"] is None and result["why"] == {reason: 0}
    assert reason in sonde("show", "u.sonde").out


def test_a_result_with_fewer_items_says_how_many(sonde, triplets):
    scores = [i % 7 / 7 for i in range(120)]
    for item in range(9):
        scores[3 * item + 2] = "nan"  # S+ with S*; margins of the plain test don't need it
    scores[30] = "nan"
    results = scored(sonde, "t.sonde", scores, triplets)
    counts = {name: result["n"] for name, result in results.items()}
    assert len(set(counts.values())) > 1 and max(counts.values()) > min(counts.values())
    header, row = [line.split("  ") for line in sonde("show", "t.sonde").out.splitlines()
                   if line.startswith(("subject", "s "))][:2]
    assert str(max(counts.values())) in "  ".join(row)
    shown = sonde("show", "t.sonde").out
    for count in set(counts.values()) - {max(counts.values())}:
        assert f" n={count}" in shown
    left_out = sorted(result["left_out"] for result in results.values())
    assert f"{left_out[0]}-{left_out[-1]}" in shown


def test_variants_without_a_similarity_are_counted(sonde):
    (sonde.folder / "c.txt").write_text("".join(line + "\n" for line in sentences(20)))
    sonde.run("r.sonde", "--encoder", "random", "--probe", "curves", "--data", "c.txt")
    rows = sum(len(item["rows"]) for item in sonde.items("r.sonde"))
    scores = [0.5 + i * 37 % 100 / 200 for i in range(rows)]
    scores[1] = scores[rows // 2] = "nan"
    overlap = scored(sonde, "v.sonde", scores, "c.txt", "--probe", "curves")["overlap"]
    assert (overlap["n"], overlap["left_out"]) == (20, 2)
    assert overlap["why"] == {"undefined similarity of a variant, of an original that counts": 2}
    assert "left out: 2 (undefined similarity of a variant" in sonde("show", "v.sonde").out
