"""The vector store: misses, hits, and the effects of damage."""
import os
import random
import shutil
import sqlite3
import tempfile
from pathlib import Path

import numpy as np
import pytest
from program import edit_json, has_bf16, has_int8, read_safetensors, write_safetensors

SPEC = "hf:tiny"
DATA = ("--probe", "sts", "--data", "pairs.tsv")


def change_one_weight(model):
    file = model / "model.safetensors"
    header, data = read_safetensors(file)
    begin, _ = header["embeddings.word_embeddings.weight"]["data_offsets"]
    changed = bytearray(data)
    changed[begin + 1] ^= 1
    write_safetensors(file, header, bytes(changed))


def swap_two_words(model):
    def swap(content):
        vocabulary = content["model"]["vocab"]
        one, two = [word for word in vocabulary if word.isalpha()][:2]
        vocabulary[one], vocabulary[two] = vocabulary[two], vocabulary[one]
    edit_json(model / "tokenizer.json", swap)


def change_config(model):
    edit_json(model / "config.json", lambda c: c.update(layer_norm_eps=1e-6))


def change_pooling(model):
    (file,) = model.glob("*Pooling/config.json")
    edit_json(file, lambda c: c.update(pooling_mode_cls_token=True, pooling_mode_mean_tokens=False))


def change_length_limit(model):
    (model / "sentence_bert_config.json").write_text('{"max_seq_length": 7}')


def change_prompt(model):
    (model / "config_sentence_transformers.json").write_text(
        '{"prompts": {"query": "what is: "}, "default_prompt_name": "query"}')


def change_lower_case(model):
    edit_json(model / "sentence_bert_config.json", lambda c: c.update(do_lower_case=True))


def leave_the_prompt_out(model):
    edit_json(model / "1_Pooling/config.json", lambda c: c.update(include_prompt=False))


def change_activation(model):
    edit_json(model / "2_Dense/config.json",
              lambda c: c.update(activation_function="torch.nn.modules.linear.Identity"))


def change_dense_weights(model):
    file = model / "2_Dense/model.safetensors"
    header, data = read_safetensors(file)
    write_safetensors(file, header, bytes([data[0] ^ 1]) + data[1:])


@pytest.fixture
def filled(sonde, sts, tiny):
    """A store that holds the texts' vectors."""
    assert sonde.run("first.sonde", "--encoder", SPEC, *DATA).made_and_served == (120, 0)
    return sonde


@pytest.mark.parametrize("change", [change_one_weight, swap_two_words, change_config,
                                    change_pooling, change_length_limit, change_prompt,
                                    change_lower_case, leave_the_prompt_out, change_activation,
                                    change_dense_weights])
def test_a_changed_model_misses_the_store(filled, change):
    change(filled.folder / "tiny")
    assert filled.run("b.sonde", "--encoder", SPEC, *DATA).made_and_served == (120, 0)


def test_files_that_swap_their_roles_miss_the_store(sonde, sts, tiny):
    (tiny / "tokenizer_config.json").unlink()
    (tiny / "sentence_bert_config.json").write_text('{"do_lower_case": true}')
    assert sonde.run("a.sonde", "--encoder", SPEC, *DATA).made_and_served == (120, 0)
    (tiny / "sentence_bert_config.json").rename(tiny / "tokenizer_config.json")
    assert sonde.run("b.sonde", "--encoder", SPEC, *DATA).made_and_served == (120, 0)


@pytest.mark.parametrize("name", ["ONEDNN_MAX_CPU_ISA", "DNNL_MAX_CPU_ISA"])
def test_what_would_bend_the_engine_behind_the_stores_back_is_refused(sonde, name):
    sonde.environment[name] = "AVX2"
    answer = sonde("list", "encoders", code=2)
    assert len(answer.err.splitlines()) == 1 and f"unset {name}" in answer.err


def test_a_changed_model_misses_the_store_when_digests_are_remembered(sonde, sts, tiny):
    sonde.set_clock_ahead()  # digests of young files are not remembered
    sonde.run("a.sonde", "--encoder", SPEC, *DATA)
    assert sonde.run("b.sonde", "--encoder", SPEC, *DATA).made_and_served == (0, 120)
    before = (tiny / "model.safetensors").stat()
    change_one_weight(tiny)
    os.utime(tiny / "model.safetensors", ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (tiny / "model.safetensors").stat().st_size == before.st_size
    assert sonde.run("c.sonde", "--encoder", SPEC, *DATA).made_and_served == (120, 0)


OPTIONS = ["pooling=cls", "pooling=max", "prompt=query:%20", "layer=1", "layer=0", "layer=words",
           "normalize=false", "max_tokens=6", "precision=bf16",
           "precision=int8"]


@pytest.mark.parametrize("option", OPTIONS)
def test_another_option_misses_the_store(filled, option):
    lacks = {"precision=bf16": not has_bf16(), "precision=int8": not has_int8()}
    if lacks.get(option):
        refused = filled.run("b.sonde", "--encoder", f"{SPEC}?{option}", *DATA, code=2)
        assert option.partition("=")[2] in refused.err
        return
    made, served = filled.run("b.sonde", "--encoder", f"{SPEC}?{option}", *DATA).made_and_served
    assert (made, served) == (120, 0)
    again = filled.run("c.sonde", "--encoder", f"{SPEC}?{option}", *DATA)
    assert again.made_and_served == (0, 120)


def test_an_unchanged_model_hits_the_store_from_any_folder(filled):
    shutil.copytree(filled.folder / "tiny", filled.folder / "elsewhere" / "copy")
    for spec in (SPEC, "hf:elsewhere/copy", "named=hf:tiny?group=some", "hf:tiny?pooling=mean"):
        made, served = filled.run("b.sonde", "--encoder", spec, *DATA, "--replace").made_and_served
        assert (made, served) == (0, 120), spec


def test_what_the_store_lost_is_made_again(sonde, tiny):
    lines = [f"sentence number {i}\tanother one, {i}\t{i % 6}" for i in range(600)]
    (sonde.folder / "many.tsv").write_text("\n".join(["first\tsecond\tgold", *lines]) + "\n")
    run = ("--encoder", SPEC, "--probe", "sts", "--data", "many.tsv", "--replicates", "20")
    assert sonde.run("first.sonde", *run).made_and_served == (1200, 0)
    for name, lost in (("few", "rowid % 97 = 5"), ("half", "rowid % 2 = 1"), ("all", "true")):
        with sqlite3.connect(sonde.store) as store:
            (count,) = store.execute(f"SELECT count(*) FROM vectors WHERE {lost}").fetchone()
            store.execute(f"DELETE FROM vectors WHERE {lost}")
        store.close()
        assert sonde.run(f"{name}.sonde", *run).made_and_served == (count, 1200 - count)
        assert read(sonde, name) == read(sonde, "first")
    assert sonde.run("again.sonde", *run).made_and_served == (0, 1200)


def read(sonde, name):
    return (sonde.folder / f"{name}.sonde").read_bytes()


def truncate(part):
    def damage(store):
        with open(store, "r+b") as file:
            file.truncate(int(store.stat().st_size * part))
    return damage


def flip(seed, count):
    def damage(store):
        content = bytearray(store.read_bytes())
        draw = random.Random(seed)
        for _ in range(count):
            content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
        store.write_bytes(content)
    return damage


def overwrite(content):
    return lambda store: store.write_bytes(content)


def break_header(store):
    with open(store, "r+b") as file:
        file.seek(16)
        file.write(bytes(range(84)))


DAMAGES = {
    **{f"truncated at {part}": truncate(part) for part in (0, 0.001, 0.1, 0.5, 0.9, 0.999)},
    **{f"one bit, seed {seed}": flip(seed, 1) for seed in range(12)},
    **{f"50 bits, seed {seed}": flip(seed, 50) for seed in range(4)},
    "header": break_header,
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_store_serves_nothing_wrong(filled, damage):
    DAMAGES[damage](filled.store)
    answer = filled.run("b.sonde", "--encoder", SPEC, *DATA)
    made, served = answer.made_and_served
    assert made + served == 120
    assert read(filled, "b") == read(filled, "first")
    if made > 0 and filled.store.stat().st_size > 0 and damage != "truncated at 0":
        assert "damaged" in answer.err and "again" in answer.err
    assert filled.run("c.sonde", "--encoder", SPEC, *DATA).made_and_served == (0, 120)
    filled("store")


def test_a_text_is_no_store_and_stays_where_it_is(filled):
    notes = filled.folder / "notes.txt"
    notes.write_text("mine\n" * 300)
    words = ("run", "--encoder", SPEC, *DATA, "--out", "n.sonde", "--store", "notes.txt")
    answer = filled(*words, code=3)
    assert "notes.txt: this is not a vector store" in answer.err
    assert notes.read_text() == "mine\n" * 300


def test_a_binary_file_is_no_store_and_stays_where_it_is(filled):
    np.save(filled.folder / "emb.npy", np.ones((50, 8)))
    (filled.folder / "noise").write_bytes(bytes(range(256)) * 40)
    for file in (filled.folder / "emb.npy", filled.folder / "noise"):
        before = file.read_bytes()
        answer = filled("run", "--encoder", SPEC, *DATA, "--out", "n.sonde", "--store", file.name, code=3)
        assert f"{file.name}: this is not a vector store" in answer.err
        assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"mine\n" * 300, b"\x93NUMPY" + bytes(5000), b"\x7fELF" + bytes(range(256)) * 40,
                                     bytes(65536), b"SQ", b"SQLite format 3", b"CREATE TABLE birds(name TEXT);\n" * 9])
def test_what_is_no_store_is_told_so_by_run_and_store(filled, content):
    notes = filled.folder / "notes"
    notes.write_bytes(content)
    run = ("run", "--encoder", SPEC, *DATA, "--out", "n.sonde")
    for words in (run, ("store",), ("store", "--prune", "all")):
        answer = filled(*words, "--store", "notes", code=3)
        assert "notes: this is not a vector store" in answer.err
        answer = filled(*words, "--store", "first.sonde", code=3)
        assert "first.sonde: this is not a vector store" in answer.err
        assert "this is a folder" in filled(*words, "--store", ".", code=3).err
    assert notes.read_bytes() == content
    assert not [path for path in filled.folder.glob("*.lock") if path.name != "n.sonde.lock"]


def test_a_store_that_may_only_be_read_is_shown(filled):
    folder = Path(tempfile.mkdtemp())  # tmp_path's parents are closed to others
    try:
        shutil.copy(filled.store, folder / "s.sqlite")
        (folder / "s.sqlite").chmod(0o444)
        folder.chmod(0o555)
        other = {"user": 65534} if os.geteuid() == 0 else {}  # root may write everything
        words = ("store", "--store", folder / "s.sqlite")
        assert "120 vectors" in filled(*words, cwd="/", **other).out
        assert [path.name for path in folder.iterdir()] == ["s.sqlite"]
        filled(*words, "--prune", "all", code=4, cwd="/", **other)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_vectors_that_changed_places_are_not_served(filled):
    database = sqlite3.connect(filled.store)
    columns = "checksum, tokens, kept, unknown, undefined, vector"
    one, two = database.execute(f"select rowid, {columns} from vectors order by rowid limit 2")
    names = ", ".join(f"{name.strip()} = ?" for name in columns.split(","))
    for row, other in ((one, two), (two, one)):
        database.execute(f"update vectors set {names} where rowid = ?", (*other[1:], row[0]))
    database.commit()
    database.close()
    answer = filled.run("b.sonde", "--encoder", SPEC, *DATA)
    assert answer.made_and_served == (2, 118) and "2 damaged records" in answer.err
    assert read(filled, "b") == read(filled, "first")


def test_processes_at_once_share_one_store(sonde, sts, tiny):
    def words(name):
        return ("run", "--encoder", SPEC, "--encoder", "random", *DATA, "--replicates", 20, "--out",
                f"{name}.sonde", "--store", "shared.sqlite")
    for _ in range(3):
        started = [sonde.start(*words(name)) for name in "abc"]
        assert [process.wait(120) for process in started] == [0, 0, 0], started[0].stderr.read()
        for process in started:
            process.communicate()
        sonde(*words("d")[:-1], "own.sqlite")
        assert read(sonde, "a") == read(sonde, "b") == read(sonde, "c") == read(sonde, "d")
        for file in [*sonde.folder.glob("*.sqlite*"), *sonde.folder.glob("*.sonde")]:
            file.unlink()


def test_the_stores_size_is_shown_and_views_are_pruned(filled):
    filled.run("b.sonde", "--encoder", "random", *DATA)
    listed = filled("store").out.splitlines()
    assert str(filled.store) in listed[0] and "MiB" in listed[0]
    views = {line.split()[0]: int(line.split()[1]) for line in listed[1:]}
    assert sorted(views.values()) == [120, 120]
    identity = next(s["identity"] for s in filled.shown("b.sonde")["subjects"])
    prefix = next(view for view in views if identity.startswith(view))
    pruned = filled("store", "--prune", prefix).out
    assert "120 vectors removed" in pruned and prefix not in pruned
    assert filled.run("c.sonde", "--encoder", SPEC, *DATA).made_and_served == (0, 120)
    assert filled.run("d.sonde", "--encoder", "random", *DATA).made_and_served == (120, 0)
    refused = filled("store", "--prune", "zzz", "--prune", "all", code=2).err
    assert "no view's digest begins with 'zzz'" in refused
    before = filled.store.stat().st_size
    assert "240 vectors removed" in filled("store", "--prune", "all").out
    assert filled.store.stat().st_size < before
    assert len(filled("store").out.splitlines()) == 1


def test_a_store_that_is_not_there_is_no_error(sonde):
    assert "no store is there" in sonde("store").out
    assert not sonde.store.exists()


def test_the_store_may_stand_anywhere(sonde, sts):
    words = ("--encoder", "random", *DATA, "--store", "deep.sqlite")
    sonde.run("a.sonde", *words)
    assert (sonde.folder / "deep.sqlite").exists() and not sonde.store.exists()
    assert sonde.run("b.sonde", *words).made_and_served == (0, 120)
    assert "120 vectors" in sonde("store", "--store", "deep.sqlite").out


def test_a_full_store_takes_no_more_and_the_run_still_works(filled, triplets):
    more = ("--encoder", SPEC, "--encoder", "random", "--probe", "triplets", "--data", triplets)
    whole = filled.run("whole.sonde", *more, "--store", "other.sqlite")
    before = filled("store").out
    answer = filled.run("b.sonde", *more, "--store-cap", 0)
    made, served = answer.made_and_served
    assert made + served == sum(whole.made_and_served) and made > 120
    assert read(filled, "b") == read(filled, "whole")
    (note, _) = answer.messages
    assert "is full" in note and "--store-cap" in note and "--prune" in note
    assert filled("store").out == before
    assert not list(filled.folder.glob("b.sonde.*"))
    # Stored vectors are served, and no notice is needed.
    answer = filled.run("c.sonde", "--encoder", SPEC, *DATA, "--store-cap", 0)
    assert answer.made_and_served == (0, 120) and len(answer.messages) == 1
    (filled.folder / "bench.toml").write_text("store-cap = 1\n")
    assert len(filled("run", "bench.toml", *more, "--out", "d.sonde", "--replicates", 20).messages) == 1
