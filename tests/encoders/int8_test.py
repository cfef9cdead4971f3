"""`precision=int8`: near f32 on real weights, the same bits in any batch, and what is refused."""
import numpy as np
import pytest
from program import ROOT, edit_json, has_int8, read_safetensors, write_safetensors

BATCHES = (1, 3, 7, 16, 64)


@pytest.fixture
def int8():
    if not has_int8():
        pytest.skip("this processor does not compute in int8")


def statements(count):
    """`count` sentences of sonde's own sets, evenly spaced."""
    lines = (ROOT / "data/curves/en.txt").read_text().splitlines()
    return [lines[i * len(lines) // count] for i in range(count)]


def cosines(a, b):
    a, b = a.astype(float), b.astype(float)
    return (a * b).sum(axis=1) / np.linalg.norm(a, axis=1) / np.linalg.norm(b, axis=1)


def test_cosines_with_f32_of_real_weights(int8, sonde):
    texts = statements(200)
    f32, low = (sonde.encode(texts, f"minilm?precision={name}") for name in ("f32", "int8"))
    assert cosines(f32, low).min() >= .99
    assert not np.array_equal(f32, low)


def test_same_bits_in_batches_of_any_size(int8, sonde):
    texts = [f"The {a} {b} sees the {c} house." for a in ("old", "young", "green", "small")
             for b in ("man", "dog", "judge", "king") for c in ("old", "new", "red", "blue")]
    alone = np.concatenate([sonde.encode([text], "minilm?precision=int8") for text in texts[:7]])
    for size in BATCHES:
        together = sonde.encode(texts[:size], "minilm?precision=int8")
        assert together[:7].tobytes() == alone[:size].tobytes(), size


def round_matrices(model):
    """Weights that 8 bits hold exactly, so that int8 changes nothing but the activations."""
    file = model / "model.safetensors"
    header, data = read_safetensors(file)
    data = bytearray(data)
    for name, tensor in header.items():
        if name.endswith("weight") and len(tensor["shape"]) == 2:
            first, last = tensor["data_offsets"]
            rows = np.frombuffer(data[first:last], np.float32).reshape(tensor["shape"])
            steps = np.clip(np.rint(rows * 1000), -127, 127)
            steps[:, 0] = 127
            data[first:last] = (steps / 1024).astype(np.float32).tobytes()
    write_safetensors(file, header, bytes(data))


def test_activations_are_in_8_bits_too(int8, sonde, tiny):
    round_matrices(tiny)
    f32, low = (sonde.encode(statements(20), f"hf:tiny?precision={name}") for name in ("f32", "int8"))
    assert 1e-4 < abs(f32 - low).max() < .01  # in f32 alone, other kernels differ by less than 1e-5


def test_tiles_are_refused(int8, sonde):
    wrong = sonde("encode", "--encoder", "minilm?precision=int8&kernels=tiles", code=2, stdin=b"a\n")
    assert "tiles don't compute in int8" in wrong.err


def test_a_model_that_is_too_narrow_is_refused(int8, sonde, tiny):
    edit_json(tiny / "config.json", lambda c: c.update(hidden_size=8))
    edit_json(tiny / "1_Pooling/config.json", lambda c: c.update(word_embedding_dimension=8))
    edit_json(tiny / "modules.json", lambda modules: modules.__delitem__(slice(2, None)))
    wrong = sonde("encode", "--encoder", "hf:tiny?precision=int8", code=2, stdin=b"a\n")
    assert "too narrow" in wrong.err


@pytest.mark.skipif(has_int8(), reason="this processor computes in int8")
def test_a_processor_without_it_is_told(sonde, tiny):
    wrong = sonde("encode", "--encoder", "hf:tiny?precision=int8", code=2, stdin=b"a\n")
    assert "VNNI" in wrong.err
