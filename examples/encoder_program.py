"""An encoder as a program: one line of JSON in, one line out. It needs nothing but Python.

    sonde run --encoder 'trigrams=exec:python3 examples/encoder_program.py' --data negation-detection --out trigrams.sonde --show

Each vector counts the text's trigrams of characters in 256 hashed columns. Put your model into `encode`.
"""
import json
import sys
import zlib

COLUMNS = 256


def encode(text):
    vector = [0] * COLUMNS
    padded = f" {text.lower()} "
    for start in range(len(padded) - 2):
        vector[zlib.crc32(padded[start:start + 3].encode()) % COLUMNS] += 1
    return vector


def main():
    for line in sys.stdin:
        vectors = [encode(text) for text in json.loads(line)["texts"]]
        # The identity names everything that changes a vector. sonde reuses stored vectors only while it is the same.
        print(json.dumps({"vectors": vectors, "identity": f"trigrams, {COLUMNS} columns"}), flush=True)


if __name__ == "__main__":
    main()
