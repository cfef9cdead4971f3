"""Makes the tiny model of tests/golden/sent2vec, with the vectors that Sent2Vec's own program prints.

Needs that program, built from epfml/sent2vec, but the tests don't run it.

    python tools/golden/make_golden_sent2vec.py tests/golden path/to/fasttext"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

TEXT = ("the dog sees a cat and the cat sees the dog\nthe old man carries a stone to the river and sleeps\n"
        "A dog sleeps.\nThe old man carries a stone.\nCaf\u00e9? 1 2 3 4 5 6\n")
SENTENCES = ["the dog sees a cat", "the zebra sees the dog", "dog", "cat a sees dog the", "the the river"]


def main(golden, program):
    folder = golden / "sent2vec"
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        text = Path(place) / "text.txt"
        text.write_text(TEXT * 30, encoding="utf-8")
        subprocess.run([program, "sent2vec", "-input", text, "-output", f"{place}/tiny", "-minCount", "1", "-dim", "5",
                        "-epoch", "5", "-wordNgrams", "2", "-bucket", "30", "-thread", "1", "-dropoutK", "0"], check=True)
        (folder / "tiny.bin").write_bytes((Path(place) / "tiny.bin").read_bytes())
    done = subprocess.run([program, "print-sentence-vectors", folder / "tiny.bin"], input="\n".join(SENTENCES) + "\n",
                          capture_output=True, text=True, check=True)
    vectors = [[float(number) for number in line.split()[-5:]] for line in done.stdout.splitlines()]
    (folder / "expected.json").write_text(json.dumps({"sentences": SENTENCES, "vectors": vectors}))


main(Path(sys.argv[1]), sys.argv[2])
