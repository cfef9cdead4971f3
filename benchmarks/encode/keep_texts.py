"""An encoder for `exec:` that records the texts it receives: python keep_texts.py FILE."""

import json
import sys

with open(sys.argv[1], "a", encoding="utf-8") as out:
    for line in sys.stdin:
        texts = json.loads(line)["texts"]
        print(json.dumps(texts), file=out, flush=True)
        print(json.dumps({"vectors": [[len(text), text.count("e"), 1] for text in texts]}), flush=True)
