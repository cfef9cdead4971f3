"""Makes the ONNX models of tests/golden/onnx from tests/golden/plain-bert, with onnxruntime's vectors.

Needs torch, transformers, onnx and onnxruntime, but the tests don't run it.

    python tools/golden/make_golden_onnx.py tests/golden"""

import json
import shutil
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
import transformers
from onnx import TensorProto, helper

TOKENS = {0: "texts", 1: "tokens"}


class States(torch.nn.Module):
    """Outputs in the order of exporters: the tokens' states first, then the pooler's vector."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, token_type_ids):
        out = self.model(input_ids, attention_mask=attention_mask, token_type_ids=token_type_ids)
        return out.last_hidden_state, out.pooler_output


class Sentence(torch.nn.Module):
    """Pools and normalises in the graph, next to the states. Takes positions, no token types."""

    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, input_ids, attention_mask, position_ids):
        states = self.model(input_ids, attention_mask=attention_mask, position_ids=position_ids).last_hidden_state
        mask = attention_mask.unsqueeze(-1).to(states.dtype)
        mean = (states * mask).sum(1) / mask.sum(1)
        return states, torch.nn.functional.normalize(mean, dim=-1)


def export(model, inputs, outputs, file):
    ids = torch.tensor([[2, 60, 61, 62, 3], [2, 70, 71, 72, 3]])
    values = {"input_ids": ids, "attention_mask": torch.ones_like(ids), "token_type_ids": torch.zeros_like(ids),
              "position_ids": torch.arange(5).expand(2, 5)}
    axes = dict.fromkeys(inputs, TOKENS) | {name: {0: "texts"} for name in outputs}
    torch.onnx.export(model, tuple(values[name] for name in inputs), file, input_names=inputs, output_names=outputs,
                      dynamic_axes=axes, dynamo=False, opset_version=17)
    shorten(file)


def shorten(file):
    """Without what no program reads: the exporter's long names and notes."""
    whole = onnx.load(file)
    graph = whole.graph
    kept = {one.name for one in [*graph.input, *graph.output]}
    short = {}
    name = lambda long: long if not long or long in kept else short.setdefault(long, f"t{len(short)}")
    for node in graph.node:
        node.name = node.doc_string = ""
        node.input[:] = [name(one) for one in node.input]
        node.output[:] = [name(one) for one in node.output]
    for one in graph.initializer:
        one.name = name(one.name)
    del graph.value_info[:]
    onnx.save(whole, file)


def vectors_of(session, tokenizer, sentences, output):
    names = [one.name for one in session.get_inputs()]
    vectors = []
    for text in sentences:
        ids = np.array([tokenizer(text)["input_ids"]])
        values = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids),
                  "position_ids": np.arange(ids.shape[1])[None]}
        vectors.append(session.run([output], {name: values[name] for name in names})[0][0])
    return vectors


def bad(folder):
    """Models that sonde refuses: a fixed length, an unknown input, scores alone, weights elsewhere."""
    def model(name, inputs, output, shape):
        nodes = [helper.make_node("Cast", [inputs[0][0]], ["given"], to=TensorProto.FLOAT),
                 helper.make_node("Unsqueeze", ["given", "axes"], [output])]
        axes = helper.make_tensor("axes", TensorProto.INT64, [1], [2])
        graph = helper.make_graph(
            nodes, name, [helper.make_tensor_value_info(key, TensorProto.INT64, size) for key, size in inputs],
            [helper.make_tensor_value_info(output, TensorProto.FLOAT, shape)], [axes])
        made = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
        onnx.save(made, folder / f"{name}.onnx")

    free = ["texts", "tokens"]
    model("fixed", [("input_ids", [1, 128])], "last_hidden_state", [1, 128, 1])
    model("pixels", [("input_ids", free), ("pixel_values", free)], "last_hidden_state", [*free, 1])
    model("nothing", [("ids", free)], "last_hidden_state", [*free, 1])
    model("scores", [("input_ids", free)], "logits", [*free, 1])
    whole = onnx.load(folder / "states.onnx")
    onnx.save(whole, folder / "parted.onnx", save_as_external_data=True, location="parted.weights", size_threshold=64)


def main(golden):
    folder = golden / "onnx"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    plain = golden / "plain-bert"
    for name in ("tokenizer.json", "tokenizer_config.json", "config.json"):
        shutil.copy(plain / name, folder)
    model = transformers.AutoModel.from_pretrained(plain, attn_implementation="eager").eval()
    tokenizer = transformers.AutoTokenizer.from_pretrained(plain)
    sentences = json.loads((plain / "expected.json").read_text())["sentences"]
    export(States(model), ["input_ids", "attention_mask", "token_type_ids"],
           ["last_hidden_state", "pooler_output"], folder / "states.onnx")
    model.encoder.layer = model.encoder.layer[:1]  # a smaller file
    export(Sentence(model), ["input_ids", "attention_mask", "position_ids"],
           ["token_embeddings", "sentence_embedding"], folder / "sentence.onnx")
    states = onnxruntime.InferenceSession(folder / "states.onnx")
    sentence = onnxruntime.InferenceSession(folder / "sentence.onnx")
    of_tokens = vectors_of(states, tokenizer, sentences, "last_hidden_state")
    cases = [
        ("states.onnx", "", [one.mean(0) for one in of_tokens]),
        ("states.onnx", "pooling=cls", [one[0] for one in of_tokens]),
        ("states.onnx", "output=pooler_output", vectors_of(states, tokenizer, sentences, "pooler_output")),
        ("parted.onnx", "pooling=max", [one.max(0) for one in of_tokens]),
        ("sentence.onnx", "", vectors_of(sentence, tokenizer, sentences, "sentence_embedding")),
        ("sentence.onnx", "pooling=cls", [one[0] for one in vectors_of(sentence, tokenizer, sentences, "token_embeddings")]),
    ]
    bad(folder)
    text = json.dumps({
        "versions": {"torch": torch.__version__, "transformers": transformers.__version__,
                     "onnxruntime": onnxruntime.__version__},
        "sentences": sentences,
        "cases": [{"file": file, "options": options, "vectors": [[round(float(x), 7) for x in one] for one in vectors]}
                  for file, options, vectors in cases],
    }, separators=(",", ":"))
    (folder / "expected.json").write_text(text + "\n")
    print(sum(one.stat().st_size for one in folder.iterdir()), "bytes")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
