# SPDX-License-Identifier: Apache-2.0
"""Whether one sentence is another with exactly one negation put in."""

from .words import CLITIC_READINGS, IRREGULAR, expand, listed

PREFIXES = ("", "un", "re", "over", "under", "out", "fore", "with", "mis", "up", "broad")
DO_FORMS = {"do", "does", "did"}
AUXILIARIES = DO_FORMS | set("""am is are was were have has had will would shall
should can could may might must ought need 's 'd""".split())


def regular_past(base):
    """Return the spellings that a regular past tense of `base` may have."""
    forms = {base + "ed", base + base[-1] + "ed", base + "ked"}
    if base.endswith("e"):
        forms.add(base + "d")
    if base.endswith("y"):
        forms.add(base[:-1] + "ied")
    return forms


def is_past(form, base):
    """Return whether `form` can be the past tense of `base`."""
    if form in regular_past(base):
        return True
    return any(base == p + b and form in {p + f for f in forms}
               for p in PREFIXES for b, forms in IRREGULAR.items())


def is_third_person(form, base):
    """Return whether `form` is the third person singular of `base`."""
    if base in ("have", "do"):
        return form == {"have": "has", "do": "does"}[base]
    forms = {base + "s", base + "es"}
    if base.endswith("y"):
        forms.add(base[:-1] + "ies")
    return form in forms


def same_word(a, b):
    """Compare two expanded words. 's is also is/has, 'd also had/would."""
    return a == b or b in CLITIC_READINGS.get(a, ()) or a in CLITIC_READINGS.get(b, ())


def is_auxiliary_negated(negated, plain, i):
    """Return whether `negated` is `plain` with a not at i after its auxiliary, with do-support."""
    if not AUXILIARIES & set(negated[max(0, i - 2) : i]):
        return False  # two words: "is not", "is she not"
    without = negated[:i] + negated[i + 1 :]
    if len(without) == len(plain) and all(map(same_word, without, plain)):
        return True
    do, rest = negated[i - 1], negated[: i - 1] + negated[i + 1 :]
    if do not in DO_FORMS or len(rest) != len(plain):
        return False
    wrong = [k for k in range(len(rest)) if not same_word(rest[k], plain[k])]
    if do == "do":
        return not wrong
    # The verb follows the not, at most one adverb between.
    if len(wrong) != 1:  # none: read / did not read
        return not wrong and do == "did" and any(is_past(w, w) for w in rest[i - 1 : i + 1])
    if not i - 1 <= wrong[0] <= i:
        return False
    form_of = is_past if do == "did" else is_third_person
    return form_of(plain[wrong[0]], rest[wrong[0]])


def is_put_in(negated, plain, i):
    """Return whether the word at i is all that differs. The article next to it may be a or an."""
    rest = negated[:i] + negated[i + 1 :]
    if len(rest) != len(plain):
        return False
    wrong = [k for k in range(len(rest)) if not same_word(rest[k], plain[k])]
    return all(abs(k - i) <= 1 and {rest[k], plain[k]} == {"a", "an"} for k in wrong)


def is_negated_en(negated, plain, i, anywhere):
    """Return whether `negated` is `plain` with an English negator at i."""
    if anywhere and is_put_in(negated, plain, i):
        return True
    return negated[i] == "not" and is_auxiliary_negated(negated, plain, i)


def is_negated_by_word(negated, plain, i, language):
    """Return whether `negated` is `plain` with a negator at i. Some replace a word, as Dutch geen does een."""
    before, after = negated[:i], negated[i + 1 :]
    if before + after == plain:
        return True
    return negated[i] in listed(language, "standing_for") and any(
        before + [w] + after == plain for w in listed(language, "positives"))


def negators(language, anywhere):
    """Return the words that negate: all, or those of a plain denial (not, or niet and geen)."""
    return listed(language, "negators" if anywhere else "denials")


def negator_count(sentence, language="en", anywhere=True):
    """Return how many negators a sentence has, or without `anywhere`, those of a plain denial."""
    found = negators(language, anywhere)
    return sum(w in found for w in expand(sentence, language))


def negation_place(a, b, language="en", anywhere=True):
    """Return (place from the end, whether b has it) of the one negation that differs, or None.

    With `anywhere` a negator may be at any place. Without, an English not
    has to negate an auxiliary.
    """
    put_in = negator_count(b, language, anywhere) > negator_count(a, language, anywhere)
    plain, negated = (expand(s, language) for s in ((a, b) if put_in else (b, a)))
    for i, w in enumerate(negated):
        if w not in negators(language, anywhere):
            continue
        if (is_negated_en(negated, plain, i, anywhere) if language == "en"
                else is_negated_by_word(negated, plain, i, language)):
            return len(negated) - i, put_in
    return None
