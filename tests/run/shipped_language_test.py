"""Without --data a run measures the shipped English sets, unless --language chooses others."""
import pytest

WORDS = ("--encoder", "random?dimension=4", "--limit", 3, "--replicates", 10, "--store", "none")


def languages(sonde, file):
    return {task["dataset"]: task["language"] for task in sonde.shown(file)["tasks"]}


@pytest.mark.parametrize("words, wanted", [((), {"en"}), (("--language", "en"), {"en"}), (("--language", "nl"), {"nl"}),
                                           (("--language", "all"), {"en", "nl"})])
def test_the_sets_are_of_the_language(sonde, words, wanted):
    sonde.run("a.sonde", *WORDS, *words)
    found = languages(sonde, "a.sonde")
    assert set(found.values()) == wanted and len(found) >= 8 * len(wanted)
    assert "wordnet" not in found and "pairs-en" not in found


def test_a_bench_file_has_the_key(sonde):
    (sonde.folder / "bench.toml").write_text('language = "nl"\nprobe = ["heros"]\nencoder = ["random"]\nlimit = 3\n')
    sonde.run("a.sonde", "bench.toml")
    assert languages(sonde, "a.sonde") == {"heros-nl": "nl"}


def test_parts_keep_the_language(sonde):
    words = (*WORDS, "--probe", "heros", "--language", "nl")
    sonde.run("whole.sonde", *words)
    for number in (1, 2):
        sonde("run", *words, "--part", f"{number}/2", "--out", f"{number}.part")
    sonde("run", "--merge", "1.part", "2.part", "--out", "merged.sonde")
    assert (sonde.folder / "merged.sonde").read_bytes() == (sonde.folder / "whole.sonde").read_bytes()


@pytest.mark.parametrize("words, message", [
    (("--language", "fr"), "no shipped data set of these probes is in the language 'fr'; known are: all, en, nl"),
    (("--language", "nl", "--data", "heros-en"), "leave out --language, or --data")])
def test_wrong_languages(sonde, words, message):
    assert message in sonde("run", *WORDS, *words, "--out", "a.sonde", code=2).err
