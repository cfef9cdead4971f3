"""Writes any encoder of transformers as ONNX: token ids without padding in, unit vectors out.

usage: export_whole.py MODEL ONNX
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
        states = self.model(input_ids=ids, attention_mask=torch.ones_like(ids))[0]
        return torch.nn.functional.normalize(states.mean(1), dim=-1)


def loaded(folder):
    config = transformers.AutoConfig.from_pretrained(folder)
    kind = transformers.T5EncoderModel if config.model_type == "t5" else transformers.AutoModel
    model = kind.from_pretrained(folder, attn_implementation="eager").eval()
    model.config.use_cache = False
    return model


def main():
    folder, onnx = sys.argv[1:]
    part = Path(onnx + ".part")
    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")  # the exporter's word that it is the older one
        torch.onnx.export(Unpadded(loaded(folder)), (torch.randint(1000, 2000, (2, 7)),), str(part),
                          input_names=["ids"], output_names=["vectors"], dynamo=False,
                          dynamic_axes={"ids": {0: "texts", 1: "tokens"}, "vectors": {0: "texts"}})
    part.rename(onnx)
    print(json.dumps({"onnx": onnx}))


main()
