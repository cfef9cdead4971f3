"""Writes a model as ONNX for batches without padding: token ids in, unit vectors out.

usage: export_onnx.py MODEL ONNX
"""

import json
import sys
import warnings
from pathlib import Path

import torch
import transformers


class Unpadded(torch.nn.Module):
    def __init__(self, model):
        super().__init__()
        self.model = model

    def forward(self, ids):
        states = self.model.embeddings(input_ids=ids)
        more = self.relative_positions(states)
        for layer in self.model.encoder.layer:
            states = layer(states, *more)
            states = states[0] if isinstance(states, tuple) else states
        return torch.nn.functional.normalize(states.mean(1), dim=-1)

    def relative_positions(self, states):
        """The other inputs of an MPNet layer: no mask, and the bias that all layers share."""
        encoder = self.model.encoder
        if not hasattr(encoder, "compute_position_bias"):
            return ()
        return None, encoder.compute_position_bias(states)


def main():
    model_folder, onnx = sys.argv[1:]
    model = transformers.AutoModel.from_pretrained(model_folder, attn_implementation="eager").eval()
    part = Path(onnx + ".part")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter's word that it is the older one
        torch.onnx.export(Unpadded(model), (torch.randint(1000, 2000, (2, 7)),), str(part),
                          input_names=["ids"], output_names=["vectors"], dynamo=False,
                          dynamic_axes={"ids": {0: "texts", 1: "tokens"}, "vectors": {0: "texts"}})
    part.rename(onnx)
    print(json.dumps({"onnx": onnx}))


main()
