"""Semantic roles through the program: labelled, compared, their weights fitted."""
import json
import sys

import pytest
from sts_study import STUDY, write_card
from program import Sonde, shared_data, write_table

ROLES = ("Agent", "Verb", "Patient", "Theme", "Time", "Manner", "Location", "Trajectory")
LABELLER = """import json, sys
for line in sys.stdin:
    agent, verb, patient = line.rstrip(".\\n").split(" ")
    print(json.dumps({"Agent": agent, "Verb": verb, "Patient": patient}), flush=True)
"""


def frame(**phrases):
    return {role: phrases.get(role, "NONE") for role in ROLES}


@pytest.fixture
def sonde(tmp_path):
    (tmp_path / "label.py").write_text(LABELLER)
    (tmp_path / "v.vec").write_text("dogs 1 0 0\ncats 0.6 0.8 0\nchase 0 0 1\nmice 0 1 0\nfear 0 0.6 0.8\n")
    rows = [("Dogs chase cats.", "Cats chase dogs.", .2), ("Dogs chase cats.", "Dogs chase cats.", 1),
            ("Cats fear mice.", "Dogs chase mice.", .5)]
    write_table(tmp_path / "pairs.tsv", ["first", "second", "gold"], rows)
    return Sonde(tmp_path)


def by_exec(sonde, *words, **options):
    return sonde("roles", "--labeller", "exec", "--command", f"{sys.executable} label.py", *words, **options)


def scores(sonde, spec, out="r.sonde"):
    sonde.run(out, "--data", "pairs.tsv", "--probe", "sts", "--scorer", f"roles={spec}", "--replace")
    return [item["subjects"]["roles"]["similarity"] for item in sonde.items(out)]


def test_what_a_program_labels_goes_into_the_scorer(sonde):
    answer = by_exec(sonde, "--data", "pairs.tsv", "--probe", "sts")
    roles = json.loads(answer.out)
    assert roles["1"] == [frame(Agent="Dogs", Verb="chase", Patient="cats"),
                          frame(Agent="Cats", Verb="chase", Patient="dogs")]
    (sonde.folder / "r.json").write_text(answer.out)
    found = scores(sonde, "roles:r.json?vectors=words:v.vec")
    assert found == pytest.approx([(3 + 2 * .6 + 2 * .6) / 11, 7 / 11, (2 * .6 + 3 * .8 + 2) / 11], abs=1e-6)
    (sonde.folder / "r.tsv").write_text(by_exec(sonde, "--data", "pairs.tsv", "--probe", "sts", "--format", "tsv").out)
    assert scores(sonde, "roles:r.tsv?vectors=words:v.vec") == found


def test_lines_have_a_sentence_or_two(sonde):
    one = json.loads(by_exec(sonde, stdin=b"Dogs chase cats.\nCats fear mice.\n").out)
    assert one == {"1": [frame(Agent="Dogs", Verb="chase", Patient="cats")],
                   "2": [frame(Agent="Cats", Verb="fear", Patient="mice")]}
    two = json.loads(by_exec(sonde, stdin=b"Dogs chase cats.\tCats fear mice.\n").out)
    assert two == {"1": [*one["1"], *one["2"]]}
    assert "standard input:2: has 2 sentences" in by_exec(sonde, stdin=b"Dogs chase cats.\na\tb\n", code=3).err
    assert "no sentence is there" in by_exec(sonde, code=3).err
    assert "standard input:1: an empty sentence" in by_exec(sonde, stdin=b"  \n", code=3).err


def test_a_program_that_fails_is_told(sonde):
    assert "label.py" in by_exec(sonde, stdin=b"Two words\n", code=4).err
    told = sonde("roles", "--labeller", "exec", "--command", "bash -c 'read line; echo hello'",
                 stdin=b"a b c\n", code=4)
    assert "its answer is not valid JSON" in told.err
    assert "no command was given" in sonde("roles", "--labeller", "exec", code=2).err
    assert "did you mean 'exec'?" in sonde("roles", "--labeller", "exce", code=2).err
    assert "'model'; known, with their defaults: command, timeout=120" in by_exec(sonde, "--model", "m", code=2).err


def test_a_chat_server_is_asked_once_and_checked(sonde, server):
    good = {"do": "answer", "text": json.dumps({"Agent": "dogs", "Verb": "chase", "Theme": "a ball"})}
    server.does({"do": "answer", "text": "I do not know."}, {"do": "fail", "status": 503}, good)
    words = ("roles", "--labeller", "chat", "--chat", server.url, "--model", "m", "--pause", "0", "--parallel", "1")
    answer = sonde(*words, stdin=b"Dogs chase cats.\nDogs chase cats.\n")
    doubted = {**frame(Agent="Dogs", Verb="chase"), "Doubt": "a phrase was not in the sentence"}
    assert json.loads(answer.out) == {row: [doubted] for row in "12"}
    assert "a phrase was not in the sentence: 2 of 2 sentences" in answer.err
    asked = len(server.log)
    assert asked == 3
    again = sonde(*words, stdin=b"Dogs chase cats.\n")
    assert json.loads(again.out)["1"] == [doubted]
    assert len(server.log) == asked
    assert (sonde.folder / "roles.ledger").exists()


def test_a_semparse_server_is_asked(sonde, server):
    answer = sonde("roles", "--labeller", "verbnet", "--server", server.base, stdin=b"Dogs chase cats.\n")
    assert json.loads(answer.out) == {"1": [frame(Agent="Dogs", Verb="chase", Patient="cats")]}
    assert "no server was given" in sonde("roles", "--labeller", "verbnet", code=2).err


def test_weights_are_fitted_and_applied(sonde):
    (sonde.folder / "r.json").write_text(by_exec(sonde, "--data", "pairs.tsv", "--probe", "sts").out)
    fit = ("roles", "fit", "roles:r.json?vectors=words:v.vec", "--probe", "sts")
    weights = sonde(*fit, "--data", "pairs.tsv").out
    (sonde.folder / "w.toml").write_text(weights)
    numbers = dict(line.split(" = ") for line in weights.splitlines())
    assert tuple(numbers) == ROLES
    assert float(numbers["Verb"]) >= 0 and float(numbers["Time"]) == 0
    agent, verb, patient = (float(numbers[role]) for role in ("Agent", "Verb", "Patient"))
    found = scores(sonde, "roles:r.json?vectors=words:v.vec&weights=w.toml")
    assert found == pytest.approx([(verb + .6 * agent + .6 * patient) / (agent + verb + patient), 1,
                                   (.6 * agent + .8 * verb + patient) / (agent + verb + patient)], abs=1e-6)


def test_what_is_fitted_takes_the_scorers_options(sonde):
    (sonde.folder / "r.json").write_text(by_exec(sonde, "--data", "pairs.tsv", "--probe", "sts").out)
    fit = ("roles", "fit", "--data", "pairs.tsv", "--probe", "sts")
    plain = sonde(*fit, "roles:r.json?vectors=words:v.vec").out
    assert sonde(*fit, "roles:r.json?vectors=words:v.vec&data=pairs&check=none").out == plain
    assert "to 'others', not of 'pairs'" in sonde(*fit, "roles:r.json?vectors=words:v.vec&data=others", code=2).err
    other = [frame(Agent="snow", Verb="falls"), frame(Agent="rain", Verb="falls")]
    (sonde.folder / "other.json").write_text(json.dumps({str(i + 1): other for i in range(3)}))
    assert "has the roles of other sentences" in sonde(*fit, "roles:other.json?vectors=words:v.vec", code=3).err


@pytest.mark.parametrize("rows, told", [
    ([("Dogs chase cats.", "Cats chase dogs.", .2)], "row"),
    ([("Dogs chase cats.", "Cats chase dogs.", 1), ("Dogs chase cats.", "Dogs chase cats.", 1)], "same"),
])
def test_one_row_and_constant_targets_teach_no_weights(sonde, rows, told):
    write_table(sonde.folder / "few.tsv", ["first", "second", "gold"], rows)
    (sonde.folder / "few.json").write_text(by_exec(sonde, "--data", "few.tsv", "--probe", "sts").out)
    answer = sonde("roles", "fit", "roles:few.json?vectors=words:v.vec", "--data", "few.tsv", "--probe", "sts",
                   code=3)
    assert told in answer.err


def test_bad_roles_are_told(sonde):
    good = json.loads(by_exec(sonde, "--data", "pairs.tsv", "--probe", "sts").out)

    def told(roles, options="", weights=None):
        (sonde.folder / "bad.json").write_text(json.dumps(roles))
        if weights is not None:
            (sonde.folder / "bad.toml").write_text(weights)
        return sonde.run("bad.sonde", "--data", "pairs.tsv", "--probe", "sts", "--scorer",
                         f"roles:bad.json?vectors=words:v.vec{options}", code=3).err

    assert "bad.json: has the roles of 2 pairs, but the data set 'pairs' has 3 rows" in told({k: good[k] for k in "12"})
    assert "unknown role 'Agnet' (item 1); did you mean 'Agent'?" in told({**good, "1": [{"Agnet": "x"}, {}]})
    other = [frame(Agent="snow", Verb="falls"), frame(Agent="rain", Verb="falls")]
    assert "has the roles of other sentences: in 6 of 6" in told(dict.fromkeys(good, other))
    assert "the weights sum to 0" in told(good, "&weights=bad.toml", "Verb = 0\n")
    assert "bad.toml:1: unknown role 'Vreb'" in told(good, "&weights=bad.toml", "Vreb = 1\n")


@pytest.fixture(scope="module")
def study(tmp_path_factory):
    shared_data(STUDY.name)
    sonde = Sonde(tmp_path_factory.mktemp("roles"))
    write_card(sonde.folder, "STS3k_all")
    return sonde


def test_the_studys_roles_fit_its_sentences(study):
    """Uses random vectors, because only the words of 11,200 frames are checked."""
    folder = STUDY / "roles"
    for name in ("full_VerbNet_pass_STS3k_all_mod", "GPT4_STS3k_all"):
        study.run("s.sonde", "--data", "STS3k_all.toml", "--replace", "--scorer",
                  f"roles:{folder}/{name}.json?vectors=random")
    shifted = json.loads((folder / "GPT4_STS3k_all.json").read_text())
    rows = list(shifted.values())
    (study.folder / "shifted.json").write_text(json.dumps({str(i + 1): rows[i - 1] for i in range(len(rows))}))
    told = study.run("x.sonde", "--data", "STS3k_all.toml", "--scorer", "roles:shifted.json?vectors=random", code=3)
    assert "shifted.json: has the roles of other sentences" in told.err
