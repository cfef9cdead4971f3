"""Contestant: sentence-transformers on torch, default settings.

usage: sentence_transformers_default.py MODEL SENTENCES VECTORS
"""

import json
import sys
import time

import numpy
import transformers
from sentence_transformers import SentenceTransformer

model_folder, sentences_file, vectors_file = sys.argv[1:]
sentences = open(sentences_file, encoding="utf-8").read().splitlines()
model = SentenceTransformer(model_folder, device="cpu")
if model[0].auto_model.config.model_type == "qwen2":  # else split as Qwen's text is, whatever tokenizer.json says
    file = f"{model_folder}/tokenizer.json"
    model[0].processor = transformers.PreTrainedTokenizerFast(tokenizer_file=file, pad_token="[PAD]")
model.encode(sentences[:1])
begin, worked = time.perf_counter(), time.process_time()
vectors = model.encode(sentences)
seconds, worked = time.perf_counter() - begin, time.process_time() - worked
numpy.save(vectors_file, vectors)
print(json.dumps({"encode": seconds, "processor": worked}))
