"""Contestant: OpenVINO called from Python, batches of sentences with exactly the same number of tokens.

usage: openvino_exact.py MODEL ONNX SENTENCES VECTORS THREADS"""

import json
import sys
import time

import numpy
import openvino
from tokenizers import Tokenizer

BATCH = 64


def encode(model, tokenizer, sentences):
    by_length = {}
    for place, encoding in enumerate(tokenizer.encode_batch(sentences)):
        by_length.setdefault(len(encoding.ids), []).append((place, encoding.ids))
    vectors = None
    for group in by_length.values():
        for first in range(0, len(group), BATCH):
            places, ids = zip(*group[first:first + BATCH])
            found = model([numpy.array(ids, numpy.int64)])[0]
            if vectors is None:
                vectors = numpy.empty((len(sentences), found.shape[1]), numpy.float32)
            vectors[list(places)] = found
    return vectors


def main():
    folder, onnx, sentences_file, vectors_file, threads = sys.argv[1:]
    sentences = open(sentences_file, encoding="utf-8").read().splitlines()
    tokenizer = Tokenizer.from_file(folder + "/tokenizer.json")
    tokenizer.no_padding()
    tokenizer.enable_truncation(256)
    model = openvino.Core().compile_model(onnx, "CPU", {"INFERENCE_NUM_THREADS": int(threads),
                                                        "PERFORMANCE_HINT": "LATENCY",
                                                        "INFERENCE_PRECISION_HINT": "f32"})
    encode(model, tokenizer, sentences[:1])
    begin, worked = time.perf_counter(), time.process_time()
    vectors = encode(model, tokenizer, sentences)
    seconds, worked = time.perf_counter() - begin, time.process_time() - worked
    numpy.save(vectors_file, vectors)
    print(json.dumps({"encode": seconds, "processor": worked}))


main()
