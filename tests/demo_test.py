"""What `./dev demo` does, twice: the second time nothing is encoded."""
import re
import shlex

from program import ROOT


def demo_words():
    """The call of the program in ./dev, without the program and its output's place."""
    text = (ROOT / "dev").read_text().replace("\\\n", " ")
    call = re.search(r"build/release/sonde run (.*)$", text, re.M)[1]
    words = shlex.split(call)
    at = words.index("--out")
    return words[:at] + words[at + 2:]


def test_a_second_demo_encodes_nothing(sonde):
    words = demo_words()
    assert "minilm" in words and "random" in words and "--show" in words
    first = sonde("run", *words, "--out", "demo.sonde")
    made, served = first.made_and_served
    texts = int(re.search(r"(\d+) distinct texts", first.err)[1])
    assert (made, served) == (3 * texts, 0) and 1000 < texts <= 5000
    again = sonde("run", *words, "--out", "demo.sonde")
    assert "up to date" in again.err and again.out == first.out
    (sonde.folder / "demo.sonde").unlink()
    third = sonde("run", *words, "--out", "demo.sonde")
    assert third.made_and_served == (0, 3 * texts) and third.out == first.out
    of_triplets = [card.stem for card in (ROOT / "data/triplets").glob("*.toml")]
    for probe, sets in {"triplets": of_triplets, "heros": ["heros-en"], "sets": ["sets-en"],
                        "curves": ["curves-en", "wordnet"]}.items():
        for name in sets:
            assert re.search(rf"^{probe} · {name} \(partial: 120 of \d+ items\)", first.out, re.M), name
