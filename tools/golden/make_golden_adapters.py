"""Makes the tiny LoRA adapters of tests/golden, with the vectors that PEFT gives their models.

Their models are those of make_golden_models.py and make_golden_decoders.py, which must be there.
As make_golden_models.py, whose parts it uses, with peft.

    python tools/golden/make_golden_adapters.py tests/golden [NAME...]
"""

import json
import os
import sys

import numpy as np
import peft
import torch
import transformers
from make_golden_models import SENTENCES, main, pool, states_of, write_expected, write_json

LIMIT = 96
SHORT = SENTENCES[:7]


def randomise(model, seed):
    """Randomises B, which PEFT sets to 0, and the modules that are stored whole."""
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for _, weight in sorted(model.named_parameters()):
            if weight.requires_grad:
                weight.copy_(torch.randn(weight.shape, generator=generator) * 0.3)
    return model.eval()


def adapt(folder, base, kind, seed, **settings):
    """Saves an adapter of the model next to it. Returns the model, adapted but not merged."""
    os.chdir(folder.parent)  # so that the adapter names its model as a folder beside it
    # The golden model's head is not used.
    model = kind.from_pretrained(base, dtype=torch.float32, ignore_mismatched_sizes=True)
    adapted = randomise(peft.get_peft_model(model, peft.LoraConfig(**settings)), seed)
    adapted.save_pretrained(folder, save_embedding_layers=False)
    (folder / "README.md").unlink(missing_ok=True)
    (folder / "adapter_model.safetensors").chmod(0o644)
    config = json.loads((folder / "adapter_config.json").read_text())
    if isinstance(config["target_modules"], list):  # of a set
        config["target_modules"].sort()
    write_json(folder / "adapter_config.json", config)
    return adapted.base_model.model


def cases_of(model, base, pooler=False):
    tokenizer = transformers.AutoTokenizer.from_pretrained(base)
    runs = [states_of(model, tokenizer, text, LIMIT) for text in SHORT]
    cases = [
        (f"layer={layer}", [pool(states[layer], "mean") for states, _, _ in runs])
        for layer in range(len(runs[0][0]))
    ]
    if pooler:
        cases.append(("pooling=pooler", [o.pooler_output[0].double().numpy() for _, _, o in runs]))
    table = model.get_input_embeddings()
    ids = [tokenizer(text, add_special_tokens=False)["input_ids"] for text in SHORT]
    with torch.no_grad():
        rows = [table(torch.tensor(i)).double().numpy() for i in ids]
    cases.append(("layer=words", [r.mean(0) for r in rows]))
    return [
        {"options": options, "vectors": np.round(np.array(vectors), 8).tolist()}
        for options, vectors in cases
    ]


def lora_bert(folder):
    """Individual ranks and scales, an adapted table, a pooler stored whole."""
    model = adapt(
        folder, "plain-bert", transformers.AutoModel, 31, r=4, lora_alpha=6,
        target_modules=["query", "value", "word_embeddings", "intermediate.dense"],
        rank_pattern={"encoder.layer.1.attention.self.query": 2, "word_embeddings": 1},
        alpha_pattern={"value": 3, r"^encoder\.layer\.2\.attention\.self\.query": 1},
        modules_to_save=["pooler"],
    )
    write_expected(folder, cases_of(model, "plain-bert", pooler=True), SHORT)


def lora_llama(folder):
    """All matrices, scaled by the root of the rank, of a model for text. Stored in bf16."""
    model = adapt(
        folder, "llama", transformers.AutoModelForCausalLM, 32, r=3, lora_alpha=2,
        target_modules="all-linear", use_rslora=True, task_type="CAUSAL_LM",
    )
    write_expected(folder, cases_of(model.model, "llama"), SHORT)


def lora_gpt2(folder):
    """Matrices that are inputs by outputs."""
    model = adapt(
        folder, "gpt2", transformers.AutoModel, 33, r=2, lora_alpha=2, fan_in_fan_out=True,
        target_modules=["c_attn", "c_fc", "mlp.c_proj"],
    )
    write_expected(folder, cases_of(model, "gpt2"), SHORT)


if __name__ == "__main__":
    sys.argv[1] = os.path.abspath(sys.argv[1])
    main([lora_bert, lora_llama, lora_gpt2])
