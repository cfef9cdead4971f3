"""`sonde make negations`, through the built program."""
import csv
import json
import re
from pathlib import Path

import pytest
from program import shared_data


def negate(sonde, sentences, *words):
    """A dict per sentence, and the program's message about all of them."""
    answer = sonde("make", "negations", *words, "--format", "jsonl", stdin="".join(s + "\n" for s in sentences).encode())
    return [json.loads(line) for line in answer.out.splitlines()], answer.messages


EXAMPLES = {
    (): [
        ("She goes.", "She does not go.", ["do-support"]),
        ("She does.", "She does not.", ["ellipsis"]), ("I do!", "I do not!", ["ellipsis"]),
        ("She's been to Paris.", "She's not been to Paris.", ["auxiliary"]),
        ("I would've done it.", "I would not have done it.", ["auxiliary"]),
        ("Is he happy?", "Is he not happy?", ["question"]),
        ("Open the door.", "Do not open the door.", ["command"]),
        ("Let's go home.", "Let's not go home.", ["let us"]),
    ],
    ("--contract",): [
        ("She goes.", "She doesn't go.", ["do-support"]),
        ("He can swim.", "He can't swim.", ["auxiliary"]),
        ("They'll come.", "They won't come.", ["auxiliary"]),
        ("We shall see.", "We shan't see.", ["auxiliary"]),
        ("She's been to Paris.", "She hasn't been to Paris.", ["auxiliary"]),
        ("She's happy.", "She isn't happy.", ["auxiliary"]),
        ("She's done it.", "She's not done it.", ["auxiliary"]),  # "hasn't" or "isn't"
        ("I'm ready.", "I'm not ready.", ["auxiliary"]),
        ("It may rain tomorrow.", "It may not rain tomorrow.", ["auxiliary"]),
        ("Is he happy?", "Isn't he happy?", ["question"]),
        ("Open the door.", "Don't open the door.", ["command"]),
    ],
    ("--affirm",): [
        ("She doesn't go.", "She goes.", ["not taken away", "do-support undone"]),
        ("He didn't take the bus.", "He took the bus.", ["not taken away", "do-support undone"]),
        ("He did not run and jump.", "He ran and jumped.", ["not taken away", "do-support undone"]),
        ("They do not carry it.", "They carry it.", ["not taken away", "do-support undone"]),
        ("Don't open the door.", "Open the door.", ["not taken away", "do-support undone"]),
        ("He cannot swim.", "He can swim.", ["not taken away"]),
        ("I won’t go.", "I will go.", ["not taken away"]),
        ("I'll not be late.", "I'll be late.", ["not taken away"]),
        ("Can it not work?", "Can it work?", ["not taken away"]),
        ("He never smokes.", "He smokes.", ["never taken away"]),
        ("I will never go there.", "I will go there.", ["never taken away"]),
    ],
    ("--verb", "say"): [
        ("He said that she left.", "He did not say that she left.", ["do-support"]),
    ],
    ("--verb", "leaves"): [
        ("He said that she left.", "He said that she did not leave.", ["do-support"]),
        ("He wants to leave.", "He wants not to leave.", ["infinitive"]),
        ("The man who has left likes tea.", "The man who has not left likes tea.", ["auxiliary"]),
    ],
    ("--verb", "like", "--occurrence", "2"): [
        ("I like tea and she likes milk.", "I like tea and she does not like milk.", ["do-support"]),
    ],
    ("--language", "nl"): [
        ("Er is een man die zingt", "Er is geen man die zingt", ["geen"]),
        ("De man is een gitaar aan het bespelen", "De man is geen gitaar aan het bespelen", ["geen"]),
        ("De man is aan het spelen.", "De man is niet aan het spelen.", ["niet"]),
        ("Hij slaapt.", "Hij slaapt niet.", ["niet"]),
        ("Hij kan zwemmen.", "Hij kan niet zwemmen.", ["niet"]),
        ("Ik zie de kat.", "Ik zie de kat niet.", ["niet"]),
    ],
    ("--language", "nl", "--affirm"): [
        ("Er is geen jonge hond die rent", "Er is een jonge hond die rent", ["geen taken away"]),
        ("Er zijn geen katten.", "Er zijn katten.", ["geen taken away"]),
        ("De man slaapt niet.", "De man slaapt.", ["niet taken away"]),
    ],
    ("--verb", "live", "--affirm"): [
        ("The man who doesn't live here likes tea.", "The man who lives here likes tea.",
         ["not taken away", "do-support undone"]),
    ],
}


@pytest.mark.parametrize("words", EXAMPLES, ids=" ".join)
def test_sentences_come_out_with_their_rules(sonde, words):
    lines, messages = negate(sonde, [sentence for sentence, *_ in EXAMPLES[words]], *words)
    assert [(line["sentence"], line["result"], line["rules"]) for line in lines] == EXAMPLES[words]
    assert messages == [f"sonde: {len(lines)} of {len(lines)} sentence{'' if len(lines) == 1 else 's'}"]


REFUSED = {
    (): [("He never smokes.", "negated already"), ("a mute appeal", "no main clause"),
         ("A man dressed in a pale scarf with a stick", "no rule")],
    ("--affirm",): [("He smokes.", "not negated"), ("He said that she did not come.", "not negated"),
                    ("He does not have any money.", "no rule"), ("He isn't a doctor but a nurse.", "no rule"),
                    ("He did not lie.", "no rule"), ("He left without a word.", "no rule")],
    ("--verb", "go"): [("He smokes.", "no such verb"), ("the going rate", "no main clause")],
    ("--language", "nl"): [("Hij slaapt nooit.", "negated already"), ("De man rijdt.", "no rule"),
                           ("Iemand die zingt is in de tuin", "no rule"), ("Er is een paar sokken", "no rule"),
                           ("Is hij een man?", "no rule")],
    ("--language", "nl", "--affirm"): [("Hij slaapt.", "not negated"), ("Hij rookt niet meer.", "no rule"),
                                       ("Er is geen melk.", "no rule"), ("Ik denk dat hij niet komt", "no rule")],
    ("--verb", "smoke", "--occurrence", "2"): [("He smokes.", "no such verb")],
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_refusals_are_counted(sonde, words):
    lines, messages = negate(sonde, [sentence for sentence, _ in REFUSED[words]], *words)
    assert [(line["sentence"], line["refusal"]) for line in lines] == REFUSED[words]
    counts = {why: [w for _, w in REFUSED[words]].count(why) for _, why in REFUSED[words]}
    assert messages == [f"sonde: 0 of {len(lines)} sentence{'' if len(lines) == 1 else 's'}",
                        *(f"sonde: refused, {why}: {n}" for why, n in sorted(counts.items()))]


def test_tsv(sonde):
    answer = sonde("make", "negations", "--affirm", stdin=b"He didn't go.\nHe went.")
    assert answer.out == ("sentence\tresult\trules\trefusal\n"
                          "He didn't go.\tHe went.\tnot taken away, do-support undone\t\n"
                          "He went.\t\t\tnot negated\n")


@pytest.mark.parametrize("words, text, code, message", [
    (["--format", "xml"], "He goes.\n", 2, "unknown format 'xml'; use tsv or jsonl"),
    ([], "", 3, "standard input: no sentence is there; give one sentence per line"),
    ([], "He goes.\nHe\tgoes.\n", 3, "standard input:2: has a tab"),
    (["--language", "de"], "Er geht.\n", 2, "unknown language 'de'; use en or nl"),
    (["--language", "nl", "--contract"], "Hij gaat.\n", 2, "contractions and named verbs are for English"),
    (["--occurrence", "0"], "He goes.\n", 2, "--occurrence: '0' is not a whole number, 1 or more"),
])
def test_what_it_does_not_take(sonde, words, text, code, message):
    assert message in sonde("make", "negations", *words, stdin=text.encode(), code=code).err


def same_words(sentence):
    """One spelling for what can be contracted, and for "not" in questions."""
    for short, long in [("can't", "cannot"), ("won't", "will not"), ("shan't", "shall not"), ("cannot", "can not"),
                        ("n't", " not"), ("'m", " am"), ("'re", " are"), ("'ll", " will"), ("'ve", " have")]:
        sentence = sentence.replace(short, long)
    sentence = re.sub(r"^(\w+) not (I|you|he|it|we|they|there)\b", r"\1 \2 not", sentence)
    return " ".join(sentence.split())


def is_same(result, given):
    """Whether the results agree. The given one may have written out the result's 's."""
    result, given = same_words(result), same_words(given)
    written_out = [result.replace("'s not", f" {verb} not") for verb in ["is", "has"]]
    return given in [result, *written_out]


def negations(sentence):
    return len(re.findall(r"n't\b|\b(?:not|cannot|never)\b", sentence, re.I))


def test_cases_that_others_wrote(sonde):
    """Two differ from the given output in the place of "really". Link Grammar 5.12.5 parses two more than 5.12.0."""
    with open(shared_data("makers/negate_cases.tsv"), newline="") as file:
        cases = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len(cases) == 191
    accepted, same = 0, 0
    for affirm in [False, True]:
        for contract in ["True", "False"]:
            some = [case for case in cases if case["prefer_contractions"] == contract
                    and affirm == (negations(case["output"]) < negations(case["input"]))]
            words = [*["--affirm"] * affirm, *["--contract"] * (contract == "True")]
            lines, _ = negate(sonde, [case["input"] for case in some], *words)
            accepted += sum(not line["refusal"] for line in lines)
            same += sum(is_same(line["result"], case["output"]) for line, case in zip(lines, some, strict=True))
    features = Path("/usr/include/link-grammar/link-features.h").read_text()
    version = re.search(r'LINK_VERSION_STRING "([^"]+)"', features)[1]
    assert (accepted, same) == ((172, 170) if version == "5.12.5" else (170, 168))
