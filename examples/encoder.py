"""An encoder in Python: any function from a list of texts to an array.

    python examples/encoder.py

It prints the results of the encoder next to those of random vectors, and a paired test of the difference.
"""
import numpy as np
import sonde

ALPHABET = "abcdefghijklmnopqrstuvwxyz"


def letters(texts):
    """How often each letter is in a text. Put your model's `encode` here."""
    return np.array([[text.lower().count(letter) for letter in ALPHABET] for text in texts], dtype=np.float32)


def main():
    # The key names the vectors in the store. Change it if the function changes.
    encoder = sonde.Encoder(letters, key="letters 1", batch_dependent=False)
    run = sonde.run({"letters": encoder, "noise": "random"}, data="negation-detection", limit=200)
    run.show()
    print(sonde.compare(run, subjects=["noise", "letters"]))


if __name__ == "__main__":
    main()
