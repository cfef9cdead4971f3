"""Cross-encoders as scorers of a run: tiny ones of random weights."""
import json

from program import ROOT

GOLDEN = ROOT / "tests/golden"
LONG = "No child opened the window yesterday, but the quiet teacher closed it and she sings."


def test_cross_encoders_stand_beside_encoders(sonde):
    data = sonde.folder / "mine.tsv"
    rows = [("A dog sleeps.", "The cat runs.", 1), (LONG, LONG + " He paints.", 3),
            ("A boat.", "A river.", 2), ("The old man reads.", "A woman writes.", 4)]
    data.write_text("first\tsecond\tgold\n" + "".join(f"{a}\t{b}\t{g}\n" for a, b, g in rows))
    said = sonde.run(
        "cross.sonde", "--encoder", "random",
        "--scorer", f"score=cross:{GOLDEN / 'cross-bert'}?max_tokens=21",
        "--scorer", f"nli=cross:{GOLDEN / 'cross-roberta'}?label=entailment&order=both",
        "--probe", "sts", "--data", data)
    told = [line for line in said.messages if "texts cut" in line]
    assert len(told) == 1 and "score on mine: texts cut at its length limit: 2 (item 2)" in told[0]
    items = sonde.items("cross.sonde")
    assert all(0 < item["subjects"][name]["similarity"] < 1
               for item in items for name in ("score", "nli"))
    shown = sonde("show", "cross.sonde", "--subjects").out
    assert "cross-encoder: sees both sentences at once" in shown and "entailment" in shown
    found = json.loads(sonde("show", "cross.sonde", "--format", "json").out)["results"]
    assert {"score", "nli", "random"} <= {row["subject"] for row in found}
