"""spaCy as a labeller of semantic roles: one sentence per line in, one line of JSON out.

    pip install spacy && python -m spacy download en_core_web_sm
    echo 'The dog chased a cat in the garden.' |
      sonde roles --labeller exec --command 'python examples/spacy_labeller.py' > roles.json

The rules read the dependency parse of the main verb. They are a start: they don't distinguish Theme from
Patient. Another model is the first argument.
"""
import json
import sys

import spacy

ROLES = {"nsubj": "Agent", "agent": "Agent", "nsubjpass": "Patient", "dobj": "Patient", "attr": "Theme", "acomp": "Theme",
         "npadvmod": "Time", "advmod": "Manner"}
DIRECTIONS = {"to", "into", "onto", "from", "through", "across", "towards", "along", "past"}


def phrase(token, without=()):
    """The words of a token's subtree in order."""
    return " ".join(word.text for word in token.subtree if word not in without and not word.is_punct)


def preposition(token):
    """A prepositional phrase: Time, Trajectory or Location."""
    entities = {word.ent_type_ for word in token.subtree}
    if entities & {"DATE", "TIME"}:
        return "Time"
    return "Trajectory" if token.lower_ in DIRECTIONS else "Location"


def placed(child):
    """The role of a child of the main verb, and its phrase, or None."""
    if child.dep_ == "prep":
        return preposition(child), phrase(child)
    if child.dep_ == "neg" or child.dep_ not in ROLES:
        return None
    return ROLES[child.dep_], phrase(child, without={child} if child.dep_ == "agent" else ())


def frame(sentence):
    """The roles of the main verb. Of two phrases with the same role the first one counts."""
    root = next(token for token in sentence if token.dep_ == "ROOT")
    verb = " ".join(child.text for child in root.children if child.dep_ in ("neg", "prt"))
    found = {"Verb": f"{root.text} {verb}".strip()}
    for child in root.children:
        if role := placed(child):
            found.setdefault(*role)
    return found


def main():
    parse = spacy.load(sys.argv[1] if len(sys.argv) > 1 else "en_core_web_sm")
    for line in sys.stdin:
        print(json.dumps(frame(parse(line.strip()))), flush=True)


if __name__ == "__main__":
    main()
